/* sweep_event.h - sweeps with located events: linear and nonlinear systems. */
#ifndef NSD_SWEEP_EVENT_H
#define NSD_SWEEP_EVENT_H

#include "event/event_driven.h"
#include "sweep/sweep_nonlinear.h"
#include "sweep/sweep_linear.h"

typedef struct nsd_sweep_event {
    nsd_sweep_source  source;
    const nsd_model  *sizes;   /* any of the models                                        */
    nsd_event_options options; /* t_end is that of the run, and first_step its h if not 0  */
} nsd_sweep_event;

nsd_sweep_family nsd_sweep_event_family(const nsd_sweep_event *context);

/* Linear systems as models; of the context only models and count are used. */
nsd_sweep_source nsd_sweep_linear_source(const nsd_sweep_linear *context);

#endif
