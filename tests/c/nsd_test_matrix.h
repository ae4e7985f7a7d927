/* nsd_test_matrix.h - matrices for the C tests: random ones, plain products and solves to compare
 * with, every storage, sparse factors. */
#ifndef NSD_TEST_MATRIX_H
#define NSD_TEST_MATRIX_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"
#include "base/factor.h"
#include "base/matrix.h"

#define MAX_N 40 /* rows of a square matrix, coordinates of a test_system */

/* Uniform in [-1, 1); the same numbers on every machine. */
static inline double random_number(unsigned *seed)
{
    *seed = (*seed * 1664525u + 1013904223u) & 0xffffffffu;
    return (double)(*seed >> 8) / 8388608.0 - 1.0;
}

static inline void random_fill(double *x, int count, unsigned *seed)
{
    for (int i = 0; i < count; i++) {
        x[i] = random_number(seed);
    }
}

/* Random and symmetric inside the band, plus shift I: definite when shift is 2 or more */
static inline void random_symmetric(double *A, int n, int bandwidth, double shift, unsigned *seed)
{
    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++) {
            const double value = i - j <= bandwidth ? random_number(seed) / (1 + bandwidth) : 0.0;
            A[i + j * n] = A[j + i * n] = value;
        }
        A[j + j * n] += shift;
    }
}

/* The sum that nsd_matrix_times has to give, by two plain loops. */
static inline void plain_times(const double *A, int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            y[i] += A[i + j * n] * x[j];
        }
    }
}

static inline double plain_form(const double *x, const double *A, const double *y, int n)
{
    double sum = 0.0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            sum += x[i] * A[i + j * n] * y[j];
        }
    }
    return sum;
}

/* x <- A^-1 x by LAPACK's LU; 0 when A is singular. */
static inline int plain_solve(const double *A, int n, double *x)
{
    double  *LU = malloc((size_t)(n * n) * sizeof *LU);
    nsd_int *pivot = malloc((size_t)n * sizeof *pivot);
    memcpy(LU, A, (size_t)(n * n) * sizeof *LU);
    const int ok = nsd_dense_lu(n, LU, n, pivot) == NSD_OK;
    if (ok) {
        nsd_dense_lu_solve(n, 1, LU, n, pivot, x, n);
    }
    free(LU);
    free(pivot);
    return ok;
}

/* Room for one matrix in every storage. */
typedef struct matrix_room {
    double    values[2 * MAX_N * MAX_N];
    ptrdiff_t start[MAX_N + 1], index[MAX_N * MAX_N];
} matrix_room;

static inline nsd_matrix dense_matrix(const double *A, int n)
{
    const nsd_matrix matrix = { NSD_DENSE, n, 0, A, NULL, NULL };
    return matrix;
}

static inline nsd_matrix zero_matrix(int n)
{
    const nsd_matrix matrix = { NSD_ZERO, n, 0, NULL, NULL, NULL };
    return matrix;
}

static inline nsd_matrix diagonals_of(const double *A, int n, int bandwidth, matrix_room *room)
{
    const nsd_matrix matrix = { NSD_DIAGONALS, n, bandwidth, room->values, NULL, NULL };
    for (int k = -bandwidth; k <= bandwidth; k++) {
        for (int i = 0; i < n; i++) {
            const int inside = i + k >= 0 && i + k < n;
            room->values[(k + bandwidth) * n + i] = inside ? A[i + (i + k) * n] : 0.0;
        }
    }
    return matrix;
}

static inline nsd_matrix rows_of(const double *A, int n, matrix_room *room)
{
    const nsd_matrix matrix = { NSD_ROWS, n, 0, room->values, room->start, room->index };
    ptrdiff_t        count = 0;
    for (int i = 0; i < n; i++) {
        room->start[i] = count;
        for (int j = 0; j < n; j++) {
            if (A[i + j * n] != 0.0) {
                room->values[count] = A[i + j * n];
                room->index[count++] = j;
            }
        }
    }
    room->start[n] = count;
    return matrix;
}

static inline nsd_columns columns_of(const double *A, int n, int m, matrix_room *room)
{
    const nsd_columns columns = { n, m, room->start, room->index, room->values };
    ptrdiff_t         count = 0;
    for (int j = 0; j < m; j++) {
        room->start[j] = count;
        for (int i = 0; i < n; i++) {
            if (A[i + j * n] != 0.0) {
                room->values[count] = A[i + j * n];
                room->index[count++] = i;
            }
        }
    }
    room->start[m] = count;
    return columns;
}

/* Factors of P A P', P reversing the order of the coordinates, in the form that the host gives. */
typedef struct factor_room {
    matrix_room       L, U;
    ptrdiff_t         order[MAX_N];
    nsd_sparse_factor factor;
} factor_room;

static inline void reverse_order(const double *A, int n, double *B, ptrdiff_t *order)
{
    for (int j = 0; j < n; j++) {
        order[j] = n - 1 - j;
        for (int i = 0; i < n; i++) {
            B[i + j * n] = A[(n - 1 - i) + (n - 1 - j) * n];
        }
    }
}

/* Factors L and U of the reversed A by elimination without exchanges; symmetric: Cholesky's L. */
static inline const nsd_sparse_factor *sparse_factor_of(const double *A, int n, int symmetric,
                                                        factor_room *room)
{
    double *B = calloc((size_t)(3 * n * n), sizeof *B), *L = B + n * n, *U = L + n * n;

    reverse_order(A, n, B, room->order);
    for (int k = 0; k < n; k++) {
        for (int i = k; i < n; i++) {
            L[i + k * n] = B[i + k * n] / B[k + k * n];
            U[k + i * n] = B[k + i * n];
        }
        for (int j = k + 1; j < n; j++) {
            for (int i = k + 1; i < n; i++) {
                B[i + j * n] -= L[i + k * n] * U[k + j * n];
            }
        }
    }
    for (int k = 0; k < n && symmetric; k++) {
        const double root = sqrt(U[k + k * n]);
        for (int i = k; i < n; i++) {
            L[i + k * n] *= root;
        }
    }
    room->factor.L = columns_of(L, n, n, &room->L);
    room->factor.U = columns_of(U, n, n, &room->U);
    room->factor.rows = room->factor.unknowns = room->order;
    free(B);
    return &room->factor;
}

#endif
