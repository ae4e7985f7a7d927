/* model_matrices.c - products and factors of full and of sparse matrices of a nonlinear model. */
#include "model/model_matrices.h"

#include <string.h>

static size_t lay_out(nsd_model_matrices *matrices, int n, nsd_scratch *scratch)
{
    matrices->pivot = nsd_scratch_take(scratch, (size_t)n, sizeof(nsd_int));
    return nsd_scratch_counted(scratch);
}

size_t nsd_model_matrices_scratch(int n, const nsd_model_sparse *sparse)
{
    const size_t full = lay_out(&(nsd_model_matrices){ 0 }, n, NSD_SCRATCH_COUNTER);
    return full + (sparse ? 2 * nsd_ldu_scratch(sparse->plan, sparse->matrix.start[n]) : 0);
}

nsd_status nsd_model_matrices_init(nsd_model_matrices *matrices, int n,
                                   const nsd_model_sparse *sparse, nsd_scratch *scratch)
{
    memset(matrices, 0, sizeof *matrices);
    matrices->sparse = sparse;
    matrices->n = n;
    matrices->size = nsd_model_matrices_size(n, sparse);
    lay_out(matrices, n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    if (!sparse) {
        return NSD_OK;
    }
    matrices->mass = matrices->newton = sparse->matrix;
    NSD_TRY(nsd_ldu_init(&matrices->mass_factor, sparse->plan, &matrices->mass, scratch));
    return nsd_ldu_init(&matrices->newton_factor, sparse->plan, &matrices->newton, scratch);
}

void nsd_model_matrices_add(const nsd_model_matrices *matrices, const double *A, const double *x,
                            double *y)
{
    const int n = matrices->n;
    if (matrices->sparse) {
        nsd_columns columns = matrices->sparse->matrix;
        columns.values = A;
        for (int j = 0; j < n; j++) {
            nsd_columns_add(&columns, j, x[j], y);
        }
        return;
    }
    for (int j = 0; j < n; j++) {
        const double *column = A + (size_t)j * (size_t)n;
        for (int i = 0; i < n; i++) {
            y[i] += column[i] * x[j];
        }
    }
}

void nsd_model_matrices_times(const nsd_model_matrices *matrices, double alpha, const double *A,
                              const double *x, double beta, double *y)
{
    const int n = matrices->n;
    if (!matrices->sparse) {
        nsd_dense_gemv(NSD_PLAIN, n, n, alpha, A, n, x, beta, y);
        return;
    }
    nsd_columns columns = matrices->sparse->matrix;
    columns.values = A;
    for (int i = 0; i < n; i++) {
        y[i] = beta == 0.0 ? 0.0 : beta * y[i];
    }
    for (int j = 0; j < n; j++) {
        nsd_columns_add(&columns, j, alpha * x[j], y);
    }
}

void nsd_model_matrices_times_many(const nsd_model_matrices *matrices, int columns, double alpha,
                                   const double *A, const double *X, double *Y)
{
    const int n = matrices->n;
    if (!matrices->sparse) {
        nsd_dense_gemm(NSD_PLAIN, n, columns, n, alpha, A, n, X, n, 0.0, Y, n);
        return;
    }
    for (size_t j = 0; j < (size_t)columns; j++) {
        nsd_model_matrices_times(matrices, alpha, A, X + j * (size_t)n, 0.0, Y + j * (size_t)n);
    }
}

double nsd_model_matrices_form(const nsd_model_matrices *matrices, const double *A, const double *x)
{
    const int n = matrices->n;
    double    sum = 0.0;

    if (matrices->sparse) {
        nsd_columns columns = matrices->sparse->matrix;
        columns.values = A;
        for (int j = 0; j < n; j++) {
            sum += x[j] * nsd_columns_dot(&columns, j, x);
        }
        return sum;
    }
    for (int j = 0; j < n; j++) {
        sum += x[j] * nsd_dense_dot(n, A + (size_t)j * (size_t)n, x);
    }
    return sum;
}

nsd_status nsd_model_matrices_factor_mass(nsd_model_matrices *matrices, const double *M, double *L)
{
    const int n = matrices->n;
    if (!matrices->sparse) {
        memcpy(L, M, matrices->size * sizeof *L);
        return nsd_dense_cholesky(n, L, n);
    }
    matrices->mass.values = M;
    NSD_TRY(nsd_ldu_factor(&matrices->mass_factor) == NSD_OK ? NSD_OK : NSD_ERR_NOT_DEFINITE);
    for (int i = 0; i < n; i++) {
        if (!(matrices->mass_factor.D[i] > 0.0)) {
            return NSD_ERR_NOT_DEFINITE;
        }
    }
    return NSD_OK;
}

/* X <- A^-1 X by the factors of a sparse matrix */
static void solve_sparse(nsd_ldu *factor, int columns, double *X)
{
    for (size_t j = 0; j < (size_t)columns; j++) {
        nsd_ldu_solve(factor, X + j * (size_t)factor->plan->n);
    }
}

void nsd_model_matrices_solve_mass(nsd_model_matrices *matrices, const double *L, int columns,
                                   double *X)
{
    const int n = matrices->n;
    if (matrices->sparse) {
        solve_sparse(&matrices->mass_factor, columns, X);
    } else if (columns == 1) {
        nsd_dense_cholesky_solve_one(n, L, n, X);
    } else {
        nsd_dense_cholesky_solve(n, columns, L, n, X, n);
    }
}

nsd_status nsd_model_matrices_factor_newton(nsd_model_matrices *matrices, double *A)
{
    if (!matrices->sparse) {
        return nsd_dense_lu(matrices->n, A, matrices->n, matrices->pivot);
    }
    matrices->newton.values = A;
    return nsd_ldu_factor(&matrices->newton_factor);
}

nsd_status nsd_model_matrices_factor_regular(nsd_model_matrices *matrices, double *A,
                                             double least_rcond, double *work, nsd_int *iwork)
{
    return matrices->sparse
               ? nsd_model_matrices_factor_newton(matrices, A)
               : nsd_dense_lu_regular(matrices->n, A, least_rcond, matrices->pivot, work, iwork);
}

void nsd_model_matrices_solve_newton(nsd_model_matrices *matrices, const double *A, int columns,
                                     double *X)
{
    const int n = matrices->n;
    if (matrices->sparse) {
        solve_sparse(&matrices->newton_factor, columns, X);
    } else {
        nsd_dense_lu_solve(n, columns, A, n, matrices->pivot, X, n);
    }
}
