/* event_user.c - events of the user: functions of (t, q, v) whose zeros are located like those
 * of the guards, but from values alone.                                                (ED.18) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

/* Round-offs of the largest value of an event so far: smaller values are zero at an instant.
 * Smaller: events that are zero together are logged one after the other, a step of rounding size
 * apart; larger: an event is logged at an instant shortly before its zero. */
#define ZERO_ROUND_OFFS 16.0

void nsd_event_user_lay_out(nsd_event_watch *w, int events, nsd_scratch *scratch)
{
    const size_t count = (size_t)events;
    NSD_SCRATCH_EACH(scratch, count, &w->value, &w->terminal, &w->direction, &w->sign, &w->largest,
                     &w->zero_size);
    w->sample = nsd_scratch_doubles(scratch, NSD_EVENT_PLACES * count);
    w->starts_at_zero = nsd_scratch_ints(scratch, count);
    w->curve = nsd_scratch_take(scratch, count, sizeof *w->curve);
}

static nsd_status evaluate(nsd_event_driven *s, double t, const double *x, double *value)
{
    const nsd_event_user       *user = &s->options.user;
    const double               *v = s->flow->order == 2 ? x + s->flow->controlled / 2 : x;
    const nsd_event_user_values values = { value, s->watch.terminal, s->watch.direction };
    NSD_TRY(user->evaluate(user->context, t, x, v, &values));
    return !nsd_dense_all_finite((size_t)user->count, value) ? NSD_NOT_FINITE : NSD_OK;
}

/* Values of event i up to this are zero */
static double zero_noise(const nsd_event_watch *w, int i)
{
    return ZERO_ROUND_OFFS * DBL_EPSILON * w->largest[i];
}

/* 0 when event i was zero at the start and has stayed zero up to theta of the step */
static int has_left_zero(const nsd_event_watch *w, int i, double theta)
{
    return !w->starts_at_zero[i] ||
           fabs(nsd_guard_value(&w->curve[i], 0.5 * theta)) > 2.0 * zero_noise(w, i);
}

nsd_status nsd_event_user_find_zeros(nsd_event_driven *s, double t, const nsd_event_where *where)
{
    nsd_event_watch *w = &s->watch;
    const int        count = s->options.user.count;
    NSD_TRY(count > 0 ? evaluate(s, t, s->x, w->value) : NSD_OK);
    const double last = s->control.last_step;
    const double theta = where->kind == NSD_FINDS_NOTHING ? 1.0 : where->elapsed / last;
    for (int i = 0; i < count; i++) {
        const double size = fabs(w->value[i]);
        const int    meets = (where->kind == NSD_FINDS_USER && where->index == i) ||
                          (size <= zero_noise(w, i) && has_left_zero(w, i, theta));
        w->zero_size[i] = meets ? size + zero_noise(w, i) : -1.0;
    }
    return NSD_OK;
}

nsd_status nsd_event_user_start_step(nsd_event_driven *s, double t, int starting)
{
    nsd_event_watch *w = &s->watch;
    const int        count = s->options.user.count;
    NSD_TRY(count > 0 ? evaluate(s, t, s->x, w->value) : NSD_OK);
    for (int i = 0; i < count; i++) { /* a zero of this instant stays zero, unless v jumped */
        w->starts_at_zero[i] = w->value[i] == 0.0 ||
                               (!starting && fabs(w->value[i]) <= 2.0 * w->zero_size[i]);
        w->value[i] = w->starts_at_zero[i] ? 0.0 : w->value[i];
    }
    return NSD_OK;
}

void nsd_event_user_carry(nsd_event_driven *s)
{
    nsd_event_watch *w = &s->watch;
    const size_t     count = (size_t)s->options.user.count;
    memcpy(w->value, w->sample + (NSD_EVENT_PLACES - 1) * count, count * sizeof(double));
    for (size_t i = 0; i < count; i++) {
        w->starts_at_zero[i] = w->value[i] == 0.0;
    }
}

/* Curve of event i, divided by theta if the event starts at zero, times the sign that makes the
 * curve positive before its first zero */
