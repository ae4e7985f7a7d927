/* mechanism_load.c - forces, torques and springs at the middle of a step                (RB.18) */
#include <string.h>

#include "base/dense.h"
#include "bodies/mechanism/mechanism_parts.h"

/* Angle in radians below which the secant of a torsional spring is its tangent: the quotient of two
 * angles would be rounding. Larger: energy is kept to fewer digits; smaller: rounding. */
#define LEAST_TURN 1e-4

/* F <- the value of a table at t */
static void table_value(const nsd_load_table *table, double t, double *F)
{
    int low = 0, high = table->count - 1;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        *(table->times[middle] <= t ? &low : &high) = middle;
    }
    const double *first = table->values + 3 * low, *last = table->values + 3 * high;
    const double  span = table->times[high] - table->times[low];
    const double  part = span > 0.0 ? (t - table->times[low]) / span : 0.0;
    const double  weight = fmin(fmax(part, 0.0), 1.0);
    for (int k = 0; k < 3; k++) {
        F[k] = first[k] + weight * (last[k] - first[k]);
    }
}

/* The states that the functions take, and their values at the middle of the step */
static nsd_status call_functions(nsd_mechanism *m, double t)
{
    const nsd_mechanism_functions *functions = &m->set->functions;
    const int                      plane = m->world.dimension == 2;
    double                        *x = m->x;

    if (functions->count == 0) {
        return NSD_OK;
    }
    for (int k = 0; k < functions->count; k++, x += plane ? 6 : 13) {
        const nsd_link *link = m->link + functions->body[k];
        if (plane) {
            const double numbers[6] = {
                link->centre[0], link->centre[1], 0.5 * (link->angle[0] + link->angle[1]),
                link->mean[0],   link->mean[1],   link->mean[5]
            };
            memcpy(x, numbers, sizeof numbers);
        } else {
            memcpy(x, link->centre, 3 * sizeof *x);
            memcpy(x + 3, link->q, 4 * sizeof *x);
            memcpy(x + 7, link->mean, 6 * sizeof *x);
        }
    }
    const size_t outputs = (size_t)functions->outputs;
    memset(m->later, 0, outputs * sizeof(double));
    NSD_TRY(functions->call(functions->context, t, m->x, m->value));
    if (m->set->joints > 0) { /* motors aim at the end of the step */
        NSD_TRY(functions->call(functions->context, t + 0.5 * m->h, m->x, m->later));
    }
    return nsd_dense_all_finite(outputs, m->value) && nsd_dense_all_finite(outputs, m->later)
               ? NSD_OK
               : NSD_NOT_FINITE;
}

/* Numbers of F: in the plane two of a force, one of a torque */
static int numbers_of(const nsd_mechanism *m, const nsd_load *load)
{
    return m->world.dimension == 3 ? 3 : load->kind == NSD_LOAD_FORCE ? 2 : 1;
}

/* F <- force or torque of a load, in the frame at rest */
static void applied(const nsd_mechanism *m, const nsd_load *load, double t, double *F)
{
    double own[3] = { load->F[0], load->F[1], load->F[2] };
    if (load->source == NSD_LOAD_TABLE) {
        table_value(m->set->table + load->place, t, own);
    } else if (load->source == NSD_LOAD_FUNCTION) {
        memset(own, 0, sizeof own);
        memcpy(own, m->value + load->place, (size_t)numbers_of(m, load) * sizeof *own);
    }
    if (m->world.dimension == 2 && load->kind == NSD_LOAD_TORQUE) {
        own[2] = own[0]; /* the one number is about the axis out of the plane */
        own[0] = own[1] = 0.0;
    }
    if (load->own_frame) {
        nsd_times3(m->link[load->a].turn, own, F);
    } else {
        memcpy(F, own, sizeof own);
    }
}

/* Adds the impulse P at a point of a body, given in its frame */
static void push(nsd_link *link, double side, const double *P, const double *point)
{
    double arm[3], moment[3];
    nsd_times3(link->half, point, arm);
    nsd_cross3(arm, P, moment);
    nsd_add_scaled3(link->load, side, P, link->load);
    nsd_add_scaled3(link->load + 3, side, moment, link->load + 3);
}

/* s[0], s[1] <- from point_a to point_b at the beginning and at the end of the step */
static void stretch(const nsd_mechanism *m, const nsd_load *load, double s[2][3])
{
    for (int end = 0; end < 2; end++) {
        double p[3];
        nsd_mechanism_point(m->link + load->a, end, load->point_a, p);
        nsd_mechanism_point(m->link + load->b, end, load->point_b, s[end]);
        nsd_add_scaled3(s[end], -1.0, p, s[end]);
    }
}

