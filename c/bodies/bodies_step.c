/* bodies_step.c - rigid bodies as a stepper: one step, its works, events and records   (RB) */
#include <string.h>

#include "bodies/bodies_parts.h"

#define SUSTAINED 3 /* steps with an impulse that make a contact a sustained one */

static int table_size(int count)
{
    int table = 64;
    while (table < 2 * count) {
        table *= 2;
    }
    return table;
}

size_t nsd_bodies_scratch(const nsd_body_set *set)
{
    const size_t count = (size_t)set->count, ints = sizeof(int);
    return nsd_scratch_need(count, sizeof(nsd_body)) +
           nsd_scratch_need(count + 1, sizeof(nsd_motion)) +
           nsd_scratch_need(count + 1, sizeof(double)) + nsd_scratch_need(3 * count, ints) +
           nsd_scratch_need((size_t)table_size(set->count), ints) +
           3 * nsd_scratch_need(count, ints);
}

static nsd_status take_arrays(nsd_bodies *bodies, nsd_scratch *scratch)
{
    const size_t count = (size_t)bodies->set->count, ints = sizeof(int);
    bodies->table = table_size(bodies->set->count);
    bodies->body = nsd_scratch_take(scratch, count, sizeof *bodies->body);
    bodies->motion = nsd_scratch_take(scratch, count + 1, sizeof *bodies->motion);
    bodies->share = nsd_scratch_take(scratch, count + 1, sizeof *bodies->share);
    bodies->cell = nsd_scratch_take(scratch, 3 * count, ints);
    bodies->head = nsd_scratch_take(scratch, (size_t)bodies->table, ints);
    bodies->next = nsd_scratch_take(scratch, count, ints);
    bodies->near = nsd_scratch_take(scratch, count, ints);
    bodies->large = nsd_scratch_take(scratch, count, ints);
    if (!bodies->large) {
        return NSD_ERR_WORKSPACE;
    }
    memset(bodies->motion, 0, (count + 1) * sizeof *bodies->motion);
    return NSD_OK;
}

/* Kinetic and potential energy of what can move                                        (RB.8) */
static void measure(const nsd_bodies *bodies, const nsd_state *state, double *kinetic,
                    double *potential)
{
    const nsd_body_set *set = bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);

    *kinetic = *potential = 0.0;
    for (int i = 0; i < set->count; i++) {
        const double *q = state->q + (size_t)i * (size_t)stride;
        const double *v = state->v + (size_t)i * (size_t)stride, *inertia = set->inertia + 3 * i;
        if (!(set->mass[i] < INFINITY)) {
            continue;
        }
        if (set->dimension == 2) {
            *kinetic += 0.5 * set->mass[i] * (v[0] * v[0] + v[1] * v[1]) +
                        0.5 * inertia[2] * v[2] * v[2];
            *potential -= set->mass[i] * (set->gravity[0] * q[0] + set->gravity[1] * q[1]);
        } else {
            double R[9], w[3];
            nsd_quaternion_matrix(q + 3, R);
            nsd_transpose_times3(R, v + 3, w);
            *kinetic += 0.5 * set->mass[i] * nsd_dot3(v, v) +
                        0.5 * (inertia[0] * w[0] * w[0] + inertia[1] * w[1] * w[1] +
                               inertia[2] * w[2] * w[2]);
            *potential -= set->mass[i] * nsd_dot3(set->gravity, q);
        }
    }
}

static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    const nsd_bodies *bodies = (const nsd_bodies *)stepper;
    double           *value = ledger->value;

    measure(bodies, state, &value[NSD_KINETIC], &value[NSD_POTENTIAL]);
    value[NSD_IMPACT] += bodies->works[0];
    value[NSD_FRICTION] += bodies->works[1];
    value[NSD_NUMERICAL] += bodies->moved;
    ledger->inner = bodies->works[0] + bodies->works[1] + bodies->moved - bodies->given;
}

/* u <- velocity that bodies which move as told give to the contact: that of b less that of a */
static void driven(const nsd_bodies *bodies, const nsd_touch *touch, int b, double *u)
{
    const nsd_motion  rest = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, 0.0, { 0.0 } };
    const nsd_motion *one = bodies->motion + touch->a, *two = bodies->motion + b;
    double            c[3];
    nsd_frame_drift(one->inverse_mass > 0.0 ? &rest : one, two->inverse_mass > 0.0 ? &rest : two,
                    &touch->frame, c);
    nsd_transpose_times3(touch->frame.D, c, u);
    for (int k = 0; k < 3; k++) {
        u[k] = -u[k];
    }
}

