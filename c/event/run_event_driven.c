/* run_event_driven.c - the loop: steps, the first event on each, rows, poll. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

/* Part of the time: shorter steps are no motion, and events go on being counted as events at one
 * time. Larger: runs with very fast events stall; smaller: events that repeat are not noticed. */
#define MOTION_TIME_PART 1e-13

/* Steps between two checks of progress. Fewer: a short stiff phase looks like no progress; more: a
 * run that makes none ends later. */
#define PROGRESS_CHECK_STEPS 20000

/* Part of the longest step so far: a smaller mean step is no progress (ED.25). Larger: ends runs
 * that are merely stiff in some phase. */
#define LEAST_MEAN_STEP_PART 1e-5

/* Part of the span: a smaller mean step is no progress, either, as where a run begins in a motion
 * along a jump of the force (ED.25). Larger: a run that is merely stiff is asked for a jump. */
#define LEAST_SPAN_PART 1e-8

/* Checks of progress in a row that find a crawling run, before it ends. Fewer: a long stiff phase
 * at the beginning of a very long run ends it. */
#define MOST_CRAWLS 50

/* Growth of the error over four times the step, above which the force is smooth: its error grows by
 * 4^5 (ED.25). Larger: ends stiff smooth runs; smaller: jumps of the force are not noticed. */
#define JUMP_ERROR_GROWTH 64.0

/* Round-offs of t_end: times closer than this are the same. Smaller: a run ends with a step of
 * rounding size. */
#define TIME_SLACK_ROUND_OFFS 4.0

/* Times the last step, up to which a run without progress looks for a jump of the force: the error
 * of a step across a jump may be a fraction of the tolerances. Smaller: such jumps are not seen. */
#define JUMP_REACH 16.0

/* Halvings of one step for curves with a root that their guard does not have; then the step is
 * taken without event. Fewer: an impact behind such a root may be missed. */
#define MOST_FALSE_ROOTS 60

double nsd_event_time_slack(const nsd_event_driven *s)
{
    return TIME_SLACK_ROUND_OFFS * DBL_EPSILON * fabs(s->options.t_end);
}

/* Speed that the accelerations of the guards give in the time d from here */
static double speed_within(const nsd_event_driven *s, double d)
{
    double largest = s->flow->largest_hdd;
    for (int i = 0; i < s->flow->guards; i++) {
        largest = fmax(largest, fabs(s->g0[i].hdd));
    }
    return largest * d;
}

/* Steps of one length count from the last event: their times are not sums. */
void nsd_event_set_time(nsd_event_run *r, double d)
{
    const nsd_event_driven *s = r->s;
    const int               whole = s->integrate->fixed && d == s->options.largest_step;

    r->s->scale.drift += speed_within(s, d);
    r->last_event = whole ? r->last_event : r->state->t + d;
    r->whole_steps = whole ? r->whole_steps + 1 : 0;
    r->state->t = r->last_event + (whole ? (double)r->whole_steps * d : 0.0);
    if (fabs(s->options.t_end - r->state->t) <= nsd_event_time_slack(s)) {
        r->state->t = s->options.t_end;
    }
    r->idle_events = d > MOTION_TIME_PART * fabs(r->state->t) ? 0 : r->idle_events;
}

/* The state <- `end`, which is d later */
static nsd_status end_to_state(nsd_event_run *r, const double *end, double d)
{
    nsd_event_driven *s = r->s;
    nsd_event_set_time(r, d);
    memcpy(s->x, end, (size_t)s->flow->size * sizeof(double));
    r->row_pending = 1;
    if (s->flow->stick_count + s->flow->joints > 0 && s->options.attract == 0.0) {
        NSD_TRY(nsd_flow_project_held(s->flow, r->state->t, s->x));
    }
    nsd_event_update_positions(s);
    return NSD_OK;
}

