/* ldl_factor.c - L D L' of the rows that are on, row by row, and solves                (SPA.3) */
#include <string.h>

#include "sparse/ldl_parts.h"

static size_t lay_out(nsd_ldl *ldl, const nsd_ldl_plan *plan, nsd_scratch *scratch)
{
    const size_t n = (size_t)plan->n, entries = (size_t)plan->start[plan->n];
    ldl->row = nsd_scratch_ints(scratch, entries);
    ldl->L = nsd_scratch_doubles(scratch, entries);
    NSD_SCRATCH_EACH(scratch, n, &ldl->D, &ldl->y, &ldl->x);
    ldl->next = nsd_scratch_take(scratch, n, sizeof *ldl->next);
    NSD_SCRATCH_EACH_INT(scratch, n, &ldl->stack, &ldl->seen);
    ldl->on = nsd_scratch_take(scratch, n, 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_ldl_scratch(const nsd_ldl_plan *plan)
{
    return lay_out(&(nsd_ldl){ 0 }, plan, NSD_SCRATCH_COUNTER);
}

int nsd_ldl_reach(nsd_ldl *ldl, int k)
{
    const nsd_ldl_plan *plan = ldl->plan;
    const nsd_columns  *A = ldl->A;
    const int           i = plan->order[k];
    int                 top = plan->n;

    ldl->stamp++;
    ldl->seen[k] = ldl->stamp;
    for (ptrdiff_t p = A->start[i]; p < A->start[i + 1]; p++) {
        int length = 0;
        for (int j = plan->place[A->row[p]]; j < k && ldl->seen[j] != ldl->stamp;
             j = plan->parent[j]) {
            ldl->seen[j] = ldl->stamp;
            ldl->stack[length++] = j;
        }
        while (length > 0) {
            ldl->stack[--top] = ldl->stack[--length];
        }
    }
    return top;
}

double nsd_ldl_scatter(nsd_ldl *ldl, int k, int from)
{
    const nsd_ldl_plan *plan = ldl->plan;
    const nsd_columns  *A = ldl->A;
    const int           i = plan->order[k];
    double              diagonal = 0.0;

    for (ptrdiff_t p = A->start[i]; p < A->start[i + 1]; p++) {
        const ptrdiff_t unknown = A->row[p];
        const int       j = plan->place[unknown];
        if (unknown == i) {
            diagonal += A->values[p];
        } else if (ldl->on[unknown] && (j < k || from)) {
            ldl->y[j] += A->values[p];
        }
    }
    return diagonal;
}

/* The rows of the columns of L, and zeros for L and I for D                             (SPA.2) */
static void fill_pattern(nsd_ldl *ldl)
{
    const nsd_ldl_plan *plan = ldl->plan;
    const int           n = plan->n;

    for (int k = 0; k < n; k++) {
        ldl->seen[k] = 0;
        ldl->next[k] = plan->start[k];
        ldl->D[k] = 1.0;
        ldl->y[k] = 0.0;
        ldl->on[k] = 0;
    }
    for (int k = 0; k < n; k++) {
        for (int t = nsd_ldl_reach(ldl, k); t < n; t++) {
            ldl->row[ldl->next[ldl->stack[t]]++] = k;
        }
    }
    memset(ldl->L, 0, (size_t)plan->start[n] * sizeof *ldl->L);
}

nsd_status nsd_ldl_init(nsd_ldl *ldl, const nsd_ldl_plan *plan, const nsd_columns *A,
                        nsd_scratch *scratch)
{
    memset(ldl, 0, sizeof *ldl);
    lay_out(ldl, plan, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    ldl->plan = plan;
    ldl->A = A;
    fill_pattern(ldl);
    return NSD_OK;
}

/* Row k of L and D(k); next[j] is the place of entry (k,j) in every column j of this row (SPA.3) */
static nsd_status factor_row(nsd_ldl *ldl, int k)
{
    const nsd_ldl_plan *plan = ldl->plan;
    const int           n = plan->n, unknown = plan->order[k], is_on = ldl->on[unknown];
    const int           top = nsd_ldl_reach(ldl, k);
    const double        diagonal = is_on ? nsd_ldl_scatter(ldl, k, 0) : 1.0;
    double              pivot = diagonal, *y = ldl->y;

    for (int t = top; t < n; t++) {
        const int       j = ldl->stack[t];
        const ptrdiff_t place = ldl->next[j]++;
        const double    yj = y[j];
        double          entry = 0.0;
        y[j] = 0.0;
        if (yj != 0.0) {
            const int    *row = ldl->row;
            const double *L = ldl->L;
            for (ptrdiff_t p = plan->start[j]; p < place; p++) {
                y[row[p]] -= L[p] * yj;
            }
            entry = yj / ldl->D[j];
            pivot -= entry * yj;
        }
        ldl->L[place] = entry;
    }
    ldl->D[k] = pivot;
    return nsd_ldl_pivot_status(pivot, diagonal);
}

nsd_status nsd_ldl_factor(nsd_ldl *ldl, const unsigned char *wanted)
{
    const int  n = ldl->plan->n;
    nsd_status status = NSD_OK;

    memcpy(ldl->on, wanted, (size_t)n);
    ldl->factors++;
    memcpy(ldl->next, ldl->plan->start, (size_t)n * sizeof *ldl->next);
    for (int k = 0; k < n && status == NSD_OK; k++) {
        status = nsd_poll_stopped(ldl->poll) ? NSD_STOPPED : factor_row(ldl, k);
    }
    return status;
}

void nsd_ldl_solve(nsd_ldl *ldl, double *b)
{
    const nsd_ldl_plan *plan = ldl->plan;
    const int           n = plan->n, *row = ldl->row;
    const double       *L = ldl->L;
    double             *x = ldl->x;

    for (int k = 0; k < n; k++) {
        const int i = plan->order[k];
        x[k] = ldl->on[i] ? b[i] : 0.0;
    }
    for (int k = 0; k < n; k++) {
        const double xk = x[k];
        if (xk != 0.0) {
            for (ptrdiff_t p = plan->start[k]; p < plan->start[k + 1]; p++) {
                x[row[p]] -= L[p] * xk;
            }
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        double sum = x[k] / ldl->D[k];
        if (ldl->on[plan->order[k]]) {
            for (ptrdiff_t p = plan->start[k]; p < plan->start[k + 1]; p++) {
                sum -= L[p] * x[row[p]];
            }
        }
        x[k] = sum;
    }
    for (int k = 0; k < n; k++) {
        b[plan->order[k]] = x[k];
    }
}
