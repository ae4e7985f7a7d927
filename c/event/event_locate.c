/* event_locate.c - the time of an event, by steps of various lengths from the start of the step.
 *                                                                                       (ED.6) */
#include <float.h>
#include <math.h>

#include "base/bracket.h"
#include "event/event_parts.h"

/* Steps to locate one root. Fewer: roots of guards with large curvature are left inaccurate; a
 * root needs about 5, and bisection of the whole bracket 50. */
#define MOST_TRIES 80

/* Values in one bracket: chords that halve it only by every fourth value need 208. Fewer: roots
 * beside which the guard is very flat are left inaccurate. */
#define MOST_VALUES 240

/* Steps without a negative value after which the root is refused: the curve has a root, the guard
 * has none. Fewer: true grazing impacts are refused and the step is halved for them. */
#define TRIES_WITHOUT_NEGATIVE 8

/* Part of the largest contact force: a force below minus this at x_try belongs to an earlier
 * release. Smaller: rounding of redundant forces counts as release; larger: releases are late. */
#define PULLING_FORCE_PART 1e-6

static double slope_of(const nsd_guard_curve *curve, double theta, double H)
{
    const nsd_guard_curve d = nsd_guard_derivative(curve, H);
    return nsd_guard_value(&d, theta);
}

/* The guard of `where` at the end of a step of length d, which is left in x_try */
static nsd_status value_after(nsd_event_driven *s, double t, double d, const nsd_event_where *where,
                              double *value)
{
    const int i = where->index,
              forces = where->kind == NSD_FINDS_RELEASE || where->kind == NSD_FINDS_FRICTION;
    double error = 0.0; /* forces belong to a step that is solved, not to a parabola (NM.6) */

    NSD_TRY(s->integrate->step(s->integrate, t, s->x, d, s->x_try,
                               forces && s->integrate->fixed ? &error : NULL));
    if (forces) {
        NSD_TRY(s->flow->field(s->flow, t + d, s->x_try, s->f_try));
        *value = where->kind == NSD_FINDS_RELEASE ? nsd_flow_release(s->flow)[i]
                                                  : nsd_event_friction_value(s, i);
        return NSD_OK;
    }
    if (where->kind == NSD_FINDS_USER) {
        return nsd_event_user_value(s, t + d, i, value);
    }
    NSD_TRY(s->flow->values(s->flow, t + d, s->x_try, s->h));
    *value = s->h[i] + (s->flags.resting[i] ? nsd_event_closed_limit(s, i) : 0.0);
    return NSD_OK;
}

/* Values of the guard of `where` up to this are zero */
static double root_noise(const nsd_event_driven *s, const nsd_event_where *where)
{
    if (where->kind == NSD_FINDS_GUARD) {
        return 0.125 * nsd_event_guard_noise(s, where->index);
    }
    if (where->kind == NSD_FINDS_USER && where->theta >= 1.0) {
        return nsd_event_user_end_tolerance(s, where->index, where->run_ends);
    }
    return 4.0 * DBL_EPSILON * fmax(fabs(where->curve.b[0]), fabs(where->curve.b[4]));
}

/* The next time to try: by the slope, else the middle of the bracket or its end */
static double next_try(const nsd_event_bracket *b, double d, double value, double slope, int k)
{
    const double by_slope = d - value / slope;
    if (slope < 0.0 && by_slope > b->low && by_slope < b->high && k % 6 != 5) {
        return by_slope;
    }
    if (b->seen_negative || k % 2 == 1) {
        return 0.5 * (b->low + b->high);
    }
    return b->high; /* no step has shown yet that the guard is negative there */
}

static nsd_status value_at(const nsd_event_root *root, double d, double *value)
{
    root->s->control.root_values++;
    return root->value(root->context, d, value);
}

/* Times closer than this around t + d are the same */
static double rounding_of_time(const nsd_event_root *root, double d)
{
    return 2.0 * DBL_EPSILON * (fabs(root->t) + d);
}

