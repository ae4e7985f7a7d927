/* result = nsd_kernel('run', family, arrays, run, options)  - for nsd_simulate.m and nsd_step.m
 *
 * family   a name in the list of family/mex_family.c
 * arrays   the system, as the reader of the family takes it
 * run      q0, v0, and the plan t0, h, tEnd, steps, every, times (internal/run/nsd_plan_run.m);
 *          events and eventCount of event methods; memory of a run that goes on
 * options  of nsd_options by their public names, without empty values that the family needs
 * result   the channels of a row, t, energy and log (mex_sink.h); the outcome (mex_run.h); active,
 *          kernelSeconds; what the family adds: memory, sensitivity, contacts; userError,
 *          userWhere and userTime when a function raised */
#include <string.h>

#include "base/dense.h"
#include "family/mex_family.h"
#include "host/mex_run.h"

/* The contacts of the last problem, counted from 1 */
static mxArray *active_contacts(const nsd_stepper *stepper)
{
    const nsd_tally *tally = stepper ? stepper->tally : NULL;
    const int        count = tally ? tally->count : 0;
    mxArray         *numbers = mxCreateDoubleMatrix(1, (mwSize)count, mxREAL);
    for (int i = 0; i < count; i++) {
        mxGetPr(numbers)[i] = tally->active[i] + 1;
    }
    return numbers;
}

static void copy_start(const mxArray *from, const char *name, int n, double *to)
{
    memcpy(to, nsd_mex_numbers(from, name, (size_t)n, 1), (size_t)n * sizeof *to);
}

/* Starts and makes the run, with one thread of BLAS: the same bits on every machine. Returns the
 * seconds of the run without its start. */
static double make_run(const nsd_family *family, nsd_trajectory *run)
{
    const int threads = nsd_dense_blas_threads(1);
    nsd_family_start(family, run);
    const double clock = nsd_mex_cpu();
    nsd_family_run(family, run);
    const double seconds = nsd_mex_cpu() - clock;
    nsd_dense_blas_threads(threads);
    if (run->outcome.status > 0 && nsd_mex_interrupted()) { /* a solver was stopped, not at fault */
        run->outcome.status = NSD_STOPPED;
    }
    nsd_mex_interrupt_clear();
    return seconds;
}

static mxArray *export_result(nsd_mex_family *family, nsd_trajectory *run, nsd_mex_sink *sink)
{
    mxArray *result = mxCreateStructMatrix(1, 1, 0, NULL);

    nsd_mex_sink_finish(sink);
    nsd_mex_sink_export(sink, result);
    if (family->add_results) {
        family->add_results(family, run, result);
    }
    nsd_mex_require(run->outcome.status, "simulate");
    nsd_mex_run_export(&family->family, &run->outcome, result);
    nsd_mex_set(result, "active", active_contacts(run->stepper));
    nsd_mex_caller_export(&sink->watch.caller, result);
    if (family->caller) {
        nsd_mex_caller_export(family->caller, result);
    }
    return result;
}

void nsd_gateway_run(mxArray *plhs[], const mxArray *prhs[])
{
    const mxArray        *from = prhs[2], *options = prhs[3];
    nsd_trajectory       *run = mxCalloc(1, sizeof *run);
    nsd_mex_sink         *sink = mxCalloc(1, sizeof *sink);
    const nsd_mex_systems in = { .system = prhs + 1,
                                 .count = 1,
                                 .options = options,
                                 .run = from,
                                 .plan = &run->plan,
                                 .threads = 1,
                                 .runs = 1 };
    run->plan = nsd_mex_run_plan(from);
    nsd_mex_family   *reader = nsd_mex_family_read(prhs[0], &in);
    const nsd_family *family = &reader->family;
    if (reader->caller) {
        reader->caller->t = run->plan.t0;
    }
    run->scratch = nsd_mex_scratch(nsd_family_scratch(family));
    nsd_mex_require(nsd_family_init(family, run), "simulate");
    copy_start(from, "q0", family->sizes.n, run->state.q);
    copy_start(from, "v0", family->sizes.n, run->state.v);
    nsd_mex_sink_init(sink, family, &reader->rows, &run->plan);
    nsd_mex_sink_watch(sink, options);
    nsd_mex_monitor_start(&sink->monitor, options, nsd_mex_print);
    run->sink = &sink->output.sink;
    const double seconds = make_run(family, run);
    nsd_mex_monitor_finish(&sink->monitor);
    plhs[0] = export_result(reader, run, sink);
    nsd_mex_set_number(plhs[0], "kernelSeconds", seconds);
}
