/* nonlinear_moreau_newton.c - one step of nonlinear Moreau-Jean: Newton with the contact problem
 * inside. */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_moreau.h"

/* H and J from differences are evaluated anew when the middle of the step has moved by this part of
 * max(1, max|q|). Smaller: they follow the noise of differences; larger: gaps of curved obstacles
 * lose accuracy. */
#define DIFFERENCED_NORMALS_MOVE 1e-12

/* Exact H and J are evaluated anew when the middle of the step has moved by this part of
 * max(1, max|q|): a few roundings. Larger: gaps of curved obstacles lose accuracy. */
#define EXACT_NORMALS_MOVE 1e-15

/* Ratio of two Newton changes above which the next iteration has new dF/dq and dF/dv. Smaller: more
 * evaluations of the force; larger: more iterations. Answers change within the tolerance. */
#define REFRESH_RATIO 1e-2

/* Ratio of the first two Newton changes above which the next step begins with new dF/dq and dF/dv
 * if these are AGED_JACOBIAN_STEPS old. Effect as for REFRESH_RATIO. */
#define AGED_REFRESH_RATIO 1e-4

/* (Sub)steps after which dF/dq and dF/dv count as old. Smaller: more evaluations of the force;
 * larger: more iterations. */
#define AGED_JACOBIAN_STEPS 8

/* Up to this number of coordinates exact derivatives of F and M are evaluated in every iteration.
 * Also the size of arrays on the stack. Smaller: more iterations for small systems; larger: more
 * evaluations for systems whose derivatives cost more than an iteration. */
#define MOST_EXACT_COORDINATES 12

/* A <- A + h theta^2 d(M w)/dq with w = v+ - v, which (NL.2) leaves out                 (NL.6) */
static nsd_status add_mass_terms(nsd_nonlinear_moreau *s, const double *v_plus, double h)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n;
    const double     factor = h * mechanics->options.step.theta * mechanics->options.step.theta;
    double D[MOST_EXACT_COORDINATES * MOST_EXACT_COORDINATES], w[MOST_EXACT_COORDINATES] = { 0.0 };

    nsd_dense_sum(n, v_plus, -1.0, s->v0, w);
    const nsd_status status = model->mass_jac(model->context, mechanics->q_mid, w, D);
    const int        usable = status == NSD_OK && nsd_dense_all_finite(n * n, D);
    for (size_t i = 0; i < n * n && usable; i++) {
        mechanics->A[i] += factor * D[i];
    }
    return status;
}

/* A <- M - h theta Fv - h^2 theta^2 Fq at the middle of the step                        (NL.2)
 * The answer of Newton's iteration does not depend on A, its speed hardly on Fq and Fv, which are
 * expensive: Fq and Fv of earlier steps serve until convergence slows down. Where the model has
 * exact and cheap derivatives, small systems evaluate A completely in every iteration. */
static nsd_status factor_newton(nsd_nonlinear_moreau *s, const double *v_plus,
                                const nsd_nonlinear_moreau_times *clock, int fresh)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     t = clock->middle, h = clock->h;
    const double     a = h * mechanics->options.step.theta, b = a * a;
    const int        always = model->exact && model->n <= MOST_EXACT_COORDINATES;

    if (fresh || always || !mechanics->have_jacobians) {
        NSD_TRY(nsd_mechanics_force_jac(mechanics, t, mechanics->q_mid, mechanics->v_mid));
        mechanics->have_jacobians = 1;
    } else if (model->constant_mass && mechanics->newton_h == h) {
        return NSD_OK;
    }
    for (size_t i = 0; i < mechanics->matrices.size; i++) {
        mechanics->A[i] = mechanics->M[i] - a * mechanics->Fv[i] - b * mechanics->Fq[i];
    }
    if (always && model->mass_jac && !model->constant_mass) {
        NSD_TRY(add_mass_terms(s, v_plus, h));
    }
    mechanics->newton_h = h;
    return nsd_nonlinear_base_factor(mechanics);
}

