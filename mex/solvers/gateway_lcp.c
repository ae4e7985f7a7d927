/* [z, status, iterations, residual, solver] = nsd_kernel('lcp', name, M, q, z0, options)
 * - for nsd_lcp.m */
#include "base/dense.h"
#include "solve/lcp/lcp.h"
#include "host/mex_solver.h"

void nsd_gateway_lcp(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 5 || nlhs > 5) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_lcp instead of gateway 'lcp'");
    }
    char name[16];
    nsd_mex_word(prhs[0], "name", name, sizeof name);
    nsd_lcp_solve_fn *solve = nsd_lcp_find(name);
    if (!solve) {
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
    nsd_mex_solver        solver = nsd_mex_solver_begin(nsd_lcp_scratch(lcp.n));
    const nsd_status      status = solve(&lcp, &options, &solver.scratch, z, &solver.info);
    nsd_mex_solver_end(&solver, status, "lcp", 1, nlhs, plhs);
}
