/* result = nsd_kernel('run_event_driven', arrays, run)  - for nsd_simulate.m
 *
 * arrays  a nonlinear system, from nsd_model_arrays.m, or a linear one, from
 *         nsd_linear_arrays.m with the field handle: F(t), or [] when F is constant and
 *         harmonic; guard, for its calls
 * run     see host/mex_run.h, and tEnd, firstStep, largestStep, relTol, absTol, chatter (0 map,
 *         1 threshold, 2 off), chatterSpeed, chatterHeight, attract, refine, maxEvents,
 *         maxSteps, integrator (0 auto, 1 dp54), events, eventCount
 * result  also reaction, acceleration (N x n; sol.at is the quintic through q, v, a of two rows),
 *         evaluations, refused, and userError, userWhere, userTime when a function raised */

#include "model/linear_model.h"
#include "family/mex_event.h"
#include "family/mex_linear.h"
#include "family/mex_model.h"
#include "host/mex_run.h"
#include "family/mex_sensitivity.h"

typedef struct host {
    nsd_mex_model    handles; /* its caller also calls F(t) of a linear system */
    nsd_mex_linear   arrays;
    nsd_linear_model linear;
    nsd_model        model;
    const mxArray   *force;
    nsd_mex_events   events;
} host;

static nsd_status call_force(void *caller, double t, double *F)
{
    host        *h = caller;
    nsd_mex_call c = { .function = "force", .handle = h->force };
    h->handles.caller.t = t;
    nsd_mex_call_add_input(&c, mxCreateDoubleScalar(t));
    nsd_mex_call_add_output(&c, (size_t)h->model.n, 1, F);
    return nsd_mex_call_invoke(&h->handles.caller, &c);
}

static void read_host(const mxArray *arrays, host *h)
{
    if (!mxIsStruct(arrays) || !mxGetField(arrays, 0, "storage")) {
        nsd_mex_model_read(arrays, &h->handles);
        h->model = h->handles.model;
        return;
    }
    const mxArray       *handle = nsd_mex_member(arrays, "handle");
    const nsd_mex_caller caller = { .guard = nsd_mex_member(arrays, "guard"),
                                    .error_function = "" };
    nsd_mex_linear_read(arrays, &h->arrays);
    h->handles.caller = caller;
    h->force = handle;
    h->linear.force = mxIsDouble(handle) ? NULL : call_force;
    h->linear.caller = h;
    nsd_scratch scratch = nsd_mex_scratch(nsd_linear_model_scratch(&h->arrays.model));
    nsd_mex_require(nsd_linear_model_init(&h->linear, &h->arrays.model, &scratch, &h->model),
                    "simulate");
}

void nsd_gateway_run_event_driven(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    host *h = mxCalloc(1, sizeof *h);
    read_host(prhs[0], h);
    nsd_mex_run run;
    nsd_mex_run_read(&run, prhs[1]);
    run.event_driven = 1;
    run.accelerations = !run.plan.times;
    nsd_mex_run_make_mechanical(
        &run, prhs[1], nsd_mex_run_sizes(h->model.n, h->model.m, h->model.p, &h->model.surface));
    nsd_event_options options = nsd_mex_event_read_options(prhs[1], &run);
    h->events.caller = &h->handles.caller;
    h->events.n = h->model.n;
    h->events.mechanical = 1;
    options.user = nsd_mex_event_read_user(prhs[1], &h->events);
    nsd_scratch scratch = nsd_mex_scratch(nsd_event_driven_scratch(&h->model, options.user.count));
    nsd_event_driven *solver = NULL;
    const int         threads = nsd_dense_blas_threads(1);
    run.status = nsd_event_driven_init(&h->model, &options, &scratch, &run.state, &run.ledger,
                                       &solver);
    nsd_dense_blas_threads(threads);
    nsd_mex_require(run.status, "simulate");
    nsd_mex_sensitivity *observer = NULL;
    if (nsd_mex_field(prhs[1], "sensitivity") != 0 && run.status == NSD_OK) {
        observer = nsd_mex_sensitivity_mechanical(&h->model, &options);
    }
    plhs[0] = nsd_mex_event_run(&run, prhs[1], solver, observer);
    nsd_mex_model_export_error(&h->handles, plhs[0]);
}
