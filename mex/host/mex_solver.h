/* mex_solver.h - options and answers that the gateways of all solvers share. */
#ifndef NSD_MEX_SOLVER_H
#define NSD_MEX_SOLVER_H

#include "host/mex_host.h"
#include "solve/lcp/lcp.h"

/* MaxIter, Tolerance and, where it is given, Relaxation; raises nsd:mex:badInput when one of them
 * is not a number in its range. The poll asks for Ctrl-C. */
nsd_lcp_options nsd_mex_solver_options(const mxArray *s);

/* *answer <- a copy of the guess, n x 1; returns its numbers */
double *nsd_mex_solver_start(const mxArray *guess, const char *name, size_t n, mxArray **answer);

/* Memory, information and the number of BLAS threads before the solver runs with one */
typedef struct nsd_mex_solver {
    nsd_scratch     scratch;
    nsd_solver_info info;
    int             threads;
} nsd_mex_solver;

nsd_mex_solver nsd_mex_solver_begin(size_t bytes);

/* Raises nsd:<area>:<id> when the status is negative; else plhs[first], ... <- status, iterations,
 * residual, solver, as far as nlhs asks for them. A Ctrl-C that stopped the solver is forgotten. */
void nsd_mex_solver_end(nsd_mex_solver *solver, nsd_status status, const char *area, int first,
                        int nlhs, mxArray *plhs[]);

#endif
