/* bodies_relax.c - steps whose contact laws contradict each other: no restitution   (RB.14) */
#include <string.h>

#include "bodies/bodies_parts.h"

void nsd_bodies_remove_impulses(nsd_bodies *bodies)
{
    for (int i = 0; i < bodies->set->count; i++) {
        memcpy(bodies->motion[i].v, bodies->body[i].free, sizeof bodies->motion[i].v);
    }
    if (nsd_mechanism_has_joints(&bodies->mechanism)) {
        nsd_mechanism_hold(&bodies->mechanism, bodies->motion);
    }
}

/* Sets all impulses to zero and the velocities to those without contacts. */
static void remove_impulses(nsd_bodies *bodies)
{
    for (int c = 0; c < bodies->contacts.count; c++) {
        memset(bodies->contacts.item[c].r, 0, sizeof bodies->contacts.item[c].r);
        memset(bodies->contacts.item[c].torque, 0, sizeof bodies->contacts.item[c].torque);
    }
    nsd_bodies_remove_impulses(bodies);
}

/* Sets all restitution to zero; 1 when some contact had any */
static int remove_restitution(nsd_bodies *bodies)
{
    int any = 0;
    for (int c = 0; c < bodies->contacts.count; c++) {
        nsd_body_contact *contact = bodies->contacts.item + c;
        any |= contact->restitution != 0.0 || contact->tangential != 0.0;
        contact->restitution = contact->tangential = 0.0;
    }
    return any;
}

nsd_status nsd_bodies_solve_or_relax(nsd_bodies *bodies, nsd_bodies_answer *answer)
{
    nsd_status status = nsd_bodies_solve(bodies, answer);

    if (status != NSD_OK || answer->solved || answer->residual <= NSD_BODIES_JAMMED_RESIDUAL) {
        return status;
    }
    if (remove_restitution(bodies)) {
        const int sweeps = answer->sweeps;
        bodies->misses.jammed++;
        remove_impulses(bodies);
        status = nsd_bodies_solve(bodies, answer);
        answer->sweeps += sweeps;
    }
    if (status == NSD_OK && !answer->solved && !(answer->residual <= NSD_BODIES_FREE_RESIDUAL)) {
        remove_impulses(bodies);
        answer->residual = NSD_BODIES_FREE_RESIDUAL;
    }
    return status;
}
