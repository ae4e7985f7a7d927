/* bodies_accelerate.c - steps of least energy along the last directions of an iteration  (RB.11) */
#include "bodies/bodies_accelerate.h"

#include <math.h>
#include <string.h>

#include "base/dense_small.h"
#include "base/vector3.h"

#define SLOTS NSD_DESCENT_SLOTS
#define GREW  4.0 /* times the energy of the last f: the directions before are forgotten */

size_t nsd_bodies_accelerate_scratch(int n, int bodies)
{
    const size_t unknowns = (size_t)n, v = 6 * (size_t)bodies, item = sizeof(double);
    return nsd_scratch_need(NSD_DESCENT_MASS * (size_t)bodies, item) +
           nsd_scratch_need(unknowns, item) + nsd_scratch_need(v, item) +
           nsd_scratch_need(SLOTS * unknowns, item) + 2 * nsd_scratch_need(SLOTS * v, item);
}

int nsd_bodies_accelerate_init(nsd_bodies_accelerate *descent, int n, int bodies,
                               nsd_scratch *scratch)
{
    const size_t unknowns = (size_t)n, v = 6 * (size_t)bodies, item = sizeof(double);
    descent->n = n;
    descent->bodies = bodies;
    descent->have = descent->now = 0;
    descent->old = INFINITY;
    descent->mass = nsd_scratch_take(scratch, NSD_DESCENT_MASS * (size_t)bodies, item);
    descent->x = nsd_scratch_take(scratch, unknowns, item);
    descent->y = nsd_scratch_take(scratch, v, item);
    descent->P = nsd_scratch_take(scratch, SLOTS * unknowns, item);
    descent->V = nsd_scratch_take(scratch, SLOTS * v, item);
    descent->MV = nsd_scratch_take(scratch, SLOTS * v, item);
    return descent->mass && descent->x && descent->y && descent->P && descent->V && descent->MV;
}

void nsd_bodies_accelerate_begin(nsd_bodies_accelerate *descent, const double *r, const double *v)
{
    memcpy(descent->x, r, (size_t)descent->n * sizeof *r);
    memcpy(descent->y, v, 6 * (size_t)descent->bodies * sizeof *v);
}

/* a'b for n a multiple of three, as three sums that do not wait for each other */
static double product(int n, const double *a, const double *b)
{
    double sum[3] = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < n; i += 3) {
        sum[0] += a[i] * b[i];
        sum[1] += a[i + 1] * b[i + 1];
        sum[2] += a[i + 2] * b[i + 2];
    }
    return sum[0] + sum[1] + sum[2];
}

/* The direction from where the iteration began to r, v into the slot `now` */
static void set_direction(nsd_bodies_accelerate *descent, const double *r, const double *v)
{
    const int now = descent->now, n = descent->n, m = 6 * descent->bodies;
    double   *P = descent->P + (size_t)now * (size_t)n;
    double   *V = descent->V + (size_t)now * (size_t)m, *MV = descent->MV + (V - descent->V);

    for (int i = 0; i < n; i++) {
        P[i] = r[i] - descent->x[i];
    }
    for (int i = 0; i < m; i++) {
        V[i] = v[i] - descent->y[i];
    }
    for (int i = 0; i < descent->bodies; i++) {
        const double *mass = descent->mass + NSD_DESCENT_MASS * i, *own = V + 6 * i;
        double       *momentum = MV + 6 * i;
        for (int k = 0; k < 3; k++) {
            momentum[k] = mass[0] * own[k];
        }
        nsd_times3(mass + 1, own + 3, momentum + 3);
    }
    for (int j = 0; j < descent->have; j++) {
        const double value = product(m, V, descent->MV + (size_t)j * (size_t)m);
        descent->gram[now + SLOTS * j] = descent->gram[j + SLOTS * now] = value;
    }
}

/* The current direction alone, in the first slot */
static void forget(nsd_bodies_accelerate *descent)
{
    const size_t now = (size_t)descent->now, n = (size_t)descent->n;
    const size_t m = 6 * (size_t)descent->bodies;
    memmove(descent->P, descent->P + now * n, n * sizeof(double));
    memmove(descent->V, descent->V + now * m, m * sizeof(double));
    memmove(descent->MV, descent->MV + now * m, m * sizeof(double));
    descent->gram[0] = descent->gram[now + SLOTS * now];
    descent->have = 1;
    descent->now = 0;
}

/* y <- y + sum_j c_j d_j */
static void add(int n, int have, const double *c, const double *d, double *y)
{
    for (int j = 0; j < have; j++, d += n) {
        for (int i = 0; i < n; i++) {
            y[i] += c[j] * d[i];
        }
    }
}

int nsd_bodies_accelerate_step(nsd_bodies_accelerate *descent, const double *slope, double *r,
                               double *v)
{
    const int n = descent->n;
    double    A[SLOTS * SLOTS], c[SLOTS];

    descent->now = descent->have < SLOTS ? descent->have++ : (descent->now + 1) % SLOTS;
    set_direction(descent, r, v);
    const double energy = descent->gram[descent->now * (1 + SLOTS)];
    if (!(energy <= GREW * descent->old)) {
        forget(descent);
    }
    descent->old = energy;
    memcpy(A, descent->gram, sizeof A);
    for (int j = 0; j < descent->have; j++) {
        A[j * (1 + SLOTS)] *= 1.0 + 1e-10;
        c[j] = -product(n, descent->P + (size_t)j * (size_t)n, slope);
    }
    if (nsd_dense_cholesky_small(descent->have, A, SLOTS) != 0) {
        return 0;
    }
    nsd_dense_cholesky_solve_small(descent->have, A, SLOTS, c);
    add(n, descent->have, c, descent->P, r);
    add(6 * descent->bodies, descent->have, c, descent->V, v);
    return 1;
}

void nsd_bodies_accelerate_end(nsd_bodies_accelerate *descent, const double *r, const double *v)
{
    set_direction(descent, r, v);
}
