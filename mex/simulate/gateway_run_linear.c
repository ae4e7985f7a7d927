/* result = nsd_kernel('run_linear', arrays, run)  - for nsd_simulate.m and nsd_step.m
 *
 * arrays  the linear system, from internal/model/nsd_linear_arrays.m
 * run     see host/mex_run.h, and method, gamma, beta, alphaM, alphaF, ggl, byPosition, memory
 * result  also memory, numbers beside q and v that the scheme needs to go on */
#include "scheme/scheme.h"
#include "family/mex_linear.h"
#include "host/mex_run.h"

void nsd_gateway_run_linear(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate or nsd_step instead");
    }
    nsd_mex_linear linear;
    char           method[32];
    nsd_mex_linear_read(prhs[0], &linear);
    nsd_mex_word(nsd_mex_member(prhs[1], "method"), "method", method, sizeof method);
    const nsd_linear        *model = &linear.model;
    const nsd_linear_scheme *scheme = nsd_scheme_find_linear(method);
    if (!scheme) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "there is no scheme called %s", method);
    }
    nsd_mex_run run;
    nsd_mex_run_read(&run, prhs[1]);
    nsd_mex_run_make_mechanical(&run, prhs[1],
                                nsd_mex_run_sizes(model->n, model->m, model->p, &model->surface));
    run.options.newmark = nsd_mex_run_newmark_options(prhs[1]);
    const mxArray *table = nsd_mex_member(prhs[0], "table");
    if (model->F.table && mxGetN(table) < (size_t)run.plan.steps + 1) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "the force table is too short");
    }
    nsd_scratch      scratch = nsd_mex_scratch(scheme->scratch(model, &run.options));
    const int        threads = nsd_dense_blas_threads(1);
    const nsd_status status = scheme->init(model, &run.options, &scratch, &run.state, &run.ledger,
                                           &run.stepper);
    nsd_dense_blas_threads(threads);
    nsd_mex_require(status, "simulate");
    if (status != NSD_OK) {
        mexErrMsgIdAndTxt("nsd:simulate:start", "the start is not admissible: %s",
                          nsd_status_message(status));
    }
    nsd_mex_run_time_stepping(&run, prhs[1]);
    plhs[0] = nsd_mex_run_export(&run);
    nsd_mex_run_export_memory(&run, plhs[0]);
}
