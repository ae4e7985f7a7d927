/* nonlinear_moreau.h - data of the nonlinear Moreau-Jean scheme, shared by its stepper and its
 * Newton iteration. */
#ifndef NSD_NONLINEAR_MOREAU_H
#define NSD_NONLINEAR_MOREAU_H

#include "scheme/nonlinear/nonlinear_base.h"

typedef struct nsd_nonlinear_moreau {
    nsd_nonlinear_base base;              /* first: a stepper is a nsd_nonlinear_moreau           */
    double            *q0, *v0, *q1, *v1; /* start and end of a (sub)step                    */
    double            *y_t0, *y_t1;       /* m: dy/dt at both ends of the (sub)step               */
    double            *U0;                /* m: gap velocities at the start of the (sub)step      */
    double            *y_start;           /* m with compliant contacts: gaps at its start        */
    double            *added;             /* directions, or NULL: as in contact_varying.h         */
    int                guess_depths;      /* 1: first iteration of a (sub)step                    */
    double            *q_normals;         /* position at which H and J were evaluated             */
    int                have_normals;      /* H and J belong to the (sub)step under way            */
    int                jacobian_age;      /* (sub)steps since dF/dq, dF/dv were evaluated         */
    int                slow_start;        /* the last Newton iteration began slowly               */
    double            *dv, dv_h;          /* change of v in the last (sub)step, its length        */
    int pushing_contacts[2];              /* contacts with an impulse: last (sub)step, one before */
} nsd_nonlinear_moreau;

typedef struct nsd_nonlinear_moreau_times { /* of a (sub)step; middle: start + theta h */
    double start, middle, end;
    double h; /* the given length: end - start loses digits where t is large */
} nsd_nonlinear_moreau_times;

/* Newton's iteration on v_plus, a guess on entry; the active set is that of mechanics.tally. */
nsd_status nsd_nonlinear_moreau_newton(nsd_nonlinear_moreau *s, double *v_plus,
                                       const nsd_nonlinear_moreau_times *t);

#endif
