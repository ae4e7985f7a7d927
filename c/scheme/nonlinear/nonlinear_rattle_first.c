/* nonlinear_rattle_first.c - the first half of a step of RATTLE: positions.
 *
 *   M(q)(w - v) = (h/2) F(t, q, w) + G(q) P1,   q+ = q + h w
 *   0 <= y(q+) _|_ P1 >= 0,   g(q+) = 0,   Coulomb's law for (T(q) + T(q+))'w/2           (RT.1) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_rattle.h"

/* Ratio of two changes above which the fixed point is too slow and Newton's iteration takes over.
 * Smaller: dF/dv is evaluated where the fixed point would do; larger: stiff damping needs many
 * iterations, or fails. */
#define SLOW_FIXED_POINT_RATIO 0.1

/* A contact that approaches by more than this part of its velocities is hit. Larger: slow impacts
 * have no restitution; smaller: the solver's tolerance at a contact that stays closed is an impact,
 * which does no harm but that friction that turns is of first order in such a step. */
#define HIT_SPEED 1e-8

/* Normals, tangents, gaps and velocities of the contacts at the start of the step */
static nsd_status fill_start(nsd_nonlinear_rattle *s, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;

    if (s->have_start) {
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_contact_normals(mechanics, t, s->q0));
    NSD_TRY(nsd_mechanics_joint_normals(mechanics, t, s->q0));
    if (model->m > 0) {
        NSD_TRY(nsd_mechanics_gaps(mechanics, t, s->q0, s->y0));
    }
    if (s->block > 1) {
        NSD_TRY(nsd_mechanics_tangents(mechanics, t, s->q0));
    }
    for (int a = 0; a < model->m; a++) {
        s->U0[a] = nsd_mechanics_gap_rate(mechanics, a, s->v0);
    }
    for (int k = 0; k < model->m * (s->block - 1); k++) {
        s->V0[k] = nsd_nonlinear_rattle_slide(s, k, s->v0);
    }
    for (int a = 0; a < model->m && s->block > 1; a++) {
        s->speed[a] = nsd_nonlinear_rattle_speed(s, s->V0, a);
    }
    s->have_start = 1;
    return NSD_OK;
}

/* A <- M - (h/2) Fv with Fv of this step or, unless fresh, of an earlier one            (RT.3) */
static nsd_status factor_newton(nsd_nonlinear_rattle *s, double t, int fresh)
{
    nsd_mechanics *mechanics = &s->base.mechanics;

    NSD_TRY(nsd_mechanics_mass(mechanics, s->q0));
    if (fresh) {
        NSD_TRY(nsd_mechanics_force_jac(mechanics, t, s->q0, s->w));
    }
    s->have_factors = 0;
    return nsd_nonlinear_base_factor_damping(mechanics, s->h);
}

/* wf <- v + (h/2) M^-1 F(t, q, w), or a Newton step towards it                           (RT.3) */
static nsd_status free_motion(nsd_nonlinear_rattle *s, double t)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n, newton = mechanics->holds == NSD_HOLDS_LU;
    const double  *from = newton ? s->w : s->v0;

    NSD_TRY(nsd_mechanics_force(mechanics, t, s->q0, s->w, mechanics->F));
    nsd_dense_scale(n, 0.5 * s->h, mechanics->F, s->wf);
    nsd_mechanics_add_cohesion(mechanics, &s->base.friction, 0.5, s->wf);
    if (newton) {
        nsd_nonlinear_base_take_momentum(mechanics, s->w, s->v0, s->wf);
    }
    nsd_mechanics_solve(mechanics, s->wf);
    nsd_dense_add(n, 1.0, from, s->wf);
    return NSD_OK;
}

/* Gaps at the end of the motion with the impulses so far; contacts that it closes join the problem,
 * and stay in it for the step */
