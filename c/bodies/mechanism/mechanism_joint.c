/* mechanism_joint.c - the equations of joints, their rows with bounds                   (RB.19)
 *
 * With s from the point of a to that of b, and axes d_a (of a), d_b (of b), every equation is
 * linear or quadratic in positions and rotations, so that rows of means over the step say exactly
 * how it changes. */
#include <string.h>

#include "bodies/mechanism/mechanism_parts.h"

#define MOST_ROWS 9 /* of a joint: six equations, limit, friction, motor */

typedef nsd_joint_equation equation;

typedef struct joint_table { /* equations of a kind of joint, ended by count */
    int      count;
    equation row[6];
} joint_table;

#define AT               \
    { NSD_ON_POINT, 0 }, \
    {                    \
        NSD_ON_POINT, 1  \
    }
#define AT3             \
    AT,                 \
    {                   \
        NSD_ON_POINT, 2 \
    }
#define ALIGNED          \
    { NSD_ON_ANGLE, 3 }, \
    {                    \
        NSD_ON_ANGLE, 6  \
    } /* axes 1 and 2 of a to axis 0 of b */

/* clang-format off */
static const joint_table in_space[NSD_JOINTS] = {
    [NSD_JOINT_BALL]      = { 3, { AT3 } },
    [NSD_JOINT_HINGE]     = { 5, { AT3, ALIGNED } },
    [NSD_JOINT_SLIDER]    = { 5, { { NSD_ON_LINE, 1 }, { NSD_ON_LINE, 2 }, ALIGNED, { NSD_ON_ANGLE, 5 } } },
    [NSD_JOINT_CYLINDER]  = { 4, { { NSD_ON_LINE, 1 }, { NSD_ON_LINE, 2 }, ALIGNED } },
    [NSD_JOINT_UNIVERSAL] = { 4, { AT3, { NSD_ON_ANGLE, 0 } } },
    [NSD_JOINT_FIXED]     = { 6, { AT3, ALIGNED, { NSD_ON_ANGLE, 5 } } },
    [NSD_JOINT_DISTANCE]  = { 1, { { NSD_ON_LENGTH, 0 } } },
    [NSD_JOINT_GEAR]      = { 1, { { NSD_ON_GEAR, 0 } } },
    [NSD_JOINT_BEVEL]     = { 1, { { NSD_ON_GEAR, 0 } } },
    [NSD_JOINT_RACK]      = { 1, { { NSD_ON_GEAR, 0 } } },
};
/* The axis lies in the plane, as does direction 1 across it. */
static const joint_table in_plane[NSD_JOINTS] = {
    [NSD_JOINT_BALL]      = { 2, { AT } },
    [NSD_JOINT_HINGE]     = { 2, { AT } },
    [NSD_JOINT_SLIDER]    = { 2, { { NSD_ON_LINE, 1 }, { NSD_ON_ANGLE, 1 } } },
    [NSD_JOINT_FIXED]     = { 3, { AT, { NSD_ON_ANGLE, 1 } } },
    [NSD_JOINT_DISTANCE]  = { 1, { { NSD_ON_LENGTH, 0 } } },
    [NSD_JOINT_GEAR]      = { 1, { { NSD_ON_GEAR, 0 } } },
    [NSD_JOINT_RACK]      = { 1, { { NSD_ON_GEAR, 0 } } },
};
/* clang-format on */

/* A motor of any force goes to the limits of its joint and no farther: they have no row of
 * their own */
static int rules(const nsd_joint *joint)
{
    return joint->motor != NSD_MOTOR_NONE && !isfinite(joint->strongest);
}

/* The rows of a joint: equations, then those with bounds; returns their number. */
static int rows_of(const nsd_joint *joint, int dimension, nsd_joint_row *row)
{
    const joint_table *table = (dimension == 2 ? in_plane : in_space) + joint->kind;
    const int          moves = joint->kind == NSD_JOINT_SLIDER;
    const equation     free = joint->kind == NSD_JOINT_ROPE ? (equation){ NSD_ON_LENGTH, 0 }
                              : moves                       ? (equation){ NSD_ON_LINE, 0 }
                                                            : (equation){ NSD_ON_TURN, 0 };
    const int          limited = joint->limit[0] > -INFINITY || joint->limit[1] < INFINITY;
    const int          bounded[3] = { joint->kind == NSD_JOINT_ROPE || (limited && !rules(joint)),
                                      joint->friction > 0.0, joint->motor != NSD_MOTOR_NONE };
    int                count = table->count;

    for (int k = 0; k < table->count; k++) {
        row[k] = (nsd_joint_row){ .kind = NSD_ROW_HELD,
                                  .what = { table->row[k].what, table->row[k].which } };
    }
    for (int k = 0; k < 3; k++) {
        if (bounded[k]) {
            row[count++] = (nsd_joint_row){ .kind = (nsd_row_kind)(NSD_ROW_LIMIT + k),
                                            .what = { free.what, free.which } };
        }
    }
    return count;
}

