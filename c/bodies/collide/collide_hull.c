/* collide_hull.c - convex polyhedra, in the plane convex polygons                       (RB.3) */
#include "bodies/collide/collide_parts.h"

static void hull_support(const nsd_solid *solid, const double *n, double *p)
{
    const nsd_hull *hull = solid->hull;
    double          most = -INFINITY;
    int             best = 0;

    for (int k = 0; k < hull->corners; k++) {
        const double along = nsd_dot3(hull->corner + 3 * k, n);
        if (along > most) {
            most = along;
            best = k;
        }
    }
    memcpy(p, hull->corner + 3 * best, 3 * sizeof *p);
}

/* The face whose normal is nearest to n */
static void hull_face(const nsd_solid *solid, const double *n, nsd_face *face)
{
    const nsd_hull *hull = solid->hull;
    int             best = 0;

    for (int k = 1; k < hull->faces; k++) {
        if (nsd_dot3(hull->normal + 3 * k, n) > nsd_dot3(hull->normal + 3 * best, n)) {
            best = k;
        }
    }
    const int first = hull->start[best], count = hull->start[best + 1] - first;
    face->number = best;
    face->count = count < NSD_FACE_CORNERS ? count : NSD_FACE_CORNERS;
    nsd_times3(solid->R, hull->normal + 3 * best, face->normal);
    for (int c = 0; c < face->count; c++) { /* of too many corners every second, or fewer */
        const int corner = hull->loop[first + (int)((long long)c * count / face->count)];
        nsd_collide_place(solid, hull->corner + 3 * corner, face->corner[c]);
    }
}

static void hull_plane(const nsd_solid *solid, const double *plane, double slack,
                       nsd_manifold *manifold)
{
    for (int k = 0; k < solid->hull->corners; k++) {
        double p[3];
        nsd_collide_place(solid, solid->hull->corner + 3 * k, p);
        const double gap = nsd_dot3(plane, p) - plane[3];
        if (gap <= NSD_CLOSED_GAP * solid->bound + slack) {
            nsd_collide_add(manifold, plane, gap, k, p, 0.0);
        }
    }
}

static double hull_bound(const double *size)
{
    return size[0];
}

static double hull_inner(const nsd_solid *solid)
{
    return solid->size[1];
}

const nsd_shape_row nsd_shape_hull = {
    .name = "hull",
    .bound = hull_bound,
    .inner = hull_inner,
    .plane = hull_plane,
    .support = hull_support,
    .face = hull_face,
};
