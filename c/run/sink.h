/* sink.h - where a run puts its rows and events, and where it may be stopped.
 *
 * Called by the run loop. c/run/output.c writes rows and events into arrays; the gateway adds more
 * capacity and `poll` (progress, Ctrl-C). */
#ifndef NSD_SINK_H
#define NSD_SINK_H

#include "base/inline.h"
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

typedef struct nsd_sink_column { /* one number of a row        */
    const double *from;          /* in the state or the ledger */
    double       *to;            /* of all rows                */
} nsd_sink_column;

typedef struct nsd_sink_rows { /* the next rows, which a stepper may write itself */
    const nsd_sink_column *column;
    int                    count; /* of columns                        */
    size_t                 first; /* the next row, an index of `to`    */
    size_t                 most;  /* rows for which there is room      */
} nsd_sink_rows;

/* Writes row `first + i`. */
NSD_INLINE void nsd_sink_rows_write(const nsd_sink_rows *rows, size_t i)
{
    const nsd_sink_column *end = rows->column + rows->count;
    for (const nsd_sink_column *column = rows->column; column < end; column++) {
        column->to[rows->first + i] = *column->from;
    }
}

typedef struct nsd_sink nsd_sink;
struct nsd_sink {
    nsd_status (*row)(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger);
    nsd_status (*event)(nsd_sink *sink, const nsd_event *event, const nsd_state *state);
    /* Called after `patience` steps with the finished part of the run; sets the number of steps
     * until the next call; NSD_STOPPED ends the run. */
    nsd_status (*poll)(nsd_sink *sink, double done);
    long long patience;
    /* Where the next rows of this state go, for steps without events; `lent`: so many were written.
     * Both NULL: rows go through `row` alone. */
    nsd_sink_rows (*lend)(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger);
    void (*lent)(nsd_sink *sink, size_t rows);
};

#endif
