/* event_parts.h - what the files of the event-driven loop share. */
#ifndef NSD_EVENT_PARTS_H
#define NSD_EVENT_PARTS_H

#include "event/event_driven.h"

typedef enum nsd_event_cause {
    NSD_FINDS_NOTHING,
    NSD_FINDS_GUARD,
    NSD_FINDS_RELEASE,
    NSD_FINDS_FRICTION,
    NSD_FINDS_USER
} nsd_event_cause;

typedef struct nsd_event_where { /* an event within a step */
    nsd_event_cause kind;
    int             index;       /* of the guard                                         */
    double          theta, past; /* on the curve: first root, and a place behind it      */
    nsd_guard_curve curve;
    double          elapsed;   /* located: time from the start of the step; x_try is there     */
    int             confirmed; /* 0: the curve had a root, the guard has none                  */
    int             run_ends;  /* the run ends with the step                                   */
} nsd_event_where;

/* Round-off of guard i; what counts as closed; the tolerance of the integration for it. */
double nsd_event_guard_noise(const nsd_event_driven *s, int i);
double nsd_event_closed_limit(const nsd_event_driven *s, int i);
double nsd_event_guard_tolerance(const nsd_event_driven *s, int i);
/* Times closer than this are the same. */
double nsd_event_time_slack(const nsd_event_driven *s);
/* A speed for what has not moved yet: small beside any that the forces will give. */
double nsd_event_small_speed(const nsd_event_driven *s);
/* Guard velocities below this count as zero. */
double nsd_event_rest_speed(const nsd_event_driven *s);

/* Largest gaps and speeds of the run, from the guards at an instant. */
void nsd_event_update_scales(nsd_event_driven *s, const nsd_guard_end *ends);

/* The first step length from the state, by the size of the field and its change. */
nsd_status nsd_event_first_step(nsd_event_driven *s, double t, double *H);

/* A step from (t, x) of at most `limit` whose error and guards pass: its length in H, its end in x1
 * and g1, the proposal for the next in s->H. */
nsd_status nsd_event_step(nsd_event_driven *s, double t, double limit, double *H);

/* Curves of all guards on the step (s->curve); 1 in `resolved` when they agree with the guards
 * inside it                                                                              (ED.5) */
nsd_status nsd_event_guard_curves(nsd_event_driven *s, double t, double H, int *resolved);

/* 1 when a guard's value at theta is told by its curve                                   (ED.5) */
int nsd_event_curve_agrees(const nsd_guard_curve *curve, int deflation, double theta, double value,
                           double tolerance);

/* The user's events: work space; which of them are zero at the state where `where` was found;
 * values at the state behind an instant; the end of a step becomes a start; curves on a step, as
 * above; the first zero among them and what was found before, `last` when the run ends with the
 * step; how near to zero is zero at its end; the value of one at x_try, positive before its zero;
 * the log of those met, with 1 in `ends` when the run ends there. */
size_t     nsd_event_user_scratch(int count);
nsd_status nsd_event_user_init(nsd_event_driven *s, nsd_scratch *scratch);
nsd_status nsd_event_user_find_zeros(nsd_event_driven *s, double t, const nsd_event_where *where);
nsd_status nsd_event_user_start_step(nsd_event_driven *s, double t, int starting);
void       nsd_event_user_carry(nsd_event_driven *s);
nsd_status nsd_event_user_curves(nsd_event_driven *s, double t, double H, int *resolved);
void       nsd_event_user_search(nsd_event_driven *s, int last, nsd_event_where *where);
double     nsd_event_user_end_tolerance(const nsd_event_driven *s, int i, int last);
nsd_status nsd_event_user_value(nsd_event_driven *s, double t, int i, double *value);

/* Friction (s->friction): work space; its guards where the flow just was, as sample k of the step;
 * curves of them; the first root; the value of one where the flow just was; the end of a step
 * becomes a start                                                                        (EF.6) */
size_t     nsd_event_friction_scratch(const nsd_model *model);
nsd_status nsd_event_friction_init(nsd_event_driven *s, nsd_scratch *scratch);
void       nsd_event_friction_sample(nsd_event_driven *s, int k);
void       nsd_event_friction_curves(nsd_event_driven *s, int *resolved);
void       nsd_event_friction_search(nsd_event_driven *s, nsd_event_where *where);
double     nsd_event_friction_value(const nsd_event_driven *s, int lane);
void       nsd_event_friction_carry(nsd_event_driven *s);

