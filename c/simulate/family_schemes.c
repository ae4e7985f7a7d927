/* family_schemes.c - runs with time-stepping schemes. */
#include "simulate/family_schemes.h"

nsd_sizes nsd_family_linear_sizes(const void *context, const void *model)
{
    const nsd_linear *linear = model;
    const nsd_model   same = {
          .n = linear->n, .m = linear->m, .p = linear->p, .surface = linear->surface
    };
    return nsd_family_nonlinear_sizes(context, &same);
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

nsd_family nsd_family_of_linear(const nsd_family_models *models, const nsd_family_linear *context)
{
    nsd_family family = nsd_family_mechanical(models, context, nsd_family_linear_sizes);
    family.scratch = linear_scratch;
    family.start = start_linear;
    return family;
}

nsd_sizes nsd_family_nonlinear_sizes(const void *context, const void *model)
{
    const nsd_model *nonlinear = model;
    const nsd_sizes  sizes = { .n = nonlinear->n,
                               .m = nonlinear->m,
                               .p = nonlinear->p,
                               .d = nonlinear->surface.d,
                               .sliding = nonlinear->surface.layout.size[0],
                               .laws = nonlinear->surface.law != NULL };
    (void)context;
    return sizes;
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

nsd_family nsd_family_of_nonlinear(const nsd_family_models    *models,
                                   const nsd_family_nonlinear *context)
{
    nsd_family family = nsd_family_mechanical(models, context, nsd_family_nonlinear_sizes);
    family.scratch = nonlinear_scratch;
    family.start = start_nonlinear;
    return family;
}

static const char *const first_order_numbers[] = { "jump", NULL };

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
    return nsd_family_stepper_bytes(sizeof(nsd_first_order_stepper),
                                    nsd_first_order_scratch(model));
}

static nsd_status start_first_order(const void *context, const void *model, nsd_trajectory *run)
{
    nsd_first_order_options  options = *(const nsd_first_order_options *)context;
    nsd_first_order_stepper *stepper = nsd_scratch_take(&run->scratch, 1, sizeof *stepper);

    if (!stepper) {
        return NSD_ERR_WORKSPACE;
    }
    options.h = run->plan.h;
    const nsd_status status = nsd_first_order_init(stepper, model, &options, &run->scratch,
                                                   &run->state);
    run->stepper = &stepper->base;
    run->outcome.number[0] = stepper->inconsistent_start;
    return status;
}

nsd_family nsd_family_of_first_order(const nsd_family_models       *models,
                                     const nsd_first_order_options *context)
{
    nsd_family family = nsd_family_first_order(models, context, first_order_sizes);
    family.scratch = first_order_scratch;
    family.start = start_first_order;
    family.number_names = first_order_numbers;
    return family;
}

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
    return nsd_family_stepper_bytes(sizeof(nsd_first_order_newton),
                                    nsd_first_order_newton_scratch(model));
}

static nsd_status start_newton(const void *context, const void *model, nsd_trajectory *run)
{
    nsd_first_order_newton_options options = *(const nsd_first_order_newton_options *)context;
    nsd_first_order_newton        *stepper = nsd_scratch_take(&run->scratch, 1, sizeof *stepper);

    if (!stepper) {
        return NSD_ERR_WORKSPACE;
    }
    options.step.h = run->plan.h;
    const nsd_status status = nsd_first_order_newton_init(stepper, model, &options, &run->scratch,
                                                          &run->state);
    run->stepper = &stepper->base;
    run->outcome.number[0] = stepper->inconsistent_start;
    return status;
}

nsd_family nsd_family_of_newton(const nsd_family_models              *models,
                                const nsd_first_order_newton_options *context)
{
    nsd_family family = nsd_family_first_order(models, context, newton_sizes);
    family.scratch = newton_scratch;
    family.start = start_newton;
    family.number_names = first_order_numbers;
    return family;
}
