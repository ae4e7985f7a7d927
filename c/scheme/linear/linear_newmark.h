/* linear_newmark.h - data of the nonsmooth Newmark family, shared by its files.
 *
 * One kernel runs Newmark, Hilber-Hughes-Taylor and the generalized-alpha scheme: they differ in
 * four numbers (NMK.4). The naive scheme (NMK.15) has the same free motion and other contacts. */
#ifndef NSD_LINEAR_NEWMARK_H
#define NSD_LINEAR_NEWMARK_H

#include "scheme/ggl.h"
#include "contact/fixed_coulomb.h"
#include "scheme/scheme.h"

typedef struct nsd_linear_newmark {
    nsd_stepper         base; /* first: a stepper is an nsd_linear_newmark */
    const nsd_linear   *model;
    nsd_newmark_options given;
    double              h, to_q, to_v; /* h^2 beta', h gamma': what vd+ does to q+, v+  (NMK.5) */
    double w_vd1, w_vd, w_a, lag;      /* a+ = w_vd1 vd+ + w_vd vd - w_a a         (NMK.3) */
    int    naive;                      /* contact forces are part of F            (NMK.15) */
    int    constant_force, damped;
    double store_a, store_d; /* weights of |a|_M^2 and |d|_K^2        (NMK.13) */

    nsd_factor S, mass; /* S = M + to_v C + to_q K, and M                             (NMK.5) */
    nsd_contact_fixed contact;
    nsd_fixed_coulomb
           *friction; /* instead of `contact` where there is friction, else NULL             */
    nsd_ggl ggl;
    double *X, *YK, *YC; /* M^-1 G, S^-1 K X, S^-1 C X, n x (m + p); NULL: solve   (NMK.6) */

    /* base.memory, in this order */
    double *a, *vd;            /* algorithmic and smooth acceleration                        */
    double *F, *Ff, *Cf, *Kf;  /* force at t; averages of F, C v, K q as a is one of vd      */
    double *d;                 /* q less its average                                (NMK.13) */
    double *lambda, *lambda_f; /* naive: contact and joint forces at t, and their average    */
    double *extra;             /* algorithmic less mechanical energy                         */

    double *q0, *v0, *a0, *F0; /* start of the step                                          */
    double *qf, *vf, *vdf;     /* end of the step before it is accepted                      */
    double *Mv, *Cv, *Kq, *Cv0, *Kq0;
    double *work, *work2;      /* n each                                                     */
    double *u, *uJ, *nu, *nuJ; /* free velocities; position impulses                         */
    double *LaJ;               /* impulses of joints without contacts                        */
} nsd_linear_newmark;

/* Where impulses act: normals, with friction normal and tangents contact by contact. */
static inline const nsd_columns *nsd_linear_newmark_directions(const nsd_linear *model)
{
    return model->surface.d > 0 ? &model->G : &model->H;
}

/* F+, and q, v, vd at t_k+1 as if nothing touched, into qf, vf, vdf. */
void nsd_linear_newmark_free_motion(nsd_linear_newmark *newmark, const nsd_state *state);

/* The end of the step becomes the state. */
void nsd_linear_newmark_to_state(nsd_linear_newmark *newmark, nsd_state *state);

/* q, v and vd answer the impulses nu, La of contacts and nuJ, LaJ of joints            (NMK.6) */
typedef struct nsd_linear_newmark_impulses {
    const double *nu, *La, *nuJ, *LaJ;
} nsd_linear_newmark_impulses;
void nsd_linear_newmark_apply_impulses(nsd_linear_newmark                *newmark,
                                       const nsd_linear_newmark_impulses *impulses);

/* X, YK, YC where worth their room, the Delassus matrix, and the problem at both levels. */
size_t nsd_linear_newmark_contact_scratch(const nsd_linear *model, const nsd_step_options *options);
nsd_status nsd_linear_newmark_contact_init(nsd_linear_newmark     *newmark,
                                           const nsd_step_options *options, nsd_scratch *scratch);

/* M + alpha C + beta K of (NMK.5), and M. */
nsd_factor_sum nsd_linear_newmark_iteration_matrix(const nsd_linear       *model,
                                                   const nsd_step_options *options);
nsd_factor_sum nsd_linear_newmark_mass_matrix(const nsd_linear *model);

/* What the schemes share of scratch and init: all but contacts. */
size_t     nsd_linear_newmark_scratch(const nsd_linear *model, const nsd_step_options *options);
nsd_status nsd_linear_newmark_init(nsd_linear_newmark **newmark, const nsd_linear *model,
                                   const nsd_step_options *options, nsd_scratch *scratch);

/* Energies and accelerations of the start, once the factors are there. */
void nsd_linear_newmark_start(nsd_linear_newmark *newmark, nsd_state *state, nsd_ledger *ledger);

/* Works of the step by (NMK.12), and the algorithmic energy. */
void nsd_linear_newmark_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);

#endif
