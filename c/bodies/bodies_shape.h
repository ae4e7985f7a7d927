/* bodies_shape.h - the shapes of rigid bodies in their places, and contacts of their pairs. */
#ifndef NSD_BODIES_SHAPE_H
#define NSD_BODIES_SHAPE_H

#include "bodies/bodies.h"
#include "base/vector3.h"

/* Takes, or counts, the arrays of the shapes. */
void nsd_bodies_lay_out_solids(nsd_body_solids *solids, const nsd_body_set *set,
                               nsd_scratch *scratch);

/* The shapes of body i, which has its bound; refuses shapes without their hull or terrain. */
nsd_status nsd_bodies_init_solids(nsd_bodies *bodies, int i);

/* Places the shapes where bodies->body says. */
void nsd_bodies_place_solids(nsd_bodies *bodies);

/* The radius of a ball around body i; 0 when one of its shapes has no such number. */
double nsd_bodies_shape_bound(const nsd_body_set *set, int i);

/* The first shape of body i; of i = count the number of all shapes */
NSD_INLINE int nsd_bodies_first_shape(const nsd_body_set *set, int i)
{
    return set->first ? set->first[i] : i;
}

/* 1 for a half-space, which no ball encloses */
NSD_INLINE int nsd_bodies_shape_is_infinite(const nsd_body_set *set, int i)
{
    return set->shape[nsd_bodies_first_shape(set, i)] == NSD_SHAPE_HALFSPACE;
}

/* Whether balls around x and y reach each other up to a gap; bounds: the sum of their radii */
NSD_INLINE int nsd_bodies_balls_reach(const double *x, const double *y, double bounds, double gap)
{
    const double reach = bounds * (1.0 + NSD_CLOSED_GAP) + gap;
    double       d[3];
    nsd_add_scaled3(x, -1.0, y, d);
    return nsd_dot3(d, d) <= reach * reach;
}

/* The same of the balls around bodies a and b; nothing is known of half-spaces from that */
NSD_INLINE int nsd_bodies_reach(const nsd_bodies *bodies, int a, int b, double gap)
{
    const nsd_body *one = bodies->body + a, *two = bodies->body + b;
    return nsd_bodies_balls_reach(one->x, two->x, one->bound + two->bound, gap);
}

/* The largest gap of a contact that is found in this step */
NSD_INLINE double nsd_bodies_widest_gap(const nsd_bodies *bodies)
{
    return bodies->gravity_gap + bodies->grid.reach;
}

/* How far v, as in nsd_motion, moves body i in a step, in parts of its size */
double nsd_bodies_shape_moved(const nsd_bodies *bodies, int i, const double *v);

/* Adds the contacts of bodies a < b, and those of body a and the planes, to bodies->contacts. */
nsd_status nsd_bodies_add_pair(nsd_bodies *bodies, int a, int b);
nsd_status nsd_bodies_add_planes(nsd_bodies *bodies, int a);

/* Whether bodies a < b, or body a and the planes (b = count), may touch each other at all, where
 * groups or a list of pairs may forbid it */
int nsd_bodies_are_let_touch(const nsd_body_set *set, int a, int b);

/* The same in any set */
NSD_INLINE int nsd_bodies_may_touch(const nsd_bodies *bodies, int a, int b)
{
    return !bodies->solids.forbids || nsd_bodies_are_let_touch(bodies->set, a, b);
}

/* Places bodies that would pass through another one in this step where they meet it   (RB.24) */
void nsd_bodies_meet(nsd_bodies *bodies);

/* Moves bodies that met another one as far as their velocities before and after take them; returns
 * the energy that this added.                                                         (RB.24) */
double nsd_bodies_part_company(nsd_bodies *bodies, nsd_state *state);

#endif
