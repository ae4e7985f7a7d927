/* nonlinear_base.h - what the schemes of nonlinear systems have in common: the model evaluated,
 * friction, a step that is halved where it fails, and what steps report: impulses, works,
 * energies. */
#ifndef NSD_NONLINEAR_BASE_H
#define NSD_NONLINEAR_BASE_H

#include "contact/mechanics.h"
#include "scheme/scheme.h"

typedef struct nsd_nonlinear_works { /* done on the system since the last row */
    double force, mass; /* of the force, of a changing mass matrix                              */
    double scheme;      /* numerical work                                                       */
    double impact, friction, joint;
    double contact; /* impulses relative to moving obstacles, and corrections of positions      */
    int    pushes;  /* contacts with an impulse, summed over the (sub)steps                     */
} nsd_nonlinear_works;

typedef struct nsd_nonlinear_base nsd_nonlinear_base;
struct nsd_nonlinear_base {
    nsd_stepper   stepper; /* first: a stepper is an nsd_nonlinear_base, which is a scheme's base */
    nsd_mechanics mechanics;
    nsd_step_friction friction;
    double           *P, *mu; /* m, p: impulses summed over the parts of a halved step           */
    nsd_nonlinear_works works;
    double kinetic, potential; /* measured at the last row                            */

    /* Moves the state from t0 to t0 + h, or leaves it; for nsd_nonlinear_base_step */
    nsd_status (*advance)(nsd_nonlinear_base *base, nsd_state *state, double t0, double h);
    int halve_diverged; /* 1: steps with a singular matrix or a diverged iterate are halved, too */
    int project;        /* 1: gaps and joints are corrected by position after a step            */
    double *kept;       /* n numbers of the scheme that a failed step restores, or NULL         */
    double *saved;      /* q, v, kept and memory at the start of the step                       */
};

/* Takes the arrays; the memory of the scheme has memory_size numbers. */
void nsd_nonlinear_base_lay_out(nsd_nonlinear_base *base, const nsd_model *model,
                                size_t memory_size, nsd_scratch *scratch);
/* Bytes that nsd_nonlinear_base_init and nsd_mechanics_friction_init take beside. */
size_t nsd_nonlinear_base_scratch(const nsd_model *model);
/* The part of a stepper that does not depend on the scheme. NSD_ERR_BAD_ARGUMENT when the memory of
 * a run to continue is not that of the scheme. */
nsd_status nsd_nonlinear_base_init(nsd_nonlinear_base *base, const nsd_model *model,
                                   const nsd_nonlinear_options *options, nsd_scratch *scratch);

/* stepper->step: advances by a step, halved where that fails, and fills impulses of the state and
 * counts of the tally; on failure everything is as before the step. */
nsd_status nsd_nonlinear_base_step(nsd_stepper *stepper, nsd_state *state);

/* Energies and works of impulses into the ledger; returns the gain of kinetic energy and sets
 * *stored to the gain of potential energy since the last row. The caller resets the works. */
double nsd_nonlinear_base_to_ledger(const nsd_nonlinear_base *base, nsd_ledger *ledger,
                                    double *stored);

#endif
