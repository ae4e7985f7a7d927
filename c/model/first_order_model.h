/* first_order_model.h - a nonlinear first-order system as functions.
 *
 *   x' = f(t,x) + g(x,lambda,t),   y = h(x,lambda,t),   -y in N_[lower,upper](lambda)   (FO.8) */
#ifndef NSD_FIRST_ORDER_MODEL_H
#define NSD_FIRST_ORDER_MODEL_H

#include "base/status.h"

typedef struct nsd_first_order_model { /* every function returns an nsd_status */
    int           n, m;
    const double *lower, *upper; /* m */
    void         *context;
    /* f(t,x), y = h(x,lambda,t), r = g(x,lambda,t) */
    nsd_status (*rate)(void *context, double t, const double *x, double *f);
    nsd_status (*output)(void *context, double t, const double *x, const double *lambda, double *y);
    nsd_status (*action)(void *context, double t, const double *x, const double *lambda, double *r);
    /* derivatives, each may be NULL: fx n x n; yx m x n, yl m x m; rx n x n, rl n x m. A derivative
     * that returns NSD_NOT_FINITE asks its caller for differences. */
    nsd_status (*rate_jac)(void *context, double t, const double *x, double *fx);
    nsd_status (*output_jac)(void *context, double t, const double *x, const double *lambda,
                             double *yx, double *yl);
    nsd_status (*action_jac)(void *context, double t, const double *x, const double *lambda,
                             double *rx, double *rl);
} nsd_first_order_model;

#endif
