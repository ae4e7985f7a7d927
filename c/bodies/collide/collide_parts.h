/* collide_parts.h - what the files of this room share. */
#ifndef NSD_COLLIDE_PARTS_H
#define NSD_COLLIDE_PARTS_H

#include <string.h>

#include "bodies/collide/collide.h"

/* Corners of a face at most; larger faces of hulls are thinned out. */
#define NSD_FACE_CORNERS 32

/* The part of a surface that faces a direction: a point, a line (two corners) or a polygon */
typedef struct nsd_face {
    int    count, number;
    double corner[2 * NSD_FACE_CORNERS][3]; /* in the world; room for corners that cuts add */
    double normal[3];                       /* outward, of polygons                         */
} nsd_face;

/* p <- the point of the core of a shape that is farthest along n, both seen from the shape. The
 * core of balls and capsules is the point or line inside, of other shapes the whole shape. */
typedef void nsd_support_fn(const nsd_solid *solid, const double *n, double *p);

/* face <- the part of the surface of the core that faces n, seen from the shape */
typedef void nsd_face_fn(const nsd_solid *solid, const double *n, nsd_face *face);

/* C <- slope of the support point over n (radii of curvature), seen from the shape */
typedef void nsd_curvature_fn(const nsd_solid *solid, const double *n, double *C);

typedef void nsd_pair_fn(const nsd_solid *one, const nsd_solid *two, double slack,
                         nsd_manifold *manifold);
typedef void nsd_plane_fn(const nsd_solid *solid, const double *plane, double slack,
                          nsd_manifold *manifold);

typedef struct nsd_shape_row {
    const char *name;
    double (*bound)(const double *size);     /* radius of a ball around the shape               */
    double (*inner)(const nsd_solid *solid); /* of a ball inside                                */
    nsd_plane_fn     *plane;
    nsd_support_fn   *support;
    nsd_face_fn      *face;
    nsd_curvature_fn *curvature;        /* NULL: corners, edges and flat faces only             */
    int               round;            /* 1: each of its faces is a point                      */
    nsd_pair_fn      *pair[NSD_SHAPES]; /* with shapes up to its own; NULL: as convex shapes    */
} nsd_shape_row;

#define NSD_SHAPE_ROW(X, x) extern const nsd_shape_row nsd_shape_##x;
NSD_LIST_SHAPES(NSD_SHAPE_ROW)
#undef NSD_SHAPE_ROW

const nsd_shape_row *nsd_collide_row(const nsd_solid *solid);

nsd_pair_fn nsd_collide_box_ball, nsd_collide_convex_pair, nsd_collide_polygon_pair;

/* Radius around the core: that of balls and capsules, else 0 */
NSD_INLINE double nsd_collide_radius(const nsd_solid *solid)
{
    return solid->shape == NSD_SHAPE_BALL || solid->shape == NSD_SHAPE_CAPSULE ? solid->size[0]
                                                                               : 0.0;
}

/* p <- own, a point seen from the solid, in the world */
NSD_INLINE void nsd_collide_place(const nsd_solid *solid, const double *own, double *p)
{
    nsd_times3(solid->R, own, p);
    nsd_add_scaled3(p, 1.0, solid->x, p);
}

/* Adds the point p - back * normal; to a full manifold in the place of one that is less deep. */
NSD_INLINE void nsd_collide_add(nsd_manifold *manifold, const double *normal, double gap,
                                int feature, const double *p, double back)
{
    int place = manifold->count;
    if (place == NSD_MANIFOLD_POINTS) {
        place = 0;
        for (int k = 1; k < NSD_MANIFOLD_POINTS; k++) {
            place = manifold->item[k].gap > manifold->item[place].gap ? k : place;
        }
        if (!(gap < manifold->item[place].gap)) {
            return;
        }
    } else {
        manifold->count++;
    }
    nsd_touch *touch = manifold->item + place;
    memcpy(touch->normal, normal, 3 * sizeof *normal);
    nsd_add_scaled3(p, -back, normal, touch->point);
    touch->gap = gap;
    touch->feature = feature;
}

/* Turns the normals of the points from `first` on. */
NSD_INLINE void nsd_collide_turn(nsd_manifold *manifold, int first)
{
    for (int k = first; k < manifold->count; k++) {
        for (int i = 0; i < 3; i++) {
            manifold->item[k].normal[i] = -manifold->item[k].normal[i];
        }
    }
}

/* v <- v/|v|; returns |v|, and leaves zeros as they are. */
NSD_INLINE double nsd_collide_unit(double *v)
{
    const double length = sqrt(nsd_dot3(v, v));
    if (length > 0.0) {
        v[0] /= length;
        v[1] /= length;
        v[2] /= length;
    }
    return length;
}

/* A point of the difference of two cores: a of the first one minus b of the second one */
typedef struct nsd_difference {
    double w[3], a[3], b[3];
} nsd_difference;

typedef struct nsd_nearest { /* where two cores are nearest, or overlap least */
    double distance;         /* between the cores, negative: they overlap */
    double n[3];             /* from the second to the first */
    double a[3], b[3];       /* points on both */
} nsd_nearest;

/* d <- the point of the difference that is farthest along n */
void nsd_collide_support(const nsd_solid *one, const nsd_solid *two, const double *n,
                         nsd_difference *d);

/* Distance of the cores along n: negative when they overlap along n                    (RB.21) */
double nsd_collide_apart(const nsd_solid *one, const nsd_solid *two, const double *n);

/* The distance of two cores, by Gilbert, Johnson and Keerthi. Ends early with a lower bound of the
 * distance when that exceeds `enough`. Returns 0 when the cores are nearer than `least`, or
 * overlap: `nearest` is then unknown                                                   (RB.22) */
int nsd_collide_distance(const nsd_solid *one, const nsd_solid *two, double enough, double least,
                         nsd_nearest *nearest);

/* The same in the plane, for any distance */
int nsd_collide_polygon_distance(const nsd_solid *one, const nsd_solid *two, nsd_nearest *nearest);

/* The direction along which two cores that overlap, or nearly touch, overlap least, by expanding
 * polyhedra. Returns 0 when none was found                                             (RB.23) */
int nsd_collide_overlap(const nsd_solid *one, const nsd_solid *two, nsd_nearest *nearest);

#endif
