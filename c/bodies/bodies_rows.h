/* bodies_rows.h - the contacts of one step in the order and form that the sweeps need. */
#ifndef NSD_BODIES_ROWS_H
#define NSD_BODIES_ROWS_H

#include "bodies/bodies_parts.h"
#include "solve/friction/friction_parts.h"

typedef struct nsd_bodies_row { /* one contact */
    int       a, b;             /* motions of both sides                              */
    int       place;            /* index in the list from which the row was copied    */
    int       number;           /* index in the list of contacts                      */
    double    mu;
    nsd_frame frame;
    double    W[9], V[9]; /* the block of the contact and its inverse; V[0] NaN: none */
    double    rebound[3]; /* as in nsd_body_contact                                   */
    double    q[3];       /* as in nsd_body_contact                                   */
} nsd_bodies_row;

typedef struct nsd_bodies_torque { /* torques of a contact                                       */
    double B[9];                   /* their block of W                                           */
    double spinning;               /* most torque about the first axis over the normal impulse   */
    double rolling;                /* most torque about the other axes over the normal impulse   */
} nsd_bodies_torque;

typedef struct nsd_bodies_sweeper { /* contacts that are swept together, whose impulses change the
                                       motions of the bodies */
    nsd_bodies        *bodies;
    int                count, plane;
    double             lambda;
    nsd_bodies_row    *rows;     /* count, upwards                                              */
    nsd_bodies_torque *torque;   /* count; NULL: no surface has rolling or spinning friction    */
    double            *r;        /* 3 x count: impulses; with torques then 3 x count: torques   */
    double            *slope;    /* of the energy, like r                               (RB.11) */
    double            *residual; /* count: of each contact                                      */
    double            *change;   /* count: largest |u - q|, with the residual           (FC.10) */
} nsd_bodies_sweeper;

/* The layout of the impulse of a contact: one or two tangents */
NSD_INLINE const nsd_friction_layout *nsd_bodies_rows_layout(int plane)
{
    static const nsd_friction_layout layouts[2] = { { 1, { 1 } }, { 1, { 2 } } };
    return layouts + !plane;
}

/* Takes, or counts, the arrays of a sweeper of s->count contacts of s->bodies. */
void nsd_bodies_rows_lay_out(nsd_bodies_sweeper *s, nsd_scratch *scratch);

/* Rows <- all contacts of bodies->contacts, upwards against gravity, with their impulses. order,
 * start: room for count + 1 numbers each. */
void nsd_bodies_rows_fill(nsd_bodies_sweeper *s, int *order, int *start);

/* Impulses and torques from bodies->contacts, or (write is 1) to bodies->contacts */
void nsd_bodies_rows_exchange(nsd_bodies_sweeper *s, int write);

/* Row `to` of s <- row `from` of source, with impulses and torques. */
void nsd_bodies_rows_copy(const nsd_bodies_sweeper *source, int from, nsd_bodies_sweeper *s,
                          int to);

/* Impulses and torques of row `to` of s <- those of row `from` of source. */
void nsd_bodies_rows_copy_impulses(const nsd_bodies_sweeper *source, int from,
                                   nsd_bodies_sweeper *s, int to);

/* The motions <- free velocities plus all impulses and torques of s. */
void nsd_bodies_rows_velocities(nsd_bodies_sweeper *s);

/* u <- the velocity of row k with its rebound                                           (RB.5) */
void nsd_bodies_row_velocity(const nsd_bodies_sweeper *s, int k, double *u);

/* s->residual <- the residual (FR.4) of each contact over rho = 1/lambda, from impulses and
 * motions; returns the largest. */
double nsd_bodies_rows_residual(const nsd_bodies_sweeper *s);

/* s->change <- velocity changes by the impulses, from the motions; returns the largest. */
double nsd_bodies_rows_changes(const nsd_bodies_sweeper *s);

/* r'W r: square of the velocity change by impulses, in the metric of the masses; torques of
 * contacts do not count.                                                                (FC.10) */
double nsd_bodies_rows_squared_change(const nsd_bodies_sweeper *s, const int *list, int count);

/* The scales of the residuals of all rows. */
nsd_friction_scales nsd_bodies_rows_scale(const nsd_bodies_sweeper *s);

/* s->residual[k], as nsd_bodies_rows_residual computes it for all rows. */
double nsd_bodies_row_residual(const nsd_bodies_sweeper *s, int k,
                               const nsd_friction_scales *scale);

/* s->slope <- slope of the energy, with friction as in (FR.2); zero for open contacts.  (RB.11) */
void nsd_bodies_rows_slope(const nsd_bodies_sweeper *s);

/* Blocks and limits of the torques of all rows; guessed torques are cut to the limits. The motions
 * must be computed afterwards. */
void nsd_bodies_torques_fill(nsd_bodies_sweeper *s);

/* Solves for the torques of row k, with its impulse and all other rows held             (RB.13) */
void nsd_bodies_torque_solve(nsd_bodies_sweeper *s, int k);

/* Cuts the torques of row k to the limits that its normal impulse sets. */
void nsd_bodies_torque_limit(nsd_bodies_sweeper *s, int k);

/* Slopes of the torques of row k; adds the part of their limits to the slope of r_N. */
void nsd_bodies_torque_slope(const nsd_bodies_sweeper *s, int k);

/* The residual (FR.4) of row k with its torques; u: velocity of the contact. */
double nsd_bodies_torque_residual(const nsd_bodies_sweeper *s, int k,
                                  const nsd_friction_scales *scale, const double *u);

#endif
