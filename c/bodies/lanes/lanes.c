/* lanes.c - contacts in batches of eight, swept in single precision                     (RB.27) */
#include "bodies/lanes/lanes.h"

#include <math.h>
#include <string.h>

#include "base/vector3.h"

#define MOTION NSD_LANES_MOTION

/* Batches with room that a contact may join. Larger: time to fill; smaller: batches that stay
 * partly empty. */
#define OPEN_BATCHES 24

/* Number of the first accelerated sweep (RB.11). Larger: slow sweeps; smaller: directions from
 * sweeps in which contacts still open and close. */
#define FIRST_ACCELERATED_SWEEP 4

/* Sweeps from one acceleration, and one residual, to the next. Larger: fewer accelerations, more
 * sweeps; smaller: time for accelerations, each of which costs two sweeps. */
#define PERIOD 2

size_t nsd_lanes_lay_out(nsd_lanes *lanes, int count, int bodies, nsd_scratch *scratch)
{
    /* at worst one body has all contacts, and pairs have three, where there is room for four */
    const size_t batches = (size_t)count, rows = batches + batches / 3 + 1;
    lanes->batch = nsd_scratch_take(scratch, batches, sizeof(nsd_lanes_batch));
    lanes->numbers = nsd_scratch_take(
        scratch, NSD_LANES * (NSD_LANES_PAIR * batches + NSD_LANES_OWN * rows), sizeof(float));
    lanes->contact = nsd_scratch_ints(scratch, NSD_LANES * rows);
    lanes->place = nsd_scratch_ints(scratch, (size_t)bodies + 1);
    lanes->slots = nsd_scratch_take(scratch, (size_t)bodies + 1, sizeof *lanes->slots);
    return nsd_lanes_descent_lay_out(&lanes->descent, 3 * NSD_LANES * (int)rows, bodies + 1,
                                     scratch);
}

/* Place of a body, which gets one when it is new; 0 for bodies that do not move */
static int place_of(nsd_lanes *lanes, const nsd_lanes_problem *problem, int body)
{
    if (!(problem->motion[body].inverse_mass > 0.0)) {
        return 0;
    }
    if (lanes->place[body] == 0) {
        lanes->slots[lanes->places] = 0;
        lanes->place[body] = lanes->places++;
    }
    return lanes->place[body];
}

void nsd_lanes_fill_body(const nsd_motion *motion, double lambda, nsd_lanes_body *body)
{
    const double scale = 1.0 / lambda, *J = motion->J;
    double      *L = body->turn;

    memset(body, 0, sizeof *body);
    body->push = sqrt(scale * motion->inverse_mass);
    if (J[0] > 0.0) { /* else the body does not turn */
        L[0] = sqrt(scale * J[0]);
        L[1] = scale * J[1] / L[0];
        L[2] = scale * J[2] / L[0];
        L[3] = sqrt(fmax(scale * J[4] - L[1] * L[1], 0.0));
        L[4] = L[3] > 0.0 ? (scale * J[5] - L[1] * L[2]) / L[3] : 0.0;
        L[5] = sqrt(fmax(scale * J[8] - L[2] * L[2] - L[4] * L[4], 0.0));
    }
}

/* One side of a contact: the root of its inverse inertia times arm x D */
static void fill_side(const nsd_lanes_body *body, const double *D, const double *arm, float *turn)
{
    const double *L = body->turn;
    for (int k = 0; k < 3; k++) {
        double moment[3];
        nsd_cross3(arm, D + 3 * k, moment);
        turn[3 * k] = (float)(L[0] * moment[0] + L[1] * moment[1] + L[2] * moment[2]);
        turn[3 * k + 1] = (float)(L[3] * moment[1] + L[4] * moment[2]);
        turn[3 * k + 2] = (float)(L[5] * moment[2]);
    }
}

void nsd_lanes_fill_record(const nsd_lanes_body *one, const nsd_lanes_body *two, const double *D,
                           const double *arm_a, const double *arm_b, const double *W, double mu,
                           double lambda, float *record)
{
    const double scale = 1.0 / lambda, a = W[4], b = W[5], c = W[8];

    memset(record, 0, NSD_LANES_NUMBERS * sizeof *record);
    for (int k = 0; k < 9; k++) {
        record[NSD_LANES_D + k] = (float)D[k];
    }
    fill_side(one, D, arm_a, record + NSD_LANES_TURN_A);
    fill_side(two, D, arm_b, record + NSD_LANES_TURN_B);
    record[NSD_LANES_PUSH_A] = (float)one->push;
    record[NSD_LANES_PUSH_B] = (float)two->push;
    record[NSD_LANES_BOTH] = (float)(one->push * one->push + two->push * two->push);
    record[NSD_LANES_MU] = (float)mu;
    record[NSD_LANES_NORMAL] = (float)(lambda / W[0]);
    record[NSD_LANES_COUPLING] = (float)(scale * W[1]);
    record[NSD_LANES_COUPLING + 1] = (float)(scale * W[2]);
    record[NSD_LANES_TANGENT] = (float)(2.0 * lambda /
                                        (a + c + sqrt((a - c) * (a - c) + 4.0 * b * b)));
}