/* Works of the torques of a contact, counted as friction                               (RB.8) */
static void settle_torques(nsd_bodies *bodies, const nsd_touch *touch, int b)
{
    const double      rest[3] = { 0.0, 0.0, 0.0 };
    const nsd_motion *one = bodies->motion + touch->a, *two = bodies->motion + b;
    const double     *axes = nsd_frame_axes(bodies->set->dimension == 2, &touch->frame);
    const double     *old = b < bodies->set->count ? bodies->body[b].old + 3 : rest;
    double            before[3], after[3], told[3];

    nsd_axes_rate(bodies->body[touch->a].old + 3, old, axes, before);
    nsd_axes_rate(one->w, two->w, axes, after);
    nsd_axes_rate(two->inverse_mass > 0.0 ? rest : two->w, one->inverse_mass > 0.0 ? rest : one->w,
                  axes, told);
    bodies->given += nsd_dot3(touch->torque, told);
    for (int k = 0; k < 3; k++) {
        bodies->works[1] += touch->torque[k] * (0.5 * (before[k] + after[k]) + told[k]);
    }
}

/* Works of the impulses on what can move, and the gaps at the end of the step.         (RB.8) */
static void settle(nsd_bodies *bodies, nsd_state *state)
{
    const int count = bodies->set->count;
    double   *more = state->joint + count;

    bodies->works[0] = bodies->works[1] = bodies->given = 0.0;
    memset(state->joint, 0, (size_t)count * sizeof(double));
    more[NSD_BODIES_GAP] = NAN;
    more[NSD_BODIES_TOUCHES] = 0.0;
    for (int c = 0; c < bodies->now.count; c++) {
        nsd_touch *touch = bodies->now.item + c;
        const int  b = nsd_touch_other(bodies, touch);
        nsd_touch_velocity(bodies->motion, touch, b, touch->q); /* q is used up */
        touch->gap += bodies->h * (0.5 * (touch->before[0] + touch->q[0]) -
                                   bodies->activation * touch->before[0]);
        more[NSD_BODIES_GAP] = fmin(more[NSD_BODIES_GAP], touch->gap);
        if (touch->r[0] > 0.0) {
            more[NSD_BODIES_TOUCHES] += 1.0;
            state->joint[touch->a] += touch->r[0];
            if (touch->b < count) {
                state->joint[touch->b] += touch->r[0];
            }
        }
        double told[3];
        driven(bodies, touch, b, told);
        for (int k = 0; k < 3; k++) {
            const double middle = 0.5 * (touch->before[k] + touch->q[k]);
            bodies->works[k > 0] += touch->r[k] * (middle + told[k]);
            bodies->given += touch->r[k] * told[k];
        }
        if (bodies->rolls) {
            settle_torques(bodies, touch, b);
        }
    }
}

typedef struct group { /* the contacts of one pair in a list */
    int              first, end;
    const nsd_touch *item; /* the first, NULL past the end of the list */
} group;

static void next_group(const nsd_touch_list *list, group *g)
{
    g->first = g->end;
    g->item = g->first < list->count ? list->item + g->first : NULL;
    while (g->item && g->end < list->count && list->item[g->end].a == g->item->a &&
           list->item[g->end].b == g->item->b) {
        g->end++;
    }
}

static int order_of(const group *one, const group *two)
{
    if (!one->item || !two->item) {
        return one->item ? -1 : 1;
    }
    if (one->item->a != two->item->a) {
        return one->item->a < two->item->a ? -1 : 1;
    }
    return one->item->b < two->item->b ? -1 : one->item->b > two->item->b;
}

