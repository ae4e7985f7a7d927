/* mlcp.h - mixed linear complementarity problems.
 *
 * Find free x and z >= 0 with                                           doc/theory (MLCP.1)
 *     A x + B z + a  = 0                    p equalities
 *     C x + D z + b  = w >= 0,  w'z = 0     m complementarities
 *
 * A, B, C and D are rows and columns of one matrix M in any order; flags mark equalities and free
 * unknowns. The k-th row that is not an equality belongs to the k-th column that is not free. There
 * may be more equalities than free unknowns, fewer, or dependent equalities; of several x the
 * shortest is returned. */
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

/* Complementarities up to which every support is tried when the other solvers fail. Larger: 2^m
 * least-squares problems for each problem without a solution. Smaller: NSD_RAY is proved for fewer
 * problems. */
#define NSD_MLCP_ENUMERATE_MAX 14

/* Scratch bytes of nsd_mlcp_solve for a problem, and for the sizes of a problem */
size_t nsd_mlcp_scratch(const nsd_mlcp *mlcp);
size_t nsd_mlcp_scratch_for(int equalities, int free_unknowns, int complementarities);

/* v (cols entries, guess on entry) holds x and z in the order of the columns. NSD_OK only when
 * the recomputed residual passes; NSD_RAY when no solution was found: proved if the equalities
 * contradict each other, or if there are at most NSD_MLCP_ENUMERATE_MAX complementarities. */
nsd_status nsd_mlcp_solve(const nsd_mlcp *mlcp, const nsd_lcp_options *options,
                          nsd_scratch *scratch, double *v, nsd_lcp_info *info);

/* The factor from units of z_j to units of w_i: |M(i,j)| of the complementary pair, unless that is
 * tiny beside the largest entry of column j, which then takes its place; 1 for a zero column */
double nsd_mlcp_unit(const nsd_mlcp *mlcp, int i, int j);

/* r <- M v + q */
void nsd_mlcp_slack(const nsd_mlcp *mlcp, const double *v, double *r);

/* |q_i| + sum_j |M(i,j) v_j|: the terms of row i */
double nsd_mlcp_terms(const nsd_mlcp *mlcp, int i, const double *v);

/* max(max|A x + B z + a|, max|min(z, w)|) / max(1, max|q|)                           (MLCP.2)
 * `accepted` is 1 when this residual passes and every row in its own size (MLCP.3). work has
 * `rows` entries. */
double nsd_mlcp_residual(const nsd_mlcp *mlcp, const double *v, const nsd_lcp_options *options,
                         double *work, int *accepted);

#endif
