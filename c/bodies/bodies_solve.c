/* bodies_solve.c - the contacts of one step: frames, blocks, right sides, warm start (RB.5) */
#include <string.h>

#include "bodies/bodies_parts.h"

#define ROUNDING 1e-12 /* part of the bodies' velocities that is none between them */

/* Two tangents to the normal; in the plane one, and zero. */
static void set_frame(int dimension, double *D)
{
    double *n = D, *t = D + 3;
    if (dimension == 2) {
        const double tangents[6] = { -n[1], n[0], 0.0, 0.0, 0.0, 0.0 };
        memcpy(t, tangents, sizeof tangents);
        return;
    }
    const double sign = n[2] < 0.0 ? -1.0 : 1.0, a = -1.0 / (sign + n[2]), b = n[0] * n[1] * a;
    const double tangents[6] = { 1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0], b,
                                 sign + n[1] * n[1] * a,       -n[1] };
    memcpy(t, tangents, sizeof tangents);
}

/* Adds what one body makes of the block of a contact to W; returns a bound of its largest
 * eigenvalue: the largest column sum, and the inverse mass, as D'D = I. */
static double add_part(const double *D, const double *arm, const nsd_motion *motion, double *W)
{
    double largest = 0.0, moment[9], turn[3];
    for (int k = 0; k < 3; k++) {
        nsd_cross3(arm, D + 3 * k, moment + 3 * k);
    }
    for (int j = 0; j < 3; j++) {
        double sum = 0.0;
        nsd_times3(motion->J, moment + 3 * j, turn);
        for (int i = 0; i < 3; i++) {
            const double entry = nsd_dot3(moment + 3 * i, turn);
            W[i + 3 * j] += entry + motion->inverse_mass * nsd_dot3(D + 3 * i, D + 3 * j);
            sum += fabs(entry);
        }
        largest = fmax(largest, sum);
    }
    return motion->inverse_mass + largest;
}

void nsd_bodies_prepare(nsd_bodies *bodies)
{
    const int count = bodies->set->count;
    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch *touch = bodies->now.item + c;
        nsd_frame *frame = &touch->frame;
        set_frame(bodies->set->dimension, frame->D);
        nsd_add_scaled3(touch->point, -1.0, bodies->body[touch->a].x, frame->arm_a);
        memset(touch->W, 0, sizeof touch->W);
        touch->norm_a = add_part(frame->D, frame->arm_a, bodies->motion + touch->a, touch->W);
        touch->norm_b = 0.0;
        if (touch->b < count) {
            nsd_add_scaled3(touch->point, -1.0, bodies->body[touch->b].x, frame->arm_b);
            touch->norm_b = add_part(frame->D, frame->arm_b, bodies->motion + touch->b, touch->W);
        }
    }
}

/* q = U_free + e U_N + e_T U_T, with U before the impulses                             (RB.5) */
static void set_right_sides(nsd_bodies *bodies)
{
    const int count = bodies->set->count;
    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch *touch = bodies->now.item + c;
        const int  b = nsd_touch_other(bodies, touch), body[2] = { touch->a, b };
        nsd_motion old[2];
        double     drift[3];

        memset(old, 0, sizeof old);
        for (int side = 0; side < 2 && body[side] < count; side++) {
            memcpy(old[side].v, bodies->body[body[side]].old, 3 * sizeof(double));
            memcpy(old[side].w, bodies->body[body[side]].old + 3, 3 * sizeof(double));
        }
        nsd_frame_drift(old, old + 1, &touch->frame, drift);
        nsd_transpose_times3(touch->frame.D, drift, touch->before);
        nsd_touch_velocity(bodies->motion, touch, b, touch->q);
        for (int k = 0; k < 3; k++) {
            touch->law[k] = (k == 0 ? touch->restitution : touch->tangential) * touch->before[k];
            touch->q[k] += touch->law[k];
        }
    }
}

static int same_touch(const nsd_touch *one, const nsd_touch *two)
{
    if (one->a != two->a) {
        return one->a < two->a ? -1 : 1;
    }
    if (one->b != two->b) {
        return one->b < two->b ? -1 : 1;
    }
    return one->feature < two->feature ? -1 : one->feature > two->feature;
}

