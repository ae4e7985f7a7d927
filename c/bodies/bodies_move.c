/* bodies_move.c - free motion of each body, and the new state from the solved velocities
 *                                                                    (RB.2), (RB.4), (RB.6) */
#include <string.h>

#include "bodies/bodies_parts.h"
#include "bodies/bodies_shape.h"

/* Newton steps at most for the middle of a free turn; a few suffice while h |w| is small. Larger:
 * time for turns without solution; smaller: fast bodies end the run with NSD_NEWTON. */
#define NEWTON_STEPS 50

/* Square of the last Newton step in parts of that of the angular velocity: rounding. Larger:
 * angular momentum is not kept to round-off; smaller: steps that rounding never meets. */
#define NEWTON_STEP_SQUARE 1e-31

/* 1 for balls, cubes and bodies in the plane, which turn freely at constant angular velocity */
static int spins_evenly(const nsd_body_set *set, int i)
{
    const double *inertia = set->inertia + 3 * i;
    return set->dimension == 2 || !(set->mass[i] < INFINITY) ||
           (inertia[0] == inertia[1] && inertia[1] == inertia[2]);
}

/* turn <- the quaternion of the turn by time * |w| about w: exact                      (RB.6) */
static void exact_turn(const double *w, double time, double *turn)
{
    const double speed = sqrt(nsd_dot3(w, w)), half = 0.5 * time * speed;
    const double scale = speed > 0.0 ? sin(half) / speed : 0.0;
    turn[0] = cos(half);
    for (int k = 0; k < 3; k++) {
        turn[k + 1] = scale * w[k];
    }
}

/* turn <- Cayley's turn, which keeps the angular momentum of a free body               (RB.7) */
static void cayley_turn(const double *w, double time, double *turn)
{
    turn[0] = 1.0;
    for (int k = 0; k < 3; k++) {
        turn[k + 1] = 0.5 * time * w[k];
    }
}

static void plane_rotation(double angle, double *R)
{
    const double c = cos(angle), s = sin(angle);
    const double values[9] = { c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0 };
    memcpy(R, values, sizeof values);
}

/* J <- R I^-1 R' */
static void inverse_inertia(const nsd_body_set *set, int i, const double *R, double *J)
{
    const double *inertia = set->inertia + 3 * i;
    for (int k = 0; k < 9; k++) {
        const int row = k % 3, column = k / 3;
        double    sum = 0.0;
        for (int j = set->dimension == 2 ? 2 : 0; j < 3; j++) {
            sum += R[row + 3 * j] * R[column + 3 * j] / inertia[j];
        }
        J[k] = set->mass[i] < INFINITY ? sum : 0.0;
    }
}

void nsd_bodies_place(nsd_bodies *bodies, int i, const double *q)
{
    nsd_body *body = bodies->body + i;
    if (bodies->set->dimension == 2) {
        const double x[3] = { q[0], q[1], 0.0 };
        memcpy(body->x, x, sizeof x);
        plane_rotation(q[2], body->R);
    } else {
        memcpy(body->x, q, 3 * sizeof *q);
        nsd_quaternion_matrix(q + 3, body->R);
    }
    inverse_inertia(bodies->set, i, body->R, bodies->motion[i].J);
}

static void times_inertia(const double *inertia, const double *w, double *Iw)
{
    for (int k = 0; k < 3; k++) {
        Iw[k] = inertia[k] * w[k];
    }
}

/* x <- A^-1 x by Cramer's rule; 0 when A is singular */
static int solve3(const double *A, double *x)
{
    double c[3][3], y[3];
    nsd_cross3(A + 3, A + 6, c[0]);
    nsd_cross3(A + 6, A, c[1]);
    nsd_cross3(A, A + 3, c[2]);
    const double determinant = nsd_dot3(A, c[0]);
    for (int k = 0; k < 3; k++) {
        y[k] = nsd_dot3(c[k], x) / determinant;
    }
    memcpy(x, y, sizeof y);
    return isfinite(y[0]) && isfinite(y[1]) && isfinite(y[2]);
}

/* Newton for the middle m of a free turn: 2 I (m - w) + h m x I m = 0                  (RB.4) */
static nsd_status middle_of_turn(const double *inertia, double h, const double *w, double *m)
{
    memcpy(m, w, 3 * sizeof *m);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double Im[3], residual[3], A[9];
        times_inertia(inertia, m, Im);
        nsd_cross3(m, Im, residual);
        for (int k = 0; k < 3; k++) {
            residual[k] = 2.0 * inertia[k] * (m[k] - w[k]) + h * residual[k];
            const double unit[3] = { k == 0, k == 1, k == 2 };
            double       first[3], second[3]; /* d(m x I m) = e_k x I m + m x I e_k */
            nsd_cross3(unit, Im, first);
            nsd_cross3(m, unit, second);
            for (int i = 0; i < 3; i++) {
                A[i + 3 * k] = h * (first[i] + inertia[k] * second[i]) +
                               (i == k ? 2.0 * inertia[k] : 0.0);
            }
        }
        if (!solve3(A, residual)) {
            return NSD_NEWTON;
        }
        nsd_add_scaled3(m, -1.0, residual, m);
        if (nsd_dot3(residual, residual) <= NEWTON_STEP_SQUARE * nsd_dot3(m, m)) {
            return NSD_OK;
        }
    }
    return NSD_NEWTON;
}

