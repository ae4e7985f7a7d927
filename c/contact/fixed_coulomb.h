/* fixed_coulomb.h - contacts with friction of a linear system, for schemes whose velocity answers
 * an impulse linearly.
 *
 * G holds normal and tangents of every contact; with the joints eliminated, W = G'A^-1 G. */
#ifndef NSD_FIXED_COULOMB_H
#define NSD_FIXED_COULOMB_H

#include "contact/contact_fixed.h"
#include "contact/coulomb.h"
#include "contact/prediction.h"

typedef struct nsd_fixed_coulomb {
    const nsd_linear *model;
    nsd_contact_fixed contact; /* every direction, the joints condensed                  */
    nsd_tally         tally;   /* the contacts, for the run loop                         */
    nsd_coulomb       coulomb;
    double            h;
    double           *push, *pull; /* impulses of cohesion: every direction, every contact */
    double           *u, *r;       /* every direction: free velocities, impulses             */
} nsd_fixed_coulomb;

/* The setup of `contact` for a model with friction. */
nsd_contact_fixed_setup nsd_fixed_coulomb_setup(const nsd_linear *model, const nsd_factor_sum *sum,
                                                const nsd_lcp_options *options);

/* Bytes and a start; 0 and NULL for a model without friction. Give either the factor A or the
 * answer of the velocity to an impulse. */
size_t     nsd_fixed_coulomb_scratch(const nsd_linear *model, const nsd_contact_fixed_setup *setup);
nsd_status nsd_fixed_coulomb_init(nsd_fixed_coulomb **friction, const nsd_linear *model,
                                  const nsd_contact_fixed_setup *setup, const nsd_factor *A,
                                  const nsd_response *response, nsd_scratch *scratch);

/* Velocities u of contact a for the prediction: normal, then tangents, with restitution; returns
 * its sliding speed before the step.                                                     (FC.2) */
double nsd_fixed_coulomb_free_velocities(nsd_fixed_coulomb *friction, const nsd_prediction *closed,
                                         const nsd_tangential *tangential, int a);

/* Cohesion is a force of the start of the step, at q: its impulses in `push`, by direction, are to
 * go into the free velocity. Returns how many there are.                                (LW.5) */
int nsd_fixed_coulomb_find_cohesion(nsd_fixed_coulomb *friction, const double *q);

/* The problem that friction->coulomb solved last is that of this step: its impulses into r, P, T
 * and mode, and the laws go on. */
void nsd_fixed_coulomb_impulses_to_state(nsd_fixed_coulomb *friction, nsd_state *state);

/* Finds the closed contacts and their impulses: state->P, tangential->T, mode, mu, and r; on any
 * status but NSD_OK those are not to be used. The prediction's u is not used.            (FC.2) */
nsd_status nsd_fixed_coulomb_solve(nsd_fixed_coulomb *friction, const nsd_prediction *closed,
                                   nsd_state *state);

/* Zero impulses and the sliding velocities of the start. */
void nsd_fixed_coulomb_start(nsd_fixed_coulomb *friction, nsd_state *state);

/* Sliding velocities of the state, those before kept; damage by its gaps. */
void nsd_fixed_coulomb_sliding_velocities(nsd_fixed_coulomb *friction, nsd_state *state);

/* Work of the tangential impulses with v_w = v0 + weight (v - v0): on the system, and as the
 * contacts see it (the first without the part of moving obstacles)                       (FC.5) */
typedef struct nsd_fixed_coulomb_work {
    double contact, system;
    double slack; /* what tolerance and cohesion may amount to, which are no gain */
} nsd_fixed_coulomb_work;
nsd_fixed_coulomb_work nsd_fixed_coulomb_works(const nsd_fixed_coulomb *friction,
                                               const nsd_state *state, double weight);

#endif
