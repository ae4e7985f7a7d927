/* nonlinear_paoli_solve.c - one step of Schatzman-Paoli with the metric frozen at q_n, or in the
 * geodesic distance: fixed point or Newton's iteration on the half-step velocity, with the contact
 * problem inside                                                                 (SP.7)-(SP.9) */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_paoli.h"

/* Ratio of two changes above which the fixed point is too slow and Newton's iteration takes over.
 * Smaller: dF/dv is evaluated where the fixed point would do; larger: stiff damping needs many
 * iterations, or fails. */
#define SLOW_FIXED_POINT_RATIO 0.1

double nsd_nonlinear_paoli_mean(nsd_nonlinear_paoli *s, const double *q_last, const double *w,
                                double t, int a)
{
    const nsd_model *model = s->base.mechanics.model;
    const double     h = s->base.mechanics.options.step.h;
    const double     e = model->e[a], share = 1.0 / (1.0 + e);

    for (int i = 0; i < model->n; i++) {
        s->mean[i] = share * (s->q1[i] + h * w[i] + e * q_last[i]);
    }
    return t + (1.0 - e) * share * h;
}

/* y_a at (q_n+1 + e_a q_n-1)/(1 + e_a) for every contact, with q_n+1 = q1 + h w; t = t_n. Moving
 * obstacles are evaluated at the same mean of the times t_n+1 and t_n-1 */
static nsd_status weighted_gaps(nsd_nonlinear_paoli *s, const double *q_last, const double *w,
                                double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        rounds = s->same_restitution ? 1 : model->m;

    for (int a = 0; a < rounds; a++) {
        const double at = nsd_nonlinear_paoli_mean(s, q_last, w, t, a);
        NSD_TRY(model->gap(model->context, at, s->mean,
                           s->same_restitution ? mechanics->y : mechanics->u));
        if (!s->same_restitution) {
            mechanics->y[a] = mechanics->u[a];
        }
    }
    return nsd_dense_all_finite((size_t)model->m, mechanics->y) ? NSD_OK : NSD_NOT_FINITE;
}

/* Right-hand sides of (SP.8), linearised at the iterate w with impulses z               (SP.9) */
nsd_status nsd_nonlinear_paoli_fill_right_sides(nsd_nonlinear_paoli *s, const nsd_state *state,
                                                const double *w, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h;

    if (model->m > 0) {
        NSD_TRY(weighted_gaps(s, state->q, w, t));
    }
    for (int a = 0; a < model->m; a++) {
        mechanics->u[a] = (1.0 + model->e[a]) / h * mechanics->y[a];
    }
    if (model->p > 0) {
        nsd_dense_sum(model->n, s->q1, h, w, s->mean);
        NSD_TRY(nsd_mechanics_joints(mechanics, t + h, s->mean, mechanics->u + model->m));
        for (int j = 0; j < model->p; j++) {
            mechanics->u[model->m + j] /= h;
        }
    }
    return NSD_OK;
}

/* 1 when there is a contact problem to solve: a contact closes or has an impulse, or joints */
int nsd_nonlinear_paoli_closes(const nsd_nonlinear_paoli *s)
{
    const nsd_model *model = s->base.mechanics.model;
    for (int a = 0; a < model->m; a++) {
        if (s->base.mechanics.u[a] < 0.0 || s->z[a] > 0.0) {
            return 1;
        }
    }
    return model->p > 0;
}

void nsd_nonlinear_paoli_select_all(nsd_tally *tally)
{
    tally->count = tally->m;
    for (int a = 0; a < tally->m; a++) {
        tally->active[a] = a;
    }
}

static nsd_status fill_normals(nsd_mechanics *mechanics, double t, const double *q)
{
    nsd_nonlinear_paoli_select_all(&mechanics->tally);
    NSD_TRY(nsd_mechanics_contact_normals(mechanics, t, q));
    NSD_TRY(nsd_mechanics_joint_normals(mechanics, t, q));
    nsd_mechanics_gather(mechanics);
    return NSD_OK;
}

/* u <- u - W z, the right-hand sides for z = 0; needs W of this step */
static void shift_by_iterate(nsd_nonlinear_paoli *s)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      size = mechanics->model->m + mechanics->model->p;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            mechanics->u[i] -= mechanics->contact.W[i + (size_t)j * (size_t)size] * s->z[j];
        }
    }
}

