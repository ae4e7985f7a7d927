/* dense_small.c - LU with row exchanges and Cholesky for a few unknowns. */
#include "base/dense_small.h"

#include <math.h>

static void exchange_rows(int n, double *A, int ld, int a, int b)
{
    for (int j = 0; j < n; j++) {
        const double x = A[a + j * ld];
        A[a + j * ld] = A[b + j * ld];
        A[b + j * ld] = x;
    }
}

nsd_status nsd_dense_lu_small(int n, double *A, int ld, nsd_int *pivot)
{
    if (n == 1) { /* a pendulum: in every iteration of its steps */
        pivot[0] = 1;
        return A[0] == 0.0 ? NSD_ERR_SINGULAR : NSD_OK;
    }
    for (int k = 0; k < n; k++) {
        int largest = k;
        for (int i = k + 1; i < n; i++) {
            largest = fabs(A[i + k * ld]) > fabs(A[largest + k * ld]) ? i : largest;
        }
        pivot[k] = largest + 1; /* LAPACK counts rows from 1 */
        if (A[largest + k * ld] == 0.0) {
            return NSD_ERR_SINGULAR;
        }
        if (largest != k) {
            exchange_rows(n, A, ld, k, largest);
        }
        for (int i = k + 1; i < n; i++) {
            A[i + k * ld] /= A[k + k * ld];
        }
        for (int j = k + 1; j < n; j++) {
            for (int i = k + 1; i < n; i++) {
                A[i + j * ld] -= A[i + k * ld] * A[k + j * ld];
            }
        }
    }
    return NSD_OK;
}

void nsd_dense_lu_solve_small(int n, const double *LU, int ld, const nsd_int *pivot, double *x)
{
    if (n == 1) {
        x[0] /= LU[0];
        return;
    }
    for (int i = 0; i < n; i++) {
        const nsd_int other = pivot[i] - 1;
        const double  value = x[other];
        x[other] = x[i];
        x[i] = value;
    }
    for (int j = 0; j < n; j++) {
        for (int i = j + 1; i < n; i++) {
            x[i] -= LU[i + j * ld] * x[j];
        }
    }
    for (int j = n - 1; j >= 0; j--) {
        x[j] /= LU[j + j * ld];
        for (int i = 0; i < j; i++) {
            x[i] -= LU[i + j * ld] * x[j];
        }
    }
}

nsd_status nsd_dense_cholesky_small(int n, double *A, int ld)
{
    for (int k = 0; k < n; k++) {
        if (!(A[k + k * ld] > 0.0)) { /* also true for NaN */
            return NSD_ERR_NOT_DEFINITE;
        }
        A[k + k * ld] = sqrt(A[k + k * ld]);
        for (int i = k + 1; i < n; i++) {
            A[i + k * ld] /= A[k + k * ld];
        }
        for (int j = k + 1; j < n; j++) {
            for (int i = j; i < n; i++) {
                A[i + j * ld] -= A[i + k * ld] * A[j + k * ld];
            }
        }
    }
    return NSD_OK;
}

void nsd_dense_cholesky_solve_small(int n, const double *L, int ld, double *x)
{
    for (int j = 0; j < n; j++) {
        x[j] /= L[j + j * ld];
        for (int i = j + 1; i < n; i++) {
            x[i] -= L[i + j * ld] * x[j];
        }
    }
    for (int j = n - 1; j >= 0; j--) {
        for (int i = j + 1; i < n; i++) {
            x[j] -= L[i + j * ld] * x[i];
        }
        x[j] /= L[j + j * ld];
    }
}
