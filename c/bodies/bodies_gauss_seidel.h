/* bodies_gauss_seidel.h - accelerated sweeps over the contacts of one island     (RB.5), (RB.11) */
#ifndef NSD_BODIES_GAUSS_SEIDEL_H
#define NSD_BODIES_GAUSS_SEIDEL_H

#include "bodies/bodies_rows.h"
#include "bodies/bodies_accelerate.h"

typedef struct nsd_bodies_island { /* contacts that are swept together, and their free bodies */
    nsd_bodies_sweeper sweeper;
    int               *body, body_count; /* numbers of the free bodies                    */
    int               *mark;             /* bodies + 1: 1 for bodies that `body` has      */
    double            *velocity;         /* 6 x body_count: v, w of these bodies          */
    double             goal;             /* residual at which the sweeps end              */
    int                stalls; /* runs of sweeps in single precision in this step that missed it */
} nsd_bodies_island;

/* Takes, or counts, the arrays for an island of up to all contacts. */
void nsd_bodies_island_lay_out(nsd_bodies_island *island, const nsd_bodies_sweeper *all,
                               nsd_scratch *scratch);

/* Bytes of scratch for nsd_bodies_island_sweep of an island of up to all contacts. */
size_t nsd_bodies_island_scratch(const nsd_bodies_sweeper *all);

/* Marks no body, and no run has stalled; to be called once for the arrays. */
void nsd_bodies_island_init(nsd_bodies_island *island);

/* The island <- the listed rows of `all`, with their impulses. */
void nsd_bodies_island_fill(nsd_bodies_island *island, const nsd_bodies_sweeper *all,
                            const int *list, int count);

/* The impulses of the island back into the rows of `all`. */
void nsd_bodies_island_export(const nsd_bodies_island *island, nsd_bodies_sweeper *all);

/* Sweeps the island once or more, at most `most` times, until its residual is at most the goal, or
 * only few of many contacts are above the goal; returns the number of sweeps. */
int nsd_bodies_island_sweep(nsd_bodies_island *island, int most, nsd_scratch scratch);

#endif
