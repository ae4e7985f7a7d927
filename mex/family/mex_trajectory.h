/* mex_trajectory.h - a single run of a family of systems, from its arguments to its result. */
#ifndef NSD_MEX_TRAJECTORY_H
#define NSD_MEX_TRAJECTORY_H

#include "family/mex_family.h"

/* Where a run starts, and what differs from its arguments */
typedef struct nsd_mex_beginning {
    const mxArray *q0, *v0;
    const double  *steps;      /* h and the number of steps, or NULL: those of the plan */
    const mxArray *parameters; /* of recorded functions, or NULL: those of the system   */
} nsd_mex_beginning;

/* The result of gateway 'run' (gateway_run.c) for its arguments family, arrays, run, options.
 * quiet, unless NULL: 1 where the run has nothing to warn of; then the limits of mex_quiet.h are a
 * fifth argument, and there is no run, NULL, unless all gaps are open at the start. */
mxArray *nsd_mex_trajectory_run(const mxArray *const *arguments, const nsd_mex_beginning *start,
                                double *quiet);

/* Starts and makes the run, with one thread of BLAS: the same bits on every machine. Returns the
 * seconds of the run without its start. */
double nsd_mex_trajectory_make(const nsd_family *family, nsd_trajectory *run);

/* The step of a run from this start: nsd_closing_step for the fields of `closing`, H (sparse), b,
 * rate, a, Aq, Av (empty: zero), longest, mesh (nsd_choose_step.m) */
double nsd_mex_trajectory_step(const mxArray *closing, const mxArray *q0, const mxArray *v0);

#endif
