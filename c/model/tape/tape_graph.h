/* tape_graph.h - from a recorded function to tapes of it and of its derivatives.
 *
 *   nsd_tape_graph_init; nsd_tape_graph_op, nsd_tape_graph_linear ... ; outputs
 *   nsd_tape_graph_derive (as often as wanted); nsd_tape_graph_order -> nsd_tape
 *
 * The graph holds each operation once, folds constants and drops x + 0, 1 x, 0 x and the like.
 * It lives in memory of the caller; when that is full, `full` is set, everything that follows
 * is meaningless, and the caller starts again with more. */
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

size_t     nsd_tape_graph_scratch(int inputs, int capacity);
nsd_status nsd_tape_graph_init(nsd_tape_graph *g, int inputs, int capacity, nsd_scratch *scratch);

/* Each returns the node that holds the value. b is ignored by operations of one operand. */
int nsd_tape_graph_constant(nsd_tape_graph *g, double value);
int nsd_tape_graph_op(nsd_tape_graph *g, nsd_tape_op op, int a, int b);
/* sum of factor[k] node[k]; both arrays are overwritten */
int nsd_tape_graph_linear(nsd_tape_graph *g, int count, int *node, double *factor);

/* op(x, y) as a number; not for LINEAR */
double nsd_tape_apply(nsd_tape_op op, double x, double y);

/* Partial derivatives of node k by its operands as nodes; -1 where it is zero.          (TP.2) */
void nsd_tape_graph_partials(nsd_tape_graph *g, int k, int *by_a, int *by_b);

typedef struct nsd_tape_graph_list { /* the interesting entries of an array, as nodes */
    int  count, capacity;
    int *node, *place;
} nsd_tape_graph_list;

typedef struct nsd_tape_graph_seed { /* dx_i/ds for each input i, in one of several directions */
    int        directions;
    const int *direction; /* of input i, or -1                               */
    const int *node;      /* its derivative in that direction                */
} nsd_tape_graph_seed;

/* Derivatives of `value` (row = place): entry (row, direction) at row + direction * rows. Needs
 * scratch as long as the graph; NSD_ERR_WORKSPACE when it or the graph is too small.    (TP.2) */
nsd_status nsd_tape_graph_derive(nsd_tape_graph *g, const nsd_tape_graph_list *value,
                                 const nsd_tape_graph_seed *seed, int rows,
                                 nsd_tape_graph_list *derivative, nsd_scratch *scratch);

/* Numbers that a tape of these outputs has. */
typedef struct nsd_tape_graph_sizes {
    int constants, operations, runs, terms;
} nsd_tape_graph_sizes;

typedef struct nsd_tape_memory { /* arrays for the tape, of at least nsd_tape_graph_sizes */
    double *constant, *factor;
    int    *run_op, *run_end, *a, *b, *term, *output, *place;
} nsd_tape_memory;

/* What the outputs need, ordered by depth and operation. order: room for 4 g->count ints, which
 * carry over from the first call to the second. */
nsd_tape_graph_sizes nsd_tape_graph_measure(const nsd_tape_graph *g, const nsd_tape_graph_list *out,
                                            int *order);
void nsd_tape_graph_order(const nsd_tape_graph *g, const nsd_tape_graph_list *out, int *order,
                          const nsd_tape_memory *memory, nsd_tape *tape);

#endif