/* After a step without event: its end becomes the start of the next step */
static nsd_status step_without_event(nsd_event_run *r, double H)
{
    nsd_event_driven *s = r->s;
    const int         m = s->flow->guards;
    nsd_guard_end    *old = s->g0;

    NSD_TRY(s->integrate->carry(s->integrate));
    NSD_TRY(end_to_state(r, s->x1, H));
    s->integrate->before = H;
    nsd_event_user_carry(s);
    if (s->friction) {
        nsd_event_friction_carry(s);
    }
    s->g0 = s->g1;
    s->g1 = old;
    nsd_event_update_scales(s, s->g0);
    if (s->friction && s->flow->stick_count > 0) {
        nsd_flow_friction_count_alternatives(s->friction, r->state->t, s->x, s->f_try);
    }
    memset(s->flags.deflation, 0, (size_t)m * sizeof(int));
    for (int i = 0; i < m; i++) {
        s->flags.resting[i] = s->flags.resting[i] && s->g0[i].h <= nsd_event_closed_limit(s, i);
    }
    if (r->plan->times || --r->until_row > 0) {
        return NSD_OK;
    }
    r->until_row = r->plan->every;
    return nsd_event_row(r);
}

/* 1 when a guard reached zero exactly at the end of the step, or of the run (`last`), and is still
 * approaching */
static int guard_closes_at_end(const nsd_event_driven *s, int last)
{
    for (int i = 0; i < s->flow->guards; i++) {
        const double slack = last ? nsd_event_closed_limit(s, i) : 0.0;
        if (!s->flow->sticks[i] && !s->flags.resting[i] && s->g0[i].h <= slack &&
            s->g0[i].hd < -1e-12 * s->scale.largest_hd) {
            return 1;
        }
    }
    return 0;
}

/* Rows inside the step, up to d from its start. With an event at d (`found`), the step of length d
 * is taken again, so that rows lie on the step that ends at the event. */
static nsd_status rows_inside(nsd_event_run *r, double H, double d, int found)
{
    nsd_event_driven *s = r->s;
    double            error = 0.0;

    if ((!r->plan->times && s->options.refine < 2 && !s->options.smooth) || !(d > 0.0)) {
        return NSD_OK;
    }
    if (found && !s->integrate->fixed) {
        NSD_TRY(s->integrate->step(s->integrate, r->state->t, s->x, d, s->x1, &error));
        H = d;
    }
    return r->plan->times ? nsd_event_rows_at_given_times(r, H, d)
                          : nsd_event_rows_refined(r, H, d);
}

/* Where the step from t must end: the run, bounces that were cut short, or a straight line of the
 * force                                                                                 (ED.33) */
static double next_stop(const nsd_event_driven *s, double t)
{
    const double stop = fmin(s->options.t_end, s->accumulation_time);
    return s->control.knots ? fmin(stop, nsd_force_next_knot(s->control.knots, t)) : stop;
}

static nsd_status one_step(nsd_event_run *r)
{
    nsd_event_driven *s = r->s;
    const double      t = r->state->t;
    nsd_event_where   where = { .kind = NSD_FINDS_NOTHING, .index = -1, .theta = 1.0, .past = 1.0 };
    double            H = 0.0;

    if (t >= s->accumulation_time) {
        NSD_TRY(nsd_event_log_accumulation(r));
    }
    NSD_TRY(nsd_event_step(s, t, next_stop(s, t) - t, &H));
    for (int k = 0; k < MOST_FALSE_ROOTS; k++) {
        nsd_event_search(s, t + H >= s->options.t_end - nsd_event_time_slack(s), &where);
        if (where.kind == NSD_FINDS_NOTHING) {
            break;
        }
        NSD_TRY(nsd_event_locate(s, t, H, &where));
        if (where.confirmed) {
            break;
        }
        s->control.H = 0.5 * H; /* the curve had a root, the guard has none: a shorter step */
        NSD_TRY(nsd_event_step(s, t, H, &H));
    }
    r->report->steps++;
    s->control.last_step = H;
    const int    found = where.kind != NSD_FINDS_NOTHING && where.confirmed;
    const double d = found ? where.elapsed : H;
    NSD_TRY(rows_inside(r, H, d, found));
    if (found) {
        s->control.H *= s->integrate->fixed ? 1.0 : 0.9;
        NSD_TRY(end_to_state(r, s->x_try, d));
        return nsd_event_instant(r, &where, 0);
    }
    NSD_TRY(step_without_event(r, H));
    if (r->state->t >= s->accumulation_time) {
        NSD_TRY(nsd_event_log_accumulation(r));
    }
    where.kind = NSD_FINDS_NOTHING;
    return (s->friction && nsd_event_friction_lingers(s, &where)) ||
                   guard_closes_at_end(s, r->state->t >= s->options.t_end)
               ? nsd_event_instant(r, &where, 0)
               : NSD_OK;
}

