/* sweep_event.c - an event-driven run in a sweep. */
#include "sweep/sweep_event.h"

#include <string.h>

#include "model/linear_model.h"

typedef struct linear_host { /* a linear system as a model */
    nsd_linear_model linear;
    nsd_model        model;
} linear_host;

static size_t linear_scratch(const void *context)
{
    const nsd_sweep_linear *linear = context;
    size_t                  most = 0;
    for (size_t k = 0; k < linear->count; k++) {
        const size_t bytes = nsd_linear_model_scratch(linear->models + k);
        most = bytes > most ? bytes : most;
    }
    return most + nsd_scratch_need(1, sizeof(linear_host));
}

static nsd_status make_linear(const void *context, nsd_sweep_worker *worker,
                              const nsd_model **model)
{
    const nsd_sweep_linear *linear = context;
    const nsd_linear       *one = linear->models + (linear->count > 1 ? worker->run : 0);
    linear_host            *host = nsd_scratch_take(&worker->scratch, 1, sizeof *host);

    if (!host) {
        return NSD_ERR_WORKSPACE;
    }
    memset(host, 0, sizeof *host);
    *model = &host->model;
    return nsd_linear_model_init(&host->linear, one, &worker->scratch, &host->model);
}

nsd_sweep_source nsd_sweep_linear_source(const nsd_sweep_linear *context)
{
    const nsd_sweep_source source = { context, linear_scratch, make_linear };
    return source;
}

static size_t scratch(const void *context)
{
    const nsd_sweep_event *event = context;
    const size_t made = event->source.scratch ? event->source.scratch(event->source.context) : 0;
    return made + nsd_event_driven_scratch(event->sizes, 0);
}

static nsd_status start(const void *context, nsd_sweep_worker *worker)
{
    const nsd_sweep_event *event = context;
    nsd_event_options      options = event->options;
    const nsd_model       *model = NULL;
    nsd_event_driven      *solver = NULL;
    nsd_status             status = event->source.make(event->source.context, worker, &model);

    if (status != NSD_OK) {
        return status;
    }
    options.t_end = worker->sweep->plan.t1[worker->run];
    options.first_step = options.first_step > 0.0 ? worker->plan.h : 0.0;
    status = nsd_event_driven_init(model, &options, &worker->scratch, &worker->state,
                                   &worker->ledger, &solver);
    worker->stepper = (nsd_stepper *)solver; /* the base of a solver comes first */
    return status;
}

static nsd_status run_events(nsd_sweep_worker *worker)
{
    nsd_event_driven *solver = (nsd_event_driven *)worker->stepper;
    return nsd_run_event_driven(&worker->plan, solver, &worker->state, &worker->ledger,
                                &worker->reducer.sink, &worker->report);
}

nsd_sweep_family nsd_sweep_event_family(const nsd_sweep_event *context)
{
    const nsd_sweep_family family = { context, scratch, start, run_events };
    return family;
}
