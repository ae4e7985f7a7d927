/* collide_terrain.c - heights over a grid: each triangle below a shape is the upper face of a prism
 *                                                                                       (RB.25) */
#include "bodies/collide/collide_parts.h"

/* Sine of the angle between a normal and that of a triangle up to which both are the same. Larger:
 * edges between triangles push sideways; smaller: rounding. */
#define SAME_NORMAL 1e-6

/* Height, in parts of the size of a cell, above the tangential plane of a contact that a neighbour
 * may have. Larger: edges inside a flat or hollow push sideways; smaller: rounding. */
#define ABOVE_TANGENT 1e-6

typedef struct patch { /* a triangle of the ground, or in the plane a line, and what is below */
    double   corner[6][3], normal[5][3];
    nsd_hull hull;
    double   beyond[3][3]; /* the third corners of the triangles beyond its edges */
    int      neighbours;
} patch;

/* p <- node (i, j), seen from the terrain; 0 outside */
static int node_of(const nsd_terrain *terrain, int plane, int i, int j, double *p)
{
    if (i < 0 || i >= terrain->nx || j < 0 || j >= terrain->ny) {
        return 0;
    }
    const double height = terrain->height[(size_t)i + (size_t)terrain->nx * (size_t)j];
    p[0] = terrain->corner[0] + i * terrain->step[0];
    p[1] = plane ? height : terrain->corner[1] + j * terrain->step[1];
    p[2] = plane ? 0.0 : height;
    return 1;
}

/* Normals of the faces of a prism from its corners: upper, lower, sides */
static void set_normals(patch *p, const int loop[5][4])
{
    for (int f = 0; f < 5; f++) {
        double u[3], v[3];
        nsd_add_scaled3(p->corner[loop[f][1]], -1.0, p->corner[loop[f][0]], u);
        nsd_add_scaled3(p->corner[loop[f][2]], -1.0, p->corner[loop[f][0]], v);
        nsd_cross3(u, v, p->normal[f]);
        nsd_collide_unit(p->normal[f]);
    }
}

/* The prism below triangle `upper` (0 or 1) of cell (i, j) */
static void fill_prism(patch *p, const nsd_solid *solid, int i, int j, int upper)
{
    static const int start[6] = { 0, 3, 6, 10, 14, 18 };
    static const int loop[18] = { 0, 1, 2, 3, 5, 4, 0, 3, 4, 1, 1, 4, 5, 2, 2, 5, 3, 0 };
    static const int four[5][4] = {
        { 0, 1, 2, 0 }, { 3, 5, 4, 3 }, { 0, 3, 4, 1 }, { 1, 4, 5, 2 }, { 2, 5, 3, 0 }
    };
    static const int node[2][3][2] = { { { 0, 0 }, { 1, 0 }, { 0, 1 } },
                                       { { 1, 1 }, { 0, 1 }, { 1, 0 } } };
    static const int next[2][3][2] = { { { 1, -1 }, { 1, 1 }, { -1, 1 } },
                                       { { 0, 2 }, { 0, 0 }, { 2, 0 } } };

    p->neighbours = 0;
    for (int c = 0; c < 3; c++) {
        const int *at = node[upper][c], *far = next[upper][c];
        node_of(solid->terrain, 0, i + at[0], j + at[1], p->corner[c]);
        memcpy(p->corner[c + 3], p->corner[c], sizeof p->corner[c]);
        p->corner[c + 3][2] -= solid->size[0];
        p->neighbours += node_of(solid->terrain, 0, i + far[0], j + far[1],
                                 p->beyond[p->neighbours]);
    }
    set_normals(p, four);
    p->hull = (nsd_hull){ 6, 5, p->corner[0], start, loop, p->normal[0] };
}

/* In the plane: the quadrangle below the line from node i, counter-clockwise */
static void fill_quadrangle(patch *p, const nsd_solid *solid, int i)
{
    p->neighbours = 0;
    node_of(solid->terrain, 1, i + 1, 0, p->corner[0]);
    node_of(solid->terrain, 1, i, 0, p->corner[1]);
    for (int c = 0; c < 2; c++) {
        memcpy(p->corner[3 - c], p->corner[c], sizeof p->corner[c]);
        p->corner[3 - c][1] -= solid->size[0];
        p->neighbours += node_of(solid->terrain, 1, i + (c == 0 ? 2 : -1), 0,
                                 p->beyond[p->neighbours]);
    }
    p->normal[0][0] = p->corner[1][1] - p->corner[0][1];
    p->normal[0][1] = p->corner[0][0] - p->corner[1][0];
    p->normal[0][2] = 0.0;
    nsd_collide_unit(p->normal[0]);
    p->hull = (nsd_hull){ 4, 0, p->corner[0], NULL, NULL, NULL };
}

