/* mechanism.h - loads and joints of rigid bodies: forces, torques, springs and constraints.
 *
 * Bodies with a load or joint are linked. Their step is the midpoint rule with Cayley's turns,
 * found by passes: each pass takes the middle of the step from the velocities of the pass before,
 * so that springs keep their energy and joints hold without drift                (RB.16)-(RB.20).
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

typedef enum nsd_joint_kind { /* the numbers of the gateway */
                              NSD_JOINT_BALL,
                              NSD_JOINT_HINGE,
                              NSD_JOINT_SLIDER,
                              NSD_JOINT_CYLINDER,
                              NSD_JOINT_UNIVERSAL,
                              NSD_JOINT_FIXED,
                              NSD_JOINT_DISTANCE,
                              NSD_JOINT_ROPE,  /* a distance that may be shorter */
                              NSD_JOINT_GEAR,  /* of wheels with parallel axes    */
                              NSD_JOINT_BEVEL, /* of wheels whose axes are not    */
                              NSD_JOINT_RACK,  /* b rolls along a line of a       */
                              NSD_JOINTS
} nsd_joint_kind;

typedef enum nsd_motor_kind { NSD_MOTOR_NONE, NSD_MOTOR_SPEED, NSD_MOTOR_POSITION } nsd_motor_kind;

typedef struct nsd_joint { /* hinges turn about and sliders move along the first axis of frame_a */
    nsd_joint_kind  kind;
    int             a, b;                   /* bodies                                        */
    double          point_a[3], point_b[3]; /* in the frames of the bodies                   */
    double          frame_a[9], frame_b[9]; /* axis and two directions across it             */
    double          length;                 /* of distances and ropes                        */
    double          ratio;                  /* turns of b for one of a; radius of b on a rack */
    double          limit[2], restitution;  /* of the angle or travel; infinite: none        */
    double          friction;               /* largest torque or force of friction           */
    nsd_motor_kind  motor;
    nsd_load_source source; /* of the target of the motor: constant or function              */
    int             place;  /* of the target among the numbers of functions                  */
    double          target, strongest; /* target; largest torque or force of the motor       */
} nsd_joint;

