/* mechanism_gear.c - gears and racks: wheels that roll on each other without slip         (RB.28)
 *
 * A wheel turns against the line of centres, or against the axis of the other wheel where the axes
 * are not parallel. Both are seen from the frame that the wheel carries as a direction (X, Y),
 * whose
 * angle is atan2(Y, X); X and Y are equations of mechanism_joint.c. So a gear needs no third body
 * that carries the wheels, forces act in pairs, and means over the step say exactly how the angles
 * change. */
#include <string.h>

#include "bodies/mechanism/mechanism_parts.h"

/* Turns of the first wheel that a start is tried with. Larger: starts after more turns are found,
 * starts off the gear by chance too; smaller: runs that go on from others are moved. */
#define MOST_TURNS 500

/* Miss, in radians, at which such a start is taken. Larger: by chance; smaller: rounding. */
#define SAME_TURN 1e-9

/* Angle up to which a sine over its angle is taken from its series */
#define SMALL_TURN 1e-3

static const double pi = 3.14159265358979323846;

typedef struct gear_table { /* X and Y of wheels a and b, and a travel in the equation */
    nsd_joint_equation seen[2][2];
    int                travels;
} gear_table;

static const gear_table table_of[NSD_JOINTS] = {
    [NSD_JOINT_GEAR] = { { { { NSD_ON_LINE, 1 }, { NSD_ON_LINE, 2 } },
                           { { NSD_ON_LINE_B, 1 }, { NSD_ON_LINE_B, 2 } } },
                         0 },
    [NSD_JOINT_BEVEL] = { { { { NSD_ON_ANGLE, 3 }, { NSD_ON_ANGLE, 6 } },
                            { { NSD_ON_ANGLE, 1 }, { NSD_ON_ANGLE, 2 } } },
                          0 },
    [NSD_JOINT_RACK] = { { { { 0, 0 } }, { { NSD_ON_ANGLE, 4 }, { NSD_ON_ANGLE, 7 } } }, 1 },
};

/* weight <- of the angles of a and b in the equation; zeros for joints of other kinds */
static void weights_of(const nsd_joint *joint, double *weight)
{
    const int gear = joint->kind == NSD_JOINT_GEAR || joint->kind == NSD_JOINT_BEVEL;
    weight[0] = gear ? joint->ratio : 0.0;
    weight[1] = gear ? -1.0 : joint->kind == NSD_JOINT_RACK ? joint->ratio : 0.0;
}

/* part <- the row of an equation of the gear; returns its value */
static double part_of(const nsd_mechanism *m, const nsd_joint_row *row, nsd_joint_equation what,
                      nsd_joint_place place, nsd_joint_row *part)
{
    *part = *row;
    part->what[0] = what.what;
    part->what[1] = what.which;
    nsd_mechanism_fill_row(m, part, place);
    return part->gap;
}

static void add_part(nsd_joint_row *row, double factor, const nsd_joint_row *part)
{
    nsd_add_scaled3(row->line, factor, part->line, row->line);
    nsd_add_scaled3(row->turn_a, factor, part->turn_a, row->turn_a);
    nsd_add_scaled3(row->turn_b, factor, part->turn_b, row->turn_b);
}

/* The angle of wheel k at a place of the step; xy <- the direction */
static double wheel_angle(const nsd_mechanism *m, const nsd_joint_row *row, int k,
                          nsd_joint_place place, double *xy)
{
    const gear_table *table = table_of + m->set->joint[row->joint].kind;
    nsd_joint_row     part;
    for (int i = 0; i < 2; i++) {
        xy[i] = part_of(m, row, table->seen[k][i], place, &part);
    }
    return atan2(xy[1], xy[0]);
}

/* The same angle with as many turns as bring it next to `near` */
static double with_turns(double angle, double near)
{
    return angle + 2.0 * pi * floor((near - angle) / (2.0 * pi) + 0.5);
}

/* Adds weight times the direction in which the angle of wheel k grows, so that the mean velocities
 * of the step times h are its change: x_0 y_1 - x_1 y_0 is that of means, and the sine
 * (RB.28) */
