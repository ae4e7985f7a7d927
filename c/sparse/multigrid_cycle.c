/* multigrid_cycle.c - corrections on the unknowns that move                    (SPA.8), (SPA.9) */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "sparse/multigrid.h"

/* Sweeps in each direction that solve on the coarsest level. Smaller: cycles converge slower where
 * the coarsest level is large. Larger: time for nothing. */
#define COARSEST_SWEEPS 8

/* Part of the right-hand side of a coarse level that one direction may leave; else a second one is
 * taken (Notay 2010: 1/4). Larger: cheaper cycles that converge slower. */
#define FIRST_DIRECTION_ENOUGH 0.25

static void fill_inverse(nsd_multigrid_level *level)
{
    for (int i = 0; i < level->n; i++) {
        double diagonal = 0.0;
        for (int k = level->start[i]; k < level->start[i + 1]; k++) {
            diagonal += level->row[k] == i ? level->cut[k] : 0.0;
        }
        level->inverse[i] = diagonal > 0.0 ? 1.0 / diagonal : 0.0;
    }
}

void nsd_multigrid_cut(nsd_multigrid *grid, int top, const unsigned char *moves)
{
    nsd_multigrid_level *level = grid->level + top;

    for (int i = 0; i < level->n; i++) {
        for (int k = level->start[i]; k < level->start[i + 1]; k++) {
            level->cut[k] = moves[i] && moves[level->row[k]] ? level->base[k] : 0.0;
        }
    }
    fill_inverse(level);
    for (int l = top + 1; l < grid->levels; l++, level++) {
        nsd_multigrid_level *next = level + 1;
        memset(next->cut, 0, (size_t)next->start[next->n] * sizeof(double));
        for (int k = 0; k < level->start[level->n]; k++) {
            next->cut[level->into[k]] += level->cut[k]; /*                              (SPA.8) */
        }
        fill_inverse(next);
    }
}

void nsd_multigrid_times(const nsd_multigrid_level *level, const double *x, double *y)
{
    for (int i = 0; i < level->n; i++) {
        double sum = 0.0;
        for (int k = level->start[i]; k < level->start[i + 1]; k++) {
            sum += level->cut[k] * x[level->row[k]];
        }
        y[i] = sum;
    }
}

/* One step of Gauss-Seidel for unknown i */
static inline void relax(const nsd_multigrid_level *level, const double *r, double *x, int i)
{
    double sum = r[i];
    if (level->inverse[i] == 0.0) {
        return;
    }
    for (int k = level->start[i]; k < level->start[i + 1]; k++) {
        sum -= level->cut[k] * x[level->row[k]];
    }
    x[i] += sum * level->inverse[i];
}

static void sweep(const nsd_multigrid_level *level, const double *r, double *x, int backward)
{
    if (backward) {
        for (int i = level->n - 1; i >= 0; i--) {
            relax(level, r, x, i);
        }
    } else {
        for (int i = 0; i < level->n; i++) {
            relax(level, r, x, i);
        }
    }
}

/* next->c <- the correction of level l + 1 for next->rhs, by one or two directions of conjugate
 * gradients, each preconditioned by a cycle                                            (SPA.9) */
static void correct_coarse(nsd_multigrid *grid, int l)
{
    nsd_multigrid_level *next = grid->level + l + 1;
    const int            n = next->n;
    double              *c = next->c, *d = next->d, *v = next->v, *w = next->w, *r = next->rhs;
    const double         size = nsd_dense_dot(n, r, r);

    nsd_multigrid_cycle(grid, l + 1, r, c);
    nsd_multigrid_times(next, c, v);
    const double rho = nsd_dense_dot(n, c, v), first = nsd_dense_dot(n, c, r);
    if (!(rho > 0.0)) {
        return; /* r = 0 */
    }
    for (int i = 0; i < n; i++) {
        r[i] -= first / rho * v[i];
    }
    double of_c = first / rho, of_d = 0.0;
    if (nsd_dense_dot(n, r, r) > FIRST_DIRECTION_ENOUGH * FIRST_DIRECTION_ENOUGH * size) {
        nsd_multigrid_cycle(grid, l + 1, r, d);
        nsd_multigrid_times(next, d, w);
        const double gamma = nsd_dense_dot(n, d, v), second = nsd_dense_dot(n, d, r);
        const double rest = nsd_dense_dot(n, d, w) - gamma * gamma / rho;
        if (rest > 0.0) {
            of_d = second / rest;
            of_c -= gamma * of_d / rho;
        }
    }
    for (int i = 0; i < n; i++) {
        c[i] = of_d == 0.0 ? of_c * c[i] : of_c * c[i] + of_d * d[i];
    }
}

void nsd_multigrid_cycle(nsd_multigrid *grid, int top, const double *r, double *x)
{
    const nsd_multigrid_level *level = grid->level + top, *next = level + 1;
    const int                  n = level->n;

    memset(x, 0, (size_t)n * sizeof *x);
    if (top == grid->levels - 1) {
        for (int k = 0; k < COARSEST_SWEEPS; k++) {
            sweep(level, r, x, 0);
            sweep(level, r, x, 1);
        }
        return;
    }
    sweep(level, r, x, 0);
    memset(next->rhs, 0, (size_t)next->n * sizeof *next->rhs);
    for (int i = 0; i < n; i++) {
        double sum = r[i];
        if (level->inverse[i] == 0.0) {
            continue;
        }
        for (int k = level->start[i]; k < level->start[i + 1]; k++) {
            sum -= level->cut[k] * x[level->row[k]];
        }
        next->rhs[level->aggregate[i]] += sum;
    }
    correct_coarse(grid, top);
    for (int i = 0; i < n; i++) {
        x[i] += level->inverse[i] != 0.0 ? next->c[level->aggregate[i]] : 0.0;
    }
    sweep(level, r, x, 1);
}
