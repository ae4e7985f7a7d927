/* bodies.h - rigid bodies in the plane and in space, whose contacts are found in every step.
 *
 * Bodies of one or several shapes (bodies/collide/collide.h) among half-spaces. The coordinates of
 * a body are x, y, angle in the plane and x, y, z, quaternion in space; its velocities are those
 * of the centre and the angular velocity in the frame at rest (RB.1). Stepper: Moreau-Jean, theta
 * = 1/2. */
#ifndef NSD_BODIES_H
#define NSD_BODIES_H

#include "bodies/collide/collide.h"
#include "bodies/mechanism/mechanism.h"
#include "solve/friction/friction.h"
#include "run/sink.h"
#include "run/channels.h"
#include "run/step_options.h"
#include "run/stepper.h"

enum { /* numbers of a surface; rolling and spinning friction are lengths */
       NSD_SURFACE_FRICTION,
       NSD_SURFACE_RESTITUTION,
       NSD_SURFACE_TANGENTIAL,
       NSD_SURFACE_ROLLING,
       NSD_SURFACE_SPINNING,
       NSD_SURFACE
};

typedef struct nsd_body_set { /* data that a run does not change; arrays are borrowed */
    int           dimension;  /* 2 or 3                                                  */
    int           count, planes;
    const double *mass;    /* count: > 0; Inf: the motion of the body is prescribed   */
    const double *inertia; /* 3 x count: about the axes of the body; plane: the third */
    /* A body has the shapes first[i] to first[i+1] - 1; first is NULL: shape i, at its centre */
    const int         *first;   /* count + 1                                                   */
    const int         *shape;   /* shapes: numbers of collide.h                                */
    const double      *size;    /* 3 x shapes: as collide.h says for each shape                */
    const double      *place;   /* 12 x shapes: centre and axes seen from the body; or NULL    */
    const int         *data;    /* shapes: number of its hull or terrain; or NULL              */
    const double      *surface; /* NSD_SURFACE x shapes; NaN: not named                        */
    const nsd_hull    *hull;
    const nsd_terrain *terrain;
    const double      *group; /* 2 x count: bits of its groups, and of groups it touches; or NULL */
    const double      *plane; /* 4 x planes: unit normal into the free side, offset          */
    const double      *plane_surface;    /* NSD_SURFACE x planes                                 */
    double default_surface[NSD_SURFACE]; /* for numbers that neither side of a pair names     */
    double gravity[3];
    double cell; /* edge of the cells of the grid; 0: try all pairs          (RB.9) */
    const nsd_mechanism_set *mechanism; /* loads and joints, or NULL                (RB.16) */
    int        ignored; /* pairs that do not touch                                           */
    const int *ignore;  /* 2 x ignored: bodies a < b in order of a, then b; b = count: planes */
} nsd_body_set;

#define NSD_BODY_STRIDE(dimension) ((dimension) == 2 ? 3 : 7) /* numbers per body in q and in v */

typedef struct nsd_frame {
    double D[9];               /* columns: normal from b to a, two tangents */
    double arm_a[3], arm_b[3]; /* from the centres to the point of contact  */
} nsd_frame;

typedef struct nsd_body_contact { /* one point of contact                               */
    int       a, b;               /* bodies, a < b; b >= count: plane b - count         */
    int       feature;            /* number of the corner, face or edge within its pair */
    int       streak;             /* steps in a row in which the pair had an impulse    */
    int       held;               /* the same of this contact itself, before this step  */
    int       old;                /* its place in contacts_before, -1 if it is new      */
    int       mean;  /* 1: it holds for the mean velocity of the step                 (RB.26) */
    int       keeps; /* 1: along the tangents without what it had in the step before  (RB.26) */
    int       asked; /* contacts of its island when other solutions were looked for, 0: never */
    double    drift; /* change of this contact and its island since, in parts         (FC.10) */
    nsd_frame frame;
    double    W[9];           /* the block of this contact                          (RB.5) */
    double    norm_a, norm_b; /* bounds of the parts of W that bodies a and b add          */
    double    q[3], r[3];     /* velocity without impulses, impulse                        */
    double    mu, rolling, spinning;
    double    torque[3]; /* impulses of torques about the axes                    (RB.13) */
    double    guess[3], guess_torque[3]; /* of r and torque, with which the solver began   */
    double    rebound[3]; /* e u_N, e_T u_T with u before the impulses                     */
    double    before[3];  /* u, velocity along normal and tangents before the impulses     */
    double    point[3], gap, restitution, tangential;
} nsd_body_contact;

