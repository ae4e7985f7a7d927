/* bounded.c - active sets on a sparse factor whose rows come and go             (SPC.3), (SPC.4) */
#include "solve/bounded/bounded.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/exchange.h"

/* Part of the tolerance below which the sign of a number counts as rounding. Larger: sets stop at
 * answers that the final check refuses. Smaller: rounding decides about signs, and sets cycle. */
#define SIGN_TOLERANCE 1e-3

/* Part of the tolerance that rows which move may miss before the factor, changed in place many
 * times, is computed anew. Larger: answers fail the final check. Smaller: factors are computed anew
 * although they are good. */
#define FACTOR_TOLERANCE 0.1

/* Rounding, in units of the largest diagonal(i) |x(i)|, that rows which move may always miss.
 * Smaller: every solve of a badly conditioned matrix is refined. */
#define REFINED_ROUNDING 10.0

/* The entries above the diagonal of column i are met in turn as those of rows i below it. */
int nsd_bounded_fits(const nsd_columns *A, ptrdiff_t *cursor)
{
    for (int j = 0; j < A->n; j++) {
        cursor[j] = A->start[j];
    }
    for (int j = 0; j < A->n; j++) {
        const ptrdiff_t last = A->start[j + 1];
        ptrdiff_t       k = cursor[j], before = j;
        if (k >= last || A->row[k] != j || !(A->values[k] > 0.0 && A->values[k] <= DBL_MAX)) {
            return 0; /* entries above are left that no row had, or no diagonal */
        }
        for (k++; k < last; k++) {
            const ptrdiff_t i = A->row[k], mirror = i > before && i < A->n ? cursor[i]++ : -1;
            if (mirror < 0 || mirror >= A->start[i + 1] || A->row[mirror] != j ||
                A->values[mirror] != A->values[k] || !(fabs(A->values[k]) <= DBL_MAX)) {
                return 0;
            }
            before = i;
        }
    }
    return 1;
}

