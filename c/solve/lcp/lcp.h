/* lcp.h - linear complementarity problems.
 *
 * Find z with   w = M z + q,   w >= 0,   z >= 0,   w'z = 0.           doc/theory (LCP.1)
 *
 * M(i,j) is M[i + j*ld] for |i - j| <= bandwidth and zero outside. A full matrix has
 * ld = n and bandwidth = n - 1; a packed band has ld = 2*bandwidth and M pointing at the
 * first diagonal entry, which is LAPACK's band storage read with a shifted pointer.
 *
 * No kernel allocates, prints, or keeps state. Every solver recomputes its residual from the
 * z it returns, and reports NSD_OK only if that residual passes. */
#ifndef NSD_LCP_H
#define NSD_LCP_H

#include "base/scratch.h"
#include "base/solver.h"
#include "base/status.h"

typedef struct nsd_lcp {
    int           n;         /* unknowns                                    */
    int           ld;        /* leading dimension of M                      */
    int           bandwidth; /* entries with |i - j| > bandwidth are zero   */
    int           symmetric; /* 1 when M = M' is known                      */
    const double *M;         /* borrowed                                    */
    const double *q;         /* n, borrowed                                 */
} nsd_lcp;

typedef struct nsd_lcp_options { /* no defaults in C: the caller sets every field */
    int             max_iter;    /* sweeps, pivots or Newton steps, > 0             */
    double          tolerance;   /* on the residual of each row (LCP.4), > 0         */
    double          relaxation;  /* SOR factor of pgs in (0, 2)                     */
    const nsd_poll *poll;        /* asked in every iteration; NULL: never           */
    double          rounding;    /* part of max|q| that entries of q may have as rounding:
                                    NSD_DATA_ROUNDING for the data of a user, the tolerance for
                                    q that was computed                             (LCP.4) */
} nsd_lcp_options;

typedef nsd_solver_info nsd_lcp_info; /* residual: (LCP.3) */

/* A solver: z holds the guess on entry (ignored by the direct methods), the answer on exit. */
typedef nsd_status nsd_lcp_solve_fn(const nsd_lcp *lcp, const nsd_lcp_options *options,
                                    nsd_scratch *scratch, double *z, nsd_lcp_info *info);

nsd_lcp_solve_fn nsd_lcp_lemke;  /* lexicographic Lemke                              (LCP.5) */
nsd_lcp_solve_fn nsd_lcp_pgs;    /* projected Gauss-Seidel / SOR, M(i,i) > 0         (LCP.7) */
nsd_lcp_solve_fn nsd_lcp_newton; /* semismooth Newton with line search               (LCP.8) */
nsd_lcp_solve_fn nsd_lcp_active; /* active sets (min map), warm-started              (LCP.9) */
nsd_lcp_solve_fn nsd_lcp_auto;   /* active sets, then slower ones until z passes     (LCP.10) */

/* Scratch bytes for any of the solvers above at size n. */
size_t nsd_lcp_scratch(int n);

/* Sets bandwidth and symmetric of a full matrix from its entries. */
void nsd_lcp_detect(nsd_lcp *lcp);

/* Exponents of 2 that bring the rows and columns of a full M to entries of order one, equal for
 * rows and columns where M is symmetric: 2^row_i M(i,j) 2^column_j, 2^row_i q_i and 2^-column_j z_j
 * are the same problem, exactly. exponents: 2n, those of the rows, then of the columns; work: 2n.
 * Returns 0 where the units of M are balanced enough.                                (LCP.13) */
int nsd_lcp_balance(const nsd_lcp *lcp, int *exponents, double *work);

/* The solver called `name` ("lemke", "pgs", ...), or NULL. */
nsd_lcp_solve_fn *nsd_lcp_find(const char *name);

/* w <- M z + q                                                                     (LCP.1) */
void nsd_lcp_slack(const nsd_lcp *lcp, const double *z, double *w);

/* max_i |min(z_i, w_i)| / max(1, max|q|); NaN when z or w is not finite               (LCP.3) */
double nsd_lcp_residual(const nsd_lcp *lcp, const double *z, const double *w);

/* 1 when (LCP.3) passes the tolerance, and every row in its own size (LCP.4): |min(d_i z_i, w_i)|
 * beside |q_i| + sum_j |M(i,j) z_j|, with d_i = |M(i,i)|, or the largest entry of column i where
 * the diagonal is tiny or zero */
int nsd_lcp_residual_passes(const nsd_lcp *lcp, const double *z, const double *w,
                            const nsd_lcp_options *options);

/* Unknowns up to which nsd_lcp_enumerate works. Larger: 2^n factorisations take hours, and above 31
 * the bits of a support do not fit into an unsigned. Smaller: fewer problems can be enumerated. */
#define NSD_LCP_ENUMERATE_MAX 20

/* Scratch bytes of nsd_lcp_enumerate */
size_t nsd_lcp_enumerate_scratch(int n);

/* All solutions with distinct supports for small n (LCP.6): columns of Z (n x capacity).
 * NSD_ERR_TOO_LARGE when n > NSD_LCP_ENUMERATE_MAX or there are more solutions than `capacity`;
 * NSD_RAY when there is no solution (proved: every support was tried). */
nsd_status nsd_lcp_enumerate(const nsd_lcp *lcp, const nsd_lcp_options *options,
                             nsd_scratch *scratch, int capacity, double *Z, int *found);

#endif
