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

/* Sizes, and start of a run with its own step length, of the families of mechanical systems; step:
 * the options that hold the step length h */
#define MECHANICAL_FAMILY(name, model_type, options_type, step)                                 \
    static nsd_sizes name##_sizes(const void *context, const void *model)                       \
    {                                                                                           \
        const model_type *system = model;                                                       \
        (void)context;                                                                          \
        return nsd_family_sizes(system->n, system->m, system->p, &system->surface);             \
    }                                                                                           \
    static nsd_status start_##name(const void *context, const void *model, nsd_trajectory *run) \
    {                                                                                           \
        const nsd_family_##name *family = context;                                              \
        options_type             options = family->options;                                     \
        options.step = run->plan.h;                                                             \
        return family->scheme->init(model, &options, &run->scratch, &run->state, &run->ledger,  \
                                    &run->stepper);                                             \
    }
MECHANICAL_FAMILY(linear, nsd_linear, nsd_step_options, h)
MECHANICAL_FAMILY(nonlinear, nsd_model, nsd_nonlinear_options, step.h)

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

const nsd_family_kind nsd_family_linear_kind = {
    linear_sizes, nsd_state_channels,           linear_scratch,
    start_linear, nsd_family_run_time_stepping, NULL
};
const nsd_family_kind nsd_family_nonlinear_kind = {
    nonlinear_sizes, nsd_state_channels,           nonlinear_scratch,
    start_nonlinear, nsd_family_run_time_stepping, NULL
};

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
