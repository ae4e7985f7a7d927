/* nsd_bodies_global.c - a few contacts that sweeps do not solve, all at once with the matrix W */
#include <string.h>

#include "nsd_bodies_parts.h"

#define SWEEPS  1000 /* of its own, at most */
#define TIGHTER 0.01 /* so that the steps after it start well */

/* block += side times what the body they share makes of W(one, two): D'D / m + (arm x D)' J
 * (arm x D) */
static void add_part(const nsd_motion *motion, double side, const nsd_frame *frame[2],
                     const double *const arm[2], double *block)
{
    double lever[3], moment[3], turn[3];
    for (int j = 0; j < 3; j++) {
        nsd_cross3(arm[1], frame[1]->D + 3 * j, lever);
        nsd_times3(motion->J, lever, turn);
        for (int i = 0; i < 3; i++) {
            const double along = nsd_dot3(frame[0]->D + 3 * i, frame[1]->D + 3 * j);
            nsd_cross3(arm[0], frame[0]->D + 3 * i, moment);
            block[i + 3 * j] += side * (motion->inverse_mass * along + nsd_dot3(moment, turn));
        }
    }
}

static void couple(const nsd_bodies *bodies, const nsd_touch *one, const nsd_touch *two,
                   double *block)
{
    const nsd_frame *frame[2] = { &one->frame, &two->frame };
    const int        first[2] = { one->a, one->b }, second[2] = { two->a, two->b };
    const double    *arms[4] = { one->frame.arm_a, one->frame.arm_b, two->frame.arm_a,
                                 two->frame.arm_b };

    memset(block, 0, 9 * sizeof *block);
    for (int k = 0; k < 4; k++) {
        const int i = k & 1, j = k >> 1, body = first[i];
        if (body == second[j] && body < bodies->set->count) {
            const double *const arm[2] = { arms[i], arms[2 + j] };
            add_part(bodies->motion + body, i == j ? 1.0 : -1.0, frame, arm, block);
        }
    }
}

typedef struct matrices {
    double *W, *q, *r, *mu;
} matrices;

static void fill(const nsd_bodies *bodies, const matrices *m)
{
    const int d = bodies->set->dimension, count = bodies->now.count, n = d * count;
    for (int a = 0; a < count; a++) {
        const nsd_touch *one = bodies->now.item + a;
        m->mu[a] = one->mu;
        memcpy(m->q + (size_t)d * (size_t)a, one->q, (size_t)d * sizeof(double));
        memcpy(m->r + (size_t)d * (size_t)a, one->r, (size_t)d * sizeof(double));
        for (int b = 0; b < count; b++) {
            double block[9];
            couple(bodies, one, bodies->now.item + b, block);
            for (int k = 0; k < d * d; k++) {
                const int i = k % d, j = k / d;
                m->W[(size_t)(d * a + i) + (size_t)(d * b + j) * (size_t)n] = block[i + 3 * j];
            }
        }
    }
}

nsd_status nsd_bodies_global(nsd_bodies *bodies, double lambda)
{
    const int    d = bodies->set->dimension, count = bodies->now.count;
    const size_t n = (size_t)d * (size_t)count;
    nsd_friction problem;

    memset(&problem, 0, sizeof problem);
    problem.contacts = count;
    problem.layout.groups = 1;
    problem.layout.size[0] = d - 1;
    problem.lambda = lambda;
    const size_t bytes = nsd_scratch_need(n * n, sizeof(double)) +
                         3 * nsd_scratch_need(n, sizeof(double)) + nsd_friction_scratch(&problem);
    if (bytes > bodies->work.size) {
        const nsd_status status = bodies->grow_work(&bodies->work, bytes);
        if (status != NSD_OK) {
            return status;
        }
    }
    bodies->work.used = 0;
    const matrices m = { nsd_scratch_take(&bodies->work, n * n, sizeof(double)),
                         nsd_scratch_take(&bodies->work, n, sizeof(double)),
                         nsd_scratch_take(&bodies->work, n, sizeof(double)),
                         nsd_scratch_take(&bodies->work, n, sizeof(double)) };
    if (!m.mu) {
        return NSD_ERR_WORKSPACE;
    }
    fill(bodies, &m);
    problem.W = m.W;
    problem.q = m.q;
    problem.mu[0] = m.mu;
    const nsd_friction_options options = { SWEEPS, TIGHTER * bodies->tolerance };
    nsd_friction_info          info;
    const nsd_status status = nsd_friction_auto(&problem, &options, &bodies->work, m.r, &info);
    if (status != NSD_OK) {
        return status; /* the sweeps go on from where they were */
    }
    for (int a = 0; a < count; a++) {
        memcpy(bodies->now.item[a].r, m.r + (size_t)d * (size_t)a, (size_t)d * sizeof(double));
    }
    return NSD_OK;
}
