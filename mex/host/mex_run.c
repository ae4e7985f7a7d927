/* mex_run.c - from the struct `run` to a result struct, for every stepper. */
#include "base/dense.h"
#include "host/mex_run.h"

#include <string.h>

/* Rows for jumps that the output arrays of an event-driven run have from the start, beside one per
 * ROWS_PER_JUMP_ROW rows of the plan. Smaller: the arrays are copied more often. Larger: memory. */
#define FIRST_JUMP_ROWS 64

/* Planned rows for which the output arrays of an event-driven run have one row more for a jump.
 * Smaller: memory. Larger: the arrays are copied more often. */
#define ROWS_PER_JUMP_ROW 16

static nsd_step_options read_options(const mxArray *from)
{
    nsd_step_options options;
    options.h = nsd_mex_field(from, "h");
    options.theta = nsd_mex_field(from, "theta");
    options.activation = nsd_mex_field(from, "activation");
    options.s = nsd_mex_field(from, "weight");
    options.lcp.max_iter = (int)nsd_mex_field(from, "maxIter");
    options.lcp.tolerance = nsd_mex_field(from, "tolerance");
    options.lcp.relaxation = 1.0;
    return options;
}

nsd_nonlinear_options nsd_mex_run_nonlinear_options(const nsd_mex_run *run, const mxArray *from)
{
    nsd_nonlinear_options options;
    options.step = run->options;
    options.newton_tolerance = nsd_mex_field(from, "newtonTol");
    options.newton_max_iter = (int)nsd_mex_field(from, "newtonMaxIter");
    options.halvings = (int)nsd_mex_field(from, "halvings");
    options.project = nsd_mex_field(from, "project") != 0;
    options.geodesic = nsd_mex_field(from, "geodesic") != 0;
    return options;
}

nsd_newmark_options nsd_mex_run_newmark_options(const mxArray *from)
{
    const mxArray      *memory = nsd_mex_member(from, "memory");
    nsd_newmark_options options;

    options.gamma = nsd_mex_field(from, "gamma");
    options.beta = nsd_mex_field(from, "beta");
    options.alpha_m = nsd_mex_field(from, "alphaM");
    options.alpha_f = nsd_mex_field(from, "alphaF");
    options.ggl = nsd_mex_field(from, "ggl") != 0;
    options.by_position = nsd_mex_field(from, "byPosition") != 0;
    options.plain_works = 0;
    options.memory = mxIsEmpty(memory) ? NULL : mxGetPr(memory);
    options.memory_size = mxGetNumberOfElements(memory);
    return options;
}

static nsd_run_plan read_plan(const mxArray *from)
{
    const mxArray *times = nsd_mex_member(from, "times");
    nsd_run_plan   plan;

    plan.t0 = nsd_mex_field(from, "t0");
    plan.h = nsd_mex_field(from, "h");
    plan.steps = (long)nsd_mex_field(from, "steps");
    plan.every = (long)nsd_mex_field(from, "every");
    plan.time_count = mxGetNumberOfElements(times);
    plan.times = plan.time_count > 0 ? nsd_mex_matrix(times, "times", plan.time_count, 1) : NULL;
    plan.streak = NULL;
    plan.before = NULL;
    plan.channels = NULL;
    if (plan.steps < 0 || plan.every < 1) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "steps and every do not fit");
    }
    return plan;
}

static void copy_vector(const mxArray *from, const char *name, int n, double *to)
{
    memcpy(to, nsd_mex_matrix(nsd_mex_member(from, name), name, (size_t)n, 1),
           (size_t)n * sizeof *to);
}

void nsd_mex_run_read(nsd_mex_run *run, const mxArray *from)
{
    memset(run, 0, sizeof *run);
    run->options = read_options(from);
    run->plan = read_plan(from);
}

void nsd_mex_run_make_states(nsd_mex_run *run, const mxArray *from, const nsd_sizes *sizes,
                             const nsd_channels *channels)
{
    nsd_scratch scratch = nsd_mex_scratch(2 * nsd_state_scratch(sizes));
    nsd_state  *states[] = { &run->state, &run->before };

    run->sizes = *sizes;
    run->channels = *channels;
    for (int i = 0; i < 2; i++) {
        nsd_mex_require(
            nsd_state_init(states[i], &run->tangential[i], sizes, run->plan.t0, &scratch),
            "simulate");
    }
    copy_vector(from, "q0", sizes->n, run->state.q);
    copy_vector(from, "v0", sizes->n, run->state.v);
    run->plan.streak = mxCalloc((size_t)sizes->m + 1, sizeof(int));
    run->plan.before = run->plan.times || run->event_driven ? &run->before : NULL;
    run->plan.channels = &run->channels;
}

nsd_sizes nsd_mex_run_sizes(int n, int m, int p, const nsd_surface *surface)
{
    const nsd_sizes sizes = { .n = n,
                              .m = m,
                              .p = p,
                              .d = surface->d,
                              .sliding = surface->layout.size[0],
                              .laws = surface->law != NULL };
    return sizes;
}

