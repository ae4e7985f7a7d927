/* coulomb.h - contact problems with friction of a step. Every scheme solves them here.
 *
 *   u = W r + q,   C* > u + (sum_g mu_g |u_Tg|) n _|_ r in C   for count contacts        (FC.2)
 *
 * nsd_coulomb also keeps the memory of friction and cohesion laws from step to step. */
#ifndef NSD_COULOMB_H
#define NSD_COULOMB_H

#include "solve/friction/small/friction_small.h"
#include "solve/lcp/lcp.h"
#include "model/surface.h"
#include "run/state.h"

/* The problem that was last asked for several motions, and the answer                  (FR.24) */
typedef struct nsd_coulomb_known {
    double *W;       /* W and mu of the problem                 */
    int     is_W;    /* 1: that W is still the W of the problems */
    int     count;   /* contacts                                */
    int     several; /* 1: several motions are possible         */
    double  change;  /* of W up to which the answer stays       */
} nsd_coulomb_known;

typedef struct nsd_coulomb {
    const nsd_surface   *surface;
    int                  block;     /* 1 + d: directions of a contact          */
    int                  m;         /* contacts of the system                  */
    int                  count;     /* contacts of the problem                 */
    int                 *id;        /* count: their numbers in the system      */
    double              *speed;     /* count: sliding speed before the step    */
    double              *W, *q, *r; /* size x size, size, size = count * block */
    int                  same_W;    /* set by the caller: W is still that of the problem before */
    const void          *owner;     /* whose matrix is in W as it was given; NULL: W has changed  */
    double               lambda;    /* of W                                                     */
    nsd_friction_small   small;     /* W of a few contacts                                      */
    double              *mu[NSD_FRICTION_GROUPS]; /* count each, filled by the solver        */
    double              *u;                       /* size: W r + q of the answer; then work  */
    double              *guess;                   /* size: the impulses to start from        */
    double              *first;                   /* size: an answer to compare another with */
    double              *mu_last;                 /* m: coefficient in the last step         */
    double              *theta;                   /* m: state of a rate and state law        */
    double              *beta;                    /* m: intensity of cohesion                */
    nsd_friction_options options;
    nsd_scratch          scratch;
    nsd_friction_info    info;       /* of the last friction problem            */
    long long            iterations; /* of the friction solver, in all problems */
    double               worst;      /* largest residual so far                 */
    double               scale;      /* max|q| of the last problem              */
    int                  continuous; /* 1: of several solutions the one of least velocity change is
                                        taken, for time stepping                          (FC.10) */
    nsd_coulomb_known    known;
    long long            several;   /* problems in which several motions were found           */
    long long            unchecked; /* problems with a shock that were too large to enumerate */
} nsd_coulomb;

size_t     nsd_coulomb_scratch(const nsd_surface *surface, int contacts);
nsd_status nsd_coulomb_init(nsd_coulomb *coulomb, const nsd_surface *surface, int contacts,
                            const nsd_lcp_options *options, nsd_scratch *scratch);

/* Solves the problem of W, q, id and speed for `count` contacts; r holds the guess, then the
 * answer. same_W goes back to 0. A tangent that no impulse can move has a zero on the diagonal of
 * W: its velocity stays q.                                                               (FC.3) */
nsd_status nsd_coulomb_solve(nsd_coulomb *coulomb, int count);

/* Only count and the coefficients of (FC.2), for contact_sparse.c, which solves the problem itself
 * and leaves r, u, scale and info as nsd_coulomb_solve does. */
void nsd_coulomb_fill_coefficients(nsd_coulomb *coulomb, int count);

/* Keeps the coefficients of the problem just solved and advances the states of the laws by h. */
void nsd_coulomb_advance_laws(nsd_coulomb *coulomb, double h);

/* Copies coefficient, state and intensity of the contacts into the state, where there are laws. */
void nsd_coulomb_laws_to_state(const nsd_coulomb *coulomb, nsd_tangential *tangential);

/* Whether contact i of the problem just solved is open, sticks or slides, by its sliding velocity
 * U_T+ + e_T U_T-.                                                                       (FC.6) */
nsd_mode nsd_coulomb_mode(const nsd_coulomb *coulomb, int i);

#endif
