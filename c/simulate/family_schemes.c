/* family_schemes.c - runs with time-stepping schemes. */
#include "simulate/family_schemes.h"

nsd_sizes nsd_family_sizes(int n, int m, int p, const nsd_surface *surface)
{
    const nsd_sizes sizes = { .n = n,
                              .m = m,
                              .p = p,
                              .d = surface->d,
                              .sliding = surface->layout.size[0],
                              .laws = surface->law != NULL };
    return sizes;
}

static nsd_sizes linear_sizes(const void *context, const void *model)
{
    const nsd_linear *system = model;
    (void)context;
    return nsd_family_sizes(system->n, system->m, system->p, &system->surface);
}

static nsd_status start_linear(const void *context, const void *model, nsd_trajectory *run)
{
    const nsd_family_linear *family = context;
    nsd_step_options         options = family->options;
    const size_t             used = run->scratch.used;

    if (nsd_family_restart(run, model)) {
        return NSD_OK;
    }
    options.h = run->plan.h;
    NSD_TRY(family->scheme->init(model, &options, &run->scratch, &run->state, &run->ledger,
                                 &run->stepper));
    nsd_family_keep(run, model, used);
    return NSD_OK;
}

static nsd_sizes nonlinear_sizes(const void *context, const void *model)
{
    const nsd_model *system = model;
    (void)context;
    return nsd_family_sizes(system->n, system->m, system->p, &system->surface);
}

static nsd_status start_nonlinear(const void *context, const void *model, nsd_trajectory *run)
{
    const nsd_family_nonlinear *family = context;
    nsd_nonlinear_options       options = family->options;
    options.step.h = run->plan.h;
    options.adaptive.t_end = run->plan.t_end;
    return family->scheme->init(model, &options, &run->scratch, &run->state, &run->ledger,
                                &run->stepper);
}

static size_t linear_scratch(const void *context, const void *model)
{
    const nsd_family_linear *linear = context;
    return linear->scheme->scratch(model, &linear->options);
}

static size_t nonlinear_scratch(const void *context, const void *model)
{
    const nsd_family_nonlinear *nonlinear = context;
    return nonlinear->scheme->scratch(model);
}

static const char *const step_numbers[] = { "solves", "rejected", NULL };

/* Time stepping with steps of given or of own length, and how many were solved for */
static nsd_status run_steps(nsd_trajectory *run)
{
    const nsd_status     status = nsd_family_run_time_stepping(run);
    const nsd_own_steps *own = run->stepper->own;
    run->outcome.number[0] = (double)(own ? own->solves : run->outcome.report.steps);
    run->outcome.number[1] = own ? (double)own->rejected : 0.0;
    return status;
}

const nsd_family_kind nsd_family_linear_kind = { linear_sizes, nsd_state_channels, linear_scratch,
                                                 start_linear, run_steps,          step_numbers };
const nsd_family_kind nsd_family_nonlinear_kind = { nonlinear_sizes,   nsd_state_channels,
                                                    nonlinear_scratch, start_nonlinear,
                                                    run_steps,         step_numbers };

typedef struct linear_host { /* a linear system as a model */
    nsd_linear_model linear;
    nsd_model        model;
} linear_host;

size_t nsd_family_as_model_bytes(const nsd_linear *linear, size_t more)
{
    const size_t made = nsd_family_stepper_bytes(sizeof(linear_host),
                                                 nsd_linear_model_scratch(linear));
    return nsd_family_stepper_bytes(made, more);
}

nsd_status nsd_family_as_model(const nsd_linear_model *functions, const nsd_linear *linear,
                               nsd_scratch *scratch, const nsd_model **model)
{
    linear_host *host = nsd_scratch_take(scratch, 1, sizeof *host);

    if (!host) {
        return NSD_ERR_WORKSPACE;
    }
    host->linear = *functions;
    *model = &host->model;
    return nsd_linear_model_init(&host->linear, linear, scratch, &host->model);
}

static size_t adaptive_scratch(const void *context, const void *linear)
{
    nsd_linear_model blank;
    const nsd_model  model = nsd_linear_model_functions(&blank, linear);
    return nsd_family_as_model_bytes(linear, nonlinear_scratch(context, &model));
}

static nsd_status start_adaptive(const void *context, const void *linear, nsd_trajectory *run)
{
    const nsd_family_nonlinear *family = context;
    const nsd_model            *model = NULL;
    NSD_TRY(nsd_family_as_model(&family->linear, linear, &run->scratch, &model));
    return start_nonlinear(context, model, run);
}

const nsd_family_kind nsd_family_linear_adaptive_kind = { linear_sizes,     nsd_state_channels,
                                                          adaptive_scratch, start_adaptive,
                                                          run_steps,        step_numbers };

static const char *const first_order_numbers[] = { "jump", NULL };

/* The same for first-order systems, whose functions are nsd_NAME_scratch and nsd_NAME_init */
#define FIRST_ORDER_FAMILY(name, model_type, options_type, step)                                 \
    static nsd_sizes name##_sizes(const void *context, const void *model)                        \
    {                                                                                            \
        const model_type *system = model;                                                        \
        const nsd_sizes   sizes = { .n = system->n, .extra = 3 * system->m };                    \
        (void)context;                                                                           \
        return sizes;                                                                            \
    }                                                                                            \
    static size_t name##_scratch(const void *context, const void *model)                         \
    {                                                                                            \
        (void)context;                                                                           \
        return nsd_##name##_scratch(model);                                                      \
    }                                                                                            \
    static nsd_status start_##name(const void *context, const void *model, nsd_trajectory *run)  \
    {                                                                                            \
        options_type          options = *(const options_type *)context;                          \
        nsd_first_order_base *base = NULL;                                                       \
        options.step = run->plan.h;                                                              \
        const nsd_status status = nsd_##name##_init(model, &options, &run->scratch, &run->state, \
                                                    &base);                                      \
        run->stepper = (nsd_stepper *)base; /* the base of a scheme comes first */               \
        run->outcome.number[0] = base && base->inconsistent_start;                               \
        return status;                                                                           \
    }
FIRST_ORDER_FAMILY(first_order, nsd_first_order, nsd_first_order_options, h)
FIRST_ORDER_FAMILY(first_order_newton, nsd_first_order_model, nsd_first_order_newton_options,
                   step.h)

const nsd_family_kind nsd_family_first_order_kind = {
    first_order_sizes, nsd_state_first_order_step_channels, first_order_scratch,
    start_first_order, nsd_family_run_time_stepping,        first_order_numbers
};
const nsd_family_kind nsd_family_newton_kind = {
    first_order_newton_sizes, nsd_state_first_order_step_channels, first_order_newton_scratch,
    start_first_order_newton, nsd_family_run_time_stepping,        first_order_numbers
};
