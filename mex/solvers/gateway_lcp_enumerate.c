/* [Z, status, residual] = nsd_kernel('lcp_enumerate', M, q, options) - for nsd_lcp.m */
#include <string.h>

#include "solve/lcp/lcp.h"
#include "host/mex_host.h"

/* Factor by which the room for solutions grows, whose first value is the square of this factor.
 * Smaller: more problems are enumerated twice. Larger: memory. */
#define SOLUTIONS_FACTOR 16

/* The largest residual of the columns of Z; NaN when Z is empty */
static double worst_residual(const nsd_lcp *lcp, const double *Z, int found)
{
    double  worst = found > 0 ? 0.0 : mxGetNaN();
    double *w = mxMalloc((size_t)(lcp->n + 1) * sizeof *w);
    for (int k = 0; k < found; k++) {
        const double *z = Z + (size_t)k * (size_t)lcp->n;
        nsd_lcp_slack(lcp, z, w);
        const double residual = nsd_lcp_residual(lcp, z, w);
        worst = residual > worst ? residual : worst;
    }
    mxFree(w);
    return worst;
}

void nsd_gateway_lcp_enumerate(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 3 || nlhs > 3) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_lcp instead of gateway 'lcp_enumerate'");
    }
    const size_t n = mxGetNumberOfElements(prhs[1]);
    nsd_lcp      lcp = { nsd_mex_count(n, "q"), (int)n, 0, 0, NULL, NULL };
    lcp.M = nsd_mex_matrix(prhs[0], "M", n, n);
    lcp.q = nsd_mex_matrix(prhs[1], "q", n, 1);
    nsd_lcp_detect(&lcp);
    const nsd_lcp_options options = { 1, nsd_mex_field(prhs[2], "Tolerance"), 1.0 };

    nsd_scratch scratch = nsd_mex_scratch(nsd_lcp_enumerate_scratch(lcp.n));
    double     *Z = NULL;
    int         found = 0, capacity = SOLUTIONS_FACTOR;
    nsd_status  status = NSD_ERR_TOO_LARGE;
    while (status == NSD_ERR_TOO_LARGE && capacity <= 1 << NSD_LCP_ENUMERATE_MAX) {
        capacity *= SOLUTIONS_FACTOR; /* few problems have more than 256 solutions */
        mxFree(Z);
        Z = mxMalloc((n + 1) * (size_t)capacity * sizeof *Z);
        status = nsd_lcp_enumerate(&lcp, &options, &scratch, capacity, Z, &found);
    }
    nsd_mex_require(status, "lcp");
    plhs[0] = nsd_mex_zeros(n, (size_t)found);
    if (n > 0 && found > 0) {
        memcpy(mxGetPr(plhs[0]), Z, n * (size_t)found * sizeof *Z);
    }
    if (nlhs > 1) plhs[1] = mxCreateString(nsd_status_id(status));
    if (nlhs > 2) plhs[2] = mxCreateDoubleScalar(worst_residual(&lcp, Z, found));
}