/* Rows of two joints are coupled when these share a free body. */
static int are_coupled(const nsd_mechanism_world *world, const nsd_joint *one, const nsd_joint *two)
{
    const int body[2] = { one->a, one->b };
    int       coupled = 0;
    for (int k = 0; k < 2; k++) {
        coupled |= body[k] < world->count && world->mass[body[k]] < INFINITY &&
                   (body[k] == two->a || body[k] == two->b);
    }
    return coupled;
}

static int count_pairs(const nsd_mechanism_set *set, const nsd_mechanism_world *world)
{
    int pairs = 0;
    for (int i = 0; i < set->joints; i++) {
        for (int j = 0; j <= i; j++) {
            pairs += i == j || are_coupled(world, set->joint + i, set->joint + j);
        }
    }
    return pairs;
}

static int count_rows(const nsd_mechanism_set *set, const nsd_mechanism_world *world)
{
    nsd_joint_row row[MOST_ROWS];
    int           rows = 0;
    for (int j = 0; j < set->joints; j++) {
        rows += rows_of(set->joint + j, world->dimension, row);
    }
    return rows;
}

/* Numbers to either side of the diagonal, by the place of the first row of each joint */
static int width_of(const nsd_mechanism_set *set, const nsd_mechanism_world *world,
                    const int *first)
{
    nsd_joint_row row[MOST_ROWS];
    int           width = 0;
    for (int i = 0; i < set->joints; i++) {
        const int last = first[i] + rows_of(set->joint + i, world->dimension, row) - 1;
        for (int j = 0; j < set->joints; j++) {
            const int apart = last - first[j];
            if (apart > width && (i == j || are_coupled(world, set->joint + i, set->joint + j))) {
                width = apart;
            }
        }
    }
    return width;
}

/* Breadth first from joint to joint (Cuthill and McKee 1969); first[] marks those found by 1. */
int nsd_mechanism_order(const nsd_mechanism_set *set, const nsd_mechanism_world *world, int *order,
                        int *first)
{
    nsd_joint_row row[MOST_ROWS];
    int           done = 0, rows = 0;

    memset(first, 0, (size_t)set->joints * sizeof *first);
    for (int i = 0; i < set->joints; i++) {
        int next = done;
        if (!first[i]) {
            order[done++] = i;
            first[i] = 1;
        }
        for (; next < done; next++) {
            for (int j = 0; j < set->joints; j++) {
                if (!first[j] && are_coupled(world, set->joint + order[next], set->joint + j)) {
                    order[done++] = j;
                    first[j] = 1;
                }
            }
        }
    }
    for (int k = 0; k < set->joints; k++) {
        first[order[k]] = rows;
        rows += rows_of(set->joint + order[k], world->dimension, row);
    }
    return width_of(set, world, first);
}

void nsd_mechanism_joint_lay_out(nsd_mechanism *m, const nsd_mechanism_set *set,
                                 const nsd_mechanism_world *world, nsd_scratch *scratch)
{
    nsd_joint_system *system = &m->system;
    const size_t      joints = (size_t)set->joints, bodies = (size_t)world->count + 1;

    if (set->joints == 0) {
        return;
    }
    system->rows = count_rows(set, world);
    system->pairs = count_pairs(set, world);
    const size_t rows = (size_t)system->rows;
    m->row = nsd_scratch_take(scratch, rows, sizeof *m->row);
    m->joint = nsd_scratch_take(scratch, joints, sizeof *m->joint);
    m->motion = nsd_scratch_take(scratch, bodies, sizeof *m->motion);
    system->pair = nsd_scratch_ints(scratch, 2 * (size_t)system->pairs);
    system->A = nsd_scratch_doubles(scratch, rows * ((size_t)set->width + 1));
    NSD_SCRATCH_EACH(scratch, rows, &system->inverse, &system->diagonal, &system->x);
}

