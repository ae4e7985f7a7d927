/* mex_whole.h - whole solutions of the runs of a sweep, made by several threads.
 *
 * Threads must not allocate, so each run gets its arrays before. A run whose log or array is too
 * short ends with NSD_ERR_WORKSPACE; nsd_sweep_user_values.m makes it again alone. */
#ifndef NSD_MEX_WHOLE_H
#define NSD_MEX_WHOLE_H

#include "family/mex_family.h"
#include "sweep/sweep.h"

/* Makes a sink for each run of sweep->todo, to which sweep->results.sinks points. */
nsd_mex_sink *nsd_mex_whole_init(nsd_sweep *sweep, const nsd_mex_family *family);

/* A cell of result structs, as gateway 'run' makes them, for the runs of sweep->todo */
mxArray *nsd_mex_whole_export(const nsd_sweep *sweep, nsd_mex_sink *sinks);

#endif
