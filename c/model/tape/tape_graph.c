/* tape_graph.c - operations held once, constants folded, neutral operations dropped. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "model/tape/tape_graph.h"

#define BINARY_CASE(name, expression) \
    case NSD_TAPE_##name:             \
        return expression;

double nsd_tape_apply(nsd_tape_op op, double x, double y)
{
    switch (op) {
        NSD_TAPE_BINARY(BINARY_CASE)
        NSD_TAPE_UNARY(BINARY_CASE)
    case NSD_TAPE_LINEAR:
    case NSD_TAPE_OPS:
        break;
    }
    return 0.0;
}

static int table_size(int capacity)
{
    int size = 16;
    while (size < 2 * capacity) {
        size *= 2;
    }
    return size;
}

static size_t lay_out(nsd_tape_graph *g, int inputs, int capacity, nsd_scratch *scratch)
{
    const size_t nodes = (size_t)inputs + (size_t)capacity;

    g->capacity = g->term_capacity = inputs + capacity;
    g->table_size = table_size(g->capacity);
    NSD_SCRATCH_EACH_INT(scratch, nodes, &g->op, &g->a, &g->b, &g->term);
    NSD_SCRATCH_EACH(scratch, nodes, &g->value, &g->factor);
    g->table = nsd_scratch_ints(scratch, (size_t)g->table_size);
    return nsd_scratch_counted(scratch);
}

size_t nsd_tape_graph_scratch(int inputs, int capacity)
{
    return lay_out(&(nsd_tape_graph){ 0 }, inputs, capacity, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_tape_graph_init(nsd_tape_graph *g, int inputs, int capacity, nsd_scratch *scratch)
{
    memset(g, 0, sizeof *g);
    g->inputs = inputs;
    lay_out(g, inputs, capacity, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    memset(g->table, -1, (size_t)g->table_size * sizeof(int));
    for (int i = 0; i < inputs; i++) {
        g->op[i] = NSD_GRAPH_INPUT;
        g->a[i] = g->b[i] = i;
    }
    g->count = inputs;
    return NSD_OK;
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash ^= more + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccdu;
}

static uint64_t bits(double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static uint64_t node_hash(const nsd_tape_graph *g, int k)
{
    uint64_t hash = mix(0, (uint64_t)(g->op[k] + 3));
    if (g->op[k] == NSD_GRAPH_CONSTANT) {
        return mix(hash, bits(g->value[k]));
    }
    if (g->op[k] != NSD_TAPE_LINEAR) {
        return mix(mix(hash, (uint64_t)g->a[k]), (uint64_t)g->b[k]);
    }
    for (int j = g->a[k]; j < g->b[k]; j++) {
        hash = mix(mix(hash, (uint64_t)g->term[j]), bits(g->factor[j]));
    }
    return hash;
}

static int same_node(const nsd_tape_graph *g, int i, int k)
{
    if (g->op[i] != g->op[k]) {
        return 0;
    }
    if (g->op[i] == NSD_GRAPH_CONSTANT) {
        return bits(g->value[i]) == bits(g->value[k]);
    }
    if (g->op[i] != NSD_TAPE_LINEAR) {
        return g->a[i] == g->a[k] && g->b[i] == g->b[k];
    }
    const size_t length = (size_t)(g->b[i] - g->a[i]);
    return length == (size_t)(g->b[k] - g->a[k]) &&
           memcmp(g->term + g->a[i], g->term + g->a[k], length * sizeof(int)) == 0 &&
           memcmp(g->factor + g->a[i], g->factor + g->a[k], length * sizeof(double)) == 0;
}

/* Adds the node written at g->count, or finds an earlier equal node; returns its number. */
static int add_or_find_node(nsd_tape_graph *g)
{
    const int k = g->count;
    size_t    slot = (size_t)node_hash(g, k) & (size_t)(g->table_size - 1);
    while (g->table[slot] >= 0) {
        if (same_node(g, g->table[slot], k)) {
            return g->table[slot];
        }
        slot = (slot + 1) & (size_t)(g->table_size - 1);
    }
    g->table[slot] = k;
    return g->count++;
}

