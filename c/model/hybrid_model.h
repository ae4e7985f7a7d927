/* hybrid_model.h - x' = f(t,x) with guards h(t,x) >= 0 and resets, as functions.    (ED.21) */
#ifndef NSD_HYBRID_MODEL_H
#define NSD_HYBRID_MODEL_H

#include "base/status.h"

typedef struct nsd_hybrid_model { /* every function returns an nsd_status */
    int   n, m;                   /* states, guards                       */
    void *context;
    nsd_status (*rate)(void *context, double t, const double *x, double *f);
    nsd_status (*guard)(void *context, double t, const double *x, double *h);
    /* gradients H (n x m) with h_t, and kappa of h'' = H'x'' + kappa: the second derivative along
     * the straight line (t + s, x + s direction); both functions, or NULL: differences */
    nsd_status (*guard_jac)(void *context, double t, const double *x, double *H, double *h_t);
    nsd_status (*guard_bias)(void *context, double t, const double *x, const double *direction,
                             double *kappa);
    nsd_status (*reset)(void *context, double t, const double *x, int guard, double *after);
    nsd_status (*mass)(void *context, const double *x, double *M); /* M(x) x' = f, or NULL */
} nsd_hybrid_model;

#endif
