/* family_schemes.h - families with a time-stepping scheme: linear, nonlinear and first-order
 * systems. Each function takes the models, any number of them, and a context that must stay where
 * it is; the step h of its options is that of each run. */
#ifndef NSD_FAMILY_SCHEMES_H
#define NSD_FAMILY_SCHEMES_H

#include "run/family.h"
#include "scheme/first_order/first_order_newton.h"
#include "scheme/scheme.h"

/* Sizes of a state of an nsd_linear, and of an nsd_model */
nsd_family_sizes_fn nsd_family_linear_sizes, nsd_family_nonlinear_sizes;

typedef struct nsd_family_linear { /* models: nsd_linear */
    const nsd_linear_scheme *scheme;
    nsd_step_options         options;
} nsd_family_linear;
nsd_family nsd_family_of_linear(const nsd_family_models *models, const nsd_family_linear *context);

typedef struct nsd_family_nonlinear { /* models: nsd_model */
    const nsd_nonlinear_scheme *scheme;
    nsd_nonlinear_options       options;
} nsd_family_nonlinear;
nsd_family nsd_family_of_nonlinear(const nsd_family_models    *models,
                                   const nsd_family_nonlinear *context);

/* Models: nsd_first_order. outcome.number: jump, 1 when the start contradicts the relation. */
nsd_family nsd_family_of_first_order(const nsd_family_models       *models,
                                     const nsd_first_order_options *context);

/* Models: nsd_first_order_model. */
nsd_family nsd_family_of_newton(const nsd_family_models              *models,
                                const nsd_first_order_newton_options *context);

#endif
