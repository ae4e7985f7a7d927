/* friction_extrapolate.c - the combination of the last iterations with the least change  (FR.26) */
#include "solve/friction/friction_extrapolate.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

#define DIFFERENCES NSD_EXTRAPOLATE_DIFFERENCES

/* Part by which the diagonal of the scaled D'D is raised. Larger: shorter steps; smaller:
 * differences that are nearly dependent make long steps of rounding. */
#define DIAGONAL_RAISE 1e-6

void nsd_friction_extrapolate_init(nsd_friction_extrapolate *past, int n, nsd_scratch *scratch)
{
    past->n = n;
    past->known = past->next = 0;
    NSD_SCRATCH_EACH(scratch, (size_t)n, &past->end, &past->change);
    NSD_SCRATCH_EACH(scratch, (size_t)n * DIFFERENCES, &past->E, &past->D);
}

void nsd_friction_extrapolate_add(nsd_friction_extrapolate *past, const double *end,
                                  const double *change, int apart)
{
    const int n = past->n, now = past->next;

    if (!apart) {
        double *E = past->E + (size_t)now * (size_t)n, *D = past->D + (size_t)now * (size_t)n;
        for (int i = 0; i < n; i++) {
            E[i] = end[i] - past->end[i];
            D[i] = change[i] - past->change[i];
        }
        past->known = past->known < DIFFERENCES ? past->known + 1 : DIFFERENCES;
        past->next = (now + 1) % DIFFERENCES;
        for (int j = 0; j < past->known; j++) {
            const double value = nsd_dense_dot(n, past->D + (size_t)j * (size_t)n, D);
            past->gram[j + DIFFERENCES * now] = past->gram[now + DIFFERENCES * j] = value;
        }
    }
    memcpy(past->end, end, (size_t)n * sizeof *end);
    memcpy(past->change, change, (size_t)n * sizeof *change);
}

int nsd_friction_extrapolate_step(const nsd_friction_extrapolate *past, double *r)
{
    const int n = past->n, known = past->known;
    double    A[DIFFERENCES * DIFFERENCES], c[DIFFERENCES], unit[DIFFERENCES];

    for (int j = 0; j < known; j++) {
        const double size = past->gram[j * (1 + DIFFERENCES)];
        unit[j] = size > 0.0 ? 1.0 / sqrt(size) : 0.0;
        c[j] = unit[j] * nsd_dense_dot(n, past->D + (size_t)j * (size_t)n, past->change);
    }
    for (int j = 0; j < known; j++) {
        for (int i = 0; i < known; i++) {
            A[i + DIFFERENCES * j] = unit[i] * unit[j] * past->gram[i + DIFFERENCES * j] +
                                     (i == j ? DIAGONAL_RAISE : 0.0);
        }
    }
    if (known == 0 || nsd_dense_cholesky(known, A, DIFFERENCES) != NSD_OK) {
        return 0;
    }
    nsd_dense_cholesky_solve_one(known, A, DIFFERENCES, c);
    for (int j = 0; j < known; j++) {
        const double *E = past->E + (size_t)j * (size_t)n, part = unit[j] * c[j];
        for (int i = 0; i < n; i++) {
            r[i] -= part * E[i];
        }
    }
    return 1;
}
