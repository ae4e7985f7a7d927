/* lanes_fill.c - the contacts of a problem in batches of eight                          (RB.27) */
#include <math.h>
#include <string.h>

#include "base/threads.h"
#include "base/vector3.h"
#include "bodies/lanes/lanes.h"

/* Batches with room that a contact may join. Larger: time to fill; smaller: batches that stay
 * partly empty. */
#define OPEN_BATCHES 24

typedef struct filling { /* what the parts of a problem share while they are filled             */
    nsd_lanes               *lanes;
    const nsd_lanes_problem *problem;
    int                      first; /* part with number 0 of the round                          */
} filling;

typedef struct open_batches { /* batches of a part with room, in slots               */
    int batch[OPEN_BATCHES];  /* number in the part                                  */
    int filled[OPEN_BATCHES]; /* contacts                                            */
    int place[OPEN_BATCHES][2 * NSD_LANES]; /* of the bodies of these contacts                  */
    unsigned open; /* bits of the slots that have a batch                 */
    int      next; /* slot that is closed next when all have one          */
} open_batches;

/* The batch in a slot gets no more contacts: its bodies forget the slot. */
static void close_batch(nsd_lanes *lanes, open_batches *open, int slot)
{
    for (int k = 0; k < 2 * open->filled[slot]; k++) {
        if (open->place[slot][k] >= lanes->still) { /* others belong to all parts */
            lanes->slots[open->place[slot][k]] &= ~(1u << slot);
        }
    }
    open->open &= ~(1u << slot);
}

/* Number of the lowest bit that is set, or that of the first bit behind the slots */
static int lowest(unsigned bits)
{
    int k = 0;
    while (k < OPEN_BATCHES && !(bits >> k & 1u)) {
        k++;
    }
    return k;
}

/* First slot with a batch without the bodies of a contact, whose slots are `taken`. Where there is
 * none a new batch is begun, in the place of another one if no slot is empty. */
static int slot_for(nsd_lanes *lanes, nsd_lanes_part *part, open_batches *open, unsigned taken)
{
    int slot = lowest(open->open & ~taken);
    if (slot < OPEN_BATCHES) {
        return slot;
    }
    slot = lowest(~open->open);
    if (slot == OPEN_BATCHES) {
        slot = open->next;
        open->next = (slot + 1) % OPEN_BATCHES;
        close_batch(lanes, open, slot);
    }
    open->open |= 1u << slot;
    open->filled[slot] = 0;
    open->batch[slot] = part->batches++;
    return slot;
}

/* lanes->lane <- batch and lane of the contacts of a part: each joins the first open batch that has
 * none of its bodies. */
static void choose_lanes(void *work, int number)
{
    const filling  *f = work;
    nsd_lanes      *lanes = f->lanes;
    nsd_lanes_part *part = lanes->part + f->first + number;
    open_batches    open = { .open = 0 };

    for (int k = part->first; k < part->end; k++) {
        const nsd_lanes_contact *contact = f->problem->contact + lanes->list[k];
        const int                pair[2] = { lanes->place[contact->a], lanes->place[contact->b] };
        const unsigned           taken = lanes->slots[pair[0]] | lanes->slots[pair[1]];
        const int slot = slot_for(lanes, part, &open, taken), l = open.filled[slot]++;
        for (int side = 0; side < 2; side++) {
            open.place[slot][2 * l + side] = pair[side];
            if (pair[side] >= lanes->still) {
                lanes->slots[pair[side]] |= 1u << slot;
            }
        }
        lanes->lane[lanes->list[k]] = NSD_LANES * open.batch[slot] + l;
        if (open.filled[slot] == NSD_LANES) {
            close_batch(lanes, &open, slot);
        }
    }
    for (int slot = 0; slot < OPEN_BATCHES; slot++) {
        if (open.open >> slot & 1u) {
            close_batch(lanes, &open, slot);
        }
    }
}

/* One side of a contact: moments, and turns times `scale` */
static void fill_side(const nsd_motion *motion, const double *D, const double *arm, double scale,
                      float *moment, float *turn)
{
    for (int k = 0; k < 3; k++) {
        double own[3], turned[3];
        nsd_cross3(arm, D + 3 * k, own);
        nsd_times3(motion->J, own, turned);
        for (int i = 0; i < 3; i++) {
            moment[NSD_LANES * (3 * k + i)] = (float)own[i];
            turn[NSD_LANES * (3 * k + i)] = (float)(scale * turned[i]);
        }
    }
}

/* Lane l of a batch <- a contact, in units of the problem: velocities over `speed`, impulses times
 * lambda over `speed` */
