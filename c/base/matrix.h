/* matrix.h - constant matrices of a linear system: dense, by diagonals, or by compressed rows.
 *
 * dense      n x n, column-major
 * diagonals  2*bandwidth + 1 columns of length n: entry (i, i+k) is values[(k + bandwidth)*n + i],
 *            zero where i+k leaves the matrix
 * rows       compressed rows: entries start[i] .. start[i+1]-1 of column[] and values[] */
#ifndef NSD_MATRIX_H
#define NSD_MATRIX_H

#include <stddef.h>

typedef enum nsd_storage { NSD_ZERO, NSD_DENSE, NSD_DIAGONALS, NSD_ROWS } nsd_storage;

typedef struct nsd_matrix {
    nsd_storage      storage;
    int              n;
    int              bandwidth; /* of the diagonals, 0 for a diagonal matrix */
    const double    *values;
    const ptrdiff_t *start;  /* n + 1, rows only */
    const ptrdiff_t *column; /* rows only        */
} nsd_matrix;

/* y <- A x */
void nsd_matrix_times(const nsd_matrix *A, const double *x, double *y);

/* 1 when there is no such matrix: small systems store zeros instead */
int nsd_matrix_is_zero(const nsd_matrix *A);

/* H, n x m, one compressed column per contact or joint: entries start[j] .. start[j+1]-1 of row[]
 * and values[]. */
typedef struct nsd_columns {
    int              n, m;
    const ptrdiff_t *start; /* m + 1 */
    const ptrdiff_t *row;
    const double    *values;
} nsd_columns;

/* (H'v)_j; inline because a step calls it for every contact */
static inline double nsd_columns_dot(const nsd_columns *H, int j, const double *v)
{
    double sum = 0.0;
    for (ptrdiff_t k = H->start[j]; k < H->start[j + 1]; k++) {
        sum += H->values[k] * v[H->row[k]];
    }
    return sum;
}

/* v <- v + scale H_j */
static inline void nsd_columns_add(const nsd_columns *H, int j, double scale, double *v)
{
    for (ptrdiff_t k = H->start[j]; k < H->start[j + 1]; k++) {
        v[H->row[k]] += scale * H->values[k];
    }
}

#endif
