/* flow_friction_choose.c - which closed contacts are held, and which of them stick: a friction
 * problem at the level of accelerations.                                         (EF.3), (EF.4) */
#include <math.h>
#include <string.h>

#include "event/flow/flow_friction.h"

/* Part of the largest acceleration in the problem: smaller tangential accelerations are zero,
 * and the contact sticks. Smaller: solver errors start sliding; larger: slow starts of sliding
 * stick. */
#define ZERO_ACCELERATION_PART 1e-8

/* Times the speed of a contact that stops: in space slower contacts stop with it. Smaller: the
 * contacts of a body that comes to rest stop one after the other; larger: slow sliding ends. */
#define STOP_TOGETHER 100.0

/* Part of the accelerations that meet at a contact, or of the largest of the problem: contacts
 * whose normal force gives less are not held. Smaller: forces of rounding size hold contacts;
 * larger: lightly loaded contacts are let go. */
#define ZERO_FORCE_PART 1e-12

/* Difference of scaled accelerations below which two solutions move alike. Smaller: rounding makes
 * the status 'ambiguous'; larger: different motions go unnoticed. */
#define SAME_ACCELERATION 1e-6

/* Part of the accelerations against the joints that may be rounding once these are moved onto the
 * joints. Smaller: redundant joints contradict each other by rounding; larger: real contradictions
 * go unnoticed. */
#define ROUNDED_JOINT_PART 1e-9

/* How often contacts with a negative force are let go in a new mode. Fewer: a mode begins with a
 * contact that pulls, and its release is located at once. */
#define MOST_RELEASES 3

/* slip_sign of the active contacts: sign of U_T, 1 in space; 0 below the speed of rest. In space a
 * body that slides and spins stops at all its contacts together: those nearly as slow as the one
 * that stops have no velocity                                                            (EF.13) */
static void fill_slip_signs(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    for (int i = 0; i < set->count; i++) {
        s->speed = fmax(s->speed, nsd_flow_friction_length(s, s->slip, set->active[i]));
    }
    const int    together = s->d == 2 && s->change.stopping >= 0;
    const double stops = together
                             ? STOP_TOGETHER *
                                   fmax(nsd_flow_friction_rest_speed(s),
                                        nsd_flow_friction_length(s, s->slip, s->change.stopping))
                             : nsd_flow_friction_rest_speed(s);
    for (int i = 0; i < set->count; i++) {
        const int a = set->active[i];
        const int still = a == s->change.stopping ||
                          nsd_flow_friction_length(s, s->slip, a) <= stops;
        s->slip_sign[a] = still ? 0 : s->d == 2 || s->slip[a] > 0.0 ? 1 : -1;
    }
}

/* Column `from` of W is added to column `to`, `times` */
static void add_column(double *W, int size, int from, int to, double times)
{
    for (int i = 0; i < size; i++) {
        W[i + (size_t)to * (size_t)size] += times * W[i + (size_t)from * (size_t)size];
    }
}

/* The tangents of contact i, which slides or has no friction, are decoupled; its friction goes into
 * the column of its normal                                                               (EF.3) */
static void put_friction_on_normal(nsd_flow_friction *s, int i, int size)
{
    nsd_mechanics *mechanics = &s->flow->mechanics;
    const int      b = mechanics->tally.active[i], N = (1 + s->d) * i;
    double        *W = mechanics->contact.W;

    for (int k = 0; k < s->d; k++) {
        const double way = s->d == 1 ? s->slip_sign[b] : s->way[2 * b + k];
        add_column(W, size, N + 1 + k, N, -way * (s->limit[b] > 0.0 ? s->coefficient[b] : 0.0));
    }
    for (int T = N + 1; T <= N + s->d; T++) {
        const double diagonal = W[T + (size_t)T * (size_t)size];
        for (int j = 0; j < size; j++) {
            W[j + (size_t)T * (size_t)size] = W[T + (size_t)j * (size_t)size] = 0.0;
        }
        W[T + (size_t)T * (size_t)size] = diagonal > 0.0 ? diagonal : 1.0;
        mechanics->u[T] = 0.0;
    }
}

