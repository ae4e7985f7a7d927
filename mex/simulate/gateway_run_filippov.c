/* result = nsd_kernel('run_filippov', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the piecewise smooth system, see family/mex_functions.h
 * run     see host/mex_run.h and family/mex_event.h; events, eventCount: the user's own events
 * result  q holds x, multiplier holds [lambda s]; also evaluations, refused, and userError,
 *         userWhere, userTime when a function raised */
#include "family/mex_event.h"
#include "family/mex_functions.h"

void nsd_gateway_run_filippov(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    nsd_mex_filippov h;
    nsd_mex_events   events = { .caller = &h.caller };
    nsd_mex_run      run;
    nsd_mex_filippov_read(prhs[0], &h);
    nsd_mex_run_read(&run, prhs[1]);
    run.event_driven = 1;
    nsd_mex_run_make_first_order(&run, prhs[1], h.model.n, h.model.p);
    nsd_event_options options = nsd_mex_event_read_options(prhs[1], &run);
    events.n = h.model.n;
    options.user = nsd_mex_event_read_user(prhs[1], &events);
    nsd_scratch scratch = nsd_mex_scratch(
        nsd_event_driven_filippov_scratch(&h.model, options.user.count));
    nsd_event_driven *solver = NULL;
    run.status = nsd_event_driven_filippov_init(&h.model, &options, &scratch, &run.state, &solver);
    nsd_mex_require(run.status, "simulate");
    plhs[0] = nsd_mex_event_run(&run, prhs[1], solver, NULL);
    nsd_mex_caller_export(&h.caller, plhs[0]);
}
