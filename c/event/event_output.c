/* event_output.c - rows of an event-driven run, and its ledger of works. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "event/event_parts.h"

/* Part of the range of a state that a straight line between rows may miss: a third of a pixel in a
 * panel of 300. Larger: curves show corners; smaller: more rows than anybody sees. */
#define EYE 1e-3

/* Most rows of a step; a step that swings once to and fro needs about 100. */
enum { MOST_SMOOTH_ROWS = 200 };

/* Part of the largest state below which a range is round-off, or a motion that nobody sees.
 * Smaller: round-off of a coordinate at rest asks for most rows. */
#define ROUND_OFF 1e-8

nsd_status nsd_event_kinetic_gain(nsd_event_driven *s, const double *from, const double *to,
                                  double *gain)
{
    double before = 0.0, after = 0.0;
    if (s->mechanical) {
        nsd_mechanics *mechanics = &s->mechanical->mechanics;
        const int      n = mechanics->model->n;
        NSD_TRY(nsd_mechanics_kinetic(mechanics, from, from + n, &before));
        NSD_TRY(nsd_mechanics_kinetic(mechanics, to, to + n, &after));
    }
    *gain = after - before;
    return NSD_OK;
}

/* Energies and works of x into the ledger; numerical work is the remainder               (ED.15) */
NSD_INLINE nsd_status fill_ledger(nsd_event_run *r, double t, const double *x, nsd_ledger *ledger)
{
    nsd_event_driven *s = r->s;
    if (!s->mechanical) {
        return NSD_OK;
    }
    nsd_mechanics *mechanics = &s->mechanical->mechanics;
    double        *value = ledger->value, works[NSD_WORKS] = { 0.0 }, stored = 0.0;
    const double   inner = value[NSD_IMPACT] + value[NSD_NUMERICAL] + r->inner_work;

    for (int i = s->flow->controlled; i < s->flow->size; i++) {
        works[i - s->flow->controlled] = x[i];
    }
    value[NSD_KINETIC] = r->row_kinetic;
    r->row_kinetic = NAN;
    if (isnan(value[NSD_KINETIC])) {
        NSD_TRY(nsd_mechanics_kinetic(mechanics, x, x + mechanics->model->n, &value[NSD_KINETIC]));
    }
    NSD_TRY(nsd_mechanics_potential(mechanics, x, &value[NSD_POTENTIAL]));
    if (s->mechanical->compliance.law) {
        NSD_TRY(nsd_flow_compliance_energy(s->mechanical, t, x, &stored));
    }
    const double total = fabs(value[NSD_KINETIC] + value[NSD_POTENTIAL] + stored);
    value[NSD_EXTERNAL] = works[NSD_WORK_FORCE] - works[NSD_WORK_DAMPING] + value[NSD_POTENTIAL] -
                          r->potential;
    value[NSD_IMPACT] = s->work.impact;
    value[NSD_DRIVEN] = 0.0;
    value[mechanics->model->moving ? NSD_DRIVEN : NSD_IMPACT] += s->work.driven +
                                                                 works[NSD_WORK_DRIVEN];
    value[NSD_JOINT] = s->work.joint + works[NSD_WORK_JOINT];
    value[NSD_FRICTION] = s->work.friction + works[NSD_WORK_FRICTION];
    value[NSD_NUMERICAL] = value[NSD_KINETIC] - r->kinetic - works[NSD_WORK_FORCE] -
                           value[NSD_IMPACT] - value[NSD_DRIVEN] - works[NSD_WORK_CONTACT] -
                           value[NSD_JOINT] - value[NSD_FRICTION];
    const double pressed = works[NSD_WORK_CONTACT] + (stored - r->stored);
    value[NSD_POTENTIAL] += stored; /* compliant contacts lose what they do not store    (CC.4) */
    value[NSD_DAMPING] = works[NSD_WORK_DAMPING] + pressed;
    const double inner_work = s->work.slip + pressed;
    ledger->inner = value[NSD_IMPACT] + value[NSD_NUMERICAL] + inner_work - inner;
    r->inner_work = ledger == r->ledger ? inner_work : r->inner_work;
    if (ledger->inner > r->report->gain && ledger == r->ledger && !mechanics->model->moving) {
        r->report->gain = ledger->inner;
        r->report->gain_t = t;
    }
    r->report->largest = total > r->report->largest ? total : r->report->largest;
    return !isfinite(total) ? NSD_DIVERGED : NSD_OK;
}

