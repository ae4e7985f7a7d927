/* bodies_shape.h - the shapes of rigid bodies and their pairs.
 *
 * A new shape: its number here, its functions for pairs in a file of its own, and a row in each of
 * the two tables of bodies_shape.c. */
#ifndef NSD_BODIES_SHAPE_H
#define NSD_BODIES_SHAPE_H

#include "bodies/bodies.h"

/* Numbers of nsd_body_set.shape, and what nsd_body_set.size holds */
enum {
    NSD_SHAPE_BALL,    /* radius, 0, 0; in the plane a disc                    */
    NSD_SHAPE_BOX,     /* half edges; in the plane a rectangle, the third is 0 */
    NSD_SHAPE_CAPSULE, /* radius, half length between the centres of its ends, 0; along the third
                          axis, in the plane along the first                */
    NSD_SHAPES
};

/* Adds the contacts of two bodies, the shape of `one` being the same as that of `two` or a later
 * one in the list above; or of body `one` and plane two - count. */
typedef nsd_status nsd_bodies_pair_fn(nsd_bodies *bodies, int one, int two);

nsd_bodies_pair_fn nsd_bodies_add_ball_plane, nsd_bodies_add_ball_ball;
nsd_bodies_pair_fn nsd_bodies_add_capsule_plane, nsd_bodies_add_capsule_ball;
nsd_bodies_pair_fn nsd_bodies_add_capsule_box, nsd_bodies_add_capsule_capsule;
nsd_bodies_pair_fn nsd_bodies_add_box_plane, nsd_bodies_add_box_ball, nsd_bodies_add_box_box;

/* The number of the shape of this name, or -1 */
int nsd_bodies_shape_find(const char *name);

/* The radius of a ball around body i; 0 when its shape has no such number. */
double nsd_bodies_shape_bound(const nsd_body_set *set, int i);

/* How far v, as in nsd_motion, moves body i in a step, in parts of its size */
double nsd_bodies_shape_moved(const nsd_bodies *bodies, int i, const double *v);

/* Adds the contacts of bodies a < b, or of body a and plane b - count, to bodies->contacts. */
nsd_status nsd_bodies_add_pair(nsd_bodies *bodies, int a, int b);

#endif
