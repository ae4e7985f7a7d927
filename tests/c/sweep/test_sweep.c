/* test_sweep.c - many runs over threads: same bits, failing runs, stopping; reducers. */
#include <stdlib.h>
#include <string.h>

#include "simulate/family_schemes.h"
#include "sweep/sweep.h"
#include "nsd_test.h"

#define RUNS 40

/* Forced oscillators with a stop, one frequency each. */
typedef struct ensemble {
    double            omega[RUNS], one, zero, minus, e, soft;
    ptrdiff_t         start[2], row[1], none[1];
    nsd_linear        models[RUNS];
    const void       *model[RUNS];
    nsd_family_linear context;
    nsd_family        family;
    nsd_sweep         sweep;
    double            q0[RUNS], v0[RUNS], t0[RUNS], h[RUNS], steps[RUNS], every[RUNS];
    double            after[RUNS], period[RUNS];
    double            last[3 * RUNS], low[2 * RUNS], high[2 * RUNS];
    double            impacts[NSD_IMPACT_FIELDS * RUNS], samples[3 * 5 * RUNS], count[RUNS];
    nsd_run_outcome   outcome[RUNS];
    int               entries[2];
} ensemble;

static nsd_linear oscillator(ensemble *s, int k)
{
    const nsd_matrix one = { NSD_DENSE, 1, 0, &s->one, NULL, NULL };
    const nsd_matrix zero = { NSD_DENSE, 1, 0, &s->zero, NULL, NULL };
    nsd_linear       model;

    memset(&model, 0, sizeof model);
    model.n = model.m = 1;
    model.M = model.K = one;
    model.C = zero;
    model.K_skew.storage = NSD_ZERO;
    model.symmetric = 1;
    model.H.n = model.H.m = 1;
    model.H.start = s->start;
    model.H.row = s->row;
    model.H.values = &s->minus;
    model.J.n = 1;
    model.J.start = s->none;
    model.J.row = s->row;
    model.b = &s->zero;
    model.e = &s->e;
    model.F.n = model.F.harmonics = 1;
    model.F.constant = &s->zero;
    model.F.cosine = &s->one;
    model.F.sine = &s->zero;
    model.F.omega = s->omega + k;
    return model;
}

static void set_results(ensemble *s)
{
    nsd_sweep_results *results = &s->sweep.results;
    results->last = s->last;
    results->outcome = s->outcome;
    results->reduced.low = s->low;
    results->reduced.high = s->high;
    results->reduced.impacts = s->impacts;
    results->reduced.samples = s->samples;
    results->reduced.count = s->count;
}

static ensemble *new_ensemble(int threads)
{
    ensemble *s = calloc(1, sizeof *s);
    s->one = 1.0;
    s->minus = -1.0;
    s->e = 0.8;
    s->soft = -4e4; /* 1 + h^2/4 k = 0 for h = 0.01 */
    s->start[1] = 1;
    s->entries[1] = 1;
    for (int k = 0; k < RUNS; k++) {
        s->omega[k] = 2.5 + 0.01 * k;
        s->models[k] = oscillator(s, k);
        s->model[k] = s->models + k;
        s->q0[k] = -1.0;
        s->h[k] = 0.01;
        s->steps[k] = 500 + 37 * k; /* runs of different length */
        s->every[k] = 1;
    }
    s->context.scheme = &nsd_linear_scheme_moreau;
    s->context.options.h = 0.01;
    s->context.options.theta = s->context.options.activation = 0.5;
    s->context.options.lcp.max_iter = 100;
    s->context.options.lcp.tolerance = 1e-10;
    s->context.options.lcp.rounding = 1e-10;
    s->context.options.lcp.relaxation = 1.0;
    s->sweep.runs = RUNS;
    s->sweep.q0 = s->q0;
    s->sweep.v0 = s->v0;
    s->sweep.plan = (nsd_sweep_plan){ s->t0, s->h, s->steps, NULL, s->every, s->after, s->period };
    s->sweep.reduction.n = s->sweep.reduction.m = 1;
    s->sweep.reduction.sampling = NSD_SAMPLE_IMPACT;
    s->sweep.reduction.contact = -1;
    s->sweep.reduction.latest = 1;
    s->sweep.reduction.capacity = 5;
    s->sweep.reduction.entries = s->entries;
    s->sweep.reduction.entry_count = 2;
    s->sweep.reduction.stride = 1;
    const nsd_family_models models = { .model = s->model, .count = RUNS };
    s->family = nsd_family_make(&nsd_family_linear_kind, &s->context, &models);
    s->sweep.family = &s->family;
    s->sweep.threads = threads;
    s->sweep.thread_bytes = nsd_sweep_thread_bytes(&s->sweep);
    s->sweep.memory = malloc(s->sweep.thread_bytes * (size_t)threads);
    set_results(s);
    return s;
}