/* Forces of a row at (t, x) from the flow */
static nsd_status copy_forces(nsd_event_driven *s, double t, const double *x, nsd_state *state)
{
    if (!s->mechanical) {
        return s->flow->multipliers(s->flow, t, x, state->extra);
    }
    for (int i = 0; i < s->flow->guards; i++) {
        state->R[i] = s->flow->lambda[i];
    }
    if (s->friction) {
        nsd_event_friction_row(s, state->tangential);
    }
    for (int j = 0; j < s->flow->joints; j++) {
        state->joint[j] = s->flow->joint[j];
    }
    return NSD_OK;
}

/* Forces of the flow <- those at x */
static nsd_status update_forces(nsd_event_driven *s, double t, const double *x)
{
    return s->flow->stick_count + s->flow->joints > 0 ? s->flow->field(s->flow, t, x, s->f_try)
                                                      : NSD_OK;
}

/* a_row <- accelerations in the field f; rates of a flow of order one */
static void keep_accelerations(const nsd_event_driven *s, const double *f)
{
    const int n = s->flow->controlled / s->flow->order;
    memcpy(s->a_row, f + (s->flow->order - 1) * n, (size_t)n * sizeof(double));
}

static void clear_impulses(const nsd_event_driven *s, nsd_state *row)
{
    for (int i = 0; i < s->flow->guards && s->mechanical; i++) {
        row->P[i] = 0.0;
    }
    if (s->friction) {
        memset(row->tangential->T, 0, (size_t)(s->friction->d * s->flow->guards) * sizeof(double));
    }
}

nsd_status nsd_event_write_row(nsd_event_run *r, double t, const double *x, nsd_state *row,
                               nsd_ledger *ledger)
{
    NSD_TRY(copy_forces(r->s, t, x, row));
    NSD_TRY(fill_ledger(r, t, x, ledger));
    return r->sink->row(r->sink, row, ledger);
}

nsd_status nsd_event_row(nsd_event_run *r)
{
    r->row_pending = 0;
    keep_accelerations(r->s, r->s->integrate->f0);
    const int known = r->s->integrate->fixed && !r->plan->times;
    NSD_TRY(known ? NSD_OK : update_forces(r->s, r->state->t, r->s->x));
    return nsd_event_write_row(r, r->state->t, r->s->x, r->state, r->ledger);
}

nsd_status nsd_event_row_of_x_row(nsd_event_run *r, double t)
{
    nsd_state *row = r->plan->before; /* its q and v are those of x_row */

    row->t = t;
    r->row_ledger = *r->ledger;
    const nsd_status status = nsd_event_write_row(r, t, r->s->x_row, row, &r->row_ledger);
    if (r->plan->times) { /* only then this row has impulses, which are written once */
        clear_impulses(r->s, row);
    }
    return status;
}

nsd_status nsd_event_row_before_jump(nsd_event_run *r, double left)
{
    nsd_event_driven     *s = r->s;
    const nsd_event_works works = s->work;

    NSD_TRY(s->flow->field(s->flow, left, s->x_row, s->f_try));
    keep_accelerations(s, s->f_try);
    s->work = r->works_before_jump; /* the works of the jump come behind this row */
    const nsd_status status = nsd_event_row_of_x_row(r, r->state->t);
    s->work = works;
    return status;
}

/* q on the quintic with positions, velocities and accelerations of both ends of the step, v on its
 * derivative                                                                           (ED.20) */
static void quintic(const nsd_event_driven *s, double H, double theta, double *x)
{
    const int n = s->flow->controlled / 2;
    for (int i = 0; i < n; i++) {
        const nsd_guard_end start = { s->x[i], s->x[n + i], s->integrate->f0[n + i] };
        const nsd_guard_end end = { s->x1[i], s->x1[n + i], s->integrate->f1[n + i] };
        nsd_guard_curve     curve = nsd_guard_hermite(&start, &end, H);
        x[i] = nsd_guard_value(&curve, theta);
        curve = nsd_guard_derivative(&curve, H);
        x[n + i] = nsd_guard_value(&curve, theta);
        curve = nsd_guard_derivative(&curve, H);
        s->a_row[i] = nsd_guard_value(&curve, theta);
    }
}