/* 1 when the error of a step that is up to `reach` times as long as the last one, four times longer
 * than the one before, is too large, but grows no more than at a jump of the force; the error of a
 * smooth force grows a thousandfold                                                     (ED.25) */
static int force_jumps(const nsd_event_run *r, double reach)
{
    const nsd_event_driven *s = r->s;
    nsd_integrate          *integrate = s->integrate;
    const double            t = r->state->t, h = s->control.last_step;
    double                  longest = 0.0, less = 0.0, more = 0.0;

    if (integrate->begin(integrate, t, s->x, &longest) != NSD_OK ||
        integrate->step(integrate, t, s->x, h, s->x_try, &less) != NSD_OK) {
        return 0;
    }
    for (double factor = 4.0; factor <= reach; factor *= 4.0, less = more) {
        if (integrate->step(integrate, t, s->x, factor * h, s->x_try, &more) != NSD_OK) {
            return 0;
        }
        if (more > 1.0 && more < JUMP_ERROR_GROWTH * less) {
            return 1;
        }
    }
    return 0;
}

/* Where the integrator was left to choose: another one, as soon as motions that are dead make the
 * steps short, and not a force that jumps to and fro                            (ED.26), (ED.34) */
static nsd_status choose_integrator(nsd_event_run *r)
{
    nsd_event_driven *s = r->s;
    const double      left = s->options.t_end - r->state->t;

    return s->options.integrator == NSD_INTEGRATOR_AUTO && !s->local && s->integrate->is_slow &&
                   s->integrate->is_slow(s->integrate, r->report->steps, left) &&
                   !force_jumps(r, 4.0)
               ? nsd_event_take_rosenbrock(s, r->state->t)
               : NSD_OK;
}

/* 1 when thousands of steps without an event were far shorter than earlier steps, or than the span,
 * because a force jumps to and fro along the motion; or when after a million steps of one length
 * MaxSteps of them would not reach the end                                              (ED.25) */
static int makes_no_progress(nsd_event_run *r)
{
    const nsd_event_driven *s = r->s;
    nsd_event_progress     *progress = &r->progress;

    progress->longest = fmax(progress->longest, s->control.last_step);
    if (r->report->steps - progress->steps < PROGRESS_CHECK_STEPS) {
        return 0;
    }
    const double mean = (r->state->t - progress->t) / PROGRESS_CHECK_STEPS;
    const int    slow = s->events == progress->events &&
                     mean < fmax(LEAST_MEAN_STEP_PART * progress->longest,
                                 LEAST_SPAN_PART * s->scale.span);
    const int crawls = mean * (double)s->options.max_steps < s->options.t_end - r->state->t;
    progress->crawls = crawls ? progress->crawls + 1 : 0;
    progress->t = r->state->t;
    progress->steps = r->report->steps;
    progress->events = s->events;
    return progress->crawls >= MOST_CRAWLS || (slow && force_jumps(r, JUMP_REACH));
}

/* 1 when steps got too short because forces of friction grow without bound              (EF.4) */
static int jams(nsd_event_run *r)
{
    nsd_event_driven *s = r->s;
    return s->friction && s->flow->stick_count > 0 &&
           s->flow->field(s->flow, r->state->t, s->x, s->f_try) == NSD_OK &&
           nsd_flow_friction_jams(s->friction);
}

static nsd_status start(nsd_event_run *r)
{
    nsd_event_driven     *s = r->s;
    const nsd_event_where nothing = { .kind = NSD_FINDS_NOTHING, .index = -1 };
    const double          t = r->state->t;
    const nsd_flow_point  here = { t, s->x, s->integrate->f0 };

    s->scale.span = s->options.t_end - t;
    s->scale.drift = 0.0;
    s->flow->longest_difference_time = nsd_flow_longest_difference(s->scale.span);
    s->flow->difference_time = NSD_FLOW_FIRST_DIFFERENCE_PART * s->flow->longest_difference_time;
    s->control.H = s->options.first_step;
    if (s->flow->joints > 0) {
        NSD_TRY(nsd_flow_project_held(s->flow, t, s->x));
    }
    nsd_event_update_positions(s);
    NSD_TRY(s->flow->field(s->flow, t, s->x, s->integrate->f0));
    NSD_TRY(s->flow->motion(s->flow, &here, s->g0));
    nsd_event_update_scales(s, s->g0);
    NSD_TRY(nsd_event_instant(r, &nothing, 1));
    if (s->friction) {
        NSD_TRY(nsd_event_friction_start_scales(r));
    }
    return s->control.H > 0.0 ? NSD_OK : nsd_event_first_step(s, t, &s->control.H);
}