/* The normal force of contact i, which is compliant, is given: W_NN (z_N - lambda) >= 0 (EF.16) */
static void give_normal_force(nsd_flow_friction *s, int i, int size)
{
    nsd_mechanics *mechanics = &s->flow->mechanics;
    const int      N = (1 + s->d) * i;
    double        *W = mechanics->contact.W;
    const double   diagonal = W[N + (size_t)N * (size_t)size];

    for (int j = 0; j < size; j++) {
        W[j + (size_t)N * (size_t)size] = W[N + (size_t)j * (size_t)size] = 0.0;
    }
    W[N + (size_t)N * (size_t)size] = diagonal > 0.0 ? diagonal : 1.0;
    mechanics->u[N] = -W[N + (size_t)N * (size_t)size] *
                      s->flow->base.lambda[mechanics->tally.active[i]];
}

/* u <- G'a + kappa of the joints, behind the contacts */
static void fill_joints(nsd_flow_friction *s, const double *a, int contacts)
{
    nsd_mechanics *mechanics = &s->flow->mechanics;
    const size_t   n = (size_t)mechanics->tally.n;
    for (int j = contacts; j < contacts + mechanics->tally.p; j++) {
        mechanics->u[j] = nsd_dense_dot((int)n, mechanics->G + (size_t)j * n, a) +
                          s->flow->held.kappa[mechanics->tally.m + j - contacts];
    }
}

/* The accelerations a moved onto the joints, with W and X of the problem. Where joints bear nearly
 * all of the load, rounding of that load is more than a part of 1e-10 of what is left for the
 * contacts, and no forces obey the law of contacts that leave no play. The second pass takes out
 * the rounding of the first                                                              (EF.19) */
static const double *on_the_joints(nsd_flow_friction *s, const double *a, int contacts)
{
    nsd_mechanics *mechanics = &s->flow->mechanics;
    nsd_condense  *joints = &mechanics->contact.joints;
    const int      n = mechanics->tally.n, p = mechanics->tally.p, size = contacts + p;
    double        *held = s->flow->room, *mu = mechanics->contact.z + contacts;

    fill_joints(s, a, contacts);
    joints->p = p;
    joints->ld_J = size;
    joints->W_JJ = mechanics->contact.W + contacts + (size_t)contacts * (size_t)size;
    if (nsd_condense_invert(joints) != NSD_OK) {
        return a;
    }
    const double rounding = ROUNDED_JOINT_PART * nsd_dense_max_abs(p, mechanics->u + contacts);
    memcpy(held, a, (size_t)n * sizeof *held);
    for (int pass = 0; pass < 2; pass++) {
        nsd_condense_joints(joints, mechanics->u + contacts, mu);
        for (int j = 0; j < p; j++) {
            const double *X = mechanics->contact.X + (size_t)(contacts + j) * (size_t)n;
            nsd_dense_add(n, mu[j], X, held);
        }
        fill_joints(s, held, contacts);
    }
    for (int j = contacts; j < size; j++) { /* joints that contradict each other keep their rest */
        mechanics->u[j] = fabs(mechanics->u[j]) <= rounding ? 0.0 : mechanics->u[j];
    }
    return held;
}

