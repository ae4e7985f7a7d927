/* tape_hybrid.h - a hybrid system whose functions are tapes.
 *
 * Inputs of each tape: t, x (n), a direction of x (n, only for NSD_TAPE_HY_GUARD_BIAS), parameters.
 * The tapes are read-only and shared by threads; each thread has its own nsd_tape_hybrid, with
 * other parameters for each run by nsd_tape_caller_parameters(&host.caller, column). */
#ifndef NSD_TAPE_HYBRID_H
#define NSD_TAPE_HYBRID_H

#include "model/hybrid_model.h"
#include "model/tape/tape_caller.h"

enum {
    NSD_TAPE_HY_RATE,       /* f, n                                          */
    NSD_TAPE_HY_GUARD,      /* h, m                                          */
    NSD_TAPE_HY_GUARD_JAC,  /* gradients (n x m), then h_t (m)               */
    NSD_TAPE_HY_GUARD_BIAS, /* second derivative along (1, direction), m (TP.4) */
    NSD_TAPE_HY_RESET,      /* the states after the reset of each guard, n x m */
    NSD_TAPE_HY_MASS,       /* M, n x n                                      */
    NSD_TAPE_HY_FUNCTIONS
};

typedef struct nsd_tape_hybrid {
    nsd_tape_caller  caller;
    nsd_hybrid_model model;           /* context points to this struct */
    double          *difference_work; /* for differences where a derivative is not finite */
} nsd_tape_hybrid;

/* Bytes of scratch for nsd_tape_hybrid_init. */
size_t nsd_tape_hybrid_scratch(const nsd_tape_functions *set);

/* Fills host->model; functions that are neither recorded nor called are NULL. */
nsd_status nsd_tape_hybrid_init(nsd_tape_hybrid *host, const nsd_tape_functions *set,
                                const double *parameters, nsd_scratch *scratch);

#endif
