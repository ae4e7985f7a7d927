/* result = nsd_kernel('run', family, arrays, run, options)  - for nsd_simulate.m and nsd_step.m
 *
 * family   a name in the list of family/mex_family.c
 * arrays   the system, as the reader of the family takes it
 * run      q0, v0, and the plan t0, h, tEnd, steps, every, times (internal/run/nsd_plan_run.m);
 *          events and eventCount of event methods; memory of a run that goes on
 * options  of nsd_options by their public names, without empty values that the family needs
 * result   the channels of a row, t, works and table (mex_sink.h); the outcome (mex_run.h); active,
 *          unless the run ended well; what the family adds: memory, sensitivity, contacts;
 *          userError, userWhere and userTime when a function raised
 *
 * ticket = nsd_kernel('keep', family, arrays, run, options, call)  keeps a copy of these for runs
 * that differ in their start; call: stamp of the system, tspan, given (options of the user as a
 * cell), starts (2 where q0 and v0 are given before them, 0 where the system carries them), direct
 * (1 where a run needs nothing but its start). [result, ticket, quiet] =
 * nsd_kernel('recall', stamp, tspan, given)  finds the kept call; ticket 0: there is none.
 * [result, ticket, quiet] = nsd_kernel('rerun', ticket, q0, v0, steps, parameters)  takes q0, v0,
 * steps = [h; count] unless empty, and values of recorded functions unless empty.
 * The result is empty where nsd_simulate must look at the start: it is no column of n finite
 * numbers, a gap of a linear system is not open, the call is not direct. quiet is 1 where a run has
 * nothing to warn of. */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "family/mex_family.h"
#include "host/mex_run.h"
#include "model/model.h"

/* Runs whose arguments are kept. Smaller: loops over several systems prepare them again and again.
 * Larger: memory. The same number stands in toolbox/simulate/private/nsd_kept_run.m. */
#define KEPT_RUNS 8

/* Tickets of a second: more than a host can ask for */
#define TICKETS_PER_SECOND 1e6

/* Steps of a run at most, as in mex_run.c */
#define MOST_STEPS 2e18

/* Part of its largest value by which a gap may be passed without a look at it by nsd_report.m,
 * which warns from this part of the motion on */
#define DEEP 0.05

/* Parts of AbsTol up to which energy may change without a cause, as in nsd_report.m */
#define DRIFT 1e3

enum { ARGUMENTS = 4 }; /* of gateway 'run' */

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

/* Where a run starts, and what differs from the arguments that were kept */
typedef struct beginning {
    const mxArray *q0, *v0;
    const double  *steps;      /* h and the number of steps, or NULL: those of the plan */
    const mxArray *parameters; /* of recorded functions, or NULL: those of the system   */
} beginning;

static void copy_start(const mxArray *from, const char *name, int n, double *to)
{
    memcpy(to, nsd_mex_matrix(from, name, (size_t)n, 1), (size_t)n * sizeof *to);
}

/* Starts and makes the run, with one thread of BLAS: the same bits on every machine. Returns the
 * seconds of the run without its start. */
static double make_run(const nsd_family *family, nsd_trajectory *run)
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
    nsd_mex_interrupt_clear();
    return seconds;
}

static mxArray *export_result(nsd_mex_family *family, nsd_trajectory *run, nsd_mex_sink *sink,
                              double seconds)
{
    mxArray *result = mxCreateStructMatrix(1, 1, 0, NULL);

    nsd_mex_sink_finish(sink);
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

static nsd_run_plan plan_of(const mxArray *run, const beginning *start)
{
    nsd_run_plan plan = nsd_mex_run_plan(run);
    if (start->steps) {
        NSD_MEX_REFUSE(
            !(start->steps[0] > 0.0 && start->steps[1] >= 0.0 && start->steps[1] < MOST_STEPS),
            "steps must be [h; count]");
        plan.h = start->steps[0];
        plan.steps = (long long)start->steps[1];
        nsd_mex_run_check_steps((double)plan.steps, plan.h, plan.t_end - plan.t0);
    }
    return plan;
}

/* The columns H and the numbers b of the gaps H'q + b of a linear system; systems of functions have
 * no matrix H: then there are no columns. */
static nsd_columns linear_gaps(const mxArray *arrays, size_t n, const double **b)
{
    const mxArray *matrix = mxGetField(arrays, 0, "H");
    nsd_columns    H = { 0, 0, NULL, NULL, NULL };
    if (matrix) {
        H = nsd_mex_columns(matrix, "H", n, 0);
        *b = nsd_mex_numbers(arrays, "b", (size_t)H.m, 1);
    }
    return H;
}

static double gap(const nsd_columns *H, const double *b, int j, const double *q)
{
    double y = b[j];
    for (ptrdiff_t k = H->start[j]; k < H->start[j + 1]; k++) {
        y += H->values[k] * q[H->row[k]];
    }
    return y;
}

/* Gaps of a linear system, or of functions: then by its model */
typedef struct gaps {
    nsd_columns      H;
    const double    *b;
    const nsd_model *model; /* NULL: linear */
    int              count;
} gaps;

/* Least and largest values of all gaps over the rows q; 0 where a function fails. The numbers of
 * `range` are pairs, which begin as zeros. */
static int find_range(const gaps *g, const nsd_run_plan *plan, const mxArray *rows, double *range)
{
    const size_t  n = mxGetN(rows), count = mxGetM(rows);
    const double *q = mxGetPr(rows);
    double       *y = mxMalloc(((size_t)g->count + n + 1) * sizeof *y), *at = y + g->count;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < n; k++) {
            at[k] = q[i + k * count];
        }
        if (g->model &&
            g->model->gap(g->model->context, plan->t0 + (double)i * plan->h, at, y) < 0) {
            return 0;
        }
        for (int j = 0; j < g->count; j++) {
            const double gap_j = g->model ? y[j] : gap(&g->H, g->b, j, at);
            range[2 * j] = gap_j < range[2 * j] ? gap_j : range[2 * j];
            range[2 * j + 1] = gap_j > range[2 * j + 1] ? gap_j : range[2 * j + 1];
        }
    }
    mxFree(y);
    return 1;
}

