/* result = nsd_kernel('sweep', arrays, run, sweep)  - for nsd_sweep.m
 *
 * arrays  cell of systems, from nsd_linear_arrays.m or nsd_model_arrays.m: one for
 *         all runs, or one for each
 * run     see host/mex_run.h, as for a single run; q0, v0, t0, h, steps and every are not used
 * sweep   n-by-N: q0, v0; N-by-1: t0, t1, h, steps, every, after, period; todo (run numbers),
 *         threads; parameters (of recorded functions, a column per run, or []), changes (struct of
 *         numbers of a linear system, a column per run each, or []); extrema, sampling, contact,
 *         column, level, direction, latest, capacity, entries, stride, times, periods;
 *         before, whole (runs made before, in all); solutions (1: result.solutions is a cell with
 *         the whole solutions of todo)
 * result  last, steps, gain, low, high, impacts, samples, count: one column per run; status: cell
 * threads = nsd_kernel('sweep')  how many threads there are */
#include "family/mex_family.h"
#include "family/mex_whole.h"

typedef struct gateway {
    nsd_sweep_host  host; /* first field: a pointer to the host is one to this struct */
    nsd_mex_monitor monitor;
    nsd_sweep       sweep;
    nsd_mex_run     run;
    nsd_mex_family  family;
    double          runs_before; /* runs made by earlier calls of the gateway          */
    double          runs_in_all; /* runs of the sweep                                  */
} gateway;

/* Called inside the parallel region, where no error may be raised */
static nsd_status poll(nsd_sweep_host *host, double done, int idle, long *patience)
{
    gateway *g = (gateway *)host;
    if (idle) {
        nsd_mex_sleep();
    }
    const double made = g->runs_before + done * (double)g->sweep.todo_count;
    return nsd_mex_monitor_poll(&g->monitor, made / g->runs_in_all, patience);
}

static const double *per_run(const mxArray *from, const char *name, size_t rows, size_t runs)
{
    return nsd_mex_matrix(nsd_mex_member(from, name), name, rows, runs);
}

static void read_reduction(nsd_reduction *wanted, const mxArray *from, int n, int m)
{
    const mxArray *entries = nsd_mex_member(from, "entries");

    wanted->n = n;
    wanted->m = m;
    wanted->sampling = (nsd_sampling)(int)nsd_mex_field(from, "sampling");
    wanted->contact = (int)nsd_mex_field(from, "contact");
    wanted->column = (int)nsd_mex_field(from, "column");
    wanted->level = nsd_mex_field(from, "level");
    wanted->direction = (int)nsd_mex_field(from, "direction");
    wanted->latest = nsd_mex_field(from, "latest") != 0;
    wanted->capacity = (size_t)nsd_mex_field(from, "capacity");
    wanted->stride = (long)nsd_mex_field(from, "stride");
    wanted->entry_count = nsd_mex_count(mxGetNumberOfElements(entries), "entries");
    int *list = mxMalloc(((size_t)wanted->entry_count + 1) * sizeof *list);
    for (int i = 0; i < wanted->entry_count; i++) {
        list[i] = (int)mxGetPr(entries)[i];
        if (list[i] < 0 || list[i] >= 2 * n) {
            mexErrMsgIdAndTxt("nsd:mex:badInput", "entries do not fit");
        }
    }
    wanted->entries = list;
    if (wanted->stride < 1 || wanted->column < 0 || wanted->column >= 2 * n) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "stride or column do not fit");
    }
}

static void read_sweep(gateway *g, const mxArray *from)
{
    nsd_sweep     *sweep = &g->sweep;
    const size_t   runs = mxGetN(nsd_mex_member(from, "q0")), n = (size_t)sweep->sizes.n;
    const mxArray *todo = nsd_mex_member(from, "todo"), *times = nsd_mex_member(from, "times");

    sweep->runs = runs;
    sweep->q0 = per_run(from, "q0", n, runs);
    sweep->v0 = per_run(from, "v0", n, runs);
    sweep->plan.t0 = per_run(from, "t0", runs, 1);
    sweep->plan.h = per_run(from, "h", runs, 1);
    sweep->plan.t1 = per_run(from, "t1", runs, 1);
    sweep->plan.steps = per_run(from, "steps", runs, 1);
    sweep->plan.every = per_run(from, "every", runs, 1);
    sweep->plan.after = per_run(from, "after", runs, 1);
    sweep->plan.period = per_run(from, "period", runs, 1);
    sweep->todo_count = mxGetNumberOfElements(todo);
    sweep->todo = nsd_mex_matrix(todo, "todo", sweep->todo_count, 1);
    sweep->time_count = mxGetNumberOfElements(times);
    sweep->times = sweep->time_count > 0 ? nsd_mex_matrix(times, "times", sweep->time_count, 1)
                                         : NULL;
    sweep->periods = (size_t)nsd_mex_field(from, "periods");
    g->runs_before = nsd_mex_field(from, "before");
    g->runs_in_all = nsd_mex_field(from, "whole");
    for (size_t i = 0; i < sweep->todo_count; i++) {
        if (!(sweep->todo[i] >= 0 && sweep->todo[i] < (double)runs)) {
            mexErrMsgIdAndTxt("nsd:mex:badInput", "todo does not fit");
        }
    }
    if (runs < 1 || (g->family.parameters && mxGetN(nsd_mex_member(from, "parameters")) != runs)) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "q0 or parameters do not fit");
    }
    read_reduction(&sweep->reduction, from, sweep->sizes.n, sweep->sizes.m);
}

