/* project_frozen.c - the projection with the mass matrix held at q. */
#include <string.h>

#include "contact/project_frozen.h"

/* The model with its mass alone: no joints, no friction */
static nsd_linear mass_and_gaps(const nsd_linear *model)
{
    nsd_linear own = *model;
    own.p = own.J.m = own.surface.d = 0;
    return own;
}

static nsd_factor_sum mass_matrix(const nsd_linear *model)
{
    const nsd_factor_sum sum = { &model->M, &model->C, &model->K, 0.0, 0.0, 1, model->sparse };
    return sum;
}

size_t nsd_project_frozen_scratch(const nsd_linear *model, const nsd_lcp_options *options)
{
    const nsd_linear              own = mass_and_gaps(model);
    const nsd_factor_sum          sum = mass_matrix(model);
    const nsd_contact_fixed_setup setup = { &own, &sum, options, NULL };
    nsd_scratch                   counter = nsd_scratch_counter();

    nsd_scratch_doubles(&counter, (size_t)model->m);
    nsd_scratch_doubles(&counter, (size_t)model->m);
    return nsd_scratch_counted(&counter) + nsd_factor_scratch(&sum) +
           nsd_contact_fixed_scratch(&setup);
}

/* Natural residual (LCP.3) of the gaps at x and the multipliers, from scratch */
static double residual(const nsd_linear *model, const double *x, const double *lambda,
                       const double *gap)
{
    double worst = 0.0, size = 1.0;
    for (int a = 0; a < model->m; a++) {
        const double y = nsd_columns_dot(&model->H, a, x) + model->b[a];
        const double miss = lambda[a] < y ? lambda[a] : y;
        worst = !(miss <= worst && -miss <= worst) ? (miss < 0.0 ? -miss : miss) : worst;
        size = gap[a] > size ? gap[a] : (-gap[a] > size ? -gap[a] : size);
    }
    return worst / size;
}

nsd_status nsd_project_frozen(const nsd_linear *model, const nsd_lcp_options *options,
                              nsd_scratch *scratch, double *x, double *lambda, nsd_lcp_info *info)
{
    const nsd_linear              own = mass_and_gaps(model);
    const nsd_factor_sum          sum = mass_matrix(model);
    const nsd_contact_fixed_setup setup = { &own, &sum, options, NULL };
    nsd_factor                    factor;
    nsd_contact_fixed             contact;
    double                       *gap = nsd_scratch_doubles(scratch, (size_t)model->m);
    double                       *rhs = nsd_scratch_doubles(scratch, (size_t)model->m);

    NSD_TRY(gap && rhs ? nsd_factor_init(&factor, &sum, scratch) : NSD_ERR_WORKSPACE);
    NSD_TRY(nsd_contact_fixed_init(&contact, &setup, &factor, scratch));
    for (int a = 0; a < contact.tally.m; a++) {
        gap[a] = rhs[a] = nsd_columns_dot(&model->H, a, x) + model->b[a];
        lambda[a] = 0.0;
        contact.tally.active[a] = a;
    }
    contact.tally.count = contact.tally.m;
    const nsd_status status = nsd_contact_fixed_solve(&contact, rhs, NULL, lambda, NULL);
    if (status == NSD_OK) {
        nsd_contact_fixed_apply(&contact, lambda, NULL, x);
    }
    *info = contact.solver.info;
    info->residual = residual(model, x, lambda, gap);
    return status;
}
