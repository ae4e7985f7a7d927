/* bodies_direct.c - a few contacts that sweeps do not solve, all at once with the matrix W
 *
 * By Newton's method, or interior points (FR.19): contacts are coupled through bodies, so that the
 * matrix is a band in an order that keeps neighbours together (FR.21). */
#include <string.h>

#include "bodies/bodies_parts.h"
#include "solve/friction/friction_parts.h"

#define STEPS   60   /* of each solver, at most */
#define TIGHTER 0.01 /* so that the steps after it start well */

typedef struct action { /* what one entry of a contact does to its bodies: a push, and two turns */
    double push[3], turn[2][3];
} action;

typedef struct entries { /* of all contacts, d each: N, T, and torques as nsd_friction has them */
    const nsd_bodies   *bodies;
    const int          *place; /* of each contact in bodies->now */
    int                 count, d;
    nsd_friction_layout layout;
    action             *action;
    double             *blocks, *q, *r, *mu; /* mu: count for each group                        */
    int                *start, *row;         /* of the blocks, as nsd_friction has them         */
    int                *position;            /* of each contact in the band                     */
} entries;

/* Where the torque about axis k stands among the entries; 0: nowhere */
static int place_of(const entries *e, int k)
{
    const int space[3] = { 5, 3, 4 };
    if (e->layout.groups == 1) {
        return 0;
    }
    return e->bodies->set->dimension == 3 ? space[k] : k == 0 ? 2 : 0;
}

static nsd_friction_layout layout_of(const nsd_bodies *bodies)
{
    const nsd_friction_layout plane = { bodies->rolls ? 2 : 1, { 1, 1, 0 } };
    const nsd_friction_layout space = { bodies->rolls ? 3 : 1, { 2, 2, 1 } };
    return bodies->set->dimension == 2 ? plane : space;
}

static void fill_contact(const entries *e, int c)
{
    const nsd_bodies *bodies = e->bodies;
    const nsd_touch  *touch = bodies->now.item + e->place[c];
    const nsd_frame  *frame = &touch->frame;
    const int         plane = bodies->set->dimension == 2, count = e->count;
    const double      rest[3] = { 0.0, 0.0, 0.0 }, *axes = nsd_bodies_torque_axes(plane, frame);
    const double     *other = touch->b < bodies->set->count ? bodies->body[touch->b].old + 3 : rest;
    action           *own = e->action + e->d * c;
    double           *q = e->q + e->d * c, *r = e->r + e->d * c, rate[3];

    memset(own, 0, (size_t)e->d * sizeof *own);
    for (int k = 0; k < bodies->set->dimension; k++) {
        memcpy(own[k].push, frame->D + 3 * k, sizeof own[k].push);
        nsd_cross3(frame->arm_a, frame->D + 3 * k, own[k].turn[0]);
        nsd_cross3(frame->arm_b, frame->D + 3 * k, own[k].turn[1]);
        q[k] = touch->q[k];
        r[k] = touch->r[k];
    }
    nsd_bodies_relative_rate(bodies->body[touch->a].old + 3, other, axes,
                             rate); /* gravity turns nothing */
    for (int k = 0; k < 3; k++) {
        const int place = place_of(e, k);
        if (place > 0) {
            memcpy(own[place].turn[0], axes + 3 * k, sizeof own[place].turn[0]);
            memcpy(own[place].turn[1], axes + 3 * k, sizeof own[place].turn[1]);
            q[place] = rate[k];
            r[place] = touch->torque[k];
        }
    }
    const double mu[3] = { touch->mu, touch->rolling, touch->spinning };
    for (int g = 0; g < e->layout.groups; g++) {
        e->mu[g * count + c] = mu[g];
    }
}

/* Entry of W: velocity that entry j makes along entry i through a body that both touch  (RB.5) */
static double through(const nsd_motion *motion, const action *i, int side_i, const action *j,
                      int side_j)
{
    double turned[3];
    nsd_times3(motion->J, j->turn[side_j], turned);
    const double both = motion->inverse_mass * nsd_dot3(i->push, j->push) +
                        nsd_dot3(i->turn[side_i], turned);
    return side_i == side_j ? both : -both;
}

/* block <- what contact two does to contact one; 0 when no body touches both */
static int couple(const entries *e, int one, int two, double *block)
{
    const nsd_bodies *bodies = e->bodies;
    const int         d = e->d;
    const nsd_touch  *first_of = bodies->now.item + e->place[one];
    const nsd_touch  *second_of = bodies->now.item + e->place[two];
    const int         body[2][2] = { { first_of->a, first_of->b }, { second_of->a, second_of->b } };
    int               coupled = 0;

    for (int pair = 0; pair < 4; pair++) {
        const int first = pair & 1, second = pair >> 1, shared = body[0][first];
        if (shared != body[1][second] || shared >= bodies->set->count) {
            continue;
        }
        if (!coupled) {
            memset(block, 0, (size_t)(d * d) * sizeof *block);
            coupled = 1;
        }
        for (int k = 0; k < d * d; k++) {
            const action *i = e->action + d * one + k % d, *j = e->action + d * two + k / d;
            block[k] += through(bodies->motion + shared, i, first, j, second);
        }
    }
    return coupled;
}

