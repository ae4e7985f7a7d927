/* sensitivity.c - the state transition matrix: along an arc, through impacts (saltation matrices),
 * and where guards come to rest. */
#include "event/sensitivity/sensitivity.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "event/integrate/integrate.h"

/* Factor on the step that the error estimate allows. Larger: more steps are refused; smaller: more
 * steps are taken. */
#define SAFETY_FACTOR 0.9

/* Displacement for central differences, relative to the larger of 1 and |x|: about the cube root of
 * the machine precision. Smaller: rounding; larger: truncation. */
#define DIFFERENCE_DISPLACEMENT 6e-6

/* Least relative tolerance of Phi where the field is differenced, well above the noise of
 * differences. Smaller: steps become tiny because of noise. */
#define DIFFERENCED_TOLERANCE 1e-7

/* Relative difference below which two orders of simultaneous impacts give the same Phi and state.
 * Smaller: differencing errors say that there is no Phi; larger: a Phi that does not exist. */
#define SAME_ORDER_TOLERANCE 1e-6

static size_t square(int n)
{
    return (size_t)n * (size_t)n;
}

/* Numbers in x and Phi together */
static size_t augmented_size(const nsd_flow *flow)
{
    return (size_t)flow->size + square(flow->controlled);
}

static size_t lay_out(nsd_sensitivity *s, const nsd_flow *flow, nsd_scratch *scratch)
{
    const size_t size = (size_t)flow->size, guards = (size_t)flow->guards;

    NSD_SCRATCH_EACH(scratch, augmented_size(flow), &s->x, &s->next, &s->z_start);
    NSD_SCRATCH_EACH(scratch, size, &s->x_minus, &s->x_plus, &s->slope, &s->f_before, &s->f_after);
    NSD_SCRATCH_EACH(scratch, guards, &s->h_minus, &s->h_plus, &s->before, &s->after, &s->impulse);
    NSD_SCRATCH_EACH_INT(scratch, guards, &s->closed, &s->sticks_before);
    s->A = nsd_scratch_doubles(scratch, square(flow->controlled));
    s->ends = nsd_scratch_take(scratch, guards, sizeof(nsd_guard_end));
    s->keep = nsd_scratch_part(scratch, nsd_dp54_scratch((int)augmented_size(flow)));
    return nsd_scratch_counted(scratch);
}

size_t nsd_sensitivity_scratch(const nsd_flow *flow)
{
    return lay_out(&(nsd_sensitivity){ 0 }, flow, NSD_SCRATCH_COUNTER);
}

/* x_minus <- x - d direction, x_plus <- x + d direction, with a d small beside x, which is
 * returned; 0 for a direction of length zero */
static double displace_both_ways(nsd_sensitivity *s, const double *x, const double *direction)
{
    const double length = nsd_dense_max_abs(s->n, direction);
    const double d = length > 0.0
                         ? DIFFERENCE_DISPLACEMENT * fmax(1.0, nsd_dense_max_abs(s->n, x)) / length
                         : 0.0;
    const size_t bytes = (size_t)s->flow->size * sizeof(double);

    memcpy(s->x_minus, x, bytes);
    memcpy(s->x_plus, x, bytes);
    for (int i = 0; i < s->n; i++) {
        s->x_minus[i] -= d * direction[i];
        s->x_plus[i] += d * direction[i];
    }
    return d;
}

/* out <- f_x times a column of Phi, by a difference of the field along it               (SA.2) */
static nsd_status column_rate(nsd_sensitivity *s, double t, const double *x, const double *column,
                              double *out)
{
    nsd_flow    *flow = s->flow;
    const double d = displace_both_ways(s, x, column);

    memset(out, 0, (size_t)s->n * sizeof(double));
    if (d == 0.0) {
        return NSD_OK;
    }
    NSD_TRY(flow->field(flow, t, s->x_minus, s->f_before));
    NSD_TRY(flow->field(flow, t, s->x_plus, s->f_after));
    for (int i = 0; i < s->n; i++) {
        out[i] = (s->f_after[i] - s->f_before[i]) / (2.0 * d);
    }
    return NSD_OK;
}