/* 1 where no gap is passed deeper than a part of its largest value: a bound, cheap to see, for
 * what nsd_report.m warns of */
static int is_shallow(const gaps *g, const nsd_run_plan *plan, const mxArray *rows)
{
    double *range = mxCalloc(2 * (size_t)g->count + 1, sizeof *range);
    int     shallow = find_range(g, plan, rows, range);
    for (int j = 0; shallow && j < g->count; j++) {
        shallow = -range[2 * j] <= DEEP * range[2 * j + 1];
    }
    mxFree(range);
    return shallow;
}

/* 1 where the works of a run by 'event' explain its energy, up to what nsd_report.m passes over */
static int is_explained(const mxArray *result, const mxArray *options)
{
    const mxArray *numerical = mxGetField(mxGetField(result, 0, "works"), 0, "numerical");
    const double   most = DRIFT * nsd_mex_field(options, "AbsTol");
    const size_t   count = numerical ? mxGetNumberOfElements(numerical) : 0;
    int            explained = 1;
    for (size_t i = 0; explained && i < count; i++) {
        explained = fabs(mxGetPr(numerical)[i]) <= most;
    }
    return explained;
}

/* 1 where nsd_report.m would say nothing: the run has reached its end, no step gained energy, the
 * motion was the only one, and contacts are rigid and not passed deep */
static int is_quiet(const mxArray *const *arguments, const nsd_mex_family *reader,
                    const nsd_run_plan *plan, const mxArray *result)
{
    const mxArray *arrays = arguments[1], *run = arguments[2];
    const mxArray *compliance = mxGetField(arrays, 0, "compliance");
    const double  *numbers = mxGetPr(mxGetField(result, 0, "numbers"));
    gaps           g = { .count = reader->family.sizes.m };
    if (!nsd_mex_field_is(result, "status", nsd_status_id(NSD_OK)) ||
        !(numbers[NSD_MEX_GAIN] <= nsd_mex_field(run, "gainSlack") * numbers[NSD_MEX_LARGEST]) ||
        numbers[NSD_MEX_SEVERAL] != 0.0 || !compliance || !mxIsEmpty(compliance)) {
        return 0;
    }
    if (nsd_mex_field(run, "ownSteps") != 0.0) {
        return is_explained(result, arguments[3]);
    }
    if (mxGetField(arrays, 0, "H")) {
        g.H = linear_gaps(arrays, (size_t)reader->family.sizes.n, &g.b);
    } else {
        g.model = reader->family.models.model[0];
    }
    return plan->every == 1 && !plan->times && nsd_mex_field(run, "located") == 0.0 &&
           nsd_mex_field(run, "adaptive") == 0.0 &&
           is_shallow(&g, plan, mxGetField(result, 0, "q"));
}

/* The run of the arguments family, arrays, run, options; quiet, unless NULL: 1 where it has nothing
 * to warn of */
