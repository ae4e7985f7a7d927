/* multigrid.h - sparse definite matrices with nonpositive couplings on coarser levels:
 * unknowns that are coupled strongly are summed up to aggregates of up to four       (SPA.7)
 *
 * A level has its matrix in two forms: `base`, with which a problem is stated on that level, and
 * `cut`, the part of it on the unknowns that move, with which corrections are solved for. */
#ifndef NSD_MULTIGRID_H
#define NSD_MULTIGRID_H

#include "base/matrix.h"
#include "base/scratch.h"

/* Levels: each has at most half of the unknowns of the one before, in practice a quarter. Larger:
 * nothing, as 2^24 unknowns have no room. Smaller: large problems end on a large coarsest level. */
#define NSD_MULTIGRID_LEVELS 24

typedef struct nsd_multigrid_level {
    int     n;
    int    *start, *row; /* compressed rows; the matrix is symmetric, the diagonal stored    */
    double *base, *cut;
    double *inverse;       /* n: 1 / diagonal of `cut`, 0 where the unknown does not move   */
    int    *aggregate;     /* n: the unknown of the next level that this one belongs to     */
    int    *into;          /* entries: the entry of the next level it is summed into        */
    double *rhs;           /* n: right-hand side of a correction                            */
    double *c, *d, *v, *w; /* n: directions of a correction and their products with `cut`   */
} nsd_multigrid_level;

typedef struct nsd_multigrid {
    int                 levels;
    nsd_multigrid_level level[NSD_MULTIGRID_LEVELS];
} nsd_multigrid;

/* Scratch bytes for n unknowns and `entries` stored entries */
size_t nsd_multigrid_scratch(int n, ptrdiff_t entries);

/* Levels for A: symmetric, diagonal positive and stored, other entries nonpositive. The sequence
 * ends where few unknowns are left, where unknowns do not aggregate, or where memory ends. */
nsd_status nsd_multigrid_init(nsd_multigrid *grid, const nsd_columns *A, nsd_scratch *scratch);

/* `cut` of level `top` <- `base` of the unknowns that move, and of all coarser levels  (SPA.8) */
void nsd_multigrid_cut(nsd_multigrid *grid, int top, const unsigned char *moves);

/* x <- approximately cut^-1 r on level `top`: smoothing, and two directions of conjugate gradients
 * on each coarser level                                                                (SPA.9) */
void nsd_multigrid_cycle(nsd_multigrid *grid, int top, const double *r, double *x);

/* y <- cut x on a level */
void nsd_multigrid_times(const nsd_multigrid_level *level, const double *x, double *y);

#endif
