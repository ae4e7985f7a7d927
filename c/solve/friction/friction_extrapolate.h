/* friction_extrapolate.h - Anderson's extrapolation of an iteration r -> r + f        (FR.26) */
#ifndef NSD_FRICTION_EXTRAPOLATE_H
#define NSD_FRICTION_EXTRAPOLATE_H

#include "base/scratch.h"

/* Differences of iterations that are kept. More: time and memory for hardly fewer sweeps; fewer:
 * more sweeps. */
#define NSD_EXTRAPOLATE_DIFFERENCES 10

typedef struct nsd_friction_extrapolate {
    int     n;
    int     known, next;  /* differences that are kept, number of the one to come       */
    double *end, *change; /* n: r + f and f of the last iteration, f in velocities      */
    double *E, *D;        /* n x NSD_EXTRAPOLATE_DIFFERENCES: differences of the two     */
    double  gram[NSD_EXTRAPOLATE_DIFFERENCES * NSD_EXTRAPOLATE_DIFFERENCES]; /* D'D          */
} nsd_friction_extrapolate;

/* Takes the arrays of n unknowns. */
void nsd_friction_extrapolate_init(nsd_friction_extrapolate *past, int n, nsd_scratch *scratch);

/* An iteration has ended at `end`, with the change f in velocities. The first call, and every call
 * with `apart`, begins a new sequence whose differences join the older ones. */
void nsd_friction_extrapolate_add(nsd_friction_extrapolate *past, const double *end,
                                  const double *change, int apart);

/* r, where the last iteration ended <- the point at which f would be least if f were linear
 *                                                                                      (FR.26)
 * Returns 0 and leaves r when nothing is known or the differences are linearly dependent. */
int nsd_friction_extrapolate_step(const nsd_friction_extrapolate *past, double *r);

#endif
