/* first_order_newton.c - theta scheme for nonlinear first-order systems.
 *
 *   R = x_k+1 - x_k - h (theta f_k+1 + (1 - theta) f_k) - h g(x_rho, lambda, t_rho) = 0   (FO.9)
 *   y = h(x_rho, lambda, t_rho),   x_rho = rho x_k+1 + (1 - rho) x_k
 *
 * Newton's step is a relay problem for lambda with the matrix y_lambda - rho y_x J^-1 R_lambda
 * (FO.10). Derivatives are kept within a step while the residual falls fast enough; without
 * derivatives of the model, forward differences serve. */
#include "scheme/first_order/first_order_newton.h"

#include <math.h>
#include <string.h>

/* Ratio of two residuals above which derivatives are evaluated anew within a step. Smaller: more
 * evaluations of derivatives; larger: more iterations. */
#define REFRESH_RATIO 0.1

/* Smallest tolerance on the relative residual: ten roundings. Smaller: a tolerance of zero may
 * never be reached; larger: tight tolerances are not kept. */
#define RESIDUAL_ROUNDING 2e-15

/* Shift of forward differences, relative to the value: about the root of the rounding. Smaller:
 * rounding spoils the derivatives; larger: truncation does. Both slow Newton's iteration down. */
#define DIFFERENCE_SHIFT 1.5e-08

/* A value below this part of the largest value of its vector is shifted as if it had that size.
 * Smaller: the shift of a value near zero is lost in rounding; zero: a value of zero is not shifted
 * and its derivative is NaN; larger: truncation. */
#define SHIFT_FLOOR 1e-3

typedef nsd_first_order_newton newton;

static double largest_entry(int n, const double *x)
{
    double size = 0.0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(x[i]));
    }
    return size;
}

static double difference_step(double value, double size)
{
    const double scale = fmax(fabs(value), size > 0.0 ? SHIFT_FLOOR * size : 1.0);
    /* volatile: moved is rounded to double, so that the shift is exact */
    const volatile double moved = value + DIFFERENCE_SHIFT * scale;
    return moved - value;
}

/* column <- (column - base)/shift */
static void difference_quotient(int rows, const double *base, double shift, double *column)
{
    for (int i = 0; i < rows; i++) {
        column[i] = (column[i] - base[i]) / shift;
    }
}

/* fx at (t, x); s->f is the rate there */
static nsd_status rate_jacobian(newton *s, double t)
{
    const nsd_first_order_model *model = s->model;
    const int                    n = model->n;
    nsd_status status = model->rate_jac ? model->rate_jac(model->context, t, s->x, s->fx)
                                        : NSD_NOT_FINITE;

    if (status != NSD_NOT_FINITE) {
        return status;
    }
    status = NSD_OK;
    const double size = largest_entry(n, s->x);
    memcpy(s->shift, s->x, (size_t)n * sizeof(double));
    for (int j = 0; j < n && status == NSD_OK; j++) {
        double      *column = s->fx + (size_t)j * (size_t)n;
        const double shift = difference_step(s->x[j], size);
        s->shift[j] = s->x[j] + shift;
        status = model->rate(model->context, t, s->shift, column);
        s->shift[j] = s->x[j];
        difference_quotient(n, s->f, shift, column);
    }
    return status;
}

typedef nsd_status relation_fn(void *context, double t, const double *x, const double *lambda,
                               double *value);

typedef struct derivative { /* of output or action */
    relation_fn  *value;
    int           rows;
    const double *base;             /* rows: value at (xr, lambda)         */
    double       *by_x, *by_lambda; /* rows x n, rows x m: the derivatives */
} derivative;

/* Derivatives by x and lambda from forward differences at (t, xr, lambda) */
static nsd_status differences(newton *s, double t, const derivative *d)
{
    const int    n = s->model->n, m = s->model->m;
    const double size_x = largest_entry(n, s->xr), size_l = largest_entry(m, s->lambda);
    double      *x = s->shift, *lambda = s->shift + n;
    nsd_status   status = NSD_OK;

    memcpy(x, s->xr, (size_t)n * sizeof(double));
    memcpy(lambda, s->lambda, (size_t)m * sizeof(double));
    for (int j = 0; j < n + m && status == NSD_OK; j++) {
        const double kept = s->shift[j], shift = difference_step(kept, j < n ? size_x : size_l);
        double      *column = j < n ? d->by_x + (size_t)j * (size_t)d->rows
                                    : d->by_lambda + (size_t)(j - n) * (size_t)d->rows;
        s->shift[j] = kept + shift;
        status = d->value(s->model->context, t, x, lambda, column);
        s->shift[j] = kept;
        difference_quotient(d->rows, d->base, shift, column);
    }
    return status;
}

