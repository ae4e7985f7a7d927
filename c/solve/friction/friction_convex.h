/* friction_convex.h - a primal-dual interior point method, for given slip s:
 * min x'W x/2 + f'x over the cones, or with the slip among the unknowns       (FR.14)-(FR.19) */
#ifndef NSD_FRICTION_CONVEX_H
#define NSD_FRICTION_CONVEX_H

#include "solve/friction/friction.h"
#include "solve/friction/friction_cone.h"
#include "solve/friction/friction_system.h"

typedef struct nsd_friction_convex {
    const nsd_friction *problem;
    int                 d, n, cones;         /* a cone per group with mu > 0, or N >= 0 alone    */
    double              unit;                /* size of a velocity                               */
    int                 slip;                /* 1: s is that of the answer (FR.19), 0: given      */
    double             *f;                   /* n: q + s n, set by the caller when it is given    */
    double             *x, *step, *gradient; /* n each; x is the answer                          */
    double             *z, *y, *dz, *dy, *t; /* 3 per cone: G x, multiplier, steps, right side   */
    double             *slope;               /* 3 per cone: of its part of s, by y               */
    nsd_friction_cone  *cone;
    int                *contact, *first, *size; /* of a cone: contact, first entry, entries       */
    double             *mu;
    double             *ordered; /* n: x in the order of the system */
    nsd_friction_system system;
} nsd_friction_convex;

size_t nsd_friction_convex_scratch(const nsd_friction *problem);
void   nsd_friction_convex_init(nsd_friction_convex *convex, const nsd_friction *problem,
                                nsd_scratch *scratch);

/* NSD_OK, or NSD_STALLED when rounding, an indefinite W or an unbounded problem stops it: x is
 * then the last iterate. With slip it may also end anywhere. Adds to *iterations. */
nsd_status nsd_friction_convex_solve(nsd_friction_convex *convex, int *iterations);

#endif
