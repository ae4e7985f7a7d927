/* [v, status, iterations, residual, solver] = nsd_kernel('mlcp', M, q, equality, free, v0, options)
 * - for nsd_mlcp.m; equality and free are doubles, 1 or 0 */
#include <string.h>

#include "base/dense.h"
#include "host/mex_host.h"
#include "solve/mlcp/mlcp.h"

static unsigned char *flags(const mxArray *a, const char *name, size_t count)
{
    const double  *value = nsd_mex_matrix(a, name, count, 1);
    unsigned char *flag = mxMalloc(count + 1);
    for (size_t i = 0; i < count; i++) {
        flag[i] = value[i] != 0.0;
    }
    return flag;
}

void nsd_gateway_mlcp(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 6 || nlhs > 5) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_mlcp instead of gateway 'mlcp'");
    }
    const size_t rows = mxGetM(prhs[0]), cols = mxGetN(prhs[0]);
    nsd_mlcp     mlcp;
    mlcp.rows = nsd_mex_count(rows, "M");
    mlcp.cols = nsd_mex_count(cols, "M");
    mlcp.M = nsd_mex_matrix(prhs[0], "M", rows, cols);
    mlcp.q = nsd_mex_matrix(prhs[1], "q", rows, 1);
    mlcp.equality = flags(prhs[2], "equality", rows);
    mlcp.free_unknown = flags(prhs[3], "free", cols);
    const double *start = nsd_mex_matrix(prhs[4], "v0", cols, 1);

    nsd_lcp_options options;
    options.max_iter = (int)nsd_mex_field(prhs[5], "MaxIter");
    options.tolerance = nsd_mex_field(prhs[5], "Tolerance");
    options.relaxation = 1.0;

    plhs[0] = nsd_mex_zeros(cols, 1);
    double      *v = mxGetPr(plhs[0]);
    nsd_scratch  scratch = nsd_mex_scratch(nsd_mlcp_scratch(&mlcp));
    nsd_lcp_info info = { 0, 0.0, "" };
    if (cols > 0) {
        memcpy(v, start, cols * sizeof *v);
    }
    const int        threads = nsd_dense_blas_threads(1);
    const nsd_status status = nsd_mlcp_solve(&mlcp, &options, &scratch, v, &info);
    nsd_dense_blas_threads(threads);
    mxFree(scratch.base);
    nsd_mex_require(status, "mlcp");
    if (nlhs > 1) plhs[1] = mxCreateString(nsd_status_id(status));
    if (nlhs > 2) plhs[2] = mxCreateDoubleScalar(info.iterations);
    if (nlhs > 3) plhs[3] = mxCreateDoubleScalar(info.residual);
    if (nlhs > 4) plhs[4] = mxCreateString(info.solver);
}
