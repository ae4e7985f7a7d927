/* nsd_friction_order.c - an order of the contacts that keeps coupled ones near each other: reverse
 * Cuthill-McKee                                                                       (FR.21) */
#include "nsd_friction_parts.h"

#define CROWDED 4 /* parts of all blocks: when more than one of them is stored no order helps */

typedef struct walk {
    const nsd_friction *problem;
    int                *list;  /* contacts in the order in which they are met          */
    int                *level; /* of a contact in the present walk, -1: not met        */
    int                *done;  /* 1: has its place                                     */
} walk;

static int degree(const walk *w, int a)
{
    return nsd_friction_column_of(w->problem, a).count;
}

/* Appends the new neighbours of a, those with few neighbours first; returns the end of the list. */
static int meet(walk *w, int a, int end)
{
    const nsd_friction_column column = nsd_friction_column_of(w->problem, a);
    const int                 first = end;

    for (int k = 0; k < column.count; k++) {
        const int b = column.row ? column.row[k] : k;
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

int nsd_friction_order(const nsd_friction *problem, int *position, int *work)
{
    const int m = problem->contacts;
    walk      w = { .problem = problem };
    double    blocks = 0.0;

    w.list = work;
    w.level = w.list + m;
    w.done = w.level + m;
    for (int a = 0; a < m; a++) {
        position[a] = a;
        w.level[a] = -1;
        w.done[a] = 0;
        blocks += degree(&w, a);
    }
    const int natural = m > 0 ? reach_of(problem, position) : 0;
    if (blocks * CROWDED > (double)m * m) {
        return natural;
    }
    for (int a = 0, end = 0; a < m; a++) {
        end = w.done[a] ? end : number(&w, a, end);
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
