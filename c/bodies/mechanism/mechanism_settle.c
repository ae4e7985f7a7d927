/* mechanism_settle.c - joints at the end of a step: works, velocities, drift; starts    (RB.20) */
#include <string.h>

#include "bodies/mechanism/mechanism_parts.h"
#include "bodies/mechanism/turn.h"

/* Newton steps at most that move a start onto the joints. Larger: time for joints that cannot be
 * met; smaller: starts far away are refused. */
#define PROJECTION_STEPS 50

/* Miss of the equations, in metres or as a sine, below which the steps end when they no longer
 * halve it: rounding. Larger: starts keep a miss; smaller: steps without use. */
#define CLOSE_MISS 1e-9

/* nsd_mechanism.dependent of equations outside of passes. Larger: some equations are not met;
 * smaller: large moves where joints are nearly redundant. */
#define END_PIVOT 1e-9

/* Adds the impulse of a row to what the joint gives to body b: force, and torque about the point */
static void add_impulse(nsd_mechanism *m, const nsd_joint_row *row, const double *R)
{
    const nsd_joint *joint = m->set->joint + row->joint;
    double          *impulse = m->joint[row->joint].impulse, arm[3], moment[3];

    nsd_times3(R, joint->point_b, arm);
    nsd_cross3(arm, row->line, moment);
    nsd_add_scaled3(impulse, row->impulse, row->line, impulse);
    nsd_add_scaled3(impulse + 3, row->impulse, row->turn_b, impulse + 3);
    nsd_add_scaled3(impulse + 3, -row->impulse, moment, impulse + 3);
}

/* Work of a row on free bodies with these velocities */
static double work_of(const nsd_mechanism *m, const nsd_joint_row *row, const double *one,
                      const double *two)
{
    const double none[6] = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
    return row->impulse * nsd_mechanism_rate(row, m->link[row->a].free ? one : none,
                                             m->link[row->b].free ? two : none);
}

void nsd_mechanism_joint_finish(nsd_mechanism *m)
{
    memset(m->work, 0, sizeof m->work);
    for (int j = 0; j < m->set->joints; j++) {
        memset(m->joint[j].impulse, 0, sizeof m->joint[j].impulse);
        m->joint[j].angle += nsd_mechanism_joint_turned(m, j);
        nsd_mechanism_gear_turn(m, j, NSD_AT_END);
    }
    for (int k = 0; k < m->system.rows; k++) {
        const nsd_joint_row *row = m->row + k;
        const double         work = work_of(m, row, m->link[row->a].mean, m->link[row->b].mean);
        m->work[row->kind] += work;
        m->joint[row->joint].work += row->kind == NSD_ROW_MOTOR ? work : 0.0;
        add_impulse(m, row, m->link[row->b].half);
    }
}

/* m->motion <- velocities and inertia of all linked bodies at q */
static void motions_at(nsd_mechanism *m, const double *v)
{
    const nsd_mechanism_world *world = &m->world;
    const int                  plane = world->dimension == 2;

    for (int i = 0; i < world->count; i++, v += plane ? 3 : 7) {
        nsd_motion *motion = m->motion + i;
        memset(motion, 0, sizeof *motion);
        memcpy(motion->v, v, (plane ? 2 : 6) * sizeof *v);
        motion->v[5] = plane ? v[2] : v[5];
        if (m->link[i].linked && m->link[i].free) {
            motion->inverse_mass = 1.0 / world->mass[i];
            nsd_turn_inverse_inertia(plane, world->inertia + 3 * i, m->link[i].R[1], motion->J);
        }
    }
}

/* The equations of the joints at q, ready to be solved for; returns the largest miss. Friction,
 * limits and motors do not act here. */
static double equations_at(nsd_mechanism *m, const double *q, const double *v)
{
    double largest = 0.0;

    m->equations_only = 1;
    m->dependent = END_PIVOT;
    nsd_mechanism_place(m, 1, q);
    nsd_mechanism_joint_rows(m, NSD_AT_END);
    motions_at(m, v);
    nsd_mechanism_factor(m, m->motion);
    for (int k = 0; k < m->system.rows; k++) {
        m->row[k].impulse = m->row[k].aim = 0.0;
        largest = m->row[k].kind == NSD_ROW_HELD ? fmax(largest, fabs(m->row[k].gap)) : largest;
    }
    return largest;
}

static void write_velocities(const nsd_mechanism *m, double *v)
{
    const int plane = m->world.dimension == 2;
    for (int i = 0; i < m->world.count; i++, v += plane ? 3 : 7) {
        const double *now = m->motion[i].v;
        if (m->link[i].linked && m->link[i].free) {
            memcpy(v, now, (plane ? 2 : 6) * sizeof *v);
            v[plane ? 2 : 5] = now[5];
        }
    }
}

/* The drift of each joint from its rows */
static void read_drift(nsd_mechanism *m)
{
    for (int j = 0; j < m->set->joints; j++) {
        m->joint[j].drift = 0.0;
    }
    for (int k = 0; k < m->system.rows; k++) {
        double *drift = &m->joint[m->row[k].joint].drift;
        *drift = m->row[k].kind == NSD_ROW_HELD ? fmax(*drift, fabs(m->row[k].gap)) : *drift;
    }
}

