/* bodies_shape.c - the table of shapes and the table of their pairs                     (RB.3) */
#include "bodies/bodies_shape.h"

#include <string.h>

#include "bodies/bodies_parts.h"

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

/* Of the farther end, in radii */
static double capsule_moved(const nsd_bodies *bodies, int i, const double *v)
{
    const double *size = bodies->set->size + 3 * i;
    const double  far = sqrt(nsd_dot3(v, v)) + size[1] * sqrt(nsd_dot3(v + 3, v + 3));
    return bodies->h * far / size[0];
}

/* In radii */
static double ball_moved(const nsd_bodies *bodies, int i, const double *v)
{
    return bodies->h * sqrt(nsd_dot3(v, v)) / bodies->set->size[3 * i];
}

/* Of the farthest corner along each axis in half edges of that axis, since a thin plate misses
 * contacts across, not along the plate */
static double box_moved(const nsd_bodies *bodies, int i, const double *v)
{
    const nsd_body_set *set = bodies->set;
    const int           axes = set->dimension == 2 ? 2 : 3;
    const double       *size = set->size + 3 * i;
    double              own[3], turn[3], most = 0.0;

    nsd_transpose_times3(bodies->body[i].R, v, own);
    nsd_transpose_times3(bodies->body[i].R, v + 3, turn);
    for (int k = 0; k < axes; k++) {
        const int    j = (k + 1) % 3, l = (k + 2) % 3;
        const double far = fabs(own[k]) + fabs(turn[j]) * size[l] + fabs(turn[l]) * size[j];
        most = fmax(most, bodies->h * far / size[k]);
    }
    return most;
}

typedef struct shape_row {
    const char *name;
    double (*bound)(const double *size);
    double (*moved)(const nsd_bodies *bodies, int i, const double *v);
} shape_row;

typedef struct pair_row {
    nsd_bodies_pair_fn *plane;
    nsd_bodies_pair_fn *shape[NSD_SHAPES]; /* with the shapes up to that of the row */
} pair_row;

/* clang-format off */
static const shape_row shapes[NSD_SHAPES] = {
    [NSD_SHAPE_BALL] = { "ball", ball_bound, ball_moved },
    [NSD_SHAPE_BOX]  = { "box",  box_bound,  box_moved  },
    [NSD_SHAPE_CAPSULE] = { "capsule", capsule_bound, capsule_moved },
};

static const pair_row pairs[NSD_SHAPES] = {
    /*                   with a plane                 a ball                      a box         */
    [NSD_SHAPE_BALL] = { nsd_bodies_add_ball_plane, { nsd_bodies_add_ball_ball } },
    [NSD_SHAPE_BOX]  = { nsd_bodies_add_box_plane,  { nsd_bodies_add_box_ball,
                                                      nsd_bodies_add_box_box } },
    [NSD_SHAPE_CAPSULE] = { nsd_bodies_add_capsule_plane, { nsd_bodies_add_capsule_ball,
                                                            nsd_bodies_add_capsule_box,
                                                            nsd_bodies_add_capsule_capsule } },
};
/* clang-format on */

int nsd_bodies_shape_find(const char *name)
{
    for (int k = 0; k < NSD_SHAPES; k++) {
        if (strcmp(shapes[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}

double nsd_bodies_shape_bound(const nsd_body_set *set, int i)
{
    const int shape = set->shape[i];
    return shape >= 0 && shape < NSD_SHAPES ? shapes[shape].bound(set->size + 3 * i) : 0.0;
}

double nsd_bodies_shape_moved(const nsd_bodies *bodies, int i, const double *v)
{
    return shapes[bodies->set->shape[i]].moved(bodies, i, v);
}

/* Whether the ball around body a reaches the plane */
static int reaches_plane(const nsd_bodies *bodies, int a, const double *plane)
{
    const nsd_body *body = bodies->body + a;
    return nsd_dot3(plane, body->x) - plane[3] <=
           body->bound * (1.0 + NSD_BODIES_CLOSED_GAP) + bodies->gravity_gap;
}

/* Whether the balls around two bodies reach each other */
static int reach_each_other(const nsd_bodies *bodies, int a, int b)
{
    const nsd_body *one = bodies->body + a, *two = bodies->body + b;
    const double    reach = (one->bound + two->bound) * (1.0 + NSD_BODIES_CLOSED_GAP) +
                         bodies->gravity_gap;
    double d[3];
    nsd_add_scaled3(one->x, -1.0, two->x, d);
    return nsd_dot3(d, d) <= reach * reach;
}

/* Whether bodies a < b, or body a and the planes (b = count), are in the list of pairs to ignore */
static int ignore_each_other(const nsd_body_set *set, int a, int b)
{
    int low = 0, high = set->ignored;
    while (low < high) {
        const int  middle = low + (high - low) / 2;
        const int *pair = set->ignore + 2 * middle;
        if (pair[0] < a || (pair[0] == a && pair[1] < b)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < set->ignored && set->ignore[2 * low] == a && set->ignore[2 * low + 1] == b;
}

nsd_status nsd_bodies_add_pair(nsd_bodies *bodies, int a, int b)
{
    const nsd_body_set *set = bodies->set;
    const int           movable = set->mass[a] < INFINITY;

    if (set->ignored > 0 && ignore_each_other(set, a, b < set->count ? b : set->count)) {
        return NSD_OK;
    }
    if (b >= set->count) {
        return movable && reaches_plane(bodies, a, set->plane + 4 * (b - set->count))
                   ? pairs[set->shape[a]].plane(bodies, a, b)
                   : NSD_OK;
    }
    if (!reach_each_other(bodies, a, b) || !(movable || set->mass[b] < INFINITY)) {
        return NSD_OK;
    }
    const int one = set->shape[a], two = set->shape[b];
    return one < two ? pairs[two].shape[one](bodies, b, a) : pairs[one].shape[two](bodies, a, b);
}
