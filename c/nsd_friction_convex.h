/* nsd_friction_convex.h - impulses for given slip s: min x'W x/2 + f'x over the cones, by a
 * primal-dual interior point method                                          (FR.14)-(FR.16) */
#ifndef NSD_FRICTION_CONVEX_H
#define NSD_FRICTION_CONVEX_H

#include "nsd_friction.h"
#include "nsd_friction_cone.h"

typedef struct nsd_friction_convex {
    const nsd_friction *problem;
    int                 d, n, cones;         /* a cone per group with mu > 0, or N >= 0 alone    */
    double              unit;                /* size of a velocity                               */
    double             *f;                   /* n: q + s n, set by the caller                    */
    double             *x, *step, *gradient; /* n each; x is the answer                          */
    double             *z, *y, *dz, *dy, *t; /* 3 per cone: G x, multiplier, steps, right side   */
    nsd_friction_cone  *cone;
    int                *contact, *first, *size; /* of a cone: contact, first entry, entries       */
    double             *mu;
    double             *A; /* n x n */
} nsd_friction_convex;

size_t nsd_friction_convex_scratch(const nsd_friction *problem);
void   nsd_friction_convex_take(nsd_friction_convex *convex, const nsd_friction *problem,
                                nsd_scratch *scratch);

/* NSD_OK, or NSD_STALLED when rounding, an indefinite W or an unbounded problem stops it: x is
 * then the last iterate. Adds to *iterations. */
nsd_status nsd_friction_convex_solve(nsd_friction_convex *convex, int *iterations);

#endif
