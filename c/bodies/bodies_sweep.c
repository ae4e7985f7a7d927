/* bodies_sweep.c - accelerated sweeps over contacts that hang together    (RB.5), (RB.11)
 *
 * Nonsmooth Gauss-Seidel (FR.9) without the matrix W: each contact reads the velocities of its two
 * bodies and changes them. A sweep costs the same for every contact, whatever touches it. It goes
 * upwards against gravity, over a copy of what it needs in that order, and is accelerated. */
#include <math.h>
#include <string.h>

#include "bodies/bodies_sweep.h"

#define PLAIN 6    /* the sweep from which on they are accelerated: many islands need fewer     */
#define EVERY 8    /* sweeps between two looks at the residual, which costs half a sweep; only  */
#define OFTEN 3    /* so many at first, and when it is within                                  */
#define NEAR  10.0 /* times the goal                                                           */
#define A_FEW 0.1  /* part of many contacts: when fewer are above the goal, sweeps over all end */

static const nsd_friction_layout layouts[2] = { { 1, { 1 } }, { 1, { 2 } } };

/* next <- the impulse of one contact with the others held: sticking if that is possible, else
 * exactly by (FR.7), (FR.8), or a step of projection when that fails */
static void solve_row(const nsd_bodies_row *one, int plane, const double *u, double *next)
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
        nsd_friction_project(layouts + !plane, &one->mu, next);
    }
}

/* All contacts once, upwards                                                            (FR.9) */
static void sweep(nsd_sweeper *s)
{
    nsd_motion *motion = s->bodies->motion;

    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row *one = s->rows + k;
        const double         *D = one->frame.D;
        double *r = s->r + 3 * k, c[3], u[3], change[3], next[3] = { r[0], r[1], r[2] };
        nsd_frame_drift(motion + one->a, motion + one->b, &one->frame, c);
        u[0] = nsd_dot3(D, c) + one->law[0];
        if (r[0] == 0.0 && u[0] >= 0.0) {
            continue; /* open, and stays so; its torques are zero */
        }
        u[1] = nsd_dot3(D + 3, c) + one->law[1];
        u[2] = nsd_dot3(D + 6, c) + one->law[2];
        solve_row(one, s->plane, u, next);
        nsd_add_scaled3(next, -1.0, r, change);
        memcpy(r, next, sizeof next);
        nsd_frame_push(motion + one->a, motion + one->b, &one->frame, change);
        if (s->torque) {
            nsd_bodies_torque_solve(s, k);
        }
    }
}

size_t nsd_bodies_island_scratch(int contacts, int bodies, int rolls)
{
    const size_t places = (size_t)bodies + 1;
    return nsd_bodies_rows_scratch(contacts, rolls) + 2 * nsd_scratch_need(places, sizeof(int)) +
           nsd_scratch_need(6 * places, sizeof(double));
}

int nsd_bodies_island_init(nsd_bodies_island *island, const nsd_sweeper *all, nsd_scratch *scratch)
{
    const size_t places = (size_t)all->bodies->set->count + 1;
    island->sweeper = *all;
    island->moves = 0;
    island->moved = nsd_scratch_take(scratch, places, sizeof(int));
    island->mark = nsd_scratch_take(scratch, places, sizeof(int));
    island->e = nsd_scratch_take(scratch, 6 * places, sizeof(double));
    if (!nsd_bodies_rows_take(&island->sweeper, all->count, scratch) || !island->moved ||
        !island->mark || !island->e) {
        return 0;
    }
    memset(island->mark, 0, places * sizeof(int));
    return 1;
}

static void visit(nsd_bodies_island *island, int body)
{
    if (!island->mark[body] && nsd_body_is_free(island->sweeper.bodies, body)) {
        island->mark[body] = 1;
        island->moved[island->moves++] = body;
    }
}

void nsd_bodies_island_take(nsd_bodies_island *island, const nsd_sweeper *all, const int *list,
                            int count)
{
    nsd_sweeper *s = &island->sweeper;

    s->count = count;
    island->moves = 0;
    for (int k = 0; k < count; k++) {
        nsd_bodies_rows_copy(all, list[k], s, k);
        visit(island, s->rows[k].a);
        visit(island, s->rows[k].b);
    }
    for (int i = 0; i < island->moves; i++) {
        island->mark[island->moved[i]] = 0;
    }
}

