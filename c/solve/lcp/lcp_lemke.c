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

/* Part of the largest entry of a row of B^-1 that may be rounding in the entries of that row, and,
 * in units of q and of M, in its basic value and its pivot: rows tie when rounding could have
 * changed their order. Smaller: rounding of zeros decides, and paths of degenerate problems cycle.
 * Larger: rows leave that do not have the least ratio, in problems of very different units. The
 * path is followed with the first, and where that fails with the second. */
static const double row_rounding[] = { 1e-12, 1e-10 };

/* Exchanges after which the inverse is built anew from its basis, as the updates add up rounding.
 * Larger: rounding may decide which row leaves. Smaller: more factorisations. */
#define FRESH_EXCHANGES 50

/* Variables: 0..n-1 are w, n..2n-1 are z, 2n is z0. */
typedef struct lemke {
    const nsd_lcp *lcp;
    int            n;
    double        *scale;    /* z = scale y; the path is followed in y          */
    double        *inverse;  /* B^-1, n x n                                     */
    double        *rhs;      /* B^-1 (scale q), the basic values                */
    double        *column;   /* B^-1 times the entering column                  */
    double        *row;      /* pivot row of B^-1                               */
    double        *noise;    /* rounding of each row of B^-1                    */
    double         size;     /* largest scaled |q|                              */
    double         rounding; /* one of row_rounding                            */
    int           *basis;    /* variable that is basic in each row              */
    int           *tied;     /* n + 1: rows that may leave                      */
    nsd_int       *pivot;    /* for the fresh inverse                           */
    double        *fresh;    /* n x n, only when the inverse is built anew      */
    int            updates;  /* exchanges since the inverse was built           */
    nsd_lcp_face   face;     /* the block of the solution's support             */
} lemke;

