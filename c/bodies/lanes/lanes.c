/* lanes.c - contacts in batches of four, swept in single precision                     (RB.27) */
#include "bodies/lanes/lanes.h"

#include <float.h>
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

/* Numbers `name` of the batch of a contact */
#define AT(name, k) (batch->x + NSD_LANES * (NSD_LANES_##name + (k)))
#define OF(name, k) nsd_lane_load(AT(name, k))

size_t nsd_lanes_lay_out(nsd_lanes *lanes, int count, int bodies, nsd_scratch *scratch)
{
    const int batches = count; /* at worst one body has all contacts */
    lanes->batch = nsd_scratch_take(scratch, (size_t)batches, sizeof(nsd_lanes_batch));
    lanes->contact = nsd_scratch_ints(scratch, NSD_LANES * (size_t)batches);
    NSD_SCRATCH_EACH_INT(scratch, (size_t)bodies + 1, &lanes->place, &lanes->body);
    return nsd_lanes_descent_lay_out(&lanes->descent, 3 * NSD_LANES * batches, bodies + 1, scratch);
}

/* Place of a body, which gets one when it is new; 0 for bodies that do not move */
static int place_of(nsd_lanes *lanes, const nsd_lanes_problem *problem, int body)
{
    if (!(problem->motion[body].inverse_mass > 0.0)) {
        return 0;
    }
    if (lanes->place[body] == 0) {
        lanes->body[lanes->places] = body;
        lanes->place[body] = lanes->places++;
    }
    return lanes->place[body];
}

