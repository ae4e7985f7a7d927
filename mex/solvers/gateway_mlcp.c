/* [v, status, iterations, residual, solver] = nsd_kernel('mlcp', M, q, equality, free, v0, options)
 * - for nsd_mlcp.m; equality and free are doubles, 1 or 0 */
#include "host/mex_solver.h"
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

    const nsd_lcp_options options = nsd_mex_solver_options(prhs[5]);
    double               *v = nsd_mex_solver_start(prhs[4], "v0", cols, &plhs[0]);
    nsd_mex_solver        solver = nsd_mex_solver_begin(nsd_mlcp_scratch(&mlcp));
    const nsd_status status = nsd_mlcp_solve(&mlcp, &options, &solver.scratch, v, &solver.info);
    nsd_mex_solver_end(&solver, status, "mlcp", 1, nlhs, plhs);
}
