/* result = nsd_kernel('sweep', family, arrays, options, sweep)  - for nsd_sweep.m
 *
 * family, options  as for gateway 'run'
 * arrays  cell of systems: one for all runs, or one for each
 * sweep   n-by-N: q0, v0; N-by-1: t0, t1, h, steps, every, after, period; todo (run numbers),
 *         threads; parameters (of recorded functions, a column per run, or []), changes (struct of
 *         numbers of a linear system, a column per run each, or []); extrema, sampling, contact,
 *         column, level, direction, latest, capacity, entries, stride, times, periods;
 *         stops (contacts at the end of the list whose impacts are not counted);
 *         before, whole (runs made before, in all); solutions (1: result.solutions is a cell with
 *         the whole solutions of todo)
 * result  last, steps, gain, low, high, impacts, samples, count: one column per run; status: cell
 * threads = nsd_kernel('sweep')  how many threads there are */
#include <limits.h>
#include <math.h>

#include "base/dense.h"
#include "family/mex_family.h"
#include "host/mex_run.h"
#include "sweep/sweep.h"

/* Threads at most. Larger numbers are typing errors; each thread has memory of its own. */
enum { MOST_THREADS = 4096 };

/* Periods of a run at most. Larger numbers are typing errors: the samples take forever. */
#define MOST_PERIODS 1e9

/* Events of one run for which its log has room, because threads must not allocate. Smaller: more
 * runs end with NSD_ERR_WORKSPACE and are made again alone. Larger: memory for every run. */
#define MOST_EVENTS 4096

/* Different statuses at most: more than c/base/status.h has */
#define MOST_STATUSES 64

typedef struct gateway {
    nsd_sweep_host  host; /* first field: a pointer to the host is one to this struct */
    nsd_mex_monitor monitor;
    nsd_sweep       sweep;
    nsd_mex_family *family;
    double          runs_before; /* runs made by earlier calls of the gateway          */
    double          runs_in_all; /* runs of the sweep                                  */
} gateway;

/* Called inside the parallel region, where no error may be raised */
static nsd_status poll(nsd_sweep_host *host, double done, int idle, long long *patience)
{
    gateway *g = (gateway *)host;
    if (idle) {
        nsd_mex_sleep();
    }
    const double made = g->runs_before + done * (double)g->sweep.todo_count;
    return nsd_mex_monitor_poll(&g->monitor, made / g->runs_in_all, patience);
}

/* Numbers of steps or rows, which are counted in a long */
static const double *whole_per_run(const mxArray *from, const char *name, size_t runs, double least)
{
    return nsd_mex_integers(nsd_mex_member(from, name), name, runs, 1, least,
                            (double)NSD_MEX_MOST_STEPS);
}

static void read_reduction(nsd_sweep *sweep, const mxArray *from, int n, int m)
{
    const mxArray *entries = nsd_mex_member(from, "entries");
    nsd_reduction *wanted = &sweep->reduction;

    wanted->n = n;
    wanted->m = m;
    wanted->sampling = (nsd_sampling)nsd_mex_integer(from, "sampling", NSD_SAMPLE_NONE,
                                                     NSD_SAMPLE_SECTION);
    wanted->contact = (int)nsd_mex_integer(from, "contact", -1, m > 0 ? m - 1 : 0);
    wanted->column = (int)nsd_mex_integer(from, "column", 0, 2 * n - 1);
    wanted->level = nsd_mex_field(from, "level");
    wanted->direction = (int)nsd_mex_integer(from, "direction", -1, 1);
    wanted->latest = nsd_mex_field(from, "latest") != 0;
    wanted->capacity = (size_t)nsd_mex_integer(from, "capacity", 0, INT_MAX);
    wanted->stride = nsd_mex_integer(from, "stride", 1, NSD_MEX_MOST_STEPS);
    wanted->entry_count = nsd_mex_count(mxGetNumberOfElements(entries), "entries");
    const double *entry = nsd_mex_integers(entries, "entries", mxGetM(entries), mxGetN(entries), 0,
                                           2.0 * n - 1.0);
    int          *list = mxMalloc(((size_t)wanted->entry_count + 1) * sizeof *list);
    for (int i = 0; i < wanted->entry_count; i++) {
        list[i] = (int)entry[i];
    }
    wanted->entries = list;
    for (size_t r = 0; r < sweep->runs && wanted->sampling == NSD_SAMPLE_PERIOD; r++) {
        const double length = sweep->plan.t1[r] - sweep->plan.t0[r];
        NSD_MEX_REFUSE(
            !(sweep->plan.period[r] > 0.0 && length <= MOST_PERIODS * sweep->plan.period[r]),
            "period must be positive and not tiny");
    }
}

