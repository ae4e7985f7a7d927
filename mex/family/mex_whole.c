/* mex_whole.c - whole solutions of the runs of a sweep. */
#include "family/mex_whole.h"

#include <string.h>

/* Events of one run for which its log has room, because threads must not allocate. Smaller: more
 * runs end with NSD_ERR_WORKSPACE and are made again alone. Larger: memory for every run. */
#define MOST_EVENTS 4096

static nsd_status refuse_to_grow(nsd_output *output)
{
    (void)output;
    return NSD_ERR_WORKSPACE;
}

static void make_log(nsd_output *output)
{
    nsd_event_log *log = &output->log;
    const size_t   n = (size_t)output->n;

    log->capacity = MOST_EVENTS;
    log->values = mxMalloc(MOST_EVENTS * NSD_EVENT_FIELDS * sizeof(double));
    if (log->q) {
        log->q = mxMalloc(MOST_EVENTS * n * sizeof(double));
        log->v = mxMalloc(MOST_EVENTS * n * sizeof(double));
    }
    output->grow_log = refuse_to_grow;
    output->grow_rows = refuse_to_grow;
}

nsd_mex_sink *nsd_mex_whole_init(nsd_sweep *sweep, nsd_mex_run *run, const mxArray *from)
{
    nsd_mex_sink *sinks = mxCalloc(sweep->todo_count + 1, sizeof *sinks);

    sweep->results.sinks = mxCalloc(sweep->runs, sizeof *sweep->results.sinks);
    sweep->results.solver = mxCalloc(4 * sweep->runs, sizeof *sweep->results.solver);
    for (size_t i = 0; i < sweep->todo_count; i++) {
        const size_t r = (size_t)sweep->todo[i];
        run->plan.steps = (long)sweep->plan.steps[r];
        run->plan.every = (long)sweep->plan.every[r];
        run->plan.times = sweep->times;
        run->plan.time_count = sweep->time_count;
        const nsd_mex_sink_size size = nsd_mex_run_sink_size(run, from);
        nsd_mex_sink_init(sinks + i, &size, NSD_PROGRESS_OFF);
        make_log(&sinks[i].output);
        sweep->results.sinks[r] = &sinks[i].output.sink;
    }
    return sinks;
}

static void set_number(mxArray *result, const char *name, double value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, mxCreateDoubleScalar(value));
}

static mxArray *export_one(const nsd_sweep *sweep, size_t r, nsd_mex_sink *sink)
{
    const nsd_sweep_results *of = &sweep->results;
    const double            *solver = of->solver + 4 * r;
    mxArray                 *result = mxCreateStructMatrix(1, 1, 0, NULL);

    nsd_mex_sink_finish(sink);
    nsd_mex_sink_export(sink, result);
    set_number(result, "steps", of->steps[r]);
    set_number(result, "gain", of->gain[3 * r]);
    set_number(result, "gainTime", of->gain[3 * r + 1]);
    set_number(result, "largestEnergy", of->gain[3 * r + 2]);
    set_number(result, "problems", solver[0]);
    set_number(result, "iterations", solver[1]);
    set_number(result, "residual", solver[2]);
    set_number(result, "newtonResidual", solver[3]);
    set_number(result, "kernelSeconds", mxGetNaN());
    set_number(result, "tEnd", of->last[(1 + 2 * (size_t)sweep->sizes.n) * r]);
    mxAddField(result, "status");
    mxSetField(result, 0, "status", mxCreateString(nsd_status_id(of->status[r])));
    mxAddField(result, "active");
    mxSetField(result, 0, "active", mxCreateDoubleMatrix(1, 0, mxREAL));
    return result;
}

mxArray *nsd_mex_whole_export(const nsd_sweep *sweep, nsd_mex_sink *sinks)
{
    mxArray *solutions = mxCreateCellMatrix((mwSize)sweep->todo_count, 1);
    for (size_t i = 0; i < sweep->todo_count; i++) {
        const size_t r = (size_t)sweep->todo[i];
        mxSetCell(solutions, (mwIndex)i, export_one(sweep, r, sinks + i));
    }
    return solutions;
}
