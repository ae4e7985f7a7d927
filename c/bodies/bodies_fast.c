/* bodies_fast.c - bodies that would pass through another one within a step: they meet it where they
 * first touch, and go on from there with the velocities after the impact               (RB.24) */
#include <string.h>

#include "bodies/bodies_parts.h"
#include "bodies/bodies_shape.h"

/* Part of a step by which two meetings differ: two bodies that are both fast find the same one,
 * up to rounding. Larger: a body misses a wall before it; smaller: both bodies are moved. */
#define SAME_MEETING 1e-6

/* Overlap at the end of a step, in parts of the inner radii, that is left to the next step. Larger:
 * bodies stay as deep in each other; smaller: bodies that slide fast along others meet them. */
#define OVERLAP 0.1

typedef struct path { /* of body i relative to the others, which stand where they are predicted */
    int           i;
    double        start, end; /* parts of the step */
    const double *v;
} path;

static int first_of(const nsd_body_set *set, int i)
{
    return set->first ? set->first[i] : i;
}

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
    if (!(length > usual)) {
        return 2.0;
    }
    for (int k = first_of(set, p->i); k < first_of(set, p->i + 1); k++) {
        for (int l = first_of(set, j); l < first_of(set, j + 1); l++) {
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

/* Part of the path at which body i meets one of the others first, and which; 2: none. now: 1 with
 * the velocities after the impulses, 0 before. */
static double first_meeting(const nsd_bodies *bodies, const path *p, int now, int *which)
{
    const nsd_body_set *set = bodies->set;
    double              least = 2.0;

    for (int j = 0; j < set->count; j++) {
        const int a = p->i < j ? p->i : j, b = p->i < j ? j : p->i;
        if (j == p->i || nsd_bodies_shape_is_infinite(set, j) || !nsd_bodies_may_touch(set, a, b)) {
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

/* 1 for bodies that move on by the velocities before and after a meeting */
static int can_meet(const nsd_bodies *bodies, int i)
{
    return bodies->set->mass[i] < INFINITY && !nsd_mechanism_links(&bodies->mechanism, i);
}

/* Body i meets body j at the part t of the step: i goes to where they touch, and j, too, takes
 * its velocity after the impact from then on */
static void put_at_meeting(nsd_bodies *bodies, int i, int j, double t)
{
    double *meeting = bodies->solids.meeting, d[3];

    nsd_add_scaled3(bodies->body[i].old, -1.0, bodies->body[j].old, d);
    nsd_add_scaled3(bodies->body[i].x, (t - bodies->activation) * bodies->h, d, bodies->body[i].x);
    meeting[i] = t;
    if (can_meet(bodies, j) && meeting[j] < 0.0) {
        meeting[j] = t;
    }
}

void nsd_bodies_meet(nsd_bodies *bodies, const nsd_state *state)
{
    const nsd_body_set *set = bodies->set;
    nsd_body_solids    *solids = &bodies->solids;
    int                 any = 0;

    (void)state;
    for (int i = 0; i < set->count; i++) {
        solids->meeting[i] = -1.0;
    }
    for (int i = 0; i < set->count; i++) {
        const double *v = bodies->body[i].old, known = solids->meeting[i];
        const path    p = { i, 0.0, 1.0, v };
        int           j = 0;
        if (!(bodies->h * sqrt(nsd_dot3(v, v)) > solids->inner[i] + solids->least) ||
            !can_meet(bodies, i)) {
            continue;
        }
        const double t = first_meeting(bodies, &p, 0, &j);
        if (t <= 1.0 && (known < 0.0 || t < known - SAME_MEETING)) {
            put_at_meeting(bodies, i, j, t);
            any = 1;
        }
    }
    if (any) {
        nsd_bodies_place_solids(bodies);
    }
}

double nsd_bodies_part_company(nsd_bodies *bodies, nsd_state *state)
{
    const nsd_body_set *set = bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);
    double              added = 0.0;

    for (int i = 0; i < set->count; i++) {
        const double  t = bodies->solids.meeting[i], *old = bodies->body[i].old;
        const double *now = bodies->motion[i].v;
        double       *q = state->q + (size_t)i * (size_t)stride;
        int           which = 0;
        if (!(t >= 0.0)) {
            continue;
        }
        const double rest = 1.0 - t;
        /* the other bodies stand where the first part of the path has ended */
        const path   p = { i, bodies->activation, bodies->activation + rest, now };
        const double part = fmin(1.0, first_meeting(bodies, &p, 1, &which));
        for (int k = 0; k < (set->dimension == 2 ? 2 : 3); k++) {
            const double move = bodies->h * ((t - 0.5) * old[k] + (part * rest - 0.5) * now[k]);
            q[k] += move;
            added -= set->mass[i] * set->gravity[k] * move;
        }
    }
    return added;
}
