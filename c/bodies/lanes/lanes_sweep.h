/* lanes_sweep.h - sweeps over batches of contacts; lanes_plain.c and lanes_avx.c compile them for
 * their processors, with the same bits                                                 (RB.27) */
#ifndef NSD_LANES_SWEEP_H
#define NSD_LANES_SWEEP_H

#include <float.h>
#include <math.h>

#include "bodies/lanes/lane.h"
#include "bodies/lanes/lanes.h"

#define MOTION NSD_LANES_MOTION

/* Numbers `name` from x on: of the pairs of a batch, or of their contacts */
#define AT(name, k) (x + NSD_LANES * (NSD_LANES_##name + (k)))
#define OF(name, k) nsd_lane_load(AT(name, k))

/* to <- eight numbers of eight records, those of one number side by side; no loops, as in
 * nsd_lane_transpose */
static inline void fill_numbers(const float *const *record, int k, float *to)
{
    nsd_lane x[8];
    x[0] = nsd_lane_load(record[0] + k);
    x[1] = nsd_lane_load(record[1] + k);
    x[2] = nsd_lane_load(record[2] + k);
    x[3] = nsd_lane_load(record[3] + k);
    x[4] = nsd_lane_load(record[4] + k);
    x[5] = nsd_lane_load(record[5] + k);
    x[6] = nsd_lane_load(record[6] + k);
    x[7] = nsd_lane_load(record[7] + k);
    nsd_lane_transpose(x);
    nsd_lane_store(to, x[0]);
    nsd_lane_store(to + NSD_LANES, x[1]);
    nsd_lane_store(to + 2 * NSD_LANES, x[2]);
    nsd_lane_store(to + 3 * NSD_LANES, x[3]);
    nsd_lane_store(to + 4 * NSD_LANES, x[4]);
    nsd_lane_store(to + 5 * NSD_LANES, x[5]);
    nsd_lane_store(to + 6 * NSD_LANES, x[6]);
    nsd_lane_store(to + 7 * NSD_LANES, x[7]);
}

/* The records of the contacts in the places of their batches; zeros where there is none */
static void fill(nsd_lanes *lanes, const nsd_lanes_contact *contact)
{
    static const float none[NSD_LANES_NUMBERS] = { 0.0f };
    for (int c = 0; c < lanes->batches; c++) {
        const nsd_lanes_batch *batch = lanes->batch + c;
        for (int j = 0; j < batch->length; j++) {
            const float *record[NSD_LANES];
            float       *x = batch->x + NSD_LANES * NSD_LANES_OWN * j;
            for (int l = 0; l < NSD_LANES; l++) {
                const int own = lanes->contact[NSD_LANES * (batch->first + j) + l];
                record[l] = own >= 0 ? contact[own].record : none;
            }
            for (int k = j == 0 ? 0 : NSD_LANES_PAIR; k < NSD_LANES_NUMBERS; k += NSD_LANES) {
                fill_numbers(record, k, x + NSD_LANES * k);
            }
        }
    }
}

/* Velocities of the bodies at eight places: eight numbers each, of all bodies side by side */
static inline void gather(const int *place, const float *v, nsd_lane *x)
{
    x[0] = nsd_lane_load(v + MOTION * place[0]);
    x[1] = nsd_lane_load(v + MOTION * place[1]);
    x[2] = nsd_lane_load(v + MOTION * place[2]);
    x[3] = nsd_lane_load(v + MOTION * place[3]);
    x[4] = nsd_lane_load(v + MOTION * place[4]);
    x[5] = nsd_lane_load(v + MOTION * place[5]);
    x[6] = nsd_lane_load(v + MOTION * place[6]);
    x[7] = nsd_lane_load(v + MOTION * place[7]);
    nsd_lane_transpose(x);
}

