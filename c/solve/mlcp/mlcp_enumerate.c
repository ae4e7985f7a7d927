/* mlcp_enumerate.c - every complementarity support of a small mixed problem     (MLCP.6)
 *
 * With E the columns of the free unknowns, P = I - E E^+ removes them:
 *     P (N z - R w + q) = 0,   z >= 0,  w >= 0,  z'w = 0,
 * N the columns of z, R those columns of the identity that belong to w. Each support keeps m of
 * these 2m columns; it has a solution when nonnegative least squares on the m columns leave no
 * residual. */
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"
#include "solve/mlcp/mlcp_parts.h"

/* Length of a projected column (of rows scaled to entries of order one) below which the column
 * counts as zero and is not normalised. Larger: short but real columns keep a bad scale. Smaller:
 * rounding is blown up to a column of length one. */
#define ZERO_COLUMN 1e-12

typedef struct supports {
    const nsd_mlcp_blocks *b;
    const nsd_lcp_options *options;
    nsd_lcp_support        support; /* columns P N then -P R, scaled to length one; c = P q  */
    int                    rows, m, f;
    double                *E;      /* rows x f: columns of the free unknowns                */
    double                *pinv;   /* E^+, max(rows, f) x rows                              */
    double                *length; /* 2m: lengths of the columns before scaling             */
    double                *x, *r;  /* free unknowns; work of the residual                   */
} supports;

size_t nsd_mlcp_enumerate_scratch(int rows, int f, int m)
{
    const size_t r = (size_t)rows, sf = (size_t)f;
    return nsd_scratch_need(r * sf, sizeof(double)) +
           nsd_scratch_need((r + 2 * sf) * r, sizeof(double)) +
           nsd_scratch_need(2 * (size_t)m, sizeof(double)) + nsd_scratch_need(sf, sizeof(double)) +
           nsd_scratch_need(r, sizeof(double)) + nsd_lcp_support_scratch(rows, f, m);
}

static nsd_status take_arrays(supports *t, nsd_scratch *scratch)
{
    const size_t r = (size_t)t->rows, f = (size_t)t->f;
    t->E = nsd_scratch_take(scratch, r * f, sizeof *t->E);
    t->pinv = nsd_scratch_take(scratch, (r + 2 * f) * r, sizeof *t->pinv);
    t->length = nsd_scratch_take(scratch, 2 * (size_t)t->m, sizeof *t->length);
    t->x = nsd_scratch_take(scratch, f, sizeof *t->x);
    t->r = nsd_scratch_take(scratch, r, sizeof *t->r);
    return t->E && t->pinv && t->length && t->x && t->r
               ? nsd_lcp_support_init(&t->support, t->rows, t->f, t->m, NSD_MLCP_RANK_TOLERANCE,
                                      scratch)
               : NSD_ERR_WORKSPACE;
}

/* g <- P g */
static void project(const supports *t, double *g)
{
    const int tall = t->rows > t->f ? t->rows : t->f;
    if (t->f == 0) {
        return;
    }
    nsd_dense_gemv(NSD_PLAIN, t->f, t->rows, 1.0, t->pinv, tall, g, 0.0, t->x);
    nsd_dense_gemv(NSD_PLAIN, t->rows, t->f, -1.0, t->E, t->rows, t->x, 1.0, g);
}

