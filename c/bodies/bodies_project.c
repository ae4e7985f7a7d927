/* bodies_project.c - negative gaps after a step are closed by position                  (RB.10) */
#include <string.h>

#include "bodies/bodies_parts.h"

/* Sweeps at most over the gaps of a step. Larger: time for heaps that cannot be opened; smaller:
 * gaps of heaps stay negative. */
#define PROJECTION_SWEEPS 50

/* Overlap that a step leaves to the next one by default, in parts of the deepest and of the
 * tolerance of impulses, which leave overlaps as well. Larger: heaps overlap more; smaller: sweeps
 * for overlaps that the next step takes back, too. */
#define LEFT_OVERLAP 10.0

/* One sweep over the normals; returns the largest change of a gap. */
static double sweep_gaps(nsd_bodies *bodies)
{
    double worst = 0.0;
    for (int c = 0; c < bodies->contacts.count; c++) {
        nsd_body_contact *contact = bodies->contacts.item + c;
        nsd_motion       *one = bodies->motion + contact->a;
        nsd_motion       *two = bodies->motion + nsd_bodies_second(bodies, contact);
        double            d[3], change[3] = { 0.0, 0.0, 0.0 };
        const double      z = contact->q[0]; /* the multiplier z of (RB.10) */
        nsd_bodies_contact_velocity(one->v, two->v, &contact->frame, d);
        const double gap = contact->gap + d[0];
        contact->q[0] = fmax(0.0, z - gap / contact->W[0]);
        change[0] = contact->q[0] - z;
        worst = fmax(worst, fabs(change[0]) * contact->W[0]);
        nsd_bodies_push_pair(one, two, &contact->frame, change);
    }
    return worst;
}

/* contact <- the gaps as contacts without friction, and z as impulses */
static void fill_gaps(nsd_bodies *bodies, double *z, nsd_lanes_contact *contact)
{
    for (int c = 0; c < bodies->contacts.count; c++) {
        const nsd_body_contact *own = bodies->contacts.item + c;
        memset(z + 3 * c, 0, 3 * sizeof *z);
        contact[c] = (nsd_lanes_contact){ .a = own->a,
                                          .b = nsd_bodies_second(bodies, own),
                                          .q = { own->gap, 0.0, 0.0 },
                                          .record = nsd_bodies_lanes_record(bodies, c),
                                          .r = z + 3 * c };
    }
}

/* Part of the deepest overlap that sweeps in single precision leave */
static double left_part(const nsd_bodies *bodies)
{
    const double most = fmin(LEFT_OVERLAP * bodies->tolerance, 1e-2);
    return bodies->project == NSD_PROJECT_AUTO ? fmax(NSD_LANES_TOLERANCE, most)
                                               : NSD_LANES_TOLERANCE;
}

/* Many gaps in space by sweeps in single precision (RB.27); 0 when that is not possible */
static int open_in_lanes(nsd_bodies *bodies, double deepest, double goal)
{
    const int         count = bodies->contacts.count, n = bodies->set->count;
    nsd_scratch       counter = nsd_scratch_counter();
    nsd_lanes         lanes;
    nsd_lanes_problem problem = { .count = count,
                                  .bodies = n,
                                  .motion = bodies->motion,
                                  .speed = deepest,
                                  .lambda = bodies->lanes.lambda,
                                  .goal = fmax(goal, left_part(bodies) * deepest),
                                  .most = PROJECTION_SWEEPS,
                                  .plain = 1 }; /* gaps that cannot open must not grow */

    if (!bodies->lanes.record || count < NSD_LANES_CONTACTS) {
        return 0;
    }
    nsd_scratch_doubles(&counter, 3 * (size_t)count);
    nsd_scratch_take(&counter, (size_t)count, sizeof(nsd_lanes_contact));
    if (nsd_bodies_reserve(bodies, &bodies->rows, nsd_lanes_lay_out(&lanes, count, n, &counter)) !=
        NSD_OK) {
        return 0;
    }
    double *z = nsd_scratch_doubles(&bodies->rows, 3 * (size_t)count);
    problem.contact = nsd_scratch_take(&bodies->rows, (size_t)count, sizeof(nsd_lanes_contact));
    fill_gaps(bodies, z, problem.contact);
    if (nsd_lanes_solve(&problem, bodies->rows) == 0) {
        return 0;
    }
    for (int c = 0; c < count; c++) {
        const nsd_lanes_contact *contact = problem.contact + c;
        if (contact->r[0] > 0.0) {
            nsd_bodies_push_pair(bodies->motion + contact->a, bodies->motion + contact->b,
                                 &bodies->contacts.item[c].frame, contact->r);
        }
    }
    return 1;
}

static void turn_body(double *q, double *w, const double *d)
{
    const double turn[4] = { 1.0, 0.5 * d[0], 0.5 * d[1], 0.5 * d[2] };
    double       R[9], own[3];
    nsd_quaternion_matrix(q + 3, R);
    nsd_transpose_times3(R, w, own);
    nsd_quaternion_product(turn, q + 3, q + 3);
    nsd_quaternion_matrix(q + 3, R);
    nsd_times3(R, own, w); /* w is constant in the frame of the body: the same energy */
}

