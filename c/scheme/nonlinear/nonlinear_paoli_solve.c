/* nonlinear_paoli_solve.c - one step of nonlinear Schatzman-Paoli: fixed point or Newton on
 * the half-step velocity, with the contact problem inside. */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_paoli.h"

/* y_a at (q_n+1 + e_a q_n-1)/(1 + e_a) for every contact, with q_n+1 = q1 + h w; t = t_n, and the
 * obstacle is where it stands at the same mean of the times */
static nsd_status weighted_gaps(nsd_paoli *s, const double *q_last, const double *w, double t)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h;
    const int        rounds = s->one_e ? 1 : model->m;
    nsd_status       status = NSD_OK;

    for (int a = 0; a < rounds && status == NSD_OK; a++) {
        const double e = model->e[a], share = 1.0 / (1.0 + e);
        for (int i = 0; i < model->n; i++) {
            s->mean[i] = share * (s->q1[i] + h * w[i] + e * q_last[i]);
        }
        status = model->gap(model->context, t + (1.0 - e) * share * h, s->mean,
                            s->one_e ? mechanics->y : mechanics->u);
        if (!s->one_e) {
            mechanics->y[a] = mechanics->u[a];
        }
    }
    return status == NSD_OK && !nsd_dense_all_finite((size_t)model->m, mechanics->y)
               ? NSD_NOT_FINITE
               : status;
}

/* Right-hand sides of (SP.8), linearised at the iterate w with impulses z               (SP.9) */
static nsd_status relations(nsd_paoli *s, const nsd_state *state, const double *w, double t)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h;
    nsd_status       status = NSD_OK;

    if (model->m > 0) {
        status = weighted_gaps(s, state->q, w, t);
    }
    for (int a = 0; a < model->m; a++) {
        mechanics->u[a] = (1.0 + model->e[a]) / h * mechanics->y[a];
    }
    if (status == NSD_OK && model->p > 0) {
        for (int i = 0; i < model->n; i++) {
            s->mean[i] = s->q1[i] + h * w[i];
        }
        status = model->joint(model->context, t + h, s->mean, mechanics->u + model->m);
        for (int j = 0; j < model->p; j++) {
            mechanics->u[model->m + j] /= h;
        }
        if (status == NSD_OK && !nsd_dense_all_finite((size_t)model->p, mechanics->u + model->m)) {
            status = NSD_NOT_FINITE;
        }
    }
    return status;
}

static int something_closes(const nsd_paoli *s)
{
    const nsd_model *model = s->mechanics.model;
    for (int a = 0; a < model->m; a++) {
        if (s->mechanics.u[a] < 0.0 || s->z[a] > 0.0) {
            return 1;
        }
    }
    return model->p > 0;
}

static nsd_status normals(nsd_mechanics *mechanics, double t, const double *q)
{
    const nsd_model *model = mechanics->model;
    nsd_status       status = NSD_OK;

    mechanics->tally.count = model->m;
    for (int a = 0; a < model->m; a++) {
        mechanics->tally.active[a] = a;
    }
    if (model->m > 0) {
        status = nsd_model_gap_jac(model, t, q, mechanics->H, mechanics->y_t, mechanics->work);
    }
    if (status == NSD_OK && model->p > 0) {
        status = nsd_model_joint_jac(model, t, q, mechanics->J, mechanics->g_t, mechanics->work);
    }
    nsd_mechanics_gather(mechanics);
    return status;
}

/* u <- u - W z, so that the local problem starts from z = 0: needs W of this step */
static void shift_by_iterate(nsd_paoli *s)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      size = mechanics->model->m + mechanics->model->p;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            mechanics->u[i] -= mechanics->contact.W[i + (size_t)j * (size_t)size] * s->z[j];
        }
    }
}

