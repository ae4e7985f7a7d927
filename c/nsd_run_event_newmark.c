/* nsd_run_event_newmark.c - arcs of length h between events: rows, events, ledger, poll. */
#include <math.h>
#include <string.h>

#include "nsd_event_parts.h"

#define JOIN      1e-9 /* contacts that close within this part of a step hit together       */
#define SLACK     1e-9 /* of a step: times closer than this are one                         */
#define NO_MOTION 100  /* events in a row without motion end the run                        */

typedef struct run {
    const nsd_run_plan *plan;
    nsd_event_newmark  *s;
    nsd_state          *state;
    nsd_ledger         *ledger;
    nsd_sink           *sink;
    nsd_run_report     *report;
    nsd_ledger          row_ledger; /* of plan->before                                  */
    double              end, kinetic, potential; /* last time; energies of the start    */
    double              base; /* the last event; t = base + count h                     */
    long                count, until_row;
    size_t              next_time;
    int                 idle; /* events since the last motion                           */
} run;

/* Energies of a state, the works so far plus `extra`; numerical is the remainder        (NM.12) */
static nsd_status balance(run *r, const nsd_state *state, double extra, nsd_ledger *ledger)
{
    nsd_event_newmark *s = r->s;
    double            *value = ledger->value;
    const double       inner = value[NSD_IMPACT] + value[NSD_NUMERICAL];
    nsd_status status = nsd_lagrangian_kinetic(&s->common, state->q, state->v, &value[NSD_KINETIC]);
    if (status == NSD_OK) {
        status = nsd_lagrangian_potential(&s->common, state->q, &value[NSD_POTENTIAL]);
    }
    const double stored = value[NSD_POTENTIAL] - r->potential;
    const double work = s->work_force + extra;
    const double total = fabs(value[NSD_KINETIC] + value[NSD_POTENTIAL]);
    value[NSD_EXTERNAL] = work + stored;
    value[NSD_IMPACT] = s->work_impact;
    value[NSD_JOINT] = s->work_joint;
    value[NSD_NUMERICAL] =
        value[NSD_KINETIC] - r->kinetic - work - s->work_impact - s->work_joint;
    ledger->inner = value[NSD_IMPACT] + value[NSD_NUMERICAL] - inner;
    if (ledger->inner > r->report->gain && ledger == r->ledger) {
        r->report->gain = ledger->inner;
        r->report->gain_t = state->t;
    }
    r->report->largest = fmax(r->report->largest, total);
    return status == NSD_OK && !isfinite(total) ? NSD_DIVERGED : status;
}

static void copy_forces(const run *r, nsd_state *state, const double *lambda, const double *mu)
{
    const nsd_model *model = r->s->common.model;
    memcpy(state->R, lambda, (size_t)model->m * sizeof(double));
    memcpy(state->mu, mu, (size_t)model->p * sizeof(double));
}

static nsd_status write_row(run *r)
{
    copy_forces(r, r->state, r->s->lambda0, r->s->mu0);
    const nsd_status status = balance(r, r->state, 0.0, r->ledger);
    return status == NSD_OK ? r->sink->row(r->sink, r->state, r->ledger) : status;
}

/* The row before a jump: the state with its old velocity */
static nsd_status write_row_before(run *r, const double *v)
{
    const nsd_model *model = r->s->common.model;
    nsd_state       *row = r->plan->before;
    const size_t     n = (size_t)model->n;

    row->t = r->state->t;
    memcpy(row->q, r->state->q, n * sizeof(double));
    memcpy(row->v, v, n * sizeof(double));
    memset(row->P, 0, (size_t)model->m * sizeof(double));
    copy_forces(r, row, r->s->lambda1, r->s->mu1);
    r->row_ledger = *r->ledger;
    const nsd_status status = balance(r, row, 0.0, &r->row_ledger);
    return status == NSD_OK ? r->sink->row(r->sink, row, &r->row_ledger) : status;
}

