/* mex_sensitivity.h - an observer of an event-driven run that keeps its state transition
 * matrices: one after each event, one at the end. */
#ifndef NSD_MEX_SENSITIVITY_H
#define NSD_MEX_SENSITIVITY_H

#include "event/event_driven.h"
#include "host/mex_call.h"
#include "event/sensitivity/sensitivity.h"

typedef struct nsd_mex_sensitivity {
    nsd_event_observer base; /* first field: a pointer to the observer is one to this struct */
    nsd_sensitivity    s;
    double             end, t;          /* end of the run; time of the last instant        */
    int                lost;            /* 1: there is no derivative since lost_t          */
    double             lost_t;          /* time of the first instant without derivative    */
    size_t             count, capacity; /* pages kept, and pages there is room for         */
    double            *times, *pages;   /* times of the pages; pages, n x n each           */
    int               *hit, *sticks;    /* one flag for each guard                         */
} nsd_mex_sensitivity;

/* An observer for a flow, which must not be the flow of the run */
nsd_mex_sensitivity *nsd_mex_sensitivity_new(nsd_flow *flow, const nsd_event_options *options);

/* An observer for a mechanical model, with a flow of its own and the derivatives of the model */
nsd_mex_sensitivity *nsd_mex_sensitivity_mechanical(const nsd_model         *model,
                                                    const nsd_event_options *options);

/* Adds the arc from the last instant to the end t of the run, and its page. */
nsd_status nsd_mex_sensitivity_finish(nsd_mex_sensitivity *w, double t);

/* Adds a struct `sensitivity` with fields t, Phi, depth and lostTime to the result. */
void nsd_mex_sensitivity_export(const nsd_mex_sensitivity *w, mxArray *result);

#endif
