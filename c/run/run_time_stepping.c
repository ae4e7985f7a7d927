/* run_time_stepping.c - the loop over t_k = t0 + k h: step, ledger, events, rows, poll. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "run/run.h"

/* Steps in a row with an impulse that make a contact a sustained one, whose end is a detach event.
 * Larger: short contacts end without event; smaller: impacts that last two steps detach. */
#define SUSTAINED_STEPS 3

typedef struct run {
    const nsd_run_plan *plan;
    nsd_stepper        *stepper;
    nsd_state          *state;
    nsd_ledger         *ledger;
    nsd_sink           *sink;
    nsd_run_report     *report;
    size_t              next_time; /* index into plan->times */
    nsd_ledger          ledger_before;
    nsd_channels_sums   sums; /* impulses since the last row, in plan->before */
} run;

/* Which steps are rows. A constant in every call of a loop, so that the compiler makes three. */
typedef enum row_rule { EVERY_STEP, SPACED, AT_TIMES } row_rule;

/* again: events of this step have been logged already, and `again` is set */
NSD_RARE nsd_status log_event(nsd_sink *sink, const nsd_state *state, int a, nsd_event_kind kind,
                              int *again)
{
    const double    before = state->U_before[a], after = state->U[a], P = state->P[a];
    const double    loss = fmax(0.0, -0.5 * (before + after) * P);
    const nsd_event event = { state->t, a, kind, before, after, P, loss, 0.0, *again };
    *again = 1;
    return sink->event(sink, &event, state);
}

/* An impact is the first step with P > 0, a detach the first step with P = 0 after a sustained
 * contact. */
NSD_INLINE nsd_status log_events(const run *r, const nsd_state *state, int m)
{
    nsd_status status = NSD_OK;
    int        again = 0;
    for (int a = 0; a < m && status == NSD_OK; a++) {
        int      *streak = r->plan->streak + a;
        const int length = *streak;
        if (state->P[a] > 0.0) {
            *streak = length < SUSTAINED_STEPS ? length + 1 : SUSTAINED_STEPS;
            if (length == 0) {
                status = log_event(r->sink, state, a, NSD_EVENT_IMPACT, &again);
            }
        } else if (length > 0) {
            *streak = 0;
            if (length == SUSTAINED_STEPS) {
                status = log_event(r->sink, state, a, NSD_EVENT_DETACH, &again);
            }
        }
    }
    return status;
}

static double length(int size, const double *x)
{
    return size == 1 ? fabs(x[0]) : hypot(x[0], x[1]);
}

/* A tangential quantity as one number: with its sign in the plane, its length in space */
static double signed_or_length(int size, const double *x)
{
    return size == 1 ? x[0] : length(size, x);
}

NSD_RARE nsd_status log_friction_event(const run *r, const nsd_state *state, int a,
                                       nsd_event_kind kind)
{
    const nsd_tangential *tangential = state->tangential;
    const int             size = tangential->sliding, first = a * tangential->d;
    const double         *T = tangential->T + first, *V = tangential->V + first,
                 *V0 = tangential->V_before + first;
    double work = 0.0;

    for (int i = 0; i < size; i++) {
        work += 0.5 * T[i] * (V0[i] + V[i]);
    }
    const int       plane = size == 1 && kind != NSD_EVENT_STICK;
    const double    direction = plane ? (V[0] > 0.0) - (V[0] < 0.0) : 0.0;
    const nsd_event event = { .t = state->t,
                              .contact = a,
                              .kind = kind,
                              .before = signed_or_length(size, V0),
                              .after = signed_or_length(size, V),
                              .impulse = signed_or_length(size, T),
                              .loss = fmax(0.0, -work),
                              .direction = direction };
    return r->sink->event(r->sink, &event, state);
}

/* Events of contacts with an impulse in this step and the step before: stick after slip, slip after
 * stick, and slip where the direction of sliding is reversed                           (FC.6) */