static size_t lay_out(lemke *t, const nsd_lcp *lcp, nsd_scratch *scratch)
{
    const size_t n = (size_t)lcp->n;
    NSD_SCRATCH_EACH(scratch, n, &t->rhs, &t->scale, &t->column, &t->row, &t->noise);
    NSD_SCRATCH_EACH(scratch, n * n, &t->inverse, &t->fresh);
    t->basis = nsd_scratch_ints(scratch, n);
    t->tied = nsd_scratch_ints(scratch, n + 1);
    t->pivot = nsd_scratch_take(scratch, n, sizeof *t->pivot);
    nsd_lcp_face_init(&t->face, lcp, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_lcp_lemke_scratch(int n)
{
    return lay_out(&(lemke){ 0 }, &(nsd_lcp){ .n = n }, NSD_SCRATCH_COUNTER);
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
    const int n = t->n;
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
    const int          j = variable - n;
    const nsd_lcp_rows rows = nsd_lcp_rows_of(t->lcp, j);
    for (int i = rows.first; i <= rows.last; i++) {
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
    NSD_TRY(nsd_dense_invert(n, t->fresh, t->pivot, t->inverse));
    scaled_q(t);
    nsd_dense_lu_solve(n, 1, t->fresh, n, t->pivot, t->rhs, n);
    return NSD_OK;
}

/* noise <- the rounding of each row of B^-1 */
static void rounding_of_rows(lemke *t)
{
    const size_t n = (size_t)t->n;
    memset(t->noise, 0, n * sizeof *t->noise);
    for (size_t j = 0; j < n; j++) {
        const double *column = t->inverse + j * n;
        for (size_t i = 0; i < n; i++) {
            const double size = fabs(column[i]);
            t->noise[i] = size > t->noise[i] ? size : t->noise[i];
        }
    }
    nsd_dense_scale(n, t->rounding, t->noise, t->noise);
}

/* tied <- the rows with the least ratio of value to pivot, up to rounding; returns their number */
static int rows_of_least_ratio(lemke *t)
{
    const double size = nsd_dense_max_abs(t->n, t->column);
    double       bound = HUGE_VAL;
    int          count = 0;

    rounding_of_rows(t);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < t->n; i++) {
            const double pivot = t->column[i], rounding = t->noise[i];
            if (!(pivot > LEAST_PIVOT * size && pivot > rounding)) {
                continue;
            }
            const double ratio = t->rhs[i] > rounding * t->size ? t->rhs[i] / pivot : 0.0;
            const double spread = rounding * (t->size + ratio) / pivot;
            bound = pass == 0 ? fmin(bound, ratio + spread) : bound;
            t->tied[count] = i;
            count += pass == 1 && ratio - spread <= bound;
        }
    }
    return count;
}

/* The lexicographically least of the tied rows of B^-1 over their pivots              (LCP.12) */
static int lexicographically_least(lemke *t, int count)
{
    const size_t n = (size_t)t->n;

    for (size_t j = 0; j < n && count > 1; j++) {
        double bound = HUGE_VAL;
        int    kept = 0;
        for (int k = 0; k < count; k++) {
            const int i = t->tied[k];
            bound = fmin(bound, (t->inverse[(size_t)i + j * n] + t->noise[i]) / t->column[i]);
        }
        for (int k = 0; k < count; k++) {
            const int i = t->tied[k];
            t->tied[kept] = i;
            kept += (t->inverse[(size_t)i + j * n] - t->noise[i]) / t->column[i] <= bound;
        }
        count = kept;
    }
    return t->tied[0];
}

/* The row with the least ratio leaves; of rows that tie, the row of z0, else the lexicographically
 * least. -1 when no row bounds the path: a ray. */
static int leaving_row(lemke *t)
{
    const int count = rows_of_least_ratio(t);

    for (int k = 0; k < count; k++) {
        if (t->basis[t->tied[k]] == 2 * t->n) {
            return t->tied[k];
        }
    }
    return count == 0 ? -1 : count == 1 ? t->tied[0] : lexicographically_least(t, count);
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
    nsd_dense_add(n, -value, t->column, t->rhs);
    t->rhs[r] = value;
    t->basis[r] = entering;
    t->updates++;
}

/* A number that belongs to a variable; the sum over a basis tells bases apart. */
static unsigned long long mark_of(int variable)
{
    unsigned long long x = (unsigned long long)variable * 0x9E3779B97F4A7C15ULL + 1;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

/* The row that leaves for the entering variable; -1 on a ray, -2 when the basis is singular. A ray
 * counts only with a fresh inverse. */
static int next_row(lemke *t, int entering)
{
    int row = -1;
    for (int attempt = 0; attempt < 2 && row < 0; attempt++) {
        const int fresh = t->updates >= (attempt == 0 ? FRESH_EXCHANGES : 1);
        if (fresh && rebuild_inverse(t) != NSD_OK) {
            return -2;
        }
        if (attempt == 0 || fresh) {
            entering_column(t, entering);
            row = leaving_row(t);
        }
    }
    return row;
}

/* Follows the path from the basis of all w, with z0 entering, until z0 leaves (NSD_OK), the path
 * ends on a ray, or max_iter exchanges are made. NSD_STALLED when a basis comes again, which only
 * rounding can cause: then the path would go round for ever. */
static nsd_status follow_path(lemke *t, int first_row, const nsd_lcp_options *options,
                              int *iterations)
{
    const int          n = t->n;
    int                row = first_row, entering = 2 * n;
    unsigned long long mark = 0, earlier = 0; /* of the basis, and of one some exchanges ago */

    original_column(t, entering, t->column);
    for (int k = 1;; k++) {
        const int leaving = t->basis[row];
        exchange_basis(t, row, entering);
        ++*iterations;
        if (leaving == 2 * n) {
            return NSD_OK;
        }
        mark += mark_of(entering) - mark_of(leaving);
        if (k >= options->max_iter || mark == earlier) {
            return mark == earlier ? NSD_STALLED : NSD_MAX_ITER;
        }
        if (nsd_poll_stopped(options->poll)) {
            return NSD_STOPPED;
        }
        earlier = (k & (k - 1)) == 0 ? mark : earlier; /* after 1, 2, 4, ... exchanges (Brent) */
        entering = leaving < n ? leaving + n : leaving - n; /* the complement enters */
        row = next_row(t, entering);
        if (row < 0) {
            return row == -1 ? NSD_RAY : NSD_STALLED;
        }
    }
}

/* z from the basic values; when the path ended at z0 = 0, z is solved for once more on its support,
 * because the updates of the basic values add up rounding. With `round` basic values that may be
 * rounding are zero, as they are on the path. */
static void read_solution(lemke *t, int solved, int round, double *z)
{
    const int     n = t->n;
    nsd_lcp_face *face = &t->face;

    memset(z, 0, (size_t)n * sizeof *z);
    for (int k = 0; k < n; k++) {
        const double least = round ? t->noise[k] * t->size : 0.0;
        if (t->basis[k] >= n && t->basis[k] < 2 * n && t->rhs[k] > least) {
            z[t->basis[k] - n] = t->rhs[k] * t->scale[t->basis[k] - n];
        }
    }
    face->count = 0;
    for (int i = 0; i < n; i++) {
        face->index[face->count] = i;
        face->count += z[i] > 0.0;
    }
    if (solved) {
        nsd_lcp_face_values(face, t->row, z); /* a singular block leaves the basic values */
    }
}

/* The path from its first basis, and z from its end */
static nsd_status solve_path(lemke *t, const nsd_lcp_options *options, double *z,
                             nsd_lcp_info *info)
{
    const int  n = t->n;
    int        row = 0;
    nsd_status outcome = NSD_OK;

    scaled_q(t);
    t->size = nsd_dense_max_abs(n, t->rhs);
    for (int i = 0; i < n; i++) { /* the last of equal minima: rows stay positive (LCP.12) */
        row = t->rhs[i] <= t->rhs[row] ? i : row;
        t->basis[i] = i;
    }
    memset(z, 0, (size_t)n * sizeof *z);
    if (n > 0 && t->rhs[row] < 0.0) {
        nsd_dense_identity(n, t->inverse);
        t->updates = 0;
        outcome = follow_path(t, row, options, &info->iterations);
        read_solution(t, outcome == NSD_OK, 0, z);
    }
    nsd_status quality = nsd_lcp_finish(t->lcp, options, z, t->column, info);
    /* a row whose terms are all zero has no size that would excuse the rounding of one */
    for (int round = 1; round >= 0 && outcome == NSD_OK && quality != NSD_OK; round--) {
        if (info->iterations == 0) {
            break; /* no path, no inverse */
        }
        rounding_of_rows(t);
        read_solution(t, 1, round, z);
        quality = nsd_lcp_finish(t->lcp, options, z, t->column, info);
    }
    return outcome == NSD_OK || quality == NSD_OK ? quality : outcome;
}

nsd_status nsd_lcp_lemke(const nsd_lcp *lcp, const nsd_lcp_options *options, nsd_scratch *scratch,
                         double *z, nsd_lcp_info *info)
{
    nsd_scratch space = *scratch;
    lemke       t = { .lcp = lcp, .n = lcp->n };
    nsd_status  status = NSD_STALLED;

    *info = (nsd_lcp_info){ 0, NAN, "lemke" };
    if (!nsd_lcp_finite(lcp)) {
        return NSD_ERR_NOT_FINITE;
    }
    lay_out(&t, lcp, &space);
    NSD_TRY(nsd_scratch_status(&space));
    nsd_lcp_scaling(lcp, t.scale);
    for (int k = 0; k < 2 && status == NSD_STALLED; k++) {
        t.rounding = row_rounding[k];
        status = solve_path(&t, options, z, info);
    }
    return status;
}
