/* result = nsd_kernel('run_filippov', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the piecewise smooth system, from simulate/private/nsd_run_filippov.m
 * run     see host/mex_run.h, and tEnd, relTol, absTol
 * result  q holds x, multiplier holds [lambda s]; also userError, userWhere, userTime when a
 *         function raised */
#include "event/filippov.h"
#include "host/mex_call.h"
#include "host/mex_run.h"

typedef struct host {
    nsd_filippov_model model; /* context points to this struct */
    nsd_mex_caller     caller;
    const mxArray     *rate, *surface, *surface_jac;
    int                with_time; /* surfaces take (x, t) */
} host;

static nsd_status rate(void *context, double t, const double *x, const double *side, double *f)
{
    host        *h = context;
    nsd_mex_call c = { .function = "rate", .handle = h->rate };
    h->caller.t = t;
    nsd_mex_call_add_input(&c, mxCreateDoubleScalar(t));
    nsd_mex_call_add_input(&c, nsd_mex_vector(x, h->model.n));
    nsd_mex_call_add_input(&c, nsd_mex_vector(side, h->model.p));
    nsd_mex_call_add_output(&c, (size_t)h->model.n, 1, f);
    return nsd_mex_call_invoke(&h->caller, &c);
}

/* Calls a function of (x) or (x, t). */
static nsd_status call_surface(host *h, nsd_mex_call *c, double t, const double *x)
{
    h->caller.t = t;
    nsd_mex_call_add_input(c, nsd_mex_vector(x, h->model.n));
    if (h->with_time) {
        nsd_mex_call_add_input(c, mxCreateDoubleScalar(t));
    }
    return nsd_mex_call_invoke(&h->caller, c);
}

static nsd_status surface(void *context, double t, const double *x, double *s)
{
    host        *h = context;
    nsd_mex_call c = { .function = "surface", .handle = h->surface };
    nsd_mex_call_add_output(&c, (size_t)h->model.p, 1, s);
    return call_surface(h, &c, t, x);
}

static nsd_status surface_jac(void *context, double t, const double *x, double *S)
{
    host        *h = context;
    nsd_mex_call c = { .function = "SurfaceJacobian", .handle = h->surface_jac };
    nsd_mex_call_add_output(&c, (size_t)h->model.p, (size_t)h->model.n, S);
    return call_surface(h, &c, t, x);
}

static void read_host(const mxArray *arrays, host *h)
{
    h->caller = nsd_mex_caller_read(arrays);
    h->rate = nsd_mex_member(arrays, "rate");
    h->surface = nsd_mex_member(arrays, "surface");
    h->surface_jac = nsd_mex_handle(arrays, "surfaceJacobian");
    h->with_time = nsd_mex_field(arrays, "withTime") != 0;
    h->model.n = (int)nsd_mex_field(arrays, "n");
    h->model.p = (int)nsd_mex_field(arrays, "m");
    h->model.moving = h->with_time;
    h->model.context = h;
    h->model.rate = rate;
    h->model.surface = surface;
    h->model.surface_jac = h->surface_jac ? surface_jac : NULL;
}

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
    host         h;
    nsd_mex_run  run;
    nsd_filippov solver;
    read_host(prhs[0], &h);
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
