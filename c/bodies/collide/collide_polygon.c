/* collide_polygon.c - contacts of two convex shapes in the plane: polygons with a radius, of one
 * corner (a disc), two (a capsule), four (a box) or more                                (RB.3) */
#include "bodies/collide/collide_parts.h"

/* As for two boxes: parts of the smaller size by which a side of the second polygon must be better,
 * and width of the side that clips another */
#define FACE_BIAS     1e-4
#define OUTLINE_WIDTH 1.0001

typedef struct polygon {
    const nsd_solid *solid;
    int              count;
    double           radius;
} polygon;

static polygon polygon_of(const nsd_solid *solid)
{
    const int count = solid->shape == NSD_SHAPE_HULL      ? solid->hull->corners
                      : solid->shape == NSD_SHAPE_BOX     ? 4
                      : solid->shape == NSD_SHAPE_CAPSULE ? 2
                                                          : 1;
    return (polygon){ solid, count, nsd_collide_radius(solid) };
}

/* p <- corner k, counted around */
static void corner_of(const polygon *of, int k, double *p)
{
    static const double turn[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    const nsd_solid    *solid = of->solid;
    double              own[3] = { 0.0, 0.0, 0.0 };

    k %= of->count;
    if (solid->shape == NSD_SHAPE_HULL) {
        memcpy(own, solid->hull->corner + 3 * k, sizeof own);
    } else if (solid->shape == NSD_SHAPE_BOX) {
        own[0] = turn[k][0] * solid->size[0];
        own[1] = turn[k][1] * solid->size[1];
    } else if (solid->shape == NSD_SHAPE_CAPSULE) {
        own[0] = (2.0 * k - 1.0) * solid->size[1];
    }
    nsd_collide_place(solid, own, p);
}

/* The corner that is farthest along n */
static int farthest(const polygon *of, const double *n)
{
    double p[3], most = -INFINITY;
    int    best = 0;
    for (int k = 0; k < of->count; k++) {
        corner_of(of, k, p);
        const double along = nsd_dot3(p, n);
        if (along > most) {
            most = along;
            best = k;
        }
    }
    return best;
}

typedef struct side { /* a side of one polygon, and how far the other one is in front of it */
    double distance, n[3], p[3], q[3];
    int    number;
} side;

/* side k: from corner k to the next, outward normal to the right */
static side side_of(const polygon *of, int k)
{
    side one = { -INFINITY, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, k };
    corner_of(of, k, one.p);
    corner_of(of, k + 1, one.q);
    one.n[0] = one.q[1] - one.p[1];
    one.n[1] = one.p[0] - one.q[0];
    nsd_collide_unit(one.n);
    return one;
}

static side best_side(const polygon *of, const polygon *other)
{
    side best = { -INFINITY, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, 0 };
    for (int k = 0; k < of->count && of->count > 1; k++) {
        side         one = side_of(of, k);
        const double back[3] = { -one.n[0], -one.n[1], 0.0 };
        double       p[3], d[3];
        corner_of(other, farthest(other, back), p);
        nsd_add_scaled3(p, -1.0, one.p, d);
        one.distance = nsd_dot3(d, one.n);
        if (one.distance > best.distance) {
            best = one;
        }
    }
    return best;
}

/* Of polygons that are apart: the corner of `of` nearest to a side of `other`, from p to foot */
static double nearest_corner(const polygon *of, const polygon *other, double *p, double *foot)
{
    double least = INFINITY;
    for (int k = 0; k < of->count; k++) {
        for (int j = 0; j < other->count; j++) {
            double corner[3], start[3], end[3], d[3], e[3], f[3];
            corner_of(of, k, corner);
            corner_of(other, j, start);
            corner_of(other, j + 1, end);
            nsd_add_scaled3(end, -1.0, start, e);
            nsd_add_scaled3(corner, -1.0, start, d);
            const double ee = nsd_dot3(e, e);
            const double t = ee > 0.0 ? fmin(fmax(nsd_dot3(d, e) / ee, 0.0), 1.0) : 0.0;
            nsd_add_scaled3(start, t, e, f);
            nsd_add_scaled3(corner, -1.0, f, d);
            const double distance = sqrt(nsd_dot3(d, d));
            if (distance < least) {
                least = distance;
                memcpy(p, corner, sizeof corner);
                memcpy(foot, f, sizeof f);
            }
        }
    }
    return least;
}

/* Adds the ends of the side of `other` that faces `frame`, cut to the length of frame; returns
 * their number. n: the normal of the contacts. */
static int add_side_contacts(const polygon *of, const polygon *other, const side *frame, int own,
                             double reach, nsd_manifold *manifold)
{
    const double sign = own == 0 ? -1.0 : 1.0, back[3] = { -frame->n[0], -frame->n[1], 0.0 };
    const double n[3] = { sign * frame->n[0], sign * frame->n[1], 0.0 };
    const int    near = farthest(other, back), count = other->count;
    const side   before = side_of(other, near + count - 1), after = side_of(other, near);
    const side   face = nsd_dot3(before.n, back) > nsd_dot3(after.n, back) ? before : after;
    double       along[3], end[2][3], place[2], d[3];
    int          added = 0;

    nsd_add_scaled3(frame->q, -1.0, frame->p, along);
    const double length = nsd_collide_unit(along), middle = 0.5 * length;
    memcpy(end[0], count > 1 ? face.p : before.q, sizeof end[0]);
    memcpy(end[1], count > 1 ? face.q : before.q, sizeof end[1]);
    for (int k = 0; k < 2; k++) {
        nsd_add_scaled3(end[k], -1.0, frame->p, d);
        place[k] = nsd_dot3(d, along);
    }
    const double low = middle * (1.0 - OUTLINE_WIDTH), high = middle * (1.0 + OUTLINE_WIDTH);
    const double whole = place[1] - place[0];
    for (int k = 0; k < (count > 1 ? 2 : 1); k++) {
        const double cut = fmin(fmax(place[k], low), high);
        if (cut != place[k] && !((place[1 - k] - cut) * (place[k] - cut) < 0.0)) {
            continue; /* the side lies beside the frame */
        }
        double p[3];
        nsd_add_scaled3(end[1], -1.0, end[0], d);
        nsd_add_scaled3(end[0], whole != 0.0 ? (cut - place[0]) / whole : (double)k, d, p);
        nsd_add_scaled3(p, -1.0, frame->p, d);
        const double gap = nsd_dot3(d, frame->n) - of->radius - other->radius;
        if (gap <= reach) {
            nsd_collide_add(manifold, n, gap, (own * 1024 + frame->number) * 4 + k, p,
                            sign * (other->radius + 0.5 * gap));
            added++;
        }
    }
    return added;
}

void nsd_collide_polygon_pair(const nsd_solid *one, const nsd_solid *two, double slack,
                              nsd_manifold *manifold)
{
    const polygon of[2] = { polygon_of(one), polygon_of(two) };
    const double  radii = of[0].radius + of[1].radius, size = fmin(one->bound, two->bound);
    const double  reach = NSD_CLOSED_GAP * (one->bound + two->bound) + slack;
    const side    best[2] = { best_side(of, of + 1), best_side(of + 1, of) };
    const int     own = best[1].distance > best[0].distance + FACE_BIAS * size;
    double        n[3], p[2][3], foot[2][3];

    if (!(best[own].distance - radii <= reach)) {
        return;
    }
    if (best[own].distance > 0.0 && radii > 0.0) { /* corners may be nearer than sides are apart */
        const double near[2] = { nearest_corner(of, of + 1, p[0], foot[0]),
                                 nearest_corner(of + 1, of, p[1], foot[1]) };
        const int    k = near[1] < near[0];
        if (near[k] > best[own].distance * (1.0 + NSD_CLOSED_GAP)) {
            const double gap = near[k] - radii;
            nsd_add_scaled3(p[k], -1.0, foot[k], n);
            const double sign = k == 0 ? 1.0 / near[k] : -1.0 / near[k];
            for (int i = 0; i < 3; i++) {
                n[i] *= sign;
            }
            if (gap <= reach) {
                nsd_collide_add(manifold, n, gap, 1 << 20, k == 0 ? p[0] : foot[1],
                                of[0].radius + 0.5 * gap);
            }
            return;
        }
    }
    add_side_contacts(of + own, of + 1 - own, best + own, own, reach, manifold);
}

int nsd_collide_polygon_distance(const nsd_solid *one, const nsd_solid *two, nsd_nearest *nearest)
{
    const polygon of[2] = { polygon_of(one), polygon_of(two) };
    double        p[2][3], foot[2][3];
    const double  near[2] = { nearest_corner(of, of + 1, p[0], foot[0]),
                              nearest_corner(of + 1, of, p[1], foot[1]) };
    const int     k = near[1] < near[0];
    const double  apart = fmax(best_side(of, of + 1).distance, best_side(of + 1, of).distance);

    memcpy(nearest->a, k == 0 ? p[0] : foot[1], sizeof nearest->a);
    memcpy(nearest->b, k == 0 ? foot[0] : p[1], sizeof nearest->b);
    nsd_add_scaled3(nearest->a, -1.0, nearest->b, nearest->n);
    nearest->distance = nsd_collide_unit(nearest->n);
    return nearest->distance > 0.0 && (apart > 0.0 || of[0].count + of[1].count == 2);
}