static const double *times_or_null(const mxArray *from, size_t *count)
{
    const mxArray *times = nsd_mex_member(from, "times");
    *count = mxGetNumberOfElements(times);
    return *count > 0 ? nsd_mex_finite(times, "times", *count, 1) : NULL;
}

/* Steps and periods that lie within the spans of the runs: others would take forever. */
static void check_lengths(const nsd_sweep *sweep)
{
    const nsd_sweep_plan *plan = &sweep->plan;
    double                most = 0.0;

    for (size_t r = 0; r < sweep->runs; r++) {
        const double span = plan->t1[r] - plan->t0[r];
        nsd_mex_run_check_steps(plan->steps[r], plan->h[r], span);
        most = plan->period[r] > 0.0 ? fmax(most, span / plan->period[r]) : most;
    }
    NSD_MEX_REFUSE(sweep->periods > 0 && !((double)sweep->periods <= most + 2.0),
                   "periods must end with the longest run");
}

/* Plan and runs of the sweep */
static void read_plan(nsd_sweep *sweep, const mxArray *from)
{
    const size_t   runs = mxGetN(nsd_mex_member(from, "q0"));
    const mxArray *todo = nsd_mex_member(from, "todo");

    sweep->runs = runs;
    sweep->plan.t0 = nsd_mex_finite(nsd_mex_member(from, "t0"), "t0", runs, 1);
    sweep->plan.h = nsd_mex_finite(nsd_mex_member(from, "h"), "h", runs, 1);
    sweep->plan.t1 = nsd_mex_finite(nsd_mex_member(from, "t1"), "t1", runs, 1);
    sweep->plan.steps = whole_per_run(from, "steps", runs, 0);
    sweep->plan.every = whole_per_run(from, "every", runs, 1);
    sweep->plan.after = nsd_mex_numbers(from, "after", runs, 1);
    sweep->plan.period = nsd_mex_numbers(from, "period", runs, 1);
    sweep->todo_count = mxGetNumberOfElements(todo);
    sweep->todo = nsd_mex_integers(todo, "todo", sweep->todo_count, 1, 0, (double)runs - 1.0);
    sweep->times = times_or_null(from, &sweep->time_count);
    sweep->periods = (size_t)nsd_mex_integer(from, "periods", 0, NSD_MEX_MOST_STEPS);
    sweep->threads = (int)nsd_mex_integer(from, "threads", 1, MOST_THREADS);
    NSD_MEX_REFUSE(runs < 1, "q0 has no columns");
    check_lengths(sweep);
}

/* Family, starts and reduction of the sweep */
static void read_systems(gateway *g, const mxArray *const prhs[])
{
    nsd_sweep      *sweep = &g->sweep;
    const mxArray  *systems = prhs[1], *from = prhs[3];
    const size_t    count = mxGetNumberOfElements(systems), runs = sweep->runs;
    const mxArray **system = mxMalloc(count * sizeof *system);
    for (size_t k = 0; k < count; k++) {
        system[k] = nsd_mex_cell(systems, "arrays", k);
    }
    const nsd_run_plan    plan = { .t0 = sweep->plan.t0[0],
                                   .h = sweep->plan.h[0],
                                   .t_end = sweep->plan.t1[0],
                                   .steps = (long long)sweep->plan.steps[0],
                                   .times = sweep->times };
    const nsd_mex_systems in = { .system = system,
                                 .count = count,
                                 .options = prhs[2],
                                 .plan = &plan,
                                 .threads = sweep->threads,
                                 .runs = runs,
                                 .parameters = nsd_mex_member(from, "parameters"),
                                 .changes = nsd_mex_member(from, "changes") };
    NSD_MEX_REFUSE(count != 1 && count != runs, "the number of systems does not fit");
    g->family = nsd_mex_family_read(prhs[0], &in);
    sweep->family = &g->family->family;
    const nsd_sizes *sizes = &sweep->family->sizes;
    sweep->q0 = nsd_mex_numbers(from, "q0", (size_t)sizes->n, runs);
    sweep->v0 = nsd_mex_numbers(from, "v0", (size_t)sizes->n, runs);
    const int stops = (int)nsd_mex_integer(from, "stops", 0, sizes->m);
    sweep->reduction.stops = stops;
    read_reduction(sweep, from, sizes->n, sizes->m - stops);
}

