/* nsd_bodies_solve.c - the contacts of one step: frames, blocks, sweeps, residual          (RB.5)
 *
 * Nonsmooth Gauss-Seidel (FR.9) without the matrix W: each contact reads the velocities of its two
 * bodies and changes them. A sweep costs the same for every contact, whatever touches it. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "nsd_bodies_parts.h"
#include "nsd_friction_parts.h"

#define EVERY 8 /* sweeps between two looks at the residual when impulses still move */

static const nsd_friction_layout layouts[2] = { { 1, { 1 } }, { 1, { 2 } } };

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

static void set_arm(const nsd_body *body, const nsd_touch *touch, double *arm)
{
    double lever[3];
    nsd_along3(touch->point, -1.0, body->x, lever);
    for (int k = 0; k < 3; k++) {
        nsd_cross3(lever, touch->D + 3 * k, arm + 3 * k);
    }
}

/* Adds what one body makes of the block of a contact to W; returns a bound of its largest
 * eigenvalue: the largest column sum, and the inverse mass, as D'D = I. */
static double add_part(const nsd_touch *touch, const double *arm, const nsd_motion *motion,
                       double *W)
{
    double largest = 0.0, turn[3];
    for (int j = 0; j < 3; j++) {
        double sum = 0.0;
        nsd_times3(motion->J, arm + 3 * j, turn);
        for (int i = 0; i < 3; i++) {
            const double entry = nsd_dot3(arm + 3 * i, turn);
            W[i + 3 * j] += entry +
                            motion->inverse_mass * nsd_dot3(touch->D + 3 * i, touch->D + 3 * j);
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
        set_frame(bodies->set->dimension, touch->D);
        set_arm(bodies->body + touch->a, touch, touch->arm_a);
        memset(touch->W, 0, sizeof touch->W);
        touch->norm_a = add_part(touch, touch->arm_a, bodies->motion + touch->a, touch->W);
        touch->norm_b = 0.0;
        if (touch->b < count) {
            set_arm(bodies->body + touch->b, touch, touch->arm_b);
            touch->norm_b = add_part(touch, touch->arm_b, bodies->motion + touch->b, touch->W);
        }
    }
}

/* q = U_free + e U_N + e_T U_T, with U before the impulses                             (RB.5) */
static void set_right_sides(nsd_bodies *bodies)
{
    const int count = bodies->set->count;
    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch    *touch = bodies->now.item + c;
        const double  rest[6] = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
        const int     b = nsd_touch_other(bodies, touch);
        const double *one = bodies->body[touch->a].old,
                     *two = b < count ? bodies->body[b].old : rest;
        const double v[3] = { one[0] - two[0], one[1] - two[1], one[2] - two[2] };

        nsd_touch_velocity(bodies->motion, touch, b, touch->q);
        for (int k = 0; k < 3; k++) {
            touch->before[k] = nsd_dot3(touch->D + 3 * k, v) +
                               nsd_dot3(touch->arm_a + 3 * k, one + 3) -
                               nsd_dot3(touch->arm_b + 3 * k, two + 3);
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
    int                   k = 0;

    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch *touch = bodies->now.item + c;
        while (k < before->count && same_touch(before->item + k, touch) < 0) {
            k++;
        }
        if (k < before->count && same_touch(before->item + k, touch) == 0) {
            const nsd_touch *old = before->item + k;
            double           push[3];
            nsd_times3(old->D, old->r, push);
            touch->streak = old->streak;
            nsd_transpose_times3(touch->D, push, touch->r);
            touch->r[0] = fmax(0.0, touch->r[0]);
        }
        const double most = touch->mu * touch->r[0];
        const double size = sqrt(touch->r[1] * touch->r[1] + touch->r[2] * touch->r[2]);
        const double scale = size > most ? most / size : 1.0;
        touch->r[1] *= scale;
        touch->r[2] *= scale;
    }
}

/* motion <- free velocities and all impulses, afresh */
static void gather(nsd_bodies *bodies)
{
    const nsd_body_set *set = bodies->set;
    for (int i = 0; i < set->count; i++) {
        const double fall = bodies->motion[i].inverse_mass > 0.0 ? bodies->h : 0.0;
        nsd_along3(bodies->body[i].old, fall, set->gravity, bodies->motion[i].v);
        memcpy(bodies->motion[i].w, bodies->body[i].old + 3, 3 * sizeof(double));
    }
    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        nsd_touch_push(bodies->motion, touch, nsd_touch_other(bodies, touch), touch->r);
    }
}

/* u of (FR.1): the velocity with the part of the impact law */
static void law_velocity(const nsd_bodies *bodies, const nsd_touch *touch, double *u)
{
    nsd_touch_velocity(bodies->motion, touch, nsd_touch_other(bodies, touch), u);
    nsd_along3(u, 1.0, touch->law, u);
}

/* A bound of the largest eigenvalue of W, a sum over bodies of parts whose blocks are bounded
 *                                                                                      (RB.12) */
static double eigenvalue_bound(nsd_bodies *bodies)
{
    double bound = 0.0;
    memset(bodies->share, 0, ((size_t)bodies->set->count + 1) * sizeof(double));
    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        bodies->share[touch->a] += touch->norm_a;
        bodies->share[nsd_touch_other(bodies, touch)] += touch->norm_b;
    }
    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        const double both = bodies->share[touch->a] + bodies->share[nsd_touch_other(bodies, touch)];
        bound = fmax(bound, both);
    }
    return bound;
}

