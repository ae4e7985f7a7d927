/* mechanism.h - loads and joints of rigid bodies: forces, torques, springs and constraints.
 *
 * Bodies with a load or joint are linked. Their step is the midpoint rule with Cayley's turns,
 * found by passes: each pass takes the middle of the step from the velocities of the pass before,
 * so that springs keep their energy                                               (RB.16)-(RB.18).
 * Bodies are counted from 0; number `count` is the ground. */
#ifndef NSD_MECHANISM_H
#define NSD_MECHANISM_H

#include "base/scratch.h"
#include "bodies/mechanism/body.h"

/* The numbers of the gateway. A force is at point_a, a spring between point_a and point_b; a torque
 * is about the axes, in the plane its F[0]; NSD_LOAD_TWIST is a torsional spring about the first
 * axis of frame_a. */
typedef enum nsd_load_kind {
    NSD_LOAD_FORCE,
    NSD_LOAD_TORQUE,
    NSD_LOAD_SPRING,
    NSD_LOAD_TWIST,
    NSD_LOADS
} nsd_load_kind;

typedef enum nsd_load_source { /* where F comes from; the numbers of the gateway */
                               NSD_LOAD_CONSTANT,
                               NSD_LOAD_TABLE,
                               NSD_LOAD_FUNCTION
} nsd_load_source;

typedef struct nsd_load {
    nsd_load_kind   kind;
    nsd_load_source source;
    int             a, b;      /* bodies; forces and torques act on a                            */
    int             own_frame; /* 1: F turns with body a                                         */
    int             place;     /* number of the table; first number among those of functions */
    double          point_a[3], point_b[3]; /* in the frames of the bodies                       */
    double          frame_a[9], frame_b[9]; /* axis and two directions across it, seen from a, b */
    double          F[3];                   /* constant                                          */
    double          stiffness, damping;
    double          length; /* of the spring at rest; of a torsional spring its angle            */
} nsd_load;

typedef struct nsd_load_table { /* F between the times is on a line, outside that of the end */
    int           count;
    const double *times, *values; /* count; 3 x count */
} nsd_load_table;

typedef struct nsd_mechanism_functions { /* functions of the user, all evaluated together       */
    /* value <- F of all functions at t; x: of the body of each function position, quaternion (in
     * the plane the angle), velocity and angular velocity */
    nsd_status (*call)(void *context, double t, const double *x, double *value);
    void      *context;
    int        count, outputs; /* functions, numbers in value            */
    const int *body;           /* count: whose state the function takes  */
} nsd_mechanism_functions;

typedef struct nsd_mechanism_set { /* data that a run does not change; arrays are borrowed */
    int                     loads;
    const nsd_load         *load;
    const nsd_load_table   *table;
    nsd_mechanism_functions functions;
} nsd_mechanism_set;

typedef struct nsd_mechanism_world { /* the bodies, as in nsd_body_set */
    int           dimension, count;
    const double *mass, *inertia, *gravity;
} nsd_mechanism_world;

typedef struct
    nsd_link { /* a body during a step; the last one is the ground              (RB.16) */
    int    linked, free, even; /* even: its inertia is the same about all axes             */
    double x[2][3], R[2][9];   /* centre and rotation at the beginning and at the end      */
    double angle[2];           /* in the plane                                             */
    double p[4];               /* quaternion at the beginning                              */
    double v[6], own[3];       /* velocities at the beginning; W seen from the body        */
    double centre[3], half[9]; /* means of x and of R at the beginning and at the end      */
    double turn[9], q[4];      /* rotation in the middle, and its quaternion               */
    double mean[6];            /* means of the velocities at the beginning and at the end  */
    double load[6];            /* impulses of the loads: force, torque                     */
    double other[3];           /* impulses of torque of contacts and joints, pass before   */
    double now[6];             /* velocities at the end, as nsd_motion.v                   */
} nsd_link;

typedef struct nsd_mechanism {
    const nsd_mechanism_set *set; /* NULL: there are no loads and joints                     */
    nsd_mechanism_world      world;
    double                   h;
    int                      pass;      /* number of the pass under way, from 0                */
    nsd_link                *link;      /* count + 1                                           */
    double                  *impulse;   /* 3 x loads: of each load, of a spring on body b      */
    double                  *drag;      /* 3 x loads: part of it from damping                  */
    double                  *angle;     /* loads: angle of torsional springs, with its turns   */
    double                  *turned;    /* loads: by how much it changes in the step           */
    double                  *x, *value; /* of the functions                                  */
    double                   external, damping; /* works of the last step                    */
} nsd_mechanism;

/* Bytes of scratch for nsd_mechanism_init. */
size_t nsd_mechanism_scratch(const nsd_mechanism_set *set, const nsd_mechanism_world *world);

/* A mechanism at rest; `q` is the state at the start, from which springs count their angles. */
nsd_status nsd_mechanism_init(nsd_mechanism *m, const nsd_mechanism_set *set,
                              const nsd_mechanism_world *world, const double *q,
                              nsd_scratch *scratch);

/* The links at the beginning of a step of length h. */
void nsd_mechanism_begin(nsd_mechanism *m, double h, const double *q, const double *v);

/* One pass: the middle of the step from m->link[].now, the loads there, and what follows for each
 * linked body: R, old, free of `body`, v and J of `motion`. t: the beginning of the step. On the
 * first pass `now` is what nsd_bodies_predict has found.                        (RB.16), (RB.17) */
nsd_status nsd_mechanism_pass(nsd_mechanism *m, double t, nsd_body *body, nsd_motion *motion);

/* Takes the velocities of a pass from `motion`; returns the largest change since the pass before,
 * of a velocity or of an angular velocity times the size of the body, over the largest velocity. */
double nsd_mechanism_change(nsd_mechanism *m, const nsd_body *body, const nsd_motion *motion);

/* Works of the loads in the step, after its last pass; angles of springs go on.       (RB.18) */
void nsd_mechanism_finish(nsd_mechanism *m);

/* Energy of the springs at q                                                          (RB.18) */
double nsd_mechanism_potential(nsd_mechanism *m, const double *q);

/* 1 when body i has a load or joint: it turns by Cayley's turns                       (RB.16) */
static inline int nsd_mechanism_links(const nsd_mechanism *m, int i)
{
    return m->set && m->link[i].linked;
}

#endif
