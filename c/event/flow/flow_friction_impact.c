/* flow_friction_impact.c - impacts with friction: Newton's law, Coulomb's for impulses, and
 * tangential restitution.                                                                (EF.5) */
#include <math.h>
#include <string.h>

#include "event/flow/flow_friction.h"

/* Rounds of the impact law while a closed contact still approaches; then one round without
 * restitution ends the approach. Fewer: cuts rebounds short in wedges where they would have ended;
 * more: closer to the limit of infinitely many impacts. */
#define MOST_IMPACT_ROUNDS 200

typedef struct impact { /* an impact under way */
    const nsd_flow_jump *jump;
    double              *v;
    int                  without_restitution;
} impact;

/* U_T along tangent k */
static double sliding_velocity(const nsd_flow_friction *s, int k, const double *v)
{
    const nsd_model *model = s->flow->mechanics.model;
    const double    *T = s->flow->mechanics.T + (size_t)k * (size_t)model->n;
    return nsd_dense_dot(model->n, T, v) - model->surface.w[k];
}

/* Active set <- closed contacts that do not separate, or all closed ones; 1 when one approaches */
static int select_taking_part(nsd_flow_mechanical *flow, const nsd_flow_jump *jump, int all)
{
    nsd_tally *set = &flow->mechanics.tally;
    const int *closed = nsd_flow_compliance_rigid(flow, jump->closed);
    int        approaching = 0;
    set->count = 0;
    for (int a = 0; a < set->m; a++) {
        if (closed[a] && (all || jump->after[a] <= jump->rest)) {
            set->active[set->count++] = a;
            approaching |= jump->after[a] < -jump->rest;
        }
    }
    return approaching;
}

/* u <- velocities before the impact with restitution, of active contacts and joints      (EF.5) */
static void fill_velocities(nsd_flow_friction *s, const impact *b)
{
    nsd_mechanics   *mechanics = &s->flow->mechanics;
    const nsd_model *model = mechanics->model;
    const nsd_tally *set = &mechanics->tally;

    for (int i = 0; i < set->count; i++) {
        const int    a = set->active[i];
        const double e = b->without_restitution ? 0.0 : b->jump->e[a],
                     e_T = b->without_restitution ? 0.0 : model->surface.e[a];
        double *u = mechanics->u + (1 + s->d) * i, squares = 0.0;
        u[0] = (1.0 + e) * b->jump->after[a];
        for (int k = 0; k < s->d; k++) {
            const double U_T = sliding_velocity(s, s->d * a + k, b->v);
            u[1 + k] = (1.0 + e_T) * U_T;
            squares += U_T * U_T;
        }
        s->problem.id[i] = a;
        s->problem.speed[i] = sqrt(squares);
    }
    for (int j = 0; j < model->p; j++) {
        const double *normal = mechanics->J + (size_t)j * (size_t)model->n;
        mechanics->u[(1 + s->d) * set->count + j] = nsd_dense_dot(model->n, normal, b->v) +
                                                    mechanics->g_t[j];
    }
}

/* The status of an impact: where no solver passed its tolerance and impulses are without measure
 * beside the velocities, or the answer is known to rounding and the rounding is too much, friction
 * wedges the body, and the last digits decide the answer                                 (EF.4) */
static nsd_status or_jammed(const nsd_coulomb *f, nsd_status status)
{
    const int size = f->count * f->block;
    double    push = 0.0;

    if (status != NSD_STALLED || f->count == 0) {
        return status;
    }
    const nsd_friction problem = nsd_flow_friction_problem(f);
    for (int i = 0; i < size; i++) {
        push = fmax(push, fabs(f->W[i + (ptrdiff_t)i * size] * f->r[i]));
    }
    const int beyond = push > NSD_FLOW_FRICTION_JAMMED_RATIO * nsd_dense_max_abs(size, f->q);
    return beyond || nsd_friction_solved_to_rounding(&problem, f->r, f->u) ? NSD_JAMMED : status;
}

/* Impulses and velocities of one round; velocities are scaled to size one for the solver (EF.5) */
static nsd_status solve_impact(nsd_flow_friction *s, const impact *b)
{
    nsd_mechanics   *mechanics = &s->flow->mechanics;
    const nsd_model *model = mechanics->model;
    const nsd_tally *set = &mechanics->tally;
    const int        n = model->n, block = 1 + s->d, size = block * set->count + model->p;
    double          *change = s->system.room; /* n */

    nsd_mechanics_gather_blocks(mechanics);
    fill_velocities(s, b);
    const double scale = nsd_dense_max_abs(size, mechanics->u);
    for (int i = 0; i < size && scale > 0.0; i++) {
        mechanics->u[i] /= scale;
    }
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, block * set->count,
                                                                      model->p);
    memset(mechanics->contact.z, 0, (size_t)mechanics->contact.capacity * sizeof(double));
    memset(change, 0, (size_t)n * sizeof *change);
    s->problem.surface = &model->surface;
    mechanics->contact.friction = &s->problem;
    const nsd_status status = nsd_contact_varying_solve(&mechanics->contact, &problem, change);
    mechanics->contact.friction = NULL;
    nsd_dense_add(n, scale, change, b->v);
    for (int i = 0; i < set->count && status == NSD_OK; i++) {
        b->jump->impulse[set->active[i]] += scale * mechanics->contact.z[block * i];
        for (int k = 0; k < s->d; k++) {
            s->impulse[s->d * set->active[i] + k] += scale *
                                                     mechanics->contact.z[block * i + 1 + k];
        }
    }
    for (int a = 0; a < model->m; a++) {
        b->jump->after[a] = nsd_dense_dot(n, mechanics->H + (size_t)a * (size_t)n, b->v) +
                            mechanics->y_t[a];
    }
    return or_jammed(&s->problem, status);
}

