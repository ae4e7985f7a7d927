/* nonlinear_base.h - what the schemes of nonlinear systems have in common: the model evaluated,
 * friction, a step that is halved where it fails, and what steps report: impulses, works,
 * energies. */
#ifndef NSD_NONLINEAR_BASE_H
#define NSD_NONLINEAR_BASE_H

#include "contact/mechanics.h"
#include "contact/step_compliance.h"
#include "scheme/nonlinear/nonlinear_adaptive.h"
#include "scheme/scheme.h"

typedef struct nsd_nonlinear_base nsd_nonlinear_base;
struct nsd_nonlinear_base {
    nsd_stepper   stepper; /* first: a stepper is an nsd_nonlinear_base, which is a scheme's base */
    nsd_mechanics mechanics;
    nsd_step_friction   friction;
    nsd_step_compliance compliance; /* of moreau                                                  */
    double *P, *mu; /* m, p: impulses summed over the parts of a halved step           */
    nsd_nonlinear_works works;
    double kinetic, potential; /* measured at the last row                            */

    /* Moves the state from t0 to t0 + h, or leaves it; for nsd_nonlinear_base_step */
    nsd_status (*advance)(nsd_nonlinear_base *base, nsd_state *state, double t0, double h);
    /* Drops what belongs to the state that a step left, when the state has changed; or NULL */
    void (*forget)(nsd_nonlinear_base *base);
    /* The next (sub)step is `ratio` times as long as the one that left the memory; or NULL */
    void (*rescale)(nsd_nonlinear_base *base, double ratio);
    int halve_diverged; /* 1: steps with a singular matrix or a diverged iterate are halved, too */
    nsd_project_choice
            project; /* off; auto: joints alone are corrected by position; on: gaps too */
    double *unprojected, *below; /* n, m: position before that, depths that contacts keep         */
    double *mean; /* n: velocity in the middle of a (sub)step                             */
    double *kept; /* n numbers of the scheme that a failed step restores, or NULL         */
    nsd_nonlinear_adaptive adaptive; /* with options.adaptive.rel_tol > 0                       */
    double *saved; /* q, v, kept and memory at the start of the step                       */
};

/* Takes the arrays; the memory of the scheme has memory_size numbers. */
void nsd_nonlinear_base_lay_out(nsd_nonlinear_base *base, const nsd_model *model,
                                size_t memory_size, nsd_scratch *scratch);
/* Bytes that nsd_nonlinear_base_init and nsd_mechanics_friction_init take beside. */
size_t nsd_nonlinear_base_scratch(const nsd_model *model, const nsd_model_sparse *sparse);
/* The part of a stepper that does not depend on the scheme; sparse as in contact/mechanics.h.
 * NSD_ERR_BAD_ARGUMENT when the memory of a run to continue is not that of the scheme. */
nsd_status nsd_nonlinear_base_init(nsd_nonlinear_base *base, const nsd_model *model,
                                   const nsd_model_sparse      *sparse,
                                   const nsd_nonlinear_options *options, nsd_scratch *scratch);

/* base->advance, and the work of the damping at the mean velocity, with which schemes move */
nsd_status nsd_nonlinear_base_advance(nsd_nonlinear_base *base, nsd_state *state, double t0,
                                      double h);

/* stepper->step: advances by a step, halved where that fails, and fills impulses of the state and
 * counts of the tally; on failure everything is as before the step. */
nsd_status nsd_nonlinear_base_step(nsd_stepper *stepper, nsd_state *state);

/* mechanics->A <- its L U factors, by which nsd_mechanics_solve then solves; NSD_NEWTON */
nsd_status nsd_nonlinear_base_factor(nsd_mechanics *mechanics);
/* The same of A = M - (h/2) Fv, full matrices                                   (SP.9), (RT.3) */
nsd_status nsd_nonlinear_base_factor_damping(nsd_mechanics *mechanics, double h);
/* r <- r - M (end - start), full matrices */
void nsd_nonlinear_base_take_momentum(const nsd_mechanics *mechanics, const double *end,
                                      const double *start, double *r);

/* Restitution of contact a with the velocity U0 before the (sub)step: none of a contact at rest
 * where steps have their own lengths                                                    (AD.3) */
static inline double nsd_nonlinear_base_restitution(const nsd_nonlinear_base *base, int a,
                                                    double U0)
{
    const nsd_nonlinear_adaptive *adaptive = &base->adaptive;
    const int rests = base->stepper.own && adaptive->P[a] > 0.0 && U0 > -adaptive->rest;
    return rests ? 0.0 : base->mechanics.model->e[a];
}

/* Work of the normal impulses of all contacts on the system */
static inline double nsd_nonlinear_base_contact_work(const nsd_nonlinear_works *works)
{
    return works->impact + works->driven + works->pressed;
}

/* Energies and works of impulses into the ledger; returns the gain of kinetic energy and sets
 * *stored to the gain of potential energy since the last row. The caller resets the works. */
double nsd_nonlinear_base_to_ledger(const nsd_nonlinear_base *base, nsd_ledger *ledger,
                                    double *stored);

/* stepper->energy of moreau and rattle: works of impulses are counted; the rest, with the work of a
 * changing mass matrix, counts as work of the force                                     (EN.5) */
void nsd_nonlinear_base_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);

#endif
