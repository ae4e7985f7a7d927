/* bodies_fast.c - bodies that would pass through another one within a step: they meet it where they
 * first touch, and go on from there with the velocities after the impact               (RB.24) */
#include <string.h>

#include "bodies/bodies_parts.h"
#include "bodies/bodies_shape.h"

/* Overlap at the end of a step, in parts of the inner radii, that is left to the next step. Larger:
 * bodies stay as deep in each other; smaller: bodies that slide fast along others meet them. */
#define OVERLAP 0.1

typedef struct path { /* of body i relative to the others, which stand where they are predicted */
    int           i;
    double        start, end; /* parts of the step */
    const double *v;
    int           met;  /* body that it has met before, which it must not enter; -1: none */
    int           slow; /* 1: only bodies whose motion is prescribed are fast enough      */
} path;

/* The smallest part of the path at which body i meets body j; 2: it does not */
static double meets(const nsd_bodies *bodies, const path *p, int j, const double *v)
{
    const nsd_body_set *set = bodies->set;
    double              d[3], x[3], least = 2.0;

    nsd_add_scaled3(p->v, -1.0, v, d);
    for (int k = 0; k < 3; k++) {
        d[k] *= bodies->h;
    }
    const double length = (p->end - p->start) * sqrt(nsd_dot3(d, d));
    /* a path of this length ends in a contact of the usual kind */
    const double usual = bodies->solids.inner[p->i] + bodies->solids.inner[j];
    if (!(length > usual) && j != p->met) {
        return 2.0;
    }
    for (int k = nsd_bodies_first_shape(set, p->i); k < nsd_bodies_first_shape(set, p->i + 1);
         k++) {
        for (int l = nsd_bodies_first_shape(set, j); l < nsd_bodies_first_shape(set, j + 1); l++) {
            nsd_solid        one = bodies->solids.solid[k];
            const nsd_solid *two = bodies->solids.solid + l;
            double           apart[3];
            nsd_add_scaled3(one.x, p->start - bodies->activation, d, x);
            one.x = x;
            nsd_add_scaled3(two->x, -1.0, x, apart);
            if (sqrt(nsd_dot3(apart, apart)) > length + one.bound + two->bound) {
                continue;
            }
            double part[3] = { 0.0, 0.0, 0.0 };
            nsd_add_scaled3(part, p->end - p->start, d, part);
            least = fmin(least, nsd_collide_sweep(&one, two, part, OVERLAP * usual));
        }
    }
    return least;
}

/* Whether two bodies are tried: not a body with itself or with a plane that moves */
static int may_meet(const nsd_bodies *bodies, int i, int j)
{
    return j != i && !nsd_bodies_shape_is_infinite(bodies->set, j) &&
           nsd_bodies_may_touch(bodies, i < j ? i : j, i < j ? j : i);
}

/* Part of the path at which body i meets one of the others first, and which; 2: none. now: 1 with
 * the velocities after the impulses, 0 before. */
static double first_meeting(const nsd_bodies *bodies, const path *p, int now, int *which)
{
    const nsd_body_set *set = bodies->set;
    double              least = 2.0;

    for (int j = 0; j < set->count; j++) {
        if (!may_meet(bodies, p->i, j) || (p->slow && set->mass[j] < INFINITY)) {
            continue;
        }
        const double t = meets(bodies, p, j, now ? bodies->motion[j].v : bodies->body[j].old);
        if (t < least) {
            least = t;
            *which = j;
        }
    }
    return least;
}

/* 1 for bodies that move on by the velocities before and after a meeting: not those with joints,
 * which would leave them */
static int can_meet(const nsd_bodies *bodies, int i)
{
    const nsd_mechanism *m = &bodies->mechanism;
    int                  joined = 0;
    for (int k = 0; nsd_mechanism_links(m, i) && k < m->set->joints; k++) {
        joined |= m->set->joint[k].a == i || m->set->joint[k].b == i;
    }
    return bodies->set->mass[i] < INFINITY && !joined;
}

/* Body i, and those before it in its row that have met another one, go on at the part t. */
static void leave_at(nsd_body_solids *solids, int i, double t)
{
    while (solids->meeting[i] >= 0.0) {
        solids->leave[i] = t; /* meetings come in the order of time: this is the latest one */
        if (solids->stop[i] == i) {
            return;
        }
        i = solids->other[i];
    }
}

/* Body i meets body j at the part t of the step: i goes to where they touch, and j, too, takes
 * its velocity after the impact from then on. Up to the solution of the contacts i is taken to go
 * on with j. */