/* w1 from the projection of the weighted mean in the geodesic distance                (PR.3) */
static nsd_status solve_geodesic_contacts(nsd_nonlinear_paoli *s, const nsd_state *state, double t,
                                          int *have_H)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h, e = model->e[0], share = 1.0 / (1.0 + e);

    memcpy(s->w1, s->wf, (size_t)model->n * sizeof(double));
    memset(s->z, 0, (size_t)model->m * sizeof(double));
    NSD_TRY(nsd_nonlinear_paoli_fill_right_sides(s, state, s->wf, t));
    if (!nsd_nonlinear_paoli_closes(s)) {
        return NSD_OK;
    }
    for (int i = 0; i < model->n; i++) {
        s->mean[i] = share * (s->q1[i] + h * s->wf[i] + e * state->q[i]);
    }
    NSD_TRY(nsd_geodesic_project(&s->geodesic, t + (1.0 - e) * share * h, s->mean, s->z));
    for (int i = 0; i < model->n; i++) {
        s->w1[i] = ((1.0 + e) * s->mean[i] - e * state->q[i] - s->q1[i]) / h;
    }
    nsd_dense_scale(model->m, (1.0 + e) / h, s->z, s->z);
    *have_H = 1;
    NSD_TRY(nsd_mechanics_factor_mass(mechanics, s->q1)); /* and normals, for the works */
    return fill_normals(mechanics, t, s->q1);
}

nsd_status nsd_nonlinear_paoli_add_impulses(nsd_nonlinear_paoli *s)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     bytes = ((size_t)model->m + (size_t)model->p) * sizeof(double);
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, model->m,
                                                                      model->p);

    memcpy(mechanics->contact.z, s->z, bytes);
    const nsd_status status = nsd_contact_varying_solve(&mechanics->contact, &problem, s->w1);
    memcpy(s->z, mechanics->contact.z, bytes);
    return status;
}

/* w1 <- wf + M^-1 G z with z from (SP.8); have_W: W was computed earlier in this step */
static nsd_status solve_linearised_contacts(nsd_nonlinear_paoli *s, const nsd_state *state,
                                            double t, int *have_W)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n, size = (size_t)model->m + (size_t)model->p;

    memcpy(s->w1, s->wf, n * sizeof(double)); /* the iterate: free motion, impulses so far */
    for (size_t j = 0; j < size && *have_W; j++) {
        for (size_t i = 0; i < n; i++) {
            s->w1[i] += mechanics->contact.X[i + j * n] * s->z[j];
        }
    }
    NSD_TRY(nsd_nonlinear_paoli_fill_right_sides(s, state, s->w1, t));
    if (!nsd_nonlinear_paoli_closes(s)) {
        return NSD_OK;
    }
    if (*have_W) {
        shift_by_iterate(s);
    } else {
        NSD_TRY(fill_normals(mechanics, t, s->q1));
    }
    memcpy(s->w1, s->wf, n * sizeof(double));
    *have_W = 1;
    return nsd_nonlinear_paoli_add_impulses(s);
}

static nsd_status solve_contacts(nsd_nonlinear_paoli *s, const nsd_state *state, double t,
                                 int *have_W)
{
    const int geodesic = s->base.mechanics.options.metric == NSD_METRIC_GEODESIC &&
                         s->base.mechanics.model->m > 0;
    return geodesic ? solve_geodesic_contacts(s, state, t, have_W)
                    : solve_linearised_contacts(s, state, t, have_W);
}

/* A <- M - (h/2) Fv with Fv of this step or, unless fresh, of an earlier one            (SP.9) */
static nsd_status factor_damping(nsd_nonlinear_paoli *s, double t, int fresh)
{
    nsd_mechanics *mechanics = &s->base.mechanics;

    if (fresh) {
        NSD_TRY(nsd_mechanics_force_jac(mechanics, t, s->q1, mechanics->v_mid));
    }
    return nsd_nonlinear_base_factor_damping(mechanics, mechanics->options.step.h);
}

