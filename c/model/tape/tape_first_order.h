/* tape_first_order.h - a nonlinear first-order system whose functions are tapes.
 *
 * Inputs of each tape: t, x (n), lambda (m), parameters. The tapes are read-only and shared by
 * threads; each thread has its own nsd_tape_first_order, with other parameters for each run by
 * nsd_tape_caller_parameters(&host.caller, column). */
#ifndef NSD_TAPE_FIRST_ORDER_H
#define NSD_TAPE_FIRST_ORDER_H

#include "model/first_order_model.h"
#include "model/tape/tape_caller.h"

enum {
    NSD_TAPE_FO_RATE,       /* f, n                   */
    NSD_TAPE_FO_RATE_JAC,   /* fx, n x n              */
    NSD_TAPE_FO_OUTPUT,     /* y, m                   */
    NSD_TAPE_FO_OUTPUT_JAC, /* yx (m x n), yl (m x m) */
    NSD_TAPE_FO_ACTION,     /* r, n                   */
    NSD_TAPE_FO_ACTION_JAC, /* rx (n x n), rl (n x m) */
    NSD_TAPE_FO_FUNCTIONS
};

typedef struct nsd_tape_first_order {
    nsd_tape_caller       caller; /* z is lambda                              */
    nsd_first_order_model model;  /* context points to this struct; no bounds */
} nsd_tape_first_order;

/* Fills host->model; functions that are neither recorded nor called are NULL. Scratch:
 * nsd_tape_caller_scratch bytes */
nsd_status nsd_tape_first_order_init(nsd_tape_first_order *host, const nsd_tape_functions *set,
                                     const double *parameters, nsd_scratch *scratch);

#endif