static double *result_array(mxArray *result, const char *name, size_t rows, size_t runs)
{
    mxArray *array = nsd_mex_zeros(rows, runs);
    mxAddField(result, name);
    mxSetField(result, 0, name, array);
    return mxGetPr(mxGetField(result, 0, name));
}

static mxArray *make_results(gateway *g, const mxArray *from)
{
    nsd_sweep         *sweep = &g->sweep;
    nsd_sweep_results *results = &sweep->results;
    const size_t       n = (size_t)sweep->sizes.n, m = (size_t)sweep->sizes.m, runs = sweep->runs;
    const size_t       sample = 1 + (size_t)sweep->reduction.entry_count;
    mxArray           *result = mxCreateStructMatrix(1, 1, 0, NULL);

    results->last = result_array(result, "last", 1 + 2 * n, runs);
    results->steps = result_array(result, "steps", 1, runs);
    results->gain = result_array(result, "gain", 3, runs);
    results->reduced.impacts = result_array(result, "impacts", NSD_IMPACT_FIELDS * m, runs);
    results->reduced.count = result_array(result, "count", 1, runs);
    results->reduced.samples = result_array(result, "samples", sample * sweep->reduction.capacity,
                                            runs);
    if (nsd_mex_field(from, "extrema") != 0) {
        results->reduced.low = result_array(result, "low", 2 * n, runs);
        results->reduced.high = result_array(result, "high", 2 * n, runs);
    }
    results->status = mxCalloc(runs, sizeof *results->status);
    return result;
}

static mxArray *status_words(const gateway *g)
{
    mxArray *words = mxCreateCellMatrix((mwSize)g->sweep.runs, 1);
    for (size_t k = 0; k < g->sweep.runs; k++) {
        mxSetCell(words, (mwIndex)k, mxCreateString(nsd_status_id(g->sweep.results.status[k])));
    }
    return words;
}

void nsd_gateway_sweep(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs == 0 && nlhs == 1) {
        plhs[0] = mxCreateDoubleScalar(nsd_sweep_threads());
        return;
    }
    if (nrhs != 3 || nlhs > 1 || !mxIsCell(prhs[0]) || mxIsEmpty(prhs[0])) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_sweep instead");
    }
    gateway *g = mxCalloc(1, sizeof *g);

    g->sweep.threads = (int)nsd_mex_field(prhs[2], "threads");
    nsd_mex_family_read(&g->family, prhs[0], prhs[2], &g->sweep);
    nsd_mex_run_read(&g->run, prhs[1]);
    nsd_mex_family_choose_method(&g->family, &g->run, prhs[1], &g->sweep);
    g->run.sizes = g->sweep.sizes;
    g->run.channels = g->sweep.channels;
    read_sweep(g, prhs[2]);
    mxArray      *result = make_results(g, prhs[2]);
    const int     whole = nsd_mex_field(prhs[2], "solutions") != 0;
    nsd_mex_sink *sinks = whole ? nsd_mex_whole_init(&g->sweep, &g->run, prhs[1]) : NULL;
    g->host.poll = poll;
    g->sweep.host = &g->host;
    g->sweep.thread_bytes = nsd_sweep_thread_bytes(&g->sweep);
    g->sweep.memory = mxMalloc(g->sweep.thread_bytes * (size_t)g->sweep.threads);
    nsd_mex_monitor_start(&g->monitor, (nsd_mex_progress)(int)nsd_mex_field(prhs[1], "progress"),
                          nsd_mex_print_stdout);
    const int threads = nsd_dense_blas_threads(1);
    nsd_sweep_run(&g->sweep);
    nsd_dense_blas_threads(threads);
    nsd_mex_monitor_finish(&g->monitor);
    nsd_mex_interrupt_clear();
    mxAddField(result, "status");
    mxSetField(result, 0, "status", status_words(g));
    if (whole) {
        mxAddField(result, "solutions");
        mxSetField(result, 0, "solutions", nsd_mex_whole_export(&g->sweep, sinks));
    }
    plhs[0] = result;
}
