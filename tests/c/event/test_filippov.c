/* test_filippov.c - the switched oscillator and sliding modes, in scratch of exactly the size that
 * nsd_event_driven_scratch returns. */
#include "event/event_driven.h"

#include <stdlib.h>
#include <string.h>

#include "nsd_test.h"

typedef struct log {
    nsd_sink       sink; /* first: a log is a sink */
    int            rows, events;
    nsd_event_kind kind[4];
    double         t[4];
} log_sink;

static nsd_status count_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    (void)state;
    (void)ledger;
    ((log_sink *)sink)->rows++;
    return NSD_OK;
}

static nsd_status keep_event(nsd_sink *sink, const nsd_event *event, const nsd_state *state)
{
    log_sink *kept = (log_sink *)sink;
    (void)state;
    if (kept->events < 4) {
        kept->kind[kept->events] = event->kind;
        kept->t[kept->events] = event->t;
    }
    kept->events++;
    return NSD_OK;
}

static nsd_status no_poll(nsd_sink *sink, double done)
{
    (void)done;
    sink->patience = 1000;
    return NSD_OK;
}

static nsd_status turn(void *context, double t, const double *x, const double *side, double *f)
{
    const double omega = side[0] < 0.0 ? 2.0 * acos(-1.0) : -2.0 * acos(-1.0);
    (void)context;
    (void)t;
    f[0] = x[0] - omega * x[1];
    f[1] = omega * x[0] + x[1];
    return NSD_OK;
}

static nsd_status circle(void *context, double t, const double *x, double *s)
{
    (void)context;
    (void)t;
    s[0] = x[0] * x[0] + x[1] * x[1] - 1.0;
    return NSD_OK;
}

static nsd_status drive_on(void *context, double t, const double *x, const double *side, double *f)
{
    (void)context;
    (void)t;
    f[0] = 1.0;
    f[1] = x[0] - 2.0 - side[0];
    return NSD_OK;
}

static nsd_status height(void *context, double t, const double *x, double *s)
{
    (void)context;
    (void)t;
    s[0] = x[1];
    return NSD_OK;
}

static nsd_status run(const nsd_filippov_model *model, double t_end, double *x, log_sink *kept)
{
    const nsd_event_options options = { .t_end = t_end,
                                        .largest_step = t_end / 10.0,
                                        .rel_tol = 1e-12,
                                        .abs_tol = 1e-14,
                                        .refine = 1,
                                        .max_events = 1000,
                                        .max_steps = 100000,
                                        .lcp = { 1000, 1e-10, 1.0, NULL, 1e-10 } };
    double                  v[8] = { 0.0 }, extra[16] = { 0.0 }, x_before[8];
    nsd_run_plan            plan = { .h = 1e-3, .steps = 1, .every = 1 };
    nsd_run_report          report;
    nsd_event_driven       *solver = NULL;
    nsd_state               state, before;
    nsd_ledger              ledger = { { 0.0 }, 0.0 };
    const nsd_event_system  system = { .filippov = model };
    nsd_scratch             scratch = { NULL, nsd_event_driven_scratch(&system, 0), 0 };

    memset(&state, 0, sizeof state);
    memset(kept, 0, sizeof *kept);
    state.q = x;
    state.v = v;
    state.extra = extra;
    before = state;
    before.q = x_before;
    plan.before = &before;
    kept->sink.row = count_row;
    kept->sink.event = keep_event;
    kept->sink.poll = no_poll;
    kept->sink.patience = 1;
    scratch.base = malloc(scratch.size);
    nsd_status status = nsd_event_driven_init(&system, &options, &scratch, &state, &ledger,
                                              &solver);
    if (status == NSD_OK) {
        status = nsd_run_event_driven(&plan, solver, &state, &ledger, &kept->sink, &report);
    }
    free(scratch.base);
    return status;
}

NSD_TEST(test_switched_oscillator_crosses_once)
{
    const nsd_filippov_model model = { 2, 1, 0, NULL, turn, circle, NULL };
    double                   x[2] = { exp(-1.0), 0.0 };
    log_sink                 kept;

    NSD_CHECK(run(&model, 0.5 * acos(-1.0), x, &kept) == NSD_OK);
    NSD_CHECK_NEAR(x[0], -1.597460377451, 1e-10);
    NSD_CHECK_NEAR(x[1], 0.761493620606, 1e-10);
    NSD_CHECK(kept.events == 1 && kept.kind[0] == NSD_EVENT_CROSS);
    NSD_CHECK_NEAR(kept.t[0], 1.0, 1e-11);
}

NSD_TEST(test_slider_enters_and_leaves)
{
    const nsd_filippov_model model = { 2, 1, 0, NULL, drive_on, height, NULL };
    double                   x[2] = { 1.5, 0.2 };
    log_sink                 kept;

    NSD_CHECK(run(&model, 5.0, x, &kept) == NSD_OK);
    NSD_CHECK_NEAR(x[1], 6.125, 1e-10);
    NSD_CHECK(kept.events == 2);
    NSD_CHECK(kept.kind[0] == NSD_EVENT_STICK && kept.kind[1] == NSD_EVENT_SLIP);
    NSD_CHECK_NEAR(kept.t[0], 1.5 - sqrt(1.85), 1e-12);
    NSD_CHECK_NEAR(kept.t[1], 1.5, 1e-9);
}

NSD_TEST_MAIN(test_switched_oscillator_crosses_once, test_slider_enters_and_leaves)