void nsd_bodies_island_give(const nsd_bodies_island *island, nsd_sweeper *all)
{
    for (int k = 0; k < island->sweeper.count; k++) {
        nsd_bodies_rows_copy_impulses(&island->sweeper, k, all, island->sweeper.rows[k].place);
    }
}

static void read_velocities(nsd_bodies_island *island)
{
    for (int i = 0; i < island->moves; i++) {
        const nsd_motion *one = island->sweeper.bodies->motion + island->moved[i];
        memcpy(island->e + 6 * i, one->v, 3 * sizeof(double));
        memcpy(island->e + 6 * i + 3, one->w, 3 * sizeof(double));
    }
}

static void write_velocities(const nsd_bodies_island *island)
{
    for (int i = 0; i < island->moves; i++) {
        nsd_motion *one = island->sweeper.bodies->motion + island->moved[i];
        memcpy(one->v, island->e + 6 * i, 3 * sizeof(double));
        memcpy(one->w, island->e + 6 * i + 3, 3 * sizeof(double));
    }
}

/* Mass and inertia of the bodies, from what the motions have: their inverses */
static void read_masses(const nsd_bodies_island *island, double *mass)
{
    for (int i = 0; i < island->moves; i++, mass += NSD_DESCENT_MASS) {
        const nsd_motion *one = island->sweeper.bodies->motion + island->moved[i];
        memset(mass, 0, NSD_DESCENT_MASS * sizeof *mass);
        mass[0] = 1.0 / one->inverse_mass;
        if (island->sweeper.plane) {
            mass[9] = 1.0 / one->J[8];
        } else if (!(nsd_invert3(one->J, mass + 1) > 0.0)) {
            memset(mass + 1, 0, 9 * sizeof *mass);
        }
    }
}

/* Impulses that left their cones go back, and the motions with them */
static void project(nsd_sweeper *s)
{
    nsd_motion *motion = s->bodies->motion;
    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row *one = s->rows + k;
        double               *r = s->r + 3 * k, change[3] = { r[0], r[1], r[2] };
        const double          most = one->mu * r[0];
        if (!(r[0] >= 0.0 && r[1] * r[1] + r[2] * r[2] <= most * most)) {
            nsd_friction_project(layouts + !s->plane, &one->mu, r);
            nsd_add_scaled3(r, -1.0, change, change);
            nsd_frame_push(motion + one->a, motion + one->b, &one->frame, change);
        }
        if (s->torque) {
            nsd_bodies_torque_limit(s, k);
        }
    }
}

/* Goes on from a sweep to where the energy is least.                                   (RB.11) */
static void descend(nsd_bodies_island *island, nsd_bodies_accelerate *descent)
{
    nsd_sweeper *s = &island->sweeper;

    nsd_bodies_rows_slope(s);
    read_velocities(island);
    if (nsd_bodies_accelerate_step(descent, s->slope, s->r, island->e)) {
        write_velocities(island);
        project(s);
        read_velocities(island);
    }
    nsd_bodies_accelerate_end(descent, s->r, island->e);
}

/* 1 when so few contacts are above the goal that it is better to choose them */
static int is_local(const nsd_bodies_island *island)
{
    const nsd_sweeper *s = &island->sweeper;
    int                above = 0;
    for (int k = 0; k < s->count; k++) {
        above += s->miss[k] > island->goal;
    }
    return s->count >= NSD_ISLAND_MANY && above < A_FEW * s->count;
}

int nsd_bodies_island_sweep(nsd_bodies_island *island, int most, nsd_scratch scratch)
{
    nsd_sweeper          *s = &island->sweeper;
    nsd_bodies_accelerate descent;
    int                   look = 1;

    if (!nsd_bodies_accelerate_init(&descent, (s->torque ? 6 : 3) * s->count, island->moves,
                                    &scratch)) {
        return 0;
    }
    for (int sweeps = 1;; sweeps++) {
        if (sweeps == PLAIN) {
            read_masses(island, descent.mass);
            read_velocities(island);
        }
        if (sweeps >= PLAIN) {
            nsd_bodies_accelerate_begin(&descent, s->r, island->e);
        }
        sweep(s);
        if (sweeps >= look || sweeps == most) {
            const double left = nsd_bodies_rows_residual(s);
            if (!(left > island->goal) || sweeps == most || is_local(island)) {
                return sweeps;
            }
            look = sweeps + (left > NEAR * island->goal && sweeps >= EVERY ? EVERY : OFTEN);
        }
        if (sweeps >= PLAIN) {
            descend(island, &descent);
        }
    }
}