/* Rows of given times up to the end of the run; without given times the row of the last state, if
 * it has not been written */
static nsd_status last_rows(nsd_event_run *r, nsd_status reason)
{
    const int whole = reason == NSD_OK || reason == NSD_STOPPED || reason == NSD_STALLED ||
                      r->report->steps == 0;
    nsd_status status = whole && r->row_pending && !r->plan->times ? nsd_event_row(r) : NSD_OK;
    while (status == NSD_OK && r->next_time < r->plan->time_count &&
           r->plan->times[r->next_time] <= r->state->t + nsd_event_time_slack(r->s)) {
        r->next_time++;
        status = nsd_event_row_at_given_time(r);
    }
    return status;
}

nsd_status nsd_run_event_driven(const nsd_run_plan *plan, nsd_event_driven *solver,
                                nsd_state *state, nsd_ledger *ledger, nsd_sink *sink,
                                nsd_run_report *report)
{
    const int     n = solver->flow->controlled / solver->flow->order;
    const double  span = solver->options.t_end - plan->t0;
    nsd_state     inner = *state; /* q and v point into the state of the solver */
    nsd_event_run r = { .plan = plan,
                        .s = solver,
                        .state = &inner,
                        .ledger = ledger,
                        .sink = sink,
                        .report = report,
                        .row_ledger = *ledger,
                        .kinetic = ledger->value[NSD_KINETIC],
                        .potential = ledger->value[NSD_POTENTIAL],
                        .until_row = plan->every,
                        .row_pending = 1,
                        .row_kinetic = NAN,
                        .progress = { .t = plan->t0 },
                        .last_event = plan->t0 };
    long long     until_poll = sink->patience;

    memset(report, 0, sizeof *report);
    inner.A = solver->a_row;
    inner.q = solver->x;
    inner.v = solver->flow->order == 2 ? solver->x + n : state->v;
    if (plan->before) { /* rows within steps are written from x_row */
        plan->before->A = solver->a_row;
        plan->before->q = solver->x_row;
        plan->before->v = solver->flow->order == 2 ? solver->x_row + n : plan->before->v;
    }
    nsd_status status = start(&r);
    while (status == NSD_OK && solver->options.t_end - inner.t > 0.0) {
        int taken = 0; /* 1: blocks have flown alone */
        status = nsd_event_local_step(&r, &taken);
        status = status == NSD_OK && !taken ? one_step(&r) : status;
        status = status == NSD_STALLED && jams(&r) ? NSD_JAMMED : status;
        status = status == NSD_OK && makes_no_progress(&r) ? NSD_STALLED : status;
        status = status == NSD_OK ? choose_integrator(&r) : status;
        status = status == NSD_OK && report->steps >= solver->options.max_steps &&
                         inner.t < solver->options.t_end
                     ? NSD_MAX_STEPS
                     : status;
        if (status == NSD_OK && --until_poll <= 0) {
            status = sink->poll(sink, (inner.t - plan->t0) / span);
            until_poll = sink->patience;
        }
    }
    nsd_status last = status < 0 ? NSD_OK : nsd_event_local_finish(&r);
    last = status < 0 || last != NSD_OK ? last : last_rows(&r, status);
    state->t = inner.t;
    memcpy(state->q, solver->x, (size_t)n * sizeof(double));
    if (solver->mechanical) {
        nsd_mechanics *mechanics = &solver->mechanical->mechanics;
        memcpy(state->v, inner.v, (size_t)n * sizeof(double));
        nsd_contact_solver_report(&mechanics->contact.solver, &mechanics->tally);
        solver->base.newton_residual = mechanics->failed_residual;
    }
    return last == NSD_OK ? status : last;
}