/* The gaps that the projection makes nonnegative, no multipliers; returns the deepest overlap.
 * Automatic: only contacts that gravity keeps closed, of pairs that pushed in the step before, too,
 * or that do not rebound; elastic ones never. What opens within the next step is left to do so.
 * Other contacts are kept from going deeper.                                           (RB.10) */
static double choose_gaps(nsd_bodies *bodies)
{
    const int falls = nsd_dot3(bodies->set->gravity, bodies->set->gravity) > 0.0;
    double    deepest = 0.0;
    for (int c = 0; c < bodies->contacts.count; c++) {
        nsd_body_contact *contact = bodies->contacts.item + c;
        const double      opens = bodies->h * fmax(0.0, contact->q[0]); /* q: velocity at the end */
        const double      e = contact->restitution;
        const int         stays = falls && (e == 0.0 || (e < 1.0 && contact->streak > 1));
        if (bodies->project == NSD_PROJECT_AUTO && contact->gap < 0.0) {
            contact->gap = stays ? fmin(0.0, contact->gap + opens) : 0.0;
        }
        contact->q[0] = 0.0;
        deepest = fmax(deepest, -contact->gap);
    }
    return deepest;
}

/* Coming contacts that are closed at the end of the step become the last ones of the list, with
 * their gaps there: they had no impulses, but the overlaps are taken back. Returns the deepest. The
 * motions are those of the end.                                                         (RB.10) */
static double take_coming(nsd_bodies *bodies)
{
    nsd_body_contacts *list = &bodies->contacts;
    const int          first = list->count;
    double             deepest = 0.0;

    for (int c = first; c < first + list->coming; c++) {
        nsd_body_contact *contact = list->item + c;
        const int         b = nsd_bodies_second(bodies, contact);
        double            before[3], after[3];
        nsd_bodies_fill_block(bodies, contact);
        nsd_bodies_contact_velocity(bodies->body[contact->a].old, bodies->body[b].old,
                                    &contact->frame, before);
        nsd_bodies_contact_velocity(bodies->motion[contact->a].v, bodies->motion[b].v,
                                    &contact->frame, after);
        contact->gap += bodies->h * (0.5 * (before[0] + after[0]) - bodies->activation * before[0]);
        contact->q[0] = 0.0;
        if (contact->gap < 0.0) {
            deepest = fmax(deepest, -contact->gap);
            list->item[list->count] = *contact;
            if (bodies->lanes.record) {
                nsd_bodies_lanes_fill_one(bodies, list->count);
            }
            list->count++;
        }
    }
    return deepest;
}

/* 1 unless all six numbers are zero */
static int moves(const double *v)
{
    return v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0 || v[3] != 0.0 || v[4] != 0.0 || v[5] != 0.0;
}

/* Opens the gaps of the list; returns the energy that this added. */
static double open_gaps(nsd_bodies *bodies, double deepest, nsd_state *state)
{
    const nsd_body_set *set = bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);
    double              smallest = INFINITY, added = 0.0;

    if (!(deepest > 0.0)) {
        return 0.0;
    }
    for (int i = 0; i < set->count; i++) {
        memset(bodies->motion[i].v, 0, sizeof bodies->motion[i].v);
        if (nsd_bodies_is_free(bodies, i)) {
            smallest = fmin(smallest, bodies->body[i].bound);
        }
    }
    if (!(deepest > NSD_CLOSED_GAP * smallest)) {
        return 0.0;
    }
    if (!open_in_lanes(bodies, deepest, NSD_CLOSED_GAP * smallest)) {
        for (int k = 0; k < PROJECTION_SWEEPS && sweep_gaps(bodies) > NSD_CLOSED_GAP * smallest;
             k++) {
        }
    }
    for (int i = 0; i < set->count; i++) {
        double           *q = state->q + (size_t)i * (size_t)stride;
        const nsd_motion *motion = bodies->motion + i;
        if (!moves(motion->v)) {
            continue;
        }
        for (int k = 0; k < (set->dimension == 2 ? 2 : 3); k++) {
            q[k] += motion->v[k];
        }
        if (motion->inverse_mass > 0.0) {
            added -= set->mass[i] * nsd_dot3(set->gravity, motion->v);
        }
        if (set->dimension == 2) {
            q[2] += motion->v[5];
        } else {
            turn_body(q, state->v + (size_t)i * (size_t)stride + 3, motion->v + 3);
        }
    }
    return added;
}

double nsd_bodies_project(nsd_bodies *bodies, nsd_state *state)
{
    const int    count = bodies->contacts.count;
    const double old = choose_gaps(bodies), coming = take_coming(bodies);
    const double added = open_gaps(bodies, fmax(old, coming), state);
    bodies->contacts.count = count;
    return added;
}
