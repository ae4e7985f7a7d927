/* event_step.c - steps whose error passes and whose guards agree with their curves. */
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

/* Errors that the tolerances allow a step, by which a held contact may leave its surface. In smooth
 * runs at most 0.7 of them were seen (ED.30). Smaller: errors of integration count as jumps, and
 * runs on smooth tracks end as stalled; larger: small jumps of gaps are passed without a word. */
#define HELD_MISS_ERRORS 10.0

/* Part of the larger of |t| and |t_end|: a shorter step ends the run with NSD_STALLED. Smaller: t
 * does not change by such a step; larger: runs with a singular field end earlier. */
#define SHORTEST_STEP_PART 1e-14

/* Part of the larger of |t| and |t_end|: when steps become too short, the mass matrix is factored
 * that much later. Smaller: the mass is not singular yet, and the reason is not found; larger: a
 * singular mass that has nothing to do with the short steps is blamed. */
#define LOST_MASS_AHEAD_PART 1e-9

/* Factor on the step that the error estimate allows (ED.19). Larger: more steps are refused;
 * smaller: more steps are taken. */
#define SAFETY_FACTOR 0.95

/* Largest factor to the next step after guards have halved a step (ED.5). Larger: the next step is
 * halved again. */
#define STEP_FACTOR_AFTER_HALVING 1.3

/* How often guards may halve one step; then the step is taken, since only noise lies between guards
 * and curves. Fewer: vibrating obstacles are not resolved; more: noise costs more steps. */
#define MOST_GUARD_HALVINGS 20

/* Exponent of the error of the last step in the step control (ED.19). Zero: no damping, and step
 * lengths oscillate where stability limits them; larger: slower adaption. */
#define LAST_ERROR_EXPONENT 0.04

void nsd_event_try_ahead(nsd_event_driven *s, const double *f, double d)
{
    for (int i = 0; i < s->flow->size; i++) {
        s->x_try[i] = s->x[i] + d * f[i];
    }
}

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
    nsd_event_try_ahead(s, f0, guess);
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
    double       growth = NSD_LARGEST_STEP_FACTOR;

    if (order > 0.0) {
        const double size = log(fmax(error, 1e-10));
        growth = SAFETY_FACTOR * exp((0.75 * LAST_ERROR_EXPONENT - 1.0 / order) * size +
                                     LAST_ERROR_EXPONENT * s->control.log_error_before);
        growth = fmin(NSD_LARGEST_STEP_FACTOR, fmax(NSD_LEAST_STEP_FACTOR, growth));
        s->control.log_error_before = fmax(size, NSD_EVENT_LEAST_LOG_ERROR);
    }
    s->control.H = fmin(
        s->options.largest_step,
        H * (s->control.guard_halvings ? fmin(growth, STEP_FACTOR_AFTER_HALVING) : growth));
}

/* A step that the end of the run has cut says nothing about the next one */
static void keep_wanted(nsd_event_driven *s, double H, double wanted)
{
    s->control.H = H < wanted ? fmax(s->control.H, wanted) : s->control.H;
}

/* What the tolerances allow gap i to be wrong by at the end of the step from x to x1 (ED.30) */
static double allowed(const nsd_event_driven *s, int i)
{
    const nsd_event_options *o = &s->options;
    return nsd_event_guard_tolerance(s, i) +
           nsd_flow_mechanical_gap_error(s->mechanical, i, s->x, s->x1, o->rel_tol, o->abs_tol);
}

/* 1 when a held contact has left its surface within the step: its gap is a function that jumps, as
 * at the edge of a table; projecting the position would carry the body to another place  (ED.30) */
static int held_gap_jumps(const nsd_event_driven *s)
{
    const int checks = s->mechanical && s->flow->order == 2 && !s->flow->release &&
                       s->options.attract == 0.0;
    for (int i = 0; i < s->flow->guards && checks && s->flow->stick_count > 0; i++) {
        if (s->flow->sticks[i] &&
            fabs(s->g1[i].h - s->g0[i].h) > HELD_MISS_ERRORS * allowed(s, i)) {
            return 1;
        }
    }
    return 0;
}

