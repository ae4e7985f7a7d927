/* mex_trajectory.c - a run of a family of systems: start, plan, run, result. */
#include "family/mex_trajectory.h"

#include <string.h>

#include "base/dense.h"
#include "family/mex_quiet.h"
#include "host/mex_run.h"
#include "simulate/closing.h"

/* The contacts of the last problem, counted from 1 */
static mxArray *active_contacts(const nsd_stepper *stepper)
{
    const nsd_tally *tally = stepper ? stepper->tally : NULL;
    const int        count = tally ? tally->count : 0;
    mxArray         *numbers = mxCreateDoubleMatrix(1, (mwSize)count, mxREAL);
    for (int i = 0; i < count; i++) {
        mxGetPr(numbers)[i] = tally->active[i] + 1;
    }
    return numbers;
}

static void copy_start(const mxArray *from, const char *name, int n, double *to)
{
    memcpy(to, nsd_mex_matrix(from, name, (size_t)n, 1), (size_t)n * sizeof *to);
}

double nsd_mex_trajectory_make(const nsd_family *family, nsd_trajectory *run)
{
    const int threads = nsd_dense_blas_threads(1);
    nsd_family_start(family, run);
    const double clock = nsd_mex_cpu();
    nsd_family_run(family, run);
    const double seconds = nsd_mex_cpu() - clock;
    nsd_dense_blas_threads(threads);
    if (run->outcome.status > 0 && nsd_mex_interrupted()) { /* a solver was stopped, not at fault */
        run->outcome.status = NSD_STOPPED;
    }
    if (run->outcome.status !=
        NSD_OK) { /* one that came too late to stop the run is not answered yet */
        nsd_mex_interrupt_clear();
    }
    return seconds;
}

static mxArray *export_result(nsd_mex_family *family, nsd_trajectory *run, nsd_mex_sink *sink,
                              double seconds)
{
    mxArray *result = mxCreateStructMatrix(1, 1, 0, NULL);

    nsd_mex_sink_export(sink, result);
    if (family->add_results) {
        family->add_results(family, run, result);
    }
    nsd_mex_require(run->outcome.status, "simulate");
    nsd_mex_run_export(&family->family, &run->outcome, seconds, result);
    if (run->outcome.status != NSD_OK && run->outcome.status != NSD_STOPPED) {
        nsd_mex_set(result, "active", active_contacts(run->stepper));
    }
    nsd_mex_caller_export(&sink->watch.caller, result);
    if (family->caller) {
        nsd_mex_caller_export(family->caller, result);
    }
    return result;
}

static nsd_run_plan plan_of(const mxArray *run, const nsd_mex_beginning *start)
{
    nsd_run_plan plan = nsd_mex_run_plan(run);
    if (start->steps) {
        NSD_MEX_REFUSE(!(start->steps[0] > 0.0 && start->steps[1] >= 0.0 &&
                         start->steps[1] < (double)NSD_MEX_MOST_STEPS),
                       "steps must be [h; count]");
        plan.h = start->steps[0];
        plan.steps = (long long)start->steps[1];
        nsd_mex_run_check_steps((double)plan.steps, plan.h, plan.t_end - plan.t0);
    }
    return plan;
}

/* Impulses of the step before a run that goes on: the field `impulse`, or NULL */
static const double *impulses_before(const mxArray *run, int m)
{
    const mxArray *impulse = mxGetField(run, 0, "impulse");
    return impulse && !mxIsEmpty(impulse) ? nsd_mex_finite(impulse, "impulse", (size_t)m, 1) : NULL;
}

static nsd_mex_quiet_rows rows_of(const nsd_output *output)
{
    nsd_mex_quiet_rows rows = { output->rows, NULL, output->t, output->energy[NSD_NUMERICAL] };
    for (int i = 0; i < output->channels->count; i++) {
        if (strcmp(output->channels->list[i].name, "q") == 0) {
            rows.q = output->array[i];
        }
    }
    return rows;
}

