/* turn.h - turns of rigid bodies as quaternions, and the middle of a turn     (RB.4), (RB.6) */
#ifndef NSD_TURN_H
#define NSD_TURN_H

#include "base/status.h"

/* turn <- the quaternion of the turn by time |w| about w: exact                        (RB.6) */
void nsd_turn_exact(const double *w, double time, double *turn);

/* turn <- Cayley's turn, not scaled: by the angle 2 atan(time |w| / 2)                 (RB.7) */
void nsd_turn_cayley(const double *w, double time, double *turn);

/* R <- the rotation by an angle in the plane */
void nsd_turn_plane(double angle, double *R);

/* m <- the mean of the angular velocities before and after a step, all seen from the body:
 * 2 I (m - w) + h m x I m = torque, an impulse; NULL: zero                 (RB.4), (RB.17) */
nsd_status nsd_turn_middle(const double *inertia, double h, const double *w, const double *torque,
                           double *m);

/* J <- R I^-1 R'; in the plane only about the third axis, the others being free of inertia */
void nsd_turn_inverse_inertia(int plane, const double *inertia, const double *R, double *J);

#endif
