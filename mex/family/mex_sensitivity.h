/* mex_sensitivity.h - an observer of an event-driven run that keeps its state transition
 * matrices: one after each event, one at the end. */
#ifndef NSD_MEX_SENSITIVITY_H
#define NSD_MEX_SENSITIVITY_H

#include "event/event_driven.h"
#include "host/mex_call.h"
#include "event/sensitivity/sensitivity.h"

typedef struct nsd_mex_sensitivity {
    nsd_event_observer base; /* first: it is an observer */
    nsd_sensitivity    s;
    double             end, t; /* of the run; of the last instant */
    int                lost;   /* 1: there is no matrix any more                            */
    double             lost_t;
    size_t             count, capacity; /* pages of n x n kept, and their times            */
    double            *times, *pages;
    int               *hit, *sticks; /* guards each */
} nsd_mex_sensitivity;

/* An observer with a flow of its own; of a mechanical model with its derivatives. */
nsd_mex_sensitivity *nsd_mex_sensitivity_new(nsd_flow *flow, const nsd_event_options *options);
nsd_mex_sensitivity *nsd_mex_sensitivity_mechanical(const nsd_model         *model,
                                                    const nsd_event_options *options);

/* The last arc, to the time t. */
nsd_status nsd_mex_sensitivity_finish(nsd_mex_sensitivity *w, double t);

/* Adds a struct `sensitivity` with fields t, Phi, depth and lostTime to the result. */
void nsd_mex_sensitivity_export(const nsd_mex_sensitivity *w, mxArray *result);

#endif
