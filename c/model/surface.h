/* surface.h - surfaces of contacts: friction with directions, coefficients, laws; compliance.
 *
 * A contact has d tangential directions: sliding, and where wanted rolling and spinning, in the
 * groups of solve/friction/friction.h. With U_T = T'v - w the velocity of a group and P_T its
 * impulse,
 *     |P_T| <= mu P_N,   |U_T+ + e_T U_T-| P_T = -mu P_N (U_T+ + e_T U_T-)             (FC.1) */
#ifndef NSD_SURFACE_H
#define NSD_SURFACE_H

#include "solve/friction/friction.h"
#include "solve/impact/impact.h"
#include "model/compliance.h"
#include "model/law.h"

typedef struct nsd_surface {
    int                   d; /* tangential directions of a contact, 0: frictionless          */
    nsd_friction_layout   layout;
    const double         *mu[NSD_FRICTION_GROUPS]; /* m each: coefficients of the groups     */
    const double         *e;                       /* m: tangential restitution (sliding)    */
    const nsd_law        *law;                     /* m: laws of sliding, NULL: mu is constant */
    const double         *w; /* d m: velocity of the obstacle along the directions           */
    const nsd_compliance *compliance; /* m: compliant contacts, NULL: all contacts are rigid    */
    const nsd_impact_law *impact;     /* laws of impacts, NULL: Newton's for all contacts */
    int sparse; /* 1: problems of a step are solved on sparse factors: no full W */
} nsd_surface;

#endif
