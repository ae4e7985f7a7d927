/* sweep.c - threads that make one run after the other; set-up and results of a run. */
#include "sweep/sweep.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#define OPENMP_DIRECTIVE(directive) _Pragma(directive)
#else
#define OPENMP_DIRECTIVE(directive)
#endif

/* Steps of a run between two readings of the flag that stops a sweep; the host may change the
 * number for the first thread. Larger: threads stop later; smaller: more atomic reads in short
 * steps. */
#define FIRST_PATIENCE_STEPS 64

/* Bytes, a multiple of usual cache lines, of which the memory of a thread is a multiple plus one.
 * Smaller: threads write into each other's cache lines and wait. */
#define CACHE_BLOCK_BYTES 128

typedef struct crew { /* data of all threads; written by atomics only */
    const nsd_sweep *sweep;
    size_t           next, finished, count; /* runs */
    int              stop;                  /* 1: no more runs */
} crew;

typedef struct member {
    nsd_sweep_worker worker; /* first: poll finds the member by worker.reducer */
    crew            *crew;
} member;

int nsd_sweep_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

static int thread_number(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

static int is_stopped(crew *c)
{
    int stop = 0;
    OPENMP_DIRECTIVE("omp atomic read")
    stop = c->stop;
    return stop;
}

static void stop_sweep(crew *c)
{
    OPENMP_DIRECTIVE("omp atomic write")
    c->stop = 1;
}

static size_t finished_runs(crew *c)
{
    size_t finished = 0;
    OPENMP_DIRECTIVE("omp atomic read")
    finished = c->finished;
    return finished;
}

static size_t next_run(crew *c)
{
    size_t next = 0;
    OPENMP_DIRECTIVE("omp atomic capture")
    next = c->next++;
    return next;
}

static void finish_run(crew *c)
{
    OPENMP_DIRECTIVE("omp atomic update")
    c->finished++;
}

/* Calls the host, and stops the sweep when the host says so; first thread only. */
static void ask_host(member *me, int idle, long *patience)
{
    crew           *c = me->crew;
    nsd_sweep_host *host = c->sweep->host;
    const double    done = c->count > 0 ? (double)finished_runs(c) / (double)c->count : 1.0;

    if (host && !is_stopped(c) && host->poll(host, done, idle, patience) == NSD_STOPPED) {
        stop_sweep(c);
    }
}

static nsd_status poll(nsd_sink *sink, double done)
{
    nsd_reducer *reducer = (nsd_reducer *)sink;
    member      *me = (member *)(void *)((char *)reducer - offsetof(nsd_sweep_worker, reducer));

    (void)done;
    if (me->worker.thread == 0) {
        ask_host(me, 0, &sink->patience);
    }
    return is_stopped(me->crew) ? NSD_STOPPED : NSD_OK;
}

size_t nsd_sweep_thread_bytes(const nsd_sweep *sweep)
{
    const size_t m = (size_t)sweep->sizes.m;
    const size_t bytes = 2 * nsd_state_scratch(&sweep->sizes) +
                         nsd_scratch_need(nsd_reducer_doubles(sweep->sizes.n), sizeof(double)) +
                         nsd_scratch_need(m, sizeof(int)) +
                         nsd_scratch_need(sweep->periods, sizeof(double)) +
                         sweep->family.scratch(sweep->family.context);
    return (bytes / CACHE_BLOCK_BYTES + 2) * CACHE_BLOCK_BYTES;
}

static double *column_of_run(double *first, size_t rows, size_t run)
{
    return first ? first + rows * run : NULL;
}

static nsd_reduced results_of_run(const nsd_sweep *sweep, size_t run)
{
    const nsd_reduced *all = &sweep->results.reduced;
    const size_t       n = (size_t)sweep->sizes.n, m = (size_t)sweep->sizes.m;
    nsd_reduced        out;
    out.low = column_of_run(all->low, 2 * n, run);
    out.high = column_of_run(all->high, 2 * n, run);
    out.impacts = column_of_run(all->impacts, NSD_IMPACT_FIELDS * m, run);
    out.samples = column_of_run(
        all->samples, (1 + (size_t)sweep->reduction.entry_count) * sweep->reduction.capacity, run);
    out.count = column_of_run(all->count, 1, run);
    return out;
}

static nsd_status set_times(nsd_sweep_worker *w, double period)
{
    const nsd_sweep *sweep = w->sweep;
    nsd_run_plan    *plan = &w->plan;
    const double end = plan->t0 + (double)plan->steps * plan->h + NSD_RUN_TIME_ROUNDING * plan->h;

    plan->times = sweep->times;
    plan->time_count = sweep->time_count;
    if (sweep->periods > 0) {
        double *times = nsd_scratch_take(&w->scratch, sweep->periods, sizeof *times);
        size_t  count = 0;
        if (!times) {
            return NSD_ERR_WORKSPACE;
        }
        for (; count < sweep->periods && plan->t0 + (double)count * period <= end; count++) {
            times[count] = plan->t0 + (double)count * period;
        }
        plan->times = times;
        plan->time_count = count;
    }
    return NSD_OK;
}

/* Plan, states and reducer of the run, in fresh scratch */
static nsd_status prepare_run(nsd_sweep_worker *w)
{
    const nsd_sweep      *sweep = w->sweep;
    const nsd_sweep_plan *plan = &sweep->plan;
    const size_t          run = w->run, n = (size_t)sweep->sizes.n;
    nsd_reduction         wanted = sweep->reduction;
    const nsd_reduced     out = results_of_run(sweep, run);

    w->scratch.used = 0;
    w->stepper = NULL;
    double *room = nsd_scratch_take(&w->scratch, nsd_reducer_doubles(sweep->sizes.n), sizeof *room);
    int    *streak = nsd_scratch_take(&w->scratch, (size_t)sweep->sizes.m, sizeof *streak);
    if (!room || !streak) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_status status = nsd_state_init(&w->state, &w->tangential[0], &sweep->sizes, plan->t0[run],
                                       &w->scratch);
    if (status == NSD_OK) {
        status = nsd_state_init(&w->before, &w->tangential[1], &sweep->sizes, plan->t0[run],
                                &w->scratch);
    }
    if (status != NSD_OK) {
        return status;
    }
    memcpy(w->state.q, sweep->q0 + n * run, n * sizeof(double));
    memcpy(w->state.v, sweep->v0 + n * run, n * sizeof(double));
    memset(&w->plan, 0, sizeof w->plan);
    w->plan.t0 = plan->t0[run];
    w->plan.h = plan->h[run];
    w->plan.steps = (long)plan->steps[run];
    w->plan.every = (long)plan->every[run];
    w->plan.streak = streak;
    w->plan.before = &w->before;
    w->plan.channels = &sweep->channels;
    wanted.t0 = w->plan.t0;
    wanted.h = w->plan.h;
    wanted.after = plan->after[run];
    wanted.period = plan->period[run];
    nsd_reducer_init(&w->reducer, &wanted, &out, room);
    w->reducer.copy_sink = sweep->results.sinks ? sweep->results.sinks[run] : NULL;
    w->reducer.sink.poll = poll;
    w->reducer.sink.patience = FIRST_PATIENCE_STEPS;
    memset(&w->ledger, 0, sizeof w->ledger);
    memset(&w->report, 0, sizeof w->report);
    return set_times(w, plan->period[run]);
}

static void store_results(const nsd_sweep_worker *w, nsd_status status)
{
    const nsd_sweep_results *results = &w->sweep->results;
    const size_t             run = w->run, n = (size_t)w->sweep->sizes.n;
    double                  *last = results->last + (1 + 2 * n) * run;

    last[0] = w->state.t;
    memcpy(last + 1, w->state.q, n * sizeof(double));
    memcpy(last + 1 + n, w->state.v, n * sizeof(double));
    results->steps[run] = (double)w->report.steps;
    results->gain[3 * run] = w->report.gain;
    results->gain[3 * run + 1] = w->report.gain_t;
    results->gain[3 * run + 2] = w->report.largest;
    results->status[run] = status;
    if (results->solver && w->stepper) {
        const nsd_tally *tally = w->stepper->tally;
        const double     of[] = { (double)tally->problems, (double)tally->iterations, tally->worst,
                                  w->stepper->newton_residual };
        memcpy(results->solver + 4 * run, of, sizeof of);
    }
}

static void make_run(nsd_sweep_worker *w)
{
    const nsd_sweep_family *family = &w->sweep->family;
    nsd_status              status = prepare_run(w);

    if (status == NSD_OK) {
        status = family->start(family->context, w);
        if (status == NSD_OK) {
            status = family->run(w);
        }
        nsd_reducer_finish(&w->reducer);
        store_results(w, status);
    } else {
        w->sweep->results.status[w->run] = status;
    }
}

static void run_thread(crew *c, int thread)
{
    const nsd_sweep *sweep = c->sweep;
    member           me;
    long             patience = FIRST_PATIENCE_STEPS;

    memset(&me, 0, sizeof me);
    me.crew = c;
    me.worker.sweep = sweep;
    me.worker.thread = thread;
    me.worker.scratch.base = sweep->memory + (size_t)thread * sweep->thread_bytes;
    me.worker.scratch.size = sweep->thread_bytes;
    for (size_t i = next_run(c); i < c->count && !is_stopped(c); i = next_run(c)) {
        me.worker.run = sweep->todo ? (size_t)sweep->todo[i] : i;
        make_run(&me.worker);
        finish_run(c);
        if (thread == 0) {
            ask_host(&me, 0, &patience);
        }
    }
    while (thread == 0 && finished_runs(c) < c->count && !is_stopped(c)) {
        ask_host(&me, 1, &patience);
    }
}

static void fill_with(double *x, size_t count, double value)
{
    for (size_t i = 0; x && i < count; i++) {
        x[i] = value;
    }
}

/* Results of a run until it is made */
static void clear_results(const nsd_sweep *sweep, size_t run)
{
    const nsd_reduced out = results_of_run(sweep, run);
    const size_t      n = (size_t)sweep->sizes.n, sample = 1 + (size_t)sweep->reduction.entry_count;

    fill_with(sweep->results.last + (1 + 2 * n) * run, 1 + 2 * n, NAN);
    fill_with(sweep->results.steps + run, 1, 0.0);
    fill_with(sweep->results.gain + 3 * run, 3, 0.0);
    fill_with(out.low, 2 * n, NAN);
    fill_with(out.high, 2 * n, NAN);
    fill_with(out.impacts, NSD_IMPACT_FIELDS * (size_t)sweep->sizes.m, NAN);
    fill_with(out.samples, sample * sweep->reduction.capacity, NAN);
    fill_with(out.count, 1, 0.0);
    sweep->results.status[run] = NSD_STOPPED;
}

nsd_status nsd_sweep_run(const nsd_sweep *sweep)
{
    crew c = { sweep, 0, 0, sweep->todo ? sweep->todo_count : sweep->runs, 0 };

    for (size_t i = 0; i < c.count; i++) {
        clear_results(sweep, sweep->todo ? (size_t)sweep->todo[i] : i);
    }
    OPENMP_DIRECTIVE("omp parallel num_threads(sweep->threads)")
    run_thread(&c, thread_number());
    return c.finished < c.count || c.stop ? NSD_STOPPED : NSD_OK;
}

nsd_status nsd_sweep_run_time_stepping(nsd_sweep_worker *worker)
{
    return nsd_run_time_stepping(&worker->plan, worker->stepper, &worker->state, &worker->ledger,
                                 &worker->reducer.sink, &worker->report);
}
