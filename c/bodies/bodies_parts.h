/* bodies_parts.h - pieces of the rigid bodies; other callers need only bodies/bodies.h. */
#ifndef NSD_BODIES_PARTS_H
#define NSD_BODIES_PARTS_H

#include "bodies/bodies.h"
#include "base/vector3.h"
#include "bodies/lanes/lanes.h"

/* Constants of the contact solver, in the order in which a step comes to them;
 * tests/bench/bench_bodies.m measures their effect. */

/* Residual, in parts of the largest speed of a side of a contact, that rounding leaves between
 * bodies that move together. Larger: such contacts are not solved to the tolerance; smaller: they
 * are swept in vain up to the iteration limit. */
#define NSD_BODIES_ROUNDING_SPEED 1e-12

/* Number of the first accelerated sweep (RB.11). Larger: walls of boxes miss the tolerance;
 * smaller: directions from sweeps in which contacts still open and close, and time for islands
 * that a few sweeps solve. */
#define NSD_BODIES_FIRST_ACCELERATED_SWEEP 6

/* Sweeps between two residuals, each of which costs half a sweep. Larger: solved islands are swept
 * on; smaller: more time for residuals. */
#define NSD_BODIES_RESIDUAL_SWEEPS 8

/* Sweeps between two residuals in the first NSD_BODIES_RESIDUAL_SWEEPS and near the goal. Larger:
 * sweeps behind the goal; smaller: more time for residuals. */
#define NSD_BODIES_NEAR_RESIDUAL_SWEEPS 3

/* Residual, in multiples of the goal, that is near the goal. Larger: residuals are computed more
 * often; smaller: sweeps behind the goal. */
#define NSD_BODIES_NEAR_GOAL 10.0

/* Contacts from which on a patch is chosen instead of whole islands (RB.15). Larger: sweeps over
 * contacts that are solved; smaller: choosing costs more than it saves. */
#define NSD_BODIES_PATCHED_CONTACTS 64

/* Part of the contacts of an island: with fewer above the goal its sweeps end and a patch follows
 * (RB.15). Larger: patches that are most of a wall of boxes, which miss the tolerance; smaller:
 * sweeps of all contacts for a few. */
#define NSD_BODIES_PATCHED_PART 0.1

/* Sweeps of an island before nsd_bodies_solve_direct is tried. Larger: slow islands of few
 * contacts waste sweeps; smaller: matrices for islands that sweeps would solve. */
#define NSD_BODIES_ISLAND_SWEEPS 100

/* Contacts of the largest island for nsd_bodies_solve_direct, which stores all blocks. Larger:
 * memory and time grow as the square; smaller: slow islands miss the tolerance. */
#define NSD_BODIES_DIRECT_CONTACTS 120

/* The same where sweeps run in lanes (RB.27): a matrix of 60 contacts costs as much as thousands of
 * these. Larger: time for boxes in motion; smaller: slow islands miss the tolerance. */
#define NSD_BODIES_LANES_DIRECT_CONTACTS 24

/* Contacts of the largest island in space with torques for nsd_bodies_solve_direct: six entries
 * for each contact instead of three. Larger: memory and time; smaller: slow islands miss the
 * tolerance. */
#define NSD_BODIES_DIRECT_TORQUE_CONTACTS 30

/* Steps of Newton's method, and of the interior points, in nsd_bodies_solve_direct. Larger: time
 * for problems that have no solution; smaller: slow ones are left to the sweeps. */
#define NSD_BODIES_DIRECT_STEPS 60

/* Tolerance of nsd_bodies_solve_direct in parts of that of the step. Larger: the guess for the
 * next step is no better than the tolerance; smaller: rounding stops Newton's method above it,
 * and the islands are left to sweeps. */
#define NSD_BODIES_DIRECT_TOLERANCE 0.01

/* Rounds after which whole islands are swept again instead of patches (RB.15): one patch may be
 * solved at the cost of another. Larger: such patches alternate longer; smaller: more sweeps of
 * whole islands. */
#define NSD_BODIES_PATCH_ROUNDS 20

/* Part of all contacts: a larger patch gives way to sweeps of whole islands (RB.15). Larger: the
 * overhead of a patch for nearly all contacts; smaller: sweeps of solved contacts. */
