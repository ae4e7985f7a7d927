/* integrate_rosenbrock.c - Rodas, the stiffly accurate Rosenbrock method of order 4(3) with six
 * stages of Hairer and Wanner, for flows with a stiff smooth part.                      (ED.22) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "event/integrate/integrate.h"

enum { STAGES = 6 };

/* Coefficients of Rodas; DENSE: of its continuous extension */
static const double GAMMA = 0.25;
static const double NODE[STAGES] = { 0.0, 0.386, 0.21, 0.63, 1.0, 1.0 };
static const double TIME[STAGES] = { 0.25, -0.1043, 0.1035, -0.03620000000000023, 0.0, 0.0 };
static const double A[STAGES][STAGES] = {
    { 0.0 },
    { 1.544 },
    { 0.9466785280815826, 0.2557011698983284 },
    { 3.314825187068521, 2.896124015972201, 0.9986419139977817 },
    { 1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950 },
    { 1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1.0 }
};
static const double C[STAGES][STAGES] = {
    { 0.0 },
    { -5.6688 },
    { -2.430093356833875, -0.2063599157091915 },
    { -0.1073529058151375, -9.594562251023355, -20.47028614809616 },
    { 7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160 },
    { 8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
      -6.058818238834054 }
};
static const double DENSE[2][5] = { { 10.12623508344586, -7.487995877610167, -34.80091861555747,
                                      -7.992771707568823, 1.025137723295662 },
                                    { -0.6762803392801253, 6.087714651680015, 16.43084320892478,
                                      24.76722511418386, -6.594389125716872 } };

/* Step times the rate of a damper, above which forces are not those at the states: the tolerances
 * of velocities times the damper are more than the whole force. Smaller: errors of the energy are
 * counted as work of the force; larger: works of stiff forces are wrong. */
#define STIFF_STEP_RATES 30.0

/* slope <- derivative of the field by x_j, or by t where j < 0; `unit`: size of that variable. A
 * one-sided difference, or a central one where the field itself is made of differences */
static nsd_status difference(nsd_integrate_rosenbrock *s, double t, int j, double unit,
                             double *slope)
{
    nsd_flow       *flow = s->base.flow;
    const int       central = flow->stick_count > 0 && flow->field_noise > 0.0;
    double         *place = j < 0 ? &t : s->x + j;
    const double    from = *place;
    volatile double moved = from + (central ? cbrt(flow->field_noise) : sqrt(DBL_EPSILON)) * unit;
    const double    d = moved - from;
    const double   *other = central ? s->u : s->base.f0;

    *place = from - d;
    NSD_TRY(central ? flow->field(flow, t, s->x, s->u) : NSD_OK);
    *place = moved;
    NSD_TRY(flow->field(flow, t, s->x, slope));
    *place = from;
    for (int i = 0; i < flow->size; i++) {
        slope[i] = (slope[i] - other[i]) / (central ? 2.0 * d : d);
    }
    return NSD_OK;
}

/* J and f_t at (t, x0) by differences, without rows of the works: nothing depends on works, and
 * fill_works integrates them by Simpson's rule */
static nsd_status begin(nsd_integrate *base, double t, const double *x0, double *longest)
{
    nsd_integrate_rosenbrock *s = (nsd_integrate_rosenbrock *)base;
    const int                 size = base->flow->size;

    *longest = INFINITY;
    if (base->flow->stick_count + base->flow->joints > 0) { /* x0 was projected after f0 */
        NSD_TRY(base->flow->field(base->flow, t, x0, base->f0));
    }
    memset(s->J, 0, (size_t)size * (size_t)size * sizeof(double));
    memcpy(s->x, x0, (size_t)size * sizeof(double));
    for (int j = 0; j < base->flow->controlled; j++) {
        double *column = s->J + (size_t)j * (size_t)size;
        NSD_TRY(difference(s, t, j, fmax(fabs(x0[j]), s->least), column));
        for (int i = base->flow->controlled; i < size; i++) {
            column[i] = 0.0;
        }
    }
    return difference(s, t, -1, fmax(fabs(t), base->flow->longest_difference_time), s->f_t);
}

/* E <- I / (h gamma) - J, factored */
static nsd_status factor_stage_matrix(nsd_integrate_rosenbrock *s, double h)
{
    const size_t size = (size_t)s->base.flow->size;
    nsd_dense_scale(size * size, -1.0, s->J, s->E);
    for (size_t i = 0; i < size; i++) {
        s->E[i + i * size] += 1.0 / (h * GAMMA);
    }
    return nsd_dense_lu((int)size, s->E, (int)size, s->pivot) == NSD_OK ? NSD_OK : NSD_DIVERGED;
}

