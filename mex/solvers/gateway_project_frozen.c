/* [x, lambda, status, iterations, residual, solver] =
 *     nsd_kernel('project_frozen', arrays, q, options)
 * - for nsd_project.m; arrays from internal/model/nsd_linear_arrays.m */
#include <string.h>

#include "family/mex_linear.h"
#include "contact/project_frozen.h"

void nsd_gateway_project_frozen(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 3 || nlhs > 6) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_project instead");
    }
    nsd_mex_linear linear;
    nsd_mex_linear_read(prhs[0], &linear);
    const nsd_linear *model = &linear.model;
    const size_t      n = (size_t)model->n;
    const double     *q = nsd_mex_matrix(prhs[1], "q", n, 1);

    nsd_lcp_options options;
    options.max_iter = (int)nsd_mex_field(prhs[2], "MaxIter");
    options.tolerance = nsd_mex_field(prhs[2], "Tolerance");
    options.relaxation = 1.0;

    plhs[0] = nsd_mex_zeros(n, 1);
    mxArray     *lambda = nsd_mex_zeros((size_t)model->m, 1);
    nsd_scratch  scratch = nsd_mex_scratch(nsd_project_frozen_scratch(model, &options));
    nsd_lcp_info info = { 0, 0.0, "direct" };
    memcpy(mxGetPr(plhs[0]), q, n * sizeof *q);
    const int        threads = nsd_dense_blas_threads(1);
    const nsd_status status = nsd_project_frozen(model, &options, &scratch, mxGetPr(plhs[0]),
                                                 mxGetPr(lambda), &info);
    nsd_dense_blas_threads(threads);
    mxFree(scratch.base);
    nsd_mex_require(status, "project");
    if (nlhs > 1) plhs[1] = lambda;
    if (nlhs > 2) plhs[2] = mxCreateString(nsd_status_id(status));
    if (nlhs > 3) plhs[3] = mxCreateDoubleScalar(info.iterations);
    if (nlhs > 4) plhs[4] = mxCreateDoubleScalar(info.residual);
    if (nlhs > 5) plhs[5] = mxCreateString(info.solver ? info.solver : "direct");
}
