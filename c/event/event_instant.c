/* event_instant.c - impact, sticking and release at an event, and their log. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

/* Part of the largest guard velocity of the run: smaller ones are zero after an impact, so that the
 * guard may stick. Smaller: contacts at rest go on bouncing by rounding; larger: slow rebounds are
 * taken for sticking. */
#define REST_SPEED_PART 1e-12

/* REST_SPEED_PART of hybrid systems, whose guard velocities are differences. Smaller: noise of
 * differences makes guards at rest bounce; larger: slow rebounds are taken for sticking. */
#define DIFFERENCED_REST_SPEED_PART 1e-8

/* Part of the largest guard acceleration at the instant: smaller ones are zero. Smaller: rounding
 * decides whether a guard without force opens; larger: guards that open slowly are taken as
 * resting. */
#define ZERO_ACCELERATION_PART 1e-9

/* Part of the largest acceleration of the run that is rounding: where all forces pass through zero
 * together, as in a row of pendulums at their lowest point, accelerations are no larger, and the
 * part above knows no zero. Smaller: such contacts hold and let go until the run stalls; larger:
 * contacts with a very small load are not held. */
#define ROUNDED_ACCELERATION_PART (64.0 * DBL_EPSILON)

/* Part of the force a little later: a smaller force at a release begins at zero, and this root is
 * divided out. Smaller: the same root is found again at once; larger: a true root is lost. */
#define ZERO_FORCE_PART 1e-6

/* Part of the force of the last row: a contact that opens with a larger force just before has a row
 * for that, too. Smaller: forces that fade out have two rows at their end; larger: small forces
 * that end at once are drawn as a ramp. */
#define SMALL_FORCE 1e-3

/* Events in a row at one time after which the run ends with NSD_STALLED. Fewer: ends runs with many
 * contacts that close or open together. */
#define MOST_EVENTS_WITHOUT_MOTION 100

/* Events in a row at one time after which a guard without force leaves, even if its force hardly
 * changes. Fewer: contacts whose force only touches zero leave; more: the run stalls. */
#define EVENTS_BEFORE_FORCED_RELEASE 5

double nsd_event_known_rest_speed(const nsd_event_driven *s)
{
    const double speed = fmax(nsd_event_small_speed(s),
                              s->friction ? fmax(s->scale.largest_hd, s->friction->speed)
                                          : s->scale.largest_hd);
    /* accelerations of sticking guards are zero only to rounding */
    const double noise = s->mechanical ? DBL_EPSILON * s->scale.drift : 0.0;
    return fmax((s->mechanical ? REST_SPEED_PART : DIFFERENCED_REST_SPEED_PART) * speed, noise);
}

double nsd_event_rest_speed(const nsd_event_driven *s)
{
    const double  known = nsd_event_known_rest_speed(s);
    const double *v = s->x + s->flow->controlled / 2;
    return s->mechanical ? fmax(known, nsd_flow_mechanical_gap_velocity_noise(s->mechanical, v))
                         : known;
}

/* Which guards are closed at the state: small values, sticking guards, and the one located */
static nsd_status find_closed(nsd_event_run *r, const nsd_event_where *where)
{
    nsd_event_driven *s = r->s;
    NSD_TRY(s->flow->values(s->flow, r->state->t, s->x, s->h));
    for (int i = 0; i < s->flow->guards; i++) {
        s->flags.stuck_before[i] = s->flow->sticks[i];
        s->flags.closed[i] = s->flow->sticks[i] || s->h[i] <= nsd_event_closed_limit(s, i) ||
                             (where->kind == NSD_FINDS_GUARD && where->index == i);
    }
    return NSD_OK;
}

/* Positions onto the surfaces of closed guards that are off by more than round-off: positions are
 * not known better than the tolerances. The ledger of a run begins behind that of the start. */
