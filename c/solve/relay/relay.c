/* relay.c - active sets with a kept inverse, then a path, then the problem as an MLCP. */
#include "solve/relay/relay.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solve/mlcp/mlcp.h"
#include "solve/relay/relay_parts.h"

/* Residual that always passes, in units of w: products of smaller numbers underflow. Larger:
 * problems in tiny units pass with wrong answers. Smaller: problems whose numbers underflow
 * fail. */
#define UNDERFLOW_RESIDUAL 1e-318

/* Active sets tried, beside two per unknown, before the path. Smaller: problems with many changes
 * of sides go through the slower path. Larger: only more factorisations when sides cycle. */
#define EXTRA_ACTIVE_SETS 10

static size_t lay_out(nsd_relay_memory *memory, int n, nsd_scratch *scratch)
{
    const size_t count = (size_t)n;
    memory->side = nsd_scratch_take(scratch, count, 1);
    memory->inverse_side = nsd_scratch_take(scratch, count, 1);
    memory->between = nsd_scratch_ints(scratch, count);
    memory->w = nsd_scratch_doubles(scratch, count);
    NSD_SCRATCH_EACH(scratch, count * count, &memory->inverse, &memory->LU);
    memory->pivot = nsd_scratch_take(scratch, count, sizeof *memory->pivot);
    return nsd_scratch_counted(scratch);
}

size_t nsd_relay_memory_scratch(int n)
{
    return lay_out(&(nsd_relay_memory){ 0 }, n, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_relay_memory_init(nsd_relay_memory *memory, int n, nsd_scratch *scratch)
{
    lay_out(memory, n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    memset(memory->side, 0, (size_t)n);
    nsd_relay_forget(memory);
    return NSD_OK;
}

void nsd_relay_forget(nsd_relay_memory *memory)
{
    memory->count = -1;
}

static double clipped(const nsd_relay *relay, int i, double z)
{
    return z < relay->lower[i] ? relay->lower[i] : z > relay->upper[i] ? relay->upper[i] : z;
}

/* M and q; nothing is said of equalities and free unknowns */
static nsd_mlcp rows_of(const nsd_relay *relay)
{
    return (nsd_mlcp){ relay->n, relay->n, relay->M, relay->q, NULL, NULL };
}

/* w <- M z + q */
static void slack(const nsd_relay *relay, const double *z, double *w)
{
    const nsd_mlcp rows = rows_of(relay);
    nsd_mlcp_slack(&rows, z, w);
}

void nsd_relay_guess(const nsd_relay *relay, const double *z, nsd_relay_memory *memory)
{
    slack(relay, z, memory->w);
    for (int i = 0; i < relay->n; i++) {
        const double diagonal = fabs(relay->M[(size_t)i * ((size_t)relay->n + 1)]);
        const double next = z[i] - memory->w[i] / (diagonal > 0.0 ? diagonal : 1.0);
        memory->side[i] = next <= relay->lower[i] ? -1 : next >= relay->upper[i] ? 1 : 0;
    }
}

/* unit |z - mid(lower, z - w / unit, upper)|, without the difference z - w / unit, in which a w
 * that is tiny beside z would be lost */
static double distance(const nsd_relay *relay, int i, double unit, double z, double w)
{
    const double below = unit * (z - relay->lower[i]), above = unit * (z - relay->upper[i]);
    return fabs(w < above ? above : w > below ? below : w);
}

double nsd_relay_residual(const nsd_relay *relay, const double *z, const double *w,
                          const nsd_lcp_options *options, int *accepted)
{
    const int      n = relay->n;
    const nsd_mlcp rows = rows_of(relay);
    double         size = 0.0, plain = 0.0, finite = 0.0;

    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(relay->q[i]));
    }
    *accepted = 1;
    for (int i = 0; i < n; i++) {
        const double diagonal = fabs(relay->M[(size_t)i * ((size_t)n + 1)]);
        const double unit = diagonal > 0.0 ? diagonal : 1.0;
        const double term = fabs(z[i] - clipped(relay, i, z[i] - w[i]));
        double       scaled = distance(relay, i, unit, z[i], w[i]);
        if (scaled > 0.0 && scaled < fabs(w[i])) { /* rare: the distance to a bound decides */
            scaled = distance(relay, i, nsd_mlcp_unit(&rows, i, i), z[i], w[i]);
        }
        finite += z[i] * 0.0 + w[i] * 0.0;
        plain = fmax(plain, term);
        if (scaled > options->tolerance * fabs(relay->q[i]) + UNDERFLOW_RESIDUAL) {
            const double own = nsd_mlcp_terms(&rows, i, z);
            *accepted &= scaled <=
                         nsd_row_allowed(options->tolerance, options->rounding, own, size) +
                             NSD_ROW_ROUNDING * own + UNDERFLOW_RESIDUAL; /*            (RL.2) */
        }
    }
    plain /= fmax(1.0, size);
    *accepted &= plain <= options->tolerance && finite == 0.0;
    return finite == 0.0 ? plain : NAN; /*                                             (RL.2) */
}

/* memory->inverse <- the inverse of M on the unknowns between their bounds, unless memory has it */
static nsd_status invert_between(const nsd_relay *relay, nsd_relay_memory *memory)
{
    const size_t n = (size_t)relay->n;

    if (memory->count >= 0 && memcmp(memory->side, memory->inverse_side, n) == 0) {
        return NSD_OK;
    }
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (memory->side[i] == 0) {
            memory->between[count++] = (int)i;
        }
    }
    memory->count = -1;
    for (size_t j = 0; j < count; j++) {
        const double *column = relay->M + (size_t)memory->between[j] * n;
        for (size_t i = 0; i < count; i++) {
            memory->LU[i + j * count] = column[memory->between[i]];
        }
    }
    if (count > 0) {
        NSD_TRY(nsd_dense_invert((int)count, memory->LU, memory->pivot, memory->inverse));
    }
    if (!nsd_dense_all_finite(count * count, memory->inverse)) {
        return NSD_ERR_SINGULAR;
    }
    memcpy(memory->inverse_side, memory->side, n);
    memory->count = (int)count;
    return NSD_OK;
}

