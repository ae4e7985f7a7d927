/* bodies_gauss_seidel.c - accelerated sweeps over the contacts of one island    (RB.5), (RB.11)
 *
 * Nonsmooth Gauss-Seidel (FR.9) without the matrix W: each contact reads the velocities of its two
 * bodies and changes them, so that a contact costs the same whatever its neighbours are. Sweeps go
 * upwards against gravity, over a copy of the contacts in that order, and are accelerated. */
#include <math.h>
#include <string.h>

#include "bodies/bodies_gauss_seidel.h"

/* Part of the contacts of an island: with fewer above the goal sweeps in single precision end and a
 * patch follows (RB.15). Larger: patches, whose set-up costs more than sweeps; smaller: sweeps of
 * all contacts for a few. */
#define LANES_PATCHED_PART 0.02

/* Sweeps in single precision at most before patches or sweeps in double precision follow. Larger:
 * time for islands that do not converge; smaller: walls of boxes miss the tolerance. */
#define LANES_SWEEPS 300

/* Runs of these sweeps that miss the goal, after which every second run is not accelerated:
 * accelerations may go round in circles between sticking and sliding. Larger: rough heaps miss the
 * tolerance; smaller: walls of boxes do, which need accelerations. */
#define STALLS 5

/* Accelerated sweeps at most from then on. Larger: time for steps without solution; smaller: walls
 * that fall apart miss the tolerance, as what each run found is lost to the next. */
#define LONG_LANES_SWEEPS 2500

/* Sweeps that are not accelerated at most. Larger: time for steps without solution; smaller: rough
 * heaps miss the tolerance. */
#define STEADY_LANES_SWEEPS 900

/* next <- the impulse of one contact with the other impulses held: sticking if the cone allows it,
 * else by (FR.7), (FR.8), or one step of projection when these fail */
static void solve_contact(const nsd_bodies_row *one, int plane, const double *u, double *next)
{
    const double r[3] = { next[0], next[1], next[2] };
    double       q[3], change[3];

    nsd_times3(one->V, u, change);
    nsd_add_scaled3(r, -1.0, change, next);
    nsd_times3(one->W, r, q);
    nsd_add_scaled3(u, -1.0, q, q);
    const double most = one->mu * next[0];
    if (q[0] < 0.0 && next[0] >= 0.0 && next[1] * next[1] + next[2] * next[2] <= most * most) {
        return;
    }
    memcpy(next, r, sizeof r);
    const int solved = plane ? nsd_friction_local_2d(one->W, 3, q, one->mu, next)
                             : nsd_friction_local_3d(one->W, 3, q, one->mu, next);
    if (!solved) {
        const double rho = 1.0 / (one->W[0] + one->W[4] + one->W[8]);
        const double slip = sqrt(u[1] * u[1] + u[2] * u[2]);
        next[0] = r[0] - rho * (u[0] + one->mu * slip);
        next[1] = r[1] - rho * u[1];
        next[2] = r[2] - rho * u[2];
        nsd_friction_project(nsd_bodies_rows_layout(plane), &one->mu, next);
    }
}

/* All contacts once, upwards                                                            (FR.9) */
static void sweep_once(nsd_bodies_sweeper *s)
{
    nsd_motion *motion = s->bodies->motion;

    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row *one = s->rows + k;
        const double         *D = one->frame.D;
        double *r = s->r + 3 * k, c[3], u[3], change[3], next[3] = { r[0], r[1], r[2] };
        nsd_bodies_relative_velocity(motion[one->a].v, motion[one->b].v, &one->frame, c);
        u[0] = nsd_dot3(D, c) + one->rebound[0];
        if (r[0] == 0.0 && u[0] >= 0.0) {
            continue; /* an open contact stays open; its torques are zero */
        }
        u[1] = nsd_dot3(D + 3, c) + one->rebound[1];
        u[2] = nsd_dot3(D + 6, c) + one->rebound[2];
        solve_contact(one, s->plane, u, next);
        nsd_add_scaled3(next, -1.0, r, change);
        memcpy(r, next, sizeof next);
        nsd_bodies_push_pair(motion + one->a, motion + one->b, &one->frame, change);
        if (s->torque) {
            nsd_bodies_torque_solve(s, k);
        }
    }
}

