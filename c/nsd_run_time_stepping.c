/* nsd_run_time_stepping.c - t_k = t0 + k h: step, ledger, events, rows, poll. */
#include <math.h>
#include <string.h>

#include "nsd_run.h"

#define DETACH_AFTER 3 /* steps with an impulse that make a contact a sustained one */

typedef struct run {
    const nsd_run_plan *plan;
    nsd_stepper        *stepper;
    nsd_state          *state;
    nsd_ledger         *ledger;
    nsd_sink           *sink;
    nsd_run_report     *report;
    size_t              next_time; /* index into plan->times */
    nsd_ledger          ledger_before;
} run;

/* An impact is the first step with P > 0, a detach the first without after a sustained contact. */
static nsd_status log_events(const run *r, const nsd_state *state, int m)
{
    for (int a = 0; a < m; a++) {
        int *streak = r->plan->streak + a;
        int  kind = 0;
        if (state->P[a] > 0.0) {
            kind = *streak == 0 ? NSD_EVENT_IMPACT : 0;
            *streak += *streak < DETACH_AFTER;
        } else {
            kind = *streak >= DETACH_AFTER ? NSD_EVENT_DETACH : 0;
            *streak = 0;
        }
        if (kind) {
            const double    mean = 0.5 * (state->U_before[a] + state->U[a]);
            const nsd_event event = { state->t,           a,
                                      (nsd_event_kind)kind, state->U_before[a],
                                      state->U[a],        state->P[a],
                                      fmax(0.0, -mean * state->P[a]) };
            const nsd_status status = r->sink->event(r->sink, &event, state);
            if (status != NSD_OK) {
                return status;
            }
        }
    }
    return NSD_OK;
}

/* Works of the step that raise the energy without a cause outside: the scheme's or the law's */
static double inner_work(const nsd_ledger *ledger)
{
    return ledger->value[NSD_IMPACT] + ledger->value[NSD_FRICTION] + ledger->value[NSD_NUMERICAL];
}

static nsd_status book(run *r, double work_before)
{
    const double *value = r->ledger->value;
    const double  total = fabs(value[NSD_KINETIC] + value[NSD_POTENTIAL]);
    const double  gain = inner_work(r->ledger) - work_before;

    if (gain > r->report->gain) {
        r->report->gain = gain;
        r->report->gain_t = r->state->t;
    }
    if (total > r->report->largest) {
        r->report->largest = total;
    }
    return isfinite(total) ? NSD_OK : NSD_DIVERGED;
}

static int times_left(const run *r, double t)
{
    return r->next_time < r->plan->time_count && r->plan->times[r->next_time] <= t;
}

/* Rows at given times up to the end of the step: values of its start, q on the line between. */
static nsd_status rows_within(run *r, double t_end)
{
    const nsd_state *after = r->state;
    nsd_state       *row = r->plan->before;
    const double     slack = 1e-9 * r->plan->h, t_start = row->t;
    const int        n = r->stepper->contact->n;
    nsd_status       status = NSD_OK;
    double           done = 0.0; /* fraction of the step that row->q has advanced */

    while (status == NSD_OK && times_left(r, t_end - slack)) {
        const double t = r->plan->times[r->next_time++];
        const double fraction = t > t_start + slack ? (t - t_start) / r->plan->h : 0.0;
        for (int i = 0; i < n && fraction > done; i++) {
            row->q[i] += (fraction - done) / (1.0 - done) * (after->q[i] - row->q[i]);
        }
        done = fraction > done ? fraction : done;
        row->t = t;
        status = r->sink->row(r->sink, row, &r->ledger_before);
    }
    return status;
}

static void remember(run *r)
{
    const nsd_contact *contact = r->stepper->contact;
    const nsd_state   *now = r->state;
    nsd_state         *before = r->plan->before;

    before->t = now->t;
    before->k = now->k;
    memcpy(before->q, now->q, (size_t)contact->n * sizeof(double));
    memcpy(before->v, now->v, (size_t)contact->n * sizeof(double));
    memcpy(before->P, now->P, (size_t)contact->m * sizeof(double));
    memcpy(before->mu, now->mu, (size_t)contact->p * sizeof(double));
    r->ledger_before = *r->ledger;
}

static nsd_status write_rows(run *r, long *until_row)
{
    if (r->plan->times) {
        return rows_within(r, r->state->t);
    }
    if (--*until_row > 0) {
        return NSD_OK;
    }
    *until_row = r->plan->every;
    return r->sink->row(r->sink, r->state, r->ledger);
}

static nsd_status one_step(run *r, long *until_row)
{
    const double work = inner_work(r->ledger);
    const int    m = r->stepper->contact->m;

    if (r->plan->times) {
        remember(r);
    }
    nsd_status status = r->stepper->step(r->stepper, r->state);
    if (status != NSD_OK) {
        return status;
    }
    r->state->t = r->plan->t0 + (double)r->state->k * r->plan->h;
    r->stepper->energy(r->stepper, r->state, r->ledger);
    status = book(r, work);
    if (status != NSD_OK) {
        return status;
    }
    r->report->steps++;
    status = log_events(r, r->state, m);
    return status == NSD_OK ? write_rows(r, until_row) : status;
}

nsd_status nsd_run_time_stepping(const nsd_run_plan *plan, nsd_stepper *stepper, nsd_state *state,
                                 nsd_ledger *ledger, nsd_sink *sink, nsd_run_report *report)
{
    run        r = { plan, stepper, state, ledger, sink, report, 0, *ledger };
    long       until_row = plan->every, until_poll = sink->patience;
    nsd_status status = NSD_OK;

    memset(report, 0, sizeof *report);
    report->largest = fabs(ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL]);
    memset(plan->streak, 0, (size_t)stepper->contact->m * sizeof *plan->streak);
    if (!plan->times) {
        status = sink->row(sink, state, ledger);
    }
    while (status == NSD_OK && report->steps < plan->steps) {
        status = one_step(&r, &until_row);
        if (status == NSD_OK && --until_poll <= 0) {
            status = sink->poll(sink, (double)report->steps / (double)plan->steps);
            until_poll = sink->patience;
        }
    }
    if (plan->times && status == NSD_OK) { /* what is left lies at the end of the last step */
        remember(&r);
        status = rows_within(&r, INFINITY);
    }
    return status;
}
