/* lcp_supports.c - every support of a small problem, one after the other      (LCP.6) (MLCP.6)
 *
 * A support S says which w_k are zero; the other z_k are zero. If the block of the equalities and
 * rows S with the free unknowns and columns S is regular, its solution is the only candidate. If
 * not, the support may have a continuum of solutions or none: the shortest candidate is tried, then
 * nonnegative least squares decides. */
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Reciprocal condition number below which a least-squares solve drops columns. A has entries of
 * order one. Larger: small but real columns are dropped. Smaller: rounding counts as rank. */
#define RANK_TOLERANCE 1e-12

/* Part of the largest y of nonnegative least squares up to which a y may be rounding. Larger: small
 * but real columns are dropped. Smaller: a column that should be zero stays, and the shortest
 * solution with it has wrong signs. */
#define FIT_ROUNDING 1e-8

/* Exchanges or pivots and residual of the nonnegative least squares; no relaxation. The residual is
 * far below usual tolerances, because the columns that are kept are solved for once more. */
static const nsd_lcp_options least_squares_options = { 1000, 1e-12, 1.0, NULL, 1e-12 };

static int larger(int a, int b)
{
    return a > b ? a : b;
}

void nsd_lcp_supports_init(nsd_lcp_supports *t, int p, int f, int m, nsd_scratch *scratch)
{
    const int    rows = p + m, cols = f + m, tall = larger(rows, f);
    const int    work = nsd_dense_least_squares_work(rows, cols) + 2 * larger(rows, 1);
    const size_t size = (size_t)m, r = (size_t)rows, c = (size_t)cols;

    *t = (nsd_lcp_supports){ .p = p, .f = f, .m = m, .rows = rows };
    NSD_SCRATCH_EACH(scratch, r * c, &t->A, &t->G);
    NSD_SCRATCH_EACH(scratch, r, &t->b, &t->c);
    NSD_SCRATCH_EACH(scratch, c, &t->unit, &t->v);
    NSD_SCRATCH_EACH(scratch, r + c, &t->k, &t->y);
    t->pinv = nsd_scratch_doubles(scratch, f > 0 ? (size_t)tall * r : 0);
    t->columns = nsd_scratch_doubles(scratch, 2 * r * size);
    t->K = nsd_scratch_doubles(scratch, size * size);
    t->fit = nsd_scratch_doubles(scratch, size);
    t->chosen = nsd_scratch_ints(scratch, size);
    t->space.work = nsd_scratch_doubles(scratch, (size_t)work);
    t->space.pivot = nsd_scratch_take(scratch, c, sizeof *t->space.pivot);
    t->space.rcond = RANK_TOLERANCE;
    t->block = (nsd_lcp){ rows, rows, rows > 0 ? rows - 1 : 0, 0, t->A, t->b };
    nsd_lcp_face_init(&t->face, &t->block, scratch);
    t->scratch = nsd_scratch_part(
        scratch, nsd_scratch_larger(nsd_lcp_active_scratch(m), nsd_lcp_lemke_scratch(m)));
}

/* g <- g - E E^+ g, with E the columns of the free unknowns */
static void project(const nsd_lcp_supports *t, double *g)
{
    if (t->f > 0 && t->rows > 0) {
        nsd_dense_gemv(NSD_PLAIN, t->f, t->rows, 1.0, t->pinv, larger(t->rows, t->f), g, 0.0, t->k);
        nsd_dense_gemv(NSD_PLAIN, t->rows, t->f, -1.0, t->A, t->rows, t->k, 1.0, g);
    }
}

