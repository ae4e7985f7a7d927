/* event_predict.c - when a contact between flying blocks closes, or a held one lets go.  (ED.29) */
#include <float.h>
#include <math.h>

#include "base/dense.h"
#include "event/event_local.h"

/* Halvings of the time ahead for a curve that misses its guard; then only noise lies between them.
 * Fewer: fast vibrations are not resolved; more: noise costs time. */
#define MOST_MISSES 20

/* Halvings of the time ahead in all, also for a curve with a root that the guard has not; then the
 * whole system decides. Fewer: steps of the whole system where they are not needed. */
#define MOST_HALVINGS 60

/* Sums of a curve, binomial coefficients times its own, are finite up to this. Larger: curves of
 * gaps near the largest number never agree with them, and are looked at a million times. */
#define LARGEST_COEFFICIENT (DBL_MAX / 64.0)

typedef struct look { /* at one contact from t on */
    nsd_event_run    *r;
    nsd_event_blocks *blocks;
    int               contact, held;
    double            t;
} look;

/* The guard of the contact d later: its gap, or its force */
static nsd_status guard_value(void *context, double d, double *value)
{
    const look *at = context;
    *value = at->held ? nsd_event_blocks_force(at->blocks, at->contact, at->t + d)
                      : nsd_event_blocks_gap(at->blocks, at->contact, at->t + d).h;
    return NSD_OK;
}

/* All series of the contact are valid at t; returns until when, at most the end of the run */
static double valid_until(const look *at)
{
    nsd_event_blocks  *b = at->blocks;
    const nsd_columns *H = &b->linear->H;
    double             end = at->r->s->options.t_end;
    for (ptrdiff_t k = H->start[at->contact]; k < H->start[at->contact + 1]; k++) {
        const int block = b->of[H->row[k]];
        nsd_event_blocks_advance(b, block, at->t);
        end = fmin(end, b->until[block]);
    }
    return end;
}

/* Curve of the force of a held contact; 0 when it misses the force                      (ED.9) */
static int force_curve(look *at, double H, nsd_guard_curve *curve)
{
    const nsd_event_driven *s = at->r->s;
    double                  sample[NSD_EVENT_PLACES];
    int                     resolved = 1;
    for (int k = 0; k < NSD_EVENT_PLACES; k++) {
        guard_value(at, nsd_event_place[k] * H, &sample[k]);
    }
    const nsd_event_samples samples = {
        sample, 1, 0, 0, fmax(s->options.rel_tol, NSD_EVENT_FORCE_NOISE), DBL_MIN
    };
    nsd_event_quartic(&samples, curve, &resolved);
    return resolved;
}

/* Curve of an open gap that starts with these roots; 0 when it misses the gap            (ED.5) */
static int gap_curve(look *at, double H, int roots, nsd_guard_curve *curve)
{
    const nsd_event_driven *s = at->r->s;
    nsd_guard_end           start = nsd_event_blocks_gap(at->blocks, at->contact, at->t);
    const nsd_guard_end     end = nsd_event_blocks_gap(at->blocks, at->contact, at->t + H);
    int                     resolved = 1;

    start.h = roots > 0 ? 0.0 : start.h;
    start.hd = roots > 1 ? 0.0 : start.hd;
    start.hdd = roots > 2 ? 0.0 : start.hdd;
    *curve = nsd_guard_hermite(&start, &end, H);
    for (int k = 0; k < 2; k++) {
        double value = 0.0;
        guard_value(at, nsd_event_place[k] * H, &value);
        resolved &= nsd_event_curve_agrees(curve, roots, nsd_event_place[k], value,
                                           nsd_event_closed_limit(s, at->contact));
    }
    return resolved;
}

/* d <- time to the first root of the curve on H; 1: found, 0: none, -1: the curve has one, the
 * guard has not */
static int find_root(look *at, double H, int roots, const nsd_guard_curve *curve, double *d)
{
    nsd_event_driven *s = at->r->s;
    nsd_guard_curve   divided = *curve;
    double            theta = 1.0, past = 1.0;
    int               confirmed = 0;

    if (nsd_event_no_negative_coefficient(curve, roots)) {
        return 0;
    }
    nsd_guard_deflate(&divided, roots);
    if (!nsd_guard_first_root(&divided, &theta, &past)) {
        return 0;
    }
    const int             negative = !at->held && curve->b[curve->degree] < 0.0;
    nsd_event_bracket     bracket = { 0.0, negative ? H : past * H, negative };
    const nsd_guard_curve slope = nsd_guard_derivative(curve, H);
    const double noise = at->held ? 4.0 * DBL_EPSILON * fmax(fabs(curve->b[0]), fabs(curve->b[4]))
                                  : 0.125 * nsd_event_guard_noise(s, at->contact);
    *d = fmin(theta * H, bracket.high);
    const nsd_event_root root = { .s = s,
                                  .value = guard_value,
                                  .context = at,
                                  .t = at->t,
                                  .noise = noise,
                                  .slope = nsd_guard_value(&slope, *d / H),
                                  .past = past * H };
    nsd_event_find_root(&root, &bracket, d, &confirmed);
    return confirmed ? 1 : -1;
}

/* 1 when a contact that rests without force stays closed for H: two blocks that move alike */
static int stays_resting(look *at, double H)
{
    const nsd_event_driven *s = at->r->s;
    nsd_guard_curve         curve;
    const int               resolved = gap_curve(at, H, 0, &curve);
    for (int j = 0; j <= curve.degree; j++) {
        if (!(fabs(curve.b[j]) <= nsd_event_closed_limit(s, at->contact))) {
            return 0;
        }
    }
    return resolved;
}

/* The gap that the contact has now enters the scales. Not one that is predicted: an impact of its
 * blocks elsewhere may end the flight before */
static void update_scale(look *at)
{
    double *largest = &at->r->s->scale.largest_h[at->contact], value = 0.0;
    guard_value(at, 0.0, &value);
    *largest = fmax(*largest, value);
}

nsd_status nsd_event_local_predict(nsd_event_run *r, int a, double t)
{
    nsd_event_driven *s = r->s;
    nsd_event_local  *local = s->local;
    look              at = { r, &local->blocks, a, s->flow->sticks[a], t };
    const double      end = valid_until(&at), t_end = s->options.t_end;
    const int         roots = t == r->state->t ? s->flags.deflation[a] : 0;
    double            H = end - t, d = 0.0;
    int               found = -1;

    local->since[a] = t;
    if (!at.held) {
        update_scale(&at);
    }
    if (s->flags.resting[a] && H > 0.0 && !stays_resting(&at, H)) {
        local->refused = 1;
    }
    for (int k = 0; k < MOST_HALVINGS && found < 0 && H > 0.0 && !s->flags.resting[a]; k++) {
        nsd_guard_curve curve;
        const int       resolved = at.held ? force_curve(&at, H, &curve)
                                           : gap_curve(&at, H, roots, &curve);
        if (!(nsd_dense_max_abs(curve.degree + 1, curve.b) <= LARGEST_COEFFICIENT)) {
            break; /* no shorter time makes the sums of the curve finite */
        }
        found = resolved || k >= MOST_MISSES ? find_root(&at, H, roots, &curve, &d) : -1;
        H *= found < 0 ? 0.5 : 1.0;
    }
    local->refused |= local->blocks.too_short || (found < 0 && H > 0.0 && !s->flags.resting[a]);
    local->is_root[a] = found > 0;
    nsd_event_queue_set(&local->queue, a, found > 0 ? t + d : t + H < t_end ? t + H : INFINITY);
    return NSD_OK;
}
