/* sensitivity.h - how a run answers to its start: the state transition matrix through impacts.
 *
 *   Phi' = f_x(t, x(t)) Phi between events, Phi <- S Phi at them                   (SA.1)-(SA.5)
 *
 * The solver walks along a run that is known: between events it integrates state and Phi together,
 * at events it is told what happened. It has a flow of its own. */
#ifndef NSD_SENSITIVITY_H
#define NSD_SENSITIVITY_H

#include "event/integrate/dp54.h"
#include "event/flow/flow.h"

/* A <- f_x, n x n, in the mode of the flow; NSD_STALLED when there is no formula for it */
typedef nsd_status nsd_field_jacobian(nsd_flow *flow, double t, const double *x, double *A);

typedef struct nsd_sensitivity_options { /* no defaults in C */
    double rel_tol, abs_tol;
} nsd_sensitivity_options;

typedef struct nsd_sensitivity {
    nsd_flow           *flow;
    int                 n;        /* Phi is n x n, column-major: the controlled numbers of x     */
    double             *x;        /* flow->size: the state where the solver stands               */
    double             *Phi;      /* stands behind x                                             */
    double              depth;    /* least U^2 / (2 y'') of an impact so far: how deep it would
                                     have gone without the obstacle                              */
    nsd_field_jacobian *jacobian; /* or NULL: differences of the field                           */

    nsd_sensitivity_options options;
    int      differenced; /* 1: the last field was differenced                                  */
    nsd_dp54 pair;     /* of x and Phi together                                                 */
    double   h;        /* step to try next, 0: not known                                        */
    double  *next, *A; /* x and Phi at the end of a step; n x n                                 */
    double  *x_minus, *x_plus, *slope, *f_before, *f_after; /* flow->size each                */
    double  *h_minus, *h_plus, *before, *after, *impulse;   /* guards each                    */
    double  *z_start; /* x and Phi                                                          */
    int     *closed, *sticks_before; /* guards each                                             */
    nsd_guard_end *ends; /* guards                                                             */
} nsd_sensitivity;

size_t     nsd_sensitivity_scratch(const nsd_flow *flow);
nsd_status nsd_sensitivity_init(nsd_sensitivity *s, nsd_flow *flow,
                                const nsd_sensitivity_options *options, nsd_scratch *scratch);

/* The Jacobian of a mechanical flow (event/flow/flow_mechanical.h) */
nsd_field_jacobian nsd_sensitivity_mechanical;

/* x <- the start of a run of that length, Phi <- the identity */
void nsd_sensitivity_start(nsd_sensitivity *s, const double *x, double span);

/* The mode of the flow: 1 for each guard that sticks */
void nsd_sensitivity_mode(nsd_sensitivity *s, const int *sticks);

/* State and Phi from t to `end` in the mode of the flow                        (SA.1), (SA.2) */
nsd_status nsd_sensitivity_arc(nsd_sensitivity *s, double t, double end);

typedef struct nsd_sensitivity_impact {
    double        t;
    const int    *hit;    /* guards: 1 where an impact happened                               */
    const int    *sticks; /* guards: 1 where it sticks afterwards                             */
    const double *after;  /* the state then, flow->size                                       */
} nsd_sensitivity_impact;

/* Phi <- S Phi, x <- the state after the impact, and the mode after it. NSD_STALLED when several
 * guards are hit at once and their order matters: there is no S.                 (SA.3), (SA.4) */
nsd_status nsd_sensitivity_jump(nsd_sensitivity *s, const nsd_sensitivity_impact *impact);

/* Guards have come to rest, by infinitely many impacts for example: x <- the state then, and Phi
 * keeps what moves along their surfaces                                                 (SA.5) */
nsd_status nsd_sensitivity_rest(nsd_sensitivity *s, double t, const int *sticks,
                                const double *after);

#endif
