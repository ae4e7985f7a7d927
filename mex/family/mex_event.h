/* mex_event.h - what all gateways of event-driven runs need: options, the user's events, the
 * run itself with its results. */
#ifndef NSD_MEX_EVENT_H
#define NSD_MEX_EVENT_H

#include "event/event_driven.h"
#include "host/mex_call.h"
#include "host/mex_run.h"
#include "family/mex_sensitivity.h"

/* Fields tEnd, firstStep, largestStep, relTol, absTol, chatter (0 map, 1 threshold, 2 off),
 * chatterSpeed, chatterHeight, attract, integrator (0 auto, 1 dp54, 2 rosenbrock), refine,
 * maxEvents, maxSteps of `from`, and the LCP options of the run. */
nsd_event_options nsd_mex_event_read_options(const mxArray *from, const nsd_mex_run *run);

typedef struct nsd_mex_events { /* the option Events */
    nsd_mex_caller *caller;     /* to be set before nsd_mex_event_read_user                  */
    int             n;          /* entries of q, or of x; to be set before                   */
    int             mechanical; /* 1: called with (t,q,v), 0: with (t,x); to be set before   */
    int             count;      /* events                                                    */
    const mxArray  *handle;     /* calls the user's function, nsd_event_values.m             */
    double         *table;      /* count x 3: values, terminal, direction                    */
} nsd_mex_events;

/* Reads fields events (handle or []) and eventCount of `run` into `events`. */
nsd_event_user nsd_mex_event_read_user(const mxArray *run, nsd_mex_events *events);

/* Runs the solver, with an observer for sensitivities or NULL; the result also has the fields
 * evaluations and refused. */
mxArray *nsd_mex_event_run(nsd_mex_run *run, const mxArray *from, nsd_event_driven *solver,
                           nsd_mex_sensitivity *observer);

#endif
