/* sweep_nonlinear.c - a run of a nonlinear system in a sweep. */
#include "sweep/sweep_nonlinear.h"

static nsd_status ready_made(const void *context, nsd_sweep_worker *worker, const nsd_model **model)
{
    const nsd_sweep_models *made = context;
    *model = made->models + (made->by_run ? worker->run : (size_t)worker->thread);
    return NSD_OK;
}

nsd_sweep_source nsd_sweep_models_source(const nsd_sweep_models *context)
{
    const nsd_sweep_source source = { context, NULL, ready_made };
    return source;
}

static size_t scratch(const void *context)
{
    const nsd_sweep_nonlinear *of = context;
    const size_t made = of->source.scratch ? of->source.scratch(of->source.context) : 0;
    return made +
           (of->scheme ? of->scheme->scratch(of->sizes) : nsd_event_newmark_scratch(of->sizes));
}

static nsd_status start(const void *context, nsd_sweep_worker *worker)
{
    const nsd_sweep_nonlinear *of = context;
    nsd_event_newmark_options  options = of->options;
    const nsd_model           *model = NULL;
    nsd_status                 status = of->source.make(of->source.context, worker, &model);

    if (status != NSD_OK) {
        return status;
    }
    options.nonlinear.step.h = worker->plan.h;
    if (of->scheme) {
        return of->scheme->init(model, &options.nonlinear, &worker->scratch, &worker->state,
                                &worker->ledger, &worker->stepper);
    }
    nsd_event_newmark *solver = NULL;
    status = nsd_event_newmark_init(model, &options, &worker->scratch, &worker->state,
                                    &worker->ledger, &solver);
    worker->stepper = (nsd_stepper *)solver; /* its base comes first */
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
                                      context->scheme ? nsd_sweep_step_through : run_events };
    return family;
}