static nsd_status project_closed(nsd_event_run *r, int starting)
{
    nsd_event_driven *s = r->s;
    int               off = 0;
    for (int i = 0; i < s->flow->guards; i++) {
        off |= s->flags.closed[i] && fabs(s->h[i]) > nsd_event_guard_noise(s, i);
    }
    if (!off) {
        return NSD_OK;
    }
    NSD_TRY(s->flow->project_positions(s->flow, r->state->t, s->flags.closed, s->x));
    nsd_event_update_positions(s);
    if (!starting || !s->mechanical) {
        return NSD_OK;
    }
    nsd_mechanics *mechanics = &s->mechanical->mechanics;
    NSD_TRY(nsd_mechanics_kinetic(mechanics, s->x, s->x + mechanics->model->n, &r->kinetic));
    return nsd_mechanics_potential(mechanics, s->x, &r->potential);
}

/* 1 when the acceleration of guard i could not lift it above the rounding of its value in the whole
 * run: the rounding of a force that is zero                                             (ED.4) */
static int cannot_lift(const nsd_event_driven *s, int i)
{
    return 0.5 * s->g0[i].hdd * s->scale.span * s->scale.span <= nsd_event_guard_noise(s, i);
}

/* Roots of each guard at the start of the next step: one after a rebound, two after lifting off,
 * three after a release; one of a force that is zero. A closed guard without force, velocity and
 * acceleration rests.                                                                    (ED.4) */
static void mark_roots_at_start(nsd_event_driven *s, int released)
{
    const double rest = nsd_event_rest_speed(s);
    double       largest = s->flow->largest_hdd;

    for (int i = 0; i < s->flow->guards; i++) {
        largest = fmax(largest, fabs(s->g0[i].hdd));
    }
    const double zero = fmax(ZERO_ACCELERATION_PART * largest,
                             s->mechanical ? s->mechanical->held.noise : 0.0);
    for (int i = 0; i < s->flow->guards; i++) {
        nsd_guard_end *g = &s->g0[i];
        s->flags.deflation[i] = s->flags.resting[i] = 0;
        if (s->flow->sticks[i]) {
            s->flags.deflation[i] = released &&
                                    nsd_flow_release(s->flow)[i] <= ZERO_FORCE_PART * s->sample[i];
            if (s->flow->roots && s->flow->roots[i] > 0) {
                s->flags.deflation[i] = s->flow->roots[i];
            }
            continue;
        }
        if (!s->flags.closed[i]) {
            continue;
        }
        g->h = 0.0;
        s->flags.deflation[i] = 1;
        if (g->hd <= rest) {
            g->hd = 0.0;
            s->flags.deflation[i] = 2;
        }
        if (g->hd == 0.0 && (g->hdd <= zero || cannot_lift(s, i))) {
            g->hdd = 0.0;
            s->flags.deflation[i] = s->flags.leaves[i] ? 3 : 0;
            s->flags.resting[i] = !s->flags.leaves[i];
        }
    }
}

nsd_status nsd_event_mark_leaving(nsd_event_driven *s, const nsd_flow_point *ahead)
{
    NSD_TRY(s->flow->motion(s->flow, ahead, s->g1));
    for (int i = 0; i < s->flow->guards; i++) {
        s->flags.leaves[i] = s->flags.closed[i] && !s->flow->sticks[i] &&
                             s->g1[i].hdd > ZERO_ACCELERATION_PART * s->flow->largest_hdd;
        s->sample[i] = nsd_flow_release(s->flow)[i];
    }
    return NSD_OK;
}

/* Which guards stick after the force of one has come to zero: decided a little later, where forces
 * and accelerations that are zero now have a sign. flags.leaves: guards that open; s->sample: the
 * forces there                                                                          (ED.23) */