/* One event of a pair, with the velocities of its strongest contact. */
static nsd_status log_event(const nsd_bodies *bodies, const nsd_state *state,
                            const nsd_touch_list *list, const group *g, nsd_event_kind kind)
{
    const nsd_touch *best = g->item;
    nsd_event        event;

    if (!bodies->sink) {
        return NSD_OK;
    }
    memset(&event, 0, sizeof event);
    for (int c = g->first; c < g->end; c++) {
        const nsd_touch *touch = list->item + c;
        best = touch->r[0] > best->r[0] ? touch : best;
        if (kind == NSD_EVENT_IMPACT) {
            event.impulse += touch->r[0];
            event.loss -= 0.5 * touch->r[0] * (touch->before[0] + touch->q[0]);
        }
    }
    event.t = bodies->t0 + (double)(state->k + 1) * bodies->h;
    event.contact = best->a + best->b * bodies->set->count;
    event.kind = kind;
    event.before = best->before[0];
    event.after = best->q[0];
    event.loss = fmax(0.0, event.loss);
    return bodies->sink->event(bodies->sink, &event, state);
}

/* A pair touches when one of its contacts has an impulse: first step impact, end detach. */
static nsd_status pair_events(nsd_bodies *bodies, const nsd_state *state, const group *now, int old)
{
    int pushes = 0;
    for (int c = now->first; c < now->end; c++) {
        pushes |= bodies->now.item[c].r[0] > 0.0;
    }
    for (int c = now->first; c < now->end; c++) {
        bodies->now.item[c].streak = !pushes ? 0 : old < SUSTAINED ? old + 1 : SUSTAINED;
    }
    if (pushes && old == 0) {
        return log_event(bodies, state, &bodies->now, now, NSD_EVENT_IMPACT);
    }
    return !pushes && old == SUSTAINED
               ? log_event(bodies, state, &bodies->now, now, NSD_EVENT_DETACH)
               : NSD_OK;
}

static nsd_status log_events(nsd_bodies *bodies, const nsd_state *state)
{
    group      now = { 0, 0, NULL }, old = { 0, 0, NULL };
    nsd_status status = NSD_OK;

    next_group(&bodies->now, &now);
    next_group(&bodies->before, &old);
    while (status == NSD_OK && (now.item || old.item)) {
        const int order = order_of(&now, &old);
        if (order <= 0) {
            const int streak = order == 0 && old.item ? old.item->streak : 0;
            status = pair_events(bodies, state, &now, streak);
            next_group(&bodies->now, &now);
        } else if (old.item && old.item->streak == SUSTAINED) {
            status = log_event(bodies, state, &bodies->before, &old, NSD_EVENT_DETACH);
        }
        if (order >= 0) {
            next_group(&bodies->before, &old);
        }
    }
    return status;
}

nsd_status nsd_bodies_record(nsd_bodies *bodies, const nsd_state *state)
{
    const long k = state->k + 1;
    if (!bodies->record || (k % bodies->every != 0 && k != bodies->steps)) {
        return NSD_OK;
    }
    const long   filled = (k + bodies->every - 1) / bodies->every;
    const double row = (double)(filled + 1);
    for (int c = 0; c < bodies->now.count; c++) {
        const nsd_touch *touch = bodies->now.item + c;
        if (bodies->recorded == bodies->record_capacity) {
            const nsd_status status = bodies->grow_record(bodies);
            if (status != NSD_OK) {
                return status;
            }
        }
        double *field = bodies->record + NSD_TOUCH_FIELDS * bodies->recorded++;
        field[NSD_TOUCH_ROW] = row;
        field[NSD_TOUCH_A] = touch->a + 1;
        field[NSD_TOUCH_B] = touch->b < bodies->set->count ? touch->b + 1
                                                           : bodies->set->count - 1 - touch->b;
        field[NSD_TOUCH_GAP] = touch->gap;
        memcpy(field + NSD_TOUCH_POINT, touch->point, 3 * sizeof(double));
        memcpy(field + NSD_TOUCH_NORMAL, touch->frame.D, 3 * sizeof(double));
        nsd_times3(touch->frame.D, touch->r, field + NSD_TOUCH_IMPULSE);
    }
    return NSD_OK;
}

