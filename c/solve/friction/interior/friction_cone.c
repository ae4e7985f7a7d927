/* friction_cone.c - one second-order cone of an interior point method              (FR.16) */
#include "solve/friction/interior/friction_cone.h"

#include <math.h>

/* z_0^2 - |(z_1, z_2)|^2, without cancellation */
static double determinant(const double *z)
{
    const double size = sqrt(z[1] * z[1] + z[2] * z[2]);
    return (z[0] - size) * (z[0] + size);
}

int nsd_friction_cone_find_scaling(nsd_friction_cone *cone, const double *z, const double *y)
{
    const double det_z = determinant(z), det_y = determinant(y);
    if (!(z[0] > 0.0 && y[0] > 0.0 && det_z > 0.0 && det_y > 0.0)) {
        return 0;
    }
    const double a = 1.0 / sqrt(det_z), b = 1.0 / sqrt(det_y);
    const double inner = a * b * (z[0] * y[0] + z[1] * y[1] + z[2] * y[2]);
    const double half = 0.5 / sqrt(0.5 * (1.0 + inner));

    cone->eta = sqrt(sqrt(det_z / det_y));
    cone->w[1] = half * (a * z[1] - b * y[1]);
    cone->w[2] = half * (a * z[2] - b * y[2]);
    cone->w[0] = sqrt(1.0 + cone->w[1] * cone->w[1] + cone->w[2] * cone->w[2]);
    nsd_friction_cone_apply_scaling(cone, y, cone->lambda);
    return 1;
}

/* out <- eta times the hyperbolic rotation of (w0, w1, w2), applied to x */
static void apply(double eta, double w0, double w1, double w2, const double *x, double *out)
{
    const double inner = w1 * x[1] + w2 * x[2], along = x[0] + inner / (1.0 + w0);
    out[0] = eta * (w0 * x[0] + inner);
    out[1] = eta * (x[1] + w1 * along);
    out[2] = eta * (x[2] + w2 * along);
}

void nsd_friction_cone_apply_scaling(const nsd_friction_cone *cone, const double *x, double *out)
{
    apply(cone->eta, cone->w[0], cone->w[1], cone->w[2], x, out);
}

void nsd_friction_cone_apply_inverse(const nsd_friction_cone *cone, const double *x, double *out)
{
    apply(1.0 / cone->eta, cone->w[0], -cone->w[1], -cone->w[2], x, out);
}

void nsd_friction_cone_inverse_square(const nsd_friction_cone *cone, double *T)
{
    const double v[3] = { cone->w[0], -cone->w[1], -cone->w[2] };
    const double scale = 1.0 / (cone->eta * cone->eta);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) {
            const double J = i != j ? 0.0 : i == 0 ? 1.0 : -1.0;
            T[i + 3 * j] = scale * (2.0 * v[i] * v[j] - J);
        }
    }
}

void nsd_friction_cone_product(const double *a, const double *b, double *out)
{
    out[0] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    out[1] = a[0] * b[1] + b[0] * a[1];
    out[2] = a[0] * b[2] + b[0] * a[2];
}

void nsd_friction_cone_divide(const double *lambda, const double *b, double *out)
{
    const double det = determinant(lambda);
    out[0] = (lambda[0] * b[0] - lambda[1] * b[1] - lambda[2] * b[2]) / det;
    out[1] = (b[1] - lambda[1] * out[0]) / lambda[0];
    out[2] = (b[2] - lambda[2] * out[0]) / lambda[0];
}

double nsd_friction_cone_longest_step(const double *z, const double *dz)
{
    /* smallest positive root of det(z + t dz) = c + 2 b t + a t^2, where z_0 stays positive */
    const double a = dz[0] * dz[0] - dz[1] * dz[1] - dz[2] * dz[2];
    const double b = z[0] * dz[0] - z[1] * dz[1] - z[2] * dz[2];
    const double c = determinant(z), under = b * b - a * c;
    double       t = 1.0;

    if (dz[0] < 0.0) {
        t = fmin(t, -z[0] / dz[0]);
    }
    if (under >= 0.0 && (b < 0.0 || a < 0.0)) {
        const double root = c / (sqrt(under) - b); /* also right for a = 0 */
        t = root > 0.0 ? fmin(t, root) : t;
    }
    return t;
}