static nsd_status choose_sticking_ahead(nsd_event_run *r)
{
    nsd_event_driven *s = r->s;
    const double      t = r->state->t, d = NSD_EVENT_DECISION_STEPS * s->control.last_step;

    NSD_TRY(s->flow->field(s->flow, t, s->x, s->f_try));
    nsd_event_try_ahead(s, s->f_try, d);
    NSD_TRY(s->flow->choose_sticking(s->flow, t + d, s->x_try, s->flags.candidates, s->f_try));

    const nsd_flow_point ahead = { t + d, s->x_try, s->f_try };
    NSD_TRY(nsd_event_mark_leaving(s, &ahead));
    return s->flow->field(s->flow, t, s->x, s->integrate->f0);
}

/* Modes and f0 at the state, by the rule for what has happened; 1 when a guard is released */
static nsd_status choose_modes(nsd_event_run *r, int released, int *releases)
{
    nsd_event_driven *s = r->s;
    nsd_status        status = NSD_OK;

    *releases = released >= 0;
    if (s->friction && (released >= 0 || s->friction->change.yielding >= 0)) {
        const nsd_event_choice choice = nsd_event_friction_choose_nonunique(r, &status);
        if (choice != NSD_CHOOSES_NOTHING || status != NSD_OK) {
            *releases = choice == NSD_CHOOSES_MODES && released >= 0;
            return status;
        }
    }
    if (released >= 0) {
        s->flags.candidates[released] = r->idle_events <= EVENTS_BEFORE_FORCED_RELEASE;
        status = choose_sticking_ahead(r);
        s->flags.leaves[released] |= !s->flags.candidates[released];
        return status;
    }
    if (s->friction && s->friction->change.yielding >= 0) {
        return nsd_event_friction_choose_sliding(r);
    }
    NSD_TRY(s->flow->choose_sticking(s->flow, r->state->t, s->x, s->flags.candidates,
                                     s->integrate->f0));
    if (r->kept < 0 || s->flow->sticks[r->kept]) {
        return NSD_OK;
    }
    s->flow->sticks[r->kept] = 1;
    nsd_flow_set_mode(s->flow, s->flow->sticks);
    return s->flow->field(s->flow, r->state->t, s->x, s->integrate->f0);
}

nsd_status nsd_event_choose_sticking(nsd_event_run *r, int released)
{
    nsd_event_driven *s = r->s;
    const double      rest = nsd_event_rest_speed(s), t = r->state->t;
    double            fastest = 0.0; /* of the guards that stick */
    int               releases = 0;

    for (int i = 0; i < s->flow->guards; i++) {
        s->flags.candidates[i] = s->flags.closed[i] && s->jump.after[i] <= rest;
        s->flags.leaves[i] = 0;
    }
    if (s->mechanical) { /* the accelerations of the run say nothing of a load that was seen */
        s->mechanical->held.noise = r->sank ? 0.0
                                            : ROUNDED_ACCELERATION_PART * s->scale.largest_hdd;
    }
    NSD_TRY(choose_modes(r, released, &releases));
    for (int i = 0; i < s->flow->guards; i++) {
        fastest = s->flow->sticks[i] ? fmax(fastest, fabs(s->jump.after[i])) : fastest;
    }
    if (fastest > 0.0) {
        NSD_TRY(s->flow->project_velocities(s->flow, t, s->flow->sticks, s->x));
    }
    NSD_TRY(s->flow->settle ? s->flow->settle(s->flow, t, s->x) : NSD_OK);
    const nsd_flow_point here = { t, s->x, s->integrate->f0 };
    NSD_TRY(s->flow->motion(s->flow, &here, s->g0));
    mark_roots_at_start(s, releases);
    if (s->friction) {
        nsd_event_friction_deflate(s);
    }
    nsd_event_update_scales(s, s->g0);
    return NSD_OK;
}

/* jump.before and jump.after <- velocities of the closed guards that do not stick; 1 in `hits` when
 * one of them closes faster than rest: then there is an impact at this release */