/* Impulses of the same contacts in the step before are the guess; both lists are in order. */
static void start_warm(nsd_bodies *bodies)
{
    const nsd_touch_list *before = &bodies->before;
    const int             plane = bodies->set->dimension == 2;
    int                   k = 0;

    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch *touch = bodies->now.item + c;
        while (k < before->count && same_touch(before->item + k, touch) < 0) {
            k++;
        }
        if (k < before->count && same_touch(before->item + k, touch) == 0) {
            const nsd_touch *old = before->item + k;
            double           push[3];
            nsd_times3(old->frame.D, old->r, push);
            touch->streak = old->streak;
            nsd_transpose_times3(touch->frame.D, push, touch->r);
            touch->r[0] = fmax(0.0, touch->r[0]);
            nsd_times3(nsd_frame_axes(plane, &old->frame), old->torque, push);
            nsd_transpose_times3(nsd_frame_axes(plane, &touch->frame), push, touch->torque);
        }
        const double most = touch->mu * touch->r[0];
        const double size = sqrt(touch->r[1] * touch->r[1] + touch->r[2] * touch->r[2]);
        const double scale = size > most ? most / size : 1.0;
        touch->r[1] *= scale;
        touch->r[2] *= scale;
    }
}

/* The largest column sum of |J|: a bound of its eigenvalues */
static double largest_sum(const double *J)
{
    double largest = 0.0;
    for (int j = 0; j < 9; j += 3) {
        largest = fmax(largest, fabs(J[j]) + fabs(J[j + 1]) + fabs(J[j + 2]));
    }
    return largest;
}

/* A bound of the largest eigenvalue of W, a sum over bodies of parts whose blocks are bounded
 *                                                                                      (RB.12) */
static double eigenvalue_bound(nsd_bodies *bodies)
{
    double bound = 0.0;
    memset(bodies->share, 0, ((size_t)bodies->set->count + 1) * sizeof(double));
    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        const int        b = nsd_touch_other(bodies, touch);
        bodies->share[touch->a] += touch->norm_a;
        bodies->share[b] += touch->norm_b;
        if (bodies->rolls) {
            bodies->share[touch->a] += largest_sum(bodies->motion[touch->a].J);
            bodies->share[b] += largest_sum(bodies->motion[b].J);
        }
    }
    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        const double both = bodies->share[touch->a] + bodies->share[nsd_touch_other(bodies, touch)];
        bound = fmax(bound, both);
    }
    return bound;
}

static double largest_right_side(const nsd_bodies *bodies)
{
    double largest = 0.0;
    for (int c = 0; c < bodies->now.count; c++) {
        for (int k = 0; k < 3; k++) {
            largest = fmax(largest, fabs(bodies->now.item[c].q[k]));
        }
    }
    return largest;
}

/* How fast the side of a contact may move at which body i is */
static double speed(const nsd_bodies *bodies, int i, const double *arm)
{
    const double *old = bodies->body[i].old;
    return sqrt(nsd_dot3(old, old)) + sqrt(nsd_dot3(old + 3, old + 3) * nsd_dot3(arm, arm));
}

static double largest_speed(const nsd_bodies *bodies)
{
    double largest = 0.0;
    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        largest = fmax(largest, speed(bodies, touch->a, touch->frame.arm_a));
        if (touch->b < bodies->set->count) {
            largest = fmax(largest, speed(bodies, touch->b, touch->frame.arm_b));
        }
    }
    return largest;
}

nsd_status nsd_bodies_solve(nsd_bodies *bodies, nsd_bodies_answer *answer)
{
    set_right_sides(bodies);
    start_warm(bodies);
    /* Bodies that move together have contact velocities that are rounding of their own ones, and
     * no part of these can be asked for. */
    const double     size = largest_right_side(bodies), fast = largest_speed(bodies);
    const int        together = bodies->tolerance * size < ROUNDING * fast;
    const double     goal = together ? ROUNDING * fast : bodies->tolerance * size;
    const nsd_status status = nsd_bodies_sweeps(bodies, eigenvalue_bound(bodies), goal, answer);
    answer->solved = answer->residual <= goal;
    answer->residual = goal > 0.0 ? answer->residual / (together ? fast : size) : 0.0;
    return status;
}
