/* event_options.h - the options of event-driven runs. */
#ifndef NSD_EVENT_OPTIONS_H
#define NSD_EVENT_OPTIONS_H

#include "run/step_options.h"

typedef enum nsd_chatter { NSD_CHATTER_MAP, NSD_CHATTER_THRESHOLD, NSD_CHATTER_OFF } nsd_chatter;

typedef enum nsd_integrator { /* auto: exact flight of linear systems, otherwise dp54 */
                              NSD_INTEGRATOR_AUTO,
                              NSD_INTEGRATOR_DP54,
                              NSD_INTEGRATOR_ROSENBROCK,
                              NSD_INTEGRATOR_NEWMARK /* nsd_event_driven_newmark */
} nsd_integrator;

typedef enum nsd_locate { NSD_LOCATE_SECANT, NSD_LOCATE_BISECTION, NSD_LOCATE_ILLINOIS } nsd_locate;

typedef struct nsd_event_user_values { /* of the user's events, `count` each */
    double *value;
    double *terminal;  /* not zero: the run ends at a zero of this event              */
    double *direction; /* 0: any zero; 1: only a rising zero; -1: only a falling zero */
} nsd_event_user_values;

typedef struct nsd_event_user {
    int   count;
    void *context;
    nsd_status (*evaluate)(void *context, double t, const double *q, const double *v,
                           const nsd_event_user_values *values);
} nsd_event_user;

typedef struct nsd_event_options { /* no defaults in C: the caller sets every field */
    double          t_end;
    double          first_step;   /* 0: automatic    */
    double          largest_step; /* may be infinite */
    double          rel_tol, abs_tol;
    nsd_chatter     chatter;
    double          chatter_speed;  /* threshold: slower rebounds are stopped                     */
    double          chatter_height; /* map: higher hops are integrated; of the largest gap so far */
    double          attract;        /* D of (ED.13); 0: projection (ED.12)                        */
    nsd_integrator  integrator;
    nsd_locate      locate; /* how times of events are found                 (ED.6), (ED.31) */
    int             refine; /* rows per step: 1 only its end, 2 also its middle, ... */
    int             smooth; /* 1: more rows where the motion bends, `refine` at least    (ED.27) */
    long long       max_events, max_steps;
    nsd_lcp_options lcp;
    nsd_event_user  user;          /* count 0: none */
    nsd_nonlinear_options newmark; /* of NSD_INTEGRATOR_NEWMARK, with steps of largest_step */
    int exact_root;                /* 0: impacts on the parabola of the step (NM.6); 1: the step is
                                         solved again (NM.7)                                     */
} nsd_event_options;

/* As the lists of step_options.h; LONG: the smallest value */
/* clang-format off */
#define NSD_LIST_EVENT_OPTIONS(NUMBER, LONG, WORD)                                                \
    NUMBER(RelTol, rel_tol, 1e-8, 0.0)                                                            \
    NUMBER(AbsTol, abs_tol, 1e-10, 0.0)                                                           \
    WORD(Chatter, chatter, NSD_CHATTER_MAP, "map", "threshold", "off")                            \
    NUMBER(ChatterSpeed, chatter_speed, 1e-6, -DBL_MAX)                                           \
    NUMBER(ChatterHeight, chatter_height, 1e-9, -DBL_MAX)                                         \
    WORD(Integrator, integrator, NSD_INTEGRATOR_AUTO, "auto", "dp54", "rosenbrock")               \
    WORD(Locate, locate, NSD_LOCATE_SECANT, "secant", "bisection", "illinois")                    \
    LONG(MaxEvents, max_events, 1000000, 0)                                                       \
    LONG(MaxSteps, max_steps, 1000000000, 0)
/* clang-format on */

#endif
