/* event_local.h - systems of many blocks: flights of their own, and a queue of the next events.
 *
 * An impact of two blocks changes these two; all others fly on. What is not a single impact, as
 * sticking, release, impacts together or bounces that accumulate, is left to the loop of the whole
 * system, and the blocks are formed anew behind it.                             (ED.28), (ED.29) */
#ifndef NSD_EVENT_LOCAL_H
#define NSD_EVENT_LOCAL_H

#include "event/event_blocks.h"
#include "event/event_parts.h"
#include "event/event_queue.h"

typedef struct nsd_event_local {
    nsd_event_blocks blocks;
    nsd_event_queue  queue;   /* of contacts: the next time of each                              */
    int             *is_root; /* m: 1: an event at this time; 0: the contact is looked at again  */
    double          *since;   /* m: time from which on a contact was predicted                   */
    int              active;  /* 1: blocks fly from their own events                             */
    int              refused; /* 1: a prediction does not fit, the whole system must go on       */
    double           longest; /* bound of a step, so that rows follow the motion                 */
    double           kinetic, force_work, damping_work; /* energy and works when blocks started  */
    double           gain;   /* of kinetic energy by impacts since then                         */
    double          *change; /* n: of velocities by an impulse of one                           */
} nsd_event_local;

/* Bytes of `local` for a model, 0 when its parts cannot fly alone in any case */
size_t nsd_event_local_scratch(const nsd_model *model);

/* A solver of blocks for a linear system without joints, friction and compliance; NULL where it
 * has too few blocks, or too large ones. */
nsd_event_local *nsd_event_local_init(const nsd_model *model, nsd_scratch *scratch);

/* Predicts the next time of contact a from t on.                                        (ED.29) */
nsd_status nsd_event_local_predict(nsd_event_run *r, int a, double t);

#endif