/* Rates of state and Phi together; an nsd_field_fn whose context is the nsd_sensitivity */
static nsd_status field(void *context, double t, const double *z, double *rate)
{
    nsd_sensitivity *s = context;
    nsd_flow        *flow = s->flow;
    const int        n = s->n;
    const double    *Phi = z + flow->size;
    double          *Phi_rate = rate + flow->size;

    nsd_status status = flow->field(flow, t, z, rate);
    if (status != NSD_OK) {
        return status;
    }
    for (int i = n; i < flow->size; i++) { /* works: nothing depends on them */
        rate[i] = 0.0;
    }
    status = s->jacobian ? s->jacobian(flow, t, z, s->A) : NSD_STALLED;
    s->differenced = status == NSD_STALLED;
    if (status == NSD_OK) {
        nsd_dense_gemm(NSD_PLAIN, n, n, n, 1.0, s->A, n, Phi, n, 0.0, Phi_rate, n);
        return NSD_OK;
    }
    for (int j = 0; j < n && (status == NSD_OK || status == NSD_STALLED); j++) {
        const size_t at = (size_t)j * (size_t)n;
        status = column_rate(s, t, z, Phi + at, Phi_rate + at);
    }
    return status;
}

nsd_status nsd_sensitivity_init(nsd_sensitivity *s, nsd_flow *flow,
                                const nsd_sensitivity_options *options, nsd_scratch *scratch)
{
    memset(s, 0, sizeof *s);
    s->flow = flow;
    s->n = flow->controlled;
    s->options = *options;
    lay_out(s, flow, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    s->Phi = s->x + flow->size;
    NSD_TRY(nsd_dp54_init(&s->pair, (int)augmented_size(flow), &s->keep));
    s->pair.field = field;
    s->pair.context = s;
    return NSD_OK;
}

void nsd_sensitivity_start(nsd_sensitivity *s, const double *x, double span)
{
    s->flow->longest_difference_time = nsd_flow_longest_difference(span);
    s->flow->difference_time = NSD_FLOW_FIRST_DIFFERENCE_PART * s->flow->longest_difference_time;
    memcpy(s->x, x, (size_t)s->flow->size * sizeof(double));
    memset(s->Phi, 0, square(s->n) * sizeof(double));
    for (int i = 0; i < s->n; i++) {
        s->Phi[(size_t)i * ((size_t)s->n + 1)] = 1.0;
    }
    s->h = 0.0;
    s->depth = INFINITY;
}

/* First step of an arc when no earlier one is known: a hundredth of |z| / |z'|, z = (x, Phi) */
static double first_step(const nsd_sensitivity *s, double span)
{
    const double size = nsd_dense_max_abs(s->pair.n, s->x),
                 rate = nsd_dense_max_abs(s->pair.n, s->pair.k[0]);
    const double h = rate > 0.0 ? 0.01 * fmax(size, 1e-3) / rate : span;
    return h > 0.0 ? fmin(h, span) : span;
}

nsd_status nsd_sensitivity_arc(nsd_sensitivity *s, double t, double end)
{
    nsd_flow    *flow = s->flow;
    const double least = 1e-14 * fmax(fabs(t), fabs(end));

    NSD_TRY(field(s, t, s->x, s->pair.k[0]));
    const double differenced_tolerance = s->differenced ? DIFFERENCED_TOLERANCE : 0.0;
    s->pair.rel_tol = fmax(s->options.rel_tol, differenced_tolerance);
    s->pair.abs_tol = fmax(s->options.abs_tol, 1e-2 * differenced_tolerance);
    s->h = s->h > 0.0 ? s->h : first_step(s, end - t);
    while (end - t > least) {
        const int    last = !(s->h < end - t);
        const double h = last ? end - t : s->h;
        double       error = 0.0;
        NSD_TRY(nsd_dp54_step(&s->pair, t, s->x, h, s->next, &error));
        const double factor = fmin(NSD_LARGEST_STEP_FACTOR,
                                   fmax(NSD_LEAST_STEP_FACTOR, SAFETY_FACTOR * pow(error, -0.2)));
        if (!(error <= 1.0)) {
            s->h = h * fmin(1.0, factor);
            if (!(s->h > least)) {
                return NSD_STALLED;
            }
            continue;
        }
        t = last ? end : t + h;
        s->h = last && factor > 1.0 ? fmax(s->h, h * factor) : h * factor;
        memcpy(s->x, s->next, (size_t)s->pair.n * sizeof(double));
        if (flow->stick_count + flow->joints > 0) {
            NSD_TRY(nsd_flow_project_held(s->flow, t, s->x));
        }
        NSD_TRY(field(s, t, s->x, s->pair.k[0]));
    }
    return NSD_OK;
}

/* x <- the state behind the impact law on the closed guards */
static nsd_status impact_law(nsd_sensitivity *s, double t, double *x)
{
    const nsd_flow_jump jump = { t, s->closed, s->flow->e, 0.0, s->before, s->after, s->impulse };
    return s->flow->jump(s->flow, &jump, x);
}

/* s->slope <- derivative of the impact law at (t, x) along (dt, direction), dt 0 or 1 */
static nsd_status slope_of_law(nsd_sensitivity *s, double t, double dt, const double *direction)
{
    const double d = displace_both_ways(s, s->x, direction);
    memset(s->slope, 0, (size_t)s->n * sizeof(double));
    if (d == 0.0) {
        return NSD_OK;
    }
    NSD_TRY(impact_law(s, t - d * dt, s->x_minus));
    NSD_TRY(impact_law(s, t + d * dt, s->x_plus));
    for (int i = 0; i < s->n; i++) {
        s->slope[i] = (s->x_plus[i] - s->x_minus[i]) / (2.0 * d);
    }
    return NSD_OK;
}

/* `change` <- derivative of the value of a guard along a column of Phi */
static nsd_status slope_of_guard(nsd_sensitivity *s, double t, int guard, const double *column,
                                 double *change)
{
    nsd_flow    *flow = s->flow;
    const double d = displace_both_ways(s, s->x, column);

    *change = 0.0;
    if (d == 0.0) {
        return NSD_OK;
    }
    NSD_TRY(flow->values(flow, t, s->x_minus, s->h_minus));
    NSD_TRY(flow->values(flow, t, s->x_plus, s->h_plus));
    *change = (s->h_plus[guard] - s->h_minus[guard]) / (2.0 * d);
    return NSD_OK;
}

/* U <- guard velocity before the impact; s->f_before, and s->depth without the obstacle */
static nsd_status field_before_impact(nsd_sensitivity *s, double t, int guard, double *U)
{
    nsd_flow *flow = s->flow;
    NSD_TRY(flow->field(flow, t, s->x, s->f_before));
    const nsd_flow_point here = { t, s->x, s->f_before };
    NSD_TRY(flow->motion(flow, &here, s->ends));
    *U = s->ends[guard].hd;
    if (s->ends[guard].hdd > 0.0) { /* without the obstacle the motion would have turned back */
        s->depth = fmin(s->depth, *U * *U / (2.0 * s->ends[guard].hdd));
    }
    return !(*U < 0.0) ? NSD_STALLED : NSD_OK;
}

/* One guard is hit; `sticks` afterwards. x and Phi change.                               (SA.3) */
static nsd_status apply_saltation(nsd_sensitivity *s, double t, int guard, const int *sticks)
{
    nsd_flow    *flow = s->flow;
    const size_t n = (size_t)s->n, bytes = n * sizeof(double);
    double       U = 0.0;
    double      *change = s->next + flow->size; /* of the guard along each column of Phi */

    memcpy(s->closed, flow->sticks, (size_t)flow->guards * sizeof(int));
    s->closed[guard] = 1;
    NSD_TRY(field_before_impact(s, t, guard, &U));
    NSD_TRY(slope_of_law(s, t, 1.0, s->f_before));
    memcpy(s->f_before, s->slope, bytes); /* R_x f + R_t */
    for (size_t j = 0; j < n; j++) {
        NSD_TRY(slope_of_guard(s, t, guard, s->Phi + j * n, &change[j]));
        NSD_TRY(slope_of_law(s, t, 0.0, s->Phi + j * n));
        memcpy(s->Phi + j * n, s->slope, bytes);
    }
    NSD_TRY(impact_law(s, t, s->x));
    nsd_flow_set_mode(flow, sticks);
    NSD_TRY(flow->field(flow, t, s->x, s->f_after));
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) {
            s->Phi[i + j * n] += (s->f_after[i] - s->f_before[i]) * (change[j] / U);
        }
    }
    return NSD_OK;
}