/* `elapsed` <- the root by the slope of the curve, then by secants within the bracket     (ED.6) */
static nsd_status find_by_secants(const nsd_event_root *root, nsd_event_bracket *b, double *elapsed,
                                  int *confirmed)
{
    double d = *elapsed, slope = root->slope, value = 0.0, d_before = 0.0, value_before = 0.0;

    *confirmed = 1;
    for (int k = 0; k < MOST_TRIES; k++) {
        *elapsed = d;
        NSD_TRY(value_at(root, d, &value));
        if (fabs(value) <= root->noise) {
            return NSD_OK;
        }
        if (value < 0.0) {
            b->high = d;
            b->seen_negative = 1;
        } else {
            b->low = d;
        }
        if (k > 0 && d != d_before) {
            slope = (value - value_before) / (d - d_before);
        }
        const double next = next_try(b, d, value, slope, k);
        const double smallest = rounding_of_time(root, d);
        if (fabs(next - d) <= smallest || b->high - b->low <= smallest) {
            *confirmed = b->seen_negative ||
                         value <= -slope * smallest; /* zero within rounding of time */
            return NSD_OK;
        }
        if (!b->seen_negative && k >= TRIES_WITHOUT_NEGATIVE) {
            *confirmed = 0;
            return NSD_OK;
        }
        d_before = d;
        value_before = value;
        d = next;
    }
    return NSD_OK;
}

/* The next place (ED.31) to try, as value k; `width`: of the bracket at the last k in 4, 8, ... */
static double next_place(const nsd_bracket *b, nsd_locate locate, int k, double smallest,
                         double *width)
{
    const double middle = 0.5 * (b->low + b->high), now = b->high - b->low;
    const int    slow = k % 4 == 0 && now > 0.5 * *width;
    *width = k % 4 == 0 ? now : *width;
    if (locate == NSD_LOCATE_BISECTION || slow) {
        return middle;
    }
    /* not so near to an end that the other end could not come nearer */
    const double chord = nsd_bracket_chord(b);
    return fmin(fmax(chord, b->low + 0.5 * smallest), b->high - 0.5 * smallest);
}

/* `elapsed` <- the root between low and `past`, by halves or by chords; `found` <- 0 when the guard
 * is positive at `past`, where its curve is negative                                    (ED.31) */
static nsd_status find_in_bracket(const nsd_event_root *root, double low, double *elapsed,
                                  int *found)
{
    nsd_bracket b = { .low = low, .high = root->past };
    double      d = root->past, value = 0.0, width = INFINITY;

    NSD_TRY(value_at(root, d, &value));
    *found = value <= root->noise;
    b.at_high = value;
    for (int k = 1; k < MOST_VALUES && *found && !(fabs(value) <= root->noise); k++) {
        const double smallest = rounding_of_time(root, d);
        if (b.high - b.low <= smallest) {
            break;
        }
        d = next_place(&b, root->s->options.locate, k, smallest, &width);
        NSD_TRY(value_at(root, d, &value));
        nsd_bracket_add(&b, d, value);
    }
    *elapsed = *found ? d : *elapsed;
    return NSD_OK;
}

nsd_status nsd_event_find_root(const nsd_event_root *root, nsd_event_bracket *b, double *elapsed,
                               int *confirmed)
{
    root->s->control.roots++;
    *confirmed = 0;
    if (root->s->options.locate != NSD_LOCATE_SECANT) {
        NSD_TRY(find_in_bracket(root, b->low, elapsed, confirmed));
    }
    return *confirmed ? NSD_OK : find_by_secants(root, b, elapsed, confirmed);
}

typedef struct search { /* of a root of the whole flow */
    nsd_event_driven      *s;
    double                 t;
    const nsd_event_where *where;
} search;

static nsd_status value_of_search(void *context, double d, double *value)
{
    const search *now = context;
    return value_after(now->s, now->t, d, now->where, value);
}

