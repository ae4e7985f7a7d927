/* bodies_patch.c - contacts above the goal and their neighbours, swept again        (RB.15)
 *
 * The cost of a patch does not depend on contacts outside: each body has a list of its rows, and
 * only residuals of rows of bodies that the sweeps moved are computed again. */
#include <string.h>

#include "bodies/bodies_patch.h"

/* Numbers that are sorted by plain insertion. Larger: time for long lists; smaller: passes with
 * gaps over the short lists of neighbours. */
#define FEW_TO_SORT 24

/* Rows of a patch in parts of all rows, 1/FEW_OF_ALL: fewer are sorted. Larger: time to look
 * through all rows for a few; smaller: time to sort many. */
#define FEW_OF_ALL 32

void nsd_bodies_patch_lay_out(nsd_bodies_patch *patch, const nsd_bodies_sweeper *all,
                              nsd_scratch *scratch)
{
    const size_t rows = (size_t)all->count + 1, places = (size_t)all->bodies->set->count + 2;
    patch->body_row = nsd_scratch_ints(scratch, 2 * rows);
    NSD_SCRATCH_EACH_INT(scratch, rows, &patch->above, &patch->list, &patch->row_turn);
    NSD_SCRATCH_EACH_INT(scratch, places, &patch->first, &patch->body_turn);
}

/* The rows of each body, by counting: first[i + 1] is the place of the next row of body i. */
static void fill_body_rows(nsd_bodies_patch *patch)
{
    const int bodies = patch->all->bodies->set->count, count = patch->all->count;
    int      *first = patch->first;

    memset(first, 0, ((size_t)bodies + 2) * sizeof(int));
    for (int k = 0; k < count; k++) {
        const nsd_bodies_row *row = patch->all->rows + k;
        first[row->a + 1]++;
        first[row->b + 1]++;
    }
    for (int i = 0, sum = 0; i <= bodies; i++) {
        const int own = first[i + 1];
        first[i + 1] = sum;
        sum += own;
    }
    for (int k = 0; k < count; k++) {
        const nsd_bodies_row *row = patch->all->rows + k;
        patch->body_row[first[row->a + 1]++] = k;
        patch->body_row[first[row->b + 1]++] = k;
    }
}

void nsd_bodies_patch_init(nsd_bodies_patch *patch, nsd_bodies_sweeper *all,
                           nsd_bodies_island *island)
{
    patch->all = all;
    patch->island = island;
    patch->above_count = patch->count = patch->turn = 0;
    memset(patch->row_turn, 0, ((size_t)all->count + 1) * sizeof(int));
    memset(patch->body_turn, 0, ((size_t)all->bodies->set->count + 2) * sizeof(int));
    fill_body_rows(patch);
}

void nsd_bodies_patch_find(nsd_bodies_patch *patch, double level)
{
    patch->above_count = 0;
    patch->scale = nsd_bodies_rows_scale(patch->all);
    for (int k = 0; k < patch->all->count; k++) {
        if (patch->all->residual[k] > level) {
            patch->above[patch->above_count++] = k;
        }
    }
}

/* 1 when a row or body was not found in this turn before; *last_turn <- this turn */
static int first_in_turn(int *last_turn, int turn)
{
    const int new = *last_turn != turn;
    *last_turn = turn;
    return new;
}

static void add_rows_of(nsd_bodies_patch *patch, int body)
{
    if (!nsd_bodies_is_free(patch->all->bodies, body) ||
        !first_in_turn(patch->body_turn + body, patch->turn)) {
        return;
    }
    for (int i = patch->first[body]; i < patch->first[body + 1]; i++) {
        if (first_in_turn(patch->row_turn + patch->body_row[i], patch->turn)) {
            patch->list[patch->count++] = patch->body_row[i];
        }
    }
}

void nsd_bodies_sort(int *list, int count)
{
    static const int gaps[] = { 1750, 701, 301, 132, 57, 23, 10, 4, 1 };
    const size_t     number = sizeof gaps / sizeof *gaps;
    for (size_t g = count <= FEW_TO_SORT ? number - 1 : 0; g < number; g++) {
        const int gap = gaps[g];
        for (int i = gap; i < count; i++) {
            const int own = list[i];
            int       k = i;
            for (; k >= gap && list[k - gap] > own; k -= gap) {
                list[k] = list[k - gap];
            }
            list[k] = own;
        }
    }
}

int nsd_bodies_patch_fill(nsd_bodies_patch *patch)
{
    patch->turn++;
    patch->count = 0;
    for (int i = 0; i < patch->above_count; i++) {
        const nsd_bodies_row *row = patch->all->rows + patch->above[i];
        add_rows_of(patch, row->a);
        add_rows_of(patch, row->b);
    }
    return patch->count;
}

/* The rows of the patch upwards: those that were found in this turn, one after the other, or sorted
 * when they are few of many */
static void order_rows(nsd_bodies_patch *patch)
{
    if (patch->count < patch->all->count / FEW_OF_ALL) {
        nsd_bodies_sort(patch->list, patch->count);
        return;
    }
    for (int k = 0, found = 0; found < patch->count; k++) {
        if (patch->row_turn[k] == patch->turn) {
            patch->list[found++] = k;
        }
    }
}

int nsd_bodies_patch_sweep(nsd_bodies_patch *patch, double level, int most, nsd_scratch scratch)
{
    nsd_bodies_island *island = patch->island;

    order_rows(patch);
    island->goal = level;
    nsd_bodies_island_fill(island, patch->all, patch->list, patch->count);
    const int sweeps = nsd_bodies_island_sweep(island, most, scratch);
    nsd_bodies_island_export(island, patch->all);
    return sweeps;
}

double nsd_bodies_patch_residual(nsd_bodies_patch *patch, double level)
{
    double largest = 0.0;

    patch->turn++;
    patch->count = patch->above_count = 0;
    for (int i = 0; i < patch->island->body_count; i++) {
        add_rows_of(patch, patch->island->body[i]);
    }
    for (int i = 0; i < patch->count; i++) {
        const int    k = patch->list[i];
        const double miss = nsd_bodies_row_residual(patch->all, k, &patch->scale);
        largest = miss <= largest ? largest : miss;
        if (!(miss <= level)) {
            patch->above[patch->above_count++] = k;
        }
    }
    return largest;
}
