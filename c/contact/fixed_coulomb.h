/* fixed_coulomb.h - contacts with friction of a linear system, for schemes whose velocity is a
 * linear function of the impulses.
 *
 * G holds normal and tangents of every contact; with the joints eliminated, W = G'A^-1 G. */
#ifndef NSD_FIXED_COULOMB_H
#define NSD_FIXED_COULOMB_H

#include "contact/contact_fixed.h"
#include "contact/coulomb.h"
#include "contact/prediction.h"

typedef struct nsd_fixed_coulomb {
    const nsd_linear *model;
    nsd_contact_fixed contact; /* Delassus matrix of every direction, the joints eliminated */
    nsd_tally         tally;   /* the contacts, for the run loop                            */
    nsd_coulomb       coulomb;
    double            h; /* time step                                                     */
    double *cohesion_r;  /* impulses of cohesion for every direction, zero along tangents */
    double *cohesion;    /* m: impulses of cohesion along the normals, <= 0               */
    double *u;           /* velocities without impulses, for every direction              */
    double *r;           /* impulses for every direction                                  */
} nsd_fixed_coulomb;

/* The setup of `contact` for a model with friction. */
nsd_contact_fixed_setup nsd_fixed_coulomb_setup(const nsd_linear *model, const nsd_factor_sum *sum,
                                                const nsd_lcp_options *options);

/* Bytes for nsd_fixed_coulomb_init; 0 for a model without friction. */
size_t nsd_fixed_coulomb_scratch(const nsd_linear *model, const nsd_contact_fixed_setup *setup);
/* Sets *friction, to NULL for a model without friction. One of A and response is NULL. */
nsd_status nsd_fixed_coulomb_init(nsd_fixed_coulomb **friction, const nsd_linear *model,
                                  const nsd_contact_fixed_setup *setup, const nsd_factor *A,
                                  const nsd_response *response, nsd_scratch *scratch);

/* u of contact a for the free velocity of the prediction: normal, then tangents, each plus
 * restitution times its velocity before the step. Returns the sliding speed before the step.
 *                                                                                        (FC.2) */
double nsd_fixed_coulomb_free_velocities(nsd_fixed_coulomb    *friction,
                                         const nsd_prediction *prediction,
                                         const nsd_tangential *tangential, int a);

/* Impulses of cohesion for the gaps at q, the start of the step, into cohesion and cohesion_r. The
 * caller adds their effect to the free velocity. Returns how many are not zero.          (LW.5) */
int nsd_fixed_coulomb_find_cohesion(nsd_fixed_coulomb *friction, const double *q);

/* Copies the impulses of the problem that friction->coulomb solved last into r and the state (P, T,
 * mode), and advances the laws by the step. */
void nsd_fixed_coulomb_impulses_to_state(nsd_fixed_coulomb *friction, nsd_state *state);

/* Finds the closed contacts and solves for their impulses: r, and P, joint, T and mode of the
 * state, which are valid only when NSD_OK is returned. prediction->u is not used.        (FC.2) */
nsd_status nsd_fixed_coulomb_solve(nsd_fixed_coulomb *friction, const nsd_prediction *prediction,
                                   nsd_state *state);

/* The state at the start of a run: no impulses, sliding velocities before = after. */
void nsd_fixed_coulomb_start(nsd_fixed_coulomb *friction, nsd_state *state);

/* At the end of a step: V_before <- V, V <- sliding velocities of state->v, and damage of cohesion
 * by the gaps at state->q. */
void nsd_fixed_coulomb_sliding_velocities(nsd_fixed_coulomb *friction, nsd_state *state);

/* Works of the tangential impulses with v_w = v0 + weight (v - v0)                       (FC.5) */
typedef struct nsd_fixed_coulomb_work {
    double contact; /* relative to the obstacles                                          */
    double system;  /* on the system, with the work of moving obstacles                   */
    double slack;   /* energy from tolerance and cohesion, which is no gain of the scheme */
} nsd_fixed_coulomb_work;
nsd_fixed_coulomb_work nsd_fixed_coulomb_works(const nsd_fixed_coulomb *friction,
                                               const nsd_state *state, double weight);

#endif