NSD_RARE nsd_status log_friction_events(const run *r, const nsd_state *state)
{
    const nsd_tangential *tangential = state->tangential;
    nsd_status            status = NSD_OK;

    for (int a = 0; a < r->stepper->tally->m && status == NSD_OK; a++) {
        const int     now = tangential->mode[a], before = tangential->mode_before[a];
        const double *V = tangential->V + a * tangential->d,
                     *V0 = tangential->V_before + a * tangential->d;
        double turn = 0.0;
        for (int i = 0; i < tangential->sliding; i++) {
            turn += V[i] * V0[i];
        }
        tangential->mode_before[a] = now;
        if (now == NSD_OPEN || before == NSD_OPEN) {
            continue;
        }
        if (now != before || (now == NSD_SLIP && turn < 0.0)) {
            status = log_friction_event(r, state, a,
                                        now == NSD_STICK ? NSD_EVENT_STICK : NSD_EVENT_SLIP);
        }
    }
    return status;
}

/* report <- the largest work of impacts, friction and the scheme, and the largest energy */
NSD_INLINE nsd_status update_report(nsd_run_report *report, const nsd_ledger *ledger, double t)
{
    const double total = fabs(ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL]);

    if (ledger->inner > report->gain) {
        report->gain = ledger->inner;
        report->gain_t = t;
    }
    if (total > report->largest) {
        report->largest = total;
    }
    report->sum += ledger->inner;
    report->low = report->sum < report->low ? report->sum : report->low;
    if (report->sum - report->low > report->rise) {
        report->rise = report->sum - report->low;
    }
    /* also where impulses are without end; inner may overflow, it has squares of forces */
    return isfinite(total + ledger->value[NSD_IMPACT]) ? NSD_OK : NSD_DIVERGED;
}

static int times_left(const run *r, double t)
{
    return r->next_time < r->plan->time_count && r->plan->times[r->next_time] <= t;
}

/* Rows at given times within a step: values of the start of the step, q on the line to its end */
NSD_RARE nsd_status rows_within(run *r, double t_end)
{
    const nsd_state *after = r->state;
    nsd_state       *row = r->plan->before;
    const double     t_start = row->t;
    const double     h = r->stepper->own && isfinite(t_end) ? t_end - t_start : r->plan->h;
    const double     slack = NSD_RUN_TIME_ROUNDING * h;
    const int        n = r->stepper->tally->n;
    nsd_status       status = NSD_OK;
    double           done = 0.0; /* fraction of the step that row->q has advanced */

    while (status == NSD_OK && times_left(r, t_end - slack)) {
        const double t = r->plan->times[r->next_time++];
        const double fraction = t > t_start + slack ? (t - t_start) / h : 0.0;
        for (int i = 0; i < n && fraction > done; i++) {
            row->q[i] += (fraction - done) / (1.0 - done) * (after->q[i] - row->q[i]);
        }
        done = fraction > done ? fraction : done;
        row->t = t;
        status = r->sink->row(r->sink, row, &r->ledger_before);
        nsd_channels_clear_sums(&r->sums);
    }
    return status;
}

/* plan->before <- the state before a step; its impulses are sums and stay */
NSD_RARE void copy_state(run *r)
{
    const nsd_state *now = r->state;
    nsd_state       *before = r->plan->before;

    before->t = now->t;
    before->k = now->k;
    nsd_channels_copy(r->plan->channels, now, before);
    r->ledger_before = *r->ledger;
}

/* Rows at given times at the end of the run: the end of the last solved step, where plan->before is
 * after a failed step. */
NSD_RARE nsd_status last_rows(run *r, nsd_status status)
{
    if (status == NSD_OK || status == NSD_STOPPED || status == NSD_MAX_STEPS) {
        copy_state(r);
    }
    return rows_within(r, status == NSD_OK
                              ? INFINITY
                              : r->plan->before->t + 2.0 * NSD_RUN_TIME_ROUNDING * r->plan->h);
}

