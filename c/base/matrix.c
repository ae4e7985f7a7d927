/* matrix.c - products with dense, diagonal-wise and row-wise matrices. */
#include "base/matrix.h"

#include <string.h>

#include "base/dense.h"
#include "base/inline.h"

/* Rows up to which a dense product is a plain loop. Larger: products lose the speed of BLAS.
 * Smaller: the call of BLAS costs more than the product. Either changes last bits. */
#define PRODUCT_LOOP_ROWS 16

static void dense_times(const nsd_matrix *A, const double *x, double *y)
{
    const int n = A->n;
    if (n > PRODUCT_LOOP_ROWS) {
        nsd_dense_gemv(NSD_PLAIN, n, n, 1.0, A->values, n, x, 0.0, y);
        return;
    }
    for (int i = 0; i < n; i++) {
        y[i] = A->values[i] * x[0];
    }
    for (int j = 1; j < n; j++) {
        const double *column = A->values + (size_t)j * n;
        for (int i = 0; i < n; i++) {
            y[i] += column[i] * x[j];
        }
    }
}

/* Bandwidth 1 in one pass over x; each sum has the order of diagonals_times. */
static void tridiagonal_times(const nsd_matrix *A, const double *NSD_RESTRICT x,
                              double *NSD_RESTRICT y)
{
    const int                  n = A->n;
    const double *NSD_RESTRICT below = A->values, *NSD_RESTRICT middle = below + n;
    const double *NSD_RESTRICT above = middle + n;

    if (n < 2) {
        y[0] = middle[0] * x[0];
        return;
    }
    y[0] = middle[0] * x[0] + above[0] * x[1];
    for (int i = 1; i < n - 1; i++) {
        y[i] = middle[i] * x[i] + above[i] * x[i + 1] + below[i] * x[i - 1];
    }
    y[n - 1] = middle[n - 1] * x[n - 1] + below[n - 1] * x[n - 2];
}

static void diagonals_times(const nsd_matrix *A, const double *x, double *y)
{
    const int     n = A->n, bandwidth = A->bandwidth;
    const double *middle = A->values + (size_t)bandwidth * n;

    if (bandwidth == 1) {
        tridiagonal_times(A, x, y);
        return;
    }
    for (int i = 0; i < n; i++) {
        y[i] = middle[i] * x[i];
    }
    for (int k = 1; k <= bandwidth; k++) {
        const double *above = middle + (size_t)k * n;
        const double *below = middle - (size_t)k * n;
        for (int i = 0; i < n - k; i++) {
            y[i] += above[i] * x[i + k];
        }
        for (int i = k; i < n; i++) {
            y[i] += below[i] * x[i - k];
        }
    }
}

static void rows_times(const nsd_matrix *A, const double *x, double *y)
{
    for (int i = 0; i < A->n; i++) {
        double sum = 0.0;
        for (ptrdiff_t k = A->start[i]; k < A->start[i + 1]; k++) {
            sum += A->values[k] * x[A->column[k]];
        }
        y[i] = sum;
    }
}

int nsd_matrix_is_zero(const nsd_matrix *A)
{
    return A->storage == NSD_ZERO ||
           (A->storage == NSD_DENSE && nsd_dense_max_abs(A->n * A->n, A->values) == 0.0);
}

void nsd_matrix_times(const nsd_matrix *A, const double *x, double *y)
{
    switch (A->storage) {
    case NSD_ZERO:
        memset(y, 0, (size_t)A->n * sizeof *y);
        break;
    case NSD_DENSE:
        dense_times(A, x, y);
        break;
    case NSD_DIAGONALS:
        diagonals_times(A, x, y);
        break;
    case NSD_ROWS:
        rows_times(A, x, y);
        break;
    }
}
