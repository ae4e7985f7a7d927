/* factor.h - the iteration matrix A = M + alpha C + beta K, factored once, solved every step.
 *
 * LAPACK factors dense and banded matrices here; sparse factors come from the host. */
#ifndef NSD_FACTOR_H
#define NSD_FACTOR_H

#include "base/dense.h"
#include "base/matrix.h"
#include "base/scratch.h"

#define NSD_SMALL 4 /* up to this size the inverse itself is kept */

typedef enum nsd_factor_kind {
    NSD_FACTOR_INVERSE,     /* n <= NSD_SMALL: A^-1, n x n           */
    NSD_FACTOR_DIAGONAL,    /* 1 / a_ii                              */
    NSD_FACTOR_TRIDIAGONAL, /* L D L'                                */
    NSD_FACTOR_BAND,        /* Cholesky                              */
    NSD_FACTOR_BAND_LU,
    NSD_FACTOR_DENSE, /* Cholesky                              */
    NSD_FACTOR_DENSE_LU,
    NSD_FACTOR_SPARSE,   /* host: L L' = A(p,p)                   */
    NSD_FACTOR_SPARSE_LU /* host: L U = A(p,c)                    */
} nsd_factor_kind;

/* Triangular factors of a sparse matrix by compressed columns, rows sorted within a column. */
typedef struct nsd_sparse_factor {
    nsd_columns      L, U;            /* U only for LU; unit diagonal of L stored     */
    const ptrdiff_t *rows, *unknowns; /* 0-based permutations p and c; c = p for L L' */
} nsd_sparse_factor;

typedef struct nsd_factor {
    nsd_factor_kind   kind;
    int               n, bandwidth;
    double           *values, *off; /* factors; off-diagonal of L in the tridiagonal case */
    nsd_int          *pivot;
    nsd_sparse_factor sparse;
    double           *work; /* n, sparse only */
} nsd_factor;

/* What is to be factored: M + alpha C + beta K, all in one storage (or zero). */
typedef struct nsd_factor_sum {
    const nsd_matrix        *M, *C, *K;
    double                   alpha, beta;
    int                      symmetric;
    const nsd_sparse_factor *sparse; /* given when the storage is by rows, else NULL */
} nsd_factor_sum;

size_t nsd_factor_scratch(const nsd_factor_sum *sum);

/* NSD_ERR_NOT_DEFINITE or NSD_ERR_SINGULAR when the factorisation breaks down. A symmetric
 * matrix that is not positive definite (K with negative springs) is factored as a general one. */
nsd_status nsd_factor_init(nsd_factor *factor, const nsd_factor_sum *sum, nsd_scratch *scratch);

/* x <- A^-1 x */
void nsd_factor_solve(const nsd_factor *factor, double *x);

/* How the sum will be factored, and roughly what one solve costs in multiply-adds. */
nsd_factor_kind nsd_factor_plan(const nsd_factor_sum *sum);
double          nsd_factor_cost(const nsd_factor_sum *sum);

#endif