/* ledger <- energies at the state and works of the last step; report <- largest of them. */
NSD_INLINE nsd_status update_ledger(run *r, const nsd_state *state)
{
    nsd_stepper *stepper = r->stepper;
    if (stepper->measure) {
        NSD_TRY(stepper->measure(stepper, state));
    }
    stepper->energy(stepper, state, r->ledger);
    return update_report(r->report, r->ledger, state->t);
}

/* The row of the state, with the impulses since the row before */
NSD_RARE nsd_status spaced_row(run *r)
{
    copy_state(r);
    const nsd_status status = r->sink->row(r->sink, r->plan->before, r->ledger);
    nsd_channels_clear_sums(&r->sums);
    return status;
}

/* Where a step of own length must end: at the next output time, or at the end of the run */
NSD_RARE double next_stop(const run *r)
{
    const nsd_run_plan *plan = r->plan;
    size_t              next = r->next_time;

    while (next < plan->time_count && plan->times[next] <= r->state->t) {
        next++;
    }
    return next < plan->time_count ? plan->times[next] : r->stepper->own->t_end;
}

/* The finished part of the run */
NSD_RARE double finished(const run *r)
{
    const nsd_own_steps *own = r->stepper->own;
    const double         t0 = r->plan->t0;
    return own ? (r->state->t - t0) / (own->t_end - t0)
               : (double)r->report->steps / (double)r->plan->steps;
}

NSD_INLINE nsd_status one_step(run *r, long long *steps_to_row, row_rule rule)
{
    nsd_state *state = r->state;

    if (rule == AT_TIMES) {
        copy_state(r);
    }
    if (r->stepper->own) {
        r->stepper->own->until = next_stop(r);
    }
    NSD_TRY(r->stepper->step(r->stepper, state));
    state->t = r->stepper->own ? r->stepper->own->reached
                               : r->plan->t0 + (double)state->k * r->plan->h;
    if (!r->stepper->measure || rule != SPACED || *steps_to_row == 1) {
        NSD_TRY(update_ledger(r, state));
    }
    r->report->steps++;
    NSD_TRY(log_events(r, state, r->stepper->tally->m));
    if (state->tangential) {
        NSD_TRY(log_friction_events(r, state));
    }
    if (rule == EVERY_STEP) {
        return r->sink->row(r->sink, state, r->ledger);
    }
    if (rule == AT_TIMES) {
        NSD_TRY(rows_within(r, state->t)); /* before the end of this step */
    }
    nsd_channels_add_step(&r->sums);
    if (rule == AT_TIMES || --*steps_to_row > 0) {
        return NSD_OK;
    }
    *steps_to_row = r->plan->every;
    return spaced_row(r);
}

/* Steps that may be taken in a flight: up to the last one before a row (`steps_to_row`), a poll or
 * the end; none at the start, where the first step asks more closely what touches      (FC.14) */
NSD_INLINE long long longest_flight(const run *r, long long steps_to_row, long long steps_to_poll)
{
    const long long left = r->plan->steps - r->report->steps;
    long long       most = steps_to_row < steps_to_poll ? steps_to_row : steps_to_poll;

    most = r->state->k > 0 ? (left < most ? left : most) - 1 : 0;
    for (int a = 0; a < r->stepper->tally->m; a++) {
        most = r->plan->streak[a] > 0 ? 0 : most;
    }
    return most;
}

/* Steps in which nothing touches, in a loop of the stepper: their impulses are zero, and they have
 * no events. With `rows` each of them is a row. Returns their number. */
NSD_INLINE long long fly(run *r, long long most, const nsd_sink_rows *rows, nsd_status *status)
{
    nsd_flight      flight = { most, r->plan->t0, r->plan->h, r->report->largest, NSD_OK, rows };
    const long long taken = r->stepper->fly(r->stepper, r->state, r->ledger, &flight);

    r->report->largest = flight.largest;
    r->report->steps += taken;
    *status = flight.status;
    return taken;
}

