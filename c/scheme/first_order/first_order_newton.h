/* first_order_newton.h - nonlinear first-order systems: Newton with a relay problem inside.
 *
 *   x' = f(t,x) + g(x,lambda,t),   y = h(x,lambda,t),   -y in N_[lower,upper](lambda)   (FO.8)
 *
 * The state of the run loop has x in `q`, (lambda, y, h lambda) in `extra`, and no contacts. */
#ifndef NSD_FIRST_ORDER_NEWTON_H
#define NSD_FIRST_ORDER_NEWTON_H

#include "model/first_order_model.h"
#include "scheme/first_order/first_order.h"

typedef struct nsd_first_order_newton_options {
    nsd_first_order_options step;
    double                  newton_tolerance;
    int                     newton_max_iter;
} nsd_first_order_newton_options;

/* Bytes of scratch that nsd_first_order_newton_init takes. */
size_t nsd_first_order_newton_scratch(const nsd_first_order_model *model);

/* The stepper, and lambda and y of the first row as in nsd_first_order_init. */
nsd_status nsd_first_order_newton_init(const nsd_first_order_model          *model,
                                       const nsd_first_order_newton_options *options,
                                       nsd_scratch *scratch, nsd_state *state,
                                       nsd_first_order_base **stepper);

#endif
