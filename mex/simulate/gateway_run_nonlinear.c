/* result = nsd_kernel('run_nonlinear', arrays, run)  - for nsd_simulate.m and nsd_step.m
 *
 * arrays  the nonlinear system, from internal/model/nsd_model_arrays.m
 * run     see host/mex_run.h, and method, newtonTol, newtonMaxIter, halvings, project, and the
 *         fields of nsd_mex_run_newmark_options
 * result  also memory, numbers beside q and v that the scheme needs to go on; userError, userWhere,
 *         userTime when a function raised */
#include "scheme/scheme.h"
#include "contact/mechanics.h"
#include "family/mex_model.h"
#include "host/mex_run.h"

void nsd_gateway_run_nonlinear(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate or nsd_step instead");
    }
    nsd_mex_model host;
    char          method[32];
    nsd_mex_model_read(prhs[0], &host);
    nsd_mex_word(nsd_mex_member(prhs[1], "method"), "method", method, sizeof method);
    const nsd_nonlinear_scheme *scheme = nsd_scheme_find_nonlinear(method);
    if (!scheme) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "there is no scheme called %s", method);
    }
    const nsd_model *model = &host.model;
    nsd_mex_run      run;
    nsd_mex_run_read(&run, prhs[1]);
    nsd_mex_run_make_mechanical(&run, prhs[1],
                                nsd_mex_run_sizes(model->n, model->m, model->p, &model->surface));
    run.options.newmark = nsd_mex_run_newmark_options(prhs[1]);
    host.caller.t = run.plan.t0;
    const nsd_nonlinear_options options = nsd_mex_run_nonlinear_options(&run, prhs[1]);
    nsd_scratch                 scratch = nsd_mex_scratch(scheme->scratch(model));
    const int                   threads = nsd_dense_blas_threads(1);
    const nsd_status status = scheme->init(model, &options, &scratch, &run.state, &run.ledger,
                                           &run.stepper);
    nsd_dense_blas_threads(threads);
    nsd_mex_require(status, "simulate");
    if (status == NSD_OK) {
        nsd_mex_run_time_stepping(&run, prhs[1]);
    } else { /* no steps: the result has the start and the status */
        run.plan.steps = 0;
        nsd_mex_run_time_stepping(&run, prhs[1]);
        run.status = status;
    }
    plhs[0] = nsd_mex_run_export(&run);
    nsd_mex_run_export_memory(&run, plhs[0]);
    nsd_mex_model_export_error(&host, plhs[0]);
}
