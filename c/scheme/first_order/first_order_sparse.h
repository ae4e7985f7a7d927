/* first_order_sparse.h - linear first-order systems with many states: A, B, C, D stay sparse.
 *
 * A step of the theta scheme is one sparse relay for x_k+1 and z                       (FO.11) */
#ifndef NSD_FIRST_ORDER_SPARSE_H
#define NSD_FIRST_ORDER_SPARSE_H

#include "sparse/lu.h"

typedef struct nsd_first_order_sparse {
    nsd_columns        A, B, C, D; /* n x n, n x m, m x n, m x m                               */
    const ptrdiff_t   *start;      /* n + m + 1: pattern of the matrix of a step               */
    const ptrdiff_t   *row;
    const nsd_lu_plan *plan; /* of this pattern                                                */
} nsd_first_order_sparse;

/* Entries of the matrix of a step at most */
ptrdiff_t nsd_first_order_sparse_entries(const nsd_first_order_sparse *sparse);

/* The weights of the parts of the matrix of a step */
typedef struct nsd_first_order_weights {
    double        h, theta, rho;
    const double *unit; /* m: lambda = unit z                                                  */
} nsd_first_order_weights;

/* Pattern and values of [I - theta h A, -h B U; rho C, D U], U the units on a diagonal, with its
 * diagonal stored; values NULL: the pattern alone, else only the values               (FO.11) */
void nsd_first_order_sparse_fill(const nsd_first_order_sparse  *sparse,
                                 const nsd_first_order_weights *weights, ptrdiff_t *start,
                                 ptrdiff_t *row, double *values);

#endif
