/* bodies_project.c - gaps that are negative after a step are closed by position         (RB.10) */
#include <string.h>

#include "bodies/bodies_parts.h"

#define SWEEPS 50

/* One sweep over the normals; returns the largest gap that it found open to correction. */
static double sweep(nsd_bodies *bodies)
{
    double worst = 0.0;
    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch   *touch = bodies->now.item + c;
        const int    b = nsd_touch_other(bodies, touch);
        double       d[3], change[3] = { 0.0, 0.0, 0.0 };
        const double reached = touch->q[0]; /* the multiplier, see nsd_bodies_project_gaps */
        nsd_touch_velocity(bodies->motion, touch, b, d);
        const double left = touch->gap + d[0];
        touch->q[0] = fmax(0.0, reached - left / touch->W[0]);
        change[0] = touch->q[0] - reached;
        worst = fmax(worst, fabs(change[0]) * touch->W[0]);
        nsd_touch_push(bodies->motion, touch, b, change);
    }
    return worst;
}

static void turn_body(double *q, double *w, const double *d)
{
    const double turn[4] = { 1.0, 0.5 * d[0], 0.5 * d[1], 0.5 * d[2] };
    double       R[9], own[3];
    nsd_quaternion_matrix(q + 3, R);
    nsd_transpose_times3(R, w, own);
    nsd_quaternion_product(turn, q + 3, q + 3);
    nsd_quaternion_matrix(q + 3, R);
    nsd_times3(R, own, w); /* the same turn as seen from the body: the same energy */
}

double nsd_bodies_project_gaps(nsd_bodies *bodies, nsd_state *state)
{
    const nsd_body_set *set = bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);
    double              smallest = INFINITY, added = 0.0, deepest = 0.0;

    for (int c = 0; c < bodies->now.count; c++) {
        bodies->now.item[c].q[0] = 0.0;
        deepest = fmax(deepest, -bodies->now.item[c].gap);
    }
    for (int i = 0; i < set->count; i++) {
        memset(bodies->motion[i].v, 0, 3 * sizeof(double));
        memset(bodies->motion[i].w, 0, 3 * sizeof(double));
        smallest = fmin(smallest, bodies->body[i].bound);
    }
    if (!(deepest > NSD_TOUCH_SLACK * smallest)) {
        return 0.0;
    }
    for (int k = 0; k < SWEEPS && sweep(bodies) > NSD_TOUCH_SLACK * smallest; k++) {
    }
    for (int i = 0; i < set->count; i++) {
        double           *q = state->q + (size_t)i * (size_t)stride;
        const nsd_motion *motion = bodies->motion + i;
        for (int k = 0; k < (set->dimension == 2 ? 2 : 3); k++) {
            q[k] += motion->v[k];
        }
        if (motion->inverse_mass > 0.0) {
            added -= set->mass[i] * nsd_dot3(set->gravity, motion->v);
        }
        if (set->dimension == 2) {
            q[2] += motion->w[2];
        } else {
            turn_body(q, state->v + (size_t)i * (size_t)stride + 3, motion->w);
        }
    }
    return added;
}
