/* sensitivity.h - how a run answers to its start: the state transition matrix through impacts.
 *
 *   Phi' = f_x(t, x(t)) Phi between events, Phi <- S Phi at them                   (SA.1)-(SA.5)
 *
 * The solver follows a run whose events are known: between events it integrates state and Phi
 * together, at events its caller says what happened. It has a flow of its own. */
#ifndef NSD_SENSITIVITY_H
#define NSD_SENSITIVITY_H

#include "solve/ode/dp54.h"
#include "event/flow/flow.h"

/* A <- f_x, n x n, in the mode of the flow; NSD_STALLED when there is no formula for it */
typedef nsd_status nsd_field_jacobian(nsd_flow *flow, double t, const double *x, double *A);

typedef struct nsd_sensitivity_options { /* no defaults in C */
    double rel_tol, abs_tol;
} nsd_sensitivity_options;

typedef struct nsd_sensitivity {
    nsd_flow           *flow;
    int                 n;        /* controlled numbers of x; Phi is n x n, column-major */
    double             *x;        /* flow->size: the present state                       */
    double             *Phi;      /* follows x in memory                                 */
    double              depth;    /* least U^2 / (2 y'') of the impacts: how far the motion would
                                     have gone behind the obstacle                               */
    nsd_field_jacobian *jacobian; /* or NULL: differences of the field                           */

    nsd_sensitivity_options options;
    int                     differenced;        /* 1: the last field was differenced           */
    nsd_dp54                pair;               /* of (x, Phi)                                 */
    double                  h;                  /* step to try next, 0: not known              */
    double                 *next;               /* (x, Phi) at the end of a step               */
    double                 *z_start;            /* (x, Phi) before simultaneous impacts        */
    double                 *A;                  /* n x n: f_x; Phi of another order of impacts */
    double                 *x_minus, *x_plus;   /* flow->size: states displaced to both sides  */
    double                 *slope;              /* flow->size: derivative of the impact law    */
    double                 *f_before, *f_after; /* flow->size: fields around an impact         */
    double                 *h_minus, *h_plus;   /* guards: values at the displaced states      */
    double        *before, *after, *impulse;    /* guards: results of the impact law           */
    int           *closed, *sticks_before;      /* guards                                      */
    nsd_guard_end *ends;                        /* guards                                      */
    nsd_scratch    keep;                        /* of the pair                                 */
} nsd_sensitivity;

size_t     nsd_sensitivity_scratch(const nsd_flow *flow);
nsd_status nsd_sensitivity_init(nsd_sensitivity *s, nsd_flow *flow,
                                const nsd_sensitivity_options *options, nsd_scratch *scratch);

/* The Jacobian of a mechanical flow (event/flow/flow_mechanical.h) */
nsd_field_jacobian nsd_sensitivity_mechanical;

/* x <- the start of a run of length `span`, Phi <- the identity */
void nsd_sensitivity_start(nsd_sensitivity *s, const double *x, double span);

/* State and Phi from t to `end` in the mode of the flow                        (SA.1), (SA.2) */
nsd_status nsd_sensitivity_arc(nsd_sensitivity *s, double t, double end);

typedef struct nsd_sensitivity_impact {
    double        t;
    const int    *hit;    /* guards: 1 where an impact happened      */
    const int    *sticks; /* guards: 1 where it sticks afterwards    */
    const double *after;  /* flow->size: the state behind the impact */
} nsd_sensitivity_impact;

/* Phi <- S Phi, x <- the state after the impact, and the mode after it. NSD_STALLED when several
 * guards are hit at once and their order matters: there is no S.                 (SA.3), (SA.4) */
nsd_status nsd_sensitivity_jump(nsd_sensitivity *s, const nsd_sensitivity_impact *impact);

/* Guards have come to rest, for example by infinitely many impacts: x <- the state `after`, and Phi
 * <- its projection on their surfaces                                                   (SA.5) */
nsd_status nsd_sensitivity_rest(nsd_sensitivity *s, double t, const int *sticks,
                                const double *after);

#endif