/* q, v, M and F at the middle of the step for the velocity v+; r <- M (v+ - v) - h F */
static nsd_status residual(nsd_nonlinear_moreau *s, const double *v_plus, double t, double h)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     theta = mechanics->options.step.theta;
    const int        n = model->n;

    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = s->v0[i] + theta * (v_plus[i] - s->v0[i]);
        mechanics->q_mid[i] = s->q0[i] + theta * h * mechanics->v_mid[i];
        s->q1[i] = s->q0[i] + h * mechanics->v_mid[i];
    }
    if (!model->constant_mass) {
        NSD_TRY(nsd_mechanics_mass(mechanics, mechanics->q_mid));
    }
    NSD_TRY(nsd_mechanics_force(mechanics, t, mechanics->q_mid, mechanics->v_mid, mechanics->F));
    for (int i = 0; i < n; i++) {
        mechanics->r[i] = -h * mechanics->F[i];
        mechanics->work[i] = v_plus[i] - s->v0[i];
    }
    nsd_model_matrices_add(&mechanics->matrices, mechanics->M, mechanics->work, mechanics->r);
    return NSD_OK;
}

/* Where H and J are evaluated: in the middle of the step; at its end where steps have their own
 * lengths, so that velocities fit the positions                                         (AD.7) */
static const double *position_of_normals(const nsd_nonlinear_moreau *s)
{
    return s->base.stepper.own ? s->q1 : s->base.mechanics.q_mid;
}

/* 1 when q has left q_normals, the position of H and J; q_normals <- q then */
static int normals_are_old(nsd_nonlinear_moreau *s, const double *q)
{
    const nsd_model *model = s->base.mechanics.model;
    const int        n = model->n;
    const int    given = (model->gap_jac || model->m == 0) && (model->joint_jac || model->p == 0);
    const double relative = given ? EXACT_NORMALS_MOVE : DIFFERENCED_NORMALS_MOVE;
    const double slack = relative * fmax(1.0, nsd_dense_largest((size_t)n, q));
    int          old = !s->have_normals;

    for (int i = 0; i < n; i++) {
        old = old || !(fabs(q[i] - s->q_normals[i]) <= slack);
    }
    if (old) {
        memcpy(s->q_normals, q, (size_t)n * sizeof(double));
    }
    return old;
}

/* H and J of the step; dy/dt of moving obstacles at its start and end */
static nsd_status fill_normals(nsd_nonlinear_moreau *s, const nsd_nonlinear_moreau_times *t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double    *q = position_of_normals(s);
    const double     when = s->base.stepper.own ? t->end : t->middle;

    if (!normals_are_old(s, q)) {
        return NSD_OK;
    }
    s->have_normals = 0;
    if (mechanics->tally.count + s->base.friction.cohesive_contacts > 0) {
        if (model->moving) {
            NSD_TRY(nsd_mechanics_gap_rates(mechanics, t->start, q, s->y_t0));
            NSD_TRY(nsd_mechanics_gap_rates(mechanics, t->end, q, s->y_t1));
        }
        NSD_TRY(nsd_mechanics_contact_normals(mechanics, when, q));
        if (model->surface.d > 0) {
            NSD_TRY(nsd_mechanics_tangents(mechanics, when, q));
        }
    }
    NSD_TRY(nsd_mechanics_joint_normals(mechanics, t->end, q));
    s->have_normals = 1;
    nsd_mechanics_gather_blocks(mechanics);
    return NSD_OK;
}

/* Restitution of contact a. With option Project a contact at rest would rebound from the velocity
 * that gravity gives it in one step, and open; an approach of at most two such velocities is
 * therefore no impact                                                                   (NL.5) */
static double restitution(const nsd_nonlinear_moreau *s, int a, double free_rate)
{
    const int gentle = -s->U0[a] <= 2.0 * (s->U0[a] - free_rate);
    return s->base.mechanics.options.project == NSD_PROJECT_ON && gentle
               ? 0.0
               : nsd_nonlinear_base_restitution(&s->base, a, s->U0[a]);
}

/* Contact a, a compliant one, at the velocity v_plus, for which its gap at the end of the (sub)step
 * is compliance.base[a]                                                                  (CC.6) */
static void linearise_compliance(nsd_nonlinear_moreau *s, int a, const double *v_plus)
{
    nsd_mechanics             *mechanics = &s->base.mechanics;
    nsd_step_compliance       *compliance = &s->base.compliance;
    const double               U = nsd_mechanics_normal(mechanics, a, v_plus) + s->y_t1[a];
    const double               way = compliance->h * mechanics->options.step.theta;
    const nsd_compliance_start start = { s->y_start[a],
                                         nsd_mechanics_normal(mechanics, a, s->v0) + s->y_t0[a],
                                         compliance->base[a] - way * U, way, U };

    if (s->guess_depths) {
        nsd_step_compliance_begin(compliance, a, &start);
        return;
    }
    compliance->base[a] = compliance->stiff[a] ? fmax(start.y, -compliance->depth[a]) : start.base;
    nsd_step_compliance_miss(compliance, a, 0.0, U);
}

