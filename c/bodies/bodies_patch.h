/* bodies_patch.h - contacts above the goal and their neighbours, swept again         (RB.15) */
#ifndef NSD_BODIES_PATCH_H
#define NSD_BODIES_PATCH_H

#include "bodies/bodies_gauss_seidel.h"

typedef struct nsd_bodies_patch {
    nsd_bodies_sweeper *all;                /* every contact of the step                         */
    nsd_bodies_island  *island;             /* memory in which the patch is swept                */
    int                *first, *body_row;   /* rows of body i: body_row[first[i]] to before
                                               body_row[first[i+1]]                              */
    int                *above, above_count; /* rows whose residual is above the level            */
    int                *list, count;        /* rows of the patch, upwards                        */
    int                *row_turn;           /* the turn in which each row was last found         */
    int                *body_turn;          /* the turn in which each body was last found        */
    int                 turn;               /* number of the present search                      */
    nsd_friction_scales scale;              /* of the residuals                                  */
} nsd_bodies_patch;

/* Takes, or counts, the arrays for the contacts of `all`. */
void nsd_bodies_patch_lay_out(nsd_bodies_patch *patch, const nsd_bodies_sweeper *all,
                              nsd_scratch *scratch);

/* Fills in the rows of each body; the patch is swept in the memory of the island. */
void nsd_bodies_patch_init(nsd_bodies_patch *patch, nsd_bodies_sweeper *all,
                           nsd_bodies_island *island);

/* patch->above <- the rows whose residual is above the level. */
void nsd_bodies_patch_find(nsd_bodies_patch *patch, double level);

/* The patch <- all rows of the bodies of the rows above the level; returns their number. */
int nsd_bodies_patch_fill(nsd_bodies_patch *patch);

/* Sweeps the patch to the level, at most `most` times, with the impulses of all other rows held;
 * returns the number of sweeps. */
int nsd_bodies_patch_sweep(nsd_bodies_patch *patch, double level, int most, nsd_scratch scratch);

/* Residuals of the rows whose velocities the sweeps changed, and patch->above among these; returns
 * the largest residual. */
double nsd_bodies_patch_residual(nsd_bodies_patch *patch, double level);

#endif
