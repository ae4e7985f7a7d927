/* friction_order.c - an order of the contacts that keeps coupled ones near each other: reverse
 * Cuthill-McKee                                                                       (FR.21) */
#include <string.h>

#include "solve/friction/friction_parts.h"

#define CROWDED 4 /* parts of all blocks: when more than one of them is stored no order helps */

typedef struct walk {
    const nsd_friction *problem;
    int                *list;  /* contacts in the order in which they are met          */
    int                *level; /* of a contact in the present walk, -1: not met        */
    int                *done;  /* 1: has its place                                     */
    int                *start; /* of each contact in `into`: contacts + 1              */
    int                *into;  /* the contacts in whose columns a contact has a block  */
} walk;

static int crowded(const nsd_friction *problem)
{
    const double m = problem->contacts;
    return !problem->start || (double)problem->start[problem->contacts] * CROWDED > m * m;
}

/* The rows of W, which need not have the pattern of its columns */
static void list_rows(walk *w)
{
    const int  m = w->problem->contacts;
    const int *start = w->problem->start, *row = w->problem->row;

    memset(w->start, 0, ((size_t)m + 1) * sizeof *w->start);
    for (int k = 0; k < start[m]; k++) {
        w->start[row[k]]++;
    }
    for (int b = 0; b < m; b++) { /* start[b] <- the end of row b; filled from there downwards */
        w->start[b + 1] += w->start[b];
    }
    for (int a = m - 1; a >= 0; a--) {
        for (int k = start[a]; k < start[a + 1]; k++) {
            w->into[--w->start[row[k]]] = a;
        }
    }
}

/* Blocks in the column and in the row of a */
static int degree(const walk *w, int a)
{
    const int *start = w->problem->start;
    return start[a + 1] - start[a] + w->start[a + 1] - w->start[a];
}

/* Appends the new neighbours of a, in its column and in its row, those with few neighbours first;
 * returns the end of the list. A walk must come back wherever it came from: in an unsymmetric W
 * not all that is reached through the columns leads back through them. */
static int meet(walk *w, int a, int end)
{
    const int *start = w->problem->start;
    const int  own = start[a + 1] - start[a], first = end;

    for (int k = 0; k < degree(w, a); k++) {
        const int b = k < own ? w->problem->row[start[a] + k] : w->into[w->start[a] + k - own];
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
static int spread(walk *w, int root, int begin)
{
    int end = begin + 1;

    w->list[begin] = root;
    w->level[root] = 0;
    for (int k = begin; k < end; k++) {
        end = meet(w, w->list[k], end);
    }
    return end;
}

static void forget(walk *w, int begin, int end)
{
    for (int k = begin; k < end; k++) {
        w->level[w->list[k]] = -1;
    }
}

/* All that hangs together with `root`: from a contact far out, of the last level of a walk, as long
 * as that makes more levels (George and Liu 1981)                                     (FR.21) */
static int number(walk *w, int root, int begin)
{
    int end = spread(w, root, begin), deepest = w->level[w->list[end - 1]];

    for (;;) {
        int far = w->list[end - 1];
        for (int k = end - 1; k > begin && w->level[w->list[k]] == deepest; k--) {
            far = degree(w, w->list[k]) < degree(w, far) ? w->list[k] : far;
        }
        forget(w, begin, end);
        end = spread(w, far, begin);
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

/* How far apart coupled contacts are at most */
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

static int take(walk *w, nsd_scratch *scratch)
{
    const size_t m = (size_t)w->problem->contacts, blocks = (size_t)w->problem->start[m];

    w->list = nsd_scratch_take(scratch, m, sizeof(int));
    w->level = nsd_scratch_take(scratch, m, sizeof(int));
    w->done = nsd_scratch_take(scratch, m, sizeof(int));
    w->start = nsd_scratch_take(scratch, m + 1, sizeof(int));
    w->into = nsd_scratch_take(scratch, blocks, sizeof(int));
    return w->list && w->level && w->done && w->start && w->into;
}

size_t nsd_friction_order_scratch(const nsd_friction *problem)
{
    const size_t m = (size_t)problem->contacts, item = sizeof(int);

    return crowded(problem) ? 0
                            : 3 * nsd_scratch_need(m, item) + nsd_scratch_need(m + 1, item) +
                                  nsd_scratch_need((size_t)problem->start[m], item);
}

int nsd_friction_order(const nsd_friction *problem, nsd_scratch *scratch, int *position)
{
    const int    m = problem->contacts;
    const size_t used = scratch->used;
    walk         w = { .problem = problem };

    for (int a = 0; a < m; a++) {
        position[a] = a;
    }
    const int natural = m > 0 ? reach_of(problem, position) : 0;
    if (crowded(problem) || !take(&w, scratch)) {
        scratch->used = used;
        return natural;
    }
    list_rows(&w);
    for (int a = 0; a < m; a++) {
        w.level[a] = -1;
        w.done[a] = 0;
    }
    for (int a = 0, end = 0; a < m; a++) {
        end = w.done[a] ? end : number(&w, a, end);
    }
    for (int k = 0; k < m; k++) {
        position[w.list[k]] = m - 1 - k;
    }
    scratch->used = used;
    const int reach = reach_of(problem, position);
    for (int a = 0; a < m && natural <= reach; a++) {
        position[a] = a;
    }
    return natural <= reach ? natural : reach;
}
