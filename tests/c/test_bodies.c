/* test_bodies.c - rigid bodies: grid against all pairs, free fall, a resting box, energy. */
#include <stdlib.h>
#include <string.h>

#include "nsd_bodies.h"
#include "nsd_test.h"

#define MOST 64

typedef struct world {
    nsd_body_set set;
    double    box[MOST], size[3 * MOST], mass[MOST], inertia[3 * MOST], surface[NSD_SURFACE * MOST];
    double    plane[4], plane_surface[NSD_SURFACE];
    double    q[7 * MOST], v[7 * MOST], mu[MOST + NSD_BODIES_MORE];
    nsd_state state;
    nsd_ledger  ledger;
    nsd_bodies  bodies;
    nsd_scratch scratch;
} world;

static nsd_status grow(nsd_bodies *bodies, nsd_touch_list *list, int capacity)
{
    (void)bodies;
    list->item = realloc(list->item, (size_t)capacity * sizeof *list->item);
    list->capacity = capacity;
    return NSD_OK;
}

static nsd_status grow_work(nsd_scratch *work, size_t bytes)
{
    work->base = realloc(work->base, bytes);
    work->size = bytes;
    return NSD_OK;
}

/* A ball (edge 0) or a cube at x; NaN: it names no surface. */
static void add(world *w, double edge, double radius, const double *x)
{
    const int    i = w->set.count++;
    const double half = edge > 0.0 ? 0.5 * edge : radius;
    double      *q = w->q + 7 * i;

    w->box[i] = edge > 0.0;
    w->mass[i] = 1.0;
    for (int k = 0; k < 3; k++) {
        w->size[3 * i + k] = edge > 0.0 || k == 0 ? half : 0.0;
        w->inertia[3 * i + k] = edge > 0.0 ? edge * edge / 6.0 : 0.4 * radius * radius;
        q[k] = x[k];
    }
    for (int k = 0; k < NSD_SURFACE; k++) {
        w->surface[NSD_SURFACE * i + k] = NAN;
    }
    q[3] = 1.0;
}

static world *new_world(void)
{
    world       *w = calloc(1, sizeof *w);
    const double floor[4] = { 0.0, 0.0, 1.0, 0.0 };

    memcpy(w->plane, floor, sizeof floor);
    for (int k = 0; k < NSD_SURFACE; k++) {
        w->plane_surface[k] = NAN;
    }
    w->set.dimension = 3;
    w->set.planes = 1;
    w->set.box = w->box;
    w->set.size = w->size;
    w->set.mass = w->mass;
    w->set.inertia = w->inertia;
    w->set.surface = w->surface;
    w->set.plane = w->plane;
    w->set.plane_surface = w->plane_surface;
    w->set.usual[0] = 0.3;
    w->set.gravity[2] = -10.0;
    w->state.q = w->q;
    w->state.v = w->v;
    w->state.mu = w->mu;
    return w;
}

static nsd_status begin(world *w, double h)
{
    const nsd_bodies_options options = { h, 0.5, 1e-8, 2000, 0 };
    const size_t             bytes = nsd_bodies_scratch(&w->set);

    w->scratch.base = malloc(bytes);
    w->scratch.size = bytes;
    w->bodies.grow = grow;
    w->bodies.grow_work = grow_work;
    return nsd_bodies_init(&w->bodies, &w->set, &options, &w->scratch, &w->state, &w->ledger);
}

static void end(world *w)
{
    free(w->bodies.now.item);
    free(w->bodies.before.item);
    free(w->bodies.rows.base);
    free(w->bodies.work.base);
    free(w->scratch.base);
    free(w);
}

static double draw(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0;
}

NSD_TEST(test_free_fall_is_exact)
{
    world       *w = new_world();
    const double x[3] = { 0.0, 0.0, 100.0 };
    add(w, 0.0, 0.5, x);
    NSD_CHECK(begin(w, 0.01) == NSD_OK);
    for (int k = 0; k < 100; k++) {
        NSD_CHECK(w->bodies.base.step(&w->bodies.base, &w->state) == NSD_OK);
    }
    NSD_CHECK_NEAR(w->q[2], 95.0, 1e-11); /* g t^2/2, the trapezoidal rule is exact */
    NSD_CHECK_NEAR(w->v[2], -10.0, 1e-12);
    end(w);
}

NSD_TEST(test_box_rests_with_its_weight)
{
    world       *w = new_world();
    const double x[3] = { 0.0, 0.0, 0.5 };
    add(w, 1.0, 0.0, x);
    NSD_CHECK(begin(w, 0.01) == NSD_OK);
    for (int k = 0; k < 20; k++) {
        NSD_CHECK(w->bodies.base.step(&w->bodies.base, &w->state) == NSD_OK);
        NSD_CHECK_NEAR(w->mu[0], 0.1, 1e-8); /* m g h */
    }
    NSD_CHECK(w->bodies.missed == 0);
    NSD_CHECK_NEAR(w->q[2], 0.5, 1e-9);
    end(w);
}

