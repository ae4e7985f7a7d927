/* bodies_direct.c - contacts that sweeps do not solve, all together with the matrix W
 *
 * Newton's method, then interior points (FR.19). Contacts are coupled through bodies, so that W
 * is a band in an order that keeps neighbours together (FR.21). */
#include <string.h>

#include "bodies/bodies_parts.h"
#include "solve/friction/friction_parts.h"

typedef struct entry_effect { /* what one entry of a contact does to bodies a and b */
    double push[3];           /* direction of the impulse on a, opposite on b; zero for torques */
    double turn[2][3];        /* direction of the torque on a and on b                          */
} entry_effect;

typedef struct direct_problem { /* contacts with d entries each, in the order of nsd_friction */
    nsd_bodies         *bodies;
    const int          *place; /* index of each contact in bodies->contacts */
    int                 count, d;
    nsd_friction_layout layout;
    entry_effect       *effect;
    double             *blocks, *q, *r, *mu; /* right side, impulses; mu: count for each group  */
    int                *start, *row;         /* compressed columns of blocks, as in nsd_friction */
    int                *position;            /* of each contact in the order of the band        */
    nsd_scratch         solver;              /* memory of the solver of the problem             */
} direct_problem;

/* Number of the entry that holds the torque about axis k; 0: there is none */
static int torque_entry(const direct_problem *e, int k)
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

static void fill_contact(const direct_problem *e, int c)
{
    const nsd_bodies       *bodies = e->bodies;
    const nsd_body_contact *contact = bodies->contacts.item + e->place[c];
    const nsd_frame        *frame = &contact->frame;
    const int               plane = bodies->set->dimension == 2, count = e->count;
    const double           *axes = nsd_bodies_torque_axes(plane, frame);
    const int               second = nsd_bodies_second(bodies, contact);
    entry_effect           *own = e->effect + e->d * c;
    double                 *q = e->q + e->d * c, *r = e->r + e->d * c, rate[3];

    memset(own, 0, (size_t)e->d * sizeof *own);
    for (int k = 0; k < bodies->set->dimension; k++) {
        memcpy(own[k].push, frame->D + 3 * k, sizeof own[k].push);
        nsd_cross3(frame->arm_a, frame->D + 3 * k, own[k].turn[0]);
        nsd_cross3(frame->arm_b, frame->D + 3 * k, own[k].turn[1]);
        q[k] = contact->q[k];
        r[k] = contact->r[k];
    }
    nsd_bodies_relative_rate(bodies->motion[contact->a].v, bodies->motion[second].v, axes, rate);
    for (int k = 0; k < 3; k++) {
        const int place = torque_entry(e, k);
        if (place > 0) {
            memcpy(own[place].turn[0], axes + 3 * k, sizeof own[place].turn[0]);
            memcpy(own[place].turn[1], axes + 3 * k, sizeof own[place].turn[1]);
            q[place] = rate[k];
            r[place] = contact->torque[k];
        }
    }
    const double mu[3] = { contact->mu, contact->rolling, contact->spinning };
    for (int g = 0; g < e->layout.groups && g < 3; g++) {
        e->mu[g * count + c] = mu[g];
    }
}

/* Entry of W: velocity along entry i from a unit of entry j, through a body of both     (RB.5) */
static double entry_of_W(const nsd_motion *motion, const entry_effect *i, int side_i,
                         const entry_effect *j, int side_j)
{
    double turned[3];
    nsd_times3(motion->J, j->turn[side_j], turned);
    const double both = motion->inverse_mass * nsd_dot3(i->push, j->push) +
                        nsd_dot3(i->turn[side_i], turned);
    return side_i == side_j ? both : -both;
}

/* block <- block (one, two) of W; 0 when the contacts share no body */
static int coupling_block(const direct_problem *e, int one, int two, double *block)
{
    const nsd_bodies       *bodies = e->bodies;
    const int               d = e->d;
    const nsd_body_contact *first_of = bodies->contacts.item + e->place[one];
    const nsd_body_contact *second_of = bodies->contacts.item + e->place[two];
    const int body[2][2] = { { first_of->a, first_of->b }, { second_of->a, second_of->b } };
    int       coupled = 0;

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
            const entry_effect *i = e->effect + d * one + k % d, *j = e->effect + d * two + k / d;
            block[k] += entry_of_W(bodies->motion + shared, i, first, j, second);
        }
    }
    return coupled;
}

/* The blocks of W, column by column */
static void fill_blocks(const direct_problem *e)
{
    int filled = 0;
    for (int two = 0; two < e->count; two++) {
        e->start[two] = filled;
        for (int one = 0; one < e->count; one++) {
            if (coupling_block(e, one, two, e->blocks + (size_t)filled * (size_t)(e->d * e->d))) {
                e->row[filled++] = one;
            }
        }
    }
    e->start[e->count] = filled;
}