/* Rows at given times before t + d: q on the parabola of the step, v on its line */
static nsd_status rows_within(run *r, double d)
{
    const nsd_run_plan *plan = r->plan;
    nsd_event_newmark  *s = r->s;
    const nsd_model    *model = s->common.model;
    nsd_state          *row = plan->before;
    nsd_status          status = NSD_OK;

    while (status == NSD_OK && r->next_time < plan->time_count &&
           plan->times[r->next_time] < r->state->t + d - SLACK * plan->h) {
        const double t = plan->times[r->next_time++], x = fmax(t - r->state->t, 0.0);
        double       work = 0.0;
        row->t = t;
        for (int i = 0; i < model->n; i++) {
            const double sum = s->a0[i] + s->a1[i];
            row->q[i] = r->state->q[i] + x * (r->state->v[i] + 0.25 * x * sum);
            row->v[i] = r->state->v[i] + 0.5 * x * sum;
            work += 0.5 * (s->F0[i] + s->F1[i]) * (row->q[i] - r->state->q[i]);
        }
        for (int a = 0; a < model->m; a++) {
            row->P[a] = 0.0;
            row->R[a] = s->lambda0[a] + x / d * (s->lambda1[a] - s->lambda0[a]);
        }
        memcpy(row->mu, s->mu1, (size_t)model->p * sizeof(double));
        r->row_ledger = *r->ledger;
        status = balance(r, row, work, &r->row_ledger);
        status = status == NSD_OK ? r->sink->row(r->sink, row, &r->row_ledger) : status;
    }
    return status;
}

/* Works of the arc of length d that ends in q1, by the trapezoidal rule. What holds a contact or a
 * joint works only when it moves: H'v = -y_t; y_t and g_t are those of the end.        (NM.12) */
static void add_works(run *r, double d)
{
    nsd_event_newmark    *s = r->s;
    const nsd_lagrangian *common = &s->common;
    const nsd_model      *model = common->model;
    double                contact = 0.0, joint = 0.0;

    for (int i = 0; i < model->n; i++) {
        s->work_force += 0.5 * (s->F0[i] + s->F1[i]) * (s->q1[i] - r->state->q[i]);
    }
    for (int a = 0; a < model->m && model->moving; a++) {
        contact -= s->held[a] ? s->lambda1[a] * common->y_t[a] : 0.0;
    }
    for (int j = 0; j < model->p && model->moving; j++) {
        joint -= s->mu1[j] * common->g_t[j];
    }
    s->work_impact += 0.5 * d * (s->power_contact + contact);
    s->work_joint += 0.5 * d * (s->power_joint + joint);
    s->power_contact = contact;
    s->power_joint = joint;
}

