/* event_local.c - steps of a system whose blocks fly alone: rows, and impacts of single contacts.
 *                                                                               (ED.28), (ED.29) */
#include "event/event_local.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Blocks from which on they fly alone. Fewer: small systems pay for a queue; more: larger systems
 * move all coordinates at every event. */
#define LEAST_BLOCKS 8

/* Events in a row at one time after which the whole system decides. More than the loop allows: a
 * run that stalls is not noticed. */
#define MOST_IDLE_EVENTS 20

/* Times the height from which on hops are integrated (ED.10): lower ones are left to the loop of
 * the whole system, which decides. Below 1: hops that should be cut short are integrated. */
#define LOW_HOP_FACTOR 2.0

static nsd_event_local *lay_out(const nsd_linear *linear, nsd_scratch *scratch)
{
    nsd_event_local  blank;
    nsd_event_local *local = nsd_scratch_struct(scratch, &blank, sizeof blank);

    nsd_event_blocks_lay_out(&local->blocks, linear, scratch);
    nsd_event_queue_lay_out(&local->queue, linear->m, scratch);
    local->is_root = nsd_scratch_ints(scratch, (size_t)linear->m);
    local->since = nsd_scratch_doubles(scratch, (size_t)linear->m);
    local->change = nsd_scratch_doubles(scratch, (size_t)linear->n);
    return local;
}

/* The linear system of a model whose parts may fly alone, or NULL */
static const nsd_linear *parts_of(const nsd_model *model)
{
    const nsd_surface *surface = &model->surface;
    const int          plain = model->n >= LEAST_BLOCKS && model->m > 0 && model->p == 0 &&
                      surface->d == 0 && !surface->law && !surface->compliance;
    return plain ? nsd_linear_model_system(model) : NULL;
}

size_t nsd_event_local_scratch(const nsd_model *model)
{
    const nsd_linear *linear = parts_of(model);
    nsd_scratch      *counter = NSD_SCRATCH_COUNTER;
    if (!linear) {
        return 0;
    }
    lay_out(linear, counter);
    return nsd_scratch_counted(counter);
}

nsd_event_local *nsd_event_local_init(const nsd_model *model, nsd_scratch *scratch)
{
    const nsd_linear *linear = parts_of(model);
    if (!linear) {
        return NULL;
    }
    nsd_event_local *local = lay_out(linear, scratch);
    return nsd_scratch_is_full(scratch) ||
                   nsd_event_blocks_find(&local->blocks, linear) < LEAST_BLOCKS
               ? NULL
               : local;
}

/* --- between the loop of the whole system and that of its blocks ----------------------------- */

/* 1 when nothing at the state is left to the whole system */
static int may_enter(const nsd_event_driven *s)
{
    if (s->observer || s->options.user.count > 0 || s->accumulation_time < INFINITY ||
        (s->flow->stick_count > 0 && s->options.attract > 0.0)) {
        return 0;
    }
    for (int a = 0; a < s->flow->guards; a++) {
        if (s->flow->sticks[a] && s->flags.deflation[a] > 0) {
            return 0;
        }
    }
    return 1;
}

/* 1 when the state has the work of dampers */
static int is_damped(const nsd_event_driven *s)
{
    return s->flow->size > s->flow->controlled + NSD_WORK_DAMPING;
}

/* Blocks fly from the state if that is possible: local->active */
static nsd_status enter(nsd_event_run *r)
{
    nsd_event_driven *s = r->s;
    nsd_event_local  *local = s->local;
    const int         n = s->flow->controlled / 2, m = s->flow->guards;
    const double      t = r->state->t;

    if (!may_enter(s) || !nsd_event_blocks_join(&local->blocks, s->flow->sticks)) {
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_kinetic(&s->mechanical->mechanics, s->x, s->x + n, &local->kinetic));
    local->force_work = s->x[2 * n + NSD_WORK_FORCE];
    local->damping_work = is_damped(s) ? s->x[2 * n + NSD_WORK_DAMPING] : 0.0;
    local->gain = 0.0;
    local->longest = INFINITY;
    for (int b = 0; b < local->blocks.count; b++) {
        nsd_event_blocks_start(&local->blocks, b, t, s->x, s->x + n);
        local->longest = fmin(local->longest, local->blocks.until[b] - t);
    }
    local->refused = local->blocks.too_short;
    nsd_event_queue_init(&local->queue, m);
    for (int a = 0; a < m && !local->refused; a++) {
        NSD_TRY(nsd_event_local_predict(r, a, t));
    }
    local->active = !local->refused;
    return NSD_OK;
}