static mxArray *result_of(const mxArray *const *arguments, const beginning *start, double *quiet)
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
    if (reader->caller) {
        reader->caller->t = run->plan.t0;
    }
    run->scratch = nsd_mex_scratch(nsd_family_scratch(family));
    nsd_mex_require(nsd_family_init(family, run), "simulate");
    copy_start(start->q0, "q0", family->sizes.n, run->state.q);
    copy_start(start->v0, "v0", family->sizes.n, run->state.v);
    nsd_mex_sink_init(sink, family, &reader->rows, &run->plan);
    nsd_mex_sink_watch(sink, options);
    nsd_mex_monitor_start(&sink->monitor, options, nsd_mex_print);
    run->sink = &sink->output.sink;
    const double seconds = make_run(family, run);
    nsd_mex_monitor_finish(&sink->monitor);
    mxArray *result = export_result(reader, run, sink, seconds);
    if (quiet) {
        *quiet = is_quiet(arguments, reader, &run->plan, result);
    }
    return result;
}

void nsd_gateway_run(mxArray *plhs[], const mxArray *prhs[])
{
    const beginning start = { .q0 = nsd_mex_member(prhs[2], "q0"),
                              .v0 = nsd_mex_member(prhs[2], "v0") };
    plhs[0] = result_of(prhs, &start, NULL);
}

/* State of this file: copies of the arguments of the last runs that were to be kept, and the number
 * of the last ticket. Tickets go on from a clock, so that no ticket of this file is valid after the
 * host has unloaded it and loaded it again. */
static struct {
    double   ticket; /* its remainder modulo KEPT_RUNS is the place                       */
    int      in_use; /* 1 while it runs, and after an error in it: then the place is lost */
    mxArray *argument[ARGUMENTS + 1];
} kept[KEPT_RUNS];
static double last_ticket;

static void forget(int place)
{
    for (int k = 0; k <= ARGUMENTS; k++) {
        if (kept[place].argument[k]) {
            mxDestroyArray(kept[place].argument[k]);
            kept[place].argument[k] = NULL;
        }
    }
    kept[place].ticket = 0.0;
}

static void forget_all(void)
{
    for (int place = 0; place < KEPT_RUNS; place++) {
        forget(place);
    }
}

void nsd_gateway_keep(mxArray *plhs[], const mxArray *prhs[])
{
    static const char *const numbers[] = { "stamp", "starts", "direct", NULL };
    for (int k = 0; numbers[k]; k++) {
        nsd_mex_field(prhs[ARGUMENTS], numbers[k]);
    }
    const double starts = nsd_mex_field(prhs[ARGUMENTS], "starts");
    NSD_MEX_REFUSE(starts != 0.0 && starts != 2.0, "starts must be 0 or 2");
    NSD_MEX_REFUSE(!mxIsCell(nsd_mex_member(prhs[ARGUMENTS], "given")), "given must be a cell");
    nsd_mex_member(prhs[ARGUMENTS], "tspan");
    if (last_ticket == 0.0) {
        last_ticket = floor(TICKETS_PER_SECOND * nsd_mex_seconds());
        mexAtExit(forget_all);
    }
    last_ticket += 1.0;
    const int place = (int)fmod(last_ticket, KEPT_RUNS);
    if (kept[place].in_use) {
        plhs[0] = mxCreateDoubleScalar(0.0);
        return;
    }
    forget(place);
    for (int k = 0; k <= ARGUMENTS; k++) {
        kept[place].argument[k] = mxDuplicateArray(prhs[k]);
        mexMakeArrayPersistent(kept[place].argument[k]);
    }
    kept[place].ticket = last_ticket;
    plhs[0] = mxCreateDoubleScalar(last_ticket);
}

static int same_value(const mxArray *a, const mxArray *b);

static int same_fields(const mxArray *a, const mxArray *b)
{
    const int fields = mxGetNumberOfFields(a);
    int       same = fields == mxGetNumberOfFields(b) && mxGetNumberOfElements(a) == 1;
    for (int k = 0; same && k < fields; k++) {
        same = strcmp(mxGetFieldNameByNumber(a, k), mxGetFieldNameByNumber(b, k)) == 0 &&
               same_value(mxGetFieldByNumber(a, 0, k), mxGetFieldByNumber(b, 0, k));
    }
    return same;
}

/* 1 for equal words, full real numbers and structs of these; 0 also where it is not known */
static int same_value(const mxArray *a, const mxArray *b)
{
    if (!a || !b || mxGetClassID(a) != mxGetClassID(b) || mxIsSparse(a) || mxIsSparse(b) ||
        mxIsComplex(a) || mxIsComplex(b) || mxGetNumberOfDimensions(a) != 2 ||
        mxGetNumberOfDimensions(b) != 2 || mxGetM(a) != mxGetM(b) || mxGetN(a) != mxGetN(b)) {
        return 0;
    }
    if (mxIsStruct(a)) {
        return same_fields(a, b);
    }
    const size_t bytes = mxGetNumberOfElements(a) * mxGetElementSize(a);
    return (mxIsNumeric(a) || mxIsChar(a) || mxIsLogical(a)) &&
           (bytes == 0 || memcmp(mxGetData(a), mxGetData(b), bytes) == 0);
}

