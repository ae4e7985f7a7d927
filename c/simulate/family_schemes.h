/* family_schemes.h - families with a time-stepping scheme: linear, nonlinear and first-order
 * systems. The step h in the options of a context is that of each run. */
#ifndef NSD_FAMILY_SCHEMES_H
#define NSD_FAMILY_SCHEMES_H

#include "model/linear_model.h"
#include "run/family.h"
#include "scheme/first_order/first_order_newton.h"
#include "scheme/scheme.h"

/* Sizes of a state of a mechanical system */
nsd_sizes nsd_family_sizes(int n, int m, int p, const nsd_surface *surface);

typedef struct nsd_family_linear {
    const nsd_linear_scheme *scheme;
    nsd_step_options         options;
} nsd_family_linear;

typedef struct nsd_family_nonlinear {
    const nsd_nonlinear_scheme *scheme;
    nsd_nonlinear_options       options;
    nsd_linear_model linear; /* of linear systems with adaptive steps: the force, as a function */
} nsd_family_nonlinear;

/* A linear system as a model in scratch memory; `functions` has its force. Bytes for this, and
 * `more` beside. */
size_t     nsd_family_as_model_bytes(const nsd_linear *linear, size_t more);
nsd_status nsd_family_as_model(const nsd_linear_model *functions, const nsd_linear *linear,
                               nsd_scratch *scratch, const nsd_model **model);

/* Kinds, with their models and contexts; jump: 1 when the start contradicts the relation */
extern const nsd_family_kind
    nsd_family_linear_kind,    /* nsd_linear; nsd_family_linear; solves, rejected               */
    nsd_family_nonlinear_kind, /* nsd_model; nsd_family_nonlinear; solves, rejected             */
    nsd_family_linear_adaptive_kind, /* nsd_linear; nsd_family_nonlinear; solves, rejected        */
    nsd_family_first_order_kind, /* nsd_first_order; nsd_first_order_options; jump                */
    nsd_family_newton_kind;      /* nsd_first_order_model; nsd_first_order_newton_options; jump */

#endif