/* A flight whose steps are all rows, which the stepper writes into the arrays of the sink */
NSD_INLINE long long fly_with_rows(run *r, long long most, nsd_status *status)
{
    const nsd_sink_rows rows = r->sink->lend(r->sink, r->state, r->ledger);
    const long long     room = (long long)rows.most;
    const long long     taken = room > 0 ? fly(r, room < most ? room : most, &rows, status) : 0;

    r->sink->lent(r->sink, (size_t)taken);
    return taken;
}

NSD_INLINE nsd_status all_steps(run *r, row_rule rule)
{
    const nsd_run_plan  *plan = r->plan;
    nsd_sink            *sink = r->sink;
    long long            steps_to_row = plan->every, steps_to_poll = sink->patience;
    const nsd_own_steps *own = r->stepper->own;
    const long long      most = own ? own->most : plan->steps;
    const double         t_end = own ? own->t_end : INFINITY;
    const int            flies = r->stepper->fly != NULL;
    const int            flies_with_rows = rule == EVERY_STEP && flies && sink->lend;
    nsd_status           status = NSD_OK;

    while (status == NSD_OK && r->report->steps < most && r->state->t < t_end) {
        if (rule == SPACED ? flies : flies_with_rows) {
            const long long room = longest_flight(r, rule == SPACED ? steps_to_row : LLONG_MAX,
                                                  steps_to_poll);
            const long long taken = room <= 0        ? 0
                                    : rule == SPACED ? fly(r, room, NULL, &status)
                                                     : fly_with_rows(r, room, &status);
            steps_to_row -= taken;
            steps_to_poll -= taken;
            if (status != NSD_OK) {
                break;
            }
        }
        status = one_step(r, &steps_to_row, rule);
        if (status == NSD_OK && --steps_to_poll <= 0) {
            status = sink->poll(sink, finished(r));
            steps_to_poll = sink->patience;
        }
    }
    if (own && status == NSD_OK && r->state->t < t_end) {
        status = NSD_MAX_STEPS;
    }
    /* Ctrl-C may end one part of a solver, and the parts after it give up */
    if (status > NSD_OK && sink->poll(sink, 0.0) == NSD_STOPPED) {
        status = NSD_STOPPED;
    }
    return status;
}

/* Writes the state at the end, where its step is not a multiple of plan->every. */
static nsd_status final_row(run *r, nsd_status status)
{
    const int pending = r->report->steps % r->plan->every != 0;
    if (!pending || (status != NSD_OK && status != NSD_STOPPED && status != NSD_MAX_STEPS)) {
        return status;
    }
    nsd_status last = r->stepper->measure ? update_ledger(r, r->state) : NSD_OK;
    if (last == NSD_OK) {
        last = spaced_row(r);
    }
    return last == NSD_OK ? status : last;
}

nsd_status nsd_run_time_stepping(const nsd_run_plan *plan, nsd_stepper *stepper, nsd_state *state,
                                 nsd_ledger *ledger, nsd_sink *sink, nsd_run_report *report)
{
    run        r = { plan, stepper, state, ledger, sink, report, 0, *ledger, { 0 } };
    nsd_status status = NSD_OK;

    memset(report, 0, sizeof *report);
    report->largest = fabs(ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL]);
    memset(plan->streak, 0, (size_t)stepper->tally->m * sizeof *plan->streak);
    if (state->tangential) {
        memset(state->tangential->mode_before, 0, (size_t)stepper->tally->m * sizeof(int));
    }
    if (plan->times || plan->every > 1) {
        r.sums = nsd_channels_start_sums(plan->channels, state, plan->before);
    }
    if (!plan->times) {
        NSD_TRY(sink->row(sink, state, ledger));
    }
    if (plan->impulse) { /* schemes ask state->P who pushed in the step before */
        memcpy(state->P, plan->impulse, (size_t)stepper->tally->m * sizeof(double));
    }
    if (!plan->times) {
        return final_row(&r, plan->every > 1 ? all_steps(&r, SPACED) : all_steps(&r, EVERY_STEP));
    }
    status = all_steps(&r, AT_TIMES);
    const nsd_status last = status < 0 ? NSD_OK : last_rows(&r, status);
    return last == NSD_OK ? status : last;
}
