/* mex_whole.h - whole solutions of the runs of a sweep, made by several threads.
 *
 * Threads must not allocate, so each run gets its arrays before. A run whose log or array is too
 * short ends with NSD_ERR_WORKSPACE; nsd_sweep_user_values.m makes it again alone. */
#ifndef NSD_MEX_WHOLE_H
#define NSD_MEX_WHOLE_H

#include "host/mex_run.h"
#include "sweep/sweep.h"

/* Makes a sink for each run of sweep->todo, which sweep->results.also points to. run: options,
 * surface and event_driven of a single run; from: the struct of that run. */
nsd_mex_sink *nsd_mex_whole_init(nsd_sweep *sweep, nsd_mex_run *run, const mxArray *from);

/* A cell of result structs, with the fields of nsd_mex_run_export, for the runs of sweep->todo */
mxArray *nsd_mex_whole_export(const nsd_sweep *sweep, nsd_mex_sink *sinks);

#endif