typedef struct nsd_mechanism_set { /* data that a run does not change; arrays are borrowed */
    int                     loads, joints;
    const nsd_load         *load;
    const nsd_joint        *joint;
    const nsd_load_table   *table;
    nsd_mechanism_functions functions;
    const int              *first; /* joints: first row of each, from nsd_mechanism_order */
    int                     width; /* what that has returned                              */
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

typedef enum nsd_row_kind {
    NSD_ROW_HELD,
    NSD_ROW_LIMIT,
    NSD_ROW_FRICTION,
    NSD_ROW_MOTOR
} nsd_row_kind;

typedef struct nsd_joint_row { /* one equation of a joint, or one with bounds            (RB.19) */
    int          joint, a, b;
    nsd_row_kind kind;
    int          what[2];              /* which equation: mechanism_joint.c                  */
    int          state;                /* 0: holds; -1, 1: its impulse is at a bound         */
    double       line[3];              /* direction of the force on b, opposite on a         */
    double       turn_a[3], turn_b[3]; /* directions of the torques                          */
    double       gap;                  /* by which the equation is missed                    */
    double       aim;                  /* velocity that the row asks for                     */
    double       rate;                 /* velocity at the end of the step before             */
    double       low, high;            /* bounds of the impulse                              */
    double       impulse;
} nsd_joint_row;

typedef struct nsd_joint_system { /* the equations of all rows: a band by the order of joints */
    int     rows;
    int     pairs, *pair; /* 2 x pairs: joints that share a free body, with themselves         */
    double *A, *inverse;  /* factors L and 1/D; 0: the row depends on others, or does not hold */
    double *diagonal, *x; /* rows: of the matrix; work                                         */
} nsd_joint_system;

typedef struct nsd_joint_result { /* of one joint */
    double impulse[6];            /* force and torque on b of the last step                     */
    double drift, work;           /* miss at the end of the step; work of motors so far         */
    double angle, turned;         /* angle or travel, and its change in the step                */
    double wheel[2];              /* angles of a and b in a gear, with all turns       (RB.28)  */
} nsd_joint_result;

#define NSD_PASS_DIRECTIONS 8 /* differences of passes that are kept; more: memory and time */

typedef struct nsd_mechanism_passes { /* of nsd_mechanism_accelerate */
    double *x, *f;                    /* with which the pass began; change by the pass      */
    double *last_x, *last_f;          /* of the pass before                                 */
    double *X, *F;                    /* differences, one after the other                   */
    int     known, newest;            /* number of differences, place of the next one       */
} nsd_mechanism_passes;

typedef struct nsd_mechanism {
    const nsd_mechanism_set *set; /* NULL: there are no loads and joints                     */
    nsd_mechanism_world      world;
    double                   h, gamma;       /* step; where limits are looked for    (RB.3) */
    int                      pass;           /* number of the pass under way, from 0        */
    int                      touches;        /* 1: the step has contacts                    */
    int                      equations_only; /* 1: rows with bounds are out of use          */
    int                      changed;        /* 1: a row changed between holding and a bound */
    double                   dependent; /* pivots below this part of the diagonal are left out */
    nsd_link                *link;      /* count + 1                                   */
    double                  *impulse;   /* 3 x loads: of each, of a spring on body b   */
    double                  *drag;      /* 3 x loads: part of it from damping          */
    double                  *angle;     /* loads: of torsional springs, with turns     */
    double                  *turned;    /* loads: by how much it changes in the step   */
    double                  *x, *value, *later; /* of functions; values in the middle, at the end */
    nsd_joint_row           *row;               /* system.rows                                 */
    nsd_joint_system         system;
    nsd_mechanism_passes     passes;
    nsd_joint_result        *joint;             /* joints                                      */
    nsd_motion              *motion;            /* count + 1: at the end of a step             */
    double                   external, damping; /* works of the last step: of loads            */
    double                   work[4];           /* of rows, by nsd_row_kind                    */
    double                   numerical;         /* of velocities put on the joints   (RB.20)   */
    double                   turning;           /* of turns whose passes ended early  (RB.17)   */
    double                   start[2];          /* misses of the start: of q, of v             */
    double                   start_left;        /* of q after the start was moved              */
} nsd_mechanism;

/* Puts the rows of the joints in an order in which coupled ones are near each other: first <- the
 * first row of each joint; returns the width of the band. order: room for a number per joint. */
int nsd_mechanism_order(const nsd_mechanism_set *set, const nsd_mechanism_world *world, int *order,
                        int *first);

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
 * first pass `now` is what nsd_bodies_predict has found; with contacts, which may hold bodies at
 * rest, the velocities before.                        (RB.16), (RB.17) */
nsd_status nsd_mechanism_pass(nsd_mechanism *m, double t, nsd_body *body, nsd_motion *motion);

/* Takes the velocities of a pass from `motion`; returns the largest change since the pass before,
 * of a velocity or of an angular velocity times the size of the body, over the largest velocity. */
double nsd_mechanism_change(nsd_mechanism *m, const nsd_body *body, const nsd_motion *motion);

/* After a pass that is not the last: a better guess than its velocities, for the next  (RB.16) */
void nsd_mechanism_accelerate(nsd_mechanism *m, const nsd_body *body);

/* Works of loads and joints in the step, after its last pass; angles go on.  (RB.18), (RB.19) */
void nsd_mechanism_finish(nsd_mechanism *m, const nsd_body *body);

/* Impulses of rows at bounds are applied to `motion`, then all rows that hold are made to.
 * nsd_mechanism_hold begins, with the free velocities and impulses of contacts in `motion`;
 * nsd_mechanism_correct goes on after further changes of the velocities.           (RB.19) */
void nsd_mechanism_hold(nsd_mechanism *m, nsd_motion *motion);
void nsd_mechanism_correct(nsd_mechanism *m, nsd_motion *motion);

/* `motion` <- what the joints answer to impulses alone: rows that hold ask for no velocity. */
void nsd_mechanism_respond(nsd_mechanism *m, nsd_motion *motion);

/* Velocities at the end of a step: what alternates from step to step is taken from those along the
 * equations, or all of it (`whole`, for starts); drift.                               (RB.20) */
void nsd_mechanism_settle(nsd_mechanism *m, int whole, const double *q, double *v);

/* The largest drift of a joint; and all drifts at q, without a change of anything else */
double nsd_mechanism_drift(const nsd_mechanism *m);
void   nsd_mechanism_measure(nsd_mechanism *m, const double *q);

/* The start onto the joints: q, then v; m->start, m->start_left. */
nsd_status nsd_mechanism_assemble(nsd_mechanism *m, double *q, double *v);

/* Moves q onto the joints, by the smallest kinetic distance; returns the miss that is left. */
double nsd_mechanism_project(nsd_mechanism *m, double *q, double *v);

/* Energy of the springs at q                                                          (RB.18) */
double nsd_mechanism_potential(nsd_mechanism *m, const double *q);

/* 1 when body i has a load or joint: it turns by Cayley's turns                       (RB.16) */
static inline int nsd_mechanism_links(const nsd_mechanism *m, int i)
{
    return m->set && m->link[i].linked;
}

static inline int nsd_mechanism_has_joints(const nsd_mechanism *m)
{
    return m->set && m->set->joints > 0;
}

#endif
