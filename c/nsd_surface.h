/* nsd_surface.h - what the surfaces of the contacts add to their normals.
 *
 * A contact has d tangential directions: sliding, and where wanted rolling and spinning, in groups
 * as nsd_friction.h has them. With U_T = T'v - w the velocity of a group and P_T its impulse,
 *     |P_T| <= mu P_N,   |U_T+ + e_T U_T-| P_T = -mu P_N (U_T+ + e_T U_T-)             (FC.1) */
#ifndef NSD_SURFACE_H
#define NSD_SURFACE_H

#include "nsd_friction.h"

typedef struct nsd_surface {
    int                 d; /* tangential directions of a contact, 0: frictionless          */
    nsd_friction_layout layout;
    const double       *mu[NSD_FRICTION_GROUPS]; /* m each: coefficients of the groups     */
    const double       *e;                       /* m: tangential restitution (sliding)    */
    const double       *w; /* d m: velocity of the obstacle along the directions           */
} nsd_surface;

/* The tangential part of a state; the arrays belong to the caller. */
typedef struct nsd_slide {
    int     d, sliding;   /* directions of a contact; the first of them slide              */
    double *T;            /* d m: tangential impulses of the step that ended at t          */
    double *V, *V_before; /* d m: tangential velocities at t and at the start of that step */
    int    *mode;         /* m: an nsd_mode for that step                                  */
    int    *mode_before;  /* m: for the one before; the run loop's                         */
} nsd_slide;

typedef enum nsd_mode { NSD_OPEN, NSD_STICK, NSD_SLIP } nsd_mode;

#endif
