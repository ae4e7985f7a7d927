/* collide_ellipsoid.c - ellipsoids                                                      (RB.3) */
#include "bodies/collide/collide_parts.h"

/* p = D^2 n/|D n| with the radii in D                                                  (RB.21) */
static void ellipsoid_support(const nsd_solid *solid, const double *n, double *p)
{
    const double *a = solid->size;
    const double  d[3] = { a[0] * n[0], a[1] * n[1], a[2] * n[2] }, length = sqrt(nsd_dot3(d, d));
    for (int k = 0; k < 3; k++) {
        p[k] = length > 0.0 ? a[k] * d[k] / length : 0.0;
    }
}

static void ellipsoid_curvature(const nsd_solid *solid, const double *n, double *C)
{
    const double *a = solid->size;
    const double  d[3] = { a[0] * n[0], a[1] * n[1], a[2] * n[2] }, length = sqrt(nsd_dot3(d, d));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const double out = a[i] * d[i] * a[j] * d[j] / (length * length);
            C[i + 3 * j] = ((i == j ? a[i] * a[i] : 0.0) - out) / length;
        }
    }
}

static void ellipsoid_face(const nsd_solid *solid, const double *n, nsd_face *face)
{
    double own[3];
    ellipsoid_support(solid, n, own);
    face->count = 1;
    face->number = 0;
    nsd_collide_place(solid, own, face->corner[0]);
}

static void ellipsoid_plane(const nsd_solid *solid, const double *plane, double slack,
                            nsd_manifold *manifold)
{
    const double down[3] = { -plane[0], -plane[1], -plane[2] };
    double       n[3], own[3], p[3];

    nsd_transpose_times3(solid->R, down, n);
    ellipsoid_support(solid, n, own);
    nsd_collide_place(solid, own, p);
    const double gap = nsd_dot3(plane, p) - plane[3];
    if (gap <= NSD_CLOSED_GAP * solid->bound + slack) {
        nsd_collide_add(manifold, plane, gap, 0, p, 0.0);
    }
}

static double ellipsoid_bound(const double *size)
{
    return fmax(size[0], fmax(size[1], size[2]));
}

static double ellipsoid_inner(const nsd_solid *solid)
{
    return fmin(solid->size[0], fmin(solid->size[1], solid->size[2]));
}

const nsd_shape_row nsd_shape_ellipsoid = {
    .name = "ellipsoid",
    .bound = ellipsoid_bound,
    .inner = ellipsoid_inner,
    .plane = ellipsoid_plane,
    .support = ellipsoid_support,
    .face = ellipsoid_face,
    .curvature = ellipsoid_curvature,
    .round = 1,
};
