/* hausdorff.h - Hausdorff distance of two graphs, each a polyline with t ascending.
 *
 *   d(A,B) = max( sup_{a in A} dist(a,B), sup_{b in B} dist(b,A) ),                     (HD.1)
 *   dist(a,B) = inf_{b in B} max(|t_a - t_b|, |x_a - x_b|)
 *
 * A jump is a vertical segment: two points with equal t. */
#ifndef NSD_HAUSDORFF_H
#define NSD_HAUSDORFF_H

#include <stddef.h>

#include "base/status.h"

typedef struct nsd_hausdorff_graph {
    size_t        count; /* points, >= 1    */
    const double *t;     /* ascending       */
    const double *x;
} nsd_hausdorff_graph;

/* The distance to a relative tolerance > 0. NSD_ERR_NOT_FINITE when a point is NaN or infinite. */
nsd_status nsd_hausdorff(const nsd_hausdorff_graph *A, const nsd_hausdorff_graph *B,
                         double tolerance, double *distance);

#endif