/* The other way round */
static inline void scatter(const int *place, nsd_lane *x, float *v)
{
    nsd_lane_transpose(x);
    nsd_lane_store(v + MOTION * place[0], x[0]);
    nsd_lane_store(v + MOTION * place[1], x[1]);
    nsd_lane_store(v + MOTION * place[2], x[2]);
    nsd_lane_store(v + MOTION * place[3], x[3]);
    nsd_lane_store(v + MOTION * place[4], x[4]);
    nsd_lane_store(v + MOTION * place[5], x[5]);
    nsd_lane_store(v + MOTION * place[6], x[6]);
    nsd_lane_store(v + MOTION * place[7], x[7]);
}

/* Velocities of the bodies of a batch */
static inline void read_bodies(const nsd_lanes_batch *batch, const float *v, nsd_lane *one,
                               nsd_lane *two)
{
    gather(batch->a, v, one);
    gather(batch->b, v, two);
}

static inline void write_bodies(const nsd_lanes_batch *batch, nsd_lane *one, nsd_lane *two,
                                float *v)
{
    scatter(batch->a, one, v);
    scatter(batch->b, two, v);
}

/* a0 x0 + a1 x1 + a2 x2, with a0 to a2 every `step` numbers of a batch */
static inline nsd_lane product(const float *a, int step, nsd_lane x0, nsd_lane x1, nsd_lane x2)
{
    const nsd_lane sum = nsd_lane_times(nsd_lane_load(a), x0);
    return nsd_lane_sum(nsd_lane_sum(sum, nsd_lane_load(a + NSD_LANES * step), x1),
                        nsd_lane_load(a + 2 * NSD_LANES * step), x2);
}

/* c <- velocity along axis k between the centres of both bodies of each pair */
static inline nsd_lane between(const float *x, int k, const nsd_lane *v)
{
    return product(AT(D, 3 * k), 1, v[0], v[1], v[2]);
}

static inline void centre_velocities(const nsd_lanes_batch *batch, const nsd_lane *one,
                                     const nsd_lane *two, nsd_lane *v)
{
    const float   *x = batch->x;
    const nsd_lane a = OF(PUSH_A, 0), b = OF(PUSH_B, 0);
    v[0] = nsd_lane_minus(nsd_lane_times(a, one[0]), nsd_lane_times(b, two[0]));
    v[1] = nsd_lane_minus(nsd_lane_times(a, one[1]), nsd_lane_times(b, two[1]));
    v[2] = nsd_lane_minus(nsd_lane_times(a, one[2]), nsd_lane_times(b, two[2]));
}

/* Velocity of the contacts along axis k: of the centres, c, and of the spins of both bodies */
static inline nsd_lane velocity_along(const float *x, int k, nsd_lane c, const nsd_lane *one,
                                      const nsd_lane *two)
{
    const nsd_lane by_a = product(AT(TURN_A, 3 * k), 1, one[3], one[4], one[5]);
    const nsd_lane by_b = product(AT(TURN_B, 3 * k), 1, two[3], two[4], two[5]);
    return nsd_lane_add(nsd_lane_add(OF(Q, k), c), nsd_lane_minus(by_a, by_b));
}

/* u <- velocities of the contacts, from those between the centres and the spins */
static inline void contact_velocities(const float *x, const nsd_lane *c, const nsd_lane *one,
                                      const nsd_lane *two, nsd_lane *u)
{
    u[0] = velocity_along(x, 0, c[0], one, two);
    u[1] = velocity_along(x, 1, c[1], one, two);
    u[2] = velocity_along(x, 2, c[2], one, two);
}

/* Number i of the spins of both bodies changed by impulses d of the contacts */
static inline void turn_along(const float *x, int i, const nsd_lane *d, nsd_lane *one,
                              nsd_lane *two)
{
    one[3 + i] = nsd_lane_add(one[3 + i], product(AT(TURN_A, i), 3, d[0], d[1], d[2]));
    two[3 + i] = nsd_lane_minus(two[3 + i], product(AT(TURN_B, i), 3, d[0], d[1], d[2]));
}

static inline void turn(const float *x, const nsd_lane *d, nsd_lane *one, nsd_lane *two)
{
    turn_along(x, 0, d, one, two);
    turn_along(x, 1, d, one, two);
    turn_along(x, 2, d, one, two);
}

