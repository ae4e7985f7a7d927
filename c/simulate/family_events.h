/* family_events.h - families whose events are located: mechanical, hybrid and piecewise smooth
 * systems. t_end and, if not 0, the first step in the options of a context
 * are those of each run. */
#ifndef NSD_FAMILY_EVENTS_H
#define NSD_FAMILY_EVENTS_H

#include "event/event_driven.h"
#include "model/linear_model.h"
#include "run/family.h"

typedef struct nsd_family_event {
    nsd_event_options options;       /* largest_step 0: a tenth of the run */
    int               accelerations; /* 1: accelerations are recorded                            */
    nsd_event_observer *observer;    /* of a single run, or NULL                                 */
    nsd_linear_model    linear;      /* of linear systems: force and its caller, or zeros        */
} nsd_family_event;

/* Kinds, with their models and contexts */
extern const nsd_family_kind nsd_family_event_kind, /* nsd_model; nsd_family_event          */
    nsd_family_linear_event_kind,                   /* nsd_linear; nsd_family_event         */
    nsd_family_hybrid_kind,                         /* nsd_hybrid_model; nsd_family_event   */
    nsd_family_filippov_kind;                       /* nsd_filippov_model; nsd_family_event */

#endif
