/* tape_graph.h - from a recorded function to tapes of it and of its derivatives.
 *
 *   nsd_tape_graph_init; nsd_tape_graph_op, nsd_tape_graph_linear ... ; outputs
 *   nsd_tape_graph_derive (as often as wanted); nsd_tape_graph_order -> nsd_tape
 *
 * The graph holds each operation once, folds constants and drops x + 0, 1 x, 0 x and the like.
 * The graph is in memory of the caller; when that is full, `full` is set, later nodes are
 * meaningless, and the caller starts again with more memory. */
#ifndef NSD_TAPE_GRAPH_H
#define NSD_TAPE_GRAPH_H

#include "base/scratch.h"
#include "model/tape/tape.h"

enum { NSD_GRAPH_INPUT = -1, NSD_GRAPH_CONSTANT = -2 }; /* beside nsd_tape_op */

typedef struct nsd_tape_graph {
    int     inputs;
    int     count, capacity; /* nodes; the inputs are the first                     */
    int    *op, *a, *b;      /* operands are earlier nodes; LINEAR: terms a to b - 1 */
    double *value;           /* of constants                                        */
    int     terms, term_capacity;
    int    *term;
    double *factor;
    int    *table; /* open hash of all nodes, -1 = free                   */
    int     table_size;
    int     strict; /* 1: 0 x, 0/x and x - x stay, since x may be infinite or NaN */
    int     full;
} nsd_tape_graph;

/* Bytes of scratch for nsd_tape_graph_init. */
size_t nsd_tape_graph_scratch(int inputs, int capacity);

/* An empty graph with room for `capacity` nodes beside the inputs. */
nsd_status nsd_tape_graph_init(nsd_tape_graph *g, int inputs, int capacity, nsd_scratch *scratch);

/* The node of a constant. */
int nsd_tape_graph_constant(nsd_tape_graph *g, double value);

/* The node of op(a, b); operations of one operand ignore b. */
int nsd_tape_graph_op(nsd_tape_graph *g, nsd_tape_op op, int a, int b);

/* The node of the sum of factor[k] node[k]; both arrays are overwritten. */
int nsd_tape_graph_linear(nsd_tape_graph *g, int count, int *node, double *factor);

/* op(x, y) as a number; not for NSD_TAPE_LINEAR. */
double nsd_tape_apply(nsd_tape_op op, double x, double y);

/* by_a, by_b <- nodes of the partial derivatives of node k by its operands; -1: zero     (TP.2) */
void nsd_tape_graph_partials(nsd_tape_graph *g, int k, int *by_a, int *by_b);

typedef struct nsd_tape_graph_list { /* entries of an array that are not zero */
    int  count, capacity;
    int *node;  /* value of each entry               */
    int *place; /* index of each entry in the array  */
} nsd_tape_graph_list;

/* needed <- 1 for the nodes that the values need, 0 for all other nodes */
void nsd_tape_graph_mark(const nsd_tape_graph *g, const nsd_tape_graph_list *value, int *needed);

typedef struct nsd_tape_graph_seed { /* dx_i/ds for each input i, in one of several directions */
    int        directions;
    const int *direction; /* direction of input i, or -1: constant           */
    const int *node;      /* derivative of input i in its direction          */
} nsd_tape_graph_seed;

/* derivative <- derivatives of `value` in all directions: those of the entry at place i in
 * direction j are at place i + j rows. NSD_ERR_WORKSPACE when scratch or the graph is too small.
 *                                                                                       (TP.2) */
nsd_status nsd_tape_graph_derive(nsd_tape_graph *g, const nsd_tape_graph_list *value,
                                 const nsd_tape_graph_seed *seed, int rows,
                                 nsd_tape_graph_list *derivative, nsd_scratch *scratch);

/* slope[i] <- node of the derivative of `node` by input first + i, -1: zero. A sweep back gives all
 * of them, at a few times the operations of the node.                                   (TP.5) */
nsd_status nsd_tape_graph_gradient(nsd_tape_graph *g, int node, int first, int count, int *slope,
                                   nsd_scratch *scratch);

/* A node of the same value: equal products added up, c sin(x)^2 + c cos(x)^2 = c, sums inside
 * products left as they are; the node itself when it is too large.                      (TP.7) */
int nsd_tape_graph_simplify(nsd_tape_graph *g, int node);

/* Numbers of constants, operations, ... of a tape */
typedef struct nsd_tape_graph_sizes {
    int constants, operations, runs, terms;
} nsd_tape_graph_sizes;

typedef struct nsd_tape_memory { /* arrays of a tape, with nsd_tape_graph_sizes numbers */
    double *constant, *factor;
    int    *run_op, *run_end, *a, *b, *term, *output, *place;
} nsd_tape_memory;

/* Sizes of the tape for the outputs; order (4 g->count ints) <- the nodes that the outputs need, by
 * depth and operation. */
nsd_tape_graph_sizes nsd_tape_graph_measure(const nsd_tape_graph *g, const nsd_tape_graph_list *out,
                                            int *order);

/* tape <- the tape for the outputs, in the arrays of memory; order: from nsd_tape_graph_measure. */
void nsd_tape_graph_order(const nsd_tape_graph *g, const nsd_tape_graph_list *out, int *order,
                          const nsd_tape_memory *memory, nsd_tape *tape);

#endif