/* W and u of the active contacts, block by block, with the joints                        (EF.3) */
static void fill_problem(nsd_flow_friction *s, const double *a)
{
    nsd_mechanics   *mechanics = &s->flow->mechanics;
    const nsd_tally *set = &mechanics->tally;
    const int        n = set->n, contacts = (1 + s->d) * set->count, size = contacts + set->p;
    double          *W = mechanics->contact.W, *X = mechanics->contact.X;

    nsd_mechanics_gather_blocks(mechanics);
    memcpy(X, mechanics->G, (size_t)n * (size_t)size * sizeof *X);
    for (int j = 0; j < size; j++) {
        nsd_mechanics_solve(mechanics, X + (size_t)j * (size_t)n);
    }
    nsd_dense_gemm(NSD_TRANSPOSED, size, size, n, 1.0, mechanics->G, n, X, n, 0.0, W, size);
    const double *free = set->p > 0 ? on_the_joints(s, a, contacts) : a;
    for (int j = 0; j < contacts; j++) {
        mechanics->u[j] = nsd_dense_dot(n, mechanics->G + (size_t)j * (size_t)n, free);
    }
    for (int i = 0; i < set->count; i++) {
        const int b = set->active[i], N = (1 + s->d) * i;
        mechanics->u[N] += s->flow->held.kappa[b];
        const double *normal = mechanics->G + (size_t)N * (size_t)n; /* rounding is that of a */
        const double  hdd = nsd_dense_dot(n, normal, a) + s->flow->held.kappa[b];
        s->flow->base.largest_hdd = fmax(s->flow->base.largest_hdd, fabs(hdd));
        for (int k = 0; k < s->d; k++) {
            mechanics->u[N + 1 + k] += s->kappa[s->d * b + k];
        }
        s->problem.id[i] = b;
        s->problem.speed[i] = 0.0;
        if (nsd_flow_compliance_has(&s->flow->compliance, b)) {
            give_normal_force(s, i, size);
        }
        if (s->slip_sign[b] != 0 || !(s->limit[b] > 0.0)) {
            put_friction_on_normal(s, i, size);
        }
    }
}

nsd_friction nsd_flow_friction_problem(const nsd_coulomb *f)
{
    nsd_friction problem;
    memset(&problem, 0, sizeof problem);
    problem.contacts = f->count;
    problem.layout = f->surface->layout;
    for (int g = 0; g < problem.layout.groups; g++) {
        problem.mu[g] = f->mu[g];
    }
    problem.W = f->W;
    problem.q = f->q;
    problem.lambda = nsd_friction_lambda_bound(&problem);
    return problem;
}

/* Finds all solutions of a small problem: NSD_NO_FORCES if there is none, NSD_AMBIGUOUS when their
 * accelerations differ                                                                   (EF.4) */
static nsd_status enumerate_solutions(nsd_flow_friction *s)
{
    nsd_coulomb       *f = &s->problem;
    const nsd_friction problem = nsd_flow_friction_problem(f);
    const int          size = 2 * f->count;
    double             first[2 * NSD_FLOW_FRICTION_ENUMERATED_CONTACTS],
        other[2 * NSD_FLOW_FRICTION_ENUMERATED_CONTACTS];
    int found = 0;

    const nsd_status status = nsd_friction_enumerate(&problem, &f->options, &s->enumeration,
                                                     NSD_FLOW_FRICTION_MOST_SOLUTIONS, s->solutions,
                                                     &found);
    if (status == NSD_RAY) {
        return NSD_NO_FORCES;
    }
    nsd_friction_velocity(&problem, s->solutions, first);
    for (int k = 1; k < found; k++) {
        nsd_friction_velocity(&problem, s->solutions + k * size, other);
        for (int i = 0; i < size; i++) {
            if (fabs(other[i] - first[i]) > SAME_ACCELERATION) {
                return NSD_AMBIGUOUS;
            }
        }
    }
    return status;
}

/* Forces of the active contacts, given the accelerations a without contact; u is scaled to size
 * one */
