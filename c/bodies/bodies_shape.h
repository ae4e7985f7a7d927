/* bodies_shape.h - the shapes of rigid bodies in their places, and contacts of their pairs. */
#ifndef NSD_BODIES_SHAPE_H
#define NSD_BODIES_SHAPE_H

#include "bodies/bodies.h"

/* Takes, or counts, the arrays of the shapes. */
void nsd_bodies_lay_out_solids(nsd_body_solids *solids, const nsd_body_set *set,
                               nsd_scratch *scratch);

/* The shapes of body i, which has its bound; refuses shapes without their hull or terrain. */
nsd_status nsd_bodies_init_solids(nsd_bodies *bodies, int i);

/* Places the shapes where bodies->body says. */
void nsd_bodies_place_solids(nsd_bodies *bodies);

/* The radius of a ball around body i; 0 when one of its shapes has no such number. */
double nsd_bodies_shape_bound(const nsd_body_set *set, int i);

/* 1 for a half-space, which no ball encloses */
int nsd_bodies_shape_is_infinite(const nsd_body_set *set, int i);

/* How far v, as in nsd_motion, moves body i in a step, in parts of its size */
double nsd_bodies_shape_moved(const nsd_bodies *bodies, int i, const double *v);

/* Adds the contacts of bodies a < b, or of body a and plane b - count, to bodies->contacts. */
nsd_status nsd_bodies_add_pair(nsd_bodies *bodies, int a, int b);

/* Whether bodies a < b, or body a and the planes (b = count), may touch each other at all */
int nsd_bodies_may_touch(const nsd_body_set *set, int a, int b);

/* Places bodies that would pass through another one in this step where they meet it   (RB.24) */
void nsd_bodies_meet(nsd_bodies *bodies);

/* Moves bodies that met another one as far as their velocities before and after take them; returns
 * the energy that this added.                                                         (RB.24) */
double nsd_bodies_part_company(nsd_bodies *bodies, nsd_state *state);

#endif