/* where->elapsed <- the root in the bracket, x_try <- the state there; where->confirmed */
static nsd_status locate_root(nsd_event_driven *s, double t, double H, nsd_event_bracket *b,
                              nsd_event_where *where)
{
    search               now = { s, t, where };
    const nsd_event_root root = { .s = s,
                                  .value = value_of_search,
                                  .context = &now,
                                  .t = t,
                                  .noise = root_noise(s, where),
                                  .slope = slope_of(&where->curve, where->elapsed / H, H),
                                  .past = where->past * H };
    return nsd_event_find_root(&root, b, &where->elapsed, &where->confirmed);
}

/* Least value of open guard i at x_try that belongs to no earlier event. In exact flight values are
 * known to rounding, and a guard that was open at the start and is negative now has had its root
 * before, however near: curves over a long step do not know which of two early roots is the first.
 * Guards that start at zero, or are integrated, are not known better than what counts as closed
 *                                                                                       (ED.32) */
static double least_open_value(const nsd_event_driven *s, int i)
{
    const int known = s->integrate->order == 0.0 && s->flags.deflation[i] == 0 &&
                      !s->flags.resting[i] && s->g0[i].h > nsd_event_closed_limit(s, i);
    return known ? -nsd_event_guard_noise(s, i) : -nsd_event_closed_limit(s, i);
}

/* A guard with an earlier event: an open one whose value, or a sticking one whose force, is already
 * negative at x_try; -1: none */
static int passed_before(nsd_event_driven *s, const nsd_event_where *where)
{
    const double *release = nsd_flow_release(s->flow);
    const double  largest = s->flow->stick_count > 0 ? nsd_dense_max_abs(s->flow->guards, release)
                                                     : 0.0;
    for (int i = 0; i < s->flow->guards; i++) {
        const int sticks = s->flow->sticks[i];
        const int found = where->kind == (sticks ? NSD_FINDS_RELEASE : NSD_FINDS_GUARD);
        const int same = i == where->index && found;
        /* forces share a unit, pressures of compliant contacts have their own */
        const double force = s->flow->release
                                 ? nsd_dense_max_abs(s->curve[i].degree + 1, s->curve[i].b)
                                 : largest;
        const int    negative = sticks ? release[i] < -PULLING_FORCE_PART * force
                                       : s->h[i] < least_open_value(s, i);
        if (!same && negative) {
            return i;
        }
    }
    return -1;
}

nsd_status nsd_event_locate(nsd_event_driven *s, double t, double H, nsd_event_where *where)
{
    const nsd_event_cause kind = where->kind;
    const double          last = where->curve.b[where->curve.degree];
    nsd_event_bracket     b = { .high = H };

    b.seen_negative = (kind == NSD_FINDS_GUARD && s->g1[where->index].h < 0.0) ||
                      (kind == NSD_FINDS_USER && last < 0.0);
    b.high = b.seen_negative ? H : where->past * H;
    where->elapsed = fmin(where->theta * H, b.high);
    NSD_TRY(locate_root(s, t, H, &b, where));
    for (int k = 0; k < s->flow->guards && where->confirmed; k++) {
        NSD_TRY(s->flow->values(s->flow, t + where->elapsed, s->x_try, s->h));
        if (s->flow->stick_count > 0) {
            NSD_TRY(s->flow->field(s->flow, t + where->elapsed, s->x_try, s->f_try));
        }
        const int earlier = passed_before(s, where);
        if (earlier < 0) {
            return NSD_OK;
        }
        const nsd_event_bracket whole = { 0.0, where->elapsed, 1 };
        b = whole;
        where->kind = s->flow->sticks[earlier] ? NSD_FINDS_RELEASE : NSD_FINDS_GUARD;
        where->index = earlier;
        where->curve = s->curve[earlier];
        where->past = where->elapsed / H;
        where->elapsed *= 0.5;
        NSD_TRY(locate_root(s, t, H, &b, where));
    }
    return NSD_OK;
}