#define NSD_BODIES_LARGEST_PATCH 0.4

/* Sweeps of a patch before the next one is chosen (RB.15). Larger: impulses around the patch are
 * held longer than needed; smaller: below NSD_BODIES_FIRST_ACCELERATED_SWEEP no sweep of a patch
 * is accelerated, and walls of boxes miss the tolerance. */
#define NSD_BODIES_PATCH_SWEEPS 20

/* Goal of patches and repeated sweeps, in parts of the goal (RB.15). Larger: contacts beside a
 * patch may rise above the goal again; smaller: more sweeps than needed. */
#define NSD_BODIES_PATCH_GOAL 0.9

/* Residual, in parts of the largest |q|, that counts as hopeless when twice the work has not halved
 * it. Larger: problems without solution take all sweeps; smaller: slow ones are given up. */
#define NSD_BODIES_HOPELESS_RESIDUAL 0.1

/* Residual, in parts of the largest |q|, above which the laws contradict each other (RB.14).
 * Larger: wrong impulses are applied; smaller: steps that lack sweeps lose their restitution. */
#define NSD_BODIES_JAMMED_RESIDUAL 1e-2

/* Change of an island, in parts of its sizes and impulses, up to which it is not asked again for
 * other solutions (FC.10). Larger: another solution is noticed later; smaller: islands of two to
 * four contacts that slide or turn are enumerated more often. */
#define NSD_BODIES_KEPT_DRIFT 1e-1

/* Residual of no impulses at all in parts of the largest |q|. Larger: impulses that are worse are
 * applied; smaller: impulses that are better are not (RB.14). */
#define NSD_BODIES_FREE_RESIDUAL 1.0

/* Steps in a row with an impulse that make a contact a sustained one, whose end is a detach event.
 * Larger: short rests end without event; smaller: bounces within a few steps are events. */
#define NSD_BODIES_SUSTAINED_STEPS 3

/* Steps in a row in which a contact itself had an impulse, after which it holds for mean velocities
 * with order 2 (RB.26). Larger: more steps of first order after each impact, which lose energy;
 * smaller: impacts that take two steps rebound once more. */
#define NSD_BODIES_HELD_STEPS 2

/* Distance, in parts of how far the fastest balls come nearer in the rest of a step, up to which
 * others may push a ball in it. Larger: more pairs are looked at that do not meet; smaller: balls
 * that are pushed into each other overlap for a step.                                (RB.10) */
#define NSD_BODIES_PUSHED_REACH 0.1

/* Sorts numbers upwards, by Shell's sort. */
void nsd_bodies_sort(int *list, int count);

/* Places body i where its coordinates q say: x, R, inverse inertia. */
void nsd_bodies_place(nsd_bodies *bodies, int i, const double *q);

/* Adds one point to bodies->contacts; its normal pushes a away from b. */
nsd_status nsd_bodies_add_contact(nsd_bodies *bodies, const nsd_body_contact *contact);

/* Makes room for `more` contacts in bodies->record. */
nsd_status nsd_bodies_reserve_record(nsd_bodies *bodies, int more);

/* Empties `work`, bodies->rows or bodies->work, and gives it at least `bytes`. */
nsd_status nsd_bodies_reserve(nsd_bodies *bodies, nsd_scratch *work, size_t bytes);

/* Of each body: predicted position, free velocities and inertia (RB.2), (RB.4). */
nsd_status nsd_bodies_predict(nsd_bodies *bodies, const nsd_state *state);

/* Of each body: the new state from the solved velocities                            (RB.6). */
void nsd_bodies_advance(nsd_bodies *bodies, nsd_state *state);

/* Removes contacts from bodies->contacts that are open in this step, but for coming ones, which go
 * behind the others                                                         (RB.3), (RB.10). */
nsd_status nsd_bodies_keep_closed(nsd_bodies *bodies);

/* 1 where overlaps of new contacts are taken back, too, at the end of the step in which bodies
 * meet                                                                              (RB.10). */
NSD_INLINE int nsd_bodies_take_coming(const nsd_bodies *bodies)
{
    const double *g = bodies->set->gravity;
    return bodies->project == NSD_PROJECT_AUTO && nsd_dot3(g, g) > 0.0;
}

