/* nonlinear_newmark.h - data of the nonlinear Newmark family, shared by its files.
 *
 *   M(q+) vd+ = F(t+, q+, v+),  q+ = qs + to_q vd+ + U,  v+ = vs + to_v vd+ + W         (NMK.17)
 *   U = X nu,  W = X La,  X = [ M(q+)^-1 H(q+), (M(q+)^-1 J(q+) + M(q)^-1 J(q))/2 ]      (NMK.18)
 *
 * Columns of G, X, YK, YC: the contacts of mechanics.tally.active, then the joints. A contact with
 * friction has a block of columns, normal and tangents. nu and La have entries for all contacts and
 * directions of the model, then for the joints. With forces of joints lambda,
 *
 *   M(q+) vd+ = F(t+, q+, v+) + J(q+) lambda                                           (NMK.23) */
#ifndef NSD_NONLINEAR_NEWMARK_H
#define NSD_NONLINEAR_NEWMARK_H

#include "scheme/ggl.h"
#include "scheme/newmark_weights.h"
#include "scheme/nonlinear/nonlinear_base.h"

/* Ratio of two Newton changes above which the next iteration has new dF/dq and dF/dv. Smaller: more
 * evaluations of the force; larger: more iterations. Answers change within the tolerance. */
#define NSD_NONLINEAR_NEWMARK_REFRESH_RATIO 1e-2

typedef struct nsd_nonlinear_newmark_start { /* of the (sub)step */
    double *q, *v, *a, *F;
    double *M;     /* n x n                    */
    double *X, *J; /* n x p: M^-1 J; J, like those of mechanics */
    int     known; /* 1: M, X and J belong to q */
} nsd_nonlinear_newmark_start;

typedef struct nsd_nonlinear_newmark_memory { /* base.memory, in this order */
    double *a, *vd, *Ff, *d, *pull;           /* accelerations, <F>, q - <q>, J lambda */
    double *extra;                            /* G - E */
} nsd_nonlinear_newmark_memory;

typedef struct nsd_nonlinear_newmark_response {
    double *X, *YK, *YC; /* n x (directions + p)               */
    double *XJ;          /* n x p: M^-1 J at the iterate       */
} nsd_nonlinear_newmark_response;

typedef struct nsd_nonlinear_newmark_smooth { /* forces of joints beside impulses     (NMK.23) */
    double      *lambda;      /* p: forces at the iterate                                    */
    double      *pull;        /* n: J lambda                                                 */
    double      *J, *Z;       /* n x p: J of the iterate, full; A^-1 J                       */
    double      *W;           /* p x p: J'Z                                                  */
    double      *kappa;       /* p: g'' = J'vd + kappa                                       */
    double      *miss, *more; /* p: what joints lack, and the forces that give it; temporary */
    double      *LK, *LC;     /* p x (directions + p): forces that go with YK and YC         */
    nsd_condense joints;      /* with the pseudo-inverse of W                                */
} nsd_nonlinear_newmark_smooth;

typedef struct nsd_nonlinear_newmark_control { /* of Newton's iteration */
    double joint_guess_h;  /* length of the smooth step whose impulses of joints nu and La hold, 0:
                              none                                                   */
    double force_residual; /* |F - M vd| of the iterate over |F|                     */
    double refresh_ratio;  /* ratio of Newton changes that asks for new dF/dq, dF/dv */
    int    slow_start;     /* the last Newton iteration began slowly                 */
    int    jacobian_age;   /* Newton iterations since dF/dq, dF/dv were evaluated    */
} nsd_nonlinear_newmark_control;

