/* filippov_model.h - a piecewise smooth system as functions.
 *
 *   x' = f(t, x, side),   side_i = sign of s_i(x)                                       (FI.1) */
#ifndef NSD_FILIPPOV_MODEL_H
#define NSD_FILIPPOV_MODEL_H

#include "base/status.h"

typedef struct nsd_filippov_model { /* every function returns an nsd_status */
    int   n, p;                     /* states, surfaces                     */
    int   moving;                   /* surfaces depend on t                 */
    void *context;
    nsd_status (*rate)(void *context, double t, const double *x, const double *side, double *f);
    nsd_status (*surface)(void *context, double t, const double *x, double *s);
    /* p x n, or NULL; NSD_NOT_FINITE, as NULL, asks the caller for differences */
    nsd_status (*surface_jac)(void *context, double t, const double *x, double *S);
} nsd_filippov_model;

#endif
