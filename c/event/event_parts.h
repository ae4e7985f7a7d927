/* event_parts.h - types, functions and constants of the event-driven loop. */
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

/* Relative noise of contact forces that come from differenced derivatives: the floor of the
 * tolerance for curves of forces. Smaller: sticking steps are halved because of noise; larger: a
 * short dip of a force below zero is passed over. */
#define NSD_EVENT_FORCE_NOISE 1e-9

/* Part of the last step: modes that forces at their limit leave open are decided that much later.
 * Smaller: the forces there are still at their limit, up to rounding; larger: the decision belongs
 * to another state. */
#define NSD_EVENT_DECISION_STEPS 1e-3

/* Natural logarithm of an error relative to the tolerances, log 1e-4: the step control (ED.19)
 * takes a smaller error of the last step for this, and begins a run with it. Smaller: a very
 * accurate step, as in free flight, holds the next proposals back; larger: no memory of errors. */
#define NSD_EVENT_LEAST_LOG_ERROR (-9.2)

/* Places of a step where a force or an event of the user is sampled: the two tests of (ED.5), then
 * theta = 0, 1/4, 1/2, 3/4, 1 of the quartic */
enum { NSD_EVENT_PLACES = 7 };

typedef struct nsd_event_where { /* an event within a step */
    nsd_event_cause kind;
    int             index;   /* of the guard, of the event of the user, or of the friction guard */
    double          theta;   /* first root on the curve                                          */
    double          past;    /* theta behind the root where the curve is negative                */
    nsd_guard_curve curve;   /* on which the root was found                                      */
    double          elapsed; /* located: time from the start of the step; x_try is there         */
    int             confirmed; /* 0: the curve had a root, the guard has none                    */
    int             run_ends;  /* 1: the run ends with the step                                  */
} nsd_event_where;

/* Round-off of the value of guard i. */
double nsd_event_guard_noise(const nsd_event_driven *s, int i);
/* After positions of s->x have changed: what their round-off is. */
void nsd_event_update_positions(nsd_event_driven *s);
/* Guard i counts as closed up to this value. */
double nsd_event_closed_limit(const nsd_event_driven *s, int i);
/* Tolerance of the integration for guard i. */
double nsd_event_guard_tolerance(const nsd_event_driven *s, int i);
/* Times closer than this are the same. */
double nsd_event_time_slack(const nsd_event_driven *s);
/* A speed for a system that has not moved yet: small beside any that the forces will give. */
double nsd_event_small_speed(const nsd_event_driven *s);
/* Guard velocities below this count as zero: a part of the largest speeds so far, and of the
 * rounding of H'v, whose terms may be large. */
double nsd_event_rest_speed(const nsd_event_driven *s);
/* The same without the rounding of H'v. */
double nsd_event_known_rest_speed(const nsd_event_driven *s);
/* Lower hops of guard i are not integrated. */
double nsd_event_lowest_hop(const nsd_event_driven *s, int i);

/* Largest values, speeds and accelerations of the run, from the guards at an instant. */
void nsd_event_update_scales(nsd_event_driven *s, const nsd_guard_end *ends);

/* x_try <- x + d f */
void nsd_event_try_ahead(nsd_event_driven *s, const double *f, double d);

/* Rosenbrock's method takes the place of the integrator, at (t, x)                      (ED.34) */
nsd_status nsd_event_take_rosenbrock(nsd_event_driven *s, double t);

/* The first step length from the state, by the size of the field and its change. */
nsd_status nsd_event_first_step(nsd_event_driven *s, double t, double *H);

/* A step from (t, x) of at most `limit` whose error and guards pass: its length in H, its end in x1
 * and g1, the proposal for the next step in s->control.H. */
nsd_status nsd_event_step(nsd_event_driven *s, double t, double limit, double *H);

/* The proposal for the next step after an exact one of length H, where `wanted` was wanted. */
void nsd_event_propose_step(nsd_event_driven *s, double H, double wanted);