/* The range of the gaps over the rows, or NULL */
static mxArray *find_gaps(const nsd_mex_family *reader, const nsd_trajectory *run,
                          const nsd_mex_quiet_rows *rows)
{
    if (nsd_mex_quiet_gaps(reader) == 0) {
        return NULL;
    }
    mxArray *range = mxCreateDoubleMatrix((mwSize)reader->family.sizes.m, NSD_GAPS_NUMBERS, mxREAL);
    if (!nsd_mex_quiet_find_gaps(reader, run, rows, mxGetPr(range))) {
        mxDestroyArray(range);
        return NULL;
    }
    return range;
}

mxArray *nsd_mex_trajectory_run(const mxArray *const *arguments, const nsd_mex_beginning *start,
                                double *quiet)
{
    const mxArray        *options = arguments[3];
    nsd_trajectory       *run = mxCalloc(1, sizeof *run);
    nsd_mex_sink         *sink = mxCalloc(1, sizeof *sink);
    const nsd_mex_systems in = { .system = arguments + 1,
                                 .count = 1,
                                 .options = options,
                                 .run = arguments[2],
                                 .plan = &run->plan,
                                 .threads = 1,
                                 .runs = 1,
                                 .parameters = start->parameters };
    run->plan = plan_of(arguments[2], start);
    nsd_mex_family   *reader = nsd_mex_family_read(arguments[0], &in);
    const nsd_family *family = &reader->family;
    run->plan.impulse = impulses_before(arguments[2], family->sizes.m);
    if (reader->caller) {
        reader->caller->t = run->plan.t0;
    }
    run->scratch = nsd_mex_scratch(nsd_family_scratch(family));
    nsd_mex_require(nsd_family_init(family, run), "simulate");
    copy_start(start->q0, "q0", family->sizes.n, run->state.q);
    copy_start(start->v0, "v0", family->sizes.n, run->state.v);
    if (start->open && !nsd_mex_quiet_start(family, run)) {
        return NULL;
    }
    const nsd_mex_quiet limits = nsd_mex_quiet_read(arguments);
    nsd_mex_sink_init(sink, family, &reader->rows, &run->plan);
    nsd_mex_sink_keep_lines(sink);
    nsd_mex_sink_watch(sink, options);
    nsd_mex_monitor_start(&sink->monitor, options, nsd_mex_print);
    run->sink = &sink->output.sink;
    const double seconds = nsd_mex_trajectory_make(family, run);
    nsd_mex_monitor_finish(&sink->monitor);
    nsd_mex_sink_finish(sink);
    const nsd_mex_quiet_rows rows = rows_of(&sink->output);
    mxArray                 *gaps = find_gaps(reader, run, &rows);
    *quiet = nsd_mex_quiet_run(&limits, run, &rows, gaps ? mxGetPr(gaps) : NULL, family->sizes.m);
    mxArray *result = export_result(reader, run, sink, seconds);
    if (gaps) {
        nsd_mex_set(result, "gaps", gaps);
    }
    return result;
}

/* The numbers of a field of this size, or NULL where it is empty */
static const double *numbers_or_null(const mxArray *s, const char *field, size_t rows, size_t cols)
{
    return mxIsEmpty(nsd_mex_member(s, field)) ? NULL : nsd_mex_numbers(s, field, rows, cols);
}

double nsd_mex_trajectory_step(const mxArray *closing, const mxArray *q0, const mxArray *v0)
{
    const size_t      n = mxGetNumberOfElements(q0);
    const nsd_columns H = nsd_mex_columns(nsd_mex_member(closing, "H"), "H", n, 0);
    const size_t      m = (size_t)H.m;
    const nsd_closing gaps = { .H = H,
                               .b = nsd_mex_numbers(closing, "b", m, 1),
                               .rate = nsd_mex_numbers(closing, "rate", m, 1),
                               .a = nsd_mex_numbers(closing, "a", m, 1),
                               .Aq = numbers_or_null(closing, "Aq", m, n),
                               .Av = numbers_or_null(closing, "Av", m, n),
                               .longest = nsd_mex_field(closing, "longest"),
                               .mesh = nsd_mex_field(closing, "mesh") };
    double           *t = mxMalloc((m + 1) * sizeof *t);
    const double      step = nsd_closing_step(&gaps, nsd_mex_matrix(q0, "q0", n, 1),
                                              nsd_mex_matrix(v0, "v0", n, 1), t);
    mxFree(t);
    return step;
}
