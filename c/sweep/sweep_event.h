/* sweep_event.h - sweeps with located events: linear and nonlinear systems. */
#ifndef NSD_SWEEP_EVENT_H
#define NSD_SWEEP_EVENT_H

#include "event/event_driven.h"
#include "sweep/sweep_nonlinear.h"
#include "sweep/sweep_linear.h"

typedef struct nsd_sweep_event {
    nsd_sweep_source  source;
    const nsd_model  *sizes;   /* any of the models: all have the same sizes               */
    nsd_event_options options; /* t_end and, if not 0, first_step are those of the run     */
} nsd_sweep_event;

/* The family of event-driven runs. */
nsd_sweep_family nsd_sweep_event_family(const nsd_sweep_event *context);

/* A source of linear systems as models; uses `models` and `count` of the context. */
nsd_sweep_source nsd_sweep_linear_source(const nsd_sweep_linear *context);

#endif
