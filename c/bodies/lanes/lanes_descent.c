/* lanes_descent.c - steps of least energy along the last directions, in single precision (RB.11) */
#include "bodies/lanes/lanes_descent.h"

#include <math.h>
#include <string.h>

#include "base/dense_small.h"

#define DIRECTIONS NSD_LANES_DIRECTIONS
#define MOTION     NSD_LANES_MOTION

/* Growth of the energy of f at which the directions before are dropped, as in
 * bodies_accelerate.c */
#define ENERGY_GROWTH 4.0

/* Part by which the diagonal of V'MV is raised: rounding of single precision. Larger: shorter
 * steps; smaller: steps of rounding. */
#define DIAGONAL_RAISE 1e-5

static float *floats(nsd_scratch *scratch, size_t count)
{
    return nsd_scratch_take(scratch, count, sizeof(float));
}

size_t nsd_lanes_descent_lay_out(nsd_lanes_descent *d, int n, int bodies, nsd_scratch *scratch)
{
    const size_t m = MOTION * (size_t)bodies, all = (size_t)n + m;
    d->n = n;
    d->m = MOTION * bodies;
    d->known = d->newest = 0;
    d->last_energy = INFINITY;
    d->y = floats(scratch, all);
    d->start = floats(scratch, all);
    d->slope = floats(scratch, (size_t)n);
    d->P = floats(scratch, DIRECTIONS * all);
    return nsd_scratch_counted(scratch);
}

void nsd_lanes_descent_begin(nsd_lanes_descent *d)
{
    memcpy(d->start, d->y, (size_t)(d->n + d->m) * sizeof *d->y);
}

void nsd_lanes_descent_end(nsd_lanes_descent *d, const nsd_lanes_arithmetic *by)
{
    const int    now = d->newest, n = d->n, m = d->m;
    const size_t all = (size_t)(n + m);
    float       *P = d->P + (size_t)now * all;

    by->difference(n + m, d->y, d->start, P);
    for (int j = 0; j < d->known; j++) {
        const double value = by->dot(m, P + n, d->P + (size_t)j * all + n);
        d->gram[now + DIRECTIONS * j] = d->gram[j + DIRECTIONS * now] = value;
    }
}

/* Drops all directions but the newest, which becomes number 0. */
static void keep_newest(nsd_lanes_descent *d)
{
    const size_t now = (size_t)d->newest, all = (size_t)(d->n + d->m);
    memmove(d->P, d->P + now * all, all * sizeof(float));
    d->gram[0] = d->gram[now + DIRECTIONS * now];
    d->known = 1;
    d->newest = 0;
}

int nsd_lanes_descent_step(nsd_lanes_descent *d, const nsd_lanes_arithmetic *by)
{
    const size_t all = (size_t)(d->n + d->m);
    double       A[DIRECTIONS * DIRECTIONS], c[DIRECTIONS];

    d->newest = d->known < DIRECTIONS ? d->known++ : (d->newest + 1) % DIRECTIONS;
    nsd_lanes_descent_end(d, by);
    const double energy = d->gram[d->newest * (1 + DIRECTIONS)];
    if (!(energy <= ENERGY_GROWTH * d->last_energy)) {
        keep_newest(d);
    }
    d->last_energy = energy;
    memcpy(A, d->gram, sizeof A);
    for (int j = 0; j < d->known; j++) {
        A[j * (1 + DIRECTIONS)] *= 1.0 + DIAGONAL_RAISE;
        c[j] = -by->dot(d->n, d->P + (size_t)j * all, d->slope);
    }
    if (nsd_dense_cholesky_small(d->known, A, DIRECTIONS) != 0) {
        return 0;
    }
    nsd_dense_cholesky_solve_small(d->known, A, DIRECTIONS, c);
    for (int j = 0; j < d->known; j++) {
        by->add_scaled((int)all, (float)c[j], d->P + (size_t)j * all, d->y);
    }
    return 1;
}
