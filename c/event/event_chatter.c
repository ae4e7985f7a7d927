/* event_chatter.c - bounces that accumulate: their end by a local map, or by a threshold. */
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

/* Largest relative second-order term of the time left (ED.11). Larger: the time of accumulation is
 * less accurate; smaller: more bounces are integrated before the rest is cut short. */
#define LARGEST_SECOND_ORDER_PART 0.1

/* Round-offs of a guard: lower hops are not integrated. Smaller: hops of rounding size are located
 * one after the other; larger: visible hops are lost when chatter is treated by a threshold. */
#define LOWEST_HOP_ROUND_OFFS 16.0

double nsd_event_lowest_hop(const nsd_event_driven *s, int i)
{
    return fmax(LOWEST_HOP_ROUND_OFFS * nsd_event_guard_noise(s, i), nsd_event_closed_limit(s, i));
}

/* 1 when the rebound of guard i is small enough to end its bouncing             (ED.10), (ED.11)
 * In a corner, impacts at one guard throw the body off another: guards that were not hit end their
 * bouncing as well, and so do elastic guards beside one that dissipates energy          (ED.24) */
static int ends_bouncing(const nsd_event_driven *s, int i, int corner)
{
    const double v = s->jump.after[i], A = s->g0[i].hdd;
    const int    hit_inelastic = s->jump.impulse[i] > 0.0 && s->flow->e[i] < 1.0;
    if (!(hit_inelastic || (corner && s->flags.closed[i])) || !(v > nsd_event_rest_speed(s)) ||
        !(A < 0.0)) {
        return 0;
    }
    const double height = -0.5 * v * v / A, lowest_hop = nsd_event_lowest_hop(s, i);
    if (!hit_inelastic) {
        return height <= lowest_hop;
    }
    if (s->options.chatter == NSD_CHATTER_THRESHOLD) {
        return v < s->options.chatter_speed || height <= lowest_hop;
    }
    return height <= fmax(lowest_hop, s->options.chatter_height * s->scale.largest_h[i]);
}

/* Sum of the rebound speeds of all bounces still to come; an elastic guard makes one more */
static double speed_sum(const nsd_event_driven *s, int i)
{
    const double e = s->flow->e[i];
    return s->jump.rebound[i] / (e < 1.0 ? 1.0 - e : 1.0);
}

/* Accelerations of the guards at (t, x) in the mode `sticks`, into s->g1 */
static nsd_status guard_accelerations(nsd_event_driven *s, double t, const double *x,
                                      const int *sticks)
{
    nsd_flow            *flow = s->flow;
    int                 *now = s->flags.candidates; /* not in use here */
    const nsd_flow_point here = { t, x, s->f_try };

    memcpy(now, flow->sticks, (size_t)flow->guards * sizeof(int));
    nsd_flow_set_mode(flow, sticks);
    nsd_status status = flow->field(flow, t, x, s->f_try);
    status = status == NSD_OK ? flow->motion(flow, &here, s->g1) : status;
    nsd_flow_set_mode(flow, now);
    return status;
}

/* T <- time until the bounces of guard i end; 1 when the map holds                       (ED.10) */
static int time_left(const nsd_event_driven *s, int i, double A, double A_later, double d,
                     double *T)
{
    const double v = s->jump.rebound[i], w = speed_sum(s, i);
    const double b = (s->g0[i].hdd - A) / v, Adot = (A_later - A) / d;
    const double second = w * (b / (3.0 * A) - 2.0 * Adot / (3.0 * A * A));
    *T = -2.0 * w / A * (1.0 - second);
    const double neglected = fabs(*T) * second * second, fast = s->scale.largest_hd;
    return A < 0.0 && A + Adot * *T < 0.0 && fabs(second) < LARGEST_SECOND_ORDER_PART &&
           fast * neglected <= s->options.abs_tol + s->options.rel_tol * fast * *T; /* lengths */
}

/* T <- the longest time until bounces of the members (flags.accumulates) end; s->x is the state
 * without rebounds, flags.stuck_at_jump the mode with them; 0 in `valid`: the map does not hold.
 * s->sample: accelerations of all guards at the start. */
static nsd_status longest_time_left(nsd_event_run *r, int corner, int *valid, double *T)
{
    nsd_event_driven *s = r->s;
    const int         m = s->flow->guards;
    double           *A = s->sample, d = 0.0;

    NSD_TRY(guard_accelerations(s, r->state->t, s->x, s->flags.stuck_at_jump));
    for (int i = 0; i < m; i++) {
        A[i] = s->g1[i].hdd;
        *valid &= !s->flags.accumulates[i] || A[i] < 0.0;
        d = s->flags.accumulates[i] ? fmax(d, -2.0 * speed_sum(s, i) / A[i]) : d;
    }
    *T = d;
    if (!*valid || corner) {
        return NSD_OK; /* in a corner the first order is all that is known */
    }
    nsd_event_try_ahead(s, s->integrate->f0, d);
    NSD_TRY(guard_accelerations(s, r->state->t + d, s->x_try, s->flags.stuck_at_jump));
    *T = 0.0;
    for (int i = 0; i < m; i++) {
        double own_time = 0.0;
        if (s->flags.accumulates[i]) {
            *valid &= time_left(s, i, A[i], s->g1[i].hdd, d, &own_time);
            *T = fmax(*T, own_time);
        }
    }
    return NSD_OK;
}

/* 1 when an impact at a closed guard dissipates energy */
static int dissipates(const nsd_event_driven *s)
{
    int found = 0;
    for (int i = 0; i < s->flow->guards; i++) {
        found |= s->flags.closed[i] && s->flow->e[i] < 1.0;
    }
    return found;
}