void nsd_mex_run_make_mechanical(nsd_mex_run *run, const mxArray *from, nsd_sizes sizes)
{
    sizes.forces = run->event_driven;
    sizes.accelerations = run->accelerations;
    const nsd_channels channels = nsd_channels_mechanical(&sizes);
    nsd_mex_run_make_states(run, from, &sizes, &channels);
}

void nsd_mex_run_make_first_order(nsd_mex_run *run, const mxArray *from, int n, int m)
{
    const nsd_sizes    sizes = { .n = n, .extra = 2 * m, .accelerations = run->accelerations };
    const nsd_channels channels = nsd_channels_first_order(&sizes, m);
    nsd_mex_run_make_states(run, from, &sizes, &channels);
}

nsd_mex_sink_size nsd_mex_run_sink_size(const nsd_mex_run *run, const mxArray *from)
{
    const nsd_run_plan *plan = &run->plan;
    const mxArray      *keep = nsd_mex_member(from, "keepEnergy");
    nsd_mex_sink_size   size;

    size.n = run->sizes.n;
    size.channels = &run->channels;
    size.rows = plan->times ? plan->time_count
                            : (size_t)((plan->steps + plan->every - 1) / plan->every) + 1;
    size.rows += run->event_driven ? FIRST_JUMP_ROWS + size.rows / ROWS_PER_JUMP_ROW : 0;
    size.keep_t = plan->times || run->event_driven;
    size.keep_states = !run->no_event_states &&
                       (plan->times || plan->every > 1 || run->event_driven);
    size.grows = run->event_driven;
    for (int i = 0; i < NSD_ENERGIES; i++) {
        const mxArray *kept = mxIsStruct(keep) ? mxGetField(keep, 0, nsd_energy_names[i]) : NULL;
        size.keep_energy[i] = kept && !mxIsEmpty(kept) && mxGetScalar(kept) != 0.0;
    }
    return size;
}

static nsd_status run_time_stepping(nsd_mex_run *run)
{
    return nsd_run_time_stepping(&run->plan, run->stepper, &run->state, &run->ledger,
                                 &run->sink.output.sink, &run->report);
}

void nsd_mex_run_time_stepping(nsd_mex_run *run, const mxArray *from)
{
    nsd_mex_run_loop(run, from, run_time_stepping);
}

void nsd_mex_run_loop(nsd_mex_run *run, const mxArray *from, nsd_mex_run_loop_fn *loop)
{
    const nsd_mex_sink_size size = nsd_mex_run_sink_size(run, from);
    nsd_mex_sink_init(&run->sink, &size, (nsd_mex_progress)(int)nsd_mex_field(from, "progress"));
    nsd_mex_sink_watch(&run->sink, from);
    const double clock = nsd_mex_seconds();
    run->blas_threads = nsd_dense_blas_threads(1); /* the same bits on every machine */
    run->status = loop(run);
    nsd_dense_blas_threads(run->blas_threads);
    run->seconds = nsd_mex_seconds() - clock;
    nsd_mex_sink_finish(&run->sink);
    nsd_mex_interrupt_clear();
    nsd_mex_require(run->status, "simulate");
}

static void set_field(mxArray *result, const char *name, mxArray *value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, value);
}

static void set_number(mxArray *result, const char *name, double value)
{
    set_field(result, name, mxCreateDoubleScalar(value));
}

static mxArray *contact_numbers(const nsd_tally *tally)
{
    mxArray *numbers = mxCreateDoubleMatrix(1, (mwSize)tally->count, mxREAL);
    for (int i = 0; i < tally->count; i++) {
        mxGetPr(numbers)[i] = tally->active[i] + 1;
    }
    return numbers;
}

mxArray *nsd_mex_run_export(nsd_mex_run *run)
{
    const nsd_tally *tally = run->stepper->tally;
    mxArray         *result = mxCreateStructMatrix(1, 1, 0, NULL);

    nsd_mex_sink_export(&run->sink, result);
    set_number(result, "steps", (double)run->report.steps);
    set_number(result, "gain", run->report.gain);
    set_number(result, "gainTime", run->report.gain_t);
    set_number(result, "largestEnergy", run->report.largest);
    set_number(result, "problems", (double)tally->problems);
    set_number(result, "iterations", (double)tally->iterations);
    set_number(result, "residual", tally->worst);
    set_number(result, "newtonResidual", run->stepper->newton_residual);
    set_number(result, "kernelSeconds", run->seconds);
    set_number(result, "tEnd", run->state.t);
    set_field(result, "status", mxCreateString(nsd_status_id(run->status)));
    set_field(result, "active", contact_numbers(tally));
    if (run->sink.watch.caller.error) {
        nsd_mex_caller_export(&run->sink.watch.caller, result);
    }
    return result;
}

void nsd_mex_run_export_memory(const nsd_mex_run *run, mxArray *result)
{
    const nsd_stepper *stepper = run->stepper;
    mxArray           *memory = mxCreateDoubleMatrix((mwSize)stepper->memory_size, 1, mxREAL);
    if (stepper->memory) {
        memcpy(mxGetPr(memory), stepper->memory, stepper->memory_size * sizeof(double));
    }
    set_field(result, "memory", memory);
}