static int is_full(nsd_tape_graph *g)
{
    g->full = g->full || g->count >= g->capacity;
    return g->full;
}

int nsd_tape_graph_constant(nsd_tape_graph *g, double value)
{
    if (is_full(g)) {
        return 0;
    }
    g->op[g->count] = NSD_GRAPH_CONSTANT;
    g->a[g->count] = g->b[g->count] = 0;
    g->value[g->count] = value == 0.0 ? 0.0 : value; /* -0 becomes 0: one node for both */
    return add_or_find_node(g);
}

static int is_constant(const nsd_tape_graph *g, int k)
{
    return g->op[k] == NSD_GRAPH_CONSTANT;
}

static int equals(const nsd_tape_graph *g, int k, double value)
{
    return is_constant(g, k) && g->value[k] == value;
}

static int add_op(nsd_tape_graph *g, nsd_tape_op op, int a, int b)
{
    if (is_full(g)) {
        return 0;
    }
    const int swap = (op == NSD_TAPE_ADD || op == NSD_TAPE_MUL || op == NSD_TAPE_EQ) && a > b;
    g->op[g->count] = op;
    g->a[g->count] = swap ? b : a;
    g->b[g->count] = swap ? a : b;
    return add_or_find_node(g);
}

static int add_power(nsd_tape_graph *g, int a, int b)
{
    const double exponent = is_constant(g, b) ? g->value[b] : 0.5;
    const int    square = exponent != 0.5 ? nsd_tape_graph_op(g, NSD_TAPE_MUL, a, a) : a;

    if (!is_constant(g, b)) return add_op(g, NSD_TAPE_POW, a, b);
    if (exponent == 0.0) return nsd_tape_graph_constant(g, 1.0);
    if (exponent == 1.0) return a;
    if (exponent == 2.0) return square;
    if (exponent == 3.0) return nsd_tape_graph_op(g, NSD_TAPE_MUL, square, a);
    if (exponent == 4.0) return nsd_tape_graph_op(g, NSD_TAPE_MUL, square, square);
    if (exponent == 0.5) return nsd_tape_graph_op(g, NSD_TAPE_SQRT, a, a);
    if (exponent == -1.0)
        return nsd_tape_graph_op(g, NSD_TAPE_DIV, nsd_tape_graph_constant(g, 1.0), a);
    if (exponent == -2.0)
        return nsd_tape_graph_op(g, NSD_TAPE_DIV, nsd_tape_graph_constant(g, 1.0), square);
    return add_op(g, NSD_TAPE_POW, a, b);
}

static int add_product(nsd_tape_graph *g, int a, int b)
{
    const int zero = equals(g, a, 0.0) || equals(g, b, 0.0);
    if (zero && !g->strict) return nsd_tape_graph_constant(g, 0.0);
    if (equals(g, a, 1.0)) return b;
    if (equals(g, b, 1.0)) return a;
    if (equals(g, a, -1.0)) return nsd_tape_graph_op(g, NSD_TAPE_NEG, b, b);
    if (equals(g, b, -1.0)) return nsd_tape_graph_op(g, NSD_TAPE_NEG, a, a);
    if (a == b && !g->strict && g->op[a] == NSD_TAPE_SQRT) return g->a[a]; /* norm(v)^2 */
    return add_op(g, NSD_TAPE_MUL, a, b);
}

