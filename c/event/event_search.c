/* event_search.c - guards as curves over a step: whether a curve agrees with its guard, and its
 * first root. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

/* Tolerances by which a curve may miss its guard (ED.5). Smaller: steps are halved for curves that
 * differ from their guards by integration errors; larger: grazing contacts are missed. */
#define CURVE_MISS_TOLERANCES 10.0

/* Part of the speed that the accelerations so far would give in the whole run: a speed for systems
 * that have not moved yet. Larger: slow true motion counts as rest; smaller: rounding counts as
 * motion when a run starts at rest. */
#define SMALL_SPEED_PART 1e-6

/* Part of the distance that guards could move in the run: if the largest value of a guard is
 * smaller, the guard has never opened, and abs_tol alone decides whether it is closed. Smaller:
 * contacts that never opened are not seen as closed; larger: small true gaps are. */
#define UNOPENED_DISTANCE_PART 1e-12

/* Part of the largest force: contact forces above minus this are no release. Smaller: rounding
 * releases contacts without load; larger: releases are late. */
#define RELEASE_FORCE_PART 1e-11

double nsd_event_guard_noise(const nsd_event_driven *s, int i)
{
    const double largest = s->flow->order == 2 ? s->scale.largest_q
                                               : nsd_dense_max_abs(s->flow->controlled, s->x);
    return 8.0 * DBL_EPSILON * (largest + s->scale.largest_h[i]);
}

void nsd_event_update_positions(nsd_event_driven *s)
{
    s->scale.largest_q = s->flow->order == 2 ? nsd_dense_max_abs(s->flow->controlled / 2, s->x)
                                             : 0.0;
}

double nsd_event_guard_tolerance(const nsd_event_driven *s, int i)
{
    return s->options.abs_tol + s->options.rel_tol * s->scale.largest_h[i];
}

double nsd_event_small_speed(const nsd_event_driven *s)
{
    return SMALL_SPEED_PART * s->scale.largest_hdd * s->scale.span;
}

/* A guard that has not opened yet is no larger than its round-off: then abs_tol alone decides */
double nsd_event_closed_limit(const nsd_event_driven *s, int i)
{
    const double span = s->scale.span, least = UNOPENED_DISTANCE_PART *
                                               (s->scale.largest_hd + s->scale.largest_hdd * span) *
                                               span;
    const double known = s->scale.largest_h[i] > least ? s->options.rel_tol * s->scale.largest_h[i]
                                                       : INFINITY;
    return nsd_event_guard_noise(s, i) + fmin(s->options.abs_tol, known);
}

void nsd_event_update_scales(nsd_event_driven *s, const nsd_guard_end *ends)
{
    s->scale.largest_hdd = fmax(s->scale.largest_hdd, s->flow->largest_hdd);
    for (int i = 0; i < s->flow->guards; i++) {
        s->scale.largest_h[i] = fmax(s->scale.largest_h[i], ends[i].h);
        s->scale.largest_hd = fmax(s->scale.largest_hd, fabs(ends[i].hd));
        s->scale.largest_hdd = fmax(s->scale.largest_hdd, fabs(ends[i].hdd));
    }
}

/* theta^times, by which a deflated curve was divided */
static double theta_power(double theta, int times)
{
    double product = 1.0;
    for (int k = 0; k < times; k++) {
        product *= theta;
    }
    return product;
}

/* A curve that ends below zero has a root in any case, and steps of the flow will locate it. A
 * curve that ends above zero says by its shape alone whether it has one: it may miss the guard by a
 * quarter of its own least coefficient, which bounds its distance from zero.             (ED.5) */
int nsd_event_curve_agrees(const nsd_guard_curve *curve, int deflation, double theta, double value,
                           double tolerance)
{
    const double here = nsd_guard_value(curve, theta), miss = fabs(here - value);
    if (miss <= CURVE_MISS_TOLERANCES * tolerance) {
        return 1;
    }
    if (curve->b[curve->degree] < 0.0) {
        return miss <= 0.25 * fabs(here);
    }
    nsd_guard_curve left = *curve;
    nsd_guard_deflate(&left, deflation);
    return miss <= 0.25 * nsd_guard_least_coefficient(&left) * theta_power(theta, deflation);
}

