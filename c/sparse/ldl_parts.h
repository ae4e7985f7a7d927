/* ldl_parts.h - pieces that the files of L D L' share; other callers need only sparse/ldl.h. */
#ifndef NSD_LDL_PARTS_H
#define NSD_LDL_PARTS_H

#include "sparse/ldl.h"

/* Part of the diagonal entry of A below which a pivot counts as lost. Larger: badly conditioned but
 * definite matrices are refused. Smaller: solves with pivots that are rounding only. */
#define NSD_LDL_LOST_PIVOT 1e-13

/* The columns with an entry in row k of L, ascending along every path of the tree, are
 * stack[top] ... stack[n-1]; returns top. */
int nsd_ldl_reach(nsd_ldl *ldl, int k);

/* y <- y + row k of A at the rows that are on, those before k only unless `from` is 1, without its
 * diagonal entry, which is returned */
double nsd_ldl_scatter(nsd_ldl *ldl, int k, int from);

static inline nsd_status nsd_ldl_pivot_status(double pivot, double diagonal)
{
    return pivot > NSD_LDL_LOST_PIVOT * diagonal ? NSD_OK : NSD_ERR_NOT_DEFINITE;
}

#endif
