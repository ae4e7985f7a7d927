/* mechanism.c - linked bodies in a step: the midpoint rule by passes            (RB.16), (RB.17) */
#include <string.h>

#include "bodies/mechanism/mechanism_parts.h"
#include "bodies/mechanism/turn.h"

/* Passes after which a change that moves a body by less than ROUNDING of its size in a step
 * counts as
 * none: velocities of bodies at rest are rounding, whose relative change never settles. Fewer
 * passes, or larger: slow motions lose digits; more, or smaller: bodies at rest end runs. */
#define PATIENT_PASSES 30
#define ROUNDING       1e-15

static size_t lay_out(nsd_mechanism *m, const nsd_mechanism_set *set,
                      const nsd_mechanism_world *world, nsd_scratch *scratch)
{
    const size_t loads = (size_t)set->loads, functions = (size_t)set->functions.count;

    m->link = nsd_scratch_take(scratch, (size_t)world->count + 1, sizeof(nsd_link));
    NSD_SCRATCH_EACH(scratch, 3 * loads, &m->impulse, &m->drag);
    NSD_SCRATCH_EACH(scratch, loads, &m->angle, &m->turned);
    m->x = nsd_scratch_doubles(scratch, (world->dimension == 2 ? 6 : 13) * functions);
    NSD_SCRATCH_EACH(scratch, (size_t)set->functions.outputs, &m->value, &m->later);
    nsd_mechanism_joint_lay_out(m, set, world, scratch);
    nsd_mechanism_accelerate_lay_out(m, world, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_mechanism_scratch(const nsd_mechanism_set *set, const nsd_mechanism_world *world)
{
    return lay_out(&(nsd_mechanism){ 0 }, set, world, NSD_SCRATCH_COUNTER);
}

static void mark_links(nsd_mechanism *m)
{
    const nsd_mechanism_world *world = &m->world;
    for (int k = 0; k < m->set->loads; k++) {
        m->link[m->set->load[k].a].linked = m->link[m->set->load[k].b].linked = 1;
    }
    for (int k = 0; k < m->set->joints; k++) {
        m->link[m->set->joint[k].a].linked = m->link[m->set->joint[k].b].linked = 1;
    }
    for (int i = 0; i < world->count; i++) {
        const double *inertia = world->inertia + 3 * i;
        nsd_link     *link = m->link + i;
        link->free = world->mass[i] < INFINITY;
        link->even = world->dimension == 2 || !link->free ||
                     (inertia[0] == inertia[1] && inertia[1] == inertia[2]);
    }
    nsd_link *ground = m->link + world->count;
    ground->linked = 0; /* it does not move: all else is set once */
    ground->even = 1;
    ground->p[0] = ground->q[0] = 1.0;
    for (int k = 0; k < 9; k += 4) {
        ground->R[0][k] = ground->R[1][k] = ground->half[k] = ground->turn[k] = 1.0;
    }
}

nsd_status nsd_mechanism_init(nsd_mechanism *m, const nsd_mechanism_set *set,
                              const nsd_mechanism_world *world, const double *q,
                              nsd_scratch *scratch)
{
    memset(m, 0, sizeof *m);
    m->set = set;
    m->world = *world;
    const size_t from = scratch->used;
    lay_out(m, set, world, scratch);
    NSD_TRY(nsd_scratch_clear(scratch, from));
    mark_links(m);
    nsd_mechanism_place(m, 0, q);
    nsd_mechanism_load_angles(m);
    nsd_mechanism_joint_init(m);
    return NSD_OK;
}

void nsd_mechanism_place(nsd_mechanism *m, int end, const double *q)
{
    const int plane = m->world.dimension == 2;

    for (int i = 0; i < m->world.count; i++, q += plane ? 3 : 7) {
        nsd_link *link = m->link + i;
        if (!link->linked) {
            continue;
        }
        if (plane) {
            link->x[end][0] = q[0];
            link->x[end][1] = q[1];
            link->angle[end] = q[2];
            nsd_turn_plane(q[2], link->R[end]);
        } else {
            memcpy(link->x[end], q, sizeof link->x[end]);
            nsd_quaternion_matrix(q + 3, link->R[end]);
            memcpy(end == 0 ? link->p : link->q, q + 3, sizeof link->p);
        }
    }
}

void nsd_mechanism_begin(nsd_mechanism *m, double h, const double *q, const double *v)
{
    const int plane = m->world.dimension == 2;

    m->h = h;
    m->pass = 0;
    nsd_mechanism_place(m, 0, q);
    nsd_mechanism_load_angles(m); /* changes of position (RB.10) have turned bodies, too */
    for (int i = 0; i < m->world.count; i++, v += plane ? 3 : 7) {
        nsd_link *link = m->link + i;
        if (link->linked) {
            memset(link->other, 0, sizeof link->other);
            memset(link->v, 0, sizeof link->v);
            memcpy(link->v, v, (plane ? 2 : 6) * sizeof *v);
            link->v[5] = plane ? v[2] : v[5];
            nsd_transpose_times3(link->R[0], link->v + 3, link->own);
        }
    }
}

/* The mean angular velocity of a link in the frame at rest, from the velocity `now` at the end,
 * which bodies with unequal inertia have in the frame of the middle, R                  (RB.16) */
static void mean_turn(const nsd_link *link, const double *R, const double *now, double *mean)
{
    double own[3];
    if (link->even) {
        for (int k = 0; k < 3; k++) {
            mean[k] = 0.5 * (link->v[3 + k] + now[k]);
        }
        return;
    }
    nsd_transpose_times3(R, now, own);
    for (int k = 0; k < 3; k++) {
        own[k] = 0.5 * (link->own[k] + own[k]);
    }
    nsd_times3(link->R[0], own, mean);
}

/* End and middle of the step from the mean velocities                                   (RB.16) */
static void move_link(const nsd_mechanism *m, nsd_link *link)
{
    const double *w = link->mean + 3, h = m->h;
    double        turn[4], p[4];

    nsd_add_scaled3(link->x[0], h, link->mean, link->x[1]);
    nsd_add_scaled3(link->x[0], 0.5 * h, link->mean, link->centre);
    if (m->world.dimension == 2) {
        link->angle[1] = link->angle[0] + 2.0 * atan(0.5 * h * w[2]);
        nsd_turn_plane(link->angle[1], link->R[1]);
        nsd_turn_plane(0.5 * (link->angle[0] + link->angle[1]), link->turn);
    } else {
        nsd_turn_cayley(w, h, turn);
        nsd_quaternion_product(turn, link->p, p);
        nsd_quaternion_matrix(p, link->R[1]);
        nsd_turn_cayley(w, 0.5 * h, turn);
        nsd_quaternion_product(turn, link->p, link->q);
        nsd_quaternion_matrix(link->q, link->turn);
    }
    for (int k = 0; k < 9; k++) {
        link->half[k] = 0.5 * (link->R[0][k] + link->R[1][k]);
    }
}

/* The velocities of a body without contacts and joints: for unequal inertia with the torques of the
 * pass before, so that contacts and joints only change what they add                    (RB.17) */
static nsd_status free_turn(const nsd_mechanism *m, int i, nsd_body *body, nsd_motion *motion)
{
    const nsd_link *link = m->link + i;
    const double   *inertia = m->world.inertia + 3 * i;
    double          torque[3], own[3], across[3], mean[3], middle[3], turn[4], p[4];

    nsd_add_scaled3(link->load + 3, 1.0, link->other, torque);
    nsd_transpose_times3(link->R[0], torque, own);
    nsd_transpose_times3(link->R[0], link->mean + 3, mean);
    nsd_cross3(mean, own, across);
    nsd_add_scaled3(own, -0.5 * m->h, across, own);
    NSD_TRY(nsd_turn_middle(inertia, m->h, link->own, own, middle));
    nsd_turn_cayley(middle, 0.5 * m->h, turn);
    nsd_quaternion_product(link->p, turn, p);
    nsd_quaternion_matrix(p, body->R);
    nsd_turn_inverse_inertia(0, inertia, body->R, motion->J);
    for (int k = 0; k < 3; k++) {
        own[k] = 2.0 * middle[k] - link->own[k];
    }
    nsd_times3(body->R, link->own, body->old + 3);
    nsd_times3(body->R, own, body->free + 3);
    nsd_times3(motion->J, link->other, across);
    nsd_add_scaled3(body->free + 3, -1.0, across, body->free + 3);
    return NSD_OK;
}

static nsd_status free_velocities(const nsd_mechanism *m, int i, nsd_body *body, nsd_motion *motion)
{
    const nsd_link *link = m->link + i;
    nsd_status      status = NSD_OK;

    nsd_add_scaled3(link->v, m->h, m->world.gravity, body->free);
    nsd_add_scaled3(body->free, motion->inverse_mass, link->load, body->free);
    if (link->even) {
        memcpy(body->R, link->turn, sizeof body->R);
        memcpy(body->old + 3, link->v + 3, 3 * sizeof(double));
        nsd_times3(motion->J, link->load + 3, body->free + 3);
        nsd_add_scaled3(body->free + 3, 1.0, link->v + 3, body->free + 3);
    } else {
        status = free_turn(m, i, body, motion);
    }
    memcpy(motion->v, body->free, sizeof motion->v);
    return status;
}

nsd_status nsd_mechanism_pass(nsd_mechanism *m, double t, nsd_body *body, nsd_motion *motion)
{
    for (int i = 0; i < m->world.count; i++) {
        nsd_link *link = m->link + i;
        if (!link->linked) {
            continue;
        }
        if (m->pass == 0) {
            memcpy(link->now, m->touches ? body[i].old : motion[i].v, sizeof link->now);
        }
        for (int k = 0; k < 3; k++) {
            link->mean[k] = 0.5 * (link->v[k] + link->now[k]);
        }
        mean_turn(link, body[i].R, link->now + 3, link->mean + 3);
        move_link(m, link);
    }
    nsd_mechanism_accelerate_begin(m, body);
    NSD_TRY(nsd_mechanism_load(m, t));
    for (int i = 0; i < m->world.count; i++) {
        if (m->link[i].linked && m->link[i].free) {
            NSD_TRY(free_velocities(m, i, body + i, motion + i));
        }
    }
    if (m->set->joints > 0) {
        nsd_mechanism_joint_pass(m, body);
        nsd_mechanism_factor(m, motion);
    }
    return NSD_OK;
}

/* Impulses of torque that contacts and joints have given to a body with unequal inertia */
static void other_torque(const nsd_mechanism *m, int i, const nsd_body *body, const double *now,
                         double *torque)
{
    double change[3], own[3];
    nsd_add_scaled3(now + 3, -1.0, body->free + 3, change);
    nsd_transpose_times3(body->R, change, own);
    for (int k = 0; k < 3; k++) {
        own[k] *= m->world.inertia[3 * i + k];
    }
    nsd_times3(body->R, own, torque);
}

double nsd_mechanism_change(nsd_mechanism *m, const nsd_body *body, const nsd_motion *motion)
{
    double largest = 0.0, change = 0.0, small = INFINITY;
    for (int i = 0; i < m->world.count; i++) {
        nsd_link     *link = m->link + i;
        const double *now = motion[i].v;
        if (!link->linked || !link->free) {
            continue;
        }
        small = fmin(small, ROUNDING * body[i].bound);
        for (int k = 0; k < 6; k++) {
            const double size = k < 3 ? 1.0 : body[i].bound;
            const double moved = size * fabs(now[k] - link->now[k]);
            change = moved <= change ? change : moved; /* NaN stays */
            largest = fmax(largest, size * fmax(fabs(now[k]), fabs(body[i].free[k])));
        }
        if (!link->even) {
            other_torque(m, i, body + i, now, link->other);
        }
        memcpy(link->now, now, sizeof link->now);
    }
    nsd_mechanism_joint_change(m, motion);
    m->pass++;
    if (m->pass > PATIENT_PASSES && m->h * change < small) {
        return 0.0;
    }
    return change == 0.0 ? 0.0 : change / largest;
}
