/* nsd_bodies_sweep.c - sweeps over the contacts of one step, and their residual             (RB.5)
 *
 * Nonsmooth Gauss-Seidel (FR.9) without the matrix W: each contact reads the velocities of its two
 * bodies and changes them. A sweep costs the same for every contact, whatever touches it. It goes
 * upwards against gravity, over a copy of what it needs in that order, and is accelerated. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "nsd_bodies_rows.h"

#define EVERY 8 /* sweeps between two looks at the residual, fewer when little is left */

static const nsd_friction_layout layouts[2] = { { 1, { 1 } }, { 1, { 2 } } };

static double height_of(const nsd_bodies *bodies, const nsd_touch *touch)
{
    return -nsd_dot3(bodies->set->gravity, touch->point);
}

/* order <- the contacts sorted into as many bins of height; start has count + 1 numbers */
static void sort_upwards(const nsd_bodies *bodies, int *order, int *start)
{
    const int count = bodies->now.count;
    double    low = INFINITY, high = -INFINITY;

    for (int c = 0; c < count; c++) {
        const double height = height_of(bodies, bodies->now.item + c);
        low = fmin(low, height);
        high = fmax(high, height);
    }
    const double scale = high > low ? (count - 1) / (high - low) : 0.0;
    memset(start, 0, ((size_t)count + 1) * sizeof *start);
    for (int c = 0; c < count; c++) {
        start[1 + (int)(scale * (height_of(bodies, bodies->now.item + c) - low))]++;
    }
    for (int bin = 0; bin < count; bin++) {
        start[bin + 1] += start[bin];
    }
    for (int c = 0; c < count; c++) {
        order[start[(int)(scale * (height_of(bodies, bodies->now.item + c) - low))]++] = c;
    }
}

/* V <- W^-1, in the plane of its first two rows and columns; V[0] NaN when W is singular */
static void invert(int plane, const double *W, double *V)
{
    memset(V, 0, 9 * sizeof *V);
    if (plane) {
        const double determinant = W[0] * W[4] - W[1] * W[3];
        V[0] = determinant > 1e-14 * W[0] * W[4] ? W[4] / determinant : NAN;
        V[1] = -W[1] / determinant;
        V[3] = -W[3] / determinant;
        V[4] = W[0] / determinant;
        return;
    }
    nsd_cross3(W + 3, W + 6, V);
    nsd_cross3(W + 6, W, V + 3);
    nsd_cross3(W, W + 3, V + 6);
    const double determinant = nsd_dot3(W, V);
    for (int k = 0; k < 9; k++) {
        V[k] /= determinant; /* W is symmetric: rows are columns */
    }
    if (!(determinant > 1e-14 * W[0] * W[4] * W[8])) {
        V[0] = NAN;
    }
}

static void fill(nsd_sweeper *s, const int *order)
{
    for (int k = 0; k < s->count; k++) {
        const nsd_touch *touch = s->bodies->now.item + order[k];
        nsd_row         *one = s->rows + k;
        one->a = touch->a;
        one->b = nsd_touch_other(s->bodies, touch);
        one->place = order[k];
        one->mu = touch->mu;
        one->frame = touch->frame;
        memcpy(one->W, touch->W, sizeof one->W);
        memcpy(one->law, touch->law, sizeof one->law);
        invert(s->plane, one->W, one->V);
        s->weight[k] = touch->W[0] + touch->W[4] + touch->W[8];
    }
}

static void read_impulses(nsd_sweeper *s)
{
    for (int k = 0; k < s->count; k++) {
        const nsd_touch *touch = s->bodies->now.item + s->rows[k].place;
        memcpy(s->r + 3 * k, touch->r, sizeof touch->r);
        if (s->axle) {
            memcpy(s->r + 3 * (s->count + k), touch->torque, sizeof touch->torque);
        }
    }
}

static void write_impulses(const nsd_sweeper *s)
{
    for (int k = 0; k < s->count; k++) {
        nsd_touch *touch = s->bodies->now.item + s->rows[k].place;
        memcpy(touch->r, s->r + 3 * k, sizeof touch->r);
        if (s->axle) {
            memcpy(touch->torque, s->r + 3 * (s->count + k), sizeof touch->torque);
        }
    }
}

