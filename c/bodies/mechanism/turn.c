/* turn.c - turns of rigid bodies, and the middle of a turn by Newton's method    (RB.4), (RB.6) */
#include "bodies/mechanism/turn.h"

#include <string.h>

#include "base/vector3.h"

/* Newton steps at most for the middle of a free turn; a few suffice while h |w| is small. Larger:
 * time for turns without solution; smaller: fast bodies end the run with NSD_NEWTON. */
#define NEWTON_STEPS 50

/* Square of the last Newton step in parts of that of the angular velocity: rounding. Larger:
 * angular momentum is not kept to round-off; smaller: steps that rounding never meets. */
#define NEWTON_STEP_SQUARE 1e-31

/* The same where the steps no longer become shorter: a middle that alternates between numbers a few
 * roundings apart. Larger: turns that do not converge are taken; smaller: runs end by rounding. */
#define ALTERNATING_SQUARE 1e-27

void nsd_turn_exact(const double *w, double time, double *turn)
{
    const double speed = sqrt(nsd_dot3(w, w)), half = 0.5 * time * speed;
    const double scale = speed > 0.0 ? sin(half) / speed : 0.0;
    turn[0] = cos(half);
    for (int k = 0; k < 3; k++) {
        turn[k + 1] = scale * w[k];
    }
}

void nsd_turn_cayley(const double *w, double time, double *turn)
{
    turn[0] = 1.0;
    for (int k = 0; k < 3; k++) {
        turn[k + 1] = 0.5 * time * w[k];
    }
}

void nsd_turn_plane(double angle, double *R)
{
    const double c = cos(angle), s = sin(angle);
    const double values[9] = { c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0 };
    memcpy(R, values, sizeof values);
}

void nsd_turn_inverse_inertia(int plane, const double *inertia, const double *R, double *J)
{
    for (int k = 0; k < 9; k++) {
        const int row = k % 3, column = k / 3;
        double    sum = 0.0;
        for (int j = plane ? 2 : 0; j < 3; j++) {
            sum += R[row + 3 * j] * R[column + 3 * j] / inertia[j];
        }
        J[k] = sum;
    }
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

nsd_status nsd_turn_middle(const double *inertia, double h, const double *w, const double *torque,
                           double *m)
{
    double before = INFINITY;

    memcpy(m, w, 3 * sizeof *m);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double Im[3], residual[3], A[9];
        times_inertia(inertia, m, Im);
        nsd_cross3(m, Im, residual);
        for (int k = 0; k < 3; k++) {
            residual[k] = 2.0 * inertia[k] * (m[k] - w[k]) + h * residual[k];
            residual[k] -= torque ? torque[k] : 0.0;
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
        /* with a torque the middle may be small beside the velocities before and after */
        const double size = nsd_dot3(m, m) + (torque ? nsd_dot3(w, w) : 0.0);
        const double square = nsd_dot3(residual, residual);
        if (square <= NEWTON_STEP_SQUARE * size ||
            (square >= before && square <= ALTERNATING_SQUARE * size)) {
            return NSD_OK;
        }
        before = square;
    }
    return NSD_NEWTON;
}
