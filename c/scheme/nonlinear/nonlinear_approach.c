/* nonlinear_approach.c - how steps of own length come to an impact, which lies at the same part of
 * the step that has it, whatever the tolerance is, and to a reversal of sliding
 *                                                                       (AD.9), (AD.10), (AD.12) */
#include <math.h>

#include "base/bracket.h"
#include "scheme/nonlinear/nonlinear_base.h"

/* Part of a step with an impact that lies before it. Larger: the first half does not see the impact
 * (moreau looks ahead by half of a step); smaller: the impact may be passed before the step. */
#define PART_BEFORE 0.125

/* Most by which the impact may lie from there, as a part of the step. Larger: errors scatter;
 * smaller: more steps on the way. */
#define PART_MISSED 0.02

/* Most trials for the end of a flight. Larger: gaps with kinks take longer; smaller: such flights
 * are halved instead. */
#define FLIGHT_TRIALS 30

/* Part of the length that the tolerance allows for a step with an impact. Larger: more steps are
 * rejected; smaller: more steps. */
#define HIT_SAFETY 0.9

double nsd_nonlinear_tolerance(const nsd_nonlinear_adaptive *s, double largest)
{
    return s->given.abs_tol + s->given.rel_tol * largest;
}

double nsd_nonlinear_hit_length(const nsd_nonlinear_base *base, double h, double error)
{
    const nsd_nonlinear_adaptive *s = &base->adaptive;
    const double                 *start = s->start.record, *end = s->halves.record;
    const int                     n = base->mechanics.model->n;
    double                        rate = 0.0;

    for (int i = 0; i < n; i++) {
        const double jump = fabs(end[n + i] - start[n + i] - h * s->pull[i]);
        const double tol = nsd_nonlinear_tolerance(s, fmax(s->largest_q[i], fabs(end[i])));
        rate = fmax(rate, 0.25 * jump / tol);
    }
    const double length = rate > 0.0 ? HIT_SAFETY / rate : 0.0;
    return h <= length ? HIT_SAFETY * h / error : length;
}

/* Sliding velocity of contact a at the end of a part of a step, in the plane of the contact */
static const double *sliding(const nsd_model *model, const nsd_nonlinear_part *part, int a)
{
    const int d = model->surface.d;
    return part->record + (size_t)(2 * model->n + (2 + d) * model->m + model->p + d * a);
}

/* 1 when contact a slides at the ends of two parts of a step, in opposed directions */
static int turns_back(const nsd_model *model, const nsd_nonlinear_part *x,
                      const nsd_nonlinear_part *y, int a)
{
    const int plane = model->surface.d < 2 ? model->surface.d : 2, slip = 1 + NSD_SLIP;
    return x->mode[a] == slip && y->mode[a] == slip &&
           nsd_dense_dot(plane, sliding(model, x, a), sliding(model, y, a)) < 0.0;
}

double nsd_nonlinear_slip_error(const nsd_nonlinear_base *base)
{
    const nsd_nonlinear_adaptive *s = &base->adaptive;
    const nsd_model              *model = base->mechanics.model;
    const double                 *start = s->start.record, *end = s->halves.record;
    const int                     n = model->n, stick = 1 + NSD_STICK, slip = 1 + NSD_SLIP;
    const double fast = nsd_nonlinear_tolerance(s, nsd_dense_max_abs(n, s->largest_v));
    double       error = 0.0;
    int          reversed = 0;

    for (int a = 0; a < model->m && model->surface.d > 0; a++) {
        reversed = reversed || turns_back(model, &s->start, &s->first, a) ||
                   turns_back(model, &s->first, &s->halves, a) ||
                   turns_back(model, &s->start, &s->halves, a) ||
                   (s->first.mode[a] == slip && s->halves.mode[a] == stick);
        if (s->start.mode[a] == stick && s->halves.mode[a] == slip) {
            const int plane = model->surface.d < 2 ? model->surface.d : 2;
            error = fmax(error, nsd_dense_max_abs(plane, sliding(model, &s->halves, a)) / fast);
        }
    }
    for (int i = n; i < 2 * n && reversed; i++) {
        const double tol = nsd_nonlinear_tolerance(s, fmax(s->largest_v[i - n], fabs(end[i])));
        error = fmax(error, fabs(end[i] - start[i]) / tol);
    }
    return error;
}

/* *gap <- least gap, after the time tau of flight from t, of contacts that are open at t
 * (AD.9) */
static nsd_status find_least_gap(nsd_nonlinear_base *base, double t, double tau, double *gap)
{
    nsd_nonlinear_adaptive *s = &base->adaptive;
    const nsd_model        *model = base->mechanics.model;
    const double           *q = s->start.record, *v = q + model->n;

    for (int i = 0; i < model->n; i++) {
        s->ahead[i] = q[i] + tau * (v[i] + 0.5 * tau * s->pull[i]);
    }
    NSD_TRY(nsd_mechanics_gaps(&base->mechanics, t + tau, s->ahead, s->y_ahead));
    *gap = INFINITY;
    for (int a = 0; a < model->m; a++) {
        if (s->start.mode[a] == 0 && s->y[a] > 0.0) {
            *gap = fmin(*gap, s->y_ahead[a]);
        }
    }
    return NSD_OK;
}

/* *flight <- time from t until the first open contact closes, if that is below `longest`; else
 * INFINITY. By the rule of false position, with Illinois' halved weights              (AD.9) */
static nsd_status find_flight(nsd_nonlinear_base *base, double t, double longest, double exact,
                              double *flight)
{
    nsd_bracket b = { .high = longest };

    *flight = INFINITY;
    NSD_TRY(find_least_gap(base, t, b.low, &b.at_low));
    NSD_TRY(find_least_gap(base, t, b.high, &b.at_high));
    if (!(b.at_low > 0.0 && isfinite(b.at_low) && b.at_high < 0.0)) {
        return NSD_OK;
    }
    for (int k = 0; k < FLIGHT_TRIALS && b.high - b.low > exact; k++) {
        const double chord = b.low + (b.high - b.low) * b.at_low / (b.at_low - b.at_high);
        const double before = *flight;
        double       gap = 0.0;

        *flight = chord;
        NSD_TRY(find_least_gap(base, t, chord, &gap));
        if (fabs(chord - before) <= exact || gap == 0.0) {
            return NSD_OK;
        }
        nsd_bracket_add(&b, chord, gap);
    }
    *flight = b.high - b.low <= exact ? 0.5 * (b.low + b.high) : INFINITY;
    return NSD_OK;
}

nsd_status nsd_nonlinear_approach(nsd_nonlinear_base *base, double t, double longest, double *h)
{
    const double hit = base->adaptive.hit;
    double       flight = INFINITY;

    *h = 0.0;
    if (!(hit > 0.0 && isfinite(hit) && longest > 0.0)) {
        return NSD_OK;
    }
    NSD_TRY(find_flight(base, t, longest, 0.5 * PART_MISSED * hit, &flight));
    if (isfinite(flight)) {
        const double way = flight - PART_BEFORE * hit;
        *h = way > PART_MISSED * hit ? way : hit;
    }
    return NSD_OK;
}
