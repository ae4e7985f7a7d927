/* relay.h - relays: linear variational inequalities on a box.
 *
 * Find z in [lower, upper] with  w = M z + q,  -w in N_[lower,upper](z):        doc/theory (RL.1)
 *     z_i = lower_i and w_i >= 0,   or   z_i = upper_i and w_i <= 0,   or   w_i = 0.
 *
 * Bounds may be infinite: [0, inf) is a complementarity, (-inf, inf) an equality, so that every
 * mixture of relays, complementarities and equalities is one problem of this kind. */
#ifndef NSD_RELAY_H
#define NSD_RELAY_H

#include "base/dense.h"
#include "solve/lcp/lcp.h"

typedef struct nsd_relay {
    int           n;
    const double *M;             /* n x n, column-major, borrowed     */
    const double *q;             /* n                                 */
    const double *lower, *upper; /* n; lower <= upper, may be infinite */
} nsd_relay;

/* Kept from one problem to the next: the side of each unknown, that is, the bound it is at, and the
 * inverse of M on the unknowns between their bounds. A problem with the same M and the same sides
 * needs no new factorisation. */
typedef struct nsd_relay_memory {
    signed char *side;         /* n: -1 at lower, 0 between (w = 0), 1 at upper      */
    signed char *inverse_side; /* n: the sides that `inverse` belongs to             */
    int         *between;      /* the unknowns with side 0                           */
    int          count;        /* number of unknowns with side 0; -1: no inverse     */
    double      *inverse;      /* count x count: of M(between, between)              */
    double      *w;            /* n: M z + q of the last answer                      */
    double      *LU;           /* n x n: factors of M(between, between), before inversion */
    nsd_int     *pivot;        /* n: of LU                                           */
} nsd_relay_memory;

/* Scratch bytes of nsd_relay_memory_init, which the memory keeps */
size_t nsd_relay_memory_scratch(int n);

/* Memory with every side 0 and no inverse */
nsd_status nsd_relay_memory_init(nsd_relay_memory *memory, int n, nsd_scratch *scratch);

/* Scratch bytes of nsd_relay_solve, which are free again after each call */
size_t nsd_relay_scratch(const nsd_relay *relay);
/* The same for n unknowns of which each has two finite bounds */
size_t nsd_relay_bounded_scratch(int n);

/* Drops the inverse; to be called when the next problem has another M. */
void nsd_relay_forget(nsd_relay_memory *memory);

/* memory->side from a guess of z */
void nsd_relay_guess(const nsd_relay *relay, const double *z, nsd_relay_memory *memory);

/* Active sets from the sides in memory (RL.3), else the path (RL.5), else an MLCP (RL.4).
 * z is the answer, w of the memory is M z + q. NSD_OK only when the recomputed residual passes;
 * NSD_RAY as in nsd_mlcp_solve, but never when all bounds are finite: a solution exists then. */
nsd_status nsd_relay_solve(const nsd_relay *relay, const nsd_lcp_options *options,
                           nsd_relay_memory *memory, nsd_scratch *scratch, double *z,
                           nsd_lcp_info *info);

/* max_i |z_i - mid(lower_i, z_i - w_i, upper_i)| / max(1, max|q|); NaN when z or w is not finite.
 * `accepted` is 1 when this residual passes, and every row in its own size.             (RL.2) */
double nsd_relay_residual(const nsd_relay *relay, const double *z, const double *w,
                          const nsd_lcp_options *options, int *accepted);

#endif
