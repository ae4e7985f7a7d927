/* friction_local.h - the problem of a single contact with friction, exactly  (FR.7), (FR.8)
 *
 * With the normal impulse eliminated, sliding is (S + lambda I) t = -p, |t| = mu r_N, for one
 * unknown lambda = |u_T| / |t| > 0; lambda lies between 0, where sticking failed, and a bound.
 *
 * In a header, as these functions are what sweeps over contacts spend their time with: compilers
 * inline them, and problems with a constant W keep nsd_friction_reduced. */
#ifndef NSD_FRICTION_LOCAL_H
#define NSD_FRICTION_LOCAL_H

#include <float.h>
#include <math.h>

#include "base/inline.h"

typedef struct nsd_friction_scales {
    double rho;      /* 1/lambda, impulse per velocity                        */
    double rounding; /* velocity that rounding may leave of a zero in W r + q */
} nsd_friction_scales;

/* Least residual of a contact, as a part of |min(r_N, rho u_N)| (FR.4). Larger than 1/sqrt(2):
 * residuals of mu <= 1 change too; smaller: penetration in wide cones counts less. */
#define NSD_FRICTION_NORMAL_PART 0.7

/* Coefficient of friction above which a slip within rounding counts as none (FR.4). Larger: more
 * contacts that stick fail, because rounding is multiplied by mu; smaller: the residual of ordinary
 * contacts changes. */
#define NSD_FRICTION_WIDE_COEFFICIENT 1e3

/* Most steps for lambda of a sliding contact: Newton needs about three, halving the bracket to the
 * last bit fewer than this. Smaller: contacts in wide cones are solved inexactly. */
#define NSD_FRICTION_SLIDING_STEPS 100

/* The contact with the normal impulse eliminated: r_N = a + b't, tangential velocity S t + p; what
 * depends on W alone */
typedef struct nsd_friction_reduced {
    double inverse; /* 1 / W_NN                                    */
    double w[2];    /* W_TN / W_NN                                 */
    double b[2];    /* -W_NT / W_NN                                */
    double S[4];    /* W_TT - W_TN W_NT / W_NN, 2 x 2 column-major */
    double stick;   /* lambda of sticking: 0, or a little when S is singular */
} nsd_friction_reduced;

/* What depends on the velocity q without the contact */
typedef struct nsd_friction_load {
    double a;    /* -q_N / W_NN             */
    double p[2]; /* q_T - W_TN q_N / W_NN   */
} nsd_friction_load;

/* The problem of a single contact in the plane, exactly; returns 0 when W(N,N) <= 0 or sliding has
 * no solution. W is 2 x 2 with leading dimension ld, q the velocity without this contact, r the
 * answer.                                                                             (FR.7) */
NSD_INLINE int nsd_friction_local_2d(const double *W, int ld, const double *q, double mu, double *r)
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
NSD_INLINE int nsd_friction_tangential(const nsd_friction_reduced *c, const double *p,
                                       double lambda, double *t, double *slope)
{
    const double s11 = c->S[0] + lambda, s22 = c->S[3] + lambda, s21 = c->S[1], s12 = c->S[2];
    const double determinant = s11 * s22 - s21 * s12;
    if (!(determinant > 1e-28 * s11 * s22) || !(s11 > 0.0)) {
        return 0;
    }
    const double inverse = 1.0 / determinant;
    t[0] = (s12 * p[1] - s22 * p[0]) * inverse;
    t[1] = (s21 * p[0] - s11 * p[1]) * inverse;
    slope[0] = (s12 * t[1] - s22 * t[0]) * inverse;
    slope[1] = (s21 * t[0] - s11 * t[1]) * inverse;
    return 1;
}

/* Finds lambda and t of a sliding contact: mu r_N / |t| - 1 grows almost linearly with lambda, so
 * that Newton, kept inside the bracket (0, high), needs few steps                     (FR.8) */
