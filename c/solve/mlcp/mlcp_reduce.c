/* mlcp_reduce.c - eliminate the free unknowns, solve the LCP that remains       (MLCP.4)
 *
 *     x = -A^+ (a + B z),   LCP( D - C A^+ B,  b - C A^+ a )
 * A regular block A is factored by LU, any other A by a rank-revealing QR, which gives the shortest
 * x. Rows are scaled first, which changes neither x nor the LCP. */
#include <math.h>
#include <string.h>

#include "solve/mlcp/mlcp_parts.h"

/* Reciprocal condition number of A above which LU is used. Larger: regular systems take the slower
 * QR, and lose the refinement of x. Smaller: x of a nearly singular A is only rounding. */
#define LU_CONDITION 1e-13

/* Largest distance of scaled columns of B from range(A), or of C' from range(A'), that counts as
 * rounding. Larger: a ray of the LCP is believed though the mixed problem may have a solution.
 * Smaller: every support is tried although the ray proves that there is none. */
#define RANGE_ROUNDING 1e-9

typedef struct reduction {
    const nsd_mlcp_blocks  *b;
    int                     tall; /* max(p, f), rows of X              */
    double                 *A;    /* p x f, scaled, then its factor    */
    double                 *X;    /* A^+ [a B], tall x (m + 1)         */
    double                 *S;    /* m x m                             */
    double                 *C;    /* m x f                             */
    double                 *r, *z, *work;
    nsd_least_squares_space space;
    nsd_scratch             scratch; /* of the LCP */
} reduction;

static size_t work_size(int p, int f, int m)
{
    const int most = p > f ? p : f; /* also covers the transposed problem */
    return nsd_scratch_larger((size_t)(nsd_dense_least_squares_work(most, most) + 2 * (m + 1)),
                              nsd_scratch_larger(4 * (size_t)f, (size_t)(p + m)));
}

static size_t lay_out(reduction *t, int p, int f, int m, nsd_scratch *scratch)
{
    const size_t sf = (size_t)f, sm = (size_t)m, tall = nsd_scratch_larger((size_t)p, sf);

    t->A = nsd_scratch_doubles(scratch, (size_t)p * sf);
    t->X = nsd_scratch_doubles(scratch, tall * (sm + 1));
    t->S = nsd_scratch_doubles(scratch, sm * sm);
    t->C = nsd_scratch_doubles(scratch, sm * sf);
    NSD_SCRATCH_EACH(scratch, sm, &t->r, &t->z);
    t->work = nsd_scratch_doubles(scratch, work_size(p, f, m));
    t->space.pivot = nsd_scratch_take(scratch, 2 * tall, sizeof *t->space.pivot);
    t->space.work = t->work;
    t->space.rcond = NSD_MLCP_RANK_TOLERANCE;
    t->space.rank = 0;
    t->scratch = nsd_scratch_part(scratch, nsd_lcp_scratch(m));
    t->tall = (int)tall;
    return nsd_scratch_counted(scratch);
}

size_t nsd_mlcp_reduce_scratch(int p, int f, int m)
{
    return lay_out(&(reduction){ 0 }, p, f, m, NSD_SCRATCH_COUNTER);
}

/* Entry (i,j) of A, or of A' when transposed, with the scale of the equality */
static double block_entry(const nsd_mlcp_blocks *b, int transposed, int i, int j)
{
    const int row = b->equality[transposed ? j : i], col = b->free_col[transposed ? i : j];
    return b->scale[row] * nsd_mlcp_entry(b->mlcp, row, col);
}

/* Entry (i,k) of B, or of C' when transposed, with the scale of its row of M */
static double side_entry(const nsd_mlcp_blocks *b, int transposed, int i, int k)
{
    return transposed
               ? b->scale[b->row[k]] * nsd_mlcp_entry(b->mlcp, b->row[k], b->free_col[i])
               : b->scale[b->equality[i]] * nsd_mlcp_entry(b->mlcp, b->equality[i], b->col[k]);
}

