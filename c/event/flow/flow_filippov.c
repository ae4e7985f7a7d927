/* flow_filippov.c - fields of both sides, sliding by multipliers, crossing. */
#include "event/flow/flow_filippov.h"

#include <math.h>
#include <string.h>

/* Surfaces slid on at once while the field depends on their sides in a way that is not linear: all
 * 2^k corners are evaluated. More: time and memory; fewer: such motions end with NSD_STALLED. */
#define MOST_MIXED_SURFACES 6

/* Part of the largest field: a field that differs by less from a linear function of the sides is
 * one. Smaller: rounding costs 2^k evaluations; larger: products of sides are overlooked. */
#define AFFINE_TOLERANCE 1e-10

/* Newton steps for multipliers. Fewer: fields with products of sides end the run. */
#define MOST_NEWTON_STEPS 30

/* Part of the largest rate of the surfaces along the fields: smaller rates are zero. Smaller than
 * rounding: no multipliers are found; larger: the motion drifts from the surface. */
#define ZERO_RATE_PART 1e-11

/* Reciprocal condition number of J beyond which surfaces are redundant, as one surface given twice.
 * Larger: surfaces at a small angle are no longer held; smaller: huge multipliers. */
#define RANK_TOLERANCE 1e-12

/* Part of the longest difference time: displacement in time for derivatives of moving surfaces.
 * Smaller: rounding; larger: truncation. */
#define TIME_DISPLACEMENT_PART 1e-4

/* Relative noise of the sliding field, whose multipliers come from differences; sets the
 * displacement of Jacobians in integrate_rosenbrock.c. Smaller: noise; larger: truncation. */
#define SLIDING_FIELD_NOISE 1e-10

static nsd_status field_of_sides(nsd_flow_filippov *s, double t, const double *x,
                                 const double *side, double *f)
{
    s->first.base.evaluations++;
    NSD_TRY(s->model->rate(s->model->context, t, x, side, f));
    return !nsd_dense_all_finite((size_t)s->model->n, f) ? NSD_NOT_FINITE : NSD_OK;
}

/* h_i = side_i s_i */
static nsd_status guard(void *context, double t, const double *x, double *h)
{
    const nsd_flow_filippov *s = context;
    NSD_TRY(s->model->surface(s->model->context, t, x, h));
    for (int i = 0; i < s->model->p; i++) {
        h[i] *= s->side[i];
    }
    return NSD_OK;
}

/* S_t of moving surfaces, by central differences */
static nsd_status time_derivatives(nsd_flow_filippov *s, double t, const double *x)
{
    const nsd_filippov_model *model = s->model;
    const double shift = TIME_DISPLACEMENT_PART * s->first.base.longest_difference_time;
    const double late = t + shift, early = t - shift;

    NSD_TRY(model->surface(model->context, late, x, s->S_t));
    NSD_TRY(model->surface(model->context, early, x, s->shifted));
    for (int i = 0; i < model->p; i++) {
        s->S_t[i] = (s->S_t[i] - s->shifted[i]) / (late - early);
    }
    return NSD_OK;
}

static nsd_status surface_as_gap(void *context, double t, const double *x, double *y)
{
    const nsd_filippov_model *model = context;
    return model->surface(model->context, t, x, y);
}

/* S and S_t at (t, x), by differences where the model has no Jacobian */
static nsd_status gradients(nsd_flow_filippov *s, double t, const double *x)
{
    const nsd_filippov_model *model = s->model;
    const size_t              n = (size_t)model->n, p = (size_t)model->p;
    nsd_status status = model->surface_jac ? model->surface_jac(model->context, t, x, s->S)
                                           : NSD_NOT_FINITE;

    if (status == NSD_NOT_FINITE) {
        const nsd_model surfaces = {
            .n = model->n, .m = model->p, .context = (void *)model, .gap = surface_as_gap
        };
        double *H = s->F; /* n x p: corners are filled later */
        status = nsd_model_gap_jac(&surfaces, t, x, H, s->S_t, s->first.work);
        for (size_t k = 0; k < n * p; k++) {
            s->S[k] = H[k / p + (k % p) * n];
        }
    }
    return status == NSD_OK && model->moving ? time_derivatives(s, t, x) : status;
}

