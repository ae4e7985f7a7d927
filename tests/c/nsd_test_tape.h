/* nsd_test_tape.h - tapes for tests: a graph with room for everything, and tapes from it. */
#ifndef NSD_TEST_TAPE_H
#define NSD_TEST_TAPE_H

#include <stdlib.h>
#include <string.h>

#include "model/tape/tape_graph.h"

/* Room for nodes, entries and results of a bench */
#ifndef MOST_NODES
enum { MOST_NODES = 4000 };
#endif

typedef struct bench { /* a graph with room for everything */
    nsd_tape_graph      g;
    nsd_scratch         scratch;
    nsd_tape_graph_list value, slope;
    nsd_tape            tape;
    double             *work, *result;
} bench;

static inline void *room(size_t count, size_t size)
{
    return calloc(count, size);
}

static inline bench open_bench(int inputs, int capacity)
{
    bench b;
    memset(&b, 0, sizeof b);
    b.scratch.size = nsd_tape_graph_scratch(inputs, capacity) + 400 * MOST_NODES;
    b.scratch.base = room(b.scratch.size, 1);
    nsd_tape_graph_init(&b.g, inputs, capacity, &b.scratch);
    b.value.capacity = b.slope.capacity = MOST_NODES;
    b.value.node = nsd_scratch_take(&b.scratch, MOST_NODES, sizeof(int));
    b.value.place = nsd_scratch_take(&b.scratch, MOST_NODES, sizeof(int));
    b.slope.node = nsd_scratch_take(&b.scratch, MOST_NODES, sizeof(int));
    b.slope.place = nsd_scratch_take(&b.scratch, MOST_NODES, sizeof(int));
    b.work = nsd_scratch_take(&b.scratch, MOST_NODES, sizeof(double));
    b.result = nsd_scratch_take(&b.scratch, MOST_NODES, sizeof(double));
    return b;
}

static inline void close_bench(bench *b)
{
    free(b->scratch.base);
}

static inline void add_output(bench *b, int node)
{
    b->value.node[b->value.count] = node;
    b->value.place[b->value.count] = b->value.count;
    b->value.count++;
}

static inline nsd_tape_memory memory_of(nsd_scratch *scratch, nsd_tape_graph_sizes size,
                                        int outputs)
{
    nsd_tape_memory m;
    m.constant = nsd_scratch_take(scratch, (size_t)size.constants + 1, sizeof(double));
    m.factor = nsd_scratch_take(scratch, (size_t)size.terms + 1, sizeof(double));
    m.term = nsd_scratch_take(scratch, (size_t)size.terms + 1, sizeof(int));
    m.run_op = nsd_scratch_take(scratch, (size_t)size.runs + 1, sizeof(int));
    m.run_end = nsd_scratch_take(scratch, (size_t)size.runs + 1, sizeof(int));
    m.a = nsd_scratch_take(scratch, (size_t)size.operations + 1, sizeof(int));
    m.b = nsd_scratch_take(scratch, (size_t)size.operations + 1, sizeof(int));
    m.output = nsd_scratch_take(scratch, (size_t)outputs + 1, sizeof(int));
    m.place = nsd_scratch_take(scratch, (size_t)outputs + 1, sizeof(int));
    return m;
}

static inline nsd_tape build_tape(bench *b, const nsd_tape_graph_list *out, int size)
{
    nsd_tape tape;
    int     *order = nsd_scratch_take(&b->scratch, 4 * (size_t)b->g.count, sizeof(int));
    const nsd_tape_graph_sizes has = nsd_tape_graph_measure(&b->g, out, order);
    const nsd_tape_memory      m = memory_of(&b->scratch, has, out->count);

    memset(&tape, 0, sizeof tape);
    nsd_tape_graph_order(&b->g, out, order, &m, &tape);
    tape.runs = has.runs;
    tape.terms = has.terms;
    tape.size = size;
    tape.constant = m.constant;
    tape.factor = m.factor;
    tape.term = m.term;
    tape.run_op = m.run_op;
    tape.run_end = m.run_end;
    tape.a = m.a;
    tape.b = m.b;
    tape.output = m.output;
    tape.place = m.place;
    return tape;
}

#endif
