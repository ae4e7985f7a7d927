/* fronts.h - sparse systems of square blocks, solved by dense matrices along a tree.
 *
 * The pattern is that of a graph: nodes are blocks of d unknowns, and two nodes are joined where A
 * has a block, in both triangles; values need no symmetry. Small sets of nodes, separators, cut the
 * graph into parts again and again (SPA.14). An nsd_fronts_plan holds what depends on the graph
 * alone; an nsd_fronts holds the numbers: each set of nodes is eliminated in a dense matrix, its
 * front, which hands what is left to the front of the next separator (SPA.15). */
#ifndef NSD_FRONTS_H
#define NSD_FRONTS_H

#include "base/dense.h"
#include "base/scratch.h"
#include "base/solver.h"

/* Neighbours of node a: row[start[a]] .. row[start[a+1]-1], ascending, with a itself; a is a
 * neighbour of each of its neighbours. */
typedef struct nsd_fronts_graph {
    int        n;
    const int *start; /* n + 1 */
    const int *row;
} nsd_fronts_graph;

typedef struct nsd_fronts_plan {
    nsd_fronts_graph graph;        /* borrowed                                              */
    int              fronts;       /* number of fronts; each comes after its children       */
    int             *order;        /* n: node order[k] is eliminated as number k            */
    int             *place;        /* n: node a is eliminated as number place[a]            */
    int             *first;        /* fronts + 1: the first number that front t eliminates  */
    int             *parent;       /* fronts: where its rest goes, or -1                    */
    int             *child;        /* fronts: its last child, or -1                         */
    int             *sibling;      /* fronts: the child of its parent before it, or -1      */
    int             *front_of;     /* n: the front that eliminates number k                 */
    ptrdiff_t       *border_start; /* fronts + 1: borders, the numbers that a front changes */
    int             *border;
    double           factor, stack; /* most entries of factors and of rests, for blocks of 1 x 1 */
    double           work;          /* multiply-adds of a factorisation, for blocks of 1 x 1    */
    int              largest;       /* nodes of the largest front                               */
} nsd_fronts_plan;

/* The place of node b in the row of node a, or -1 */
int nsd_fronts_graph_find(const nsd_fronts_graph *graph, int a, int b);

/* 1 when the rows of the graph ascend, hold their own node, and every edge has its mirror */
int nsd_fronts_graph_is_symmetric(const nsd_fronts_graph *graph);

/* Scratch bytes of the two functions below */
size_t nsd_fronts_order_scratch(int n);
size_t nsd_fronts_plan_scratch(const nsd_fronts_plan *plan);

/* Order, fronts and sizes, everything but `border`                            (SPA.14), (SPA.15) */
nsd_status nsd_fronts_plan_order(nsd_fronts_plan *plan, const nsd_fronts_graph *graph,
                                 nsd_scratch *scratch);
/* The borders, in memory of the second size */
nsd_status nsd_fronts_plan_fill(nsd_fronts_plan *plan, nsd_scratch *scratch);

/* For nsd_fronts_plan_order: order, first, parent and fronts from separators            (SPA.14) */
size_t     nsd_fronts_dissect_scratch(int n);
nsd_status nsd_fronts_dissect(nsd_fronts_plan *plan, nsd_scratch *scratch);

typedef struct nsd_fronts {
    const nsd_fronts_plan *plan;
    int                    d;        /* unknowns of a node                                     */
    int                    definite; /* 1: A is symmetric and shall be positive definite       */
    const double          *A;        /* d x d blocks in the order of graph.row, borrowed       */
    int                   *mirror;   /* of each block of A, the place of the block across      */
    unsigned char         *on;       /* n: 0 where the node is left out, set by the caller     */
    double                *factor;   /* of each front: [F11; F21], then F11^-1 F12             */
    size_t                *factor_start; /* fronts: in use by nodes that are on                */
    nsd_int               *pivot;        /* d n                                                */
    double                *stack;        /* rests of fronts whose parent waits                 */
    double                *rest;         /* F22 of the present front                           */
    int                   *local;        /* n: place of a number in the present front          */
    int                   *list, *child; /* largest: numbers of a front that are on            */
    double                *x, *y;        /* d n, d largest: work of a solve                    */
    const nsd_poll        *poll;         /* asked in every front; NULL: never                  */
} nsd_fronts;

/* Takes the arrays for nodes of d unknowns. */
void nsd_fronts_lay_out(nsd_fronts *fronts, const nsd_fronts_plan *plan, int d,
                        nsd_scratch *scratch);
/* The matrix is A, with all nodes on; not definite. */
void nsd_fronts_begin(nsd_fronts *fronts, const nsd_fronts_plan *plan, int d, const double *A);

/* Factors of A with the nodes that are on. NSD_ERR_SINGULAR, or NSD_ERR_NOT_DEFINITE where
 * `definite` is set; NSD_STOPPED by the poll; no solve is possible then.                (SPA.15) */
nsd_status nsd_fronts_factor(nsd_fronts *fronts);

/* b <- A^-1 b at the nodes that are on, zero elsewhere                                  (SPA.15) */
void nsd_fronts_solve(nsd_fronts *fronts, double *b);

#endif
