/* bodies_search.c - which bodies may touch: a uniform grid, hashed                      (RB.9)
 *
 * A body is listed in the cell of its centre. Bodies no larger than a cell can touch only bodies in
 * the 3^d cells around; larger bodies are tried against all. */
#include <limits.h>
#include <string.h>

#include "bodies/bodies_parts.h"
#include "bodies/bodies_shape.h"

/* Largest distance, in cells, from which balls are seen to come. Larger: more pairs are tried;
 * smaller: fast balls overlap for a step.                                             (RB.10) */
#define LARGEST_REACH 0.1

/* Number of the cell along one axis; far away all bodies share one cell. */
static int cell_of(double x, double edge)
{
    const double c = floor(x / edge);
    return c > -1e9 && c < 1e9 ? (int)c : x < 0.0 ? -1000000000 : 1000000000;
}

/* The part of the hash of a cell that its number along one axis makes */
static unsigned key_of(int cell, int axis)
{
    static const unsigned factor[3] = { 73856093u, 19349663u, 83492791u };
    return (unsigned)cell * factor[axis];
}

static int hash_of(unsigned key, int table)
{
    return (int)((key ^ key >> 15) & (unsigned)(table - 1));
}

static void fill_grid(nsd_bodies *bodies)
{
    const nsd_body_set *set = bodies->set;
    nsd_body_grid      *grid = &bodies->grid;
    const double gap = bodies->gravity_gap + grid->reach; /* contacts have at most this one */
    const double edge = set->cell + gap;

    grid->large_count = 0;
    for (int k = 0; k < grid->table_size; k++) {
        grid->head[k] = -1;
    }
    for (int i = set->count - 1; i >= 0; i--) {
        const nsd_body *body = bodies->body + i;
        int            *cell = grid->cell + 3 * i;
        if (nsd_bodies_shape_is_infinite(set, i) ||
            !(body->bound * (1.0 + NSD_CLOSED_GAP) + 0.5 * gap <= 0.5 * edge)) {
            grid->large[grid->large_count++] = i;
            cell[0] = cell[1] = cell[2] = INT_MAX;
            continue;
        }
        unsigned key = 0;
        for (int k = 0; k < 3; k++) {
            cell[k] = cell_of(body->x[k], edge);
            key ^= key_of(cell[k], k);
        }
        const int place = hash_of(key, grid->table_size);
        grid->next[i] = grid->head[place];
        grid->head[place] = i;
    }
}

/* Adds the bodies in one cell, with the key of its hash, that body i reaches, to grid->neighbours,
 * which has `count`; returns the new count. */
static int add_bodies_of_cell(const nsd_bodies *bodies, const int *cell, unsigned key, int i,
                              int count)
{
    const nsd_body_grid *grid = &bodies->grid;
    const double         widest = nsd_bodies_widest_gap(bodies);
    int                  j = grid->head[hash_of(key, grid->table_size)];

    for (; j >= 0; j = grid->next[j]) {
        const int *other = grid->cell + 3 * j;
        if (other[0] == cell[0] && other[1] == cell[1] && other[2] == cell[2] &&
            nsd_bodies_reach(bodies, i, j, widest)) {
            grid->neighbours[count++] = j;
        }
    }
    return count;
}

/* grid->neighbours <- the bodies with numbers above i that may touch body i, ascending; returns
 * their number. Bodies come in order, and leave the grid: the next ones meet those above alone. */
static int find_neighbours(nsd_bodies *bodies, int i)
{
    const nsd_body_set  *set = bodies->set;
    const nsd_body_grid *grid = &bodies->grid;
    const int           *cell = grid->cell + 3 * i, deep = set->dimension == 3;
    int                  count = 0;

    if (!(set->cell > 0.0) || cell[0] == INT_MAX) {
        for (int j = i + 1; j < set->count; j++) {
            grid->neighbours[count++] = j;
        }
        return count;
    }
    const unsigned own = key_of(cell[0], 0) ^ key_of(cell[1], 1) ^ key_of(cell[2], 2);
    grid->head[hash_of(own, grid->table_size)] = grid->next[i]; /* i is its first */
    for (int z = cell[2] - deep; z <= cell[2] + deep; z++) {
        for (int y = cell[1] - 1; y <= cell[1] + 1; y++) {
            const unsigned key = key_of(y, 1) ^ key_of(z, 2);
            for (int x = cell[0] - 1; x <= cell[0] + 1; x++) {
                const int other[3] = { x, y, z };
                count = add_bodies_of_cell(bodies, other, key ^ key_of(x, 0), i, count);
            }
        }
    }
    for (int k = grid->large_count - 1; k >= 0; k--) {
        if (grid->large[k] > i) {
            grid->neighbours[count++] = grid->large[k];
        }
    }
    nsd_bodies_sort(grid->neighbours, count);
    return count;
}

