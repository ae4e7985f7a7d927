/* mex_ready.h - a run whose arguments are read once and whose memory stays: nothing is left to do
 * for another start but the run. */
#ifndef NSD_MEX_READY_H
#define NSD_MEX_READY_H

#include "family/mex_quiet.h"
#include "family/mex_trajectory.h"
#include "host/mex_packed.h"

typedef struct nsd_mex_ready {
    nsd_mex_memory  memory; /* of all that follows                             */
    nsd_mex_family *reader; /* NULL: there is none                             */
    nsd_trajectory *run;
    nsd_mex_packed *packed;
    nsd_mex_quiet   quiet;
    size_t          gaps; /* numbers of their range, at the end of a column   */
    nsd_run_plan    plan;
} nsd_mex_ready;

/* Reads the arguments of gateway 'keep', which must stay. ready->reader stays NULL where the rows
 * of the run cannot be packed. */
void nsd_mex_ready_read(nsd_mex_ready *ready, const mxArray *const *arguments);
void nsd_mex_ready_free(nsd_mex_ready *ready);

/* The run from the start q0, v0, n finite numbers each, as a column and a block (mex_packed.h).
 * steps: h and the number of steps, or NULL: those of the arguments. NULL where nsd_simulate.m
 * must look: a gap
 * is not open at the start, there are too many rows, or the run ends with another status than 'ok'
 * and 'stopped'. */
mxArray *nsd_mex_ready_run(nsd_mex_ready *ready, const double *q0, const double *v0,
                           const double *steps, mxArray **block);

#endif