static void add_angle(const nsd_mechanism *m, nsd_joint_row *row, int k, double weight,
                      nsd_joint_place place)
{
    const gear_table *table = table_of + m->set->joint[row->joint].kind;
    const int         middle = place == NSD_AT_MIDDLE;
    double            from[2], to[2];
    nsd_joint_row     part[2];

    wheel_angle(m, row, k, middle ? NSD_AT_BEGINNING : place, from);
    wheel_angle(m, row, k, middle ? NSD_AT_END : place, to);
    const double sine = from[0] * to[1] - to[0] * from[1];
    const double cosine = from[0] * to[0] + from[1] * to[1];
    const double turn = atan2(sine, cosine), size = sqrt(sine * sine + cosine * cosine);
    const double secant = fabs(turn) < SMALL_TURN ? 1.0 + turn * turn / 6.0 : turn / sin(turn);
    const double scale = size > 0.0 ? 0.5 * weight * secant / size : 0.0;
    for (int i = 0; i < 2; i++) {
        part_of(m, row, table->seen[k][i], place, part + i);
    }
    add_part(row, scale * (from[0] + to[0]), part + 1);
    add_part(row, -scale * (from[1] + to[1]), part);
}

void nsd_mechanism_gear(const nsd_mechanism *m, nsd_joint_row *row, nsd_joint_place place)
{
    const nsd_joint         *joint = m->set->joint + row->joint;
    const nsd_joint_equation travel = { NSD_ON_LINE, 1 };
    double                   weight[2], xy[2], gap = 0.0;
    nsd_joint_row            part;

    weights_of(joint, weight);
    memset(row->line, 0, sizeof row->line);
    memset(row->turn_a, 0, sizeof row->turn_a);
    memset(row->turn_b, 0, sizeof row->turn_b);
    if (table_of[joint->kind].travels) {
        gap = part_of(m, row, travel, place, &part);
        add_part(row, 1.0, &part);
    }
    for (int k = 0; k < 2; k++) {
        if (weight[k] != 0.0) {
            add_angle(m, row, k, weight[k], place);
            const double angle = wheel_angle(m, row, k, place, xy);
            gap += weight[k] * with_turns(angle, m->joint[row->joint].wheel[k]);
        }
    }
    row->gap = gap;
}

void nsd_mechanism_gear_turn(nsd_mechanism *m, int j, nsd_joint_place place)
{
    const nsd_joint_row row = { .joint = j };
    double             *wheel = m->joint[j].wheel, weight[2], xy[2];

    weights_of(m->set->joint + j, weight);
    for (int k = 0; k < 2; k++) {
        if (weight[k] != 0.0) {
            wheel[k] = with_turns(wheel_angle(m, &row, k, place, xy), wheel[k]);
        }
    }
}

/* Angles are known up to turns. The start takes those of the fewest turns of a that meet the
 * equation; if there are none, the fewest at all. */
void nsd_mechanism_gear_start(nsd_mechanism *m, int j)
{
    double       *wheel = m->joint[j].wheel, weight[2], best = INFINITY;
    nsd_joint_row miss = { .joint = j };

    weights_of(m->set->joint + j, weight);
    if (weight[1] == 0.0) {
        return;
    }
    wheel[0] = wheel[1] = 0.0;
    nsd_mechanism_gear_turn(m, j, NSD_AT_BEGINNING);
    nsd_mechanism_gear(m, &miss, NSD_AT_BEGINNING);
    const double first = wheel[0], second = wheel[1];
    for (int k = 0; k <= 2 * MOST_TURNS && !(best < SAME_TURN); k++) {
        const double turns = k % 2 == 0 ? 0.5 * k : -0.5 * (k + 1);
        const double gap = miss.gap + 2.0 * pi * turns * weight[0];
        const double back = floor(gap / (2.0 * pi * weight[1]) + 0.5);
        const double left = fabs(gap - 2.0 * pi * back * weight[1]);
        if (k == 0 || left < SAME_TURN) {
            best = left;
            wheel[0] = first + 2.0 * pi * turns;
            wheel[1] = second - 2.0 * pi * back;
        }
    }
}
