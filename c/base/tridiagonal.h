/* tridiagonal.h - symmetric positive definite chains: 2 x 2 blocks, and scalars.
 *
 * LDL' without exchanges in O(n). Not LAPACK: for the few blocks of a bar one call per step costs
 * more than the arithmetic. */
#ifndef NSD_TRIDIAGONAL_H
#define NSD_TRIDIAGONAL_H

#include "base/status.h"

typedef struct nsd_block { /* symmetric 2 x 2 */
    double xx, xy, yy;
} nsd_block;

typedef struct nsd_full_block { /* 2 x 2 */
    double xx, xy, yx, yy;
} nsd_full_block;

/* Diagonal blocks D_0..count-1; the symmetric block next_i couples block i and block i+1. */
typedef struct nsd_block_chain {
    int             count;
    nsd_block      *diagonal; /* count; factored: inverse pivots                  */
    nsd_block      *next;     /* count - 1                                        */
    nsd_full_block *ratio;    /* count - 1; factored: inverse pivot times next    */
} nsd_block_chain;

/* NSD_ERR_NOT_DEFINITE when a pivot block is not positive definite (or NaN). */
nsd_status nsd_tridiagonal_block_factor(nsd_block_chain *chain);
/* x <- A^-1 x, x = (x_0, y_0, x_1, y_1, ...) */
void nsd_tridiagonal_block_solve(const nsd_block_chain *chain, double *x);

typedef struct nsd_chain {
    int     count;
    double *diagonal; /* count; factored: inverse pivots                          */
    double *next;     /* count - 1: couples unknown i and unknown i+1             */
    double *ratio;    /* count - 1; factored: next / pivot                        */
} nsd_chain;

/* NSD_ERR_NOT_DEFINITE when a pivot is not positive (or NaN). */
nsd_status nsd_tridiagonal_factor(nsd_chain *chain);
/* x <- A^-1 x */
void nsd_tridiagonal_solve(const nsd_chain *chain, double *x);

#endif