/* The whole system goes on from the state: its field and its guards */
static nsd_status leave(nsd_event_run *r)
{
    nsd_event_driven    *s = r->s;
    const double         t = r->state->t;
    const nsd_flow_point here = { t, s->x, s->integrate->f0 };

    s->local->active = 0;
    r->row_kinetic = NAN;
    if (s->flow->stick_count > 0) {
        NSD_TRY(nsd_flow_project_held(s->flow, t, s->x));
    }
    nsd_event_update_positions(s);
    NSD_TRY(s->flow->field(s->flow, t, s->x, s->integrate->f0));
    NSD_TRY(s->flow->motion(s->flow, &here, s->g0));
    for (int a = 0; a < s->flow->guards; a++) {
        const int roots = s->flow->sticks[a] ? 0 : s->flags.deflation[a];
        s->g0[a].h = roots > 0 ? 0.0 : s->g0[a].h;
        s->g0[a].hd = roots > 1 ? 0.0 : s->g0[a].hd;
        s->g0[a].hdd = roots > 2 ? 0.0 : s->g0[a].hdd;
    }
    nsd_event_update_scales(s, s->g0);
    return NSD_OK;
}

/* --- flight and rows ------------------------------------------------------------------------- */

/* x <- the state at t with its works, a_row and forces of the flow <- those at t */
static nsd_status fly(nsd_event_run *r, double t, double *x)
{
    nsd_event_driven *s = r->s;
    nsd_event_local  *local = s->local;
    const int         n = s->flow->controlled / 2;
    const double      work = nsd_event_blocks_fly(&local->blocks, t, x, x + n, s->a_row);

    NSD_TRY(local->blocks.too_short ? NSD_STALLED : NSD_OK);
    r->row_kinetic = local->kinetic + local->gain; /* without forces */
    if (local->blocks.highest > 1) {
        NSD_TRY(nsd_mechanics_kinetic(&s->mechanical->mechanics, x, x + n, &r->row_kinetic));
    }
    x[2 * n + NSD_WORK_FORCE] = local->force_work + r->row_kinetic - local->kinetic - local->gain;
    if (is_damped(s)) {
        x[2 * n + NSD_WORK_DAMPING] = local->damping_work + work;
    }
    for (int a = 0; a < s->flow->guards && s->flow->stick_count > 0; a++) {
        s->flow->lambda[a] = s->flow->sticks[a] ? nsd_event_blocks_force(&local->blocks, a, t)
                                                : 0.0;
    }
    return NSD_OK;
}

/* A row at t, between the ends of the step */
static nsd_status row_at(nsd_event_run *r, double t)
{
    NSD_TRY(fly(r, t, r->s->x_row));
    return nsd_event_row_of_x_row(r, t);
}

/* The ranges of all states know that of x */
static void update_ranges(nsd_event_driven *s, const double *x)
{
    double *low = s->smooth.low, *high = s->smooth.high;
    for (int i = 0; i < s->flow->controlled; i++) {
        low[i] = x[i] < low[i] ? x[i] : low[i];
        high[i] = x[i] > high[i] ? x[i] : high[i];
    }
}

/* Rows of the next time d, at whose end the state is x1, so that lines between them look like the
 * curves. Second differences over quarters of d: of positions by the accelerations a0 and a_row at
 * both ends, of velocities by vibrations as fast as the series of their block grows     (ED.27) */
static int smooth_rows(nsd_event_driven *s, double d, const double *a0)
{
    const nsd_event_blocks *b = &s->local->blocks;
    const int               n = s->flow->controlled / 2;
    const double           *low = s->smooth.low, *high = s->smooth.high;
    double                  most = 0.0;

    update_ranges(s, s->x1);
    const double q_least = nsd_event_least_range(nsd_dense_max_abs(n, s->x1));
    const double v_least = nsd_event_least_range(nsd_dense_max_abs(n, s->x1 + n));
    for (int i = 0; i < n; i++) {
        const double rate = NSD_EXACT_STEP_GROWTH / (b->until[b->of[i]] - b->t0[i]);
        const double v = fmax(fabs(s->x[n + i]), fabs(s->x1[n + i]));
        const double a = fmax(fabs(a0[i]), fabs(s->a_row[i]));
        most = fmax(most, a / fmax(high[i] - low[i], q_least));
        most = fmax(most, rate * rate * v / fmax(high[n + i] - low[n + i], v_least));
    }
    return nsd_event_smooth_rows(most * d * d / 16.0);
}

