/* bodies_patch.h - the contacts above the goal and their neighbours, swept again     (RB.15) */
#ifndef NSD_BODIES_PATCH_H
#define NSD_BODIES_PATCH_H

#include "bodies/bodies_sweep.h"

typedef struct nsd_bodies_patch {
    nsd_sweeper        *all;        /* every contact of the step                            */
    nsd_bodies_island  *one;        /* room for the sweeps                                  */
    int                *first, *of; /* rows of body i: of[first[i]] to before of[first[i+1]] */
    int                *above;      /* rows whose residual is above the level               */
    int                *list;       /* rows of the patch, upwards                           */
    int                 aboves, count;
    int                *row, *body, turn; /* the turn in which each was last met             */
    nsd_friction_scales scale;            /* of the residuals                                */
} nsd_bodies_patch;

size_t nsd_bodies_patch_scratch(int contacts, int bodies);

/* Takes the arrays and fills in the rows of each body; 0 when scratch is too small. */
int nsd_bodies_patch_init(nsd_bodies_patch *patch, nsd_sweeper *all, nsd_bodies_island *one,
                          nsd_scratch *scratch);

/* Looks at the residuals of all rows: which are above the level? */
void nsd_bodies_patch_find(nsd_bodies_patch *patch, double level);

/* The patch <- the rows of the bodies of what is above the level; returns how many. */
int nsd_bodies_patch_fill(nsd_bodies_patch *patch);

/* Sweeps the patch to the level, at most so often, with the impulses of the others held; returns
 * how often. */
int nsd_bodies_patch_sweep(nsd_bodies_patch *patch, double level, int most, nsd_scratch scratch);

/* The residuals of all rows that the sweeps changed; returns the largest. */
double nsd_bodies_patch_residual(nsd_bodies_patch *patch, double level);

#endif
