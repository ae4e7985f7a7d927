/* nsd_bodies_jam.c - steps whose contacts cannot obey their laws: rebounds are given up  (RB.14) */
#include <string.h>

#include "nsd_bodies_parts.h"

#define JAMMED 1e-2  /* a residual above this is no lack of sweeps                     */
#define WORSE  1.0   /* and above this worse than that of no impulses at all           */
#define NONE   1e-12 /* part of the bodies' velocities that is none between them        */

/* No impulses, and the velocities that belong to that */
static nsd_status start_again(nsd_bodies *bodies, const nsd_state *state)
{
    for (int c = 0; c < bodies->now.count; c++) {
        memset(bodies->now.item[c].r, 0, sizeof bodies->now.item[c].r);
        memset(bodies->now.item[c].torque, 0, sizeof bodies->now.item[c].torque);
    }
    return nsd_bodies_predict(bodies, state);
}

/* Takes restitution from all contacts; 1 when there was any */
static int give_up_rebounds(nsd_bodies *bodies)
{
    int any = 0;
    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch *touch = bodies->now.item + c;
        any |= touch->restitution != 0.0 || touch->tangential != 0.0;
        touch->restitution = touch->tangential = 0.0;
    }
    return any;
}

/* How fast the side of a contact may move at which body i is */
static double speed(const nsd_bodies *bodies, int i, const double *arm)
{
    const double *old = bodies->body[i].old;
    return sqrt(nsd_dot3(old, old)) + sqrt(nsd_dot3(old + 3, old + 3) * nsd_dot3(arm, arm));
}

/* Bodies that move together have contact velocities that are rounding of their own ones, and no
 * part of these can be asked for: the residual over the velocities of the bodies counts then. */
static void forgive_rounding(const nsd_bodies *bodies, nsd_bodies_answer *answer)
{
    double largest = 0.0, size = 0.0;

    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        largest = fmax(largest, speed(bodies, touch->a, touch->frame.arm_a));
        if (touch->b < bodies->set->count) {
            largest = fmax(largest, speed(bodies, touch->b, touch->frame.arm_b));
        }
        for (int k = 0; k < 3; k++) {
            size = fmax(size, fabs(touch->q[k]));
        }
    }
    if (answer->residual * size <= NONE * largest) {
        answer->solved = 1;
        answer->residual *= size / largest;
    }
}

nsd_status nsd_bodies_solve_or_relax(nsd_bodies *bodies, const nsd_state *state,
                                     nsd_bodies_answer *answer)
{
    nsd_status status = nsd_bodies_solve(bodies, answer);

    if (status == NSD_OK && !answer->solved) {
        forgive_rounding(bodies, answer);
    }
    if (status != NSD_OK || answer->solved || answer->residual <= JAMMED) {
        return status;
    }
    if (give_up_rebounds(bodies)) {
        const int sweeps = answer->sweeps;
        bodies->jammed++;
        status = start_again(bodies, state);
        status = status == NSD_OK ? nsd_bodies_solve(bodies, answer) : status;
        answer->sweeps += sweeps;
    }
    if (status == NSD_OK && !answer->solved && !(answer->residual <= WORSE)) {
        status = start_again(bodies, state);
        answer->residual = WORSE;
    }
    return status;
}