int nsd_tape_graph_op(nsd_tape_graph *g, nsd_tape_op op, int a, int b)
{
    const int one_operand = op >= NSD_TAPE_NEG;
    if (g->full) {
        return 0;
    }
    if (one_operand) {
        b = a;
    }
    if (is_constant(g, a) && is_constant(g, b)) {
        return nsd_tape_graph_constant(g, nsd_tape_apply(op, g->value[a], g->value[b]));
    }
    switch (op) {
    case NSD_TAPE_ADD:
        if (equals(g, a, 0.0)) return b;
        if (equals(g, b, 0.0)) return a;
        if (g->op[b] == NSD_TAPE_NEG) return nsd_tape_graph_op(g, NSD_TAPE_SUB, a, g->a[b]);
        if (g->op[a] == NSD_TAPE_NEG) return nsd_tape_graph_op(g, NSD_TAPE_SUB, b, g->a[a]);
        break;
    case NSD_TAPE_SUB:
        if (equals(g, b, 0.0)) return a;
        if (g->op[b] == NSD_TAPE_NEG) return nsd_tape_graph_op(g, NSD_TAPE_ADD, a, g->a[b]);
        if (equals(g, a, 0.0)) return nsd_tape_graph_op(g, NSD_TAPE_NEG, b, b);
        if (a == b && !g->strict) return nsd_tape_graph_constant(g, 0.0);
        break;
    case NSD_TAPE_MUL:
        return add_product(g, a, b);
    case NSD_TAPE_DIV:
    case NSD_TAPE_RATIO:
        if (equals(g, a, 0.0) && !g->strict) return a;
        if (equals(g, b, 1.0)) return a;
        break;
    case NSD_TAPE_POW:
        return add_power(g, a, b);
    case NSD_TAPE_NEG:
        if (g->op[a] == NSD_TAPE_NEG) return g->a[a];
        break;
    default:
        break;
    }
    return add_op(g, op, a, b);
}

/* Drops zero terms and adds up the constants of a sum; returns the number of terms left. */
static int merge_constants(nsd_tape_graph *g, int count, int *node, double *factor)
{
    double constant = 0.0;
    int    left = 0, first = -1;

    for (int k = 0; k < count; k++) {
        if (is_constant(g, node[k])) {
            constant += factor[k] * g->value[node[k]];
            first = first < 0 ? left : first;
        } else if (factor[k] != 0.0) {
            node[left] = node[k];
            factor[left++] = factor[k];
        }
    }
    if (constant != 0.0) { /* takes the place of the first constant, which is free */
        memmove(node + first + 1, node + first, (size_t)(left - first) * sizeof *node);
        memmove(factor + first + 1, factor + first, (size_t)(left - first) * sizeof *factor);
        node[first] = nsd_tape_graph_constant(g, constant);
        factor[first] = 1.0;
        left++;
    }
    return left;
}

int nsd_tape_graph_linear(nsd_tape_graph *g, int count, int *node, double *factor)
{
    if (is_full(g)) {
        return 0;
    }
    const int left = merge_constants(g, count, node, factor);
    if (left == 0) {
        return nsd_tape_graph_constant(g, 0.0);
    }
    if (left == 1) {
        return nsd_tape_graph_op(g, NSD_TAPE_MUL, nsd_tape_graph_constant(g, factor[0]), node[0]);
    }
    if (left == 2 && factor[0] == 1.0 && fabs(factor[1]) == 1.0) {
        return nsd_tape_graph_op(g, factor[1] > 0.0 ? NSD_TAPE_ADD : NSD_TAPE_SUB, node[0],
                                 node[1]);
    }
    if (is_full(g) || g->terms + left > g->term_capacity) {
        g->full = 1;
        return 0;
    }
    memcpy(g->term + g->terms, node, (size_t)left * sizeof *node);
    memcpy(g->factor + g->terms, factor, (size_t)left * sizeof *factor);
    g->op[g->count] = NSD_TAPE_LINEAR;
    g->a[g->count] = g->terms;
    g->b[g->count] = g->terms + left;
    const int k = g->count, at = add_or_find_node(g);
    g->terms += at == k ? left : 0;
    return at;
}
