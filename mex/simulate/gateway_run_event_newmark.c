/* result = nsd_kernel('run_event_newmark', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the nonlinear system, from internal/model/nsd_model_arrays.m
 * run     see host/mex_run.h, and newtonTol, newtonMaxIter, halvings, project, exactRoot
 * result  also reaction, evaluations, factorisations, and userError, userWhere, userTime when a
 *         function raised */
#include "event/newmark/event_newmark.h"
#include "family/mex_model.h"
#include "host/mex_run.h"

static nsd_status run_events(nsd_mex_run *run)
{
    nsd_event_newmark *solver = (nsd_event_newmark *)run->stepper; /* its base comes first */
    return nsd_run_event_newmark(&run->plan, solver, &run->state, &run->ledger,
                                 &run->sink.output.sink, &run->report);
}

/* The loop of a run whose start has failed: keeps the status */
static nsd_status keep_status(nsd_mex_run *run)
{
    return run->status;
}

static void set_number(mxArray *result, const char *name, double value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, mxCreateDoubleScalar(value));
}

void nsd_gateway_run_event_newmark(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    nsd_mex_model host;
    nsd_mex_model_read(prhs[0], &host);
    const nsd_model *model = &host.model;
    nsd_mex_run      run;
    nsd_mex_run_read(&run, prhs[1]);
    run.event_driven = 1;
    nsd_mex_run_make_mechanical(&run, prhs[1],
                                nsd_mex_run_sizes(model->n, model->m, model->p, &model->surface));
    nsd_event_newmark_options options;
    options.nonlinear = nsd_mex_run_nonlinear_options(&run, prhs[1]);
    options.exact = nsd_mex_field(prhs[1], "exactRoot") != 0;
    nsd_scratch        scratch = nsd_mex_scratch(nsd_event_newmark_scratch(model));
    nsd_event_newmark *solver = NULL;
    const int          threads = nsd_dense_blas_threads(1);
    run.status = nsd_event_newmark_init(model, &options, &scratch, &run.state, &run.ledger,
                                        &solver);
    nsd_dense_blas_threads(threads);
    nsd_mex_require(run.status, "simulate");
    run.stepper = &solver->base;
    nsd_mex_run_loop(&run, prhs[1], run.status == NSD_OK ? run_events : keep_status);
    plhs[0] = nsd_mex_run_export(&run);
    set_number(plhs[0], "evaluations", (double)solver->evaluations);
    set_number(plhs[0], "factorisations", (double)solver->newton.factorisations);
    nsd_mex_model_export_error(&host, plhs[0]);
}
