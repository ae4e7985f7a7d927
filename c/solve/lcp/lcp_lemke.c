/* lcp_lemke.c - Lemke's method with the lexicographic rule                       (LCP.5)
 *
 * Along the path w = M z + q + e z0 one complementary variable changes at a time, from z0 large
 * down to z0 = 0. Only the inverse basis and the basic values are kept, updated by rank one. */
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Part of the largest entry of the entering column below which an entry is no pivot. Smaller:
 * exchanges divide by rounding, and singular problems fail. Larger: small but real pivots are
 * passed over (random problems do not notice up to 1e-4). */
#define LEAST_PIVOT 1e-11

/* Part of the largest basic value below which a basic value counts as zero. Larger: small values
 * are lost. Smaller: rounding of a zero decides which row leaves. */
#define ZERO_VALUE 1e-14

/* Relative difference up to which two ratios tie, so that the lexicographic rule decides. Only
 * degenerate problems notice it. Larger: rows leave that do not have the least ratio. Smaller:
 * rounding decides ties, and the path may cycle. */
#define RATIO_TIE 1e-12

/* Part of the largest basic value over the pivot that is added to the ratio in RATIO_TIE, for ties
 * of ratios near zero. Larger or smaller: as RATIO_TIE. */
#define RATIO_TIE_AT_ZERO 1e-2

/* Difference of two entries in the lexicographic rule that counts as equal whatever their size:
 * only so that 0 = 0. Not tuned. */
#define EQUAL_ZEROS 1e-300

/* Variables: 0..n-1 are w, n..2n-1 are z, 2n is z0. */
typedef struct lemke {
    const nsd_lcp *lcp;
    int            n;
    double        *scale;   /* z = scale y; the path is followed in y          */
    double        *inverse; /* B^-1, n x n                                     */
    double        *rhs;     /* B^-1 (scale q), the basic values                */
    double        *column;  /* B^-1 times the entering column                  */
    double        *row;     /* pivot row of B^-1                               */
    int           *basis;   /* variable that is basic in each row              */
    nsd_int       *pivot;   /* for the fresh inverse                           */
    double        *fresh;   /* n x n, only when the inverse is built anew      */
    int            updates; /* exchanges since the inverse was built           */
    nsd_lcp_face   face;    /* the block of the solution's support             */
} lemke;

static void lay_out(lemke *t, const nsd_lcp *lcp, nsd_scratch *scratch)
{
    const size_t n = (size_t)lcp->n;
    t->rhs = nsd_scratch_doubles(scratch, n);
    t->scale = nsd_scratch_doubles(scratch, n);
    t->column = nsd_scratch_doubles(scratch, n);
    t->row = nsd_scratch_doubles(scratch, n);
    t->basis = nsd_scratch_ints(scratch, n);
    t->pivot = nsd_scratch_take(scratch, n, sizeof *t->pivot);
    t->inverse = nsd_scratch_doubles(scratch, n * n);
    t->fresh = nsd_scratch_doubles(scratch, n * n);
    nsd_lcp_face_init(&t->face, lcp, scratch);
}

size_t nsd_lcp_lemke_scratch(int n)
{
    nsd_scratch counter = nsd_scratch_counter();
    lay_out(&(lemke){ .lcp = NULL }, &(nsd_lcp){ .n = n }, &counter);
    return nsd_scratch_counted(&counter);
}

static void identity(int n, double *A)
{
    memset(A, 0, (size_t)n * (size_t)n * sizeof *A);
    for (int i = 0; i < n; i++) {
        A[(size_t)i * (size_t)(n + 1)] = 1.0;
    }
}

static void scaled_q(lemke *t)
{
    for (int i = 0; i < t->n; i++) {
        t->rhs[i] = t->scale[i] * t->lcp->q[i];
    }
}