/* 1 when member a has side 1 in corner c */
static int is_up(const nsd_flow_filippov *s, int a, int c)
{
    return s->affine ? a == c - 1 : c >> a & 1;
}

/* Column c of F and R <- the field in corner c, and the rates of the members */
static nsd_status fill_corner(nsd_flow_filippov *s, double t, const double *x, int count, int c)
{
    const int n = s->model->n, p = s->model->p;
    double   *f = s->F + (size_t)c * (size_t)n;

    for (int a = 0; a < count; a++) {
        s->corner[s->set[a]] = is_up(s, a, c) ? 1.0 : -1.0;
    }
    NSD_TRY(field_of_sides(s, t, x, s->corner, f));
    for (int a = 0; a < count; a++) {
        double rate = s->S_t[s->set[a]];
        for (int j = 0; j < n; j++) {
            rate += s->S[s->set[a] + (size_t)j * (size_t)p] * f[j];
        }
        s->R[a + (size_t)c * (size_t)count] = rate;
    }
    return NSD_OK;
}

/* 1 when the field with all members at side 1 is what the corners of single members predict */
static int sides_add_up(const nsd_flow_filippov *s, int count, const double *opposite)
{
    const size_t n = (size_t)s->model->n;
    const double largest = fmax(nsd_dense_max_abs((int)n * (count + 1), s->F),
                                nsd_dense_max_abs((int)n, opposite));
    for (size_t i = 0; i < n; i++) {
        double sum = s->F[i];
        for (int c = 1; c <= count; c++) {
            sum += s->F[i + (size_t)c * n] - s->F[i];
        }
        if (fabs(sum - opposite[i]) > AFFINE_TOLERANCE * largest) {
            return 0;
        }
    }
    return 1;
}

/* F and R of the members: the corner of all sides -1 and those of single sides 1 where the field is
 * affine in the sides, all corners where it is not                                       (FI.2) */
static nsd_status fill_corners(nsd_flow_filippov *s, double t, const double *x, int count)
{
    NSD_TRY(gradients(s, t, x));
    memcpy(s->corner, s->side, (size_t)s->model->p * sizeof(double));
    s->corners = count + 1;
    s->affine = 1;
    for (int c = 0; c <= count; c++) {
        NSD_TRY(fill_corner(s, t, x, count, c));
    }
    if (count < 2) {
        return NSD_OK;
    }
    for (int a = 0; a < count; a++) {
        s->corner[s->set[a]] = 1.0;
    }
    NSD_TRY(field_of_sides(s, t, x, s->corner, s->trial));
    if (sides_add_up(s, count, s->trial)) {
        return NSD_OK;
    }
    if (count > MOST_MIXED_SURFACES) {
        return NSD_STALLED;
    }
    s->affine = 0;
    s->corners = 1 << count;
    for (int c = 0; c < s->corners; c++) {
        NSD_TRY(fill_corner(s, t, x, count, c));
    }
    return NSD_OK;
}

/* Weight of corner c in the mixture with multipliers z, or its derivative by z[by] (by >= 0): the
 * mixture is linear in each multiplier, and the field of a corner where all are -1 or 1  (FI.2) */
static double weight(const nsd_flow_filippov *s, int count, int c, int by)
{
    const double *z = s->z;
    double        product = 1.0, rest = 1.0;

    for (int a = 0; a < count && !s->affine; a++) {
        const double sign = is_up(s, a, c) ? 1.0 : -1.0;
        product *= a == by ? 0.5 * sign : 0.5 * (1.0 + sign * z[a]);
    }
    if (!s->affine) {
        return product;
    }
    if (by >= 0) {
        return c == 0 ? -0.5 : by == c - 1 ? 0.5 : 0.0;
    }
    for (int a = 0; a < count; a++) {
        rest -= 0.5 * (1.0 + z[a]);
    }
    return c == 0 ? rest : 0.5 * (1.0 + z[c - 1]);
}