void nsd_lcp_supports_begin(nsd_lcp_supports *t)
{
    const size_t rows = (size_t)t->rows, m = (size_t)t->m, f = (size_t)t->f;
    const size_t tall = rows > f ? rows : f;

    t->tried = 0;
    if (f > 0 && rows > 0) {
        memset(t->pinv, 0, tall * rows * sizeof *t->pinv);
        for (size_t i = 0; i < rows; i++) {
            t->pinv[i + i * tall] = 1.0;
        }
        memcpy(t->G, t->A, rows * f * sizeof *t->G);
        nsd_dense_least_squares(t->rows, t->f, t->rows, t->G, t->pinv, &t->space);
    }
    memcpy(t->c, t->b, rows * sizeof *t->c);
    project(t, t->c);
    memcpy(t->columns, t->A + f * rows, rows * m * sizeof *t->columns);
    memset(t->columns + rows * m, 0, rows * m * sizeof *t->columns);
    for (size_t k = 0; k < 2 * m; k++) {
        if (k >= m) {
            t->columns[k * rows + (size_t)t->p + k - m] = -1.0;
        }
        project(t, t->columns + k * rows);
    }
}

/* v_k <- unit_k max(y, 0) for unknown k of z */
static void set_z(nsd_lcp_supports *t, int k, double y)
{
    t->v[t->f + k] = y > 0.0 ? y * t->unit[t->f + k] : 0.0;
}

/* v <- y on the free unknowns and on S; 1 when v solves the problem */
static int is_solution(nsd_lcp_supports *t)
{
    memset(t->v, 0, (size_t)(t->f + t->m) * sizeof *t->v);
    for (int j = 0; j < t->f; j++) {
        t->v[j] = t->y[j] * t->unit[j];
    }
    for (int k = t->p; k < t->face.count; k++) {
        set_z(t, t->face.index[k] - t->p, t->y[t->f + k - t->p]);
    }
    return t->passes(t->context, t->v);
}

/* y <- the shortest least-squares solution of the equalities and rows S. Its x becomes E^+ E x,
 * the shortest with the same A x. */
static nsd_status shortest_on_block(nsd_lcp_supports *t)
{
    const int  count = t->face.count, cols = t->f + count - t->p, *row = t->face.index;
    nsd_status status = NSD_OK;

    memset(t->y, 0, (size_t)(t->rows + t->f + t->m) * sizeof *t->y);
    for (int l = 0; l < cols; l++) {
        const size_t from = (size_t)(l < t->f ? l : t->f - t->p + row[t->p + l - t->f]);
        for (int k = 0; k < count; k++) {
            t->G[k + l * count] = t->A[(size_t)row[k] + from * (size_t)t->rows];
        }
    }
    for (int k = 0; k < count; k++) {
        t->y[k] = -t->b[row[k]];
    }
    if (count > 0 && cols > 0) {
        status = nsd_dense_least_squares(count, cols, 1, t->G, t->y, &t->space);
    }
    if (t->f > 0 && t->rows > 0) {
        nsd_dense_gemv(NSD_PLAIN, t->rows, t->f, 1.0, t->A, t->rows, t->y, 0.0, t->k);
        nsd_dense_gemv(NSD_PLAIN, t->f, t->rows, 1.0, t->pinv, larger(t->rows, t->f), t->k, 0.0,
                       t->y);
    }
    return status;
}

/* fit <- min |G y + c| over y >= 0, G the columns of z_k in S and of w_k elsewhere: the LCP of G'G
 * and G'c, which is always solvable. 0 when it could not be solved. */
static int nonnegative_fit(nsd_lcp_supports *t, unsigned mask)
{
    const int    m = t->m;
    const size_t rows = (size_t)t->rows;
    nsd_lcp_info info = { 0, 0.0, "" };

    for (int l = 0; l < m; l++) {
        t->chosen[l] = mask >> l & 1u ? l : m + l;
        const double *column = t->columns + (size_t)t->chosen[l] * rows;
        for (int k = 0; k <= l; k++) {
            t->K[k + l * m] = t->K[l + k * m] = nsd_dense_dot(
                t->rows, t->columns + (size_t)t->chosen[k] * rows, column);
        }
        t->k[l] = nsd_dense_dot(t->rows, column, t->c);
        t->fit[l] = 0.0;
    }
    const nsd_lcp          lcp = { m, m, m - 1, 1, t->K, t->k };
    const nsd_lcp_options *options = &least_squares_options;
    return nsd_lcp_active(&lcp, options, &t->scratch, t->fit, &info) == NSD_OK ||
           nsd_lcp_lemke(&lcp, options, &t->scratch, t->fit, &info) >= 0;
}

