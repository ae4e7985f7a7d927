/* ldu.h - L D U of a sparse matrix without symmetry on a symmetric pattern, in the order of an
 * nsd_ldl_plan and with the diagonal entries as pivots.
 *
 *     L D U = P A P',   L and U' on the pattern of the factor of L D L'                (SPA.13)
 *
 * For matrices near a definite one, such as the Newton matrices M - h (...) of implicit steps: rows
 * are not exchanged, so that the pattern of the factors is known and nothing is searched for. */
#ifndef NSD_LDU_H
#define NSD_LDU_H

#include "sparse/ldl.h"

typedef struct nsd_ldu {
    const nsd_ldl_plan  *plan;
    const nsd_columns   *A;         /* borrowed; its values are read by every factorisation */
    int                 *mirror;    /* entries of A: place of (j,i) for the entry (i,j)     */
    int                 *row;       /* rows of the columns of L, ascending in each column   */
    double              *L, *U;     /* L(i,j) and U(j,i), i > j, in the same places         */
    double              *D;         /* n                                                    */
    ptrdiff_t           *row_start; /* n + 1: the entries of each row of L ...              */
    int                 *column;    /* ... their columns, children before parents           */
    int                 *place;     /* ... and their places in L                            */
    double              *x, *y;     /* n, zero between factorisations                       */
    const unsigned char *off;       /* n, of the caller: 1 where row and column are those of the
                                      identity; NULL: nowhere                              */
} nsd_ldu;

size_t nsd_ldu_scratch(const nsd_ldl_plan *plan, ptrdiff_t entries);

/* A: both triangles of a symmetric pattern with its diagonal, rows ascending in each column. */
nsd_status nsd_ldu_init(nsd_ldu *ldu, const nsd_ldl_plan *plan, const nsd_columns *A,
                        nsd_scratch *scratch);

/* NSD_ERR_SINGULAR when a pivot is lost; no solve is possible then.                    (SPA.13) */
nsd_status nsd_ldu_factor(nsd_ldu *ldu);

/* b <- A^-1 b; b must be zero where rows are off */
void nsd_ldu_solve(nsd_ldu *ldu, double *b);

#endif
