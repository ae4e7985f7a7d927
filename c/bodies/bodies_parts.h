/* bodies_parts.h - pieces of the rigid bodies; other callers need only bodies/bodies.h. */
#ifndef NSD_BODIES_PARTS_H
#define NSD_BODIES_PARTS_H

#include "bodies/bodies.h"
#include "base/vector3.h"

#define NSD_TOUCH_SLACK 1e-10 /* gaps up to this part of the bodies' size count as closed (RB.3) */

/* Adds the contacts of bodies a < b, or of body a and plane b - count, to bodies->now. */
nsd_status nsd_bodies_pair(nsd_bodies *bodies, int a, int b);

/* The same for two boxes, touch->a and touch->b, with the laws of that touch. */
nsd_status nsd_bodies_boxes(nsd_bodies *bodies, nsd_touch *touch);

/* Adds one point with the normal that pushes a away from b. */
nsd_status nsd_bodies_touch(nsd_bodies *bodies, const nsd_touch *touch);

/* Body by body: where contacts are looked for, free velocities and inertia (RB.2), (RB.4). */
nsd_status nsd_bodies_predict(nsd_bodies *bodies, const nsd_state *state);

/* Body by body: the new state from the solved velocities                            (RB.6). */
void nsd_bodies_advance(nsd_bodies *bodies, nsd_state *state);

/* Leaves the contacts in bodies->now that the step has to do with.                  (RB.3) */
void nsd_bodies_keep_closed(nsd_bodies *bodies);

/* Fills frame, arms and blocks of the touches in bodies->now. */
void nsd_bodies_prepare(nsd_bodies *bodies);

typedef struct nsd_bodies_answer {
    int    sweeps, solved;
    double residual; /* (FR.4) recomputed; nsd_bodies_solve: over the largest |q|     (RB.5) */
} nsd_bodies_answer;

/* The impulses of the step and the velocities that they make.                       (RB.5) */
nsd_status nsd_bodies_solve(nsd_bodies *bodies, nsd_bodies_answer *answer);

/* The same; without restitution where there is no answer with it, and without impulses where all
 * answers are worse than that.                                                     (RB.14) */
nsd_status nsd_bodies_solve_or_relax(nsd_bodies *bodies, const nsd_state *state,
                                     nsd_bodies_answer *answer);

/* Sweeps from the impulses as they are until the residual is at most `goal`. */
nsd_status nsd_bodies_sweeps(nsd_bodies *bodies, double lambda, double goal,
                             nsd_bodies_answer *answer);

/* `count` contacts of bodies->now at once, from the impulses as they are; others do not touch their
 * bodies. `again`: not by the solver that does not look at the impulses. */
nsd_status nsd_bodies_direct(nsd_bodies *bodies, const int *place, int count, double lambda,
                             int again);

/* Moves positions until gaps are no longer negative, to first order; returns the energy that
 * this added.                                                                       (RB.10) */
double nsd_bodies_project_gaps(nsd_bodies *bodies, nsd_state *state);

/* v, w <- v + side P / m, w + side J (arm x P) */
NSD_INLINE void nsd_motion_push(nsd_motion *motion, double side, const double *P, const double *arm)
{
    double moment[3], turn[3];
    nsd_cross3(arm, P, moment);
    nsd_times3(motion->J, moment, turn);
    nsd_add_scaled3(motion->v, side * motion->inverse_mass, P, motion->v);
    nsd_add_scaled3(motion->w, side, turn, motion->w);
}

/* Changes the motions of both sides by the impulse `change` of one contact. */
NSD_INLINE void nsd_frame_push(nsd_motion *one, nsd_motion *two, const nsd_frame *frame,
                               const double *change)
{
    double P[3];
    nsd_times3(frame->D, change, P);
    nsd_motion_push(one, 1.0, P, frame->arm_a);
    nsd_motion_push(two, -1.0, P, frame->arm_b);
}

/* c <- velocity of the point of the first side relative to the second */
NSD_INLINE void nsd_frame_drift(const nsd_motion *one, const nsd_motion *two,
                                const nsd_frame *frame, double *c)
{
    double turn_a[3], turn_b[3];
    nsd_cross3(one->w, frame->arm_a, turn_a);
    nsd_cross3(two->w, frame->arm_b, turn_b);
    c[0] = one->v[0] - two->v[0] + turn_a[0] - turn_b[0];
    c[1] = one->v[1] - two->v[1] + turn_a[1] - turn_b[1];
    c[2] = one->v[2] - two->v[2] + turn_a[2] - turn_b[2];
}

/* u <- the same along normal and tangents                                            (RB.5) */
NSD_INLINE void nsd_touch_velocity(const nsd_motion *motion, const nsd_touch *touch, int b,
                                   double *u)
{
    double c[3];
    nsd_frame_drift(motion + touch->a, motion + b, &touch->frame, c);
    nsd_transpose_times3(touch->frame.D, c, u);
}

NSD_INLINE void nsd_touch_push(nsd_motion *motion, const nsd_touch *touch, int b,
                               const double *change)
{
    nsd_frame_push(motion + touch->a, motion + b, &touch->frame, change);
}

/* 1 when impulses move the body: not one that moves as told, nor the world */
NSD_INLINE int nsd_body_is_free(const nsd_bodies *bodies, int body)
{
    return bodies->motion[body].inverse_mass > 0.0;
}

/* The axes of the torques of a contact: in space its normal, about which it spins, and tangents,
 * about which it rolls; in the plane the axis out of it, then nothing.                 (RB.13) */
NSD_INLINE const double *nsd_frame_axes(int plane, const nsd_frame *frame)
{
    static const double out[9] = { 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
    return plane ? out : frame->D;
}

/* Changes the turning of both sides by the torques `change` about the axes. */
NSD_INLINE void nsd_axes_push(nsd_motion *one, nsd_motion *two, const double *axes,
                              const double *change)
{
    double moment[3], turn[3];
    nsd_times3(axes, change, moment);
    nsd_times3(one->J, moment, turn);
    nsd_add_scaled3(one->w, 1.0, turn, one->w);
    nsd_times3(two->J, moment, turn);
    nsd_add_scaled3(two->w, -1.0, turn, two->w);
}

/* rate <- angular velocity of the first side relative to the second, about the axes */
NSD_INLINE void nsd_axes_rate(const double *one, const double *two, const double *axes,
                              double *rate)
{
    double w[3];
    nsd_add_scaled3(one, -1.0, two, w);
    nsd_transpose_times3(axes, w, rate);
}

/* The motion that belongs to the second side: planes are the last one, which never moves. */
NSD_INLINE int nsd_touch_other(const nsd_bodies *bodies, const nsd_touch *touch)
{
    return touch->b < bodies->set->count ? touch->b : bodies->set->count;
}

#endif
