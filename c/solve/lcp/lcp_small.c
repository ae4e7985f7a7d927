/* lcp_small.c - Cholesky for a handful of contacts, where calling LAPACK costs more than the
 * arithmetic. Same storage and result as nsd_dense_cholesky with ld = n. */
#include <math.h>

#include "solve/lcp/lcp_parts.h"

nsd_status nsd_lcp_small_cholesky(int n, double *A)
{
    for (int j = 0; j < n; j++) {
        double *column = A + j * n;
        for (int k = 0; k < j; k++) {
            const double *left = A + k * n, factor = left[j];
            for (int i = j; i < n; i++) {
                column[i] -= left[i] * factor;
            }
        }
        if (!(column[j] > 0.0)) {
            return NSD_ERR_NOT_DEFINITE;
        }
        column[j] = sqrt(column[j]);
        for (int i = j + 1; i < n; i++) {
            column[i] /= column[j];
        }
    }
    return NSD_OK;
}

void nsd_lcp_small_cholesky_solve(int n, const double *L, double *x)
{
    for (int j = 0; j < n; j++) {
        x[j] /= L[j + j * n];
        for (int i = j + 1; i < n; i++) {
            x[i] -= L[i + j * n] * x[j];
        }
    }
    for (int j = n - 1; j >= 0; j--) {
        for (int i = j + 1; i < n; i++) {
            x[j] -= L[i + j * n] * x[i];
        }
        x[j] /= L[j + j * n];
    }
}