static void count_work(nsd_bodies *bodies, const nsd_bodies_answer *answer, double *more)
{
    more[NSD_BODIES_RESIDUAL] = answer->residual;
    more[NSD_BODIES_SWEEPS] = answer->sweeps;
    bodies->tally.problems += bodies->now.count > 0;
    bodies->tally.iterations += answer->sweeps;
    bodies->tally.worst = fmax(bodies->tally.worst, answer->residual);
    bodies->missed += !answer->solved;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_bodies       *bodies = (nsd_bodies *)stepper;
    nsd_bodies_answer answer;
    nsd_status        status = nsd_bodies_predict(bodies, state);

    if (status == NSD_OK) {
        status = nsd_bodies_find(bodies);
    }
    if (status != NSD_OK) {
        return status;
    }
    nsd_bodies_keep_closed(bodies);
    nsd_bodies_prepare(bodies);
    status = nsd_bodies_solve_or_relax(bodies, state, &answer);
    if (status != NSD_OK) {
        return status;
    }
    settle(bodies, state);
    count_work(bodies, &answer, state->joint + bodies->set->count);
    status = log_events(bodies, state);
    if (status == NSD_OK) {
        status = nsd_bodies_record(bodies, state);
    }
    nsd_bodies_advance(bodies, state);
    bodies->moved = bodies->project ? nsd_bodies_project_gaps(bodies, state) : 0.0;
    const nsd_touch_list now = bodies->now;
    bodies->now = bodies->before;
    bodies->before = now;
    state->k++;
    return status;
}

/* Whether any of `count` surfaces has rolling or spinning friction */
static int any_rolls(const double *surface, int count)
{
    int rolls = 0;
    for (int i = 0; i < count; i++, surface += NSD_SURFACE) {
        rolls |= surface[NSD_SURFACE_ROLLING] > 0.0 || surface[NSD_SURFACE_SPINNING] > 0.0;
    }
    return rolls;
}

/* Quaternions of length one; bounds; energies of the start */
static nsd_status start(nsd_bodies *bodies, nsd_state *state, nsd_ledger *ledger)
{
    const nsd_body_set *set = bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);
    const double        one[4] = { 1.0, 0.0, 0.0, 0.0 };

    memset(ledger, 0, sizeof *ledger);
    for (int i = 0; i < set->count; i++) {
        double       *q = state->q + (size_t)i * (size_t)stride;
        const double *size = set->size + 3 * i;
        if (set->dimension == 3) {
            nsd_quaternion_product(one, q + 3, q + 3);
        }
        nsd_bodies_place(bodies, i, q);
        bodies->body[i].bound = set->box[i] != 0.0 ? sqrt(nsd_dot3(size, size)) : size[0];
        if (!(bodies->body[i].bound > 0.0) || !(set->mass[i] > 0.0)) {
            return NSD_ERR_BAD_ARGUMENT;
        }
    }
    measure(bodies, state, &ledger->value[NSD_KINETIC], &ledger->value[NSD_POTENTIAL]);
    memset(state->joint, 0, ((size_t)set->count + NSD_BODIES_MORE) * sizeof(double));
    state->joint[set->count + NSD_BODIES_GAP] = NAN;
    return NSD_OK;
}

nsd_status nsd_bodies_init(nsd_bodies *bodies, const nsd_body_set *set,
                           const nsd_bodies_options *options, nsd_scratch *scratch,
                           nsd_state *state, nsd_ledger *ledger)
{
    bodies->set = set;
    bodies->h = options->h;
    bodies->activation = options->activation;
    bodies->tolerance = options->tolerance;
    bodies->slack = options->activation * options->h * options->h *
                    sqrt(nsd_dot3(set->gravity, set->gravity));
    bodies->max_iter = options->max_iter;
    bodies->project = options->project;
    bodies->rolls = any_rolls(set->usual, 1) || any_rolls(set->surface, set->count) ||
                    any_rolls(set->plane_surface, set->planes);
    bodies->now.count = bodies->before.count = 0;
    bodies->recorded = 0;
    bodies->fastest = bodies->moved = bodies->works[0] = bodies->works[1] = 0.0;
    bodies->missed = bodies->jammed = 0;
    bodies->t0 = state->t;
    memset(&bodies->tally, 0, sizeof bodies->tally);
    bodies->tally.n = NSD_BODY_STRIDE(set->dimension) * set->count;
    bodies->tally.p = set->count + NSD_BODIES_MORE;
    memset(&bodies->base, 0, sizeof bodies->base);
    bodies->base.step = step;
    bodies->base.energy = energy;
    bodies->base.tally = &bodies->tally;
    const nsd_status status = take_arrays(bodies, scratch);
    return status == NSD_OK ? start(bodies, state, ledger) : status;
}