/* How near two balls may come in the rest of a step                                    (RB.10) */
static double reach_of_balls(const nsd_bodies *bodies)
{
    double fastest = 0.0;
    for (int i = 0; i < bodies->set->count && nsd_bodies_take_coming(bodies); i++) {
        const double *v = bodies->body[i].old, square = nsd_dot3(v, v);
        fastest = square > fastest ? square : fastest;
    }
    const double reach = 2.0 * sqrt(fastest) * nsd_bodies_rest_of_step(bodies);
    const double cell = bodies->set->cell; /* 0: all pairs are tried */
    return cell > 0.0 ? fmin(reach, LARGEST_REACH * cell) : reach;
}

nsd_status nsd_bodies_find(nsd_bodies *bodies)
{
    const nsd_body_set *set = bodies->set;

    bodies->contacts.count = bodies->contacts.coming = 0;
    bodies->lanes.record = NULL; /* of the contacts of the step before */
    bodies->grid.reach = reach_of_balls(bodies);
    if (set->cell > 0.0) {
        fill_grid(bodies);
    }
    for (int i = 0; i < set->count; i++) {
        const int count = find_neighbours(bodies, i);
        for (int k = 0; k < count; k++) {
            NSD_TRY(nsd_bodies_add_pair(bodies, i, bodies->grid.neighbours[k]));
        }
        NSD_TRY(nsd_bodies_add_planes(bodies, i));
    }
    return NSD_OK;
}

/* Whether an open contact has closed when the step ends, if nothing else happens: without rebound
 * the overlap is taken back there and not one step later                              (RB.10) */
static int is_coming(const nsd_bodies *bodies, const nsd_body_contact *contact)
{
    const int       b = nsd_bodies_second(bodies, contact);
    const nsd_body *one = bodies->body + contact->a, *two = bodies->body + b;
    const double   *n = contact->frame.D;
    if (contact->restitution != 0.0 || !nsd_bodies_take_coming(bodies)) {
        return 0;
    }
    const double opens = nsd_dot3(n, one->free) - nsd_dot3(n, two->free);
    return contact->gap + nsd_bodies_rest_of_step(bodies) * opens <
           NSD_BODIES_PUSHED_REACH * bodies->grid.reach;
}

/* Keeps closed contacts, and contacts that gravity closes in this step where the pair had an
 * impulse in the step before: velocities within the tolerance must not open contacts at rest.
 *                                                                                       (RB.3) */
nsd_status nsd_bodies_keep_closed(nsd_bodies *bodies)
{
    const nsd_body_contacts *before = &bodies->contacts_before;
    nsd_body_contacts       *list = &bodies->contacts;
    const int                found = list->count;
    int                      kept = 0, k = 0;

    for (int c = 0; c < found; c++) {
        const nsd_body_contact *contact = list->item + c;
        const double            size = bodies->body[contact->a].bound +
                            bodies->body[nsd_bodies_second(bodies, contact)].bound;
        while (k < before->count && nsd_bodies_pair_order(before->item + k, contact) < 0) {
            k++;
        }
        const int pushed = k < before->count && before->item[k].streak > 0 &&
                           nsd_bodies_pair_order(before->item + k, contact) == 0;
        /* without rebound, and with overlaps taken back, contacts that gravity closes in this step
         * may begin with it: balls that are about to hit overlap less                        */
        const int early = bodies->project == NSD_PROJECT_AUTO && contact->restitution == 0.0;
        if (((pushed || early) && contact->gap <= NSD_CLOSED_GAP * size + bodies->gravity_gap) ||
            contact->gap <= NSD_CLOSED_GAP * size) {
            if (kept != c) {
                list->item[kept] = *contact;
            }
            kept++;
        } else if (is_coming(bodies, contact)) {
            const nsd_body_contact coming = *contact;
            NSD_TRY(nsd_bodies_add_contact(bodies, &coming));
        }
    }
    list->coming = list->count - found;
    if (list->coming > 0) { /* without contacts there may be no list */
        memmove(list->item + kept, list->item + found, (size_t)list->coming * sizeof *list->item);
    }
    list->count = kept;
    return NSD_OK;
}
