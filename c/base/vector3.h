/* vector3.h - vectors of three numbers, 3 x 3 matrices by columns, quaternions (w, x, y, z). */
#ifndef NSD_VECTOR3_H
#define NSD_VECTOR3_H

#include <math.h>

#include "base/inline.h"

NSD_INLINE double nsd_dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

NSD_INLINE void nsd_cross3(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* y <- x + s d */
NSD_INLINE void nsd_add_scaled3(const double *x, double s, const double *d, double *y)
{
    y[0] = x[0] + s * d[0];
    y[1] = x[1] + s * d[1];
    y[2] = x[2] + s * d[2];
}

/* y <- A x, written out: compilers do not always unroll loops of three */
NSD_INLINE void nsd_times3(const double *A, const double *x, double *y)
{
    const double a = x[0], b = x[1], c = x[2];
    y[0] = A[0] * a + A[3] * b + A[6] * c;
    y[1] = A[1] * a + A[4] * b + A[7] * c;
    y[2] = A[2] * a + A[5] * b + A[8] * c;
}

/* y <- A'x */
NSD_INLINE void nsd_transpose_times3(const double *A, const double *x, double *y)
{
    y[0] = nsd_dot3(A, x);
    y[1] = nsd_dot3(A + 3, x);
    y[2] = nsd_dot3(A + 6, x);
}

/* B <- A^-1 for symmetric A; returns the determinant of A. B is not finite if that is zero. */
NSD_INLINE double nsd_invert3(const double *A, double *B)
{
    nsd_cross3(A + 3, A + 6, B);
    nsd_cross3(A + 6, A, B + 3);
    nsd_cross3(A, A + 3, B + 6);
    const double determinant = nsd_dot3(A, B);
    for (int k = 0; k < 9; k++) {
        B[k] /= determinant;
    }
    return determinant;
}

/* The rotation matrix of a unit quaternion; its columns are the axes of the body. */
NSD_INLINE void nsd_quaternion_matrix(const double *p, double *R)
{
    const double w = p[0], x = p[1], y = p[2], z = p[3];
    R[0] = 1.0 - 2.0 * (y * y + z * z);
    R[1] = 2.0 * (x * y + w * z);
    R[2] = 2.0 * (x * z - w * y);
    R[3] = 2.0 * (x * y - w * z);
    R[4] = 1.0 - 2.0 * (x * x + z * z);
    R[5] = 2.0 * (y * z + w * x);
    R[6] = 2.0 * (x * z + w * y);
    R[7] = 2.0 * (y * z - w * x);
    R[8] = 1.0 - 2.0 * (x * x + y * y);
}

/* c <- a b, the product of two quaternions, scaled to length one; c may be a or b */
NSD_INLINE void nsd_quaternion_product(const double *a, const double *b, double *c)
{
    const double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    const double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    const double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    const double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    const double scale = 1.0 / sqrt(w * w + x * x + y * y + z * z);
    c[0] = scale * w;
    c[1] = scale * x;
    c[2] = scale * y;
    c[3] = scale * z;
}

#endif
