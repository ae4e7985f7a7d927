/* factor.c - factoring M + alpha C + beta K in the storage of its terms; x <- A^-1 x. */
#include "base/factor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense_small.h"

/* Unknowns up to which plain loops solve with a dense Cholesky factor: a rigid body has six.
 * Larger: LAPACK's blocks are faster; smaller: steps of a few unknowns pay a call and a lock. */
#define PLAIN_UNKNOWNS 8

static int sum_bandwidth(const nsd_factor_sum *sum)
{
    const nsd_matrix *terms[3] = { sum->M, sum->C, sum->K };
    int               bandwidth = 0;
    for (int k = 0; k < 3; k++) {
        if (terms[k]->storage == NSD_DIAGONALS && terms[k]->bandwidth > bandwidth) {
            bandwidth = terms[k]->bandwidth;
        }
    }
    return bandwidth;
}

nsd_factor_kind nsd_factor_plan(const nsd_factor_sum *sum)
{
    const int n = sum->M->n, bandwidth = sum_bandwidth(sum);
    if (sum->M->storage == NSD_ROWS) {
        return sum->symmetric ? NSD_FACTOR_SPARSE : NSD_FACTOR_SPARSE_LU;
    }
    if (sum->M->storage == NSD_DIAGONALS) {
        if (bandwidth == 0) {
            return NSD_FACTOR_DIAGONAL;
        }
        if (!sum->symmetric) {
            return NSD_FACTOR_BAND_LU;
        }
        return bandwidth == 1 ? NSD_FACTOR_TRIDIAGONAL : NSD_FACTOR_BAND;
    }
    if (n <= NSD_INVERSE_SIZE) {
        return NSD_FACTOR_INVERSE;
    }
    return sum->symmetric ? NSD_FACTOR_DENSE : NSD_FACTOR_DENSE_LU;
}

/* Entries of `values` */
static size_t value_count(const nsd_factor_sum *sum)
{
    const size_t n = (size_t)sum->M->n, band = (size_t)sum_bandwidth(sum);
    switch (sum->M->storage) {
    case NSD_ROWS:
        return n;
    case NSD_DIAGONALS: /* room for band LU, which follows when Cholesky fails */
        return n * (3 * band + 1) + 2 * n;
    default:
        return n * n + NSD_INVERSE_SIZE * NSD_INVERSE_SIZE;
    }
}

static size_t lay_out(nsd_factor *factor, const nsd_factor_sum *sum, nsd_scratch *scratch)
{
    const size_t n = (size_t)sum->M->n;
    factor->values = nsd_scratch_doubles(scratch, value_count(sum));
    factor->work = nsd_scratch_doubles(scratch, n);
    factor->pivot = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    return nsd_scratch_counted(scratch);
}

size_t nsd_factor_scratch(const nsd_factor_sum *sum)
{
    return lay_out(&(nsd_factor){ 0 }, sum, NSD_SCRATCH_COUNTER);
}

static double entry(const nsd_matrix *A, int i, int j)
{
    if (A->storage == NSD_DENSE) {
        return A->values[i + (size_t)j * A->n];
    }
    if (A->storage == NSD_DIAGONALS && abs(j - i) <= A->bandwidth) {
        return A->values[(size_t)(j - i + A->bandwidth) * A->n + i];
    }
    return 0.0;
}

static double sum_entry(const nsd_factor_sum *sum, int i, int j)
{
    return entry(sum->M, i, j) + sum->alpha * entry(sum->C, i, j) + sum->beta * entry(sum->K, i, j);
}

/* Factors by LAPACK in `values` */
static nsd_status factor_system(nsd_factor *factor, const nsd_factor_sum *sum, nsd_system_kind kind)
{
    const int         n = factor->n;
    nsd_dense_system *system = &factor->system;

    *system = (nsd_dense_system){ .A = factor->values, .next = factor->values + n };
    system->pivot = factor->pivot;
    nsd_dense_system_set(system, kind, n, factor->bandwidth);
    const int width = system->width, tridiagonal = kind == NSD_SYSTEM_TRIDIAGONAL;
    const int lower_only = tridiagonal || kind == NSD_SYSTEM_BAND_CHOLESKY;
    if (sum->M->storage == NSD_DIAGONALS) {
        memset(system->A, 0, (size_t)n * (system->stride + 1) * sizeof *system->A);
    }
    for (int j = 0; j < n; j++) {
        for (int i = lower_only ? j : j > width ? j - width : 0; i < n && i <= j + width; i++) {
            *(tridiagonal && i > j ? system->next + j
                                   : nsd_dense_system_at(system, i, j)) = sum_entry(sum, i, j);
        }
    }
    return nsd_dense_system_factor(system);
}

/* A^-1 by LU, whose factors stand behind A^-1 in `values` */
static nsd_status factor_inverse(nsd_factor *factor, const nsd_factor_sum *sum)
{
    const int n = factor->n;
    double   *A = factor->values + n * n;

    for (int k = 0; k < n * n; k++) {
        A[k] = sum_entry(sum, k % n, k / n);
    }
    return nsd_dense_invert(n, A, factor->pivot, factor->values);
}

static nsd_status factor_diagonal(nsd_factor *factor, const nsd_factor_sum *sum)
{
    for (int i = 0; i < factor->n; i++) {
        const double d = sum_entry(sum, i, i);
        if (d == 0.0) {
            return NSD_ERR_SINGULAR;
        }
        factor->values[i] = 1.0 / d;
    }
    return NSD_OK;
}