/* s->x <- x0 + sum of A u, u_k <- E^-1 (f + h TIME f_t + sum of C u / h) */
static nsd_status stage(nsd_integrate_rosenbrock *s, double t, const double *x0, double h, int k)
{
    const int size = s->base.flow->size;
    double   *u = s->u + (size_t)k * (size_t)size;

    memcpy(s->x, x0, (size_t)size * sizeof(double));
    for (int j = 0; j < k; j++) {
        const double *before = s->u + (size_t)j * (size_t)size;
        nsd_dense_add(size, A[k][j], before, s->x);
    }
    if (k == 0) {
        memcpy(u, s->base.f0, (size_t)size * sizeof(double));
    } else {
        NSD_TRY(s->base.flow->field(s->base.flow, t + NODE[k] * h, s->x, u));
    }
    for (int i = 0; i < size; i++) {
        double sum = h * TIME[k] * s->f_t[i];
        for (int j = 0; j < k; j++) {
            sum += C[k][j] / h * s->u[(size_t)j * (size_t)size + (size_t)i];
        }
        u[i] += sum;
    }
    nsd_dense_lu_solve(size, 1, s->E, size, s->pivot, u, size);
    return NSD_OK;
}

/* Works at the end of a step by Simpson's rule; f1: the field there. The state in the middle lies
 * on the cubic with states and slopes of both ends. */
static nsd_status fill_works(nsd_integrate_rosenbrock *s, double t, const double *x0, double h,
                             const double *f1, double *x1)
{
    const nsd_integrate *base = &s->base;
    const int            size = base->flow->size;
    double              *middle = s->u; /* the stages are not needed any more */

    for (int i = 0; i < size; i++) {
        s->x[i] = 0.5 * (x0[i] + x1[i]) + 0.125 * h * (base->f0[i] - f1[i]);
    }
    NSD_TRY(base->flow->field(base->flow, t + 0.5 * h, s->x, middle));
    for (int i = base->flow->controlled; i < size; i++) {
        x1[i] = x0[i] + h / 6.0 * (base->f0[i] + 4.0 * middle[i] + f1[i]);
    }
    return NSD_OK;
}

/* 1 when dampers of a mechanical system are much faster than the step */
static int is_stiff(const nsd_integrate_rosenbrock *s, double h)
{
    const nsd_flow *flow = s->base.flow;
    double          rate = 0.0;
    for (int i = flow->controlled / 2; flow->order == 2 && i < flow->controlled; i++) {
        rate = fmax(rate, fabs(s->J[i + i * (size_t)flow->size]));
    }
    return h * rate > STIFF_STEP_RATES;
}

/* The work of the force <- the change of the kinetic energy without the other works      (ED.35) */
static nsd_status balance_works(const nsd_integrate_rosenbrock *s, const double *x0, double *x1)
{
    nsd_flow_mechanical *flow = (nsd_flow_mechanical *)s->base.flow;
    const int            n = flow->mechanics.model->n;
    double               before = 0.0, after = 0.0;

    NSD_TRY(nsd_mechanics_kinetic(&flow->mechanics, x0, x0 + n, &before));
    NSD_TRY(nsd_mechanics_kinetic(&flow->mechanics, x1, x1 + n, &after));
    double work = after - before;
    for (int i = 2 * n; i < flow->base.size; i++) {
        const int part = i == 2 * n + NSD_WORK_FORCE || i == 2 * n + NSD_WORK_DAMPING;
        work -= part ? 0.0 : x1[i] - x0[i];
    }
    x1[2 * n + NSD_WORK_FORCE] = x0[2 * n + NSD_WORK_FORCE] + work;
    return NSD_OK;
}

/* Error of the step, and coefficients of its continuous extension */
static double error_and_dense(const nsd_integrate_rosenbrock *s, const double *x0, const double *x1)
{
    const int     size = s->base.flow->size;
    const double *last = s->u + (size_t)(STAGES - 1) * (size_t)size;
    double        error = 0.0;

    for (int i = 0; i < s->base.flow->controlled; i++) {
        const double unit = s->abs_tol + s->rel_tol * fmax(fabs(x0[i]), fabs(x1[i]));
        error = fmax(error, fabs(last[i]) / unit);
    }
    memset(s->dense, 0, 2 * (size_t)size * sizeof(double));
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < 5; j++) {
            const double u = s->u[(size_t)j * (size_t)size + (size_t)i];
            s->dense[i] += DENSE[0][j] * u;
            s->dense[size + i] += DENSE[1][j] * u;
        }
    }
    return error;
}

