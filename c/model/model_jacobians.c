/* model_jacobians.c - derivatives of a model: those of the model, or differences. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "model/model.h"

/* Lengths of difference steps that are tried at most (NL.7). More: time at corners of a gap
 * function, where no length is good; fewer: normals near corners or of short waves are wrong. */
#define STEP_LENGTHS 5

/* Ratio of a length to the next (NL.7). Larger: a good length may be skipped; smaller: STEP_LENGTHS
 * lengths do not come down far enough. */
#define LENGTH_RATIO 8.0

static nsd_status finite_status(nsd_status status, size_t size, const double *values)
{
    return status == NSD_OK && !nsd_dense_all_finite(size, values) ? NSD_NOT_FINITE : status;
}

typedef nsd_status relation_fn(void *context, double t, const double *q, double *y);

size_t nsd_model_work(const nsd_model *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t most = m * (size_t)(model->surface.d > 1 ? model->surface.d : 1);
    const size_t rows = most > p ? most : p;
    const size_t jacobians = 2 * n + (5 * rows > 3 * n ? 5 * rows : 3 * n);
    const size_t motion = n + 5 * rows + n * rows; /* model/model_motion.c */
    return jacobians > motion ? jacobians : motion;
}

/* A step d for which x + d is exact: about `relative` of the size of x, or of 1 near zero */
static double exact_step(double x, double relative)
{
    volatile double moved = x + relative * fmax(1.0, fabs(x));
    return moved - x;
}

/* column <- (F(x + d) - F) / d for a step d of one entry of q or v */
static nsd_status force_column(const nsd_model *model, double t, const nsd_model_point *at,
                               double *entry, double *column)
{
    const double saved = *entry, d = exact_step(saved, sqrt(DBL_EPSILON));
    double      *F = column;

    *entry = saved + d;
    const nsd_status status = model->force(model->context, t, at->q, at->v, F);
    *entry = saved;
    for (int i = 0; i < model->n; i++) {
        column[i] = (F[i] - at->F[i]) / d;
    }
    return status;
}

nsd_status nsd_model_force_jac(const nsd_model *model, double t, const nsd_model_point *point,
                               double *Fq, double *Fv, double *work)
{
    const size_t n = (size_t)model->n;
    double      *q = work, *v = work + n;

    if (model->force_jac) {
        NSD_TRY(model->force_jac(model->context, t, point->q, point->v, Fq, Fv));
        return nsd_dense_all_finite(n * n, Fq) && nsd_dense_all_finite(n * n, Fv) ? NSD_OK
                                                                                  : NSD_NOT_FINITE;
    }
    memcpy(q, point->q, n * sizeof *q);
    memcpy(v, point->v, n * sizeof *v);
    const nsd_model_point at = { q, v, point->F };
    for (size_t j = 0; j < n; j++) {
        NSD_TRY(force_column(model, t, &at, q + j, Fq + j * n));
        NSD_TRY(force_column(model, t, &at, v + j, Fv + j * n));
    }
    return finite_status(finite_status(NSD_OK, n * n, Fq), n * n, Fv);
}

/* values <- column j of a matrix at the places of the pattern */
static void keep_column(const nsd_columns *pattern, int j, const double *column, double *values)
{
    for (ptrdiff_t k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
        values[k] = column[pattern->row[k]];
    }
}

nsd_status nsd_model_sparse_force(const nsd_model *model, double t, const nsd_model_point *point,
                                  double *Fq, double *Fv, double *work)
{
    const nsd_columns *pattern = &model->sparse->matrix;
    const size_t       n = (size_t)model->n, size = (size_t)pattern->start[n];
    double            *q = work, *v = work + n, *column = work + 2 * n;

    memcpy(q, point->q, n * sizeof *q);
    memcpy(v, point->v, n * sizeof *v);
    const nsd_model_point at = { q, v, point->F };
    for (size_t j = 0; j < n; j++) {
        NSD_TRY(force_column(model, t, &at, q + j, column));
        keep_column(pattern, (int)j, column, Fq);
        NSD_TRY(force_column(model, t, &at, v + j, column));
        keep_column(pattern, (int)j, column, Fv);
    }
    return finite_status(finite_status(NSD_OK, size, Fq), size, Fv);
}

typedef struct relation {
    const nsd_model   *model;
    relation_fn       *value;
    int                rows;
    double             t, *q;   /* the point; central changes it and restores it */
    double            *low;     /* rows: work space of central                   */
    int                failed;  /* 1: y raised an error that did not come back   */
    const nsd_columns *pattern; /* of H, whose numbers are kept; NULL: H is full */
} relation;

