/* lu.h - sparse matrices without symmetry: order of the columns, L U with row pivots, and rows
 * replaced by those of the identity.
 *
 * An nsd_lu_plan holds what depends on the pattern of A alone: an order of minimum degree of A'A
 * (SPA.1), its column elimination tree, and a bound of the entries of L and U that holds for every
 * choice of pivots (SPA.10). An nsd_lu holds the numbers
 *     L U = R (A with the rows that are off replaced by those of the identity) Q          (SPA.11)
 * Its pattern is that of all of A, so that rows come and go without new memory. */
#ifndef NSD_LU_H
#define NSD_LU_H

#include "base/matrix.h"
#include "base/scratch.h"
#include "base/solver.h"

/* A as compressed columns with a stored diagonal, whose entries may be zero; rows in any order. */
typedef struct nsd_lu_plan {
    int        n;
    int       *order;     /* n: column order[k] is eliminated as number k                 */
    int       *place;     /* n: column j is eliminated as number place[j]                 */
    int       *parent;    /* n: parent of step k in the column elimination tree, or -1    */
    ptrdiff_t *row_start; /* n + 1: the columns of each row of A                          */
    int       *column;
    ptrdiff_t  most; /* entries of L, and of U, without their diagonals: at most      */
} nsd_lu_plan;

/* Entries of A'A where those that coincide count each: the sum of squares of the numbers of entries
 * of rows. count: n numbers of work */
double nsd_lu_plan_pairs(const nsd_columns *A, int *count);

/* 1 when no row of A is so full that A'A is */
int nsd_lu_plan_fits(const nsd_columns *A, double pairs);

/* Scratch bytes of nsd_lu_plan_init */
size_t nsd_lu_plan_scratch(const nsd_columns *A, double pairs);

/* Order, tree and bounds for the pattern of A. NSD_ERR_TOO_LARGE beyond the range of int. */
nsd_status nsd_lu_plan_init(nsd_lu_plan *plan, const nsd_columns *A, double pairs,
                            nsd_scratch *scratch);

typedef struct nsd_lu {
    const nsd_lu_plan *plan;
    const nsd_columns *A;       /* borrowed; its values are read by every factorisation      */
    unsigned char     *on;      /* n: 1 where row i is that of A                             */
    ptrdiff_t         *L_start; /* n + 1                                                     */
    ptrdiff_t         *U_start; /* n + 1                                                     */
    int               *L_row;   /* rows of A                                                 */
    int               *U_step;  /* steps, each after those that it depends on                */
    double            *L, *U;
    double            *pivot;     /* n                                                         */
    int               *pivot_row; /* n: the row of A that is the pivot of step k               */
    int               *step;      /* n: the step whose pivot is row i, or -1                   */
    double            *x;         /* n, by rows, zero between calls                            */
    double            *y;         /* n, by steps                                               */
    int               *seen;      /* n: the last step that met a row                           */
    int               *stack;     /* n: rows that a step meets, each before what it depends on */
    int               *path;      /* n: rows on the way to the present one                     */
    ptrdiff_t         *cursor;    /* n: where the search in a column of L goes on              */
    unsigned char     *stale;     /* n: steps to be computed anew                              */
    int                factored;  /* 1: L and U belong to A and `on`                           */
    const nsd_poll    *poll;      /* asked in every step of a factorisation; NULL: never       */
    long long          factors;   /* factorisations with new pivots so far                     */
    long long          changes;   /* with the pivots of before                                 */
} nsd_lu;

size_t nsd_lu_scratch(const nsd_lu_plan *plan);

nsd_status nsd_lu_init(nsd_lu *lu, const nsd_lu_plan *plan, const nsd_columns *A,
                       nsd_scratch *scratch);

/* The rows with wanted[i] = 1 on, all others off, with new pivots. NSD_ERR_SINGULAR when there is
 * none, NSD_STOPPED by the poll; no solve is possible then.                           (SPA.11) */
nsd_status nsd_lu_factor(nsd_lu *lu, const unsigned char *wanted);

/* The same with the pivots of before, only the steps that the changed rows reach; with new pivots
 * where one has become small                                                          (SPA.12) */
nsd_status nsd_lu_change(nsd_lu *lu, const unsigned char *wanted);

/* The values of A have changed: the next nsd_lu_change computes all steps. */
void nsd_lu_forget(nsd_lu *lu);

/* The values of one column have changed: the next nsd_lu_change computes its step and all that
 * depend on this one. */
void nsd_lu_forget_column(nsd_lu *lu, int column);

/* x <- (A of the rows that are on, identity elsewhere)^-1 b; b is overwritten         (SPA.11) */
void nsd_lu_solve(nsd_lu *lu, double *b, double *x);

#endif
