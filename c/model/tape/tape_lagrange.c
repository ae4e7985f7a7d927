/* tape_lagrange.c - mass matrix and forces from recorded energies.                       (TP.6) */
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

nsd_status nsd_tape_lagrange_mass(nsd_tape_graph *g, const nsd_tape_lagrange *energies,
                                  nsd_tape_graph_list *wanted, nsd_scratch *scratch)
{
    const int   n = energies->n;
    nsd_scratch space = *scratch;
    equations   e;

    NSD_TRY(begin(&e, g, energies, &space));
    const nsd_tape_graph_seed seed = { n, e.direction, e.seed };
    const int                 one = nsd_tape_graph_constant(g, 1.0);
    for (int i = 0; i < g->inputs; i++) {
        e.direction[i] = i > n && i <= 2 * n ? i - n - 1 : -1;
        e.seed[i] = one;
    }
    NSD_TRY(nsd_tape_graph_derive(g, &e.list, &seed, n, &e.rate, &space));
    wanted->count = 0;
    for (int k = 0; k < e.rate.count; k++) {
        const int i = e.rate.place[k] % n, j = e.rate.place[k] / n;
        if (i < j) {
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

/* force[i] <- force[i] + sign slope[i]; negative nodes are zero */
static void add_slopes(nsd_tape_graph *g, nsd_tape_op sign, const int *slope, int n, int *force)
{
    for (int i = 0; i < n; i++) {
        if (slope[i] >= 0) {
            force[i] = nsd_tape_graph_op(g, sign, force[i], slope[i]);
        }
    }
}

nsd_status nsd_tape_lagrange_force(nsd_tape_graph *g, const nsd_tape_lagrange *energies,
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