/* yx, yl at (t, xr, lambda); s->y is the output there */
static nsd_status output_jacobian(newton *s, double t)
{
    const nsd_first_order_model *model = s->model;
    const derivative             output = { model->output, model->m, s->y, s->yx, s->yl };
    const nsd_status status = model->output_jac ? model->output_jac(model->context, t, s->xr,
                                                                    s->lambda, s->yx, s->yl)
                                                : NSD_NOT_FINITE;

    return status == NSD_NOT_FINITE ? differences(s, t, &output) : status;
}

/* yx, yl, rx, rl at (t, xr, lambda); s->y and s->r are output and action there */
static nsd_status relation_jacobians(newton *s, double t)
{
    const nsd_first_order_model *model = s->model;
    const derivative             action = { model->action, model->n, s->r, s->rx, s->rl };
    nsd_status                   status = output_jacobian(s, t);

    if (status != NSD_OK) {
        return status;
    }
    status = model->action_jac
                 ? model->action_jac(model->context, t, s->xr, s->lambda, s->rx, s->rl)
                 : NSD_NOT_FINITE;
    return status == NSD_NOT_FINITE ? differences(s, t, &action) : status;
}

/* R and y at (x, lambda); residual <- max|R| relative to the terms of R                (FO.9) */
static nsd_status evaluate(newton *s, const nsd_state *state, double *residual)
{
    const nsd_first_order_model *model = s->model;
    const int                    n = model->n;
    const double                 h = s->options.h, t = state->t;
    double                       size = 0.0, largest = 0.0;

    for (int i = 0; i < n; i++) {
        s->xr[i] = state->q[i] + s->rho * (s->x[i] - state->q[i]);
    }
    NSD_TRY(model->rate(model->context, t + h, s->x, s->f));
    NSD_TRY(model->action(model->context, t + s->rho * h, s->xr, s->lambda, s->r));
    NSD_TRY(model->output(model->context, t + s->rho * h, s->xr, s->lambda, s->y));
    for (int i = 0; i < n; i++) {
        const double smooth = h * (s->theta * s->f[i] + (1.0 - s->theta) * s->f0[i]);
        s->R[i] = s->x[i] - state->q[i] - smooth - h * s->r[i]; /*                     (FO.9) */
        largest = fmax(largest, fabs(s->R[i]));
        size = fmax(size, fabs(s->x[i]) + fabs(state->q[i]) + fabs(smooth) + fabs(h * s->r[i]));
    }
    *residual = size > 0.0 ? largest / size : 0.0;
    return nsd_dense_all_finite((size_t)n, s->R) && nsd_dense_all_finite((size_t)model->m, s->y)
               ? NSD_OK
               : NSD_NOT_FINITE;
}

/* Factors of J, X = J^-1 R_lambda and the matrix M of the relay                         (FO.10) */
static nsd_status linearise(newton *s, double t)
{
    const int    n = s->model->n, m = s->model->m;
    const double h = s->options.h;
    nsd_status   status = rate_jacobian(s, t + h);

    if (status == NSD_OK) {
        status = relation_jacobians(s, t + s->rho * h);
    }
    if (status != NSD_OK) {
        return status;
    }
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++) {
        s->J[i] = -h * (s->theta * s->fx[i] + s->rho * s->rx[i]) + (i % ((size_t)n + 1) == 0);
    }
    for (size_t i = 0; i < (size_t)n * (size_t)m; i++) {
        s->X[i] = -h * s->rl[i];
    }
    if (!nsd_dense_all_finite((size_t)n * (size_t)n, s->J) ||
        !nsd_dense_all_finite((size_t)n * (size_t)m, s->X)) {
        return NSD_NOT_FINITE;
    }
    if (nsd_dense_lu(n, s->J, n, s->pivot) != NSD_OK) {
        return NSD_NEWTON;
    }
    if (m > 0) {
        nsd_dense_lu_solve(n, m, s->J, n, s->pivot, s->X, n);
        memcpy(s->M, s->yl, (size_t)m * (size_t)m * sizeof(double));
        nsd_dense_gemm(NSD_PLAIN, m, m, n, -s->rho, s->yx, m, s->X, n, 1.0, s->M, m);
    }
    nsd_relay_forget(&s->solver.memory);
    return nsd_dense_all_finite((size_t)m * (size_t)m, s->M) ? NSD_OK : NSD_NOT_FINITE;
}

