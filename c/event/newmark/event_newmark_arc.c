/* event_newmark_arc.c - one implicit step of Newmark's scheme, by Newton with a kept matrix. */
#include <math.h>
#include <string.h>

#include "event/newmark/event_newmark_parts.h"

/* Ratio of successive changes above which K is made anew. Larger: more iterations with an old K;
 * smaller: more factorisations. */
#define NEW_MATRIX_RATE 0.2

/* Steps for which a measured ratio of changes replaces a second iteration. More: an old ratio may
 * accept an iterate that has not converged; fewer: more steps need a second iteration. */
#define TRUSTED_RATE_STEPS 8

/* Largest ratio of changes that is used to bound the error of the iterate. Larger: iterations that
 * hardly converge are accepted. */
#define LARGEST_TRUSTED_RATE 0.5

void nsd_event_newmark_fill_end(nsd_event_newmark *s, const nsd_state *state, double d)
{
    const int n = s->mechanics.model->n;
    for (int i = 0; i < n; i++) {
        const double sum = s->a0[i] + s->a1[i];
        s->q1[i] = state->q[i] + d * (state->v[i] + 0.25 * d * sum);
        s->v1[i] = state->v[i] + 0.5 * d * sum;
    }
}

/* K of a model that solves with M itself: the inverse of I - M^-1 C. C is destroyed. */
static nsd_status invert_over_mass(nsd_event_newmark *s, double *C)
{
    const nsd_model *model = s->mechanics.model;
    const size_t     n = (size_t)model->n;

    const nsd_status status = model->mass_factor(
        model->context, s->q1); /* computing C may have left M at another q */
    if (status != NSD_OK) {
        return status;
    }
    for (size_t j = 0; j < n; j++) {
        model->mass_solve(model->context, C + j * n);
        for (size_t i = 0; i < n; i++) {
            s->newton.K[i + j * n] = (i == j ? 1.0 : 0.0) - C[i + j * n];
            C[i + j * n] = i == j ? 1.0 : 0.0;
        }
    }
    if (nsd_dense_lu(model->n, s->newton.K, model->n, s->newton.pivot) != NSD_OK) {
        return NSD_NEWTON;
    }
    nsd_dense_lu_solve(model->n, model->n, s->newton.K, model->n, s->newton.pivot, C, model->n);
    memcpy(s->newton.K, C, n * n * sizeof *C);
    return NSD_OK;
}

/* K <- M - (h/2) Fv - (h^2/4) Fq at the iterate                                         (NM.3) */
static nsd_status factor_newton_matrix(nsd_event_newmark *s, double t, double h)
{
    nsd_mechanics        *mechanics = &s->mechanics;
    const nsd_model      *model = mechanics->model;
    const size_t          size = (size_t)model->n * (size_t)model->n;
    const nsd_model_point point = { s->q1, s->v1, s->F1 };

    nsd_status status = nsd_model_force_jac(model, t, &point, mechanics->Fq, mechanics->Fv,
                                            mechanics->work);
    if (status != NSD_OK) {
        return status;
    }
    s->newton.factorisations++;
    s->newton.factored = 1;
    s->newton.age = TRUSTED_RATE_STEPS;
    for (size_t i = 0; i < size; i++) {
        mechanics->Fq[i] = 0.5 * h * mechanics->Fv[i] + 0.25 * h * h * mechanics->Fq[i];
    }
    if (model->mass_factor) {
        return invert_over_mass(s, mechanics->Fq);
    }
    for (size_t i = 0; i < size; i++) {
        s->newton.K[i] = mechanics->M[i] - mechanics->Fq[i];
    }
    return nsd_dense_lu(model->n, s->newton.K, model->n, s->newton.pivot) == NSD_OK ? NSD_OK
                                                                                    : NSD_NEWTON;
}

/* x <- K x, K being an inverse; mechanics->v_mid is room */
static void times_inverse(const nsd_event_newmark *s, double *x)
{
    const int n = s->mechanics.model->n;
    double   *y = s->mechanics.v_mid;
    memset(y, 0, (size_t)n * sizeof *y);
    for (int j = 0; j < n; j++) {
        const double *column = s->newton.K + (size_t)j * (size_t)n;
        for (int i = 0; i < n; i++) {
            y[i] += column[i] * x[j];
        }
    }
    memcpy(x, y, (size_t)n * sizeof *y);
}

