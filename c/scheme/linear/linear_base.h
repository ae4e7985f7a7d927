/* linear_base.h - what the schemes of linear systems have in common: matrices of a step, contacts,
 * start, end of a step and works of impulses. */
#ifndef NSD_LINEAR_BASE_H
#define NSD_LINEAR_BASE_H

#include "contact/contact_fixed.h"
#include "contact/step_compliance.h"
#include "contact/step_friction.h"
#include "scheme/scheme.h"

typedef struct nsd_linear_base {
    nsd_stepper stepper; /* first: a stepper is an nsd_linear_base, which is a scheme's base */
    const nsd_linear *model;
    nsd_factor factor; /* of the iteration matrix                                           */
    nsd_contact_fixed   contact;
    nsd_step_friction   friction;
    nsd_step_compliance compliance; /* of the theta schemes                                 */
    nsd_force_waves     waves;      /* F at the steps                                       */
    double              h;
    int                 constant_force;
} nsd_linear_base;

/* F <- the force at the end of the step from `state` */
static inline void nsd_linear_base_force(nsd_linear_base *base, const nsd_state *state, double *F)
{
    nsd_force_waves_at(&base->waves, state->k + 1, state->t + base->h, base->h, F);
}

/* M + alpha C + beta K as the iteration matrix of a step */
nsd_factor_sum nsd_linear_base_matrix(const nsd_linear *model, double alpha, double beta);

/* Bytes that nsd_linear_base_init and nsd_linear_base_friction take for this iteration matrix. */
size_t nsd_linear_base_scratch(const nsd_linear *model, const nsd_factor_sum *sum,
                               const nsd_lcp_options *options);
/* The part of a stepper that does not depend on the scheme, with the factors of the iteration
 * matrix. NSD_ERR_WORKSPACE when the scratch is full, NSD_ERR_BAD_ARGUMENT for a model of wrong
 * storage or a memory that is not that of the scheme. */
nsd_status nsd_linear_base_init(nsd_linear_base *base, const nsd_linear *model,
                                const nsd_step_options *options, const nsd_factor_sum *sum,
                                nsd_scratch *scratch);
/* Then the contact problem; response: as in nsd_contact_fixed_setup. */
nsd_status nsd_linear_base_contact(nsd_linear_base *base, const nsd_lcp_options *options,
                                   const nsd_factor_sum *sum, const nsd_response *response,
                                   nsd_scratch *scratch);
/* Friction of the run with the constant tangents of the model, after nsd_linear_base_start. */
nsd_status nsd_linear_base_friction(nsd_linear_base *base, const nsd_step_options *options,
                                    nsd_state *state, nsd_scratch *scratch);

/* Start of a run: zero impulses, gap velocities, energies (EN.1); fills Mv = M v and Kq = K q. */
void nsd_linear_base_start(const nsd_linear_base *base, nsd_state *state, nsd_ledger *ledger,
                           double *Mv, double *Kq);

/* A step with friction begins: contact.u <- impulses of cohesion for every direction. Returns how
 * many are not zero.                                                                    (LW.5) */
int nsd_linear_base_cohesion(nsd_linear_base *base, const nsd_state *state);

/* Puts the closed contacts, those with H'q + b + reach U <= 0, into the tally (MJ.3), (FC.3); fills
 * contact.u and uJ, the right-hand sides of (MJ.5) and (FC.2): velocities vf without impulses, plus
 * restitution. Contacts that pushed in the step before have NSD_REST_SLACK. */
void nsd_linear_base_find_active(nsd_linear_base *base, const nsd_state *state, const double *q,
                                 double reach, const double *vf);

/* Impulses r of the directions and joints of the state from contact.u and uJ;
 * v <- v + A^-1 (G r + J joint)                                                 (MJ.5), (MJ.6) */
nsd_status nsd_linear_base_solve(nsd_linear_base *base, double *r, nsd_state *state, double *v);

/* Compliant contacts of the run, after nsd_linear_base_start: adds their energy to the ledger.
 *                                                                                        (CC.4) */
nsd_status nsd_linear_base_compliance(nsd_linear_base *base, const nsd_state *state,
                                      const nsd_newmark_options *kept, nsd_ledger *ledger,
                                      nsd_scratch *scratch);

/* nsd_linear_base_find_active and nsd_linear_base_solve, repeated until compliant contacts meet
 * their laws; NSD_NEWTON when they do not. `weight` as in nsd_linear_base_end_step, room: n numbers
 *                                                                                        (CC.6) */
nsd_status nsd_linear_base_solve_compliant(nsd_linear_base *base, double *r, nsd_state *state,
                                           double reach, double weight, double *v, double *room);

/* End of a step: gap velocities before it and, for the velocity v, after it. With friction impulses
 * contact.r of all directions and cohesion go into P and T of the state, sliding velocities into V,
 * works with v_w = v0 + weight (v - v0) into friction.works; the laws advance by h.     (FC.5) */
void nsd_linear_base_end_step(nsd_linear_base *base, nsd_state *state, const double *v,
                              double weight);

/* Work of the skew part of K, which is no spring: -dq'K_skew (q0 + weight dq); room: n numbers each
 *                                                                                       (EN.4) */
double nsd_linear_base_circulatory_work(const nsd_linear_base *base, const nsd_state *state,
                                        const double *q0, double weight, double *const room[2]);

/* Work of the joints' impulses with the velocity v_w = v0 + weight (v - v0). */
double nsd_linear_base_joint_work(const nsd_linear_base *base, const nsd_state *state,
                                  const double *v0, double weight);

/* Work of the contacts' normal impulses with U_w = U_before + weight (U - U_before). */
static inline double nsd_linear_base_impulse_work(const nsd_state *state, int m, double weight)
{
    double work = 0.0;
    for (int a = 0; a < m; a++) {
        const double U_w = state->U_before[a] + weight * (state->U[a] - state->U_before[a]);
        work += state->P[a] * U_w;
    }
    return work;
}

#endif
