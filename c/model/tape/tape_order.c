/* tape_order.c - from a graph to a tape: needed nodes by depth and operation. */
#include <string.h>

#include "model/tape/tape_graph.h"

void nsd_tape_graph_mark(const nsd_tape_graph *g, const nsd_tape_graph_list *value, int *needed)
{
    memset(needed, 0, (size_t)g->count * sizeof *needed);
    for (int i = 0; i < value->count; i++) {
        needed[value->node[i]] = 1;
    }
    for (int k = g->count - 1; k >= g->inputs; k--) {
        if (!needed[k] || g->op[k] == NSD_GRAPH_CONSTANT) {
            continue;
        }
        if (g->op[k] != NSD_TAPE_LINEAR) {
            needed[g->a[k]] = needed[g->b[k]] = 1;
            continue;
        }
        for (int j = g->a[k]; j < g->b[k]; j++) {
            needed[g->term[j]] = 1;
        }
    }
}

/* depth <- depth of each node that the outputs need, -1 of all others; returns the largest. */
static int find_depths(const nsd_tape_graph *g, const nsd_tape_graph_list *out, int *depth)
{
    int deepest = 0;

    nsd_tape_graph_mark(g, out, depth);
    for (int k = 0; k < g->count; k++) {
        depth[k]--;
    }
    for (int k = g->inputs; k < g->count; k++) {
        int below = 0;
        if (depth[k] < 0 || g->op[k] == NSD_GRAPH_CONSTANT) {
            continue;
        }
        if (g->op[k] != NSD_TAPE_LINEAR) {
            below = depth[g->a[k]] > depth[g->b[k]] ? depth[g->a[k]] : depth[g->b[k]];
        } else {
            for (int j = g->a[k]; j < g->b[k]; j++) {
                below = depth[g->term[j]] > below ? depth[g->term[j]] : below;
            }
        }
        depth[k] = below + 1;
        deepest = depth[k] > deepest ? depth[k] : deepest;
    }
    return deepest;
}

/* Stable counting sort of the list by key[node], keys 0 to keys - 1 */
static void sort_by(const int *key, int keys, int count, const int *list, int *sorted, int *start)
{
    memset(start, 0, ((size_t)keys + 1) * sizeof *start);
    for (int i = 0; i < count; i++) {
        start[key[list[i]] + 1]++;
    }
    for (int i = 0; i < keys; i++) {
        start[i + 1] += start[i];
    }
    for (int i = 0; i < count; i++) {
        sorted[start[key[list[i]]]++] = list[i];
    }
}

nsd_tape_graph_sizes nsd_tape_graph_measure(const nsd_tape_graph *g, const nsd_tape_graph_list *out,
                                            int *order)
{
    int                 *depth = order, *list = order + g->count, *other = list + g->count;
    int                 *start = other + g->count; /* of each depth; fewer than nodes */
    int                  by_op[NSD_TAPE_OPS + 1];
    const int            deepest = find_depths(g, out, depth);
    nsd_tape_graph_sizes size = { 0, 0, 0, 0 };

    for (int k = g->inputs; k < g->count; k++) {
        if (depth[k] >= 0 && g->op[k] >= 0) {
            list[size.operations++] = k;
            size.terms += g->op[k] == NSD_TAPE_LINEAR ? g->b[k] - g->a[k] : 0;
        }
        size.constants += depth[k] >= 0 && g->op[k] == NSD_GRAPH_CONSTANT;
    }
    if (size.operations > 0) {
        sort_by(g->op, NSD_TAPE_OPS, size.operations, list, other, by_op);
        sort_by(depth, deepest + 1, size.operations, other, list, start);
    }
    for (int i = 0; i < size.operations; i++) {
        size.runs += i == 0 || g->op[list[i]] != g->op[list[i - 1]];
    }
    return size;
}

static void write_runs(const nsd_tape_graph *g, const int *list, int operations,
                       const nsd_tape_memory *memory)
{
    int run = -1;
    for (int i = 0; i < operations; i++) {
        if (i == 0 || g->op[list[i]] != g->op[list[i - 1]]) {
            memory->run_op[++run] = g->op[list[i]];
        }
        memory->run_end[run] = i + 1;
    }
}

/* place <- places in the work array: inputs, constants, operations in the order of the list */
static nsd_tape_graph_sizes write_places(const nsd_tape_graph *g, const int *depth, const int *list,
                                         int *place, double *constant)
{
    nsd_tape_graph_sizes size = { 0, 0, 0, 0 };

    for (int k = 0; k < g->count; k++) {
        if (g->op[k] == NSD_GRAPH_INPUT) {
            place[k] = k;
        } else if (depth[k] >= 0 && g->op[k] == NSD_GRAPH_CONSTANT) {
            constant[size.constants] = g->value[k];
            place[k] = g->inputs + size.constants++;
        } else {
            size.operations += depth[k] >= 0;
        }
    }
    for (int i = 0; i < size.operations; i++) {
        place[list[i]] = g->inputs + size.constants + i;
    }
    return size;
}

void nsd_tape_graph_order(const nsd_tape_graph *g, const nsd_tape_graph_list *out, int *order,
                          const nsd_tape_memory *memory, nsd_tape *tape)
{
    const int                 *depth = order, *list = order + g->count;
    int                       *place = order + 2 * (size_t)g->count;
    const nsd_tape_graph_sizes size = write_places(g, depth, list, place, memory->constant);
    int                        terms = 0;

    write_runs(g, list, size.operations, memory);
    for (int i = 0; i < size.operations; i++) {
        const int k = list[i];
        if (g->op[k] != NSD_TAPE_LINEAR) {
            memory->a[i] = place[g->a[k]];
            memory->b[i] = place[g->b[k]];
            continue;
        }
        memory->a[i] = terms;
        for (int j = g->a[k]; j < g->b[k]; j++) {
            memory->factor[terms] = g->factor[j];
            memory->term[terms++] = place[g->term[j]];
        }
        memory->b[i] = terms;
    }
    for (int i = 0; i < out->count; i++) {
        memory->output[i] = place[out->node[i]];
        memory->place[i] = out->place[i];
    }
    tape->inputs = g->inputs;
    tape->constants = size.constants;
    tape->length = g->inputs + size.constants + size.operations;
    tape->outputs = out->count;
}
