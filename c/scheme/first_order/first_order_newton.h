/* first_order_newton.h - nonlinear first-order systems: Newton with a relay problem inside.
 *
 *   x' = f(t,x) + g(x,lambda,t),   y = h(x,lambda,t),   -y in N_[lower,upper](lambda)   (FO.8)
 *
 * The state of the run loop holds x in q and the pair (lambda, y) in mu; it has no contacts. */
#ifndef NSD_FIRST_ORDER_NEWTON_H
#define NSD_FIRST_ORDER_NEWTON_H

#include "base/dense.h"
#include "scheme/first_order/first_order.h"

typedef struct nsd_first_order_model { /* every function returns an nsd_status */
    int           n, m;
    const double *lower, *upper; /* m */
    void         *context;
    nsd_status (*rate)(void *context, double t, const double *x, double *f);
    nsd_status (*output)(void *context, double t, const double *x, const double *lambda, double *y);
    nsd_status (*action)(void *context, double t, const double *x, const double *lambda, double *r);
    /* derivatives, each may be NULL: fx n x n; yx m x n, yl m x m; rx n x n, rl n x m */
    nsd_status (*rate_jac)(void *context, double t, const double *x, double *fx);
    nsd_status (*output_jac)(void *context, double t, const double *x, const double *lambda,
                             double *yx, double *yl);
    nsd_status (*action_jac)(void *context, double t, const double *x, const double *lambda,
                             double *rx, double *rl);
} nsd_first_order_model;

typedef struct nsd_first_order_newton {
    nsd_stepper                  base; /* first */
    const nsd_first_order_model *model;
    nsd_first_order_options      options;
    double                       newton_tolerance; /* on the residual of (FO.9), relative   */
    int                          newton_max_iter;
    nsd_tally                    tally;
    double          *x, *xr, *f0, *f, *r, *R; /* n: the new x; x at rho; rates at both ends; action;
                                          residual                                        */
    double          *lambda, *y, *z, *q;      /* m                                               */
    double          *fx, *rx, *J, *yx;        /* n x n thrice, m x n                             */
    double          *rl, *X, *yl, *M;         /* n x m twice, m x m twice                        */
    double          *shift;                   /* n + m: values at a shifted point                */
    nsd_int         *pivot;                   /* n                                               */
    double           theta, rho;              /* of the step under way                           */
    int              inconsistent_start;      /* as in nsd_first_order_stepper                   */
    nsd_relay_memory memory;
    nsd_scratch      scratch;
} nsd_first_order_newton;

typedef struct nsd_first_order_newton_options {
    nsd_first_order_options step;
    double                  newton_tolerance;
    int                     newton_max_iter;
} nsd_first_order_newton_options;

size_t     nsd_first_order_newton_scratch(const nsd_first_order_model *model);
nsd_status nsd_first_order_newton_init(nsd_first_order_newton               *stepper,
                                       const nsd_first_order_model          *model,
                                       const nsd_first_order_newton_options *options,
                                       nsd_scratch *scratch, nsd_state *state);

#endif
