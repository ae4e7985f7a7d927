/* hybrid_model.h - x' = f(t,x) with guards h(t,x) >= 0 and resets, as functions.    (ED.21) */
#ifndef NSD_HYBRID_MODEL_H
#define NSD_HYBRID_MODEL_H

#include "base/status.h"

typedef struct nsd_hybrid_model { /* every function returns an nsd_status */
    int   n, m;                   /* states, guards                       */
    void *context;
    nsd_status (*rate)(void *context, double t, const double *x, double *f);
    nsd_status (*guard)(void *context, double t, const double *x, double *h);
    nsd_status (*reset)(void *context, double t, const double *x, int guard, double *after);
    nsd_status (*mass)(void *context, const double *x, double *M); /* M(x) x' = f, or NULL */
} nsd_hybrid_model;

#endif
