/* friction_local.c - the problem of a single contact with friction, exactly  (FR.7), (FR.8)
 *
 * With the normal impulse eliminated, sliding is (S + lambda I) t = -p, |t| = mu r_N, for one
 * unknown lambda = |u_T| / |t| > 0; lambda lies between 0, where sticking failed, and a bound. */
#include <math.h>

#include "solve/friction/friction_parts.h"

/* Most steps for lambda of a sliding contact: Newton needs about three, halving the bracket to the
 * last bit fewer than this. Smaller: contacts in wide cones are solved inexactly. */
#define SLIDING_STEPS 100

/* The contact with the normal impulse eliminated: r_N = a + b't, tangential velocity S t + p */
typedef struct reduced {
    double a, b[2];
    double S[4]; /* W_TT - W_TN W_NT / W_NN, 2 x 2 column-major */
    double p[2]; /* q_T - W_TN q_N / W_NN                       */
} reduced;

int nsd_friction_local_2d(const double *W, int ld, const double *q, double mu, double *r)
{
    const double W_NN = W[0], W_TN = W[1], W_NT = W[ld], W_TT = W[1 + ld];

    r[0] = r[1] = 0.0;
    if (q[0] >= 0.0) {
        return 1;
    }
    if (!(W_NN > 0.0)) {
        return 0;
    }
    const double S = W_TT - W_TN * W_NT / W_NN, p = q[1] - W_TN * q[0] / W_NN;
    if (S > 1e-14 * fabs(W_TT)) { /* sticking: u = 0 */
        const double t = -p / S, normal = -(q[0] + W_NT * t) / W_NN;
        if (fabs(t) <= mu * normal) {
            r[0] = normal;
            r[1] = t;
            return 1;
        }
    }
    const double side = p > 0.0 ? -mu : p < 0.0 ? mu : 0.0; /* against the slip (FR.7) */
    const double below = W_NN + W_NT * side;
    if (!(below > 0.0)) {
        return 0;
    }
    r[0] = -q[0] / below;
    r[1] = side * r[0];
    return 1;
}

/* t(lambda) = -(S + lambda I)^-1 p and its derivative; 0 when the matrix is singular */
static int tangential_impulse(const reduced *c, double lambda, double *t, double *slope)
{
    const double s11 = c->S[0] + lambda, s22 = c->S[3] + lambda, s21 = c->S[1], s12 = c->S[2];
    const double determinant = s11 * s22 - s21 * s12;
    if (!(determinant > 1e-28 * s11 * s22) || !(s11 > 0.0)) {
        return 0;
    }
    const double inverse = 1.0 / determinant;
    t[0] = (s12 * c->p[1] - s22 * c->p[0]) * inverse;
    t[1] = (s21 * c->p[0] - s11 * c->p[1]) * inverse;
    slope[0] = (s12 * t[1] - s22 * t[0]) * inverse;
    slope[1] = (s21 * t[0] - s11 * t[1]) * inverse;
    return 1;
}

/* Finds lambda and t of a sliding contact: mu r_N / |t| - 1 grows almost linearly with lambda, so
 * that Newton, kept inside the bracket (0, high), needs few steps                     (FR.8) */
static int solve_sliding(const reduced *c, double mu, double lambda, double high, double *t)
{
    double low = 0.0, slope[2];

    if (!(lambda > low && lambda < high)) {
        lambda = 0.5 * high;
    }
    for (int k = 0; k < SLIDING_STEPS; k++) {
        if (!tangential_impulse(c, lambda, t, slope)) {
            return 0;
        }
        const double size2 = t[0] * t[0] + t[1] * t[1], size = sqrt(size2);
        const double normal = c->a + c->b[0] * t[0] + c->b[1] * t[1];
        const double value = mu * normal - size;
        if (value > 0.0) {
            high = lambda;
        } else {
            low = lambda;
        }
        const double normal_slope = c->b[0] * slope[0] + c->b[1] * slope[1];
        const double size_slope = (t[0] * slope[0] + t[1] * slope[1]) / size;
        const double step = value * size / (mu * (normal * size_slope - normal_slope * size));
        double       next = lambda + step;
        if (!(next >= low && next <= high)) {
            next = 0.5 * (low + high);
        }
        const double change = fabs(next - lambda);
        lambda = next;
        if (change <= 1e-9 * lambda) { /* Newton's next change would be about 1e-18 */
            return tangential_impulse(c, lambda, t, slope);
        }
    }
    return 1;
}

int nsd_friction_local_3d(const double *W, int ld, const double *q, double mu, double *r)
{
    const double *W1 = W + ld, *W2 = W1 + ld;
    const double  r1 = r[1], r2 = r[2], r_T2 = r1 * r1 + r2 * r2, old = r[0];

    r[0] = r[1] = r[2] = 0.0;
    if (q[0] >= 0.0) {
        return 1;
    }
    if (!(W[0] > 0.0)) {
        return 0;
    }
    const double  inverse = 1.0 / W[0], w1 = W[1] * inverse, w2 = W[2] * inverse;
    const reduced c = { -q[0] * inverse,
                        { -W1[0] * inverse, -W2[0] * inverse },
                        { W1[1] - w1 * W1[0], W1[2] - w2 * W1[0], W2[1] - w1 * W2[0],
                          W2[2] - w2 * W2[0] },
                        { q[1] - w1 * q[0], q[2] - w2 * q[0] } };
    const double  p = sqrt(c.p[0] * c.p[0] + c.p[1] * c.p[1]);
    const double  tiny = 1e-14 * (W1[1] + W2[2]); /* lambda of sticking when S is singular */
    double        t[2], slope[2];

    if (mu == 0.0 || p == 0.0) {
        r[0] = c.a;
        return 1;
    }
    const double determinant = c.S[0] * c.S[3] - c.S[1] * c.S[2], trace = c.S[0] + c.S[3];
    if (tangential_impulse(&c, determinant > 1e-14 * trace * trace ? 0.0 : tiny, t, slope)) {
        const double normal = c.a + c.b[0] * t[0] + c.b[1] * t[1];
        if (normal >= 0.0 && t[0] * t[0] + t[1] * t[1] <= mu * mu * normal * normal) {
            r[0] = normal;
            r[1] = t[0];
            r[2] = t[1];
            return 1;
        }
    }
    /* above this lambda |t| < mu r_N, as |t| <= |p| / lambda for semidefinite S          (FR.8) */
    const double b = sqrt(c.b[0] * c.b[0] + c.b[1] * c.b[1]);
    const double high = p * (1.0 + mu * b) / (mu * c.a);
    const double u_T = r_T2 > 0.0 ? (q[1] + W[1] * old + W1[1] * r1 + W2[1] * r2) * r1 +
                                        (q[2] + W[2] * old + W1[2] * r1 + W2[2] * r2) * r2
                                  : 0.0;
    if (!solve_sliding(&c, mu, r_T2 > 0.0 ? -u_T / r_T2 : 0.0, high, t)) {
        return 0;
    }
    const double size = sqrt(t[0] * t[0] + t[1] * t[1]);
    const double below = 1.0 - mu * (c.b[0] * t[0] + c.b[1] * t[1]) / size;
    if (!(below > 0.0)) {
        return 0;
    }
    r[0] = c.a / below; /* so that u_N = 0 and |r_T| = mu r_N to the last bit */
    r[1] = mu * r[0] * t[0] / size;
    r[2] = mu * r[0] * t[1] / size;
    return 1;
}
