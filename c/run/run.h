/* run.h - whole trajectories: the loops around a stepper. */
#ifndef NSD_RUN_H
#define NSD_RUN_H

#include "run/channels.h"
#include "run/sink.h"
#include "run/stepper.h"

/* Part of a step: times that differ by less are equal. Larger: output times near the end of a step
 * get the row of the end; smaller: rounding of t0 + k h puts output times into the wrong step. */
#define NSD_RUN_TIME_ROUNDING 1e-9

typedef struct nsd_run_plan {
    double        t0, h;
    double        t_end; /* end of the run; event methods only                               */
    long long     steps;
    long long     every; /* without times: steps between two rows; start and end are rows too */
    const double *times; /* ascending output times in [t0, t0 + steps h], or NULL            */
    size_t        time_count;
    const double *impulse; /* m: impulses of the step before the run, or NULL: none is known    */
    int          *streak;  /* m, work space: number of successive steps with an impulse         */
    /* Where not every step is a row: room for a row, which has the sums of impulses since the row
     * before and, with times, the state at the start of a step; and the numbers of a row. With
     * every = 1 and no times both may be NULL. */
    nsd_state          *before;
    const nsd_channels *channels;
} nsd_run_plan;

typedef struct nsd_run_report {
    long long steps;    /* taken                                                         */
    double    gain;     /* largest work of impacts, friction and the scheme in one step;
                       <= 0: no step gained energy                                   */
    double    gain_t;   /* end of the step with the largest gain                         */
    double    largest;  /* largest |total energy|                                        */
    double    rise;     /* largest sum of these works over a stretch of time stepping    */
    double    sum, low; /* the works of all steps so far, and the least such sum         */
} nsd_run_report;

/* Runs the stepper over the plan. NSD_OK at the end of the plan; NSD_STOPPED; NSD_DIVERGED when
 * the energy is no longer finite; the status of a solver (NSD_RAY, ...) when a contact problem
 * was not solved: the state is then that of the last solved step. */
nsd_status nsd_run_time_stepping(const nsd_run_plan *plan, nsd_stepper *stepper, nsd_state *state,
                                 nsd_ledger *ledger, nsd_sink *sink, nsd_run_report *report);

#endif
