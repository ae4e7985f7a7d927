/* event_newmark_locate.c - the first impact or release on an arc. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "event/newmark/event_newmark_parts.h"

/* Iterations for the time of an impact; the parabola needs 1 for linear gaps, bisection 50. Fewer:
 * impacts of curved gaps are located less accurately. */
#define MOST_IMPACT_ITERATIONS 60

/* Iterations of regula falsi for the time of a release. Fewer: contacts are released while they
 * still push or pull a little; more: each one solves another step. */
#define MOST_RELEASE_ITERATIONS 6

/* Part of the bracket: error of the time of an impact. Smaller: not reached because of rounding. */
#define IMPACT_TIME_NOISE 1e-14

/* Part of the largest force: contact forces above minus this are no release. Smaller: rounding
 * releases contacts without load; larger: releases are late. */
#define RELEASE_FORCE_PART 1e-11

/* q1, v1 and the gaps y1 after d: on the parabola of the arc, or by an arc of that length */
static nsd_status gaps_at(nsd_event_newmark *s, const nsd_state *state, double d, int solve)
{
    const nsd_model *model = s->mechanics.model;
    nsd_status       status = NSD_OK;
    if (solve) {
        status = nsd_event_newmark_arc(s, state, d);
    } else {
        nsd_event_newmark_fill_end(s, state, d);
    }
    if (status == NSD_OK) {
        status = model->gap(model->context, state->t + d, s->q1, s->y1);
    }
    return status == NSD_OK && !nsd_dense_all_finite((size_t)model->m, s->y1) ? NSD_NOT_FINITE
                                                                              : status;
}

double nsd_event_newmark_gap_noise(const nsd_event_newmark *s, const double *q)
{
    return 4.0 * DBL_EPSILON * nsd_dense_max_abs(s->mechanics.model->n, q);
}

/* U0 <- gap velocities at the start of the arc */
static nsd_status start_rates(nsd_event_newmark *s, const nsd_state *state)
{
    const nsd_event_point point = { state->t, state->q, state->v };
    if (s->rates_known) {
        return NSD_OK;
    }
    s->rates_known = 1;
    return nsd_held_rates(&s->held, &point, s->U0);
}

/* Smallest positive root of y + U d + c d^2, y >= 0; 0 when a closed contact does not open */
static double parabola_root(double y, double U, double c)
{
    if (!(y > 0.0)) {
        return U > 0.0 ? -U / c : 0.0;
    }
    return 2.0 * y / (-U + sqrt(fmax(U * U - 4.0 * c * y, 0.0)));
}

/* `end` <- the zero of the gap of contact `a` in [0, end], at whose end the gap is negative. The
 * parabola through gap and velocity at the start and gap at the end is exact for linear gaps
 * (NM.6) */
static nsd_status locate_impact(nsd_event_newmark *s, const nsd_state *state, int a, double *end)
{
    const double y = s->y0[a], U = s->U0[a], width = *end;
    const double c = (s->y1[a] - y - U * width) / (width * width);
    const double noise = nsd_event_newmark_gap_noise(s, s->q1) +
                         IMPACT_TIME_NOISE * width * fabs(U + 2.0 * c * width);
    double low = 0.0, high = width, d = parabola_root(y, U, c);

    if (!(d > 0.0)) {
        *end = 0.0;
        return gaps_at(s, state, 0.0, 0);
    }
    for (int k = 0; k < MOST_IMPACT_ITERATIONS; k++) {
        if (!(d > low) || !(d < high)) {
            d = 0.5 * (low + high);
        }
        *end = d;
        const nsd_status status = gaps_at(s, state, d, s->exact);
        if (status != NSD_OK) {
            return status;
        }
        const double g = s->y1[a], slope = U + 2.0 * c * d;
        if (fabs(g) <= noise || high - low <= 4.0 * DBL_EPSILON * width) {
            return NSD_OK;
        }
        if (g > 0.0) {
            low = d;
        } else {
            high = d;
        }
        d -= g / slope;
    }
    return NSD_OK;
}

/* 1 in `hit` when contact `a`, open at the end of the arc, was closed within it: the lowest point
 * of the parabola. `end` <- a time where the gap is negative.                            (NM.11) */