/* 1 where the call has this span and these arguments, but for q0 and v0 */
static int is_call(const mxArray *call, const mxArray *tspan, const mxArray *given)
{
    const mxArray *tail = nsd_mex_member(call, "given");
    const size_t   count = mxGetNumberOfElements(tail),
                 starts = (size_t)nsd_mex_field(call, "starts");
    int same = mxGetNumberOfElements(given) == starts + count &&
               same_value(nsd_mex_member(call, "tspan"), tspan);
    for (size_t k = 0; same && k < count; k++) {
        same = same_value(mxGetCell(tail, (mwIndex)k), mxGetCell(given, (mwIndex)(starts + k)));
    }
    return same;
}

static int is_column(const mxArray *a, size_t n)
{
    if (!a || !mxIsDouble(a) || mxIsComplex(a) || mxIsSparse(a) || mxGetNumberOfElements(a) != n ||
        mxGetM(a) != n) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(mxGetPr(a)[i])) {
            return 0;
        }
    }
    return 1;
}

static int is_open(const mxArray *arrays, const double *q, size_t n)
{
    const double     *b = NULL;
    const nsd_columns H = linear_gaps(arrays, n, &b);
    int               open = 1;
    for (int j = 0; open && j < H.m; j++) {
        open = gap(&H, b, j, q) > 0.0;
    }
    return open;
}

/* The run of a place from another start; plhs: result, ticket, quiet */
static void rerun(mxArray *plhs[], int place, const beginning *start)
{
    const mxArray *const *arguments = (const mxArray *const *)kept[place].argument;
    const size_t          n = mxGetNumberOfElements(nsd_mex_member(arguments[2], "q0"));
    const int             good = is_column(start->q0, n) && is_column(start->v0, n) &&
                     is_open(arguments[1], mxGetPr(start->q0), n);
    double quiet = 0.0;
    kept[place].in_use = 1;
    plhs[0] = good ? result_of(arguments, start, &quiet) : mxCreateDoubleMatrix(0, 0, mxREAL);
    plhs[2] = mxCreateDoubleScalar(quiet);
    kept[place].in_use = 0;
    plhs[1] = mxCreateDoubleScalar(kept[place].ticket);
}

/* No run; `ticket` is 0 unless there is such a call */
static void no_run(mxArray *plhs[], double ticket)
{
    plhs[0] = mxCreateDoubleMatrix(0, 0, mxREAL);
    plhs[1] = mxCreateDoubleScalar(ticket);
    plhs[2] = mxCreateDoubleScalar(0.0);
}

void nsd_gateway_recall(mxArray *plhs[], const mxArray *prhs[])
{
    const double   stamp = *nsd_mex_matrix(prhs[0], "stamp", 1, 1);
    const mxArray *given = prhs[2];
    NSD_MEX_REFUSE(!mxIsCell(given), "given must be a cell");
    for (int place = 0; place < KEPT_RUNS; place++) {
        const mxArray *call = kept[place].argument[ARGUMENTS];
        if (kept[place].ticket == 0.0 || nsd_mex_field(call, "stamp") != stamp ||
            !is_call(call, prhs[1], given)) {
            continue;
        }
        if (nsd_mex_field(call, "direct") == 0.0) {
            no_run(plhs, kept[place].ticket);
            return;
        }
        const int       starts = nsd_mex_field(call, "starts") > 0.0;
        const mxArray  *run = kept[place].argument[2];
        const beginning start = { .q0 = starts ? mxGetCell(given, 0) : nsd_mex_member(run, "q0"),
                                  .v0 = starts ? mxGetCell(given, 1) : nsd_mex_member(run, "v0") };
        rerun(plhs, place, &start);
        return;
    }
    no_run(plhs, 0.0);
}

void nsd_gateway_rerun(mxArray *plhs[], const mxArray *prhs[])
{
    const double    ticket = *nsd_mex_finite(prhs[0], "ticket", 1, 1);
    const beginning start = { .q0 = prhs[1],
                              .v0 = prhs[2],
                              .steps = mxIsEmpty(prhs[3]) ? NULL
                                                          : nsd_mex_finite(prhs[3], "steps", 2, 1),
                              .parameters = mxIsEmpty(prhs[4]) ? NULL : prhs[4] };
    const int       place = ticket > 0.0 ? (int)fmod(ticket, KEPT_RUNS) : 0;
    if (ticket > 0.0 && kept[place].ticket == ticket) {
        rerun(plhs, place, &start);
    } else {
        no_run(plhs, 0.0);
    }
}
