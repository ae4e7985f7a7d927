/* mex_solver.c - options and answers that the gateways of all solvers share. */
#include "host/mex_solver.h"

#include <float.h>
#include <limits.h>
#include <string.h>

#include "base/dense.h"

/* A field that is a number in [least, most] */
static double number_in(const mxArray *s, const char *field, double least, double most)
{
    const double value = nsd_mex_field(s, field);
    if (!(value >= least && value <= most)) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "%s must be a number from %g to %g", field, least,
                          most);
    }
    return value;
}

static int interrupted(void *context)
{
    (void)context;
    return nsd_mex_interrupted();
}

nsd_lcp_options nsd_mex_solver_options(const mxArray *s)
{
    static const nsd_poll poll = { interrupted, NULL };
    nsd_lcp_options       options;
    options.poll = &poll;
    options.max_iter = (int)number_in(s, "MaxIter", 1.0, INT_MAX);
    options.tolerance = number_in(s, "Tolerance", DBL_MIN, DBL_MAX);
    options.relaxation = mxGetField(s, 0, "Relaxation") ? number_in(s, "Relaxation", DBL_MIN, 2.0)
                                                        : 1.0;
    return options;
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

void nsd_mex_solver_end(nsd_mex_solver *solver, nsd_status status, const char *area, int first,
                        int nlhs, mxArray *plhs[])
{
    nsd_dense_blas_threads(solver->threads);
    mxFree(solver->scratch.base);
    if (status == NSD_STOPPED) {
        nsd_mex_interrupt_clear(); /* the answer so far is returned, and the session goes on */
    }
    nsd_mex_require(status, area);
    if (nlhs > first) plhs[first] = mxCreateString(nsd_status_id(status));
    if (nlhs > first + 1) plhs[first + 1] = mxCreateDoubleScalar(solver->info.iterations);
    if (nlhs > first + 2) plhs[first + 2] = mxCreateDoubleScalar(solver->info.residual);
    if (nlhs > first + 3) plhs[first + 3] = mxCreateString(solver->info.solver);
}