static nsd_status begin(nsd_sweeper *s)
{
    nsd_bodies  *bodies = s->bodies;
    const size_t count = (size_t)s->count, ints = sizeof(int), axles = bodies->rolls ? count : 0;
    const int    extra = 6 * bodies->set->count, unknowns = (bodies->rolls ? 6 : 3) * s->count;
    const size_t numbers = 4 * (count + axles);
    const size_t bytes =
        2 * nsd_scratch_need(count + 1, ints) + nsd_scratch_need(count, sizeof(nsd_row)) +
        nsd_scratch_need(axles, sizeof(nsd_axle)) + nsd_scratch_need(numbers, sizeof(double)) +
        nsd_scratch_need((size_t)extra, sizeof(double)) + nsd_secant_scratch(unknowns, extra);
    if (bytes > bodies->rows.size) {
        const nsd_status status = bodies->grow_work(&bodies->rows, bytes + bytes / 4);
        if (status != NSD_OK) {
            return status;
        }
    }
    bodies->rows.used = 0;
    int *order = nsd_scratch_take(&bodies->rows, count + 1, ints);
    int *start = nsd_scratch_take(&bodies->rows, count + 1, ints);
    s->rows = nsd_scratch_take(&bodies->rows, count, sizeof(nsd_row));
    s->axle = axles > 0 ? nsd_scratch_take(&bodies->rows, axles, sizeof(nsd_axle)) : NULL;
    s->r = nsd_scratch_take(&bodies->rows, numbers, sizeof(double));
    s->e = nsd_scratch_take(&bodies->rows, (size_t)extra, sizeof(double));
    if (!order || !start || !s->rows || !s->r || !s->e || (axles > 0 && !s->axle) ||
        !nsd_secant_init(&s->secant, unknowns, extra, &bodies->rows)) {
        return NSD_ERR_WORKSPACE;
    }
    s->weight = s->r + unknowns;
    sort_upwards(bodies, order, start);
    fill(s, order);
    read_impulses(s);
    if (s->axle) {
        nsd_axles_fill(s);
    }
    return NSD_OK;
}

/* motion <- free velocities and all impulses, afresh */
static void gather(nsd_sweeper *s)
{
    nsd_bodies         *bodies = s->bodies;
    const nsd_body_set *set = bodies->set;
    for (int i = 0; i < set->count; i++) {
        const double fall = bodies->motion[i].inverse_mass > 0.0 ? bodies->h : 0.0;
        nsd_along3(bodies->body[i].old, fall, set->gravity, bodies->motion[i].v);
        memcpy(bodies->motion[i].w, bodies->body[i].old + 3, 3 * sizeof(double));
    }
    for (int k = 0; k < s->count; k++) {
        const nsd_row *one = s->rows + k;
        nsd_motion    *first = bodies->motion + one->a, *second = bodies->motion + one->b;
        nsd_frame_push(first, second, &one->frame, s->r + 3 * k);
        if (s->axle) {
            nsd_axes_push(first, second, nsd_frame_axes(s->plane, &one->frame),
                          s->r + 3 * (s->count + k));
        }
    }
}

/* The residual (FR.4) of all contacts over rho = 1/lambda, from impulses and velocities as they
 * are */
static double residual_of(const nsd_sweeper *s)
{
    const nsd_motion          *motion = s->bodies->motion;
    const nsd_friction_layout *layout = layouts + !s->plane;
    nsd_friction_scales        scale = { 1.0 / s->lambda, 0.0 };
    double                     largest = 0.0;

    scale.blur = 4.0 * DBL_EPSILON * s->lambda * nsd_max_abs(s->secant.n, s->r);
    for (int k = 0; k < s->count; k++) {
        const nsd_row *one = s->rows + k;
        double         c[3], u[3];
        nsd_frame_drift(motion + one->a, motion + one->b, &one->frame, c);
        nsd_transpose_times3(one->frame.D, c, u);
        nsd_along3(u, 1.0, one->law, u);
        const double miss = s->axle
                                ? nsd_axle_residual(s, k, &scale, u)
                                : nsd_friction_natural(layout, &one->mu, &scale, s->r + 3 * k, u);
        if (!(miss < INFINITY)) {
            return NAN;
        }
        largest = fmax(largest, miss);
    }
    return largest * s->lambda;
}

/* next <- the impulse of one contact with the others held: sticking if that is possible, else
 * exactly by (FR.7), (FR.8), or a step of projection when that fails */
