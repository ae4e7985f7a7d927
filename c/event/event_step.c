/* event_step.c - steps whose error passes and whose guards are resolved. */
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

#define SHORTEST  1e-14 /* steps, relative to the time span                  */
#define AHEAD     1e-9  /* time, likewise, in which a mass that is lost stops the steps */
#define SAFETY    0.95
#define SLOWEST   0.2 /* factors from step to step                           */
#define FASTEST   5.0
#define HALVINGS  20     /* of a step for its guards                             */
#define CAPPED    1.3    /* growth after a step that was halved for its guards */
#define LEAST_LOG (-9.2) /* of the error of the last step, log 1e-4             */
#define MEMORY    0.04   /* of the step control, for the error of the last step */

nsd_status nsd_event_first_step(nsd_event_driven *s, double t, double *H)
{
    const int     n = s->flow->controlled;
    const double *x = s->x, *f0 = s->integrate->f0;
    double        size = 0.0, slope = 0.0, bend = 0.0;

    for (int i = 0; i < n; i++) {
        const double unit = s->options.abs_tol + s->options.rel_tol * fabs(x[i]);
        size = fmax(size, fabs(x[i]) / unit);
        slope = fmax(slope, fabs(f0[i]) / unit);
    }
    double guess = size < 1e-5 || slope < 1e-5 ? 1e-6 : 0.01 * size / slope;
    guess = fmin(guess, fmin(s->options.largest_step, s->options.t_end - t));
    for (int i = 0; i < s->flow->size; i++) {
        s->x_try[i] = x[i] + guess * f0[i];
    }
    memcpy(s->f_try, f0, (size_t)s->flow->size * sizeof(double));
    const nsd_status status = s->flow->field(s->flow, t + guess, s->x_try, s->f_try);
    for (int i = 0; i < n; i++) {
        const double unit = s->options.abs_tol + s->options.rel_tol * fabs(x[i]);
        bend = fmax(bend, fabs(s->f_try[i] - f0[i]) / (unit * guess));
    }
    const double largest = fmax(slope, bend);
    const double second = largest <= 1e-15 ? fmax(1e-6, 1e-3 * guess) : pow(0.01 / largest, 0.2);
    *H = fmin(100.0 * guess, second);
    return status == NSD_NOT_FINITE || status == NSD_LOST_DEFINITE ? NSD_OK : status;
}

/* The proposal after a step of length H with this error                                 (ED.19) */
static void propose_next_step(nsd_event_driven *s, double H, double error)
{
    const double order = s->integrate->order;
    double       growth = FASTEST;

    if (order > 0.0) {
        const double size = log(fmax(error, 1e-10));
        growth = SAFETY * exp((0.75 * MEMORY - 1.0 / order) * size + MEMORY * s->log_error_before);
        growth = fmin(FASTEST, fmax(SLOWEST, growth));
        s->log_error_before = fmax(size, LEAST_LOG);
    }
    s->H = fmin(s->options.largest_step, H * (s->guard_halvings ? fmin(growth, CAPPED) : growth));
}

/* One try: the error of the step and, when that passes, its guards */
static nsd_status try_step(nsd_event_driven *s, double t, double H, double *error, int *resolved)
{
    nsd_integrate *integrate = s->integrate;

    *resolved = 0;
    nsd_status status = integrate->step(integrate, t, s->x, H, s->x1, error);
    if (status != NSD_OK || *error > 1.0) {
        return status;
    }
    const nsd_flow_point end = { t + H, s->x1, integrate->f1 };
    status = s->flow->motion(s->flow, &end, s->g1);
    return status == NSD_OK ? nsd_event_guard_curves(s, t, H, resolved) : status;
}

/* Why steps become too short: where the mass vanishes ahead, accelerations grow without bound */
static nsd_status reason_of_short_step(nsd_event_driven *s, double t)
{
    const double ahead = AHEAD * fmax(fabs(t), fabs(s->options.t_end));

    for (int i = 0; i < s->flow->size; i++) {
        s->x_try[i] = s->x[i] + ahead * s->integrate->f0[i];
    }
    const nsd_status status = s->flow->field(s->flow, t + ahead, s->x_try, s->f_try);
    return status == NSD_LOST_DEFINITE ? status : NSD_STALLED;
}

nsd_status nsd_event_step(nsd_event_driven *s, double t, double limit, double *H)
{
    const double shortest = SHORTEST * fmax(fabs(t), fabs(s->options.t_end));
    double       longest = INFINITY, error = 0.0;
    int          resolved = 0;
    const long   refused = s->refused_steps;

    nsd_status status = s->integrate->begin(s->integrate, t, s->x, &longest);
    if (status != NSD_OK) {
        return status;
    }
    const double wanted = fmin(s->H, longest);
    *H = wanted > 0.99 * limit ? limit : fmin(wanted, 0.5 * limit); /* no crumb at the end */
    s->guard_halvings = 0;
    for (;;) {
        status = try_step(s, t, *H, &error, &resolved);
        const int bad = status == NSD_DIVERGED || status == NSD_NOT_FINITE ||
                        status == NSD_JAMMED || status == NSD_LOST_DEFINITE;
        if (status != NSD_OK && !bad) {
            return status;
        }
        if (!bad && error <= 1.0 && resolved) {
            break;
        }
        if (bad) {
            *H *= SLOWEST;
        } else if (error > 1.0) {
            *H *= fmax(SLOWEST, SAFETY * pow(error, -1.0 / s->integrate->order));
        } else if (s->guard_halvings++ < HALVINGS) {
            *H *= 0.5;
        } else {
            break; /* noise */
        }
        s->refused_steps++;
        if (*H < shortest) {
            return bad ? status : reason_of_short_step(s, t);
        }
    }
    const int cut = *H < wanted && s->refused_steps == refused;
    propose_next_step(s, *H, error);
    s->H = cut ? fmax(s->H, wanted) : s->H; /* a short step says nothing about the next */
    return NSD_OK;
}
