/* flow.h - what the event-driven loop integrates: a smooth flow with guards h >= 0.
 *
 *   x' = f(t,x) + E lambda,   lambda on the guards that stick keeps them at zero   (ED.1), (ED.2)
 *
 * A flow is a table of functions over a struct that starts with it. flow_mechanical.c makes one of
 * an nsd_model, flow_hybrid.c one of x' = f with resets. */
#ifndef NSD_FLOW_H
#define NSD_FLOW_H

#include "event/flow/guard.h"
#include "base/scratch.h"
#include "base/status.h"

typedef struct nsd_flow_point { /* an instant, and the field there */
    double        t;
    const double *x, *f;
} nsd_flow_point;

typedef struct nsd_flow_jump { /* closed guards at an instant */
    double        t;
    const int    *closed;                   /* 1 for each guard that is                      */
    const double *e;                        /* restitution                                   */
    double        rest;                     /* guard velocities below this count as zero     */
    double       *before, *after, *impulse; /* of the guards: results       */
} nsd_flow_jump;

typedef struct nsd_flow nsd_flow;
struct nsd_flow {
    int    size, controlled; /* numbers in x; the first so many count in the error of a step */
    int    order;            /* 2: x starts with (q, v), q' = v; 1: any                      */
    int    guard_states;     /* the guards depend on so many first entries of x              */
    double field_noise;      /* of the field while guards stick, relative; 0: round-off        */
    int    guards;
    int    joints;           /* held all the time                                        */
    const double *e;         /* restitution of the guards                                */
    double  difference_time; /* over which differences are taken; it finds its length (ED.17) */
    double  longest_difference_time; /* which it may not exceed                                  */
    int    *sticks;                  /* guards: 1 when it is held at zero                        */
    int     stick_count;
    int     endless;        /* 1: infinitely many impacts at once in the last jump       */
    double  largest_hdd;    /* largest |h''| of the free flow at the last settle         */
    double *lambda, *joint; /* guards, joints: forces of the last field                 */
    long    evaluations;    /* of the field                                             */

    /* f <- the field in this mode; an nsd_field_fn: the context is the flow */
    nsd_status (*field)(void *flow, double t, const double *x, double *f);
    /* guards alone; guards with two derivatives along the field */
    nsd_status (*values)(nsd_flow *flow, double t, const double *x, double *h);
    nsd_status (*motion)(nsd_flow *flow, const nsd_flow_point *at, nsd_guard_end *ends);
    /* The members, what sticks, and the joints: back to zero; then the same for their velocities,
     * along the impulse directions; least changes                                       (ED.12) */
    nsd_status (*project_positions)(nsd_flow *flow, double t, const int *members, double *x);
    nsd_status (*project_velocities)(nsd_flow *flow, double t, const int *members, double *x);
    /* The impact law                                                                     (ED.7) */
    nsd_status (*jump)(nsd_flow *flow, const nsd_flow_jump *jump, double *x);
    /* Which of the candidates stick: sticks, lambda; f <- the field then                 (ED.8) */
    nsd_status (*choose_sticking)(nsd_flow *flow, double t, const double *x, const int *candidates,
                                  double *f);
};

#endif
