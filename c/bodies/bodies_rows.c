/* bodies_rows.c - the contacts of one step, copied and put in order for the sweeps    (RB.5) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "bodies/bodies_rows.h"

static const nsd_friction_layout layouts[2] = { { 1, { 1 } }, { 1, { 2 } } };

static double height_of(const nsd_bodies *bodies, const nsd_touch *touch)
{
    return -nsd_dot3(bodies->set->gravity, touch->point);
}

/* The bin of a contact; 0 where heights or their differences overflow: the order is then that of
 * the contacts, and whether the step has an answer is for the sweeps to say. */
static int bin_of(const nsd_bodies *bodies, int c, double low, double scale)
{
    const double place = scale * (height_of(bodies, bodies->now.item + c) - low);
    const int    last = bodies->now.count - 1;
    if (!(place > 0.0)) { /* or not a number */
        return 0;
    }
    return place < last ? (int)place : last;
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
        start[1 + bin_of(bodies, c, low, scale)]++;
    }
    for (int bin = 0; bin < count; bin++) {
        start[bin + 1] += start[bin];
    }
    for (int c = 0; c < count; c++) {
        order[start[bin_of(bodies, c, low, scale)]++] = c;
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
    if (!(nsd_invert3(W, V) > 1e-14 * W[0] * W[4] * W[8])) {
        V[0] = NAN;
    }
}

static void fill(nsd_sweeper *s, const int *order)
{
    for (int k = 0; k < s->count; k++) {
        const nsd_touch *touch = s->bodies->now.item + order[k];
        nsd_bodies_row  *one = s->rows + k;
        one->a = touch->a;
        one->b = nsd_touch_other(s->bodies, touch);
        one->place = order[k];
        one->mu = touch->mu;
        one->frame = touch->frame;
        memcpy(one->W, touch->W, sizeof one->W);
        memcpy(one->law, touch->law, sizeof one->law);
        invert(s->plane, one->W, one->V);
    }
}

void nsd_bodies_rows_read(nsd_sweeper *s)
{
    for (int k = 0; k < s->count; k++) {
        const nsd_touch *touch = s->bodies->now.item + s->rows[k].place;
        memcpy(s->r + 3 * k, touch->r, sizeof touch->r);
        if (s->torque) {
            memcpy(s->r + 3 * (s->count + k), touch->torque, sizeof touch->torque);
        }
    }
}

void nsd_bodies_rows_write(const nsd_sweeper *s)
{
    for (int k = 0; k < s->count; k++) {
        nsd_touch *touch = s->bodies->now.item + s->rows[k].place;
        memcpy(touch->r, s->r + 3 * k, sizeof touch->r);
        if (s->torque) {
            memcpy(touch->torque, s->r + 3 * (s->count + k), sizeof touch->torque);
        }
    }
}

size_t nsd_bodies_rows_scratch(int count, int rolls)
{
    const size_t rows = (size_t)count, torques = rolls ? rows : 0, item = sizeof(double);
    return nsd_scratch_need(rows, sizeof(nsd_bodies_row)) +
           nsd_scratch_need(torques, sizeof(nsd_bodies_torque)) +
           2 * nsd_scratch_need(3 * (rows + torques), item) + nsd_scratch_need(rows, item);
}

int nsd_bodies_rows_take(nsd_sweeper *s, int count, nsd_scratch *scratch)
{
    const size_t rows = (size_t)count, torques = s->bodies->rolls ? rows : 0;
    s->rows = nsd_scratch_take(scratch, rows, sizeof(nsd_bodies_row));
    s->torque = torques > 0 ? nsd_scratch_take(scratch, torques, sizeof(nsd_bodies_torque)) : NULL;
    s->r = nsd_scratch_take(scratch, 3 * (rows + torques), sizeof(double));
    s->slope = nsd_scratch_take(scratch, 3 * (rows + torques), sizeof(double));
    s->miss = nsd_scratch_take(scratch, rows, sizeof(double));
    return s->rows && s->r && s->slope && s->miss && (torques == 0 || s->torque);
}