/* 1 when derivatives of the quintic would show round-off of the positions in the velocities */
static int noise_shows_in_velocities(const nsd_event_driven *s, double H)
{
    const double noise = 8.0 * DBL_EPSILON * nsd_dense_max_abs(s->flow->controlled / 2, s->x);
    return noise > s->options.abs_tol * H;
}

/* row_within of a step of fixed length: forces are linear between those of the start (s->sample)
 * and of the end, or of the event, at `part` of that time                                (NM.12) */
static nsd_status row_of_fixed_step(nsd_event_run *r, double part, double t)
{
    nsd_event_driven *s = r->s;
    double           *end = s->flow->lambda;

    for (int i = 0; i < s->flow->guards; i++) {
        s->h[i] = s->sample[i] + part * (end[i] - s->sample[i]);
    }
    s->flow->lambda = s->h;
    const nsd_status status = nsd_event_row_of_x_row(r, t);
    s->flow->lambda = end;
    return status;
}

/* The row at time t, at theta of the step; `to`: time from the start of the step to its event or
 * end */
static nsd_status row_within(nsd_event_run *r, double H, double theta, double t, double to)
{
    nsd_event_driven        *s = r->s;
    const nsd_integrate_step last = { s->x, H };

    s->integrate->between(s->integrate, &last, theta, s->flow->size, s->x_row);
    if (s->integrate->fixed) {
        return row_of_fixed_step(r, theta * H / to, t);
    }
    const int bent = s->flow->order == 2 && s->integrate->order > 0.0 &&
                     !noise_shows_in_velocities(s, H);
    if (bent) {
        quintic(s, H, theta, s->x_row);
    }
    if (s->flow->joints > 0 && s->options.attract == 0.0) { /* rows lie on the joints          */
        NSD_TRY(nsd_flow_project_held(s->flow, t, s->x_row));
    }
    if (bent) {
        NSD_TRY(update_forces(s, t, s->x_row));
    } else if (s->integrate->accelerations && s->flow->stick_count + s->flow->joints == 0) {
        s->integrate->accelerations(s->integrate, &last, theta, s->a_row);
    } else { /* the series of exact flight is better than a quintic */
        NSD_TRY(s->flow->field(s->flow, t, s->x_row, s->f_try));
        keep_accelerations(s, s->f_try);
    }
    if (s->integrate->kinetic && s->flow->joints == 0) {
        r->row_kinetic = *s->integrate->kinetic;
    }
    return nsd_event_row_of_x_row(r, t);
}

nsd_status nsd_event_row_at_given_time(nsd_event_run *r)
{
    const nsd_event_driven *s = r->s;
    const size_t            m = (size_t)s->flow->guards;
    const nsd_state        *before = r->plan->before; /* holds impulses since the last row */

    if (s->mechanical) {
        memcpy(r->state->P, before->P, m * sizeof(double));
    }
    if (s->friction) {
        memcpy(r->state->tangential->T, before->tangential->T,
               (size_t)s->friction->d * m * sizeof(double));
    }
    const nsd_status status = nsd_event_row(r);
    clear_impulses(s, r->state);
    clear_impulses(s, r->plan->before);
    return status;
}

void nsd_event_smooth_start(nsd_event_driven *s)
{
    memcpy(s->smooth.low, s->x, (size_t)s->flow->controlled * sizeof(double));
    memcpy(s->smooth.high, s->x, (size_t)s->flow->controlled * sizeof(double));
}

int nsd_event_smooth_rows(double bend)
{
    const double parts = ceil(sqrt(2.0 * bend / EYE));
    return parts < MOST_SMOOTH_ROWS ? (int)parts : MOST_SMOOTH_ROWS;
}

double nsd_event_least_range(double largest)
{
    return ROUND_OFF * largest + DBL_MIN;
}

/* Largest second difference of state i over quarters of the step, relative to all that state i has
 * moved in the run so far; `least`: smaller ranges are round-off                         (ED.27) */
static double bend(nsd_event_driven *s, int i, double least)
{
    const int     size = s->flow->size;
    const double *in = s->smooth.inside + i;
    const double  x[] = { s->x[i], in[0], in[size], in[2 * size], s->x1[i] };
    double        most = 0.0, low = s->smooth.low[i], high = s->smooth.high[i];

    for (int k = 1; k < 5; k++) {
        low = x[k] < low ? x[k] : low;
        high = x[k] > high ? x[k] : high;
    }
    for (int k = 1; k < 4; k++) {
        const double second = fabs(x[k - 1] - 2.0 * x[k] + x[k + 1]);
        most = second > most ? second : most;
    }
    s->smooth.low[i] = low;
    s->smooth.high[i] = high;
    return most / (high - low > least ? high - low : least);
}