static nsd_status solve_problem(nsd_flow_friction *s, const double *a)
{
    nsd_mechanics   *mechanics = &s->flow->mechanics;
    const nsd_tally *set = &mechanics->tally;
    const int        contacts = (1 + s->d) * set->count, size = contacts + set->p;
    double          *mu = s->system.room; /* of the contacts, m */

    fill_problem(s, a);
    const double scale = nsd_dense_max_abs(size, mechanics->u);
    for (int i = 0; i < size && scale > 0.0; i++) {
        mechanics->u[i] /= scale;
    }
    for (int b = 0; b < set->m; b++) {
        mu[b] = s->slip_sign[b] == 0 ? s->limit[b] : 0.0;
    }
    s->rest_surface.mu[0] = mu;
    s->problem.surface = &s->rest_surface;
    memset(mechanics->contact.z, 0, (size_t)mechanics->contact.capacity * sizeof(double));
    mechanics->contact.friction = &s->problem;
    nsd_status status = nsd_contact_varying_solve_delassus(&mechanics->contact, contacts, set->p,
                                                           mechanics->u);
    mechanics->contact.friction = NULL;
    s->wedged = 0;
    if (s->d == 1 && set->count > 0 && set->count <= NSD_FLOW_FRICTION_ENUMERATED_CONTACTS) {
        const nsd_friction problem = nsd_flow_friction_problem(&s->problem);
        double             change;
        s->wedged = nsd_friction_several_possible(&problem,
                                                  &change); /* cheaper than to find them */
        const nsd_status proof = enumerate_solutions(s);
        status = proof == NSD_NO_FORCES || proof == NSD_AMBIGUOUS ? proof : status;
    }
    s->problem.surface = &mechanics->model->surface;
    return status;
}

/* The direction of contact i, which has no sliding velocity, by its tangential acceleration: 0
 * where there is none. In space the way is that of the acceleration             (EF.3), (EF.12) */
static int direction_of_start(nsd_flow_friction *s, int i, const double *acceleration)
{
    const int    a = s->flow->mechanics.tally.active[i];
    const double length = s->d == 1 ? fabs(acceleration[0])
                                    : hypot(acceleration[0], acceleration[1]);
    if (length <= ZERO_ACCELERATION_PART) {
        return 0;
    }
    for (int k = 0; k < s->d; k++) {
        s->turn.start_way[s->d * a + k] = acceleration[k] / length;
    }
    s->turn.starts[a] = 1;
    return s->d == 2 || acceleration[0] > 0.0 ? 1 : -1;
}

/* 1 when the normal force of contact i gives it an acceleration above rounding. Forces themselves
 * cannot be compared: that of a light body beside a heavy one is no rounding            (EF.17) */
static int is_loaded(const nsd_coulomb *f, int i)
{
    const nsd_friction problem = nsd_flow_friction_problem(f);
    const int          size = f->count * f->block, N = f->block * i;
    double             push = fabs(f->q[N]);

    for (int j = 0; j < size; j++) {
        push += fabs(f->W[N + (ptrdiff_t)j * size] * f->r[j]);
    }
    return f->r[N] * nsd_friction_block_size(&problem, i) > ZERO_FORCE_PART * fmax(1.0, push);
}

/* Contacts with a force are held, and slide as before or in the direction of their acceleration */
static void read_modes(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    const double    *u = s->problem.u;
    nsd_flow        *base = &s->flow->base;
    const int        block = 1 + s->d;

    memset(base->sticks, 0, (size_t)set->m * sizeof(int));
    base->stick_count = 0;
    for (int i = 0; i < set->count; i++) {
        const int a = set->active[i];
        base->sticks[a] = nsd_flow_compliance_has(&s->flow->compliance, a) ||
                          is_loaded(&s->problem, i);
        base->stick_count += base->sticks[a];
        s->direction[a] = s->slip_sign[a] != 0 ? s->slip_sign[a]
                                               : direction_of_start(s, i, u + block * i + 1);
    }
}

/* f <- the field in the mode just chosen, with forces inside their cones where they are not unique;
 * contacts that would pull are let go                                                    (EF.10) */
