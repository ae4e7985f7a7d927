/* mlcp.h - mixed linear complementarity problems.
 *
 * Find free x and z >= 0 with                                           doc/theory (MLCP.1)
 *     A x + B z + a  = 0                    p equalities
 *     C x + D z + b  = w >= 0,  w'z = 0     m complementarities
 *
 * The blocks are rows and columns of one matrix, told apart by flags. The k-th row that is not an
 * equality belongs to the k-th column that is not free. There may be more equalities than free
 * unknowns, fewer, or dependent ones; of several x the shortest is returned. */
#ifndef NSD_MLCP_H
#define NSD_MLCP_H

#include "solve/lcp/lcp.h"

typedef struct nsd_mlcp {
    int                  rows, cols;   /* of M                                       */
    const double        *M;            /* rows x cols, column-major, borrowed        */
    const double        *q;            /* rows, borrowed                             */
    const unsigned char *equality;     /* rows: 1 for an equality                    */
    const unsigned char *free_unknown; /* cols: 1 for a free unknown                 */
} nsd_mlcp;

/* v (cols entries, guess on entry) holds x and z in the order of the columns. NSD_OK only when
 * the recomputed residual passes; NSD_RAY when no solution was found: proved if the equalities
 * contradict each other, or if there are at most NSD_MLCP_ENUMERATE_MAX complementarities. */
#define NSD_MLCP_ENUMERATE_MAX 14
size_t     nsd_mlcp_scratch(const nsd_mlcp *mlcp);
size_t     nsd_mlcp_scratch_for(int equalities, int free_unknowns, int complementarities);
nsd_status nsd_mlcp_solve(const nsd_mlcp *mlcp, const nsd_lcp_options *options,
                          nsd_scratch *scratch, double *v, nsd_lcp_info *info);

/* max(max|A x + B z + a|, max|min(z, w)|) / max(1, max|q|)                           (MLCP.2)
 * and, in `accepted`, whether it and its form without units (MLCP.3) pass the tolerance. work
 * has `rows` entries. */
double nsd_mlcp_residual(const nsd_mlcp *mlcp, const double *v, double tolerance, double *work,
                         int *accepted);

#endif