static inline int nsd_friction_solve_sliding(const nsd_friction_reduced *c,
                                             const nsd_friction_load *load, double mu,
                                             double lambda, double high, double *t)
{
    double low = 0.0, slope[2];

    if (!(lambda > low && lambda < high)) {
        lambda = 0.5 * high;
    }
    for (int k = 0; k < NSD_FRICTION_SLIDING_STEPS; k++) {
        if (!nsd_friction_tangential(c, load->p, lambda, t, slope)) {
            return 0;
        }
        const double size2 = t[0] * t[0] + t[1] * t[1], size = sqrt(size2);
        const double normal = load->a + c->b[0] * t[0] + c->b[1] * t[1];
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
            return nsd_friction_tangential(c, load->p, lambda, t, slope);
        }
    }
    return 1;
}

/* c <- the contact with its normal impulse eliminated; W is 3 x 3, W_NN > 0 */
NSD_INLINE void nsd_friction_reduce(const double *W, int ld, nsd_friction_reduced *c)
{
    const double *W1 = W + ld, *W2 = W1 + ld;
    const double  inverse = 1.0 / W[0], w1 = W[1] * inverse, w2 = W[2] * inverse;
    const double  tiny = 1e-14 * (W1[1] + W2[2]); /* lambda of sticking when S is singular */

    *c = (nsd_friction_reduced){ inverse,
                                 { w1, w2 },
                                 { -W1[0] * inverse, -W2[0] * inverse },
                                 { W1[1] - w1 * W1[0], W1[2] - w2 * W1[0], W2[1] - w1 * W2[0],
                                   W2[2] - w2 * W2[0] },
                                 0.0 };
    const double determinant = c->S[0] * c->S[3] - c->S[1] * c->S[2], trace = c->S[0] + c->S[3];
    c->stick = determinant > 1e-14 * trace * trace ? 0.0 : tiny;
}

/* The lambda that the guess r has: of its sliding velocity, along r_T */
NSD_INLINE double nsd_friction_guess_lambda(const double *W, int ld, const double *q,
                                            const double *r)
{
    const double *W1 = W + ld, *W2 = W1 + ld;
    const double  r_T2 = r[1] * r[1] + r[2] * r[2];
    const double  u_T = r_T2 > 0.0 ? (q[1] + W[1] * r[0] + W1[1] * r[1] + W2[1] * r[2]) * r[1] +
                                        (q[2] + W[2] * r[0] + W1[2] * r[1] + W2[2] * r[2]) * r[2]
                                   : 0.0;
    return r_T2 > 0.0 ? -u_T / r_T2 : 0.0;
}

/* r of a contact that slides; 0 when sliding has no solution */
static inline int nsd_friction_slide(const nsd_friction_reduced *c, const nsd_friction_load *load,
                                     double mu, double lambda, double *r)
{
    /* above this lambda |t| < mu r_N, as |t| <= |p| / lambda for semidefinite S          (FR.8) */
    const double p = sqrt(load->p[0] * load->p[0] + load->p[1] * load->p[1]);
    const double b = sqrt(c->b[0] * c->b[0] + c->b[1] * c->b[1]);
    const double high = p * (1.0 + mu * b) / (mu * load->a);
    double       t[2];

    if (!nsd_friction_solve_sliding(c, load, mu, lambda, high, t)) {
        return 0;
    }
    const double size = sqrt(t[0] * t[0] + t[1] * t[1]);
    const double below = 1.0 - mu * (c->b[0] * t[0] + c->b[1] * t[1]) / size;
    if (!(below > 0.0)) {
        return 0;
    }
    r[0] = load->a / below; /* so that u_N = 0 and |r_T| = mu r_N to the last bit */
    r[1] = mu * r[0] * t[0] / size;
    r[2] = mu * r[0] * t[1] / size;
    return 1;
}

