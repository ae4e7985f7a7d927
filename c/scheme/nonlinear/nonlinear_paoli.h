/* nonlinear_paoli.h - what the files of the nonlinear Schatzman-Paoli scheme share. */
#ifndef NSD_NONLINEAR_PAOLI_H
#define NSD_NONLINEAR_PAOLI_H

#include "scheme/nonlinear/geodesic.h"
#include "contact/mechanics.h"
#include "scheme/scheme.h"

typedef struct nsd_paoli {
    nsd_stepper   base; /* first: a stepper is a nsd_paoli */
    nsd_mechanics mechanics;
    double       *q1;                 /* position one step ahead of the state                  */
    double       *w, *w1, *wf;        /* half-step velocities: before, after, after if free     */
    double       *mean;               /* the point at which a gap is looked at                  */
    double       *z;                  /* impulses of the iterate, m + p                         */
    double        kinetic, potential; /* energies of the half step           */
    double        impact_work, joint_work; /* since the last row */
    double        contact_work; /* of the impulses as seen from the obstacles, since the last row */
    int           pushes;
    double        gain;     /* of the impact under way, which takes a few steps */
    nsd_geodesic  geodesic; /* work space of (PR.3) when it is asked for */
    int           one_e;    /* all contacts have the same restitution */
    int           stiff;    /* the force depends strongly on the velocity: Fv is at hand */
} nsd_paoli;

/* w1 and z of the equation centred at t; the state is that of the step before. */
nsd_status nsd_nonlinear_paoli_solve(nsd_paoli *s, const nsd_state *state, double t);

#endif
