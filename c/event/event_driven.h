/* event_driven.h - smooth flow between located events: impacts, sticking, release, chatter.
 *
 * Every accepted step is searched for roots of its guards. The first root is located by shorter
 * steps from the start of the step. Complementarity problems decide what happens at the event:
 * impact, sticking, release.                                                   doc/theory (ED) */
#ifndef NSD_EVENT_DRIVEN_H
#define NSD_EVENT_DRIVEN_H

#include "event/event_options.h"
#include "event/flow/flow_filippov.h"
#include "event/flow/flow_friction.h"
#include "event/flow/flow_hybrid.h"
#include "event/flow/flow_mechanical.h"
#include "event/integrate/integrate.h"
#include "run/run.h"

typedef struct nsd_event_watch { /* the user's events along a step, `count` of each array       */
    double          *value;      /* at the start of the step                                    */
    double          *terminal, *direction; /* as in nsd_event_user_values                       */
    double          *sign;                 /* of the value before its first zero on the step    */
    double          *sample;         /* 7 x count: values at the places of the curve            */
    double          *largest;        /* largest |value| of the run so far                       */
    double          *zero_size;      /* at an instant: |value| that counts as zero, -1: no zero */
    int             *starts_at_zero; /* 1: the value is zero at the start of the step           */
    nsd_guard_curve *curve;
} nsd_event_watch;

/* Guards of friction along a step, two per contact                                      (EF.6) */
typedef struct nsd_event_tangential {
    double          *sample; /* 7 x 2m: guards at the places of the curve                      */
    nsd_guard_curve *curve;
    int             *deflation;        /* m: roots of the sliding velocity at the start    */
    int             *starts_sliding;   /* m: 1 where sliding begins with zero acceleration */
    int             *direction_before; /* m: directions of sliding before an instant       */
    int              lingers; /* steps in a row with a contact slower than a stop, in space */
} nsd_event_tangential;

typedef struct nsd_event_facts { /* what happened at an instant; arrays are the solver's */
    double        t;
    int           starting;       /* 1: the start of the run                  */
    const double *before, *after; /* the state on both sides, flow->size      */
    const double *impulse;        /* guards                                   */
    const int    *stuck_before;   /* guards: 1 where stuck before the instant */
    const int    *sticks;         /* guards: 1 where stuck behind the instant */
    const int    *accumulates;    /* guards: 1 where bounces were cut short   */
} nsd_event_facts;

/* A function that is called at every instant; a status other than NSD_OK ends the run */
typedef struct nsd_event_observer nsd_event_observer;
struct nsd_event_observer {
    nsd_status (*instant)(nsd_event_observer *observer, const nsd_event_facts *facts);
};

typedef struct nsd_event_flags { /* of guards, 1 or 0 each but deflation                */
    int *deflation;              /* roots at the start that are divided out      (ED.4) */
    int *resting;                /* closed without force or motion                      */
    int *leaves;                 /* closed, but opens at once after a release           */
    int *closed;                 /* closed at the instant at hand                       */
    int *candidates;             /* closed and at rest, may stick                       */
    int *stuck_before;           /* stuck before the instant                            */
    int *stuck_at_jump;          /* sticks before bounces are cut short                 */
    int *accumulates;            /* its bounces were cut short by (ED.10)               */
} nsd_event_flags;

typedef struct nsd_event_jump {       /* numbers of guards at an instant              */
    double *before, *after, *impulse; /* h' around a jump, and its impulse            */
    double *rebound;                  /* speeds that cutting bounces short took away  */
} nsd_event_jump;

typedef struct nsd_event_scales {    /* the largest of the run so far      */
    double *largest_h;               /* guards: values                     */
    double  largest_hd, largest_hdd; /* |h'| and |h''| of all guards       */
    double  largest_q;               /* |q| of the state: nsd_event_update_positions */
    double  span;                    /* from the start to the end of the run */
    double  drift;                   /* integral of the largest |h''| of the guards up to now */
} nsd_event_scales;

typedef struct nsd_event_smooth { /* for rows that a straight-line plot can join   (ED.27) */
    double *low, *high;           /* flow->size: least and largest states so far            */
    double *inside;               /* 3 x flow->size: states inside the step                 */
} nsd_event_smooth;

