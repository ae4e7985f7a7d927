/* model_motion.c - first and second derivatives of gaps and joints along a motion. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "model/model.h"

/* Part of a derivative within which differences of second and of fourth order must agree; that
 * of fourth order is then good to about 1e-9 (ED.17). Larger: wrong accelerations near corners;
 * smaller: times so short that rounding dominates. */
#define AGREEMENT_PART 1e-5

/* Times that are tried at most, each a quarter of the last (ED.17). More: evaluations where no
 * time is good; fewer: accelerations of gaps with short waves are wrong. */
#define MOST_DIFFERENCE_TIMES 12

typedef nsd_status value_fn(void *context, double t, const double *q, double *y);
typedef nsd_status jac_fn(void *context, double t, const double *q, double *H, double *rate);
typedef nsd_status tangent_fn(void *context, double t, const double *q, double *T);
typedef nsd_status bias_fn(void *context, double t, const double *q, const double *v,
                           double *kappa);

typedef struct relation {
    const nsd_model *model;
    int              rows;
    value_fn        *value;
    jac_fn          *jacobian; /* or NULL */
    bias_fn         *bias;     /* or NULL */
    tangent_fn      *tangent; /* instead of a Jacobian: directions that are no gradients, or NULL */
} relation;

static relation gaps_of(const nsd_model *model)
{
    return (relation){ model, model->m, model->gap, model->gap_jac, model->gap_bias, NULL };
}

/* q <- position of the motion at the time s later */
static void position_at(const relation *r, const nsd_model_motion *at, double s, double *q)
{
    for (int i = 0; i < r->model->n; i++) {
        q[i] = at->q[i] + s * at->v[i] + (at->a ? 0.5 * s * s * at->a[i] : 0.0);
    }
}

/* rates <- H'v + y_t at the time s later, on a straight line */
static nsd_status rates_at(const relation *r, const nsd_model_motion *at, double s, double *rates,
                           double *work)
{
    const int n = r->model->n;
    double   *q = work, *H = work + n;

    position_at(r, at, s, q);
    memset(rates, 0, (size_t)r->rows * sizeof *rates);
    NSD_TRY(r->tangent ? r->tangent(r->model->context, at->t + s, q, H)
                       : r->jacobian(r->model->context, at->t + s, q, H, rates));
    for (int a = 0; a < r->rows; a++) {
        rates[a] += nsd_dense_dot(n, H + (size_t)a * (size_t)n, at->v);
    }
    return NSD_OK;
}

/* 1 when the differences of second order (coarse) and fourth order (fine) agree, in parts of
 * `fine` or of `size`, the speed or acceleration of the motion                          (ED.17) */
static int short_enough(double coarse, double fine, double size, double noise)
{
    return fabs(coarse - fine) <=
           AGREEMENT_PART * fmax(fabs(fine), size) + 16.0 * DBL_EPSILON * noise;
}

/* kappa from exact rates at four points of the line: -2d, -d, d, 2d                   (ED.16) */
static nsd_status bias_of_rates(const relation *r, const nsd_model_motion *at, double *kappa,
                                double *work, int *good)
{
    static const int step[4] = { -2, -1, 1, 2 };
    const size_t     rows = (size_t)r->rows;
    double          *u = work, *rest = work + 4 * rows;

    for (int k = 0; k < 4; k++) {
        NSD_TRY(rates_at(r, at, step[k] * at->d, u + (size_t)k * rows, rest));
    }
    *good = 1;
    for (size_t a = 0; a < rows; a++) {
        const double near = u[a + 2 * rows] - u[a + rows], far = u[a + 3 * rows] - u[a];
        const double size = fmax(fabs(u[a]), fabs(u[a + 3 * rows]));
        kappa[a] = (8.0 * near - far) / (12.0 * at->d);
        *good &= short_enough(near / (2.0 * at->d), kappa[a], 0.0, size / at->d);
    }
    return NSD_OK;
}