typedef struct nsd_body_contacts { /* list in the order of the pairs (a, b) */
    nsd_body_contact *item;
    int               count, capacity;
    int    coming; /* behind the `count` contacts: balls that touch at the end of the step
                                 but have no contact in its middle                     (RB.10) */
    double change; /* largest velocity change at a contact by the impulses of the list */
} nsd_body_contacts;

typedef struct nsd_body_grid { /* the bodies by the cell of their centre               (RB.9) */
    int   *cell;               /* 3 x count: cell of each body                                */
    int   *head, *next;        /* first body of each hash, next body of the same hash         */
    int   *neighbours;         /* count: bodies that one body may touch                       */
    int   *large, large_count; /* bodies larger than a cell, tried against all                */
    int    table_size;         /* number of hashes                                            */
    double reach;              /* how near two balls come in the rest of a step        (RB.10) */
} nsd_body_grid;

typedef struct nsd_recorded_contact { /* what users see of a contact                              */
    double row;                       /* of the output, from 1                                    */
    double bodies[2];                 /* a and b, from 1; b = -p: plane p                         */
    double point[3], gap, normal[3];
    double impulse[3]; /* on a                                                     */
} nsd_recorded_contact;
typedef struct nsd_body_solids { /* the shapes of the bodies in their places, and planes */
    nsd_solid *solid;
    double    *place;   /* 12 x shapes: centre and axes of those that are not at the centre */
    double    *inner;   /* count: radius of the smallest ball inside a shape of the body    */
    double    *meeting; /* count: part of the step at which a fast body meets another one, -1:
                           at no time                                               (RB.24) */
    double    *leave;   /* count: part of the step at which it goes on with its new velocity: later
                           than its meeting where others come after it                      */
    double    *soonest; /* count: while meetings are looked for, part of the step of its first one,
                           2: none, Inf: it is not fast, or has met another one             */
    int       *stop;    /* count: body with whose velocity it goes on after its meeting, before
                           impulses are known: the one that it met, or itself               */
    int       *other;   /* count: the body of its first meeting                             */
    double     least;   /* smallest of `inner`                                              */
    int        shapes;
    int        forbids; /* 0: each body may touch each other one, and the planes            */
    int        placed;  /* 0: every shape is at the centre of its body                      */
    int        endless; /* 0: no body is a half-space                                       */
} nsd_body_solids;

typedef struct nsd_body_works { /* of the last step                                    (RB.8) */
    double contact[2];          /* normal, tangential                                         */
    double driven;              /* normal, of bodies whose motion is prescribed               */
    double prescribed;          /* the tangential part of `contact` from such bodies          */
    double projection;          /* energy that changes of position added                      */
    double unasked;             /* part of `projection` that no option asked for       (RB.10) */
} nsd_body_works;

typedef struct nsd_body_record { /* contacts at the rows of the output                        */
    long long every, steps;      /* recorded after `every` steps and after `steps`; every = 0:
                                    nothing is recorded                                       */
    nsd_recorded_contact *contact;
    size_t                count, capacity;
} nsd_body_record;

typedef struct nsd_body_misses { /* steps of the run so far                                    */
    long long unsolved;          /* whose contacts missed the tolerance                        */
    long long jammed;            /* solved without restitution                         (RB.14) */
} nsd_body_misses;

typedef struct nsd_body_lanes {  /* the contacts of a step as sweeps in lanes read them  (RB.27) */
    float *record;               /* NSD_LANES_NUMBERS for each contact; NULL: there are none     */
    struct nsd_lanes_body *body; /* count + 1                                                   */
    double      lambda;          /* of their units                                               */
    nsd_scratch memory;
} nsd_body_lanes;

