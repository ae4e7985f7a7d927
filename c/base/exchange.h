/* exchange.h - which unknowns of an active-set method change sides             (LCP.9), (SPC.4)
 *
 * All unknowns with a wrong sign change at once while that reduces their number, and
 * NSD_EXCHANGE_PATIENCE times more without success; then only the last of them, until their number
 * falls below its least value so far. Finite for P-matrices. */
#ifndef NSD_EXCHANGE_H
#define NSD_EXCHANGE_H

#include "base/solver.h"

/* Exchanges in a row that may fail to reduce the number of wrong signs before single exchanges
 * begin. Smaller: single exchanges begin early and take one solve per unknown. Larger: every cycle
 * wastes more solves. */
#define NSD_EXCHANGE_PATIENCE 10

/* Rows of all single exchanges together at most. Single exchanges need one or two for each unknown;
 * more of them in a large system mean that rounding decides about signs. Smaller: hard problems end
 * with 'stalled'. Larger: hours for nothing. */
#define NSD_EXCHANGE_SINGLE_ROWS 5e7

typedef struct nsd_exchange {
    int count, last; /* wrong signs of the present set, and the last of them */
    int fewest;      /* of the sets before                                   */
    int patience;    /* exchanges that may still fail to reduce the number   */
} nsd_exchange;

static inline nsd_exchange nsd_exchange_init(int n)
{
    return (nsd_exchange){ 0, 0, n + 1, NSD_EXCHANGE_PATIENCE };
}

/* Notes an unknown with a wrong sign; the caller sets count to zero before those of a set. */
static inline void nsd_exchange_add(nsd_exchange *set, int i)
{
    set->count++;
    set->last = i;
}

/* Wrong signs from the unknown that is returned to `last` change now. */
static inline int nsd_exchange_first(nsd_exchange *set)
{
    set->patience = set->count < set->fewest ? NSD_EXCHANGE_PATIENCE : set->patience - 1;
    set->fewest = set->count < set->fewest ? set->count : set->fewest;
    return set->patience >= 0 ? 0 : set->last;
}

/* 1 when the exchanges of n rows end, with the reason: no sign is wrong (NSD_OK), the user stops,
 * the limit of iterations is reached, or single exchanges go on too long (NSD_STALLED). */
static inline int nsd_exchange_ends(const nsd_exchange *set, int n, int max_iter,
                                    const nsd_poll *poll, const nsd_solver_info *info,
                                    nsd_status *status)
{
    const int hopeless = (double)n * -set->patience > NSD_EXCHANGE_SINGLE_ROWS;
    *status = set->count == 0                ? NSD_OK
              : nsd_poll_stopped(poll)       ? NSD_STOPPED
              : info->iterations >= max_iter ? NSD_MAX_ITER
                                             : NSD_STALLED;
    return hopeless || *status != NSD_STALLED;
}

#endif