/* The first event on the step just taken, `last` when the run ends with it. */
void nsd_event_search(nsd_event_driven *s, int last, nsd_event_where *where);

/* Where it is, by steps of its own                                                       (ED.6) */
nsd_status nsd_event_locate(nsd_event_driven *s, double t, double H, nsd_event_where *where);

typedef struct nsd_event_progress { /* where progress was looked at last */
    double t, longest;              /* and the longest step so far       */
    long   steps, events;
} nsd_event_progress;

typedef struct nsd_event_run { /* a run under way */
    const nsd_run_plan *plan;
    nsd_event_driven   *s;
    nsd_state          *state; /* q and v are part of s->x */
    nsd_ledger         *ledger;
    nsd_sink           *sink;
    nsd_run_report     *report;
    nsd_ledger          row_ledger;
    double              kinetic, potential; /* of the start */
    size_t              next_time;
    long                until_row;
    int                 idle_events; /* events since the last motion  */
    int                 row_pending; /* 1: the state is no row yet    */
    double              slip_work;   /* work of tangential impulses at the last row of the state */
    nsd_event_progress  progress;
} nsd_event_run;

/* Rows: of the state; the same with the impulses since the last given time; before a
 * jump, with x in s->x_row; at given times within a step of length H,
 * up to `to` from its start. */
nsd_status nsd_event_row(nsd_event_run *r);
nsd_status nsd_event_row_at_given_time(nsd_event_run *r);
nsd_status nsd_event_row_before_jump(nsd_event_run *r);
/* The rows that Refine asks for, before `to`. */
nsd_status nsd_event_rows_refined(nsd_event_run *r, double H, double to);
nsd_status nsd_event_rows_at_given_times(nsd_event_run *r, double H, double to);
nsd_status nsd_event_user_log(nsd_event_run *r, int *ends);
/* Kinetic energy of x; 0 for flows that have none. */
nsd_status nsd_event_kinetic(nsd_event_driven *s, const double *x, double *kinetic);

/* Forces that are not unique, at their limit or at zero: others of them are within their cones, and
 * nothing changes; or there are none, and contacts slide or leave.                      (EF.10) */
typedef enum nsd_event_choice {
    NSD_CHOOSES_NOTHING,
    NSD_CHOOSES_FORCES,
    NSD_CHOOSES_MODES
} nsd_event_choice;

/* Friction at the start: energy that its forces could give, of which gains below are rounding. At
 * an instant: before it; works of its impulses, which are no longer those of the normals, `times`
 * 1 or -1; who slides where one has come to its limit; what follows for the next step; the log;
 * rows. */
nsd_event_choice nsd_event_friction_choose_nonunique(nsd_event_run *r, nsd_status *status);
/* Which guards leave, and the forces, at a point a little later                         (ED.23) */
nsd_status nsd_event_mark_leaving(nsd_event_driven *s, const nsd_flow_point *ahead);
void       nsd_event_friction_start_scales(nsd_event_run *r);
void       nsd_event_friction_start_instant(nsd_event_driven *s, const nsd_event_where *where);
void       nsd_event_friction_add_works(nsd_event_driven *s, double times);
nsd_status nsd_event_friction_choose_sliding(nsd_event_run *r);
void       nsd_event_friction_deflate(nsd_event_driven *s);
nsd_status nsd_event_friction_log(nsd_event_run *r, int i);
void       nsd_event_friction_row(const nsd_event_driven *s, nsd_tangential *tangential);

/* What happens at the state where `where` was found (NSD_FINDS_NOTHING: at the start or end). */
nsd_status nsd_event_instant(nsd_event_run *r, const nsd_event_where *where, int starting);

/* Rebounds that end the bouncing: the members stop, the flow goes on stuck              (ED.10) */
nsd_status nsd_event_chatter(nsd_event_run *r);
/* Logs the end of bounces that the map skipped. */
nsd_status nsd_event_log_accumulation(nsd_event_run *r);

/* Which guards are closed and at rest, but not `freed`, stick from now on; g0 and deflations of all
 * guards follow                                                                          (ED.8) */
nsd_status nsd_event_choose_sticking(nsd_event_run *r, int freed);

#endif
