/* collide_sweep.c - when two shapes that pass each other in a step touch first          (RB.24) */
#include "bodies/collide/collide_parts.h"

/* Distance, in parts of the smaller size, at which two shapes touch. Larger: bodies stop before a
 * wall; smaller: more steps, and contacts that are found behind it. */
#define TOUCHING 1e-11

/* Distance, in parts of both sizes together, that is rounding: the shapes overlap. Larger: bodies
 * stop before a wall; smaller: directions of rounding. */
#define ROUNDING 1e-13

/* Steps at most: each goes as far as the plane between the shapes allows. Larger: time for grazing
 * shapes; smaller: these touch earlier than they do. */
#define MOST_STEPS 100

/* Distance and direction between two shapes; 0 when they overlap */
static int distance_of(const nsd_solid *one, const nsd_solid *two, nsd_nearest *at)
{
    const double radii = nsd_collide_radius(one) + nsd_collide_radius(two);
    const double size = one->bound + two->bound;
    const int    apart = one->plane ? nsd_collide_polygon_distance(one, two, at)
                                    : nsd_collide_distance(one, two, INFINITY, ROUNDING * size, at);
    at->distance -= radii;
    return apart && at->distance > 0.0;
}

double nsd_collide_sweep(const nsd_solid *one, const nsd_solid *two, const double *d, double least)
{
    const double touching = TOUCHING * fmin(one->bound, two->bound) +
                            4.0 * ROUNDING * (one->bound + two->bound);
    nsd_solid   moved = *one;
    double      t = 0.0, x[3];
    nsd_nearest at;

    if (one->shape == NSD_SHAPE_TERRAIN || two->shape == NSD_SHAPE_TERRAIN) {
        return 2.0;
    }
    moved.x = x;
    for (int step = 0; step < MOST_STEPS && t <= 1.0; step++) {
        nsd_add_scaled3(one->x, t, d, x);
        if (!distance_of(&moved, two, &at)) {
            return t;
        }
        const double speed = -nsd_dot3(at.n, d);
        if (!(speed * (1.0 - t) - at.distance > least)) { /* along n it ends as near as it may */
            return 2.0;
        }
        if (at.distance <= touching) {
            return t;
        }
        t += (at.distance - 0.5 * touching) / speed;
    }
    return t <= 1.0 ? t : 2.0;
}