/* Kinds of batches: of pairs with one contact, with two, with three or four */
enum { KINDS = 3 };

typedef struct open_batches { /* batches with room, in slots                          */
    int      batch[OPEN_BATCHES], filled[OPEN_BATCHES];
    unsigned open;        /* bits of the slots that have a batch                                  */
    unsigned kind[KINDS]; /* those of each kind                                                   */
    int      next;        /* slot that is closed next when all have one                           */
} open_batches;

/* The batch in a slot gets no more contacts: its bodies forget the slot. */
static void close_batch(nsd_lanes *lanes, open_batches *open, int slot)
{
    const nsd_lanes_batch *batch = lanes->batch + open->batch[slot];
    for (int l = 0; l < open->filled[slot]; l++) {
        lanes->slots[batch->a[l]] &= ~(1u << slot);
        lanes->slots[batch->b[l]] &= ~(1u << slot);
    }
    open->open &= ~(1u << slot);
    for (int kind = 0; kind < KINDS; kind++) {
        open->kind[kind] &= ~(1u << slot);
    }
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

static void begin_batch(nsd_lanes *lanes, int length)
{
    nsd_lanes_batch *batch = lanes->batch + lanes->batches++;
    batch->first = lanes->rows;
    batch->length = length;
    batch->x = lanes->numbers + NSD_LANES * (NSD_LANES_PAIR * (size_t)(lanes->batches - 1) +
                                             NSD_LANES_OWN * (size_t)lanes->rows);
    lanes->rows += length;
    memset(batch->a, 0, sizeof batch->a);
    memset(batch->b, 0, sizeof batch->b);
    for (int l = 0; l < NSD_LANES * length; l++) {
        lanes->contact[NSD_LANES * batch->first + l] = -1;
    }
}

/* First slot with a batch of the kind without the bodies of a pair, whose slots are `taken`. Where
 * there is none a new batch is begun, in the place of another one if no slot is empty. */
static int slot_for(nsd_lanes *lanes, open_batches *open, unsigned taken, int kind)
{
    int slot = lowest(open->kind[kind] & ~taken);
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
    open->kind[kind] |= 1u << slot;
    open->filled[slot] = 0;
    open->batch[slot] = lanes->batches;
    begin_batch(lanes, 1 << kind);
    return slot;
}

/* Contacts from c on that follow each other, of one pair with one frame, as a lane has room */
static int group_at(const nsd_lanes_problem *problem, int c)
{
    const nsd_lanes_contact *one = problem->contact + c;
    int                      count = 1;
    while (count < NSD_LANES_GROUP && c + count < problem->count && one[count].a == one->a &&
           one[count].b == one->b &&
           memcmp(one[count].record, one->record, NSD_LANES_PAIR * sizeof(float)) == 0) {
        count++;
    }
    return count;
}

/* The contacts in batches: each group of a pair joins the first open batch that has none of its
 * bodies. */
static void fill_batches(nsd_lanes *lanes, const nsd_lanes_problem *problem)
{
    open_batches open = { .open = 0 };

    lanes->batches = lanes->rows = 0;
    lanes->places = 1;
    lanes->slots[0] = 0;
    for (int c = 0, count; c < problem->count; c += count) {
        const nsd_lanes_contact *contact = problem->contact + c;
        const int                a = place_of(lanes, problem, contact->a);
        const int                b = place_of(lanes, problem, contact->b);
        count = group_at(problem, c);
        const int        kind = count > 2 ? 2 : count - 1;
        const int        slot = slot_for(lanes, &open, lanes->slots[a] | lanes->slots[b], kind);
        const int        l = open.filled[slot]++;
        nsd_lanes_batch *batch = lanes->batch + open.batch[slot];
        lanes->slots[a] |= a > 0 ? 1u << slot : 0u;
        lanes->slots[b] |= b > 0 ? 1u << slot : 0u;
        batch->a[l] = a;
        batch->b[l] = b;
        for (int j = 0; j < count; j++) {
            lanes->contact[NSD_LANES * (batch->first + j) + l] = c + j;
        }
        if (open.filled[slot] == NSD_LANES) {
            close_batch(lanes, &open, slot);
        }
    }
}

/* Velocities and impulses of the contacts at the beginning, in units of the problem: velocities
 * over `speed`, impulses times lambda over `speed`; those of the bodies have not changed. */
static void fill_state(nsd_lanes *lanes, const nsd_lanes_problem *problem)
{
    nsd_lanes_descent *d = &lanes->descent;
    const double       unit = problem->lambda / problem->speed;

    d->n = 3 * NSD_LANES * lanes->rows;
    d->m = MOTION * lanes->places;
    lanes->r = d->y;
    lanes->v = d->y + d->n;
    memset(d->y, 0, (size_t)(d->n + d->m) * sizeof *d->y);
    for (int c = 0; c < lanes->batches; c++) {
        const nsd_lanes_batch *batch = lanes->batch + c;
        for (int k = 0; k < NSD_LANES * batch->length; k++) {
            const int j = k / NSD_LANES, l = k % NSD_LANES;
            const int own = lanes->contact[NSD_LANES * batch->first + k];
            float    *r = lanes->r + 3 * NSD_LANES * (batch->first + j) + l;
            float    *q = batch->x + NSD_LANES * (NSD_LANES_OWN * j + NSD_LANES_Q) + l;
            for (int i = 0; i < 3 && own >= 0; i++) {
                r[i * NSD_LANES] = (float)(unit * problem->contact[own].r[i]);
                q[i * NSD_LANES] = (float)(problem->contact[own].q[i] / problem->speed);
            }
        }
    }
}

/* The fastest sweeps that this processor can run */
static const nsd_lanes_kernels *find_kernels(void)
{
#if NSD_LANES_AVX
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx")) {
        return &nsd_lanes_kernels_avx;
    }
#endif
    return &nsd_lanes_kernels_plain;
}