static void make_positive(nsd_event_driven *s, int i, nsd_guard_curve *curve)
{
    nsd_event_watch *w = &s->watch;
    if (w->starts_at_zero[i]) {
        nsd_guard_deflate(curve, 1);
    }
    w->sign[i] = 1.0;
    for (int j = 0; j <= curve->degree; j++) {
        if (curve->b[j] != 0.0) {
            w->sign[i] = curve->b[j] < 0.0 ? -1.0 : 1.0;
            break;
        }
    }
    for (int j = 0; j <= curve->degree; j++) {
        curve->b[j] *= w->sign[i];
    }
}

nsd_status nsd_event_user_curves(nsd_event_driven *s, double t, double H, int *resolved)
{
    nsd_event_watch         *w = &s->watch;
    const int                count = s->options.user.count;
    const nsd_integrate_step last = { s->x, H };

    memcpy(w->sample + 2 * count, w->value, (size_t)count * sizeof(double));
    for (int k = 0; k < NSD_EVENT_PLACES; k++) {
        const double *x = k == NSD_EVENT_PLACES - 1 ? s->x1 : s->x_try;
        const double  theta = nsd_event_place[k];
        if (k == 2) {
            continue; /* theta = 0: value at the start, copied above */
        }
        s->integrate->between(s->integrate, &last, theta, s->flow->size, s->x_try);
        NSD_TRY(evaluate(s, t + theta * H, x, w->sample + k * count));
    }
    for (int i = 0; i < count; i++) {
        const nsd_event_samples samples = {
            w->sample + i,     count, w->starts_at_zero[i] != 0, 0, s->options.rel_tol,
            s->options.abs_tol
        };
        const double largest = nsd_event_quartic(&samples, &w->curve[i], resolved);
        w->largest[i] = fmax(w->largest[i], largest);
        if (w->starts_at_zero[i] && largest == 0.0) {
            w->curve[i].b[0] = 0.0; /* zero on the whole step: no event */
        }
    }
    return NSD_OK;
}

double nsd_event_user_end_tolerance(const nsd_event_driven *s, int i, int last)
{
    const double size = s->watch.largest[i];
    return zero_noise(&s->watch, i) +
           (last ? fmin(s->options.abs_tol, s->options.rel_tol * size) : 0.0);
}

/* 1 when the curve of event i, which has no root, is zero at the end of the step */
static int ends_at_zero(const nsd_event_driven *s, int i, int last)
{
    const double  limit = nsd_event_user_end_tolerance(s, i, last);
    const double *b = s->watch.curve[i].b;
    double        largest = 0.0;
    for (int j = 0; j < 4; j++) {
        largest = fmax(largest, fabs(b[j]));
    }
    return fabs(b[4]) <= limit && largest > 2.0 * limit;
}

void nsd_event_user_search(nsd_event_driven *s, int last, nsd_event_where *where)
{
    for (int i = 0; i < s->options.user.count; i++) {
        nsd_guard_curve divided = s->watch.curve[i], curve = s->watch.curve[i];
        make_positive(s, i, &divided);
        for (int j = 0; j <= curve.degree; j++) {
            curve.b[j] *= s->watch.sign[i];
        }
        nsd_event_take_earlier(where, NSD_FINDS_USER, i, &divided, &curve);
        if (where->kind == NSD_FINDS_NOTHING && ends_at_zero(s, i, last)) {
            where->kind = NSD_FINDS_USER;
            where->index = i;
            where->past = 1.0;
            where->curve = curve;
        }
    }
}

nsd_status nsd_event_user_value(nsd_event_driven *s, double t, int i, double *value)
{
    double *room = s->watch.sample; /* not needed while an event is located, apart from the end */
    NSD_TRY(evaluate(s, t, s->x_try, room));
    *value = s->watch.sign[i] * room[i];
    return NSD_OK;
}

nsd_status nsd_event_user_log(nsd_event_run *r, int *ends)
{
    nsd_event_driven      *s = r->s;
    const nsd_event_watch *w = &s->watch;

    *ends = 0;
    for (int i = 0; i < s->options.user.count; i++) {
        const double    direction = -w->sign[i]; /* 1: rises through zero, -1: falls */
        const nsd_event event = { .t = r->state->t, .contact = i, .kind = NSD_EVENT_USER };
        if (w->zero_size[i] < 0.0 || w->direction[i] * direction < 0.0) {
            continue;
        }
        *ends |= w->terminal[i] != 0.0;
        s->events++;
        NSD_TRY(r->sink->event(r->sink, &event, r->state));
    }
    return NSD_OK;
}
