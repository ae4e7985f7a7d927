/* test_fronts.c - sparse systems of blocks by fronts: separators, factors, nodes left out. */
#include "sparse/fronts.h"

#include <stdlib.h>
#include <string.h>

#include "nsd_test.h"
#include "nsd_test_random.h"

typedef struct blocks { /* a graph, and a matrix of d x d blocks on it */
    nsd_fronts_graph graph;
    int              d;
    int             *start, *row;
    double          *A;
} blocks;

/* Neighbours in a box of sides k, l, m, the nodes in shuffled order */
static blocks make_box(int k, int l, int m, int d, unsigned long long *state)
{
    const int n = k * l * m;
    blocks    b = { .d = d };
    int      *name = malloc((size_t)n * sizeof *name), *node = malloc((size_t)n * sizeof *node);

    b.start = malloc(((size_t)n + 1) * sizeof *b.start);
    b.row = malloc(7 * (size_t)n * sizeof *b.row);
    for (int i = 0; i < n; i++) {
        name[i] = i;
    }
    for (int i = n - 1; i > 0; i--) {
        const int j = (int)(uniform(state) * (i + 1)), t = name[i];
        name[i] = name[j];
        name[j] = t;
    }
    for (int i = 0; i < n; i++) {
        node[name[i]] = i;
    }
    int count = 0;
    for (int a = 0; a < n; a++) {
        const int x = node[a] % k, y = node[a] / k % l, z = node[a] / (k * l);
        b.start[a] = count;
        for (int c = 0; c < n; c++) {
            const int far = abs(node[c] % k - x) + abs(node[c] / k % l - y) +
                            abs(node[c] / (k * l) - z);
            if (far <= 1) {
                b.row[count++] = c;
            }
        }
    }
    b.start[n] = count;
    b.graph = (nsd_fronts_graph){ n, b.start, b.row };
    b.A = malloc((size_t)(count * d * d) * sizeof *b.A);
    free(name);
    free(node);
    return b;
}

/* Random blocks without symmetry, with a strong diagonal; or symmetric and definite */
static void fill_random(blocks *b, int symmetric, unsigned long long *state)
{
    const int d = b->d;
    for (int a = 0; a < b->graph.n; a++) {
        for (int k = b->start[a]; k < b->start[a + 1]; k++) {
            const int across = nsd_fronts_graph_find(&b->graph, b->row[k], a);
            for (int i = 0; i < d * d; i++) {
                const int    j = i / d + i % d * d;
                const double value = signed_uniform(state);
                b->A[k * d * d + i] = value + (b->row[k] == a && i % (d + 1) == 0 ? 7.0 * d : 0.0);
                if (symmetric && (across < k || (across == k && j < i))) {
                    b->A[k * d * d + i] = b->A[across * d * d + j];
                }
            }
        }
    }
}

static void free_blocks(blocks *b)
{
    free(b->start);
    free(b->row);
    free(b->A);
}

/* y <- A x, with the nodes that are on */
static void multiply(const blocks *b, const unsigned char *on, const double *x, double *y)
{
    const int d = b->d;
    memset(y, 0, (size_t)(b->graph.n * d) * sizeof *y);
    for (int a = 0; a < b->graph.n; a++) {
        for (int k = b->start[a]; on[a] && k < b->start[a + 1]; k++) {
            for (int i = 0; on[b->row[k]] && i < d * d; i++) {
                y[b->row[k] * d + i % d] += b->A[k * d * d + i] * x[a * d + i / d];
            }
        }
    }
}

typedef struct solver {
    nsd_fronts_plan plan;
    nsd_fronts      fronts;
    void           *memory[3];
} solver;

static void new_solver(solver *s, const blocks *b)
{
    size_t      bytes = nsd_fronts_order_scratch(b->graph.n);
    nsd_scratch scratch = { s->memory[0] = malloc(bytes), bytes, 0 };
    nsd_fronts_plan_order(&s->plan, &b->graph, &scratch);
    bytes = nsd_fronts_plan_scratch(&s->plan);
    scratch = (nsd_scratch){ s->memory[1] = malloc(bytes), bytes, 0 };
    nsd_fronts_plan_fill(&s->plan, &scratch);
    nsd_scratch counter = nsd_scratch_counter();
    nsd_fronts_lay_out(&s->fronts, &s->plan, b->d, &counter);
    bytes = nsd_scratch_counted(&counter);
    scratch = (nsd_scratch){ s->memory[2] = malloc(bytes), bytes, 0 };
    memset(&s->fronts, 0, sizeof s->fronts);
    nsd_fronts_lay_out(&s->fronts, &s->plan, b->d, &scratch);
    nsd_fronts_begin(&s->fronts, &s->plan, b->d, b->A);
}

static void free_solver(solver *s)
{
    for (int k = 0; k < 3; k++) {
        free(s->memory[k]);
    }
}

/* Largest error of the solution of A x = b for a known x */
static double solve_error(solver *s, const blocks *b, unsigned long long *state)
{
    const int n = b->graph.n * b->d;
    double   *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y), worst = 0.0;
    for (int i = 0; i < n; i++) {
        x[i] = s->fronts.on[i / b->d] ? signed_uniform(state) : 0.0;
    }
    multiply(b, s->fronts.on, x, y);
    if (nsd_fronts_factor(&s->fronts) != NSD_OK) {
        worst = INFINITY;
    }
    nsd_fronts_solve(&s->fronts, y);
    for (int i = 0; i < n; i++) {
        worst = fmax(worst, fabs(x[i] - y[i]));
    }
    free(x);
    free(y);
    return worst;
}