/* z_between <- z_between - inverse * w_between, which ends at w_between = 0          (RL.3) */
static void correct_between(nsd_relay_memory *memory, double *z)
{
    const int count = memory->count;
    for (int i = 0; i < count; i++) {
        double sum = 0.0;
        for (int j = 0; j < count; j++) {
            sum += memory->inverse[i + (size_t)j * (size_t)count] * memory->w[memory->between[j]];
        }
        z[memory->between[i]] -= sum;
    }
}

/* memory->side <- the next sides of (RL.3); returns the number of unknowns that change their
 * side */
static int change_sides(const nsd_relay *relay, nsd_relay_memory *memory, const double *z)
{
    int changes = 0;
    for (int i = 0; i < relay->n; i++) {
        signed char next = memory->side[i];
        if (next == 0) {
            next = z[i] < relay->lower[i] ? -1 : z[i] > relay->upper[i] ? 1 : 0;
        } else if (memory->w[i] * next > 0.0 && relay->lower[i] < relay->upper[i]) {
            next = 0;
        }
        changes += next != memory->side[i];
        memory->side[i] = next;
    }
    return changes;
}

/* z <- the bounds of the sides, zero between the bounds */
static void z_at_bounds(const nsd_relay *relay, const nsd_relay_memory *memory, double *z)
{
    for (int i = 0; i < relay->n; i++) {
        const signed char side = memory->side[i];
        z[i] = side < 0 ? relay->lower[i] : side > 0 ? relay->upper[i] : 0.0;
    }
}

/* 1 when w of the unknowns between their bounds is zero up to what rounding of q allows: then a
 * residual that does not pass comes from wrong sides, not from rounding. */
static int is_zero_between(const nsd_relay *relay, const nsd_lcp_options *options,
                           const nsd_relay_memory *memory)
{
    double largest = 0.0;
    for (int i = 0; i < memory->count; i++) {
        largest = fmax(largest, fabs(memory->w[memory->between[i]]));
    }
    return largest <= options->rounding * nsd_dense_max_abs(relay->n, relay->q);
}

/* z and w for the present sides; 1 when z solves the problem. A second correction removes the
 * rounding of the inverse. */
