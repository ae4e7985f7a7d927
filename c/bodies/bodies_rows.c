/* bodies_rows.c - the contacts of one step, copied and put in order for the sweeps    (RB.5) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "bodies/bodies_rows.h"

/* Determinant of a block, in parts of the product of its diagonal, up to which the block is
 * singular. Larger: more contacts go to the slower local solver; smaller: inverses of rounding. */
#define SINGULAR_PART 1e-14

/* End of the contacts from `first` on that are of one pair */
static int end_of_pair(const nsd_bodies *bodies, int first)
{
    const nsd_body_contact *item = bodies->contacts.item;
    int                     end = first + 1;
    while (end < bodies->contacts.count && nsd_bodies_pair_order(item + end, item + first) == 0) {
        end++;
    }
    return end;
}

/* Mean height of the contacts from `first` to end - 1 */
static double height_of(const nsd_bodies *bodies, int first, int end)
{
    double sum = 0.0;
    for (int c = first; c < end; c++) {
        sum -= nsd_dot3(bodies->set->gravity, bodies->contacts.item[c].point);
    }
    return sum / (end - first);
}

/* The bin of a height; 0 where heights or their differences overflow: the rows then keep the order
 * of the contacts, and the sweeps find out whether the step can be solved. */
static int bin_of(double height, double low, double scale, int last)
{
    const double place = scale * (height - low);
    if (!(place > 0.0)) { /* also when place is NaN */
        return 0;
    }
    return place < last ? (int)place : last;
}

/* order <- the contacts sorted by the height of their pair into `count` bins, so that those of one
 * pair follow each other; start has count + 1 numbers */
static void sort_upwards(const nsd_bodies *bodies, int *order, int *start)
{
    const int count = bodies->contacts.count;
    double    low = INFINITY, high = -INFINITY;

    for (int c = 0, end; c < count; c = end) {
        end = end_of_pair(bodies, c);
        const double height = height_of(bodies, c, end);
        low = fmin(low, height);
        high = fmax(high, height);
    }
    const double scale = high > low ? (count - 1) / (high - low) : 0.0;
    memset(start, 0, ((size_t)count + 1) * sizeof *start);
    for (int c = 0, end; c < count; c = end) {
        end = end_of_pair(bodies, c);
        start[1 + bin_of(height_of(bodies, c, end), low, scale, count - 1)] += end - c;
    }
    for (int bin = 0; bin < count; bin++) {
        start[bin + 1] += start[bin];
    }
    for (int c = 0, end; c < count; c = end) {
        end = end_of_pair(bodies, c);
        int *place = start + bin_of(height_of(bodies, c, end), low, scale, count - 1);
        for (int k = c; k < end; k++) {
            order[(*place)++] = k;
        }
    }
}

/* V <- W^-1, in the plane only of the first two rows and columns; V[0] NaN when W is singular */
static void invert_block(int plane, const double *W, double *V)
{
    memset(V, 0, 9 * sizeof *V);
    if (plane) {
        const double determinant = W[0] * W[4] - W[1] * W[3];
        V[0] = determinant > SINGULAR_PART * W[0] * W[4] ? W[4] / determinant : NAN;
        V[1] = -W[1] / determinant;
        V[3] = -W[3] / determinant;
        V[4] = W[0] / determinant;
        return;
    }
    if (!(nsd_invert3(W, V) > SINGULAR_PART * W[0] * W[4] * W[8])) {
        V[0] = NAN;
    }
}

static void copy_contacts(nsd_bodies_sweeper *s, const int *order)
{
    for (int k = 0; k < s->count; k++) {
        const nsd_body_contact *contact = s->bodies->contacts.item + order[k];
        nsd_bodies_row         *one = s->rows + k;
        one->a = contact->a;
        one->b = nsd_bodies_second(s->bodies, contact);
        one->place = one->number = order[k];
        one->mu = contact->mu;
        one->frame = contact->frame;
        memcpy(one->W, contact->W, sizeof one->W);
        memcpy(one->rebound, contact->rebound, sizeof one->rebound);
        memcpy(one->q, contact->q, sizeof one->q);
        invert_block(s->plane, one->W, one->V);
    }
}

/* one <- two, or the other way round; three numbers each */
static void exchange3(double *one, double *two, int write)
{
    memcpy(write ? two : one, write ? one : two, 3 * sizeof *one);
}

void nsd_bodies_rows_exchange(nsd_bodies_sweeper *s, int write)
{
    for (int k = 0; k < s->count; k++) {
        nsd_body_contact *contact = s->bodies->contacts.item + s->rows[k].place;
        exchange3(s->r + 3 * k, contact->r, write);
        if (s->torque) {
            exchange3(s->r + 3 * (s->count + k), contact->torque, write);
        }
    }
}

void nsd_bodies_rows_lay_out(nsd_bodies_sweeper *s, nsd_scratch *scratch)
{
    const size_t rows = (size_t)s->count, torques = s->bodies->rolls ? rows : 0;
    s->rows = nsd_scratch_take(scratch, rows, sizeof(nsd_bodies_row));
    s->torque = torques > 0 ? nsd_scratch_take(scratch, torques, sizeof(nsd_bodies_torque)) : NULL;
    s->r = nsd_scratch_doubles(scratch, 3 * (rows + torques));
    s->slope = nsd_scratch_doubles(scratch, 3 * (rows + torques));
    NSD_SCRATCH_EACH(scratch, rows, &s->residual, &s->change);
}

