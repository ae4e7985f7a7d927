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

typedef struct newton {
    nsd_first_order_base         base; /* first: a stepper is a newton */
    const nsd_first_order_model *model;
    double                       newton_tolerance; /* on the residual of (FO.9), relative   */
    int                          newton_max_iter;
    double                      *x, *xr;      /* n: the new x; x at t_rho                     */
    double                      *f0, *f;      /* n: f at the start and at the end of the step */
    double                      *r, *R;       /* n: action g; residual of (FO.9)              */
    double                      *lambda, *y;  /* m: the iterate                               */
    double                      *z, *q;       /* m: unknown and right-hand side of the relay  */
    double                      *fx, *rx, *J; /* n x n; J the matrix of (FO.10), factored    */
    double                      *yx;          /* m x n                                       */
    double                      *rl, *X;      /* n x m; X = J^-1 R_lambda                    */
    double                      *yl, *M;      /* m x m; M the matrix of the relay (FO.10)    */
    double                      *shift;       /* n + m: the shifted point of differences     */
    nsd_int                     *pivot;       /* n                                           */
} newton;

static double difference_step(double value, double size)
{
    const double scale = fmax(fabs(value), size > 0.0 ? SHIFT_FLOOR * size : 1.0);
    /* volatile: moved is rounded to double, so that the shift is exact */
    const volatile double moved = value + DIFFERENCE_SHIFT * scale;
    return moved - value;
}

typedef nsd_status relation_fn(void *context, double t, const double *x, const double *lambda,
                               double *value);
typedef nsd_status relation_jac(void *context, double t, const double *x, const double *lambda,
                                double *by_x, double *by_lambda);

typedef struct derivative { /* of output or action; of the rate, where value and jac are NULL */
    relation_fn  *value;
    relation_jac *jac;
    int           rows;
    const double *x;                /* n: the point; lambda is that of the iterate  */
    const double *base;             /* rows: value at the point                     */
    double       *by_x, *by_lambda; /* rows x n, rows x m, or NULL: the derivatives */
} derivative;

/* Derivatives from forward differences at (t, x, lambda) */
static nsd_status differences(newton *s, double t, const derivative *d)
{
    const nsd_first_order_model *model = s->model;
    const int                    n = model->n, m = d->by_lambda ? model->m : 0;
    const double size_x = nsd_dense_max_abs(n, d->x), size_l = nsd_dense_max_abs(m, s->lambda);
    double      *x = s->shift, *lambda = s->shift + n;

    memcpy(x, d->x, (size_t)n * sizeof(double));
    memcpy(lambda, s->lambda, (size_t)m * sizeof(double));
    for (int j = 0; j < n + m; j++) {
        const double kept = s->shift[j], shift = difference_step(kept, j < n ? size_x : size_l);
        double      *column = j < n ? d->by_x + (size_t)j * (size_t)d->rows
                                    : d->by_lambda + (size_t)(j - n) * (size_t)d->rows;
        s->shift[j] = kept + shift;
        NSD_TRY(d->value ? d->value(model->context, t, x, lambda, column)
                         : model->rate(model->context, t, x, column));
        s->shift[j] = kept;
        for (int i = 0; i < d->rows; i++) {
            column[i] = (column[i] - d->base[i]) / shift;
        }
    }
    return NSD_OK;
}

/* Derivatives of the model, or differences where it has none */
static nsd_status derive(newton *s, double t, const derivative *d)
{
    const nsd_first_order_model *model = s->model;
    nsd_status                   status = NSD_NOT_FINITE;

    if (!d->value && model->rate_jac) {
        status = model->rate_jac(model->context, t, d->x, d->by_x);
    } else if (d->jac) {
        status = d->jac(model->context, t, d->x, s->lambda, d->by_x, d->by_lambda);
    }
    return status == NSD_NOT_FINITE ? differences(s, t, d) : status;
}

