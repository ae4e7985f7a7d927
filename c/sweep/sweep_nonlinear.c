/* sweep_nonlinear.c - a run of a nonlinear system in a sweep. */
#include "sweep/sweep_nonlinear.h"

static nsd_status find_model(const void *context, nsd_sweep_worker *worker, const nsd_model **model)
{
    const nsd_sweep_models *made = context;
    *model = made->models + (made->by_run ? worker->run : (size_t)worker->thread);
    return NSD_OK;
}

nsd_sweep_source nsd_sweep_models_source(const nsd_sweep_models *context)
{
    const nsd_sweep_source source = { context, NULL, find_model };
    return source;
}

static size_t scratch(const void *context)
{
    const nsd_sweep_nonlinear *nonlinear = context;
    const size_t               made = nonlinear->source.scratch
                                          ? nonlinear->source.scratch(nonlinear->source.context)
                                          : 0;
    return made + (nonlinear->scheme ? nonlinear->scheme->scratch(nonlinear->sizes)
                                     : nsd_event_newmark_scratch(nonlinear->sizes));
}

static nsd_status start(const void *context, nsd_sweep_worker *worker)
{
    const nsd_sweep_nonlinear *nonlinear = context;
    nsd_event_newmark_options  options = nonlinear->options;
    const nsd_model           *model = NULL;
    nsd_status status = nonlinear->source.make(nonlinear->source.context, worker, &model);

    if (status != NSD_OK) {
        return status;
    }
    options.nonlinear.step.h = worker->plan.h;
    if (nonlinear->scheme) {
        return nonlinear->scheme->init(model, &options.nonlinear, &worker->scratch, &worker->state,
                                       &worker->ledger, &worker->stepper);
    }
    nsd_event_newmark *solver = NULL;
    status = nsd_event_newmark_init(model, &options, &worker->scratch, &worker->state,
                                    &worker->ledger, &solver);
    worker->stepper = (nsd_stepper *)solver; /* the base of a solver comes first */
    return status;
}

static nsd_status run_events(nsd_sweep_worker *worker)
{
    nsd_event_newmark *solver = (nsd_event_newmark *)worker->stepper;
    return nsd_run_event_newmark(&worker->plan, solver, &worker->state, &worker->ledger,
                                 &worker->reducer.sink, &worker->report);
}

nsd_sweep_family nsd_sweep_nonlinear_family(const nsd_sweep_nonlinear *context)
{
    const nsd_sweep_family family = { context, scratch, start,
                                      context->scheme ? nsd_sweep_run_time_stepping : run_events };
    return family;
}