static void put_at_meeting(nsd_bodies *bodies, int i, int j, double t)
{
    nsd_body_solids *solids = &bodies->solids;
    const int        with = solids->stop[j];
    double           d[3];

    nsd_add_scaled3(bodies->body[i].old, -1.0, bodies->body[with].old, d);
    nsd_add_scaled3(bodies->body[i].x, (t - bodies->activation) * bodies->h, d, bodies->body[i].x);
    solids->meeting[i] = t;
    solids->stop[i] = with;
    solids->soonest[i] = INFINITY;
    if (can_meet(bodies, j) && solids->meeting[j] < 0.0) {
        solids->meeting[j] = t;
        solids->soonest[j] = INFINITY;
    }
    leave_at(solids, i, t);
    nsd_bodies_place_solids(bodies);
}

/* The largest speed of a body whose motion is prescribed */
static double prescribed_speed(const nsd_bodies *bodies)
{
    double most = 0.0;
    for (int i = 0; i < bodies->set->count; i++) {
        const double *v = bodies->body[i].old;
        if (!(bodies->set->mass[i] < INFINITY)) {
            most = fmax(most, sqrt(nsd_dot3(v, v)));
        }
    }
    return most;
}

/* First meetings of all bodies that are fast, or may be hit by prescribed motions that are, each on
 * its own; 1 if there are any */
static int find_meetings(nsd_bodies *bodies)
{
    nsd_body_solids *solids = &bodies->solids;
    const double     prescribed = prescribed_speed(bodies);
    int              any = 0;

    for (int i = 0; i < bodies->set->count; i++) {
        const double *v = bodies->body[i].old;
        const double  own = sqrt(nsd_dot3(v, v));
        const double  usual = (solids->inner[i] + solids->least) / bodies->h;
        const path    p = { i, 0.0, 1.0, v, -1, !(own > usual) };
        solids->meeting[i] = -1.0;
        solids->stop[i] = i;
        solids->soonest[i] = INFINITY;
        if (own + prescribed > usual && can_meet(bodies, i)) {
            solids->soonest[i] = first_meeting(bodies, &p, 0, solids->other + i);
            any |= solids->soonest[i] <= 1.0;
        }
    }
    return any;
}

/* Bodies that come after body i, which has been stopped, may meet it now. */
static void find_followers(nsd_bodies *bodies, int i)
{
    nsd_body_solids *solids = &bodies->solids;
    for (int k = 0; k < bodies->set->count; k++) {
        const path p = { k, 0.0, 1.0, bodies->body[k].old, -1, 0 };
        if (!(solids->soonest[k] <= 2.0) || !may_meet(bodies, k, i)) {
            continue;
        }
        const double t = meets(bodies, &p, i, bodies->body[solids->stop[i]].old);
        if (t < solids->soonest[k]) {
            solids->soonest[k] = t;
            solids->other[k] = i;
        }
    }
}

void nsd_bodies_meet(nsd_bodies *bodies)
{
    nsd_body_solids *solids = &bodies->solids;

    for (int any = find_meetings(bodies); any;) { /* one meeting after the other, in time */
        int first = 0;
        for (int i = 1; i < bodies->set->count; i++) {
            first = solids->soonest[i] < solids->soonest[first] ? i : first;
        }
        any = solids->soonest[first] <= 1.0;
        if (any) {
            put_at_meeting(bodies, first, solids->other[first], solids->soonest[first]);
            find_followers(bodies, first);
        }
    }
}

double nsd_bodies_part_company(nsd_bodies *bodies, nsd_state *state)
{
    const nsd_body_set *set = bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);
    nsd_mechanism      *m = &bodies->mechanism;
    double              added = 0.0;
    int                 springs = 0; /* 1: the energy of springs has been taken off */

    for (int i = 0; i < set->count; i++) {
        const double  t = bodies->solids.meeting[i], *old = bodies->body[i].old;
        const double *now = bodies->motion[i].v;
        double       *q = state->q + (size_t)i * (size_t)stride;
        int           which = 0;
        if (!(t >= 0.0)) {
            continue;
        }
        if (m->set && !springs) {
            added -= nsd_mechanism_potential(m, state->q);
            springs = 1;
        }
        const double  leave = bodies->solids.leave[i], rest = 1.0 - leave;
        const double *with = bodies->body[bodies->solids.stop[i]].old;
        /* the other bodies stand where the first part of the path has ended */
        const path   p = { i,
                           bodies->activation,
                           bodies->activation + rest,
                           now,
                         bodies->solids.stop[i] == i ? -1 : bodies->solids.other[i],
                           0 };
        const double part = fmin(1.0, first_meeting(bodies, &p, 1, &which));
        for (int k = 0; k < (set->dimension == 2 ? 2 : 3); k++) {
            const double move = bodies->h * ((t - 0.5) * old[k] + (leave - t) * with[k] +
                                             (part * rest - 0.5) * now[k]);
            q[k] += move;
            added -= set->mass[i] * set->gravity[k] * move;
        }
    }
    return springs ? added + nsd_mechanism_potential(m, state->q) : added;
}