static double *result_array(mxArray *result, const char *name, size_t rows, size_t runs)
{
    nsd_mex_set(result, name, nsd_mex_zeros(rows, runs));
    return mxGetPr(mxGetField(result, 0, name));
}

static mxArray *make_results(gateway *g, const mxArray *from)
{
    nsd_sweep         *sweep = &g->sweep;
    nsd_sweep_results *results = &sweep->results;
    const nsd_sizes   *sizes = &sweep->family->sizes;
    const size_t       n = (size_t)sizes->n, m = (size_t)sweep->reduction.m, runs = sweep->runs;
    const size_t       sample = 1 + (size_t)sweep->reduction.entry_count;
    mxArray           *result = mxCreateStructMatrix(1, 1, 0, NULL);

    results->last = result_array(result, "last", 1 + 2 * n, runs);
    results->reduced.impacts = result_array(result, "impacts", NSD_IMPACT_FIELDS * m, runs);
    results->reduced.count = result_array(result, "count", 1, runs);
    results->reduced.samples = result_array(result, "samples", sample * sweep->reduction.capacity,
                                            runs);
    if (nsd_mex_field(from, "extrema") != 0) {
        results->reduced.low = result_array(result, "low", 2 * n, runs);
        results->reduced.high = result_array(result, "high", 2 * n, runs);
    }
    results->outcome = mxCalloc(runs, sizeof *results->outcome);
    return result;
}

/* Adds steps, gain and status of all runs. */
/* The number, from 1, of a status among the first `count` of `known`; a new one is added */
static size_t number_of_status(nsd_status status, nsd_status *known, size_t *count)
{
    size_t k = 0;
    while (k < *count && known[k] != status) {
        k++;
    }
    if (k == *count && k < MOST_STATUSES) {
        known[(*count)++] = status;
    }
    return k + 1;
}

/* steps, gain, and statuses as words{status}: a word for each of a million runs takes the host
 * longer than short runs themselves */
static void export_outcomes(const nsd_sweep *sweep, mxArray *result)
{
    double    *steps = result_array(result, "steps", 1, sweep->runs);
    double    *gain = result_array(result, "gain", 1, sweep->runs);
    double    *status = result_array(result, "status", 1, sweep->runs);
    nsd_status known[MOST_STATUSES];
    size_t     count = 0;

    for (size_t k = 0; k < sweep->runs; k++) {
        const nsd_run_outcome *outcome = &sweep->results.outcome[k];
        steps[k] = (double)outcome->report.steps;
        gain[k] = outcome->report.gain;
        status[k] = (double)number_of_status(outcome->status, known, &count);
    }
    mxArray *words = mxCreateCellMatrix((mwSize)count, 1);
    for (size_t k = 0; k < count; k++) {
        mxSetCell(words, (mwIndex)k, mxCreateString(nsd_status_id(known[k])));
    }
    nsd_mex_set(result, "words", words);
}

/* Threads must not allocate, so each run gets its arrays before. A run whose log or array is too
 * short ends with NSD_ERR_WORKSPACE; nsd_sweep_user_values.m makes it again alone. */
static nsd_status refuse_to_grow(nsd_output *output)
{
    (void)output;
    return NSD_ERR_WORKSPACE;
}

static void make_log(nsd_output *output)
{
    nsd_event_log *log = &output->log;
    const size_t   n = (size_t)output->n;

    log->capacity = log->columns = MOST_EVENTS;
    log->values = mxMalloc(MOST_EVENTS * NSD_EVENT_FIELDS * sizeof(double));
    if (log->q) {
        log->q = mxMalloc(MOST_EVENTS * n * sizeof(double));
        log->v = mxMalloc(MOST_EVENTS * n * sizeof(double));
    }
    output->grow_log = refuse_to_grow;
    output->grow_rows = refuse_to_grow;
}

