/* run.h - whole trajectories: the loops around a stepper. */
#ifndef NSD_RUN_H
#define NSD_RUN_H

#include "run/sink.h"
#include "run/stepper.h"

typedef struct nsd_run_plan {
    double        t0, h;
    long          steps;
    long          every; /* a row every so many steps, at start and end, when times is NULL */
    const double *times; /* ascending output times in [t0, t0 + steps h], or NULL            */
    size_t        time_count;
    int          *streak; /* m: steps in a row with an impulse; caller's, any content         */
    nsd_state    *before; /* with times: a second state for the start of a step, else NULL    */
} nsd_run_plan;

typedef struct nsd_run_report {
    long   steps;        /* taken                                                         */
    double gain, gain_t; /* largest work of impacts, friction and the scheme in one step,
                            and the end of that step; gain <= 0: never positive           */
    double largest;      /* largest |total energy|                                        */
} nsd_run_report;

/* Runs the stepper over the plan. NSD_OK at the end of the plan; NSD_STOPPED; NSD_DIVERGED when
 * the energy is no longer finite; a solver's word (NSD_RAY, ...) when a contact problem was not
 * solved: the state is then the last good one. */
nsd_status nsd_run_time_stepping(const nsd_run_plan *plan, nsd_stepper *stepper, nsd_state *state,
                                 nsd_ledger *ledger, nsd_sink *sink, nsd_run_report *report);

#endif