static nsd_status find_closed(nsd_nonlinear_rattle *s, double t)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    nsd_tally     *tally = &mechanics->tally;

    if (tally->m == 0) {
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_gaps(mechanics, t + s->h, mechanics->q_mid, mechanics->y));
    tally->count = 0;
    for (int a = 0; a < tally->m; a++) {
        s->closed[a] = s->closed[a] || mechanics->y[a] <= s->lift[a];
        if (s->closed[a]) {
            tally->active[tally->count++] = a;
        }
    }
    return NSD_OK;
}

/* turn <- ((T(q+) - T(q))/2)'w at the iterate, whose end is mechanics->q_mid            (RT.4) */
static nsd_status find_turns(nsd_nonlinear_rattle *s, double t)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    const nsd_model     *model = mechanics->model;
    const size_t         n = (size_t)model->n, tangents = (size_t)(model->m * (s->block - 1));

    if (tangents == 0) {
        return NSD_OK;
    }
    NSD_TRY(model->tangent(model->context, t + s->h, mechanics->q_mid, s->T1));
    for (size_t k = 0; k < tangents; k++) {
        const double *T0 = mechanics->T + k * n, *T1 = s->T1 + k * n;
        s->turn[k] = 0.0;
        for (size_t i = 0; i < n; i++) {
            s->turn[k] += 0.5 * (T1[i] - T0[i]) * (s->wf[i] + s->kick[i]);
        }
    }
    return nsd_dense_all_finite(tangents, s->turn) ? NSD_OK : NSD_NOT_FINITE;
}

/* mechanics->u <- gaps and joints over h, and sliding velocities, for no impulses        (RT.4) */
static nsd_status fill_right_sides(nsd_nonlinear_rattle *s, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n, count = mechanics->tally.count;
    nsd_coulomb     *coulomb = &s->base.friction.coulomb;
    double          *uJ = mechanics->u + count * s->block;

    for (int i = 0; i < count; i++) {
        const int     a = mechanics->tally.active[i];
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        double       *u = mechanics->u + i * s->block;
        u[0] = (mechanics->y[a] - s->lift[a]) / s->h - nsd_dense_dot(n, normal, s->kick);
        for (int k = 1; k < s->block; k++) {
            const int slide = a * (s->block - 1) + k - 1;
            u[k] = nsd_nonlinear_rattle_slide(s, slide, s->wf) + s->turn[slide];
        }
        if (s->block > 1) {
            coulomb->id[i] = a;
            coulomb->speed[i] = s->speed[a];
        }
    }
    if (model->p > 0) {
        NSD_TRY(nsd_mechanics_joints(mechanics, t + s->h, mechanics->q_mid, uJ));
    }
    for (int j = 0; j < model->p; j++) {
        uJ[j] = uJ[j] / s->h - nsd_dense_dot(n, mechanics->J + (size_t)j * (size_t)n, s->kick);
    }
    return NSD_OK;
}

/* w <- wf with the impulses of contacts and joints, which are left in mechanics->contact.z */
static nsd_status solve_contacts(nsd_nonlinear_rattle *s, double t)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      count = mechanics->tally.count * s->block;

    NSD_TRY(fill_start(s, t));
    NSD_TRY(find_turns(s, t));
    NSD_TRY(fill_right_sides(s, t));
    nsd_mechanics_gather_blocks(mechanics);
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, count,
                                                                      mechanics->model->p);
    for (int i = 0; i < mechanics->tally.count; i++) {
        memcpy(mechanics->contact.z + i * s->block, s->P1 + mechanics->tally.active[i] * s->block,
               (size_t)s->block * sizeof(double));
    }
    mechanics->contact.friction = s->block > 1 ? &s->base.friction.coulomb : NULL;
    const nsd_status status = nsd_contact_varying_solve(&mechanics->contact, &problem, s->w);
    mechanics->contact.friction = NULL;
    for (int i = 0; i < mechanics->tally.count && status == NSD_OK; i++) {
        memcpy(s->P1 + mechanics->tally.active[i] * s->block, mechanics->contact.z + i * s->block,
               (size_t)s->block * sizeof(double));
    }
    return status;
}

