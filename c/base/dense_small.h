/* dense_small.h - factorisations of matrices with a few unknowns, without LAPACK.
 *
 * A call of BLAS or LAPACK takes a lock. For a few unknowns the lock costs more than the
 * arithmetic, and the threads of a sweep wait for it. Layout and pivots are those of LAPACK. */
#ifndef NSD_DENSE_SMALL_H
#define NSD_DENSE_SMALL_H

#include "base/dense.h"

/* Unknowns up to which the functions of base/dense.h use those below. Larger: the plain loops are
 * slower than LAPACK's blocks. Smaller: more calls pay the lock. Either changes last bits. */
#define NSD_DENSE_SMALL_UNKNOWNS 4

/* LU with row exchanges in place: NSD_OK or NSD_ERR_SINGULAR; pivot counts rows from 1. */
nsd_status nsd_dense_lu_small(int n, double *A, int ld, nsd_int *pivot);
/* x <- A^-1 x with the factors of nsd_dense_lu_small */
void nsd_dense_lu_solve_small(int n, const double *LU, int ld, const nsd_int *pivot, double *x);

/* Cholesky A = L L' in the lower triangle, in place: NSD_OK or NSD_ERR_NOT_DEFINITE. */
nsd_status nsd_dense_cholesky_small(int n, double *A, int ld);
/* x <- A^-1 x with the factor of nsd_dense_cholesky_small */
void nsd_dense_cholesky_solve_small(int n, const double *L, int ld, double *x);

#endif