/* Part of a step, as a time, from the place where contacts are looked for to the end */
NSD_INLINE double nsd_bodies_rest_of_step(const nsd_bodies *bodies)
{
    return fmax(0.0, 1.0 - bodies->activation) * bodies->h;
}

/* The motions <- velocities without impulses of contacts: those of free bodies and joints. */
void nsd_bodies_remove_impulses(nsd_bodies *bodies);

/* Fills frame, arms and block of a contact. */
void nsd_bodies_fill_block(const nsd_bodies *bodies, nsd_body_contact *contact);

/* The same of bodies->contacts */
void nsd_bodies_fill_blocks(nsd_bodies *bodies);

typedef struct nsd_bodies_answer {
    int    sweeps, solved;
    double residual;  /* (FR.4) recomputed; nsd_bodies_solve: over the largest |q|     (RB.5) */
    int    several;   /* islands in which another motion was found                   (FC.10) */
    int    unchecked; /* islands with a shock that were too large to enumerate               */
} nsd_bodies_answer;

/* The impulses of the step and the velocities that they make.                       (RB.5) */
nsd_status nsd_bodies_solve(nsd_bodies *bodies, nsd_bodies_answer *answer);

/* Impulses of the contact <- the guess with which the step before began, or (afresh is 1, or the
 * contact is new) none.                                                             (FC.10) */
void nsd_bodies_guess_again(const nsd_bodies *bodies, int afresh, nsd_body_contact *contact);

/* nsd_bodies_solve; where the contact laws contradict each other again without restitution, and
 * no impulses where the impulses found are worse than none.                        (RB.14) */
nsd_status nsd_bodies_solve_or_relax(nsd_bodies *bodies, nsd_bodies_answer *answer);

/* nsd_bodies_solve_or_relax; with loads or joints by passes, until the middle of the step, where
 * these are taken, is that of the velocities found.                                 (RB.16) */
nsd_status nsd_bodies_solve_passes(nsd_bodies *bodies, const nsd_state *state,
                                   nsd_bodies_answer *answer);

/* Sweeps, beginning with the impulses in bodies->contacts, until the residual is at most `goal`. */
nsd_status nsd_bodies_solve_sweeps(nsd_bodies *bodies, double lambda, double goal,
                                   nsd_bodies_answer *answer);

/* Newton's method on the `count` contacts place[] of bodies->contacts together, beginning with
 * their impulses; no other contact may be on their bodies. Then interior points, which do not
 * use the impulses: not when `again` says that they failed before. */
nsd_status nsd_bodies_solve_direct(nsd_bodies *bodies, const int *place, int count, double lambda,
                                   int again);

/* The `count` contacts place[], few, solved by their impulses: takes the solution of least velocity
 * change. `shock`: 0 asks first whether there can be others. several <- 1 when another motion was
 * found; NSD_STOPPED by the poll. The motions are not those of the impulses afterwards. (FC.10) */
nsd_status nsd_bodies_choose_direct(nsd_bodies *bodies, const int *place, int count, int shock,
                                    int *several);

/* Moves positions until no gap is negative, to first order; returns the energy that this
 * added.                                                                            (RB.10) */
double nsd_bodies_project(nsd_bodies *bodies, nsd_state *state);

/* v, w <- v + side P / m, w + side J (arm x P): the impulse P on one body */
NSD_INLINE void nsd_bodies_push(nsd_motion *motion, double side, const double *P, const double *arm)
{
    double moment[3], turn[3];
    nsd_cross3(arm, P, moment);
    nsd_times3(motion->J, moment, turn);
    nsd_add_scaled3(motion->v, side * motion->inverse_mass, P, motion->v);
    nsd_add_scaled3(motion->v + 3, side, turn, motion->v + 3);
}

/* Changes the motions of both sides by the impulse `change` of one contact. */
NSD_INLINE void nsd_bodies_push_pair(nsd_motion *one, nsd_motion *two, const nsd_frame *frame,
                                     const double *change)
{
    double P[3];
    nsd_times3(frame->D, change, P);
    nsd_bodies_push(one, 1.0, P, frame->arm_a);
    nsd_bodies_push(two, -1.0, P, frame->arm_b);
}

