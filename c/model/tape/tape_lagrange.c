/* tape_lagrange.c - mass matrix and forces from recorded energies.               (TP.6), (TP.7) */
#include "model/tape/tape_lagrange.h"

typedef struct equations {                /* nodes of one derivation */
    int                *momentum, *slope; /* dT/dv; one gradient more                    */
    int                *direction, *seed; /* of each input                               */
    nsd_tape_graph_list list, rate;       /* what is differentiated; its derivatives     */
} equations;

static void list_from_scratch(nsd_tape_graph_list *list, int capacity, nsd_scratch *scratch)
{
    list->count = 0;
    list->capacity = capacity;
    NSD_SCRATCH_EACH_INT(scratch, (size_t)capacity, &list->node, &list->place);
}

static nsd_status begin(equations *e, nsd_tape_graph *g, const nsd_tape_lagrange *energies,
                        nsd_scratch *scratch)
{
    const int n = energies->n;

    NSD_SCRATCH_EACH_INT(scratch, (size_t)n, &e->momentum, &e->slope);
    NSD_SCRATCH_EACH_INT(scratch, (size_t)g->inputs, &e->direction, &e->seed);
    list_from_scratch(&e->list, n, scratch);
    list_from_scratch(&e->rate, n * n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    NSD_TRY(nsd_tape_graph_gradient(g, energies->kinetic, 1 + n, n, e->momentum, scratch));
    for (int i = 0; i < n; i++) {
        if (e->momentum[i] >= 0) {
            e->list.node[e->list.count] = e->momentum[i];
            e->list.place[e->list.count++] = i;
        }
    }
    return NSD_OK;
}

/* rate <- M = dp/dv for the momenta in `list`, and its simplified form in the same places */
static nsd_status find_mass(equations *e, nsd_tape_graph *g, int n, nsd_scratch *scratch)
{
    const nsd_tape_graph_seed seed = { n, e->direction, e->seed };
    const int                 one = nsd_tape_graph_constant(g, 1.0);
    for (int i = 0; i < g->inputs; i++) {
        e->direction[i] = i > n && i <= 2 * n ? i - n - 1 : -1;
        e->seed[i] = one;
    }
    NSD_TRY(nsd_tape_graph_derive(g, &e->list, &seed, n, &e->rate, scratch));
    for (int k = 0; k < e->rate.count && !g->full; k++) {
        e->rate.node[k] = nsd_tape_graph_simplify(g, e->rate.node[k]); /* (TP.7) */
    }
    return g->full ? NSD_ERR_WORKSPACE : NSD_OK;
}

/* 1 for an entry of the lower triangle of M that is not zero; *i, *j <- its row and column */
static int is_lower(const nsd_tape_graph *g, const equations *e, int k, int n, int *i, int *j)
{
    const int node = e->rate.node[k];
    *i = e->rate.place[k] % n;
    *j = e->rate.place[k] / n;
    return *i >= *j && !(g->op[node] == NSD_GRAPH_CONSTANT && g->value[node] == 0.0);
}

nsd_status nsd_tape_lagrange_mass(nsd_tape_graph *g, const nsd_tape_lagrange *energies,
                                  nsd_tape_graph_list *wanted, nsd_scratch *scratch)
{
    const int   n = energies->n;
    nsd_scratch space = *scratch;
    equations   e;

    wanted->count = 0;
    if (n < 1) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    NSD_TRY(begin(&e, g, energies, &space));
    NSD_TRY(find_mass(&e, g, n, &space));
    for (int k = 0; k < e.rate.count; k++) {
        int i, j;
        if (!is_lower(g, &e, k, n, &i, &j)) {
            continue; /* the lower triangle counts for both */
        }
        if (wanted->count + 2 > wanted->capacity) {
            return NSD_ERR_WORKSPACE;
        }
        for (int twice = 0; twice < (i > j ? 2 : 1); twice++) {
            wanted->node[wanted->count] = e.rate.node[k];
            wanted->place[wanted->count++] = twice ? j + i * n : i + j * n;
        }
    }
    return NSD_OK;
}

/* The node with the inputs v set to zero; at_rest (g->count ints) <- the same for earlier nodes */
static int set_at_rest(nsd_tape_graph *g, int n, int node, int *at_rest, nsd_scratch *scratch)
{
    for (int k = 0; k <= node && !g->full; k++) {
        const int is_v = k > n && k <= 2 * n;
        at_rest[k] = is_v ? nsd_tape_graph_constant(g, 0.0) : k;
        if (g->op[k] == NSD_TAPE_LINEAR) {
            nsd_scratch  space = *scratch;
            const size_t count = (size_t)(g->b[k] - g->a[k]);
            int         *terms = nsd_scratch_ints(&space, count);
            double      *factors = nsd_scratch_doubles(&space, count);
            g->full = g->full || !terms || !factors;
            for (size_t i = 0; i < count && !g->full; i++) {
                terms[i] = at_rest[g->term[g->a[k] + (int)i]];
                factors[i] = g->factor[g->a[k] + (int)i];
            }
            at_rest[k] = g->full ? 0 : nsd_tape_graph_linear(g, (int)count, terms, factors);
        } else if (g->op[k] >= 0) {
            at_rest[k] = nsd_tape_graph_op(g, (nsd_tape_op)g->op[k], at_rest[g->a[k]],
                                           at_rest[g->b[k]]);
        }
    }
    return at_rest[node];
}

/* *kinetic <- T as v'M v/2 + b'v + T0 with the simplified M: less to differentiate where T was
 * written by the velocities in space                                                   (TP.7) */
static nsd_status expand_kinetic(nsd_tape_graph *g, const nsd_tape_lagrange *energies, int *kinetic,
                                 nsd_scratch *scratch)
{
    const int   n = energies->n;
    nsd_scratch space = *scratch;
    equations   e;

    NSD_TRY(begin(&e, g, energies, &space));
    int *at_rest = nsd_scratch_ints(&space, (size_t)g->count);
    NSD_TRY(nsd_scratch_status(&space));
    int sum = set_at_rest(g, n, energies->kinetic, at_rest, &space);
    for (int i = 0; i < e.list.count && !g->full; i++) {
        const int b = set_at_rest(g, n, e.list.node[i], at_rest, &space);
        const int v = 1 + n + e.list.place[i];
        sum = nsd_tape_graph_op(g, NSD_TAPE_ADD, sum, nsd_tape_graph_op(g, NSD_TAPE_MUL, b, v));
    }
    NSD_TRY(find_mass(&e, g, n, &space));
    for (int k = 0; k < e.rate.count && !g->full; k++) {
        int i, j;
        if (is_lower(g, &e, k, n, &i, &j)) {
            const int vv = nsd_tape_graph_op(g, NSD_TAPE_MUL, 1 + n + i, 1 + n + j);
            const int half = nsd_tape_graph_constant(g, i > j ? 1.0 : 0.5);
            const int part = nsd_tape_graph_op(g, NSD_TAPE_MUL, e.rate.node[k], vv);
            sum = nsd_tape_graph_op(g, NSD_TAPE_ADD, sum,
                                    nsd_tape_graph_op(g, NSD_TAPE_MUL, half, part));
        }
    }
    *kinetic = sum;
    return g->full ? NSD_ERR_WORKSPACE : NSD_OK;
}

/* force[i] <- force[i] + sign slope[i]; negative nodes are zero */
static void add_slopes(nsd_tape_graph *g, nsd_tape_op sign, const int *slope, int n, int *force)
{
    for (int i = 0; i < n; i++) {
        if (slope[i] >= 0) {
            force[i] = nsd_tape_graph_op(g, sign, force[i], slope[i]);
        }
    }
}

/* wanted <- F from these energies as they are */
static nsd_status find_force(nsd_tape_graph *g, const nsd_tape_lagrange *energies,
                             nsd_tape_graph_list *wanted, nsd_scratch *scratch)
{
    const int   n = energies->n;
    nsd_scratch space = *scratch;
    equations   e;

    if (wanted->capacity < n) {
        return NSD_ERR_WORKSPACE;
    }
    NSD_TRY(begin(&e, g, energies, &space));
    const nsd_tape_graph_seed motion = { 1, e.direction, e.seed };
    const int                 one = nsd_tape_graph_constant(g, 1.0);
    for (int i = 0; i < g->inputs; i++) {
        e.direction[i] = i <= n ? 0 : -1;
        e.seed[i] = i == 0 || i > n ? one : i + n;
    }
    int *force = wanted->node;
    for (int i = 0; i < n; i++) {
        force[i] = energies->applied[i];
        wanted->place[i] = i;
    }
    wanted->count = n;
    NSD_TRY(nsd_tape_graph_gradient(g, energies->dissipation, 1 + n, n, e.slope, &space));
    add_slopes(g, NSD_TAPE_SUB, e.slope, n, force);
    NSD_TRY(nsd_tape_graph_gradient(g, energies->kinetic, 1, n, e.slope, &space));
    add_slopes(g, NSD_TAPE_ADD, e.slope, n, force);
    NSD_TRY(nsd_tape_graph_gradient(g, energies->potential, 1, n, e.slope, &space));
    add_slopes(g, NSD_TAPE_SUB, e.slope, n, force);
    NSD_TRY(nsd_tape_graph_derive(g, &e.list, &motion, n, &e.rate, &space));
    for (int k = 0; k < e.rate.count; k++) {
        const int i = e.rate.place[k];
        force[i] = nsd_tape_graph_op(g, NSD_TAPE_SUB, force[i], e.rate.node[k]);
    }
    return g->full ? NSD_ERR_WORKSPACE : NSD_OK;
}

/* *operations <- how many the values in the list need */
static nsd_status count_operations(const nsd_tape_graph *g, const nsd_tape_graph_list *list,
                                   int *operations, nsd_scratch *scratch)
{
    nsd_scratch space = *scratch;
    int        *needed = nsd_scratch_ints(&space, (size_t)g->count);

    NSD_TRY(nsd_scratch_status(&space));
    nsd_tape_graph_mark(g, list, needed);
    *operations = 0;
    for (int k = g->inputs; k < g->count; k++) {
        *operations += needed[k] && g->op[k] >= 0;
    }
    return NSD_OK;
}

nsd_status nsd_tape_lagrange_force(nsd_tape_graph *g, const nsd_tape_lagrange *energies,
                                   nsd_tape_graph_list *wanted, nsd_scratch *scratch)
{
    const int           n = energies->n;
    nsd_scratch         space = *scratch;
    nsd_tape_lagrange   expanded = *energies;
    nsd_tape_graph_list other;
    int                 plain, simplified;

    list_from_scratch(&other, n, &space);
    NSD_TRY(nsd_scratch_status(&space));
    NSD_TRY(find_force(g, energies, wanted, &space));
    NSD_TRY(expand_kinetic(g, energies, &expanded.kinetic, &space));
    NSD_TRY(find_force(g, &expanded, &other, &space));
    for (int i = 0; i < n && !g->full; i++) {
        other.node[i] = nsd_tape_graph_simplify(g, other.node[i]);
    }
    NSD_TRY(count_operations(g, wanted, &plain, &space));
    NSD_TRY(count_operations(g, &other, &simplified, &space));
    if (simplified < plain) {
        for (int i = 0; i < n; i++) {
            wanted->node[i] = other.node[i];
        }
    }
    return g->full ? NSD_ERR_WORKSPACE : NSD_OK;
}
