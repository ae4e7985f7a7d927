/* nonlinear_moreau.h - what the two files of the nonlinear Moreau-Jean scheme share. */
#ifndef NSD_NONLINEAR_MOREAU_H
#define NSD_NONLINEAR_MOREAU_H

#include "contact/varying_coulomb.h"
#include "scheme/scheme.h"

typedef struct nsd_nonlinear_moreau_works { /* done on the system since the last row */
    double scheme, impact, friction, joint;
    double contact; /* of the impulses as seen from the obstacles */
    int    pushes;
} nsd_nonlinear_moreau_works;

typedef struct nsd_nonlinear_moreau {
    nsd_stepper   base; /* first: a stepper is a nsd_nonlinear_moreau */
    nsd_mechanics mechanics;
    double       *q0, *v0, *v1;      /* start of a (sub)step, velocity at its end        */
    double       *P, *mu;            /* impulses so far of the parts of a halved step    */
    double       *q_saved, *v_saved; /* start of the whole step                          */
    double       *y_t0, *y_t1, *U0;  /* dy/dt at both ends, gap velocity before: m      */
    double       *q_normals;         /* where H and J were taken                         */
    int           have_normals;
    int     jacobian_age, slow_start; /* steps since dF/dq, dF/dv were taken; convergence suffers */
    double *dv, dv_h;            /* increment of the velocity in the last (sub)step, its length */
    int     pushing_contacts[2]; /* contacts with an impulse in the last two              */
    nsd_nonlinear_moreau_works works;
    nsd_varying_coulomb        friction; /* where the model has friction                  */
    double kinetic, potential;           /* at the end of the step                        */
} nsd_nonlinear_moreau;

typedef struct nsd_nonlinear_moreau_times {
    double start, middle, end;
    double h; /* as given: end - start has lost digits where t is large */
} nsd_nonlinear_moreau_times;

/* Newton's iteration on v+ from the guess it holds; the active set is that of mechanics.tally. */
nsd_status nsd_nonlinear_moreau_newton(nsd_nonlinear_moreau *s, double *v_plus,
                                       const nsd_nonlinear_moreau_times *t);

#endif
