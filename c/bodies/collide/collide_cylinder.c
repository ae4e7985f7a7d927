/* collide_cylinder.c - cylinders: flat ends, a rim, and a side that touches along a line (RB.3) */
#include "bodies/collide/collide_parts.h"

/* Points of a rim at which a flat end touches. Larger: time; smaller: a standing cylinder falls
 * over a shorter edge than its rim, by the cosine of half the angle between two points. */
#define RIM_POINTS 8

/* Sine of the angle between a flat end and the surface below up to which the points of the rim
 * stand still on the cylinder; above, the first one is the lowest point of the rim. Larger: a
 * cylinder that rolls on its rim rolls on a polygon; smaller: points of cylinders at rest jump
 * around the rim. */
#define STANDING_SINE 1e-7

/* Cosine of the angle to the axis above which the flat end faces a direction, not the side */
#define END_COSINE 0.70710678118654752

static void cylinder_support(const nsd_solid *solid, const double *n, double *p)
{
    const double across = sqrt(n[0] * n[0] + n[1] * n[1]);
    const double scale = across > 0.0 ? solid->size[0] / across : 0.0;
    p[0] = scale * n[0];
    p[1] = scale * n[1];
    p[2] = n[2] < 0.0 ? -solid->size[1] : solid->size[1];
}

/* Radius along the rim, over the sine of the angle to the axis */
static void cylinder_curvature(const nsd_solid *solid, const double *n, double *C)
{
    const double across = sqrt(n[0] * n[0] + n[1] * n[1]);
    memset(C, 0, 9 * sizeof *C);
    if (across > 0.0) {
        const double t[2] = { -n[1] / across, n[0] / across }, scale = solid->size[0] / across;
        for (int k = 0; k < 4; k++) {
            C[k % 2 + 3 * (k / 2)] = scale * t[k % 2] * t[k / 2];
        }
    }
}

static void end_face(const nsd_solid *solid, const double *n, nsd_face *face)
{
    const double across = sqrt(n[0] * n[0] + n[1] * n[1]), side = n[2] < 0.0 ? -1.0 : 1.0;
    const double lead[2] = { across > STANDING_SINE ? n[0] / across : 1.0,
                             across > STANDING_SINE ? n[1] / across : 0.0 };

    face->count = RIM_POINTS;
    face->number = side > 0.0;
    for (int i = 0; i < 3; i++) {
        face->normal[i] = side * solid->R[6 + i];
    }
    for (int k = 0; k < RIM_POINTS; k++) {
        const double angle = side * k * (8.0 * atan(1.0) / RIM_POINTS);
        const double c = solid->size[0] * cos(angle), s = solid->size[0] * sin(angle);
        const double own[3] = { c * lead[0] - s * lead[1], s * lead[0] + c * lead[1],
                                side * solid->size[1] };
        nsd_collide_place(solid, own, face->corner[k]);
    }
}

static void cylinder_face(const nsd_solid *solid, const double *n, nsd_face *face)
{
    const double across = sqrt(n[0] * n[0] + n[1] * n[1]);

    if (fabs(n[2]) > END_COSINE * sqrt(across * across + n[2] * n[2])) {
        end_face(solid, n, face);
        return;
    }
    face->count = 2;
    face->number = 2;
    for (int k = 0; k < 2; k++) {
        const double own[3] = { solid->size[0] * n[0] / across, solid->size[0] * n[1] / across,
                                (2.0 * k - 1.0) * solid->size[1] };
        nsd_collide_place(solid, own, face->corner[k]);
    }
}

static void cylinder_plane(const nsd_solid *solid, const double *plane, double slack,
                           nsd_manifold *manifold)
{
    const double down[3] = { -plane[0], -plane[1], -plane[2] };
    double       n[3];
    nsd_face     face;

    nsd_transpose_times3(solid->R, down, n);
    cylinder_face(solid, n, &face);
    for (int k = 0; k < face.count; k++) {
        const double gap = nsd_dot3(plane, face.corner[k]) - plane[3];
        if (gap <= NSD_CLOSED_GAP * solid->bound + slack) {
            nsd_collide_add(manifold, plane, gap, 16 * face.number + k, face.corner[k], 0.0);
        }
    }
}

static double cylinder_bound(const double *size)
{
    return sqrt(size[0] * size[0] + size[1] * size[1]);
}

static double cylinder_inner(const nsd_solid *solid)
{
    return fmin(solid->size[0], solid->size[1]);
}

const nsd_shape_row nsd_shape_cylinder = {
    .name = "cylinder",
    .bound = cylinder_bound,
    .inner = cylinder_inner,
    .plane = cylinder_plane,
    .support = cylinder_support,
    .face = cylinder_face,
    .curvature = cylinder_curvature,
};
