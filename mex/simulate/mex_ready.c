/* mex_ready.c - runs that are read once. */
#include "simulate/mex_ready.h"

#include <string.h>

#include "host/mex_run.h"

void nsd_mex_ready_free(nsd_mex_ready *ready)
{
    if (ready->packed) {
        nsd_mex_packed_free(ready->packed);
    }
    nsd_mex_memory_free(&ready->memory);
    memset(ready, 0, sizeof *ready);
}

void nsd_mex_ready_read(nsd_mex_ready *ready, const mxArray *const *arguments)
{
    nsd_mex_memory_begin(&ready->memory);
    nsd_trajectory       *run = ready->run = nsd_mex_calloc(1, sizeof *run);
    const nsd_mex_systems in = { .system = arguments + 1,
                                 .count = 1,
                                 .options = arguments[3],
                                 .run = arguments[2],
                                 .plan = &run->plan,
                                 .threads = 1,
                                 .runs = 1 };
    run->plan = ready->plan = nsd_mex_run_plan(arguments[2]);
    nsd_mex_family *reader = nsd_mex_family_read(arguments[0], &in);
    if (nsd_mex_packed_fits(&reader->family, arguments[3]) &&
        !nsd_mex_field_is(arguments[3], "Sensitivity", "on")) {
        ready->quiet = nsd_mex_quiet_read(arguments);
        ready->gaps = nsd_mex_quiet_gaps(reader);
        run->scratch = nsd_mex_scratch(nsd_family_scratch(&reader->family));
        ready->packed = nsd_mex_calloc(1, sizeof *ready->packed);
        nsd_mex_packed_init(ready->packed, &reader->family, &reader->rows, &run->plan,
                            arguments[3]);
        ready->reader = reader;
    }
    nsd_mex_memory_end();
}

/* Range of the gaps to the end of the column; 1 where the run has nothing to warn of */
static int look_at_rows(const nsd_mex_ready *ready, const nsd_mex_parcel *parcel)
{
    const nsd_output        *output = &ready->packed->output;
    const nsd_mex_quiet_rows rows = { output->rows, parcel->q, output->t,
                                      output->energy[NSD_NUMERICAL] };
    const int                found = ready->gaps > 0 &&
                      nsd_mex_quiet_find_gaps(ready->reader, ready->run, &rows, parcel->end);
    return nsd_mex_quiet_run(&ready->quiet, ready->run, &rows, found ? parcel->end : NULL,
                             ready->reader->family.sizes.m);
}

mxArray *nsd_mex_ready_run(nsd_mex_ready *ready, const double *q0, const double *v0,
                           const double *steps, mxArray **block)
{
    const nsd_family *family = &ready->reader->family;
    nsd_trajectory   *run = ready->run;
    nsd_mex_packed   *packed = ready->packed;
    const size_t      bytes = (size_t)family->sizes.n * sizeof(double);

    run->plan = ready->plan;
    if (steps) {
        run->plan.h = steps[0];
        run->plan.steps = (long long)steps[1];
    }
    run->scratch.used = 0;
    if (!nsd_mex_packed_start(packed, &run->plan) || nsd_family_init(family, run) != NSD_OK) {
        return NULL;
    }
    memcpy(run->state.q, q0, bytes);
    memcpy(run->state.v, v0, bytes);
    if (!nsd_mex_quiet_start(family, run)) {
        return NULL;
    }
    run->sink = &packed->output.sink;
    const double seconds = nsd_mex_trajectory_make(family, run);
    nsd_mex_monitor_finish(&packed->monitor);
    if (run->outcome.status != NSD_OK && run->outcome.status != NSD_STOPPED) {
        return NULL;
    }
    const nsd_mex_parcel parcel = nsd_mex_packed_export(packed, &run->outcome, seconds,
                                                        ready->gaps);
    parcel.head[NSD_PACKED_STEP] = steps ? steps[0] : 0.0;
    parcel.head[NSD_PACKED_QUIET] = look_at_rows(ready, &parcel);
    *block = parcel.block;
    return parcel.column;
}
