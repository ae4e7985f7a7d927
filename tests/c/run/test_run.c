/* test_run.c - the time-stepping loop: rows, events, poll, and the ways a run ends. */
#include "run/run.h"
#include "nsd_test.h"
#include "nsd_test_run.h"

#define MAX_ROWS 2000

/* A sink that keeps rows, events and polls. */
typedef struct record {
    nsd_sink  sink; /* first: a record is a sink */
    int       rows, events, polls;
    double    t[MAX_ROWS], q[MAX_ROWS], v[MAX_ROWS], P[MAX_ROWS], energy[MAX_ROWS];
    nsd_event event[MAX_ROWS];
    int       rows_before[MAX_ROWS]; /* rows written when the event came */
    double    done[MAX_ROWS];        /* argument of poll                 */
    int       stop_after;            /* polls until poll stops, 0: never */
    int       room;                  /* most rows, 0: no limit           */
} record;

static nsd_status keep_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    record *r = (record *)sink;
    if (r->rows == MAX_ROWS || (r->room > 0 && r->rows == r->room)) {
        return NSD_ERR_WORKSPACE;
    }
    r->t[r->rows] = state->t;
    r->q[r->rows] = state->q[0];
    r->v[r->rows] = state->v[0];
    r->P[r->rows] = state->P[0];
    r->energy[r->rows++] = ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL];
    return NSD_OK;
}

static nsd_status keep_event(nsd_sink *sink, const nsd_event *event, const nsd_state *state)
{
    record *r = (record *)sink;
    (void)state;
    r->rows_before[r->events] = r->rows;
    r->event[r->events++] = *event;
    return NSD_OK;
}

static nsd_status keep_poll(nsd_sink *sink, double done)
{
    record *r = (record *)sink;
    r->done[r->polls++] = done;
    return r->polls == r->stop_after ? NSD_STOPPED : NSD_OK;
}

static record *new_record(void)
{
    record *r = calloc(1, sizeof *r);
    r->sink.row = keep_row;
    r->sink.event = keep_event;
    r->sink.poll = keep_poll;
    r->sink.patience = 100;
    return r;
}

static nsd_run_plan plan_of(double h, long long steps, long long every)
{
    const nsd_run_plan plan = { .h = h, .steps = steps, .every = every };
    return plan;
}

typedef struct outcome {
    nsd_status     status;
    nsd_run_report report;
    nsd_state      state; /* t and k only: the arrays are gone */
} outcome;

static outcome run_scheme(test_system *system, const char *method, const nsd_run_plan *plan,
                          double q0, double v0, record *r)
{
    const nsd_step_options options = options_of(plan->h, 0.5);
    nsd_run_plan           own = *plan;
    test_run               run = { .q = { q0 }, .v = { v0 } }, before = { .q = { NAN } };
    nsd_state              start = state_over(&before);
    int                    streak[MAX_M] = { 7, 7 }; /* any content */
    outcome                out;

    memset(&out, 0, sizeof out);
    out.status = start_run(&run, method, build_model(system, NSD_DENSE), &options);
    run.state.t = own.t0;
    own.streak = streak;
    const nsd_sizes    sizes = { .n = system->n, .m = system->m, .p = system->p };
    const nsd_channels channels = nsd_state_channels(&sizes);
    own.before = own.times || own.every > 1 ? &start : NULL;
    own.channels = &channels;
    if (out.status == NSD_OK) {
        out.status = nsd_run_time_stepping(&own, run.stepper, &run.state, &run.ledger, &r->sink,
                                           &out.report);
    }
    out.state.t = run.state.t;
    out.state.k = run.state.k;
    free(run.memory);
    return out;
}

/* Sum of the impulses of the steps from `first` to `last`, which are rows of r */
static double impulse_of(const record *r, long long first, long long last)
{
    double sum = 0.0;
    for (long long k = first; k <= last; k++) {
        sum += r->P[k];
    }
    return sum;
}

