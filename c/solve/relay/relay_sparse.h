/* relay_sparse.h - relays (RL.1) with a large sparse matrix, symmetric or not: active sets on a
 * sparse L U whose rows come and go                                            (RL.6), (RL.7)
 *
 * Unknowns without bounds, and rows without a law, are equalities. An unknown whose two bounds are
 * equal is fixed, and its row is not asked for. */
#ifndef NSD_RELAY_SPARSE_H
#define NSD_RELAY_SPARSE_H

#include "solve/lcp/lcp.h"
#include "sparse/lu.h"

typedef struct nsd_relay_sparse {
    const nsd_columns *M; /* n x n, borrowed, with its diagonal stored                        */
    const double      *q, *lower, *upper; /* n, set by the caller before each solve           */
    double             size; /* unit of residuals: max|q|; 0 where equations are those of a larger
                                system: (RL.8)                                                */
    double             of_residual; /* the unit of the last w                           */
    signed char       *side;        /* n: -1 at lower, 0 between, 1 at upper: guess, and answer */
    double            *w;           /* n: M z + q of the answer                                 */
    double            *terms;       /* n: sum |M(i,j) z(j)| + |q(i)|                            */
    double            *unit;        /* n: |M(i,i)|, or the largest of column i where it is tiny */
    double            *rhs, *correction; /* n                                                  */
    unsigned char     *on; /* n: rows with w = 0                                       */
    nsd_lu             lu;
} nsd_relay_sparse;

size_t nsd_relay_sparse_scratch(const nsd_lu_plan *plan);

/* Every side 0. Borrows M and the plan. */
nsd_status nsd_relay_sparse_init(nsd_relay_sparse *relay, const nsd_columns *M,
                                 const nsd_lu_plan *plan, nsd_scratch *scratch);

/* The values of M have changed. */
void nsd_relay_sparse_forget(nsd_relay_sparse *relay);

/* side <- that of a guess z and its w                                                   (RL.3) */
void nsd_relay_sparse_guess(nsd_relay_sparse *relay, const double *z);

/* Active sets from relay->side. z and w are the answer; NSD_OK only when its recomputed residual
 * passes; NSD_STALLED where a set is singular or rounding decides.              (RL.6), (RL.7) */
nsd_status nsd_relay_sparse_solve(nsd_relay_sparse *relay, const nsd_lcp_options *options,
                                  double *z, nsd_lcp_info *info);

/* z <- the unknowns between for relay->side as it is; w                                 (RL.6) */
nsd_status nsd_relay_sparse_solve_sides(nsd_relay_sparse *relay, double tolerance, double *z);

/* w <- M z + q, info->residual <- (RL.2); NSD_OK when both forms of the residual pass, else
 * NSD_STALLED. Rounding of the products is left out of the form without units. */
nsd_status nsd_relay_sparse_check(nsd_relay_sparse *relay, const nsd_lcp_options *options,
                                  const double *z, nsd_lcp_info *info);

#endif
