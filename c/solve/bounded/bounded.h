/* bounded.h - sparse symmetric systems whose unknowns have one bound each, or none.
 *
 * Find x with r = A x - b and, by side(i),
 *      0   r(i) = 0                                    x(i) is free
 *     +1   x(i) >= 0,   r(i) >= 0,   x(i) r(i) = 0
 *     -1   x(i) <= 0,   r(i) <= 0,   x(i) r(i) = 0                            doc/theory (SPC.1)
 *
 * A is symmetric and positive definite. An LCP with such a matrix has side = 1 and b = -q; a mesh
 * with a stop at some nodes has side = 0 at the others. */
#ifndef NSD_BOUNDED_H
#define NSD_BOUNDED_H

#include "base/solver.h"
#include "sparse/ldl.h"

/* Part of sum |A(i,j) x(j)| that the residual of row i may always have, as rounding. Smaller: large
 * meshes under small loads are never solved. Larger: digits that could be had are not asked for. */
#define NSD_BOUNDED_ROUNDING 1e-15

typedef struct nsd_bounded_options { /* the caller sets every field                       */
    int             max_iter;        /* solves of linear systems, > 0                      */
    double          tolerance;       /* on the residuals (SPC.2), > 0                       */
    const nsd_poll *poll;            /* asked in every iteration; NULL: never              */
    double          rounding;        /* as that of nsd_lcp_options, for b                   */
} nsd_bounded_options;

typedef struct nsd_bounded {
    const nsd_columns *A;
    const double      *b;          /* n, set by the caller before each solve               */
    const signed char *side;       /* n, set by the caller before each solve               */
    unsigned char     *moves;      /* n: 1 where x(i) is not held at zero. The guess of a solve,
                                      and what it found: the guess of the next one          */
    double            *diagonal;   /* n: of A                                              */
    double            *r;          /* n: A x - b of the answer                             */
    double            *correction; /* n                                                    */
    nsd_ldl            ldl;        /* of the rows that move                                */
    double             rounding;   /* of the last solve, in units of r                     */
    double             heaviest;   /* max |b_i| / sqrt(A_ii) of the last solve             */
    int                factored;   /* 1 when ldl belongs to a set of rows                  */
} nsd_bounded;

/* 1 when A is symmetric with rows ascending in each column and a positive diagonal, all finite;
 * cursor: n numbers of work */
int nsd_bounded_fits(const nsd_columns *A, ptrdiff_t *cursor);

/* Bytes of nsd_bounded_init, and of nsd_bounded_plan */
size_t nsd_bounded_scratch(int n);
size_t nsd_bounded_plan_scratch(const nsd_ldl_plan *plan);

/* All unknowns held at first. Borrows A. */
nsd_status nsd_bounded_init(nsd_bounded *bounded, const nsd_columns *A, nsd_scratch *scratch);

/* Then, before the first nsd_bounded_solve: room for factors of A. Borrows the plan. */
nsd_status nsd_bounded_plan(nsd_bounded *bounded, const nsd_ldl_plan *plan, nsd_scratch *scratch);

/* Primal-dual active sets from bounded->moves                               (SPC.3), (SPC.4)
 * x and bounded->r are the answer; NSD_OK only when its recomputed residual passes. When no row
 * changes its state, nothing is factored. */
nsd_status nsd_bounded_solve(nsd_bounded *bounded, const nsd_bounded_options *options, double *x,
                             nsd_solver_info *info);

/* r <- A x - b, info->residual <- (SPC.2); NSD_OK when this residual passes and every row in its
 * own size (LCP.4), else NSD_STALLED. */
nsd_status nsd_bounded_check(nsd_bounded *bounded, const nsd_bounded_options *options,
                             const double *x, nsd_solver_info *info);

#endif