/* One iteration from w to w */
static nsd_status iterate(nsd_nonlinear_rattle *s, double t, int look)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;

    memcpy(s->last, s->w, (size_t)n * sizeof(double));
    NSD_TRY(free_motion(s, t));
    memcpy(s->w, s->wf, (size_t)n * sizeof(double));
    if (!look) {
        return NSD_OK;
    }
    for (int i = 0; i < n; i++) {
        mechanics->q_mid[i] = s->q0[i] + s->h * (s->wf[i] + s->kick[i]);
    }
    NSD_TRY(find_closed(s, t));
    if (mechanics->tally.count + mechanics->model->p > 0) {
        NSD_TRY(solve_contacts(s, t));
    }
    nsd_dense_sum(n, s->w, -1.0, s->wf, s->kick);
    return NSD_OK;
}

/* Largest change of the iteration, relative to the velocities; *rounding <- 1 when it moves the
 * position by no more than rounding */
static double find_change(const nsd_nonlinear_rattle *s, int *rounding)
{
    const int n = s->base.mechanics.model->n;
    double    moved = 0.0, size = 0.0;

    for (int i = 0; i < n; i++) {
        moved = fmax(moved, fabs(s->w[i] - s->last[i]));
        size = fmax(size, fmax(fabs(s->w[i]), fabs(s->wf[i])));
    }
    *rounding = s->h * moved <= NSD_POSITION_ROUNDING * nsd_dense_max_abs(n, s->q0);
    return nsd_dense_all_finite((size_t)n, s->w) ? moved / (size > 0.0 ? size : 1.0) : INFINITY;
}

/* slide <- sliding velocities of the middle of the step */
static void find_slides(nsd_nonlinear_rattle *s)
{
    for (int k = 0; k < s->base.mechanics.model->m * (s->block - 1); k++) {
        s->slide[k] = nsd_nonlinear_rattle_slide(s, k, s->w) + s->turn[k];
    }
}

/* Laws of friction take the speed of the middle of the step: as the first iteration has found it,
 * which is exact enough for second order, and cannot make the iteration cycle            (RT.6) */
static void find_speeds(nsd_nonlinear_rattle *s)
{
    find_slides(s);
    for (int a = 0; a < s->base.mechanics.model->m && s->block > 1; a++) {
        s->speed[a] = nsd_nonlinear_rattle_speed(s, s->slide, a);
    }
}

/* w and P1 of the step                                                           (RT.3), (RT.4) */
static nsd_status solve(nsd_nonlinear_rattle *s, double t, int look)
{
    nsd_mechanics               *mechanics = &s->base.mechanics;
    const nsd_nonlinear_options *options = &mechanics->options;
    double                       previous = INFINITY;
    int                          fresh = 0, rounding = 0, solved = 0;

    for (int i = 0; i < options->newton_max_iter; i++) {
        NSD_TRY(iterate(s, t, look));
        const int    contacts = mechanics->tally.count + mechanics->model->p > 0;
        const double change = find_change(s, &rounding);
        const int    small = nsd_mechanics_converged(options, change, previous) ||
                          (!contacts && nsd_mechanics_will_converge(options, change, previous)) ||
                          (rounding && change >= 0.5 * previous);
        if (small && look) {
            return NSD_OK;
        }
        if (s->have_start && !solved++) {
            find_speeds(s);
        }
        if (i > 1 && !fresh && !small && change > NSD_NEWTON_NOISE &&
            change > SLOW_FIXED_POINT_RATIO * previous) {
            fresh = s->use_newton = 1;
            NSD_TRY(factor_newton(s, t, 1));
        }
        look = 1;
        previous = s->base.stepper.newton_residual = change;
    }
    return NSD_NEWTON;
}

/* Gaps at which contacts are closed: with steps of own length a contact that pushed before keeps
 * what extrapolation has opened                                                        (RT.10) */