/* Sweeps along normals alone, which are not accelerated; returns their number. */
static int iterate_normals(nsd_lanes *lanes, const nsd_lanes_problem *problem,
                           const nsd_lanes_kernels *kernels)
{
    const float goal = (float)(problem->goal / problem->speed);
    int         sweeps = 1, above;

    for (;; sweeps++) {
        kernels->sweep_normals(lanes);
        if (sweeps >= problem->most || nsd_poll_stopped(problem->poll) ||
            (sweeps % PERIOD == 0 && !(kernels->look_normals(lanes, goal, &above) > goal))) {
            return sweeps;
        }
    }
}

/* Sweeps; returns their number. */
static int iterate(nsd_lanes *lanes, const nsd_lanes_problem *problem,
                   const nsd_lanes_kernels *kernels)
{
    nsd_lanes_descent *d = &lanes->descent;
    const float        goal = (float)(problem->goal / problem->speed);

    nsd_lanes_descent_begin(d);
    for (int sweeps = 1;; sweeps++) {
        int above;
        kernels->sweep(lanes);
        if (sweeps % PERIOD != 0 && sweeps != problem->most) {
            continue;
        }
        const float residual = kernels->look(lanes, goal, &above);
        if (!(residual > goal) || above < problem->part * problem->count ||
            sweeps >= problem->most || nsd_poll_stopped(problem->poll)) {
            return sweeps;
        }
        if (problem->steady) {
            continue;
        }
        if (sweeps >= FIRST_ACCELERATED_SWEEP) {
            if (nsd_lanes_descent_step(d, &kernels->arithmetic)) {
                kernels->project(lanes);
            }
            nsd_lanes_descent_end(d, &kernels->arithmetic);
        }
        nsd_lanes_descent_begin(d);
    }
}

int nsd_lanes_solve(const nsd_lanes_problem *problem, nsd_scratch scratch)
{
    const double unit = problem->speed / problem->lambda;
    nsd_lanes    lanes;

    nsd_lanes_lay_out(&lanes, problem->count, problem->bodies, &scratch);
    if (nsd_scratch_is_full(&scratch) || !(unit > 0.0 && unit < INFINITY)) {
        return 0;
    }
    memset(lanes.place, 0, ((size_t)problem->bodies + 1) * sizeof(int));
    const nsd_lanes_kernels *kernels = problem->kernels ? problem->kernels : find_kernels();
    fill_batches(&lanes, problem);
    kernels->fill(&lanes, problem->contact);
    fill_state(&lanes, problem);
    const int sweeps = problem->plain ? iterate_normals(&lanes, problem, kernels)
                                      : iterate(&lanes, problem, kernels);
    if (!isfinite(kernels->arithmetic.dot(lanes.descent.n, lanes.r, lanes.r))) {
        return 0;
    }
    for (int k = 0; k < NSD_LANES * lanes.rows; k++) {
        const float *r = lanes.r + 3 * NSD_LANES * (k / NSD_LANES) + k % NSD_LANES;
        for (int i = 0; i < 3 && lanes.contact[k] >= 0; i++) {
            problem->contact[lanes.contact[k]].r[i] = unit * (double)r[i * NSD_LANES];
        }
    }
    return sweeps;
}
