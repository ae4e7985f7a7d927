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
    const nsd_linear *linear = model;
    (void)context;
    return nsd_family_sizes(linear->n, linear->m, linear->p, &linear->surface);
}

static size_t linear_scratch(const void *context, const void *model)
{
    const nsd_family_linear *linear = context;
    return linear->scheme->scratch(model, &linear->options);
}

static nsd_status start_linear(const void *context, const void *model, nsd_trajectory *run)
{
    const nsd_family_linear *linear = context;
    nsd_step_options         options = linear->options;

    options.h = run->plan.h;
    return linear->scheme->init(model, &options, &run->scratch, &run->state, &run->ledger,
                                &run->stepper);
}

const nsd_family_kind nsd_family_linear_kind = {
    linear_sizes, nsd_state_channels,           linear_scratch,
    start_linear, nsd_family_run_time_stepping, NULL
};

static nsd_sizes nonlinear_sizes(const void *context, const void *model)
{
    const nsd_model *nonlinear = model;
    (void)context;
    return nsd_family_sizes(nonlinear->n, nonlinear->m, nonlinear->p, &nonlinear->surface);
}

static size_t nonlinear_scratch(const void *context, const void *model)
{
    const nsd_family_nonlinear *nonlinear = context;
    return nonlinear->scheme->scratch(model);
}

static nsd_status start_nonlinear(const void *context, const void *model, nsd_trajectory *run)
{
    const nsd_family_nonlinear *nonlinear = context;
    nsd_nonlinear_options       options = nonlinear->options;

    options.step.h = run->plan.h;
    return nonlinear->scheme->init(model, &options, &run->scratch, &run->state, &run->ledger,
                                   &run->stepper);
}

const nsd_family_kind nsd_family_nonlinear_kind = {
    nonlinear_sizes, nsd_state_channels,           nonlinear_scratch,
    start_nonlinear, nsd_family_run_time_stepping, NULL
};

static const char *const first_order_numbers[] = { "jump", NULL };

/* The stepper of a first-order system becomes that of the run. */
static nsd_status set_first_order(nsd_trajectory *run, nsd_first_order_base *base,
                                  nsd_status status)
{
    if (base) {
        run->stepper = &base->stepper;
        run->outcome.number[0] = base->inconsistent_start;
    }
    return status;
}

static nsd_sizes first_order_sizes(const void *context, const void *model)
{
    const nsd_first_order *linear = model;
    const nsd_sizes        sizes = { .n = linear->n, .extra = 2 * linear->m };
    (void)context;
    return sizes;
}

static size_t first_order_scratch(const void *context, const void *model)
{
    (void)context;
    return nsd_first_order_scratch(model);
}

static nsd_status start_first_order(const void *context, const void *model, nsd_trajectory *run)
{
    nsd_first_order_options options = *(const nsd_first_order_options *)context;
    nsd_first_order_base   *base = NULL;

    options.h = run->plan.h;
    const nsd_status status = nsd_first_order_init(model, &options, &run->scratch, &run->state,
                                                   &base);
    return set_first_order(run, base, status);
}

const nsd_family_kind nsd_family_first_order_kind = {
    first_order_sizes, nsd_state_first_order_channels, first_order_scratch,
    start_first_order, nsd_family_run_time_stepping,   first_order_numbers
};

static nsd_sizes newton_sizes(const void *context, const void *model)
{
    const nsd_first_order_model *nonlinear = model;
    const nsd_sizes              sizes = { .n = nonlinear->n, .extra = 2 * nonlinear->m };
    (void)context;
    return sizes;
}

static size_t newton_scratch(const void *context, const void *model)
{
    (void)context;
    return nsd_first_order_newton_scratch(model);
}

static nsd_status start_newton(const void *context, const void *model, nsd_trajectory *run)
{
    nsd_first_order_newton_options options = *(const nsd_first_order_newton_options *)context;
    nsd_first_order_base          *base = NULL;

    options.step.h = run->plan.h;
    const nsd_status status = nsd_first_order_newton_init(model, &options, &run->scratch,
                                                          &run->state, &base);
    return set_first_order(run, base, status);
}

const nsd_family_kind nsd_family_newton_kind = {
    newton_sizes, nsd_state_first_order_channels, newton_scratch,
    start_newton, nsd_family_run_time_stepping,   first_order_numbers
};