/* E, E^+, c and the 2m columns, which all supports share */
static void prepare_columns(supports *t)
{
    const nsd_mlcp_blocks *b = t->b;
    const size_t           rows = (size_t)t->rows, m = (size_t)t->m;
    const size_t           tall = (size_t)(t->rows > t->f ? t->rows : t->f);

    for (int i = 0; i < t->rows; i++) {
        for (int j = 0; j < t->f; j++) {
            t->E[(size_t)i + (size_t)j * rows] = b->scale[i] *
                                                 nsd_mlcp_entry(b->mlcp, i, b->free_col[j]);
        }
        t->support.c[i] = b->scale[i] * b->mlcp->q[i];
    }
    memset(t->pinv, 0, tall * rows * sizeof *t->pinv);
    for (size_t i = 0; i < rows; i++) {
        t->pinv[i + i * tall] = 1.0;
    }
    if (t->f > 0) {
        double *copy = t->pinv + tall * rows; /* least squares destroy it */
        memcpy(copy, t->E, rows * (size_t)t->f * sizeof *copy);
        nsd_dense_least_squares_many(t->rows, t->f, t->rows, copy, t->pinv, &t->support.space);
    }
    project(t, t->support.c);
    for (int k = 0; k < t->m; k++) {
        double *N = t->support.columns + (size_t)k * rows,
               *R = t->support.columns + (m + (size_t)k) * rows;
        memset(R, 0, rows * sizeof *R);
        R[b->row[k]] = -b->scale[b->row[k]];
        for (int i = 0; i < t->rows; i++) {
            N[i] = b->scale[i] * nsd_mlcp_entry(b->mlcp, i, b->col[k]);
        }
        project(t, N);
        project(t, R);
    }
    for (int k = 0; k < 2 * t->m; k++) {
        double      *column = t->support.columns + (size_t)k * rows;
        const double length = sqrt(nsd_dense_dot(t->rows, column, column));
        t->length[k] = length > ZERO_COLUMN ? length : 1.0;
        for (int i = 0; i < t->rows; i++) {
            column[i] /= t->length[k];
        }
    }
}

/* v from y on the chosen columns: z, w, then the shortest x; 1 when v solves the problem */
static int is_solution(supports *t, int count, double *v, nsd_lcp_info *info)
{
    const nsd_mlcp_blocks *b = t->b;
    const int              tall = t->rows > t->f ? t->rows : t->f;
    int                    accepted = 0;

    memset(v, 0, (size_t)b->mlcp->cols * sizeof *v);
    memcpy(t->support.k, b->mlcp->q, (size_t)t->rows * sizeof *t->support.k);
    for (int k = 0; k < count; k++) {
        const int    column = t->support.chosen[k];
        const double value = fmax(0.0, t->support.y[k] / t->length[column]);
        if (column < t->m) {
            v[b->col[column]] = value;
        } else {
            t->support.k[b->row[column - t->m]] -= value;
        }
    }
    for (int k = 0; k < t->m; k++) {
        const int col = b->col[k];
        for (int i = 0; i < t->rows && v[col] > 0.0; i++) {
            t->support.k[i] += nsd_mlcp_entry(b->mlcp, i, col) * v[col];
        }
    }
    for (int i = 0; i < t->rows; i++) {
        t->support.k[i] *= b->scale[i];
    }
    if (t->f > 0) {
        nsd_dense_gemv(NSD_PLAIN, t->f, t->rows, -1.0, t->pinv, tall, t->support.k, 0.0, t->x);
    }
    for (int j = 0; j < t->f; j++) {
        v[b->free_col[j]] = t->x[j];
    }
    info->residual = nsd_mlcp_residual(b->mlcp, v, t->options->tolerance, t->r, &accepted);
    return accepted;
}

static int solve_support(supports *t, unsigned mask, double *v, nsd_lcp_info *info)
{
    const int m = t->m;
    nsd_lcp_support_choose(&t->support, mask);
    if (m == 0) {
        return is_solution(t, 0, v, info);
    }
    if (nsd_lcp_support_shortest(&t->support, m) != NSD_OK) {
        return 0;
    }
    const int full_rank = t->support.space.rank == m;
    if (is_solution(t, m, v, info)) {
        return 1;
    }
    if (full_rank) { /* there is no other candidate on this support */
        return 0;
    }
    const int kept = nsd_lcp_support_nonnegative(&t->support);
    if (kept > 0 && nsd_lcp_support_shortest(&t->support, kept) != NSD_OK) {
        return 0;
    }
    return is_solution(t, kept, v, info);
}

nsd_status nsd_mlcp_enumerate(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                              nsd_scratch *scratch, double *v, nsd_lcp_info *info)
{
    const size_t mark = scratch->used;
    supports     t = { 0 };
    int          found = 0;

    t.b = blocks;
    t.options = options;
    t.rows = blocks->mlcp->rows;
    t.m = blocks->m;
    t.f = blocks->f;
    info->solver = "enum";
    info->iterations = 0;
    if (take_arrays(&t, scratch) != NSD_OK) {
        return NSD_ERR_WORKSPACE;
    }
    prepare_columns(&t);
    for (unsigned mask = 0; mask < 1u << blocks->m && !found; mask++) {
        found = solve_support(&t, mask, v, info);
        info->iterations++;
    }
    scratch->used = mark;
    return found ? NSD_OK : NSD_RAY;
}