static nsd_status fill_compliance(nsd_nonlinear_moreau *s, const double *v_plus,
                                  const nsd_nonlinear_moreau_times *t)
{
    nsd_mechanics *mechanics = &s->base.mechanics;

    s->base.compliance.h = t->h;
    if (s->guess_depths) {
        NSD_TRY(nsd_mechanics_gaps(mechanics, t->start, s->q0, s->y_start));
    }
    NSD_TRY(nsd_mechanics_gaps(mechanics, t->end, s->q1, s->base.compliance.base));
    for (int a = 0; a < mechanics->model->m; a++) {
        if (nsd_step_compliance_has(&s->base.compliance, a)) {
            linearise_compliance(s, a, v_plus);
        }
    }
    s->guess_depths = 0;
    return NSD_OK;
}

/* What the law of the i-th active contact, a compliant one, adds to its row: returned for the right
 * side, into s->added for the diagonal                                                  (CC.6) */
static double add_compliance(nsd_nonlinear_moreau *s, int i)
{
    const int    a = s->base.mechanics.tally.active[i], block = 1 + s->base.friction.d;
    const double rate = nsd_step_compliance_fill(&s->base.compliance, a);
    s->added[i * block] = s->base.compliance.added[a * block];
    return rate;
}

/* u = H'v_free + y_t(end) + e (H'v + y_t(start)), uJ = J'v_free + g_t                   (NL.3) */
static void fill_right_sides(nsd_nonlinear_moreau *s, const double *v_free)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        count = mechanics->tally.count, block = 1 + model->surface.d;
    double          *uJ = mechanics->u + count * block;

    const int own = s->base.stepper.own != NULL; /* U0 and V0 are those of the start */
    for (int i = 0; i < count; i++) { /* normals of the middle of the step for v and v_free */
        const int a = mechanics->tally.active[i];
        s->U0[a] = own ? s->U0[a] : nsd_mechanics_normal(mechanics, a, s->v0) + s->y_t0[a];
        const double free_rate = nsd_mechanics_normal(mechanics, a, v_free) + s->y_t1[a];
        if (s->base.compliance.law) {
            s->added[i * block] = 0.0;
        }
        mechanics->u[i * block] = nsd_step_compliance_has(&s->base.compliance, a)
                                      ? free_rate + add_compliance(s, i)
                                      : free_rate + restitution(s, a, free_rate) * s->U0[a];
        if (!own) {
            nsd_step_friction_velocities_before(&s->base.friction, a, s->v0);
        }
        nsd_step_friction_free_velocities(&s->base.friction, i, a, v_free,
                                          mechanics->u + i * block + 1);
    }
    for (int j = 0; j < model->p; j++) {
        uJ[j] = nsd_mechanics_joint_rate(mechanics, j, v_free);
    }
}

/* v_new, the free velocity, <- the velocity with the impulses of contacts and joints    (NL.3) */
static nsd_status solve_contacts(nsd_nonlinear_moreau *s, const double *v_plus, double *v_new,
                                 const nsd_nonlinear_moreau_times *t)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      block = 1 + mechanics->model->surface.d;

    NSD_TRY(fill_normals(s, t));
    if (s->base.compliance.law) {
        NSD_TRY(fill_compliance(s, v_plus, t));
    }
    fill_right_sides(s, v_new);
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(
        mechanics, mechanics->tally.count * block, mechanics->model->p);
    mechanics->contact.friction = block > 1 ? &s->base.friction.coulomb : NULL;
    mechanics->contact.added = s->added;
    const nsd_status status = nsd_mechanics_solve_problem(mechanics, &problem, v_new);
    mechanics->contact.friction = NULL;
    mechanics->contact.added = NULL;
    return status;
}