/* A spring: its force is the secant of its energy, which is therefore kept              (RB.18) */
static void pull(nsd_mechanism *m, int k)
{
    const nsd_load *load = m->set->load + k;
    double          s[2][3], mean[3], *P = m->impulse + 3 * k, *drag = m->drag + 3 * k;

    stretch(m, load, s);
    const double before = sqrt(nsd_dot3(s[0], s[0])), after = sqrt(nsd_dot3(s[1], s[1]));
    const double length = 0.5 * (before + after);
    for (int i = 0; i < 3; i++) {
        mean[i] = 0.5 * (s[0][i] + s[1][i]);
    }
    memset(P, 0, 3 * sizeof *P);
    memset(drag, 0, 3 * sizeof *drag);
    if (length > 0.0) {
        const double pull = -m->h * load->stiffness * (length - load->length) / length;
        const double slow = -load->damping * (after - before) / length;
        nsd_add_scaled3(drag, slow, mean, drag);
        nsd_add_scaled3(drag, pull, mean, P);
    }
    push(m->link + load->b, 1.0, P, load->point_b);
    push(m->link + load->a, -1.0, P, load->point_a);
}

/* The angle of b against a about the axis, in (-pi, pi] */
static double twist_angle(const nsd_mechanism *m, const nsd_load *load, int end)
{
    const nsd_link *one = m->link + load->a, *two = m->link + load->b;
    double          e[3], f[3], g[3];
    if (m->world.dimension == 2) {
        return two->angle[end] - one->angle[end];
    }
    nsd_times3(one->R[end], load->frame_a + 3, e);
    nsd_times3(one->R[end], load->frame_a + 6, f);
    nsd_times3(two->R[end], load->frame_b + 3, g);
    return atan2(nsd_dot3(f, g), nsd_dot3(e, g));
}

/* That of load k, with the turns that its last angle had */
static double turned_angle(const nsd_mechanism *m, int k, int end)
{
    const double full = 8.0 * atan(1.0), angle = twist_angle(m, m->set->load + k, end);
    return m->world.dimension == 2 ? angle
                                   : angle + full * floor((m->angle[k] - angle) / full + 0.5);
}

void nsd_mechanism_load_angles(nsd_mechanism *m)
{
    for (int k = 0; k < m->set->loads; k++) {
        if (m->set->load[k].kind == NSD_LOAD_TWIST) {
            m->angle[k] = turned_angle(m, k, 0);
        }
    }
}

/* A torsional spring, with the secant of its energy, too                                (RB.18) */
static void twist(nsd_mechanism *m, int k)
{
    const nsd_load *load = m->set->load + k;
    nsd_link       *one = m->link + load->a, *two = m->link + load->b;
    const double    full = 8.0 * atan(1.0), out[3] = { 0.0, 0.0, 1.0 };
    double          axis[3], rate[3], *P = m->impulse + 3 * k, *drag = m->drag + 3 * k;

    nsd_times3(one->half, m->world.dimension == 2 ? out : load->frame_a, axis);
    nsd_add_scaled3(two->mean + 3, -1.0, one->mean + 3, rate);
    const double swept = m->h * nsd_dot3(axis, rate);
    double       turned = twist_angle(m, load, 1) - twist_angle(m, load, 0);
    turned -= m->world.dimension == 3 ? full * floor(turned / full + 0.5) : 0.0;
    m->turned[k] = turned;
    /* small turns: the slope of 2 atan(a/2), at the mean of both bodies */
    const double common = 0.25 * m->h *
                          (nsd_dot3(axis, two->mean + 3) + nsd_dot3(axis, one->mean + 3));
    const double secant = fabs(swept) > LEAST_TURN ? turned / swept : 1.0 / (1.0 + common * common);
    const double middle = m->angle[k] + 0.5 * turned;
    const double pull = -m->h * load->stiffness * (middle - load->length) * secant;
    for (int i = 0; i < 3; i++) {
        drag[i] = -load->damping * swept * axis[i];
        P[i] = pull * axis[i] + drag[i];
    }
    nsd_add_scaled3(two->load + 3, 1.0, P, two->load + 3);
    nsd_add_scaled3(one->load + 3, -1.0, P, one->load + 3);
}