void nsd_bodies_island_lay_out(nsd_bodies_island *island, const nsd_bodies_sweeper *all,
                               nsd_scratch *scratch)
{
    const size_t places = (size_t)all->bodies->set->count + 1;
    island->sweeper = *all;
    island->body = nsd_scratch_ints(scratch, places);
    island->mark = nsd_scratch_ints(scratch, places);
    island->velocity = nsd_scratch_doubles(scratch, 6 * places);
    nsd_bodies_rows_lay_out(&island->sweeper, scratch);
}

void nsd_bodies_island_init(nsd_bodies_island *island)
{
    const size_t places = (size_t)island->sweeper.bodies->set->count + 1;
    island->body_count = island->stalls = 0;
    memset(island->mark, 0, places * sizeof(int));
}

static void add_body(nsd_bodies_island *island, int body)
{
    if (!island->mark[body] && nsd_bodies_is_free(island->sweeper.bodies, body)) {
        island->mark[body] = 1;
        island->body[island->body_count++] = body;
    }
}

void nsd_bodies_island_fill(nsd_bodies_island *island, const nsd_bodies_sweeper *all,
                            const int *list, int count)
{
    nsd_bodies_sweeper *s = &island->sweeper;

    s->count = count;
    island->body_count = 0;
    for (int k = 0; k < count; k++) {
        nsd_bodies_rows_copy(all, list[k], s, k);
        add_body(island, s->rows[k].a);
        add_body(island, s->rows[k].b);
    }
    for (int i = 0; i < s->bodies->set->count && nsd_mechanism_has_joints(&s->bodies->mechanism);
         i++) {
        if (nsd_mechanism_links(&s->bodies->mechanism, i)) { /* joints may move it */
            add_body(island, i);
        }
    }
    for (int i = 0; i < island->body_count; i++) {
        island->mark[island->body[i]] = 0;
    }
}

void nsd_bodies_island_export(const nsd_bodies_island *island, nsd_bodies_sweeper *all)
{
    for (int k = 0; k < island->sweeper.count; k++) {
        nsd_bodies_rows_copy_impulses(&island->sweeper, k, all, island->sweeper.rows[k].place);
    }
}

/* island->velocity <- the motions of the bodies, or (write is 1) the other way round */
static void exchange_velocities(nsd_bodies_island *island, int write)
{
    for (int i = 0; i < island->body_count; i++) {
        double *v = island->sweeper.bodies->motion[island->body[i]].v;
        double *kept = island->velocity + 6 * i;
        memcpy(write ? v : kept, write ? kept : v, 6 * sizeof *v);
    }
}

/* Masses and inertias of the bodies of the island, as inverses of those in the motions */
static void read_masses(const nsd_bodies_island *island, double *mass)
{
    for (int i = 0; i < island->body_count; i++, mass += NSD_ACCELERATE_MASS_NUMBERS) {
        const nsd_motion *one = island->sweeper.bodies->motion + island->body[i];
        memset(mass, 0, NSD_ACCELERATE_MASS_NUMBERS * sizeof *mass);
        mass[0] = 1.0 / one->inverse_mass;
        if (island->sweeper.plane) {
            mass[9] = 1.0 / one->J[8];
        } else if (!(nsd_invert3(one->J, mass + 1) > 0.0)) {
            memset(mass + 1, 0, 9 * sizeof *mass);
        }
    }
}

