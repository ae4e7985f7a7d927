/* family_events.h - families whose events are located: mechanical, hybrid and piecewise smooth
 * systems, Newmark between impacts. Each function takes the models, any number of them, and a
 * context that must stay where it is; t_end and, if not 0, the first step of its options are those
 * of each run. */
#ifndef NSD_FAMILY_EVENTS_H
#define NSD_FAMILY_EVENTS_H

#include "event/event_driven.h"
#include "event/newmark/event_newmark.h"
#include "model/linear_model.h"
#include "run/family.h"

typedef struct nsd_family_event {
    nsd_event_options options;       /* largest_step 0: a tenth of the run */
    int               accelerations; /* 1: accelerations are recorded                            */
    nsd_event_observer *observer;    /* of a single run, or NULL                                 */
    nsd_linear_model    linear;      /* of linear systems: force and its caller, or zeros        */
} nsd_family_event;

/* Models: nsd_model. */
nsd_family nsd_family_of_event(const nsd_family_models *models, const nsd_family_event *context);

/* Models: nsd_linear. */
nsd_family nsd_family_of_linear_event(const nsd_family_models *models,
                                      const nsd_family_event  *context);

/* Models: nsd_hybrid_model. */
nsd_family nsd_family_of_hybrid(const nsd_family_models *models, const nsd_family_event *context);

/* Models: nsd_filippov_model. */
nsd_family nsd_family_of_filippov(const nsd_family_models *models, const nsd_family_event *context);

/* Models: nsd_model. */
nsd_family nsd_family_of_event_newmark(const nsd_family_models         *models,
                                       const nsd_event_newmark_options *context);

#endif
