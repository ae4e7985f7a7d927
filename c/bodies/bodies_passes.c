/* bodies_passes.c - steps of linked bodies: passes until the middle of the step is found (RB.16) */
#include "bodies/bodies_parts.h"

/* Change of the velocities from pass to pass, in parts of the largest, at which passes end. Larger:
 * energy and joints are kept to fewer digits; smaller: rounding, so that passes do not end. */
#define PASS_CHANGE 1e-13

/* Change that is good enough after MOST_PASSES: contacts are solved to a tolerance, and what that
 * leaves differs from pass to pass. Larger: steps that diverge are taken; smaller: runs with
 * contacts end without need. */
#define ACCEPTED_CHANGE 1e-7

/* Passes at most. Larger: time for steps that are too long for their springs; smaller: runs that
 * end although they converge, slowly. */
#define MOST_PASSES 60

static nsd_status solve_pass(nsd_bodies *bodies, double t, nsd_bodies_answer *answer)
{
    const int sweeps = answer->sweeps;

    NSD_TRY(nsd_mechanism_pass(&bodies->mechanism, t, bodies->body, bodies->motion));
    nsd_bodies_fill_blocks(bodies);
    NSD_TRY(nsd_bodies_solve_or_relax(bodies, answer));
    answer->sweeps += sweeps;
    return NSD_OK;
}

nsd_status nsd_bodies_solve_passes(nsd_bodies *bodies, const nsd_state *state,
                                   nsd_bodies_answer *answer)
{
    nsd_mechanism *m = &bodies->mechanism;
    double         change = INFINITY;

    answer->sweeps = 0;
    if (!m->set) {
        nsd_bodies_fill_blocks(bodies);
        return nsd_bodies_solve_or_relax(bodies, answer);
    }
    const double t = bodies->t0 + (double)state->k * bodies->h;
    nsd_mechanism_begin(m, bodies->h, state->q, state->v);
    while (m->pass < MOST_PASSES && change > PASS_CHANGE) {
        NSD_TRY(solve_pass(bodies, t, answer));
        change = nsd_mechanism_change(m, bodies->body, bodies->motion);
    }
    bodies->base.newton_residual = change;
    nsd_mechanism_finish(m);
    return change <= ACCEPTED_CHANGE ? NSD_OK : NSD_NEWTON;
}
