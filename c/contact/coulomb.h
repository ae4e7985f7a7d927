/* coulomb.h - the one door through which steps solve contact problems with friction.
 *
 *   u = W r + q,   C* > u + (sum_g mu_g |u_Tg|) n _|_ r in C   for count contacts        (FC.2)
 *
 * It also keeps what laws remember from step to step: coefficient, state, intensity. */
#ifndef NSD_COULOMB_H
#define NSD_COULOMB_H

#include "solve/lcp/lcp.h"
#include "model/surface.h"
#include "run/state.h"

typedef struct nsd_coulomb {
    const nsd_surface   *surface;
    int                  block;                   /* 1 + d: directions of a contact           */
    int                  m, count;                /* contacts in all, in the problem          */
    int                 *id;                      /* count: which contacts they are           */
    double              *speed;                   /* count: sliding speed before the step     */
    double              *W, *q, *r;               /* size x size, size, size = count * block  */
    double              *mu[NSD_FRICTION_GROUPS]; /* count each, filled by the solver         */
    double              *u;                       /* W r + q of the answer                    */
    double              *now, *theta, *beta;      /* m: coefficient in use, state, intensity  */
    nsd_friction_options options;
    nsd_scratch          scratch;
    nsd_friction_info    info;
    long                 problems, iterations;
    double               worst, scale; /* largest residual so far; max|q| of the problem     */
} nsd_coulomb;

size_t     nsd_coulomb_scratch(const nsd_surface *surface, int contacts);
nsd_status nsd_coulomb_init(nsd_coulomb *coulomb, const nsd_surface *surface, int contacts,
                            const nsd_lcp_options *options, nsd_scratch *scratch);

/* Solves W r + q for the contacts id with the guess and the answer in r. Tangents along which
 * nothing moves (zero diagonal) have the velocity they have.                             (FC.3) */
nsd_status nsd_coulomb_solve(nsd_coulomb *coulomb, int count);

/* The step of the problem just solved is taken: states age by h. */
void nsd_coulomb_advance_laws(nsd_coulomb *coulomb, double h);

/* Coefficients, states and intensities into the m columns each that follow T. */
void nsd_coulomb_laws_to_state(const nsd_coulomb *coulomb, nsd_tangential *tangential);

/* Whether contact i of the problem just solved sticks or slides, by its sliding velocity
 * U_T+ + e_T U_T-.                                                                       (FC.6) */
nsd_mode nsd_coulomb_mode(const nsd_coulomb *coulomb, int i);

#endif
