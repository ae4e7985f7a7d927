/* mlcp_parts.h - pieces shared by the ways to solve an MLCP; callers need only mlcp.h. */
#ifndef NSD_MLCP_PARTS_H
#define NSD_MLCP_PARTS_H

#include "base/dense.h"
#include "solve/mlcp/mlcp.h"

/* The problem with its rows and columns sorted into kinds. */
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

static inline double nsd_mlcp_entry(const nsd_mlcp *mlcp, int i, int j)
{
    return mlcp->M[(size_t)i + (size_t)j * (size_t)mlcp->rows];
}

/* r <- M v + q */
void nsd_mlcp_slack(const nsd_mlcp *mlcp, const double *v, double *r);

/* The ways; each leaves its answer in v and the residual in info, and returns NSD_OK only when
 * that passes. Reduction also tells whether its verdict is that of the mixed problem. */
nsd_status nsd_mlcp_reduce(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                           nsd_scratch *scratch, double *v, nsd_lcp_info *info, int *exact);
nsd_status nsd_mlcp_newton(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                           nsd_scratch *scratch, double *v, nsd_lcp_info *info);
nsd_status nsd_mlcp_enumerate(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                              nsd_scratch *scratch, double *v, nsd_lcp_info *info);

size_t nsd_mlcp_reduce_scratch(int p, int f, int m);
size_t nsd_mlcp_newton_scratch(int rows, int cols);
size_t nsd_mlcp_enumerate_scratch(int rows, int f, int m);

#endif