/* Velocity along an entry of contact c from the motions of its bodies */
static double entry_velocity(const direct_problem *e, int c, int k)
{
    const nsd_bodies       *bodies = e->bodies;
    const nsd_body_contact *contact = bodies->contacts.item + e->place[c];
    const double           *one = bodies->motion[contact->a].v;
    const double           *two = bodies->motion[nsd_bodies_second(bodies, contact)].v;
    const entry_effect     *own = e->effect + e->d * c + k;
    return nsd_dot3(own->push, one) - nsd_dot3(own->push, two) + nsd_dot3(own->turn[0], one + 3) -
           nsd_dot3(own->turn[1], two + 3);
}

/* The motions <- what a unit of entry k of contact c makes of bodies at rest, with their joints */
static void respond(const direct_problem *e, int c, int k)
{
    nsd_bodies             *bodies = e->bodies;
    const nsd_body_contact *contact = bodies->contacts.item + e->place[c];
    nsd_motion             *one = bodies->motion + contact->a;
    nsd_motion             *two = bodies->motion + nsd_bodies_second(bodies, contact);
    const entry_effect     *own = e->effect + e->d * c + k;
    double                  turned[3];

    for (int i = 0; i < bodies->set->count; i++) {
        memset(bodies->motion[i].v, 0, sizeof bodies->motion[i].v);
    }
    nsd_add_scaled3(one->v, one->inverse_mass, own->push, one->v);
    nsd_add_scaled3(two->v, -two->inverse_mass, own->push, two->v);
    nsd_times3(one->J, own->turn[0], turned);
    nsd_add_scaled3(one->v + 3, 1.0, turned, one->v + 3);
    nsd_times3(two->J, own->turn[1], turned);
    nsd_add_scaled3(two->v + 3, -1.0, turned, two->v + 3);
    nsd_mechanism_respond(&bodies->mechanism, bodies->motion);
}

/* The same with joints, which couple all contacts of an island: all blocks, by responses. The
 * motions are computed anew by the caller.                                            (RB.19) */
static void fill_blocks_with_joints(const direct_problem *e)
{
    const int d = e->d, count = e->count;
    for (int two = 0; two < count; two++) {
        e->start[two] = two * count;
        for (int k = 0; k < d; k++) {
            respond(e, two, k);
            for (int i = 0; i < d * count; i++) {
                const size_t block = (size_t)(two * count + i / d) * (size_t)(d * d);
                e->blocks[block + (size_t)(i % d + d * k)] = entry_velocity(e, i / d, i % d);
                e->row[two * count + i / d] = i / d;
            }
        }
    }
    e->start[count] = count * count;
}

static void impulses_to_contacts(const direct_problem *e)
{
    for (int c = 0; c < e->count; c++) {
        nsd_body_contact *contact = e->bodies->contacts.item + e->place[c];
        const double     *r = e->r + e->d * c;
        memcpy(contact->r, r, (size_t)e->bodies->set->dimension * sizeof(double));
        for (int k = 0; k < 3; k++) {
            const int place = torque_entry(e, k);
            contact->torque[k] = place > 0 ? r[place] : 0.0;
        }
    }
}

/* `solver`: bytes of the solver of the problem */
static size_t lay_out(direct_problem *e, size_t solver, nsd_scratch *scratch)
{
    const size_t count = (size_t)e->count, n = (size_t)e->d * count;

    e->blocks = nsd_scratch_doubles(scratch, n * n);
    NSD_SCRATCH_EACH(scratch, n, &e->q, &e->r);
    e->mu = nsd_scratch_doubles(scratch, (size_t)e->layout.groups * count);
    e->effect = nsd_scratch_take(scratch, n, sizeof(entry_effect));
    e->start = nsd_scratch_ints(scratch, count + 1);
    e->row = nsd_scratch_ints(scratch, count * count);
    e->position = nsd_scratch_ints(scratch, count);
    e->solver = nsd_scratch_part(scratch, solver);
    return nsd_scratch_counted(scratch);
}

/* Fills the problem over the arrays of e. */
static void fill_problem(direct_problem *e, nsd_friction *problem)
{
    if (e->layout.groups > 1) { /* the motions without contacts, for right sides of torques */
        nsd_bodies_remove_impulses(e->bodies);
    }
    for (int c = 0; c < e->count; c++) {
        fill_contact(e, c);
    }
    if (nsd_mechanism_has_joints(&e->bodies->mechanism)) {
        fill_blocks_with_joints(e);
    } else {
        fill_blocks(e);
    }
    problem->start = e->start;
    problem->row = e->row;
    problem->blocks = e->blocks;
    problem->q = e->q;
    for (int g = 0; g < e->layout.groups; g++) {
        problem->mu[g] = e->mu + g * e->count;
    }
}

