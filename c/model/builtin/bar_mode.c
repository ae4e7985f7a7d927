/* bar_mode.c - first bending mode of the free bar, and starts excited along it. */
#include <math.h>
#include <string.h>

#include "model/builtin/bar.h"
#include "base/dense.h"

/* Stretch of a mode, in parts of its bending, up to which it is a mode of bending. Larger: modes of
 * stretching may be taken; smaller: rounding hides modes of bending. */
#define BENDING_STRETCH 1e-3

static int eigen_work(int size)
{
    return 3 * size; /* the least that nsd_dense_eigen_pair needs */
}

size_t nsd_bar_mode_scratch(int segments)
{
    const size_t size = 2 * (size_t)segments + 2;
    return nsd_scratch_need(3 * size * size, sizeof(double)) +
           nsd_scratch_need(4 * size, sizeof(double)) + nsd_scratch_need(size, sizeof(double)) +
           nsd_scratch_need((size_t)eigen_work((int)size), sizeof(double));
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
    const size_t size = (size_t)bar->size, used = scratch->used;
    double      *K = nsd_scratch_take(scratch, 3 * size * size, sizeof *K);
    double      *q = nsd_scratch_take(scratch, 4 * size, sizeof *q);
    double      *work = nsd_scratch_take(scratch, (size_t)eigen_work(bar->size), sizeof *work);
    if (!K || !q || !work) {
        return NSD_ERR_WORKSPACE;
    }
    double *M = K + size * size, *unused = M + size * size;
    double *v = q + size, *squares = v + size;

    const double gravity = bar->given.gravity;
    straight_bar(bar, angle, q);
    memset(v, 0, size * sizeof *v);
    bar->given.gravity = 0.0;
    nsd_bar_force_jac(bar, 0.0, q, v, K, unused);
    bar->given.gravity = gravity;
    for (size_t i = 0; i < size * size; i++) {
        K[i] = -K[i];
    }
    nsd_bar_mass(bar, q, M);
    const nsd_status status = nsd_dense_eigen_pair(bar->size, K, M, squares, work);
    scratch->used = used;
    if (status != NSD_OK) {
        return status;
    }

    int first = 3; /* the modes after two translations and the rotation */
    while (first < bar->size && !is_bending(bar, K + (size_t)first * size)) {
        first++;
    }
    if (first == bar->size) {
        return NSD_STALLED;
    }
    const double *shape = K + (size_t)first * size, sign = shape[2] < 0.0 ? -1.0 : 1.0;
    for (size_t i = 0; i < size; i++) {
        mode->shape[i] = sign * shape[i];
    }
    mode->bending = sqrt(squares[first]);
    mode->highest = sqrt(squares[size - 1]);
    return NSD_OK;
}

/* The modes of the straight bar with the energy of the vibration                       (BAR.14) */
nsd_status nsd_bar_perturb(nsd_bar *bar, const nsd_bar_start *start, nsd_scratch *scratch,
                           double *q, double *v)
{
    const size_t size = (size_t)bar->size, used = scratch->used;
    if (!(start->fraction >= 0.0)) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    if (start->fraction > 0.0) {
        nsd_bar_mode mode = { 0.0, 0.0, nsd_scratch_take(scratch, size, sizeof(double)) };
        if (!mode.shape) {
            return NSD_ERR_WORKSPACE;
        }
        const nsd_status status = nsd_bar_first_mode(bar, start->angle, scratch, &mode);
        scratch->used = used;
        if (status != NSD_OK) {
            return status;
        }
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
