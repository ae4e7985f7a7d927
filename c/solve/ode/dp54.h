/* dp54.h - the explicit pair of Dormand and Prince (1980) of orders 5 and 4, with the
 * continuous extension of order 4 by Shampine (1986).                                  (ED.19) */
#ifndef NSD_DP54_H
#define NSD_DP54_H

#include "base/scratch.h"
#include "base/status.h"

enum { NSD_DP54_STAGES = 7 };

typedef nsd_status nsd_field_fn(void *context, double t, const double *x, double *f);

typedef struct nsd_dp54 {
    int           n;          /* numbers in x                                                  */
    int           controlled; /* first numbers of x; the others change neither error nor field */
    double        rel_tol, abs_tol;
    nsd_field_fn *field;
    void         *context;
    double       *k[NSD_DP54_STAGES]; /* n each; the caller fills k[0], the field at the start */
    double       *trial;              /* n                                                     */
} nsd_dp54;

size_t     nsd_dp54_scratch(int n);
nsd_status nsd_dp54_init(nsd_dp54 *pair, int n, nsd_scratch *scratch);

/* A step of length h from (t, x0) into x1. With `error` not NULL: k[6] <- the field at the end, and
 * the error relative to the tolerances; NSD_DIVERGED when the error is not finite. */
nsd_status nsd_dp54_step(nsd_dp54 *pair, double t, const double *x0, double h, double *x1,
                         double *error);

/* b <- weights of the continuous extension at t + theta h, theta in [0,1]. */
void nsd_dp54_weights(double theta, double *b);
/* First `count` entries of x <- the continuous extension with weights b, after a step with
 * `error`. */
void nsd_dp54_between(const nsd_dp54 *pair, const double *x0, double h, const double *b, int count,
                      double *x);

#endif