/* yx, yl at (t, xr, lambda); s->y is the output there */
static nsd_status output_jacobian(newton *s, double t)
{
    const nsd_first_order_model *model = s->model;
    const derivative output = { model->output, model->output_jac, model->m, s->xr, s->y, s->yx,
                                s->yl };
    return derive(s, t, &output);
}

/* R and y at (x, lambda); residual <- max|R| relative to the terms of R                (FO.9) */
static nsd_status evaluate(newton *s, const nsd_state *state, double *residual)
{
    const nsd_first_order_model *model = s->model;
    const int                    n = model->n;
    const double                 h = s->base.options.h, t = state->t;
    double                       size = 0.0, largest = 0.0;

    nsd_dense_between(n, s->base.rho, state->q, s->x, s->xr);
    NSD_TRY(model->rate(model->context, t + h, s->x, s->f));
    NSD_TRY(model->action(model->context, t + s->base.rho * h, s->xr, s->lambda, s->r));
    NSD_TRY(model->output(model->context, t + s->base.rho * h, s->xr, s->lambda, s->y));
    for (int i = 0; i < n; i++) {
        const double smooth = h * (s->base.theta * s->f[i] + (1.0 - s->base.theta) * s->f0[i]);
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
    const nsd_first_order_model *model = s->model;
    const int                    n = model->n, m = model->m;
    const double                 h = s->base.options.h, t_rho = t + s->base.rho * h;
    const derivative             rate = { NULL, NULL, n, s->x, s->f, s->fx, NULL };
    const derivative action = { model->action, model->action_jac, n, s->xr, s->r, s->rx, s->rl };

    NSD_TRY(derive(s, t + h, &rate));
    NSD_TRY(output_jacobian(s, t_rho));
    NSD_TRY(derive(s, t_rho, &action));
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++) {
        s->J[i] = -h * (s->base.theta * s->fx[i] + s->base.rho * s->rx[i]) +
                  (i % ((size_t)n + 1) == 0);
    }
    nsd_dense_scale((size_t)n * (size_t)m, -h, s->rl, s->X);
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
        for (int j = 0; j < m; j++) {
            nsd_first_order_add_product(m, n, -s->base.rho, s->yx, s->X + (size_t)j * (size_t)n,
                                        s->M + (size_t)j * (size_t)m);
        }
    }
    nsd_relay_forget(&s->base.memory);
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
    return nsd_first_order_base_solve(&s->base, &relay, s->z);
}

/* One Newton step in x and lambda                                                    (FO.10) */
static nsd_status newton_step(newton *s)
{
    const int n = s->model->n, m = s->model->m;

    nsd_dense_lu_solve(n, 1, s->J, n, s->pivot, s->R, n);
    memcpy(s->q, s->y, (size_t)m * sizeof(double));
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++) {
            s->q[i] -= s->base.rho * s->yx[i + (size_t)j * (size_t)m] * s->R[j];
        }
    }
    NSD_TRY(solve_relay(s));
    nsd_dense_add(n, -1.0, s->R, s->x);
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
        *residual = nsd_relay_residual(&relay, s->lambda, s->y, &s->base.options.lcp, &accepted);
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
            s->base.tally.worst = fmax(s->base.tally.worst, law);
            return NSD_OK;
        }
    }
    s->base.stepper.newton_residual = fmax(residual, law);
    return status == NSD_OK ? NSD_NEWTON : status;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    newton   *s = (newton *)stepper;
    const int n = s->model->n, m = s->model->m;

    memcpy(s->x, state->q, (size_t)n * sizeof(double));
    memcpy(s->lambda, state->extra, (size_t)m * sizeof(double));
    if (s->base.theta < 1.0) {
        NSD_TRY(s->model->rate(s->model->context, state->t, state->q, s->f0));
    }
    NSD_TRY(iterate(s, state));
    memcpy(state->q, s->x, (size_t)n * sizeof(double));
    memcpy(state->extra, s->lambda, (size_t)m * sizeof(double));
    memcpy(state->extra + m, s->y, (size_t)m * sizeof(double));
    for (int i = 0; i < m; i++) {
        state->extra[2 * m + i] = s->base.options.h * s->lambda[i];
    }
    s->base.theta = s->base.options.theta;
    s->base.rho = s->base.options.rho;
    state->k++;
    return NSD_OK;
}

