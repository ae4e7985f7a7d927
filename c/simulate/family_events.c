/* family_events.c - runs with located events. */
#include "simulate/family_events.h"

#include "simulate/family_schemes.h"

/* Where the options say 0 the largest step is this part of a run, as in odeset. Smaller: guards are
 * sampled too seldom; larger: a flight that could be one step is many. */
#define LARGEST_STEP_PARTS 10

/* The options of a run: its end, its first step, its largest step */
static nsd_event_options options_of_run(const nsd_family_event *event, const nsd_run_plan *plan)
{
    nsd_event_options options = event->options;
    options.t_end = plan->t_end;
    options.first_step = event->options.first_step > 0.0 ? plan->h : 0.0;
    if (options.integrator == NSD_INTEGRATOR_NEWMARK) {
        options.t_end = plan->t0 + (double)plan->steps * plan->h;
        options.first_step = options.largest_step = plan->h;
    } else if (!(event->options.largest_step > 0.0)) {
        options.largest_step = (plan->t_end - plan->t0) / LARGEST_STEP_PARTS;
    }
    return options;
}

static const char *const root_numbers[] = { "roots", "rootValues", NULL };

/* The run, and how often a time was looked for                                          (ED.31) */
static nsd_status run_event(nsd_trajectory *run)
{
    nsd_event_driven *solver = (nsd_event_driven *)run->stepper; /* its base comes first */
    const nsd_status  status = nsd_run_event_driven(&run->plan, solver, &run->state, &run->ledger,
                                                    run->sink, &run->outcome.report);
    run->outcome.number[0] = (double)solver->control.roots;
    run->outcome.number[1] = (double)solver->control.root_values;
    return status;
}

static size_t scratch_of(const nsd_event_system *system, const nsd_family_event *event)
{
    return nsd_event_driven_scratch(system, event->options.user.count);
}

/* The solver as the stepper of the run, with the observer of the family */
static nsd_status start_run(const nsd_event_system *system, const nsd_family_event *event,
                            nsd_trajectory *run)
{
    const nsd_event_options options = options_of_run(event, &run->plan);
    nsd_event_driven       *solver = NULL;
    const nsd_status status = nsd_event_driven_init(system, &options, &run->scratch, &run->state,
                                                    &run->ledger, &solver);
    if (solver) {
        solver->observer = event->observer;
        run->stepper = &solver->base;
    }
    return status;
}

static nsd_sizes event_sizes(const void *context, const void *model)
{
    const nsd_family_event *event = context;
    const nsd_model        *m = model;
    nsd_sizes               sizes = nsd_family_sizes(m->n, m->m, m->p, &m->surface);
    sizes.forces = 1;
    sizes.accelerations = event->accelerations;
    return sizes;
}

static size_t event_scratch(const void *context, const void *model)
{
    const nsd_event_system system = { .mechanical = model };
    return scratch_of(&system, context);
}

static nsd_status start_event(const void *context, const void *model, nsd_trajectory *run)
{
    const nsd_event_system system = { .mechanical = model };
    return start_run(&system, context, run);
}

const nsd_family_kind nsd_family_event_kind = { event_sizes, nsd_state_channels, event_scratch,
                                                start_event, run_event,          root_numbers };

static nsd_sizes linear_event_sizes(const void *context, const void *model)
{
    nsd_linear_model blank;
    const nsd_model  functions = nsd_linear_model_functions(&blank, model);
    return event_sizes(context, &functions);
}

static size_t linear_event_scratch(const void *context, const void *linear)
{
    nsd_linear_model blank;
    const nsd_model  model = nsd_linear_model_functions(&blank, linear);
    return nsd_family_as_model_bytes(linear, event_scratch(context, &model));
}

static nsd_status start_linear_event(const void *context, const void *linear, nsd_trajectory *run)
{
    const nsd_family_event *event = context;
    const nsd_model        *model = NULL;
    NSD_TRY(nsd_family_as_model(&event->linear, linear, &run->scratch, &model));
    return start_event(context, model, run);
}

const nsd_family_kind nsd_family_linear_event_kind = {
    linear_event_sizes, nsd_state_channels, linear_event_scratch,
    start_linear_event, run_event,          root_numbers
};

static nsd_sizes hybrid_sizes(const void *context, const void *model)
{
    const nsd_hybrid_model *hybrid = model;
    const nsd_family_event *event = context;
    const nsd_sizes         sizes = { .n = hybrid->n,
                                      .extra = 2 * hybrid->m,
                                      .accelerations = event->accelerations };
    return sizes;
}

static size_t hybrid_scratch(const void *context, const void *model)
{
    const nsd_event_system system = { .hybrid = model };
    return scratch_of(&system, context);
}

static nsd_status start_hybrid(const void *context, const void *model, nsd_trajectory *run)
{
    const nsd_event_system system = { .hybrid = model };
    return start_run(&system, context, run);
}

const nsd_family_kind nsd_family_hybrid_kind = { hybrid_sizes,   nsd_state_first_order_channels,
                                                 hybrid_scratch, start_hybrid,
                                                 run_event,      root_numbers };

static nsd_sizes filippov_sizes(const void *context, const void *model)
{
    const nsd_filippov_model *filippov = model;
    const nsd_family_event   *event = context;
    const nsd_sizes           sizes = { .n = filippov->n,
                                        .extra = 2 * filippov->p,
                                        .accelerations = event->accelerations };
    return sizes;
}

static size_t filippov_scratch(const void *context, const void *model)
{
    const nsd_event_system system = { .filippov = model };
    return scratch_of(&system, context);
}

static nsd_status start_filippov(const void *context, const void *model, nsd_trajectory *run)
{
    const nsd_event_system system = { .filippov = model };
    return start_run(&system, context, run);
}

const nsd_family_kind nsd_family_filippov_kind = { filippov_sizes,   nsd_state_first_order_channels,
                                                   filippov_scratch, start_filippov,
                                                   run_event,        root_numbers };
