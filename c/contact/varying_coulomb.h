/* varying_coulomb.h - friction of the nonlinear time-stepping schemes: tangents, impulses,
 * velocities and works of a step.                                               (FC.4), (FC.5) */
#ifndef NSD_VARYING_COULOMB_H
#define NSD_VARYING_COULOMB_H

#include "contact/mechanics.h"

typedef struct nsd_varying_coulomb {
    nsd_coulomb coulomb;
    double     *T, *V0; /* d m: tangential impulses so far of a halved step, velocities before */
    double     *pull;   /* m: impulses of cohesion in the (sub)step, <= 0; NULL without laws   */
    int         pulls;  /* how many of them are not zero                                       */
} nsd_varying_coulomb;

typedef struct nsd_varying_coulomb_works {
    double friction; /* on the system                                        */
    double contact;  /* as seen from the obstacles, less what rounding may do */
} nsd_varying_coulomb_works;

typedef struct nsd_varying_coulomb_step_velocities { /* of a (sub)step */
    const double *v_mid, *v1; /* velocity of the works, velocity at the end */
    double        weight;     /* v_mid = v0 + weight (v1 - v0)              */
} nsd_varying_coulomb_step_velocities;

typedef struct
    nsd_varying_coulomb_gap_velocities { /* of a (sub)step: velocities, dy/dt of the gaps */
    const double *v0, *v_mid, *v1, *y_t0, *y_t1;
} nsd_varying_coulomb_gap_velocities;

/* Room and start; 0 and nothing for a model without friction. */
size_t     nsd_varying_coulomb_scratch(const nsd_model *model);
nsd_status nsd_varying_coulomb_init(nsd_varying_coulomb *friction, nsd_mechanics *mechanics,
                                    nsd_scratch *scratch, nsd_state *state);

/* A step begins: no impulses yet. */
void nsd_varying_coulomb_begin_step(nsd_varying_coulomb *friction, const nsd_model *model);

/* What cohesion pulls with in a (sub)step of length h from (t, q): a force of its start. (LW.5) */
nsd_status nsd_varying_coulomb_find_cohesion(nsd_varying_coulomb *friction,
                                             nsd_mechanics *mechanics, double t, const double *q,
                                             double h);

/* These pulls into the impulses P and the state, with velocities at both ends; their work on the
 * system with v_mid. Cohesion counts as part of the contacts' impulses. */
double nsd_varying_coulomb_cohesion_to_state(const nsd_varying_coulomb                *friction,
                                             const nsd_mechanics                      *mechanics,
                                             const nsd_varying_coulomb_gap_velocities *ends,
                                             double *P, nsd_state *state);

/* x <- x + scale H pull, on the normals of mechanics->H */
void nsd_varying_coulomb_add_cohesion(const nsd_varying_coulomb *friction,
                                      const nsd_mechanics *mechanics, double scale, double *x);

/* The (sub)step of length h ended at (t, q): laws and damage go on.             (LW.4), (LW.6) */
nsd_status nsd_varying_coulomb_advance_laws(nsd_varying_coulomb *friction, nsd_mechanics *mechanics,
                                            double t, const double *q, double h);

/* Sliding velocities of contact a before the step on the tangents of mechanics->T. */
void nsd_varying_coulomb_velocities_before(nsd_varying_coulomb *friction,
                                           const nsd_mechanics *mechanics, int a, const double *v0);

/* Tangential right-hand sides u of the active contact i for the free velocity. */
void nsd_varying_coulomb_free_velocities(nsd_varying_coulomb *friction,
                                         const nsd_mechanics *mechanics, int i,
                                         const double *v_free, double *u);

/* Impulses of contact a (its block: normal, tangents) into the sums and the state; their works. */
nsd_varying_coulomb_works nsd_varying_coulomb_add_impulses(
    nsd_varying_coulomb *friction, const nsd_mechanics *mechanics, int a, const double *impulse,
    const nsd_varying_coulomb_step_velocities *end, nsd_state *state);

/* The step is over: impulses, modes and laws into the state. */
void nsd_varying_coulomb_end_step(nsd_varying_coulomb *friction, const nsd_mechanics *mechanics,
                                  nsd_state *state);

#endif
