/* saddle_plan.c - pattern and order of [A -G; G' 0]                                     (SPC.7) */
#include <limits.h>
#include <string.h>

#include "solve/bounded/saddle.h"

typedef struct room { /* of a plan; all but start and row are temporary */
    ptrdiff_t *start, *row;
    int       *order, *better; /* all unknowns: by degree; with impulses behind their coordinates */
    int       *place;          /* n: of each coordinate among the coordinates                     */
    int       *head, *next;    /* n + 1: first impulse behind each place; the one after it, or -1 */
} room;

static size_t count_entries(const nsd_columns *H)
{
    return (size_t)H->start[H->m];
}

static size_t lay_out(nsd_saddle_plan *plan, room *t, const nsd_columns *A, const nsd_columns *H,
                      const nsd_columns *J, nsd_scratch *scratch)
{
    const size_t in_A = count_entries(A), in_G = count_entries(H) + count_entries(J);
    const size_t c = (size_t)(H->m + J->m), size = (size_t)A->n + c;

    plan->of_A = nsd_scratch_ints(scratch, in_A);
    NSD_SCRATCH_EACH_INT(scratch, in_G, &plan->of_G, &plan->of_G_row);
    t->start = nsd_scratch_take(scratch, size + 1, sizeof *t->start);
    t->row = nsd_scratch_take(scratch, in_A + 2 * in_G + c, sizeof *t->row);
    NSD_SCRATCH_EACH_INT(scratch, size, &t->order, &t->better);
    NSD_SCRATCH_EACH_INT(scratch, (size_t)A->n + 1, &t->place, &t->head);
    t->next = nsd_scratch_ints(scratch, c);
    return nsd_scratch_counted(scratch);
}

size_t nsd_saddle_plan_scratch(const nsd_columns *A, const nsd_columns *H, const nsd_columns *J)
{
    const size_t in_G = count_entries(H) + count_entries(J), c = (size_t)(H->m + J->m);
    return lay_out(&(nsd_saddle_plan){ 0 }, &(room){ 0 }, A, H, J, NSD_SCRATCH_COUNTER) +
           nsd_ldl_plan_scratch(A->n + (int)c, (ptrdiff_t)(count_entries(A) + 2 * in_G + c));
}

/* start[j + 1] <- entries of column j of the matrix, then where it ends */
static void count_columns(room *t, const nsd_columns *A, const nsd_columns *const G[2])
{
    const int n = A->n;
    int       column = n;

    memset(t->start, 0, (size_t)(n + G[0]->m + G[1]->m + 1) * sizeof *t->start);
    for (int j = 0; j < n; j++) {
        t->start[j + 1] = A->start[j + 1] - A->start[j];
    }
    for (int part = 0; part < 2; part++) {
        for (int a = 0; a < G[part]->m; a++, column++) {
            t->start[column + 1] = 1 + G[part]->start[a + 1] - G[part]->start[a];
        }
        for (size_t k = 0; k < count_entries(G[part]); k++) {
            t->start[G[part]->row[k] + 1]++;
        }
    }
    for (int j = 0; j < column; j++) {
        t->start[j + 1] += t->start[j];
    }
}

/* Rows of the matrix, and the places of the entries of A and G. t->start is moved to the ends of
 * columns while they fill, and back. */
static void fill_rows(nsd_saddle_plan *plan, room *t, const nsd_columns *A,
                      const nsd_columns *const G[2])
{
    const int n = A->n, size = n + plan->columns;
    int       column = n, k = 0;

    for (int j = 0; j < n; j++) {
        for (ptrdiff_t p = A->start[j]; p < A->start[j + 1]; p++) {
            plan->of_A[p] = (int)t->start[j];
            t->row[t->start[j]++] = A->row[p];
        }
    }
    for (int part = 0; part < 2; part++) {
        for (int a = 0; a < G[part]->m; a++, column++) {
            for (ptrdiff_t p = G[part]->start[a]; p < G[part]->start[a + 1]; p++, k++) {
                const ptrdiff_t i = G[part]->row[p];
                plan->of_G[k] = (int)t->start[column];
                plan->of_G_row[k] = (int)t->start[i];
                t->row[t->start[column]++] = i;
                t->row[t->start[i]++] = column;
            }
            t->row[t->start[column]++] = column;
        }
    }
    memmove(t->start + 1, t->start, (size_t)size * sizeof *t->start);
    t->start[0] = 0;
}

/* better <- the coordinates in the order of the degrees, every impulse behind the last coordinate
 * that it acts on; impulses that act on none at the end */
static void move_impulses(const nsd_saddle_plan *plan, room *t)
{
    const int n = plan->n, c = plan->columns;
    int       places = 0, out = 0;

    for (int k = 0; k < n + c; k++) {
        if (t->order[k] < n) {
            t->place[t->order[k]] = places++;
        }
    }
    memset(t->head, -1, ((size_t)n + 1) * sizeof *t->head);
    for (int a = 0; a < c; a++) {
        int last = -1;
        for (ptrdiff_t p = t->start[n + a]; p < t->start[n + a + 1]; p++) {
            const ptrdiff_t i = t->row[p];
            last = i < n && t->place[i] > last ? t->place[i] : last;
        }
        last = last < 0 ? n : last;
        t->next[a] = t->head[last];
        t->head[last] = a;
    }
    places = 0;
    for (int k = 0; k <= n + c; k++) {
        if (k < n + c && t->order[k] >= n) {
            continue;
        }
        if (k < n + c) {
            t->better[out++] = t->order[k];
        }
        for (int a = t->head[places]; a >= 0; a = t->next[a]) {
            t->better[out++] = n + a;
        }
        places++;
    }
}

nsd_status nsd_saddle_plan_init(nsd_saddle_plan *plan, const nsd_columns *A, const nsd_columns *H,
                                const nsd_columns *J, nsd_scratch *scratch)
{
    const nsd_columns *const G[2] = { H, J };
    room                     t;

    plan->n = A->n;
    plan->columns = H->m + J->m;
    plan->in_A = A->start[A->n];
    plan->in_H = H->start[H->m];
    plan->in_G = plan->in_H + J->start[J->m];
    if (count_entries(A) + 2 * (count_entries(H) + count_entries(J)) > INT_MAX / 4) {
        return NSD_ERR_TOO_LARGE;
    }
    lay_out(plan, &t, A, H, J, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    count_columns(&t, A, G);
    fill_rows(plan, &t, A, G);
    plan->matrix = (nsd_columns){ A->n + plan->columns, A->n + plan->columns, t.start, t.row,
                                  NULL };
    NSD_TRY(nsd_ldl_order(&plan->matrix, t.order, scratch));
    move_impulses(plan, &t);
    return nsd_ldl_plan_ordered(&plan->plan, &plan->matrix, t.better, scratch);
}