static void release(ensemble *s)
{
    free(s->sweep.memory);
    free(s);
}

static int bits(const void *a, const void *b, size_t size) /* NaN equals itself here */
{
    return memcmp(a, b, size) == 0;
}

static int same(const ensemble *a, const ensemble *b)
{
    return bits(a->last, b->last, sizeof a->last) && bits(a->low, b->low, sizeof a->low) &&
           bits(a->high, b->high, sizeof a->high) &&
           bits(a->impacts, b->impacts, sizeof a->impacts) &&
           bits(a->samples, b->samples, sizeof a->samples) &&
           bits(a->count, b->count, sizeof a->count) &&
           bits(a->outcome, b->outcome, sizeof a->outcome);
}

NSD_TEST(test_threads_do_not_change_a_bit)
{
    ensemble *one = new_ensemble(1);
    NSD_CHECK(nsd_sweep_run(&one->sweep) == NSD_OK);
    for (int k = 0; k < RUNS; k++) {
        NSD_CHECK(one->outcome[k].status == NSD_OK &&
                  one->outcome[k].report.steps == one->steps[k]);
        NSD_CHECK(one->impacts[NSD_IMPACT_FIELDS * k + NSD_IMPACT_COUNT] > 0.0);
        NSD_CHECK(one->low[2 * k] <= one->last[3 * k + 1]);
    }
    for (int threads = 2; threads <= 4; threads++) {
        ensemble *many = new_ensemble(threads);
        NSD_CHECK(nsd_sweep_run(&many->sweep) == NSD_OK);
        NSD_CHECK(same(one, many));
        release(many);
    }
    release(one);
}

/* One model for all runs, or a copy for each, with which no stepper can begin again. Steps of two
 * lengths; starts that lie on the steps of the runs before. */
NSD_TEST(test_runs_with_the_stepper_of_the_run_before_have_the_bits_of_new_ones)
{
    ensemble *sides[2] = { new_ensemble(1), new_ensemble(1) };
    for (int which = 0; which < 2; which++) {
        ensemble *s = sides[which];
        for (int k = 0; k < RUNS; k++) {
            s->omega[k] = 2.5;
            s->q0[k] = -1.0 + 0.05 * k;
            s->v0[k] = 0.1 * k;
            s->h[k] = k % 5 == 3 ? 0.02 : 0.01;
            s->t0[k] = 0.01 * (k % 4);
            s->steps[k] = 10 + 13 * (k % 3);
        }
        s->family.models.count = which == 0 ? 1 : RUNS;
        NSD_CHECK(nsd_sweep_run(&s->sweep) == NSD_OK);
    }
    NSD_CHECK(same(sides[0], sides[1]));
    release(sides[0]);
    release(sides[1]);
}

/* Between rows steppers of small systems fly in a loop of their own. The last model flies apart,
 * away from its stop, until its energy overflows. */
NSD_TEST(test_steps_between_rows_have_the_bits_of_steps_with_rows)
{
    static const double away = -100.0;
    ensemble           *rows = new_ensemble(1), *few = new_ensemble(1);
    ensemble *const     sides[2] = { rows, few };
    for (int which = 0; which < 2; which++) {
        ensemble *s = sides[which];
        s->models[RUNS - 1].K.values = &away;
        s->steps[RUNS - 1] = 10000;
        for (int k = 0; k < RUNS; k++) {
            s->every[k] = which == 0 ? 1 : 64 + k;
        }
        NSD_CHECK(nsd_sweep_run(&s->sweep) == NSD_OK);
    }
    NSD_CHECK(bits(rows->last, few->last, sizeof few->last));
    NSD_CHECK(bits(rows->impacts, few->impacts, sizeof few->impacts));
    NSD_CHECK(bits(rows->samples, few->samples, sizeof few->samples));
    NSD_CHECK(bits(rows->outcome, few->outcome, sizeof few->outcome));
    NSD_CHECK(few->outcome[0].report.largest > 0.0 && few->outcome[0].status == NSD_OK);
    NSD_CHECK(few->outcome[RUNS - 1].status == NSD_DIVERGED);
    release(rows);
    release(few);
}

