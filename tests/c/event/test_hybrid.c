/* test_hybrid.c - guards and resets of first-order systems, in C. */
#include "nsd_test.h"
#include "nsd_test_balls.h"

typedef struct ball { /* x = (height, speed) above a floor, by a reset with coefficient e */
    double g, e;
} ball;

static nsd_status rate(void *context, double t, const double *x, double *f)
{
    const ball *b = context;
    (void)t;
    f[0] = x[1];
    f[1] = -b->g;
    return NSD_OK;
}

static nsd_status guard(void *context, double t, const double *x, double *h)
{
    (void)context;
    (void)t;
    h[0] = x[0];
    h[1] = 50.0 - x[0]; /* a ceiling, far away */
    return NSD_OK;
}

static nsd_status reset(void *context, double t, const double *x, int i, double *after)
{
    const ball *b = context;
    (void)t;
    (void)i;
    after[0] = x[0];
    after[1] = -b->e * x[1];
    return NSD_OK;
}

static nsd_status mass(void *context, const double *x, double *M)
{
    (void)context;
    (void)x;
    M[0] = M[3] = 1.0;
    M[1] = M[2] = 0.0;
    return NSD_OK;
}

static nsd_test_record *run_ball(ball *b, const nsd_test_start *from, int with_mass)
{
    const nsd_hybrid_model  model = { .n = 2,
                                      .m = 2,
                                      .context = b,
                                      .rate = rate,
                                      .guard = guard,
                                      .reset = reset,
                                      .mass = with_mass ? mass : NULL };
    const nsd_event_options options = nsd_test_event_options(from);
    nsd_test_record        *r = calloc(1, sizeof *r);
    nsd_test_arrays         now, other;
    nsd_state               state = nsd_test_state(&now), before = nsd_test_state(&other);
    nsd_ledger              ledger = { { 0.0 }, 0.0 };
    nsd_run_report          report;
    nsd_event_driven       *solver = NULL;
    const nsd_event_system  system = { .hybrid = &model };
    const size_t            room = nsd_event_driven_scratch(&system, 0);
    nsd_scratch             scratch = { malloc(room), room, 0 };
    const nsd_run_plan      plan = { .every = 1, .before = &before };

    r->sink.row = nsd_test_row;
    r->sink.event = nsd_test_event;
    r->sink.poll = nsd_test_poll;
    r->sink.patience = 10;
    r->n = 2;
    memcpy(now.q, from->q, sizeof now.q);
    r->status = nsd_event_driven_init(&system, &options, &scratch, &state, &ledger, &solver);
    if (r->status == NSD_OK) {
        r->status = nsd_run_event_driven(&plan, solver, &state, &ledger, &r->sink, &report);
    }
    r->R[0] = now.extra[0];
    free(scratch.base);
    return r;
}

NSD_TEST(test_ball_by_resets_is_the_ball)
{
    for (int with_mass = 0; with_mass < 2; with_mass++) {
        ball                 b = { 9.81, 0.5 };
        const nsd_test_start from = { { 1.0, 0.0 }, { 0.0 }, 2.0, 1e-10 };
        nsd_test_record     *r = run_ball(&b, &from, with_mass);
        const double         first = sqrt(2.0 / 9.81);
        NSD_CHECK(r->status == NSD_OK);
        NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->t, first, 1e-10);
        NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 2)->t, 2.0 * first, 1e-9);
        NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_ACCUMULATION, 1)->t, 3.0 * first, 1e-8);
        NSD_CHECK_NEAR(r->q[0], 0.0, 1e-9);
        NSD_CHECK_NEAR(r->q[1], 0.0, 1e-8);
        NSD_CHECK_NEAR(r->R[0], 9.81, 1e-5); /* force of the contact, from differences */
        free(r);
    }
}

NSD_TEST(test_start_at_rest_on_the_guard_sticks)
{
    ball                 b = { 9.81, 0.5 };
    const nsd_test_start from = { { 0.0, 0.0 }, { 0.0 }, 1.0, 1e-9 };
    nsd_test_record     *r = run_ball(&b, &from, 0);
    NSD_CHECK(r->status == NSD_OK && r->events == 0);
    NSD_CHECK_NEAR(r->q[0], 0.0, 1e-9);
    free(r);
}

NSD_TEST_MAIN(test_ball_by_resets_is_the_ball, test_start_at_rest_on_the_guard_sticks)