static nsd_status field_of_mode(nsd_flow_friction *s, double t, const double *x, double *f)
{
    nsd_flow  *base = &s->flow->base;
    nsd_status status = NSD_OK;

    for (int k = 0; k < MOST_RELEASES; k++) {
        int pulls = 0;
        s->determinant_sign = 0.0;
        s->held_count = base->stick_count;
        memset(base->lambda, 0, (size_t)base->guards * sizeof(double));
        memset(s->lambda, 0, (size_t)(s->d * base->guards) * sizeof(double));
        s->shares.middle_known = 0;
        status = base->field(base, t, x, f);
        if (status == NSD_OK && s->shares.nonunique && nsd_flow_friction_outside_cones(s) &&
            nsd_flow_friction_find_middle(s)) {
            status = base->field(base, t, x, f);
        }
        for (int a = 0; a < base->guards && status == NSD_OK; a++) {
            if (base->sticks[a] && !(base->lambda[a] > 0.0) &&
                !nsd_flow_compliance_has(&s->flow->compliance, a)) {
                base->sticks[a] = 0;
                base->stick_count--;
                pulls++;
            }
        }
        if (pulls == 0) {
            break;
        }
    }
    return status;
}

/* change.members <- the candidates that are rigid, and the compliant contacts that are pressed */
static nsd_status find_members(nsd_flow_friction *s, double t, const double *x,
                               const int *candidates)
{
    const nsd_flow *base = &s->flow->base;

    if (s->flow->compliance.law) {
        NSD_TRY(nsd_flow_compliance_choose(s->flow, t, x, candidates));
    }
    for (int a = 0; a < base->guards; a++) {
        const int compliant = nsd_flow_compliance_has(&s->flow->compliance, a);
        s->change.members[a] = compliant ? base->sticks[a] : candidates[a];
    }
    return NSD_OK;
}

/* Forces of the members at (t, x); f <- the field without the rigid ones                  (EF.3) */
static nsd_status solve_candidates(nsd_flow_friction *s, double t, const double *x,
                                   const int *candidates, double *f)
{
    nsd_flow_mechanical  *flow = s->flow;
    const nsd_event_point point = nsd_flow_mechanical_point(flow, t, x);

    NSD_TRY(nsd_flow_mechanical_free_field(flow, t, x, f));
    nsd_held_select(&flow->held, candidates);
    NSD_TRY(nsd_flow_friction_fill_slips(s, t, x));
    if (flow->mechanics.tally.count > 0) {
        NSD_TRY(nsd_flow_friction_fill_bias(s, &point));
    }
    NSD_TRY(nsd_held_bias(&flow->held, &point, flow->base.difference_time));
    fill_slip_signs(s);
    flow->base.largest_hdd = 0.0;
    if (flow->mechanics.tally.count > 0) {
        NSD_TRY(solve_problem(s, f + flow->mechanics.model->n));
    }
    return NSD_OK;
}

nsd_status nsd_flow_friction_choose(nsd_flow *base, double t, const double *x,
                                    const int *candidates, double *f)
{
    nsd_flow_friction *s = ((nsd_flow_mechanical *)base)->friction;
    nsd_status         status = NSD_OK;

    if (s->change.yielding >= 0) { /* the forces of sticking stay, one direction changes (EF.6) */
        s->direction[s->change.yielding] = s->change.yielding_direction;
        s->change.yielding = -1;
        return field_of_mode(s, t, x, f);
    }
    status = find_members(s, t, x, candidates);
    status = status == NSD_OK ? solve_candidates(s, t, x, s->change.members, f) : status;
    s->change.stopping = -1;
    if (status != NSD_OK) {
        return status;
    }
    read_modes(s);
    return field_of_mode(s, t, x, f);
}

void nsd_flow_friction_count_alternatives(nsd_flow_friction *s, double t, const double *x,
                                          double *f)
{
    if (s->wedged) { /* counted by s->problem; the motion goes on in its mode */
        solve_candidates(s, t, x, s->flow->base.sticks, f);
    }
}