nsd_status nsd_mechanism_load(nsd_mechanism *m, double t)
{
    const double middle = t + 0.5 * m->h;

    for (int i = 0; i <= m->world.count; i++) {
        memset(m->link[i].load, 0, sizeof m->link[i].load);
    }
    NSD_TRY(call_functions(m, middle));
    for (int k = 0; k < m->set->loads; k++) {
        const nsd_load *load = m->set->load + k;
        double         *P = m->impulse + 3 * k;
        if (load->kind == NSD_LOAD_SPRING) {
            pull(m, k);
        } else if (load->kind == NSD_LOAD_TWIST) {
            twist(m, k);
        } else {
            applied(m, load, middle, P);
            for (int i = 0; i < 3; i++) {
                P[i] *= m->h;
            }
            if (load->kind == NSD_LOAD_FORCE) {
                push(m->link + load->a, 1.0, P, load->point_a);
            } else {
                double *torque = m->link[load->a].load + 3;
                nsd_add_scaled3(torque, 1.0, P, torque);
            }
        }
    }
    return NSD_OK;
}

/* c <- the mean velocity of a point of a body */
static void point_velocity(const nsd_link *link, const double *point, double *c)
{
    double arm[3], turn[3];
    nsd_times3(link->half, point, arm);
    nsd_cross3(link->mean + 3, arm, turn);
    nsd_add_scaled3(link->mean, 1.0, turn, c);
}

/* c <- what the impulse of a load on side b (1) or a (0) is multiplied by to give its work */
static void side_velocity(const nsd_mechanism *m, const nsd_load *load, int side, double *c)
{
    const nsd_link *link = m->link + (side ? load->b : load->a);
    if (load->kind == NSD_LOAD_FORCE || load->kind == NSD_LOAD_SPRING) {
        point_velocity(link, side ? load->point_b : load->point_a, c);
    } else {
        memcpy(c, link->mean + 3, 3 * sizeof *c);
    }
}

/* Works of a spring: of its damping on free bodies, and what bodies with prescribed motion give to
 * its energy                                                                            (RB.18) */
static void spring_works(nsd_mechanism *m, int k)
{
    const nsd_load *load = m->set->load + k;
    const double   *P = m->impulse + 3 * k, *drag = m->drag + 3 * k;
    for (int side = 0; side < 2; side++) {
        double       c[3];
        const double sign = side ? 1.0 : -1.0;
        side_velocity(m, load, side, c);
        if (m->link[side ? load->b : load->a].free) {
            m->damping += sign * nsd_dot3(drag, c);
        } else {
            m->external -= sign * (nsd_dot3(P, c) - nsd_dot3(drag, c));
        }
    }
    m->angle[k] += m->turned[k];
}

/* Energy of a turn beyond the works of its torques: zero up to rounding once passes converge, which
 * contacts of a coarse tolerance may keep them from                                     (RB.17) */
static double turning_work(const nsd_mechanism *m, int i, const nsd_body *body)
{
    const nsd_link *link = m->link + i;
    double          next[3], torque[3], energy = 0.0;

    nsd_transpose_times3(body->R, link->now + 3, next);
    for (int k = 0; k < 3; k++) {
        energy += 0.5 * m->world.inertia[3 * i + k] *
                  (next[k] * next[k] - link->own[k] * link->own[k]);
    }
    nsd_add_scaled3(link->load + 3, 1.0, link->other, torque);
    return energy - nsd_dot3(torque, link->mean + 3);
}

void nsd_mechanism_finish(nsd_mechanism *m, const nsd_body *body)
{
    m->turning = 0.0;
    for (int i = 0; i < m->world.count; i++) { /* those of the step, not of its last pass */
        nsd_link *link = m->link + i;
        for (int k = 0; k < 6 && link->linked && link->free; k++) {
            link->mean[k] = 0.5 * (body[i].old[k] + link->now[k]);
        }
        m->turning += link->linked && !link->even ? turning_work(m, i, body + i) : 0.0;
    }
    nsd_mechanism_joint_finish(m);
    m->external = m->damping = 0.0;
    for (int k = 0; k < m->set->loads; k++) {
        const nsd_load *load = m->set->load + k;
        double          c[3];
        if (load->kind == NSD_LOAD_SPRING || load->kind == NSD_LOAD_TWIST) {
            spring_works(m, k);
        } else if (m->link[load->a].free) {
            side_velocity(m, load, 0, c);
            m->external += nsd_dot3(m->impulse + 3 * k, c);
        }
    }
}

double nsd_mechanism_potential(nsd_mechanism *m, const double *q)
{
    double sum = 0.0;

    nsd_mechanism_place(m, 1, q);
    for (int k = 0; k < m->set->loads; k++) {
        const nsd_load *load = m->set->load + k;
        double          change = 0.0;
        if (load->kind == NSD_LOAD_SPRING) {
            double s[2][3];
            stretch(m, load, s);
            change = sqrt(nsd_dot3(s[1], s[1])) - load->length;
        } else if (load->kind == NSD_LOAD_TWIST) {
            change = turned_angle(m, k, 1) - load->length;
        }
        sum += 0.5 * load->stiffness * change * change;
    }
    return sum;
}
