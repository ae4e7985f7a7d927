/* ldl_change.c - rows of A switched on and off in place                        (SPA.4), (SPA.5)
 *
 * Only the columns on the path from the row to the root of the elimination tree change. */
#include "sparse/ldl_parts.h"

/* Multiply-adds that a step along the path costs beside its column, and how much slower a
 * multiply-add of a change is than one of a factorisation. Larger: more whole factorisations.
 * Smaller: changes go on where a whole factorisation is faster. */
#define STEP_COST   20.0
#define CHANGE_COST 4.0

/* L D L' <- L D L' + alpha w w' below row k; w is in y at the rows of column k, and y is zero
 * afterwards. Gill, Golub, Murray and Saunders, method C1                                (SPA.6) */
static nsd_status add_product(nsd_ldl *ldl, int k, double alpha)
{
    const nsd_ldl_plan *plan = ldl->plan;
    double             *y = ldl->y;
    nsd_status          status = NSD_OK;

    for (int j = plan->parent[k]; j >= 0; j = plan->parent[j]) {
        const double w = y[j];
        y[j] = 0.0;
        if (w == 0.0) {
            continue;
        }
        const double before = ldl->D[j], after = before + alpha * w * w;
        const double share = alpha * w / after;
        if (!(after > NSD_LDL_LOST_PIVOT * before)) {
            status = NSD_ERR_NOT_DEFINITE; /* go on: y must be zero at the end */
        }
        alpha *= before / after;
        ldl->D[j] = after;
        for (ptrdiff_t p = plan->start[j]; p < plan->start[j + 1]; p++) {
            const int i = ldl->row[p];
            y[i] -= w * ldl->L[p];
            ldl->L[p] += share * y[i];
        }
    }
    return status;
}

/* Place of entry (k,j), which is in the pattern of L */
static ptrdiff_t place_of(const nsd_ldl *ldl, int k, int j)
{
    ptrdiff_t low = ldl->plan->start[j], high = ldl->plan->start[j + 1] - 1;
    while (low < high) {
        const ptrdiff_t middle = low + (high - low) / 2;
        if (ldl->row[middle] < k) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

nsd_status nsd_ldl_remove(nsd_ldl *ldl, int i)
{
    const nsd_ldl_plan *plan = ldl->plan;
    const int           k = plan->place[i];
    const double        pivot = ldl->D[k];

    for (int t = nsd_ldl_reach(ldl, k); t < plan->n; t++) {
        ldl->L[place_of(ldl, k, ldl->stack[t])] = 0.0;
    }
    for (ptrdiff_t p = plan->start[k]; p < plan->start[k + 1]; p++) {
        ldl->y[ldl->row[p]] = ldl->L[p];
        ldl->L[p] = 0.0;
    }
    ldl->D[k] = 1.0;
    ldl->on[i] = 0;
    ldl->changes++;
    return add_product(ldl, k, pivot); /*                                               (SPA.4) */
}

nsd_status nsd_ldl_add(nsd_ldl *ldl, int i)
{
    const nsd_ldl_plan *plan = ldl->plan;
    const int           k = plan->place[i], top = nsd_ldl_reach(ldl, k);
    double             *y = ldl->y;
    const double        diagonal = nsd_ldl_scatter(ldl, k, 1);
    double              pivot = diagonal;

    for (int t = top; t < plan->n; t++) { /* row k, and what it takes from column k       (SPA.5) */
        const int    j = ldl->stack[t];
        const double yj = y[j];
        y[j] = 0.0;
        if (yj == 0.0) {
            continue;
        }
        for (ptrdiff_t p = plan->start[j]; p < plan->start[j + 1]; p++) {
            y[ldl->row[p]] -= ldl->L[p] * yj;
        }
        const double entry = yj / ldl->D[j];
        pivot -= entry * yj;
        ldl->L[place_of(ldl, k, j)] = entry;
    }
    ldl->D[k] = pivot;
    ldl->on[i] = 1;
    ldl->changes++;
    const nsd_status status = nsd_ldl_pivot_status(pivot, diagonal);
    for (ptrdiff_t p = plan->start[k]; p < plan->start[k + 1]; p++) {
        const int row = ldl->row[p];
        y[row] = status == NSD_OK ? y[row] / pivot : 0.0;
        ldl->L[p] = y[row];
    }
    return status == NSD_OK ? add_product(ldl, k, -pivot) : status;
}

/* Multiply-adds of switching row i */
static double change_cost(const nsd_ldl *ldl, int i)
{
    const nsd_ldl_plan *plan = ldl->plan;
    double              cost = 0.0;
    for (int j = plan->place[i]; j >= 0; j = plan->parent[j]) {
        cost += STEP_COST + CHANGE_COST * (double)(plan->start[j + 1] - plan->start[j]);
    }
    return cost;
}

nsd_status nsd_ldl_change(nsd_ldl *ldl, const unsigned char *wanted)
{
    const int    n = ldl->plan->n;
    const double whole = ldl->plan->work + STEP_COST * n;
    double       cost = 0.0;

    for (int i = 0; i < n && cost < whole; i++) {
        cost += ldl->on[i] != wanted[i] ? change_cost(ldl, i) : 0.0;
    }
    if (cost >= whole) {
        return nsd_ldl_factor(ldl, wanted);
    }
    nsd_status status = NSD_OK;
    for (int i = 0; i < n && status == NSD_OK; i++) { /* rows off first: they make pivots larger */
        status = ldl->on[i] && !wanted[i] ? nsd_ldl_remove(ldl, i) : NSD_OK;
    }
    for (int i = 0; i < n && status == NSD_OK; i++) {
        status = !ldl->on[i] && wanted[i] ? nsd_ldl_add(ldl, i) : NSD_OK;
    }
    return status == NSD_OK ? status : nsd_ldl_factor(ldl, wanted);
}