NSD_TEST(test_a_row_every_given_number_of_steps_and_at_both_ends)
{
    static const long long every[] = { 1, 3, 7, 100, 101 };
    test_system           *system = new_ball(9.81, 0.9);
    record                *all = new_record();
    nsd_run_plan           plan = plan_of(0.005, 100, 1);
    NSD_CHECK(run_scheme(system, "moreau", &plan, 1.0, 0.0, all).status == NSD_OK);
    NSD_CHECK(all->rows == 101);
    for (int i = 0; i < 5; i++) {
        record *r = new_record();
        plan.every = every[i];
        const outcome out = run_scheme(system, "moreau", &plan, 1.0, 0.0, r);
        NSD_CHECK(out.status == NSD_OK && out.report.steps == 100);
        NSD_CHECK(r->rows == (int)((100 + every[i] - 1) / every[i]) + 1);
        for (int k = 0; k < r->rows; k++) {
            const long long step = k * every[i] < 100 ? k * every[i] : 100;
            NSD_CHECK(r->t[k] == 0.005 * (double)step);
            NSD_CHECK(r->q[k] == all->q[step] && r->v[k] == all->v[step]);
            NSD_CHECK(r->energy[k] == all->energy[step]);
            NSD_CHECK_NEAR(r->P[k], impulse_of(all, k > 0 ? (k - 1) * every[i] + 1 : 0, step),
                           1e-14);
        }
        free(r);
    }
    free(all);
    free(system);
}

NSD_TEST(test_times_are_counted_from_the_start)
{
    test_system *system = new_ball(9.81, 0.9);
    record      *r = new_record();
    nsd_run_plan plan = plan_of(0.25, 8, 1);
    plan.t0 = 3.0;
    const outcome out = run_scheme(system, "moreau", &plan, 100.0, 0.0, r);
    NSD_CHECK(out.status == NSD_OK && out.state.t == 5.0 && out.state.k == 8);
    NSD_CHECK(r->t[0] == 3.0 && r->t[8] == 5.0);
    free(r);
    free(system);
}

NSD_TEST(test_no_steps_give_the_start_alone)
{
    test_system       *system = new_ball(9.81, 0.9);
    record            *r = new_record();
    const nsd_run_plan plan = plan_of(0.01, 0, 1);
    const outcome      out = run_scheme(system, "moreau", &plan, 1.0, -2.0, r);
    NSD_CHECK(out.status == NSD_OK && out.report.steps == 0);
    NSD_CHECK(r->rows == 1 && r->q[0] == 1.0 && r->v[0] == -2.0);
    NSD_CHECK(out.report.largest == 2.0 && out.report.gain <= 0.0);
    free(r);
    free(system);
}

/* q on the line between two steps, v and energy of the start of the step, the impulses of all steps
 * that ended since the row before */
NSD_TEST(test_rows_at_given_times)
{
    static const double times[] = { 0.0, 0.0, 0.001, 0.0025, 0.004, 0.005, 0.0451, 0.499, 0.5 };
    const int           count = (int)(sizeof times / sizeof times[0]);
    test_system        *system = new_ball(9.81, 0.9);
    record             *all = new_record(), *r = new_record();
    nsd_run_plan        plan = plan_of(0.005, 100, 1);
    NSD_CHECK(run_scheme(system, "moreau", &plan, 1.0, 0.0, all).status == NSD_OK);
    plan.times = times;
    plan.time_count = (size_t)count;
    NSD_CHECK(run_scheme(system, "moreau", &plan, 1.0, 0.0, r).status == NSD_OK);
    NSD_CHECK(r->rows == count);
    int last = 0;
    for (int i = 0; i < count; i++) {
        const int    k = (int)(times[i] / 0.005 + 1e-6);
        const double fraction = times[i] / 0.005 - k;
        const int    next = k < 100 ? k + 1 : k;
        NSD_CHECK(r->t[i] == times[i]);
        NSD_CHECK_NEAR(r->q[i], all->q[k] + fraction * (all->q[next] - all->q[k]), 1e-14);
        NSD_CHECK(r->v[i] == all->v[k]);
        NSD_CHECK_NEAR(r->P[i], impulse_of(all, last + 1, k), 1e-14);
        NSD_CHECK(r->energy[i] == all->energy[k]);
        last = k;
    }
    NSD_CHECK(impulse_of(r, 0, count - 1) > 1.0);
    NSD_CHECK(r->events == all->events);
    free(all);
    free(r);
    free(system);
}