static nsd_status velocities_at_release(nsd_event_driven *s, double t, int *hits)
{
    if (!s->mechanical) {
        return NSD_OK;
    }
    const nsd_event_point point = nsd_flow_mechanical_point(s->mechanical, t, s->x);
    const double          rest = nsd_event_rest_speed(s);
    NSD_TRY(nsd_held_rates(&s->mechanical->held, &point, s->jump.before));
    for (int i = 0; i < s->flow->guards; i++) {
        const int moves = s->flags.closed[i] && !s->flow->sticks[i];
        s->jump.before[i] = moves ? s->jump.before[i] : 0.0;
        s->jump.after[i] = s->jump.before[i];
        *hits |= s->jump.before[i] < -rest;
    }
    return NSD_OK;
}

/* Of `work`, the work of the impulses of an impact but for friction, contacts lose their part in
 * work.impact; obstacles and joints that move do the rest                               (ED.15) */
static void take_driven_works(nsd_event_driven *s, double work)
{
    const nsd_mechanics *mechanics = &s->mechanical->mechanics;
    double               contacts = 0.0, driven = 0.0;

    for (int i = 0; i < s->flow->guards; i++) {
        contacts += 0.5 * s->jump.impulse[i] * (s->jump.before[i] + s->jump.after[i]);
        driven -= s->jump.impulse[i] * mechanics->y_t[i];
    }
    const double joint = mechanics->model->p > 0 ? work - contacts - driven : 0.0;
    s->work.driven += driven;
    s->work.joint += joint;
    s->work.impact -= driven + joint;
}

static nsd_status apply_impact_law(nsd_event_run *r, const nsd_event_where *where)
{
    nsd_event_driven   *s = r->s;
    const int           m = s->flow->guards;
    const nsd_flow_jump law = { r->state->t,    s->flags.closed,
                                s->flow->e,     nsd_event_rest_speed(s),
                                s->jump.before, s->jump.after,
                                s->jump.impulse };
    double              gain = 0.0;

    r->works_before_jump = s->work;
    s->flow->endless = 0;
    memset(s->jump.impulse, 0, (size_t)m * sizeof(double));
    memset(s->jump.before, 0, (size_t)m * sizeof(double));
    memset(s->jump.after, 0, (size_t)m * sizeof(double));
    memcpy(s->x_row, s->x, (size_t)s->flow->size * sizeof(double));
    if (s->friction) {
        nsd_event_friction_start_instant(s, where);
    }
    if (where->kind == NSD_FINDS_RELEASE && !s->friction && !s->flow->settle) {
        int hits = 0; /* sticking guards have no velocity, but others may close or open just now */
        NSD_TRY(velocities_at_release(s, r->state->t, &hits));
        if (!hits) {
            return NSD_OK;
        }
    }
    NSD_TRY(s->flow->jump ? s->flow->jump(s->flow, &law, s->x) : NSD_OK);
    if (!s->mechanical) { /* a reset may carry the state away from a guard */
        NSD_TRY(s->flow->values(s->flow, r->state->t, s->x, s->h));
        for (int i = 0; i < m; i++) {
            s->flags.closed[i] = s->flags.closed[i] &&
                                 fabs(s->h[i]) <=
                                     2.0 * nsd_event_closed_limit(s, i) + s->options.abs_tol;
        }
    }
    if (nsd_dense_max_abs(m, s->jump.impulse) > 0.0) {
        const double impact = s->work.impact;
        NSD_TRY(nsd_event_kinetic_gain(s, s->x_row, s->x, &gain));
        s->work.impact += gain;
        if (s->friction) {
            nsd_event_friction_add_works(s);
            s->friction->change.stopping = s->friction->change.yielding =
                -1; /* the impact decides all modes anew */
        }
        if (s->mechanical && s->mechanical->mechanics.model->moving) {
            take_driven_works(s, s->work.impact - impact);
        }
    }
    return NSD_OK;
}

