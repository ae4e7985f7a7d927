/* bodies.h - rigid bodies in the plane and in space, with contacts that are found on the way.
 *
 * Balls (discs) and boxes (rectangles) among half-spaces. The coordinates of a body are x, y, angle
 * in the plane and x, y, z, quaternion in space; its velocities those of the centre and the
 * angular velocity in the frame at rest. Stepper: Moreau-Jean, theta = 1/2.     doc/theory (RB) */
#ifndef NSD_BODIES_H
#define NSD_BODIES_H

#include "solve/friction/friction.h"
#include "run/sink.h"
#include "run/stepper.h"

enum { /* numbers of a surface; rolling and spinning friction are lengths */
       NSD_SURFACE_FRICTION,
       NSD_SURFACE_RESTITUTION,
       NSD_SURFACE_TANGENTIAL,
       NSD_SURFACE_ROLLING,
       NSD_SURFACE_SPINNING,
       NSD_SURFACE
};

typedef struct nsd_body_set { /* what a run does not change; borrowed */
    int           dimension;  /* 2 or 3                                                  */
    int           count, planes;
    const double *box;                /* count: 0 ball, 1 box                                    */
    const double *size;               /* 3 x count: radius, or half edges                        */
    const double *mass;               /* count: > 0; Inf: moves as it is told                    */
    const double *inertia;            /* 3 x count: about the axes of the body; plane: the third */
    const double *surface;            /* NSD_SURFACE x count; NaN: not named                     */
    const double *plane;              /* 4 x planes: unit normal into the free side, offset      */
    const double *plane_surface;      /* NSD_SURFACE x planes                                    */
    double        usual[NSD_SURFACE]; /* for pairs of which neither side names one          */
    double        gravity[3];
    double        cell; /* edge of the cells of the grid; 0: try all pairs          (RB.9) */
} nsd_body_set;

#define NSD_BODY_STRIDE(dimension) ((dimension) == 2 ? 3 : 7) /* numbers per body in q and in v */

/* Where and how a body moves while the contacts of a step are found and solved. */
typedef struct nsd_body {
    double x[3], R[9]; /* where contacts are looked for: (RB.2)            */
    double old[6];     /* v and turned angular velocity before the impulses */
    double bound;      /* radius of a ball around it                        */
} nsd_body;

typedef struct nsd_motion { /* what the sweeps change */
    double v[3], w[3];
    double inverse_mass, J[9]; /* J: inverse inertia in the frame at rest */
} nsd_motion;

typedef struct nsd_frame {
    double D[9];               /* columns: normal from b to a, two tangents */
    double arm_a[3], arm_b[3]; /* from the centres to the point             */
} nsd_frame;

typedef struct nsd_touch { /* one point of contact */
    int       a, b;        /* bodies, a < b; b >= count: plane b - count */
    int       feature;     /* tells the points of a pair from each other */
    int       streak;      /* steps in a row with an impulse             */
    nsd_frame frame;
    double    W[9];           /* the block of this contact                 (RB.5) */
    double    norm_a, norm_b; /* bounds of the parts of W that a and b make       */
    double    q[3], r[3];     /* velocity without impulses, impulse               */
    double    mu, rolling, spinning;
    double    torque[3]; /* impulses of torques about the axes                  (RB.13) */
    double    law[3];    /* e u_N, e_T u_T before the impulses               */
    double    before[3], point[3], gap, restitution, tangential;
} nsd_touch;

typedef struct nsd_touch_list {
    nsd_touch *item;
    int        count, capacity;
} nsd_touch_list;

typedef struct nsd_bodies nsd_bodies;
struct nsd_bodies {
    nsd_stepper         base;  /* first: bodies are a stepper                               */
    nsd_tally           tally; /* of the solver; n, p are the columns of a row             */
    const nsd_body_set *set;
    double              h, activation, tolerance;
    double              slack; /* gaps up to this are looked at: what gravity closes in a step */
    int                 max_iter, project;
    int                 rolls;      /* 1: some surface has rolling or spinning friction           */
    nsd_body           *body;       /* count */
    nsd_motion         *motion;     /* count + 1: the last one is the world at rest             */
    double             *share;      /* count + 1: norms of contact blocks, see nsd_bodies_solve */
    int *cell, *head, *next, *near; /* grid: 3 x count, table, count, count                 */
    int  table, *large, larges;

    nsd_touch_list now, before; /* contacts of this step and of the one before         */
    /* More room in `list`; the gateway's.                                               */
    nsd_status (*grow)(nsd_bodies *bodies, nsd_touch_list *list, int capacity);
    /* At least so many bytes in `work`, whose content may be lost; the gateway's.       */
    nsd_status (*grow_work)(nsd_scratch *work, size_t bytes);
    nsd_scratch rows, work; /* of the sweeps, and of what is tried when they fail        */

    nsd_sink *sink; /* events go there; NULL: nowhere                                    */
    double    t0;
    /* Contacts of kept steps, NSD_TOUCH_FIELDS numbers each; record NULL: not kept.     */
    long    every, steps;
    double *record;
    size_t  recorded, record_capacity;
    nsd_status (*grow_record)(nsd_bodies *bodies);

    double works[2]; /* of the last step: normal, tangential                     (RB.8) */
    double given;    /* their part that bodies which move as told put in                */
    double moved;    /* energy that projection added in the last step                   */
    double fastest;  /* largest part of its size that a body moved in a step so far     */
    long   missed;   /* steps whose contacts missed the tolerance                       */
    long   jammed;   /* steps that took no restitution: with it there was no answer     */
};

enum { /* fields of a recorded contact: row, bodies, point, gap, normal, impulse on a */
       NSD_TOUCH_ROW,
       NSD_TOUCH_A,
       NSD_TOUCH_B,
       NSD_TOUCH_POINT,
       NSD_TOUCH_GAP = NSD_TOUCH_POINT + 3,
       NSD_TOUCH_NORMAL,
       NSD_TOUCH_IMPULSE = NSD_TOUCH_NORMAL + 3,
       NSD_TOUCH_FIELDS = NSD_TOUCH_IMPULSE + 3
};

/* Columns of state->mu: the normal impulses on each body, then these. */
enum {
    NSD_BODIES_GAP,
    NSD_BODIES_TOUCHES,
    NSD_BODIES_RESIDUAL,
    NSD_BODIES_SWEEPS,
    NSD_BODIES_MORE
};

typedef struct nsd_bodies_options { /* no defaults in C: the caller sets every field */
    double h, activation, tolerance;
    int    max_iter;
    int    project; /* 1: gaps are brought back by position after each step (RB.10) */
} nsd_bodies_options;

/* Bytes of scratch for nsd_bodies_init. */
size_t nsd_bodies_scratch(const nsd_body_set *set);

/* A stepper for the state (q, v: stride x count; mu: count + NSD_BODIES_MORE), whose quaternions
 * are scaled to length one. The caller sets grow, grow_work and what it wants recorded first. */
nsd_status nsd_bodies_init(nsd_bodies *bodies, const nsd_body_set *set,
                           const nsd_bodies_options *options, nsd_scratch *scratch,
                           nsd_state *state, nsd_ledger *ledger);

/* bodies->now <- the contacts of bodies->body, in the order of bodies; grid or all pairs. */
nsd_status nsd_bodies_find(nsd_bodies *bodies);

/* Records bodies->now when the step from state ends at a row. */
nsd_status nsd_bodies_record(nsd_bodies *bodies, const nsd_state *state);

/* Places body i where its coordinates q say: x, R, inverse inertia. */
void nsd_bodies_place(nsd_bodies *bodies, int i, const double *q);

#endif
