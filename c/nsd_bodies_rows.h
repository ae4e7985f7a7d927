/* nsd_bodies_rows.h - the contacts of one step as the sweeps see them, in their order. */
#ifndef NSD_BODIES_ROWS_H
#define NSD_BODIES_ROWS_H

#include "nsd_bodies_parts.h"
#include "nsd_friction_parts.h"
#include "nsd_secant.h"

typedef struct nsd_row {
    int       a, b, place; /* motions of both sides; place in bodies->now */
    double    mu;
    nsd_frame frame;
    double    W[9], V[9]; /* its block and the inverse; V[0] NaN: none   */
    double    law[3];
} nsd_row;

typedef struct nsd_axle {     /* torques of a contact */
    double B[9];              /* their block                                                 */
    double spinning, rolling; /* most over the normal impulse: about the first axis, the others */
} nsd_axle;

typedef struct nsd_sweeper {
    nsd_bodies *bodies;
    int         count, plane;
    double      lambda, goal;
    nsd_row    *rows;   /* upwards */
    nsd_axle   *axle;   /* NULL: no rolling or spinning friction in this world               */
    double     *r;      /* 3 x count: impulses; then 3 x count: torques, if there are any    */
    double     *weight; /* of every three of r in the norm of acceleration         (RB.11) */
    double     *e;      /* 6 x bodies: velocities                                            */
    nsd_secant  secant;
} nsd_sweeper;

/* Blocks and limits of the torques of all rows; torques that are guessed go within them. Motions
 * are to be gathered afterwards. */
void nsd_axles_fill(nsd_sweeper *s);

/* The torques of row k with the others and its impulse held; returns the largest change. (RB.13) */
double nsd_axle_solve(nsd_sweeper *s, int k);

/* The torques of row k back within what its impulse allows. */
void nsd_axle_limit(nsd_sweeper *s, int k);

/* The residual (FR.4) of row k, whose velocity is u, with its torques. */
double nsd_axle_residual(const nsd_sweeper *s, int k, const nsd_friction_scales *scale,
                         const double *u);

#endif