/* 1 when one of the first `filled` contacts of a batch has the body at place a or b */
static int shares(const nsd_lanes_batch *batch, int filled, int a, int b)
{
    int found = 0;
    for (int l = 0; l < filled; l++) {
        found |= (a > 0 && (batch->a[l] == a || batch->b[l] == a)) ||
                 (b > 0 && (batch->a[l] == b || batch->b[l] == b));
    }
    return found;
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

/* The contacts in batches: each joins the first open batch that has none of its bodies. */
static void fill_batches(nsd_lanes *lanes, const nsd_lanes_problem *problem)
{
    int open[OPEN_BATCHES], filled[OPEN_BATCHES], number = 0;

    lanes->batches = 0;
    lanes->places = 1;
    for (int c = 0; c < problem->count; c++) {
        const nsd_lanes_contact *contact = problem->contact + c;
        const int                a = place_of(lanes, problem, contact->a),
                  b = place_of(lanes, problem, contact->b);
        int k = 0;
        while (k < number && shares(lanes->batch + open[k], filled[k], a, b)) {
            k++;
        }
        if (k == number) {
            if (number == OPEN_BATCHES) { /* the oldest one stays as it is */
                memmove(open, open + 1, (OPEN_BATCHES - 1) * sizeof *open);
                memmove(filled, filled + 1, (OPEN_BATCHES - 1) * sizeof *filled);
                k = --number;
            }
            memset(lanes->batch + lanes->batches, 0, sizeof *lanes->batch);
            for (int l = 0; l < NSD_LANES; l++) {
                lanes->contact[NSD_LANES * lanes->batches + l] = -1;
            }
            filled[number] = 0;
            open[number++] = lanes->batches++;
        }
        nsd_lanes_batch *batch = lanes->batch + open[k];
        const int        l = filled[k]++;
        batch->a[l] = a;
        batch->b[l] = b;
        lanes->contact[NSD_LANES * open[k] + l] = c;
        fill_lane(problem, contact, l, batch);
        if (filled[k] == NSD_LANES) {
            number--;
            memmove(open + k, open + k + 1, (size_t)(number - k) * sizeof *open);
            memmove(filled + k, filled + k + 1, (size_t)(number - k) * sizeof *filled);
        }
    }
}

/* Masses and inertias of the bodies, impulses at the beginning; velocities have not changed. */
static void fill_state(nsd_lanes *lanes, const nsd_lanes_problem *problem)
{
    nsd_lanes_descent *d = &lanes->descent;
    const double       unit = problem->lambda / problem->speed;

    d->n = 3 * NSD_LANES * lanes->batches;
    d->m = MOTION * lanes->places;
    lanes->r = d->y;
    lanes->v = d->y + d->n;
    memset(d->y, 0, (size_t)(d->n + d->m) * sizeof *d->y);
    memset(d->mass, 0, 10 * (size_t)lanes->places * sizeof *d->mass);
    for (int i = 1; i < lanes->places; i++) {
        const nsd_motion *motion = problem->motion + lanes->body[i];
        float            *mass = d->mass + 10 * i;
        double            inertia[9];
        mass[0] = (float)(problem->lambda / motion->inverse_mass);
        nsd_invert3(motion->J, inertia);
        for (int k = 0; k < 9; k++) {
            mass[1 + k] = (float)(problem->lambda * inertia[k]);
        }
    }
    for (int k = 0; k < NSD_LANES * lanes->batches; k++) {
        const int c = lanes->contact[k];
        float    *r = lanes->r + 3 * NSD_LANES * (k / NSD_LANES) + k % NSD_LANES;
        for (int i = 0; i < 3 && c >= 0; i++) {
            r[i * NSD_LANES] = (float)(unit * problem->contact[c].r[i]);
        }
    }
}

/* x <- numbers `first` to first + 3 of the motions of the bodies at four places */
static inline void gather(const int *place, const float *v, int first, nsd_lane *x)
{
    x[0] = nsd_lane_load(v + MOTION * place[0] + first);
    x[1] = nsd_lane_load(v + MOTION * place[1] + first);
    x[2] = nsd_lane_load(v + MOTION * place[2] + first);
    x[3] = nsd_lane_load(v + MOTION * place[3] + first);
    nsd_lane_transpose(x, x + 1, x + 2, x + 3);
}

/* The other way round */
static inline void scatter(const int *place, nsd_lane *x, int first, float *v)
{
    nsd_lane_transpose(x, x + 1, x + 2, x + 3);
    nsd_lane_store(v + MOTION * place[0] + first, x[0]);
    nsd_lane_store(v + MOTION * place[1] + first, x[1]);
    nsd_lane_store(v + MOTION * place[2] + first, x[2]);
    nsd_lane_store(v + MOTION * place[3] + first, x[3]);
}

/* Velocities of the bodies of a batch: eight numbers each */
static inline void read_bodies(const nsd_lanes_batch *batch, const float *v, nsd_lane *one,
                               nsd_lane *two)
{
    gather(batch->a, v, 0, one);
    gather(batch->a, v, 4, one + 4);
    gather(batch->b, v, 0, two);
    gather(batch->b, v, 4, two + 4);
}

static inline void write_bodies(const nsd_lanes_batch *batch, nsd_lane *one, nsd_lane *two,
                                float *v)
{
    scatter(batch->a, one, 0, v);
    scatter(batch->a, one + 4, 4, v);
    scatter(batch->b, two, 0, v);
    scatter(batch->b, two + 4, 4, v);
}

/* a0 x0 + a1 x1 + a2 x2, with a0 to a2 every `step` numbers of a batch */
static inline nsd_lane product(const float *a, int step, nsd_lane x0, nsd_lane x1, nsd_lane x2)
{
    const nsd_lane sum = nsd_lane_times(nsd_lane_load(a), x0);
    return nsd_lane_sum(nsd_lane_sum(sum, nsd_lane_load(a + NSD_LANES * step), x1),
                        nsd_lane_load(a + 2 * NSD_LANES * step), x2);
}

/* Velocity of the contacts along axis k: of the centres, c, and of the spins of both bodies */
static inline nsd_lane velocity_along(const nsd_lanes_batch *batch, int k, const nsd_lane *c,
                                      const nsd_lane *one, const nsd_lane *two)
{
    const nsd_lane moved = nsd_lane_add(OF(Q, k), product(AT(D, 3 * k), 1, c[0], c[1], c[2]));
    const nsd_lane by_a = product(AT(MOMENT_A, 3 * k), 1, one[3], one[4], one[5]);
    const nsd_lane by_b = product(AT(MOMENT_B, 3 * k), 1, two[3], two[4], two[5]);
    return nsd_lane_add(moved, nsd_lane_minus(by_a, by_b));
}

/* u <- velocities of the contacts, from those of their bodies */
static inline void contact_velocities(const nsd_lanes_batch *batch, const nsd_lane *one,
                                      const nsd_lane *two, nsd_lane *u)
{
    const nsd_lane c[3] = { nsd_lane_minus(one[0], two[0]), nsd_lane_minus(one[1], two[1]),
                            nsd_lane_minus(one[2], two[2]) };
    u[0] = velocity_along(batch, 0, c, one, two);
    u[1] = velocity_along(batch, 1, c, one, two);
    u[2] = velocity_along(batch, 2, c, one, two);
}

/* Number i of velocity and spin of both bodies changed by impulses d of the contacts */
static inline void push_along(const nsd_lanes_batch *batch, int i, const nsd_lane *d, nsd_lane *one,
                              nsd_lane *two)
{
    const nsd_lane P = product(AT(D, i), 3, d[0], d[1], d[2]);
    one[i] = nsd_lane_sum(one[i], OF(INVERSE_A, 0), P);
    two[i] = nsd_lane_minus(two[i], nsd_lane_times(OF(INVERSE_B, 0), P));
    one[3 + i] = nsd_lane_add(one[3 + i], product(AT(TURN_A, i), 3, d[0], d[1], d[2]));
    two[3 + i] = nsd_lane_minus(two[3 + i], product(AT(TURN_B, i), 3, d[0], d[1], d[2]));
}

static inline void push(const nsd_lanes_batch *batch, const nsd_lane *d, nsd_lane *one,
                        nsd_lane *two)
{
    push_along(batch, 0, d, one, two);
    push_along(batch, 1, d, one, two);
    push_along(batch, 2, d, one, two);
}

/* |(x, y)| of each lane */
static inline nsd_lane length(nsd_lane x, nsd_lane y)
{
    return nsd_lane_root(nsd_lane_sum(nsd_lane_times(x, x), y, y));
}

static inline nsd_lane squares(nsd_lane x, nsd_lane y, nsd_lane z)
{
    return nsd_lane_sum(nsd_lane_sum(nsd_lane_times(x, x), y, y), z, z);
}

static inline float *impulses_of(const nsd_lanes *lanes, int c)
{
    return lanes->r + 3 * NSD_LANES * c;
}

/* Tangential impulse k before its bound: from r, with the slip u after the change dN of the normal
 * impulse */
static inline nsd_lane tangential(const nsd_lanes_batch *batch, int k, nsd_lane r, nsd_lane u,
                                  nsd_lane dN)
{
    const nsd_lane slip = nsd_lane_sum(u, OF(COUPLING, k), dN);
    return nsd_lane_minus(r, nsd_lane_times(OF(TANGENT, 0), slip));
}

/* All contacts once: normal impulses, then tangential ones                              (RB.27) */
static void sweep(const nsd_lanes *lanes)
{
    const nsd_lane zero = nsd_lane_all(0.0f), least = nsd_lane_all(FLT_MIN);
    for (int c = 0; c < lanes->batches; c++) {
        const nsd_lanes_batch *batch = lanes->batch + c;
        float                 *r = impulses_of(lanes, c);
        nsd_lane               one[8], two[8], u[3], d[3];
        const nsd_lane         old[3] = { nsd_lane_load(r), nsd_lane_load(r + NSD_LANES),
                                          nsd_lane_load(r + 2 * NSD_LANES) };
        read_bodies(batch, lanes->v, one, two);
        contact_velocities(batch, one, two, u);
        const nsd_lane N = nsd_lane_larger(
            nsd_lane_minus(old[0], nsd_lane_times(OF(NORMAL, 0), u[0])), zero);
        d[0] = nsd_lane_minus(N, old[0]);
        const nsd_lane T = tangential(batch, 0, old[1], u[1], d[0]);
        const nsd_lane S = tangential(batch, 1, old[2], u[2], d[0]);
        const nsd_lane most = nsd_lane_times(OF(MU, 0), N);
        const nsd_lane size = nsd_lane_larger(length(T, S), least);
        const nsd_lane scale = nsd_lane_over(most, nsd_lane_larger(size, most));
        const nsd_lane cut_T = nsd_lane_times(scale, T), cut_S = nsd_lane_times(scale, S);
        d[1] = nsd_lane_minus(cut_T, old[1]);
        d[2] = nsd_lane_minus(cut_S, old[2]);
        nsd_lane_store(r, N);
        nsd_lane_store(r + NSD_LANES, cut_T);
        nsd_lane_store(r + 2 * NSD_LANES, cut_S);
        push(batch, d, one, two);
        write_bodies(batch, one, two, lanes->v);
    }
}

/* d <- projection of (N, T) onto the cones, minus (N, T)                                 (FR.3) */
static inline void to_cones(nsd_lane mu, nsd_lane N, const nsd_lane *T, nsd_lane *d)
{
    const nsd_lane zero = nsd_lane_all(0.0f), one = nsd_lane_all(1.0f);
    const nsd_lane size = length(T[0], T[1]), most = nsd_lane_times(mu, N);
    const nsd_lane edge = nsd_lane_over(nsd_lane_sum(N, mu, size), nsd_lane_sum(one, mu, mu));
    const nsd_lane normal = nsd_lane_larger(edge, zero);
    const nsd_lane length_of = nsd_lane_larger(size, nsd_lane_all(FLT_MIN));
    const nsd_lane shrink = nsd_lane_minus(nsd_lane_over(nsd_lane_times(mu, normal), length_of),
                                           one);
    d[0] = nsd_lane_where(size, most, nsd_lane_minus(normal, N));
    d[1] = nsd_lane_where(size, most, nsd_lane_times(shrink, T[0]));
    d[2] = nsd_lane_where(size, most, nsd_lane_times(shrink, T[1]));
}

/* Slope of the energy (RB.11) and residual (FR.4) after a sweep; above <- contacts above goal */
static float look(nsd_lanes *lanes, float goal, int *above)
{
    const nsd_lane zero = nsd_lane_all(0.0f), limit = nsd_lane_all(goal * goal);
    nsd_lane       worst = zero;
    float          all[NSD_LANES];

    *above = 0;
    for (int c = 0; c < lanes->batches; c++) {
        const nsd_lanes_batch *batch = lanes->batch + c;
        float                 *slope = lanes->descent.slope + 3 * NSD_LANES * c;
        const float           *at = impulses_of(lanes, c);
        nsd_lane               one[8], two[8], u[3], d[3], T[2];
        const nsd_lane         r[3] = { nsd_lane_load(at), nsd_lane_load(at + NSD_LANES),
                                        nsd_lane_load(at + 2 * NSD_LANES) };
        read_bodies(batch, lanes->v, one, two);
        contact_velocities(batch, one, two, u);
        u[0] = nsd_lane_sum(u[0], OF(MU, 0), length(u[1], u[2]));
        nsd_lane_store(slope, nsd_lane_where(r[0], zero, u[0]));
        nsd_lane_store(slope + NSD_LANES, nsd_lane_where(r[0], zero, u[1]));
        nsd_lane_store(slope + 2 * NSD_LANES, nsd_lane_where(r[0], zero, u[2]));
        T[0] = nsd_lane_minus(r[1], u[1]);
        T[1] = nsd_lane_minus(r[2], u[2]);
        to_cones(OF(MU, 0), nsd_lane_minus(r[0], u[0]), T, d);
        /* r minus the projection of r - uhat */
        const nsd_lane N = nsd_lane_minus(u[0], d[0]), X = nsd_lane_minus(u[1], d[1]);
        const nsd_lane Y = nsd_lane_minus(u[2], d[2]);
        const nsd_lane sum = squares(N, X, Y);
        worst = nsd_lane_larger(sum, worst);
        *above += nsd_lane_count(sum, limit);
    }
    nsd_lane_store(all, worst);
    return sqrtf(fmaxf(fmaxf(all[0], all[1]), fmaxf(all[2], all[3])));
}

/* Impulses outside of their cones are projected onto them, and velocities follow. */
static void project(const nsd_lanes *lanes)
{
    const nsd_lane zero = nsd_lane_all(0.0f);
    for (int c = 0; c < lanes->batches; c++) {
        const nsd_lanes_batch *batch = lanes->batch + c;
        float                 *at = impulses_of(lanes, c);
        nsd_lane               one[8], two[8], d[3];
        const nsd_lane         r[3] = { nsd_lane_load(at), nsd_lane_load(at + NSD_LANES),
                                        nsd_lane_load(at + 2 * NSD_LANES) };
        to_cones(OF(MU, 0), r[0], r + 1, d);
        nsd_lane_store(at, nsd_lane_add(r[0], d[0]));
        nsd_lane_store(at + NSD_LANES, nsd_lane_add(r[1], d[1]));
        nsd_lane_store(at + 2 * NSD_LANES, nsd_lane_add(r[2], d[2]));
        if (nsd_lane_count(squares(d[0], d[1], d[2]), zero) > 0) {
            read_bodies(batch, lanes->v, one, two);
            push(batch, d, one, two);
            write_bodies(batch, one, two, lanes->v);
        }
    }
}

/* Sweeps; returns their number. */
static int iterate(nsd_lanes *lanes, const nsd_lanes_problem *problem)
{
    nsd_lanes_descent *d = &lanes->descent;
    const float        goal = (float)(problem->goal / problem->speed);

    nsd_lanes_descent_begin(d);
    for (int sweeps = 1;; sweeps++) {
        int above;
        sweep(lanes);
        if (sweeps % PERIOD != 0 && sweeps != problem->most) {
            continue;
        }
        const float residual = look(lanes, goal, &above);
        if (!(residual > goal) || above < problem->part * problem->count ||
            sweeps >= problem->most || nsd_poll_stopped(problem->poll)) {
            return sweeps;
        }
        if (problem->plain) {
            continue;
        }
        if (sweeps >= FIRST_ACCELERATED_SWEEP) {
            if (nsd_lanes_descent_step(d)) {
                project(lanes);
            }
            nsd_lanes_descent_end(d);
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
    fill_batches(&lanes, problem);
    fill_state(&lanes, problem);
    const int sweeps = iterate(&lanes, problem);
    for (int i = 0; i < lanes.descent.n; i++) {
        if (!isfinite(lanes.r[i])) {
            return 0;
        }
    }
    for (int k = 0; k < NSD_LANES * lanes.batches; k++) {
        const float *r = lanes.r + 3 * NSD_LANES * (k / NSD_LANES) + k % NSD_LANES;
        for (int i = 0; i < 3 && lanes.contact[k] >= 0; i++) {
            problem->contact[lanes.contact[k]].r[i] = unit * (double)r[i * NSD_LANES];
        }
    }
    return sweeps;
}