/* s->rate <- rates of the members with the multipliers z; s->J <- their derivatives */
static void rates_of_members(nsd_flow_filippov *s, int count)
{
    memset(s->rate, 0, (size_t)count * sizeof(double));
    memset(s->J, 0, (size_t)count * (size_t)count * sizeof(double));
    for (int c = 0; c < s->corners; c++) {
        const double *R = s->R + (size_t)c * (size_t)count;
        for (int b = -1; b < count; b++) {
            const double w = weight(s, count, c, b);
            double      *column = b < 0 ? s->rate : s->J + (size_t)b * (size_t)count;
            nsd_dense_add(count, w, R, column);
        }
    }
}

/* f <- the mixture with the multipliers z, which become those of the surfaces            (FI.2) */
static void mix_fields(nsd_flow_filippov *s, int count, double *f)
{
    const int n = s->model->n;
    memset(f, 0, (size_t)n * sizeof(double));
    for (int c = 0; c < s->corners; c++) {
        const double w = weight(s, count, c, -1), *F = s->F + (size_t)c * (size_t)n;
        nsd_dense_add(n, w, F, f);
    }
    for (int a = 0; a < count; a++) {
        s->lambda[s->set[a]] = s->z[a];
        s->first.base.lambda[s->set[a]] = 1.0 - s->z[a] * s->z[a]; /*                 (FI.3) */
    }
}

/* z <- multipliers that keep all members on their surfaces, by Newton's method; one step where the
 * field is affine in the sides. NSD_STALLED when there are none                          (FI.2) */
static nsd_status solve_sliding(nsd_flow_filippov *s, int count)
{
    const double zero = ZERO_RATE_PART * nsd_dense_max_abs(count * s->corners, s->R);
    for (int k = 0; k < MOST_NEWTON_STEPS; k++) {
        rates_of_members(s, count);
        if (k > 0 && nsd_dense_max_abs(count, s->rate) <= zero) {
            return NSD_OK;
        }
        if (count == 1) {
            s->rate[0] = s->J[0] != 0.0 ? s->rate[0] / s->J[0] : 0.0;
        } else if (nsd_dense_least_squares(count, count, 1, s->J, s->rate,
                                           &(nsd_least_squares_space){ RANK_TOLERANCE, s->pivot,
                                                                       s->fit, 0 }) != NSD_OK) {
            return NSD_STALLED;
        }
        nsd_dense_add(count, -1.0, s->rate, s->z);
    }
    return NSD_STALLED;
}

static nsd_status field(void *flow, double t, const double *x, double *f)
{
    nsd_flow_filippov *s = flow;
    int                count = 0;

    if (s->first.base.stick_count == 0) {
        return field_of_sides(s, t, x, s->side, f);
    }
    for (int i = 0; i < s->model->p; i++) {
        if (s->first.base.sticks[i]) {
            s->z[count] = s->lambda[s->model->p + i];
            s->set[count++] = i;
        }
    }
    NSD_TRY(fill_corners(s, t, x, count));
    nsd_status status = solve_sliding(s, count);
    if (status == NSD_STALLED) {
        for (int a = 0; a < count; a++) {
            s->z[a] = s->lambda[s->set[a]];
        }
        status = solve_sliding(s, count);
    }
    if (status == NSD_OK) {
        mix_fields(s, count, f);
    }
    return status;
}

/* z <- multipliers of all members: lambda_i is 1 where s_i rises, -1 where it falls, between where
 * the surface is held. One relay problem where the field is affine in the sides         (FI.4) */
static nsd_status solve_members(nsd_flow_filippov *s, int count)
{
    const nsd_relay relay = { count, s->J, s->q, s->lower, s->upper };
    nsd_status      status = NSD_OK;

    for (int k = 0; k < MOST_NEWTON_STEPS && status == NSD_OK; k++) {
        nsd_lcp_info info;
        double       change = 0.0;
        const size_t mark = s->scratch.used;
        rates_of_members(s, count);
        for (int a = 0; a < count; a++) {
            s->q[a] = -s->rate[a];
            for (int b = 0; b < count; b++) {
                double *J = &s->J[a + (size_t)b * (size_t)count];
                s->q[a] += *J * s->z[b];
                *J = -*J;
            }
        }
        memcpy(s->rate, s->z, (size_t)count * sizeof(double));
        nsd_relay_forget(&s->memory);
        nsd_relay_guess(&relay, s->z, &s->memory);
        status = nsd_relay_solve(&relay, &s->lcp, &s->memory, &s->scratch, s->z, &info);
        s->scratch.used = mark;
        for (int a = 0; a < count; a++) {
            change = fmax(change, fabs(s->z[a] - s->rate[a]));
        }
        if (s->affine || change <= 1e-12) {
            return status;
        }
    }
    return status == NSD_OK ? NSD_STALLED : status;
}