/* Column of `variable` in w - M z - e z0 = q */
static void original_column(const lemke *t, int variable, double *column)
{
    const int n = t->n, b = t->lcp->bandwidth;
    if (variable == 2 * n) {
        for (int i = 0; i < n; i++) {
            column[i] = -1.0;
        }
        return;
    }
    memset(column, 0, (size_t)n * sizeof *column);
    if (variable < n) {
        column[variable] = 1.0;
        return;
    }
    const int j = variable - n, first = j > b ? j - b : 0, last = n - 1 - j > b ? j + b : n - 1;
    for (int i = first; i <= last; i++) {
        column[i] = -t->scale[i] * nsd_lcp_entry(t->lcp, i, j) * t->scale[j];
    }
}

/* column <- B^-1 times the column of the variable, which for a w is a column of B^-1 itself */
static void entering_column(lemke *t, int variable)
{
    const int n = t->n;
    if (variable < n) {
        memcpy(t->column, t->inverse + (size_t)variable * (size_t)n, (size_t)n * sizeof *t->column);
        return;
    }
    original_column(t, variable, t->row);
    nsd_dense_gemv(NSD_PLAIN, n, n, 1.0, t->inverse, n, t->row, 0.0, t->column);
}

/* B^-1 and the basic values from the list of basic variables, without the rounding of the
 * updates */
static nsd_status rebuild_inverse(lemke *t)
{
    const int n = t->n;
    for (int k = 0; k < n; k++) {
        original_column(t, t->basis[k], t->fresh + (size_t)k * (size_t)n);
    }
    t->updates = 0;
    if (nsd_dense_lu(n, t->fresh, n, t->pivot) != NSD_OK) {
        return NSD_ERR_SINGULAR;
    }
    identity(n, t->inverse);
    nsd_dense_lu_solve(n, n, t->fresh, n, t->pivot, t->inverse, n);
    scaled_q(t);
    nsd_dense_lu_solve(n, 1, t->fresh, n, t->pivot, t->rhs, n);
    return NSD_OK;
}

/* 1 when row i of [rhs, B^-1] over its pivot is lexicographically smaller than row r (LCP.12) */
static int lexicographically_less(const lemke *t, int i, int r)
{
    const size_t n = (size_t)t->n;
    for (size_t j = 0; j < n; j++) {
        const double a = t->inverse[(size_t)i + j * n] / t->column[i];
        const double b = t->inverse[(size_t)r + j * n] / t->column[r];
        if (fabs(a - b) > RATIO_TIE * (fabs(a) + fabs(b)) + EQUAL_ZEROS) {
            return a < b;
        }
    }
    return 0;
}

/* The row with the least ratio leaves; of rows that tie, the row of z0, else the lexicographically
 * least. -1 when no row bounds the path: a ray. */
static int leaving_row(const lemke *t)
{
    const double scale = nsd_dense_max_abs(t->n, t->rhs), size = nsd_dense_max_abs(t->n, t->column);
    int          r = -1;
    double       least = HUGE_VAL;

    for (int i = 0; i < t->n; i++) {
        if (!(t->column[i] > LEAST_PIVOT * size)) {
            continue;
        }
        const double value = t->rhs[i] > ZERO_VALUE * scale ? t->rhs[i] : 0.0;
        const double ratio = value / t->column[i];
        const double tie = RATIO_TIE *
                           (r < 0 ? 0.0 : least + RATIO_TIE_AT_ZERO * scale / t->column[r]);
        if (r < 0 || ratio < least - tie) {
            r = i;
            least = ratio;
        } else if (ratio <= least + tie && t->basis[r] != 2 * t->n &&
                   (t->basis[i] == 2 * t->n || lexicographically_less(t, i, r))) {
            r = i;
            least = fmin(least, ratio);
        }
    }
    return r;
}

