/* result = nsd_run_event_driven_mex(arrays, run)  - for nsd_simulate.m
 *
 * arrays  a nonlinear system, from private/nsd_model_arrays.m, or a linear one, from
 *         private/nsd_linear_arrays.m with the field handle: F(t), or [] when F is constant and
 *         harmonic; guard, for its calls
 * run     see nsd_mex_run.h, and tEnd, firstStep, largestStep, relTol, absTol, chatter (0 map,
 *         1 threshold, 2 off), chatterSpeed, chatterHeight, attract, refine, maxEvents,
 *         integrator (0 auto, 1 dp54), events, eventCount
 * result  also reaction, acceleration (N x n; sol.at is the quintic through q, v, a of two rows),
 *         evaluations, refused, and userError, userWhere, userTime when a function raised */
#include <string.h>

#include "nsd_linear_model.h"
#include "nsd_mex_driven.h"
#include "nsd_mex_linear.h"
#include "nsd_mex_model.h"
#include "nsd_mex_run.h"
#include "nsd_mex_sensitivity.h"

typedef struct host {
    nsd_mex_model    handles; /* also the calls of a linear system's F(t) */
    nsd_mex_linear   arrays;
    nsd_linear_model linear;
    nsd_model        model;
    const mxArray   *force;
    const mxArray   *events; /* handle of private/nsd_event_values.m for the user's function   */
    double          *table;  /* its answer, count x 3                                          */
    int              event_count;
} host;

static nsd_status call_force(void *caller, double t, double *F)
{
    host        *h = caller;
    nsd_mex_call c = { .where = "force", .handle = h->force };
    h->handles.caller.t = t;
    nsd_mex_give(&c, mxCreateDoubleScalar(t));
    nsd_mex_expect(&c, (size_t)h->model.n, 1, F);
    return nsd_mex_invoke(&h->handles.caller, &c);
}

static nsd_status call_events(void *context, double t, const double *q, const double *v,
                              const nsd_user_values *values)
{
    host        *h = context;
    const size_t count = (size_t)h->event_count;
    nsd_mex_call c = { .where = "Events", .handle = h->events };
    h->handles.caller.t = t;
    nsd_mex_give(&c, mxCreateDoubleScalar(t));
    nsd_mex_give(&c, nsd_mex_vector(q, h->model.n));
    nsd_mex_give(&c, nsd_mex_vector(v, h->model.n));
    nsd_mex_expect(&c, count, 3, h->table);
    const nsd_status status = nsd_mex_invoke(&h->handles.caller, &c);
    if (status == NSD_OK) {
        memcpy(values->value, h->table, count * sizeof(double));
        memcpy(values->terminal, h->table + count, count * sizeof(double));
        memcpy(values->direction, h->table + 2 * count, count * sizeof(double));
    }
    return status;
}

/* Fields events (handle or []) and eventCount of `run` */
static nsd_driven_user read_events(const mxArray *run, host *h)
{
    nsd_driven_user user = { (int)nsd_mex_field(run, "eventCount"), h, call_events };
    h->event_count = user.count;
    h->events = nsd_mex_member(run, "events");
    h->table = mxCalloc(3 * (size_t)user.count + 1, sizeof(double));
    if (user.count > 0 && !h->handles.caller.guard) { /* a compiled model calls nothing itself */
        h->handles.caller.guard = nsd_mex_member(run, "guard");
    }
    return user;
}

static void read_host(const mxArray *arrays, host *h)
{
    if (!mxIsStruct(arrays) || !mxGetField(arrays, 0, "storage")) {
        nsd_mex_model_read(arrays, &h->handles);
        h->model = h->handles.model;
        return;
    }
    const mxArray       *handle = nsd_mex_member(arrays, "handle");
    const nsd_mex_caller caller = { .guard = nsd_mex_member(arrays, "guard"), .where = "" };
    nsd_mex_linear_read(arrays, &h->arrays);
    h->handles.caller = caller;
    h->force = handle;
    h->linear.force = mxIsDouble(handle) ? NULL : call_force;
    h->linear.caller = h;
    nsd_scratch scratch = nsd_mex_scratch(nsd_linear_model_scratch(&h->arrays.model));
    nsd_mex_require(nsd_linear_model_init(&h->linear, &h->arrays.model, &scratch, &h->model),
                    "simulate");
}

static nsd_status run_events(nsd_mex_run *run)
{
    nsd_event_driven *solver = (nsd_event_driven *)run->stepper; /* its base comes first */
    return run->status != NSD_OK
               ? run->status
               : nsd_run_event_driven(&run->plan, solver, &run->state, &run->ledger,
                                      &run->sink.output.sink, &run->report);
}

static void set_number(mxArray *result, const char *name, double value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, mxCreateDoubleScalar(value));
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    host *h = mxCalloc(1, sizeof *h);
    read_host(prhs[0], h);
    nsd_mex_run run;
    nsd_mex_run_read(&run, prhs[1], h->model.n, h->model.m, h->model.p);
    run.events = 1;
    run.plan.before = &run.before;
    nsd_driven_options options = nsd_mex_driven_options(prhs[1], &run);
    options.user = read_events(prhs[1], h);
    nsd_scratch scratch = nsd_mex_scratch(nsd_event_driven_scratch(&h->model, options.user.count));
    nsd_event_driven *solver = NULL;
    const int         threads = nsd_blas_threads(1);
    run.status = nsd_event_driven_init(&h->model, &options, &scratch, &run.state, &run.ledger,
                                       &solver);
    nsd_blas_threads(threads);
    nsd_mex_require(run.status, "simulate");
    run.stepper = &solver->base;
    run.accelerations = solver->a_row;
    nsd_mex_sensitivity *sensitivity = NULL;
    if (nsd_mex_field(prhs[1], "sensitivity") != 0 && run.status == NSD_OK) {
        sensitivity = nsd_mex_sensitivity_mechanical(&h->model, &options);
        solver->witness = &sensitivity->base;
    }
    nsd_mex_run_through(&run, prhs[1], run_events);
    if (sensitivity && run.status == NSD_OK) {
        run.status = nsd_mex_sensitivity_finish(sensitivity, run.state.t);
    }
    plhs[0] = nsd_mex_run_export(&run);
    set_number(plhs[0], "evaluations", (double)solver->flow->evaluations);
    set_number(plhs[0], "refused", (double)solver->refused);
    if (sensitivity) {
        nsd_mex_sensitivity_export(sensitivity, plhs[0]);
    }
    nsd_mex_model_export_error(&h->handles, plhs[0]);
}