static nsd_status solve_relay(newton *s)
{
    const int       m = s->model->m;
    const nsd_relay relay = { m, s->M, s->q, s->model->lower, s->model->upper };

    for (int j = 0; j < m; j++) {
        for (int i = 0; i < m; i++) {
            s->q[i] -= s->M[i + (size_t)j * (size_t)m] * s->lambda[j];
        }
    }
    return nsd_first_order_solver_solve(&s->solver, &relay, s->z);
}

/* One Newton step in x and lambda                                                    (FO.10) */
static nsd_status newton_step(newton *s)
{
    const int n = s->model->n, m = s->model->m;

    nsd_dense_lu_solve(n, 1, s->J, n, s->pivot, s->R, n);
    memcpy(s->q, s->y, (size_t)m * sizeof(double));
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++) {
            s->q[i] -= s->rho * s->yx[i + (size_t)j * (size_t)m] * s->R[j];
        }
    }
    NSD_TRY(solve_relay(s));
    for (int i = 0; i < n; i++) {
        s->x[i] -= s->R[i];
    }
    for (int j = 0; j < m; j++) {
        const double change = s->z[j] - s->lambda[j];
        for (int i = 0; i < n; i++) {
            s->x[i] -= s->X[i + (size_t)j * (size_t)n] * change;
        }
        s->lambda[j] = s->z[j];
    }
    return NSD_OK;
}

/* 1 when lambda and y satisfy (FO.8); residual <- their residual */
static int law_holds(const newton *s, double *residual)
{
    const nsd_relay relay = { s->model->m, s->M, s->q, s->model->lower, s->model->upper };
    int             accepted = 1;
    *residual = 0.0;
    if (relay.n > 0) {
        *residual = nsd_relay_residual(&relay, s->lambda, s->y, s->options.lcp.tolerance,
                                       &accepted);
    }
    return accepted;
}

static nsd_status iterate(newton *s, const nsd_state *state)
{
    const double tolerance = fmax(s->newton_tolerance, RESIDUAL_ROUNDING);
    double       residual = 0.0, last = 0.0, law = 0.0;
    nsd_status   status = evaluate(s, state, &residual);

    for (int k = 0; k < s->newton_max_iter && status == NSD_OK; k++) {
        if (k == 0 || !(fmax(residual, law) <= REFRESH_RATIO * last)) {
            status = linearise(s, state->t);
        }
        if (status == NSD_OK) {
            status = newton_step(s);
        }
        last = fmax(residual, law);
        if (status == NSD_OK) {
            status = evaluate(s, state, &residual);
        }
        if (status == NSD_OK && law_holds(s, &law) && residual <= tolerance) {
            s->solver.tally.worst = fmax(s->solver.tally.worst, law);
            return NSD_OK;
        }
    }
    s->base.newton_residual = fmax(residual, law);
    return status == NSD_OK ? NSD_NEWTON : status;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    newton   *s = (newton *)stepper;
    const int n = s->model->n, m = s->model->m;

    memcpy(s->x, state->q, (size_t)n * sizeof(double));
    memcpy(s->lambda, state->extra, (size_t)m * sizeof(double));
    NSD_TRY(s->theta < 1.0 ? s->model->rate(s->model->context, state->t, state->q, s->f0) : NSD_OK);
    NSD_TRY(iterate(s, state));
    memcpy(state->q, s->x, (size_t)n * sizeof(double));
    memcpy(state->extra, s->lambda, (size_t)m * sizeof(double));
    memcpy(state->extra + m, s->y, (size_t)m * sizeof(double));
    s->theta = s->options.theta;
    s->rho = s->options.rho;
    state->k++;
    return NSD_OK;
}

