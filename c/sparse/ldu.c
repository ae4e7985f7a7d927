/* ldu.c - L D U on a symmetric pattern, row k of L together with column k of U         (SPA.13) */
#include "sparse/ldu.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* Part of the largest entry of row and column of A below which a pivot is rounding of zero. Larger:
 * badly scaled matrices are refused. Smaller: answers without digits. */
#define LOST_PART 1e-14

static size_t lay_out(nsd_ldu *ldu, const nsd_ldl_plan *plan, ptrdiff_t entries,
                      nsd_scratch *scratch)
{
    const size_t n = (size_t)plan->n, fill = (size_t)plan->start[plan->n];
    ldu->mirror = nsd_scratch_ints(scratch, (size_t)entries);
    NSD_SCRATCH_EACH_INT(scratch, fill, &ldu->row, &ldu->column, &ldu->place);
    NSD_SCRATCH_EACH(scratch, fill, &ldu->L, &ldu->U);
    NSD_SCRATCH_EACH(scratch, n, &ldu->D, &ldu->x, &ldu->y);
    ldu->row_start = nsd_scratch_take(scratch, n + 1, sizeof *ldu->row_start);
    return nsd_scratch_counted(scratch);
}

/* Temporary arrays of nsd_ldu_init */
typedef struct room {
    ptrdiff_t *next;         /* n: free place of each column of L, or of A */
    int       *seen, *stack; /* n: the last row that met a column; columns of a row */
} room;

static size_t take_room(room *t, int n, nsd_scratch *scratch)
{
    t->next = nsd_scratch_take(scratch, (size_t)n, sizeof *t->next);
    NSD_SCRATCH_EACH_INT(scratch, (size_t)n, &t->seen, &t->stack);
    return nsd_scratch_counted(scratch);
}

size_t nsd_ldu_scratch(const nsd_ldl_plan *plan, ptrdiff_t entries)
{
    return lay_out(&(nsd_ldu){ 0 }, plan, entries, NSD_SCRATCH_COUNTER) +
           take_room(&(room){ 0 }, plan->n, NSD_SCRATCH_COUNTER);
}

/* Column by column the rows ascend, so the mirror images of column j are met in turn */
static void find_mirrors(nsd_ldu *ldu, const room *t)
{
    const nsd_columns *A = ldu->A;
    memcpy(t->next, A->start, (size_t)A->n * sizeof *t->next);
    for (int j = 0; j < A->n; j++) {
        for (ptrdiff_t p = A->start[j]; p < A->start[j + 1]; p++) {
            ldu->mirror[p] = (int)t->next[A->row[p]]++;
        }
    }
}

/* The entries of each row of L, each column after those that lead to it; their places   (SPA.2) */
static void find_rows(nsd_ldu *ldu, const room *t)
{
    const nsd_ldl_plan *plan = ldu->plan;
    const nsd_columns  *A = ldu->A;
    const int           n = plan->n;
    ptrdiff_t           count = 0;

    memcpy(t->next, plan->start, (size_t)n * sizeof *t->next);
    for (int k = 0; k < n; k++) {
        const int i = plan->order[k];
        int       top = n;
        t->seen[k] = k;
        for (ptrdiff_t p = A->start[i]; p < A->start[i + 1]; p++) {
            int length = 0;
            for (int j = plan->place[A->row[p]]; j < k && t->seen[j] != k; j = plan->parent[j]) {
                t->seen[j] = k;
                t->stack[length++] = j;
            }
            while (length > 0) {
                t->stack[--top] = t->stack[--length];
            }
        }
        ldu->row_start[k] = count;
        for (; top < n; top++, count++) {
            const int j = t->stack[top];
            ldu->column[count] = j;
            ldu->place[count] = (int)t->next[j];
            ldu->row[t->next[j]++] = k;
        }
    }
    ldu->row_start[n] = count;
}

