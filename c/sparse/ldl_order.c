/* ldl_order.c - order of approximate minimum degree on the quotient graph                (SPA.1)
 *
 * A node of the graph is a variable, for unknowns not yet eliminated that have the same neighbours,
 * or an element, for the clique that an eliminated unknown leaves. The list of a variable holds its
 * elements, then its other neighbours; the list of an element its variables. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "sparse/ldl.h"

/* Rows with more than DENSE_LEAST entries and DENSE_ROOT sqrt(n) of them come last. Smaller: rows
 * of ordinary meshes come last, and L fills. Larger: a row that meets all others makes the order
 * slow, because its degree changes with every elimination. */
#define DENSE_LEAST 16
#define DENSE_ROOT  10.0

typedef struct graph {
    int        n;
    int       *list;            /* all lists                                              */
    ptrdiff_t  room, free;      /* of `list`                                              */
    ptrdiff_t *first;           /* n: where the list of a node begins                     */
    int       *length;          /* n: of its list                                         */
    int       *elements;        /* n: how many elements its list begins with              */
    int       *weight;          /* n: unknowns in a variable; 0 absorbed; negative while its
                                   element is built */
    int       *degree;          /* n: bound of the unknowns beside a variable; of an element */
    int       *into;            /* n: the node that absorbed this one, or -1              */
    int       *number;          /* n: place in the sequence of pivots, -1 for variables   */
    int       *head;            /* n + 1: first variable of each degree                   */
    int       *next, *previous; /* n: variables of one degree, or of one hash             */
    int       *bucket, *hash;   /* n: first variable of each hash; hash of a variable     */
    long long *mark;            /* n: stamps; 0 for an element that was absorbed          */
    long long  stamp;
    int        least;      /* no variable has a smaller degree       */
    int        largest;    /* unknowns of the largest element so far */
    int        eliminated; /* unknowns so far                        */
    int        pivots;
} graph;

static size_t lay_out(graph *g, int n, ptrdiff_t entries, nsd_scratch *scratch)
{
    const size_t count = (size_t)n;
    g->n = n;
    g->room = entries + entries / 4 + 2 * (ptrdiff_t)n; /* lists of A, a new element, some air */
    g->list = nsd_scratch_ints(scratch, (size_t)g->room);
    g->first = nsd_scratch_take(scratch, count, sizeof *g->first);
    g->mark = nsd_scratch_take(scratch, count, sizeof *g->mark);
    NSD_SCRATCH_EACH_INT(scratch, count + 1, &g->length, &g->elements, &g->weight, &g->degree,
                         &g->into, &g->number, &g->head, &g->next, &g->previous, &g->bucket,
                         &g->hash);
    return nsd_scratch_counted(scratch);
}

size_t nsd_ldl_order_scratch(int n, ptrdiff_t entries)
{
    return lay_out(&(graph){ 0 }, n, entries, NSD_SCRATCH_COUNTER);
}

/* Variable i into the list of its degree, and out of it */
static void link_degree(graph *g, int i)
{
    const int degree = g->degree[i], second = g->head[degree];
    g->next[i] = second;
    g->previous[i] = -1;
    if (second >= 0) {
        g->previous[second] = i;
    }
    g->head[degree] = i;
    g->least = degree < g->least ? degree : g->least;
}

static void unlink_degree(graph *g, int i)
{
    const int next = g->next[i], previous = g->previous[i];
    if (next >= 0) {
        g->previous[next] = previous;
    }
    if (previous >= 0) {
        g->next[previous] = next;
    } else {
        g->head[g->degree[i]] = next;
    }
}

/* Lists of all unknowns but those with dense rows, which get weight 0 and no list */
static void fill_graph(graph *g, const nsd_columns *A)
{
    const double most = fmax(DENSE_LEAST, DENSE_ROOT * sqrt((double)g->n));

    for (int i = 0; i < g->n; i++) {
        const int dense = (double)(A->start[i + 1] - A->start[i]) > most;
        g->weight[i] = !dense;
        g->eliminated += dense;
        g->into[i] = g->number[i] = g->head[i] = g->bucket[i] = -1;
        g->elements[i] = 0;
        g->mark[i] = 1;
    }
    g->head[g->n] = -1;
    for (int i = 0; i < g->n; i++) {
        g->first[i] = g->free;
        for (ptrdiff_t k = A->start[i]; k < A->start[i + 1] && g->weight[i]; k++) {
            const int j = (int)A->row[k];
            if (j != i && g->weight[j]) {
                g->list[g->free++] = j;
            }
        }
        g->length[i] = g->degree[i] = (int)(g->free - g->first[i]);
        if (g->weight[i]) {
            link_degree(g, i);
        }
    }
}