/* Projects impulses outside of their cones onto them, and changes the motions accordingly. */
static void project_impulses(nsd_bodies_sweeper *s)
{
    nsd_motion *motion = s->bodies->motion;
    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row *one = s->rows + k;
        double               *r = s->r + 3 * k, change[3] = { r[0], r[1], r[2] };
        const double          most = one->mu * r[0];
        if (!(r[0] >= 0.0 && r[1] * r[1] + r[2] * r[2] <= most * most)) {
            nsd_friction_project(nsd_bodies_rows_layout(s->plane), &one->mu, r);
            nsd_add_scaled3(r, -1.0, change, change);
            nsd_bodies_push_pair(motion + one->a, motion + one->b, &one->frame, change);
        }
        if (s->torque) {
            nsd_bodies_torque_limit(s, k);
        }
    }
}

/* After a sweep the joints are solved for, all together: one block of the iteration    (RB.19) */
static void answer_of_joints(nsd_bodies_sweeper *s)
{
    if (nsd_mechanism_has_joints(&s->bodies->mechanism)) {
        nsd_mechanism_correct(&s->bodies->mechanism, s->bodies->motion);
    }
}

/* From the end of a sweep to the impulses of least energy along the last directions    (RB.11) */
static void accelerate(nsd_bodies_island *island, nsd_bodies_accelerate *descent)
{
    nsd_bodies_sweeper *s = &island->sweeper;

    nsd_bodies_rows_slope(s);
    exchange_velocities(island, 0);
    if (nsd_bodies_accelerate_step(descent, s->slope, s->r, island->velocity)) {
        exchange_velocities(island, 1);
        project_impulses(s);
        answer_of_joints(s);
        exchange_velocities(island, 0);
    }
    nsd_bodies_accelerate_end(descent, s->r, island->velocity);
}

/* 1 when few of many contacts are above the goal: time for a patch                     (RB.15) */
static int few_are_above(const nsd_bodies_island *island)
{
    const nsd_bodies_sweeper *s = &island->sweeper;
    int                       above = 0;
    for (int k = 0; k < s->count; k++) {
        above += s->residual[k] > island->goal;
    }
    return !nsd_mechanism_has_joints(&s->bodies->mechanism) &&
           s->count >= NSD_BODIES_PATCHED_CONTACTS && above < NSD_BODIES_PATCHED_PART * s->count;
}

/* contact <- the rows, whose impulses the lanes change in s->slope; returns the largest velocity */
static double fill_lanes(nsd_bodies_sweeper *s, nsd_lanes_contact *contact)
{
    double fastest = 0.0;
    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row *row = s->rows + k;
        double               *q = contact[k].q, *r = s->slope + 3 * k;
        nsd_bodies_row_velocity(s, k, q);
        memcpy(r, s->r + 3 * k, 3 * sizeof *r);
        contact[k].a = row->a;
        contact[k].b = row->b;
        contact[k].record = nsd_bodies_lanes_record(s->bodies, row->number);
        contact[k].r = r;
        for (int i = 0; i < 3; i++) {
            const double now = fabs(q[i]), free = fabs(row->q[i]);
            fastest = now > fastest ? now : fastest; /* as fmax, without the call */
            fastest = free > fastest ? free : fastest;
        }
    }
    return fastest;
}

/* The impulses of s <- those in s->slope; motions follow. */
static void take_lanes(nsd_bodies_sweeper *s)
{
    nsd_motion *motion = s->bodies->motion;
    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row *row = s->rows + k;
        double                change[3];
        nsd_add_scaled3(s->slope + 3 * k, -1.0, s->r + 3 * k, change);
        memcpy(s->r + 3 * k, s->slope + 3 * k, sizeof change);
        nsd_bodies_push_pair(motion + row->a, motion + row->b, &row->frame, change);
    }
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int may_use_lanes(const nsd_bodies_sweeper *s)
{
    return s->count >= NSD_LANES_CONTACTS && s->bodies->lanes.record;
}

