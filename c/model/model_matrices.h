/* model_matrices.h - products and factors of M and of Newton matrices of a nonlinear model, full or
 * without zeros.
 *
 * A matrix is an array of `size` numbers: n x n, or those on the pattern of nsd_model_sparse. Sums
 * of matrices are sums of these arrays either way. */
#ifndef NSD_MODEL_MATRICES_H
#define NSD_MODEL_MATRICES_H

#include "base/dense.h"
#include "model/model.h"
#include "sparse/ldu.h"

typedef struct nsd_model_matrices {
    const nsd_model_sparse *sparse; /* NULL: full                                             */
    int                     n;
    size_t                  size;  /* numbers of a matrix                                    */
    nsd_int                *pivot; /* n: of the full Newton matrix                           */
    nsd_columns mass, newton;      /* sparse: the pattern with the numbers that are factored */
    nsd_ldu     mass_factor, newton_factor;
} nsd_model_matrices;

/* Numbers of a matrix */
static inline size_t nsd_model_matrices_size(int n, const nsd_model_sparse *sparse)
{
    return sparse ? (size_t)sparse->matrix.start[n] : (size_t)n * (size_t)n;
}

size_t     nsd_model_matrices_scratch(int n, const nsd_model_sparse *sparse);
nsd_status nsd_model_matrices_init(nsd_model_matrices *matrices, int n,
                                   const nsd_model_sparse *sparse, nsd_scratch *scratch);

/* y <- y + A x, column by column: the same bits for full and sparse matrices */
void nsd_model_matrices_add(const nsd_model_matrices *matrices, const double *A, const double *x,
                            double *y);
/* y <- alpha A x + beta y */
void nsd_model_matrices_times(const nsd_model_matrices *matrices, double alpha, const double *A,
                              const double *x, double beta, double *y);
/* Y <- alpha A X, `columns` vectors of n numbers */
void nsd_model_matrices_times_many(const nsd_model_matrices *matrices, int columns, double alpha,
                                   const double *A, const double *X, double *Y);
/* x'A x */
double nsd_model_matrices_form(const nsd_model_matrices *matrices, const double *A,
                               const double *x);

/* Factors of the mass matrix M, full ones in L; NSD_ERR_NOT_DEFINITE. */
nsd_status nsd_model_matrices_factor_mass(nsd_model_matrices *matrices, const double *M, double *L);
/* X <- M^-1 X, `columns` vectors */
void nsd_model_matrices_solve_mass(nsd_model_matrices *matrices, const double *L, int columns,
                                   double *X);

/* Factors of a Newton matrix, full ones in the place of A; NSD_ERR_SINGULAR. */
nsd_status nsd_model_matrices_factor_newton(nsd_model_matrices *matrices, double *A);
/* The same; NSD_ERR_SINGULAR also where full matrices have a reciprocal condition number not above
 * least_rcond. work: 4 n, iwork: n */
nsd_status nsd_model_matrices_factor_regular(nsd_model_matrices *matrices, double *A,
                                             double least_rcond, double *work, nsd_int *iwork);
/* X <- A^-1 X, `columns` vectors */
void nsd_model_matrices_solve_newton(nsd_model_matrices *matrices, const double *A, int columns,
                                     double *X);

#endif
