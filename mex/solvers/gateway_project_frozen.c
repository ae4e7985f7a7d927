/* [x, lambda, status, iterations, residual, solver] =
 *     nsd_kernel('project_frozen', arrays, q, options)
 * - for nsd_project.m; arrays from internal/model/nsd_linear_arrays.m */
#include "base/dense.h"
#include "family/mex_linear.h"
#include "contact/project_frozen.h"
#include "host/mex_solver.h"

void nsd_gateway_project_frozen(mxArray *plhs[], const mxArray *prhs[])
{
    nsd_mex_linear linear;
    nsd_mex_linear_read(prhs[0], &linear);
    const nsd_linear *model = &linear.model;
    const size_t      n = (size_t)model->n;

    const nsd_lcp_options options = nsd_mex_solver_options(prhs[2]);
    double               *q = nsd_mex_solver_start(prhs[1], "q", n, &plhs[0]);
    mxArray              *lambda = nsd_mex_zeros((size_t)model->m, 1);
    nsd_mex_solver solver = nsd_mex_solver_begin(nsd_project_frozen_scratch(model, &options));
    nsd_status     status = nsd_project_frozen(model, &options, &solver.scratch, q, mxGetPr(lambda),
                                               &solver.info);
    if (status == NSD_OK &&
        !(nsd_dense_all_finite(n, q) && nsd_dense_all_finite((size_t)model->m, mxGetPr(lambda)))) {
        status = NSD_STALLED; /* the answer is beyond the range of numbers */
    }
    plhs[1] = lambda;
    if (!solver.info.solver || !solver.info.solver[0]) solver.info.solver = "direct";
    nsd_mex_solver_end(&solver, status, "project", plhs + 2);
}
