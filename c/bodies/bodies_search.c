/* bodies_search.c - which bodies may touch: a uniform grid, hashed                    (RB.9)
 *
 * Every body stands in the cell of its centre. Bodies no larger than a cell can touch only those
 * in the 3^d cells around; larger ones are tried against all. */
#include <limits.h>

#include "bodies/bodies_parts.h"

static int cell_of(double x, double edge)
{
    const double c = floor(x / edge);
    return c > -1e9 && c < 1e9 ? (int)c : x < 0.0 ? -1000000000 : 1000000000;
}

static int hash_of(const int *cell, int table)
{
    const unsigned key = (unsigned)cell[0] * 73856093u ^ (unsigned)cell[1] * 19349663u ^
                         (unsigned)cell[2] * 83492791u;
    return (int)((key ^ key >> 15) & (unsigned)(table - 1));
}

static void fill_grid(nsd_bodies *bodies)
{
    const nsd_body_set *set = bodies->set;
    const double        edge = set->cell + bodies->slack; /* nearly closed gaps included */

    bodies->larges = 0;
    for (int k = 0; k < bodies->table; k++) {
        bodies->head[k] = -1;
    }
    for (int i = set->count - 1; i >= 0; i--) {
        const nsd_body *body = bodies->body + i;
        int            *cell = bodies->cell + 3 * i;
        if (!(body->bound * (1.0 + NSD_TOUCH_SLACK) + 0.5 * bodies->slack <= 0.5 * edge)) {
            bodies->large[bodies->larges++] = i;
            cell[0] = cell[1] = cell[2] = INT_MAX;
            continue;
        }
        for (int k = 0; k < 3; k++) {
            cell[k] = cell_of(body->x[k], edge);
        }
        const int place = hash_of(cell, bodies->table);
        bodies->next[i] = bodies->head[place];
        bodies->head[place] = i;
    }
}

/* Adds the bodies above i in one cell to near; returns how many there are then. */
static int look_into(const nsd_bodies *bodies, const int *cell, int i, int count)
{
    int j = bodies->head[hash_of(cell, bodies->table)];
    for (; j >= 0; j = bodies->next[j]) {
        const int *other = bodies->cell + 3 * j;
        if (j > i && other[0] == cell[0] && other[1] == cell[1] && other[2] == cell[2]) {
            bodies->near[count++] = j;
        }
    }
    return count;
}

static void sort(int *list, int count)
{
    for (int k = 1; k < count; k++) {
        const int value = list[k];
        int       place = k;
        for (; place > 0 && list[place - 1] > value; place--) {
            list[place] = list[place - 1];
        }
        list[place] = value;
    }
}

/* The bodies above i that may touch it, ascending, in bodies->near. */
static int neighbours(nsd_bodies *bodies, int i)
{
    const nsd_body_set *set = bodies->set;
    const int          *cell = bodies->cell + 3 * i, deep = set->dimension == 3;
    int                 count = 0;

    if (cell[0] == INT_MAX || !(set->cell > 0.0)) {
        for (int j = i + 1; j < set->count; j++) {
            bodies->near[count++] = j;
        }
        return count;
    }
    for (int z = -deep; z <= deep; z++) {
        for (int k = 0; k < 9; k++) {
            const int look[3] = { cell[0] + k % 3 - 1, cell[1] + k / 3 - 1, cell[2] + z };
            count = look_into(bodies, look, i, count);
        }
    }
    for (int k = bodies->larges - 1; k >= 0; k--) {
        if (bodies->large[k] > i) {
            bodies->near[count++] = bodies->large[k];
        }
    }
    sort(bodies->near, count);
    return count;
}

nsd_status nsd_bodies_find(nsd_bodies *bodies)
{
    const nsd_body_set *set = bodies->set;
    nsd_status          status = NSD_OK;

    bodies->now.count = 0;
    if (set->cell > 0.0) {
        fill_grid(bodies);
    }
    for (int i = 0; i < set->count && status == NSD_OK; i++) {
        const int count = neighbours(bodies, i);
        for (int k = 0; k < count && status == NSD_OK; k++) {
            status = nsd_bodies_add_pair(bodies, i, bodies->near[k]);
        }
        for (int p = 0; p < set->planes && status == NSD_OK; p++) {
            status = nsd_bodies_add_pair(bodies, i, set->count + p);
        }
    }
    return status;
}

static int pair_order(const nsd_touch *one, const nsd_touch *two)
{
    return one->a != two->a ? (one->a < two->a ? -1 : 1) : (one->b > two->b) - (one->b < two->b);
}

/* Closed contacts stay, and nearly closed ones of pairs that pushed in the step before: what sweeps
 * leave of a velocity must not open a contact that gravity would close again.            (RB.3) */
void nsd_bodies_keep_closed(nsd_bodies *bodies)
{
    const nsd_touch_list *before = &bodies->before;
    int                   kept = 0, k = 0;

    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        double           size = bodies->body[touch->a].bound;
        if (touch->b < bodies->set->count) {
            size += bodies->body[touch->b].bound;
        }
        while (k < before->count && pair_order(before->item + k, touch) < 0) {
            k++;
        }
        const int pushed = k < before->count && before->item[k].streak > 0 &&
                           pair_order(before->item + k, touch) == 0;
        if (pushed || touch->gap <= NSD_TOUCH_SLACK * size) {
            if (kept != c) {
                bodies->now.item[kept] = *touch;
            }
            kept++;
        }
    }
    bodies->now.count = kept;
}