/* Saltation matrices of all guards hit, one after the other in rising or falling order */
static nsd_status apply_saltations(nsd_sensitivity *s, const nsd_sensitivity_impact *impact,
                                   int hits, int upwards)
{
    const int guards = s->flow->guards;
    for (int k = 0; k < guards; k++) {
        const int a = upwards ? k : guards - 1 - k;
        if (impact->hit[a]) {
            hits--;
            NSD_TRY(apply_saltation(s, impact->t, a, hits > 0 ? s->flow->sticks : impact->sticks));
        }
    }
    return NSD_OK;
}

/* 1 when Phi agrees with that of another order of impacts, and x with the state of the run */
static int orders_agree(const nsd_sensitivity *s, const double *Phi, const double *after)
{
    const size_t count = (size_t)s->n * (size_t)s->n;
    double       apart = 0.0;
    for (size_t i = 0; i < count; i++) {
        apart = fmax(apart, fabs(s->Phi[i] - Phi[i]));
    }
    double missed = 0.0;
    for (int i = 0; i < s->n; i++) {
        missed = fmax(missed, fabs(s->x[i] - after[i]));
    }
    return apart <= SAME_ORDER_TOLERANCE * fmax(1.0, nsd_dense_max_abs((int)count, Phi)) &&
           missed <= SAME_ORDER_TOLERANCE * fmax(1.0, nsd_dense_max_abs(s->n, after));
}