/* c <- velocity of the point on the first side relative to that on the second, frame at rest; one,
 * two: velocities of the bodies as in nsd_motion.v */
NSD_INLINE void nsd_bodies_relative_velocity(const double *one, const double *two,
                                             const nsd_frame *frame, double *c)
{
    double turn_a[3], turn_b[3];
    nsd_cross3(one + 3, frame->arm_a, turn_a);
    nsd_cross3(two + 3, frame->arm_b, turn_b);
    c[0] = one[0] - two[0] + turn_a[0] - turn_b[0];
    c[1] = one[1] - two[1] + turn_a[1] - turn_b[1];
    c[2] = one[2] - two[2] + turn_a[2] - turn_b[2];
}

/* u <- that velocity along normal and tangents                                        (RB.5) */
NSD_INLINE void nsd_bodies_contact_velocity(const double *one, const double *two,
                                            const nsd_frame *frame, double *u)
{
    double c[3];
    nsd_bodies_relative_velocity(one, two, frame, c);
    nsd_transpose_times3(frame->D, c, u);
}

/* 1 when many contacts are swept in single precision: where the tolerance allows it    (RB.27) */
NSD_INLINE int nsd_bodies_in_lanes(const nsd_bodies *bodies)
{
    return bodies->set->dimension == 3 && !bodies->rolls &&
           bodies->tolerance >= NSD_LANES_TOLERANCE &&
           !nsd_mechanism_has_joints(&bodies->mechanism);
}

/* bodies->lanes <- the records of bodies->contacts; none where sweeps do not run in lanes. Later
 * ones are filled one by one, up to the number of contacts that are coming. */
nsd_status nsd_bodies_lanes_fill(nsd_bodies *bodies, double lambda);
void       nsd_bodies_lanes_fill_one(nsd_bodies *bodies, int c);

/* The record of contact c */
NSD_INLINE const float *nsd_bodies_lanes_record(const nsd_bodies *bodies, int c)
{
    return bodies->lanes.record + (size_t)NSD_LANES_NUMBERS * (size_t)c;
}

/* 1 when impulses move the body: neither the world nor a body with prescribed motion */
NSD_INLINE int nsd_bodies_is_free(const nsd_bodies *bodies, int body)
{
    return bodies->motion[body].inverse_mass > 0.0;
}

/* The axes of the torques of a contact. In space: the normal (spinning) and the tangents (rolling);
 * in the plane: the axis out of the plane, and zeros.                                 (RB.13) */
NSD_INLINE const double *nsd_bodies_torque_axes(int plane, const nsd_frame *frame)
{
    static const double out[9] = { 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
    return plane ? out : frame->D;
}

/* Changes the angular velocities of both sides by the torques `change` about the axes. */
NSD_INLINE void nsd_bodies_turn_pair(nsd_motion *one, nsd_motion *two, const double *axes,
                                     const double *change)
{
    double moment[3], turn[3];
    nsd_times3(axes, change, moment);
    nsd_times3(one->J, moment, turn);
    nsd_add_scaled3(one->v + 3, 1.0, turn, one->v + 3);
    nsd_times3(two->J, moment, turn);
    nsd_add_scaled3(two->v + 3, -1.0, turn, two->v + 3);
}

/* rate <- angular velocity of the first side relative to the second, about the axes; one, two:
 * velocities of the bodies as in nsd_motion.v */
NSD_INLINE void nsd_bodies_relative_rate(const double *one, const double *two, const double *axes,
                                         double *rate)
{
    double w[3];
    nsd_add_scaled3(one + 3, -1.0, two + 3, w);
    nsd_transpose_times3(axes, w, rate);
}

/* Number of the second body: that of the world, which is the last, for planes */
NSD_INLINE int nsd_bodies_second(const nsd_bodies *bodies, const nsd_body_contact *contact)
{
    return contact->b < bodies->set->count ? contact->b : bodies->set->count;
}

/* Before (< 0), in or behind (> 0) the pair of the second contact, in the order of a list */
NSD_INLINE int nsd_bodies_pair_order(const nsd_body_contact *one, const nsd_body_contact *two)
{
    return one->a != two->a ? (one->a < two->a ? -1 : 1) : (one->b > two->b) - (one->b < two->b);
}

#endif
