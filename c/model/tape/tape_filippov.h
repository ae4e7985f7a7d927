/* tape_filippov.h - a piecewise smooth system whose functions are tapes.
 *
 * Inputs of each tape: t, x (n), the sides (p), parameters. The tapes are read-only and shared by
 * threads; each thread has its own nsd_tape_filippov, with other parameters for each run by
 * nsd_tape_caller_parameters(&host.caller, column). */
#ifndef NSD_TAPE_FILIPPOV_H
#define NSD_TAPE_FILIPPOV_H

#include "model/filippov_model.h"
#include "model/tape/tape_caller.h"

enum {
    NSD_TAPE_FI_RATE,        /* f, n     */
    NSD_TAPE_FI_SURFACE,     /* s, p     */
    NSD_TAPE_FI_SURFACE_JAC, /* S, p x n */
    NSD_TAPE_FI_FUNCTIONS
};

typedef struct nsd_tape_filippov {
    nsd_tape_caller    caller; /* z are the sides               */
    nsd_filippov_model model;  /* context points to this struct */
} nsd_tape_filippov;

/* Fills host->model; functions that are neither recorded nor called are NULL. Scratch:
 * nsd_tape_caller_scratch bytes */
nsd_status nsd_tape_filippov_init(nsd_tape_filippov *host, const nsd_tape_functions *set,
                                  const double *parameters, nsd_scratch *scratch);

#endif
