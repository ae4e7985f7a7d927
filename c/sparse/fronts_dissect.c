/* fronts_dissect.c - separators that cut a graph into parts, and these into parts again (SPA.14) */
#include <string.h>

#include "sparse/fronts.h"

/* Nodes up to which a part is not cut again. Larger: fronts with more zeros; smaller: more fronts,
 * each with its calls of small dense matrices. */
#define LEAF_NODES 12

/* Nodes from which distances are taken. Larger: more separators are compared, which takes longer;
 * smaller: parts of cubes are cut along diagonals. Even: they come in pairs. */
#define LANDMARKS 6

typedef struct segment { /* nodes list[from] ... list[to-1], a part that waits */
    int from, to, parent;
} segment;

typedef struct cut {
    double cost;
    int    i, j, level; /* parts: distance i - distance j below or from `level` on     */
    int    upper;       /* 1: the separator is the edge of the upper part, 0: of the lower */
} cut;

typedef struct dissection {
    const nsd_fronts_graph *graph;
    int                    *list;                /* n: nodes in the order of elimination       */
    int                    *group;               /* n: `from` of the segment of a node, or -1  */
    int                    *queue;               /* n                                          */
    int                    *distance[LANDMARKS]; /* n each, inside of a segment                */
    int                    *least;               /* n: least distance of a node from landmarks */
    int                    *value;               /* n: by which a cut is made                  */
    int                    *lower, *upper;       /* 2 n + 2: nodes on both edges of a cut      */
    int                    *below;               /* 2 n + 2: nodes below a level               */
    segment                *waiting;             /* n + 1                                      */
    int                     count;               /* of waiting                                 */
    int                    *parent;              /* of a front, by the number of its last node */
} dissection;

static size_t lay_out(dissection *s, int n, nsd_scratch *scratch)
{
    const size_t count = (size_t)n + 1;
    NSD_SCRATCH_EACH_INT(scratch, count, &s->list, &s->group, &s->queue, &s->least, &s->value,
                         &s->parent);
    for (int k = 0; k < LANDMARKS; k++) {
        s->distance[k] = nsd_scratch_ints(scratch, count);
    }
    NSD_SCRATCH_EACH_INT(scratch, 2 * count, &s->lower, &s->upper, &s->below);
    s->waiting = nsd_scratch_take(scratch, count, sizeof *s->waiting);
    return nsd_scratch_counted(scratch);
}

size_t nsd_fronts_dissect_scratch(int n)
{
    return lay_out(&(dissection){ 0 }, n, NSD_SCRATCH_COUNTER);
}

/* distance <- the steps from node `from` inside of its segment, for nodes with distance -1; the
 * nodes that it reaches go to queue[at] and behind; returns the end of the queue */
static int measure(const dissection *s, int from, int *distance, int at)
{
    const nsd_fronts_graph *g = s->graph;
    int                     end = at;
    distance[from] = 0;
    s->queue[end++] = from;
    for (; at < end; at++) {
        const int a = s->queue[at];
        for (int k = g->start[a]; k < g->start[a + 1]; k++) {
            const int b = g->row[k];
            if (s->group[b] == s->group[a] && distance[b] < 0) {
                distance[b] = distance[a] + 1;
                s->queue[end++] = b;
            }
        }
    }
    return end;
}

static void forget(const dissection *s, segment part, int *distance)
{
    for (int k = part.from; k < part.to; k++) {
        distance[s->list[k]] = -1;
    }
}

/* The node of a segment that is farthest from `from` */
static int farthest(const dissection *s, segment part, int from, int *distance)
{
    forget(s, part, distance);
    return s->queue[measure(s, from, distance, 0) - 1];
}

static void push(dissection *s, int from, int to, int parent)
{
    if (to > from) {
        for (int k = from; k < to; k++) {
            s->group[s->list[k]] = from;
        }
        s->waiting[s->count++] = (segment){ from, to, parent };
    }
}

/* 1 when the segment is not connected: then its components wait in its place. */
static int split_components(dissection *s, segment part)
{
    int end = 0, starts = 0, *distance = s->distance[0];

    forget(s, part, distance);
    for (int k = part.from; k < part.to; k++) {
        if (distance[s->list[k]] < 0) {
            s->lower[starts++] = end;
            end = measure(s, s->list[k], distance, end);
        }
    }
    if (starts == 1) {
        return 0;
    }
    s->lower[starts] = end;
    memcpy(s->list + part.from, s->queue, (size_t)end * sizeof(int));
    for (int k = 0; k < starts; k++) {
        push(s, part.from + s->lower[k], part.from + s->lower[k + 1], part.parent);
    }
    return 1;
}

/* distance[0 ... LANDMARKS-1] <- distances from pairs of nodes that are far from each other, and
 * each pair as far as possible from the pairs before */
static void find_landmarks(const dissection *s, segment part)
{
    int seed = s->list[part.from];
    for (int k = 0; k < LANDMARKS; k += 2) {
        const int one = farthest(s, part, seed, s->distance[k]);
        const int two = farthest(s, part, one, s->distance[k]);
        farthest(s, part, two, s->distance[k + 1]);
        int most = -1;
        for (int i = part.from; i < part.to; i++) {
            const int a = s->list[i], d = s->distance[k][a], e = s->distance[k + 1][a];
            const int near = d < e ? d : e;
            s->least[a] = k > 0 && s->least[a] < near ? s->least[a] : near;
            if (s->least[a] > most) {
                most = s->least[a];
                seed = a;
            }
        }
    }
}

/* value <- distance i - distance j of the nodes of a segment; returns the least value */
static int fill_values(const dissection *s, segment part, int i, int j)
{
    int least = 0;
    for (int k = part.from; k < part.to; k++) {
        const int a = s->list[k];
        s->value[a] = s->distance[i][a] - s->distance[j][a];
        least = k == part.from || s->value[a] < least ? s->value[a] : least;
    }
    return least;
}