static int solve_on_sides(const nsd_relay *relay, const nsd_lcp_options *options,
                          nsd_relay_memory *memory, double *z, double *residual)
{
    int accepted = 0, outside = 0;

    z_at_bounds(relay, memory, z);
    slack(relay, z, memory->w);
    for (int pass = 0; pass < 2; pass++) {
        if (memory->count > 0) {
            correct_between(memory, z);
            slack(relay, z, memory->w);
        }
        *residual = nsd_relay_residual(relay, z, memory->w, options, &accepted);
        if (accepted || is_zero_between(relay, options, memory)) {
            break;
        }
    }
    for (int i = 0; i < memory->count && accepted; i++) {
        const int    k = memory->between[i];
        const double inside = clipped(relay, k, z[k]);
        outside |= inside != z[k];
        z[k] = inside;
    }
    if (outside) {
        slack(relay, z, memory->w);
        *residual = nsd_relay_residual(relay, z, memory->w, options, &accepted);
    }
    return accepted;
}

/* Active sets from the sides in memory                                               (RL.3) */
static nsd_status solve_active_sets(const nsd_relay *relay, const nsd_lcp_options *options,
                                    nsd_relay_memory *memory, double *z, nsd_lcp_info *info)
{
    const int limit = EXTRA_ACTIVE_SETS + 2 * relay->n;

    for (int k = 0; k < limit; k++) {
        info->iterations++;
        if (nsd_poll_stopped(options->poll)) {
            return NSD_STOPPED;
        }
        if (invert_between(relay, memory) != NSD_OK) {
            return NSD_STALLED;
        }
        if (solve_on_sides(relay, options, memory, z, &info->residual)) {
            return NSD_OK;
        }
        if (!change_sides(relay, memory, z)) {
            return NSD_STALLED;
        }
    }
    return NSD_MAX_ITER;
}

size_t nsd_relay_scratch(const nsd_relay *relay)
{
    return nsd_scratch_larger(nsd_relay_mlcp_scratch(relay), nsd_relay_path_scratch(relay->n));
}

size_t nsd_relay_bounded_scratch(int n)
{
    return nsd_scratch_larger(nsd_relay_mlcp_scratch_for(2 * n, 0), nsd_relay_path_scratch(n));
}

static int all_bounded(const nsd_relay *relay)
{
    int bounded = 1;
    for (int i = 0; i < relay->n; i++) {
        bounded &= isfinite(relay->lower[i]) && isfinite(relay->upper[i]);
    }
    return bounded;
}

/* The last solver, an MLCP (RL.4), and the status when its answer does not pass either */
static nsd_status solve_as_mlcp(const nsd_relay *relay, const nsd_lcp_options *options,
                                nsd_relay_memory *memory, nsd_scratch *scratch, double *z,
                                nsd_lcp_info *info)
{
    int        accepted = 0;
    nsd_status status = nsd_relay_mlcp(relay, options, scratch, z, info);

    if (status < NSD_OK) {
        return status;
    }
    nsd_relay_guess(relay, z, memory);
    info->residual = nsd_relay_residual(relay, z, memory->w, options, &accepted);
    if (status == NSD_OK && !accepted) {
        status = NSD_STALLED;
    }
    return status == NSD_RAY && all_bounded(relay) ? NSD_STALLED : status;
}

nsd_status nsd_relay_solve(const nsd_relay *relay, const nsd_lcp_options *options,
                           nsd_relay_memory *memory, nsd_scratch *scratch, double *z,
                           nsd_lcp_info *info)
{
    *info = (nsd_lcp_info){ 0, NAN, "active" };
    for (int i = 0; i < relay->n; i++) {
        if (!(relay->lower[i] <= relay->upper[i] && relay->lower[i] < INFINITY &&
              relay->upper[i] > -INFINITY)) {
            return NSD_ERR_BAD_ARGUMENT;
        }
        const double bound = memory->side[i] < 0 ? relay->lower[i] : relay->upper[i];
        if (isinf(bound)) { /* no unknown is at an infinite bound */
            memory->side[i] = 0;
        }
    }
    nsd_status status = solve_active_sets(relay, options, memory, z, info);
    if (status <= NSD_OK || status == NSD_STOPPED) {
        return status;
    }
    if (!nsd_dense_all_finite((size_t)relay->n * (size_t)relay->n, relay->M) ||
        !nsd_dense_all_finite((size_t)relay->n, relay->q)) {
        return NSD_ERR_NOT_FINITE;
    }
    info->solver = "path";
    status = nsd_relay_path(relay, options, memory, scratch, info);
    if (status == NSD_OK) {
        status = solve_active_sets(relay, options, memory, z, info);
    }
    return status <= NSD_OK || status == NSD_STOPPED
               ? status
               : solve_as_mlcp(relay, options, memory, scratch, z, info);
}
