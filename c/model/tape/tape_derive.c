/* tape_derive.c - derivatives of a graph, written into the graph, with their sparsity. */
#include <string.h>

#include "model/tape/tape_graph.h"

typedef struct derivation {
    nsd_tape_graph            *g;
    const nsd_tape_graph_seed *seed;
    int                       *live; /* 1 for nodes that the values need                  */
    int    *start, *length;          /* of the entries of each node in the pool           */
    int     used, capacity;
    int    *direction, *node; /* the pool: nonzero derivatives, directions ascending */
    int    *head, *tail;      /* of the list of terms of each direction           */
    int     waiting;
    int    *next, *term;
    double *factor;
    int    *term_in_order;
    double *factor_in_order;
    int     full;
} derivation;

static void lay_out(derivation *d, int nodes, nsd_scratch *scratch)
{
    const size_t pool = (size_t)d->g->capacity, directions = (size_t)d->seed->directions;

    d->capacity = d->g->capacity;
    NSD_SCRATCH_EACH_INT(scratch, (size_t)nodes, &d->live, &d->start, &d->length);
    NSD_SCRATCH_EACH_INT(scratch, pool, &d->direction, &d->node, &d->next, &d->term,
                         &d->term_in_order);
    NSD_SCRATCH_EACH_INT(scratch, directions, &d->head, &d->tail);
    NSD_SCRATCH_EACH(scratch, pool, &d->factor, &d->factor_in_order);
}

static void add_entry(derivation *d, int direction, int node)
{
    const nsd_tape_graph *g = d->g;
    if (g->full || (g->op[node] == NSD_GRAPH_CONSTANT && g->value[node] == 0.0)) {
        return;
    }
    if (d->used >= d->capacity) {
        d->full = 1;
        return;
    }
    d->direction[d->used] = direction;
    d->node[d->used++] = node;
}

/* Adds a term to the list of its direction; the lists keep the order of the sum. */
static void add_term(derivation *d, int direction, int node, double factor)
{
    const int at = d->waiting;
    if (at >= d->capacity) {
        d->full = 1;
        return;
    }
    d->waiting++;
    d->term[at] = node;
    d->factor[at] = factor;
    d->next[at] = -1;
    if (d->head[direction] < 0) {
        d->head[direction] = at;
    } else {
        d->next[d->tail[direction]] = at;
    }
    d->tail[direction] = at;
}

static void derive_linear(derivation *d, int k)
{
    const nsd_tape_graph *g = d->g;

    d->waiting = 0;
    memset(d->head, -1, (size_t)d->seed->directions * sizeof(int));
    for (int j = g->a[k]; j < g->b[k]; j++) {
        const int from = g->term[j];
        for (int e = d->start[from]; e < d->start[from] + d->length[from]; e++) {
            add_term(d, d->direction[e], d->node[e], g->factor[j]);
        }
    }
    for (int i = 0; i < d->seed->directions && !d->full; i++) {
        int count = 0;
        for (int at = d->head[i]; at >= 0; at = d->next[at]) {
            d->term_in_order[count] = d->term[at];
            d->factor_in_order[count++] = d->factor[at];
        }
        if (count > 0) {
            add_entry(d, i,
                      nsd_tape_graph_linear(d->g, count, d->term_in_order, d->factor_in_order));
        }
    }
}

/* Derivative of an operation: entries of both operands, merged by direction: by_a da + by_b db */
static void derive_operation(derivation *d, int k)
{
    nsd_tape_graph *g = d->g;
    const int       a = g->a[k], b = g->b[k], two = g->op[k] < NSD_TAPE_NEG;
    int             i = d->start[a], j = d->start[b], by_a, by_b;

    if (d->length[a] + (two ? d->length[b] : 0) == 0) {
        return;
    }
    nsd_tape_graph_partials(g, k, &by_a, &by_b);
    const int end_a = by_a < 0 ? i : i + d->length[a], end_b = by_b < 0 ? j : j + d->length[b];
    while ((i < end_a || j < end_b) && !d->full && !g->full) {
        const int none = d->seed->directions;
        const int from_a = i < end_a ? d->direction[i] : none;
        const int from_b = j < end_b ? d->direction[j] : none;
        const int direction = from_a < from_b ? from_a : from_b;
        int       sum = -1;
        if (from_a == direction) {
            sum = nsd_tape_graph_op(g, NSD_TAPE_MUL, by_a, d->node[i++]);
        }
        if (from_b == direction) {
            const int part = nsd_tape_graph_op(g, NSD_TAPE_MUL, by_b, d->node[j++]);
            sum = sum < 0 ? part : nsd_tape_graph_op(g, NSD_TAPE_ADD, sum, part);
        }
        add_entry(d, direction, sum);
    }
}

static void derive_node(derivation *d, int k)
{
    const nsd_tape_graph *g = d->g;

    d->start[k] = d->used;
    if (d->live[k] && g->op[k] == NSD_GRAPH_INPUT && d->seed->direction[k] >= 0) {
        add_entry(d, d->seed->direction[k], d->seed->node[k]);
    } else if (d->live[k] && g->op[k] == NSD_TAPE_LINEAR) {
        derive_linear(d, k);
    } else if (d->live[k] && g->op[k] >= 0) {
        derive_operation(d, k);
    }
    d->length[k] = d->used - d->start[k];
}

nsd_status nsd_tape_graph_derive(nsd_tape_graph *g, const nsd_tape_graph_list *value,
                                 const nsd_tape_graph_seed *seed, int rows,
                                 nsd_tape_graph_list *derivative, nsd_scratch *scratch)
{
    nsd_scratch space = *scratch;
    const int   nodes = g->count;
    derivation  d = { .g = g, .seed = seed };

    lay_out(&d, nodes, &space);
    NSD_TRY(nsd_scratch_status(&space));
    nsd_tape_graph_mark(g, value, d.live);
    for (int k = 0; k < nodes && !d.full && !g->full; k++) {
        derive_node(&d, k);
    }
    derivative->count = 0;
    for (int i = 0; i < value->count && !d.full && !g->full; i++) {
        const int k = value->node[i];
        for (int e = d.start[k]; e < d.start[k] + d.length[k] && !d.full; e++) {
            if (derivative->count >= derivative->capacity) {
                d.full = 1;
                break;
            }
            derivative->node[derivative->count] = d.node[e];
            derivative->place[derivative->count++] = value->place[i] + d.direction[e] * rows;
        }
    }
    return d.full || g->full ? NSD_ERR_WORKSPACE : NSD_OK;
}
