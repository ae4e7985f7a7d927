/* sink.h - where a run puts its rows and events, and where it may be stopped.
 *
 * Called by the run loop. c/run/output.c writes rows and events into arrays; the gateway adds more
 * capacity and `poll` (progress, Ctrl-C). */
#ifndef NSD_SINK_H
#define NSD_SINK_H

#include "base/status.h"
#include "run/state.h"

typedef enum nsd_event_kind { /* in the order of nsd_event_kinds.m */
                              NSD_EVENT_IMPACT = 1,
                              NSD_EVENT_DETACH,
                              NSD_EVENT_ACCUMULATION,
                              NSD_EVENT_ATTACH,
                              NSD_EVENT_GRAZE,
                              NSD_EVENT_STICK,
                              NSD_EVENT_SLIP,
                              NSD_EVENT_USER,
                              NSD_EVENT_CROSS
} nsd_event_kind;

typedef struct nsd_event {
    double         t;
    int            contact; /* 0-based */
    nsd_event_kind kind;
    double         before, after; /* gap velocity           */
    double         impulse, loss; /* N s, energy >= 0        */
    double         direction;     /* of the sliding that follows, in the plane: 1 or -1; else 0 */
    int            again;         /* 1: the state is that of the event before                  */
} nsd_event;

typedef struct nsd_sink nsd_sink;
struct nsd_sink {
    nsd_status (*row)(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger);
    nsd_status (*event)(nsd_sink *sink, const nsd_event *event, const nsd_state *state);
    /* Called after `patience` steps with the finished part of the run; sets the number of steps
     * until the next call; NSD_STOPPED ends the run. */
    nsd_status (*poll)(nsd_sink *sink, double done);
    long long patience;
};

#endif