/* 1 when the value of a guard at theta lies on its curve, to a tolerance                 (ED.5) */
int nsd_event_curve_agrees(const nsd_guard_curve *curve, int deflation, double theta, double value,
                           double tolerance);
/* 1 when no coefficient is negative, apart from the first ones, which stand for roots at 0 */
int nsd_event_no_negative_coefficient(const nsd_guard_curve *curve, int deflation);

/* Curves of all guards on the step (s->curve); 1 in `resolved` when every curve agrees with its
 * guard inside the step                                                                  (ED.5) */
nsd_status nsd_event_guard_curves(nsd_event_driven *s, double t, double H, int *resolved);

/* Curves of all guards on a step of fixed length                                (NM.6), (NM.11) */
nsd_status nsd_event_parabolas(nsd_event_driven *s, double t, double H);

/* The places */
extern const double nsd_event_place[NSD_EVENT_PLACES];

typedef struct nsd_event_samples { /* values of one guard at all places of a step              */
    const double *first;           /* at the first place; the next places are `stride` further */
    int           stride;
    int           deflation;       /* roots at the start                                       */
    int           from_zero;       /* 1: the curve starts at zero, the first sample only nearly */
    double        relative, least; /* the curve may miss by relative x largest sample + least  */
} nsd_event_samples;

/* The quartic through the samples; 0 in `resolved` when it misses them at the two tests (ED.5).
 * Returns the largest |sample|. */
double nsd_event_quartic(const nsd_event_samples *samples, nsd_guard_curve *curve, int *resolved);

/* `where` <- the first root of `divided`, unless an earlier event stands there or there is none.
 * `divided` is `curve` without its roots at the start. */
void nsd_event_take_earlier(nsd_event_where *where, nsd_event_cause kind, int index,
                            const nsd_guard_curve *divided, const nsd_guard_curve *curve);

/* Events of the user                                                                    (ED.18) */
void nsd_event_user_lay_out(nsd_event_watch *watch, int count, nsd_scratch *scratch);
/* Which events are zero at the state where `where` was found: zero_size. */
nsd_status nsd_event_user_find_zeros(nsd_event_driven *s, double t, const nsd_event_where *where);
/* Values at the state behind an instant, where the next step starts. */
nsd_status nsd_event_user_start_step(nsd_event_driven *s, double t, int starting);
/* The end of the last step becomes the start of the next one. */
void nsd_event_user_carry(nsd_event_driven *s);
/* Curves on the step; 0 in `resolved` when one does not agree with its event (ED.5). */
nsd_status nsd_event_user_curves(nsd_event_driven *s, double t, double H, int *resolved);
/* Writes the first zero into `where` unless an earlier event stands there; `last`: the run ends
 * with the step. */
void nsd_event_user_search(nsd_event_driven *s, int last, nsd_event_where *where);
/* Values of event i up to this are zero at the end of the step; `last`: the run ends there. */
double nsd_event_user_end_tolerance(const nsd_event_driven *s, int i, int last);
/* Value of event i at x_try, with the sign that makes the value positive before its zero. */
nsd_status nsd_event_user_value(nsd_event_driven *s, double t, int i, double *value);

/* Guards of friction along a step (s->friction is not NULL)                              (EF.6) */
void nsd_event_friction_lay_out(nsd_event_tangential *tangential, int guards, nsd_scratch *scratch);
/* Guards at the state of the last field, as sample k of the step. */
void nsd_event_friction_sample(nsd_event_driven *s, int k);
/* Curves through the samples; 0 in `resolved` when one does not agree with its guard. */
void nsd_event_friction_curves(nsd_event_driven *s, int *resolved);
/* Writes the first root into `where` unless an earlier event stands there. */
void nsd_event_friction_search(nsd_event_driven *s, nsd_event_where *where);
/* Guard `lane` at the state of the last field. */
double nsd_event_friction_value(const nsd_event_driven *s, int lane);
/* The end of the last step becomes the start of the next one. */
void nsd_event_friction_carry(nsd_event_driven *s);

/* The first event on the step just taken; `last`: the run ends with the step. */
void nsd_event_search(nsd_event_driven *s, int last, nsd_event_where *where);

