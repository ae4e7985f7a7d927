/* linear_newmark.h - data of the nonsmooth Newmark family, shared by its files.
 *
 * One kernel runs Newmark, Hilber-Hughes-Taylor and the generalized-alpha scheme, which differ in
 * four numbers (NMK.4). The naive scheme (NMK.15) shares the free motion and treats contacts by
 * itself. */
#ifndef NSD_LINEAR_NEWMARK_H
#define NSD_LINEAR_NEWMARK_H

#include "scheme/ggl.h"
#include "scheme/linear/linear_base.h"
#include "scheme/newmark_weights.h"

typedef struct nsd_linear_newmark_memory { /* base.memory, in this order */
    double *a, *vd;       /* algorithmic and smooth acceleration                                */
    double *F;            /* force at t                                                         */
    double *Ff, *Cf, *Kf; /* averages of F, C v, K q by (NMK.3), as a is the average of vd      */
    double *d;            /* q less its average                                        (NMK.13) */
    double *lambda;       /* naive: contact and joint forces at t                               */
    double *lambda_f;     /* naive: average of lambda by (NMK.3)                                */
    double *extra;        /* algorithmic less mechanical energy                                 */
} nsd_linear_newmark_memory;

typedef struct nsd_linear_newmark_start_values { /* of the step */
    double *q, *v, *a, *F, *Cv, *Kq;
} nsd_linear_newmark_start_values;

/* Both levels without dampers on sparse factors: positions on S, by base.contact, and velocities on
 * M. No matrix of all contacts is made.                                               (NMK.22) */
typedef struct nsd_linear_newmark_levels {
    nsd_linear          on_mass; /* the model with M in the place of A */
    nsd_contact_bounded velocities;
    double             *u, *nu; /* m: right-hand sides, position impulses over h */
    double             *zero;   /* m                                          */
    double             *dv;     /* n: M^-1 H La                               */
} nsd_linear_newmark_levels;

typedef struct nsd_linear_newmark {
    nsd_linear_base     base; /* first: a stepper is an nsd_linear_newmark; its iteration matrix is
                                 S = M + to_v C + to_q K                                 (NMK.5) */
    nsd_newmark_options given;
    nsd_newmark_weights weights;
    int                 naive; /* contact forces are part of F                          (NMK.15) */
    int                 damped;

    nsd_factor                mass;
    nsd_ggl                   ggl;
    nsd_linear_newmark_levels levels; /* takes the place of ggl where uses_levels */
    int                       uses_levels;
    double *X, *YK, *YC; /* M^-1 G, S^-1 K X, S^-1 C X, n x (m + p); NULL: solve each time
                                                                                         (NMK.6) */
    nsd_linear_newmark_memory       at;
    nsd_linear_newmark_start_values start;
    double *qf, *vf, *vdf; /* end of the step: free motion, then with impulses        */
    double *Mv, *Cv, *Kq;  /* products at the end of the step                         */
    double *work, *work2;  /* n each, temporary                                       */
    double *nu, *nuJ;      /* position impulses of directions and joints              */
    double *LaJ;           /* impulses of joints in the motion without contacts       */
} nsd_linear_newmark;

/* Impulses La of all directions: those of the state without friction */
static inline double *nsd_linear_newmark_r(const nsd_linear_newmark *s, const nsd_state *state)
{
    return s->base.friction.d > 0 ? s->base.contact.r : state->P;
}

/* F <- F+; qf, vf, vdf <- q, v, vd at t_k+1 without contacts and joints                 (NMK.5) */
void nsd_linear_newmark_free_motion(nsd_linear_newmark *newmark, const nsd_state *state);

/* qf, vf, vdf become the state at t_k+1. */
void nsd_linear_newmark_to_state(nsd_linear_newmark *newmark, nsd_state *state);

/* Adds to qf, vf, vdf the effect of impulses: nu, La of contacts, nuJ, LaJ of joints    (NMK.6) */
typedef struct nsd_linear_newmark_impulses {
    const double *nu, *La, *nuJ, *LaJ;
} nsd_linear_newmark_impulses;
void nsd_linear_newmark_apply_impulses(nsd_linear_newmark                *newmark,
                                       const nsd_linear_newmark_impulses *impulses);

/* 1 where nsd_linear_newmark_levels fits */
static inline int nsd_linear_newmark_has_levels(const nsd_linear *model, int ggl)
{
    return ggl && model->second_plan && nsd_contact_bounded_fits(model) &&
           model->C.storage == NSD_ZERO;
}
/* Their memory; impulses of both levels: adds their effect to qf, vf, vdf               (NMK.22) */
void       nsd_linear_newmark_levels_lay_out(nsd_linear_newmark *newmark, const nsd_linear *model,
                                             nsd_scratch *scratch);
nsd_status nsd_linear_newmark_levels_init(nsd_linear_newmark *newmark);
nsd_status nsd_linear_newmark_levels_solve(nsd_linear_newmark *newmark, nsd_state *state);

/* The Delassus matrix; X, YK, YC if that is cheaper than solving; the matrix of both levels. */
nsd_status nsd_linear_newmark_contact_init(nsd_linear_newmark     *newmark,
                                           const nsd_step_options *options,
                                           const nsd_factor_sum *sum, nsd_scratch *scratch);

/* Bytes of scratch for all schemes of the family. */
size_t nsd_linear_newmark_scratch(const nsd_linear *model, const nsd_step_options *options);

/* The stepper without its contacts, for all schemes of the family; sum <- S. */
nsd_status nsd_linear_newmark_init(nsd_linear_newmark **newmark, const nsd_linear *model,
                                   const nsd_step_options *options, nsd_factor_sum *sum,
                                   nsd_scratch *scratch);

/* Energies and accelerations of the start; needs the factors of nsd_linear_newmark_init. */
void nsd_linear_newmark_start(nsd_linear_newmark *newmark, nsd_state *state, nsd_ledger *ledger);

/* stepper->energy: works of the step by (NMK.12), and the algorithmic energy. */
void nsd_linear_newmark_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);

#endif
