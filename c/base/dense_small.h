/* dense_small.h - factorisations of a few unknowns.
 *
 * BLAS and LAPACK take a lock in each call, which costs more than the arithmetic, and for which
 * the threads of a sweep would wait. Same layout and same pivots as theirs. */
#ifndef NSD_DENSE_SMALL_H
#define NSD_DENSE_SMALL_H

#include "base/dense.h"

#define NSD_DENSE_SMALL 4 /* unknowns at most */

nsd_status nsd_dense_lu_small(int n, double *A, int ld, nsd_int *pivot);
void nsd_dense_lu_solve_small(int n, const double *LU, int ld, const nsd_int *pivot, double *x);
nsd_status nsd_dense_cholesky_small(int n, double *A, int ld);
void       nsd_dense_cholesky_solve_small(int n, const double *L, int ld, double *x);

#endif