typedef struct nsd_event_control {     /* lengths of steps (ED.19), and counts               */
    double           H;                /* proposed next                                      */
    double           log_error_before; /* log of the error of the last step                  */
    double           last_step;        /* length of the last step, uncut by its event        */
    int              guard_halvings;   /* how often guards halved the last step       (ED.5) */
    long long        refused_steps;
    long long        roots, root_values; /* roots that were looked for; values that took (ED.31) */
    const nsd_force *knots; /* a force given at times, where steps end; or NULL   (ED.33) */
} nsd_event_control;

typedef struct nsd_event_works {
    double impact;   /* of normal impulses, at the contacts          (ED.15) */
    double driven;   /* of moving obstacles by normal impulses       (ED.15) */
    double joint;    /* of moving joints by impulses                 (ED.15) */
    double friction; /* of tangential impulses on the system          (EF.8) */
    double slip;     /* of tangential impulses at the contacts               */
    double chatter;  /* lost in the bounces that were cut short              */
} nsd_event_works;

typedef struct nsd_event_driven {
    nsd_stepper             base;  /* only its contact counts are used */
    nsd_tally               tally; /* sizes of a flow of order one     */
    nsd_flow               *flow;
    nsd_flow_mechanical    *mechanical; /* `flow` of a mechanical system, else NULL */
    nsd_flow_friction      *friction;   /* NULL without friction                    */
    nsd_event_tangential    tangential;
    nsd_integrate          *integrate;
    struct nsd_event_local *local; /* blocks that fly alone, or NULL */
    nsd_event_options       options;
    nsd_event_watch         watch;
    nsd_event_observer     *observer; /* or NULL */

    /* flow->size each */
    double *x, *x1;        /* state at the start and at the end of the step   */
    double *x_try, *f_try; /* a state that is tried, and the field there      */
    double *x_row;         /* state of a row that is not `x`; before a jump   */
    double *a_row;         /* n: accelerations of the row about to be written */

    /* flow->guards each */
    nsd_guard_end   *g0, *g1; /* guards at the start and at the end of the step */
    nsd_guard_curve *curve;   /* of the step, not deflated                      */
    nsd_event_flags  flags;
    nsd_event_jump   jump;
    double          *h;      /* values                         */
    double          *sample; /* 7 x guards: forces along a step */

    nsd_event_scales  scale;
    nsd_event_smooth  smooth;
    nsd_event_control control;
    nsd_event_works   work;
    double            accumulation_time; /* when cut bounces would have ended; else INFINITY */
    long long         events;
} nsd_event_driven;

/* Options of runs by Newmark's scheme, whose t_end and largest_step are those of the run    (NM) */
nsd_event_options nsd_event_driven_newmark(const nsd_nonlinear_options *newmark, int exact_root);

typedef struct nsd_event_system { /* one of these, the others NULL */
    const nsd_model          *mechanical;
    const nsd_hybrid_model   *hybrid;
    const nsd_filippov_model *filippov;
} nsd_event_system;

size_t nsd_event_driven_scratch(const nsd_event_system *system, int user_events);

/* Builds the solver for a state at t_0. Mechanical systems: writes the energies of the start into
 * the ledger. Others: state->q is x, state->extra holds (lambda, h) of a hybrid system, or
 * (lambda, s) of a piecewise smooth one, where lambda are the sides, or the multipliers of surfaces
 * slid on; `ledger` may be NULL. */
nsd_status nsd_event_driven_init(const nsd_event_system *system, const nsd_event_options *options,
                                 nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                 nsd_event_driven **solver);

/* The whole trajectory from state->t to options.t_end: rows at steps and on both sides of jumps, or
 * at plan->times. plan->before must be a second state; both states need R. NSD_MAX_EVENTS;
 * NSD_STALLED when events repeat without motion or steps become too short; NSD_LOST_DEFINITE when
 * steps become too short where the mass vanishes. */
nsd_status nsd_run_event_driven(const nsd_run_plan *plan, nsd_event_driven *solver,
                                nsd_state *state, nsd_ledger *ledger, nsd_sink *sink,
                                nsd_run_report *report);

#endif
