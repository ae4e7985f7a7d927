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

void nsd_gateway_mlcp(mxArray *plhs[], const mxArray *prhs[])
{
    const size_t rows = mxGetM(prhs[0]), cols = mxGetN(prhs[0]);
    nsd_mlcp     mlcp;
    mlcp.rows = nsd_mex_count(rows, "M");
    mlcp.cols = nsd_mex_count(cols, "M");
    mlcp.M = nsd_mex_matrix(prhs[0], "M", rows, cols);
    mlcp.q = nsd_mex_matrix(prhs[1], "q", rows, 1);
    mlcp.equality = flags(prhs[2], "equality", rows);
    mlcp.free_unknown = flags(prhs[3], "free", cols);

    const nsd_lcp_options options = nsd_mex_solver_options(prhs[5]);
    const nsd_mex_units   units = nsd_mex_units_of(mlcp.M, rows * cols, mlcp.q, rows);
    double               *v = nsd_mex_solver_start(prhs[4], "v0", cols, &plhs[0]);
    mlcp.M = nsd_mex_scaled(mlcp.M, rows * cols, units.matrix);
    mlcp.q = nsd_mex_scaled(mlcp.q, rows, units.vector);
    nsd_mex_scale(v, cols, units.vector - units.matrix);
    nsd_mex_solver solver = nsd_mex_solver_begin(nsd_mlcp_scratch(&mlcp));
    nsd_status     status = nsd_mlcp_solve(&mlcp, &options, &solver.scratch, v, &solver.info);
    const double  *again = nsd_mex_unscale(v, cols, units);
    int            accepted = 1;
    if (again && status == NSD_OK) {
        nsd_mlcp_residual(&mlcp, again, &options, mxMalloc((rows + 1) * sizeof(double)), &accepted);
    }
    status = accepted ? status : NSD_STALLED; /* the answer is beyond the range of numbers */
    nsd_mex_solver_end(&solver, status, "mlcp", plhs + 1);
}