/* A sink for each run of sweep->todo, to which sweep->results.sinks points */
static nsd_mex_sink *make_sinks(nsd_sweep *sweep, const nsd_mex_family *family)
{
    nsd_mex_sink *sinks = mxCalloc(sweep->todo_count + 1, sizeof *sinks);

    sweep->results.sinks = mxCalloc(sweep->runs, sizeof *sweep->results.sinks);
    for (size_t i = 0; i < sweep->todo_count; i++) {
        const size_t       r = (size_t)sweep->todo[i];
        const nsd_run_plan plan = { .steps = (long long)sweep->plan.steps[r],
                                    .every = (long long)sweep->plan.every[r],
                                    .times = sweep->times,
                                    .time_count = sweep->time_count };
        nsd_mex_sink_init(sinks + i, &family->family, &family->rows, &plan);
        make_log(&sinks[i].output);
        sweep->results.sinks[r] = &sinks[i].output.sink;
    }
    return sinks;
}

static mxArray *export_one(const nsd_sweep *sweep, size_t r, nsd_mex_sink *sink)
{
    mxArray *result = mxCreateStructMatrix(1, 1, 0, NULL);

    nsd_mex_sink_finish(sink);
    nsd_mex_sink_export(sink, result);
    nsd_mex_run_export(sweep->family, &sweep->results.outcome[r], mxGetNaN(), result);
    return result;
}

/* A cell of result structs, as gateway 'run' makes them, for the runs of sweep->todo */
static mxArray *export_solutions(const nsd_sweep *sweep, nsd_mex_sink *sinks)
{
    mxArray *solutions = mxCreateCellMatrix((mwSize)sweep->todo_count, 1);
    for (size_t i = 0; i < sweep->todo_count; i++) {
        const size_t r = (size_t)sweep->todo[i];
        mxSetCell(solutions, (mwIndex)i, export_one(sweep, r, sinks + i));
    }
    return solutions;
}

static void make_runs(gateway *g, const mxArray *options)
{
    nsd_sweep *sweep = &g->sweep;

    g->host.poll = poll;
    sweep->host = &g->host;
    sweep->thread_bytes = nsd_sweep_thread_bytes(sweep);
    const size_t each = sweep->thread_bytes, count = (size_t)sweep->threads;
    sweep->memory = nsd_mex_scratch(each > SIZE_MAX / count ? SIZE_MAX : each * count).base;
    nsd_mex_monitor_start(&g->monitor, options, nsd_mex_print_stdout);
    const int threads = nsd_dense_blas_threads(1);
    nsd_mex_interrupt_threads(sweep->threads);
    nsd_sweep_run(sweep);
    nsd_mex_interrupt_threads(1);
    nsd_dense_blas_threads(threads);
    nsd_mex_monitor_finish(&g->monitor);
    nsd_mex_interrupt_clear();
}

void nsd_gateway_sweep(mxArray *plhs[], const mxArray *prhs[])
{
    if (!prhs[0]) {
        plhs[0] = mxCreateDoubleScalar(nsd_sweep_threads());
        return;
    }
    if (!prhs[3] || !mxIsCell(prhs[1]) || mxIsEmpty(prhs[1])) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_sweep instead");
    }
    const mxArray *from = prhs[3];
    gateway       *g = mxCalloc(1, sizeof *g);

    read_plan(&g->sweep, from);
    read_systems(g, prhs);
    g->runs_before = nsd_mex_field(from, "before");
    g->runs_in_all = nsd_mex_field(from, "whole");
    mxArray      *result = make_results(g, from);
    const int     whole = nsd_mex_field(from, "solutions") != 0;
    nsd_mex_sink *sinks = whole ? make_sinks(&g->sweep, g->family) : NULL;
    make_runs(g, prhs[2]);
    export_outcomes(&g->sweep, result);
    if (whole) {
        nsd_mex_set(result, "solutions", export_solutions(&g->sweep, sinks));
    }
    plhs[0] = result;
}