static void newton_solve(void *context, double *x)
{
    const nsd_event_newmark *s = context;
    const nsd_model         *model = s->mechanics.model;
    if (model->mass_factor) {
        model->mass_solve(model->context, x);
        times_inverse(s, x);
    } else {
        nsd_dense_lu_solve(model->n, 1, s->newton.K, model->n, s->newton.pivot, x, model->n);
    }
}

/* y <- M x */
static void times_mass(const nsd_mechanics *mechanics, const double *x, double *y)
{
    const int n = mechanics->model->n;
    memset(y, 0, (size_t)n * sizeof *y);
    for (int j = 0; j < n; j++) {
        const double *column = mechanics->M + (size_t)j * (size_t)n;
        for (int i = 0; i < n; i++) {
            y[i] += column[i] * x[j];
        }
    }
}

static nsd_status mass_and_force(nsd_event_newmark *s, double t)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    nsd_status       status = NSD_OK;

    s->evaluations++;
    if (model->mass_factor) {
        status = model->mass_factor(model->context, s->q1);
    } else if (!model->constant_mass) {
        status = nsd_mechanics_mass(mechanics, s->q1);
    }
    return status == NSD_OK ? nsd_mechanics_force(mechanics, t, s->q1, s->v1, s->F1) : status;
}

/* a_new <- a1 - K^-1 (M a1 - F1)                                                        (NM.3) */
static void newton_update(nsd_event_newmark *s, double *a_new)
{
    const nsd_model *model = s->mechanics.model;
    const int        n = model->n;

    if (model->mass_factor) {
        memcpy(a_new, s->F1, (size_t)n * sizeof *a_new);
        model->mass_solve(model->context, a_new);
        for (int i = 0; i < n; i++) {
            a_new[i] = s->a1[i] - a_new[i];
        }
        times_inverse(s, a_new);
    } else {
        times_mass(&s->mechanics, s->a1, a_new);
        for (int i = 0; i < n; i++) {
            a_new[i] -= s->F1[i];
        }
        nsd_dense_lu_solve(n, 1, s->newton.K, n, s->newton.pivot, a_new, n);
    }
    for (int i = 0; i < n; i++) {
        a_new[i] = s->a1[i] - a_new[i];
    }
}

/* Held contacts and joints: G'a + kappa = 0 at the end of the step                      (NM.4) */
static nsd_status constrain_accelerations(nsd_event_newmark *s, double t, double *a_new)
{
    nsd_mechanics        *mechanics = &s->mechanics;
    const nsd_model      *model = mechanics->model;
    const nsd_event_point point = { t, s->q1, s->v1 };

    nsd_held_select(&s->held, s->is_held);
    nsd_status status = nsd_held_bias(&s->held, &point, s->h);
    if (status != NSD_OK) {
        return status;
    }
    const int                         count = mechanics->tally.count, rows = count + model->p;
    const nsd_contact_varying_problem problem = { 0, rows, mechanics->G, mechanics->u, newton_solve,
                                                  s };
    for (int i = 0; i < rows; i++) {
        const double *normal = mechanics->G + (size_t)i * (size_t)model->n;
        mechanics->u[i] =
            nsd_dense_dot(model->n, normal, a_new) +
            s->held.kappa[i < count ? mechanics->tally.active[i] : model->m + i - count];
    }
    if (model->mass_factor) {
        status = model->mass_factor(model->context, s->q1);
    }
    status = status == NSD_OK ? nsd_held_equalities(&s->held, &problem, a_new) : status;
    memset(s->lambda1, 0, (size_t)model->m * sizeof(double));
    for (int i = 0; i < count; i++) {
        s->lambda1[mechanics->tally.active[i]] = s->held.rows.z[i];
    }
    memcpy(s->mu1, s->held.rows.z + count, (size_t)model->p * sizeof(double));
    return status;
}