/* One try: the error of the step and, when the error passes, its guards */
static nsd_status try_step(nsd_event_driven *s, double t, double H, double *error, int *resolved)
{
    nsd_integrate *integrate = s->integrate;

    *resolved = 0;
    NSD_TRY(integrate->step(integrate, t, s->x, H, s->x1, error));
    if (*error > 1.0) {
        return NSD_OK;
    }
    const nsd_flow_point end = { t + H, s->x1, integrate->f1 };
    NSD_TRY(s->flow->motion(s->flow, &end, s->g1));
    if (held_gap_jumps(s)) {
        *error = INFINITY;
        return NSD_OK;
    }
    return nsd_event_guard_curves(s, t, H, resolved);
}

/* Status when steps become too short: accelerations grow without bound where the mass vanishes a
 * little ahead */
static nsd_status reason_of_short_step(nsd_event_driven *s, double t)
{
    const double ahead = LOST_MASS_AHEAD_PART * fmax(fabs(t), fabs(s->options.t_end));

    nsd_event_try_ahead(s, s->integrate->f0, ahead);
    const nsd_status status = s->flow->field(s->flow, t + ahead, s->x_try, s->f_try);
    return status == NSD_LOST_DEFINITE ? status : NSD_STALLED;
}

/* A step of fixed length, or `limit`; halved where Newton's method fails                  (NM.3) */
static nsd_status fixed_step(nsd_event_driven *s, double t, double limit, double *H)
{
    double longest = 0.0, error = 0.0;

    memcpy(s->sample, s->flow->lambda, (size_t)s->flow->guards * sizeof(double));
    nsd_status   status = s->integrate->begin(s->integrate, t, s->x, &longest);
    const double wanted = fmin(s->control.H, longest);
    *H = limit < (1.0 + NSD_RUN_TIME_ROUNDING) * wanted ? limit : wanted;
    status = status == NSD_OK ? s->integrate->step(s->integrate, t, s->x, *H, s->x1, &error)
                              : status;
    for (int k = 0; k < s->integrate->halvings && status == NSD_NEWTON; k++) {
        *H *= 0.5;
        status = s->integrate->step(s->integrate, t, s->x, *H, s->x1, &error);
    }
    s->control.H = longest;
    return status == NSD_OK ? nsd_event_parabolas(s, t, *H) : status;
}

nsd_status nsd_event_step(nsd_event_driven *s, double t, double limit, double *H)
{
    if (s->integrate->fixed) {
        return fixed_step(s, t, limit, H);
    }
    const double    shortest = SHORTEST_STEP_PART * fmax(fabs(t), fabs(s->options.t_end));
    double          longest = INFINITY, error = 0.0;
    int             resolved = 0;
    const long long refused = s->control.refused_steps;

    if (s->friction && s->flow->stick_count > 0) {
        NSD_TRY(nsd_flow_friction_start_step(s->friction, t, s->x));
    }
    nsd_status status = s->integrate->begin(s->integrate, t, s->x, &longest);
    if (status != NSD_OK) {
        return status;
    }
    const double wanted = fmin(s->control.H, longest);
    *H = wanted > 0.99 * limit ? limit : fmin(wanted, 0.5 * limit); /* no tiny last step */
    s->control.guard_halvings = 0;
    for (;;) {
        status = try_step(s, t, *H, &error, &resolved);
        const int bad = status == NSD_DIVERGED || status == NSD_NOT_FINITE ||
                        status == NSD_JAMMED || status == NSD_LOST_DEFINITE ||
                        status == NSD_STALLED;
        if (status != NSD_OK && !bad) {
            return status;
        }
        if (!bad && error <= 1.0 && resolved) {
            break;
        }
        if (bad) {
            *H *= NSD_LEAST_STEP_FACTOR;
        } else if (error > 1.0) {
            *H *= fmax(NSD_LEAST_STEP_FACTOR,
                       SAFETY_FACTOR * pow(error, -1.0 / s->integrate->order));
        } else if (s->control.guard_halvings++ < MOST_GUARD_HALVINGS) {
            *H *= 0.5;
        } else {
            break; /* the curves miss their guards by noise */
        }
        s->control.refused_steps++;
        if (*H < shortest) {
            return bad ? status : reason_of_short_step(s, t);
        }
    }
    propose_next_step(s, *H, error);
    if (s->control.refused_steps == refused) {
        keep_wanted(s, *H, wanted);
    }
    return NSD_OK;
}

void nsd_event_propose_step(nsd_event_driven *s, double H, double wanted)
{
    s->control.guard_halvings = 0;
    propose_next_step(s, H, 0.0);
    keep_wanted(s, H, wanted);
}