/* Exchange in row r: B^-1 <- B^-1 - (a - e_r) row_r / a_r */
static void exchange_basis(lemke *t, int r, int entering)
{
    const int    n = t->n;
    const double p = t->column[r], value = t->rhs[r] / p;

    for (int j = 0; j < n; j++) {
        t->row[j] = t->inverse[(size_t)r + (size_t)j * (size_t)n] / p;
    }
    t->column[r] = p - 1.0;
    nsd_dense_ger(n, n, -1.0, t->column, t->row, t->inverse, n);
    for (int i = 0; i < n; i++) {
        t->rhs[i] -= t->column[i] * value;
    }
    t->rhs[r] = value;
    t->basis[r] = entering;
    t->updates++;
}

/* Follows the path from the basis of all w, with z0 entering, until z0 leaves (NSD_OK), the path
 * ends on a ray, or max_iter exchanges are made. */
static nsd_status follow_path(lemke *t, int first_row, int max_iter, int *iterations)
{
    const int n = t->n;
    int       row = first_row, entering = 2 * n;

    original_column(t, entering, t->column);
    for (*iterations = 1;; ++*iterations) {
        const int leaving = t->basis[row];
        exchange_basis(t, row, entering);
        if (leaving == 2 * n) {
            return NSD_OK;
        }
        if (*iterations >= max_iter) {
            return NSD_MAX_ITER;
        }
        entering = leaving < n ? leaving + n : leaving - n; /* the complement enters */
        entering_column(t, entering);
        row = leaving_row(t);
        if (row < 0 && t->updates > 0) { /* a ray, or rounding of the updates */
            if (rebuild_inverse(t) != NSD_OK) {
                return NSD_STALLED;
            }
            entering_column(t, entering);
            row = leaving_row(t);
        }
        if (row < 0) {
            return NSD_RAY;
        }
    }
}

/* z from the basic values; when the path ended at z0 = 0, z is solved for once more on its support,
 * because the updates of the basic values add up rounding. */
static void read_solution(lemke *t, int solved, double *z)
{
    const int     n = t->n;
    nsd_lcp_face *face = &t->face;

    memset(z, 0, (size_t)n * sizeof *z);
    for (int k = 0; k < n; k++) {
        if (t->basis[k] >= n && t->basis[k] < 2 * n && t->rhs[k] > 0.0) {
            z[t->basis[k] - n] = t->rhs[k] * t->scale[t->basis[k] - n];
        }
    }
    for (int i = 0; i < n; i++) {
        face->index[face->count] = i;
        face->count += z[i] > 0.0;
    }
    if (solved) {
        nsd_lcp_face_values(face, t->row, z); /* a singular block leaves the basic values */
    }
}

nsd_status nsd_lcp_lemke(const nsd_lcp *lcp, const nsd_lcp_options *options, nsd_scratch *scratch,
                         double *z, nsd_lcp_info *info)
{
    const size_t mark = scratch->used;
    const int    n = lcp->n;
    lemke        t = { .lcp = lcp, .n = n };
    int          row = 0;

    info->solver = "lemke";
    info->iterations = 0;
    info->residual = NAN;
    if (!nsd_lcp_finite(lcp)) {
        return NSD_ERR_NOT_FINITE;
    }
    lay_out(&t, lcp, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_lcp_scaling(lcp, t.scale);
    scaled_q(&t);
    for (int i = 0; i < n; i++) { /* the last of equal minima: rows stay positive (LCP.12) */
        row = t.rhs[i] <= t.rhs[row] ? i : row;
        t.basis[i] = i;
    }
    memset(z, 0, (size_t)n * sizeof *z);
    nsd_status outcome = NSD_OK;
    if (n > 0 && t.rhs[row] < 0.0) {
        identity(n, t.inverse);
        outcome = follow_path(&t, row, options->max_iter, &info->iterations);
        read_solution(&t, outcome == NSD_OK, z);
    }
    const nsd_status quality = nsd_lcp_finish(lcp, options, z, t.column, info);
    scratch->used = mark;
    return outcome == NSD_OK || quality == NSD_OK ? quality : outcome;
}