/* w1 from the projection of the weighted mean in the geodesic distance                (PR.3) */
static nsd_status geodesic_contact(nsd_paoli *s, const nsd_state *state, double t, int *have_H)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h, e = model->e[0], share = 1.0 / (1.0 + e);

    memcpy(s->w1, s->wf, (size_t)model->n * sizeof(double));
    memset(s->z, 0, (size_t)model->m * sizeof(double));
    nsd_status status = relations(s, state, s->wf, t);
    if (status != NSD_OK || !something_closes(s)) {
        return status;
    }
    for (int i = 0; i < model->n; i++) {
        s->mean[i] = share * (s->q1[i] + h * s->wf[i] + e * state->q[i]);
    }
    status = nsd_geodesic_project(&s->geodesic, t + (1.0 - e) * share * h, s->mean, s->z);
    for (int i = 0; i < model->n; i++) {
        s->w1[i] = ((1.0 + e) * s->mean[i] - e * state->q[i] - s->q1[i]) / h;
    }
    for (int a = 0; a < model->m; a++) {
        s->z[a] *= (1.0 + e) / h;
    }
    if (status == NSD_OK) { /* the factor of M(q1), and normals for the works */
        status = nsd_mechanics_factor_mass(mechanics, s->q1);
    }
    *have_H = 1;
    return status == NSD_OK ? normals(mechanics, t, s->q1) : status;
}

/* w1 <- wf + M^-1 G z with z from (SP.8); have_W: W was made earlier in this step */
static nsd_status contact(nsd_paoli *s, const nsd_state *state, double t, int *have_W)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n, size = (size_t)model->m + (size_t)model->p;

    memcpy(s->w1, s->wf, n * sizeof(double)); /* the iterate: free motion, impulses so far */
    for (size_t j = 0; j < size && *have_W; j++) {
        for (size_t i = 0; i < n; i++) {
            s->w1[i] += mechanics->contact.X[i + j * n] * s->z[j];
        }
    }
    nsd_status status = relations(s, state, s->w1, t);
    if (status != NSD_OK || !something_closes(s)) {
        return status;
    }
    if (*have_W) {
        shift_by_iterate(s);
    } else {
        status = normals(mechanics, t, s->q1);
    }
    memcpy(s->w1, s->wf, n * sizeof(double));
    memcpy(mechanics->contact.z, s->z, size * sizeof(double));
    const nsd_contact_varying_problem problem = {
        model->m, model->p, mechanics->G, mechanics->u, nsd_mechanics_solve, mechanics
    };
    if (status == NSD_OK) {
        status = nsd_contact_varying_solve(&mechanics->contact, &problem, s->w1);
        *have_W = 1;
    }
    memcpy(s->z, mechanics->contact.z, size * sizeof(double));
    return status;
}

static nsd_status resolve(nsd_paoli *s, const nsd_state *state, double t, int *have_W)
{
    const int geodesic = s->mechanics.options.geodesic && s->mechanics.model->m > 0;
    return geodesic ? geodesic_contact(s, state, t, have_W) : contact(s, state, t, have_W);
}

/* A <- M - (h/2) Fv with Fv of this step or, unless fresh, of an earlier one            (SP.9) */
static nsd_status factor_damping(nsd_paoli *s, double t, int fresh)
{
    nsd_mechanics        *mechanics = &s->mechanics;
    const nsd_model      *model = mechanics->model;
    const size_t          size = (size_t)model->n * (size_t)model->n;
    const nsd_model_point point = { s->q1, mechanics->v_mid, mechanics->F };

    if (fresh) {
        const nsd_status status = nsd_model_force_jac(model, t, &point, mechanics->Fq,
                                                      mechanics->Fv, mechanics->work);
        if (status != NSD_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < size; i++) {
        mechanics->A[i] = mechanics->M[i] - 0.5 * mechanics->options.step.h * mechanics->Fv[i];
    }
    mechanics->holds = NSD_HOLDS_LU;
    return nsd_dense_lu(model->n, mechanics->A, model->n, mechanics->pivot) == NSD_OK ? NSD_OK
                                                                                      : NSD_NEWTON;
}

/* r <- h F - M (w1 - w), what is missing when A is not M */
static void newton_residual(nsd_paoli *s)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;
    const double   h = mechanics->options.step.h;

    for (int i = 0; i < n; i++) {
        s->wf[i] = h * mechanics->F[i];
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            s->wf[i] -= mechanics->M[i + (size_t)j * (size_t)n] * (s->w1[j] - s->w[j]);
        }
    }
}