/* nsd_friction_local_3d of a contact that approaches, q_N < 0, with W_NN > 0 */
NSD_INLINE int nsd_friction_approach(const nsd_friction_reduced *c, const double *W, int ld,
                                     const double *q, double mu, double *r)
{
    const nsd_friction_load load = { -q[0] * c->inverse,
                                     { q[1] - c->w[0] * q[0], q[2] - c->w[1] * q[0] } };
    const double            guess[3] = { r[0], r[1], r[2] };
    double                  t[2], slope[2];

    r[0] = r[1] = r[2] = 0.0;
    if (mu == 0.0 || load.p[0] * load.p[0] + load.p[1] * load.p[1] == 0.0) {
        r[0] = load.a;
        return 1;
    }
    if (nsd_friction_tangential(c, load.p, c->stick, t, slope)) {
        const double normal = load.a + c->b[0] * t[0] + c->b[1] * t[1];
        if (normal >= 0.0 && t[0] * t[0] + t[1] * t[1] <= mu * mu * normal * normal) {
            r[0] = normal;
            r[1] = t[0];
            r[2] = t[1];
            return 1;
        }
    }
    return nsd_friction_slide(c, &load, mu, nsd_friction_guess_lambda(W, ld, q, guess), r);
}

/* The problem of a single contact in space, as nsd_friction_local_2d with W 3 x 3; r holds a guess
 * on entry.                                                                           (FR.8) */
NSD_INLINE int nsd_friction_local_3d(const double *W, int ld, const double *q, double mu, double *r)
{
    nsd_friction_reduced c;

    if (q[0] >= 0.0 || !(W[0] > 0.0)) {
        r[0] = r[1] = r[2] = 0.0;
        return q[0] >= 0.0;
    }
    nsd_friction_reduce(W, ld, &c);
    return nsd_friction_approach(&c, W, ld, q, mu, r);
}

/* Length of a tangential quantity with 1 or 2 entries */
NSD_INLINE double nsd_friction_length(int size, const double *x)
{
    return size == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

/* x <- proj_C(x) for the cone of one group, which nearly all contacts have             (FR.3) */
NSD_INLINE void nsd_friction_project_cone(int size, double mu, double *x)
{
    const double s = nsd_friction_length(size, x + 1);
    if (x[0] >= 0.0 && s <= mu * x[0]) {
        return;
    }
    const double n = (x[0] + mu * s) / (1.0 + mu * mu);
    x[0] = n > 0.0 ? n : 0.0;
    const double scale = s > 0.0 ? mu * x[0] / s : 0.0;
    for (int i = 1; i <= size; i++) {
        x[i] *= scale;
    }
}

/* mu |u_T| of one group; in a wide cone slip below the rounding error counts as none   (FR.4) */
NSD_INLINE double nsd_friction_counted_slip(double mu, double slip,
                                            const nsd_friction_scales *scale)
{
    const double seen = mu > NSD_FRICTION_WIDE_COEFFICIENT ? slip - scale->rounding : slip;
    return seen > 0.0 ? mu * seen : 0.0;
}

/* |r - x| of a contact with d entries, x = proj_C(r - rho uhat), and at least a part of
 * |min(r_N, rho u_N)|; NaN when r or u is not finite                                   (FR.4) */
NSD_INLINE double nsd_friction_distance(int d, double rho, const double *r, const double *u,
                                        const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < d; i++) {
        if (!(fabs(r[i]) <= DBL_MAX && fabs(u[i]) <= DBL_MAX)) {
            return NAN;
        }
        sum += (r[i] - x[i]) * (r[i] - x[i]);
    }
    const double distance = sqrt(sum), opening = rho * u[0];
    const double normal = NSD_FRICTION_NORMAL_PART * fabs(r[0] < opening ? r[0] : opening);
    return distance > normal ? distance : normal;
}

/* nsd_friction_contact_residual of a contact with one group of `size` tangents */
NSD_INLINE double nsd_friction_cone_residual(int size, double mu, const nsd_friction_scales *scale,
                                             const double *r, const double *u)
{
    const double slip = nsd_friction_length(size, u + 1);
    const double uhat = u[0] + nsd_friction_counted_slip(mu, slip, scale);
    double       x[3] = { r[0] - scale->rho * uhat, r[1] - scale->rho * u[1], 0.0 };

    if (size == 2) {
        x[2] = r[2] - scale->rho * u[2];
    }
    nsd_friction_project_cone(size, mu, x);
    return nsd_friction_distance(1 + size, scale->rho, r, u, x);
}

#endif
