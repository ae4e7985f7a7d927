/* mex_solver.h - options and answers that the gateways of all solvers share. */
#ifndef NSD_MEX_SOLVER_H
#define NSD_MEX_SOLVER_H

#include "host/mex_host.h"
#include "solve/lcp/lcp.h"

/* MaxIter, Tolerance and, where it is given, Relaxation; raises nsd:mex:badInput when one of them
 * is not a number in its range. The poll asks for Ctrl-C. */
nsd_lcp_options nsd_mex_solver_options(const mxArray *s);

/* Exponents of 2 by which the largest entries of a matrix and of a vector become of order one where
 * they are beyond 2^-200 and 2^200, so that no product of a solver leaves the range of numbers;
 * else 0. With M 2^matrix and q 2^vector, the unknowns are z 2^(vector - matrix). */
typedef struct nsd_mex_units {
    int matrix, vector;
} nsd_mex_units;

nsd_mex_units nsd_mex_units_of(const double *M, size_t entries, const double *q, size_t n);

/* The same with one exponent for both */
int nsd_mex_unit_of(const double *M, size_t entries, const double *q, size_t n);

/* x 2^exponent, in new memory of the host unless the exponent is 0 */
const double *nsd_mex_scaled(const double *x, size_t count, int exponent);

/* x <- x 2^exponent */
void nsd_mex_scale(double *x, size_t count, int exponent);

/* z <- the answer in the units given, for the answer z of a scaled problem. Returns what z is in
 * scaled units now, after rounding, or NULL when nothing was scaled: a gateway checks it again. */
const double *nsd_mex_unscale(double *z, size_t count, nsd_mex_units units);

/* *answer <- a copy of the guess, n x 1; returns its numbers */
double *nsd_mex_solver_start(const mxArray *guess, const char *name, size_t n, mxArray **answer);

/* Memory, information and the number of BLAS threads before the solver runs with one */
typedef struct nsd_mex_solver {
    nsd_scratch     scratch;
    nsd_solver_info info;
    int             threads;
} nsd_mex_solver;

nsd_mex_solver nsd_mex_solver_begin(size_t bytes);

/* Raises nsd:<area>:<id> when the status is negative; else info <- status, iterations, residual,
 * solver. A Ctrl-C that stopped the solver is forgotten. */
void nsd_mex_solver_end(nsd_mex_solver *solver, nsd_status status, const char *area,
                        mxArray *info[4]);

#endif
