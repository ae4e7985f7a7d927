/* [z, status, iterations, residual, solver] = nsd_kernel('lcp', name, M, q, z0, options)
 * - for nsd_lcp.m. With name 'enum', z has a column per solution. */
#include <string.h>

#include "base/dense.h"
#include "host/mex_solver.h"
#include "solve/lcp/lcp.h"

/* Factor by which the room for solutions grows, whose first value is the square of this factor.
 * Smaller: more problems are enumerated twice. Larger: memory. */
#define SOLUTIONS_FACTOR 16

/* *answer <- all solutions, info.residual <- the largest of their residuals, NaN without any */
static nsd_status enumerate(const nsd_lcp *lcp, const nsd_lcp_options *options,
                            nsd_mex_solver *solver, mxArray **answer)
{
    const size_t n = (size_t)lcp->n;
    double      *Z = NULL, *w = mxMalloc((n + 1) * sizeof *w);
    int          found = 0, capacity = SOLUTIONS_FACTOR;
    nsd_status   status = NSD_ERR_TOO_LARGE;
    while (status == NSD_ERR_TOO_LARGE && capacity <= 1 << NSD_LCP_ENUMERATE_MAX) {
        capacity *= SOLUTIONS_FACTOR; /* few problems have more than 256 solutions */
        mxFree(Z);
        Z = mxMalloc((n + 1) * (size_t)capacity * sizeof *Z);
        status = nsd_lcp_enumerate(lcp, options, &solver->scratch, capacity, Z, &found);
    }
    *answer = nsd_mex_zeros(n, (size_t)found);
    solver->info.residual = found > 0 ? 0.0 : mxGetNaN();
    for (int k = 0; k < found; k++) {
        const double *z = Z + (size_t)k * n;
        nsd_lcp_slack(lcp, z, w);
        const double residual = nsd_lcp_residual(lcp, z, w);
        solver->info.residual = residual > solver->info.residual ? residual : solver->info.residual;
    }
    if (n > 0 && found > 0) {
        memcpy(mxGetPr(*answer), Z, n * (size_t)found * sizeof *Z);
    }
    return status;
}

void nsd_gateway_lcp(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 5 || nlhs > 5) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_lcp instead of gateway 'lcp'");
    }
    char name[16];
    nsd_mex_word(prhs[0], "name", name, sizeof name);
    nsd_lcp_solve_fn *solve = nsd_lcp_find(name);
    const int         all = strcmp(name, "enum") == 0;
    if (!solve && !all) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "there is no solver called %s", name);
    }
    const size_t n = mxGetNumberOfElements(prhs[2]);
    nsd_lcp      lcp = { nsd_mex_count(n, "q"), (int)n, 0, 0, NULL, NULL };
    lcp.M = nsd_mex_matrix(prhs[1], "M", n, n);
    lcp.q = nsd_mex_matrix(prhs[2], "q", n, 1);
    if (!nsd_dense_all_finite(n * n, lcp.M) || !nsd_dense_all_finite(n, lcp.q)) {
        mexErrMsgIdAndTxt("nsd:lcp:notFinite", "M and q must not contain NaN or Inf");
    }
    nsd_lcp_detect(&lcp);
    const nsd_lcp_options options = nsd_mex_solver_options(prhs[4]);
    double               *z = nsd_mex_solver_start(prhs[3], "z0", n, &plhs[0]);
    nsd_mex_solver        solver = nsd_mex_solver_begin(all ? nsd_lcp_enumerate_scratch(lcp.n)
                                                            : nsd_lcp_scratch(lcp.n));
    solver.info.solver = name;
    const nsd_status status = all ? enumerate(&lcp, &options, &solver, &plhs[0])
                                  : solve(&lcp, &options, &solver.scratch, z, &solver.info);
    nsd_mex_solver_end(&solver, status, "lcp", 1, nlhs, plhs);
}