static size_t lay_out(nsd_bounded *t, int n, nsd_scratch *scratch)
{
    NSD_SCRATCH_EACH(scratch, (size_t)n, &t->diagonal, &t->r, &t->correction);
    t->moves = nsd_scratch_take(scratch, (size_t)n, 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_bounded_scratch(int n)
{
    return lay_out(&(nsd_bounded){ 0 }, n, NSD_SCRATCH_COUNTER);
}

size_t nsd_bounded_plan_scratch(const nsd_ldl_plan *plan)
{
    return nsd_ldl_scratch(plan);
}

nsd_status nsd_bounded_init(nsd_bounded *bounded, const nsd_columns *A, nsd_scratch *scratch)
{
    memset(bounded, 0, sizeof *bounded);
    lay_out(bounded, A->n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    bounded->A = A;
    memset(bounded->moves, 0, (size_t)A->n);
    for (int j = 0; j < A->n; j++) {
        bounded->diagonal[j] = 0.0;
        for (ptrdiff_t k = A->start[j]; k < A->start[j + 1]; k++) {
            bounded->diagonal[j] += A->row[k] == j ? A->values[k] : 0.0;
        }
    }
    return NSD_OK;
}

nsd_status nsd_bounded_plan(nsd_bounded *bounded, const nsd_ldl_plan *plan, nsd_scratch *scratch)
{
    return nsd_ldl_init(&bounded->ldl, plan, bounded->A, scratch);
}

/* r <- A x - b; A = A', so that each entry is a product with a column                  (SPC.1) */
static void fill_residual(const nsd_bounded *bounded, const double *x, double *r)
{
    for (int i = 0; i < bounded->A->n; i++) {
        r[i] = nsd_columns_dot(bounded->A, i, x) - bounded->b[i];
    }
}

/* max |b|, and heaviest <- max |b_i| / sqrt(A_ii), the same without the units of single rows; NaN
 * passes for zero, and the final check finds it */
static double largest_load(nsd_bounded *bounded)
{
    double size = 0.0, heaviest = 0.0;
    for (int i = 0; i < bounded->A->n; i++) {
        const double load = fabs(bounded->b[i]);
        size = load > size ? load : size;
        heaviest = load > heaviest * sqrt(bounded->diagonal[i]) ? load / sqrt(bounded->diagonal[i])
                                                                : heaviest;
    }
    bounded->heaviest = heaviest;
    return size;
}

/* |b_i| + sum_j |A(i,j) x_j|: the terms of row i of A x - b                             (LCP.4) */
static double terms_of(const nsd_bounded *bounded, const double *x, int i)
{
    const nsd_columns *A = bounded->A;
    double             size = fabs(bounded->b[i]);
    for (ptrdiff_t k = A->start[i]; k < A->start[i + 1]; k++) {
        size += fabs(A->values[k] * x[A->row[k]]);
    }
    return size;
}

/* The residual that row i may have beside its rounding; load: max|b|                    (LCP.4) */
static double allowed_in(const nsd_bounded *bounded, const nsd_bounded_options *options, double own,
                         double load, int i)
{
    const double of_row = nsd_row_allowed(options->tolerance, 0.0, own, load);
    return fmax(of_row,
                options->rounding * fmin(load, bounded->heaviest * sqrt(bounded->diagonal[i])));
}

nsd_status nsd_bounded_check(nsd_bounded *bounded, const nsd_bounded_options *options,
                             const double *x, nsd_solver_info *info)
{
    const double load = largest_load(bounded), unit = load > 1.0 ? load : 1.0;
    double       plain = 0.0;
    int          passes = 1;

    fill_residual(bounded, x, bounded->r);
    for (int i = 0; i < bounded->A->n; i++) {
        const double side = bounded->side[i],
                     r = side != 0.0 ? side * bounded->r[i] : bounded->r[i];
        const double z = side * x[i], dz = bounded->diagonal[i] * z;
        const double of_pair = fabs(side != 0.0 && z < r ? z : r);
        const double own = terms_of(bounded, x, i);
        if (!(fabs(x[i]) <= DBL_MAX && fabs(r) <= DBL_MAX)) {
            info->residual = NAN;
            return NSD_STALLED;
        }
        plain = of_pair > plain ? of_pair : plain;
        passes &= fabs(side != 0.0 && dz < r ? dz : r) <=
                  allowed_in(bounded, options, own, load, i) + NSD_BOUNDED_ROUNDING * own;
    }
    info->residual = plain / unit; /*                                                   (SPC.2) */
    return plain <= options->tolerance * unit && passes ? NSD_OK : NSD_STALLED;
}

/* x <- A(F,F)^-1 b(F) on the rows F that move, zero elsewhere; r <- A x - b            (SPC.3) */
static nsd_status solve_on_rows(nsd_bounded *bounded, double miss, double *x)
{
    const int n = bounded->A->n;
    double    worst = 0.0, size = 0.0;

    if (!bounded->factored || memcmp(bounded->ldl.on, bounded->moves, (size_t)n) != 0) {
        bounded->factored = 0;
        NSD_TRY(nsd_ldl_change(&bounded->ldl, bounded->moves));
        bounded->factored = 1;
    }
    memcpy(x, bounded->b, (size_t)n * sizeof *x);
    nsd_ldl_solve(&bounded->ldl, x);
    fill_residual(bounded, x, bounded->r);
    for (int i = 0; i < n; i++) {
        const double of_row = bounded->moves[i] ? fabs(bounded->r[i]) : 0.0;
        worst = of_row <= worst ? worst : of_row; /* NaN becomes the worst */
        size = fmax(size, bounded->diagonal[i] * fabs(x[i]));
    }
    bounded->rounding = NSD_BOUNDED_ROUNDING * size;
    if (worst <= fmax(miss, REFINED_ROUNDING * bounded->rounding)) {
        return NSD_OK;
    }
    NSD_TRY(nsd_ldl_factor(&bounded->ldl, bounded->moves)); /* then one step of refinement */
    memcpy(x, bounded->b, (size_t)n * sizeof *x);
    nsd_ldl_solve(&bounded->ldl, x);
    fill_residual(bounded, x, bounded->correction);
    nsd_ldl_solve(&bounded->ldl, bounded->correction);
    nsd_dense_add(n, -1.0, bounded->correction, x);
    fill_residual(bounded, x, bounded->r);
    return NSD_OK;
}

/* 1 when row i moves beyond its bound, or is held by a force of the wrong sign. Below the slack,
 * which is rounding beside the largest load, the terms of the row decide.     (SPC.4), (LCP.4) */
static int has_wrong_sign(const nsd_bounded *bounded, const nsd_bounded_options *options,
                          const double *x, double load, int i)
{
    const double side = bounded->side[i];
    const double size = side * (bounded->moves[i] ? bounded->diagonal[i] * x[i] : bounded->r[i]);
    if (size >= 0.0) {
        return 0;
    }
    if (!(size >= -fmax(SIGN_TOLERANCE * options->tolerance * load, bounded->rounding))) {
        return 1;
    }
    const double own = terms_of(bounded, x, i);
    return options->rounding < options->tolerance &&
           size < -SIGN_TOLERANCE * nsd_row_allowed(options->tolerance, 0.0, own, load) -
                      REFINED_ROUNDING * NSD_BOUNDED_ROUNDING * own;
}

/* Sets by the rule of exchange.h. Finite for every definite A                          (SPC.4) */
static nsd_status exchange(nsd_bounded *bounded, const nsd_bounded_options *options, double *x,
                           nsd_solver_info *info)
{
    const int    n = bounded->A->n;
    const double load = largest_load(bounded);
    nsd_exchange set = nsd_exchange_init(n);
    nsd_status   status;

    for (;;) {
        info->iterations++;
        set.count = 0;
        NSD_TRY(solve_on_rows(bounded, FACTOR_TOLERANCE * options->tolerance * load, x));
        for (int i = 0; i < n; i++) {
            if (has_wrong_sign(bounded, options, x, load, i)) {
                nsd_exchange_add(&set, i);
            }
        }
        if (nsd_exchange_ends(&set, n, options->max_iter, options->poll, info, &status)) {
            return status;
        }
        for (int i = nsd_exchange_first(&set); i <= set.last; i++) {
            bounded->moves[i] ^= (unsigned char)has_wrong_sign(bounded, options, x, load, i);
        }
    }
}

nsd_status nsd_bounded_solve(nsd_bounded *bounded, const nsd_bounded_options *options, double *x,
                             nsd_solver_info *info)
{
    const int n = bounded->A->n;

    info->solver = "sparse";
    info->iterations = 0;
    bounded->ldl.poll = options->poll;
    for (int i = 0; i < n; i++) {
        bounded->moves[i] |= bounded->side[i] == 0;
    }
    const nsd_status status = exchange(bounded, options, x, info);
    if (status == NSD_ERR_NOT_DEFINITE) {
        info->residual = NAN;
        return status;
    }
    for (int i = 0; i < n; i++) {
        x[i] = bounded->side[i] * x[i] < 0.0 ? 0.0 : x[i]; /* rounding, or an answer so far */
    }
    const nsd_status passes = nsd_bounded_check(bounded, options, x, info);
    return passes == NSD_OK || status == NSD_OK ? passes : status;
}