/* The rows within the next time d: `parts` of equal length, or those of given times */
static nsd_status rows_within(nsd_event_run *r, double d, int parts)
{
    const nsd_run_plan *plan = r->plan;
    const double        t = r->state->t, end = t + d - nsd_event_time_slack(r->s);

    while (plan->times && r->next_time < plan->time_count && plan->times[r->next_time] < end) {
        NSD_TRY(row_at(r, plan->times[r->next_time++]));
    }
    for (int k = 1; k < parts; k++) {
        NSD_TRY(row_at(r, t + d * k / parts));
    }
    return NSD_OK;
}

/* The state <- that of d later, which is also in x_row */
static nsd_status arrive(nsd_event_run *r, double d)
{
    nsd_event_driven *s = r->s;
    int               parts = r->plan->times || !(d > 0.0) ? 1 : s->options.refine;

    if (!r->plan->times && d > 0.0 && s->options.smooth && s->local->blocks.highest > 1) {
        memcpy(s->f_try, s->a_row, (size_t)s->flow->controlled / 2 * sizeof(double));
        NSD_TRY(fly(r, r->state->t + d, s->x1));
        const int smooth = smooth_rows(s, d, s->f_try);
        parts = smooth > parts ? smooth : parts;
    }
    NSD_TRY(rows_within(r, d, parts));
    nsd_event_set_time(r, d);
    NSD_TRY(fly(r, r->state->t, s->x_row));
    memcpy(s->x, s->x_row, (size_t)s->flow->size * sizeof(double));
    nsd_event_update_positions(s);
    memset(s->flags.deflation, 0, (size_t)s->flow->guards * sizeof(int));
    r->row_pending = 1;
    return NSD_OK;
}

static nsd_status state_row(nsd_event_run *r)
{
    r->row_pending = 0;
    return nsd_event_write_row(r, r->state->t, r->s->x, r->state, r->ledger);
}

/* --- impacts --------------------------------------------------------------------------------- */

/* 1 when contact a, which is not `hit`, is closed at t: it takes part in the impact */
static int takes_part(const nsd_event_driven *s, int a, int hit, double t)
{
    return a != hit && (s->flow->sticks[a] || nsd_event_blocks_gap(&s->local->blocks, a, t).h <=
                                                  nsd_event_closed_limit(s, a));
}