typedef struct nsd_event_bracket { /* times from the start of a step, around the root of a guard  */
    double low, high;              /* positive at low, negative at high                           */
    int    seen_negative; /* 1: a value at `high` was negative; 0: only that of the curve         */
} nsd_event_bracket;

typedef struct nsd_event_root { /* a root that is looked for                                      */
    nsd_event_driven *s; /* its option `locate` chooses how, its `control` counts                 */
    nsd_status (*value)(void *context, double d, double *value); /* the guard at t + d            */
    void  *context;
    double t;     /* start of the step                                                            */
    double noise; /* values up to this are zero                                                   */
    double slope; /* at the first guess                                                           */
    double past;  /* time behind the first root where the curve is negative                       */
} nsd_event_root;

/* `elapsed` <- the root in the bracket; on entry a guess. 0 in `confirmed`: there is none. The last
 * value was asked for there.                                                    (ED.6), (ED.31) */
nsd_status nsd_event_find_root(const nsd_event_root *root, nsd_event_bracket *bracket,
                               double *elapsed, int *confirmed);

/* The time of the event in `where`, by steps from the start of the step                  (ED.6) */
nsd_status nsd_event_locate(nsd_event_driven *s, double t, double H, nsd_event_where *where);

typedef struct nsd_event_progress { /* at the last check of progress */
    double    t, longest;           /* time; longest step so far     */
    long long steps, events;
    int       crawls; /* checks in a row that saw hardly any motion */
} nsd_event_progress;

typedef struct nsd_event_run { /* a run under way */
    const nsd_run_plan *plan;
    nsd_event_driven   *s;
    nsd_state          *state; /* q and v are part of s->x */
    nsd_ledger         *ledger;
    nsd_sink           *sink;
    nsd_run_report     *report;
    nsd_ledger          row_ledger;         /* of a row that is not the state             */
    double              kinetic, potential; /* energies of the start                      */
    double              stored;             /* in compliant contacts at the start         */
    size_t              next_time;          /* in plan->times                             */
    long long           until_row;          /* steps until the next row                   */
    int                 idle_events;        /* events since the last motion               */
    int                 row_pending;        /* 1: the state has not been written as a row */
    int                 kept;               /* guard that sticks behind the instant in any case: a
                                               fixed step that ends below it would be found again
                                               (NM.9); or -1                                     */
    int                 sank;               /* 1: a guard at rest without force has left its
                                               surface downwards: its load is no rounding (ED.4) */
    double              row_kinetic;        /* energy of the next row where it is known, else NAN */
    double              inner_work;         /* at the last row of the state: of slip, of compliant
                                               contacts                                           */
    nsd_event_works     works_before_jump;  /* of the last instant                        */
    nsd_event_progress  progress;
    double              last_event;  /* time from which steps of one length count  */
    long long           whole_steps; /* of one length since then                   */
} nsd_event_run;

/* The time of the state is d later. */
void nsd_event_set_time(nsd_event_run *r, double d);
/* The row of x at t into the sink, with the forces of the flow. */
nsd_status nsd_event_write_row(nsd_event_run *r, double t, const double *x, nsd_state *row,
                               nsd_ledger *ledger);
/* The row of s->x_row at time t. */
nsd_status nsd_event_row_of_x_row(nsd_event_run *r, double t);
/* The row of the state. */
nsd_status nsd_event_row(nsd_event_run *r);
/* The row of the state at a given time, with the impulses since the last given time. */
nsd_status nsd_event_row_at_given_time(nsd_event_run *r);
/* The row before a jump, whose x is s->x_row, with the forces of the time `left`. */
nsd_status nsd_event_row_before_jump(nsd_event_run *r, double left);
/* Rows that the option Refine adds to a step of length H, up to `to` from its start. */
nsd_status nsd_event_rows_refined(nsd_event_run *r, double H, double to);
/* The least and largest states so far are those of s->x. */
void nsd_event_smooth_start(nsd_event_driven *s);
/* Rows of a step whose states have this largest second difference over its quarters, relative to
 * their range in the run so far                                                         (ED.27) */
