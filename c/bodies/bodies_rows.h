/* bodies_rows.h - the contacts of one step as the sweeps see them, in their order. */
#ifndef NSD_BODIES_ROWS_H
#define NSD_BODIES_ROWS_H

#include "bodies/bodies_parts.h"
#include "solve/friction/friction_parts.h"

typedef struct nsd_bodies_row {
    int       a, b, place; /* motions of both sides; place in the list they come from */
    double    mu;
    nsd_frame frame;
    double    W[9], V[9]; /* its block and the inverse; V[0] NaN: none   */
    double    law[3];
} nsd_bodies_row;

typedef struct nsd_bodies_torque { /* torques of a contact */
    double B[9];                   /* their block                                                 */
    double spinning, rolling; /* most over the normal impulse: about the first axis, the others */
} nsd_bodies_torque;

typedef struct nsd_sweeper { /* some contacts, or all, whose impulses change the motions */
    nsd_bodies     *bodies;
    int             count, plane;
    double          lambda;
    nsd_bodies_row *rows; /* upwards */
    nsd_bodies_torque
           *torque; /* NULL: no rolling or spinning friction in this world               */
    double *r;      /* 3 x count: impulses; then 3 x count: torques, if there are any    */
    double *slope;  /* like r: of the energy                                     (RB.11) */
    double *miss;   /* count: the residual of each                                       */
} nsd_sweeper;

/* Bytes of the arrays of a sweeper of so many contacts; takes them: 0 when scratch is too small. */
size_t nsd_bodies_rows_scratch(int count, int rolls);
int    nsd_bodies_rows_init(nsd_sweeper *s, int count, nsd_scratch *scratch);

/* All contacts of bodies->now, upwards against gravity, with their impulses, over arrays for
 * them; `order`, `start`: count + 1 numbers each. */
void nsd_bodies_rows_fill(nsd_sweeper *s, int *order, int *start);

/* Impulses from bodies->now, and back into it. */
void nsd_bodies_rows_read(nsd_sweeper *s);
void nsd_bodies_rows_write(const nsd_sweeper *s);

/* Row `from` of one, with impulses and torques, becomes row `to` of the other. */
void nsd_bodies_rows_copy(const nsd_sweeper *source, int from, nsd_sweeper *s, int to);

/* Impulses and torques of row `from` alone */
void nsd_bodies_rows_copy_impulses(const nsd_sweeper *source, int from, nsd_sweeper *s, int to);

/* The motions <- free velocities and all impulses, afresh */
void nsd_bodies_rows_velocities(nsd_sweeper *s);

/* The residual (FR.4) of each contact into `miss`, over rho = 1/lambda, from impulses and motions
 * as they are; returns the largest. */
double nsd_bodies_rows_residual(const nsd_sweeper *s);

/* The same for row k alone, with the scales for all. */
nsd_friction_scales nsd_bodies_rows_scale(const nsd_sweeper *s);
double nsd_bodies_row_residual(const nsd_sweeper *s, int k, const nsd_friction_scales *scale);

/* The slopes of the energy there, with friction as in (FR.2); none of open contacts.   (RB.11) */
void nsd_bodies_rows_slope(const nsd_sweeper *s);

/* Blocks and limits of the torques of all rows; torques that are guessed go within them. Motions
 * are to be gathered afterwards. */
void nsd_bodies_torques_fill(nsd_sweeper *s);

/* The torques of row k with the others and its impulse held                             (RB.13) */
void nsd_bodies_torque_solve(nsd_sweeper *s, int k);

/* The torques of row k back within what its impulse allows. */
void nsd_bodies_torque_limit(nsd_sweeper *s, int k);

/* The slopes of the torques of row k, and what their limits add to that of its normal impulse. */
void nsd_bodies_torque_slope(const nsd_sweeper *s, int k);

/* The residual (FR.4) of row k, whose velocity is u, with its torques. */
double nsd_bodies_torque_residual(const nsd_sweeper *s, int k, const nsd_friction_scales *scale,
                                  const double *u);

#endif
