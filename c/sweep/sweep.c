/* sweep.c - threads that make one run after the other; set-up and results of a run. */
#include "sweep/sweep.h"

#include <math.h>
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

typedef struct member {     /* a thread and the run that it makes */
    nsd_reducer    reducer; /* first: the reducer, a sink, is the member for `poll` */
    nsd_trajectory run;
    double        *room;  /* of the reducer                               */
    double        *times; /* sweep->periods: times of the rows, or NULL   */
    crew          *crew;
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
static void ask_host(member *me, int idle, long long *patience)
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
    member *me = (member *)sink;

    (void)done;
    if (me->run.thread == 0) {
        ask_host(me, 0, &sink->patience);
    }
    return is_stopped(me->crew) ? NSD_STOPPED : NSD_OK;
}

/* Takes the memory of a thread that is not the trajectory's. */
static void lay_out(member *me, const nsd_sweep *sweep, nsd_scratch *scratch)
{
    me->room = nsd_scratch_doubles(scratch, nsd_reducer_doubles(sweep->family->sizes.n));
    me->times = nsd_scratch_doubles(scratch, sweep->periods);
}

size_t nsd_sweep_thread_bytes(const nsd_sweep *sweep)
{
    nsd_scratch counter = nsd_scratch_counter();
    member      me;

    lay_out(&me, sweep, &counter);
    nsd_scratch_part(&counter, nsd_family_scratch(sweep->family));
    return (nsd_scratch_counted(&counter) / CACHE_BLOCK_BYTES + 2) * CACHE_BLOCK_BYTES;
}

/* The numbers of a run in an array with a column of `rows` numbers for each run, or NULL; with
 * `clear` set to `value` */
static double *column_of_run(double *first, size_t rows, size_t run, int clear, double value)
{
    double *column = first ? first + rows * run : NULL;
    for (size_t i = 0; column && clear && i < rows; i++) {
        column[i] = value;
    }
    return column;
}

/* Where the results of a run go; clear: set to those of a run that is not made */
static nsd_reduced results_of_run(const nsd_sweep *sweep, size_t run, int clear)
{
    const nsd_reduced   *all = &sweep->results.reduced;
    const nsd_reduction *reduction = &sweep->reduction;
    const size_t         n = (size_t)sweep->family->sizes.n, m = (size_t)sweep->reduction.m;
    const size_t         samples = (1 + (size_t)reduction->entry_count) * reduction->capacity;
    const nsd_reduced    out = { .low = column_of_run(all->low, 2 * n, run, clear, NAN),
                                 .high = column_of_run(all->high, 2 * n, run, clear, NAN),
                                 .impacts = column_of_run(all->impacts, NSD_IMPACT_FIELDS * m, run,
                                                          clear, NAN),
                                 .samples = column_of_run(all->samples, samples, run, clear, NAN),
                                 .count = column_of_run(all->count, 1, run, clear, 0.0) };
    return out;
}

/* Times of rows: those of all runs, or multiples of the period of this run */
static void set_times(member *me, double period)
{
    const nsd_sweep *sweep = me->crew->sweep;
    nsd_run_plan    *plan = &me->run.plan;
    const double end = plan->t0 + (double)plan->steps * plan->h + NSD_RUN_TIME_ROUNDING * plan->h;

    plan->times = sweep->times;
    plan->time_count = sweep->time_count;
    if (sweep->periods > 0) {
        size_t count = 0;
        for (; count < sweep->periods && plan->t0 + (double)count * period <= end; count++) {
            me->times[count] = plan->t0 + (double)count * period;
        }
        plan->times = me->times;
        plan->time_count = count;
    }
}

static void set_plan(member *me)
{
    const nsd_sweep      *sweep = me->crew->sweep;
    const nsd_sweep_plan *plan = &sweep->plan;
    const size_t          run = me->run.number;
    const nsd_run_plan    own = { .t0 = plan->t0[run],
                                  .h = plan->h[run],
                                  .t_end = plan->t1 ? plan->t1[run] : 0.0,
                                  .steps = (long long)plan->steps[run],
                                  .every = (long long)plan->every[run] };
    me->run.plan = own;
    set_times(me, plan->period[run]);
}

static void set_reducer(member *me)
{
    const nsd_sweep  *sweep = me->crew->sweep;
    const size_t      run = me->run.number;
    const nsd_reduced out = results_of_run(sweep, run, 0);
    nsd_reduction     wanted = sweep->reduction;

    wanted.t0 = me->run.plan.t0;
    wanted.h = me->run.plan.h;
    wanted.after = sweep->plan.after[run];
    wanted.period = sweep->plan.period[run];
    nsd_reducer_init(&me->reducer, &wanted, &out, me->room);
    me->reducer.copy_sink = sweep->results.sinks ? sweep->results.sinks[run] : NULL;
    me->reducer.sink.poll = poll;
    me->reducer.sink.patience = FIRST_PATIENCE_STEPS;
    me->run.sink = &me->reducer.sink;
}

/* One run in the memory of the thread, which is used from `used` on */
static void make_run(member *me, size_t used)
{
    const nsd_sweep         *sweep = me->crew->sweep;
    const nsd_sweep_results *results = &sweep->results;
    nsd_trajectory          *run = &me->run;
    const size_t             k = run->number, n = (size_t)sweep->family->sizes.n;

    run->scratch.used = used;
    set_plan(me);
    set_reducer(me);
    nsd_status status = nsd_family_init(sweep->family, run);
    if (status == NSD_OK) {
        memcpy(run->state.q, sweep->q0 + n * k, n * sizeof(double));
        memcpy(run->state.v, sweep->v0 + n * k, n * sizeof(double));
        nsd_family_start(sweep->family, run);
        status = nsd_family_run(sweep->family, run);
        nsd_reducer_finish(&me->reducer);
        nsd_reducer_copy_state(n, run->state.t, &run->state, results->last + (1 + 2 * n) * k);
        results->outcome[k] = run->outcome;
    }
    results->outcome[k].status = status;
}

static void run_thread(crew *c, int thread)
{
    const nsd_sweep *sweep = c->sweep;
    member           me;
    long long        patience = 1, left = 1; /* steps of whole runs until the host is asked */

    memset(&me, 0, sizeof me);
    me.crew = c;
    me.run.thread = thread;
    me.run.scratch.base = sweep->memory + (size_t)thread * sweep->thread_bytes;
    me.run.scratch.size = sweep->thread_bytes;
    lay_out(&me, sweep, &me.run.scratch);
    const size_t used = me.run.scratch.used;
    for (size_t i = next_run(c); i < c->count && !is_stopped(c); i = next_run(c)) {
        me.run.number = sweep->todo ? (size_t)sweep->todo[i] : i;
        make_run(&me, used);
        finish_run(c);
        left -= 1 + me.run.outcome.report.steps;
        if (thread == 0 && left <= 0) {
            ask_host(&me, 0, &patience);
            left = patience;
        }
    }
    while (thread == 0 && finished_runs(c) < c->count && !is_stopped(c)) {
        ask_host(&me, 1, &patience);
    }
}

/* Results of a run until it is made */
static void clear_results(const nsd_sweep *sweep, size_t run)
{
    const nsd_run_outcome none = { .status = NSD_STOPPED };

    column_of_run(sweep->results.last, 1 + 2 * (size_t)sweep->family->sizes.n, run, 1, NAN);
    results_of_run(sweep, run, 1);
    sweep->results.outcome[run] = none;
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