/* Moves the lists of all live nodes together; first entries hold the node meanwhile. */
static void pack_lists(graph *g)
{
    ptrdiff_t to = 0;
    for (int i = 0; i < g->n; i++) {
        if (g->into[i] < 0 && g->length[i] > 0) {
            const int entry = g->list[g->first[i]];
            g->list[g->first[i]] = -1 - i;
            g->first[i] = entry;
        } else {
            g->length[i] = 0;
        }
    }
    for (ptrdiff_t from = 0; from < g->free;) {
        const int node = -1 - g->list[from];
        if (node < 0) {
            from++;
            continue;
        }
        g->list[to] = (int)g->first[node];
        g->first[node] = to++;
        from++;
        for (int k = 1; k < g->length[node]; k++) {
            g->list[to++] = g->list[from++];
        }
    }
    g->free = to;
}

/* The variables with positive weight in `count` entries from `from` on go to the end of the list of
 * element `me`, which begins at g->first[me] and ends at `end`; returns its new end. */
static ptrdiff_t take_variables(graph *g, int me, ptrdiff_t from, int count, ptrdiff_t end)
{
    for (ptrdiff_t k = from; k < from + count; k++) {
        const int i = g->list[k];
        if (g->weight[i] > 0) {
            g->degree[me] += g->weight[i];
            g->weight[i] = -g->weight[i];
            unlink_degree(g, i);
            g->list[end++] = i;
        }
    }
    return end;
}

/* The pivot becomes the element of all variables beside it and in its elements, which vanish. */
static void build_element(graph *g, int me)
{
    if (g->free + g->n - g->eliminated > g->room) {
        pack_lists(g);
    }
    const ptrdiff_t own = g->first[me];
    const int       elements = g->elements[me], length = g->length[me];
    ptrdiff_t       end = elements == 0 ? own : g->free;

    g->first[me] = end;
    g->degree[me] = 0;
    g->weight[me] = -g->weight[me];
    for (int k = 0; k < elements; k++) {
        const int e = g->list[own + k];
        end = take_variables(g, me, g->first[e], g->length[e], end);
        g->into[e] = me;
        g->mark[e] = 0;
    }
    end = take_variables(g, me, own + elements, length - elements, end);
    g->length[me] = (int)(end - g->first[me]);
    g->free = elements == 0 ? g->free : end;
}

/* mark[e] - stamp <- unknowns of element e outside the new element, for all e that meet it */
static void measure_elements(graph *g, int me)
{
    for (int k = 0; k < g->length[me]; k++) {
        const int  i = g->list[g->first[me] + k], weight = -g->weight[i];
        const int *list = g->list + g->first[i];
        for (int l = 0; l < g->elements[i]; l++) {
            const int e = list[l];
            if (g->mark[e] >= g->stamp) {
                g->mark[e] -= weight;
            } else if (g->mark[e] != 0) {
                g->mark[e] = g->stamp + g->degree[e] - weight;
            }
        }
    }
}

/* The list of variable i after the element `me` was made: absorbed elements and variables that
 * `me` knows leave it, `me` comes first. degree[i] <- a bound of the unknowns outside `me`. Returns
 * 0 when nothing is left but `me`: i can be eliminated with it. */
static int update_variable(graph *g, int i, int me)
{
    int      *list = g->list + g->first[i];
    const int elements = g->elements[i], length = g->length[i];
    int       kept = 0, degree = 0;
    unsigned  hash = (unsigned)me;
    for (int k = 0; k < elements; k++) {
        const int e = list[k];
        if (g->mark[e] > g->stamp) {
            degree += (int)(g->mark[e] - g->stamp);
            hash += (unsigned)e;
            list[kept++] = e;
        } else if (g->mark[e] == g->stamp) { /* all of e lies in the new element */
            g->into[e] = me;
            g->mark[e] = 0;
        }
    }
    const int kept_elements = kept;
    for (int k = elements; k < length; k++) {
        const int j = list[k];
        if (g->weight[j] > 0) {
            degree += g->weight[j];
            hash += (unsigned)j;
            list[kept++] = j;
        }
    }
    if (kept == 0) {
        return 0;
    }
    g->degree[i] = degree < g->degree[i] ? degree : g->degree[i];
    list[kept] =
        list[kept_elements]; /* there is room: `me` was in this list, or an element of it */
    list[kept_elements] = list[0];
    list[0] = me;
    g->elements[i] = kept_elements + 1;
    g->length[i] = kept + 1;
    g->hash[i] = (int)(hash % (unsigned)g->n);
    g->next[i] = g->bucket[g->hash[i]];
    g->bucket[g->hash[i]] = i;
    return 1;
}

