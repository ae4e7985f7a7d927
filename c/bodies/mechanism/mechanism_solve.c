/* mechanism_solve.c - impulses of joints: the rows that hold by a direct solver         (RB.19) */
#include <string.h>

#include "bodies/mechanism/mechanism_parts.h"

/* Passes after which only one row at a time changes between holding and a bound. Larger: rows that
 * change in turns take longer; smaller: more passes where many rows change at once. */
#define SINGLE_CHANGES 12

/* Velocity, in parts of the fastest side of a row, up to which a row at a bound is content. Larger:
 * joints stick too late; smaller: rounding makes rows change. */
#define CONTENT_RATE 1e-12

static double *entry(const nsd_mechanism *m, int row, int column)
{
    return m->system.A + (size_t)(row - column) + (size_t)column * ((size_t)m->set->width + 1);
}

/* The velocity of row i from a unit of row j                                            (RB.19) */
static double coupling(const nsd_joint_row *i, const nsd_joint_row *j, const nsd_motion *motion)
{
    const int     body_i[2] = { i->a, i->b }, body_j[2] = { j->a, j->b };
    const double *turn_i[2] = { i->turn_a, i->turn_b }, *turn_j[2] = { j->turn_a, j->turn_b };
    double        sum = 0.0, turned[3];

    for (int k = 0; k < 4; k++) {
        const int one = k & 1, two = k >> 1;
        if (body_i[one] != body_j[two] || !(motion[body_i[one]].inverse_mass > 0.0)) {
            continue;
        }
        const nsd_motion *body = motion + body_i[one];
        const double      line = body->inverse_mass * nsd_dot3(i->line, j->line);
        nsd_times3(body->J, turn_j[two], turned);
        sum += (one == two ? line : -line) + nsd_dot3(turn_i[one], turned);
    }
    return sum;
}

static int rows_behind(const nsd_mechanism *m, int j)
{
    int row = m->set->first[j];
    while (row < m->system.rows && m->row[row].joint == j) {
        row++;
    }
    return row;
}

static void fill_matrix(nsd_mechanism *m, const nsd_motion *motion)
{
    const nsd_joint_system *system = &m->system;

    memset(system->A, 0, (size_t)system->rows * ((size_t)m->set->width + 1) * sizeof(double));
    for (int p = 0; p < system->pairs; p++) {
        const int one = system->pair[2 * p], two = system->pair[2 * p + 1];
        const int end_one = rows_behind(m, one), end_two = rows_behind(m, two);
        for (int i = m->set->first[one]; i < end_one; i++) {
            for (int j = m->set->first[two]; j < end_two; j++) {
                if (nsd_mechanism_holds(m, m->row + i) && nsd_mechanism_holds(m, m->row + j)) {
                    *entry(m, i > j ? i : j, i > j ? j : i) = coupling(m->row + i, m->row + j,
                                                                       motion);
                }
            }
        }
    }
}

/* A = L D L', by columns; a row whose pivot is small depends on those before and is left out. */
void nsd_mechanism_factor(nsd_mechanism *m, const nsd_motion *motion)
{
    const nsd_joint_system *system = &m->system;
    const int               n = system->rows, width = m->set->width;

    fill_matrix(m, motion);
    for (int k = 0; k < n; k++) {
        system->diagonal[k] = *entry(m, k, k);
    }
    for (int k = 0; k < n; k++) {
        double      *column = entry(m, k, k);
        const int    last = k + width < n ? width : n - 1 - k;
        const double pivot = column[0];
        const int    holds = pivot > m->dependent * system->diagonal[k];
        system->inverse[k] = holds ? 1.0 / pivot : 0.0;
        for (int j = 1; j <= last; j++) {
            const double factor = column[j] * system->inverse[k];
            double      *next = entry(m, k + j, k + j);
            for (int i = j; i <= last && factor != 0.0; i++) {
                next[i - j] -= column[i] * factor;
            }
        }
        for (int j = 1; j <= last; j++) {
            column[j] *= system->inverse[k];
        }
    }
}

