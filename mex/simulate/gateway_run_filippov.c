/* result = nsd_kernel('run_filippov', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the piecewise smooth system, see family/mex_functions.h
 * run     see host/mex_run.h, and tEnd, relTol, absTol
 * result  q holds x, multiplier holds [lambda s]; also userError, userWhere, userTime when a
 *         function raised */
#include "event/filippov.h"
#include "family/mex_functions.h"
#include "host/mex_run.h"

static nsd_status run_events(nsd_mex_run *run)
{
    nsd_filippov *solver = (nsd_filippov *)run->stepper; /* its base comes first */
    return run->status != NSD_OK ? run->status
                                 : nsd_filippov_run(&run->plan, solver, &run->state,
                                                    &run->sink.output.sink, &run->report);
}

void nsd_gateway_run_filippov(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    nsd_mex_filippov h;
    nsd_mex_run      run;
    nsd_filippov     solver;
    nsd_mex_filippov_read(prhs[0], &h);
    nsd_mex_run_read(&run, prhs[1]);
    run.event_driven = 1;
    nsd_mex_run_make_first_order(&run, prhs[1], h.model.n, h.model.p);
    nsd_filippov_options options;
    options.t_end = nsd_mex_field(prhs[1], "tEnd");
    options.first_step = run.plan.h;
    options.largest_step = nsd_mex_field(prhs[1], "largestStep");
    options.rel_tol = nsd_mex_field(prhs[1], "relTol");
    options.abs_tol = nsd_mex_field(prhs[1], "absTol");
    nsd_scratch scratch = nsd_mex_scratch(nsd_filippov_scratch(&h.model));
    run.status = nsd_filippov_init(&solver, &h.model, &options, &scratch, &run.state);
    nsd_mex_require(run.status, "simulate");
    run.stepper = &solver.base;
    nsd_mex_run_loop(&run, prhs[1], run_events);
    plhs[0] = nsd_mex_run_export(&run);
    nsd_mex_caller_export(&h.caller, plhs[0]);
}