static void solve_row(const nsd_row *one, int plane, const double *u, double *next)
{
    const double r[3] = { next[0], next[1], next[2] };
    double       q[3], change[3];

    nsd_times3(one->W, r, q);
    for (int k = 0; k < 3; k++) {
        q[k] = u[k] - q[k];
    }
    nsd_times3(one->V, u, change);
    nsd_along3(r, -1.0, change, next);
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

/* All contacts once, upwards; returns the largest change of an impulse.                 (FR.9) */
static double sweep(nsd_sweeper *s)
{
    nsd_motion *motion = s->bodies->motion;
    double      largest = 0.0;

    memcpy(s->secant.x, s->r, (size_t)s->secant.n * sizeof(double));
    for (int k = 0; k < s->count; k++) {
        const nsd_row *one = s->rows + k;
        const double  *D = one->frame.D;
        double        *r = s->r + 3 * k, c[3], u[3], change[3], next[3] = { r[0], r[1], r[2] };
        nsd_frame_drift(motion + one->a, motion + one->b, &one->frame, c);
        u[0] = nsd_dot3(D, c) + one->law[0];
        if (r[0] == 0.0 && u[0] >= 0.0) {
            continue; /* open, and stays so; its torques are zero */
        }
        u[1] = nsd_dot3(D + 3, c) + one->law[1];
        u[2] = nsd_dot3(D + 6, c) + one->law[2];
        solve_row(one, s->plane, u, next);
        for (int i = 0; i < 3; i++) {
            change[i] = next[i] - r[i];
            r[i] = next[i];
            largest = fmax(largest, fabs(change[i]));
        }
        nsd_frame_push(motion + one->a, motion + one->b, &one->frame, change);
        if (s->axle) {
            largest = fmax(largest, nsd_axle_solve(s, k));
        }
    }
    return largest;
}

/* Goes on from the last sweeps to where they seem to lead, back into the cones.        (RB.11) */
static void extrapolate(nsd_sweeper *s)
{
    nsd_motion *motion = s->bodies->motion;
    const int   count = s->bodies->set->count;

    for (int i = 0; i < count; i++) {
        memcpy(s->e + 6 * i, motion[i].v, 3 * sizeof(double));
        memcpy(s->e + 6 * i + 3, motion[i].w, 3 * sizeof(double));
    }
    if (!nsd_secant_step(&s->secant, s->weight, s->r, s->e)) {
        return;
    }
    for (int i = 0; i < count; i++) {
        memcpy(motion[i].v, s->e + 6 * i, 3 * sizeof(double));
        memcpy(motion[i].w, s->e + 6 * i + 3, 3 * sizeof(double));
    }
    for (int k = 0; k < s->count; k++) {
        const nsd_row *one = s->rows + k;
        double        *r = s->r + 3 * k, change[3] = { r[0], r[1], r[2] };
        const double   most = one->mu * r[0];
        if (!(r[0] >= 0.0 && r[1] * r[1] + r[2] * r[2] <= most * most)) {
            nsd_friction_project(layouts + !s->plane, &one->mu, r);
            nsd_along3(r, -1.0, change, change);
            nsd_frame_push(motion + one->a, motion + one->b, &one->frame, change);
        }
        if (s->axle) {
            nsd_axle_limit(s, k);
        }
    }
}

/* All contacts at once, when there are few and sweeps have failed; 1 when that changed them */
static int solve_at_once(nsd_sweeper *s, int sweeps)
{
    nsd_bodies *bodies = s->bodies;
    const int   entries = s->axle && !s->plane ? 4 : 1; /* six a contact cost more */
    if (entries * s->count > NSD_BODIES_FEW || sweeps % NSD_BODIES_TRIES != 0) {
        return 0;
    }
    write_impulses(s);
    if (nsd_bodies_global(bodies, s->lambda) != NSD_OK) {
        return 0;
    }
    read_impulses(s);
    gather(s);
    nsd_secant_forget(&s->secant);
    return 1;
}

nsd_status nsd_bodies_sweeps(nsd_bodies *bodies, double lambda, double goal,
                             nsd_bodies_answer *answer)
{
    nsd_sweeper s = {
        .bodies = bodies, .count = bodies->now.count, .lambda = lambda, .goal = goal
    };
    s.plane = bodies->set->dimension == 2;
    const nsd_status status = begin(&s);
    if (status != NSD_OK) {
        return status;
    }
    gather(&s);
    double left = residual_of(&s);
    int    look = 0;
    for (answer->sweeps = 0; !(left <= goal) && answer->sweeps < bodies->max_iter;) {
        const double change = sweep(&s);
        const int    last = ++answer->sweeps == bodies->max_iter;
        if (change * lambda <= goal || answer->sweeps >= look || last) {
            gather(&s); /* what the sweeps added up has round-off */
            left = residual_of(&s);
            look = answer->sweeps + (left > 3.0 * goal ? EVERY : EVERY / 4);
        }
        if (left <= goal || last || !isfinite(left)) {
            break;
        }
        if (solve_at_once(&s, answer->sweeps)) {
            left = residual_of(&s);
        } else {
            extrapolate(&s);
        }
    }
    write_impulses(&s);
    answer->residual = left;
    return isfinite(left) ? NSD_OK : NSD_DIVERGED;
}