/* wf <- w + h M^-1 F(t, q1, (w + w1)/2), or a Newton step towards it                     (SP.7) */
static nsd_status free_motion(nsd_nonlinear_paoli *s, double t)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;

    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = 0.5 * (s->w[i] + s->w1[i]);
    }
    NSD_TRY(nsd_mechanics_force(mechanics, t, s->q1, mechanics->v_mid, mechanics->F));
    if (mechanics->holds == NSD_HOLDS_LU) {
        nsd_dense_scale(n, mechanics->options.step.h, mechanics->F, s->wf);
        nsd_nonlinear_base_take_momentum(mechanics, s->w1, s->w, s->wf);
        nsd_mechanics_solve(mechanics, s->wf);
        nsd_dense_add(n, 1.0, s->w1, s->wf);
        return NSD_OK;
    }
    memcpy(s->wf, mechanics->F, (size_t)n * sizeof(double));
    nsd_mechanics_solve(mechanics, s->wf);
    nsd_dense_sum(n, s->w, mechanics->options.step.h, s->wf, s->wf);
    return NSD_OK;
}

/* How far w1 moved from the last iterate r. F is finite, so w1 has no NaN. */
nsd_nonlinear_paoli_change nsd_nonlinear_paoli_change_of(const nsd_nonlinear_paoli *s)
{
    const int n = s->base.mechanics.model->n;
    double    moved = 0.0, scale = 0.0;
    for (int i = 0; i < n; i++) {
        moved = fmax(moved, fabs(s->w1[i] - s->base.mechanics.r[i]));
        scale = fmax(scale, fmax(fabs(s->w1[i]), fabs(s->wf[i])));
    }
    const double                     far = NSD_POSITION_ROUNDING * nsd_dense_max_abs(n, s->q1);
    const nsd_nonlinear_paoli_change change = { moved / (scale > 0.0 ? scale : 1.0),
                                                s->base.mechanics.options.step.h * moved <= far };
    return change;
}

/* 1 when the iteration may end; have_W: contacts take part in it */
int nsd_nonlinear_paoli_converged(const nsd_nonlinear_paoli        *s,
                                  const nsd_nonlinear_paoli_change *now, double previous,
                                  int have_W)
{
    const nsd_nonlinear_options *options = &s->base.mechanics.options;
    return nsd_mechanics_converged(options, now->relative, previous) ||
           (!have_W && nsd_mechanics_will_converge(options, now->relative, previous)) ||
           (now->rounding && now->relative >= 0.5 * previous);
}

/* w1 and z of the equation centred at t; `state` is the state of the step before. The fixed point
 * on w1 contracts by h |M^-1 dF/dv| / 2, which is tiny unless damping is stiff; then Newton's
 * iteration takes over, also in later steps. Gaps are evaluated once the free motion has converged,
 * and in every iteration if a contact closes. */
nsd_status nsd_nonlinear_paoli_solve(nsd_nonlinear_paoli *s, const nsd_state *state, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     bytes = (size_t)model->n * sizeof(double);
    const int        geodesic = mechanics->options.metric == NSD_METRIC_GEODESIC && model->m > 0;
    int              have_W = 0, free = model->p == 0;
    double           previous = INFINITY;

    memset(s->z, 0, (size_t)(model->m + model->p) * sizeof(double));
    nsd_status status = nsd_mechanics_factor_mass(mechanics, s->q1);
    int fresh = geodesic || mechanics->holds == NSD_HOLDS_MODEL; /* A stays M, or Fv is new */
    if (status == NSD_OK && s->use_newton) {
        status = factor_damping(s, t, 0);
    }
    for (int iter = 0; iter < mechanics->options.newton_max_iter && status == NSD_OK; iter++) {
        memcpy(mechanics->r, s->w1, bytes);
        status = free_motion(s, t);
        if (status == NSD_OK && free) {
            memcpy(s->w1, s->wf, bytes);
        } else if (status == NSD_OK) {
            status = solve_contacts(s, state, t, &have_W);
        }
        const nsd_nonlinear_paoli_change change = nsd_nonlinear_paoli_change_of(s);
        int done = nsd_nonlinear_paoli_converged(s, &change, previous, have_W);
        if (status == NSD_OK && done && free) {
            status = solve_contacts(s, state, t, &have_W);
            free = 0;
            done = !have_W;
        }
        if (status != NSD_OK || done) {
            s->use_newton = s->use_newton &&
                            !(fresh && have_W); /* perhaps the contact was slow, not the force */
            return status;
        }
        if (iter > 1 && change.relative > NSD_NEWTON_NOISE &&
            change.relative > SLOW_FIXED_POINT_RATIO * previous && !fresh) {
            fresh = s->use_newton = 1; /* from now on Newton's iteration */
            have_W = 0;
            status = factor_damping(s, t, 1);
        }
        previous = s->base.stepper.newton_residual = change.relative;
    }
    return status == NSD_OK ? NSD_NEWTON : status;
}