const double nsd_event_place[NSD_EVENT_PLACES] = {
    NSD_FIRST_TEST_THETA, NSD_SECOND_TEST_THETA, 0.0, 0.25, 0.5, 0.75, 1.0
};

double nsd_event_quartic(const nsd_event_samples *samples, nsd_guard_curve *curve, int *resolved)
{
    double value[NSD_EVENT_PLACES], largest = 0.0;
    for (int k = 0; k < NSD_EVENT_PLACES; k++) {
        value[k] = samples->first[k * samples->stride];
        largest = fmax(largest, fabs(value[k]));
    }
    *curve = nsd_guard_quartic(value + 2);
    curve->b[0] = samples->from_zero ? 0.0 : curve->b[0];
    for (int k = 0; k < 2; k++) {
        *resolved &= nsd_event_curve_agrees(curve, samples->deflation, nsd_event_place[k], value[k],
                                            samples->relative * largest + samples->least);
    }
    return largest;
}

/* Forces at the two test places and at theta = 0, 1/4, ..., 1, into s->sample; the forces of
 * theta = 1 stay those of the flow */
static nsd_status sample_forces(nsd_event_driven *s, double t, double H)
{
    const int                m = s->flow->guards;
    const nsd_integrate_step last = { s->x, H };

    for (int k = 0; k < NSD_EVENT_PLACES; k++) {
        const double theta = nsd_event_place[k];
        s->integrate->between(s->integrate, &last, theta, s->flow->size, s->x_try);
        NSD_TRY(s->flow->field(s->flow, t + theta * H, s->x_try, s->f_try));
        memcpy(s->sample + (size_t)k * (size_t)m, nsd_flow_release(s->flow),
               (size_t)m * sizeof(double));
        if (s->friction) {
            nsd_event_friction_sample(s, k);
        }
    }
    return NSD_OK;
}

/* Quartics of the forces of sticking guards, as nsd_event_guard_curves                  (ED.9) */
static nsd_status force_curves(nsd_event_driven *s, double t, double H, int *resolved)
{
    const int    m = s->flow->guards;
    const double relative = fmax(s->options.rel_tol, NSD_EVENT_FORCE_NOISE);

    NSD_TRY(sample_forces(s, t, H));
    for (int i = 0; i < m; i++) {
        const int zero = s->flags.deflation[i];
        /* a contact that is pressed in by no more than the tolerance has no force yet */
        const double            slope = s->flow->release_slope ? s->flow->release_slope[i] : 0.0;
        const double            least = DBL_MIN + slope * nsd_event_guard_tolerance(s, i);
        const nsd_event_samples force = { s->sample + i, m, zero, zero != 0, relative, least };
        if (s->flow->sticks[i]) {
            nsd_event_quartic(&force, &s->curve[i], resolved);
        }
    }
    if (s->friction) {
        nsd_event_friction_curves(s, resolved);
    }
    return NSD_OK;
}

nsd_status nsd_event_guard_curves(nsd_event_driven *s, double t, double H, int *resolved)
{
    const nsd_integrate_step last = { s->x, H };
    const int                m = s->flow->guards, exact = s->integrate->order == 0.0;

    *resolved = 1;
    for (int i = 0; i < m; i++) {
        s->curve[i] = nsd_guard_hermite(&s->g0[i], &s->g1[i], H);
    }
    for (int k = 0; k < 2 && s->flow->stick_count < m; k++) {
        const double theta = nsd_event_place[k];
        s->integrate->between(s->integrate, &last, theta, s->flow->guard_states, s->x_try);
        NSD_TRY(s->flow->values(s->flow, t + theta * H, s->x_try, s->h));
        for (int i = 0; i < m; i++) {
            const double tolerance = exact ? nsd_event_closed_limit(s, i)
                                           : nsd_event_guard_tolerance(s, i);
            *resolved &= s->flow->sticks[i] ||
                         nsd_event_curve_agrees(&s->curve[i], s->flags.deflation[i], theta, s->h[i],
                                                tolerance);
        }
    }
    if (s->options.user.count > 0) {
        NSD_TRY(nsd_event_user_curves(s, t, H, resolved));
    }
    /* last: its forces stay in the flow */
    return s->flow->stick_count > 0 ? force_curves(s, t, H, resolved) : NSD_OK;
}