static nsd_status find_graze(nsd_event_newmark *s, const nsd_state *state, int a, double *end,
                             int *hit)
{
    const double h = *end, y = s->y0[a], last = s->y1[a];
    const double noise = nsd_event_newmark_gap_noise(s, s->q1);

    *hit = 0;
    if (!(y > 0.0) || (s->last.h > 0.0 && !((s->last.y[a] - y) * h > y * s->last.h))) {
        return NSD_OK; /* too slow to close within the step */
    }
    nsd_status   status = start_rates(s, state);
    const double U = s->U0[a], c = (last - y - U * h) / (h * h);
    if (status != NSD_OK || !(U < 0.0) || !(-U < 2.0 * c * h) || !(y - 0.25 * U * U / c < -noise)) {
        return status;
    }
    *end = -0.5 * U / c;
    status = gaps_at(s, state, *end, s->exact);
    if (status == NSD_OK && s->y1[a] < -noise) {
        *hit = 1;
        return NSD_OK;
    }
    *end = h;
    return status == NSD_OK ? gaps_at(s, state, h, s->exact) : status;
}

/* The first contact except `except` that penetrates at the end, or -1 */
static int first_penetrating(const nsd_event_newmark *s, int except)
{
    const double noise = nsd_event_newmark_gap_noise(s, s->q1);
    for (int a = 0; a < s->mechanics.model->m; a++) {
        if (a != except && !s->is_held[a] && s->y1[a] < -noise) {
            return a;
        }
    }
    return -1;
}

static nsd_status first_impact(nsd_event_newmark *s, const nsd_state *state,
                               nsd_event_newmark_where *where)
{
    const int  m = s->mechanics.model->m;
    nsd_status status = gaps_at(s, state, where->d, 0);
    int        a = status == NSD_OK ? first_penetrating(s, -1) : -1;

    for (int b = 0; b < m && a < 0 && status == NSD_OK; b++) {
        int hit = 0;
        if (!s->is_held[b]) {
            status = find_graze(s, state, b, &where->d, &hit);
        }
        a = hit ? b : -1;
    }
    for (int k = 0; k <= m && a >= 0 && status == NSD_OK; k++) {
        status = start_rates(s, state);
        if (status == NSD_OK) {
            status = locate_impact(s, state, a, &where->d);
        }
        where->found = NSD_FOUND_IMPACT;
        where->contact = a;
        a = first_penetrating(s, a); /* another contact closed earlier */
    }
    return status;
}

/* The held contact whose force crosses zero first on the arc, by linear interpolation; or -1 */
static int first_release(const nsd_event_newmark *s, double *fraction)
{
    const double noise = RELEASE_FORCE_PART * nsd_dense_max_abs(s->mechanics.model->n, s->F1);
    int          first = -1;
    *fraction = 1.0;
    for (int a = 0; a < s->mechanics.model->m; a++) {
        if (s->is_held[a] && s->lambda1[a] < -noise) {
            const double part = s->lambda0[a] / (s->lambda0[a] - s->lambda1[a]);
            if (first < 0 || part < *fraction) {
                first = a;
                *fraction = fmax(part, 0.0);
            }
        }
    }
    return first;
}

/* `end` <- the zero of the force of contact `a`, negative at the end of the arc, by regula falsi */
static nsd_status locate_release(nsd_event_newmark *s, const nsd_state *state, int a, double *end)
{
    const double noise = RELEASE_FORCE_PART * nsd_dense_max_abs(s->mechanics.model->n, s->F1);
    double       low = 0.0, high = *end, f_low = s->lambda0[a], f_high = s->lambda1[a];
    nsd_status   status = NSD_OK;

    for (int k = 0; k < MOST_RELEASE_ITERATIONS && status == NSD_OK; k++) {
        *end = low + (high - low) * fmax(f_low, 0.0) / (fmax(f_low, 0.0) - f_high);
        if (!(*end > 0.0)) {
            *end = 0.0;
            nsd_event_newmark_fill_end(s, state, 0.0);
            return NSD_OK;
        }
        status = nsd_event_newmark_arc(s, state, *end);
        const double f = s->lambda1[a];
        if (fabs(f) <= noise) {
            break;
        }
        if (f < 0.0) {
            high = *end;
            f_high = f;
        } else {
            low = *end;
            f_low = f;
        }
    }
    return status;
}

nsd_status nsd_event_newmark_locate(nsd_event_newmark *s, const nsd_state *state, double h,
                                    nsd_event_newmark_where *where)
{
    double     fraction = 1.0;
    nsd_status status = NSD_OK;
    const int  a = s->held_count > 0 ? first_release(s, &fraction) : -1;

    where->found = NSD_FOUND_NOTHING;
    where->d = h;
    if (a >= 0) {
        status = locate_release(s, state, a, &where->d);
        where->found = NSD_FOUND_RELEASE;
        where->contact = a;
    }
    if (status == NSD_OK && s->mechanics.model->m > 0 && where->d > 0.0) {
        status = first_impact(s, state, where); /* on the arc up to the release */
    }
    return status;
}
