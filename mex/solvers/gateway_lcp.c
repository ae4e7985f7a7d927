/* [z, status, iterations, residual, solver] = nsd_kernel('lcp', name, M, q, z0, options)
 * - for nsd_lcp.m */
#include <string.h>

#include "base/dense.h"
#include "solve/lcp/lcp.h"
#include "host/mex_host.h"

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
    const size_t  n = mxGetNumberOfElements(prhs[2]);
    nsd_lcp       lcp = { nsd_mex_count(n, "q"), (int)n, 0, 0, NULL, NULL };
    const double *start = nsd_mex_matrix(prhs[3], "z0", n, 1);
    lcp.M = nsd_mex_matrix(prhs[1], "M", n, n);
    lcp.q = nsd_mex_matrix(prhs[2], "q", n, 1);
    if (!nsd_dense_all_finite(n * n, lcp.M) || !nsd_dense_all_finite(n, lcp.q)) {
        mexErrMsgIdAndTxt("nsd:lcp:notFinite", "M and q must not contain NaN or Inf");
    }
    nsd_lcp_detect(&lcp);

    nsd_lcp_options options;
    options.max_iter = (int)nsd_mex_field(prhs[4], "MaxIter");
    options.tolerance = nsd_mex_field(prhs[4], "Tolerance");
    options.relaxation = nsd_mex_field(prhs[4], "Relaxation");

    plhs[0] = nsd_mex_zeros(n, 1);
    double      *z = mxGetPr(plhs[0]);
    nsd_scratch  scratch = nsd_mex_scratch(nsd_lcp_scratch(lcp.n));
    nsd_lcp_info info = { 0, 0.0, name };
    if (n > 0) {
        memcpy(z, start, n * sizeof *z);
    }
    const int        threads = nsd_dense_blas_threads(1);
    const nsd_status status = solve(&lcp, &options, &scratch, z, &info);
    nsd_dense_blas_threads(threads);
    mxFree(scratch.base);
    nsd_mex_require(status, "lcp");
    if (nlhs > 1) plhs[1] = mxCreateString(nsd_status_id(status));
    if (nlhs > 2) plhs[2] = mxCreateDoubleScalar(info.iterations);
    if (nlhs > 3) plhs[3] = mxCreateDoubleScalar(info.residual);
    if (nlhs > 4) plhs[4] = mxCreateString(info.solver);
}
