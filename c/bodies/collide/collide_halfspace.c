/* collide_halfspace.c - a half-space that moves is a plane at its place                 (RB.3) */
#include "bodies/collide/collide_parts.h"

static double halfspace_bound(const double *size)
{
    return size[0];
}

static double halfspace_inner(const nsd_solid *solid)
{
    (void)solid;
    return INFINITY;
}

/* Normals lead to the half-space. */
static void halfspace_pair(const nsd_solid *half, const nsd_solid *other, double slack,
                           nsd_manifold *manifold)
{
    const double *n = half->R + (half->plane ? 3 : 6);
    const double  plane[4] = { n[0], n[1], n[2], nsd_dot3(n, half->x) };
    const int     first = manifold->count;
    nsd_collide_add_plane(other, plane, slack, manifold);
    nsd_collide_turn(manifold, first);
}

const nsd_shape_row nsd_shape_halfspace = {
    .name = "halfspace",
    .bound = halfspace_bound,
    .inner = halfspace_inner,
    .pair = { halfspace_pair, halfspace_pair, halfspace_pair, halfspace_pair, halfspace_pair,
              halfspace_pair, halfspace_pair, halfspace_pair },
};