/* 1 when no other contact is closed at the impact of contact a */
static int is_single(const nsd_event_driven *s, int a, double t)
{
    const nsd_event_blocks *b = &s->local->blocks;
    const nsd_event_queue  *queue = &s->local->queue;
    const nsd_columns      *H = &b->linear->H;

    for (int k = 1; k < 3 && k < queue->count; k++) { /* contact a is the first one of the queue */
        if (s->local->is_root[queue->heap[k]] && takes_part(s, queue->heap[k], a, t)) {
            return 0;
        }
    }
    for (ptrdiff_t k = H->start[a]; k < H->start[a + 1]; k++) {
        const int block = b->of[H->row[k]];
        for (int p = b->list_start[block]; p < b->list_start[block + 1]; p++) {
            if (takes_part(s, b->list[p], a, t)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Velocities of a contact below this count as zero */
static double rest_speed(const nsd_event_driven *s, int a)
{
    const nsd_columns *H = &s->local->blocks.linear->H;
    const double      *v = s->x + s->flow->controlled / 2;
    double             sum = 0.0;
    for (ptrdiff_t k = H->start[a]; k < H->start[a + 1]; k++) {
        sum += fabs(H->values[k] * v[H->row[k]]);
    }
    return fmax(nsd_event_known_rest_speed(s), 8.0 * DBL_EPSILON * sum);
}

/* 1 when the rebound is so low that bounces may be cut short                            (ED.10) */
static int may_accumulate(const nsd_event_driven *s, int a, double after, double acceleration)
{
    if (s->flow->e[a] >= 1.0 || !(acceleration < 0.0)) {
        return 0;
    }
    const double height = -0.5 * after * after / acceleration;
    return (s->options.chatter == NSD_CHATTER_THRESHOLD && after < s->options.chatter_speed) ||
           height <= LOW_HOP_FACTOR * fmax(nsd_event_lowest_hop(s, a),
                                           s->options.chatter_height * s->scale.largest_h[a]);
}

/* 1 when the event of contact a is an impact that changes its blocks alone, and decides no more */
static int is_simple(const nsd_event_run *r, int a, const nsd_guard_end *gap)
{
    const nsd_event_driven *s = r->s;
    const double            rest = rest_speed(s, a), after = -s->flow->e[a] * gap->hd;

    return !s->flow->sticks[a] && !s->mechanical->mechanics.model->surface.impact &&
           r->idle_events < MOST_IDLE_EVENTS && gap->hd < -rest && after > rest &&
           fabs(gap->h) <= nsd_event_closed_limit(s, a) && !may_accumulate(s, a, after, gap->hdd) &&
           is_single(s, a, r->state->t);
}

/* The blocks of contact a fly on from the state, and their contacts are predicted anew */
static nsd_status restart_blocks(nsd_event_run *r, int a)
{
    nsd_event_driven  *s = r->s;
    nsd_event_local   *local = s->local;
    nsd_event_blocks  *b = &local->blocks;
    const nsd_columns *H = &b->linear->H;
    const int          n = s->flow->controlled / 2;
    const double       t = r->state->t;

    for (ptrdiff_t k = H->start[a]; k < H->start[a + 1]; k++) {
        const int block = nsd_event_blocks_at(b, a, k);
        if (block >= 0) {
            nsd_event_blocks_restart(b, block, t, s->x, s->x + n);
            nsd_event_blocks_accelerations(b, block, s->a_row);
            local->longest = fmin(local->longest, b->until[block] - t);
        }
    }
    NSD_TRY(nsd_event_local_predict(r, a, t));
    for (ptrdiff_t k = H->start[a]; k < H->start[a + 1]; k++) {
        const int block = nsd_event_blocks_at(b, a, k);
        for (int p = block < 0 ? 0 : b->list_start[block];
             block >= 0 && p < b->list_start[block + 1]; p++) {
            NSD_TRY(b->list[p] != a ? nsd_event_local_predict(r, b->list[p], t) : NSD_OK);
        }
    }
    return NSD_OK;
}

/* The scales of the run know the motion of contact a                                     */
static void update_scales(nsd_event_driven *s, int a, const nsd_guard_end *gap)
{
    s->scale.largest_h[a] = fmax(s->scale.largest_h[a], gap->h);
    s->scale.largest_hd = fmax(s->scale.largest_hd, fabs(gap->hd));
    s->scale.largest_hdd = fmax(s->scale.largest_hdd, fabs(gap->hdd));
}

/* The event of an impact, and the row behind it */
static nsd_status log_impact(nsd_event_run *r, const nsd_event *event)
{
    nsd_event_driven *s = r->s;
    nsd_state        *row = r->plan->times ? r->plan->before : r->state; /* impulses add up there */

    row->P[event->contact] += event->impulse;
    s->events++;
    NSD_TRY(r->sink->event(r->sink, event, r->state));
    if (!r->plan->times) {
        const nsd_status status = state_row(r);
        row->P[event->contact] = 0.0;
        NSD_TRY(status);
    }
    return s->events >= s->options.max_events ? NSD_MAX_EVENTS : NSD_OK;
}

/* Impact of contact a alone, with its rows and its event                         (ED.7), (ED.29) */
static nsd_status impact(nsd_event_run *r, int a, const nsd_guard_end *gap)
{
    nsd_event_driven *s = r->s;
    nsd_event_local  *local = s->local;
    nsd_event_blocks *b = &local->blocks;
    const double      W = nsd_event_blocks_push(b, a, local->change), kinetic = r->row_kinetic;
    const double      before = gap->hd, after = -s->flow->e[a] * before;
    const double      impulse = (after - before) / W, gain = 0.5 * (before + after) * impulse;
    const nsd_event   event = { r->state->t,      a,     NSD_EVENT_IMPACT,
                                before,           after, impulse,
                                fmax(0.0, -gain), 0.0,   0 };

    r->idle_events++;
    if (fabs(gap->h) > nsd_event_guard_noise(s, a)) { /* onto the surface               (ED.12) */
        nsd_event_blocks_add(b, a, -gap->h / W, local->change, s->x);
        nsd_event_blocks_add(b, a, -gap->h / W, local->change, s->x_row);
    }
    NSD_TRY(r->plan->times ? NSD_OK : nsd_event_row_of_x_row(r, r->state->t));
    nsd_event_blocks_add(b, a, impulse, local->change, s->x + s->flow->controlled / 2);
    s->work.impact += gain;
    local->gain += gain;
    s->mechanical->mechanics.contact.solver.problems++;
    s->flags.deflation[a] = 1;
    update_scales(s, a, gap);
    NSD_TRY(restart_blocks(r, a));
    r->row_kinetic = r->plan->times ? NAN : kinetic + gain;
    return log_impact(r, &event);
}

/* --- steps ----------------------------------------------------------------------------------- */

/* The event of contact a, d after the state, on a step of length H */
static nsd_status event_step(nsd_event_run *r, int a, double d, double H)
{
    nsd_event_driven *s = r->s;
    const int         held = s->flow->sticks[a];

    s->control.H *= 0.9;
    NSD_TRY(arrive(r, d));
    const double        middle = 0.5 * (s->local->since[a] + r->state->t);
    const nsd_guard_end gap = nsd_event_blocks_gap(&s->local->blocks, a, r->state->t);
    if (!held) { /* the largest gap of a flight enters the scales when the flight was flown */
        const double open = nsd_event_blocks_gap(&s->local->blocks, a, middle).h;
        s->scale.largest_h[a] = fmax(s->scale.largest_h[a], open);
    }
    if (is_simple(r, a, &gap)) {
        return impact(r, a, &gap);
    }
    const nsd_event_where where = { .kind = held ? NSD_FINDS_RELEASE : NSD_FINDS_GUARD,
                                    .index = a,
                                    .theta = d / H,
                                    .past = 1.0,
                                    .elapsed = d,
                                    .confirmed = 1 };
    s->local->active = 0;
    r->row_kinetic = NAN;
    if (s->flow->stick_count > 0) {
        NSD_TRY(nsd_flow_project_held(s->flow, r->state->t, s->x));
        nsd_event_update_positions(s);
    }
    return nsd_event_instant(r, &where, 0);
}

/* The first contact with an event up to t; contacts whose time has come without one are looked at
 * again. -1: none */
static nsd_status first_event(nsd_event_run *r, double t, int *contact)
{
    nsd_event_local *local = r->s->local;

    for (;;) {
        const int    a = nsd_event_queue_first(&local->queue);
        const double time = local->queue.time[a];
        *contact = time <= t ? a : -1;
        if (time > t || local->is_root[a] || local->refused) {
            return NSD_OK;
        }
        NSD_TRY(nsd_event_local_predict(r, a, time));
    }
}

nsd_status nsd_event_local_step(nsd_event_run *r, int *taken)
{
    nsd_event_driven *s = r->s;
    nsd_event_local  *local = s->local;
    const double      t = r->state->t, limit = s->options.t_end - t;
    int               contact = -1;

    *taken = 0;
    if (!local) {
        return NSD_OK;
    }
    if (!local->active) {
        NSD_TRY(enter(r));
    }
    if (!local->active) {
        return NSD_OK;
    }
    const double wanted = fmin(s->control.H, local->longest);
    const double H = wanted > 0.99 * limit ? limit : fmin(wanted, 0.5 * limit);
    NSD_TRY(first_event(r, t + H, &contact));
    *taken = !local->refused &&
             (contact >= 0 || t + H < s->options.t_end - nsd_event_time_slack(s));
    if (!*taken) { /* the last step looks at contacts that close with the run */
        return leave(r);
    }
    r->report->steps++;
    s->control.last_step = H;
    nsd_event_propose_step(s, H, wanted);
    if (contact >= 0) {
        return event_step(r, contact, fmax(0.0, local->queue.time[contact] - t), H);
    }
    NSD_TRY(arrive(r, H));
    if (r->plan->times || --r->until_row > 0) {
        return NSD_OK;
    }
    r->until_row = r->plan->every;
    return state_row(r);
}

nsd_status nsd_event_local_finish(nsd_event_run *r)
{
    return r->s->local && r->s->local->active ? leave(r) : NSD_OK;
}