/* The blocks of W, column by column */
static void fill_blocks(const entries *e)
{
    int filled = 0;
    for (int two = 0; two < e->count; two++) {
        e->start[two] = filled;
        for (int one = 0; one < e->count; one++) {
            if (couple(e, one, two, e->blocks + (size_t)filled * (size_t)(e->d * e->d))) {
                e->row[filled++] = one;
            }
        }
    }
    e->start[e->count] = filled;
}

static void take_over(const entries *e)
{
    for (int c = 0; c < e->count; c++) {
        nsd_touch    *touch = e->bodies->now.item + e->place[c];
        const double *r = e->r + e->d * c;
        memcpy(touch->r, r, (size_t)e->bodies->set->dimension * sizeof(double));
        for (int k = 0; k < 3; k++) {
            const int place = place_of(e, k);
            touch->torque[k] = place > 0 ? r[place] : 0.0;
        }
    }
}

/* The arrays of e, of which bodies->work has room for those and for `more` bytes */
static nsd_status take_room(entries *e, nsd_bodies *bodies, size_t more)
{
    const size_t count = (size_t)e->count, n = (size_t)e->d * count, item = sizeof(double);
    const size_t groups = (size_t)e->layout.groups, ints = sizeof(int);
    const size_t bytes = nsd_scratch_need(n * n, item) + 2 * nsd_scratch_need(n, item) + more +
                         nsd_scratch_need(groups * count, item) +
                         nsd_scratch_need(n, sizeof(action)) + nsd_scratch_need(count + 1, ints) +
                         nsd_scratch_need(count * count, ints) + nsd_scratch_need(count, ints);
    if (bytes > bodies->work.size) {
        const nsd_status status = bodies->grow_work(&bodies->work, bytes);
        if (status != NSD_OK) {
            return status;
        }
    }
    bodies->work.used = 0;
    e->blocks = nsd_scratch_take(&bodies->work, n * n, item);
    e->q = nsd_scratch_take(&bodies->work, n, item);
    e->r = nsd_scratch_take(&bodies->work, n, item);
    e->mu = nsd_scratch_take(&bodies->work, groups * count, item);
    e->action = nsd_scratch_take(&bodies->work, n, sizeof(action));
    e->start = nsd_scratch_take(&bodies->work, count + 1, ints);
    e->row = nsd_scratch_take(&bodies->work, count * count, ints);
    e->position = nsd_scratch_take(&bodies->work, count, ints);
    return e->blocks && e->q && e->r && e->mu && e->action && e->start && e->row && e->position
               ? NSD_OK
               : NSD_ERR_WORKSPACE;
}

/* The problem of these contacts over the arrays of e; room for its order, which the solvers need
 * afterwards, is in bodies->work: theirs, dense, is larger. */
static void set_problem(const entries *e, nsd_scratch *work, nsd_friction *problem)
{
    for (int c = 0; c < e->count; c++) {
        fill_contact(e, c);
    }
    fill_blocks(e);
    problem->start = e->start;
    problem->row = e->row;
    problem->blocks = e->blocks;
    problem->q = e->q;
    for (int g = 0; g < e->layout.groups; g++) {
        problem->mu[g] = e->mu + g * e->count;
    }
    problem->reach = nsd_friction_order(problem, work, e->position);
    problem->position = e->position;
}

nsd_status nsd_bodies_solve_direct(nsd_bodies *bodies, const int *place, int count, double lambda,
                                   int again)
{
    entries      e = { .bodies = bodies, .place = place, .count = count };
    nsd_friction problem;

    memset(&problem, 0, sizeof problem);
    e.layout = layout_of(bodies);
    e.d = nsd_friction_local_size(&e.layout);
    problem.contacts = count;
    problem.layout = e.layout;
    problem.lambda = lambda;
    nsd_status status = take_room(&e, bodies, nsd_friction_scratch(&problem)); /* dense: enough */
    if (status != NSD_OK) {
        return status;
    }
    set_problem(&e, &bodies->work, &problem);
    if (nsd_friction_scratch(&problem) > bodies->work.size - bodies->work.used) {
        problem.position = NULL; /* a band as wide as the matrix takes more room */
    }
    const nsd_friction_options options = { STEPS, TIGHTER * bodies->tolerance };
    nsd_friction_info          info;
    status = nsd_friction_newton(&problem, &options, &bodies->work, e.r, &info);
    if (status > NSD_OK && !again) { /* which would go the same way */
        status = nsd_friction_path(&problem, &options, &bodies->work, e.r, &info);
    }
    if (status == NSD_OK) { /* else the sweeps go on from where they were */
        take_over(&e);
    }
    return status;
}
