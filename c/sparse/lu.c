/* lu.c - L U of the rows that are on, column by column with row pivots          (SPA.11), (SPA.12)
 *
 * Gilbert and Peierls: the steps that a column depends on are found by a search in the columns of L
 * so far, so that the work is in proportion to the multiply-adds. */
#include "sparse/lu.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Part of the largest entry of a column that its diagonal entry must have to be the pivot. Larger:
 * less symmetry is kept, and factors fill more. Smaller: digits are lost. */
#define DIAGONAL_PART 0.1

/* Part of the largest entry of a column that the pivot of before must still have. Larger: more
 * factorisations with new pivots. Smaller: digits are lost. */
#define KEPT_PART 0.01

/* Part of the largest entry of the column of A below which a pivot is rounding of zero */
#define LOST_PART 1e-14

static size_t lay_out(nsd_lu *lu, const nsd_lu_plan *plan, nsd_scratch *scratch)
{
    const size_t n = (size_t)plan->n, most = (size_t)plan->most;
    NSD_SCRATCH_EACH_INT(scratch, most, &lu->L_row, &lu->U_step);
    NSD_SCRATCH_EACH(scratch, most, &lu->L, &lu->U);
    NSD_SCRATCH_EACH(scratch, n, &lu->pivot, &lu->x, &lu->y);
    NSD_SCRATCH_EACH_INT(scratch, n, &lu->pivot_row, &lu->step, &lu->seen, &lu->stack, &lu->path);
    lu->L_start = nsd_scratch_take(scratch, n + 1, sizeof *lu->L_start);
    lu->U_start = nsd_scratch_take(scratch, n + 1, sizeof *lu->U_start);
    lu->cursor = nsd_scratch_take(scratch, n, sizeof *lu->cursor);
    lu->on = nsd_scratch_take(scratch, n, 1);
    lu->stale = nsd_scratch_take(scratch, n, 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_lu_scratch(const nsd_lu_plan *plan)
{
    return lay_out(&(nsd_lu){ 0 }, plan, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_lu_init(nsd_lu *lu, const nsd_lu_plan *plan, const nsd_columns *A,
                       nsd_scratch *scratch)
{
    memset(lu, 0, sizeof *lu);
    lay_out(lu, plan, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    lu->plan = plan;
    lu->A = A;
    memset(lu->x, 0, (size_t)plan->n * sizeof *lu->x);
    memset(lu->stale, 0, (size_t)plan->n);
    return NSD_OK;
}

void nsd_lu_forget(nsd_lu *lu)
{
    memset(lu->stale, 1, (size_t)lu->plan->n);
}

void nsd_lu_forget_column(nsd_lu *lu, int column)
{
    const nsd_lu_plan *plan = lu->plan;
    for (int k = plan->place[column]; k >= 0 && !lu->stale[k]; k = plan->parent[k]) {
        lu->stale[k] = 1;
    }
}

/* stack[top] ... stack[n-1] <- the rows that step k meets, each after those that it depends on;
 * returns top */
static int find_rows(nsd_lu *lu, int k)
{
    const nsd_columns *A = lu->A;
    const int          column = lu->plan->order[k];
    int                top = lu->plan->n;

    for (ptrdiff_t p = A->start[column]; p < A->start[column + 1]; p++) {
        int depth = 0;
        if (lu->seen[A->row[p]] == k) {
            continue;
        }
        lu->path[0] = (int)A->row[p];
        lu->seen[lu->path[0]] = k;
        lu->cursor[0] = lu->step[lu->path[0]] >= 0 ? lu->L_start[lu->step[lu->path[0]]] : 0;
        while (depth >= 0) {
            const int       row = lu->path[depth], j = lu->step[row];
            const ptrdiff_t end = j >= 0 ? lu->L_start[j + 1] : 0;
            ptrdiff_t       next = lu->cursor[depth];
            while (next < end && lu->seen[lu->L_row[next]] == k) {
                next++;
            }
            if (next >= end) {
                lu->stack[--top] = row;
                depth--;
                continue;
            }
            lu->cursor[depth] = next + 1;
            const int below = lu->L_row[next];
            lu->path[++depth] = below;
            lu->seen[below] = k;
            lu->cursor[depth] = lu->step[below] >= 0 ? lu->L_start[lu->step[below]] : 0;
        }
    }
    return top;
}

/* x <- the column of step k; returns its largest entry */
static double scatter(nsd_lu *lu, int k)
{
    const nsd_columns *A = lu->A;
    const int          column = lu->plan->order[k];
    double             largest = 0.0;

    for (ptrdiff_t p = A->start[column]; p < A->start[column + 1]; p++) {
        const ptrdiff_t i = A->row[p];
        if (lu->on[i]) {
            lu->x[i] += A->values[p];
        } else if (i == column) {
            lu->x[i] = 1.0;
        }
        largest = fabs(lu->x[i]) > largest ? fabs(lu->x[i]) : largest;
    }
    return largest;
}

/* The entry of U in step j, and what it takes from the rows below */
static inline double eliminate(nsd_lu *lu, int j)
{
    const double u = lu->x[lu->pivot_row[j]];
    lu->x[lu->pivot_row[j]] = 0.0;
    if (u != 0.0) {
        for (ptrdiff_t p = lu->L_start[j]; p < lu->L_start[j + 1]; p++) {
            lu->x[lu->L_row[p]] -= lu->L[p] * u;
        }
    }
    return u;
}

static int is_lost(double pivot, double largest)
{
    return !(fabs(pivot) > LOST_PART * largest && fabs(pivot) <= DBL_MAX);
}

/* 1 when the diagonal entry of a column is that of a row that is off, and could not be the pivot if
 * the row were on: another pivot then serves both, and the row comes and goes without new ones */
static int serves_only_off(const nsd_lu *lu, int column)
{
    const nsd_columns *A = lu->A;
    double             diagonal = 0.0, largest = 0.0;

    if (lu->on[column]) {
        return 0;
    }
    for (ptrdiff_t p = A->start[column]; p < A->start[column + 1]; p++) {
        diagonal += A->row[p] == column ? A->values[p] : 0.0;
        largest = fmax(largest, fabs(A->values[p]));
    }
    return fabs(diagonal) < DIAGONAL_PART * largest;
}

/* Step k with a new pivot: rows without a step are candidates                          (SPA.11) */
static nsd_status factor_column(nsd_lu *lu, int k)
{
    const int    n = lu->plan->n, diagonal = lu->plan->order[k], top = find_rows(lu, k);
    const double size = scatter(lu, k);
    double       largest = -1.0; /* of the candidates beside the diagonal entry */
    int          best = -1;

    lu->L_start[k + 1] = lu->L_start[k];
    lu->U_start[k + 1] = lu->U_start[k];
    for (int t = top; t < n; t++) {
        const int row = lu->stack[t], j = lu->step[row];
        if (j >= 0) {
            const ptrdiff_t place = lu->U_start[k + 1]++;
            lu->U_step[place] = j;
            lu->U[place] = eliminate(lu, j);
        } else if (row != diagonal && fabs(lu->x[row]) > largest) {
            largest = fabs(lu->x[row]);
            best = row;
        }
    }
    if (lu->step[diagonal] < 0 && lu->seen[diagonal] == k) {
        const double part = serves_only_off(lu, diagonal) ? 1.0 / DIAGONAL_PART : DIAGONAL_PART;
        best = fabs(lu->x[diagonal]) >= part * largest ? diagonal : best;
    }
    const double pivot = best >= 0 ? lu->x[best] : 0.0;
    for (int t = top; t < n; t++) {
        const int row = lu->stack[t];
        if (lu->step[row] < 0 && row != best) {
            const ptrdiff_t place = lu->L_start[k + 1]++;
            lu->L_row[place] = row;
            lu->L[place] = lu->x[row] / pivot;
        }
        lu->x[row] = 0.0;
    }
    if (is_lost(pivot, size)) {
        return NSD_ERR_SINGULAR;
    }
    lu->pivot[k] = pivot;
    lu->pivot_row[k] = best;
    lu->step[best] = k;
    return NSD_OK;
}

nsd_status nsd_lu_factor(nsd_lu *lu, const unsigned char *wanted)
{
    const int  n = lu->plan->n;
    nsd_status status = NSD_OK;

    memcpy(lu->on, wanted, (size_t)n);
    lu->factors++;
    for (int i = 0; i < n; i++) {
        lu->step[i] = lu->seen[i] = -1;
    }
    lu->L_start[0] = lu->U_start[0] = 0;
    for (int k = 0; k < n && status == NSD_OK; k++) {
        status = nsd_poll_stopped(lu->poll) ? NSD_STOPPED : factor_column(lu, k);
    }
    memset(lu->stale, 0, (size_t)n);
    lu->factored = status == NSD_OK;
    return status;
}

/* Step k with its pivot of before; 0 when that has become small                        (SPA.12) */
static int renew_column(nsd_lu *lu, int k)
{
    const double size = scatter(lu, k);
    double       largest = 0.0;

    for (ptrdiff_t p = lu->U_start[k]; p < lu->U_start[k + 1]; p++) {
        lu->U[p] = eliminate(lu, lu->U_step[p]);
    }
    const double pivot = lu->x[lu->pivot_row[k]];
    lu->x[lu->pivot_row[k]] = 0.0;
    for (ptrdiff_t p = lu->L_start[k]; p < lu->L_start[k + 1]; p++) {
        const double entry = lu->x[lu->L_row[p]];
        lu->x[lu->L_row[p]] = 0.0;
        largest = fmax(largest, fabs(entry));
        lu->L[p] = entry / pivot;
    }
    lu->pivot[k] = pivot;
    return !is_lost(pivot, size) && fabs(pivot) >= KEPT_PART * largest;
}

nsd_status nsd_lu_change(nsd_lu *lu, const unsigned char *wanted)
{
    const nsd_lu_plan *plan = lu->plan;
    const int          n = plan->n;
    int                good = lu->factored;

    for (int i = 0; i < n && good; i++) { /* the columns of changed rows, and all that need these */
        if (lu->on[i] == wanted[i]) {
            continue;
        }
        lu->on[i] = wanted[i];
        for (ptrdiff_t p = plan->row_start[i]; p < plan->row_start[i + 1]; p++) {
            nsd_lu_forget_column(lu, plan->column[p]);
        }
    }
    for (int k = 0; k < n && good; k++) {
        good = !lu->stale[k] || (!nsd_poll_stopped(lu->poll) && renew_column(lu, k));
    }
    if (!good) {
        return nsd_lu_factor(lu, wanted);
    }
    memset(lu->stale, 0, (size_t)n);
    lu->changes++;
    return NSD_OK;
}

void nsd_lu_solve(nsd_lu *lu, double *b, double *x)
{
    const int n = lu->plan->n;
    double   *y = lu->y;

    for (int k = 0; k < n; k++) {
        const double yk = y[k] = b[lu->pivot_row[k]];
        if (yk != 0.0) {
            for (ptrdiff_t p = lu->L_start[k]; p < lu->L_start[k + 1]; p++) {
                b[lu->L_row[p]] -= lu->L[p] * yk;
            }
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        const double yk = y[k] / lu->pivot[k];
        for (ptrdiff_t p = lu->U_start[k]; p < lu->U_start[k + 1]; p++) {
            y[lu->U_step[p]] -= lu->U[p] * yk;
        }
        x[lu->plan->order[k]] = yk;
    }
}
