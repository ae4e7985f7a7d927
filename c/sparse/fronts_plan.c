/* fronts_plan.c - what depends on the graph of a sparse matrix of blocks alone: order, fronts, the
 * borders of fronts, memory and work                                          (SPA.14), (SPA.15) */
#include "sparse/fronts.h"

typedef struct room { /* temporary arrays of a plan */
    int    *mark;     /* fronts: the last number that met a front        */
    double *size;     /* fronts: entries of the rests of its children     */
} room;

static void lay_out(nsd_fronts_plan *plan, room *t, int n, nsd_scratch *scratch)
{
    const size_t count = (size_t)n + 1;
    NSD_SCRATCH_EACH_INT(scratch, count, &plan->order, &plan->place, &plan->first, &plan->parent,
                         &plan->front_of, &plan->child, &plan->sibling, &t->mark);
    plan->border_start = nsd_scratch_take(scratch, count, sizeof *plan->border_start);
    t->size = nsd_scratch_doubles(scratch, count);
}

size_t nsd_fronts_order_scratch(int n)
{
    nsd_scratch counter = nsd_scratch_counter();
    lay_out(&(nsd_fronts_plan){ 0 }, &(room){ 0 }, n, &counter);
    return nsd_scratch_counted(&counter) + nsd_fronts_dissect_scratch(n);
}

size_t nsd_fronts_plan_scratch(const nsd_fronts_plan *plan)
{
    nsd_scratch counter = nsd_scratch_counter();
    nsd_scratch_ints(&counter, (size_t)plan->border_start[plan->fronts] + 1);
    nsd_scratch_ints(&counter, (size_t)plan->graph.n + 1);
    return nsd_scratch_counted(&counter);
}

int nsd_fronts_graph_find(const nsd_fronts_graph *graph, int a, int b)
{
    int low = graph->start[a], high = graph->start[a + 1] - 1;
    while (low <= high) {
        const int middle = low + (high - low) / 2, row = graph->row[middle];
        if (row == b) {
            return middle;
        }
        if (row < b) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return -1;
}

int nsd_fronts_graph_is_symmetric(const nsd_fronts_graph *graph)
{
    for (int a = 0; a < graph->n; a++) {
        for (int k = graph->start[a]; k < graph->start[a + 1]; k++) {
            if (nsd_fronts_graph_find(graph, graph->row[k], a) < 0 ||
                (k > graph->start[a] && graph->row[k - 1] >= graph->row[k])) {
                return 0;
            }
        }
        if (nsd_fronts_graph_find(graph, a, a) < 0) {
            return 0;
        }
    }
    return 1;
}

/* Visits the fronts whose border holds number k: those on the paths from fronts of its neighbours
 * up to its own front. Counts them in border_start[t + 1], or (filling) writes k into borders. */
static void visit_fronts(nsd_fronts_plan *plan, int k, int *mark, int filling)
{
    const nsd_fronts_graph *g = &plan->graph;
    const int               a = plan->order[k], own = plan->front_of[k];

    for (int p = g->start[a]; p < g->start[a + 1]; p++) {
        const int b = plan->place[g->row[p]];
        for (int t = plan->front_of[b]; b < k && t >= 0 && t != own && mark[t] != k;
             t = plan->parent[t]) {
            mark[t] = k;
            if (filling) {
                plan->border[plan->border_start[t]++] = k;
            } else {
                plan->border_start[t + 1]++;
            }
        }
    }
}

/* factor, stack, work and largest from the sizes of the fronts */
static void add_up(nsd_fronts_plan *plan, room *t)
{
    double waiting = 0.0;

    plan->factor = plan->stack = plan->work = 0.0;
    plan->largest = 0;
    for (int f = 0; f < plan->fronts; f++) {
        t->size[f] = 0.0;
    }
    for (int f = 0; f < plan->fronts; f++) {
        const double own = plan->first[f + 1] - plan->first[f];
        const double border = (double)(plan->border_start[f + 1] - plan->border_start[f]);
        plan->factor += own * (own + 2.0 * border);
        plan->work += own * (own * own / 3.0 + own * border + border * border);
        if (own + border > plan->largest) {
            plan->largest = (int)(own + border);
        }
        waiting += border * border -
                   t->size[f]; /* its rest in the place of those of its children */
        plan->stack = waiting > plan->stack ? waiting : plan->stack;
        if (plan->parent[f] >= 0) {
            t->size[plan->parent[f]] += border * border;
        }
    }
}

/* The children of fronts, the last one first */
static void list_children(nsd_fronts_plan *plan)
{
    for (int f = 0; f < plan->fronts; f++) {
        plan->child[f] = -1;
    }
    for (int f = 0; f < plan->fronts; f++) {
        const int up = plan->parent[f];
        plan->sibling[f] = -1;
        if (up >= 0) {
            plan->sibling[f] = plan->child[up];
            plan->child[up] = f;
        }
    }
}

nsd_status nsd_fronts_plan_order(nsd_fronts_plan *plan, const nsd_fronts_graph *graph,
                                 nsd_scratch *scratch)
{
    const int n = graph->n;
    room      t = { 0 };

    plan->graph = *graph;
    lay_out(plan, &t, n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    NSD_TRY(nsd_fronts_dissect(plan, scratch));
    plan->border = NULL;
    for (int f = 0; f < plan->fronts; f++) {
        t.mark[f] = -1;
        plan->border_start[f] = 0;
        for (int k = plan->first[f]; k < plan->first[f + 1]; k++) {
            plan->front_of[k] = f;
            plan->place[plan->order[k]] = k;
        }
    }
    plan->border_start[plan->fronts] = 0;
    for (int k = 0; k < n; k++) {
        visit_fronts(plan, k, t.mark, 0);
    }
    for (int f = 0; f < plan->fronts; f++) {
        plan->border_start[f + 1] += plan->border_start[f];
    }
    list_children(plan);
    add_up(plan, &t);
    return NSD_OK;
}

nsd_status nsd_fronts_plan_fill(nsd_fronts_plan *plan, nsd_scratch *scratch)
{
    plan->border = nsd_scratch_ints(scratch, (size_t)plan->border_start[plan->fronts] + 1);
    int *mark = nsd_scratch_ints(scratch, (size_t)plan->graph.n + 1);
    NSD_TRY(nsd_scratch_status(scratch));
    for (int f = 0; f < plan->fronts; f++) {
        mark[f] = -1;
    }
    for (int k = 0; k < plan->graph.n; k++) {
        visit_fronts(plan, k, mark, 1);
    }
    for (int f = plan->fronts; f > 0; f--) { /* filling moved every start to the next one */
        plan->border_start[f] = plan->border_start[f - 1];
    }
    plan->border_start[0] = 0;
    return NSD_OK;
}
