/* nsd_model_motion.c - first and second derivatives of gaps and joints along a motion. */
#include <math.h>
#include <string.h>

#include "nsd_dense.h"
#include "nsd_model.h"

#define NEAR 4e-3 /* of the short time: central differences of exact rates                     */
#define WIDE 1.0  /* the same for values, which are differenced twice with five points (ED.16) */

typedef nsd_status value_fn(void *context, double t, const double *q, double *y);
typedef nsd_status jac_fn(void *context, double t, const double *q, double *H, double *rate);
typedef nsd_status bias_fn(void *context, double t, const double *q, const double *v,
                           double *kappa);

typedef struct relation {
    const nsd_model *model;
    int              rows;
    value_fn        *value;
    jac_fn          *jacobian; /* or NULL */
    bias_fn         *bias;     /* or NULL */
} relation;

static relation gaps_of(const nsd_model *model)
{
    const relation r = { model, model->m, model->gap, model->gap_jac, model->gap_bias };
    return r;
}

static relation joints_of(const nsd_model *model)
{
    const relation r = { model, model->p, model->joint, model->joint_jac, model->joint_bias };
    return r;
}

static void place(const relation *r, const nsd_model_motion *at, double s, double *q)
{
    for (int i = 0; i < r->model->n; i++) {
        q[i] = at->q[i] + s * at->v[i] + (at->a ? 0.5 * s * s * at->a[i] : 0.0);
    }
}

/* rates <- H'v + y_t at the place s further on, on a straight line */
static nsd_status rates_at(const relation *r, const nsd_model_motion *at, double s, double *rates,
                           double *work)
{
    const int n = r->model->n;
    double   *q = work, *H = work + n;

    place(r, at, s, q);
    const nsd_status status = r->jacobian(r->model->context, at->t + s, q, H, rates);
    for (int a = 0; a < r->rows && status == NSD_OK; a++) {
        rates[a] += nsd_dot(n, H + (size_t)a * (size_t)n, at->v);
    }
    return status;
}

/* kappa by central differences of exact rates */
static nsd_status bias_of_rates(const relation *r, const nsd_model_motion *at, double *kappa,
                                double *work)
{
    const nsd_model_motion line = { at->t, at->q, at->v, NULL, at->d };
    const double           d = NEAR * at->d;
    double                *before = work, *rest = work + r->rows;

    nsd_status status = rates_at(r, &line, d, kappa, rest);
    if (status == NSD_OK) {
        status = rates_at(r, &line, -d, before, rest);
    }
    for (int a = 0; a < r->rows; a++) {
        kappa[a] = (kappa[a] - before[a]) / (2.0 * d);
    }
    return status;
}

/* U and A from the values at five places along the motion                             (ED.16) */
static nsd_status five_places(const relation *r, const nsd_model_motion *at, double *U, double *A,
                              double *work)
{
    static const int step[5] = { -2, -1, 0, 1, 2 };
    const double     d = WIDE * at->d;
    const size_t     rows = (size_t)r->rows;
    double          *q = work, *y = work + r->model->n;
    nsd_status       status = NSD_OK;

    for (int k = 0; k < 5 && status == NSD_OK; k++) {
        place(r, at, step[k] * d, q);
        status = r->value(r->model->context, at->t + step[k] * d, q, y + (size_t)k * rows);
    }
    for (size_t a = 0; a < rows && status == NSD_OK; a++) {
        const double y0 = y[a], y1 = y[a + rows], y2 = y[a + 2 * rows], y3 = y[a + 3 * rows],
                     y4 = y[a + 4 * rows];
        if (U) {
            U[a] = (8.0 * (y3 - y1) - (y4 - y0)) / (12.0 * d);
        }
        A[a] = (16.0 * ((y3 - y2) + (y1 - y2)) - ((y4 - y2) + (y0 - y2))) / (12.0 * d * d);
    }
    return status;
}

static nsd_status bias(const relation *r, const nsd_model_motion *at, double *kappa, double *work)
{
    const nsd_model_motion line = { at->t, at->q, at->v, NULL, at->d };
    nsd_status             status = NSD_OK;

    if (r->bias) {
        status = r->bias(r->model->context, at->t, at->q, at->v, kappa);
    } else if (r->jacobian) {
        status = bias_of_rates(r, at, kappa, work);
    } else {
        status = five_places(r, &line, NULL, kappa, work);
    }
    return status == NSD_OK && !nsd_all_finite((size_t)r->rows, kappa) ? NSD_NOT_FINITE : status;
}

nsd_status nsd_model_gap_bias(const nsd_model *model, const nsd_model_motion *at, double *kappa,
                              double *work)
{
    const relation r = gaps_of(model);
    return bias(&r, at, kappa, work);
}

nsd_status nsd_model_joint_bias(const nsd_model *model, const nsd_model_motion *at, double *kappa,
                                double *work)
{
    const relation r = joints_of(model);
    return bias(&r, at, kappa, work);
}

nsd_status nsd_model_gap_motion(const nsd_model *model, const nsd_model_motion *at, double *U,
                                double *A, double *H, double *work)
{
    const relation r = gaps_of(model);
    const int      n = model->n;
    nsd_status     status = NSD_OK;

    if (!model->gap_jac) {
        status = five_places(&r, at, U, A, work);
    } else {
        status = model->gap_jac(model->context, at->t, at->q, H, U); /* U holds y_t */
        if (status == NSD_OK) {
            status = bias(&r, at, A, work);
        }
        for (int a = 0; a < model->m && status == NSD_OK; a++) {
            const double *normal = H + (size_t)a * (size_t)n;
            U[a] += nsd_dot(n, normal, at->v);
            A[a] += at->a ? nsd_dot(n, normal, at->a) : 0.0;
        }
    }
    const size_t m = (size_t)model->m;
    return status == NSD_OK && !(nsd_all_finite(m, U) && nsd_all_finite(m, A)) ? NSD_NOT_FINITE
                                                                               : status;
}