void nsd_mechanism_joint_init(nsd_mechanism *m)
{
    const nsd_mechanism_set *set = m->set;
    int                      pairs = 0;

    for (int j = 0; j < set->joints; j++) {
        nsd_joint_row *row = m->row + set->first[j];
        const int      count = rows_of(set->joint + j, m->world.dimension, row);
        for (int k = 0; k < count; k++) {
            row[k].joint = j;
            row[k].a = set->joint[j].a;
            row[k].b = set->joint[j].b;
        }
        for (int i = 0; i <= j; i++) {
            if (i == j || are_coupled(&m->world, set->joint + i, set->joint + j)) {
                m->system.pair[2 * pairs] = i;
                m->system.pair[2 * pairs++ + 1] = j;
            }
        }
    }
    for (int j = 0; j < set->joints; j++) {
        m->joint[j].angle = nsd_mechanism_joint_angle(m, j, 0);
        nsd_mechanism_gear_start(m, j);
    }
}

typedef struct pose { /* of the two sides of a joint */
    const double *x[2], *R[2];
} pose;

static pose pose_of(const nsd_mechanism *m, const nsd_joint *joint, nsd_joint_place place)
{
    const nsd_link *side[2] = { m->link + joint->a, m->link + joint->b };
    pose            p;
    for (int k = 0; k < 2; k++) {
        const int end = place == NSD_AT_END;
        p.x[k] = place == NSD_AT_MIDDLE ? side[k]->centre : side[k]->x[end];
        p.R[k] = place == NSD_AT_MIDDLE ? side[k]->half : side[k]->R[end];
    }
    return p;
}

/* arm[k] <- from the centres to the points; s <- from the point of a to that of b */
static void arms_of(const nsd_joint *joint, const pose *p, double arm[2][3], double *s)
{
    nsd_times3(p->R[0], joint->point_a, arm[0]);
    nsd_times3(p->R[1], joint->point_b, arm[1]);
    for (int k = 0; k < 3; k++) {
        s[k] = p->x[1][k] + arm[1][k] - p->x[0][k] - arm[0][k];
    }
}

/* A row along `line`, whose force acts at the end of arm_b, which is that of arm_a + s */
static void set_line(nsd_joint_row *row, const double *line, double arm[2][3], const double *shift)
{
    double from[3], turn[3];
    memcpy(row->line, line, sizeof row->line);
    nsd_add_scaled3(arm[0], 1.0, shift, from);
    nsd_cross3(arm[1], line, row->turn_b);
    nsd_cross3(line, from, turn);
    memcpy(row->turn_a, turn, sizeof turn);
}

static void set_turn(nsd_joint_row *row, const double *axis)
{
    memset(row->line, 0, sizeof row->line);
    for (int k = 0; k < 3; k++) {
        row->turn_b[k] = axis[k];
        row->turn_a[k] = -axis[k];
    }
}

void nsd_mechanism_fill_row(const nsd_mechanism *m, nsd_joint_row *row, nsd_joint_place place)
{
    const nsd_joint *joint = m->set->joint + row->joint;
    const pose       p = pose_of(m, joint, place);
    const double     none[3] = { 0.0, 0.0, 0.0 }, out[3] = { 0.0, 0.0, 1.0 };
    double           arm[2][3], s[3], e[3], f[3], axis[3];

    arms_of(joint, &p, arm, s);
    switch (row->what[0]) {
    case NSD_ON_POINT:
        memset(axis, 0, sizeof axis);
        axis[row->what[1]] = 1.0;
        set_line(row, axis, arm, none);
        row->gap = s[row->what[1]];
        break;
    case NSD_ON_LINE:
        nsd_times3(p.R[0], joint->frame_a + 3 * row->what[1], axis);
        set_line(row, axis, arm, s);
        row->gap = nsd_dot3(axis, s);
        break;
    case NSD_ON_LINE_B: /* as above, with a and b in each other's place */
        nsd_times3(p.R[1], joint->frame_b + 3 * row->what[1], axis);
        set_line(row, axis, arm, none);
        nsd_cross3(axis, s, e);
        nsd_add_scaled3(row->turn_b, 1.0, e, row->turn_b);
        row->gap = nsd_dot3(axis, s);
        break;
    case NSD_ON_ANGLE:
        nsd_times3(p.R[0], joint->frame_a + 3 * (row->what[1] / 3), e);
        nsd_times3(p.R[1], joint->frame_b + 3 * (row->what[1] % 3), f);
        nsd_cross3(f, e, axis);
        set_turn(row, axis);
        row->gap = nsd_dot3(e, f);
        break;
    case NSD_ON_LENGTH:
        for (int k = 0; k < 3; k++) {
            axis[k] = s[k] / joint->length;
        }
        set_line(row, axis, arm, none);
        row->gap = 0.5 * (nsd_dot3(s, s) / joint->length - joint->length);
        break;
    case NSD_ON_GEAR:
        nsd_mechanism_gear(m, row, place);
        break;
    default:
        nsd_times3(p.R[0], m->world.dimension == 2 ? out : joint->frame_a, axis);
        set_turn(row, axis);
        row->gap = 0.0;
    }
}