NSD_TEST(boxes_of_all_shapes_are_solved)
{
    const int          sides[][3] = { { 1, 1, 1 },   { 2, 1, 1 }, { 60, 1, 1 }, { 13, 1, 1 },
                                      { 12, 11, 1 }, { 7, 6, 5 }, { 3, 3, 30 } };
    unsigned long long state = 4711;
    for (int k = 0; k < 7; k++) {
        for (int d = 1; d <= 3; d++) {
            blocks b = make_box(sides[k][0], sides[k][1], sides[k][2], d, &state);
            solver s;
            NSD_CHECK(nsd_fronts_graph_is_symmetric(&b.graph));
            for (int symmetric = 0; symmetric < 2; symmetric++) {
                fill_random(&b, symmetric, &state);
                new_solver(&s, &b);
                s.fronts.definite = symmetric;
                NSD_CHECK(solve_error(&s, &b, &state) < 1e-13);
                for (int a = 0; a < b.graph.n; a++) {
                    s.fronts.on[a] = uniform(&state) < 0.6;
                }
                NSD_CHECK(solve_error(&s, &b, &state) < 1e-13);
                free_solver(&s);
            }
            free_blocks(&b);
        }
    }
}

NSD_TEST(nodes_are_ordered_once_and_parents_come_later)
{
    unsigned long long state = 99;
    blocks             b = make_box(9, 8, 7, 1, &state);
    solver             s;
    int               *seen = calloc((size_t)b.graph.n, sizeof *seen), good = 1;
    fill_random(&b, 0, &state);
    new_solver(&s, &b);
    for (int k = 0; k < b.graph.n; k++) {
        seen[s.plan.order[k]]++;
        good &= s.plan.place[s.plan.order[k]] == k;
    }
    for (int k = 0; k < b.graph.n; k++) {
        good &= seen[k] == 1;
    }
    for (int t = 0; t < s.plan.fronts; t++) {
        good &= s.plan.parent[t] < 0 || s.plan.parent[t] > t;
    }
    NSD_CHECK(good);
    free(seen);
    free_solver(&s);
    free_blocks(&b);
}

/* A cube is cut along its sides: separators of at most a layer. Level sets from a corner, which are
 * hexagons, took more than twice the work. */
NSD_TEST(a_cube_is_cut_along_its_sides)
{
    unsigned long long state = 5;
    blocks             b = make_box(12, 12, 12, 1, &state);
    solver             s;
    new_solver(&s, &b);
    NSD_CHECK(s.plan.largest <= 2 * 144);
    NSD_CHECK(s.plan.work < 1.2e7);
    free_solver(&s);
    free_blocks(&b);
}

NSD_TEST(islands_and_lonely_nodes_are_solved)
{
    enum { NODES = 300 };
    unsigned long long state = 31;
    blocks             b = { .d = 2 };
    solver             s;
    b.start = malloc((NODES + 1) * sizeof *b.start);
    b.row = malloc(2 * NODES * sizeof *b.row);
    b.A = malloc(8 * NODES * sizeof *b.A);
    int count = 0;
    for (int a = 0; a < NODES; a++) { /* pairs (a, a + 100) for a < 100; the others are alone */
        b.start[a] = count;
        if (a >= 100 && a < 200) b.row[count++] = a - 100;
        b.row[count++] = a;
        if (a < 100) b.row[count++] = a + 100;
    }
    b.start[NODES] = count;
    b.graph = (nsd_fronts_graph){ NODES, b.start, b.row };
    fill_random(&b, 0, &state);
    new_solver(&s, &b);
    NSD_CHECK(s.plan.fronts == 200);
    NSD_CHECK(solve_error(&s, &b, &state) < 1e-13);
    free_solver(&s);
    free_blocks(&b);
}

static int always_stopped(void *context)
{
    (void)context;
    return 1;
}

NSD_TEST(failures_are_statuses)
{
    unsigned long long state = 8;
    blocks             b = make_box(5, 4, 3, 2, &state);
    solver             s;
    const nsd_poll     poll = { always_stopped, NULL };
    fill_random(&b, 1, &state);
    new_solver(&s, &b);
    s.fronts.poll = &poll;
    NSD_CHECK(nsd_fronts_factor(&s.fronts) == NSD_STOPPED);
    s.fronts.poll = NULL;
    s.fronts.definite = 1;
    NSD_CHECK(nsd_fronts_factor(&s.fronts) == NSD_OK);
    b.A[nsd_fronts_graph_find(&b.graph, 7, 7) * 4] = -1.0;
    NSD_CHECK(nsd_fronts_factor(&s.fronts) == NSD_ERR_NOT_DEFINITE);
    s.fronts.definite = 0;
    memset(b.A, 0, (size_t)(b.start[b.graph.n] * 4) * sizeof *b.A);
    NSD_CHECK(nsd_fronts_factor(&s.fronts) == NSD_ERR_SINGULAR);
    b.row[0] = b.row[0] == 0 ? b.row[1] : 0; /* not ascending, or without its mirror */
    NSD_CHECK(!nsd_fronts_graph_is_symmetric(&b.graph));
    nsd_scratch small = { s.memory[0], 64, 0 };
    NSD_CHECK(nsd_fronts_plan_order(&s.plan, &b.graph, &small) == NSD_ERR_WORKSPACE);
    free_solver(&s);
    free_blocks(&b);
}

NSD_TEST_MAIN(boxes_of_all_shapes_are_solved, nodes_are_ordered_once_and_parents_come_later,
              a_cube_is_cut_along_its_sides, islands_and_lonely_nodes_are_solved,
              failures_are_statuses)