/* --- events --------------------------------------------------------------------------- */

NSD_TEST(test_a_bouncing_ball_logs_one_impact_per_bounce)
{
    test_system       *system = new_ball(9.81, 0.9);
    record            *r = new_record();
    const nsd_run_plan plan = plan_of(0.005, 400, 1);
    NSD_CHECK(run_scheme(system, "moreau", &plan, 1.0, 0.0, r).status == NSD_OK);
    NSD_CHECK(r->events == 2); /* near 0.4515 and 1.2643 */
    for (int i = 0; i < r->events; i++) {
        const nsd_event *event = &r->event[i];
        NSD_CHECK(event->kind == NSD_EVENT_IMPACT && event->contact == 0);
        NSD_CHECK_NEAR(event->after, -0.9 * event->before, 1e-13);
        NSD_CHECK_NEAR(event->loss,
                       0.5 * (event->before * event->before - event->after * event->after) -
                           0.5 * 9.81 * 0.005 * (event->before + event->after),
                       1e-12); /* work of the impulse: energy lost, and work of the weight */
        NSD_CHECK(event->t == r->t[r->rows_before[i]]);
        NSD_CHECK(event->impulse == r->P[r->rows_before[i]]);
    }
    NSD_CHECK_NEAR(r->event[0].t, 0.451523640986, 0.01);
    NSD_CHECK_NEAR(r->event[1].t, 1.26426619476, 0.02);
    free(r);
    free(system);
}

/* A push down for a number of steps, then up: contact for as long, then free flight. */
static int count_events(nsd_event_kind kind, int pushes)
{
    enum { STEPS = 20 };
    double             table[STEPS + 1];
    test_system       *system = new_ball(0.0, 0.0);
    record            *r = new_record();
    int                count = 0;
    const nsd_run_plan plan = plan_of(0.1, STEPS, 1);
    for (int k = 0; k <= STEPS; k++) { /* theta 1/2: step k feels the mean of k and k + 1 */
        table[k] = k <= pushes ? -1.0 : 3.0;
    }
    build_model(system, NSD_DENSE);
    system->model.F.table = table;
    run_scheme(system, "moreau", &plan, 0.0, 0.0, r);
    for (int i = 0; i < r->events; i++) {
        count += r->event[i].kind == kind;
    }
    free(r);
    free(system);
    return count;
}

NSD_TEST(test_only_a_sustained_contact_detaches)
{
    for (int pushes = 1; pushes <= 6; pushes++) {
        NSD_CHECK(count_events(NSD_EVENT_IMPACT, pushes) == 1);
        NSD_CHECK(count_events(NSD_EVENT_DETACH, pushes) == (pushes >= 3));
    }
}

NSD_TEST(test_a_full_sink_ends_the_run)
{
    test_system       *system = new_ball(9.81, 0.9);
    record            *r = new_record();
    const nsd_run_plan plan = plan_of(0.005, 100, 1);
    r->room = 30;
    NSD_CHECK(run_scheme(system, "moreau", &plan, 1.0, 0.0, r).status == NSD_ERR_WORKSPACE);
    NSD_CHECK(r->rows == 30);
    free(r);
    free(system);
}

/* --- ends ----------------------------------------------------------------------------- */