/* Works of the tangential impulses with the mean of U_T before and after                 (EF.8) */
static void works_of_impulses(nsd_flow_friction *s, const double *v)
{
    const nsd_model *model = s->flow->mechanics.model;
    s->work = s->loss = 0.0;
    for (int k = 0; k < s->d * model->m; k++) {
        s->after[k] = sliding_velocity(s, k, v);
        const double middle = 0.5 * (s->before[k] + s->after[k]);
        s->loss += s->impulse[k] * middle;
        s->work += s->impulse[k] * (middle + model->surface.w[k]);
    }
}

/* One round of Newton's law on the contacts that take part                              (EF.5) */
static nsd_status solve_round(nsd_flow_friction *s, const impact *b)
{
    const nsd_status status = solve_impact(s, b);
    const int        again = (status == NSD_RAY || status == NSD_STALLED) &&
                      nsd_held_drop_separating(&s->flow->mechanics.tally, b->jump->after);
    return again ? solve_impact(s, b) : status;
}

/* Newton's law, or the laws of the system, while a closed contact approaches            (IM.1) */
static nsd_status rounds(nsd_flow_friction *s, const impact *b, int *approaching)
{
    nsd_mechanics        *mechanics = &s->flow->mechanics;
    const nsd_impact_law *law = mechanics->model->surface.impact;
    const nsd_impact      at = { nsd_flow_compliance_rigid(s->flow, b->jump->closed), b->jump->e,
                                 b->jump->rest };
    const nsd_impact_law_work work = { s->flow->held.impact_room, &s->problem, s->impulse };
    nsd_state                 state = { .v = b->v, .P = b->jump->impulse, .U = b->jump->after };
    const int                 most = law ? nsd_impact_law_rounds(law) : MOST_IMPACT_ROUNDS;

    *approaching = law ? nsd_impact_law_select(mechanics, &at, state.U)
                       : select_taking_part(s->flow, b->jump, 0);
    for (int k = 0; k < most && *approaching; k++) {
        NSD_TRY(law ? nsd_impact_law_apply(mechanics, &at, &work, &state) : solve_round(s, b));
        *approaching = law ? nsd_impact_law_select(mechanics, &at, state.U)
                           : select_taking_part(s->flow, b->jump, 0);
    }
    return NSD_OK;
}

nsd_status nsd_flow_friction_jump(nsd_flow *base, const nsd_flow_jump *jump, double *x)
{
    nsd_flow_mechanical *flow = (nsd_flow_mechanical *)base;
    nsd_flow_friction   *s = flow->friction;
    nsd_tally           *set = &flow->mechanics.tally;
    impact               b = { jump, x + set->n, 0 };

    memset(jump->impulse, 0, (size_t)set->m * sizeof(double));
    memset(s->impulse, 0, (size_t)(s->d * set->m) * sizeof(double));
    nsd_status status = nsd_flow_mechanical_prepare_jump(flow, jump, x);
    if (status == NSD_OK) {
        status = nsd_mechanics_tangents(&flow->mechanics, jump->t, x);
    }
    if (status != NSD_OK) {
        return status;
    }
    memcpy(jump->after, jump->before, (size_t)set->m * sizeof(double));
    for (int k = 0; k < s->d * set->m; k++) {
        s->before[k] = sliding_velocity(s, k, b.v);
        if (jump->closed[k / s->d]) {
            s->speed = fmax(s->speed, fmax(fabs(s->before[k]), fabs(jump->before[k / s->d])));
        }
    }
    int approaching = 0;
    status = rounds(s, &b, &approaching);
    base->endless = approaching;
    if (status == NSD_OK && approaching) { /* contacts that throw the body into each other */
        select_taking_part(flow, jump, 1);
        b.without_restitution = 1;
        status = solve_impact(s, &b);
    }
    for (int a = 0; a < set->m; a++) { /* a rebound of the size of solver errors is zero */
        const int none = jump->impulse[a] > 0.0 && fabs(jump->after[a]) <= jump->rest;
        jump->after[a] = none ? 0.0 : jump->after[a];
    }
    works_of_impulses(s, b.v);
    return status;
}