/* A <- the scaled equalities, or their transpose; X <- columns of B or C' from column `at` on */
static void gather_block(const reduction *t, int transposed, int at)
{
    const nsd_mlcp_blocks *b = t->b;
    const int              rows = transposed ? b->f : b->p, cols = transposed ? b->p : b->f;

    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
            t->A[(size_t)i + (size_t)j * (size_t)rows] = block_entry(b, transposed, i, j);
        }
        for (int k = 0; k < b->m; k++) {
            t->X[(size_t)i + (size_t)(at + k) * (size_t)t->tall] = side_entry(b, transposed, i, k);
        }
    }
}

/* A <- the scaled equalities; X <- their scaled right-hand sides a and B */
static void gather_equalities(const reduction *t)
{
    const nsd_mlcp_blocks *b = t->b;
    gather_block(t, 0, 1);
    for (int i = 0; i < b->p; i++) {
        t->X[i] = b->scale[b->equality[i]] * b->mlcp->q[b->equality[i]];
    }
}

/* X <- A^+ X; 1 when A was square and well enough conditioned for LU */
static int eliminate(reduction *t)
{
    const int p = t->b->p, f = t->b->f, columns = t->b->m + 1;

    if (p == f && p > 0) {
        if (nsd_dense_lu_regular(p, t->A, LU_CONDITION, t->space.pivot, t->work,
                                 t->space.pivot + f) == NSD_OK) {
            nsd_dense_lu_solve(p, columns, t->A, p, t->space.pivot, t->X, t->tall);
            return 1;
        }
        gather_equalities(t); /* LU has overwritten A */
    }
    if (p > 0 && f > 0) {
        nsd_dense_least_squares(p, f, columns, t->A, t->X, &t->space);
    }
    if (p == 0) { /* no equality: the shortest x is zero */
        memset(t->X, 0, (size_t)t->tall * (size_t)columns * sizeof *t->X);
    }
    return p == 0 && f == 0;
}

/* 1 when M is symmetric: then S is symmetric, too, and differences of its entries are rounding */
static int is_symmetric(const nsd_mlcp *mlcp)
{
    if (mlcp->rows != mlcp->cols) {
        return 0;
    }
    for (int j = 0; j < mlcp->cols; j++) {
        for (int i = 0; i < j; i++) {
            if (nsd_mlcp_entry(mlcp, i, j) != nsd_mlcp_entry(mlcp, j, i)) {
                return 0;
            }
        }
        if (mlcp->equality[j] != mlcp->free_unknown[j]) {
            return 0;
        }
    }
    return 1;
}

/* S = D - C A^+ B and r = b - C A^+ a                                               (MLCP.4) */
static nsd_lcp reduced_problem(const reduction *t)
{
    const nsd_mlcp_blocks *b = t->b;
    const int              m = b->m, f = b->f;

    for (int k = 0; k < m; k++) {
        for (int l = 0; l < m; l++) {
            t->S[k + (size_t)l * (size_t)m] = nsd_mlcp_entry(b->mlcp, b->row[k], b->col[l]);
        }
        for (int j = 0; j < f; j++) {
            t->C[k + (size_t)j * (size_t)m] = nsd_mlcp_entry(b->mlcp, b->row[k], b->free_col[j]);
        }
        t->r[k] = b->mlcp->q[b->row[k]];
    }
    if (m > 0 && f > 0) {
        nsd_dense_gemm(NSD_PLAIN, m, m, f, -1.0, t->C, m, t->X + t->tall, t->tall, 1.0, t->S, m);
        nsd_dense_gemv(NSD_PLAIN, m, f, -1.0, t->C, m, t->X, 1.0, t->r);
    }
    for (int l = 0; is_symmetric(b->mlcp) && l < m; l++) {
        for (int k = 0; k < l; k++) {
            double *upper = t->S + k + (size_t)l * (size_t)m,
                   *lower = t->S + l + (size_t)k * (size_t)m;
            *upper = *lower = 0.5 * (*upper + *lower);
        }
    }
    nsd_lcp lcp = { m, m, 0, 0, t->S, t->r };
    nsd_lcp_detect(&lcp);
    return lcp;
}

