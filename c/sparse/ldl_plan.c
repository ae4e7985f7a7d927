/* ldl_plan.c - what depends on the pattern of a sparse symmetric matrix alone: order, elimination
 * tree, columns of L                                                                    (SPA.2) */
#include <string.h>

#include "sparse/ldl.h"

typedef struct room { /* temporary arrays of a plan, n each */
    int *ancestor, *child, *sibling, *stack, *sequence;
} room;

static size_t lay_out(nsd_ldl_plan *plan, room *t, int n, nsd_scratch *scratch)
{
    const size_t count = (size_t)n;
    NSD_SCRATCH_EACH_INT(scratch, count, &plan->order, &plan->place, &plan->parent);
    plan->start = nsd_scratch_take(scratch, count + 1, sizeof *plan->start);
    NSD_SCRATCH_EACH_INT(scratch, count, &t->ancestor, &t->child, &t->sibling, &t->stack,
                         &t->sequence);
    return nsd_scratch_counted(scratch);
}

size_t nsd_ldl_plan_scratch(int n, ptrdiff_t entries)
{
    return lay_out(&(nsd_ldl_plan){ 0 }, &(room){ 0 }, n, NSD_SCRATCH_COUNTER) +
           nsd_ldl_order_scratch(n, entries);
}

/* parent <- the elimination tree of A in the order of the plan; ancestors are shortcuts  (SPA.2) */
static void find_tree(nsd_ldl_plan *plan, const nsd_columns *A, int *ancestor)
{
    for (int k = 0; k < plan->n; k++) {
        const int i = plan->order[k];
        plan->parent[k] = ancestor[k] = -1;
        for (ptrdiff_t p = A->start[i]; p < A->start[i + 1]; p++) {
            for (int j = plan->place[A->row[p]], next; j >= 0 && j < k; j = next) {
                next = ancestor[j];
                ancestor[j] = k;
                if (next < 0) {
                    plan->parent[j] = k;
                }
            }
        }
    }
}

/* sequence <- the columns with children before parents and subtrees together */
static void walk_tree(const nsd_ldl_plan *plan, const room *t)
{
    const int n = plan->n;
    int       count = 0;

    for (int k = 0; k < n; k++) {
        t->child[k] = -1;
    }
    for (int k = n - 1; k >= 0; k--) {
        if (plan->parent[k] >= 0) {
            t->sibling[k] = t->child[plan->parent[k]];
            t->child[plan->parent[k]] = k;
        }
    }
    for (int root = 0; root < n; root++) {
        if (plan->parent[root] >= 0) {
            continue;
        }
        int depth = 1;
        t->stack[0] = root;
        while (depth > 0) {
            const int k = t->stack[depth - 1], child = t->child[k];
            if (child >= 0) {
                t->child[k] = t->sibling[child];
                t->stack[depth++] = child;
            } else {
                t->sequence[count++] = k;
                depth--;
            }
        }
    }
}

static void invert_order(nsd_ldl_plan *plan)
{
    for (int k = 0; k < plan->n; k++) {
        plan->place[plan->order[k]] = k;
    }
}

/* start and work from the number of entries of each column, found row by row             (SPA.2) */
static void count_columns(nsd_ldl_plan *plan, const nsd_columns *A, int *seen)
{
    ptrdiff_t *count = plan->start + 1;
    for (int k = 0; k < plan->n; k++) {
        const int i = plan->order[k];
        count[k] = 0;
        seen[k] = k;
        for (ptrdiff_t p = A->start[i]; p < A->start[i + 1]; p++) {
            for (int j = plan->place[A->row[p]]; j < k && seen[j] != k; j = plan->parent[j]) {
                seen[j] = k;
                count[j]++;
            }
        }
    }
    plan->start[0] = 0;
    plan->work = 0.0;
    for (int k = 0; k < plan->n; k++) {
        plan->work += 0.5 * (double)count[k] * (double)(count[k] + 3);
        count[k] += plan->start[k];
    }
}

/* Tree and columns for plan->order, whose subtrees are put together */
static void finish(nsd_ldl_plan *plan, const nsd_columns *A, const room *t)
{
    invert_order(plan);
    find_tree(plan, A, t->ancestor);
    walk_tree(plan, t);
    for (int k = 0; k < plan->n; k++) {
        t->stack[k] = plan->order[t->sequence[k]];
    }
    for (int k = 0; k < plan->n; k++) {
        plan->order[k] = t->stack[k];
    }
    invert_order(plan);
    find_tree(plan, A, t->ancestor);
    count_columns(plan, A, t->ancestor);
}

nsd_status nsd_ldl_plan_init(nsd_ldl_plan *plan, const nsd_columns *A, nsd_scratch *scratch)
{
    room t;
    plan->n = A->n;
    lay_out(plan, &t, A->n, scratch);
    NSD_TRY(nsd_ldl_order(A, plan->order, scratch));
    finish(plan, A, &t);
    return NSD_OK;
}

nsd_status nsd_ldl_plan_ordered(nsd_ldl_plan *plan, const nsd_columns *A, const int *order,
                                nsd_scratch *scratch)
{
    room t;
    plan->n = A->n;
    lay_out(plan, &t, A->n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    memcpy(plan->order, order, (size_t)A->n * sizeof *order);
    finish(plan, A, &t);
    return NSD_OK;
}
