/* relay_sparse.c - active sets on a sparse L U                                  (RL.6), (RL.7) */
#include "solve/relay/relay_sparse.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/exchange.h"

/* Part of the tolerance below which the sign of a number counts as rounding. Larger: sets stop at
 * answers that the final check refuses. Smaller: rounding decides about sides, and sets cycle. */
#define SIGN_TOLERANCE 1e-3

/* Part of the tolerance, and rounding in units of ROUNDING, that rows between may miss before the
 * answer is refined. Smaller: every solve is refined. Larger: the final check refuses answers. */
#define REFINED_TOLERANCE 0.01
#define REFINED_ROUNDING  10.0

/* Part of the sum of terms of a row that is rounding. Smaller: rows of large systems are never
 * solved. Larger: digits that could be had are not asked for. */
#define ROUNDING 1e-15

/* Part of the largest entry of its column below which a diagonal entry is no unit */
#define TINY_DIAGONAL 1e-8

static size_t lay_out(nsd_relay_sparse *t, const nsd_lu_plan *plan, nsd_scratch *scratch)
{
    const size_t n = (size_t)plan->n;
    NSD_SCRATCH_EACH(scratch, n, &t->w, &t->terms, &t->unit, &t->rhs, &t->correction);
    t->side = nsd_scratch_take(scratch, n, 1);
    t->on = nsd_scratch_take(scratch, n, 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_relay_sparse_scratch(const nsd_lu_plan *plan)
{
    return lay_out(&(nsd_relay_sparse){ 0 }, plan, NSD_SCRATCH_COUNTER) + nsd_lu_scratch(plan);
}

static void fill_units(nsd_relay_sparse *relay)
{
    const nsd_columns *M = relay->M;
    for (int j = 0; j < M->n; j++) {
        double diagonal = 0.0, largest = 0.0;
        for (ptrdiff_t k = M->start[j]; k < M->start[j + 1]; k++) {
            diagonal += M->row[k] == j ? fabs(M->values[k]) : 0.0;
            largest = fmax(largest, fabs(M->values[k]));
        }
        const double unit = diagonal > TINY_DIAGONAL * largest ? diagonal : largest;
        relay->unit[j] = unit > 0.0 ? unit : 1.0;
    }
}

nsd_status nsd_relay_sparse_init(nsd_relay_sparse *relay, const nsd_columns *M,
                                 const nsd_lu_plan *plan, nsd_scratch *scratch)
{
    memset(relay, 0, sizeof *relay);
    lay_out(relay, plan, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    relay->M = M;
    memset(relay->side, 0, (size_t)plan->n);
    fill_units(relay);
    return nsd_lu_init(&relay->lu, plan, M, scratch);
}

void nsd_relay_sparse_forget(nsd_relay_sparse *relay)
{
    fill_units(relay);
    nsd_lu_forget(&relay->lu);
}

static int has_law(const nsd_relay_sparse *relay, int i)
{
    return relay->lower[i] > -INFINITY || relay->upper[i] < INFINITY;
}

static int is_fixed(const nsd_relay_sparse *relay, int i)
{
    return !(relay->lower[i] < relay->upper[i]);
}

/* The unit of residuals of a part of a larger system: the largest row with a law when each unknown
 * of an equation has the size of the terms of this equation. The unknown itself may be zero because
 * a law holds it there.                                                                 (RL.8) */
static double unit_of_part(nsd_relay_sparse *relay, const double *z)
{
    const nsd_columns *M = relay->M;
    double            *sum = relay->rhs, size = 0.0;

    for (int i = 0; i < M->n; i++) {
        sum[i] = fabs(relay->q[i]);
    }
    for (int j = 0; j < M->n; j++) {
        const double of_z = has_law(relay, j) ? fabs(z[j]) : relay->terms[j] / relay->unit[j];
        for (ptrdiff_t k = M->start[j]; k < M->start[j + 1]; k++) {
            sum[M->row[k]] += fabs(M->values[k]) * of_z;
        }
    }
    for (int i = 0; i < M->n; i++) {
        const int counts = has_law(relay, i) && !is_fixed(relay, i);
        size = counts && sum[i] > size ? sum[i] : size;
    }
    return size;
}

/* w <- M z + q, the sums of the sizes of its terms, and the unit of its residuals */
static void fill_slack(nsd_relay_sparse *relay, const double *z)
{
    const nsd_columns *M = relay->M;
    const int          n = M->n;

    for (int i = 0; i < n; i++) {
        relay->w[i] = relay->q[i];
        relay->terms[i] = fabs(relay->q[i]);
    }
    for (int j = 0; j < n; j++) {
        if (z[j] == 0.0) {
            continue;
        }
        for (ptrdiff_t k = M->start[j]; k < M->start[j + 1]; k++) {
            const double part = M->values[k] * z[j];
            relay->w[M->row[k]] += part;
            relay->terms[M->row[k]] += fabs(part);
        }
    }
    relay->of_residual = relay->size > 0.0 ? relay->size : unit_of_part(relay, z);
}

static double clipped(const nsd_relay_sparse *relay, int i, double z)
{
    return z < relay->lower[i] ? relay->lower[i] : z > relay->upper[i] ? relay->upper[i] : z;
}

void nsd_relay_sparse_guess(nsd_relay_sparse *relay, const double *z)
{
    fill_slack(relay, z);
    for (int i = 0; i < relay->M->n; i++) {
        const double next = z[i] - relay->w[i] / relay->unit[i];
        relay->side[i] = next <= relay->lower[i] ? -1 : next >= relay->upper[i] ? 1 : 0;
    }
}

/* nsd_relay_sparse_check for w, terms and unit of residuals that belong to z */
static nsd_status check_slack(const nsd_relay_sparse *relay, const nsd_lcp_options *options,
                              const double *z, nsd_lcp_info *info)
{
    const double tolerance = options->tolerance;
    const int    n = relay->M->n, parts = relay->size == 0.0;
    double       plain = 0.0;
    int          good = 1;

    const double size = relay->of_residual, whole = fmax(1.0, size);
    for (int i = 0; i < n; i++) {
        const double w = relay->w[i], rounding = ROUNDING * relay->terms[i];
        const double unit = relay->unit[i];
        if (!(fabs(z[i]) <= DBL_MAX && fabs(w) <= DBL_MAX)) {
            info->residual = NAN;
            return NSD_STALLED;
        }
        if (is_fixed(relay, i)) {
            continue;
        }
        if (parts && !has_law(relay, i)) { /* an equation of the larger system */
            good &= fabs(w) <= fmax(tolerance * relay->terms[i], DBL_MIN); /* may underflow */
            continue;
        }
        const double below = unit * (z[i] - relay->lower[i]);
        const double above = unit * (z[i] - relay->upper[i]);
        const double scaled = fabs(w < above ? above : w > below ? below : w);
        const double term = fabs(z[i] - clipped(relay, i, z[i] - w));
        plain = term > plain ? term : plain;
        good &= scaled <=
                rounding + nsd_row_allowed(tolerance, options->rounding, relay->terms[i], size);
    }
    info->residual = plain / whole; /*                                                   (RL.2) */
    return good && plain <= tolerance * whole ? NSD_OK : NSD_STALLED;
}

nsd_status nsd_relay_sparse_check(nsd_relay_sparse *relay, const nsd_lcp_options *options,
                                  const double *z, nsd_lcp_info *info)
{
    fill_slack(relay, z);
    return check_slack(relay, options, z, info);
}

/* 1 when rows between miss more than rounding and a part of the tolerance, or are not finite */
static int misses(const nsd_relay_sparse *relay, double tolerance)
{
    const double part = REFINED_TOLERANCE * tolerance, of_laws = part * relay->of_residual;
    for (int i = 0; i < relay->M->n; i++) {
        const double unit = relay->size > 0.0 || has_law(relay, i) ? of_laws
                                                                   : part * relay->terms[i];
        const double rounding = REFINED_ROUNDING * ROUNDING * relay->terms[i];
        const double allowed = fmax(fmax(unit, rounding), DBL_MIN);
        if (relay->on[i] && !(fabs(relay->w[i]) <= allowed)) {
            return 1;
        }
    }
    return 0;
}

/* z <- z - (rows between)^-1 w; w */
static void refine(nsd_relay_sparse *relay, double *z)
{
    const int n = relay->M->n;
    for (int i = 0; i < n; i++) {
        relay->rhs[i] = relay->on[i] ? -relay->w[i] : 0.0;
    }
    nsd_lu_solve(&relay->lu, relay->rhs, relay->correction);
    for (int i = 0; i < n; i++) {
        z[i] += relay->on[i] ? relay->correction[i] : 0.0;
    }
    fill_slack(relay, z);
}

static double bound_of(const nsd_relay_sparse *relay, int i)
{
    return relay->side[i] < 0 ? relay->lower[i] : relay->upper[i];
}

static void solve_once(nsd_relay_sparse *relay, double *z)
{
    const int n = relay->M->n;
    for (int i = 0; i < n; i++) {
        relay->rhs[i] = relay->on[i] ? -relay->q[i] : bound_of(relay, i);
    }
    nsd_lu_solve(&relay->lu, relay->rhs, z);
    for (int i = 0; i < n; i++) {
        z[i] = relay->on[i] ? z[i] : bound_of(relay, i);
    }
    fill_slack(relay, z);
}

nsd_status nsd_relay_sparse_solve_sides(nsd_relay_sparse *relay, double tolerance, double *z)
{
    const int n = relay->M->n;

    for (int i = 0; i < n; i++) {
        relay->on[i] = relay->side[i] == 0;
    }
    NSD_TRY(nsd_lu_change(&relay->lu, relay->on));
    solve_once(relay, z);
    if (misses(relay, tolerance)) {
        refine(relay, z);
    }
    if (misses(relay, tolerance)) { /* the pivots of before are bad ones */
        NSD_TRY(nsd_lu_factor(&relay->lu, relay->on));
        solve_once(relay, z);
        refine(relay, z);
    }
    return NSD_OK;
}

/* The side that unknown i shall have: that of before unless z is outside its bounds, or w pushes it
 * away from its bound                                                                   (RL.3) */
static signed char next_side(const nsd_relay_sparse *relay, const nsd_lcp_options *options,
                             const double *z, double largest, int i)
{
    const signed char side = relay->side[i];
    const double      data = options->rounding < options->tolerance ? 0.0 : options->rounding;
    const double slack = SIGN_TOLERANCE * nsd_row_allowed(options->tolerance, data, relay->terms[i],
                                                          relay->of_residual);
    const double of_w = fmax(slack, ROUNDING * relay->terms[i]);
    const double of_z = fmax(slack / relay->unit[i], ROUNDING * largest);

    if (side == 0) {
        return z[i] < relay->lower[i] - of_z ? -1 : z[i] > relay->upper[i] + of_z ? 1 : 0;
    }
    return relay->w[i] * side > of_w && !is_fixed(relay, i) ? 0 : side;
}

/* Sets by the rule of exchange.h. Finite for P-matrices with bounds on one side         (RL.7) */
static nsd_status exchange(nsd_relay_sparse *relay, const nsd_lcp_options *options, double *z,
                           nsd_lcp_info *info)
{
    const int    n = relay->M->n;
    nsd_exchange set = nsd_exchange_init(n);
    nsd_status   status;

    for (;;) {
        double largest = 0.0;
        info->iterations++;
        set.count = 0;
        if (nsd_relay_sparse_solve_sides(relay, options->tolerance, z) != NSD_OK) {
            return nsd_poll_stopped(options->poll) ? NSD_STOPPED : NSD_STALLED;
        }
        for (int i = 0; i < n; i++) {
            largest = has_law(relay, i) && fabs(z[i]) > largest ? fabs(z[i]) : largest;
        }
        for (int i = 0; i < n; i++) { /* an unknown without a law stays between */
            if (has_law(relay, i) && next_side(relay, options, z, largest, i) != relay->side[i]) {
                nsd_exchange_add(&set, i);
            }
        }
        if (nsd_exchange_ends(&set, n, options->max_iter, options->poll, info, &status)) {
            return status;
        }
        for (int i = nsd_exchange_first(&set); i <= set.last; i++) {
            relay->side[i] = next_side(relay, options, z, largest, i);
        }
    }
}

nsd_status nsd_relay_sparse_solve(nsd_relay_sparse *relay, const nsd_lcp_options *options,
                                  double *z, nsd_lcp_info *info)
{
    *info = (nsd_lcp_info){ 0, NAN, "sparse" };
    relay->lu.poll = options->poll;
    for (int i = 0; i < relay->M->n; i++) { /* no unknown is at an infinite bound */
        relay->side[i] = is_fixed(relay, i) ? -1 : isinf(bound_of(relay, i)) ? 0 : relay->side[i];
    }
    const nsd_status status = exchange(relay, options, z, info);
    if (!relay->lu.factored) { /* a set was singular, or Ctrl-C: there is no answer */
        return status;
    }
    int moved = 0;
    for (int i = 0; i < relay->M->n; i++) {
        const double inside = clipped(relay, i, z[i]); /* rounding, or an answer so far */
        moved |= inside != z[i];
        z[i] = inside;
    }
    if (moved) {
        fill_slack(relay, z);
    }
    const nsd_status passes = check_slack(relay, options, z, info);
    return passes == NSD_OK || status == NSD_OK ? passes : status;
}