/* Several guards hit at once: S exists where the order of impacts does not matter        (SA.4) */
static nsd_status jump_together(nsd_sensitivity *s, const nsd_sensitivity_impact *impact, int hits)
{
    const size_t bytes = (size_t)s->pair.n * sizeof(double);
    int         *modes = s->sticks_before;

    memcpy(modes, s->flow->sticks, (size_t)s->flow->guards * sizeof(int));
    memcpy(s->z_start, s->x, bytes);
    NSD_TRY(apply_saltations(s, impact, hits, 1));
    memcpy(s->A, s->Phi, (size_t)s->n * (size_t)s->n * sizeof(double));
    memcpy(s->x, s->z_start, bytes);
    nsd_flow_set_mode(s->flow, modes);
    NSD_TRY(apply_saltations(s, impact, hits, 0));
    return !orders_agree(s, s->A, impact->after) ? NSD_STALLED : NSD_OK;
}

nsd_status nsd_sensitivity_jump(nsd_sensitivity *s, const nsd_sensitivity_impact *impact)
{
    int hits = 0;
    for (int a = 0; a < s->flow->guards; a++) {
        hits += impact->hit[a] != 0;
    }
    const nsd_status status = hits > 1 ? jump_together(s, impact, hits)
                                       : apply_saltations(s, impact, hits, 1);
    nsd_flow_set_mode(s->flow, impact->sticks);
    memcpy(s->x, impact->after, (size_t)s->flow->size * sizeof(double));
    return status;
}

nsd_status nsd_sensitivity_rest(nsd_sensitivity *s, double t, const int *sticks,
                                const double *after)
{
    nsd_flow    *flow = s->flow;
    const size_t n = (size_t)s->n;

    memcpy(s->x, after, (size_t)flow->size * sizeof(double));
    nsd_flow_set_mode(s->flow, sticks);
    for (size_t j = 0; j < n; j++) {
        double      *column = s->Phi + j * n;
        const double d = displace_both_ways(s, s->x, column);
        NSD_TRY(nsd_flow_project_held(s->flow, t, s->x_minus));
        NSD_TRY(nsd_flow_project_held(s->flow, t, s->x_plus));
        for (size_t i = 0; i < n && d > 0.0; i++) {
            column[i] = (s->x_plus[i] - s->x_minus[i]) / (2.0 * d);
        }
    }
    return NSD_OK;
}
