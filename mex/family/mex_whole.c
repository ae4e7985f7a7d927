/* mex_whole.c - whole solutions of the runs of a sweep. */
#include "family/mex_whole.h"

#include "host/mex_run.h"

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

nsd_mex_sink *nsd_mex_whole_init(nsd_sweep *sweep, const nsd_mex_family *family)
{
    nsd_mex_sink *sinks = mxCalloc(sweep->todo_count + 1, sizeof *sinks);

    sweep->results.sinks = mxCalloc(sweep->runs, sizeof *sweep->results.sinks);
    for (size_t i = 0; i < sweep->todo_count; i++) {
        const size_t       r = (size_t)sweep->todo[i];
        const nsd_run_plan plan = { .steps = (long long)sweep->plan.steps[r],
                                    .every = (long long)sweep->plan.every[r],
                                    .times = sweep->times,
                                    .time_count = sweep->time_count };
        nsd_mex_sink_init(sinks + i, &family->family, &family->rows, &plan);
        make_log(&sinks[i].output);
        sweep->results.sinks[r] = &sinks[i].output.sink;
    }
    return sinks;
}

static mxArray *export_one(const nsd_sweep *sweep, size_t r, nsd_mex_sink *sink)
{
    mxArray *result = mxCreateStructMatrix(1, 1, 0, NULL);

    nsd_mex_sink_finish(sink);
    nsd_mex_sink_export(sink, result);
    nsd_mex_run_export(sweep->family, &sweep->results.outcome[r], result);
    nsd_mex_set_number(result, "kernelSeconds", mxGetNaN());
    nsd_mex_set(result, "active", mxCreateDoubleMatrix(1, 0, mxREAL));
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