/* Kind of event of a surface that is crossed or slid on, not of a wall */
static nsd_event_kind kind_at_surface(nsd_event_kind kind)
{
    return kind == NSD_EVENT_IMPACT   ? NSD_EVENT_CROSS
           : kind == NSD_EVENT_ATTACH ? NSD_EVENT_STICK
           : kind == NSD_EVENT_DETACH ? NSD_EVENT_SLIP
                                      : kind;
}

static nsd_status log_one(nsd_event_run *r, int i, nsd_event_kind kind)
{
    nsd_event_driven *s = r->s;
    const double      P = kind == NSD_EVENT_IMPACT ? s->jump.impulse[i] : 0.0;
    const int         begins = kind == NSD_EVENT_ATTACH || kind == NSD_EVENT_ACCUMULATION;
    const double      before = begins ? s->jump.after[i] : s->jump.before[i];
    const double loss = s->mechanical ? fmax(0.0, -0.5 * (s->jump.before[i] + s->jump.after[i]) * P)
                                      : 0.0;
    const nsd_event event = { r->state->t,
                              i,
                              s->flow->crossed ? kind_at_surface(kind) : kind,
                              before,
                              s->jump.after[i],
                              P,
                              loss,
                              0.0,
                              0 };
    s->events++;
    return r->sink->event(r->sink, &event, r->state);
}

/* Kind of event when guard i begins to stick: after infinitely many bounces, or at once */
static nsd_event_kind kind_of_attach(const nsd_event_driven *s, int i)
{
    const int bounced = s->flow->endless && s->jump.impulse[i] > 0.0 && s->flow->e[i] > 0.0;
    return bounced ? NSD_EVENT_ACCUMULATION : NSD_EVENT_ATTACH;
}

/* Events of one instant, in the order of the guards */
static nsd_status log_events(nsd_event_run *r, const nsd_event_where *where, int starting)
{
    nsd_event_driven *s = r->s;

    for (int i = 0; i < s->flow->guards; i++) {
        const int crossed = s->flow->crossed && s->flow->crossed[i] && !starting;
        const int hit = s->jump.impulse[i] > 0.0 || crossed, sticks = s->flow->sticks[i];
        const int touched = where->kind == NSD_FINDS_GUARD && where->index == i && !hit;
        if (hit) {
            NSD_TRY(log_one(r, i, NSD_EVENT_IMPACT));
        }
        if (touched && !sticks && !s->flags.resting[i]) {
            NSD_TRY(log_one(r, i, NSD_EVENT_GRAZE));
        }
        /* accumulation is logged when the bounces would have ended; the start is no change */
        const int quiet = s->flags.accumulates[i] || (starting && !hit);
        if (sticks != s->flags.stuck_before[i] && !quiet) {
            NSD_TRY(log_one(r, i, sticks ? kind_of_attach(s, i) : NSD_EVENT_DETACH));
        }
        if (s->friction && sticks && s->flags.stuck_before[i]) {
            NSD_TRY(nsd_event_friction_log(r, i));
        }
    }
    return NSD_OK;
}

static nsd_status call_observer(const nsd_event_run *r, int starting)
{
    const nsd_event_driven *s = r->s;
    const nsd_event_facts   facts = { .t = r->state->t,
                                      .starting = starting,
                                      .before = s->x_row,
                                      .after = s->x,
                                      .impulse = s->jump.impulse,
                                      .stuck_before = s->flags.stuck_before,
                                      .sticks = s->flow->sticks,
                                      .accumulates = s->flags.accumulates };
    return s->observer ? s->observer->instant(s->observer, &facts) : NSD_OK;
}

/* Impulses of the instant into the row behind it (`now` 1), or zeros for later rows (0). With given
 * times, impulses add up until the row of the next given time */