/* One Newton iteration on v+; change <- |dv| relative to the velocities(NL.2), (NL.3), (NL.4) */
static nsd_status iterate(nsd_nonlinear_moreau *s, double *v_plus,
                          const nsd_nonlinear_moreau_times *t, int fresh, double *change)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;
    double           size = 0.0;

    NSD_TRY(residual(s, v_plus, t->middle, t->h));
    NSD_TRY(factor_newton(s, v_plus, t, fresh));
    if (s->base.friction.cohesive_contacts > 0) {
        NSD_TRY(fill_normals(s, t));
        nsd_mechanics_add_cohesion(mechanics, &s->base.friction, -1.0, mechanics->r); /* (LW.5) */
    }
    nsd_mechanics_solve(mechanics, mechanics->r);
    double *v_new = mechanics->r; /* v_free, then the new v+ */
    nsd_dense_sum(n, v_plus, -1.0, mechanics->r, v_new);
    if (mechanics->tally.count + model->p > 0) {
        /* at rest v+ is the rounding of v_free + A^-1 G P: changes are relative to v_free */
        size = nsd_dense_max_abs(n, v_new);
        NSD_TRY(solve_contacts(s, v_plus, v_new, t));
    }
    *change = 0.0;
    if (model->surface.d > 0 && mechanics->tally.count > 0) {
        /* the tolerance of the friction solver is relative to coulomb.scale */
        size = fmax(size, s->base.friction.coulomb.scale);
    }
    const double before = nsd_dense_largest((size_t)n, s->v0);
    const double after = nsd_dense_largest((size_t)n, v_new);
    const double larger = before > after ? before : after;
    size = size > larger ? size : larger;
    for (int i = 0; i < n; i++) {
        const double moved = fabs(v_new[i] - v_plus[i]);
        *change = moved > *change ? moved : *change; /* fmax is a library call */
        v_plus[i] = v_new[i];
    }
    *change = nsd_dense_all_finite((size_t)n, v_plus) ? *change / (size > 0.0 ? size : 1.0)
                                                      : INFINITY;
    return NSD_OK;
}

/* `status`, or NSD_LOST_DEFINITE when M of the middle of the step is no mass matrix any more; A is
 * overwritten */
static nsd_status check_mass(nsd_mechanics *mechanics, nsd_status status)
{
    if (mechanics->model->constant_mass) {
        return status;
    }
    mechanics->newton_h = 0.0;
    NSD_TRY(nsd_mechanics_cholesky(mechanics, mechanics->A));
    return status;
}

/* U0 and sliding velocities before the step by the normals of its start                 (AD.7) */
static nsd_status find_start_velocities(nsd_nonlinear_moreau *s, double t)
{
    nsd_mechanics *mechanics = &s->base.mechanics;

    NSD_TRY(nsd_mechanics_contact_normals(mechanics, t, s->q0));
    if (mechanics->model->surface.d > 0) {
        NSD_TRY(nsd_mechanics_tangents(mechanics, t, s->q0));
    }
    for (int i = 0; i < mechanics->tally.count; i++) {
        const int a = mechanics->tally.active[i];
        s->U0[a] = nsd_mechanics_gap_rate(mechanics, a, s->v0);
        nsd_step_friction_velocities_before(&s->base.friction, a, s->v0);
    }
    return NSD_OK;
}

nsd_status nsd_nonlinear_moreau_newton(nsd_nonlinear_moreau *s, double *v_plus,
                                       const nsd_nonlinear_moreau_times *t)
{
    const nsd_nonlinear_options *options = &s->base.mechanics.options;
    double                       change = INFINITY, previous = INFINITY;
    int                          fresh = s->jacobian_age >= AGED_JACOBIAN_STEPS && s->slow_start;

    s->have_normals = 0;
    if (s->base.stepper.own && s->base.mechanics.tally.count > 0) {
        NSD_TRY(find_start_velocities(s, t->start));
    }
    s->guess_depths = 1;
    s->jacobian_age = fresh ? 0 : s->jacobian_age + 1;
    for (int i = 0; i < options->newton_max_iter; i++) {
        NSD_TRY(iterate(s, v_plus, t, fresh, &change));
        const int noise = nsd_mechanics_converged(options, change, previous) &&
                          !(change <= options->newton_tolerance);
        if ((!noise || fresh) && (nsd_mechanics_converged(options, change, previous) ||
                                  nsd_mechanics_will_converge(options, change, previous))) {
            return check_mass(&s->base.mechanics, NSD_OK);
        }
        /* after a stiff force has vanished, the changes of the old matrix are small, too */
        fresh = noise || (i > 0 && change > REFRESH_RATIO * previous);
        s->slow_start = i == 1 ? change > AGED_REFRESH_RATIO * previous : s->slow_start;
        s->jacobian_age = fresh ? 0 : s->jacobian_age;
        previous = change;
    }
    s->base.stepper.newton_residual = change;
    return check_mass(&s->base.mechanics, NSD_NEWTON);
}