/* `chosen` keeps those of its first `count` columns whose fit is above `least`; returns their
 * number. */
static int keep_columns(nsd_lcp_supports *t, int count, double least)
{
    int kept = 0;
    for (int k = 0; k < count; k++) {
        t->chosen[kept] = t->chosen[k];
        t->fit[kept] = t->fit[k];
        kept += t->fit[k] > least;
    }
    return kept;
}

/* y <- the shortest least-squares solution on the first `count` chosen columns */
static nsd_status shortest_on_columns(nsd_lcp_supports *t, int count)
{
    const size_t rows = (size_t)t->rows;
    for (int k = 0; k < count; k++) {
        memcpy(t->G + (size_t)k * rows, t->columns + (size_t)t->chosen[k] * rows,
               rows * sizeof *t->G);
    }
    nsd_dense_scale(t->rows, -1.0, t->c, t->y);
    return nsd_dense_least_squares(t->rows, count, 1, t->G, t->y, &t->space);
}

/* v from y on the chosen columns: z and w, then the shortest x; 1 when v solves the problem */
static int is_fit_a_solution(nsd_lcp_supports *t, int count)
{
    const int f = t->f, rows = t->rows;

    memset(t->v, 0, (size_t)(f + t->m) * sizeof *t->v);
    memcpy(t->k, t->b, (size_t)rows * sizeof *t->k);
    for (int k = 0; k < count; k++) {
        const int     column = t->chosen[k];
        const double  y = t->y[k] > 0.0 ? t->y[k] : 0.0;
        const double *z = t->A + (size_t)(f + column) * (size_t)rows;
        if (column < t->m) {
            set_z(t, column, y);
        } else {
            t->k[t->p + column - t->m] -= y;
        }
        for (int i = 0; column < t->m && i < rows; i++) {
            t->k[i] += z[i] * y;
        }
    }
    if (f > 0) {
        nsd_dense_gemv(NSD_PLAIN, f, rows, -1.0, t->pinv, larger(rows, f), t->k, 0.0, t->v);
    }
    return t->passes(t->context, t->v);
}

/* A support whose block is singular or not square: 1 when it has a solution, which is then in v. */
static int solve_singular(nsd_lcp_supports *t, unsigned mask)
{
    if (shortest_on_block(t) == NSD_OK && is_solution(t)) {
        return 1;
    }
    if (t->m == 0) {
        return 0;
    }
    if (!nonnegative_fit(t, mask)) {
        return 0;
    }
    int          kept = t->m;
    const double rounding = FIT_ROUNDING * nsd_dense_max_abs(t->m, t->fit);
    for (int pass = 0; pass < 2; pass++) {
        kept = keep_columns(t, kept, pass == 0 ? 0.0 : rounding);
        if ((kept == 0 || shortest_on_columns(t, kept) == NSD_OK) && is_fit_a_solution(t, kept)) {
            return 1;
        }
    }
    return 0;
}

static int solve_support(nsd_lcp_supports *t, unsigned mask)
{
    nsd_lcp_face *face = &t->face;

    for (face->count = 0; face->count < t->p; face->count++) {
        face->index[face->count] = face->count;
    }
    for (int k = 0; k < t->m; k++) {
        if (mask >> k & 1u) {
            face->index[face->count++] = t->p + k;
        }
    }
    if (t->p != t->f || nsd_lcp_face_factor(face) != NSD_OK) {
        return solve_singular(t, mask);
    }
    for (int k = 0; k < face->count; k++) {
        t->y[k] = -t->b[face->index[k]];
    }
    nsd_lcp_face_solve(face, t->y);
    return is_solution(t);
}

nsd_status nsd_lcp_supports_next(nsd_lcp_supports *t)
{
    while (t->tried < 1u << t->m) {
        if (nsd_poll_stopped(t->poll)) {
            return NSD_STOPPED;
        }
        if (solve_support(t, t->tried++)) {
            return NSD_OK;
        }
    }
    return NSD_RAY;
}
