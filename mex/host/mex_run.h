/* mex_run.h - the plan of a run from a struct, and its outcome as fields of a result struct. */
#ifndef NSD_MEX_RUN_H
#define NSD_MEX_RUN_H

#include <limits.h>

#include "host/mex_host.h"
#include "run/family.h"

/* Steps, rows and events of a run at most: sums of a few such numbers are still numbers */
#define NSD_MEX_MOST_STEPS (LLONG_MAX / 4)

/* The plan of a run: fields t0, h, tEnd, steps, every, times (internal/run/nsd_plan_run.m). */
nsd_run_plan nsd_mex_run_plan(const mxArray *run);

/* Raises an error unless the last of the steps of length h begins within the span. */
void nsd_mex_run_check_steps(double steps, double h, double span);

/* The numbers of an outcome: end, steps, energies, work of the contact solver, seconds of the run;
 * internal/rows/nsd_run_result.m gives them their names. */
enum { NSD_MEX_NUMBERS = 13 };
void nsd_mex_run_numbers(const nsd_run_outcome *outcome, double seconds, double *numbers);

/* Adds the fields status, numbers and those of the family to the result. Few fields: the host takes
 * a microsecond for each. */
void nsd_mex_run_export(const nsd_family *family, const nsd_run_outcome *outcome, double seconds,
                        mxArray *result);

#endif
