/* first_order_jacobians.c - derivatives of a nonlinear first-order system: its own, or forward
 * differences around values that are known. */
#include <math.h>
#include <string.h>

#include "scheme/first_order/first_order_newton.h"

#define SHIFT 1.5e-08 /* of differences, relative */

static double size_of(int n, const double *x)
{
    double size = 0.0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(x[i]));
    }
    return size;
}

static double shift_of(double value, double size)
{
    const double          scale = fmax(fabs(value), size > 0.0 ? 1e-3 * size : 1.0);
    const volatile double moved = value + SHIFT * scale; /* so that the shift is exact */
    return moved - value;
}

/* column <- (column - base)/shift */
static void divide(int rows, const double *base, double shift, double *column)
{
    for (int i = 0; i < rows; i++) {
        column[i] = (column[i] - base[i]) / shift;
    }
}

nsd_status nsd_first_order_rate_jacobian(nsd_first_order_newton *s, double t)
{
    const nsd_first_order_model *model = s->model;
    const int                    n = model->n;
    nsd_status                   status = NSD_OK;

    if (model->rate_jac) {
        return model->rate_jac(model->context, t, s->x, s->fx);
    }
    const double size = size_of(n, s->x);
    memcpy(s->shift, s->x, (size_t)n * sizeof(double));
    for (int j = 0; j < n && status == NSD_OK; j++) {
        double      *column = s->fx + (size_t)j * (size_t)n;
        const double shift = shift_of(s->x[j], size);
        s->shift[j] = s->x[j] + shift;
        status = model->rate(model->context, t, s->shift, column);
        s->shift[j] = s->x[j];
        divide(n, s->f, shift, column);
    }
    return status;
}

typedef nsd_status relation_fn(void *context, double t, const double *x, const double *lambda,
                               double *value);

typedef struct derivative { /* of output or action: base value, and where its columns go */
    relation_fn  *value;
    int           rows;
    const double *base;
    double       *by_x, *by_lambda;
} derivative;

static nsd_status differences(nsd_first_order_newton *s, double t, const derivative *d)
{
    const int    n = s->model->n, m = s->model->m;
    const double size_x = size_of(n, s->xr), size_l = size_of(m, s->lambda);
    double      *x = s->shift, *lambda = s->shift + n;
    nsd_status   status = NSD_OK;

    memcpy(x, s->xr, (size_t)n * sizeof(double));
    memcpy(lambda, s->lambda, (size_t)m * sizeof(double));
    for (int j = 0; j < n + m && status == NSD_OK; j++) {
        const double kept = s->shift[j], shift = shift_of(kept, j < n ? size_x : size_l);
        double      *column = j < n ? d->by_x + (size_t)j * (size_t)d->rows
                                    : d->by_lambda + (size_t)(j - n) * (size_t)d->rows;
        s->shift[j] = kept + shift;
        status = d->value(s->model->context, t, x, lambda, column);
        s->shift[j] = kept;
        divide(d->rows, d->base, shift, column);
    }
    return status;
}

nsd_status nsd_first_order_output_jacobian(nsd_first_order_newton *s, double t)
{
    const nsd_first_order_model *model = s->model;
    const derivative             output = { model->output, model->m, s->y, s->yx, s->yl };

    return model->output_jac ? model->output_jac(model->context, t, s->xr, s->lambda, s->yx, s->yl)
                             : differences(s, t, &output);
}

nsd_status nsd_first_order_relation_jacobians(nsd_first_order_newton *s, double t)
{
    const nsd_first_order_model *model = s->model;
    const derivative             action = { model->action, model->n, s->r, s->rx, s->rl };
    const nsd_status             status = nsd_first_order_output_jacobian(s, t);

    if (status != NSD_OK) {
        return status;
    }
    return model->action_jac ? model->action_jac(model->context, t, s->xr, s->lambda, s->rx, s->rl)
                             : differences(s, t, &action);
}