double nsd_mechanism_drift(const nsd_mechanism *m)
{
    double largest = 0.0;
    for (int j = 0; j < m->set->joints; j++) {
        largest = fmax(largest, m->joint[j].drift);
    }
    return largest;
}

void nsd_mechanism_measure(nsd_mechanism *m, const double *q)
{
    nsd_mechanism_place(m, 1, q);
    nsd_mechanism_joint_rows(m, NSD_AT_END);
    read_drift(m);
}

/* What the rows ask for at the end of a step; unit[k] <- work of a unit of row k at these
 * velocities                                                                            (RB.20) */
static void aim_at_end(nsd_mechanism *m, int whole, double *unit)
{
    m->start[1] = 0.0;
    for (int k = 0; k < m->system.rows; k++) {
        nsd_joint_row *row = m->row + k;
        const double  *one = m->motion[row->a].v, *two = m->motion[row->b].v;
        const double   rate = nsd_mechanism_rate(row, one, two);
        row->impulse = 1.0;
        unit[k] = work_of(m, row, one, two);
        row->impulse = 0.0;
        row->aim = row->rate = whole ? 0.0 : 0.5 * (row->rate + rate);
        m->start[1] = row->kind == NSD_ROW_HELD ? fmax(m->start[1], fabs(rate)) : m->start[1];
    }
}

void nsd_mechanism_settle(nsd_mechanism *m, int whole, const double *q, double *v)
{
    double *unit = m->system.diagonal; /* of no use once the factors are there */

    equations_at(m, q, v);
    read_drift(m);
    aim_at_end(m, whole, unit);
    nsd_mechanism_correct(m, m->motion);
    m->numerical = 0.0;
    for (int k = 0; k < m->system.rows; k++) {
        const nsd_joint_row *row = m->row + k;
        const double         after = work_of(m, row, m->motion[row->a].v, m->motion[row->b].v);
        m->numerical += 0.5 * (row->impulse * unit[k] + after);
        add_impulse(m, row, m->link[row->b].R[1]);
    }
    write_velocities(m, v);
    m->equations_only = 0;
}

/* q moved by m->motion, and v turned with the bodies, so that they keep their energy */
static void displace(const nsd_mechanism *m, double *q, double *v)
{
    const int plane = m->world.dimension == 2;
    for (int i = 0; i < m->world.count; i++, q += plane ? 3 : 7, v += plane ? 3 : 7) {
        const double *d = m->motion[i].v;
        double        turn[4], own[3];
        if (!m->link[i].linked || !m->link[i].free) {
            continue;
        }
        if (plane) {
            q[0] += d[0];
            q[1] += d[1];
            q[2] += d[5];
            continue;
        }
        nsd_add_scaled3(q, 1.0, d, q);
        nsd_turn_exact(d + 3, 1.0, turn);
        nsd_transpose_times3(m->link[i].R[1], v + 3, own);
        nsd_quaternion_product(turn, q + 3, q + 3);
        double R[9];
        nsd_quaternion_matrix(q + 3, R);
        nsd_times3(R, own, v + 3);
    }
}

double nsd_mechanism_project(nsd_mechanism *m, double *q, double *v)
{
    double miss = INFINITY;
    for (int step = 0; step < PROJECTION_STEPS; step++) {
        const double now = equations_at(m, q, v);
        const int    settled = now < CLOSE_MISS && !(now < 0.5 * miss);
        miss = now;
        if (miss == 0.0 || settled || !isfinite(miss)) {
            break;
        }
        for (int i = 0; i < m->world.count; i++) {
            memset(m->motion[i].v, 0, sizeof m->motion[i].v);
        }
        for (int k = 0; k < m->system.rows; k++) {
            m->row[k].aim = -m->row[k].gap;
        }
        nsd_mechanism_correct(m, m->motion);
        displace(m, q, v);
    }
    m->equations_only = 0;
    return miss;
}

nsd_status nsd_mechanism_assemble(nsd_mechanism *m, double *q, double *v)
{
    if (m->set->joints == 0) {
        return NSD_OK;
    }
    m->start[0] = equations_at(m, q, v);
    m->start_left = nsd_mechanism_project(m, q, v);
    for (int j = 0; j < m->set->joints; j++) {
        memset(m->joint[j].impulse, 0, sizeof m->joint[j].impulse);
    }
    nsd_mechanism_settle(m, 1, q, v);
    nsd_mechanism_place(m, 0, q);
    for (int j = 0; j < m->set->joints; j++) {
        memset(m->joint[j].impulse, 0, sizeof m->joint[j].impulse);
        m->joint[j].angle = nsd_mechanism_joint_angle(m, j, 0);
        nsd_mechanism_gear_turn(m, j, NSD_AT_BEGINNING);
    }
    return isfinite(m->start_left) ? NSD_OK : NSD_ERR_BAD_ARGUMENT;
}