static void impulses_to_row(const nsd_event_run *r, int now)
{
    const nsd_event_driven *s = r->s;
    const size_t            m = (size_t)s->flow->guards;
    nsd_state              *row = r->plan->times ? r->plan->before : r->state;
    const double            kept = r->plan->times ? 1.0 : 0.0, added = now ? 1.0 : 0.0;
    for (size_t i = 0; i < m && s->mechanical; i++) {
        row->P[i] = kept * row->P[i] + added * s->jump.impulse[i];
    }
    const size_t tangents = s->friction ? (size_t)s->friction->d * m : 0;
    for (size_t i = 0; i < tangents; i++) {
        row->tangential->T[i] = kept * row->tangential->T[i] + added * s->friction->impulse[i];
    }
}

/* The run ends with `reason`, since the impact law has no answer: row of the state that meets it */
static nsd_status row_without_impact(nsd_event_run *r, nsd_status reason)
{
    nsd_event_driven *s = r->s;
    memcpy(s->x, s->x_row, (size_t)s->flow->size * sizeof(double));
    memset(s->jump.impulse, 0, (size_t)s->flow->guards * sizeof(double));
    NSD_TRY(s->flow->field(s->flow, r->state->t, s->x, s->integrate->f0));
    if (!r->plan->times) {
        NSD_TRY(nsd_event_row(r));
    }
    return reason;
}

static nsd_status take_impact(nsd_event_run *r, const nsd_event_where *where, int starting)
{
    const nsd_status status = apply_impact_law(r, where);
    return status > 0 && r->s->mechanical && !starting ? row_without_impact(r, status) : status;
}

/* The run ends with `reason`, since no forces were found at an instant: the impacts that happened
 * there, and its row, with impulses and without forces */
static nsd_status log_last_impacts(nsd_event_run *r, nsd_status reason)
{
    nsd_event_driven *s = r->s;
    nsd_flow         *flow = s->flow;

    memset(flow->sticks, 0, (size_t)flow->guards * sizeof(int));
    memset(flow->lambda, 0, (size_t)flow->guards * sizeof(double));
    flow->stick_count = 0;
    if (s->friction) {
        memset(s->friction->lambda, 0, (size_t)(s->friction->d * flow->guards) * sizeof(double));
    }
    impulses_to_row(r, 1);
    for (int i = 0; i < flow->guards; i++) {
        NSD_TRY(s->jump.impulse[i] > 0.0 ? log_one(r, i, NSD_EVENT_IMPACT) : NSD_OK);
    }
    NSD_TRY(flow->field(flow, r->state->t, s->x, s->integrate->f0));
    if (!r->plan->times) {
        NSD_TRY(nsd_event_row(r));
    }
    return reason;
}

/* 1 when a compliant contact closes whose force jumps to c delta' there                  (CC.1) */
static int closes_with_a_force(const nsd_event_driven *s, const nsd_event_where *where)
{
    return s->mechanical && where->kind == NSD_FINDS_GUARD && s->mechanical->compliance.law &&
           s->mechanical->compliance.law[where->index].c > 0.0;
}

/* 1 in `falls` when the force of a contact that opens falls to zero at once, as where a force
 * of the
 * system jumps: just before, it is no small part of what it was, and does not shrink. `left` <-
 * that time                                                                              (ED.36) */
static nsd_status force_falls_at_once(nsd_event_run *r, const nsd_event_where *where, double *left,
                                      int *falls)
{
    nsd_event_driven *s = r->s;
    const double      slack = 4.0 * nsd_event_time_slack(s);
    double            force[2];

    *left = r->state->t;
    *falls = 0;
    if (where->kind != NSD_FINDS_RELEASE || !s->mechanical || s->integrate->fixed ||
        r->plan->times) {
        return NSD_OK;
    }
    for (int k = 1; k >= 0; k--) {
        *left = r->state->t - (1.0 + 3.0 * k) * slack;
        NSD_TRY(s->flow->field(s->flow, *left, s->x_row, s->f_try));
        force[k] = s->flow->lambda[where->index];
    }
    *falls = force[0] > 0.5 * force[1] && force[0] > SMALL_FORCE * fabs(r->state->R[where->index]);
    return NSD_OK;
}

