/* nsd_bodies_sweep.h - accelerated sweeps over contacts that hang together      (RB.5), (RB.11) */
#ifndef NSD_BODIES_SWEEP_H
#define NSD_BODIES_SWEEP_H

#include "nsd_bodies_rows.h"
#include "nsd_descent.h"

#define NSD_ISLAND_MANY 64 /* contacts from which on it pays to sweep only some of them (RB.15) */

typedef struct nsd_island { /* contacts that are swept together, and the bodies that they move */
    nsd_sweeper sweeper;
    int        *moved, moves; /* numbers of the bodies                      */
    double     *e;            /* 6 x moves: their velocities                */
    double      goal;         /* residual at which the sweeps end           */
} nsd_island;

/* Sweeps once or more, at most so often; returns how often. They also end where only a few of
 * many contacts are above the goal. */
int nsd_island_sweep(nsd_island *island, int most, nsd_scratch scratch);

#endif
