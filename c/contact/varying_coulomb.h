/* varying_coulomb.h - friction of the nonlinear time-stepping schemes: tangents, impulses,
 * velocities and works of a step.                                               (FC.4), (FC.5) */
#ifndef NSD_VARYING_COULOMB_H
#define NSD_VARYING_COULOMB_H

#include "contact/mechanics.h"

typedef struct nsd_varying_coulomb {
    nsd_coulomb coulomb;
    double     *T;        /* d m: tangential impulses of the step, summed over its substeps  */
    double     *V0;       /* d m: sliding velocities before the substep                      */
    double     *cohesion; /* m: impulses of cohesion in the substep, <= 0; NULL without laws */
    int         cohesive_contacts; /* how many impulses of cohesion are not zero                 */
} nsd_varying_coulomb;

typedef struct nsd_varying_coulomb_works {
    double friction; /* on the system, with the work of moving obstacles       */
    double contact;  /* relative to the obstacles, less the slack of tolerance */
} nsd_varying_coulomb_works;

typedef struct nsd_varying_coulomb_step_velocities { /* velocities of a substep from v0 to v1     */
    const double *v_mid; /* velocity with which impulses do work: v0 + weight (v1 - v0) */
    const double *v1;    /* velocity at the end                                         */
    double        weight;
} nsd_varying_coulomb_step_velocities;

typedef struct nsd_varying_coulomb_gap_velocities { /* of a substep                              */
    const double *v0, *v_mid, *v1; /* n: velocities at its start, of the works, at its end */
    const double *y_t0, *y_t1;     /* m: dy/dt of the gaps at start and end                */
} nsd_varying_coulomb_gap_velocities;

/* Bytes for nsd_varying_coulomb_init; 0 for a model without friction. */
size_t nsd_varying_coulomb_scratch(const nsd_model *model);
/* Start of a run: arrays, sliding velocities of the state, laws. Does nothing for a model without
 * friction. */
nsd_status nsd_varying_coulomb_init(nsd_varying_coulomb *friction, nsd_mechanics *mechanics,
                                    nsd_scratch *scratch, nsd_state *state);

/* Sets the impulses of the step to zero. */
void nsd_varying_coulomb_begin_step(nsd_varying_coulomb *friction, const nsd_model *model);

/* friction->cohesion <- impulses of cohesion in a substep of length h, by the gaps at its start
 * (t, q)                                                                                (LW.5) */
nsd_status nsd_varying_coulomb_find_cohesion(nsd_varying_coulomb *friction,
                                             nsd_mechanics *mechanics, double t, const double *q,
                                             double h);

/* P <- P + cohesion, since cohesion counts as part of the contacts' impulses; U_before and U of
 * these contacts into the state. Returns the work of cohesion on the system. */
double nsd_varying_coulomb_cohesion_to_state(const nsd_varying_coulomb                *friction,
                                             const nsd_mechanics                      *mechanics,
                                             const nsd_varying_coulomb_gap_velocities *ends,
                                             double *P, nsd_state *state);

/* x <- x + scale H cohesion, with the normals of mechanics->H */
void nsd_varying_coulomb_add_cohesion(const nsd_varying_coulomb *friction,
                                      const nsd_mechanics *mechanics, double scale, double *x);

/* Advances states and damage of the laws by a substep of length h that ended at (t, q).
 *                                                                               (LW.4), (LW.6) */
nsd_status nsd_varying_coulomb_advance_laws(nsd_varying_coulomb *friction, nsd_mechanics *mechanics,
                                            double t, const double *q, double h);

/* friction->V0 of contact a from the velocity v0 before the substep and mechanics->T */
void nsd_varying_coulomb_velocities_before(nsd_varying_coulomb *friction,
                                           const nsd_mechanics *mechanics, int a, const double *v0);

/* u <- sliding velocities of the active contact i at v_free, plus tangential restitution; sets id
 * and speed of friction->coulomb */
void nsd_varying_coulomb_free_velocities(nsd_varying_coulomb *friction,
                                         const nsd_mechanics *mechanics, int i,
                                         const double *v_free, double *u);

/* Adds the tangential impulses of contact a (impulse: normal, then tangents) to friction->T, its
 * sliding velocities go into the state. Returns the works of these impulses. */
nsd_varying_coulomb_works nsd_varying_coulomb_add_impulses(
    nsd_varying_coulomb *friction, const nsd_mechanics *mechanics, int a, const double *impulse,
    const nsd_varying_coulomb_step_velocities *end, nsd_state *state);

/* Copies impulses, modes and laws of the step into the state. */
void nsd_varying_coulomb_end_step(nsd_varying_coulomb *friction, const nsd_mechanics *mechanics,
                                  nsd_state *state);

#endif
