/* event_newmark_parts.h - types and functions of the event-driven Newmark method. */
#ifndef NSD_EVENT_NEWMARK_PARTS_H
#define NSD_EVENT_NEWMARK_PARTS_H

#include "event/newmark/event_newmark.h"

/* Round-off of a gap at q: gaps above minus this are no penetration. */
double nsd_event_newmark_gap_noise(const nsd_event_newmark *s, const double *q);

/* q1, v1 <- the end of an arc of length d with the present accelerations a0 and a1       (NM.1) */
void nsd_event_newmark_fill_end(nsd_event_newmark *s, const nsd_state *state, double d);

/* An arc of length h from the state: a1 by Newton's method, with q1, v1, F1, lambda1, mu1. */
nsd_status nsd_event_newmark_arc(nsd_event_newmark *s, const nsd_state *state, double h);

/* Impact law on the touching contacts at the state: v, P, U_before, U                    (NM.8) */
nsd_status nsd_event_newmark_impact(nsd_event_newmark *s, nsd_state *state);

/* Accelerations and forces at the state. Touching contacts at rest with a positive force are held
 * from now on; contact `kept` (or -1) in any case, contact `freed` (or -1) in no case    (NM.9) */
nsd_status nsd_event_newmark_accelerate(nsd_event_newmark *s, const nsd_state *state, int kept,
                                        int freed);

typedef enum nsd_event_newmark_found {
    NSD_FOUND_NOTHING,
    NSD_FOUND_IMPACT,
    NSD_FOUND_RELEASE
} nsd_event_newmark_found;

typedef struct nsd_event_newmark_where {
    nsd_event_newmark_found found;
    int                     contact;
    double                  d; /* time from the start of the arc */
} nsd_event_newmark_where;

/* The first event on the arc of length h just computed; q1, v1, y1 <- those at where->d. */
nsd_status nsd_event_newmark_locate(nsd_event_newmark *s, const nsd_state *state, double h,
                                    nsd_event_newmark_where *where);

/* Part of a step: times closer than this are the same. Smaller: tiny steps at the end of the run
 * and at given times; larger: given times get the row of a step nearby. */
#define NSD_EVENT_NEWMARK_TIME_SLACK_STEPS 1e-9

typedef struct nsd_event_newmark_run { /* a run under way */
    const nsd_run_plan *plan;
    nsd_event_newmark  *s;
    nsd_state          *state;
    nsd_ledger         *ledger;
    nsd_sink           *sink;
    nsd_run_report     *report;
    nsd_ledger          row_ledger;         /* of plan->before                            */
    double              end;                /* of the run                                 */
    double              kinetic, potential; /* energies of the start                      */
    double              base;               /* time of the last event                     */
    long long           count;              /* steps since then: t = base + count h       */
    long long           until_row;          /* steps until the next row                   */
    size_t              next_time;          /* in plan->times                             */
    int                 idle_events;        /* events since the last motion               */
    int                 row_pending;        /* 1: the state has not been written as a row */
} nsd_event_newmark_run;

/* The row of the state. */
nsd_status nsd_event_newmark_row(nsd_event_newmark_run *r);
/* The row before a jump: the state with velocity v. */
nsd_status nsd_event_newmark_row_before_jump(nsd_event_newmark_run *r, const double *v);
/* Rows at given times within the next d: q on the parabola of the step, v on its line. */
nsd_status nsd_event_newmark_rows_at_given_times(nsd_event_newmark_run *r, double d);

/* Works of the arc of length d that ends in q1; mechanics.y_t, g_t: those of its end     (NM.12) */
nsd_status nsd_event_newmark_add_works(nsd_event_newmark_run *r, double d);

#endif