void nsd_bodies_rows_fill(nsd_bodies_sweeper *s, int *order, int *start)
{
    sort_upwards(s->bodies, order, start);
    copy_contacts(s, order);
    nsd_bodies_rows_exchange(s, 0);
    if (s->torque) {
        nsd_bodies_torques_fill(s);
    }
}

void nsd_bodies_rows_copy_impulses(const nsd_bodies_sweeper *source, int from,
                                   nsd_bodies_sweeper *s, int to)
{
    memcpy(s->r + 3 * to, source->r + 3 * from, 3 * sizeof(double));
    if (s->torque) {
        memcpy(s->r + 3 * (s->count + to), source->r + 3 * (source->count + from),
               3 * sizeof(double));
    }
}

void nsd_bodies_rows_copy(const nsd_bodies_sweeper *source, int from, nsd_bodies_sweeper *s, int to)
{
    s->rows[to] = source->rows[from];
    s->rows[to].place = from;
    if (s->torque) {
        s->torque[to] = source->torque[from];
    }
    nsd_bodies_rows_copy_impulses(source, from, s, to);
}

void nsd_bodies_rows_velocities(nsd_bodies_sweeper *s)
{
    nsd_bodies         *bodies = s->bodies;
    const nsd_body_set *set = bodies->set;
    for (int i = 0; i < set->count; i++) {
        memcpy(bodies->motion[i].v, bodies->body[i].free, sizeof bodies->motion[i].v);
    }
    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row *one = s->rows + k;
        nsd_motion           *first = bodies->motion + one->a, *second = bodies->motion + one->b;
        nsd_bodies_push_pair(first, second, &one->frame, s->r + 3 * k);
        if (s->torque) {
            nsd_bodies_turn_pair(first, second, nsd_bodies_torque_axes(s->plane, &one->frame),
                                 s->r + 3 * (s->count + k));
        }
    }
    if (nsd_mechanism_has_joints(&bodies->mechanism)) {
        nsd_mechanism_hold(&bodies->mechanism, bodies->motion);
    }
}

void nsd_bodies_row_velocity(const nsd_bodies_sweeper *s, int k, double *u)
{
    const nsd_motion     *motion = s->bodies->motion;
    const nsd_bodies_row *one = s->rows + k;
    nsd_bodies_contact_velocity(motion[one->a].v, motion[one->b].v, &one->frame, u);
    nsd_add_scaled3(u, 1.0, one->rebound, u);
}

void nsd_bodies_rows_slope(const nsd_bodies_sweeper *s)
{
    for (int k = 0; k < s->count; k++) {
        double *slope = s->slope + 3 * k;
        if (s->r[3 * k] > 0.0) {
            nsd_bodies_row_velocity(s, k, slope);
            slope[0] += s->rows[k].mu * sqrt(slope[1] * slope[1] + slope[2] * slope[2]);
        } else {
            memset(slope, 0, 3 * sizeof *slope);
        }
        if (s->torque) {
            nsd_bodies_torque_slope(s, k);
        }
    }
}

nsd_friction_scales nsd_bodies_rows_scale(const nsd_bodies_sweeper *s)
{
    const double largest = nsd_dense_max_abs((s->torque ? 6 : 3) * s->count, s->r);
    return (nsd_friction_scales){ 1.0 / s->lambda, 4.0 * DBL_EPSILON * s->lambda * largest };
}

/* Largest change that the impulses made to the velocity of row k, which is u            (FC.10) */
static double row_change(const nsd_bodies_sweeper *s, int k, const double *u)
{
    const double *q = s->rows[k].q;
    const double  N = fabs(u[0] - q[0]), T = fabs(u[1] - q[1]), S = fabs(u[2] - q[2]);
    const double  larger = N > T ? N : T;
    return larger > S ? larger : S;
}

double nsd_bodies_rows_changes(const nsd_bodies_sweeper *s)
{
    double u[3], largest = 0.0;
    for (int k = 0; k < s->count; k++) {
        nsd_bodies_row_velocity(s, k, u);
        s->change[k] = row_change(s, k, u);
        largest = s->change[k] > largest ? s->change[k] : largest;
    }
    return largest;
}

double nsd_bodies_rows_squared_change(const nsd_bodies_sweeper *s, const int *list, int count)
{
    double u[3], sum = 0.0;
    for (int i = 0; i < count; i++) {
        const int k = list ? list[i] : i;
        nsd_bodies_row_velocity(s, k, u);
        nsd_add_scaled3(u, -1.0, s->rows[k].q, u);
        sum += nsd_dot3(s->r + 3 * k, u);
    }
    return sum;
}

double nsd_bodies_row_residual(const nsd_bodies_sweeper *s, int k, const nsd_friction_scales *scale)
{
    double u[3];
    nsd_bodies_row_velocity(s, k, u);
    s->change[k] = row_change(s, k, u);
    const double mu = s->rows[k].mu, *r = s->r + 3 * k;
    const double miss = s->torque  ? nsd_bodies_torque_residual(s, k, scale, u)
                        : s->plane ? nsd_friction_cone_residual(1, mu, scale, r, u)
                                   : nsd_friction_cone_residual(2, mu, scale, r, u);
    return s->residual[k] = miss * s->lambda;
}

double nsd_bodies_rows_residual(const nsd_bodies_sweeper *s)
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