/* Sweeps of many contacts in single precision; returns their number                     (RB.27) */
static int sweep_in_lanes(nsd_bodies_island *island, nsd_scratch scratch)
{
    nsd_bodies_sweeper *s = &island->sweeper;
    const int           steady = island->stalls >= STALLS && island->stalls % 2 == 1;
    const int           most = steady                     ? STEADY_LANES_SWEEPS
                               : island->stalls >= STALLS ? LONG_LANES_SWEEPS
                                                          : LANES_SWEEPS;
    nsd_lanes_problem   problem = { .count = s->count,
                                    .bodies = s->bodies->set->count,
                                    .motion = s->bodies->motion,
                                    .lambda = s->lambda,
                                    .most = smaller(s->bodies->max_iter, most),
                                    .steady = steady,
                                    .poll = s->bodies->poll };

    problem.contact = nsd_scratch_take(&scratch, (size_t)s->count, sizeof(nsd_lanes_contact));
    if (!problem.contact) {
        return 0;
    }
    problem.speed = fill_lanes(s, problem.contact);
    problem.goal = island->goal;
    problem.part = s->count >= NSD_BODIES_PATCHED_CONTACTS ? LANES_PATCHED_PART : 0.0;
    const int sweeps = nsd_lanes_solve(&problem, scratch);
    if (sweeps > 0) {
        take_lanes(s);
    }
    island->stalls += sweeps == problem.most;
    return sweeps;
}

size_t nsd_bodies_island_scratch(const nsd_bodies_sweeper *all)
{
    const int    bodies = all->bodies->set->count;
    nsd_scratch  counter = nsd_scratch_counter();
    nsd_lanes    lanes;
    const size_t accelerate = nsd_bodies_accelerate_scratch(
        (all->bodies->rolls ? 6 : 3) * all->count, bodies);
    if (!may_use_lanes(all)) {
        return accelerate;
    }
    nsd_scratch_take(&counter, (size_t)all->count, sizeof(nsd_lanes_contact));
    return nsd_scratch_larger(accelerate, nsd_lanes_lay_out(&lanes, all->count, bodies, &counter));
}

int nsd_bodies_island_sweep(nsd_bodies_island *island, int most, nsd_scratch scratch)
{
    nsd_bodies_sweeper   *s = &island->sweeper;
    nsd_bodies_accelerate descent;
    const int             in_lanes = may_use_lanes(s) ? sweep_in_lanes(island, scratch) : 0;
    int                   next_residual = 1;

    if (in_lanes > 0) {
        return in_lanes;
    }
    for (int sweeps = 1;; sweeps++) {
        if (sweeps == NSD_BODIES_FIRST_ACCELERATED_SWEEP) {
            if (!nsd_bodies_accelerate_init(&descent, (s->torque ? 6 : 3) * s->count,
                                            island->body_count, &scratch)) {
                return sweeps - 1;
            }
            read_masses(island, descent.mass);
            exchange_velocities(island, 0);
        }
        if (sweeps >= NSD_BODIES_FIRST_ACCELERATED_SWEEP) {
            nsd_bodies_accelerate_begin(&descent, s->r, island->velocity);
        }
        sweep_once(s);
        answer_of_joints(s);
        const int last = sweeps == most || nsd_poll_stopped(s->bodies->poll);
        if (sweeps >= next_residual || last) {
            const double residual = nsd_bodies_rows_residual(s);
            if (!(residual > island->goal) || last || few_are_above(island)) {
                return sweeps;
            }
            const int far = residual > NSD_BODIES_NEAR_GOAL * island->goal &&
                            sweeps >= NSD_BODIES_RESIDUAL_SWEEPS;
            next_residual = sweeps +
                            (far ? NSD_BODIES_RESIDUAL_SWEEPS : NSD_BODIES_NEAR_RESIDUAL_SWEEPS);
        }
        if (sweeps >= NSD_BODIES_FIRST_ACCELERATED_SWEEP) {
            accelerate(island, &descent);
        }
    }
}