/* Sparse storage drops zeros: the factor of a singular matrix lacks an entry of its diagonal. */
static int has_diagonal(const nsd_columns *triangle, int lower)
{
    for (int j = 0; j < triangle->n; j++) {
        const ptrdiff_t first = triangle->start[j], last = triangle->start[j + 1] - 1;
        const ptrdiff_t k = lower ? first : last;
        if (first > last || triangle->row[k] != j || !(fabs(triangle->values[k]) > 0.0)) {
            return 0;
        }
    }
    return 1;
}

static nsd_status factor_sparse(nsd_factor *factor, const nsd_factor_sum *sum)
{
    factor->sparse = *sum->sparse;
    const int complete = has_diagonal(&factor->sparse.L, 1) &&
                         (factor->kind == NSD_FACTOR_SPARSE || has_diagonal(&factor->sparse.U, 0));
    return complete ? NSD_OK : NSD_ERR_SINGULAR;
}

static nsd_status factor_as(nsd_factor *factor, const nsd_factor_sum *sum, nsd_factor_kind kind)
{
    factor->kind = kind;
    switch (kind) {
    case NSD_FACTOR_INVERSE:
        return factor_inverse(factor, sum);
    case NSD_FACTOR_DIAGONAL:
        return factor_diagonal(factor, sum);
    case NSD_FACTOR_TRIDIAGONAL:
        return factor_system(factor, sum, NSD_SYSTEM_TRIDIAGONAL);
    case NSD_FACTOR_BAND:
        return factor_system(factor, sum, NSD_SYSTEM_BAND_CHOLESKY);
    case NSD_FACTOR_BAND_LU:
        return factor_system(factor, sum, NSD_SYSTEM_BAND_LU);
    case NSD_FACTOR_DENSE:
        return factor_system(factor, sum, NSD_SYSTEM_CHOLESKY);
    case NSD_FACTOR_DENSE_LU:
        return factor_system(factor, sum, NSD_SYSTEM_LU);
    case NSD_FACTOR_SPARSE:
    case NSD_FACTOR_SPARSE_LU:
        return factor_sparse(factor, sum);
    }
    return NSD_ERR_BAD_ARGUMENT;
}

nsd_status nsd_factor_init(nsd_factor *factor, const nsd_factor_sum *sum, nsd_scratch *scratch)
{
    memset(factor, 0, sizeof *factor);
    factor->n = sum->M->n;
    factor->bandwidth = sum_bandwidth(sum);
    lay_out(factor, sum, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    nsd_status status = factor_as(factor, sum, nsd_factor_plan(sum));
    if (status == NSD_ERR_NOT_DEFINITE) { /* symmetric but indefinite: LU instead of Cholesky */
        const int banded = sum->M->storage == NSD_DIAGONALS;
        status = factor_as(factor, sum, banded ? NSD_FACTOR_BAND_LU : NSD_FACTOR_DENSE_LU);
    }
    return status;
}

static void solve_inverse(const nsd_factor *factor, double *x)
{
    const int n = factor->n;
    double    y[NSD_INVERSE_SIZE];
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            y[i] += factor->values[i + j * n] * x[j];
        }
    }
    memcpy(x, y, (size_t)n * sizeof *x);
}

/* L y = x, L' x = y with L in lower band storage; plain loops beat a BLAS call per column here */
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
    case NSD_FACTOR_BAND:
        solve_band(factor, x);
        break;
    case NSD_FACTOR_DENSE:
        if (n <= PLAIN_UNKNOWNS) {
            nsd_dense_cholesky_solve_small(n, factor->values, n, x);
        } else {
            nsd_dense_cholesky_solve(n, 1, factor->values, n, x, n);
        }
        break;
    case NSD_FACTOR_TRIDIAGONAL:
    case NSD_FACTOR_BAND_LU:
    case NSD_FACTOR_DENSE_LU:
        nsd_dense_system_solve(&factor->system, x);
        break;
    case NSD_FACTOR_SPARSE:
    case NSD_FACTOR_SPARSE_LU:
        solve_sparse(factor, x);
        break;
    }
}

/* The factors 4, 12, 1.5 and 2 count operations that wait for each other or for memory as
 * several; 4 also the divisions of a few dense unknowns. Contacts compare this cost with n per
 * contact: larger factors make them keep columns of A^-1 H. */
double nsd_factor_cost(const nsd_factor_sum *sum)
{
    const int    n = sum->M->n;
    const double band = 4.0 * n * (sum_bandwidth(sum) + 3);

    switch (nsd_factor_plan(sum)) {
    case NSD_FACTOR_DIAGONAL:
        return n;
    case NSD_FACTOR_TRIDIAGONAL:
        return 12.0 * n;
    case NSD_FACTOR_BAND:
        return band;
    case NSD_FACTOR_BAND_LU:
        return 1.5 * band;
    case NSD_FACTOR_SPARSE:
        return 4.0 * (double)sum->sparse->L.start[n];
    case NSD_FACTOR_SPARSE_LU:
        return 2.0 * (double)(sum->sparse->L.start[n] + sum->sparse->U.start[n]);
    default:
        return (n <= PLAIN_UNKNOWNS ? 4.0 : 1.0) * n * n;
    }
}
