/* sink.h - where a run puts its rows and events, and who may stop it.
 *
 * The run loop calls these; c/run/output.c writes rows and events into arrays, the gateway adds
 * `grow` (more room between steps) and `poll` (progress, Ctrl-C). */
#ifndef NSD_SINK_H
#define NSD_SINK_H

#include "base/status.h"
#include "run/state.h"

typedef enum nsd_event_kind { /* in the order of NsdSolution */
                              NSD_EVENT_IMPACT = 1,
                              NSD_EVENT_DETACH,
                              NSD_EVENT_ACCUMULATION,
                              NSD_EVENT_ATTACH,
                              NSD_EVENT_GRAZE,
                              NSD_EVENT_STICK,
                              NSD_EVENT_SLIP,
                              NSD_EVENT_USER
} nsd_event_kind;

typedef struct nsd_event {
    double         t;
    int            contact; /* 0-based */
    nsd_event_kind kind;
    double         before, after; /* gap velocity           */
    double         impulse, loss; /* N s, energy >= 0        */
    double         direction;     /* 1, -1: of the sliding to come, in the plane; else 0 */
} nsd_event;

typedef struct nsd_sink nsd_sink;
struct nsd_sink {
    nsd_status (*row)(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger);
    nsd_status (*event)(nsd_sink *sink, const nsd_event *event, const nsd_state *state);
    /* Called after `patience` steps; sets the next patience; NSD_STOPPED ends the run. */
    nsd_status (*poll)(nsd_sink *sink, double done);
    long patience;
};

#endif
