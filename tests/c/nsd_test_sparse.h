/* nsd_test_sparse.h - sparse symmetric matrices for tests: grids, chains, stars, random graphs. */
#ifndef NSD_TEST_SPARSE_H
#define NSD_TEST_SPARSE_H

#include <math.h>
#include <stdlib.h>

#include "base/matrix.h"
#include "nsd_test_random.h"

typedef struct test_sparse {
    ptrdiff_t  *start, *row;
    double     *values;
    nsd_columns A;
} test_sparse;

static inline test_sparse *new_sparse(int n, ptrdiff_t entries)
{
    test_sparse *s = malloc(sizeof *s);
    s->start = calloc((size_t)n + 1, sizeof *s->start);
    s->row = malloc(((size_t)entries + 1) * sizeof *s->row);
    s->values = malloc(((size_t)entries + 1) * sizeof *s->values);
    s->A = (nsd_columns){ n, n, s->start, s->row, s->values };
    return s;
}

static inline void free_sparse(test_sparse *s)
{
    free(s->start);
    free(s->row);
    free(s->values);
    free(s);
}

static inline void append(test_sparse *s, ptrdiff_t *place, int row, double value)
{
    s->row[*place] = row;
    s->values[(*place)++] = value;
}

/* Five-point stencil on width x height nodes, `shift` added to the diagonal */
static inline test_sparse *grid_matrix(int width, int height, double shift)
{
    test_sparse *s = new_sparse(width * height, 5 * (ptrdiff_t)width * height);
    ptrdiff_t    place = 0;
    for (int y = 0, i = 0; y < height; y++) {
        for (int x = 0; x < width; x++, i++) {
            if (y > 0) append(s, &place, i - width, -1.0);
            if (x > 0) append(s, &place, i - 1, -1.0);
            append(s, &place, i, 4.0 + shift);
            if (x + 1 < width) append(s, &place, i + 1, -1.0);
            if (y + 1 < height) append(s, &place, i + width, -1.0);
            s->start[i + 1] = place;
        }
    }
    return s;
}

/* max |A x - b| of x = solve(solver, b) with a random b. on: rows and columns that take part, or
 * NULL: all; x = 0 at the others */
static inline double solve_miss(const nsd_columns *A, void (*solve)(void *solver, double *x),
                                void *solver, const unsigned char *on, unsigned long long *state)
{
    const int n = A->n;
    double   *x = malloc((size_t)n * sizeof *x), *r = malloc((size_t)n * sizeof *r), worst = 0.0;
    for (int i = 0; i < n; i++) {
        x[i] = signed_uniform(state);
        r[i] = -x[i];
    }
    solve(solver, x);
    for (int j = 0; j < n; j++) {
        worst = !on || on[j] ? worst : fmax(worst, fabs(x[j]));
        nsd_columns_add(A, j, x[j], r);
    }
    for (int i = 0; i < n; i++) {
        worst = !on || on[i] ? fmax(worst, fabs(r[i])) : worst;
    }
    free(x);
    free(r);
    return worst;
}

/* The nonzero entries of a full n x n matrix */
static inline test_sparse *sparse_of(int n, const double *full)
{
    test_sparse *s = new_sparse(n, (ptrdiff_t)n * n);
    ptrdiff_t    place = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            if (full[i + j * n] != 0.0) append(s, &place, i, full[i + j * n]);
        }
        s->start[j + 1] = place;
    }
    return s;
}

/* full <- symmetric and definite, about `degree` entries in a row, entries of both signs */
static inline void random_definite(int n, double degree, double *full, unsigned long long *state)
{
    for (int i = 0; i < n * n; i++) {
        full[i] = 0.0;
    }
    for (int i = 0; i < n; i++) {
        full[i * (n + 1)] += 0.1 + uniform(state);
        for (int j = 0; j < i; j++) {
            if (uniform(state) * n < degree) {
                const double entry = signed_uniform(state), size = entry < 0 ? -entry : entry;
                full[i + j * n] = full[j + i * n] = entry;
                full[i * (n + 1)] += size;
                full[j * (n + 1)] += size;
            }
        }
    }
}

/* Matrix k < 60 of a list: each tenth a grid of k + 1 by 13 nodes, the others random with k + 1
 * rows */
static inline test_sparse *grid_or_random(int k, unsigned long long *state)
{
    double full[60 * 60];
    if (k % 10 == 9) {
        return grid_matrix(1 + k, 13, 0.1);
    }
    random_definite(1 + k, 1.0 + k % 7, full, state);
    return sparse_of(1 + k, full);
}

#endif