typedef struct nsd_bodies nsd_bodies;
struct nsd_bodies {
    nsd_stepper         base;  /* first: bodies are a stepper                       */
    nsd_tally           tally; /* work of the solver; n, p are the columns of a row */
    const nsd_body_set *set;
    double              h, activation, tolerance;
    double              gravity_gap; /* gap that gravity closes in a step              (RB.3) */
    int                 max_iter, order;
    nsd_project_choice  project;
    const nsd_poll     *poll;  /* asked in every sweep; NULL: never                 */
    int                 rolls; /* 1: some surface has rolling or spinning friction      */
    /* count + 1 each; the last one is the world at rest, the second body of contacts with planes */
    nsd_body       *body;
    nsd_motion     *motion;
    double         *norm_sum; /* norms of the blocks of each body                        (RB.12) */
    nsd_body_grid   grid;
    nsd_body_solids solids;
    nsd_mechanism   mechanism; /* mechanism.set is NULL where there is none              (RB.16) */

    /* What realloc does, for memory that follows the number of contacts; set by the caller */
    void *(*resize)(void *memory, size_t bytes);
    nsd_body_contacts contacts, contacts_before; /* of this step and of the step before */
    nsd_body_record   record;
    nsd_body_lanes    lanes;
    nsd_scratch       rows; /* memory of the sweeps              */
    nsd_scratch       work; /* memory of nsd_bodies_solve_direct */

    nsd_sink *sink; /* receives events, or NULL                                     */
    double    t0;

    nsd_body_works  works;
    double          largest_move; /* largest move of a body in one step, in parts of its size    */
    nsd_body_misses misses;
};

/* Columns of state->extra: the normal impulse on each body, then these columns. */
enum {
    NSD_BODIES_GAP,
    NSD_BODIES_CONTACTS,
    NSD_BODIES_RESIDUAL,
    NSD_BODIES_SWEEPS,
    NSD_BODIES_COLUMNS
};

/* Behind these columns, for each joint: impulses of force and torque on its second body in the step
 * (6 x joints), the miss of its equations (joints), and the work of its motor so far (joints). */
#define NSD_BODIES_JOINT_NUMBERS 8

typedef struct nsd_bodies_options { /* no defaults in C: the caller sets every field */
    double             h, activation, tolerance;
    int                max_iter;
    nsd_project_choice project; /* negative gaps are closed by position after each step (RB.10) */
    int                order;   /* 2: contacts that last hold for mean velocities       (RB.26) */
    const nsd_poll    *poll;    /* may stop a step: NSD_STOPPED, with the state before; or NULL  */
} nsd_bodies_options;

/* Bytes of scratch for nsd_bodies_init. */
size_t nsd_bodies_scratch(const nsd_body_set *set);

/* Sizes of a state of the bodies, and the numbers of a row: q, v, impulse (the normal impulse on
 * each body), gap and contactCount; with joints jointImpulse, jointDrift, jointWork. */
nsd_sizes    nsd_bodies_sizes(const nsd_body_set *set);
nsd_channels nsd_bodies_channels(const nsd_sizes *sizes);

/* A stepper for the state (q, v: stride x count; extra: count + NSD_BODIES_COLUMNS), whose
 * quaternions are scaled to length one. The caller has zeroed `bodies` and set resize, and where
 * wanted the sink and record.every, record.steps. */
nsd_status nsd_bodies_init(nsd_bodies *bodies, const nsd_body_set *set,
                           const nsd_bodies_options *options, nsd_scratch *scratch,
                           nsd_state *state, nsd_ledger *ledger);

/* Gives the memory of bodies->resize back, by what free does. */
void nsd_bodies_release(nsd_bodies *bodies, void (*release)(void *memory));

/* bodies->contacts <- the contacts of bodies->body, in the order of bodies; grid or all pairs. */
nsd_status nsd_bodies_find(nsd_bodies *bodies);

/* Records bodies->contacts when the step from state ends at a row. */
nsd_status nsd_bodies_record(nsd_bodies *bodies, const nsd_state *state);

#endif
