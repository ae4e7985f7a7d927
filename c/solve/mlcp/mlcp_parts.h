/* mlcp_parts.h - pieces shared by the solvers of an MLCP; callers need only mlcp.h. */
#ifndef NSD_MLCP_PARTS_H
#define NSD_MLCP_PARTS_H

#include "base/dense.h"
#include "solve/mlcp/mlcp.h"

/* Reciprocal condition number of scaled rows below which least squares drop columns, in all
 * solvers of mixed problems. Larger: independent equalities count as dependent, and the residual
 * refuses the answer. Smaller: dependent equalities count as independent, and x grows without
 * bound. */
#define NSD_MLCP_RANK_TOLERANCE 1e-11

/* Rows and columns of the problem sorted into equalities, free unknowns and complementarities */
typedef struct nsd_mlcp_blocks {
    const nsd_mlcp *mlcp;
    int             p, f, m;   /* equalities, free unknowns, complementarities      */
    int            *equality;  /* p rows                                            */
    int            *free_col;  /* f columns                                         */
    int            *row, *col; /* m rows and the columns of their unknowns          */
    double         *scale;     /* rows: 1 over the largest entry of the row of M    */
    double         *unit;      /* m: turns z_k into the units of w_k                */
    double          size;      /* max|q|                                            */
} nsd_mlcp_blocks;

/* M(i,j) */
static inline double nsd_mlcp_entry(const nsd_mlcp *mlcp, int i, int j)
{
    return mlcp->M[(size_t)i + (size_t)j * (size_t)mlcp->rows];
}

/* Each solver leaves its answer in v and its residual in info, and returns NSD_OK only when the
 * residual passes. */

/* Eliminates the free unknowns and solves an LCP (MLCP.4). `exact` is 1 when the LCP has a solution
 * exactly when the mixed problem has one, so that NSD_RAY is true of both. */
nsd_status nsd_mlcp_reduce(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                           nsd_scratch *scratch, double *v, nsd_lcp_info *info, int *exact);

/* Semismooth Newton on all rows (MLCP.5) */
nsd_status nsd_mlcp_newton(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                           nsd_scratch *scratch, double *v, nsd_lcp_info *info);

/* 0 when no x and z, of whatever sign, satisfy the equalities: then there is no solution. The
 * scratch, of nsd_mlcp_newton_scratch bytes, is a copy: its memory is free again at the end. */
int nsd_mlcp_equalities_agree(const nsd_mlcp_blocks *blocks, nsd_scratch scratch);

/* Every support (MLCP.6): NSD_RAY when there is no solution */
nsd_status nsd_mlcp_enumerate(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                              nsd_scratch *scratch, double *v, nsd_lcp_info *info);

/* Scratch bytes of the three solvers */
size_t nsd_mlcp_reduce_scratch(int p, int f, int m);
size_t nsd_mlcp_newton_scratch(int rows, int cols);
size_t nsd_mlcp_enumerate_scratch(int p, int f, int m);

#endif
