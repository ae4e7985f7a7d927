/* mechanism_parts.h - pieces of mechanisms; others need only bodies/mechanism/mechanism.h. */
#ifndef NSD_MECHANISM_PARTS_H
#define NSD_MECHANISM_PARTS_H

#include "base/vector3.h"
#include "bodies/mechanism/mechanism.h"

void nsd_mechanism_accelerate_lay_out(nsd_mechanism *m, const nsd_mechanism_world *world,
                                      nsd_scratch *scratch);
/* A pass begins with the velocities of the links. */
void nsd_mechanism_accelerate_begin(nsd_mechanism *m, const nsd_body *body);

/* The loads at the middle of the step: impulses of all linked bodies                  (RB.18) */
nsd_status nsd_mechanism_load(nsd_mechanism *m, double t);

/* Angles of torsional springs at the beginning of the step, where they are known up to turns */
void nsd_mechanism_load_angles(nsd_mechanism *m);

/* Takes the rows of all joints, or counts them, with what solves for them. */
void nsd_mechanism_joint_lay_out(nsd_mechanism *m, const nsd_mechanism_set *set,
                                 const nsd_mechanism_world *world, nsd_scratch *scratch);
/* Which equation each row is, and the order of the joints */
void nsd_mechanism_joint_init(nsd_mechanism *m);

/* Where the rows are taken: at the beginning or end of the step, or with means in the middle */
typedef enum nsd_joint_place { NSD_AT_BEGINNING, NSD_AT_END, NSD_AT_MIDDLE } nsd_joint_place;

typedef enum nsd_joint_what { /* equations: what[0] of a row, with what[1]          (RB.19) */
                              NSD_ON_POINT,  /* s along axis what[1] of the world             */
                              NSD_ON_LINE,   /* s along axis what[1] of a                     */
                              NSD_ON_LINE_B, /* s along axis what[1] of b                     */
                              NSD_ON_ANGLE,  /* axis what[1] / 3 of a, what[1] % 3 of b are
                                                perpendicular                                 */
                              NSD_ON_LENGTH,
                              NSD_ON_GEAR, /* mechanism_gear.c                                */
                              NSD_ON_TURN  /* of b against a about the first axis of a: no
                                              equation, a direction for bounds                */
} nsd_joint_what;

typedef struct nsd_joint_equation {
    int what, which;
} nsd_joint_equation;

/* Directions and miss of a row from its `what`                                        (RB.19) */
void nsd_mechanism_fill_row(const nsd_mechanism *m, nsd_joint_row *row, nsd_joint_place place);

/* The row of a gear or rack. The angles of its wheels count all turns: those of the start are
 * looked
 * for, and they go on at the end of a step; joints of other kinds are left alone.     (RB.28) */
void nsd_mechanism_gear(const nsd_mechanism *m, nsd_joint_row *row, nsd_joint_place place);
void nsd_mechanism_gear_start(nsd_mechanism *m, int j);
void nsd_mechanism_gear_turn(nsd_mechanism *m, int j, nsd_joint_place place);

/* Directions and misses of all rows at a place                                        (RB.19) */
void nsd_mechanism_joint_rows(nsd_mechanism *m, nsd_joint_place place);

/* The angle or travel of joint j at the beginning (0) or end (1) of the step, in space angles
 * within (-pi, pi]; and by how much it changes in the step */
double nsd_mechanism_joint_angle(const nsd_mechanism *m, int j, int end);
double nsd_mechanism_joint_turned(const nsd_mechanism *m, int j);

/* Rows of a pass: directions in the middle, what they ask for, bounds */
void nsd_mechanism_joint_pass(nsd_mechanism *m, const nsd_body *body);

/* Rows change between holding and their bounds; sets m->changed. */
void nsd_mechanism_joint_change(nsd_mechanism *m, const nsd_motion *motion);

/* The matrix of the rows that hold, and its factors                                   (RB.19) */
void nsd_mechanism_factor(nsd_mechanism *m, const nsd_motion *motion);

/* Works and impulses of the rows after the last pass; angles go on                    (RB.19) */
void nsd_mechanism_joint_finish(nsd_mechanism *m);

/* 1 for rows that hold, 0 for those at a bound or out of use */
NSD_INLINE int nsd_mechanism_holds(const nsd_mechanism *m, const nsd_joint_row *row)
{
    return row->kind == NSD_ROW_HELD || (!m->equations_only && row->state == 0);
}

/* Velocity of a row */
NSD_INLINE double nsd_mechanism_rate(const nsd_joint_row *row, const double *one, const double *two)
{
    return nsd_dot3(row->line, two) - nsd_dot3(row->line, one) + nsd_dot3(row->turn_b, two + 3) +
           nsd_dot3(row->turn_a, one + 3);
}

/* Changes the motions of both sides by an impulse of the row. */
NSD_INLINE void nsd_mechanism_push(const nsd_joint_row *row, double impulse, nsd_motion *one,
                                   nsd_motion *two)
{
    double turn[3];
    nsd_add_scaled3(one->v, -impulse * one->inverse_mass, row->line, one->v);
    nsd_add_scaled3(two->v, impulse * two->inverse_mass, row->line, two->v);
    nsd_times3(one->J, row->turn_a, turn);
    nsd_add_scaled3(one->v + 3, impulse, turn, one->v + 3);
    nsd_times3(two->J, row->turn_b, turn);
    nsd_add_scaled3(two->v + 3, impulse, turn, two->v + 3);
}

/* Places the linked bodies where q says: at the beginning (0) or the end (1) of the step. */
void nsd_mechanism_place(nsd_mechanism *m, int end, const double *q);

/* p <- the point of a body, given in its frame, at the beginning (0) or the end (1) of the step */
NSD_INLINE void nsd_mechanism_point(const nsd_link *link, int end, const double *own, double *p)
{
    nsd_times3(link->R[end], own, p);
    nsd_add_scaled3(p, 1.0, link->x[end], p);
}

#endif
