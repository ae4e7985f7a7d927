/* nonlinear_newmark.h - data of the nonlinear Newmark family, shared by its files.
 *
 *   M(q+) vd+ = F(t+, q+, v+),  q+ = qs + to_q vd+ + U,  v+ = vs + to_v vd+ + W         (NMK.17)
 *   U = X nu,  W = X La,  X = [ M(q+)^-1 H(q+), (M(q+)^-1 J(q+) + M(q)^-1 J(q))/2 ]      (NMK.18)
 *
 * Columns of G, X, YK, YC: the contacts of mechanics.tally.active, then the joints. A contact with
 * friction has a block of columns, normal and tangents. nu and La have entries for all contacts and
 * directions of the model, then for the joints. */
#ifndef NSD_NONLINEAR_NEWMARK_H
#define NSD_NONLINEAR_NEWMARK_H

#include "contact/mechanics.h"
#include "scheme/ggl.h"
#include "scheme/scheme.h"

/* Ratio of two Newton changes above which the next iteration has new dF/dq and dF/dv. Smaller: more
 * evaluations of the force; larger: more iterations. Answers change within the tolerance. */
#define NSD_NONLINEAR_NEWMARK_REFRESH_RATIO 1e-2

typedef struct nsd_nonlinear_newmark_works { /* done on the system since the last row */
    double force, mass, impact, friction, joint;
    double contact; /* impulses relative to moving obstacles, and corrections of positions     */
    int    pushes;  /* contacts with an impulse, summed over the (sub)steps                    */
} nsd_nonlinear_newmark_works;

typedef struct nsd_nonlinear_newmark {
    nsd_stepper         base; /* first: a stepper is an nsd_nonlinear_newmark */
    nsd_mechanics       mechanics;
    nsd_newmark_options given;
    double              h, to_q, to_v;     /* of the (sub)step                           (NMK.5) */
    double              w_vd1, w_vd, w_a;  /* a+ = w_vd1 vd+ + w_vd vd - w_a a           (NMK.3) */
    double              lag;               /* d+ = lag dq - w_a d                       (NMK.13) */
    double              store_a, store_d;  /* weights of the algorithmic energy         (NMK.13) */
    int                 block, directions; /* 1 + d of a contact, of all contacts               */
    nsd_step_friction   friction;
    nsd_ggl             ggl;

    double *a, *vd, *Ff, *d, *extra; /* base.memory: accelerations, <F>, q - <q>, G - E         */

    const double *P_before; /* m: impulses of the step before */

    double  *q0, *v0, *a0, *F0; /* start of the (sub)step                                 */
    double  *qs, *vs;           /* (NMK.2) without vd+, U, W                              */
    double  *q1, *v1, *vd1;     /* the iterate                                            */
    double  *qf, *vf;           /* free motion by the linear model, then with impulses    */
    double  *L, *M0;            /* Cholesky factor of M(q1); M(q0)                        */
    double  *X, *YK, *YC;       /* n x (directions + p)                                   */
    double  *XJ, *X0, *J0;      /* n x p: M^-1 J at the iterate; M^-1 J and J at q0       */
    double  *u;                 /* p: joints at the iterate                               */
    double  *nu, *La;           /* directions + p                                         */
    double  *U0;                /* m: gap velocities at the start                         */
    double  *P, *mu;            /* m, p: impulses summed over the parts of a halved step  */
    double  *saved;             /* q, v, F0 and the memory at the start of the whole step */
    nsd_int *condition_work;    /* temporary of condition numbers                         */
    int     *merged;            /* m: temporary list of candidates                        */
    double   joint_guess_h;     /* length of the smooth step whose impulses of joints nu and La
                                   hold, 0: none                                          */
    double   force_residual;    /* |F - M vd| of the iterate over |F|                     */
    double   refresh_ratio;     /* ratio of Newton changes that asks for new dF/dq, dF/dv */
    int      have_start;        /* X0, J0, M0 belong to q0                                */
    int      slow_start;        /* the last Newton iteration began slowly                 */
    int      jacobian_age;      /* Newton iterations since dF/dq, dF/dv were evaluated    */

    nsd_nonlinear_newmark_works works;
    double                      kinetic, potential; /* measured at the last row            */
    double                      row_extra;          /* extra at the row before             */
} nsd_nonlinear_newmark;

/* Index into nu and La for column j of G. */
static inline int nsd_nonlinear_newmark_index(const nsd_nonlinear_newmark *s, int j)
{
    const int size = s->mechanics.tally.count * s->block;
    return j < size ? s->mechanics.tally.active[j / s->block] * s->block + j % s->block
                    : s->directions + j - size;
}

/* q1, v1, vd1, nu, La at t0 + h from the start q0, v0; mechanics.tally lists the contacts. */
nsd_status nsd_nonlinear_newmark_solve(nsd_nonlinear_newmark *s, double t0);

/* X, YK, YC at the iterate                                                   (NMK.18), (NMK.19) */
nsd_status nsd_nonlinear_newmark_fill_responses(nsd_nonlinear_newmark *s, double t1);

/* nu and La from gaps and joints linearised at the iterate                             (NMK.20) */
nsd_status nsd_nonlinear_newmark_solve_contacts(nsd_nonlinear_newmark *s);

/* Adds works and impulses of a (sub)step; moves the averages of the memory to its end  (NMK.21) */
void nsd_nonlinear_newmark_add_works(nsd_nonlinear_newmark *s, nsd_state *state);

/* stepper->measure: energies of the state. */
nsd_status nsd_nonlinear_newmark_measure(nsd_stepper *stepper, const nsd_state *state);

/* stepper->energy: works since the last row, and the algorithmic energy. */
void nsd_nonlinear_newmark_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);

#endif