/* lambda and y of the first row: the relation at t_0 with x fixed, by Newton in lambda (FO.6) */
static nsd_status first_row(newton *s, nsd_state *state)
{
    const nsd_first_order_model *model = s->model;
    const int                    m = model->m;
    const nsd_relay              relay = { m, s->M, s->q, model->lower, model->upper };
    double                       law = 0.0;
    nsd_status                   status = NSD_OK;

    memcpy(s->xr, state->q, (size_t)model->n * sizeof(double));
    s->base.inconsistent_start = 1;
    for (int k = 0; k < s->newton_max_iter && s->base.inconsistent_start && m > 0; k++) {
        status = model->output(model->context, state->t, s->xr, s->lambda, s->y);
        if (status == NSD_OK && k > 0 && law_holds(s, &law)) {
            s->base.inconsistent_start = 0;
        } else if (status == NSD_OK) {
            status = output_jacobian(s, state->t);
            memcpy(s->M, s->yl, (size_t)m * (size_t)m * sizeof(double));
            memcpy(s->q, s->y, (size_t)m * sizeof(double));
            nsd_relay_forget(&s->base.memory);
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
    s->base.inconsistent_start = s->base.inconsistent_start && m > 0;
    nsd_first_order_base_start(&s->base, &relay, s->lambda);
    memcpy(state->extra, s->lambda, (size_t)m * sizeof(double));
    return m > 0 ? model->output(model->context, state->t, s->xr, s->lambda, state->extra + m)
                 : NSD_OK;
}

static newton *lay_out(const nsd_first_order_model *model, newton *blank, nsd_scratch *scratch)
{
    newton      *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t n = (size_t)model->n, m = (size_t)model->m;

    NSD_SCRATCH_ZEROS(scratch, n, &s->x, &s->xr, &s->f0, &s->f, &s->r, &s->R);
    NSD_SCRATCH_ZEROS(scratch, m, &s->lambda, &s->y, &s->z, &s->q);
    NSD_SCRATCH_ZEROS(scratch, n * n, &s->fx, &s->rx, &s->J);
    NSD_SCRATCH_ZEROS(scratch, n * m, &s->yx, &s->rl, &s->X);
    NSD_SCRATCH_ZEROS(scratch, m * m, &s->yl, &s->M);
    NSD_SCRATCH_ZEROS(scratch, n + m, &s->shift);
    s->pivot = nsd_scratch_take(scratch, n, sizeof *s->pivot);
    return s;
}

size_t nsd_first_order_newton_scratch(const nsd_first_order_model *model)
{
    const nsd_relay relay = { model->m, NULL, NULL, model->lower, model->upper };
    nsd_scratch    *counter = NSD_SCRATCH_COUNTER;
    lay_out(model, &(newton){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_first_order_base_scratch(&relay);
}

nsd_status nsd_first_order_newton_init(const nsd_first_order_model          *model,
                                       const nsd_first_order_newton_options *options,
                                       nsd_scratch *scratch, nsd_state *state,
                                       nsd_first_order_base **stepper)
{
    const nsd_relay relay = { model->m, NULL, NULL, model->lower, model->upper };
    newton          blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_first_order_base_init(&s->base, model->n, &relay, &options->step, scratch));
    s->base.stepper.step = step;
    s->model = model;
    s->newton_tolerance = options->newton_tolerance;
    s->newton_max_iter = options->newton_max_iter;
    *stepper = &s->base;
    return first_row(s, state);
}
