/* bodies_project.c - negative gaps after a step are closed by position                  (RB.10) */
#include <string.h>

#include "base/threads.h"
#include "bodies/bodies_parts.h"

/* Sweeps at most over the gaps of a step. Larger: time for heaps that cannot be opened; smaller:
 * gaps of heaps stay negative. */
#define PROJECTION_SWEEPS 50

/* Shares of the contacts whose largest numbers are found at once. Larger: time to hand them out;
 * smaller: threads without work. */
#define SHARES 32

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

typedef struct gaps {
    nsd_bodies        *bodies;
    double            *z;       /* multipliers, 3 x contacts                                  */
    nsd_lanes_contact *contact; /* the gaps as contacts without friction                      */
    int                shares;  /* of the contacts, at most SHARES                            */
    double             largest[SHARES];
} gaps;

/* First contact of a share */
static int begin_of(const gaps *all, int share)
{
    return (int)((long long)all->bodies->contacts.count * share / all->shares);
}

/* A share of the gaps as contacts without friction, and z as impulses; largest <- W_NN */
static void fill_gaps(void *work, int share)
{
    gaps             *all = work;
    const nsd_bodies *bodies = all->bodies;
    double            largest = 0.0;
    for (int c = begin_of(all, share); c < begin_of(all, share + 1); c++) {
        const nsd_body_contact *own = bodies->contacts.item + c;
        double                 *z = all->z + 3 * c;
        memset(z, 0, 3 * sizeof *z);
        all->contact[c] = (nsd_lanes_contact){ .a = own->a,
                                               .b = nsd_bodies_second(bodies, own),
                                               .q = { own->gap, 0.0, 0.0 },
                                               .D = own->frame.D,
                                               .arm_a = own->frame.arm_a,
                                               .arm_b = own->frame.arm_b,
                                               .W = own->W,
                                               .r = z };
        largest = own->W[0] > largest ? own->W[0] : largest;
    }
    all->largest[share] = largest;
}

/* Calls make(all, share) for all shares; returns the largest of their numbers. */
static double each_share(gaps *all, nsd_part_fn *make)
{
    const int blocks = nsd_blocks(all->bodies->contacts.count);
    double    largest = 0.0;

    all->shares = blocks < SHARES ? blocks : SHARES;
    nsd_threads_each(all->bodies->threads, all->shares, make, all);
    for (int k = 0; k < all->shares; k++) {
        largest = fmax(largest, all->largest[k]);
    }
    return largest;
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
                                  .goal = fmax(goal, NSD_LANES_TOLERANCE * deepest),
                                  .most = PROJECTION_SWEEPS,
                                  .plain = 1, /* gaps that cannot open must not grow */
                                  .body = bodies->body,
                                  .upwards = nsd_bodies_axis_of_gravity(bodies),
                                  .threads = bodies->threads };

    if (!nsd_bodies_in_lanes(bodies) || count < NSD_LANES_CONTACTS) {
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
    gaps all = { .bodies = bodies, .z = z, .contact = problem.contact };
    problem.lambda = each_share(&all, fill_gaps);
    if (nsd_lanes_solve(&problem, bodies->rows) == 0) {
        return 0;
    }
    for (int c = 0; c < count; c++) {
        const nsd_lanes_contact *contact = problem.contact + c;
        nsd_bodies_push_pair(bodies->motion + contact->a, bodies->motion + contact->b,
                             &bodies->contacts.item[c].frame, contact->r);
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

/* The gaps of a share that the projection makes nonnegative, no multipliers; largest <- the deepest
 * overlap. Automatic: only contacts that gravity keeps closed, of pairs that pushed in the step
 * before, too, or that do not rebound; elastic ones never. What opens within the next step is left
 * to do so. Other contacts are kept from going deeper.                                 (RB.10) */
static void choose_gaps(void *work, int share)
{
    gaps       *all = work;
    nsd_bodies *bodies = all->bodies;
    const int   falls = nsd_dot3(bodies->set->gravity, bodies->set->gravity) > 0.0;
    double      deepest = 0.0;
    for (int c = begin_of(all, share); c < begin_of(all, share + 1); c++) {
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
    all->largest[share] = deepest;
}

typedef struct displacement {
    const nsd_bodies *bodies;
    nsd_state        *state;
} displacement;

/* Moves a block of bodies by what the motions have. */
static void displace(void *work, int block)
{
    const displacement *all = work;
    const nsd_body_set *set = all->bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);

    for (int i = NSD_BLOCK * block; i < nsd_block_end(block, set->count); i++) {
        double       *q = all->state->q + (size_t)i * (size_t)stride;
        const double *move = all->bodies->motion[i].v;
        for (int k = 0; k < (set->dimension == 2 ? 2 : 3); k++) {
            q[k] += move[k];
        }
        if (set->dimension == 2) {
            q[2] += move[5];
        } else {
            turn_body(q, all->state->v + (size_t)i * (size_t)stride + 3, move + 3);
        }
    }
}

double nsd_bodies_project(nsd_bodies *bodies, nsd_state *state)
{
    const nsd_body_set *set = bodies->set;
    displacement        all = { bodies, state };
    const double        deepest = each_share(&(gaps){ .bodies = bodies }, choose_gaps);
    double              smallest = INFINITY, added = 0.0;

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
    nsd_threads_each(bodies->threads, nsd_blocks(set->count), displace, &all);
    for (int i = 0; i < set->count; i++) {
        const nsd_motion *motion = bodies->motion + i;
        if (motion->inverse_mass > 0.0) {
            added -= set->mass[i] * nsd_dot3(set->gravity, motion->v);
        }
    }
    return added;
}