nsd_status nsd_ldu_init(nsd_ldu *ldu, const nsd_ldl_plan *plan, const nsd_columns *A,
                        nsd_scratch *scratch)
{
    const size_t n = (size_t)plan->n;
    room         t;

    memset(ldu, 0, sizeof *ldu);
    if (plan->start[plan->n] > INT_MAX || A->start[A->n] > INT_MAX) {
        return NSD_ERR_TOO_LARGE;
    }
    lay_out(ldu, plan, A->start[A->n], scratch);
    const size_t used = scratch->used;
    take_room(&t, plan->n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    ldu->plan = plan;
    ldu->A = A;
    memset(t.seen, -1, n * sizeof *t.seen);
    memset(ldu->x, 0, n * sizeof *ldu->x);
    memset(ldu->y, 0, n * sizeof *ldu->y);
    find_mirrors(ldu, &t);
    find_rows(ldu, &t);
    scratch->used = used;
    return NSD_OK;
}

/* x, y <- column and row k of A at the places before k; returns the diagonal entry, and in size the
 * largest entry of all of them */
static double scatter(nsd_ldu *ldu, int k, double *size)
{
    const nsd_ldl_plan *plan = ldu->plan;
    const nsd_columns  *A = ldu->A;
    const int           i = plan->order[k];
    double              diagonal = 0.0, largest = 0.0;

    for (ptrdiff_t p = A->start[i]; p < A->start[i + 1]; p++) {
        const int    j = plan->place[A->row[p]];
        const double in_column = A->values[p], in_row = A->values[ldu->mirror[p]];
        const double larger = fmax(fabs(in_column), fabs(in_row));
        largest = larger <= largest ? largest : larger; /* NaN becomes the largest */
        if (ldu->off && ldu->off[A->row[p]]) {
            continue;
        }
        if (j < k) {
            ldu->x[j] = in_column;
            ldu->y[j] = in_row;
        } else if (j == k) {
            diagonal = in_column;
        }
    }
    *size = largest;
    return diagonal;
}

/* Row k of L, column k of U and D(k)                                                   (SPA.13) */
static nsd_status factor_row(nsd_ldu *ldu, int k)
{
    const ptrdiff_t *start = ldu->plan->start;
    const int       *row = ldu->row;
    double          *x = ldu->x, *y = ldu->y, *L = ldu->L, *U = ldu->U, size;

    if (ldu->off && ldu->off[ldu->plan->order[k]]) {
        for (ptrdiff_t t = ldu->row_start[k]; t < ldu->row_start[k + 1]; t++) {
            L[ldu->place[t]] = U[ldu->place[t]] = 0.0;
        }
        ldu->D[k] = 1.0;
        return NSD_OK;
    }
    double pivot = scatter(ldu, k, &size);
    for (ptrdiff_t t = ldu->row_start[k]; t < ldu->row_start[k + 1]; t++) {
        const int    j = ldu->column[t], place = ldu->place[t];
        const double xj = x[j], yj = y[j];
        x[j] = y[j] = 0.0;
        for (ptrdiff_t p = start[j]; p < place; p++) {
            x[row[p]] -= L[p] * xj;
            y[row[p]] -= U[p] * yj;
        }
        L[place] = yj / ldu->D[j];
        U[place] = xj / ldu->D[j];
        pivot -= L[place] * xj;
    }
    ldu->D[k] = pivot;
    return fabs(pivot) > LOST_PART * size && fabs(pivot) <= DBL_MAX ? NSD_OK : NSD_ERR_SINGULAR;
}

nsd_status nsd_ldu_factor(nsd_ldu *ldu)
{
    nsd_status status = NSD_OK;
    for (int k = 0; k < ldu->plan->n && status == NSD_OK; k++) {
        status = factor_row(ldu, k);
    }
    return status;
}

void nsd_ldu_solve(nsd_ldu *ldu, double *b)
{
    const nsd_ldl_plan *plan = ldu->plan;
    const int           n = plan->n, *row = ldu->row;
    double             *x = ldu->x;

    for (int k = 0; k < n; k++) {
        x[k] = b[plan->order[k]];
    }
    for (int k = 0; k < n; k++) {
        const double xk = x[k];
        for (ptrdiff_t p = plan->start[k]; p < plan->start[k + 1] && xk != 0.0; p++) {
            x[row[p]] -= ldu->L[p] * xk;
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        double sum = x[k] / ldu->D[k];
        for (ptrdiff_t p = plan->start[k]; p < plan->start[k + 1]; p++) {
            sum -= ldu->U[p] * x[row[p]];
        }
        x[k] = sum;
    }
    for (int k = 0; k < n; k++) {
        b[plan->order[k]] = x[k];
        x[k] = 0.0;
    }
}
