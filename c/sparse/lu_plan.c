/* lu_plan.c - order of the columns of a matrix without symmetry, bounds of its factors  (SPA.10) */
#include <string.h>

#include "sparse/ldl.h"
#include "sparse/lu.h"

/* Entries of A'A, with those that coincide, that an entry of A may bring. Larger: rows that meet
 * all columns make factors that are full. Smaller: elements with many nodes are left to full
 * matrices. */
#define MOST_PAIRS 64.0

typedef struct product { /* the pattern of A'A: temporary */
    ptrdiff_t *start, *row;
    int       *seen;
} product;

double nsd_lu_plan_pairs(const nsd_columns *A, int *count)
{
    double pairs = 0.0;
    memset(count, 0, (size_t)A->n * sizeof *count);
    for (ptrdiff_t k = 0; k < A->start[A->n]; k++) {
        pairs += 2.0 * count[A->row[k]]++ + 1.0; /* c^2 is the sum of the odd numbers below 2 c */
    }
    return pairs;
}

int nsd_lu_plan_fits(const nsd_columns *A, double pairs)
{
    return pairs <= MOST_PAIRS * (double)A->start[A->n];
}

static size_t lay_out(nsd_lu_plan *plan, product *t, const nsd_columns *A, double pairs,
                      nsd_scratch *scratch)
{
    const size_t n = (size_t)A->n;
    NSD_SCRATCH_EACH_INT(scratch, n, &plan->order, &plan->place, &plan->parent);
    plan->row_start = nsd_scratch_take(scratch, n + 1, sizeof *plan->row_start);
    plan->column = nsd_scratch_ints(scratch, (size_t)A->start[n]);
    t->start = nsd_scratch_take(scratch, n + 1, sizeof *t->start);
    t->row = nsd_scratch_take(scratch, (size_t)pairs, sizeof *t->row);
    t->seen = nsd_scratch_ints(scratch, n);
    return nsd_scratch_counted(scratch);
}

size_t nsd_lu_plan_scratch(const nsd_columns *A, double pairs)
{
    return lay_out(&(nsd_lu_plan){ 0 }, &(product){ 0 }, A, pairs, NSD_SCRATCH_COUNTER) +
           nsd_ldl_plan_scratch(A->n, (ptrdiff_t)pairs);
}

/* The columns of each row of A, ascending */
static void fill_rows(nsd_lu_plan *plan, const nsd_columns *A)
{
    const int  n = A->n;
    ptrdiff_t *start = plan->row_start;

    memset(start, 0, ((size_t)n + 1) * sizeof *start);
    for (ptrdiff_t k = 0; k < A->start[n]; k++) {
        start[A->row[k]]++;
    }
    ptrdiff_t sum = 0;
    for (int i = 0; i <= n; i++) { /* start[i] <- where row i ends */
        sum += i < n ? start[i] : 0;
        start[i] = sum;
    }
    for (int j = n - 1; j >= 0; j--) {
        for (ptrdiff_t k = A->start[j]; k < A->start[j + 1]; k++) {
            plan->column[--start[A->row[k]]] = j;
        }
    }
}

/* The pattern of A'A: two columns of A meet in each row that both have */
static nsd_columns multiply(const nsd_lu_plan *plan, const nsd_columns *A, product *t)
{
    const int n = A->n;
    ptrdiff_t place = 0;

    for (int j = 0; j < n; j++) {
        t->seen[j] = -1;
    }
    t->start[0] = 0;
    for (int j = 0; j < n; j++) {
        for (ptrdiff_t k = A->start[j]; k < A->start[j + 1]; k++) {
            const ptrdiff_t i = A->row[k];
            for (ptrdiff_t p = plan->row_start[i]; p < plan->row_start[i + 1]; p++) {
                if (t->seen[plan->column[p]] != j) {
                    t->seen[plan->column[p]] = j;
                    t->row[place++] = plan->column[p];
                }
            }
        }
        t->start[j + 1] = place;
    }
    return (nsd_columns){ n, n, t->start, t->row, NULL };
}

nsd_status nsd_lu_plan_init(nsd_lu_plan *plan, const nsd_columns *A, double pairs,
                            nsd_scratch *scratch)
{
    const size_t n = (size_t)A->n;
    nsd_ldl_plan symmetric;
    product      t;

    plan->n = A->n;
    lay_out(plan, &t, A, pairs, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    fill_rows(plan, A);
    const nsd_columns P = multiply(plan, A, &t);
    NSD_TRY(nsd_ldl_plan_init(&symmetric, &P, scratch));
    memcpy(plan->order, symmetric.order, n * sizeof(int));
    memcpy(plan->place, symmetric.place, n * sizeof(int));
    memcpy(plan->parent, symmetric.parent, n * sizeof(int));
    plan->most = symmetric.start[n];
    return NSD_OK;
}