/* Impact law, and the row before it where velocities jump, forces of a contact that stops sliding,
 * is damped or opens at once, or sides of a surface */
static nsd_status jump_and_row_before(nsd_event_run *r, const nsd_event_where *where, int starting,
                                      int *jumped)
{
    nsd_event_driven *s = r->s;

    NSD_TRY(find_closed(r, where));
    NSD_TRY(project_closed(r, starting));
    if (!starting) {
        NSD_TRY(nsd_event_user_find_zeros(s, r->state->t, where));
    }
    NSD_TRY(take_impact(r, where, starting));
    *jumped = nsd_dense_max_abs(s->flow->guards, s->jump.impulse) > 0.0;
    const int halts = s->friction && s->friction->change.stopping >= 0;
    const int switches = s->flow->crossed && !starting && where->kind != NSD_FINDS_USER;
    int       falls = 0;
    double    left = r->state->t;
    const int rows = *jumped || halts || switches || closes_with_a_force(s, where);
    if (!rows) {
        NSD_TRY(force_falls_at_once(r, where, &left, &falls));
    }
    return (rows || falls) && !r->plan->times ? nsd_event_row_before_jump(r, left) : NSD_OK;
}

/* Events and row behind the instant; 1 in `ends` when an event of the user ends the run */
static nsd_status log_instant(nsd_event_run *r, const nsd_event_where *where, int starting,
                              int jumped, int *ends)
{
    nsd_event_driven *s = r->s;

    impulses_to_row(r, 1);
    if (!starting) {
        NSD_TRY(nsd_event_user_log(r, ends));
    }
    NSD_TRY(log_events(r, where, starting));
    NSD_TRY(nsd_event_user_start_step(s, r->state->t, starting));
    NSD_TRY(call_observer(r, starting));
    const int passing = s->friction && !jumped && !starting && !r->plan->times &&
                        nsd_event_friction_passing(r);
    return r->plan->times || passing ? NSD_OK : nsd_event_row(r);
}

nsd_status nsd_event_instant(nsd_event_run *r, const nsd_event_where *where, int starting)
{
    nsd_event_driven *s = r->s;
    const int         released = where->kind == NSD_FINDS_RELEASE ? where->index : -1;
    int               ends = 0, jumped = 0;

    if (++r->idle_events > MOST_EVENTS_WITHOUT_MOTION) {
        return NSD_STALLED;
    }
    s->integrate->before = 0.0;
    NSD_TRY(nsd_event_log_accumulation(r));
    NSD_TRY(jump_and_row_before(r, where, starting, &jumped));
    const int touched = where->kind == NSD_FINDS_GUARD && !(s->jump.impulse[where->index] > 0.0);
    r->kept = touched && s->integrate->fixed ? where->index : -1;
    r->sank = where->kind == NSD_FINDS_GUARD && s->flags.resting[where->index];
    const nsd_status chosen = nsd_event_choose_sticking(r, released);
    if (chosen != NSD_OK) {
        const int leaves_row = chosen > 0 && s->mechanical && (jumped || !starting);
        return leaves_row ? log_last_impacts(r, chosen) : chosen;
    }
    if (jumped) {
        NSD_TRY(nsd_event_chatter(r));
    }
    if (starting && s->mechanical) {
        NSD_TRY(nsd_flow_compliance_energy(s->mechanical, r->state->t, s->x, &r->stored));
    }
    const nsd_status logged = log_instant(r, where, starting, jumped, &ends);
    impulses_to_row(r, 0);
    NSD_TRY(logged);
    return s->events >= s->options.max_events ? NSD_MAX_EVENTS : ends ? NSD_STOPPED : NSD_OK;
}