void nsd_bodies_rows_fill(nsd_sweeper *s, int *order, int *start)
{
    sort_upwards(s->bodies, order, start);
    fill(s, order);
    nsd_bodies_rows_read(s);
    if (s->torque) {
        nsd_bodies_torques_fill(s);
    }
}

void nsd_bodies_rows_copy_impulses(const nsd_sweeper *source, int from, nsd_sweeper *s, int to)
{
    memcpy(s->r + 3 * to, source->r + 3 * from, 3 * sizeof(double));
    if (s->torque) {
        memcpy(s->r + 3 * (s->count + to), source->r + 3 * (source->count + from),
               3 * sizeof(double));
    }
}

void nsd_bodies_rows_copy(const nsd_sweeper *source, int from, nsd_sweeper *s, int to)
{
    s->rows[to] = source->rows[from];
    s->rows[to].place = from;
    if (s->torque) {
        s->torque[to] = source->torque[from];
    }
    nsd_bodies_rows_copy_impulses(source, from, s, to);
}

void nsd_bodies_rows_gather(nsd_sweeper *s)
{
    nsd_bodies         *bodies = s->bodies;
    const nsd_body_set *set = bodies->set;
    for (int i = 0; i < set->count; i++) {
        const double fall = bodies->motion[i].inverse_mass > 0.0 ? bodies->h : 0.0;
        nsd_add_scaled3(bodies->body[i].old, fall, set->gravity, bodies->motion[i].v);
        memcpy(bodies->motion[i].w, bodies->body[i].old + 3, 3 * sizeof(double));
    }
    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row *one = s->rows + k;
        nsd_motion           *first = bodies->motion + one->a, *second = bodies->motion + one->b;
        nsd_frame_push(first, second, &one->frame, s->r + 3 * k);
        if (s->torque) {
            nsd_axes_push(first, second, nsd_frame_axes(s->plane, &one->frame),
                          s->r + 3 * (s->count + k));
        }
    }
}

/* u <- the velocity of row k, with what its law asks for */
static void velocity(const nsd_sweeper *s, int k, double *u)
{
    const nsd_motion     *motion = s->bodies->motion;
    const nsd_bodies_row *one = s->rows + k;
    double                c[3];
    nsd_frame_drift(motion + one->a, motion + one->b, &one->frame, c);
    nsd_transpose_times3(one->frame.D, c, u);
    nsd_add_scaled3(u, 1.0, one->law, u);
}

void nsd_bodies_rows_slope(const nsd_sweeper *s)
{
    for (int k = 0; k < s->count; k++) {
        double *slope = s->slope + 3 * k;
        if (s->r[3 * k] > 0.0) {
            velocity(s, k, slope);
            slope[0] += s->rows[k].mu * sqrt(slope[1] * slope[1] + slope[2] * slope[2]);
        } else {
            memset(slope, 0, 3 * sizeof *slope);
        }
        if (s->torque) {
            nsd_bodies_torque_slope(s, k);
        }
    }
}

nsd_friction_scales nsd_bodies_rows_scale(const nsd_sweeper *s)
{
    const double largest = nsd_dense_max_abs((s->torque ? 6 : 3) * s->count, s->r);
    return (nsd_friction_scales){ 1.0 / s->lambda, 4.0 * DBL_EPSILON * s->lambda * largest };
}

double nsd_bodies_row_residual(const nsd_sweeper *s, int k, const nsd_friction_scales *scale)
{
    double u[3];
    velocity(s, k, u);
    const double miss = s->torque ? nsd_bodies_torque_residual(s, k, scale, u)
                                  : nsd_friction_natural(layouts + !s->plane, &s->rows[k].mu, scale,
                                                         s->r + 3 * k, u);
    return s->miss[k] = miss * s->lambda;
}

double nsd_bodies_rows_residual(const nsd_sweeper *s)
{
    const nsd_friction_scales scale = nsd_bodies_rows_scale(s);
    double                    largest = 0.0;

    for (int k = 0; k < s->count; k++) {
        const double miss = nsd_bodies_row_residual(s, k, &scale);
        if (!(miss < INFINITY)) {
            return NAN;
        }
        largest = miss > largest ? miss : largest;
    }
    return largest;
}
