/* bar_mode.c - first bending mode of the free bar, and starts excited along it. */
#include <math.h>
#include <string.h>

#include "model/builtin/bar.h"
#include "base/dense.h"

/* Stretch of a mode, in parts of its bending, up to which it is a mode of bending. Larger: modes of
 * stretching may be taken; smaller: rounding hides modes of bending. */
#define BENDING_STRETCH 1e-3

typedef struct eigenproblem {
    double *K, *M, *unused; /* size x size                                          */
    double *q, *v, *squares;
    double *work; /* 3 size, the least that nsd_dense_eigen_pair needs */
} eigenproblem;

static void lay_out(eigenproblem *p, size_t size, nsd_scratch *scratch)
{
    NSD_SCRATCH_EACH(scratch, size * size, &p->K, &p->M, &p->unused);
    NSD_SCRATCH_EACH(scratch, size, &p->q, &p->v, &p->squares);
    p->work = nsd_scratch_doubles(scratch, 3 * size);
}

size_t nsd_bar_mode_scratch(int segments)
{
    const size_t size = 2 * (size_t)segments + 2;
    nsd_scratch  counter = nsd_scratch_counter();
    nsd_scratch_doubles(&counter, size); /* the shape of nsd_bar_perturb */
    lay_out(&(eigenproblem){ 0 }, size, &counter);
    return nsd_scratch_counted(&counter);
}

static void straight_bar(const nsd_bar *bar, double angle, double *q)
{
    q[0] = q[1] = 0.0;
    for (int i = 0; i < bar->n; i++) {
        q[2 + i] = angle;
        q[2 + bar->n + i] = bar->given.model == 1 ? bar->L : 0.0;
    }
}

/* 1 for a mode of bending: in a straight bar bending does not change the lengths. */
static int is_bending(const nsd_bar *bar, const double *shape)
{
    const double angles = nsd_dense_max_abs(bar->n, shape + 2) * bar->L;
    return nsd_dense_max_abs(bar->n, shape + 2 + bar->n) < BENDING_STRETCH * angles;
}

/* K x = omega^2 M x, with K the stiffness without gravity                              (BAR.13) */
nsd_status nsd_bar_first_mode(nsd_bar *bar, double angle, nsd_scratch *scratch, nsd_bar_mode *mode)
{
    const size_t size = (size_t)bar->size;
    nsd_scratch  space = *scratch;
    eigenproblem p;
    lay_out(&p, size, &space);
    NSD_TRY(nsd_scratch_status(&space));
    double *K = p.K;

    const double gravity = bar->given.gravity;
    straight_bar(bar, angle, p.q);
    memset(p.v, 0, size * sizeof *p.v);
    bar->given.gravity = 0.0;
    nsd_bar_force_jac(bar, 0.0, p.q, p.v, K, p.unused);
    bar->given.gravity = gravity;
    nsd_dense_scale(size * size, -1.0, K, K);
    nsd_bar_mass(bar, p.q, p.M);
    NSD_TRY(nsd_dense_eigen_pair(bar->size, K, p.M, p.squares, p.work));

    int first = 3; /* the modes after two translations and the rotation */
    while (first < bar->size && !is_bending(bar, K + (size_t)first * size)) {
        first++;
    }
    if (first == bar->size) {
        return NSD_STALLED;
    }
    const double *shape = K + (size_t)first * size, sign = shape[2] < 0.0 ? -1.0 : 1.0;
    nsd_dense_scale(size, sign, shape, mode->shape);
    mode->bending = sqrt(p.squares[first]);
    mode->highest = sqrt(p.squares[size - 1]);
    return NSD_OK;
}

/* The modes of the straight bar with the energy of the vibration                       (BAR.14) */
nsd_status nsd_bar_perturb(nsd_bar *bar, const nsd_bar_start *start, nsd_scratch *scratch,
                           double *q, double *v)
{
    const size_t size = (size_t)bar->size;
    nsd_scratch  space = *scratch;
    if (!(start->fraction >= 0.0)) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    if (start->fraction > 0.0) {
        nsd_bar_mode mode = { 0.0, 0.0, nsd_scratch_doubles(&space, size) };
        if (!mode.shape) {
            return NSD_ERR_WORKSPACE;
        }
        NSD_TRY(nsd_bar_first_mode(bar, start->angle, &space, &mode));
        const double mass = bar->n * bar->m + bar->mu;
        const double speed = fabs(start->speed) * sqrt(start->fraction * mass);
        straight_bar(bar, start->angle, q);
        for (size_t i = 0; i < size; i++) {
            q[i] += speed / mode.bending * cos(start->phase) * mode.shape[i];
            v[i] = -speed * sin(start->phase) * mode.shape[i];
        }
    } else {
        straight_bar(bar, start->angle, q);
        memset(v, 0, size * sizeof *v);
    }
    q[1] += start->height;
    v[1] -= start->speed;
    return NSD_OK;
}