int nsd_event_smooth_rows(double bend);
/* Ranges below this are round-off of states up to `largest`. */
double nsd_event_least_range(double largest);
/* Rows at given times within a step of length H, up to `to` from its start. */
nsd_status nsd_event_rows_at_given_times(nsd_event_run *r, double H, double to);
/* Logs the events of the user that are zero; 1 in `ends` when one of them ends the run. */
nsd_status nsd_event_user_log(nsd_event_run *r, int *ends);
/* Kinetic energy of `to` less that of `from`; 0 for flows that have none. */
nsd_status nsd_event_kinetic_gain(nsd_event_driven *s, const double *from, const double *to,
                                  double *gain);

/* What to do about forces that are not unique and at their limit or at zero             (EF.10) */
typedef enum nsd_event_choice {
    NSD_CHOOSES_NOTHING, /* forces are unique, or nothing was found                   */
    NSD_CHOOSES_FORCES,  /* other forces lie within their cones: modes stay           */
    NSD_CHOOSES_MODES    /* no forces lie within their cones: contacts slide or leave */
} nsd_event_choice;

/* Friction at an instant (s->friction is not NULL). */
nsd_event_choice nsd_event_friction_choose_nonunique(nsd_event_run *r, nsd_status *status);
/* At the start of the run: a speed and an energy below which gains are rounding. */
nsd_status nsd_event_friction_start_scales(nsd_event_run *r);
/* Before the jump: modes and slips are kept, and the contact of the event is stopping
 * or yielding. */
void nsd_event_friction_start_instant(nsd_event_driven *s, const nsd_event_where *where);
/* After a step without event: 1 when a contact in space has been slower than a stop for many steps,
 * so that it stops here; `where` is then this event of friction                         (EF.18) */
int nsd_event_friction_lingers(nsd_event_driven *s, nsd_event_where *where);
/* Moves the works of tangential impulses from impact to friction, `times` 1, or back, -1. */
void nsd_event_friction_add_works(nsd_event_driven *s);
/* Which contacts slide when one has reached the limit of its friction                    (EF.9) */
nsd_status nsd_event_friction_choose_sliding(nsd_event_run *r);
/* Roots of the sliding velocities at the start of the next step. */
void nsd_event_friction_deflate(nsd_event_driven *s);
/* Logs a change of mode of contact i, which was held and still is. */
nsd_status nsd_event_friction_log(nsd_event_run *r, int i);
/* 1 when forces behind the instant are outside their cones: the modes change again at once. */
int nsd_event_friction_passing(const nsd_event_run *r);
/* Tangential part of a row. */
void nsd_event_friction_row(const nsd_event_driven *s, nsd_tangential *tangential);

/* Which closed guards leave (flags.leaves), and the forces (s->sample), at a point a little later
 *                                                                                       (ED.23) */
nsd_status nsd_event_mark_leaving(nsd_event_driven *s, const nsd_flow_point *ahead);

/* What happens at the state where `where` was found (NSD_FINDS_NOTHING: at the start or end). */
nsd_status nsd_event_instant(nsd_event_run *r, const nsd_event_where *where, int starting);

/* Cuts bounces short after a jump: guards with small rebounds stop and stick            (ED.10) */
nsd_status nsd_event_chatter(nsd_event_run *r);
/* Logs the end of bounces that were cut short. */
nsd_status nsd_event_log_accumulation(nsd_event_run *r);

/* Which of the closed guards at rest stick from now on; g0 and deflations of all guards follow.
 * `released`: the guard whose force has come to zero, or -1                              (ED.8) */
nsd_status nsd_event_choose_sticking(nsd_event_run *r, int released);

/* A step in which blocks fly alone; 0 in `taken`: the whole system takes it     (ED.28), (ED.29) */
nsd_status nsd_event_local_step(nsd_event_run *r, int *taken);
/* At the end of a run: the whole system is where its blocks are. */
nsd_status nsd_event_local_finish(nsd_event_run *r);

#endif