static void fill_lane(const nsd_lanes_problem *problem, const nsd_lanes_contact *contact, int l,
                      nsd_lanes_batch *batch)
{
    const nsd_motion *one = problem->motion + contact->a, *two = problem->motion + contact->b;
    const double     *W = contact->W, lambda = problem->lambda, scale = 1.0 / lambda;
    const double      a = W[4], b = W[5], c = W[8];
    float            *x = batch->x + l;

    for (int k = 0; k < 9; k++) {
        x[NSD_LANES * (NSD_LANES_D + k)] = (float)contact->D[k];
    }
    fill_side(one, contact->D, contact->arm_a, scale, x + NSD_LANES * NSD_LANES_MOMENT_A,
              x + NSD_LANES * NSD_LANES_TURN_A);
    fill_side(two, contact->D, contact->arm_b, scale, x + NSD_LANES * NSD_LANES_MOMENT_B,
              x + NSD_LANES * NSD_LANES_TURN_B);
    x[NSD_LANES * NSD_LANES_INVERSE_A] = (float)(scale * one->inverse_mass);
    x[NSD_LANES * NSD_LANES_INVERSE_B] = (float)(scale * two->inverse_mass);
    for (int k = 0; k < 3; k++) {
        x[NSD_LANES * (NSD_LANES_Q + k)] = (float)(contact->q[k] / problem->speed);
    }
    x[NSD_LANES * NSD_LANES_MU] = (float)contact->mu;
    x[NSD_LANES * NSD_LANES_NORMAL] = (float)(lambda / W[0]);
    x[NSD_LANES * NSD_LANES_COUPLING] = (float)(scale * W[1]);
    x[NSD_LANES * (NSD_LANES_COUPLING + 1)] = (float)(scale * W[2]);
    x[NSD_LANES * NSD_LANES_TANGENT] = (float)(2.0 * lambda /
                                               (a + c + sqrt((a - c) * (a - c) + 4.0 * b * b)));
}

/* The batches of a part, and impulses at the beginning */
static void fill_batches(void *work, int number)
{
    const filling           *f = work;
    nsd_lanes               *lanes = f->lanes;
    const nsd_lanes_problem *problem = f->problem;
    const nsd_lanes_part    *part = lanes->part + number;
    const double             unit = problem->lambda / problem->speed;

    memset(lanes->batch + part->batch, 0, (size_t)part->batches * sizeof *lanes->batch);
    for (int k = 0; k < NSD_LANES * part->batches; k++) {
        nsd_lanes_batch *batch = lanes->batch + part->batch + k / NSD_LANES;
        batch->a[k % NSD_LANES] = batch->b[k % NSD_LANES] = number; /* of this part, stays still */
    }
    for (int k = part->first; k < part->end; k++) {
        const nsd_lanes_contact *contact = problem->contact + lanes->list[k];
        int                     *lane = lanes->lane + lanes->list[k];
        *lane += NSD_LANES * part->batch;
        nsd_lanes_batch *batch = lanes->batch + *lane / NSD_LANES;
        const int        l = *lane % NSD_LANES;
        const int        a = lanes->place[contact->a], b = lanes->place[contact->b];
        float           *r = nsd_lanes_impulse(lanes, lanes->list[k]);
        batch->a[l] = a >= lanes->still ? a : number;
        batch->b[l] = b >= lanes->still ? b : number;
        fill_lane(problem, contact, l, batch);
        for (int i = 0; i < 3; i++) {
            r[i * NSD_LANES] = (float)(unit * contact->r[i]);
        }
    }
}

/* Masses and inertias of the bodies at a block of places */
static void fill_masses(void *work, int block)
{
    const filling           *f = work;
    const nsd_lanes         *lanes = f->lanes;
    const nsd_lanes_problem *problem = f->problem;

    for (int i = NSD_BLOCK * block; i < nsd_block_end(block, lanes->places); i++) {
        float *mass = lanes->descent.mass + 10 * i;
        double inertia[9];
        if (i < lanes->still) {
            memset(mass, 0, 10 * sizeof *mass);
            continue;
        }
        const nsd_motion *motion = problem->motion + lanes->body[i];
        mass[0] = (float)(problem->lambda / motion->inverse_mass);
        nsd_invert3(motion->J, inertia);
        for (int k = 0; k < 9; k++) {
            mass[1 + k] = (float)(problem->lambda * inertia[k]);
        }
    }
}

void nsd_lanes_fill(nsd_lanes *lanes, const nsd_lanes_problem *problem)
{
    nsd_lanes_descent *d = &lanes->descent;
    filling            f = { lanes, problem, 0 };

    for (int k = 0; k < NSD_LANES_ROUNDS; k++) { /* parts of one round have no body in common */
        nsd_threads_each(problem->threads, lanes->round_end[k] - f.first, choose_lanes, &f);
        f.first = lanes->round_end[k];
    }
    lanes->batches = 0;
    for (int k = 0; k < lanes->parts; k++) {
        lanes->part[k].batch = lanes->batches;
        lanes->batches += lanes->part[k].batches;
    }
    d->n = 3 * NSD_LANES * lanes->batches;
    d->m = NSD_LANES_MOTION * lanes->places;
    d->threads = problem->threads;
    lanes->r = d->y;
    lanes->v = d->y + d->n;
    memset(d->y, 0, (size_t)(d->n + d->m) * sizeof *d->y);
    nsd_threads_each(problem->threads, nsd_blocks(lanes->places), fill_masses, &f);
    nsd_threads_each(problem->threads, lanes->parts, fill_batches, &f);
}
