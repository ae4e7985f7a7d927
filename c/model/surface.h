/* surface.h - what the surfaces of the contacts add to their normals.
 *
 * A contact has d tangential directions: sliding, and where wanted rolling and spinning, in groups
 * as solve/friction/friction.h has them. With U_T = T'v - w the velocity of a group and P_T its
 * impulse,
 *     |P_T| <= mu P_N,   |U_T+ + e_T U_T-| P_T = -mu P_N (U_T+ + e_T U_T-)             (FC.1) */
#ifndef NSD_SURFACE_H
#define NSD_SURFACE_H

#include "solve/friction/friction.h"
#include "model/law.h"

typedef struct nsd_surface {
    int                 d; /* tangential directions of a contact, 0: frictionless          */
    nsd_friction_layout layout;
    const double       *mu[NSD_FRICTION_GROUPS]; /* m each: coefficients of the groups     */
    const double       *e;                       /* m: tangential restitution (sliding)    */
    const nsd_law      *law;                     /* m: laws of sliding, NULL: mu is constant */
    const double       *w; /* d m: velocity of the obstacle along the directions           */
} nsd_surface;

/* The tangential part of a state; the arrays belong to the caller. */
typedef struct nsd_slide {
    int     d, sliding;   /* directions of a contact; the first of them slide              */
    int     columns;      /* numbers in T: nsd_surface_columns                             */
    double *T;            /* d m: tangential impulses of the step that ended at t; with laws
                             then m coefficients of friction, m states, m intensities      */
    double *V, *V_before; /* d m: tangential velocities at t and at the start of that step */
    int    *mode;         /* m: an nsd_mode for that step                                  */
    int    *mode_before;  /* m: for the one before; the run loop's                         */
} nsd_slide;

/* Numbers in nsd_slide.T for m contacts. */
static inline int nsd_surface_columns(const nsd_surface *surface, int m)
{
    return (surface->d + (surface->law ? 3 : 0)) * m;
}

typedef enum nsd_mode { NSD_OPEN, NSD_STICK, NSD_SLIP } nsd_mode;

#endif
