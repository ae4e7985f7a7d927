/* mlcp.c - mixed problems: residual, and the order in which the solvers are tried. */
#include "solve/mlcp/mlcp.h"

#include <math.h>
#include <string.h>

#include "solve/mlcp/mlcp_parts.h"

/* Part of the largest entry of its column that the entry of a complementary pair must have to set
 * the unit of its unknown, as for an LCP. Larger: units follow couplings. Smaller: an entry that is
 * only rounding sets the unit, and a wrong z passes. */
#define UNIT_ENTRY 1e-8

void nsd_mlcp_slack(const nsd_mlcp *mlcp, const double *v, double *r)
{
    memcpy(r, mlcp->q, (size_t)mlcp->rows * sizeof *r);
    for (int j = 0; j < mlcp->cols; j++) {
        for (int i = 0; i < mlcp->rows && v[j] != 0.0; i++) {
            r[i] += nsd_mlcp_entry(mlcp, i, j) * v[j];
        }
    }
}

double nsd_mlcp_unit(const nsd_mlcp *mlcp, int i, int j)
{
    const double size = fabs(nsd_mlcp_entry(mlcp, i, j));
    const double largest = nsd_dense_max_abs(mlcp->rows, mlcp->M + (size_t)j * (size_t)mlcp->rows);
    return size > UNIT_ENTRY * largest ? size : largest > 0.0 ? largest : 1.0;
}

double nsd_mlcp_terms(const nsd_mlcp *mlcp, int i, const double *v)
{
    double sum = fabs(mlcp->q[i]);
    for (int j = 0; j < mlcp->cols; j++) {
        sum += fabs(nsd_mlcp_entry(mlcp, i, j) * v[j]);
    }
    return isfinite(sum) ? sum : 0.0;
}

double nsd_mlcp_residual(const nsd_mlcp *mlcp, const double *v, const nsd_lcp_options *options,
                         double *work, int *accepted)
{
    const double size = nsd_dense_max_abs(mlcp->rows, mlcp->q);
    double       plain = 0.0;
    int          next = 0; /* column of the next complementarity */

    nsd_mlcp_slack(mlcp, v, work);
    *accepted = 0;
    if (!nsd_dense_all_finite((size_t)mlcp->rows, work) ||
        !nsd_dense_all_finite((size_t)mlcp->cols, v)) {
        return NAN;
    }
    *accepted = 1;
    for (int i = 0; i < mlcp->rows; i++) {
        double term = fabs(work[i]), scaled = term;
        if (!mlcp->equality[i]) {
            while (mlcp->free_unknown[next]) {
                next++;
            }
            term = fabs(fmin(v[next], work[i]));
            scaled = fabs(fmin(nsd_mlcp_unit(mlcp, i, next) * v[next], work[i]));
            next++;
        }
        plain = fmax(plain, term);
        const double own = nsd_mlcp_terms(mlcp, i, v);
        *accepted &= scaled <= nsd_row_allowed(options->tolerance, options->rounding, own, size) +
                                   NSD_ROW_ROUNDING * own; /*                          (MLCP.3) */
    }
    plain /= fmax(1.0, size); /* (MLCP.2) */
    *accepted &= plain <= options->tolerance;
    return plain;
}

static void count_blocks(const nsd_mlcp *mlcp, nsd_mlcp_blocks *blocks)
{
    blocks->mlcp = mlcp;
    blocks->p = blocks->f = 0;
    for (int i = 0; i < mlcp->rows; i++) {
        blocks->p += mlcp->equality[i] != 0;
    }
    for (int j = 0; j < mlcp->cols; j++) {
        blocks->f += mlcp->free_unknown[j] != 0;
    }
    blocks->m = mlcp->rows - blocks->p;
}

typedef struct attempts {
    nsd_mlcp_blocks blocks;
    double         *trial;  /* cols: answer of the solver that runs */
    nsd_scratch     solver; /* for the solver that runs             */
} attempts;

static size_t lay_out(attempts *t, int p, int f, int m, nsd_scratch *scratch)
{
    const size_t rows = (size_t)(p + m), cols = (size_t)(f + m);
    const size_t needs[] = { nsd_mlcp_reduce_scratch(p, f, m),
                             nsd_mlcp_newton_scratch(p + m, f + m),
                             m <= NSD_MLCP_ENUMERATE_MAX ? nsd_mlcp_enumerate_scratch(p, f, m)
                                                         : 0 };
    size_t       most = 0;

    NSD_SCRATCH_EACH_INT(scratch, rows, &t->blocks.equality, &t->blocks.row);
    NSD_SCRATCH_EACH_INT(scratch, cols, &t->blocks.free_col, &t->blocks.col);
    NSD_SCRATCH_EACH(scratch, rows, &t->blocks.scale, &t->blocks.unit);
    t->trial = nsd_scratch_doubles(scratch, cols);
    for (size_t k = 0; k < sizeof needs / sizeof needs[0]; k++) {
        most = nsd_scratch_larger(most, needs[k]);
    }
    t->solver = nsd_scratch_part(scratch, most);
    return nsd_scratch_counted(scratch);
}

