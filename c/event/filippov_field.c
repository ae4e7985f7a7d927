/* filippov_field.c - fields, sliding, conditions. */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "event/filippov.h"

static nsd_status gradient(nsd_filippov *s, double t, const double *x)
{
    const nsd_filippov_model *model = s->model;
    const int                 n = model->n, p = model->p;
    nsd_status                status = NSD_OK;

    if (model->surface_jac) {
        return model->surface_jac(model->context, t, x, s->S);
    }
    double *moved = s->minus; /* free here */
    memcpy(moved, x, (size_t)n * sizeof(double));
    for (int j = 0; j < n && status == NSD_OK; j++) {
        const double shift = 6e-6 * fmax(1.0, fabs(x[j]));
        double      *column = s->S + (size_t)j * (size_t)p;
        moved[j] = x[j] + shift;
        const double high = moved[j];
        status = model->surface(model->context, t, moved, column);
        moved[j] = x[j] - shift;
        const double width = high - moved[j];
        if (status == NSD_OK) {
            status = model->surface(model->context, t, moved, s->shifted);
        }
        moved[j] = x[j];
        for (int i = 0; i < p; i++) {
            column[i] = (column[i] - s->shifted[i]) / width;
        }
    }
    return status;
}

/* S_t of moving surfaces, by central differences */
static nsd_status drift(nsd_filippov *s, double t, const double *x)
{
    const nsd_filippov_model *model = s->model;
    const double              shift = 1e-5 * s->options.largest_step;
    const double              late = t + shift, early = t - shift;

    if (!model->moving) {
        return NSD_OK;
    }
    nsd_status status = model->surface(model->context, late, x, s->S_t);
    if (status == NSD_OK) {
        status = model->surface(model->context, early, x, s->shifted);
    }
    for (int i = 0; i < model->p; i++) {
        s->S_t[i] = (s->S_t[i] - s->shifted[i]) / (late - early);
    }
    return status;
}

static nsd_status slopes(nsd_filippov *s, double t, const double *x)
{
    const nsd_status status = gradient(s, t, x);
    return status == NSD_OK ? drift(s, t, x) : status;
}

static double along(const nsd_filippov *s, int i, const double *f)
{
    double sum = s->S_t[i];
    for (int j = 0; j < s->model->n; j++) {
        sum += s->S[i + (size_t)j * (size_t)s->model->p] * f[j];
    }
    return sum;
}

static nsd_status plain_field(nsd_filippov *s, double t, const double *x, double *f)
{
    s->tally.problems++;
    const nsd_status status = s->model->rate(s->model->context, t, x, s->side, f);
    return status == NSD_OK && !nsd_dense_all_finite((size_t)s->model->n, f) ? NSD_NOT_FINITE
                                                                             : status;
}

static nsd_status field_of_side(nsd_filippov *s, double t, const double *x, int i, double side,
                                double *f)
{
    const double kept = s->side[i];
    s->side[i] = side;
    const nsd_status status = plain_field(s, t, x, f);
    s->side[i] = kept;
    return status;
}

nsd_status nsd_filippov_rate(nsd_filippov *s, double t, const double *x, int i, double side,
                             double *rate)
{
    nsd_status status = slopes(s, t, x);
    if (status == NSD_OK) {
        status = field_of_side(s, t, x, i, side, s->plus);
    }
    *rate = along(s, i, s->plus);
    return status;
}

nsd_status nsd_filippov_field(nsd_filippov *s, double t, const double *x, double *f)
{
    if (s->slide < 0) {
        return plain_field(s, t, x, f);
    }
    nsd_status status = slopes(s, t, x);
    if (status == NSD_OK) {
        status = field_of_side(s, t, x, s->slide, -1.0, s->minus);
    }
    if (status == NSD_OK) {
        status = field_of_side(s, t, x, s->slide, 1.0, s->plus);
    }
    if (status != NSD_OK) {
        return status;
    }
    s->rate_minus = along(s, s->slide, s->minus);
    s->rate_plus = along(s, s->slide, s->plus);
    const double sum = s->rate_minus - s->rate_plus;
    s->weight = sum > 0.0 ? s->rate_minus / sum : 0.5; /*                              (FI.2) */
    for (int i = 0; i < s->model->n; i++) {
        f[i] = s->minus[i] + s->weight * (s->plus[i] - s->minus[i]);
    }
    return NSD_OK;
}

nsd_status nsd_filippov_conditions(nsd_filippov *s, double t, const double *x, double *g)
{
    const int  p = s->model->p;
    nsd_status status = s->model->surface(s->model->context, t, x, s->s);
    for (int i = 0; i < p; i++) {
        g[i] = i == s->slide ? 1.0 : s->side[i] * s->s[i];
    }
    g[p] = g[p + 1] = 1.0;
    if (status == NSD_OK && s->slide >= 0) {
        status = nsd_filippov_field(s, t, x, s->pair.trial);
        g[p] = s->rate_minus; /*                                                      (FI.3) */
        g[p + 1] = -s->rate_plus;
    }
    return status;
}

nsd_status nsd_filippov_step(nsd_filippov *s, double t, const double *x0, double h, double *error)
{
    return nsd_dp54_step(&s->pair, t, x0, h, s->x, error);
}
