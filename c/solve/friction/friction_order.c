/* friction_order.c - an order of the contacts that keeps coupled ones near each other: reverse
 * Cuthill-McKee                                                                       (FR.21) */
#include <string.h>

#include "solve/friction/friction_parts.h"

/* An order is looked for when at most one of this many blocks of W is stored. Larger: bands of
 * fuller matrices are missed; smaller: time for orders that give no band. */
#define SPARSE_DIVISOR 4

typedef struct ordering {
    const nsd_friction *problem;
    int                *list;        /* contacts, breadth first                                  */
    int                *level;       /* distance of a contact from the root, -1: not reached     */
    int                *done;        /* 1: the contact has its place in the list                 */
    int                *row_start;   /* contacts + 1: first entry of each contact in row_columns */
    int                *row_columns; /* columns in which a contact has a block, row by row       */
} ordering;

static int too_dense(const nsd_friction *problem)
{
    const double m = problem->contacts;
    return !problem->start || (double)problem->start[problem->contacts] * SPARSE_DIVISOR > m * m;
}

/* row_start, row_columns: the pattern of W by rows, which need not be that by columns */
static void list_rows(ordering *w)
{
    const int  m = w->problem->contacts;
    const int *start = w->problem->start, *row = w->problem->row;

    memset(w->row_start, 0, ((size_t)m + 1) * sizeof *w->row_start);
    for (int k = 0; k < start[m]; k++) {
        w->row_start[row[k]]++;
    }
    for (int b = 0; b < m; b++) { /* row_start[b] <- end of row b; the next loop fills downwards */
        w->row_start[b + 1] += w->row_start[b];
    }
    for (int a = m - 1; a >= 0; a--) {
        for (int k = start[a]; k < start[a + 1]; k++) {
            w->row_columns[--w->row_start[row[k]]] = a;
        }
    }
}

/* Blocks in the column and in the row of a */
static int degree(const ordering *w, int a)
{
    const int *start = w->problem->start;
    return start[a + 1] - start[a] + w->row_start[a + 1] - w->row_start[a];
}

/* Appends the neighbours of a that are not in the list, by growing degree; returns the end of the
 * list. Neighbours are taken from the column and from the row of a, because in an unsymmetric W the
 * columns alone may lead from a to b but not back. */
static int append_neighbours(ordering *w, int a, int end)
{
    const int *start = w->problem->start;
    const int  own = start[a + 1] - start[a], first = end;

    for (int k = 0; k < degree(w, a); k++) {
        const int b = k < own ? w->problem->row[start[a] + k]
                              : w->row_columns[w->row_start[a] + k - own];
        if (w->done[b] || w->level[b] >= 0) {
            continue;
        }
        int at = end++;
        while (at > first && degree(w, w->list[at - 1]) > degree(w, b)) {
            w->list[at] = w->list[at - 1];
            at--;
        }
        w->list[at] = b;
        w->level[b] = w->level[a] + 1;
    }
    return end;
}

/* Breadth first from `root`, written from `begin` on; returns the end of the list. */
static int number_levels(ordering *w, int root, int begin)
{
    int end = begin + 1;

    w->list[begin] = root;
    w->level[root] = 0;
    for (int k = begin; k < end; k++) {
        end = append_neighbours(w, w->list[k], end);
    }
    return end;
}

/* level <- -1 for the contacts of a part of the list */
static void clear_levels(ordering *w, int begin, int end)
{
    for (int k = begin; k < end; k++) {
        w->level[w->list[k]] = -1;
    }
}

/* Lists all contacts that are connected with `root`, breadth first from a contact of the last
 * level; repeated as long as that makes more levels (George and Liu 1981)             (FR.21) */
static int order_component(ordering *w, int root, int begin)
{
    int end = number_levels(w, root, begin), deepest = w->level[w->list[end - 1]];

    for (;;) {
        int far = w->list[end - 1];
        for (int k = end - 1; k > begin && w->level[w->list[k]] == deepest; k--) {
            far = degree(w, w->list[k]) < degree(w, far) ? w->list[k] : far;
        }
        clear_levels(w, begin, end);
        end = number_levels(w, far, begin);
        const int depth = w->level[w->list[end - 1]];
        if (depth <= deepest) {
            break;
        }
        deepest = depth;
    }
    for (int k = begin; k < end; k++) {
        w->done[w->list[k]] = 1;
    }
    return end;
}

/* Largest distance between the positions of coupled contacts */
static int reach_of(const nsd_friction *problem, const int *position)
{
    int reach = 0;

    for (int a = 0; a < problem->contacts; a++) {
        const nsd_friction_column column = nsd_friction_column_of(problem, a);
        for (int k = 0; k < column.count; k++) {
            const int b = column.row ? column.row[k] : k;
            const int apart = position[a] - position[b];
            reach = apart > reach ? apart : -apart > reach ? -apart : reach;
        }
    }
    return reach;
}

static size_t lay_out(ordering *w, const nsd_friction *problem, nsd_scratch *scratch)
{
    const size_t m = (size_t)problem->contacts;
    if (!too_dense(problem)) {
        NSD_SCRATCH_EACH_INT(scratch, m, &w->list, &w->level, &w->done);
        w->row_start = nsd_scratch_ints(scratch, m + 1);
        w->row_columns = nsd_scratch_ints(scratch, (size_t)problem->start[m]);
    }
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_order_scratch(const nsd_friction *problem)
{
    return lay_out(&(ordering){ 0 }, problem, NSD_SCRATCH_COUNTER);
}

int nsd_friction_order(const nsd_friction *problem, nsd_scratch *scratch, int *position)
{
    const int   m = problem->contacts;
    nsd_scratch space = *scratch;
    ordering    w = { .problem = problem };

    for (int a = 0; a < m; a++) {
        position[a] = a;
    }
    const int natural = m > 0 ? reach_of(problem, position) : 0;
    lay_out(&w, problem, &space);
    if (too_dense(problem) || nsd_scratch_is_full(&space) || !w.row_start) {
        return natural;
    }
    list_rows(&w);
    for (int a = 0; a < m; a++) {
        w.level[a] = -1;
        w.done[a] = 0;
    }
    for (int a = 0, end = 0; a < m; a++) {
        end = w.done[a] ? end : order_component(&w, a, end);
    }
    for (int k = 0; k < m; k++) {
        position[w.list[k]] = m - 1 - k;
    }
    const int reach = reach_of(problem, position);
    for (int a = 0; a < m && natural <= reach; a++) {
        position[a] = a;
    }
    return natural <= reach ? natural : reach;
}