NSD_TEST(test_failing_run_leaves_its_status_and_the_others_alone)
{
    ensemble *whole = new_ensemble(2), *hurt = new_ensemble(2);
    hurt->models[7].K.values = &hurt->soft;
    NSD_CHECK(nsd_sweep_run(&whole->sweep) == NSD_OK);
    NSD_CHECK(nsd_sweep_run(&hurt->sweep) == NSD_OK);
    NSD_CHECK(hurt->outcome[7].status != NSD_OK && hurt->outcome[7].status != NSD_STOPPED);
    for (int k = 0; k < RUNS; k++) {
        NSD_CHECK(k == 7 || bits(whole->last + 3 * k, hurt->last + 3 * k, 24));
    }
    release(whole);
    release(hurt);
}

NSD_TEST(test_only_runs_that_are_asked_for_are_made)
{
    ensemble    *whole = new_ensemble(2), *part = new_ensemble(2);
    const double todo[] = { 3, 30 };
    part->sweep.todo = todo;
    part->sweep.todo_count = 2;
    nsd_sweep_run(&whole->sweep);
    NSD_CHECK(nsd_sweep_run(&part->sweep) == NSD_OK);
    for (int k = 0; k < RUNS; k++) {
        const int asked = k == 3 || k == 30;
        NSD_CHECK(part->last[3 * k + 1] == (asked ? whole->last[3 * k + 1] : 0.0));
    }
    release(whole);
    release(part);
}

typedef struct impatient { /* a host that stops after so many polls */
    nsd_sweep_host host;
    int            polls, most;
} impatient;

static nsd_status stop_soon(nsd_sweep_host *host, double done, int idle, long long *patience)
{
    impatient *me = (impatient *)host;
    (void)done;
    (void)idle;
    *patience = 16;
    return ++me->polls >= me->most ? NSD_STOPPED : NSD_OK;
}

NSD_TEST(test_stopping_keeps_the_finished_runs)
{
    ensemble *whole = new_ensemble(1);
    nsd_sweep_run(&whole->sweep);
    for (int threads = 1; threads <= 2; threads++) {
        ensemble *s = new_ensemble(threads);
        impatient host = { { stop_soon }, 0, 200 };
        int       finished = 0, stopped = 0;
        s->sweep.host = &host.host;
        const nsd_status status = nsd_sweep_run(&s->sweep);
        for (int k = 0; k < RUNS; k++) {
            finished += s->outcome[k].status == NSD_OK;
            stopped += s->outcome[k].status == NSD_STOPPED;
            NSD_CHECK(s->outcome[k].status != NSD_OK ||
                      s->last[3 * k + 1] == whole->last[3 * k + 1]);
            NSD_CHECK(s->outcome[k].status == NSD_OK || s->outcome[k].report.steps < s->steps[k]);
        }
        NSD_CHECK(finished + stopped == RUNS);
        if (threads == 1) { /* two may be done before the first is asked */
            NSD_CHECK(status == NSD_STOPPED && finished > 0 && stopped > 0);
        }
        release(s);
    }
    release(whole);
}

/* Wherever it stops the sweep: it was asked once more when the run of the first thread had ended,
 * and drew the progress line again after Ctrl-C. */
NSD_TEST(test_host_that_stopped_the_sweep_is_not_asked_again)
{
    for (int most = 1; most <= 60; most++) {
        ensemble *s = new_ensemble(2);
        impatient host = { { stop_soon }, 0, most };
        s->sweep.host = &host.host;
        nsd_sweep_run(&s->sweep);
        NSD_CHECK(host.polls <= most);
        for (int k = 0; k < RUNS; k++) {
            NSD_CHECK(s->outcome[k].status == NSD_OK ? s->outcome[k].report.steps == s->steps[k]
                                                     : s->outcome[k].status == NSD_STOPPED);
        }
        release(s);
    }
}

