/* event_newmark_parts.h - what the files of the event-driven Newmark method share. */
#ifndef NSD_EVENT_NEWMARK_PARTS_H
#define NSD_EVENT_NEWMARK_PARTS_H

#include "event/newmark/event_newmark.h"

/* Round-off of a gap at q: what lies between -this and 0 is no penetration. */
double nsd_event_newmark_gap_noise(const nsd_event_newmark *s, const double *q);

/* q1, v1 after d with the accelerations a0 and a1 as they are                           (NM.1) */
void nsd_event_newmark_fill_end(nsd_event_newmark *s, const nsd_state *state, double d);

/* Newton on a1 for a step of length h from the state; q1, v1, F1, lambda1, mu1 go with it. */
nsd_status nsd_event_newmark_arc(nsd_event_newmark *s, const nsd_state *state, double h);

/* Impact law on the touching contacts at the state: v, P, U_before, U                    (NM.8) */
nsd_status nsd_event_newmark_impact(nsd_event_newmark *s, nsd_state *state);

/* Accelerations and forces at the state; the touching contacts at rest that are pressed together
 * become the held ones, `kept` (or -1) among them in any case, `freed` (or -1) in no case (NM.9) */
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
    double                  d; /* from the start of the arc */
} nsd_event_newmark_where;

/* The first event on the arc of length h just computed; q1, v1, y1 are then those at d. */
nsd_status nsd_event_newmark_locate(nsd_event_newmark *s, const nsd_state *state, double h,
                                    nsd_event_newmark_where *where);

#define NSD_EVENT_NEWMARK_TIME_SLACK_STEPS 1e-9 /* of a step: times closer than this are one */

typedef struct nsd_event_newmark_run { /* a run under way */
    const nsd_run_plan *plan;
    nsd_event_newmark  *s;
    nsd_state          *state;
    nsd_ledger         *ledger;
    nsd_sink           *sink;
    nsd_run_report     *report;
    nsd_ledger          row_ledger; /* of plan->before                                  */
    double              end, kinetic, potential; /* last time; energies of the start    */
    double              base; /* the last event; t = base + count h                     */
    long                count, until_row;
    size_t              next_time;
    int                 idle_events; /* events since the last motion                           */
    int                 row_pending; /* 1: the state is no row yet                          */
} nsd_event_newmark_run;

/* The row of the state; that before a jump, with the velocity v; those at given times within the
 * next d, q on the parabola of the step and v on its line. */
nsd_status nsd_event_newmark_row(nsd_event_newmark_run *r);
nsd_status nsd_event_newmark_row_before_jump(nsd_event_newmark_run *r, const double *v);
nsd_status nsd_event_newmark_rows_at_given_times(nsd_event_newmark_run *r, double d);

/* Works of the arc of length d that ends in q1; y_t and g_t are those of the end       (NM.12) */
void nsd_event_newmark_add_works(nsd_event_newmark_run *r, double d);

#endif