typedef struct nsd_nonlinear_newmark {
    nsd_nonlinear_base  base; /* first: a stepper is an nsd_nonlinear_newmark */
    nsd_newmark_options given;
    nsd_newmark_weights weights;           /* of the (sub)step                              */
    double              h;                 /* length of the (sub)step                       */
    int                 block, directions; /* 1 + d of a contact, of all contacts           */
    nsd_ggl             ggl;

    nsd_nonlinear_newmark_memory at;

    const double *P_before; /* m: impulses of the step before          */
    int           first;    /* 1: a run's first step, with none before */

    nsd_nonlinear_newmark_start    start;
    double                        *qs, *vs;       /* (NMK.2) without vd+, U, W                  */
    double                        *q1, *v1, *vd1; /* the iterate                                */
    double                        *qf, *vf;       /* free motion by the linear model, then with
                                                     impulses                                   */
    double                        *L;             /* n x n: Cholesky factor of M(q1)            */
    nsd_nonlinear_newmark_response response;
    nsd_nonlinear_newmark_smooth   smooth;
    double                        *u;              /* p: joints at the iterate                   */
    double                        *nu, *La;        /* directions + p                             */
    double                        *U0, *y_t0;      /* m: gap velocities at the start, dy/dt      */
    nsd_int                       *condition_work; /* temporary of condition numbers            */
    nsd_nonlinear_newmark_control  control;
    double                         row_extra; /* extra at the row before                    */
} nsd_nonlinear_newmark;

/* Index into nu and La for column j of G. */
static inline int nsd_nonlinear_newmark_index(const nsd_nonlinear_newmark *s, int j)
{
    const int size = s->base.mechanics.tally.count * s->block;
    return j < size ? s->base.mechanics.tally.active[j / s->block] * s->block + j % s->block
                    : s->directions + j - size;
}

/* 1 when joints have forces beside their impulses                                      (NMK.23) */
static inline int nsd_nonlinear_newmark_pulls(const nsd_nonlinear_newmark *s)
{
    return s->given.joint_force != NSD_JOINT_IMPULSE && s->base.mechanics.model->p > 0;
}

/* q1, v1, vd1, nu, La at t0 + h from the start; mechanics.tally lists the contacts. */
nsd_status nsd_nonlinear_newmark_solve(nsd_nonlinear_newmark *s, double t0);

/* J, Z, W and kappa of the joints at the iterate, whose J mechanics holds              (NMK.24) */
nsd_status nsd_nonlinear_newmark_smooth_fill(nsd_nonlinear_newmark *s, double t1);
/* x, an acceleration A^-1 f, <- x - Z l with J'x = 0; l: p forces                       (NMK.25) */
void nsd_nonlinear_newmark_smooth_hold(nsd_nonlinear_newmark *s, double *x, double *l);
/* Adds forces of joints to the free motion vd1, qf, vf, so that J'vf or J'vd1 fit       (NMK.24) */
void nsd_nonlinear_newmark_smooth_free(nsd_nonlinear_newmark *s);
/* J lambda at the iterate, into smooth.pull */
void nsd_nonlinear_newmark_smooth_pull(nsd_nonlinear_newmark *s);
/* Adds forces of joints to at.a = M^-1 F and start.F, so that accelerations fit the joints; their
 * J lambda into at.pull                                                                (NMK.23) */
nsd_status nsd_nonlinear_newmark_smooth_start(nsd_nonlinear_newmark *s, const nsd_state *state);

/* X, YK, YC at the iterate                                                   (NMK.18), (NMK.19) */
nsd_status nsd_nonlinear_newmark_fill_responses(nsd_nonlinear_newmark *s, double t1);

/* nu and La from gaps and joints linearised at the iterate                             (NMK.20) */
nsd_status nsd_nonlinear_newmark_solve_contacts(nsd_nonlinear_newmark *s);

/* Adds works and impulses of a (sub)step; moves the averages of the memory to its end  (NMK.21) */
void nsd_nonlinear_newmark_add_works(nsd_nonlinear_newmark *s, nsd_state *state);

/* stepper->energy: works since the last row, and the algorithmic energy. */
void nsd_nonlinear_newmark_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);

#endif