size_t nsd_mlcp_scratch_for(int p, int f, int m)
{
    return lay_out(&(attempts){ 0 }, p, f, m, NSD_SCRATCH_COUNTER);
}

size_t nsd_mlcp_scratch(const nsd_mlcp *mlcp)
{
    nsd_mlcp_blocks b;
    count_blocks(mlcp, &b);
    return nsd_mlcp_scratch_for(b.p, b.f, b.m);
}

static nsd_status sort_blocks(nsd_mlcp_blocks *b)
{
    const nsd_mlcp *mlcp = b->mlcp;
    int             p = 0, f = 0, k = 0, l = 0;

    for (int i = 0; i < mlcp->rows; i++) {
        double largest = 0.0;
        for (int j = 0; j < mlcp->cols; j++) {
            largest = fmax(largest, fabs(nsd_mlcp_entry(mlcp, i, j)));
        }
        b->scale[i] = largest > 0.0 ? 1.0 / largest : 1.0;
        *(mlcp->equality[i] ? &b->equality[p++] : &b->row[k++]) = i;
    }
    for (int j = 0; j < mlcp->cols; j++) {
        *(mlcp->free_unknown[j] ? &b->free_col[f++] : &b->col[l++]) = j;
    }
    if (k != l) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    for (k = 0; k < b->m; k++) {
        b->unit[k] = nsd_mlcp_unit(mlcp, b->row[k], b->col[k]);
    }
    b->size = nsd_dense_max_abs(mlcp->rows, mlcp->q);
    return NSD_OK;
}

/* Reduction to an LCP; when that fails, Newton on all rows, then every support. */
static nsd_status try_solvers(attempts *t, const nsd_lcp_options *options, double *v,
                              nsd_lcp_info *info)
{
    const nsd_mlcp_blocks *b = &t->blocks;
    const size_t           bytes = (size_t)b->mlcp->cols * sizeof *v;
    int                    exact = 0;
    nsd_status             status = nsd_mlcp_reduce(b, options, &t->solver, v, info, &exact);

    if (status == NSD_STOPPED) {
        return status;
    }
    if (status > NSD_OK && !exact && !nsd_mlcp_equalities_agree(b, t->solver)) {
        return NSD_RAY;
    }
    if (status == NSD_RAY && !exact) { /* the LCP differs: nothing is proved */
        status = NSD_STALLED;
    }
    for (int method = exact ? 1 : 0; method < 2 && status > NSD_OK && status != NSD_STOPPED;
         method++) {
        nsd_lcp_info attempt = { 0, NAN, "" };
        if (method == 1 && b->m > NSD_MLCP_ENUMERATE_MAX) {
            break;
        }
        memset(t->trial, 0, bytes);
        const nsd_status outcome = method == 0
                                       ? nsd_mlcp_newton(b, options, &t->solver, t->trial, &attempt)
                                       : nsd_mlcp_enumerate(b, options, &t->solver, t->trial,
                                                            &attempt);
        if (outcome == NSD_OK || attempt.residual < info->residual) {
            memcpy(v, t->trial, bytes);
            info->residual = attempt.residual;
            info->solver = attempt.solver;
        }
        info->iterations += attempt.iterations;
        status = outcome == NSD_STALLED ? status : outcome;
    }
    return status;
}

nsd_status nsd_mlcp_solve(const nsd_mlcp *mlcp, const nsd_lcp_options *options,
                          nsd_scratch *scratch, double *v, nsd_lcp_info *info)
{
    nsd_scratch space = *scratch;
    attempts    t;

    *info = (nsd_lcp_info){ 0, NAN, "reduction" };
    if (!nsd_dense_all_finite((size_t)mlcp->rows * (size_t)mlcp->cols, mlcp->M) ||
        !nsd_dense_all_finite((size_t)mlcp->rows, mlcp->q)) {
        return NSD_ERR_NOT_FINITE;
    }
    count_blocks(mlcp, &t.blocks);
    lay_out(&t, t.blocks.p, t.blocks.f, t.blocks.m, &space);
    NSD_TRY(nsd_scratch_status(&space));
    const nsd_status status = sort_blocks(&t.blocks);
    return status == NSD_OK ? try_solvers(&t, options, v, info) : status;
}