/* Sides and sticking of the members <- z */
static void members_to_flow(nsd_flow_filippov *s, int count)
{
    nsd_flow *base = &s->first.base;
    for (int a = 0; a < count; a++) {
        const int i = s->set[a];
        base->sticks[i] = s->memory.side[a] == 0 && fabs(s->z[a]) < 1.0;
        s->side[i] = base->sticks[i] ? s->side[i] : s->z[a] > 0.0 ? 1.0 : -1.0;
    }
    nsd_flow_set_mode(base, base->sticks);
}

/* Members to the other side whose rate is zero and whose second derivative leads away from the side
 * they have been given; `turned` <- how many                                            (FI.5) */
static nsd_status turn_members(nsd_flow_filippov *s, const nsd_flow_point *at, int count,
                               int *turned)
{
    nsd_flow    *base = &s->first.base;
    const double zero = ZERO_RATE_PART * nsd_dense_max_abs(count * s->corners, s->R);
    int          still = 0;

    *turned = 0;
    rates_of_members(s, count);
    for (int a = 0; a < count; a++) {
        still += fabs(s->rate[a]) <= zero && !base->sticks[s->set[a]];
    }
    if (still == 0) {
        return NSD_OK;
    }
    memcpy(s->q, s->rate, (size_t)count * sizeof(double)); /* the motion needs `rate` and `set` */
    memcpy(s->members, s->set, (size_t)count * sizeof(int));
    NSD_TRY(base->motion(base, at, s->ends));
    memcpy(s->set, s->members, (size_t)count * sizeof(int));
    for (int a = 0; a < count; a++) {
        const int i = s->set[a];
        if (fabs(s->q[a]) <= zero && !base->sticks[i] && s->ends[i].hdd < 0.0) {
            s->side[i] = -s->side[i];
            *turned += 1;
        }
    }
    return NSD_OK;
}

/* Members of the problem from the candidates; surfaces that are no candidates leave to the side of
 * their multiplier */
static int take_members(nsd_flow_filippov *s, const int *candidates)
{
    nsd_flow *base = &s->first.base;
    int       count = 0;
    for (int i = 0; i < s->model->p; i++) {
        if (candidates[i]) {
            s->set[count++] = i;
        } else if (base->sticks[i]) {
            s->side[i] = s->lambda[i] > 0.0 ? 1.0 : -1.0;
            base->sticks[i] = 0;
        }
    }
    return count;
}

static nsd_status choose_members(nsd_flow_filippov *s, const nsd_flow_point *at, int count,
                                 double *f)
{
    nsd_flow *base = &s->first.base;

    NSD_TRY(fill_corners(s, at->t, at->x, count));
    for (int a = 0; a < count; a++) {
        const int i = s->set[a];
        s->z[a] = base->sticks[i] ? fmin(fmax(s->lambda[i], -1.0), 1.0) : s->side[i];
    }
    NSD_TRY(solve_members(s, count));
    members_to_flow(s, count);
    mix_fields(s, count, f);
    memcpy(s->lambda + s->model->p, s->lambda, (size_t)s->model->p * sizeof(double));
    return NSD_OK;
}

static nsd_status choose_sticking(nsd_flow *base, double t, const double *x, const int *candidates,
                                  double *f)
{
    nsd_flow_filippov   *s = (nsd_flow_filippov *)base;
    const nsd_flow_point at = { t, x, f };
    const size_t         p = (size_t)s->model->p;
    const int            count = take_members(s, candidates);
    int                  turned = count > 0;

    base->largest_hdd = 0.0;
    memcpy(s->side_before, s->side, p * sizeof(double));
    memcpy(s->stuck_before, base->sticks, p * sizeof(int));
    memset(base->lambda, 0, p * sizeof(double));
    nsd_flow_set_mode(base, base->sticks);
    for (int k = 0; k <= count && turned > 0; k++) {
        NSD_TRY(choose_members(s, &at, count, f));
        NSD_TRY(turn_members(s, &at, count, &turned));
    }
    for (size_t i = 0; i < p; i++) {
        base->crossed[i] = !base->sticks[i] && !s->stuck_before[i] &&
                           s->side[i] != s->side_before[i];
    }
    if (turned > 0) {
        return NSD_STALLED; /* every side leads back to the surface: no side is right */
    }
    return count == 0 ? field_of_sides(s, t, x, s->side, f) : NSD_OK;
}

