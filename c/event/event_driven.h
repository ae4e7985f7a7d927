/* event_driven.h - smooth flow between located events: impacts, sticking, release, chatter.
 *
 * Every accepted step is searched for roots of its guards, the first is located by steps of its
 * own, and what happens there is decided by complementarity problems.         doc/theory (ED) */
#ifndef NSD_EVENT_DRIVEN_H
#define NSD_EVENT_DRIVEN_H

#include "event/flow/flow_friction.h"
#include "event/flow/flow_hybrid.h"
#include "event/flow/flow_mechanical.h"
#include "event/integrate/integrate.h"
#include "run/run.h"

typedef enum nsd_chatter { NSD_CHATTER_MAP, NSD_CHATTER_THRESHOLD, NSD_CHATTER_OFF } nsd_chatter;

typedef enum nsd_integrator { /* auto: exact flight of linear systems, otherwise dp54 */
                              NSD_INTEGRATOR_AUTO,
                              NSD_INTEGRATOR_DP54,
                              NSD_INTEGRATOR_ROSENBROCK
} nsd_integrator;

typedef struct nsd_event_user_values { /* of the user's events, `count` each */
    double *value;
    double *terminal;  /* not zero: the run ends there                        */
    double *direction; /* 0: any zero; 1: where it rises; -1: where it falls  */
} nsd_event_user_values;

typedef struct nsd_event_user {
    int   count;
    void *context;
    nsd_status (*evaluate)(void *context, double t, const double *q, const double *v,
                           const nsd_event_user_values *values);
} nsd_event_user;

typedef struct nsd_event_options { /* no defaults in C: the caller sets every field */
    double          t_end;
    double          first_step;   /* 0: automatic                                              */
    double          largest_step; /* may be infinite                                           */
    double          rel_tol, abs_tol;
    nsd_chatter     chatter;
    double          chatter_speed;  /* threshold: rebounds slower than this are none            */
    double          chatter_height; /* map: hops higher than this, in gaps of the run, are flown */
    double          attract;        /* D of (ED.13); 0: projection (ED.12)                      */
    nsd_integrator  integrator;
    int             refine; /* rows per step: 1 its end, more of them between */
    long            max_events, max_steps;
    nsd_lcp_options lcp;
    nsd_event_user  user; /* count 0: none */
} nsd_event_options;

typedef struct nsd_event_watch { /* the user's events along a step */
    double          *value, *terminal, *direction, *sign, *sample;
    double          *largest;        /* the largest so far                                    */
    double          *zero_size;      /* how far from zero at an instant where it is zero; -1 */
    int             *starts_at_zero; /* 1: it is zero at the start                            */
    nsd_guard_curve *curve;
} nsd_event_watch;

typedef struct
    nsd_event_tangential { /* friction along a step: two guards per contact      (EF.6) */
    double          *sample;
    nsd_guard_curve *curve;
    int             *deflation;        /* m: roots of the sliding velocity at the start          */
    int             *starts_sliding;   /* m: 1 where sliding begins with no acceleration         */
    int             *direction_before; /* m: ways before an instant                              */
} nsd_event_tangential;

typedef struct nsd_event_facts { /* what happened at an instant; arrays are the solver's */
    double        t;
    int           starting;       /* 1: the start of the run                                   */
    const double *before, *after; /* the state on both sides, flow->size                       */
    const double *impulse;        /* guards                                                    */
    const int    *stuck_before,
        *sticks;            /* guards: 1 where it stuck before, sticks now               */
    const int *accumulates; /* guards: 1 where bounces were cut short                    */
} nsd_event_facts;

typedef struct nsd_event_observer nsd_event_observer;
struct nsd_event_observer { /* is told every instant; what it returns but NSD_OK ends the run */
    nsd_status (*instant)(nsd_event_observer *observer, const nsd_event_facts *facts);
};

typedef struct nsd_event_driven {
    nsd_stepper          base;  /* only its contact counts are used */
    nsd_tally            tally; /* of hybrid systems: sizes */
    nsd_flow            *flow;
    nsd_flow_mechanical *mechanical; /* the same flow, or NULL */
    nsd_flow_friction   *friction;   /* its friction, or NULL     */
    nsd_event_tangential tangential;
    nsd_integrate       *integrate;
    nsd_event_options    options;
    nsd_event_watch      watch;
    nsd_event_observer  *observer; /* or NULL */

    double          *a_row; /* n: accelerations of the row about to be written */
    double          *x, *x1, *x_try, *x_row, *f_try; /* state; end of the step; others       */
    nsd_guard_end   *g0, *g1;                        /* guards at both ends of a step         */
    nsd_guard_curve *curve;                          /* of the step, not deflated             */
    int             *deflation;                      /* roots at the start to be divided out  */
    int             *resting;                        /* closed without force or motion        */
    int             *leaves; /* closed, but it opens at once after a release          */
    int             *closed, *candidates, *stuck_before, *accumulates, *mode;
    double          *h, *before, *after, *impulse;
    double          *largest_h; /* largest |h| of each guard in the run                         */
    double          *sample;    /* 7 x guards: forces along a step                              */
    double          *rebound;   /* speeds that the chatter map took away                        */

    double H, log_error_before; /* proposed step; log error of the last                          */
    double last_step;           /* length of the last step, before an event cut it               */
    int    guard_halvings;      /* the last step was halved to resolve the guards                */
    double largest_hd,
        largest_hdd;          /* largest |h'| and |h''| so far                                 */
    double span;              /* from the start to the end of the run                          */
    double accumulation_time; /* when the bounces under way end; INFINITY: there are none      */
    double work_impact, chatter_loss;
    double work_friction, work_slip; /* of tangential impulses: on the system, at the contacts */
    long   events, refused_steps;
} nsd_event_driven;

typedef struct nsd_event_memory { /* a mechanical system with its integrator */
    nsd_flow_mechanical      flow;
    nsd_flow_friction        friction;
    nsd_integrate_dp54       dp54;
    nsd_integrate_exact      exact;
    nsd_integrate_rosenbrock rosenbrock;
    nsd_event_driven         solver;
} nsd_event_memory;

size_t nsd_event_driven_scratch(const nsd_model *model, int user_events);

/* Builds the solver for a state at t_0; energies of the start into the ledger. */
nsd_status nsd_event_driven_init(const nsd_model *model, const nsd_event_options *options,
                                 nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                 nsd_event_driven **solver);

/* The same for a hybrid system: q of the state is x, mu holds (lambda, h). */
size_t     nsd_event_driven_hybrid_scratch(const nsd_hybrid_model *model, int user_events);
nsd_status nsd_event_driven_hybrid_init(const nsd_hybrid_model  *model,
                                        const nsd_event_options *options, nsd_scratch *scratch,
                                        nsd_state *state, nsd_event_driven **solver);

/* The whole trajectory from state->t to options.t_end: rows at steps and on both sides of jumps, or
 * at plan->times. plan->before must be a second state; both need R. NSD_MAX_EVENTS, NSD_STALLED
 * when events repeat without motion or steps become too short, NSD_LOST_DEFINITE when that is so
 * where the mass vanishes. */
nsd_status nsd_run_event_driven(const nsd_run_plan *plan, nsd_event_driven *solver,
                                nsd_state *state, nsd_ledger *ledger, nsd_sink *sink,
                                nsd_run_report *report);

#endif
