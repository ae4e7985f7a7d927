/* lanes_descent.c - steps of least energy along the last directions, in single precision (RB.11) */
#include "bodies/lanes/lanes_descent.h"

#include <math.h>
#include <string.h>

#include "base/dense_small.h"
#include "base/threads.h"

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
    d->mass = floats(scratch, 10 * (size_t)bodies);
    d->y = floats(scratch, all);
    d->start = floats(scratch, all);
    d->slope = floats(scratch, (size_t)n);
    d->P = floats(scratch, DIRECTIONS * all);
    d->MV = floats(scratch, DIRECTIONS * m);
    d->part = nsd_scratch_doubles(scratch, all / NSD_LANES_BLOCK + 1);
    return nsd_scratch_counted(scratch);
}

typedef struct vectors { /* a and b, or a and to, of n numbers, whose blocks are computed at once */
    const nsd_lanes_descent    *d;
    const nsd_lanes_arithmetic *by;
    const float                *a, *b;
    float                      *to, factor;
    int                         n;
} vectors;

/* Calls make(x, block) for all blocks of x->n numbers. */
static void each_block(vectors *x, nsd_part_fn *make)
{
    nsd_threads_each(x->d->threads, (x->n + NSD_LANES_BLOCK - 1) / NSD_LANES_BLOCK, make, x);
}

/* Numbers of a block that begins at `first` */
static int length_of(const vectors *x, int first)
{
    return x->n - first > NSD_LANES_BLOCK ? NSD_LANES_BLOCK : x->n - first;
}

static void dot_of_block(void *work, int block)
{
    const vectors *x = work;
    const int      first = NSD_LANES_BLOCK * block;
    x->d->part[block] = x->by->dot(length_of(x, first), x->a + first, x->b + first);
}

/* a'b: blocks are summed in their order, whatever thread has computed them */
static double dot(const nsd_lanes_descent *d, const nsd_lanes_arithmetic *by, int n, const float *a,
                  const float *b)
{
    vectors x = { .d = d, .by = by, .n = n, .a = a, .b = b };
    double  sum = 0.0;
    each_block(&x, dot_of_block);
    for (int k = 0; k * NSD_LANES_BLOCK < n; k++) {
        sum += d->part[k];
    }
    return sum;
}

static void difference_of_block(void *work, int block)
{
    const vectors *x = work;
    const int      first = NSD_LANES_BLOCK * block;
    x->by->difference(length_of(x, first), x->a + first, x->b + first, x->to + first);
}

static void add_block(void *work, int block)
{
    const vectors *x = work;
    const int      first = NSD_LANES_BLOCK * block;
    x->by->add_scaled(length_of(x, first), x->factor, x->a + first, x->to + first);
}

static void copy_block(void *work, int block)
{
    const vectors *x = work;
    const int      first = NSD_LANES_BLOCK * block;
    memcpy(x->to + first, x->a + first, (size_t)length_of(x, first) * sizeof(float));
}

void nsd_lanes_descent_begin(nsd_lanes_descent *d)
{
    vectors x = { .d = d, .n = d->n + d->m, .a = d->y, .to = d->start };
    each_block(&x, copy_block);
}

/* to <- M v of the bodies of a block, v = a */
static void momenta(void *work, int block)
{
    const vectors *x = work;
    const int      first = NSD_LANES_BLOCK * block, end = first + length_of(x, first);
    const float   *v = x->a, *mass = x->d->mass + 10 * (first / MOTION);
    float         *momentum = x->to;
    for (int i = first; i < end; i += MOTION, mass += 10) {
        const float *w = v + i + 3;
        for (int k = 0; k < 3; k++) {
            momentum[i + k] = mass[0] * v[i + k];
            momentum[i + 3 + k] = mass[1 + k] * w[0] + mass[4 + k] * w[1] + mass[7 + k] * w[2];
        }
        momentum[i + 6] = momentum[i + 7] = 0.0f;
    }
}

void nsd_lanes_descent_end(nsd_lanes_descent *d, const nsd_lanes_arithmetic *by)
{
    const int    now = d->newest, n = d->n, m = d->m;
    const size_t all = (size_t)(n + m);
    float       *P = d->P + (size_t)now * all, *MV = d->MV + (size_t)(now * m);
    vectors      step = { .d = d, .by = by, .n = n + m, .a = d->y, .b = d->start, .to = P };
    vectors      momentum = { .d = d, .n = m, .a = P + n, .to = MV };

    each_block(&step, difference_of_block);
    each_block(&momentum, momenta);
    for (int j = 0; j < d->known; j++) {
        const double value = dot(d, by, m, P + n, d->MV + (size_t)(j * m));
        d->gram[now + DIRECTIONS * j] = d->gram[j + DIRECTIONS * now] = value;
    }
}

/* Drops all directions but the newest, which becomes number 0. */
static void keep_newest(nsd_lanes_descent *d)
{
    const size_t now = (size_t)d->newest, m = (size_t)d->m, all = (size_t)d->n + m;
    memmove(d->P, d->P + now * all, all * sizeof(float));
    memmove(d->MV, d->MV + now * m, m * sizeof(float));
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
        c[j] = -dot(d, by, d->n, d->P + (size_t)j * all, d->slope);
    }
    if (nsd_dense_cholesky_small(d->known, A, DIRECTIONS) != 0) {
        return 0;
    }
    nsd_dense_cholesky_solve_small(d->known, A, DIRECTIONS, c);
    for (int j = 0; j < d->known; j++) {
        vectors x = { .d = d, .by = by, .n = (int)all, .a = d->P + (size_t)j * all, .to = d->y };
        x.factor = (float)c[j];
        each_block(&x, add_block);
    }
    return 1;
}