/* Takes memory for `count` contacts place[] of bodies, and fills their problem. */
static nsd_status begin_problem(direct_problem *e, nsd_friction *problem)
{
    memset(problem, 0, sizeof *problem);
    e->layout = layout_of(e->bodies);
    e->d = nsd_friction_local_size(&e->layout);
    problem->contacts = e->count;
    problem->layout = e->layout;
    const size_t dense = nsd_friction_scratch(problem); /* position is not set yet */
    const size_t few = e->count <= NSD_FRICTION_SEARCH_MAX
                           ? nsd_friction_enumerate_scratch(e->count)
                           : 0;
    const size_t solver = nsd_scratch_larger(dense, few);
    NSD_TRY(
        nsd_bodies_reserve(e->bodies, &e->bodies->work, lay_out(e, solver, NSD_SCRATCH_COUNTER)));
    lay_out(e, solver, &e->bodies->work);
    fill_problem(e, problem);
    return NSD_OK;
}

/* The impulses e->r <- those of Newton's method from there, if that finds a solution */
static nsd_status polish(direct_problem *e, const nsd_friction *problem,
                         const nsd_friction_options *options, const double *r)
{
    const size_t      mark = e->solver.used;
    nsd_friction_info info;
    const nsd_status  status = nsd_friction_newton(problem, options, &e->solver, e->r, &info);
    e->solver.used = mark;
    if (status != NSD_OK) {
        memcpy(e->r, r, nsd_friction_unknowns(problem) * sizeof *r);
    }
    return status == NSD_STOPPED ? status : NSD_OK;
}

/* W of the problem as a dense matrix, n x n, from its blocks */
static void make_dense(const direct_problem *e, nsd_friction *problem, double *W)
{
    const int d = e->d, n = d * e->count;
    memset(W, 0, (size_t)(n * n) * sizeof *W);
    for (int two = 0; two < e->count; two++) {
        for (int k = e->start[two]; k < e->start[two + 1]; k++) {
            for (int i = 0; i < d * d; i++) {
                W[e->row[k] * d + i % d + (two * d + i / d) * n] = e->blocks[k * d * d + i];
            }
        }
    }
    problem->W = W;
    problem->start = problem->row = NULL;
    problem->blocks = NULL;
}

nsd_status nsd_bodies_choose_direct(nsd_bodies *bodies, const int *place, int count, int shock,
                                    int *several)
{
    enum { MOST = 3 * NSD_FRICTION_SEARCH_MAX };
    direct_problem             e = { .bodies = bodies, .place = place, .count = count };
    const nsd_friction_options options = { NSD_BODIES_DIRECT_STEPS,
                                           NSD_BODIES_DIRECT_TOLERANCE * bodies->tolerance,
                                           bodies->poll };
    double                     W[MOST * MOST], r[MOST], change;
    nsd_friction               problem;

    *several = 0;
    NSD_TRY(begin_problem(&e, &problem));
    const size_t bytes = nsd_friction_unknowns(&problem) * sizeof(double);
    make_dense(&e, &problem, W);
    problem.lambda = nsd_friction_lambda_bound(&problem);
    if (!shock && !nsd_friction_several_possible(&problem, &change)) {
        return NSD_OK;
    }
    memcpy(r, e.r, bytes);
    NSD_TRY(polish(&e, &problem, &options, r));
    memcpy(r, e.r, bytes);
    NSD_TRY(nsd_friction_choose(&problem, &options, &e.solver, e.r, several));
    if (memcmp(r, e.r, bytes) != 0) {
        impulses_to_contacts(&e);
    }
    return NSD_OK;
}

nsd_status nsd_bodies_solve_direct(nsd_bodies *bodies, const int *place, int count, double lambda,
                                   int again)
{
    direct_problem e = { .bodies = bodies, .place = place, .count = count };
    nsd_friction   problem;

    NSD_TRY(begin_problem(&e, &problem));
    problem.lambda = lambda;
    problem.reach = nsd_friction_order(&problem, &e.solver, e.position);
    problem.position = e.position; /* the order used the memory of the solvers, which is larger */
    if (nsd_friction_scratch(&problem) > e.solver.size) {
        problem.position = NULL; /* a band of full width needs more memory than a dense matrix */
    }
    const nsd_friction_options options = { NSD_BODIES_DIRECT_STEPS,
                                           NSD_BODIES_DIRECT_TOLERANCE * bodies->tolerance,
                                           bodies->poll };
    nsd_friction_info          info;
    nsd_status status = nsd_friction_newton(&problem, &options, &e.solver, e.r, &info);
    if (status > NSD_OK &&
        !again) { /* interior points ignore the impulses: they would fail again */
        status = nsd_friction_interior_slip(&problem, &options, &e.solver, e.r, &info);
    }
    if (status > NSD_OK && status != NSD_STOPPED && count <= NSD_FRICTION_SEARCH_MAX) {
        status = nsd_friction_auto(&problem, &options, &e.solver, e.r, &info); /* all solvers */
    }
    if (status == NSD_OK) { /* else the sweeps go on with the old impulses */
        impulses_to_contacts(&e);
    }
    return status;
}