static nsd_status predict_turn(nsd_bodies *bodies, int i, const double *q, const double *w)
{
    const nsd_body_set *set = bodies->set;
    nsd_body           *body = bodies->body + i;
    const double        reach = bodies->activation * bodies->h;
    double              turn[4], p[4], R[9], own[3], middle[3];

    if (spins_evenly(set, i)) {
        exact_turn(w, reach, turn);
        nsd_quaternion_product(turn, q + 3, p);
        nsd_quaternion_matrix(p, body->R);
        memcpy(body->old + 3, w, 3 * sizeof *w);
        return NSD_OK;
    }
    nsd_quaternion_matrix(q + 3, R);
    nsd_transpose_times3(R, w, own);
    cayley_turn(own, reach, turn);
    nsd_quaternion_product(q + 3, turn, p);
    nsd_quaternion_matrix(p, body->R);
    const nsd_status status = middle_of_turn(set->inertia + 3 * i, bodies->h, own, middle);
    for (int k = 0; k < 3; k++) {
        own[k] = 2.0 * middle[k] - own[k];
    }
    nsd_times3(body->R, own, body->old + 3);
    return status;
}

/* Whether a body, after its prediction, stays within the range of numbers in this step: x, y and z
 * or the angle, and the rotation, which fast spins make NaN */
static int stays_finite(const nsd_body *body, double h, const double *q, const double *v)
{
    int finite = isfinite(body->R[0]) != 0;
    for (int k = 0; k < 3; k++) {
        finite &= isfinite(q[k] + 0.5 * h * (v[k] + v[k])) != 0;
    }
    return finite;
}

nsd_status nsd_bodies_predict(nsd_bodies *bodies, const nsd_state *state)
{
    const nsd_body_set *set = bodies->set;
    const int           plane = set->dimension == 2, stride = NSD_BODY_STRIDE(set->dimension);
    const double        reach = bodies->activation * bodies->h;
    nsd_status          status = NSD_OK;

    for (int i = 0; i < set->count && status == NSD_OK; i++) {
        const double *q = state->q + (size_t)i * (size_t)stride;
        const double *v = state->v + (size_t)i * (size_t)stride;
        nsd_body     *body = bodies->body + i;
        nsd_motion   *motion = bodies->motion + i;
        const double  fall = set->mass[i] < INFINITY ? bodies->h : 0.0;
        if (plane) {
            const double x[3] = { q[0] + reach * v[0], q[1] + reach * v[1], 0.0 };
            const double old[6] = { v[0], v[1], 0.0, 0.0, 0.0, v[2] };
            memcpy(body->x, x, sizeof x);
            memcpy(body->old, old, sizeof old);
            plane_rotation(q[2] + reach * v[2], body->R);
        } else {
            nsd_add_scaled3(q, reach, v, body->x);
            memcpy(body->old, v, 3 * sizeof *v);
            status = predict_turn(bodies, i, q, v + 3);
        }
        nsd_add_scaled3(body->old, fall, set->gravity, motion->v);
        memcpy(motion->v + 3, body->old + 3, 3 * sizeof(double));
        motion->inverse_mass = fall > 0.0 ? 1.0 / set->mass[i] : 0.0;
        if (!spins_evenly(set, i)) {
            inverse_inertia(set, i, body->R, motion->J);
        }
        if (status == NSD_OK && !stays_finite(body, bodies->h, q, v)) {
            status = NSD_DIVERGED; /* of prescribed motions no energy tells it */
        }
    }
    return status;
}

static void advance_turn(nsd_bodies *bodies, int i, double *q, double *w)
{
    const nsd_body *body = bodies->body + i;
    const double   *now = bodies->motion[i].v + 3;
    double          turn[4], R[9], own[3], next[3], middle[3];

    if (spins_evenly(bodies->set, i)) {
        for (int k = 0; k < 3; k++) {
            middle[k] = 0.5 * (w[k] + now[k]);
        }
        exact_turn(middle, bodies->h, turn);
        nsd_quaternion_product(turn, q + 3, q + 3);
        memcpy(w, now, 3 * sizeof *w);
        return;
    }
    nsd_quaternion_matrix(q + 3, R);
    nsd_transpose_times3(R, w, own);
    nsd_transpose_times3(body->R, now, next);
    for (int k = 0; k < 3; k++) {
        middle[k] = 0.5 * (own[k] + next[k]);
    }
    cayley_turn(middle, bodies->h, turn);
    nsd_quaternion_product(q + 3, turn, q + 3);
    nsd_quaternion_matrix(q + 3, R);
    nsd_times3(R, next, w);
}

void nsd_bodies_advance(nsd_bodies *bodies, nsd_state *state)
{
    const nsd_body_set *set = bodies->set;
    const int           plane = set->dimension == 2, stride = NSD_BODY_STRIDE(set->dimension);
    const double        h = bodies->h;

    for (int i = 0; i < set->count; i++) {
        double       *q = state->q + (size_t)i * (size_t)stride;
        double       *v = state->v + (size_t)i * (size_t)stride;
        const double *now = bodies->motion[i].v, *old = bodies->body[i].old;
        bodies->largest_move = fmax(bodies->largest_move, nsd_bodies_shape_moved(bodies, i, old));
        bodies->largest_move = fmax(bodies->largest_move, nsd_bodies_shape_moved(bodies, i, now));
        for (int k = 0; k < (plane ? 2 : 3); k++) {
            q[k] += 0.5 * h * (v[k] + now[k]);
            v[k] = now[k];
        }
        if (plane) {
            q[2] += 0.5 * h * (v[2] + now[5]);
            v[2] = now[5];
        } else {
            advance_turn(bodies, i, q, v + 3);
        }
    }
}