NSD_TEST(test_poll_gets_the_part_that_is_done_and_may_stop)
{
    test_system       *system = new_ball(9.81, 0.9);
    record            *r = new_record();
    const nsd_run_plan plan = plan_of(0.005, 1000, 1);
    r->stop_after = 3;
    const outcome out = run_scheme(system, "moreau", &plan, 1.0, 0.0, r);
    NSD_CHECK(out.status == NSD_STOPPED);
    NSD_CHECK(out.report.steps == 300 && out.state.k == 300 && r->rows == 301);
    NSD_CHECK(r->done[0] == 0.1 && r->done[1] == 0.2 && r->done[2] == 0.3);
    free(r);
    free(system);
}

NSD_TEST(test_a_state_that_is_no_longer_finite_ends_the_run)
{
    test_system       *system = new_system(1, 1, 0); /* a spring that pushes: growth e^(40 t) */
    record            *r = new_record();
    const nsd_run_plan plan = plan_of(0.5, 1900, 1);
    system->M[0] = system->H[0] = 1.0;
    system->K[0] = -1.0;
    const outcome out = run_scheme(system, "moreau", &plan, 1.0, 0.0, r);
    NSD_CHECK(out.status == NSD_DIVERGED);
    NSD_CHECK(out.report.steps == r->rows - 1); /* every row kept is finite */
    NSD_CHECK(isfinite(r->energy[r->rows - 1]) && r->rows > 500);
    NSD_CHECK(isfinite(out.report.largest));
    free(r);
    free(system);
}

NSD_TEST(test_an_unsolved_contact_problem_ends_the_run_at_the_last_good_state)
{
    test_system       *system = new_system(1, 2, 0); /* two walls, no gap between them */
    record            *r = new_record();
    const nsd_run_plan plan = plan_of(0.01, 1000, 1);
    system->M[0] = system->H[0] = 1.0;
    system->H[1] = -1.0;
    system->e[0] = 0.9;
    system->b[0] = -0.6; /* y >= 0.6 and y <= 0.5: no velocity satisfies both */
    system->b[1] = 0.5;
    const outcome out = run_scheme(system, "moreau", &plan, 1.0, -1.0, r);
    NSD_CHECK(out.status == NSD_RAY && r->rows > 30);
    NSD_CHECK(out.report.steps == r->rows - 1);
    NSD_CHECK(out.state.t == r->t[r->rows - 1] && out.state.k == out.report.steps);
    free(r);
    free(system);
}

/* y = -0.1, v = 0.5: the ball leaves from below the ground under load, and the impulse does
 * positive work */
NSD_TEST(test_the_report_holds_the_largest_gain)
{
    test_system       *system = new_ball(9.81, 0.0);
    record            *r = new_record();
    const nsd_run_plan plan = plan_of(0.1, 1, 1);
    const outcome      out = run_scheme(system, "moreau", &plan, -0.1, 0.5, r);
    NSD_CHECK(out.status == NSD_OK);
    NSD_CHECK_NEAR(r->P[1], 0.481, 1e-14);
    NSD_CHECK_NEAR(out.report.gain, 0.12025, 1e-14);
    NSD_CHECK(out.report.gain_t == 0.1);
    NSD_CHECK(out.report.rise == out.report.gain);
    NSD_CHECK(out.report.largest == 0.125);
    free(r);
    free(system);
}

NSD_TEST_MAIN(test_a_row_every_given_number_of_steps_and_at_both_ends,
              test_times_are_counted_from_the_start, test_no_steps_give_the_start_alone,
              test_rows_at_given_times, test_a_bouncing_ball_logs_one_impact_per_bounce,
              test_only_a_sustained_contact_detaches, test_a_full_sink_ends_the_run,
              test_poll_gets_the_part_that_is_done_and_may_stop,
              test_a_state_that_is_no_longer_finite_ends_the_run,
              test_an_unsolved_contact_problem_ends_the_run_at_the_last_good_state,
              test_the_report_holds_the_largest_gain)
