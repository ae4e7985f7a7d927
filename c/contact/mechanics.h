/* mechanics.h - what the time-stepping schemes of nonlinear systems share. */
#ifndef NSD_MECHANICS_H
#define NSD_MECHANICS_H

#include "contact/closed.h"
#include "contact/contact_varying.h"
#include "model/model.h"
#include "run/step_options.h"
#include "run/stepper.h"

/* 1 when the relative change passes, or has come down to the noise of differenced derivatives. */
#define NSD_NEWTON_NOISE 1e-8
static inline int nsd_mechanics_converged(const nsd_nonlinear_options *options, double change,
                                          double previous)
{
    return change <= options->newton_tolerance ||
           (change <= NSD_NEWTON_NOISE && change >= 0.5 * previous);
}

/* 1 when linear convergence at the rate of the last two changes needs no further iteration. */
static inline int nsd_mechanics_will_converge(const nsd_nonlinear_options *options, double change,
                                              double previous)
{
    const double ratio = change / previous; /* 0 at the first iteration */
    return ratio > 0.0 && ratio < 0.1 && ratio * change <= 1e-3 * options->newton_tolerance;
}

/* Matrices and vectors of a step; n is small enough for dense algebra. */
typedef struct nsd_mechanics {
    const nsd_model      *model;
    nsd_nonlinear_options options;
    nsd_contact_varying   contact;
    nsd_tally             tally; /* n, m, p, active set and counts, for the run loop    */
    double               *M, *A, *Fq, *Fv;
    nsd_int              *pivot;
    double               *H, *J, *G; /* n x m, n x p, columns of the local problem   */
    double               *T;         /* n x (d m), tangents of all contacts          */
    double               *y, *y_t, *g_t, *u;
    double               *F, *q_mid, *v_mid, *r;
    double               *work; /* nsd_model_work, 4 n at least                 */
    enum { NSD_HOLDS_LU, NSD_HOLDS_CHOLESKY, NSD_HOLDS_MODEL } holds; /* how A^-1 is applied  */
    double newton_h;        /* A holds the Newton matrix of this step, 0 = another */
    int    have_jacobians;  /* Fq, Fv of an earlier step                   */
    double failed_residual; /* of the Newton iteration that gave up        */
} nsd_mechanics;

size_t     nsd_mechanics_scratch(const nsd_model *model);
nsd_status nsd_mechanics_init(nsd_mechanics *mechanics, const nsd_model *model,
                              const nsd_nonlinear_options *options, nsd_scratch *scratch);

/* M(q) into mechanics->M; NSD_NOT_FINITE when it is not. */
nsd_status nsd_mechanics_mass(nsd_mechanics *mechanics, const double *q);
/* mechanics->A <- Cholesky factor of M(q), or the model's own way; NSD_LOST_DEFINITE. */
nsd_status nsd_mechanics_factor_mass(nsd_mechanics *mechanics, const double *q);
/* x <- A^-1 x with whatever A holds; the context is an nsd_mechanics. */
void nsd_mechanics_solve(void *context, double *x);
/* F(t,q,v) into F; NSD_NOT_FINITE when it is not. */
nsd_status nsd_mechanics_force(nsd_mechanics *mechanics, double t, const double *q, const double *v,
                               double *F);
/* Energies; mechanics->M is overwritten unless it is constant. The potential is 0 without one. */
nsd_status nsd_mechanics_kinetic(nsd_mechanics *mechanics, const double *q, const double *v,
                                 double *kinetic);
nsd_status nsd_mechanics_potential(nsd_mechanics *mechanics, const double *q, double *potential);
/* Zero impulses, gap velocities and energies of the start; factors M once to test it. */
nsd_status nsd_mechanics_start(nsd_mechanics *mechanics, nsd_state *state, nsd_ledger *ledger);
/* The model's tangents into mechanics->T; NSD_NOT_FINITE when they are not. */
nsd_status nsd_mechanics_tangents(nsd_mechanics *mechanics, double t, const double *q);
/* Columns of the active contacts and of all joints side by side in mechanics->G; the second with
 * normal and tangents of each contact. */
void nsd_mechanics_gather(nsd_mechanics *mechanics);
void nsd_mechanics_gather_blocks(nsd_mechanics *mechanics);

/* Gap velocities U before and after of contacts that pushed in the step before (state->P) and do
 * not in this one (P): the others have theirs. */
nsd_status nsd_mechanics_released_velocities(nsd_mechanics *mechanics, nsd_state *state,
                                             const double *P, const double *v0, const double *v1);

/* 1 where gap a, above zero by less than rounding at the end of a motion, was so at its start
 * (t, q) too: bodies that touch. mechanics->u is overwritten.                             (MJ.3) */
int nsd_mechanics_touches(nsd_mechanics *mechanics, double t, const double *q, int a);

/* Brings joints to zero and closed contacts to their surface: q moves least in |.|_M   (NL.5)
 * below, m entries or NULL: how far beneath its surface each contact may stay. */
nsd_status nsd_mechanics_project(nsd_mechanics *mechanics, double t, const double *below,
                                 double *q);

#endif
