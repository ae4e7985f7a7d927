/* bodies_accelerate.c - steps of least energy along the last directions of an iteration  (RB.11) */
#include "bodies/bodies_accelerate.h"

#include <math.h>
#include <string.h>

#include "base/dense_small.h"
#include "base/vector3.h"

#define DIRECTIONS NSD_ACCELERATE_DIRECTIONS

/* Growth of the energy V'MV of f from one iteration to the next at which the directions before f
 * are dropped. Larger: directions of contacts that have changed stay in use; smaller: good
 * directions are dropped, which costs sweeps. */
#define ENERGY_GROWTH 4.0

/* Part by which the diagonal of V'MV is raised. Larger: shorter steps; smaller: directions that are
 * nearly dependent make long steps of rounding. */
#define DIAGONAL_RAISE 1e-10

static size_t lay_out(nsd_bodies_accelerate *descent, int n, int bodies, nsd_scratch *scratch)
{
    const size_t unknowns = (size_t)n, v = 6 * (size_t)bodies;
    descent->mass = nsd_scratch_doubles(scratch, NSD_ACCELERATE_MASS_NUMBERS * (size_t)bodies);
    descent->start_r = nsd_scratch_doubles(scratch, unknowns);
    descent->start_v = nsd_scratch_doubles(scratch, v);
    descent->P = nsd_scratch_doubles(scratch, DIRECTIONS * unknowns);
    NSD_SCRATCH_EACH(scratch, DIRECTIONS * v, &descent->V, &descent->MV);
    return nsd_scratch_counted(scratch);
}

size_t nsd_bodies_accelerate_scratch(int n, int bodies)
{
    return lay_out(&(nsd_bodies_accelerate){ 0 }, n, bodies, NSD_SCRATCH_COUNTER);
}

int nsd_bodies_accelerate_init(nsd_bodies_accelerate *descent, int n, int bodies,
                               nsd_scratch *scratch)
{
    descent->n = n;
    descent->bodies = bodies;
    descent->known = descent->newest = 0;
    descent->last_energy = INFINITY;
    lay_out(descent, n, bodies, scratch);
    return !nsd_scratch_is_full(scratch);
}

void nsd_bodies_accelerate_begin(nsd_bodies_accelerate *descent, const double *r, const double *v)
{
    memcpy(descent->start_r, r, (size_t)descent->n * sizeof *r);
    memcpy(descent->start_v, v, 6 * (size_t)descent->bodies * sizeof *v);
}

/* a'b for n a multiple of three, as three sums that the processor adds side by side */
static double dot_of_triples(int n, const double *a, const double *b)
{
    double sum[3] = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < n; i += 3) {
        sum[0] += a[i] * b[i];
        sum[1] += a[i + 1] * b[i + 1];
        sum[2] += a[i + 2] * b[i + 2];
    }
    return sum[0] + sum[1] + sum[2];
}

/* The newest direction <- from the beginning of the iteration to r, v */
void nsd_bodies_accelerate_end(nsd_bodies_accelerate *descent, const double *r, const double *v)
{
    const int now = descent->newest, n = descent->n, m = 6 * descent->bodies;
    double   *P = descent->P + (size_t)now * (size_t)n;
    double   *V = descent->V + (size_t)now * (size_t)m, *MV = descent->MV + (V - descent->V);

    for (int i = 0; i < n; i++) {
        P[i] = r[i] - descent->start_r[i];
    }
    for (int i = 0; i < m; i++) {
        V[i] = v[i] - descent->start_v[i];
    }
    for (int i = 0; i < descent->bodies; i++) {
        const double *mass = descent->mass + NSD_ACCELERATE_MASS_NUMBERS * i, *own = V + 6 * i;
        double       *momentum = MV + 6 * i;
        for (int k = 0; k < 3; k++) {
            momentum[k] = mass[0] * own[k];
        }
        nsd_times3(mass + 1, own + 3, momentum + 3);
    }
    for (int j = 0; j < descent->known; j++) {
        const double value = dot_of_triples(m, V, descent->MV + (size_t)j * (size_t)m);
        descent->gram[now + DIRECTIONS * j] = descent->gram[j + DIRECTIONS * now] = value;
    }
}

/* Drops all directions but the newest, which becomes number 0. */
static void keep_newest(nsd_bodies_accelerate *descent)
{
    const size_t now = (size_t)descent->newest, n = (size_t)descent->n;
    const size_t m = 6 * (size_t)descent->bodies;
    memmove(descent->P, descent->P + now * n, n * sizeof(double));
    memmove(descent->V, descent->V + now * m, m * sizeof(double));
    memmove(descent->MV, descent->MV + now * m, m * sizeof(double));
    descent->gram[0] = descent->gram[now + DIRECTIONS * now];
    descent->known = 1;
    descent->newest = 0;
}

/* y <- y + sum_j c_j d_j */
static void add_directions(int n, int have, const double *c, const double *d, double *y)
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
    double    A[DIRECTIONS * DIRECTIONS], c[DIRECTIONS];

    descent->newest = descent->known < DIRECTIONS ? descent->known++
                                                  : (descent->newest + 1) % DIRECTIONS;
    nsd_bodies_accelerate_end(descent, r, v);
    const double energy = descent->gram[descent->newest * (1 + DIRECTIONS)];
    if (!(energy <= ENERGY_GROWTH * descent->last_energy)) {
        keep_newest(descent);
    }
    descent->last_energy = energy;
    memcpy(A, descent->gram, sizeof A);
    for (int j = 0; j < descent->known; j++) {
        A[j * (1 + DIRECTIONS)] *= 1.0 + DIAGONAL_RAISE;
        c[j] = -dot_of_triples(n, descent->P + (size_t)j * (size_t)n, slope);
    }
    if (nsd_dense_cholesky_small(descent->known, A, DIRECTIONS) != 0) {
        return 0;
    }
    nsd_dense_cholesky_solve_small(descent->known, A, DIRECTIONS, c);
    add_directions(n, descent->known, c, descent->P, r);
    add_directions(6 * descent->bodies, descent->known, c, descent->V, v);
    return 1;
}
