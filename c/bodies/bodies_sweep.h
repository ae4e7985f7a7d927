/* bodies_sweep.h - accelerated sweeps over contacts that hang together      (RB.5), (RB.11) */
#ifndef NSD_BODIES_SWEEP_H
#define NSD_BODIES_SWEEP_H

#include "bodies/bodies_rows.h"
#include "bodies/bodies_accelerate.h"

#define NSD_ISLAND_MANY 64 /* contacts from which on it pays to sweep only some of them (RB.15) */

typedef struct
    nsd_bodies_island { /* contacts that are swept together, and the bodies that they move */
    nsd_sweeper sweeper;
    int        *moved, moves; /* numbers of the bodies                      */
    int        *mark;         /* bodies + 1: 1 while they are in it         */
    double     *e;            /* 6 x moves: their velocities                */
    double      goal;         /* residual at which the sweeps end           */
} nsd_bodies_island;

size_t nsd_bodies_island_scratch(int contacts, int bodies, int rolls);

/* Takes the arrays for at most all these contacts; 0 when scratch is too small. */
int nsd_bodies_island_init(nsd_bodies_island *island, const nsd_sweeper *all, nsd_scratch *scratch);

/* The island becomes the listed rows; their impulses go back. */
void nsd_bodies_island_fill(nsd_bodies_island *island, const nsd_sweeper *all, const int *list,
                            int count);
void nsd_bodies_island_export(const nsd_bodies_island *island, nsd_sweeper *all);

/* Sweeps once or more, at most so often; returns how often. They also end where only a few of
 * many contacts are above the goal. */
int nsd_bodies_island_sweep(nsd_bodies_island *island, int most, nsd_scratch scratch);

#endif