/* z <- (lambda, s) */
static nsd_status multipliers(nsd_flow *base, double t, const double *x, double *z)
{
    const nsd_flow_filippov *s = (nsd_flow_filippov *)base;
    for (int i = 0; i < s->model->p; i++) {
        z[i] = base->sticks[i] ? s->lambda[i] : s->side[i];
    }
    return s->model->surface(s->model->context, t, x, z + s->model->p);
}

nsd_status nsd_flow_filippov_start(nsd_flow_filippov *s, double t, const double *x)
{
    NSD_TRY(s->model->surface(s->model->context, t, x, s->side));
    for (int i = 0; i < s->model->p; i++) {
        s->side[i] = s->side[i] >= 0.0 ? 1.0 : -1.0;
    }
    return NSD_OK;
}

static size_t lay_out(nsd_flow_filippov *s, const nsd_filippov_model *model, nsd_scratch *scratch)
{
    const size_t    n = (size_t)model->n, p = (size_t)model->p;
    const size_t    mixed = (size_t)1 << (model->p < MOST_MIXED_SURFACES ? p : MOST_MIXED_SURFACES);
    const size_t    corners = mixed > p + 1 ? mixed : p + 1;
    const size_t    fit = (size_t)nsd_dense_least_squares_work(model->p, model->p);
    const nsd_model guards = {
        .n = model->n, .m = model->p, .moving = 1, .context = s, .gap = guard
    };

    nsd_flow_first_order_init(&s->first, &guards, scratch);
    NSD_SCRATCH_EACH_INT(scratch, p, &s->first.base.crossed, &s->set, &s->members,
                         &s->stuck_before);
    NSD_SCRATCH_EACH(scratch, p, &s->side, &s->side_before, &s->corner, &s->shifted, &s->S_t, &s->z,
                     &s->rate, &s->q, &s->lower, &s->upper);
    s->lambda = nsd_scratch_doubles(scratch, 2 * p);
    s->ends = nsd_scratch_take(scratch, p, sizeof *s->ends);
    s->S = nsd_scratch_doubles(scratch, p * n);
    s->F = nsd_scratch_doubles(scratch, n * corners);
    s->R = nsd_scratch_doubles(scratch, p * corners);
    s->trial = nsd_scratch_doubles(scratch, n);
    s->J = nsd_scratch_doubles(scratch, p * p);
    s->fit = nsd_scratch_doubles(scratch, fit);
    s->pivot = nsd_scratch_take(scratch, p, sizeof(nsd_int));
    s->scratch = nsd_scratch_part(scratch, nsd_relay_bounded_scratch(model->p));
    s->keep = nsd_scratch_part(scratch, nsd_relay_memory_scratch(model->p));
    return nsd_scratch_counted(scratch);
}

size_t nsd_flow_filippov_scratch(const nsd_filippov_model *model)
{
    return lay_out(&(nsd_flow_filippov){ 0 }, model, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_flow_filippov_init(nsd_flow_filippov *s, const nsd_filippov_model *model,
                                  const nsd_lcp_options *lcp, nsd_scratch *scratch)
{
    const size_t from = scratch->used;
    nsd_flow    *base = &s->first.base;

    memset(s, 0, sizeof *s);
    lay_out(s, model, scratch);
    NSD_TRY(nsd_scratch_clear(scratch, from));
    for (int i = 0; i < model->p; i++) {
        s->side[i] = s->upper[i] = 1.0;
        s->lower[i] = -1.0;
    }
    s->model = model;
    s->lcp = *lcp;
    base->field_noise = SLIDING_FIELD_NOISE;
    base->field = field;
    base->choose_sticking = choose_sticking;
    base->multipliers = multipliers;
    return nsd_relay_memory_init(&s->memory, model->p, &s->keep);
}
