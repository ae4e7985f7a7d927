/* factor.h - the iteration matrix A = M + alpha C + beta K: factored once, solved in every step.
 *
 * LAPACK factors dense and banded matrices here; sparse factors come from the host. */
#ifndef NSD_FACTOR_H
#define NSD_FACTOR_H

#include "base/dense.h"
#include "base/matrix.h"
#include "base/scratch.h"

/* Unknowns up to which a dense A is inverted, and a step multiplies by A^-1. Larger: products cost
 * more than solves and lose digits when A is badly conditioned. Smaller: a step of a few unknowns
 * pays calls of LAPACK. linear_moreau_small.c holds arrays of this size on the stack. */
#define NSD_INVERSE_SIZE 4

typedef enum nsd_factor_kind {
    NSD_FACTOR_INVERSE,     /* n <= NSD_INVERSE_SIZE: A^-1, n x n           */
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
    double           *values; /* factors in the layout of `kind`      */
    nsd_int          *pivot;  /* n, LU only                           */
    nsd_dense_system  system; /* over values and pivot: factors by LAPACK */
    nsd_sparse_factor sparse; /* sparse only                          */
    double           *work;   /* n, sparse only                       */
} nsd_factor;

/* The terms of A = M + alpha C + beta K; M, C and K have one storage, or are NSD_ZERO. */
typedef struct nsd_factor_sum {
    const nsd_matrix        *M, *C, *K;
    double                   alpha, beta;
    int                      symmetric; /* 1: A = A' */
    const nsd_sparse_factor *sparse;    /* the host's factors for storage by rows, else NULL */
} nsd_factor_sum;

/* Scratch bytes of nsd_factor_init */
size_t nsd_factor_scratch(const nsd_factor_sum *sum);

/* NSD_ERR_NOT_DEFINITE or NSD_ERR_SINGULAR when the factorisation breaks down. A symmetric
 * matrix that is not positive definite (K with negative springs) is factored as a general one. */
nsd_status nsd_factor_init(nsd_factor *factor, const nsd_factor_sum *sum, nsd_scratch *scratch);

/* x <- A^-1 x */
void nsd_factor_solve(const nsd_factor *factor, double *x);

/* The kind of factor that nsd_factor_init tries first */
nsd_factor_kind nsd_factor_plan(const nsd_factor_sum *sum);

/* Estimated cost of one nsd_factor_solve, in multiply-adds of a dense product */
double nsd_factor_cost(const nsd_factor_sum *sum);

#endif
