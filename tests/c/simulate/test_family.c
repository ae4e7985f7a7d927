/* test_family.c - families: memory of exactly the size they ask for, failed starts, both loops. */
#include "simulate/family_events.h"
#include "simulate/family_schemes.h"
#include "nsd_test.h"
#include "nsd_test_run.h"

typedef struct rows { /* a sink that counts rows and events and keeps the last position */
    nsd_sink sink;    /* first: it is a sink */
    int      rows, events;
    double   t, q;
} rows;

static nsd_status count_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    rows *r = (rows *)sink;
    (void)ledger;
    r->rows++;
    r->t = state->t;
    r->q = state->q[0];
    return NSD_OK;
}

static nsd_status count_event(nsd_sink *sink, const nsd_event *event, const nsd_state *state)
{
    (void)event;
    (void)state;
    ((rows *)sink)->events++;
    return NSD_OK;
}

static nsd_status no_poll(nsd_sink *sink, double done)
{
    (void)sink;
    (void)done;
    return NSD_OK;
}

/* A ball falls from q = 1 for 0.5 s, in `missing` bytes less than the family asks for. */
static nsd_run_outcome drop(const nsd_family_kind *kind, const void *context, size_t missing,
                            rows *r)
{
    test_system            *ball = new_ball(9.81, 0.9);
    const void             *model[] = { build_model(ball, NSD_DENSE) };
    const nsd_family_models models = { .model = model, .count = 1 };
    const nsd_family        family = nsd_family_make(kind, context, &models);
    const size_t            bytes = nsd_family_scratch(&family) - missing;
    nsd_trajectory          run = {
                 .plan = { .h = 0.01, .t_end = 0.5, .steps = 50, .every = 1 },
                 .sink = &r->sink,
                 .scratch = { malloc(bytes), bytes, 0 },
    };

    *r = (rows){ .sink = { count_row, count_event, no_poll, 10 } };
    run.outcome.status = nsd_family_init(&family, &run);
    if (run.outcome.status == NSD_OK) {
        run.state.q[0] = 1.0;
        nsd_family_start(&family, &run);
        nsd_family_run(&family, &run);
    }
    free(run.scratch.base);
    free(ball);
    return run.outcome;
}

static nsd_family_event event_context(void)
{
    const nsd_family_event context = { .options = { .rel_tol = 1e-8,
                                                    .abs_tol = 1e-10,
                                                    .chatter_height = 1e-9,
                                                    .refine = 1,
                                                    .max_events = 100,
                                                    .max_steps = 1000,
                                                    .lcp = { 100, 1e-10, 1.0, NULL, 1e-10 } } };
    return context;
}

NSD_TEST(test_the_bytes_that_a_family_asks_for_are_enough_and_needed)
{
    const nsd_family_linear linear = { &nsd_linear_scheme_moreau, options_of(0.01, 0.5) };
    const nsd_family_event  event = event_context();
    rows                    r;

    NSD_CHECK(drop(&nsd_family_linear_kind, &linear, 0, &r).status == NSD_OK);
    NSD_CHECK(r.rows == 51 && r.t == 0.5);
    NSD_CHECK(drop(&nsd_family_linear_event_kind, &event, 0, &r).status == NSD_OK);
    NSD_CHECK(r.events == 1 && r.t == 0.5);
    NSD_CHECK(drop(&nsd_family_linear_kind, &linear, 32, &r).status == NSD_ERR_WORKSPACE);
    NSD_CHECK(drop(&nsd_family_linear_event_kind, &event, 32, &r).status == NSD_ERR_WORKSPACE);
    NSD_CHECK(r.rows == 0);
}

/* The impact is at sqrt(2/g), the flight exact: q = e (g t_1)(t - t_1) - g/2 (t - t_1)^2. */
NSD_TEST(test_the_largest_step_is_a_part_of_each_run_where_the_options_say_none)
{
    const double     t1 = sqrt(2.0 / 9.81), after = 0.5 - t1;
    nsd_family_event event = event_context();
    rows             r;
    for (int k = 0; k < 2; k++) {
        event.options.largest_step = 0.5 * k;
        const nsd_run_outcome outcome = drop(&nsd_family_linear_event_kind, &event, 0, &r);
        NSD_CHECK_NEAR(r.q, 0.9 * 9.81 * t1 * after - 0.5 * 9.81 * after * after, 1e-12);
        NSD_CHECK(k == 0 ? outcome.report.steps >= 10 : outcome.report.steps < 10);
    }
}

static nsd_status fail_to_start(const void *context, const void *model, nsd_trajectory *run)
{
    (void)model;
    (void)run;
    return *(const nsd_status *)context;
}

static size_t no_scratch(const void *context, const void *model)
{
    (void)context;
    (void)model;
    return 0;
}

NSD_TEST(test_a_failed_start_leaves_its_row_and_its_status)
{
    nsd_family_kind  kind = nsd_family_linear_kind;
    const nsd_status ray = NSD_RAY, singular = NSD_ERR_SINGULAR;
    rows             r;

    kind.scratch = no_scratch;
    kind.start = fail_to_start;
    NSD_CHECK(drop(&kind, &ray, 0, &r).status == NSD_RAY);
    NSD_CHECK(r.rows == 1 && r.t == 0.0 && r.q == 1.0);
    NSD_CHECK(drop(&kind, &singular, 0, &r).status == NSD_ERR_SINGULAR);
    NSD_CHECK(r.rows == 0);
}

NSD_TEST_MAIN(test_the_bytes_that_a_family_asks_for_are_enough_and_needed,
              test_the_largest_step_is_a_part_of_each_run_where_the_options_say_none,
              test_a_failed_start_leaves_its_row_and_its_status)
