/* sweep_linear.c - a run of a linear system in a sweep. */
#include "sweep/sweep_linear.h"

static size_t scratch(const void *context)
{
    const nsd_sweep_linear *linear = context;
    size_t                  most = 0;
    for (size_t k = 0; k < linear->count; k++) {
        const size_t bytes = linear->scheme->scratch(linear->models + k, &linear->options);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static nsd_status start(const void *context, nsd_sweep_worker *worker)
{
    const nsd_sweep_linear *linear = context;
    const nsd_linear       *model = linear->models + (linear->count > 1 ? worker->run : 0);
    nsd_step_options        options = linear->options;

    options.h = worker->plan.h;
    return linear->scheme->init(model, &options, &worker->scratch, &worker->state, &worker->ledger,
                                &worker->stepper);
}

nsd_sweep_family nsd_sweep_linear_family(const nsd_sweep_linear *context)
{
    const nsd_sweep_family family = { context, scratch, start, nsd_sweep_run_time_stepping };
    return family;
}