/* Whether a contact pushes as the ground does: along the normal of its triangle, or of an edge or
 * corner that stands out, so that no neighbour rises above the tangential plane */
static int pushes_out(const patch *p, const nsd_solid *terrain, const nsd_touch *touch)
{
    const int up = terrain->plane ? 1 : 2;
    double    n[3], d[3], foot[3], across[3];

    nsd_transpose_times3(terrain->R, touch->normal, n);
    nsd_cross3(n, p->normal[0], across);
    if (nsd_dot3(n, p->normal[0]) > 0.0 && nsd_dot3(across, across) <= SAME_NORMAL * SAME_NORMAL) {
        return 1;
    }
    if (!(n[up] > SAME_NORMAL)) {
        return 0;
    }
    nsd_add_scaled3(touch->point, -1.0, terrain->x, d);
    nsd_transpose_times3(terrain->R, d, foot);
    for (int k = 0; k < p->neighbours; k++) {
        nsd_add_scaled3(p->beyond[k], -1.0, foot, d);
        if (nsd_dot3(d, n) > ABOVE_TANGENT * terrain->terrain->step[0] - 0.5 * touch->gap) {
            return 0;
        }
    }
    return 1;
}

/* Adds the contacts of a shape with one patch of the ground. */
static void add_patch(const nsd_solid *one, const nsd_solid *terrain, patch *p, int number,
                      double slack, nsd_manifold *manifold)
{
    nsd_solid    ground = *terrain;
    nsd_manifold found;

    ground.shape = NSD_SHAPE_HULL;
    ground.hull = &p->hull;
    ground.bound = fmin(terrain->bound, one->bound + terrain->terrain->step[0]);
    found.count = 0;
    (terrain->plane ? nsd_collide_polygon_pair : nsd_collide_convex_pair)(one, &ground, slack,
                                                                          &found);
    for (int k = 0; k < found.count; k++) {
        const nsd_touch *touch = found.item + k;
        if (pushes_out(p, terrain, touch)) {
            nsd_collide_add(manifold, touch->normal, touch->gap, number * 64 + k, touch->point,
                            0.0);
        }
    }
}

/* First and last cell along one axis that the ball around a shape reaches */
static void cells_below(const nsd_terrain *terrain, int axis, double centre, double reach,
                        int range[2])
{
    const int    cells = (axis == 0 ? terrain->nx : terrain->ny) - 1;
    const double low = (centre - reach - terrain->corner[axis]) / terrain->step[axis];
    const double high = (centre + reach - terrain->corner[axis]) / terrain->step[axis];
    range[0] = (int)fmin(fmax(floor(low), 0.0), cells);
    range[1] = (int)fmin(fmax(floor(high), -1.0), cells - 1);
}

static void terrain_pair(const nsd_solid *terrain, const nsd_solid *other, double slack,
                         nsd_manifold *manifold)
{
    const nsd_terrain *grid = terrain->terrain;
    const double       reach = other->bound + slack;
    const int          first = manifold->count;
    double             d[3], centre[3];
    int                x[2], y[2] = { 0, 0 };
    patch              p;

    if (other->shape == NSD_SHAPE_TERRAIN) {
        return;
    }
    nsd_add_scaled3(other->x, -1.0, terrain->x, d);
    nsd_transpose_times3(terrain->R, d, centre);
    cells_below(grid, 0, centre[0], reach, x);
    if (!terrain->plane) {
        cells_below(grid, 1, centre[1], reach, y);
    }
    for (int j = y[0]; j <= y[1]; j++) {
        for (int i = x[0]; i <= x[1]; i++) {
            const int number = (i - x[0]) + 64 * (j - y[0]);
            for (int upper = 0; upper < (terrain->plane ? 1 : 2); upper++) {
                if (terrain->plane) {
                    fill_quadrangle(&p, terrain, i);
                } else {
                    fill_prism(&p, terrain, i, j, upper);
                }
                add_patch(other, terrain, &p, 2 * number + upper, slack, manifold);
            }
        }
    }
    nsd_collide_turn(manifold, first); /* from the other shape to the terrain */
}

static double terrain_bound(const double *size)
{
    return size[1];
}

static double terrain_inner(const nsd_solid *solid)
{
    return solid->size[0];
}

const nsd_shape_row nsd_shape_terrain = {
    .name = "terrain",
    .bound = terrain_bound,
    .inner = terrain_inner,
    .pair = { terrain_pair, terrain_pair, terrain_pair, terrain_pair, terrain_pair, terrain_pair,
              terrain_pair },
};