/* A step of length zero, as where an event is located at the start: there is no E */
static nsd_status stay(nsd_integrate_rosenbrock *s, double t, const double *x0, double *x1,
                       double *error)
{
    const size_t size = (size_t)s->base.flow->size;

    memcpy(x1, x0, size * sizeof *x1);
    if (!error) {
        return NSD_OK;
    }
    *error = 0.0;
    memset(s->dense, 0, 2 * size * sizeof *s->dense);
    memcpy(s->end, x0, size * sizeof *x0);
    return s->base.flow->field(s->base.flow, t, x1, s->base.f1);
}

static nsd_status step(nsd_integrate *base, double t, const double *x0, double h, double *x1,
                       double *error)
{
    nsd_integrate_rosenbrock *s = (nsd_integrate_rosenbrock *)base;
    const int                 size = base->flow->size;
    const double             *last = s->u + (size_t)(STAGES - 1) * (size_t)size;

    if (h == 0.0) {
        return stay(s, t, x0, x1, error);
    }
    NSD_TRY(factor_stage_matrix(s, h));
    for (int k = 0; k < STAGES; k++) {
        NSD_TRY(stage(s, t, x0, h, k));
    }
    nsd_dense_sum(size, s->x, 1.0, last, x1);
    if (!nsd_dense_all_finite((size_t)size, x1)) {
        return NSD_DIVERGED;
    }
    double *f1 = error ? base->f1 : s->u + size; /* the stages are not needed any more */
    if (error) {
        *error = error_and_dense(s, x0, x1);
    }
    if (size > base->flow->controlled) {
        NSD_TRY(base->flow->field(base->flow, t + h, x1, f1));
        NSD_TRY(fill_works(s, t, x0, h, f1, x1));
        NSD_TRY(is_stiff(s, h) ? balance_works(s, x0, x1) : NSD_OK);
    }
    if (!error) {
        return NSD_OK;
    }
    memcpy(s->end, x1, (size_t)size * sizeof(double));
    return base->flow->field(base->flow, t + h, x1, f1); /* last: its forces are those of the end */
}

static void between(nsd_integrate *base, const nsd_integrate_step *last, double theta, int count,
                    double *x)
{
    const nsd_integrate_rosenbrock *s = (const nsd_integrate_rosenbrock *)base;
    const int                       size = base->flow->size;
    const double                    rest = 1.0 - theta;
    for (int i = 0; i < count; i++) {
        double bend = s->dense[i] + theta * s->dense[size + i];
        if (i >= base->flow->controlled) { /* works: the cubic with the powers of both ends */
            const double gain = s->end[i] - last->x0[i];
            bend = rest * (last->h * base->f0[i] - gain) - theta * (last->h * base->f1[i] - gain);
        }
        x[i] = last->x0[i] * rest + theta * (s->end[i] + rest * bend);
    }
}

static size_t lay_out(nsd_integrate_rosenbrock *s, int size, nsd_scratch *scratch)
{
    const size_t n = (size_t)size;
    NSD_SCRATCH_EACH(scratch, n * n, &s->J, &s->E);
    NSD_SCRATCH_EACH(scratch, n, &s->x, &s->f_t, &s->end, &s->base.f0, &s->base.f1);
    s->u = nsd_scratch_doubles(scratch, STAGES * n);
    s->dense = nsd_scratch_doubles(scratch, 2 * n);
    s->pivot = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    return nsd_scratch_counted(scratch);
}

size_t nsd_integrate_rosenbrock_scratch(int size)
{
    return lay_out(&(nsd_integrate_rosenbrock){ 0 }, size, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_integrate_rosenbrock_init(nsd_integrate_rosenbrock *s, nsd_flow *flow,
                                         double rel_tol, double abs_tol, nsd_scratch *scratch)
{
    const nsd_integrate functions = { .flow = flow,
                                      .order = 4.0,
                                      .begin = begin,
                                      .step = step,
                                      .between = between,
                                      .carry = nsd_integrate_swap };
    const size_t        from = scratch->used;

    s->base = functions;
    s->rel_tol = rel_tol;
    s->abs_tol = abs_tol;
    s->least = abs_tol / rel_tol;
    lay_out(s, flow->size, scratch);
    return nsd_scratch_clear(scratch, from);
}
