/* linear_moreau.h - data of the theta schemes, shared by the general and the small stepper. */
#ifndef NSD_LINEAR_MOREAU_H
#define NSD_LINEAR_MOREAU_H

#include "contact/fixed_coulomb.h"
#include "scheme/scheme.h"

typedef struct nsd_linear_moreau {
    nsd_stepper        base; /* first: a stepper is an nsd_linear_moreau */
    const nsd_linear  *model;
    nsd_factor         factor; /* of M + h w C + h^2 theta w K                        (MJ.2) */
    nsd_contact_fixed  contact;
    nsd_fixed_coulomb *friction; /* instead of `contact` where there is friction, else NULL     */
    double             h, theta, weight, activation;
    int                constant_force;
    double            *F0, *F1, *F; /* at t_k, at t_k+1, F_theta                           */
    double            *Mv, *Cv, *Kq, *Kv;
    double            *Mv0, *Cv0, *Kq0; /* the same at the start of the step, for the ledger */
    double            *q0, *v0, *vf;    /* start of the step, free velocity                  */
    double            *u, *uJ;          /* free velocities of contacts and joints            */
    double            *spare;           /* n numbers                                         */
    double            *small; /* propagators of scheme/linear/linear_moreau_small.c            */
    int                damped, sprung; /* small: C, K are not zero                          */
    int                inexact;        /* small: the scheme has a numerical work            */
} nsd_linear_moreau;

/* F <- F_theta of the step from t_k to t_k+1. */
void nsd_linear_moreau_fill_force(nsd_linear_moreau *moreau, const nsd_state *state);

/* Replaces step and energy by unrolled ones where the system is small enough. */
size_t     nsd_linear_moreau_small_scratch(const nsd_linear *model);
nsd_status nsd_linear_moreau_small_init(nsd_linear_moreau *moreau, nsd_scratch *scratch);

#endif
