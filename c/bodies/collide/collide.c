/* collide.c - the table of shapes, and which function finds the contacts of a pair      (RB.3) */
#include "bodies/collide/collide_parts.h"

static double ball_bound(const double *size)
{
    return size[0];
}

static double box_bound(const double *size)
{
    return sqrt(nsd_dot3(size, size));
}

static double capsule_bound(const double *size)
{
    return size[0] + size[1];
}

static double cylinder_bound(const double *size)
{
    return sqrt(size[0] * size[0] + size[1] * size[1]);
}

static double ellipsoid_bound(const double *size)
{
    return fmax(size[0], fmax(size[1], size[2]));
}

static double box_inner(const nsd_solid *solid)
{
    const double *size = solid->size, least = fmin(size[0], size[1]);
    return solid->plane ? least : fmin(least, size[2]);
}

static double ball_inner(const nsd_solid *solid)
{
    return solid->size[0];
}

static double cylinder_inner(const nsd_solid *solid)
{
    return fmin(solid->size[0], solid->size[1]);
}

static double hull_inner(const nsd_solid *solid)
{
    return solid->size[1];
}

static double terrain_bound(const double *size)
{
    return size[1];
}

static double halfspace_inner(const nsd_solid *solid)
{
    (void)solid;
    return INFINITY;
}

/* A half-space that moves is a plane at its place; normals lead to the half-space. */
static void halfspace_pair(const nsd_solid *half, const nsd_solid *other, double slack,
                           nsd_manifold *manifold)
{
    const double *n = half->R + (half->plane ? 3 : 6);
    const double  plane[4] = { n[0], n[1], n[2], nsd_dot3(n, half->x) };
    const int     first = manifold->count;
    nsd_collide_add_plane(other, plane, slack, manifold);
    nsd_collide_turn(manifold, first);
}

/* clang-format off */
static const nsd_shape_row shapes[NSD_SHAPES] = {
    [NSD_SHAPE_BALL] = { "ball", ball_bound, ball_inner, nsd_collide_ball_plane,
        nsd_collide_ball_support, nsd_collide_ball_face, NULL,
        { nsd_collide_ball_ball } },
    [NSD_SHAPE_BOX] = { "box", box_bound, box_inner, nsd_collide_box_plane,
        nsd_collide_box_support, nsd_collide_box_face, NULL,
        { nsd_collide_box_ball, nsd_collide_box_box } },
    [NSD_SHAPE_CAPSULE] = { "capsule", capsule_bound, ball_inner, nsd_collide_capsule_plane,
        nsd_collide_capsule_support, nsd_collide_capsule_face, NULL,
        { nsd_collide_capsule_ball, nsd_collide_capsule_box, nsd_collide_capsule_capsule } },
    [NSD_SHAPE_CYLINDER] = { "cylinder", cylinder_bound, cylinder_inner, nsd_collide_cylinder_plane,
        nsd_collide_cylinder_support, nsd_collide_cylinder_face, nsd_collide_cylinder_curvature,
        { NULL } },
    [NSD_SHAPE_ELLIPSOID] = { "ellipsoid", ellipsoid_bound, box_inner, nsd_collide_ellipsoid_plane,
        nsd_collide_ellipsoid_support, nsd_collide_ellipsoid_face, nsd_collide_ellipsoid_curvature,
        { NULL } },
    [NSD_SHAPE_HULL] = { "hull", ball_bound, hull_inner, nsd_collide_hull_plane,
        nsd_collide_hull_support, nsd_collide_hull_face, NULL, { NULL } },
    [NSD_SHAPE_TERRAIN] = { "terrain", terrain_bound, ball_inner, NULL, NULL, NULL, NULL, {
        nsd_collide_terrain_pair, nsd_collide_terrain_pair, nsd_collide_terrain_pair,
        nsd_collide_terrain_pair, nsd_collide_terrain_pair, nsd_collide_terrain_pair,
        nsd_collide_terrain_pair } },
    [NSD_SHAPE_HALFSPACE] = { "halfspace", ball_bound, halfspace_inner, NULL, NULL, NULL, NULL, {
        halfspace_pair, halfspace_pair, halfspace_pair, halfspace_pair, halfspace_pair,
        halfspace_pair, halfspace_pair, halfspace_pair } },
};
/* clang-format on */

const nsd_shape_row *nsd_collide_row(const nsd_solid *solid)
{
    return shapes + solid->shape;
}

int nsd_collide_find(const char *name)
{
    for (int k = 0; k < NSD_SHAPES; k++) {
        if (strcmp(shapes[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}

double nsd_collide_bound(int shape, const double *size)
{
    return shape >= 0 && shape < NSD_SHAPES ? shapes[shape].bound(size) : 0.0;
}

double nsd_collide_inner(const nsd_solid *solid)
{
    return shapes[solid->shape].inner(solid);
}

/* Of the farthest corner along each axis in half edges of that axis, since a thin plate misses
 * contacts across, not along the plate */
static double box_moved(const nsd_solid *solid, const double *v)
{
    const double *size = solid->size;
    double        own[3], turn[3], most = 0.0;

    nsd_transpose_times3(solid->R, v, own);
    nsd_transpose_times3(solid->R, v + 3, turn);
    for (int k = 0; k < (solid->plane ? 2 : 3); k++) {
        const int    j = (k + 1) % 3, l = (k + 2) % 3;
        const double far = fabs(own[k]) + fabs(turn[j]) * size[l] + fabs(turn[l]) * size[j];
        most = fmax(most, far / size[k]);
    }
    return most;
}

/* Others: of the point farthest from the inner ball, in radii of that ball */
double nsd_collide_moved(const nsd_solid *solid, const double *v)
{
    const double speed = sqrt(nsd_dot3(v, v)), rate = sqrt(nsd_dot3(v + 3, v + 3));
    const double inner = nsd_collide_inner(solid);
    return solid->shape == NSD_SHAPE_BOX ? box_moved(solid, v)
                                         : (speed + rate * (solid->bound - inner)) / inner;
}

void nsd_collide_add_plane(const nsd_solid *solid, const double *plane, double slack,
                           nsd_manifold *manifold)
{
    nsd_plane_fn *add = shapes[solid->shape].plane;
    if (add) {
        add(solid, plane, slack, manifold);
    }
}

/* The function of the later shape in the list */
void nsd_collide_add_pair(const nsd_solid *one, const nsd_solid *two, double slack,
                          nsd_manifold *manifold)
{
    const int    turned = one->shape < two->shape, first = manifold->count;
    nsd_pair_fn *add = turned ? shapes[two->shape].pair[one->shape]
                              : shapes[one->shape].pair[two->shape];
    if (!add) {
        add = one->plane ? nsd_collide_polygon_pair : nsd_collide_convex_pair;
    }
    add(turned ? two : one, turned ? one : two, slack, manifold);
    if (turned) {
        nsd_collide_turn(manifold, first);
    }
}