/* The residual (FR.4) of all contacts over rho, from impulses and velocities as they are */
static double residual_of(const nsd_bodies *bodies, double lambda)
{
    const nsd_friction_layout *layout = layouts + (bodies->set->dimension == 3);
    nsd_friction_scales        scale = { 1.0 / lambda, 0.0 };
    double                     largest = 0.0;

    for (int c = 0; c < bodies->now.count; c++) {
        scale.blur = fmax(scale.blur, nsd_max_abs(3, bodies->now.item[c].r));
    }
    scale.blur *= 4.0 * DBL_EPSILON * lambda;
    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        double           u[3];
        law_velocity(bodies, touch, u);
        const double miss = nsd_friction_natural(layout, &touch->mu, &scale, touch->r, u);
        if (!(miss < INFINITY)) {
            return NAN;
        }
        largest = fmax(largest, miss);
    }
    return largest * lambda;
}

/* r of one contact with the others held: exactly, or a step of projection when that fails */
static void solve_touch(const nsd_touch *touch, int dimension, const double *u, double *r)
{
    double q[3], guess[3] = { r[0], r[1], r[2] };

    nsd_times3(touch->W, r, q);
    for (int k = 0; k < 3; k++) {
        q[k] = u[k] - q[k];
    }
    const int solved = dimension == 3 ? nsd_friction_local_3d(touch->W, 3, q, touch->mu, guess)
                                      : nsd_friction_local_2d(touch->W, 3, q, touch->mu, guess);
    if (!solved) {
        const double rho = 1.0 / (touch->W[0] + touch->W[4] + touch->W[8]);
        const double slip = sqrt(u[1] * u[1] + u[2] * u[2]);
        guess[0] = r[0] - rho * (u[0] + touch->mu * slip);
        guess[1] = r[1] - rho * u[1];
        guess[2] = r[2] - rho * u[2];
        nsd_friction_project(layouts + (dimension == 3), &touch->mu, guess);
    }
    memcpy(r, guess, sizeof guess);
}

/* All contacts once; returns the largest change of an impulse, and the sum of their squares.
 *                                                                                       (FR.9) */
static double sweep(nsd_bodies *bodies, double *squares)
{
    const int count = bodies->now.count, dimension = bodies->set->dimension;
    double    largest = 0.0;

    *squares = 0.0;
    for (int k = 0; k < count; k++) {
        nsd_touch *touch = bodies->now.item + k;
        double     u[3], change[3], next[3] = { touch->r[0], touch->r[1], touch->r[2] };
        law_velocity(bodies, touch, u);
        memcpy(touch->start, touch->r, sizeof touch->start);
        if (next[0] == 0.0 && u[0] >= 0.0) {
            continue; /* open, and stays so */
        }
        solve_touch(touch, dimension, u, next);
        for (int i = 0; i < 3; i++) {
            change[i] = next[i] - touch->r[i];
            touch->r[i] = next[i];
            largest = fmax(largest, fabs(change[i]));
            *squares += change[i] * change[i];
        }
        nsd_touch_push(bodies->motion, touch, nsd_touch_other(bodies, touch), change);
    }
    return largest;
}

/* Goes on by beta along the way of the sweeps before, as conjugate gradients do; beta > 1 or the
 * first time: forgets it.                                                               (RB.11) */
static void extrapolate(nsd_bodies *bodies, double beta)
{
    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch *touch = bodies->now.item + c;
        double     more[3];
        for (int i = 0; i < 3; i++) {
            more[i] = beta * touch->way[i];
            touch->way[i] = more[i] + (touch->r[i] - touch->start[i]);
            touch->r[i] += more[i];
        }
        nsd_touch_push(bodies->motion, touch, nsd_touch_other(bodies, touch), more);
    }
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

/* Sweeps until the residual is at most `goal`; returns what is left of it. */
static double sweeps(nsd_bodies *bodies, double lambda, double goal, nsd_bodies_answer *answer)
{
    const int few = bodies->now.count <= NSD_BODIES_FEW && bodies->max_iter > NSD_BODIES_TRIES;
    double    left = residual_of(bodies, lambda), squares = 0.0, old = 0.0;

    for (; !(left <= goal) && answer->sweeps < bodies->max_iter && isfinite(left);) {
        const double change = sweep(bodies, &squares);
        const int    last = ++answer->sweeps == bodies->max_iter;
        if (change * lambda <= goal || answer->sweeps % EVERY == 0 || last) {
            gather(bodies); /* what the sweeps added up has round-off */
            left = residual_of(bodies, lambda);
        }
        if (left <= goal || last) {
            break;
        }
        if (few && answer->sweeps % NSD_BODIES_TRIES == 0 &&
            nsd_bodies_global(bodies, lambda) == NSD_OK) {
            gather(bodies);
            left = residual_of(bodies, lambda);
            old = 0.0;
            continue;
        }
        extrapolate(bodies, squares < old ? squares / old : 0.0);
        old = squares;
    }
    return left;
}

nsd_status nsd_bodies_solve(nsd_bodies *bodies, nsd_bodies_answer *answer)
{
    set_right_sides(bodies);
    start_warm(bodies);
    gather(bodies);
    const double size = largest_right_side(bodies), lambda = eigenvalue_bound(bodies);
    const double goal = bodies->tolerance * size;

    answer->sweeps = 0;
    const double left = sweeps(bodies, lambda, goal, answer);
    answer->residual = size > 0.0 ? left / size : 0.0;
    answer->solved = left <= goal;
    return isfinite(left) ? NSD_OK : NSD_DIVERGED;
}