/* v <- z and x = -(A^+ a + A^+ B z)                                                 (MLCP.4) */
static void fill_answer(const reduction *t, double *v)
{
    const nsd_mlcp_blocks *b = t->b;
    for (int k = 0; k < b->m; k++) {
        v[b->col[k]] = t->z[k];
    }
    for (int j = 0; j < b->f; j++) {
        double x = -t->X[j];
        for (int k = 0; k < b->m; k++) {
            x -= t->X[j + (size_t)(k + 1) * (size_t)t->tall] * t->z[k];
        }
        v[b->free_col[j]] = x;
    }
}

/* One step of iterative refinement of x with the LU factors in A */
static void refine_free_unknowns(const reduction *t, double *v)
{
    const nsd_mlcp_blocks *b = t->b;
    nsd_mlcp_slack(b->mlcp, v, t->work);
    for (int i = 0; i < b->p; i++) {
        t->X[i] = b->scale[b->equality[i]] * t->work[b->equality[i]];
    }
    nsd_dense_lu_solve(b->p, 1, t->A, b->p, t->space.pivot, t->X, b->p);
    for (int j = 0; j < b->f; j++) {
        v[b->free_col[j]] -= t->X[j];
    }
}

/* 1 when range(B) lies in range(A), or, transposed, range(C') in range(A'). If both hold and the
 * equalities do not contradict each other, the LCP has a solution exactly when the mixed problem
 * has one. */
static int in_range(reduction *t, int transposed)
{
    const nsd_mlcp_blocks *b = t->b;
    const int              rows = transposed ? b->f : b->p, cols = transposed ? b->p : b->f;
    const size_t           tall = (size_t)t->tall;
    double                 misfit = 0.0;

    gather_block(t, transposed, 0);
    if (rows > 0 && cols > 0) {
        nsd_dense_least_squares(rows, cols, b->m, t->A, t->X, &t->space);
    }
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < b->m; k++) {
            double distance = -side_entry(b, transposed, i, k);
            for (int j = 0; j < cols; j++) {
                distance += block_entry(b, transposed, i, j) * t->X[(size_t)j + (size_t)k * tall];
            }
            misfit = fmax(misfit, fabs(distance));
        }
    }
    return misfit <= RANGE_ROUNDING;
}

nsd_status nsd_mlcp_reduce(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                           nsd_scratch *scratch, double *v, nsd_lcp_info *info, int *exact)
{
    nsd_scratch space = *scratch;
    reduction   t = { .b = blocks };
    int         accepted = 0;

    lay_out(&t, blocks->p, blocks->f, blocks->m, &space);
    NSD_TRY(nsd_scratch_status(&space));
    gather_equalities(&t);
    const int regular = eliminate(&t);
    for (int k = 0; k < blocks->m; k++) {
        t.z[k] = v[blocks->col[k]];
    }
    const nsd_lcp lcp = reduced_problem(&t);
    nsd_status    status = nsd_lcp_auto(&lcp, options, &t.scratch, t.z, info);
    fill_answer(&t, v);
    if (regular && blocks->p > 0) {
        refine_free_unknowns(&t, v);
    }
    info->residual = nsd_mlcp_residual(blocks->mlcp, v, options, t.work, &accepted);
    if (status >= 0) {
        status = accepted ? NSD_OK : status == NSD_OK ? NSD_STALLED : status;
    }
    *exact = regular || (status == NSD_RAY && in_range(&t, 0) && in_range(&t, 1));
    return status;
}