void nsd_mechanism_joint_rows(nsd_mechanism *m, nsd_joint_place place)
{
    for (int k = 0; k < m->system.rows; k++) {
        nsd_mechanism_fill_row(m, m->row + k, place);
    }
}

double nsd_mechanism_joint_angle(const nsd_mechanism *m, int j, int end)
{
    const nsd_joint *joint = m->set->joint + j;
    const pose       p = pose_of(m, joint, end ? NSD_AT_END : NSD_AT_BEGINNING);
    double           arm[2][3], s[3], e[3], f[3], g[3];

    if (joint->kind == NSD_JOINT_SLIDER || joint->kind == NSD_JOINT_ROPE) {
        arms_of(joint, &p, arm, s);
        nsd_times3(p.R[0], joint->frame_a, e);
        return joint->kind == NSD_JOINT_SLIDER ? nsd_dot3(e, s) : sqrt(nsd_dot3(s, s));
    }
    if (m->world.dimension == 2) {
        return m->link[joint->b].angle[end] - m->link[joint->a].angle[end] - joint->length;
    }
    nsd_times3(p.R[0], joint->frame_a + 3, e);
    nsd_times3(p.R[0], joint->frame_a + 6, f);
    nsd_times3(p.R[1], joint->frame_b + 3, g);
    return atan2(nsd_dot3(f, g), nsd_dot3(e, g));
}

double nsd_mechanism_joint_turned(const nsd_mechanism *m, int j)
{
    const nsd_joint *joint = m->set->joint + j;
    const double     full = 8.0 * atan(1.0);
    const double turned = nsd_mechanism_joint_angle(m, j, 1) - nsd_mechanism_joint_angle(m, j, 0);
    const int    wraps = m->world.dimension == 3 && joint->kind != NSD_JOINT_SLIDER &&
                      joint->kind != NSD_JOINT_ROPE;
    return wraps ? turned - full * floor(turned / full + 0.5) : turned;
}

/* What a limit or rope asks for, where it is reached in this step: as a contact   (RB.3), (RB.5) */
static void aim_limit(nsd_mechanism *m, nsd_joint_row *row, double rate, int first)
{
    const nsd_joint *joint = m->set->joint + row->joint;
    const double     there = m->joint[row->joint].angle + m->gamma * m->h * rate;
    const int        rope = joint->kind == NSD_JOINT_ROPE;
    const double     low = rope ? -INFINITY : joint->limit[0];
    const double     high = rope ? joint->length : joint->limit[1];

    row->aim = -joint->restitution * rate;
    row->low = 0.0;
    row->high = 0.0;
    if (there <= low) {
        row->high = INFINITY;
    } else if (there >= high) {
        row->low = -INFINITY;
    }
    const int open = row->low == row->high;
    if (open) {
        row->state = -1;
    } else if (first) {
        row->state = 0;
    }
}

static void aim_motor(nsd_mechanism *m, nsd_joint_row *row)
{
    const nsd_joint *joint = m->set->joint + row->joint;
    const double     angle = m->joint[row->joint].angle;
    const double     target = joint->source == NSD_LOAD_FUNCTION ? m->later[joint->place]
                                                                 : joint->target;
    row->aim = joint->motor == NSD_MOTOR_SPEED ? target : (target - angle) / m->h;
    if (rules(joint)) {
        row->aim = fmin(fmax(row->aim, (joint->limit[0] - angle) / m->h),
                        (joint->limit[1] - angle) / m->h);
    }
    row->high = m->h * joint->strongest;
    row->low = -row->high;
}

void nsd_mechanism_joint_pass(nsd_mechanism *m, const nsd_body *body)
{
    for (int k = 0; k < m->system.rows; k++) { /* the misses at the beginning */
        nsd_joint_row *row = m->row + k;
        nsd_mechanism_fill_row(m, row, NSD_AT_BEGINNING);
        const double gap = row->gap;
        nsd_mechanism_fill_row(m, row, NSD_AT_MIDDLE);
        row->gap = gap;
        const double rate = nsd_mechanism_rate(row, body[row->a].old, body[row->b].old);
        if (row->kind == NSD_ROW_HELD) {
            row->aim = -2.0 * gap / m->h - rate;
        } else if (row->kind == NSD_ROW_LIMIT) {
            aim_limit(m, row, rate, m->pass == 0);
        } else if (row->kind == NSD_ROW_FRICTION) {
            row->aim = 0.0;
            row->high = m->h * m->set->joint[row->joint].friction;
            row->low = -row->high;
        } else {
            aim_motor(m, row);
        }
    }
}
