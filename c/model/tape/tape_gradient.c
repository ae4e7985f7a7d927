/* tape_gradient.c - the gradient of one node by a sweep back through the graph.          (TP.5) */
#include <string.h>

#include "model/tape/tape_graph.h"

/* adjoint[k] <- adjoint[k] + factor from, where negative means zero */
static void add_adjoint(nsd_tape_graph *g, int *adjoint, int k, int factor, int from)
{
    if (factor < 0 || g->full) {
        return;
    }
    const int part = nsd_tape_graph_op(g, NSD_TAPE_MUL, factor, from);
    adjoint[k] = adjoint[k] < 0 ? part : nsd_tape_graph_op(g, NSD_TAPE_ADD, adjoint[k], part);
}

/* Adds what node k hands down to its operands. */
static void hand_down(nsd_tape_graph *g, int *adjoint, int k)
{
    const int from = adjoint[k];

    if (g->op[k] == NSD_TAPE_LINEAR) {
        for (int j = g->a[k]; j < g->b[k] && !g->full; j++) {
            add_adjoint(g, adjoint, g->term[j], nsd_tape_graph_constant(g, g->factor[j]), from);
        }
        return;
    }
    int by_a, by_b;
    nsd_tape_graph_partials(g, k, &by_a, &by_b);
    add_adjoint(g, adjoint, g->a[k], by_a, from);
    if (g->op[k] < NSD_TAPE_NEG) {
        add_adjoint(g, adjoint, g->b[k], by_b, from);
    }
}

nsd_status nsd_tape_graph_gradient(nsd_tape_graph *g, int node, int first, int count, int *slope,
                                   nsd_scratch *scratch)
{
    nsd_scratch  space = *scratch;
    const size_t nodes = (size_t)(node < g->inputs ? g->inputs : node + 1);
    int         *adjoint = nsd_scratch_ints(&space, nodes);

    NSD_TRY(nsd_scratch_status(&space));
    memset(adjoint, -1, nodes * sizeof *adjoint);
    adjoint[node] = nsd_tape_graph_constant(g, 1.0);
    for (int k = node; k >= g->inputs && !g->full; k--) {
        if (adjoint[k] >= 0 && g->op[k] >= 0) {
            hand_down(g, adjoint, k);
        }
    }
    memcpy(slope, adjoint + first, (size_t)count * sizeof *slope);
    return g->full ? NSD_ERR_WORKSPACE : NSD_OK;
}