/* U and A from the values at five points of the motion: -2d to 2d                     (ED.16) */
static nsd_status motion_of_values(const relation *r, const nsd_model_motion *at, double *U,
                                   double *A, double *work, int *good)
{
    const int    n = r->model->n;
    const double d = at->d, speed = nsd_dense_max_abs(n, at->v),
                 push = at->a ? nsd_dense_max_abs(n, at->a) : 0.0;
    const size_t rows = (size_t)r->rows;
    double      *q = work, *y = work + r->model->n;

    for (int k = 0; k < 5; k++) {
        position_at(r, at, (k - 2) * d, q);
        NSD_TRY(r->value(r->model->context, at->t + (k - 2) * d, q, y + (size_t)k * rows));
    }
    *good = 1;
    for (size_t a = 0; a < rows; a++) {
        const double y0 = y[a], y1 = y[a + rows], y2 = y[a + 2 * rows], y3 = y[a + 3 * rows],
                     y4 = y[a + 4 * rows];
        const double slope = (8.0 * (y3 - y1) - (y4 - y0)) / (12.0 * d);
        const double near = (y3 - y2) + (y1 - y2), far = (y4 - y2) + (y0 - y2);
        const double size = fmax(fabs(y0), fabs(y4)) + nsd_dense_max_abs(n, at->q);
        A[a] = (16.0 * near - far) / (12.0 * d * d);
        *good &= short_enough((y3 - y1) / (2.0 * d), slope, speed, size / d) &&
                 short_enough(near / (d * d), A[a], push, size / (d * d));
        if (U) {
            U[a] = slope;
        }
    }
    return NSD_OK;
}

/* Differences over at->d, which is made shorter until they agree                       (ED.17) */
static nsd_status motion_by_differences(const relation *r, nsd_model_motion *at, double *U,
                                        double *A, double *work)
{
    int good = 0;
    for (int k = 0; k < MOST_DIFFERENCE_TIMES && !good; k++) {
        at->d *= k > 0 ? 0.25 : 1.0;
        NSD_TRY(r->jacobian || r->tangent ? bias_of_rates(r, at, A, work, &good)
                                          : motion_of_values(r, at, U, A, work, &good));
    }
    return NSD_OK;
}

/* kappa <- bias of gaps, joints or tangents: by the model, or by differences along the line */
static nsd_status relation_bias(const relation *r, nsd_model_motion *at, double *kappa,
                                double *work)
{
    nsd_model_motion line = { at->t, at->q, at->v, NULL, at->d };

    NSD_TRY(r->bias ? r->bias(r->model->context, at->t, at->q, at->v, kappa)
                    : motion_by_differences(r, &line, NULL, kappa, work));
    at->d = line.d;
    return nsd_dense_all_finite((size_t)r->rows, kappa) ? NSD_OK : NSD_NOT_FINITE;
}

nsd_status nsd_model_gap_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                              double *work)
{
    const relation r = gaps_of(model);
    return relation_bias(&r, at, kappa, work);
}

nsd_status nsd_model_joint_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                                double *work)
{
    const relation r = { model, model->p, model->joint, model->joint_jac, model->joint_bias, NULL };
    return relation_bias(&r, at, kappa, work);
}

nsd_status nsd_model_tangent_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                                  double *work)
{
    const relation r = { .model = model,
                         .rows = model->surface.d * model->m,
                         .tangent = model->tangent };
    return relation_bias(&r, at, kappa, work);
}

nsd_status nsd_model_gap_motion(const nsd_model *model, nsd_model_motion *at, double *U, double *A,
                                double *H, double *work)
{
    const relation r = gaps_of(model);
    const int      n = model->n;

    if (model->normals) {
        for (int a = 0; a < model->m; a++) {
            U[a] = nsd_columns_dot(model->normals, a, at->v);
            A[a] = at->a ? nsd_columns_dot(model->normals, a, at->a) : 0.0;
        }
    } else if (!model->gap_jac) {
        NSD_TRY(motion_by_differences(&r, at, U, A, work));
    } else {
        NSD_TRY(model->gap_jac(model->context, at->t, at->q, H, U)); /* U holds y_t */
        NSD_TRY(relation_bias(&r, at, A, work));
        for (int a = 0; a < model->m; a++) {
            const double *normal = H + (size_t)a * (size_t)n;
            U[a] += nsd_dense_dot(n, normal, at->v);
            A[a] += at->a ? nsd_dense_dot(n, normal, at->a) : 0.0;
        }
    }
    const size_t m = (size_t)model->m;
    return nsd_dense_all_finite(m, U) && nsd_dense_all_finite(m, A) ? NSD_OK : NSD_NOT_FINITE;
}
