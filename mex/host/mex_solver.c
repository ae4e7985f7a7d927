/* mex_solver.c - options and answers that the gateways of all solvers share. */
#include "host/mex_solver.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"

/* Exponent of 2 up to which the largest entries are moderate: squares of their quotients are then
 * far from overflow. Larger: squares are lost. Smaller: answers of ordinary problems change in last
 * bits, because tolerances have units. */
#define MODERATE_EXPONENT 200

nsd_lcp_options nsd_mex_solver_options(const mxArray *s)
{
    nsd_lcp_options options;
    options.poll = nsd_mex_interrupt_poll();
    options.max_iter = (int)nsd_mex_number(s, "MaxIter", 1.0, INT_MAX);
    options.tolerance = nsd_mex_number(s, "Tolerance", DBL_MIN, DBL_MAX);
    options.rounding = NSD_DATA_ROUNDING; /* M and q are data */
    options.relaxation = mxGetField(s, 0, "Relaxation")
                             ? nsd_mex_number(s, "Relaxation", DBL_MIN, 2.0)
                             : 1.0;
    return options;
}

/* 0, or the exponent that brings x to order one */
static int unit_exponent(double x)
{
    int exponent = 0;
    if (x <= DBL_MAX) {
        frexp(x, &exponent);
    }
    return exponent > MODERATE_EXPONENT || exponent < -MODERATE_EXPONENT ? -exponent : 0;
}

nsd_mex_units nsd_mex_units_of(const double *M, size_t entries, const double *q, size_t n)
{
    const nsd_mex_units units = { unit_exponent(nsd_dense_largest(entries, M)),
                                  unit_exponent(nsd_dense_largest(n, q)) };
    return units;
}

int nsd_mex_unit_of(const double *M, size_t entries, const double *q, size_t n)
{
    return unit_exponent(fmax(nsd_dense_largest(entries, M), nsd_dense_largest(n, q)));
}

void nsd_mex_scale(double *x, size_t count, int exponent)
{
    for (size_t i = 0; exponent != 0 && i < count; i++) {
        x[i] = ldexp(x[i], exponent);
    }
}

const double *nsd_mex_scaled(const double *x, size_t count, int exponent)
{
    if (exponent == 0 || count == 0) {
        return x;
    }
    double *copy = mxMalloc(count * sizeof *copy);
    memcpy(copy, x, count * sizeof *copy);
    nsd_mex_scale(copy, count, exponent);
    return copy;
}

const double *nsd_mex_unscale(double *z, size_t count, nsd_mex_units units)
{
    const int exponent = units.matrix - units.vector;
    if (units.matrix == 0 && units.vector == 0) {
        return NULL;
    }
    nsd_mex_scale(z, count, exponent);
    double *again = mxMalloc((count + 1) * sizeof *again);
    memcpy(again, z, count * sizeof *again);
    nsd_mex_scale(again, count, -exponent);
    return again;
}

double *nsd_mex_solver_start(const mxArray *guess, const char *name, size_t n, mxArray **answer)
{
    const double *numbers = nsd_mex_matrix(guess, name, n, 1);
    *answer = nsd_mex_zeros(n, 1);
    if (n > 0) {
        memcpy(mxGetPr(*answer), numbers, n * sizeof *numbers);
    }
    return mxGetPr(*answer);
}

nsd_mex_solver nsd_mex_solver_begin(size_t bytes)
{
    nsd_mex_solver solver = { nsd_mex_scratch(bytes), { 0, 0.0, "" }, 0 };
    solver.threads = nsd_dense_blas_threads(1);
    return solver;
}

void nsd_mex_solver_end(nsd_mex_solver *solver, nsd_status status, const char *area,
                        mxArray *info[4])
{
    nsd_dense_blas_threads(solver->threads);
    mxFree(solver->scratch.base);
    if (status == NSD_STOPPED) {
        nsd_mex_interrupt_clear(); /* the answer so far is returned, and the session goes on */
    }
    nsd_mex_require(status, area);
    info[0] = mxCreateString(nsd_status_id(status));
    info[1] = mxCreateDoubleScalar(solver->info.iterations);
    info[2] = mxCreateDoubleScalar(solver->info.residual);
    info[3] = mxCreateString(solver->info.solver);
}
