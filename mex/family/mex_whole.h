/* mex_whole.h - whole solutions of the runs of a sweep, made by several threads.
 *
 * Threads must not allocate: each run gets its arrays beforehand. Where a log or an array turns
 * out too short the run ends with NSD_ERR_WORKSPACE, to be made again alone. */
#ifndef NSD_MEX_WHOLE_H
#define NSD_MEX_WHOLE_H

#include "host/mex_run.h"
#include "sweep/sweep.h"

/* Arrays for the runs of sweep->todo, into sweep->results.also. run: options, surface, events of
 * a single run; from: its struct. */
nsd_mex_sink *nsd_mex_whole_init(nsd_sweep *sweep, nsd_mex_run *run, const mxArray *from);

/* A cell of results as nsd_mex_run_export gives them, one for each of sweep->todo. */
mxArray *nsd_mex_whole_export(const nsd_sweep *sweep, nsd_mex_sink *sinks);

#endif
