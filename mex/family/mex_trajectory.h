/* mex_trajectory.h - a single run of a family of systems, from its arguments to its result. */
#ifndef NSD_MEX_TRAJECTORY_H
#define NSD_MEX_TRAJECTORY_H

#include "family/mex_family.h"

/* Where a run starts, and what differs from its arguments */
typedef struct nsd_mex_beginning {
    const mxArray *q0, *v0;
    const double  *steps;      /* h and the number of steps, or NULL: those of the plan */
    const mxArray *parameters; /* of recorded functions, or NULL: those of the system   */
    int            open;       /* 1: there is no run unless all gaps are open there     */
} nsd_mex_beginning;

/* The result of gateway 'run' (gateway_run.c) for its arguments family, arrays, run, options.
 * quiet <- 1 where the run is known to have nothing to warn of, by the limits of mex_quiet.h, a
 * fifth argument, which runs of rigid bodies do without. NULL where there is no run (start->open).
 */
mxArray *nsd_mex_trajectory_run(const mxArray *const *arguments, const nsd_mex_beginning *start,
                                double *quiet);

/* Starts and makes the run, with one thread of BLAS: the same bits on every machine. Returns the
 * seconds of the run without its start. */
double nsd_mex_trajectory_make(const nsd_family *family, nsd_trajectory *run);

/* The step of a run from this start: nsd_closing_step for the fields of `closing`, H (sparse), b,
 * rate, a, Aq, Av (empty: zero), longest, mesh (nsd_choose_step.m) */
double nsd_mex_trajectory_step(const mxArray *closing, const mxArray *q0, const mxArray *v0);

#endif