/* Counts of the nodes below each level (from `least` on) and on both edges, as differences;
 * returns the number of levels. */
static int count_edges(const dissection *s, segment part, int least)
{
    const nsd_fronts_graph *g = s->graph;
    const size_t            size = (size_t)(2 * (part.to - part.from) + 2) * sizeof(int);
    int                     levels = 0;

    memset(s->lower, 0, size);
    memset(s->upper, 0, size);
    memset(s->below, 0, size);
    for (int k = part.from; k < part.to; k++) {
        const int a = s->list[k], own = s->value[a];
        int       low = own, high = own;
        for (int p = g->start[a]; p < g->start[a + 1]; p++) {
            const int b = g->row[p];
            if (s->group[b] == s->group[a]) {
                low = s->value[b] < low ? s->value[b] : low;
                high = s->value[b] > high ? s->value[b] : high;
            }
        }
        s->lower[own + 1 - least]++; /* levels own + 1 ... high have a on their lower edge */
        s->lower[high + 1 - least]--;
        s->upper[low + 1 - least]++;
        s->upper[own + 1 - least]--;
        s->below[own + 1 - least]++;
        levels = own + 1 - least > levels ? own + 1 - least : levels;
    }
    return levels;
}

/* The better of the cut so far and the cuts by the present values: fewest nodes in the separator
 * for each node of the smaller part                                                    (SPA.14) */
static void compare_cuts(const dissection *s, segment part, int i, int j, cut *best)
{
    const int least = fill_values(s, part, i, j), levels = count_edges(s, part, least);
    const int m = part.to - part.from;
    int       edge[2] = { 0, 0 }, below = 0;

    for (int level = 1; level < levels; level++) {
        edge[0] += s->lower[level];
        edge[1] += s->upper[level];
        below += s->below[level];
        for (int upper = 0; upper < 2; upper++) {
            const int    one = below - (upper ? 0 : edge[0]), two = m - below - upper * edge[1];
            const int    small = one < two ? one : two;
            const double cost = small > 0 ? (double)edge[upper] / small : 1e300;
            if (cost < best->cost) {
                *best = (cut){ cost, i, j, least + level, upper };
            }
        }
    }
}

/* 0: below the cut, 1: above, 2: in the separator */
static int side_of(const dissection *s, int a, const cut *best)
{
    const nsd_fronts_graph *g = s->graph;
    const int               side = s->value[a] >= best->level;

    for (int p = g->start[a]; p < g->start[a + 1] && side == best->upper; p++) {
        const int b = g->row[p];
        if (s->group[b] == s->group[a] && (s->value[b] >= best->level) != side) {
            return 2;
        }
    }
    return side;
}

/* list <- lower part, upper part, separator; both parts wait. */
static void split_by_cut(dissection *s, segment part, const cut *best)
{
    int at[4] = { 0, 0, 0, 0 }, *side = s->lower;

    fill_values(s, part, best->i, best->j);
    for (int k = part.from; k < part.to; k++) {
        side[k - part.from] = side_of(s, s->list[k], best);
        s->queue[k - part.from] = s->list[k];
        at[side[k - part.from] + 1]++;
    }
    at[1] += at[0];
    at[2] += at[1];
    const int one = part.from + at[1], two = part.from + at[2];
    for (int k = 0; k < part.to - part.from; k++) {
        s->list[part.from + at[side[k]]++] = s->queue[k];
    }
    for (int k = two; k < part.to; k++) {
        s->group[s->list[k]] = -1;
    }
    s->parent[part.to - 1] = part.parent;
    push(s, part.from, one, part.to - 1);
    push(s, one, two, part.to - 1);
}

static void cut_segment(dissection *s, segment part)
{
    cut best = { .cost = 1e299 };

    if (part.to - part.from > LEAF_NODES) {
        find_landmarks(s, part);
        for (int j = 1; j < LANDMARKS; j++) {
            for (int i = 0; i < j; i++) {
                compare_cuts(s, part, i, j, &best);
            }
        }
    }
    if (best.cost < 1e299) {
        split_by_cut(s, part, &best);
    } else {
        for (int k = part.from; k < part.to; k++) {
            s->group[s->list[k]] = -1;
        }
        s->parent[part.to - 1] = part.parent;
    }
}

/* The fronts end at the numbers k with a parent; parent[k] is such a number, or -1. */
static void list_fronts(nsd_fronts_plan *plan, const dissection *s)
{
    const int n = plan->graph.n;
    int      *front_at = s->queue;

    plan->fronts = 0;
    plan->first[0] = 0;
    for (int k = 0; k < n; k++) {
        plan->order[k] = s->list[k];
        front_at[k] = plan->fronts;
        if (s->parent[k] >= -1) {
            plan->first[++plan->fronts] = k + 1;
        }
    }
    for (int t = 0; t < plan->fronts; t++) {
        const int up = s->parent[plan->first[t + 1] - 1];
        plan->parent[t] = up < 0 ? -1 : front_at[up];
    }
}

nsd_status nsd_fronts_dissect(nsd_fronts_plan *plan, nsd_scratch *scratch)
{
    const int  n = plan->graph.n;
    dissection s = { .graph = &plan->graph };

    lay_out(&s, n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    for (int k = 0; k < n; k++) {
        s.list[k] = k;
        s.parent[k] = -2; /* no end of a front */
    }
    push(&s, 0, n, -1);
    while (s.count > 0) {
        const segment part = s.waiting[--s.count];
        if (!split_components(&s, part)) {
            cut_segment(&s, part);
        }
    }
    list_fronts(plan, &s);
    return NSD_OK;
}
