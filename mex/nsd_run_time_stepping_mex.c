/* result = nsd_run_time_stepping_mex(arrays, run)  - for nsd_simulate.m and nsd_step.m
 *
 * arrays  the linear system, from private/nsd_linear_arrays.m
 * run     method, q0, v0, t0, h, steps, every, times, theta, activation, weight, maxIter, tolerance,
 *         keepT, keepStates, keepEnergy, progress
 * result  the fields of nsd_mex_sink_export, and status, t, active, report */
#include <string.h>

#include "nsd_mex_linear.h"
#include "nsd_mex_sink.h"
#include "nsd_run.h"

static nsd_step_options read_options(const mxArray *run)
{
    nsd_step_options options;
    options.h = nsd_mex_field(run, "h");
    options.theta = nsd_mex_field(run, "theta");
    options.activation = nsd_mex_field(run, "activation");
    options.lcp.max_iter = (int)nsd_mex_field(run, "maxIter");
    options.lcp.tolerance = nsd_mex_field(run, "tolerance");
    options.lcp.relaxation = 1.0;
    options.s = nsd_mex_field(run, "weight");
    return options;
}

static double *copy_vector(const mxArray *run, const char *name, int n)
{
    const double *values = nsd_mex_matrix(nsd_mex_member(run, name), name, (size_t)n, 1);
    double       *copy = mxMalloc((size_t)n * sizeof *copy);
    memcpy(copy, values, (size_t)n * sizeof *copy);
    return copy;
}

static double *zero_vector(int n)
{
    return mxCalloc(n > 0 ? (size_t)n : 1, sizeof(double));
}

static nsd_state new_state(const nsd_linear *model, double t)
{
    nsd_state state = { 0, t, zero_vector(model->n), zero_vector(model->n), zero_vector(model->m),
                        zero_vector(model->p), zero_vector(model->m), zero_vector(model->m) };
    return state;
}

static nsd_run_plan read_plan(const mxArray *run, const mxArray *table, int m)
{
    const mxArray *times = nsd_mex_member(run, "times");
    nsd_run_plan   plan;

    plan.t0 = nsd_mex_field(run, "t0");
    plan.h = nsd_mex_field(run, "h");
    plan.steps = (long)nsd_mex_field(run, "steps");
    plan.every = (long)nsd_mex_field(run, "every");
    plan.time_count = mxGetNumberOfElements(times);
    plan.times = plan.time_count > 0 ? nsd_mex_matrix(times, "times", plan.time_count, 1) : NULL;
    plan.streak = mxCalloc(m > 0 ? (size_t)m : 1, sizeof(int));
    plan.before = NULL;
    if (plan.steps < 0 || plan.every < 1 ||
        (!mxIsEmpty(table) && mxGetN(table) < (size_t)plan.steps + 1)) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "steps, every and the force table do not fit");
    }
    return plan;
}

static nsd_mex_sink_size read_size(const mxArray *run, const nsd_linear *model,
                                   const nsd_run_plan *plan)
{
    const double *keep =
        nsd_mex_matrix(nsd_mex_member(run, "keepEnergy"), "keepEnergy", 1, NSD_ENERGIES);
    nsd_mex_sink_size size;

    size.n = model->n;
    size.m = model->m;
    size.p = model->p;
    size.rows = plan->times ? plan->time_count : (size_t)(plan->steps / plan->every) + 1;
    size.keep_t = plan->times != NULL;
    size.keep_states = plan->times || plan->every > 1;
    for (int i = 0; i < NSD_ENERGIES; i++) {
        size.keep_energy[i] = keep[i] != 0.0;
    }
    return size;
}

static mxArray *contact_numbers(const nsd_contact *contact)
{
    mxArray *numbers = mxCreateDoubleMatrix(1, (mwSize)contact->count, mxREAL);
    for (int i = 0; i < contact->count; i++) {
        mxGetPr(numbers)[i] = contact->active[i] + 1;
    }
    return numbers;
}

static void set_number(mxArray *result, const char *name, double value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, mxCreateDoubleScalar(value));
}

static void export_report(mxArray *result, const nsd_run_report *report, const nsd_stepper *stepper)
{
    set_number(result, "steps", (double)report->steps);
    set_number(result, "gain", report->gain);
    set_number(result, "gainTime", report->gain_t);
    set_number(result, "largestEnergy", report->largest);
    set_number(result, "problems", (double)stepper->contact->problems);
    set_number(result, "iterations", (double)stepper->contact->iterations);
    set_number(result, "residual", stepper->contact->worst);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate or nsd_step instead");
    }
    const mxArray *run = prhs[1];
    nsd_mex_linear linear;
    char           method[32];
    nsd_mex_linear_read(prhs[0], &linear);
    nsd_mex_word(nsd_mex_member(run, "method"), "method", method, sizeof method);
    const nsd_linear *model = &linear.model;
    const nsd_scheme *scheme = nsd_scheme_find(method);
    if (!scheme) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "there is no scheme called %s", method);
    }
    const nsd_step_options options = read_options(run);
    nsd_run_plan           plan = read_plan(run, nsd_mex_member(prhs[0], "table"), model->m);
    nsd_state              state = new_state(model, plan.t0), before = new_state(model, plan.t0);
    state.q = copy_vector(run, "q0", model->n);
    state.v = copy_vector(run, "v0", model->n);
    plan.before = plan.times ? &before : NULL;

    nsd_scratch    scratch = nsd_mex_scratch(scheme->scratch(model, &options));
    nsd_ledger     ledger;
    nsd_stepper   *stepper = NULL;
    nsd_run_report report;
    const int      threads = nsd_blas_threads(1); /* the same bits whatever their number */
    nsd_status     status = scheme->init(model, &options, &scratch, &state, &ledger, &stepper);
    nsd_blas_threads(threads);
    nsd_mex_require(status, "simulate");

    nsd_mex_sink            sink;
    const nsd_mex_sink_size size = read_size(run, model, &plan);
    nsd_mex_sink_init(&sink, &size, (nsd_mex_progress)(int)nsd_mex_field(run, "progress"));
    const double clock = nsd_mex_seconds();
    nsd_blas_threads(1);
    status = nsd_run_time_stepping(&plan, stepper, &state, &ledger, &sink.output.sink, &report);
    nsd_blas_threads(threads);
    const double seconds = nsd_mex_seconds() - clock;
    nsd_mex_sink_finish(&sink);
    nsd_mex_interrupt_clear();
    nsd_mex_require(status, "simulate");

    plhs[0] = mxCreateStructMatrix(1, 1, 0, NULL);
    nsd_mex_sink_export(&sink, plhs[0]);
    export_report(plhs[0], &report, stepper);
    set_number(plhs[0], "kernelSeconds", seconds);
    set_number(plhs[0], "tEnd", state.t);
    mxAddField(plhs[0], "status");
    mxSetField(plhs[0], 0, "status", mxCreateString(nsd_status_id(status)));
    mxAddField(plhs[0], "active");
    mxSetField(plhs[0], 0, "active", contact_numbers(stepper->contact));
}
