/* nsd_secant.c - acceleration of a fixed point iteration by its last few steps (RB.11) */
#include "nsd_secant.h"

#include <math.h>
#include <string.h>

#include "nsd_dense_small.h"

#define DEPTH NSD_SECANT_DEPTH

size_t nsd_secant_scratch(int n, int extra)
{
    const size_t unknowns = (size_t)n, more = (size_t)extra, item = sizeof(double);
    return 3 * nsd_scratch_need(unknowns, item) + nsd_scratch_need(more, item) +
           2 * nsd_scratch_need(DEPTH * unknowns, item) + nsd_scratch_need(DEPTH * more, item);
}

int nsd_secant_init(nsd_secant *secant, int n, int extra, nsd_scratch *scratch)
{
    const size_t unknowns = (size_t)n, more = (size_t)extra, item = sizeof(double);
    secant->n = n;
    secant->extra = extra;
    secant->x = nsd_scratch_take(scratch, unknowns, item);
    secant->f = nsd_scratch_take(scratch, unknowns, item);
    secant->g = nsd_scratch_take(scratch, unknowns, item);
    secant->e = nsd_scratch_take(scratch, more, item);
    secant->df = nsd_scratch_take(scratch, DEPTH * unknowns, item);
    secant->dg = nsd_scratch_take(scratch, DEPTH * unknowns, item);
    secant->de = nsd_scratch_take(scratch, DEPTH * more, item);
    nsd_secant_forget(secant);
    return secant->x && secant->f && secant->g && secant->e && secant->df && secant->dg &&
           secant->de;
}

void nsd_secant_forget(nsd_secant *secant)
{
    secant->have = secant->next = secant->last = 0;
    secant->old = INFINITY;
}

static double product(int n, const double *w, const double *a, const double *b)
{
    double sum = 0.0;
    for (int c = 0; c < n / 3; c++) {
        const double *one = a + 3 * c, *two = b + 3 * c;
        sum += w[c] * (one[0] * two[0] + one[1] * two[1] + one[2] * two[2]);
    }
    return sum;
}

/* slot <- now - before, before <- now */
static void differ(int n, const double *now, double *before, double *slot)
{
    for (int i = 0; i < n; i++) {
        slot[i] = now[i] - before[i];
        before[i] = now[i];
    }
}

/* The new difference and its products with the others */
static void keep(nsd_secant *secant, const double *w, const double *g, const double *e)
{
    const int    n = secant->n, slot = secant->next;
    const size_t unknowns = (size_t)n, at = (size_t)slot * unknowns;
    double      *df = secant->df + at;

    differ(n, g, secant->g, secant->dg + at);
    differ(secant->extra, e, secant->e, secant->de + (size_t)slot * (size_t)secant->extra);
    for (int i = 0; i < n; i++) {
        const double f = g[i] - secant->x[i];
        df[i] = f - secant->f[i];
        secant->f[i] = f;
    }
    secant->next = (slot + 1) % DEPTH;
    secant->have += secant->have < DEPTH;
    for (int j = 0; j < secant->have; j++) {
        const double value = product(n, w, df, secant->df + (size_t)j * unknowns);
        secant->gram[slot + DEPTH * j] = secant->gram[j + DEPTH * slot] = value;
    }
}

/* gamma with |f - sum_j gamma_j df_j| least; 0 when the differences say nothing */
static int combine(const nsd_secant *secant, const double *w, double *gamma)
{
    double A[DEPTH * DEPTH];
    memcpy(A, secant->gram, sizeof A);
    for (int j = 0; j < secant->have; j++) {
        const double *df = secant->df + (size_t)j * (size_t)secant->n;
        A[j + DEPTH * j] *= 1.0 + 1e-10;
        gamma[j] = product(secant->n, w, df, secant->f);
    }
    if (nsd_cholesky_small(secant->have, A, DEPTH) != 0) {
        return 0;
    }
    nsd_cholesky_solve_small(secant->have, A, DEPTH, gamma);
    return 1;
}

static void subtract(int n, int have, const double *gamma, const double *differences, double *y)
{
    for (int j = 0; j < have; j++) {
        const double *d = differences + (size_t)j * (size_t)n;
        for (int i = 0; i < n; i++) {
            y[i] -= gamma[j] * d[i];
        }
    }
}

int nsd_secant_step(nsd_secant *secant, const double *w, double *g, double *e)
{
    const int n = secant->n;
    double    gamma[DEPTH], size = 0.0;

    for (int c = 0; c < n / 3; c++) {
        const double *y = g + 3 * c, *x = secant->x + 3 * c;
        const double  f[3] = { y[0] - x[0], y[1] - x[1], y[2] - x[2] };
        size += w[c] * (f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
    }
    const int grew = size > secant->old;
    secant->old = size;
    if (grew || !secant->last) {
        secant->have = secant->next = 0;
        secant->last = 1;
        memcpy(secant->g, g, (size_t)n * sizeof *g);
        memcpy(secant->e, e, (size_t)secant->extra * sizeof *e);
        for (int i = 0; i < n; i++) {
            secant->f[i] = g[i] - secant->x[i];
        }
        return 0;
    }
    keep(secant, w, g, e);
    if (!combine(secant, w, gamma)) {
        return 0;
    }
    subtract(n, secant->have, gamma, secant->dg, g);
    subtract(secant->extra, secant->have, gamma, secant->de, e);
    return 1;
}