/* wf <- w + h M^-1 F(t, q1, (w + w1)/2), or a Newton step towards it                     (SP.7) */
static nsd_status free_motion(nsd_paoli *s, double t)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;

    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = 0.5 * (s->w[i] + s->w1[i]);
    }
    const nsd_status status = nsd_mechanics_force(mechanics, t, s->q1, mechanics->v_mid,
                                                  mechanics->F);
    if (status != NSD_OK) {
        return status;
    }
    if (mechanics->holds == NSD_HOLDS_LU) {
        newton_residual(s);
        nsd_mechanics_solve(mechanics, s->wf);
        for (int i = 0; i < n; i++) {
            s->wf[i] += s->w1[i];
        }
        return NSD_OK;
    }
    memcpy(s->wf, mechanics->F, (size_t)n * sizeof(double));
    nsd_mechanics_solve(mechanics, s->wf);
    for (int i = 0; i < n; i++) {
        s->wf[i] = s->w[i] + mechanics->options.step.h * s->wf[i];
    }
    return NSD_OK;
}

/* max|w1 - r| relative to w1, or to the free velocity, whose rounding is left where impulses take
 * all of it; F is finite, so no NaN gets here */
static double relative_change(const nsd_paoli *s)
{
    double change = 0.0, scale = 0.0;
    for (int i = 0; i < s->mechanics.model->n; i++) {
        const double moved = fabs(s->w1[i] - s->mechanics.r[i]);
        const double size = fmax(fabs(s->w1[i]), fabs(s->wf[i]));
        change = moved > change ? moved : change;
        scale = size > scale ? size : scale;
    }
    return change / (scale > 0.0 ? scale : 1.0);
}

/* Newton's iteration from here on, where the fixed point is slow */
static nsd_status go_stiff(nsd_paoli *s, double t, int *have_W)
{
    s->stiff = 1;
    *have_W = 0;
    return factor_damping(s, t, 1);
}

/* Fixed point on w1: its contraction is h |M^-1 dF/dv| / 2, tiny unless damping is stiff; then
 * Newton's iteration takes over, also in later steps. Gaps are looked at once the free motion has
 * converged, and in every iteration if one closes. */
nsd_status nsd_nonlinear_paoli_solve(nsd_paoli *s, const nsd_state *state, double t)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     bytes = (size_t)model->n * sizeof(double);
    const int        geodesic = mechanics->options.geodesic && model->m > 0;
    int              have_W = 0, free = model->p == 0;
    double           previous = INFINITY;

    memset(s->z, 0, (size_t)(model->m + model->p) * sizeof(double));
    nsd_status status = nsd_mechanics_factor_mass(mechanics, s->q1);
    int fresh = geodesic || mechanics->holds == NSD_HOLDS_MODEL; /* no other matrix is wanted */
    if (status == NSD_OK && s->stiff) {
        status = factor_damping(s, t, 0);
    }
    for (int iter = 0; iter < mechanics->options.newton_max_iter && status == NSD_OK; iter++) {
        memcpy(mechanics->r, s->w1, bytes);
        status = free_motion(s, t);
        if (status == NSD_OK && free) {
            memcpy(s->w1, s->wf, bytes);
        } else if (status == NSD_OK) {
            status = resolve(s, state, t, &have_W);
        }
        const double change = relative_change(s);
        int          done = nsd_mechanics_converged(&mechanics->options, change, previous) ||
                   (!have_W && nsd_mechanics_will_converge(&mechanics->options, change, previous));
        if (status == NSD_OK && done && free) {
            status = resolve(s, state, t, &have_W);
            free = 0;
            done = !have_W;
        }
        if (status != NSD_OK || done) {
            s->stiff = s->stiff &&
                       !(fresh && have_W); /* it may have been the contact that was slow */
            return status;
        }
        if (iter > 1 && change > NSD_NEWTON_NOISE && change > 0.1 * previous && !fresh) {
            fresh = 1;
            status = go_stiff(s, t, &have_W);
        }
        previous = s->base.newton_residual = change;
    }
    return status == NSD_OK ? NSD_NEWTON : status;
}