/* One iteration; `change` <- relative change of the velocity */
static nsd_status iterate(nsd_event_newmark *s, const nsd_state *state, double h, double *change)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;
    const double   t = state->t + h;
    double        *a_new = mechanics->r;
    double         size = 0.0, largest = 0.0;

    nsd_event_newmark_fill_end(s, state, h);
    nsd_status status = mass_and_force(s, t);
    if (status == NSD_OK && !s->newton.factored) {
        status = factor_newton_matrix(s, t, h);
    }
    if (status != NSD_OK) {
        return status;
    }
    newton_update(s, a_new);
    if (s->held_count + mechanics->model->p > 0) {
        status = constrain_accelerations(s, t, a_new);
    }
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(a_new[i] - s->a1[i]));
        size = fmax(size, fmax(fabs(s->v1[i]), fabs(state->v[i])) + h * fabs(a_new[i]));
        s->a1[i] = a_new[i];
    }
    *change = 0.5 * h * largest / (size > 0.0 ? size : 1.0);
    if (status == NSD_OK && !nsd_dense_all_finite((size_t)n, s->a1)) {
        return NSD_NEWTON;
    }
    return status;
}

static nsd_status newton(nsd_event_newmark *s, const nsd_state *state, double h)
{
    const nsd_nonlinear_options *options = &s->mechanics.options;
    double                       change = INFINITY, previous = INFINITY;

    for (int i = 0; i < options->newton_max_iter; i++) {
        const nsd_status status = iterate(s, state, h, &change);
        if (status != NSD_OK) {
            return status;
        }
        double rate = 1.0; /* unknown */
        if (i > 0) {
            rate = s->newton.rate = change / previous;
            s->newton.age = 0;
        } else if (s->newton.age < TRUSTED_RATE_STEPS) {
            rate = s->newton.rate;
            s->newton.age++;
        }
        if (nsd_mechanics_converged(options, change, previous) ||
            (rate < LARGEST_TRUSTED_RATE && change * rate <= options->newton_tolerance)) {
            return NSD_OK;
        }
        if (i > 0 && rate > NEW_MATRIX_RATE) {
            s->newton.factored = 0;
        }
        previous = change;
    }
    s->base.newton_residual = change;
    return NSD_NEWTON;
}

/* F1 <- M a1 - H lambda - J mu: the force that belongs to the last correction, while F1 was
 * evaluated at the iterate before. F1 stays for a model that solves with M itself. */
static void force_of_last_correction(nsd_event_newmark *s)
{
    const nsd_mechanics *mechanics = &s->mechanics;
    const nsd_model     *model = mechanics->model;
    const int            n = model->n;
    const int            rows = s->held_count + model->p;

    if (model->mass_factor) {
        return;
    }
    times_mass(mechanics, s->a1, s->F1);
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < n; i++) {
            s->F1[i] -= mechanics->G[i + (size_t)j * (size_t)n] * s->held.rows.z[j];
        }
    }
}

nsd_status nsd_event_newmark_arc(nsd_event_newmark *s, const nsd_state *state, double h)
{
    const size_t n = (size_t)s->mechanics.model->n;
    const double ratio = s->last.h > 0.0 ? h / s->last.h : 0.0;

    for (size_t i = 0; i < n; i++) {
        s->a1[i] = ratio > 0.0 ? s->a0[i] + ratio * (s->a0[i] - s->last.a[i]) : s->a0[i];
    }
    memset(s->lambda1, 0, (size_t)s->mechanics.model->m * sizeof(double)); /* of open contacts */
    nsd_status status = newton(s, state, h);
    if (status == NSD_NEWTON) { /* once more, from the start of the step with a new matrix */
        memcpy(s->a1, s->a0, n * sizeof(double));
        s->newton.factored = 0;
        status = newton(s, state, h);
        s->newton.factored = s->newton.factored && status == NSD_OK;
    }
    s->arc = h;
    if (status == NSD_OK) {
        force_of_last_correction(s);
        nsd_event_newmark_fill_end(s, state, h);
    }
    return status;
}
