/* factor_solve.c - x <- A^-1 x with the factors of base/factor.c. */
#include <string.h>

#include "base/factor.h"

static void solve_inverse(const nsd_factor *factor, double *x)
{
    const int n = factor->n;
    double    y[NSD_SMALL];
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            y[i] += factor->values[i + j * n] * x[j];
        }
    }
    memcpy(x, y, (size_t)n * sizeof *x);
}

/* L y = x, L' x = y with L in lower band storage; plain loops beat a call per column here */
static void solve_band(const nsd_factor *factor, double *x)
{
    const int n = factor->n, band = factor->bandwidth, ld = band + 1;

    for (int j = 0; j < n; j++) {
        const double *column = factor->values + (size_t)j * ld;
        const int     last = j + band < n ? band : n - 1 - j;
        x[j] /= column[0];
        for (int k = 1; k <= last; k++) {
            x[j + k] -= column[k] * x[j];
        }
    }
    for (int j = n - 1; j >= 0; j--) {
        const double *column = factor->values + (size_t)j * ld;
        const int     last = j + band < n ? band : n - 1 - j;
        double        sum = x[j];
        for (int k = 1; k <= last; k++) {
            sum -= column[k] * x[j + k];
        }
        x[j] = sum / column[0];
    }
}

/* Lower triangle by columns: the diagonal is the first entry of each column. */
static void lower_solve(const nsd_columns *L, double *x)
{
    for (int j = 0; j < L->n; j++) {
        ptrdiff_t k = L->start[j];
        x[j] /= L->values[k];
        for (k++; k < L->start[j + 1]; k++) {
            x[L->row[k]] -= L->values[k] * x[j];
        }
    }
}

static void lower_transposed_solve(const nsd_columns *L, double *x)
{
    for (int j = L->n - 1; j >= 0; j--) {
        const ptrdiff_t first = L->start[j];
        double          sum = x[j];
        for (ptrdiff_t k = first + 1; k < L->start[j + 1]; k++) {
            sum -= L->values[k] * x[L->row[k]];
        }
        x[j] = sum / L->values[first];
    }
}

/* Upper triangle by columns: the diagonal is the last entry of each column. */
static void upper_solve(const nsd_columns *U, double *x)
{
    for (int j = U->n - 1; j >= 0; j--) {
        const ptrdiff_t last = U->start[j + 1] - 1;
        x[j] /= U->values[last];
        for (ptrdiff_t k = U->start[j]; k < last; k++) {
            x[U->row[k]] -= U->values[k] * x[j];
        }
    }
}

static void solve_sparse(const nsd_factor *factor, double *x)
{
    const nsd_sparse_factor *sparse = &factor->sparse;
    const int                n = factor->n;
    double                  *y = factor->work;

    for (int i = 0; i < n; i++) {
        y[i] = x[sparse->rows[i]];
    }
    lower_solve(&sparse->L, y);
    if (factor->kind == NSD_FACTOR_SPARSE) {
        lower_transposed_solve(&sparse->L, y);
    } else {
        upper_solve(&sparse->U, y);
    }
    for (int i = 0; i < n; i++) {
        x[sparse->unknowns[i]] = y[i];
    }
}

void nsd_factor_solve(const nsd_factor *factor, double *x)
{
    const int n = factor->n;
    switch (factor->kind) {
    case NSD_FACTOR_INVERSE:
        solve_inverse(factor, x);
        break;
    case NSD_FACTOR_DIAGONAL:
        for (int i = 0; i < n; i++) {
            x[i] *= factor->values[i];
        }
        break;
    case NSD_FACTOR_TRIDIAGONAL:
        nsd_dense_tridiagonal_solve(n, factor->values, factor->off, x);
        break;
    case NSD_FACTOR_BAND:
        solve_band(factor, x);
        break;
    case NSD_FACTOR_BAND_LU:
        nsd_dense_band_lu_solve(n, factor->bandwidth, factor->values, factor->pivot, x);
        break;
    case NSD_FACTOR_DENSE:
        nsd_dense_cholesky_solve(n, 1, factor->values, n, x, n);
        break;
    case NSD_FACTOR_DENSE_LU:
        nsd_dense_lu_solve(n, 1, factor->values, n, factor->pivot, x, n);
        break;
    case NSD_FACTOR_SPARSE:
    case NSD_FACTOR_SPARSE_LU:
        solve_sparse(factor, x);
        break;
    }
}
