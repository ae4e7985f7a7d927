/* mex_event.h - what the families with located events share: the user's events, sensitivities. */
#ifndef NSD_MEX_EVENT_H
#define NSD_MEX_EVENT_H

#include "family/mex_family.h"
#include "family/mex_sensitivity.h"
#include "simulate/family_events.h"

typedef struct nsd_mex_event {
    nsd_family_event     context;
    nsd_mex_caller      *caller;     /* calls the user's functions                          */
    int                  n;          /* entries of q, or of x                               */
    int                  mechanical; /* 1: Events is called with (t,q,v), 0: with (t,x)     */
    nsd_mex_function     events;     /* calls the user's Events, nsd_event_values.m         */
    double              *table;      /* count x 3: values, terminal, direction              */
    nsd_mex_sensitivity *observer;   /* with the option Sensitivity, else NULL              */
} nsd_mex_event;

/* Options and, of a single run, the user's events: fields events and eventCount of in->run. Sets
 * family->rows, caller and add_results; `event` has its caller, n and mechanical. */
void nsd_mex_event_read(nsd_mex_event *event, nsd_mex_family *family, const nsd_mex_systems *in);

/* 1 when the run asks for sensitivities */
int nsd_mex_event_is_observed(const nsd_mex_systems *in);

/* The observer becomes that of the run. */
void nsd_mex_event_observe(nsd_mex_event *event, nsd_mex_sensitivity *observer);

#endif