NSD_TEST(test_grid_finds_what_all_pairs_find)
{
    world   *w = new_world();
    unsigned seed = 3;
    for (int i = 0; i < MOST; i++) {
        const double x[3] = { 3.0 * draw(&seed), 3.0 * draw(&seed), 3.0 * draw(&seed) };
        add(w, i % 3 == 0 ? 0.2 + 0.4 * draw(&seed) : 0.0, 0.1 + 0.2 * draw(&seed), x);
    }
    NSD_CHECK(begin(w, 0.01) == NSD_OK);
    w->set.cell = 1.1;
    NSD_CHECK(nsd_bodies_find(&w->bodies) == NSD_OK);
    const int  count = w->bodies.now.count;
    nsd_touch *grid = malloc((size_t)count * sizeof *grid);
    memcpy(grid, w->bodies.now.item, (size_t)count * sizeof *grid);
    w->set.cell = 0.0;
    NSD_CHECK(nsd_bodies_find(&w->bodies) == NSD_OK);
    NSD_CHECK(count > 20);
    NSD_CHECK(w->bodies.now.count == count);
    for (int c = 0; c < count && w->bodies.now.count == count; c++) {
        const nsd_touch *one = grid + c, *two = w->bodies.now.item + c;
        NSD_CHECK(one->a == two->a && one->b == two->b && one->feature == two->feature);
        NSD_CHECK(one->gap == two->gap);
    }
    free(grid);
    end(w);
}

NSD_TEST(test_bodies_as_wide_as_a_cell_are_in_the_grid)
{
    world *w = new_world();
    for (int i = 0; i < MOST; i++) {
        const double x[3] = { i, 0.0, 1.0 };
        add(w, 0.0, 0.5, x);
    }
    w->set.cell = 1.0 + 1e-6;
    NSD_CHECK(begin(w, 0.01) == NSD_OK);
    NSD_CHECK(w->bodies.base.step(&w->bodies.base, &w->state) == NSD_OK);
    NSD_CHECK(w->bodies.larges == 0); /* else the search would try all pairs */
    NSD_CHECK(w->bodies.before.count == MOST - 1);
    end(w);
}

static void check_heap(int *nsd_failures, double rolling)
{
    world   *w = new_world();
    unsigned seed = 5;
    w->set.usual[NSD_SURFACE_ROLLING] = w->set.usual[NSD_SURFACE_SPINNING] = rolling;
    for (int i = 0; i < 24; i++) {
        const int    floor = i / 4;
        const double x[3] = { 1.1 * (i % 2) + 0.1 * draw(&seed), 1.1 * (i / 2 % 2),
                              0.8 + 1.2 * floor };
        add(w, i % 2 == 0 ? 0.9 : 0.0, 0.5, x);
        w->v[7 * i + 4] = draw(&seed);
    }
    w->inertia[0] *= 1.5; /* one that turns unevenly */
    w->set.cell = 2.0;
    NSD_CHECK(begin(w, 0.01) == NSD_OK);
    const double *value = w->ledger.value, start = value[NSD_KINETIC] + value[NSD_POTENTIAL];
    for (int k = 0; k < 150; k++) {
        NSD_CHECK(w->bodies.base.step(&w->bodies.base, &w->state) == NSD_OK);
        w->bodies.base.energy(&w->bodies.base, &w->state, &w->ledger);
    }
    NSD_CHECK_NEAR(value[NSD_KINETIC] + value[NSD_POTENTIAL] - start,
                   value[NSD_IMPACT] + value[NSD_FRICTION], 1e-10 * start);
    NSD_CHECK(value[NSD_IMPACT] < 0.0);
    end(w);
}

NSD_TEST(test_ledger_of_a_heap_closes)
{
    check_heap(nsd_failures, 0.0);
    check_heap(nsd_failures, 0.02);
}

NSD_TEST(test_too_little_scratch_is_told)
{
    world                   *w = new_world();
    const nsd_bodies_options options = { 0.01, 0.5, 1e-8, 100, 0 };
    const double             x[3] = { 0.0, 0.0, 1.0 };
    char                     few[64];
    nsd_scratch              scratch = { few, sizeof few, 0 };
    add(w, 0.0, 0.5, x);
    NSD_CHECK(nsd_bodies_init(&w->bodies, &w->set, &options, &scratch, &w->state, &w->ledger) ==
              NSD_ERR_WORKSPACE);
    end(w);
}

NSD_TEST_MAIN(test_free_fall_is_exact, test_box_rests_with_its_weight,
              test_grid_finds_what_all_pairs_find, test_bodies_as_wide_as_a_cell_are_in_the_grid,
              test_ledger_of_a_heap_closes, test_too_little_scratch_is_told)
