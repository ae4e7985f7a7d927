/* bodies_torque.c - rolling and spinning friction: the torques of contacts             (RB.13) */
#include <math.h>
#include <string.h>

#include "bodies/bodies_rows.h"

static const nsd_friction_layout layouts[2] = { { 2, { 1, 1 } }, { 3, { 2, 2, 1 } } };

void nsd_bodies_torques_fill(nsd_bodies_sweeper *s)
{
    for (int k = 0; k < s->count; k++) {
        const nsd_bodies_row   *row = s->rows + k;
        const nsd_body_contact *contact = s->bodies->contacts.item + row->place;
        const nsd_motion       *one = s->bodies->motion + row->a, *two = s->bodies->motion + row->b;
        const double           *axes = nsd_bodies_torque_axes(s->plane, &row->frame);
        nsd_bodies_torque      *torque = s->torque + k;
        for (int j = 0; j < 3; j++) {
            double turn[2][3];
            nsd_times3(one->J, axes + 3 * j, turn[0]);
            nsd_times3(two->J, axes + 3 * j, turn[1]);
            nsd_add_scaled3(turn[0], 1.0, turn[1], turn[0]);
            nsd_transpose_times3(axes, turn[0], torque->B + 3 * j);
        }
        torque->spinning = s->plane ? contact->rolling : contact->spinning;
        torque->rolling = s->plane ? 0.0 : contact->rolling;
        nsd_bodies_torque_limit(s, k);
    }
}

/* x, y <- projected onto the disc of radius `most` */
static void limit_pair(double most, double *x, double *y)
{
    const double size = sqrt(*x * *x + *y * *y);
    if (size > most) {
        *x *= most / size;
        *y *= most / size;
    }
}

/* One step for the torques t[1], t[2] about the tangents: to no rolling where the limit `most`
 * allows it, else a projected step with the larger eigenvalue of the block: exact for balls */
static void solve_rolling(const nsd_bodies_torque *torque, double most, const double *rate,
                          double *t)
{
    const double a = torque->B[4], b = torque->B[5], c = torque->B[8], determinant = a * c - b * b;
    double       x = t[1] - (c * rate[1] - b * rate[2]) / determinant;
    double       y = t[2] - (a * rate[2] - b * rate[1]) / determinant;
    if (!(x * x + y * y <= most * most)) {
        const double largest = 0.5 * (a + c + sqrt((a - c) * (a - c) + 4.0 * b * b));
        x = t[1] - rate[1] / largest;
        y = t[2] - rate[2] / largest;
        limit_pair(most, &x, &y);
    }
    t[1] = x;
    t[2] = y;
}

void nsd_bodies_torque_solve(nsd_bodies_sweeper *s, int k)
{
    const nsd_bodies_torque *torque = s->torque + k;
    const nsd_bodies_row    *row = s->rows + k;
    const double             normal = s->r[3 * k];
    const double            *axes = nsd_bodies_torque_axes(s->plane, &row->frame);
    nsd_motion              *one = s->bodies->motion + row->a, *two = s->bodies->motion + row->b;
    double *t = s->r + 3 * (s->count + k), old[3] = { t[0], t[1], t[2] }, rate[3], most;

    nsd_bodies_relative_rate(one->v, two->v, axes, rate);
    if (torque->rolling > 0.0) {
        solve_rolling(torque, torque->rolling * normal, rate, t);
    }
    if (torque->spinning > 0.0 && torque->B[0] > 0.0) {
        const double coupled = torque->B[1] * (t[1] - old[1]) + torque->B[2] * (t[2] - old[2]);
        most = torque->spinning * normal;
        t[0] = fmin(fmax(t[0] - (rate[0] + coupled) / torque->B[0], -most), most);
    }
    nsd_add_scaled3(t, -1.0, old, old);
    nsd_bodies_turn_pair(one, two, axes, old);
}

void nsd_bodies_torque_limit(nsd_bodies_sweeper *s, int k)
{
    const nsd_bodies_torque *torque = s->torque + k;
    const nsd_bodies_row    *row = s->rows + k;
    const double             most = torque->spinning * s->r[3 * k];
    double                  *t = s->r + 3 * (s->count + k), change[3] = { t[0], t[1], t[2] };

    t[0] = fmin(fmax(t[0], -most), most);
    limit_pair(torque->rolling * s->r[3 * k], t + 1, t + 2);
    nsd_add_scaled3(t, -1.0, change, change);
    nsd_bodies_turn_pair(s->bodies->motion + row->a, s->bodies->motion + row->b,
                         nsd_bodies_torque_axes(s->plane, &row->frame), change);
}

void nsd_bodies_torque_slope(const nsd_bodies_sweeper *s, int k)
{
    const nsd_bodies_row    *row = s->rows + k;
    const nsd_bodies_torque *torque = s->torque + k;
    double                  *slope = s->slope + 3 * (s->count + k);

    memset(slope, 0, 3 * sizeof *slope);
    if (s->r[3 * k] > 0.0) {
        nsd_bodies_relative_rate(s->bodies->motion[row->a].v, s->bodies->motion[row->b].v,
                                 nsd_bodies_torque_axes(s->plane, &row->frame), slope);
        s->slope[3 * k] += torque->spinning * fabs(slope[0]) +
                           torque->rolling * sqrt(slope[1] * slope[1] + slope[2] * slope[2]);
    }
}

double nsd_bodies_torque_residual(const nsd_bodies_sweeper *s, int k,
                                  const nsd_friction_scales *scale, const double *u)
{
    const nsd_bodies_row    *row = s->rows + k;
    const nsd_bodies_torque *torque = s->torque + k;
    const double            *r = s->r + 3 * k, *t = s->r + 3 * (s->count + k);
    double                   rate[3];

    nsd_bodies_relative_rate(s->bodies->motion[row->a].v, s->bodies->motion[row->b].v,
                             nsd_bodies_torque_axes(s->plane, &row->frame), rate);
    if (s->plane) {
        const double mu[2] = { row->mu, torque->spinning };
        const double impulse[3] = { r[0], r[1], t[0] }, velocity[3] = { u[0], u[1], rate[0] };
        return nsd_friction_contact_residual(layouts, mu, scale, impulse, velocity);
    }
    const double mu[3] = { row->mu, torque->rolling, torque->spinning };
    const double impulse[6] = { r[0], r[1], r[2], t[1], t[2], t[0] };
    const double velocity[6] = { u[0], u[1], u[2], rate[1], rate[2], rate[0] };
    return nsd_friction_contact_residual(layouts + 1, mu, scale, impulse, velocity);
}
