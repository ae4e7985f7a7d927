/* result = nsd_kernel('run_hybrid', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the hybrid system, from simulate/private/nsd_run_hybrid.m: n, m, rate @(t,x), guardValues
 *         @(x[,t]), withTime, reset @(x,i,t), mass @(x) or [], guard
 * run     see host/mex_run.h and family/mex_event.h; events, eventCount: the user's own events
 * result  q holds x, multiplier holds [lambda h]; also evaluations, refused, and userError,
 *         userWhere, userTime when a function raised */

#include "host/mex_call.h"
#include "family/mex_event.h"
#include "family/mex_sensitivity.h"

typedef struct host {
    nsd_hybrid_model model; /* context points to this struct */
    nsd_mex_caller   caller;
    const mxArray   *rate, *guard, *reset, *mass;
    int              with_time;
    nsd_mex_events   events;
} host;

static nsd_status rate(void *context, double t, const double *x, double *f)
{
    host        *h = context;
    nsd_mex_call c = { .function = "rate", .handle = h->rate };
    h->caller.t = t;
    nsd_mex_call_add_input(&c, mxCreateDoubleScalar(t));
    nsd_mex_call_add_input(&c, nsd_mex_vector(x, h->model.n));
    nsd_mex_call_add_output(&c, (size_t)h->model.n, 1, f);
    return nsd_mex_call_invoke(&h->caller, &c);
}

static nsd_status guard(void *context, double t, const double *x, double *values)
{
    host        *h = context;
    nsd_mex_call c = { .function = "guard", .handle = h->guard };
    h->caller.t = t;
    nsd_mex_call_add_input(&c, nsd_mex_vector(x, h->model.n));
    if (h->with_time) {
        nsd_mex_call_add_input(&c, mxCreateDoubleScalar(t));
    }
    nsd_mex_call_add_output(&c, (size_t)h->model.m, 1, values);
    return nsd_mex_call_invoke(&h->caller, &c);
}

static nsd_status reset(void *context, double t, const double *x, int i, double *after)
{
    host        *h = context;
    nsd_mex_call c = { .function = "reset", .handle = h->reset };
    h->caller.t = t;
    nsd_mex_call_add_input(&c, nsd_mex_vector(x, h->model.n));
    nsd_mex_call_add_input(&c, mxCreateDoubleScalar(i + 1));
    nsd_mex_call_add_input(&c, mxCreateDoubleScalar(t));
    nsd_mex_call_add_output(&c, (size_t)h->model.n, 1, after);
    return nsd_mex_call_invoke(&h->caller, &c);
}

static nsd_status mass(void *context, const double *x, double *M)
{
    host        *h = context;
    nsd_mex_call c = { .function = "Mass", .handle = h->mass };
    nsd_mex_call_add_input(&c, nsd_mex_vector(x, h->model.n));
    nsd_mex_call_add_output(&c, (size_t)h->model.n, (size_t)h->model.n, M);
    return nsd_mex_call_invoke(&h->caller, &c);
}

static void read_host(const mxArray *arrays, host *h)
{
    h->caller = nsd_mex_caller_read(arrays);
    h->rate = nsd_mex_member(arrays, "rate");
    h->guard = nsd_mex_member(arrays, "guardValues");
    h->reset = nsd_mex_member(arrays, "reset");
    h->mass = nsd_mex_member(arrays, "mass");
    h->with_time = nsd_mex_field(arrays, "withTime") != 0;
    h->model.n = (int)nsd_mex_field(arrays, "n");
    h->model.m = (int)nsd_mex_field(arrays, "m");
    h->model.context = h;
    h->model.rate = rate;
    h->model.guard = guard;
    h->model.reset = reset;
    h->model.mass = mxIsDouble(h->mass) ? NULL : mass;
}

/* An observer for sensitivities with a flow of its own, or NULL without the option Sensitivity */
static nsd_mex_sensitivity *new_observer(const host *h, const mxArray *run,
                                         const nsd_event_options *options)
{
    if (nsd_mex_field(run, "sensitivity") == 0) {
        return NULL;
    }
    nsd_flow_hybrid *flow = mxMalloc(sizeof *flow);
    nsd_scratch      scratch = nsd_mex_scratch(nsd_flow_hybrid_scratch(&h->model));
    nsd_mex_require(nsd_flow_hybrid_init(flow, &h->model, &options->lcp, &scratch), "simulate");
    return nsd_mex_sensitivity_new(&flow->base, options);
}

void nsd_gateway_run_hybrid(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
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
    nsd_mex_run_make_first_order(&run, prhs[1], h->model.n, h->model.m);
    nsd_event_options options = nsd_mex_event_read_options(prhs[1], &run);
    h->events.caller = &h->caller;
    h->events.n = h->model.n;
    options.user = nsd_mex_event_read_user(prhs[1], &h->events);
    nsd_scratch scratch = nsd_mex_scratch(
        nsd_event_driven_hybrid_scratch(&h->model, options.user.count));
    nsd_event_driven *solver = NULL;
    run.status = nsd_event_driven_hybrid_init(&h->model, &options, &scratch, &run.state, &solver);
    nsd_mex_require(run.status, "simulate");
    plhs[0] = nsd_mex_event_run(&run, prhs[1], solver, new_observer(h, prhs[1], &options));
    nsd_mex_caller_export(&h->caller, plhs[0]);
}
