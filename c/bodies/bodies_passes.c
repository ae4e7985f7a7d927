/* bodies_passes.c - steps of linked bodies: passes until the middle of the step is found (RB.16) */
#include "bodies/bodies_parts.h"

/* Change of the velocities from pass to pass, in parts of the largest, at which passes end. Larger:
 * energy and joints are kept to fewer digits; smaller: rounding, so that passes do not end. */
#define PASS_CHANGE 1e-13

/* Tolerance of contacts above which passes end at this tolerance: it is that of large heaps, whose
 * velocities are not better anyway. Larger: all passes for heaps; smaller: fewer digits for few
 * bodies. */
#define COARSE_TOLERANCE 1e-5

/* Change that is good enough after the most passes. Larger: steps that diverge are taken; smaller:
 * runs end although little is missing. */
#define ACCEPTED_CHANGE 1e-7

/* The same in steps with contacts, where impacts with friction may have several solutions and
 * passes alternate between them; what joints miss then is taken back by position. Larger: steps
 * that diverge are taken; smaller: runs end in such impacts. */
#define ACCEPTED_CONTACT_CHANGE 1e-1

/* Passes at most, and with contacts. Larger: time for steps that are too long for their springs, or
 * whose contacts alternate; smaller: runs that end although they converge, slowly. */
#define MOST_PASSES         60
#define MOST_CONTACT_PASSES 40

/* Change below which rounding may be what is left. Larger: fewer digits; smaller: more passes of
 * rounding. */
#define ROUNDING_CHANGE 1e-11

/* Passes with such a change that is not below that of the pass before, or with contacts below their
 * tolerance, after which the passes end. Larger: passes of rounding; smaller: fewer digits. */
#define MOST_RISES 3

/* Pivot of the equations of joints, in parts of the diagonal, below which a row depends on those
 * before and is left out. Larger: joints of light bodies between heavy ones are lost; smaller:
 * redundant joints get impulses of rounding. Near a position where joints become redundant, as a
 * folded parallelogram, passes may not converge: it is then raised by the factor, to the most. */
#define DEPENDENT_PIVOT      1e-11
#define DEPENDENT_FACTOR     1e2
#define MOST_DEPENDENT_PIVOT 1e-6

static nsd_status solve_pass(nsd_bodies *bodies, double t, nsd_bodies_answer *answer)
{
    const int sweeps = answer->sweeps;

    NSD_TRY(nsd_mechanism_pass(&bodies->mechanism, t, bodies->body, bodies->motion));
    nsd_bodies_fill_blocks(bodies);
    NSD_TRY(nsd_bodies_solve_or_relax(bodies, answer));
    answer->sweeps += sweeps;
    return NSD_OK;
}

/* Passes until the velocities no longer change; returns the last change. */
static nsd_status make_passes(nsd_bodies *bodies, const nsd_state *state, nsd_bodies_answer *answer,
                              double *change)
{
    nsd_mechanism *m = &bodies->mechanism;
    const double   t = bodies->t0 + (double)state->k * bodies->h;

    nsd_mechanism_begin(m, bodies->h, state->q, state->v);
    const int touches = m->touches = bodies->contacts.count > 0;
    const int most = touches ? MOST_CONTACT_PASSES : MOST_PASSES;
    int       done = 0, stays = 0;
    /* contacts are solved to a tolerance: what that leaves may differ from pass to pass */
    const double tolerance = touches ? bodies->tolerance : 0.0;
    const double rounding = fmax(tolerance, ROUNDING_CHANGE);
    const double enough = tolerance > COARSE_TOLERANCE ? tolerance : PASS_CHANGE;
    for (*change = INFINITY; m->pass < most && !done;) {
        const double before = *change;
        NSD_TRY(solve_pass(bodies, t, answer));
        *change = nsd_mechanism_change(m, bodies->body, bodies->motion);
        stays += *change <= rounding && !(*change < before);
        done = !m->changed && (*change <= enough || stays == MOST_RISES);
        if (!done && !touches) {
            nsd_mechanism_accelerate(m, bodies->body);
        }
    }
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
    const double accepted = bodies->contacts.count > 0 ? ACCEPTED_CONTACT_CHANGE : ACCEPTED_CHANGE;
    m->dependent = DEPENDENT_PIVOT;
    NSD_TRY(make_passes(bodies, state, answer, &change));
    while (m->set->joints > 0 && !(change <= accepted) && m->dependent < MOST_DEPENDENT_PIVOT) {
        m->dependent *= DEPENDENT_FACTOR;
        NSD_TRY(nsd_bodies_predict(bodies, state));
        NSD_TRY(make_passes(bodies, state, answer, &change));
    }
    bodies->base.newton_residual = change;
    nsd_mechanism_finish(m, bodies->body);
    return change <= accepted ? NSD_OK : NSD_NEWTON;
}
