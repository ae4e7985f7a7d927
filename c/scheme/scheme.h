/* scheme.h - what a time-stepping scheme is: a state, a ledger of energies, and a stepper.
 *
 * A new scheme is one file with a scratch and an init function, and one line in scheme/scheme.c. */
#ifndef NSD_SCHEME_H
#define NSD_SCHEME_H

#include "contact/contact_fixed.h"
#include "model/linear.h"
#include "base/scratch.h"
#include "base/status.h"

/* The state after step k; the arrays belong to the caller. */
typedef struct nsd_state {
    long       k;
    double     t;
    double    *q, *v;        /* n                                                    */
    double    *P, *mu;       /* m, p: impulses of the step that ended at t           */
    double    *U, *U_before; /* m: gap velocities at t and at the start of that step */
    double    *R;            /* m: contact forces at t; event methods only           */
    nsd_slide *slide;        /* the tangential part, NULL without friction           */
} nsd_state;

/* Energies at t and works done on the system since the start (design: sol.energy). */
typedef enum nsd_energy {
    NSD_KINETIC,
    NSD_POTENTIAL,
    NSD_EXTERNAL,
    NSD_DAMPING,
    NSD_IMPACT,
    NSD_FRICTION,
    NSD_JOINT,
    NSD_NUMERICAL,
    NSD_ALGORITHMIC,
    NSD_ENERGIES
} nsd_energy;

typedef struct nsd_ledger {
    double value[NSD_ENERGIES];
    double inner; /* work of impacts, friction and the scheme itself in the last step */
} nsd_ledger;

/* The Newmark family; of the other schemes paoli uses memory. */
typedef struct nsd_newmark_options {
    double        gamma, beta;      /*                                         (NMK.2) */
    double        alpha_m, alpha_f; /* both zero for Newmark                   (NMK.3) */
    int           ggl;              /* 1: contacts and joints also by position (NMK.8) */
    int           by_position;      /* naive: gaps, not their velocities      (NMK.16) */
    int           plain_works;      /* set by genalpha itself                 (NMK.12) */
    const double *memory;           /* of an earlier run to go on from, or NULL        */
    size_t        memory_size;
} nsd_newmark_options;

typedef struct nsd_step_options { /* no defaults in C: the caller sets every field */
    double          h;            /* > 0                                          */
    double          theta;        /* in [0, 1]                            (MJ.1)  */
    double          activation;   /* gamma of the predicted gap, in [0, 1] (MJ.3) */
    nsd_lcp_options lcp;
    double          s; /* Paoli's weight of K, >= 0 (SP.1) */

    nsd_newmark_options newmark;
} nsd_step_options;

typedef struct nsd_stepper nsd_stepper;
struct nsd_stepper {
    /* From t_k to t_k+1. On any status but NSD_OK the state is that of t_k. */
    nsd_status (*step)(nsd_stepper *stepper, nsd_state *state);
    /* Energies of the state; adds the works of the last step. Called after every step (but see
     * measure). */
    void (*energy)(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);
    nsd_contact *contact;   /* active set and solver counts of the last step */
    double newton_residual; /* relative change left by the Newton iteration that gave up, or 0 */
    /* Schemes whose energies cost evaluations of the model do them here, just before a row is
     * written, and add up their works meanwhile; energy is then called for rows only. Or NULL. */
    nsd_status (*measure)(nsd_stepper *stepper, const nsd_state *state);
    double *memory; /* what the scheme remembers besides the state, or NULL */
    size_t  memory_size;
};

typedef struct nsd_scheme {
    const char *name; /* as in nsd_simulate(..., 'Method', name) */
    size_t (*scratch)(const nsd_linear *model, const nsd_step_options *options);
    /* Builds a stepper in scratch for a state at t_0, fills U and the energies of the start. */
    nsd_status (*init)(const nsd_linear *model, const nsd_step_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper);
} nsd_scheme;

/* Shared by the schemes: gap velocities, zero impulses and energies of the start (Mv and Kq are
 * filled on the way), and the works of impulses with the velocity v_w = v0 + weight (v - v0). */
void nsd_step_start(const nsd_linear *model, nsd_state *state, nsd_ledger *ledger, double *Mv,
                    double *Kq);
typedef struct nsd_prediction { /* where and how a scheme looks for closed contacts */
    const double *q, *U;        /* position; gap velocities U before the step             */
    double        reach;        /* contact when H'q + b + reach U <= 0                     */
    const double *P;            /* impulses of the step before: what pushed may rest      */
    double        h;
    double       *vf;     /* free velocity                                          */
    double       *u, *uJ; /* out: H'vf + e U of the closed contacts, J'vf           */
} nsd_prediction;

/* 1 where the predicted gap of contact a is zero to rounding and neither opens nor closes: bodies
 * that touch                                                                            (MJ.3) */
int nsd_step_touches(const nsd_linear *model, const nsd_prediction *prediction, int a, double gap);

/* Fills the active set of `contact` and the right-hand sides. */
void nsd_step_find_active(const nsd_linear *model, const nsd_prediction *prediction,
                          nsd_contact *contact);

double nsd_step_joint_work(const nsd_linear *model, const nsd_state *state, const double *v0,
                           double weight);

static inline double nsd_step_impulse_work(const nsd_state *state, int m, double weight)
{
    double work = 0.0;
    for (int a = 0; a < m; a++) {
        const double U_w = state->U_before[a] + weight * (state->U[a] - state->U_before[a]);
        work += state->P[a] * U_w;
    }
    return work;
}

/* stepper->energy of first-order systems, which have none. */
static inline void nsd_step_no_energy(nsd_stepper *stepper, const nsd_state *state,
                                      nsd_ledger *ledger)
{
    (void)stepper;
    (void)state;
    (void)ledger;
}

/* The scheme called `name`, or NULL. */
const nsd_scheme *nsd_scheme_find(const char *name);

extern const nsd_scheme nsd_scheme_moreau;             /* (MJ.1)-(MJ.5)             */
extern const nsd_scheme nsd_scheme_moreau_dissipative; /* (MJ.9)                    */
extern const nsd_scheme nsd_scheme_kern;               /* (KE.1)-(KE.3)             */
extern const nsd_scheme nsd_scheme_paoli;              /* (SP.1)-(SP.5)             */
extern const nsd_scheme nsd_scheme_newmark;            /* (NMK.1)-(NMK.7)           */
extern const nsd_scheme nsd_scheme_hht;                /* the same                  */
extern const nsd_scheme nsd_scheme_genalpha;           /* the same                  */
extern const nsd_scheme nsd_scheme_naive;              /* (NMK.15), (NMK.16)        */

#endif
