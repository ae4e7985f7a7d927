/* bodies_relax.c - steps whose contacts cannot obey their laws: rebounds are given up  (RB.14) */
#include <string.h>

#include "bodies/bodies_parts.h"

#define JAMMED 1e-2 /* a residual above this is no lack of sweeps           */
#define WORSE  1.0  /* and above this worse than that of no impulses at all */

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

nsd_status nsd_bodies_solve_or_relax(nsd_bodies *bodies, const nsd_state *state,
                                     nsd_bodies_answer *answer)
{
    nsd_status status = nsd_bodies_solve(bodies, answer);

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
