/* linear_moreau.h - data of the theta schemes, shared by the general stepper and the stepper for
 * small systems. */
#ifndef NSD_LINEAR_MOREAU_H
#define NSD_LINEAR_MOREAU_H

#include "scheme/linear/linear_base.h"

typedef struct nsd_linear_moreau {
    nsd_linear_base base; /* first: a stepper is an nsd_linear_moreau; its iteration matrix is
                             M + h w C + h^2 theta w K                               (MJ.2) */
    double          theta, weight, activation;
    double         *F0, *F1, *F; /* at t_k, at t_k+1, F_theta                           */
    double         *Mv, *Cv, *Kq, *Kv;
    double         *Mv0, *Cv0, *Kq0; /* M v, C v, K q at the start of the step            */
    double         *q0, *v0, *vf;    /* start of the step, free velocity                  */
    double         *spare;           /* n numbers, temporary                              */
    double         *fall;            /* change of v in a step without contacts, where that is
                                        constant: no springs, no dampers, constant force  */
    int             falls;           /* 1: it is                                          */
    double         *small; /* propagators of scheme/linear/linear_moreau_small.c            */
    int             damped, sprung; /* small systems: C, K are not zero                  */
    int             inexact;        /* small systems: the scheme has a numerical work    */
} nsd_linear_moreau;

/* F <- F_theta of the step from t_k to t_k+1. */
void nsd_linear_moreau_fill_force(nsd_linear_moreau *moreau, const nsd_state *state);

/* Numbers that nsd_linear_moreau.small holds, 0 for a large system. */
size_t nsd_linear_moreau_small_size(const nsd_linear *model);

/* Small systems get step and energy functions compiled for their n. */
void nsd_linear_moreau_small_init(nsd_linear_moreau *moreau);

/* Their part of a start, after F is set */
void nsd_linear_moreau_small_begin(nsd_linear_moreau *moreau);

#endif