/* A reducer fed by hand: q = 10 t, v = -t at t = 0, 1, ..., 9. */
static void feed(nsd_reducer *reducer)
{
    double           q = 0.0, v = 0.0;
    nsd_state        state = { .q = &q, .v = &v };
    const nsd_ledger ledger = { { 0.0 }, 0.0 };
    for (int k = 0; k < 10; k++) {
        state.t = k;
        q = 10.0 * k;
        v = -k;
        reducer->sink.row(&reducer->sink, &state, &ledger);
    }
    nsd_reducer_finish(reducer);
}

static nsd_reduction nothing_of_one(const int *entries)
{
    nsd_reduction wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.n = 1;
    wanted.entries = entries;
    wanted.entry_count = 2;
    wanted.stride = 1;
    wanted.h = 1.0;
    return wanted;
}

NSD_TEST(test_ring_ends_in_the_order_of_time)
{
    const int     entries[] = { 0, 1 };
    double        room[10], samples[3 * 4], count = 0.0;
    nsd_reduced   out = { NULL, NULL, NULL, samples, &count };
    nsd_reduction wanted = nothing_of_one(entries);
    nsd_reducer   reducer;

    wanted.sampling = NSD_SAMPLE_ROWS;
    wanted.latest = 1;
    for (size_t capacity = 1; capacity <= 4; capacity++) {
        wanted.capacity = capacity;
        nsd_reducer_init(&reducer, &wanted, &out, room);
        feed(&reducer);
        for (size_t j = 0; j < capacity; j++) {
            NSD_CHECK(samples[3 * j] == (double)(10 - capacity + j));
            NSD_CHECK(samples[3 * j + 1] == 10.0 * samples[3 * j]);
        }
        NSD_CHECK(count == 10.0);
    }
    wanted.latest = 0;
    wanted.stride = 3;
    nsd_reducer_init(&reducer, &wanted, &out, room);
    feed(&reducer);
    NSD_CHECK(count == 4.0 && samples[0] == 0.0 && samples[9] == 9.0);
}

NSD_TEST(test_periods_between_rows_and_sections_lie_on_lines)
{
    const int     entries[] = { 0, 1 };
    double        room[10], samples[3 * 20], count = 0.0;
    nsd_reduced   out = { NULL, NULL, NULL, samples, &count };
    nsd_reduction wanted = nothing_of_one(entries);
    nsd_reducer   reducer;

    wanted.sampling = NSD_SAMPLE_PERIOD;
    wanted.capacity = 20;
    wanted.period = 1.5;
    wanted.after = 1.0;
    nsd_reducer_init(&reducer, &wanted, &out, room);
    feed(&reducer);
    NSD_CHECK(count == 6.0 && isnan(samples[3 * 6]));
    for (int j = 0; j < 6; j++) {
        NSD_CHECK_NEAR(samples[3 * j], 1.5 * (j + 1), 1e-15);
        NSD_CHECK_NEAR(samples[3 * j + 1], 15.0 * (j + 1), 1e-13);
        NSD_CHECK(samples[3 * j + 2] == -floor(1.5 * (j + 1)));
    }
    wanted.sampling = NSD_SAMPLE_SECTION;
    wanted.column = 0;
    wanted.level = 35.0;
    for (int direction = -1; direction <= 1; direction++) {
        wanted.direction = direction;
        nsd_reducer_init(&reducer, &wanted, &out, room);
        feed(&reducer);
        NSD_CHECK(count == (direction >= 0 ? 1.0 : 0.0));
        NSD_CHECK(direction < 0 || (samples[0] == 3.5 && samples[2] == -3.5));
    }
}

NSD_TEST_MAIN(test_threads_do_not_change_a_bit,
              test_steps_between_rows_have_the_bits_of_steps_with_rows,
              test_runs_with_the_stepper_of_the_run_before_have_the_bits_of_new_ones,
              test_failing_run_leaves_its_status_and_the_others_alone,
              test_only_runs_that_are_asked_for_are_made, test_stopping_keeps_the_finished_runs,
              test_host_that_stopped_the_sweep_is_not_asked_again,
              test_ring_ends_in_the_order_of_time,
              test_periods_between_rows_and_sections_lie_on_lines)