static void swap(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

static void set_time(run *r, double d)
{
    if (d == r->plan->h) {
        r->count++;
    } else {
        r->base = r->state->t + d;
        r->count = 0;
    }
    r->state->t = r->base + (double)r->count * r->plan->h;
    if (fabs(r->end - r->state->t) <= SLACK * r->plan->h) {
        r->state->t = r->end;
    }
}

/* The arc without an event becomes the past */
static nsd_status accept(run *r, double d)
{
    nsd_event_newmark    *s = r->s;
    const nsd_model      *model = s->common.model;
    const size_t          n = (size_t)model->n;
    nsd_state            *state = r->state;
    const nsd_event_point end = { state->t + d, s->q1, s->v1 };
    nsd_status            status = NSD_OK;

    if (s->held_count + model->p > 0) {
        nsd_event_select(s, s->held);
        status = nsd_event_onto(s, &end, nsd_event_gap_noise(s, s->q1), s->q1);
        status = status == NSD_OK ? nsd_event_along(s, &end, s->v1) : status;
    }
    if (status != NSD_OK) {
        return status;
    }
    add_works(r, d);
    memcpy(state->q, s->q1, n * sizeof(double));
    memcpy(state->v, s->v1, n * sizeof(double));
    for (int a = 0; a < model->m; a++) {
        s->y1[a] = s->held[a] ? 0.0 : s->y1[a];
        state->P[a] = 0.0;
    }
    swap(&s->a_before, &s->a0);
    swap(&s->a0, &s->a1);
    swap(&s->F0, &s->F1);
    swap(&s->y_before, &s->y0);
    swap(&s->y0, &s->y1);
    swap(&s->lambda0, &s->lambda1);
    swap(&s->mu0, &s->mu1);
    s->h_before = d;
    s->rates_known = 0;
    set_time(r, d);
    return NSD_OK;
}

/* Events of one instant, in the order of the contacts */
static nsd_status log_events(run *r)
{
    nsd_event_newmark *s = r->s;
    const nsd_state   *state = r->state;
    nsd_status         status = NSD_OK;

    for (int a = 0; a < s->common.model->m && status == NSD_OK; a++) {
        const int    was_held = (s->touching[a] & 2) != 0;
        const double before = state->U_before[a], after = state->U[a], P = state->P[a];
        const double loss = fmax(0.0, -0.5 * (before + after) * P);
        nsd_event    event = { state->t, a, NSD_EVENT_IMPACT, before, after, P, loss };
        const int    ends = s->e[a] == 0.0 && s->common.model->e[a] > 0.0;
        s->work_impact += 0.5 * P * (before + after - 2.0 * s->common.y_t[a]);
        if (P > 0.0) {
            event.kind = ends ? NSD_EVENT_ACCUMULATION : NSD_EVENT_IMPACT;
            status = r->sink->event(r->sink, &event, state);
        }
        if (status == NSD_OK && s->held[a] != was_held && !(P > 0.0 && ends)) {
            event.kind = s->held[a] ? NSD_EVENT_ATTACH : NSD_EVENT_DETACH;
            event.impulse = event.loss = 0.0;
            event.before = P > 0.0 ? after : before;
            status = r->sink->event(r->sink, &event, state);
        }
    }
    return status;
}

/* Which contacts are closed at q1, `contact` by construction; bit 1: it was held */
static void find_touching(run *r, int contact)
{
    nsd_event_newmark *s = r->s;
    const int          m = s->common.model->m;
    const double       noise = 2.0 * nsd_event_gap_noise(s, s->q1);
    const double       reach = noise + JOIN * s->h * nsd_max_abs(m, r->state->U_before);

    for (int a = 0; a < m; a++) {
        s->touching[a] = (a == contact || s->held[a] || s->y1[a] <= reach) | (s->held[a] ? 2 : 0);
        s->y0[a] = s->touching[a] ? 0.0 : s->y1[a];
    }
}

/* Impact law or release at the state, whose gaps are y1; the solver starts anew from there. */
static nsd_status settle(run *r, const nsd_event_where *where)
{
    nsd_event_newmark *s = r->s;
    nsd_state         *state = r->state;
    const int          m = s->common.model->m, n = s->common.model->n;
    nsd_status         status = NSD_OK;

    memcpy(s->v1, state->v, (size_t)n * sizeof(double));
    if (where->found == NSD_FOUND_RELEASE) {
        const nsd_event_point point = { state->t, state->q, state->v };
        memcpy(s->e, s->common.model->e, (size_t)m * sizeof(double));
        memset(state->P, 0, (size_t)m * sizeof(double));
        status = nsd_event_rates(s, &point, state->U_before);
        memcpy(state->U, state->U_before, (size_t)m * sizeof(double));
        status = status == NSD_OK ? nsd_event_accelerate(s, state, -1, where->contact) : status;
    } else {
        status = nsd_event_impact(s, state);
        const int a = where->contact;
        if (status == NSD_OK && a >= 0 && !s->held[a] && !(state->P[a] > 0.0)) {
            status = nsd_event_accelerate(s, state, a, -1); /* it neither hits nor leaves */
        }
    }
    return status;
}

static nsd_status report_event(run *r)
{
    nsd_event_newmark *s = r->s;
    const int          timed = r->plan->times != NULL;
    nsd_status         status = NSD_OK;

    if (!timed && nsd_max_abs(s->common.model->m, r->state->P) > 0.0) {
        status = write_row_before(r, s->v1);
    }
    if (status == NSD_OK) {
        status = log_events(r);
    }
    for (int a = 0; a < s->common.model->m; a++) {
        s->touching[a] &= 1;
    }
    return status == NSD_OK && !timed ? write_row(r) : status;
}

static nsd_status event(run *r, const nsd_event_where *where)
{
    nsd_event_newmark    *s = r->s;
    const size_t          n = (size_t)s->common.model->n;
    nsd_state            *state = r->state;
    const nsd_event_point here = { state->t + where->d, s->q1, s->v1 };

    r->idle = where->d > 1e-12 * s->h ? 0 : r->idle + 1;
    if (r->idle > NO_MOTION) {
        return NSD_STALLED;
    }
    nsd_status status = nsd_event_rates(s, &here, state->U_before);
    find_touching(r, where->found == NSD_FOUND_IMPACT ? where->contact : -1);
    nsd_event_select(s, s->touching);
    if (status == NSD_OK) {
        status = nsd_event_onto(s, &here, 0.0, s->q1);
    }
    if (status == NSD_OK && (s->held_count > 0 || s->common.model->p > 0)) {
        nsd_event_select(s, s->held);
        status = nsd_event_along(s, &here, s->v1);
    }
    if (status != NSD_OK) {
        return status;
    }
    add_works(r, where->d);
    memcpy(state->q, s->q1, n * sizeof(double));
    memcpy(state->v, s->v1, n * sizeof(double));
    r->base = state->t = here.t;
    r->count = 0;
    if (fabs(r->end - state->t) <= SLACK * r->plan->h) {
        state->t = r->end;
    }
    status = settle(r, where);
    return status == NSD_OK ? report_event(r) : status;
}

static nsd_status one_arc(run *r)
{
    nsd_event_newmark *s = r->s;
    const double       left = r->end - r->state->t;
    double             h = left < (1.0 + SLACK) * s->h ? left : s->h;
    nsd_event_where    where = { NSD_FOUND_NOTHING, -1, 0.0 };

    nsd_status status = nsd_event_arc(s, r->state, h);
    for (int k = 0; k < s->common.options.halvings && status == NSD_NEWTON; k++) {
        h *= 0.5;
        status = nsd_event_arc(s, r->state, h);
    }
    if (status == NSD_OK) {
        status = nsd_event_locate(s, r->state, h, &where);
    }
    if (status == NSD_OK && r->plan->times) {
        status = rows_within(r, where.d);
    }
    if (status != NSD_OK) {
        return status;
    }
    r->report->steps++;
    if (where.found != NSD_FOUND_NOTHING) {
        return event(r, &where);
    }
    r->idle = 0;
    status = accept(r, where.d);
    if (status != NSD_OK || r->plan->times || --r->until_row > 0) {
        return status;
    }
    r->until_row = r->plan->every;
    return write_row(r);
}

/* Contacts closed at the start: those that approach hit at once, those at rest may be held. */
static nsd_status start(run *r)
{
    nsd_event_newmark     *s = r->s;
    const nsd_model       *model = s->common.model;
    nsd_state             *state = r->state;
    const nsd_event_where  where = { NSD_FOUND_IMPACT, -1, 0.0 };
    const nsd_event_point  here = { state->t, state->q, state->v };
    nsd_status             status = NSD_OK;

    if (model->p > 0) {
        nsd_event_select(s, s->held);
        status = nsd_event_onto(s, &here, nsd_event_gap_noise(s, state->q), state->q);
        status = status == NSD_OK ? nsd_event_along(s, &here, state->v) : status;
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
    status = settle(r, &where);
    memcpy(s->lambda1, s->lambda0, (size_t)model->m * sizeof(double));
    memcpy(s->mu1, s->mu0, (size_t)model->p * sizeof(double));
    for (int a = 0; a < model->m; a++) { /* what lies still at the start is no event */
        s->touching[a] |= s->held[a] && !(state->P[a] > 0.0) ? 2 : 0;
    }
    return status == NSD_OK ? report_event(r) : status;
}

static nsd_status last_rows(run *r)
{
    nsd_status status = NSD_OK;
    while (status == NSD_OK && r->next_time < r->plan->time_count &&
           r->plan->times[r->next_time] <= r->state->t + SLACK * r->plan->h) {
        r->next_time++;
        status = write_row(r);
    }
    return status;
}

nsd_status nsd_run_event_newmark(const nsd_run_plan *plan, nsd_event_newmark *solver,
                                 nsd_state *state, nsd_ledger *ledger, nsd_sink *sink,
                                 nsd_run_report *report)
{
    const double end = plan->t0 + (double)plan->steps * plan->h;
    const double kinetic = ledger->value[NSD_KINETIC], potential = ledger->value[NSD_POTENTIAL];
    run          r = { plan,    solver,  state,     ledger,   sink,        report, *ledger, end,
                       kinetic, potential, plan->t0, 0, plan->every, 0,      0 };
    long         until_poll = sink->patience;

    memset(report, 0, sizeof *report);
    nsd_status status = start(&r);
    while (status == NSD_OK && state->t < end - SLACK * plan->h) {
        status = one_arc(&r);
        if (status == NSD_OK && --until_poll <= 0) {
            status = sink->poll(sink, (state->t - plan->t0) / (end - plan->t0));
            until_poll = sink->patience;
        }
    }
    const nsd_status last = status < 0 ? NSD_OK : last_rows(&r);
    solver->common.report.problems = solver->common.local.problems;
    solver->common.report.iterations = solver->common.local.iterations;
    solver->common.report.worst = solver->common.local.worst;
    return last == NSD_OK ? status : last;
}