/* 1 when the entries of variable j are those of i, which have the present stamp */
static int same_neighbours(const graph *g, int i, int j)
{
    if (g->length[i] != g->length[j] || g->elements[i] != g->elements[j]) {
        return 0;
    }
    const int *list = g->list + g->first[j];
    for (int k = 1; k < g->length[j]; k++) {
        if (g->mark[list[k]] != g->stamp) {
            return 0;
        }
    }
    return 1;
}

/* Variables with one hash whose neighbours are the same become one variable. */
static void merge_twins(graph *g, int me)
{
    for (int k = 0; k < g->length[me]; k++) {
        const int node = g->list[g->first[me] + k];
        if (g->weight[node] == 0) {
            continue;
        }
        int i = g->bucket[g->hash[node]];
        g->bucket[g->hash[node]] = -1;
        for (; i >= 0 && g->next[i] >= 0; i = g->next[i]) {
            const int *list = g->list + g->first[i];
            g->stamp++;
            for (int l = 1; l < g->length[i]; l++) {
                g->mark[list[l]] = g->stamp;
            }
            for (int before = i, j = g->next[i]; j >= 0; j = g->next[j]) {
                if (same_neighbours(g, i, j)) {
                    g->weight[i] += g->weight[j]; /* both negative */
                    g->weight[j] = 0;
                    g->into[j] = i;
                    g->next[before] = g->next[j];
                } else {
                    before = j;
                }
            }
        }
    }
    g->stamp++;
}

/* The variables of the new element get their degrees and go back into the lists. */
static void finish_element(graph *g, int me)
{
    ptrdiff_t end = g->first[me];
    for (int k = 0; k < g->length[me]; k++) {
        const int i = g->list[g->first[me] + k], weight = -g->weight[i];
        if (weight > 0) {
            const int degree = g->degree[i] + g->degree[me] - weight;
            const int most = g->n - g->eliminated - weight;
            g->weight[i] = weight;
            g->degree[i] = degree < most ? degree : most;
            link_degree(g, i);
            g->list[end++] = i;
        }
    }
    g->length[me] = (int)(end - g->first[me]);
}

static void eliminate_one(graph *g)
{
    while (g->head[g->least] < 0) {
        g->least++;
    }
    const int me = g->head[g->least];
    unlink_degree(g, me);
    g->number[me] = g->pivots++;
    g->eliminated += g->weight[me];
    build_element(g, me);
    g->largest = g->degree[me] > g->largest ? g->degree[me] : g->largest;
    measure_elements(g, me);
    for (int k = 0; k < g->length[me]; k++) {
        const int i = g->list[g->first[me] + k];
        if (!update_variable(g, i, me)) {
            g->degree[me] += g->weight[i];
            g->eliminated -= g->weight[i];
            g->weight[i] = 0;
            g->into[i] = me;
        }
    }
    g->stamp += g->largest + 1; /* beyond every mark of measure_elements */
    g->mark[me] = g->stamp++;
    merge_twins(g, me);
    finish_element(g, me);
}

/* order <- pivot by pivot, each followed by the unknowns that it absorbed; dense rows last */
static void read_order(graph *g, int *order)
{
    int *first = g->head, place = 0; /* first[p]: place of the unknowns of pivot p */

    for (int p = 0; p <= g->pivots; p++) {
        first[p] = 0;
    }
    for (int i = 0; i < g->n; i++) {
        int owner = i;
        while (g->number[owner] < 0 && g->into[owner] >= 0) {
            owner = g->into[owner];
        }
        for (int j = i, next; j != owner && g->number[j] < 0; j = next) { /* shorten the paths */
            next = g->into[j];
            g->into[j] = owner;
        }
        g->hash[i] = g->number[owner] >= 0 ? g->number[owner] : g->pivots;
        first[g->hash[i]]++;
    }
    for (int p = 0; p <= g->pivots; p++) {
        const int count = first[p];
        first[p] = place;
        place += count;
    }
    for (int i = 0; i < g->n; i++) {
        order[first[g->hash[i]]++] = i;
    }
}

nsd_status nsd_ldl_order(const nsd_columns *A, int *order, nsd_scratch *scratch)
{
    const size_t mark = scratch->used;
    graph        g = { 0 };

    if (A->start[A->n] > INT_MAX / 2) {
        return NSD_ERR_TOO_LARGE;
    }
    lay_out(&g, A->n, A->start[A->n], scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    g.stamp = 2;
    g.least = A->n;
    fill_graph(&g, A);
    while (g.eliminated < A->n) {
        eliminate_one(&g);
    }
    read_order(&g, order);
    scratch->used = mark;
    return NSD_OK;
}
