/* run_event_newmark.c - arcs of length h between events: rows, events, ledger, poll. */
#include <math.h>
#include <string.h>

#include "base/dense_small.h"
#include "event/newmark/event_newmark_parts.h"

/* Coordinates up to which the mass matrix is factored without LAPACK, whose call would cost more
 * than the arithmetic. Larger or smaller: slower; results may differ by rounding. */
#define MOST_SMALL_COORDINATES 16

/* Part of a step: contacts that close within such a time hit together. Smaller: simultaneous
 * impacts are solved one after the other; larger: impacts that follow each other are solved as
 * one. */
#define SIMULTANEOUS_STEPS 1e-9

/* Events in a row without motion that end the run with NSD_STALLED. Fewer: ends runs with many
 * contacts that close or open together. */
#define MOST_EVENTS_WITHOUT_MOTION 100

/* Part of a step: a shorter time between two events is no motion. Larger: fast impacts count as
 * repeated events; smaller: events that repeat by rounding are not noticed. */
#define MOTION_STEPS 1e-12

static void swap_arrays(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

static void set_time(nsd_event_newmark_run *r, double d)
{
    if (d == r->plan->h) {
        r->count++;
    } else {
        r->base = r->state->t + d;
        r->count = 0;
    }
    r->state->t = r->base + (double)r->count * r->plan->h;
    if (fabs(r->end - r->state->t) <= NSD_EVENT_NEWMARK_TIME_SLACK_STEPS * r->plan->h) {
        r->state->t = r->end;
    }
}

/* NSD_LOST_DEFINITE unless M at the end of the arc is positive definite; Newton's method does not
 * notice, since K may be regular with any M */
static nsd_status check_mass(nsd_mechanics *mechanics)
{
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n;

    if (model->constant_mass || model->mass_factor) { /* checked at the start, or in every call */
        return NSD_OK;
    }
    memcpy(mechanics->A, mechanics->M, n * n * sizeof(double));
    mechanics->newton_h = 0.0;
    mechanics->holds = NSD_HOLDS_CHOLESKY;
    const nsd_status status = n <= MOST_SMALL_COORDINATES
                                  ? nsd_dense_cholesky_small(model->n, mechanics->A, model->n)
                                  : nsd_dense_cholesky(model->n, mechanics->A, model->n);
    return status == NSD_OK ? NSD_OK : NSD_LOST_DEFINITE;
}

/* The end of an arc without event becomes the state */
static nsd_status arc_to_state(nsd_event_newmark_run *r, double d)
{
    nsd_event_newmark    *s = r->s;
    const nsd_model      *model = s->mechanics.model;
    const size_t          n = (size_t)model->n;
    nsd_state            *state = r->state;
    const nsd_event_point end = { state->t + d, s->q1, s->v1 };
    nsd_status            status = check_mass(&s->mechanics);

    if (status == NSD_OK && s->held_count + model->p > 0) {
        nsd_held_select(&s->held, s->is_held);
        status = nsd_held_project_positions(&s->held, &end, nsd_event_newmark_gap_noise(s, s->q1),
                                            s->q1);
        status = status == NSD_OK ? nsd_held_project_velocities(&s->held, &end, s->v1) : status;
    }
    status = status == NSD_OK ? nsd_event_newmark_add_works(r, d) : status;
    if (status != NSD_OK) {
        return status;
    }
    memcpy(state->q, s->q1, n * sizeof(double));
    memcpy(state->v, s->v1, n * sizeof(double));
    for (int a = 0; a < model->m; a++) {
        s->y1[a] = s->is_held[a] ? 0.0 : s->y1[a];
        state->P[a] = 0.0;
    }
    swap_arrays(&s->last.a, &s->a0);
    swap_arrays(&s->a0, &s->a1);
    swap_arrays(&s->F0, &s->F1);
    swap_arrays(&s->last.y, &s->y0);
    swap_arrays(&s->y0, &s->y1);
    swap_arrays(&s->lambda0, &s->lambda1);
    swap_arrays(&s->mu0, &s->mu1);
    s->last.h = d;
    s->rates_known = 0;
    set_time(r, d);
    return NSD_OK;
}

/* Events of one instant, in the order of the contacts */
static nsd_status log_events(nsd_event_newmark_run *r)
{
    nsd_event_newmark *s = r->s;
    const nsd_state   *state = r->state;
    nsd_status         status = NSD_OK;

    for (int a = 0; a < s->mechanics.model->m && status == NSD_OK; a++) {
        const int    was_held = (s->touching[a] & 2) != 0;
        const double before = state->U_before[a], after = state->U[a], P = state->P[a];
        const double loss = fmax(0.0, -0.5 * (before + after) * P);
        nsd_event    handle_event = { state->t, a, NSD_EVENT_IMPACT, before, after, P, loss, 0.0 };
        const int    ends = s->e[a] == 0.0 && s->mechanics.model->e[a] > 0.0;
        s->work.impact += 0.5 * P * (before + after - 2.0 * s->mechanics.y_t[a]);
        if (P > 0.0) {
            handle_event.kind = ends ? NSD_EVENT_ACCUMULATION : NSD_EVENT_IMPACT;
            status = r->sink->event(r->sink, &handle_event, state);
        }
        if (status == NSD_OK && s->is_held[a] != was_held && !(P > 0.0 && ends)) {
            handle_event.kind = s->is_held[a] ? NSD_EVENT_ATTACH : NSD_EVENT_DETACH;
            handle_event.impulse = handle_event.loss = 0.0;
            handle_event.before = P > 0.0 ? after : before;
            status = r->sink->event(r->sink, &handle_event, state);
        }
    }
    return status;
}

/* touching <- contacts closed at q1, `contact` and held ones in any case; bit 1: held before */
static void find_touching(nsd_event_newmark_run *r, int contact)
{
    nsd_event_newmark *s = r->s;
    const int          m = s->mechanics.model->m;
    const double       noise = 2.0 * nsd_event_newmark_gap_noise(s, s->q1);
    const double       reach = noise +
                         SIMULTANEOUS_STEPS * s->h * nsd_dense_max_abs(m, r->state->U_before);

    for (int a = 0; a < m; a++) {
        s->touching[a] = (a == contact || s->is_held[a] || s->y1[a] <= reach) |
                         (s->is_held[a] ? 2 : 0);
        s->y0[a] = s->touching[a] ? 0.0 : s->y1[a];
    }
}

/* Impact law or release at the state, whose gaps are y1: velocities, forces, held contacts. */
static nsd_status forces_at_event(nsd_event_newmark_run *r, const nsd_event_newmark_where *where)
{
    nsd_event_newmark *s = r->s;
    nsd_state         *state = r->state;
    const int          m = s->mechanics.model->m, n = s->mechanics.model->n;
    nsd_status         status = NSD_OK;

    memcpy(s->v1, state->v, (size_t)n * sizeof(double));
    if (where->found == NSD_FOUND_RELEASE) {
        const nsd_event_point point = { state->t, state->q, state->v };
        memcpy(s->e, s->mechanics.model->e, (size_t)m * sizeof(double));
        memset(state->P, 0, (size_t)m * sizeof(double));
        status = nsd_held_rates(&s->held, &point, state->U_before);
        memcpy(state->U, state->U_before, (size_t)m * sizeof(double));
        status = status == NSD_OK ? nsd_event_newmark_accelerate(s, state, -1, where->contact)
                                  : status;
    } else {
        status = nsd_event_newmark_impact(s, state);
        const int a = where->contact;
        if (status == NSD_OK && a >= 0 && !s->is_held[a] && !(state->P[a] > 0.0)) {
            status = nsd_event_newmark_accelerate(
                s, state, a, -1); /* the contact touches without impulse: held */
        }
    }
    return status;
}

static nsd_status report_event(nsd_event_newmark_run *r)
{
    nsd_event_newmark *s = r->s;
    const int          timed = r->plan->times != NULL;
    nsd_status         status = NSD_OK;

    if (!timed && nsd_dense_max_abs(s->mechanics.model->m, r->state->P) > 0.0) {
        status = nsd_event_newmark_row_before_jump(r, s->v1);
    }
    if (status == NSD_OK) {
        status = log_events(r);
    }
    for (int a = 0; a < s->mechanics.model->m; a++) {
        s->touching[a] &= 1;
        if (timed) { /* impulses add up until the row of the next given time */
            r->plan->before->P[a] += r->state->P[a];
        }
    }
    return status == NSD_OK && !timed ? nsd_event_newmark_row(r) : status;
}

static nsd_status handle_event(nsd_event_newmark_run *r, const nsd_event_newmark_where *where)
{
    nsd_event_newmark    *s = r->s;
    const size_t          n = (size_t)s->mechanics.model->n;
    nsd_state            *state = r->state;
    const nsd_event_point here = { state->t + where->d, s->q1, s->v1 };

    r->idle_events = where->d > MOTION_STEPS * s->h ? 0 : r->idle_events + 1;
    if (r->idle_events > MOST_EVENTS_WITHOUT_MOTION) {
        return NSD_STALLED;
    }
    nsd_status status = nsd_held_rates(&s->held, &here, state->U_before);
    find_touching(r, where->found == NSD_FOUND_IMPACT ? where->contact : -1);
    nsd_held_select(&s->held, s->touching);
    if (status == NSD_OK) {
        status = nsd_held_project_positions(&s->held, &here, 0.0, s->q1);
    }
    if (status == NSD_OK && (s->held_count > 0 || s->mechanics.model->p > 0)) {
        nsd_held_select(&s->held, s->is_held);
        status = nsd_held_project_velocities(&s->held, &here, s->v1);
    }
    status = status == NSD_OK ? nsd_event_newmark_add_works(r, where->d) : status;
    if (status != NSD_OK) {
        return status;
    }
    memcpy(state->q, s->q1, n * sizeof(double));
    memcpy(state->v, s->v1, n * sizeof(double));
    r->base = state->t = here.t;
    r->count = 0;
    if (fabs(r->end - state->t) <= NSD_EVENT_NEWMARK_TIME_SLACK_STEPS * r->plan->h) {
        state->t = r->end;
    }
    status = forces_at_event(r, where);
    return status == NSD_OK ? report_event(r) : status;
}

static nsd_status one_arc(nsd_event_newmark_run *r)
{
    nsd_event_newmark *s = r->s;
    const double       left = r->end - r->state->t;
    double             h = left < (1.0 + NSD_EVENT_NEWMARK_TIME_SLACK_STEPS) * s->h ? left : s->h;
    nsd_event_newmark_where where = { NSD_FOUND_NOTHING, -1, 0.0 };

    nsd_status status = nsd_event_newmark_arc(s, r->state, h);
    for (int k = 0; k < s->mechanics.options.halvings && status == NSD_NEWTON; k++) {
        h *= 0.5;
        status = nsd_event_newmark_arc(s, r->state, h);
    }
    if (status == NSD_OK) {
        status = nsd_event_newmark_locate(s, r->state, h, &where);
    }
    if (status == NSD_OK && r->plan->times) {
        status = nsd_event_newmark_rows_at_given_times(r, where.d);
    }
    if (status != NSD_OK) {
        return status;
    }
    r->report->steps++;
    if (where.found != NSD_FOUND_NOTHING) {
        return handle_event(r, &where);
    }
    r->idle_events = 0;
    r->row_pending = 1;
    status = arc_to_state(r, where.d);
    if (status != NSD_OK || r->plan->times || --r->until_row > 0) {
        return status;
    }
    r->until_row = r->plan->every;
    return nsd_event_newmark_row(r);
}

/* Contacts closed at the start: an impact at once if they approach, held if they are at rest. */
static nsd_status start(nsd_event_newmark_run *r)
{
    nsd_event_newmark            *s = r->s;
    const nsd_model              *model = s->mechanics.model;
    nsd_state                    *state = r->state;
    const nsd_event_newmark_where where = { NSD_FOUND_IMPACT, -1, 0.0 };
    const nsd_event_point         here = { state->t, state->q, state->v };
    nsd_status                    status = NSD_OK;

    if (model->p > 0) {
        nsd_held_select(&s->held, s->is_held);
        status = nsd_held_project_positions(&s->held, &here,
                                            nsd_event_newmark_gap_noise(s, state->q), state->q);
        status = status == NSD_OK ? nsd_held_project_velocities(&s->held, &here, state->v) : status;
    }
    memcpy(s->q1, state->q, (size_t)model->n * sizeof(double));
    if (status == NSD_OK && model->m > 0) {
        status = model->gap(model->context, state->t, state->q, s->y1);
    }
    if (status != NSD_OK) {
        return status;
    }
    memset(state->U_before, 0, (size_t)model->m * sizeof(double));
    find_touching(r, -1);
    status = forces_at_event(r, &where);
    memcpy(s->lambda1, s->lambda0, (size_t)model->m * sizeof(double));
    memcpy(s->mu1, s->mu0, (size_t)model->p * sizeof(double));
    for (int a = 0; a < model->m; a++) { /* contacts held from the start are no event */
        s->touching[a] |= s->is_held[a] && !(state->P[a] > 0.0) ? 2 : 0;
    }
    return status == NSD_OK ? report_event(r) : status;
}

/* Rows of given times up to the end of the run; without given times the row of the last state, if
 * it has not been written */
static nsd_status last_rows(nsd_event_newmark_run *r, nsd_status reason)
{
    const int  whole = reason == NSD_OK || reason == NSD_STOPPED;
    nsd_status status = whole && r->row_pending && !r->plan->times ? nsd_event_newmark_row(r)
                                                                   : NSD_OK;
    while (status == NSD_OK && r->next_time < r->plan->time_count &&
           r->plan->times[r->next_time] <=
               r->state->t + NSD_EVENT_NEWMARK_TIME_SLACK_STEPS * r->plan->h) {
        r->next_time++;
        memcpy(r->state->P, r->plan->before->P, (size_t)r->s->mechanics.model->m * sizeof(double));
        status = nsd_event_newmark_row(r);
        memset(r->plan->before->P, 0, (size_t)r->s->mechanics.model->m * sizeof(double));
    }
    return status;
}

nsd_status nsd_run_event_newmark(const nsd_run_plan *plan, nsd_event_newmark *solver,
                                 nsd_state *state, nsd_ledger *ledger, nsd_sink *sink,
                                 nsd_run_report *report)
{
    const double end = plan->t0 + (double)plan->steps * plan->h;
    const double kinetic = ledger->value[NSD_KINETIC], potential = ledger->value[NSD_POTENTIAL];
    nsd_event_newmark_run r = { plan,        solver, state,   ledger,    sink,     report,
                                *ledger,     end,    kinetic, potential, plan->t0, 0,
                                plan->every, 0,      0,       0 };
    long long             until_poll = sink->patience;

    memset(report, 0, sizeof *report);
    nsd_status status = start(&r);
    while (status == NSD_OK && state->t < end - NSD_EVENT_NEWMARK_TIME_SLACK_STEPS * plan->h) {
        status = one_arc(&r);
        if (status == NSD_OK && --until_poll <= 0) {
            status = sink->poll(sink, (state->t - plan->t0) / (end - plan->t0));
            until_poll = sink->patience;
        }
    }
    const nsd_status last = status < 0 ? NSD_OK : last_rows(&r, status);
    nsd_contact_solver_report(&solver->mechanics.contact.solver, &solver->mechanics.tally);
    return last == NSD_OK ? status : last;
}