static nsd_status find_lifts(nsd_nonlinear_rattle *s, const nsd_state *state, double t, int *pushed)
{
    const int m = s->base.mechanics.model->m;

    *pushed = s->base.mechanics.model->p > 0;
    for (int a = 0; a < m; a++) {
        *pushed = *pushed || state->P[a] > 0.0;
    }
    memset(s->lift, 0, (size_t)m * sizeof(double));
    if (*pushed && s->base.stepper.own) {
        NSD_TRY(fill_start(s, t));
        for (int a = 0; a < m; a++) {
            s->lift[a] = state->P[a] > 0.0 ? fmax(s->y0[a], 0.0) : 0.0;
        }
    }
    return NSD_OK;
}

/* shock <- 1 when a contact with an impulse was approached                               (RT.7) */
static void find_shock(nsd_nonlinear_rattle *s)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    const int            n = mechanics->model->n;

    s->shock = 0;
    for (int i = 0; i < mechanics->tally.count; i++) {
        const int     a = mechanics->tally.active[i];
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        double        size = fabs(mechanics->y_t[a]);
        for (int j = 0; j < n; j++) {
            size += fabs(normal[j]) * (fabs(s->v0[j]) + fabs(s->wf[j]));
        }
        s->shock = s->shock || (s->P1[a * s->block] > 0.0 && s->U0[a] < -HIT_SPEED * size);
    }
}

/* U0 <- the velocity with which the gap y0 is closed, where nothing else pushes: that of a constant
 * acceleration, which keeps the energy of an elastic impact; share <- the part of the step before
 * the first impact, 0 where something else pushes                                (RT.8), (RT.11) */
static void find_impact_speeds(nsd_nonlinear_rattle *s)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;

    s->share = 0.0;
    if (!s->shock || mechanics->model->p > 0) {
        return;
    }
    for (int i = 0; i < mechanics->tally.count; i++) {
        const int a = mechanics->tally.active[i];
        if (s->P1[a * s->block] > 0.0 && !(s->U0[a] < 0.0 && s->y0[a] > 0.0)) {
            return;
        }
    }
    s->share = 1.0;
    for (int i = 0; i < mechanics->tally.count; i++) {
        const int    a = mechanics->tally.active[i];
        const double U = s->U0[a], speed_up = nsd_mechanics_gap_rate(mechanics, a, s->wf) - U;
        if (s->P1[a * s->block] > 0.0) {
            s->U0[a] = -sqrt(fmax(U * U - 4.0 * speed_up / s->h * s->y0[a], 0.0));
            s->share = fmin(s->share, fabs(s->U0[a] - U) / (2.0 * fabs(speed_up) + DBL_MIN));
        }
    }
}

nsd_status nsd_nonlinear_rattle_first(nsd_nonlinear_rattle *s, nsd_state *state, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n;
    int              pushed = 0;

    memset(s->P1, 0, (size_t)(model->m * s->block) * sizeof(double));
    memset(s->closed, 0, (size_t)model->m);
    memset(s->kick, 0, n * sizeof(double));
    memcpy(s->w, s->v0, n * sizeof(double));
    mechanics->tally.count = 0;
    s->have_start = s->shock = 0;
    NSD_TRY(find_lifts(s, state, t, &pushed));
    if (s->base.friction.cohesive_contacts > 0) {
        NSD_TRY(fill_start(s, t));
    }
    NSD_TRY(s->use_newton ? factor_newton(s, t, 0) : nsd_nonlinear_rattle_factor(s, s->q0));
    NSD_TRY(solve(s, t, pushed));
    nsd_dense_sum(n, s->q0, s->h, s->w, state->q);
    memcpy(s->F0, mechanics->F, n * sizeof(double));
    if (mechanics->tally.count + model->p > 0) {
        find_shock(s);
        find_slides(s);
        nsd_nonlinear_rattle_add_works(s, state, mechanics->contact.z, s->v0, s->w);
        find_impact_speeds(s);
    }
    return NSD_OK;
}
