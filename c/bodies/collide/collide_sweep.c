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

/* Steps at most over terrain, and the part of a step to which the place of the impact is found.
 * Larger, smaller: time; smaller, larger: bodies pass ground of little Depth; stop inside it. */
#define MOST_TERRAIN_STEPS 10000
#define TERRAIN_PART       1e-6

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

/* Whether `one`, moved to one->x + t d, touches `two` at a point that it moves towards */
static int touches_at(const nsd_solid *one, const nsd_solid *two, const double *d, double t)
{
    nsd_solid    moved = *one;
    nsd_manifold manifold = { .count = 0 };
    double       x[3];

    nsd_add_scaled3(one->x, t, d, x);
    moved.x = x;
    nsd_collide_add_pair(&moved, two, 0.0, &manifold);
    for (int k = 0; k < manifold.count; k++) {
        if (nsd_dot3(manifold.item[k].normal, d) < 0.0) {
            return 1;
        }
    }
    return 0;
}

/* Ground of heights has no plane that keeps it apart from a shape: steps of the radius inside the
 * shape, then halves of the step in which it is first touched */
static double sweep_terrain(const nsd_solid *one, const nsd_solid *two, const double *d)
{
    const double parts = ceil(sqrt(nsd_dot3(d, d)) / nsd_collide_inner(one));
    const int    steps = (int)fmin(fmax(parts, 1.0), MOST_TERRAIN_STEPS);

    for (int k = 0; k <= steps; k++) {
        double high = (double)k / steps;
        if (!touches_at(one, two, d, high)) {
            continue;
        }
        for (double low = fmax(0.0, high - 1.0 / steps); high - low > TERRAIN_PART / steps;) {
            const double middle = 0.5 * (low + high);
            if (touches_at(one, two, d, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
    return 2.0;
}

double nsd_collide_sweep(const nsd_solid *one, const nsd_solid *two, const double *d, double least)
{
    const double touching = TOUCHING * fmin(one->bound, two->bound) +
                            4.0 * ROUNDING * (one->bound + two->bound);
    nsd_solid   moved = *one;
    double      t = 0.0, x[3];
    nsd_nearest at;

    if (two->shape == NSD_SHAPE_TERRAIN) {
        return sweep_terrain(one, two, d);
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

void nsd_collide_add_along(const nsd_solid *one, const nsd_solid *two, const double *n, int feature,
                           nsd_manifold *manifold)
{
    const double   back[3] = { -n[0], -n[1], -n[2] };
    const double   radius[2] = { nsd_collide_radius(one), nsd_collide_radius(two) };
    nsd_difference d;
    double         p[3];

    nsd_collide_support(one, two, back, &d);
    const double gap = nsd_dot3(d.w, n) - radius[0] - radius[1];
    nsd_add_scaled3(d.a, 1.0, d.b, p);
    for (int k = 0; k < 3; k++) {
        p[k] *= 0.5;
    }
    nsd_collide_add(manifold, n, gap, feature, p, 0.5 * (radius[0] - radius[1]));
}

void nsd_collide_add_inner(const nsd_solid *one, const nsd_solid *two, const double *n, int feature,
                           nsd_manifold *manifold)
{
    const int        first = one->bound < two->bound;
    const nsd_solid *small = first ? one : two;
    const double side = first ? 1.0 : -1.0, n_own[3] = { side * n[0], side * n[1], side * n[2] };
    const nsd_solid *large = first ? two : one;
    const double     inner = nsd_collide_inner(small);
    nsd_difference   d;

    nsd_collide_support(large, small, n_own, &d);
    nsd_add_scaled3(small->x, -1.0, d.a, d.w);
    const double gap = nsd_dot3(d.w, n_own) - nsd_collide_radius(large) - inner;
    if (gap <= 0.0) {
        nsd_collide_add(manifold, n, gap, feature, small->x, side * (inner + 0.5 * gap));
    }
}
