/* bodies_move.c - free motion of each body, and the new state from the solved velocities
 *                                                                    (RB.2), (RB.4), (RB.6) */
#include <string.h>

#include "bodies/bodies_parts.h"
#include "bodies/bodies_shape.h"
#include "bodies/mechanism/turn.h"

/* 1 for balls, cubes and bodies in the plane, which turn freely at constant angular velocity */
static int spins_evenly(const nsd_body_set *set, int i)
{
    const double *inertia = set->inertia + 3 * i;
    return set->dimension == 2 || !(set->mass[i] < INFINITY) ||
           (inertia[0] == inertia[1] && inertia[1] == inertia[2]);
}

/* J <- R I^-1 R', zero for prescribed motion */
static void inverse_inertia(const nsd_body_set *set, int i, const double *R, double *J)
{
    if (set->mass[i] < INFINITY) {
        nsd_turn_inverse_inertia(set->dimension == 2, set->inertia + 3 * i, R, J);
    } else {
        memset(J, 0, 9 * sizeof *J);
    }
}

void nsd_bodies_place(nsd_bodies *bodies, int i, const double *q)
{
    nsd_body *body = bodies->body + i;
    if (bodies->set->dimension == 2) {
        const double x[3] = { q[0], q[1], 0.0 };
        memcpy(body->x, x, sizeof x);
        nsd_turn_plane(q[2], body->R);
    } else {
        memcpy(body->x, q, 3 * sizeof *q);
        nsd_quaternion_matrix(q + 3, body->R);
    }
    inverse_inertia(bodies->set, i, body->R, bodies->motion[i].J);
}

static nsd_status predict_turn(nsd_bodies *bodies, int i, const double *q, const double *w)
{
    const nsd_body_set *set = bodies->set;
    nsd_body           *body = bodies->body + i;
    const double        reach = bodies->activation * bodies->h;
    double              turn[4], p[4], R[9], own[3], middle[3];

    if (spins_evenly(set, i)) {
        nsd_turn_exact(w, reach, turn);
        nsd_quaternion_product(turn, q + 3, p);
        nsd_quaternion_matrix(p, body->R);
        memcpy(body->old + 3, w, 3 * sizeof *w);
        return NSD_OK;
    }
    nsd_quaternion_matrix(q + 3, R);
    nsd_transpose_times3(R, w, own);
    nsd_turn_cayley(own, reach, turn);
    nsd_quaternion_product(q + 3, turn, p);
    nsd_quaternion_matrix(p, body->R);
    const nsd_status status = nsd_turn_middle(set->inertia + 3 * i, bodies->h, own, NULL, middle);
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
            nsd_turn_plane(q[2] + reach * v[2], body->R);
        } else {
            nsd_add_scaled3(q, reach, v, body->x);
            memcpy(body->old, v, 3 * sizeof *v);
            status = predict_turn(bodies, i, q, v + 3);
        }
        nsd_add_scaled3(body->old, fall, set->gravity, body->free);
        memcpy(body->free + 3, body->old + 3, 3 * sizeof(double));
        memcpy(motion->v, body->free, sizeof motion->v);
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
        (nsd_mechanism_links(&bodies->mechanism, i) ? nsd_turn_cayley
                                                    : nsd_turn_exact)(middle, bodies->h, turn);
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
    nsd_turn_cayley(middle, bodies->h, turn);
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
        const double  before = nsd_bodies_shape_moved(bodies, i, old);
        const double  after = nsd_bodies_shape_moved(bodies, i, now);
        const double  moved = after > before ? after : before;
        bodies->largest_move = moved > bodies->largest_move ? moved : bodies->largest_move;
        for (int k = 0; k < (plane ? 2 : 3); k++) {
            q[k] += 0.5 * h * (v[k] + now[k]);
            v[k] = now[k];
        }
        if (plane) {
            const double turn = 0.5 * h * (v[2] + now[5]);
            q[2] += nsd_mechanism_links(&bodies->mechanism, i) ? 2.0 * atan(0.5 * turn) : turn;
            v[2] = now[5];
        } else {
            advance_turn(bodies, i, q, v + 3);
        }
    }
}