/* Number of rows for a step of length H, so that straight lines from row to row leave the curves of
 * all states by EYE of their range at most                                               (ED.27) */
static int smooth_parts(nsd_event_driven *s, double H)
{
    const nsd_integrate_step last = { s->x, H };
    const int                size = s->flow->size, half = s->flow->controlled / s->flow->order;
    double                   most = 0.0;

    for (int k = 0; k < 3; k++) {
        s->integrate->between(s->integrate, &last, 0.25 * (k + 1), s->flow->controlled,
                              s->smooth.inside + k * size);
    }
    for (int from = 0; from < s->flow->controlled; from += half) {
        const double least = nsd_event_least_range(nsd_dense_max_abs(half, s->x1 + from));
        for (int i = from; i < from + half; i++) {
            most = fmax(most, bend(s, i, least));
        }
    }
    return nsd_event_smooth_rows(most);
}

/* 1 where rows within a step differ in state, energy and time alone: exact flight, no contact
 * closed */
static int flies_freely(const nsd_event_run *r)
{
    const nsd_event_driven *s = r->s;
    return s->integrate->accelerations && s->integrate->kinetic && s->mechanical && !s->friction &&
           s->flow->stick_count + s->flow->joints == 0 && r->sink->lend;
}

/* Rows at k/parts of `to`, k = 1, 2, ..., in free flight, as row_within writes them one by one */
static nsd_status rows_of_free_flight(nsd_event_run *r, double H, double part, int parts)
{
    nsd_event_driven        *s = r->s;
    nsd_integrate           *integrate = s->integrate;
    nsd_state               *row = r->plan->before;
    const nsd_integrate_step last = { s->x, H };
    const nsd_sink_rows      rows = r->sink->lend(r->sink, row, &r->row_ledger);
    const int                room = rows.most < (size_t)parts ? (int)rows.most : parts - 1;
    nsd_status               status = copy_forces(s, r->state->t, s->x, row);
    int                      k = 1;

    for (; k <= room && status == NSD_OK; k++) {
        const double theta = part * k / parts;
        integrate->between(integrate, &last, theta, s->flow->size, s->x_row);
        integrate->accelerations(integrate, &last, theta, s->a_row);
        row->t = r->state->t + theta * H;
        r->row_kinetic = *integrate->kinetic;
        r->row_ledger = *r->ledger;
        status = fill_ledger(r, row->t, s->x_row, &r->row_ledger);
        if (status == NSD_OK) {
            nsd_sink_rows_write(&rows, (size_t)k - 1);
        }
    }
    r->sink->lent(r->sink, (size_t)(k - 1 - (status != NSD_OK)));
    for (; k < parts && status == NSD_OK; k++) { /* the sink has no more room */
        const double theta = part * k / parts;
        status = row_within(r, H, theta, r->state->t + theta * H, H);
    }
    return status;
}

nsd_status nsd_event_rows_refined(nsd_event_run *r, double H, double to)
{
    int parts = r->s->options.refine;
    if (r->s->options.smooth && !r->s->integrate->fixed) {
        const int wanted = smooth_parts(r->s, H);
        parts = wanted > parts ? wanted : parts;
    }
    const double part = to / H;
    if (parts > 1 && flies_freely(r)) {
        return rows_of_free_flight(r, H, part, parts);
    }
    for (int k = 1; k < parts; k++) {
        const double theta = part * k / parts;
        NSD_TRY(row_within(r, H, theta, r->state->t + theta * H, to));
    }
    return NSD_OK;
}

nsd_status nsd_event_rows_at_given_times(nsd_event_run *r, double H, double to)
{
    const nsd_run_plan *plan = r->plan;
    const double        end = r->state->t + to -
                       nsd_event_time_slack(r->s); /* later times belong to the end of the step */

    while (r->next_time < plan->time_count && plan->times[r->next_time] < end) {
        const double t = plan->times[r->next_time], theta = (t - r->state->t) / H;
        r->next_time++;
        NSD_TRY(row_within(r, H, fmin(fmax(theta, 0.0), 1.0), t, to));
    }
    return NSD_OK;
}
