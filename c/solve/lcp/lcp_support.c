/* lcp_support.c - least squares on the columns that a support chooses    (LCP.6) (MLCP.6) */
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Exchanges or pivots and residual of the nonnegative least squares; no relaxation. The residual is
 * far below usual tolerances, because the columns that are kept are solved for once more. */
static const nsd_lcp_options least_squares_options = { 1000, 1e-12, 1.0 };

static size_t work_size(int rows, int f, int m)
{
    const int first = nsd_dense_least_squares_work(rows, f) + 2 * rows;
    const int second = nsd_dense_least_squares_work(rows, m) + 2;
    return (size_t)(first > second ? first : second);
}

size_t nsd_lcp_support_scratch(int rows, int f, int m)
{
    const size_t r = (size_t)rows, size = (size_t)m;
    return nsd_scratch_need(2 * r * size, sizeof(double)) +
           nsd_scratch_need(r * size, sizeof(double)) +
           nsd_scratch_need(size * size, sizeof(double)) +
           3 * nsd_scratch_need(r + size, sizeof(double)) + nsd_scratch_need(size, sizeof(int)) +
           nsd_scratch_need((size_t)f + size, sizeof(nsd_int)) +
           nsd_scratch_need(work_size(rows, f, m), sizeof(double)) +
           nsd_scratch_larger(nsd_lcp_active_scratch(m), nsd_lcp_lemke_scratch(m));
}

nsd_status nsd_lcp_support_init(nsd_lcp_support *t, int rows, int f, int m, double rcond,
                                nsd_scratch *scratch)
{
    const size_t r = (size_t)rows, size = (size_t)m, most = r + size;
    double     **arrays[] = { &t->columns, &t->G, &t->K, &t->c, &t->k, &t->y, &t->space.work };
    const size_t sizes[] = { 2 * r * size, r * size, size * size,          most,
                             most,         most,     work_size(rows, f, m) };
    int          missing = 0;

    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        *arrays[k] = nsd_scratch_take(scratch, sizes[k], sizeof(double));
        missing |= !*arrays[k];
    }
    t->chosen = nsd_scratch_take(scratch, size, sizeof *t->chosen);
    t->space.pivot = nsd_scratch_take(scratch, (size_t)f + size, sizeof *t->space.pivot);
    t->space.rcond = rcond;
    t->scratch = scratch;
    t->rows = rows;
    t->m = m;
    return missing || !t->chosen || !t->space.pivot ? NSD_ERR_WORKSPACE : NSD_OK;
}

void nsd_lcp_support_choose(nsd_lcp_support *t, unsigned mask)
{
    for (int k = 0; k < t->m; k++) {
        t->chosen[k] = mask >> k & 1u ? k : t->m + k;
    }
}

nsd_status nsd_lcp_support_shortest(nsd_lcp_support *t, int count)
{
    const size_t rows = (size_t)t->rows;
    for (int k = 0; k < count; k++) {
        memcpy(t->G + (size_t)k * rows, t->columns + (size_t)t->chosen[k] * rows,
               rows * sizeof *t->G);
    }
    for (int i = 0; i < t->rows; i++) {
        t->y[i] = -t->c[i];
    }
    return nsd_dense_least_squares_many(t->rows, count, 1, t->G, t->y, &t->space);
}

int nsd_lcp_support_nonnegative(nsd_lcp_support *t)
{
    const int    m = t->m;
    const size_t rows = (size_t)t->rows;
    nsd_lcp_info info = { 0, 0.0, "" };
    int          kept = 0;

    for (int l = 0; l < m; l++) {
        const double *column = t->columns + (size_t)t->chosen[l] * rows;
        for (int k = 0; k < m; k++) {
            t->K[k + l * m] = nsd_dense_dot(t->rows, t->columns + (size_t)t->chosen[k] * rows,
                                            column);
        }
        t->k[l] = nsd_dense_dot(t->rows, column, t->c);
        t->y[l] = 0.0;
    }
    const nsd_lcp          lcp = { m, m, m - 1, 1, t->K, t->k };
    const nsd_lcp_options *options = &least_squares_options;
    if (nsd_lcp_active(&lcp, options, t->scratch, t->y, &info) != NSD_OK &&
        nsd_lcp_lemke(&lcp, options, t->scratch, t->y, &info) < 0) {
        return 0;
    }
    for (int k = 0; k < m; k++) {
        t->chosen[kept] = t->chosen[k];
        kept += t->y[k] > 0.0;
    }
    return kept;
}
