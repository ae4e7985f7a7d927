/* ldl.h - sparse symmetric matrices: fill-reducing order, L D L' of the rows that are switched on,
 * and rows switched on and off in place.
 *
 * An nsd_ldl_plan holds what depends on the pattern of A alone: the order of minimum degree
 * (SPA.1), the elimination tree (SPA.2) and the columns of L. An nsd_ldl holds the numbers
 *     L D L' = P (A with the rows and columns that are off replaced by those of the identity) P'
 *                                                                                     (SPA.3)
 * Its pattern is that of the factor of all of A, so that rows come and go without new memory. */
#ifndef NSD_LDL_H
#define NSD_LDL_H

#include "base/matrix.h"
#include "base/scratch.h"
#include "base/solver.h"

/* A as compressed columns with both triangles and a stored diagonal, rows in any order. */
typedef struct nsd_ldl_plan {
    int        n;
    int       *order;  /* n: unknown order[k] is eliminated as number k       */
    int       *place;  /* n: unknown i is eliminated as number place[i]       */
    int       *parent; /* n: parent of column k in the elimination tree, or -1 */
    ptrdiff_t *start;  /* n + 1: the columns of L without their diagonal       */
    double     work;   /* multiply-adds of a whole factorisation               */
} nsd_ldl_plan;

/* Scratch bytes of nsd_ldl_plan_init for n unknowns and `entries` stored entries of A */
size_t nsd_ldl_plan_scratch(int n, ptrdiff_t entries);

/* Order, tree and columns for the pattern of A. NSD_ERR_TOO_LARGE beyond the range of int. */
nsd_status nsd_ldl_plan_init(nsd_ldl_plan *plan, const nsd_columns *A, nsd_scratch *scratch);

/* The same for an order of the caller. The plan may change it, but keeps every unknown behind the
 * earlier ones that A couples it with. */
nsd_status nsd_ldl_plan_ordered(nsd_ldl_plan *plan, const nsd_columns *A, const int *order,
                                nsd_scratch *scratch);

/* order <- the unknowns in an order of minimum degree (SPA.1); takes memory and gives it back */
nsd_status nsd_ldl_order(const nsd_columns *A, int *order, nsd_scratch *scratch);
size_t     nsd_ldl_order_scratch(int n, ptrdiff_t entries);

typedef struct nsd_ldl {
    const nsd_ldl_plan *plan;
    const nsd_columns  *A;       /* borrowed; its values are read whenever a row comes on  */
    int                *row;     /* rows of the columns of L, ascending in each column     */
    double             *L, *D;   /* D(k) = 1 where row k is off                            */
    unsigned char      *on;      /* n, by unknown: 1 where its row is on                   */
    double             *y;       /* n, all zero between calls                              */
    double             *x;       /* n, of the solve                                        */
    int                *stack;   /* n: columns of a row of L                               */
    int                *seen;    /* n: the last row that met a column                      */
    int                 stamp;   /* of the marks in `seen`                                 */
    ptrdiff_t          *next;    /* n: free place of each column while it is filled        */
    const nsd_poll     *poll;    /* asked in every row of a factorisation; NULL: never     */
    long long           factors; /* whole factorisations so far                            */
    long long           changes; /* rows switched in place so far                          */
} nsd_ldl;

size_t nsd_ldl_scratch(const nsd_ldl_plan *plan);

/* All rows off: L = D = I */
nsd_status nsd_ldl_init(nsd_ldl *ldl, const nsd_ldl_plan *plan, const nsd_columns *A,
                        nsd_scratch *scratch);

/* The rows with wanted[i] = 1 on, all others off: by a whole factorisation. NSD_ERR_NOT_DEFINITE
 * when a pivot is lost, NSD_STOPPED by the poll; no solve is possible then.           (SPA.3) */
nsd_status nsd_ldl_factor(nsd_ldl *ldl, const unsigned char *wanted);

/* The same by rows switched in place where that is cheaper                    (SPA.4), (SPA.5) */
nsd_status nsd_ldl_change(nsd_ldl *ldl, const unsigned char *wanted);

/* One row on or off in place. NSD_ERR_NOT_DEFINITE: as for nsd_ldl_factor.    (SPA.4), (SPA.5) */
nsd_status nsd_ldl_add(nsd_ldl *ldl, int i);
nsd_status nsd_ldl_remove(nsd_ldl *ldl, int i);

/* b <- (A of the rows that are on)^-1 b there, zero where rows are off                (SPA.3) */
void nsd_ldl_solve(nsd_ldl *ldl, double *b);

#endif
