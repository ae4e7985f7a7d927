/* collide.c - which function of which shape finds the contacts of a pair               (RB.3) */
#include "bodies/collide/collide_parts.h"

#define SHAPE(X, x) [NSD_SHAPE_##X] = &nsd_shape_##x,
static const nsd_shape_row *const shapes[NSD_SHAPES] = { NSD_LIST_SHAPES(SHAPE) };
#undef SHAPE

const nsd_shape_row *nsd_collide_row(const nsd_solid *solid)
{
    return shapes[solid->shape];
}

int nsd_collide_find(const char *name)
{
    for (int k = 0; k < NSD_SHAPES; k++) {
        if (strcmp(shapes[k]->name, name) == 0) {
            return k;
        }
    }
    return -1;
}

double nsd_collide_bound(int shape, const double *size)
{
    return shape >= 0 && shape < NSD_SHAPES ? shapes[shape]->bound(size) : 0.0;
}

double nsd_collide_inner(const nsd_solid *solid)
{
    return shapes[solid->shape]->inner(solid);
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
        const double moved = far / size[k];
        most = moved > most ? moved : most;
    }
    return most;
}

/* Others: of the point farthest from the inner ball, in radii of that ball */
double nsd_collide_moved(const nsd_solid *solid, const double *v)
{
    if (solid->shape == NSD_SHAPE_BOX) {
        return box_moved(solid, v);
    }
    const double speed = sqrt(nsd_dot3(v, v));
    if (solid->shape == NSD_SHAPE_BALL) {
        return speed / solid->size[0];
    }
    const double inner = nsd_collide_inner(solid), rate = sqrt(nsd_dot3(v + 3, v + 3));
    return (speed + rate * (solid->bound - inner)) / inner;
}

void nsd_collide_add_plane(const nsd_solid *solid, const double *plane, double slack,
                           nsd_manifold *manifold)
{
    nsd_plane_fn *add = shapes[solid->shape]->plane;
    if (add) {
        add(solid, plane, slack, manifold);
    }
}

/* The function of the later shape in the list */
void nsd_collide_add_pair(const nsd_solid *one, const nsd_solid *two, double slack,
                          nsd_manifold *manifold)
{
    const int    turned = one->shape < two->shape, first = manifold->count;
    nsd_pair_fn *add = turned ? shapes[two->shape]->pair[one->shape]
                              : shapes[one->shape]->pair[two->shape];
    if (!add) {
        add = one->plane ? nsd_collide_polygon_pair : nsd_collide_convex_pair;
    }
    add(turned ? two : one, turned ? one : two, slack, manifold);
    if (turned) {
        nsd_collide_turn(manifold, first);
    }
}
