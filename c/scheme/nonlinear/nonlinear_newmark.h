/* nonlinear_newmark.h - what the files of the nonlinear Newmark family share.
 *
 *   M(q+) vd+ = F(t+, q+, v+),  q+ = qs + to_q vd+ + U,  v+ = vs + to_v vd+ + W         (NMK.17)
 *   U = X nu,  W = X La,  X = [ M(q+)^-1 H(q+), (M(q+)^-1 J(q+) + M(q)^-1 J(q))/2 ]      (NMK.18)
 *
 * Columns of G, X, YK, YC: the contacts of mechanics.tally.active, then the joints. A contact with
 * friction has a block of columns, normal and tangents. nu and La are numbered by contact and
 * direction, joints follow. */
#ifndef NSD_NONLINEAR_NEWMARK_H
#define NSD_NONLINEAR_NEWMARK_H

#include "contact/varying_coulomb.h"
#include "scheme/ggl.h"
#include "scheme/scheme.h"

typedef struct nsd_nonlinear_newmark_works { /* done on the system since the last row */
    double force, mass, impact, friction, joint;
    double contact; /* of the impulses as seen from the obstacles, and of positions they move */
    int    pushes;
} nsd_nonlinear_newmark_works;

typedef struct nsd_nonlinear_newmark {
    nsd_stepper         base; /* first: a stepper is an nsd_nonlinear_newmark */
    nsd_mechanics       mechanics;
    nsd_newmark_options given;
    double              h, to_q, to_v;         /* of the (sub)step                     (NMK.5) */
    double              w_vd1, w_vd, w_a, lag; /* a+ = w_vd1 vd+ + w_vd vd - w_a a    (NMK.3) */
    double              store_a, store_d;      /* weights of the algorithmic energy   (NMK.13) */
    int                 block, directions; /* 1 + d of a contact, of all contacts               */
    nsd_varying_coulomb friction;          /* where the model has friction                       */
    nsd_ggl             ggl;
    nsd_contact_fixed
        level_solver; /* lends its solver to ggl; counts in numbers of candidates       */

    double *a, *vd, *Ff, *d, *extra; /* base.memory: accelerations, <F>, q - <q>, G - E         */

    const double *P_before; /* m: impulses of the step before */

    double  *q0, *v0, *a0, *F0; /* start of the (sub)step                                 */
    double  *qs, *vs;           /* (NMK.2) without vd+, U, W                              */
    double  *q1, *v1, *vd1;     /* the iterate                                            */
    double  *qf, *vf;           /* as if nothing touched it, by the linear model          */
    double  *L, *M0;            /* Cholesky factor of M(q1); M(q0)                        */
    double  *X, *YK, *YC;       /* n x (directions + p)                                   */
    double  *XJ, *X0, *J0;      /* n x p: M^-1 J at the iterate and at the start; J there */
    double  *u;                 /* p: joints at the iterate                               */
    double  *nu, *La;           /* directions + p                                         */
    double  *U0;                /* m: gap velocities at the start                         */
    double  *P, *mu;            /* sums over the parts of a halved step                   */
    double  *saved;             /* q, v and the memory at the start of the whole step     */
    nsd_int *condition_work;    /* work of condition numbers                              */
    double   joint_guess_h;     /* impulses of joints are those of a smooth step of this length   */
    double   force_residual;    /* |F - M vd| of the iterate, of |F|                              */
    double   refresh_ratio;     /* ratio of Newton changes that asks for new dF/dq, dF/dv         */
    int      have_start;        /* X0, J0, M0 belong to q0                                */
    int      slow_start, jacobian_age; /* convergence suffers; steps since dF/dq, dF/dv          */

    nsd_nonlinear_newmark_works works;
    double kinetic, potential, row_extra; /* at the last row measured; extra at the row before  */
} nsd_nonlinear_newmark;

/* Where column j of G stands in nu and La. */
static inline int nsd_nonlinear_newmark_index(const nsd_nonlinear_newmark *s, int j)
{
    const int size = s->mechanics.tally.count * s->block;
    return j < size ? s->mechanics.tally.active[j / s->block] * s->block + j % s->block
                    : s->directions + j - size;
}

/* q1, v1, vd1, nu, La at t0 + h of the start q0, v0; the candidates are in mechanics.tally. */
nsd_status nsd_nonlinear_newmark_solve(nsd_nonlinear_newmark *s, double t0);

/* X, YK, YC at the iterate; then nu and La from the relations linearised there        (NMK.19) */
nsd_status nsd_nonlinear_newmark_fill_responses(nsd_nonlinear_newmark *s, double t1);
nsd_status nsd_nonlinear_newmark_solve_contacts(nsd_nonlinear_newmark *s);

/* Works of an accepted (sub)step; the averages of the memory go on                    (NMK.21) */
void nsd_nonlinear_newmark_add_works(nsd_nonlinear_newmark *s, nsd_state *state);

nsd_status nsd_nonlinear_newmark_measure(nsd_stepper *stepper, const nsd_state *state);
void nsd_nonlinear_newmark_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);

#endif