static void factor_solve(const nsd_mechanism *m)
{
    const nsd_joint_system *system = &m->system;
    const int               n = system->rows, width = m->set->width;
    double                 *x = system->x;

    for (int k = 0; k < n; k++) {
        const double *column = entry(m, k, k);
        const int     last = k + width < n ? width : n - 1 - k;
        for (int j = 1; j <= last; j++) {
            x[k + j] -= column[j] * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *column = entry(m, k, k);
        const int     last = k + width < n ? width : n - 1 - k;
        x[k] *= system->inverse[k];
        for (int j = 1; j <= last; j++) {
            x[k] -= column[j] * x[k + j];
        }
    }
}

/* Makes the rows that hold have their velocities, or none (`asks` is 0). */
static void solve_rows(nsd_mechanism *m, nsd_motion *motion, int asks)
{
    for (int k = 0; k < m->system.rows; k++) {
        const nsd_joint_row *row = m->row + k;
        const double         rate = nsd_mechanism_rate(row, motion[row->a].v, motion[row->b].v);
        m->system.x[k] = nsd_mechanism_holds(m, row) ? (asks ? row->aim : 0.0) - rate : 0.0;
    }
    factor_solve(m);
    for (int k = 0; k < m->system.rows; k++) {
        nsd_joint_row *row = m->row + k;
        nsd_mechanism_push(row, m->system.x[k], motion + row->a, motion + row->b);
        row->impulse += m->system.x[k];
    }
}

void nsd_mechanism_correct(nsd_mechanism *m, nsd_motion *motion)
{
    solve_rows(m, motion, 1);
    solve_rows(m, motion, 1); /* once more for what rounding leaves */
}

void nsd_mechanism_respond(nsd_mechanism *m, nsd_motion *motion)
{
    solve_rows(m, motion, 0);
}

void nsd_mechanism_hold(nsd_mechanism *m, nsd_motion *motion)
{
    for (int k = 0; k < m->system.rows; k++) {
        nsd_joint_row *row = m->row + k;
        row->impulse = 0.0;
        if (!nsd_mechanism_holds(m, row)) {
            const double bound = row->state < 0 ? row->low : row->high;
            row->impulse = isfinite(bound) ? bound : 0.0;
            nsd_mechanism_push(row, row->impulse, motion + row->a, motion + row->b);
        }
    }
    nsd_mechanism_correct(m, motion);
}

/* The state that row k, with bounds, should have after a pass. A row that depends on others, as
 * that of a motor on that of the friction in its joint, does not hold by itself: where it misses
 * its velocity it goes to the bound that pushes there.                                  (RB.19) */
static int better_state(const nsd_mechanism *m, int k, const nsd_motion *motion)
{
    const nsd_joint_row *row = m->row + k;
    const double        *one = motion[row->a].v, *two = motion[row->b].v;
    const double         rate = nsd_mechanism_rate(row, one, two) - row->aim;
    double               fast = fabs(row->aim);

    if (row->low == row->high) {
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        fast += fabs(row->line[i]) * (fabs(one[i]) + fabs(two[i])) +
                fabs(row->turn_a[i] * one[3 + i]) + fabs(row->turn_b[i] * two[3 + i]);
    }
    if (row->state == 0) {
        if (m->system.inverse[k] == 0.0 && fabs(rate) > CONTENT_RATE * fast) {
            return rate < 0.0 ? 1 : -1;
        }
        return row->impulse < row->low ? -1 : row->impulse > row->high ? 1 : 0;
    }
    return row->state * rate > CONTENT_RATE * fast ? 0 : row->state;
}

void nsd_mechanism_joint_change(nsd_mechanism *m, const nsd_motion *motion)
{
    m->changed = 0;
    for (int k = 0; k < m->system.rows; k++) {
        nsd_joint_row *row = m->row + k;
        const int      state = row->kind == NSD_ROW_HELD ? 0 : better_state(m, k, motion);
        if (state != row->state && !(m->changed && m->pass > SINGLE_CHANGES)) {
            row->state = state;
            m->changed = 1;
        }
    }
}