/* y at the point. A function whose domain ends raises its error again; an error that does not come
 * back has another reason and ends the run. */
static nsd_status value_at(relation *r, double *y)
{
    const nsd_status status = r->value(r->model->context, r->t, r->q, y);
    if (status == NSD_USER_ERROR) {
        r->failed = r->value(r->model->context, r->t, r->q, y) == NSD_OK;
    }
    return status;
}

/* high <- (y(x + d) - y(x - d)) / 2d for one entry x of (t, q); size <- the largest |y| so far */
static nsd_status central(relation *r, double *entry, double d, double *high, double *size)
{
    const double saved = *entry;
    double      *low = r->low;

    *entry = saved + d;
    nsd_status status = value_at(r, high);
    *entry = saved - d;
    if (status == NSD_OK) {
        status = value_at(r, low);
    }
    *entry = saved;
    for (int i = 0; i < r->rows && status == NSD_OK; i++) {
        *size = fmax(*size, fmax(fabs(high[i]), fabs(low[i])));
        high[i] = (high[i] - low[i]) / (2.0 * d);
    }
    return status;
}

/* 1 when no entries of two columns differ by more than `noise` */
static int equal_to_rounding(const relation *r, const double *x, const double *y, double noise)
{
    int equal = 1;
    for (int i = 0; i < r->rows; i++) {
        equal = equal && fabs(x[i] - y[i]) <= noise;
    }
    return equal;
}

/* column <- difference of sixth order from steps d, 2d and 3d; error <- its distance to the
 * difference of fourth order from d and 2d; enough <- an error that is rounding. Where d and 2d
 * give the same, as for functions of second degree, 3d is not evaluated.                 (NL.7) */
static nsd_status sixth_order(relation *r, double *entry, double d, double *column, double *error,
                              double *enough)
{
    double    *wide = column + r->rows, *wider = wide + r->rows, size = 0.0;
    nsd_status status = central(r, entry, d, column, &size);
    if (status == NSD_OK) {
        status = central(r, entry, 2.0 * d, wide, &size);
    }
    *error = 0.0;
    *enough = pow(4.0 * DBL_EPSILON * fmax(1.0, fabs(*entry)) / d, 2.0 / 3.0) +
              16.0 * DBL_EPSILON * size / d;
    if (status == NSD_OK && equal_to_rounding(r, column, wide, 2.0 * DBL_EPSILON * size / d)) {
        memcpy(column, wide, (size_t)r->rows * sizeof *column);
        return NSD_OK;
    }
    if (status == NSD_OK) {
        status = central(r, entry, 3.0 * d, wider, &size);
    }
    for (int i = 0; i < r->rows && status == NSD_OK; i++) {
        const double fourth = (4.0 * column[i] - wide[i]) / 3.0;
        column[i] = (15.0 * column[i] - 6.0 * wide[i] + wider[i]) / 10.0;
        const double off = fabs(column[i] - fourth) / fmax(1.0, fabs(column[i]));
        *error = off <= *error ? *error : off; /* keeps NaN */
    }
    *error = status == NSD_OK && *error <= DBL_MAX ? *error : DBL_MAX;
    return status;
}

/* column <- derivative by one entry. Normals enter the motion: differences are as exact as
 * rounding allows. Where fourth and sixth order disagree, or y cannot be evaluated, a corner or
 * the end of the domain is near, or y has short waves: take the best of shorter steps.    (NL.7) */
static nsd_status slope(relation *r, double *entry, double reach, double *column)
{
    const size_t rows = (size_t)r->rows;
    double      *best = column + 3 * rows;
    double       least = INFINITY, error = 0.0, enough = 0.0;
    nsd_status   status = NSD_OK;

    r->low = best + rows;
    for (int k = 0; k < STEP_LENGTHS; k++, reach /= LENGTH_RATIO) {
        status = sixth_order(r, entry, exact_step(*entry, reach), column, &error, &enough);
        if (r->failed || (status == NSD_OK && error <= enough)) {
            return status;
        }
        if (error < least) {
            least = error;
            memcpy(best, column, rows * sizeof *best);
        }
    }
    memcpy(column, best, rows * sizeof *best);
    return least < DBL_MAX ? NSD_OK : status;
}

/* Derivative by q_j: steps in parts of the size of q_j */
static nsd_status slope_q(relation *r, size_t j, double *column)
{
    return slope(r, r->q + j, pow(23.0 * DBL_EPSILON, 1.0 / 7.0), column);
}