/* Number i of the velocities of both centres changed by the sum of the impulses of each pair */
static inline void push_along(const float *x, int i, const nsd_lane *sum, nsd_lane *one,
                              nsd_lane *two)
{
    const nsd_lane P = product(AT(D, i), 3, sum[0], sum[1], sum[2]);
    one[i] = nsd_lane_sum(one[i], OF(PUSH_A, 0), P);
    two[i] = nsd_lane_minus(two[i], nsd_lane_times(OF(PUSH_B, 0), P));
}

static inline void push(const float *x, const nsd_lane *sum, nsd_lane *one, nsd_lane *two)
{
    push_along(x, 0, sum, one, two);
    push_along(x, 1, sum, one, two);
    push_along(x, 2, sum, one, two);
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

/* Impulses of contact j of the pairs of a batch */
static inline float *impulses_of(const nsd_lanes *lanes, const nsd_lanes_batch *batch, int j)
{
    return lanes->r + 3 * NSD_LANES * (batch->first + j);
}

/* Numbers of contact j of the pairs of a batch */
static inline const float *numbers_of(const nsd_lanes_batch *batch, int j)
{
    return batch->x + NSD_LANES * NSD_LANES_OWN * j;
}

/* Tangential impulse k before its bound: from r, with the slip u after the change dN of the normal
 * impulse */
static inline nsd_lane tangential(const float *x, int k, nsd_lane r, nsd_lane u, nsd_lane dN)
{
    const nsd_lane slip = nsd_lane_sum(u, OF(COUPLING, k), dN);
    return nsd_lane_minus(r, nsd_lane_times(OF(TANGENT, 0), slip));
}

/* r, d <- new impulses of contacts with velocities u, their changes: normal impulses, then
 * tangential ones                                                                       (RB.27) */
static inline void solve_contacts(const float *x, nsd_lane mu, const nsd_lane *u, float *r,
                                  nsd_lane *d)
{
    const nsd_lane zero = nsd_lane_all(0.0f), least = nsd_lane_all(FLT_MIN);
    const nsd_lane old[3] = { nsd_lane_load(r), nsd_lane_load(r + NSD_LANES),
                              nsd_lane_load(r + 2 * NSD_LANES) };
    const nsd_lane N = nsd_lane_larger(nsd_lane_minus(old[0], nsd_lane_times(OF(NORMAL, 0), u[0])),
                                       zero);
    d[0] = nsd_lane_minus(N, old[0]);
    const nsd_lane T = tangential(x, 0, old[1], u[1], d[0]);
    const nsd_lane S = tangential(x, 1, old[2], u[2], d[0]);
    const nsd_lane most = nsd_lane_times(mu, N);
    const nsd_lane size = nsd_lane_larger(length(T, S), least);
    const nsd_lane scale = nsd_lane_over(most, nsd_lane_larger(size, most));
    const nsd_lane cut_T = nsd_lane_times(scale, T), cut_S = nsd_lane_times(scale, S);
    d[1] = nsd_lane_minus(cut_T, old[1]);
    d[2] = nsd_lane_minus(cut_S, old[2]);
    nsd_lane_store(r, N);
    nsd_lane_store(r + NSD_LANES, cut_T);
    nsd_lane_store(r + 2 * NSD_LANES, cut_S);
}

/* All contacts once                                                                     (RB.27) */
static void sweep(const nsd_lanes *lanes)
{
    for (int k = 0; k < lanes->batches; k++) {
        const nsd_lanes_batch *batch = lanes->batch + k;
        const nsd_lane         both = nsd_lane_load(batch->x + NSD_LANES * NSD_LANES_BOTH);
        const nsd_lane         mu = nsd_lane_load(batch->x + NSD_LANES * NSD_LANES_MU);
        const nsd_lane         zero = nsd_lane_all(0.0f);
        nsd_lane               one[8], two[8], v[3], u[3], d[3], sum[3] = { zero, zero, zero };
        read_bodies(batch, lanes->v, one, two);
        centre_velocities(batch, one, two, v);
        nsd_lane c[3] = { between(batch->x, 0, v), between(batch->x, 1, v),
                          between(batch->x, 2, v) };
        for (int j = 0; j < batch->length; j++) {
            const float *x = numbers_of(batch, j);
            contact_velocities(x, c, one, two, u);
            solve_contacts(x, mu, u, impulses_of(lanes, batch, j), d);
            c[0] = nsd_lane_sum(c[0], both, d[0]);
            c[1] = nsd_lane_sum(c[1], both, d[1]);
            c[2] = nsd_lane_sum(c[2], both, d[2]);
            sum[0] = nsd_lane_add(sum[0], d[0]);
            sum[1] = nsd_lane_add(sum[1], d[1]);
            sum[2] = nsd_lane_add(sum[2], d[2]);
            turn(x, d, one, two);
        }
        push(batch->x, sum, one, two);
        write_bodies(batch, one, two, lanes->v);
    }
}

/* Number i of spins and velocities of both bodies changed by normal impulses alone */
static inline void turn_by_normal(const float *x, int i, nsd_lane d, nsd_lane *one, nsd_lane *two)
{
    one[3 + i] = nsd_lane_sum(one[3 + i], OF(TURN_A, i), d);
    two[3 + i] = nsd_lane_minus(two[3 + i], nsd_lane_times(OF(TURN_B, i), d));
}

static inline void push_by_normal(const float *x, int i, nsd_lane sum, nsd_lane *one, nsd_lane *two)
{
    const nsd_lane P = nsd_lane_times(OF(D, i), sum);
    one[i] = nsd_lane_sum(one[i], OF(PUSH_A, 0), P);
    two[i] = nsd_lane_minus(two[i], nsd_lane_times(OF(PUSH_B, 0), P));
}

/* Step along a normal, in parts of the one that opens the contact. Larger, below 2: steps
 * overshoot; smaller: more sweeps for heaps. */
#define RELAXATION 1.3f

/* All contacts once along their normals alone                                          (RB.10) */
static void sweep_normals(const nsd_lanes *lanes)
{
    const nsd_lane zero = nsd_lane_all(0.0f), relaxation = nsd_lane_all(RELAXATION);
    for (int k = 0; k < lanes->batches; k++) {
        const nsd_lanes_batch *batch = lanes->batch + k;
        const nsd_lane         both = nsd_lane_load(batch->x + NSD_LANES * NSD_LANES_BOTH);
        nsd_lane               one[8], two[8], v[3], sum = zero;
        read_bodies(batch, lanes->v, one, two);
        centre_velocities(batch, one, two, v);
        nsd_lane c = between(batch->x, 0, v);
        for (int j = 0; j < batch->length; j++) {
            const float   *x = numbers_of(batch, j);
            float         *r = impulses_of(lanes, batch, j);
            const nsd_lane old = nsd_lane_load(r), u = velocity_along(x, 0, c, one, two);
            const nsd_lane step = nsd_lane_times(OF(NORMAL, 0), nsd_lane_times(relaxation, u));
            const nsd_lane N = nsd_lane_larger(nsd_lane_minus(old, step), zero);
            const nsd_lane d = nsd_lane_minus(N, old);
            nsd_lane_store(r, N);
            c = nsd_lane_sum(c, both, d);
            sum = nsd_lane_add(sum, d);
            turn_by_normal(x, 0, d, one, two);
            turn_by_normal(x, 1, d, one, two);
            turn_by_normal(x, 2, d, one, two);
        }
        push_by_normal(batch->x, 0, sum, one, two);
        push_by_normal(batch->x, 1, sum, one, two);
        push_by_normal(batch->x, 2, sum, one, two);
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

/* Root of the largest number of a lane */
static inline float root_of_largest(nsd_lane a)
{
    float all[NSD_LANES], largest = 0.0f;
    nsd_lane_store(all, a);
    for (int l = 0; l < NSD_LANES; l++) {
        largest = fmaxf(largest, all[l]);
    }
    return sqrtf(largest);
}

/* miss <- residuals (FR.4) of contacts with impulses r and velocities u, which becomes uhat: r
 * minus the projection of r - uhat; zero where a pair has fewer contacts than its batch */
static inline void residuals(const float *x, nsd_lane mu, const nsd_lane *r, nsd_lane *u,
                             nsd_lane *miss)
{
    const nsd_lane zero = nsd_lane_all(0.0f), normal = OF(NORMAL, 0);
    nsd_lane       d[3];
    u[0] = nsd_lane_sum(u[0], mu, length(u[1], u[2]));
    const nsd_lane T[2] = { nsd_lane_minus(r[1], u[1]), nsd_lane_minus(r[2], u[2]) };
    to_cones(mu, nsd_lane_minus(r[0], u[0]), T, d);
    miss[0] = nsd_lane_where(normal, zero, nsd_lane_minus(u[0], d[0]));
    miss[1] = nsd_lane_where(normal, zero, nsd_lane_minus(u[1], d[1]));
    miss[2] = nsd_lane_where(normal, zero, nsd_lane_minus(u[2], d[2]));
}

/* Residuals (FR.4) after a sweep, which are the slope of (RB.11) too: unlike that of the energy
 * they vanish where contacts slide. above <- contacts above goal */
static float look(nsd_lanes *lanes, float goal, int *above)
{
    const nsd_lane limit = nsd_lane_all(goal * goal);
    nsd_lane       worst = nsd_lane_all(0.0f);

    *above = 0;
    for (int k = 0; k < lanes->batches; k++) {
        const nsd_lanes_batch *batch = lanes->batch + k;
        const nsd_lane         mu = nsd_lane_load(batch->x + NSD_LANES * NSD_LANES_MU);
        nsd_lane               one[8], two[8], v[3], u[3], miss[3];
        read_bodies(batch, lanes->v, one, two);
        centre_velocities(batch, one, two, v);
        const nsd_lane c[3] = { between(batch->x, 0, v), between(batch->x, 1, v),
                                between(batch->x, 2, v) };
        for (int j = 0; j < batch->length; j++) {
            const float   *x = numbers_of(batch, j), *at = impulses_of(lanes, batch, j);
            float         *slope = lanes->descent.slope + 3 * NSD_LANES * (batch->first + j);
            const nsd_lane r[3] = { nsd_lane_load(at), nsd_lane_load(at + NSD_LANES),
                                    nsd_lane_load(at + 2 * NSD_LANES) };
            contact_velocities(x, c, one, two, u);
            residuals(x, mu, r, u, miss);
            nsd_lane_store(slope, miss[0]);
            nsd_lane_store(slope + NSD_LANES, miss[1]);
            nsd_lane_store(slope + 2 * NSD_LANES, miss[2]);
            const nsd_lane sum = squares(miss[0], miss[1], miss[2]);
            worst = nsd_lane_larger(sum, worst);
            *above += nsd_lane_count(sum, limit);
        }
    }
    return root_of_largest(worst);
}

/* Residual without friction, |min(r_N, u_N)|, the largest; above <- contacts above goal */
static float look_normals(nsd_lanes *lanes, float goal, int *above)
{
    const nsd_lane zero = nsd_lane_all(0.0f), limit = nsd_lane_all(goal * goal);
    nsd_lane       worst = zero;

    *above = 0;
    for (int k = 0; k < lanes->batches; k++) {
        const nsd_lanes_batch *batch = lanes->batch + k;
        nsd_lane               one[8], two[8], v[3];
        read_bodies(batch, lanes->v, one, two);
        centre_velocities(batch, one, two, v);
        const nsd_lane c = between(batch->x, 0, v);
        for (int j = 0; j < batch->length; j++) {
            const float   *x = numbers_of(batch, j);
            const nsd_lane N = nsd_lane_load(impulses_of(lanes, batch, j));
            const nsd_lane u = velocity_along(x, 0, c, one, two);
            const nsd_lane next = nsd_lane_larger(nsd_lane_minus(N, u), zero);
            const nsd_lane miss = nsd_lane_where(OF(NORMAL, 0), zero, nsd_lane_minus(N, next));
            const nsd_lane square = nsd_lane_times(miss, miss);
            worst = nsd_lane_larger(square, worst);
            *above += nsd_lane_count(square, limit);
        }
    }
    return root_of_largest(worst);
}

/* d <- changes that project the impulses of contact j onto their cones; 1 when there are any */
static inline int project_contacts(nsd_lane mu, float *at, nsd_lane *d)
{
    const nsd_lane r[3] = { nsd_lane_load(at), nsd_lane_load(at + NSD_LANES),
                            nsd_lane_load(at + 2 * NSD_LANES) };
    to_cones(mu, r[0], r + 1, d);
    nsd_lane_store(at, nsd_lane_add(r[0], d[0]));
    nsd_lane_store(at + NSD_LANES, nsd_lane_add(r[1], d[1]));
    nsd_lane_store(at + 2 * NSD_LANES, nsd_lane_add(r[2], d[2]));
    return nsd_lane_bits(squares(d[0], d[1], d[2]), nsd_lane_all(0.0f)) != 0;
}

/* Impulses outside of their cones are projected onto them, and velocities follow. */
static void project(const nsd_lanes *lanes)
{
    const nsd_lane zero = nsd_lane_all(0.0f);
    for (int k = 0; k < lanes->batches; k++) {
        const nsd_lanes_batch *batch = lanes->batch + k;
        const nsd_lane         mu = nsd_lane_load(batch->x + NSD_LANES * NSD_LANES_MU);
        nsd_lane               one[8], two[8], d[NSD_LANES_GROUP][3], sum[3] = { zero, zero, zero };
        int                    changed = 0;
        for (int j = 0; j < batch->length; j++) {
            changed |= project_contacts(mu, impulses_of(lanes, batch, j), d[j]);
        }
        if (!changed) {
            continue;
        }
        read_bodies(batch, lanes->v, one, two);
        for (int j = 0; j < batch->length; j++) {
            sum[0] = nsd_lane_add(sum[0], d[j][0]);
            sum[1] = nsd_lane_add(sum[1], d[j][1]);
            sum[2] = nsd_lane_add(sum[2], d[j][2]);
            turn(numbers_of(batch, j), d[j], one, two);
        }
        push(batch->x, sum, one, two);
        write_bodies(batch, one, two, lanes->v);
    }
}

/* Products that are added in single precision before their sum is added in double. Larger: sums
 * lose digits; smaller: time. */
#define SUM_LENGTH 256

static double dot(int n, const float *a, const float *b)
{
    double total = 0.0;
    for (int first = 0; first < n; first += SUM_LENGTH) {
        const int end = n < first + SUM_LENGTH ? n : first + SUM_LENGTH;
        nsd_lane  sum = nsd_lane_all(0.0f);
        float     part[NSD_LANES];
        for (int i = first; i < end; i += NSD_LANES) {
            sum = nsd_lane_sum(sum, nsd_lane_load(a + i), nsd_lane_load(b + i));
        }
        nsd_lane_store(part, sum);
        for (int l = 0; l < NSD_LANES; l++) {
            total += (double)part[l];
        }
    }
    return total;
}

static void difference(int n, const float *a, const float *b, float *to)
{
    for (int i = 0; i < n; i += NSD_LANES) {
        nsd_lane_store(to + i, nsd_lane_minus(nsd_lane_load(a + i), nsd_lane_load(b + i)));
    }
}

static void add_scaled(int n, float factor, const float *a, float *to)
{
    const nsd_lane all = nsd_lane_all(factor);
    for (int i = 0; i < n; i += NSD_LANES) {
        nsd_lane_store(to + i, nsd_lane_sum(nsd_lane_load(to + i), all, nsd_lane_load(a + i)));
    }
}

#define NSD_LANES_KERNELS                                        \
    {                                                            \
        fill, sweep, look, project, sweep_normals, look_normals, \
        {                                                        \
            dot, difference, add_scaled                          \
        }                                                        \
    }

#endif