/* s->flags.accumulates <- guards whose bouncing ends; returns how many */
static int select_members(nsd_event_driven *s, int corner)
{
    const int none = s->options.chatter == NSD_CHATTER_OFF || !dissipates(s);
    int       found = 0;
    for (int i = 0; i < s->flow->guards; i++) {
        s->flags.accumulates[i] = !none && ends_bouncing(s, i, corner);
        s->jump.rebound[i] = s->flags.accumulates[i] ? s->jump.after[i] : 0.0;
        found += s->flags.accumulates[i];
    }
    return found;
}

/* Velocities of the members, and of guards that touch without speed, become zero in s->x; 0 in
 * `valid` when a member does not stick then, or friction knows no forces or several for that state:
 * the bounces themselves go on to where they end, and change what slides there           (EF.7) */
static nsd_status stop_members(nsd_event_run *r, int *valid)
{
    nsd_event_driven *s = r->s;
    const int         m = s->flow->guards;

    for (int i = 0; i < m; i++) {
        const int touches = s->flags.closed[i] && s->jump.after[i] <= nsd_event_rest_speed(s);
        s->flags.candidates[i] = s->flags.accumulates[i] || touches;
    }
    NSD_TRY(s->flow->project_velocities(s->flow, r->state->t, s->flags.candidates, s->x));
    const nsd_status status = s->flow->choose_sticking(s->flow, r->state->t, s->x,
                                                       s->flags.candidates, s->integrate->f0);
    const int        paradox = status == NSD_NO_FORCES || status == NSD_AMBIGUOUS;
    for (int i = 0; i < m; i++) {
        *valid &= !paradox && (!s->flags.accumulates[i] || s->flow->sticks[i]);
    }
    return paradox ? NSD_OK : status;
}

/* The members stop now instead of T later. 0 in `valid`, and the state as it was, when they do not
 * stick or the map does not hold */
static nsd_status try_to_stop(nsd_event_run *r, int corner, int *valid, double *T)
{
    nsd_event_driven *s = r->s;
    const size_t      m = (size_t)s->flow->guards;

    *valid = 1;
    memcpy(s->x1, s->x, (size_t)s->flow->size * sizeof(double));
    memcpy(s->flags.stuck_at_jump, s->flow->sticks, m * sizeof(int));
    NSD_TRY(stop_members(r, valid));
    if (*valid && s->options.chatter == NSD_CHATTER_MAP) {
        NSD_TRY(longest_time_left(r, corner, valid, T));
    }
    if (*valid) {
        return NSD_OK;
    }
    memcpy(s->x, s->x1, (size_t)s->flow->size * sizeof(double));
    memset(s->flags.accumulates, 0, m * sizeof(int));
    return nsd_event_choose_sticking(r, -1);
}

/* On obstacles that move, contacts that stop lose the kinetic energy of the change of velocity; the
 * rest of `gain` is the work of the obstacles. gain <- the former                       (ED.15) */
static nsd_status take_driven_work(nsd_event_driven *s, double *gain)
{
    if (!s->mechanical || !s->mechanical->mechanics.model->moving) {
        return NSD_OK;
    }
    nsd_mechanics *mechanics = &s->mechanical->mechanics;
    const int      n = mechanics->model->n;
    double         lost = 0.0;

    for (int i = 0; i < n; i++) {
        s->x_try[i] = s->x[n + i] - s->x1[n + i];
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, s->x, s->x_try, &lost));
    s->work.driven += *gain + lost;
    *gain = -lost;
    return NSD_OK;
}

nsd_status nsd_event_chatter(nsd_event_run *r)
{
    nsd_event_driven *s = r->s;
    const int         m = s->flow->guards, hit = select_members(s, 0);
    double            gain = 0.0, T = 0.0;
    int               valid = 0;

    if (select_members(s, 1) > hit) {
        NSD_TRY(try_to_stop(r, 1, &valid, &T));
    }
    if (!valid && select_members(s, 0) > 0) {
        NSD_TRY(try_to_stop(r, 0, &valid, &T));
    }
    if (!valid) {
        return NSD_OK;
    }
    NSD_TRY(nsd_event_kinetic_gain(s, s->x1, s->x, &gain));
    NSD_TRY(take_driven_work(s, &gain));
    s->work.impact += gain;
    s->work.chatter = fmax(0.0, -gain);
    s->accumulation_time = r->state->t + T;
    for (int i = 0; i < m; i++) { /* the stop may have slowed other guards down */
        s->jump.after[i] = s->flags.accumulates[i] ? 0.0 : s->jump.after[i];
    }
    NSD_TRY(nsd_event_choose_sticking(r, -1));
    for (int i = 0; i < m; i++) {
        s->jump.after[i] = s->flags.accumulates[i] ? s->jump.rebound[i] : s->jump.after[i];
    }
    return NSD_OK;
}

nsd_status nsd_event_log_accumulation(nsd_event_run *r)
{
    nsd_event_driven *s = r->s;

    s->accumulation_time = INFINITY;
    for (int i = 0; i < s->flow->guards; i++) {
        if (s->flags.accumulates[i]) {
            const nsd_event event = { r->state->t,        i,   NSD_EVENT_ACCUMULATION,
                                      s->jump.rebound[i], 0.0, 0.0,
                                      s->work.chatter,    0.0, 0 };
            s->events++;
            s->flags.accumulates[i] = 0;
            s->work.chatter = 0.0;
            NSD_TRY(r->sink->event(r->sink, &event, r->state));
        }
    }
    return NSD_OK;
}
