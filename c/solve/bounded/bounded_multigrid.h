/* bounded_multigrid.h - a start, and often the answer, for large bounded systems with nonpositive
 * couplings: nested iteration over coarser levels                             (SPC.5), (SPC.6) */
#ifndef NSD_BOUNDED_MULTIGRID_H
#define NSD_BOUNDED_MULTIGRID_H

#include "solve/bounded/bounded.h"

/* 1 when A has a positive stored diagonal and no positive entry elsewhere, and no bound is an upper
 * one: then nsd_bounded_multigrid can be asked */
int nsd_bounded_multigrid_fits(const nsd_columns *A, const signed char *side);

size_t nsd_bounded_multigrid_scratch(int n, ptrdiff_t entries);

/* x and bounded->moves <- the answer to within the tolerance, or the best that was found; needs
 * A, b, side, r and moves of bounded, and no factor. NSD_OK only when the recomputed residual
 * passes. */
nsd_status nsd_bounded_multigrid(nsd_bounded *bounded, const nsd_bounded_options *options,
                                 nsd_scratch *scratch, double *x, nsd_solver_info *info);

#endif
