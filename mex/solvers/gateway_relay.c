/* [z, status, iterations, residual, solver] = nsd_kernel('relay', M, q, lower, upper, z0, options)
 * - for nsd_relay.m */
#include "base/dense.h"
#include "host/mex_host.h"
#include "solve/relay/relay.h"

void nsd_gateway_relay(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 6 || nlhs > 5) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_relay instead of gateway 'relay'");
    }
    const size_t n = mxGetNumberOfElements(prhs[1]);
    nsd_relay    relay;
    relay.n = nsd_mex_count(n, "q");
    relay.M = nsd_mex_matrix(prhs[0], "M", n, n);
    relay.q = nsd_mex_matrix(prhs[1], "q", n, 1);
    relay.lower = nsd_mex_matrix(prhs[2], "lower", n, 1);
    relay.upper = nsd_mex_matrix(prhs[3], "upper", n, 1);
    const double *start = nsd_mex_matrix(prhs[4], "z0", n, 1);

    nsd_lcp_options options;
    options.max_iter = (int)nsd_mex_field(prhs[5], "MaxIter");
    options.tolerance = nsd_mex_field(prhs[5], "Tolerance");
    options.relaxation = 1.0;

    plhs[0] = nsd_mex_zeros(n, 1);
    nsd_scratch      scratch = nsd_mex_scratch(nsd_relay_memory_scratch(relay.n) +
                                               nsd_relay_scratch(&relay));
    nsd_relay_memory memory;
    nsd_lcp_info     info = { 0, 0.0, "" };
    nsd_mex_require(nsd_relay_memory_init(&memory, relay.n, &scratch), "relay");
    nsd_relay_guess(&relay, start, &memory);
    const int        threads = nsd_dense_blas_threads(1);
    const nsd_status status = nsd_relay_solve(&relay, &options, &memory, &scratch, mxGetPr(plhs[0]),
                                              &info);
    nsd_dense_blas_threads(threads);
    mxFree(scratch.base);
    nsd_mex_require(status, "relay");
    if (nlhs > 1) plhs[1] = mxCreateString(nsd_status_id(status));
    if (nlhs > 2) plhs[2] = mxCreateDoubleScalar(info.iterations);
    if (nlhs > 3) plhs[3] = mxCreateDoubleScalar(info.residual);
    if (nlhs > 4) plhs[4] = mxCreateString(info.solver);
}