/* lambda and y of the first row: the relation at t_0 with x fixed, by Newton in lambda (FO.6) */
static nsd_status first_row(newton *s, nsd_state *state)
{
    const nsd_first_order_model *model = s->model;
    const int                    m = model->m;
    double                       law = 0.0;
    nsd_status                   status = NSD_OK;

    memcpy(s->xr, state->q, (size_t)model->n * sizeof(double));
    s->inconsistent_start = 1;
    for (int k = 0; k < s->newton_max_iter && s->inconsistent_start && m > 0; k++) {
        status = model->output(model->context, state->t, s->xr, s->lambda, s->y);
        if (status == NSD_OK && k > 0 && law_holds(s, &law)) {
            s->inconsistent_start = 0;
        } else if (status == NSD_OK) {
            status = output_jacobian(s, state->t);
            memcpy(s->M, s->yl, (size_t)m * (size_t)m * sizeof(double));
            memcpy(s->q, s->y, (size_t)m * sizeof(double));
            nsd_relay_forget(&s->solver.memory);
            status = status == NSD_OK ? solve_relay(s) : status;
            memcpy(s->lambda, s->z, (size_t)m * sizeof(double));
        }
        if (status != NSD_OK) {
            break;
        }
    }
    if (status < 0 || status == NSD_USER_ERROR) {
        return status;
    }
    for (int i = 0; i < m && s->inconsistent_start; i++) {
        s->lambda[i] = fmin(fmax(0.0, model->lower[i]), model->upper[i]);
    }
    s->inconsistent_start = s->inconsistent_start && m > 0;
    memcpy(state->extra, s->lambda, (size_t)m * sizeof(double));
    return m > 0 ? model->output(model->context, state->t, s->xr, s->lambda, state->extra + m)
                 : NSD_OK;
}

static void lay_out(newton *s, const nsd_first_order_model *model, nsd_scratch *scratch)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m;
    const struct {
        double **array;
        size_t   count;
    } parts[] = { { &s->x, n },      { &s->xr, n },     { &s->f0, n },       { &s->f, n },
                  { &s->r, n },      { &s->R, n },      { &s->lambda, m },   { &s->y, m },
                  { &s->z, m },      { &s->q, m },      { &s->fx, n * n },   { &s->rx, n * n },
                  { &s->J, n * n },  { &s->yx, n * m }, { &s->rl, n * m },   { &s->X, n * m },
                  { &s->yl, m * m }, { &s->M, m * m },  { &s->shift, n + m } };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        *parts[i].array = nsd_scratch_zeros(scratch, parts[i].count);
    }
    s->pivot = nsd_scratch_take(scratch, n, sizeof *s->pivot);
}

size_t nsd_first_order_newton_scratch(const nsd_first_order_model *model)
{
    const nsd_relay relay = { model->m, NULL, NULL, model->lower, model->upper };
    newton          stepper;
    nsd_scratch     counter = nsd_scratch_counter();
    lay_out(&stepper, model, &counter);
    return nsd_scratch_counted(&counter) + nsd_first_order_solver_scratch(&relay);
}

nsd_status nsd_first_order_newton_init(nsd_first_order_newton               *stepper,
                                       const nsd_first_order_model          *model,
                                       const nsd_first_order_newton_options *options,
                                       nsd_scratch *scratch, nsd_state *state)
{
    const nsd_relay relay = { model->m, NULL, NULL, model->lower, model->upper };

    memset(stepper, 0, sizeof *stepper);
    lay_out(stepper, model, scratch);
    stepper->base = nsd_first_order_base(step, &stepper->solver, model->n);
    stepper->model = model;
    stepper->options = options->step;
    stepper->newton_tolerance = options->newton_tolerance;
    stepper->newton_max_iter = options->newton_max_iter;
    nsd_status status = nsd_first_order_solver_init(&stepper->solver, &relay, &options->step.lcp,
                                                    scratch);
    if (status == NSD_OK) {
        status = first_row(stepper, state);
    }
    const double rho = options->step.rho;
    const int    implicit_first = stepper->inconsistent_start && rho > 0.0 && rho < 1.0;
    stepper->theta = implicit_first ? 1.0 : options->step.theta;
    stepper->rho = implicit_first ? 1.0 : rho;
    return status;
}
