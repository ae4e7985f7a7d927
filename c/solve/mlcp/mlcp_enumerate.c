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

/* Exchanges or pivots and residual of the nonnegative least squares; no relaxation. The residual is
 * far below usual tolerances, because the columns that are kept are solved for once more. */
static const nsd_lcp_options least_squares_options = { 1000, 1e-12, 1.0 };

typedef struct supports {
    const nsd_mlcp_blocks  *b;
    const nsd_lcp_options  *options;
    nsd_scratch            *scratch;
    int                     rows, m, f;
    double                 *E;       /* rows x f: columns of the free unknowns                */
    double                 *pinv;    /* E^+, max(rows, f) x rows                              */
    double                 *columns; /* P N then -P R, rows x 2m, scaled to length one        */
    double                 *length;  /* 2m: lengths of the columns before scaling             */
    double                 *c;       /* P q                                                   */
    double                 *G;       /* chosen columns                                        */
    double                 *K, *k;   /* G'G and G'c; k also holds right-hand sides            */
    double                 *y;       /* z or w on the chosen columns                          */
    double                 *x, *r;   /* free unknowns; work of the residual                   */
    int                    *chosen;  /* m: numbers of the chosen columns                      */
    nsd_least_squares_space space;
} supports;

static size_t work_size(int rows, int f, int m)
{
    const int first = nsd_dense_least_squares_work(rows, f) + 2 * rows;
    const int second = nsd_dense_least_squares_work(rows, m) + 2;
    return (size_t)(first > second ? first : second);
}

size_t nsd_mlcp_enumerate_scratch(int rows, int f, int m)
{
    const size_t r = (size_t)rows, sf = (size_t)f, sm = (size_t)m;
    const size_t active = nsd_lcp_active_scratch(m), lemke = nsd_lcp_lemke_scratch(m);
    return nsd_scratch_need(r * sf, sizeof(double)) +
           nsd_scratch_need((r + 2 * sf) * r, sizeof(double)) +
           nsd_scratch_need(2 * r * sm, sizeof(double)) +
           2 * nsd_scratch_need(r * sm, sizeof(double)) +
           nsd_scratch_need(sm * sm, sizeof(double)) + nsd_scratch_need(2 * sm, sizeof(double)) +
           6 * nsd_scratch_need(r + sf + sm, sizeof(double)) + nsd_scratch_need(sm, sizeof(int)) +
           nsd_scratch_need(sf + sm, sizeof(nsd_int)) +
           nsd_scratch_need(work_size(rows, f, m), sizeof(double)) +
           (active > lemke ? active : lemke);
}

static nsd_status take_arrays(supports *t, nsd_scratch *scratch)
{
    const size_t r = (size_t)t->rows, f = (size_t)t->f, m = (size_t)t->m, most = r + f + m;
    double     **arrays[] = { &t->E, &t->pinv, &t->columns, &t->length, &t->c, &t->G,
                              &t->K, &t->k,    &t->y,       &t->x,      &t->r, &t->space.work };
    const size_t sizes[] = { r * f,     (r + 2 * f) * r,
                             2 * r * m, 2 * m,
                             most,      r * m,
                             m * m,     most,
                             most,      most,
                             most,      work_size(t->rows, t->f, t->m) };
    int          missing = 0;

    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        *arrays[k] = nsd_scratch_take(scratch, sizes[k], sizeof(double));
        missing |= !*arrays[k];
    }
    t->chosen = nsd_scratch_take(scratch, m, sizeof *t->chosen);
    t->space.pivot = nsd_scratch_take(scratch, f + m, sizeof *t->space.pivot);
    t->space.rcond = NSD_MLCP_RANK_TOLERANCE;
    t->scratch = scratch;
    return missing || !t->chosen || !t->space.pivot ? NSD_ERR_WORKSPACE : NSD_OK;
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
        t->c[i] = b->scale[i] * b->mlcp->q[i];
    }
    memset(t->pinv, 0, tall * rows * sizeof *t->pinv);
    for (size_t i = 0; i < rows; i++) {
        t->pinv[i + i * tall] = 1.0;
    }
    if (t->f > 0) {
        double *copy = t->pinv + tall * rows; /* least squares destroy it */
        memcpy(copy, t->E, rows * (size_t)t->f * sizeof *copy);
        nsd_dense_least_squares_many(t->rows, t->f, t->rows, copy, t->pinv, &t->space);
    }
    project(t, t->c);
    for (int k = 0; k < t->m; k++) {
        double *N = t->columns + (size_t)k * rows, *R = t->columns + (m + (size_t)k) * rows;
        memset(R, 0, rows * sizeof *R);
        R[b->row[k]] = -b->scale[b->row[k]];
        for (int i = 0; i < t->rows; i++) {
            N[i] = b->scale[i] * nsd_mlcp_entry(b->mlcp, i, b->col[k]);
        }
        project(t, N);
        project(t, R);
    }
    for (int k = 0; k < 2 * t->m; k++) {
        double      *column = t->columns + (size_t)k * rows;
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
    memcpy(t->k, b->mlcp->q, (size_t)t->rows * sizeof *t->k);
    for (int k = 0; k < count; k++) {
        const int    column = t->chosen[k];
        const double value = fmax(0.0, t->y[k] / t->length[column]);
        if (column < t->m) {
            v[b->col[column]] = value;
        } else {
            t->k[b->row[column - t->m]] -= value;
        }
    }
    for (int k = 0; k < t->m; k++) {
        const int col = b->col[k];
        for (int i = 0; i < t->rows && v[col] > 0.0; i++) {
            t->k[i] += nsd_mlcp_entry(b->mlcp, i, col) * v[col];
        }
    }
    for (int i = 0; i < t->rows; i++) {
        t->k[i] *= b->scale[i];
    }
    if (t->f > 0) {
        nsd_dense_gemv(NSD_PLAIN, t->f, t->rows, -1.0, t->pinv, tall, t->k, 0.0, t->x);
    }
    for (int j = 0; j < t->f; j++) {
        v[b->free_col[j]] = t->x[j];
    }
    info->residual = nsd_mlcp_residual(b->mlcp, v, t->options->tolerance, t->r, &accepted);
    return accepted;
}

/* y <- the shortest least-squares solution on the first `count` chosen columns */
static nsd_status shortest_solution(supports *t, int count)
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

/* min |G y + c| over y >= 0 as an LCP; `chosen` keeps the columns with y > 0, whose number is
 * returned */
static int nonnegative_least_squares(supports *t)
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

static int solve_support(supports *t, unsigned mask, double *v, nsd_lcp_info *info)
{
    const int m = t->m;
    for (int k = 0; k < m; k++) {
        t->chosen[k] = mask >> k & 1u ? k : m + k;
    }
    if (m == 0) {
        return is_solution(t, 0, v, info);
    }
    if (shortest_solution(t, m) != NSD_OK) {
        return 0;
    }
    const int full_rank = t->space.rank == m;
    if (is_solution(t, m, v, info)) {
        return 1;
    }
    if (full_rank) { /* there is no other candidate on this support */
        return 0;
    }
    const int kept = nonnegative_least_squares(t);
    if (kept > 0 && shortest_solution(t, kept) != NSD_OK) {
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