/* Derivative by t: absolute steps, which grow only with the rounding of t */
static nsd_status slope_t(relation *r, double *column)
{
    const double size = fmax(1.0, fabs(r->t));
    return slope(r, &r->t, pow(23.0 * DBL_EPSILON * size, 1.0 / 7.0) / size, column);
}

/* H <- the derivatives by q_j, column */
static void keep_row(const relation *r, size_t j, const double *column, double *H)
{
    for (int a = 0; a < r->rows && !r->pattern; a++) {
        H[j + (size_t)a * (size_t)r->model->n] = column[a];
    }
    for (int a = 0; a < r->rows && r->pattern; a++) {
        for (ptrdiff_t k = r->pattern->start[a]; k < r->pattern->start[a + 1]; k++) {
            H[k] = r->pattern->row[k] == (ptrdiff_t)j ? column[a] : H[k];
        }
    }
}

/* H, rate <- derivatives by q and t by differences */
static nsd_status differences(relation *r, const double *q, double *H, double *rate, double *work)
{
    const size_t n = (size_t)r->model->n;
    double      *column = work + n;
    nsd_status   status = NSD_OK;

    r->q = work;
    memcpy(r->q, q, n * sizeof *q);
    for (size_t j = 0; j < n && status == NSD_OK; j++) {
        status = slope_q(r, j, column);
        keep_row(r, j, column, H);
    }
    memset(rate, 0, (size_t)r->rows * sizeof *rate);
    if (r->model->moving && status == NSD_OK) {
        status = slope_t(r, column);
        memcpy(rate, column, (size_t)r->rows * sizeof *rate);
    }
    return status;
}

typedef nsd_status jac_fn(void *context, double t, const double *q, double *H, double *rate);

/* H, rate <- derivatives by the model's own function, or differences; both finite */
static nsd_status relation_jac(relation r, jac_fn *own, const double *q, double *H, double *rate,
                               double *work)
{
    const size_t     rows = (size_t)r.rows, n = (size_t)r.model->n;
    const nsd_status status = own ? own(r.model->context, r.t, q, H, rate)
                                  : differences(&r, q, H, rate, work);
    return finite_status(finite_status(status, n * rows, H), rows, rate);
}

nsd_status nsd_model_gap_jac(const nsd_model *model, double t, const double *q, double *H,
                             double *y_t, double *work)
{
    const relation r = { model, model->gap, model->m, t, NULL, NULL, 0, NULL };
    return relation_jac(r, model->gap_jac, q, H, y_t, work);
}

nsd_status nsd_model_joint_jac(const nsd_model *model, double t, const double *q, double *J,
                               double *g_t, double *work)
{
    const relation r = { model, model->joint, model->p, t, NULL, NULL, 0, NULL };
    return relation_jac(r, model->joint_jac, q, J, g_t, work);
}

/* H and rate by differences at the places of a pattern */
static nsd_status sparse_differences(relation r, const nsd_columns *pattern, const double *q,
                                     double *H, double *rate, double *work)
{
    r.pattern = pattern;
    const nsd_status status = differences(&r, q, H, rate, work);
    return finite_status(finite_status(status, (size_t)pattern->start[r.rows], H), (size_t)r.rows,
                         rate);
}

nsd_status nsd_model_sparse_gap(const nsd_model *model, double t, const double *q, double *H,
                                double *y_t, double *work)
{
    const relation r = { model, model->gap, model->m, t, NULL, NULL, 0, NULL };
    return sparse_differences(r, &model->sparse->H, q, H, y_t, work);
}

nsd_status nsd_model_sparse_joint(const nsd_model *model, double t, const double *q, double *J,
                                  double *g_t, double *work)
{
    const relation r = { model, model->joint, model->p, t, NULL, NULL, 0, NULL };
    return sparse_differences(r, &model->sparse->J, q, J, g_t, work);
}

nsd_status nsd_model_gap_rate(const nsd_model *model, double t, const double *q, double *H,
                              double *y_t, double *work)
{
    const size_t m = (size_t)model->m;
    relation     r = { model, model->gap, model->m, t, work, NULL, 0, NULL };

    if (model->gap_jac) {
        return finite_status(model->gap_jac(model->context, t, q, H, y_t), m, y_t);
    }
    memcpy(r.q, q, (size_t)model->n * sizeof *q);
    const nsd_status status = slope_t(&r, work + model->n);
    memcpy(y_t, work + model->n, m * sizeof *y_t);
    return finite_status(status, m, y_t);
}