/* The middle coefficient of a parabola that starts with the velocity of guard i is known only where
 * the guard may have closed; `rates` <- 1 when the velocities of all guards have been evaluated */
static nsd_status add_velocity(nsd_event_driven *s, double t, double H, int i, int *rates)
{
    nsd_held             *held = &s->mechanical->held;
    const nsd_event_point start = { t, s->x, s->x + s->mechanical->mechanics.model->n };
    NSD_TRY(*rates ? NSD_OK : nsd_held_rates(held, &start, held->rates));
    *rates = 1;
    s->curve[i].b[1] = s->g0[i].h + 0.5 * H * held->rates[i];
    return NSD_OK;
}

nsd_status nsd_event_parabolas(nsd_event_driven *s, double t, double H)
{
    const int    m = s->flow->guards;
    const double before = s->integrate->before; /* g1: guards at the start of the step before */
    const double force = RELEASE_FORCE_PART * nsd_dense_max_abs(m, s->sample);
    int          rates = 0;

    NSD_TRY(s->flow->values(s->flow, t + H, s->x1, s->h));
    for (int i = 0; i < m; i++) {
        const int    sticks = s->flow->sticks[i];
        const double noise = sticks ? force : nsd_event_guard_noise(s, i);
        const double from = sticks ? fmax(s->sample[i], 0.0) : s->g0[i].h;
        const double to = sticks ? s->flow->lambda[i] : s->h[i];
        const double end = to < -noise ? to : fmax(to, 0.0);
        const int fast = from > 0.0 && (!(before > 0.0) || (s->g1[i].h - from) * H > from * before);
        const nsd_guard_curve line = { 2, { from, 0.5 * (from + end), end } };
        const nsd_guard_end   last = { s->h[i], (s->h[i] - s->g0[i].h) / H, 0.0 };
        s->curve[i] = line;
        s->flags.deflation[i] = s->flags.deflation[i] > 2 ? 2 : s->flags.deflation[i];
        if (!sticks && (fast || end < 0.0)) {
            NSD_TRY(add_velocity(s, t, H, i, &rates));
        }
        s->g1[i] = last;
    }
    return NSD_OK;
}

int nsd_event_no_negative_coefficient(const nsd_guard_curve *curve, int deflation)
{
    for (int j = deflation; j <= curve->degree; j++) {
        if (curve->b[j] < 0.0) {
            return 0;
        }
    }
    return 1;
}

void nsd_event_take_earlier(nsd_event_where *where, nsd_event_cause kind, int index,
                            const nsd_guard_curve *divided, const nsd_guard_curve *curve)
{
    double theta = 1.0, past = 1.0;
    if (nsd_guard_first_root(divided, &theta, &past) &&
        (where->kind == NSD_FINDS_NOTHING || theta < where->theta)) {
        where->kind = kind;
        where->index = index;
        where->theta = theta;
        where->past = past;
        where->curve = *curve;
    }
}

void nsd_event_search(nsd_event_driven *s, int last, nsd_event_where *where)
{
    where->run_ends = last;
    where->kind = NSD_FINDS_NOTHING;
    where->theta = 1.0;
    for (int i = 0; i < s->flow->guards; i++) {
        nsd_guard_curve divided = s->curve[i];
        if (nsd_event_no_negative_coefficient(&s->curve[i], s->flags.deflation[i])) {
            continue;
        }
        nsd_guard_deflate(&divided, s->flags.deflation[i]);
        for (int j = 0; j <= divided.degree && s->flags.resting[i]; j++) {
            divided.b[j] += nsd_event_closed_limit(s, i);
        }
        nsd_event_take_earlier(where, s->flow->sticks[i] ? NSD_FINDS_RELEASE : NSD_FINDS_GUARD, i,
                               &divided, &s->curve[i]);
    }
    if (s->friction) {
        nsd_event_friction_search(s, where);
    }
    nsd_event_user_search(s, last, where);
}
