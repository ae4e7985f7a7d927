/* test_bodies_patch.c - contacts that are swept again: which contacts, in which order, and which
 * residuals are computed afterwards. */
#include "bodies/bodies_patch.h"
#include "nsd_test.h"
#include "nsd_test_world.h"

#define BALLS_PER_EDGE 4

/* A cube of balls that have fallen onto each other, many of them in contact */
static world *new_heap(void)
{
    world *w = new_world();
    for (int i = 0; i < BALLS_PER_EDGE * BALLS_PER_EDGE * BALLS_PER_EDGE; i++) {
        const int column = i % BALLS_PER_EDGE, row = i / BALLS_PER_EDGE % BALLS_PER_EDGE,
                  layer = i / BALLS_PER_EDGE / BALLS_PER_EDGE;
        const double x[3] = { 0.98 * column + 0.02 * sin(7.0 * i), 0.98 * row,
                              0.55 + 1.02 * layer };
        add_body(w, 0.0, 0.5, x);
    }
    if (start_world(w, 0.005) != NSD_OK) {
        free_world(w);
        return NULL;
    }
    for (int k = 0; k < 60; k++) {
        w->bodies.base.step(&w->bodies.base, &w->state);
    }
    return w;
}

typedef struct patch_fixture {
    world            *w;
    nsd_sweeper       all;
    nsd_bodies_island one;
    nsd_bodies_patch  patch;
    nsd_scratch       scratch;
} patch_fixture;

/* The contacts of the last step of a heap, with the impulses of that step; 0 when that fails */
static int fill_fixture(patch_fixture *c)
{
    c->w = new_heap();
    if (!c->w) {
        return 0;
    }
    nsd_bodies          *bodies = &c->w->bodies;
    const nsd_touch_list last = bodies->before; /* a step ends by exchanging the lists */
    bodies->before = bodies->now;
    bodies->now = last;
    const int count = bodies->now.count, n = bodies->set->count;
    c->all = (nsd_sweeper){ .bodies = bodies, .count = count, .lambda = 30.0 };
    c->scratch.size = nsd_bodies_rows_scratch(count, 0) + nsd_bodies_island_scratch(count, n, 0) +
                      nsd_bodies_patch_scratch(count, n) +
                      nsd_bodies_accelerate_scratch(3 * count, n) +
                      2 * nsd_scratch_need((size_t)count + 1, sizeof(int));
    c->scratch.base = malloc(c->scratch.size);
    const int taken = nsd_bodies_island_init(&c->one, &c->all, &c->scratch) &&
                      nsd_bodies_rows_take(&c->all, count, &c->scratch);
    int *order = nsd_scratch_take(&c->scratch, (size_t)count + 1, sizeof(int));
    int *start = nsd_scratch_take(&c->scratch, (size_t)count + 1, sizeof(int));
    if (!taken || !order || !start) {
        return 0;
    }
    nsd_bodies_rows_fill(&c->all, order, start);
    nsd_bodies_rows_gather(&c->all);
    return nsd_bodies_patch_init(&c->patch, &c->all, &c->one, &c->scratch);
}

static void free_fixture(patch_fixture *c)
{
    free(c->scratch.base);
    if (c->w) {
        free_world(c->w);
    }
}

/* fill_fixture as a check: 0 when it failed, with the fixture freed */
static int fixture_is_ready(patch_fixture *c, int *nsd_failures)
{
    const int opened = fill_fixture(c);
    NSD_CHECK(opened);
    if (!opened) {
        free_fixture(c);
    }
    return opened;
}

static int touches(const nsd_bodies_row *row, int body)
{
    return row->a == body || row->b == body;
}

NSD_TEST(a_patch_is_all_rows_of_the_bodies_above_the_goal_upwards)
{
    patch_fixture c = { 0 };
    if (!fixture_is_ready(&c, nsd_failures)) {
        return;
    }
    nsd_bodies_patch     *patch = &c.patch;
    const int             count = c.all.count, n = c.w->set.count;
    const nsd_bodies_row *one = c.all.rows + count / 2;
    int                   expected = 0, in_order = 1;

    NSD_CHECK(count > n);
    memset(c.all.miss, 0, (size_t)count * sizeof(double));
    nsd_bodies_patch_look(patch, 1.0);
    NSD_CHECK(nsd_bodies_patch_choose(patch) == 0);
    c.all.miss[count / 2] = 2.0;
    nsd_bodies_patch_look(patch, 1.0);
    NSD_CHECK(patch->aboves == 1);
    const int chosen = nsd_bodies_patch_choose(patch);
    for (int k = 0; k < count; k++) {
        const nsd_bodies_row *row = c.all.rows + k;
        expected += touches(row, one->a) || (one->b < n && touches(row, one->b));
    }
    NSD_CHECK(chosen == expected && chosen > 1 && chosen < count);
    nsd_bodies_patch_sweep(patch, 1e-12, 1, c.scratch);
    for (int k = 1; k < chosen; k++) {
        in_order &= patch->list[k - 1] < patch->list[k];
    }
    NSD_CHECK(in_order);
    free_fixture(&c);
}

NSD_TEST(residuals_of_rows_of_moved_bodies_are_enough)
{
    patch_fixture c = { 0 };
    if (!fixture_is_ready(&c, nsd_failures)) {
        return;
    }
    nsd_bodies_patch *patch = &c.patch;
    const int         count = c.all.count;
    const double      solved = nsd_bodies_rows_residual(&c.all);
    double           *r = c.all.r + 3 * (count / 2), largest = 0.0;

    NSD_CHECK(solved < 1e-6);
    r[0] += 0.3;
    nsd_bodies_rows_gather(&c.all);
    NSD_CHECK(nsd_bodies_rows_residual(&c.all) > 1e-3);
    double level = 1e-4;
    for (int round = 0; round < 200; round++) {
        nsd_bodies_patch_look(patch, level);
        if (nsd_bodies_patch_choose(patch) == 0) {
            break;
        }
        nsd_bodies_patch_sweep(patch, level, 20, c.scratch);
        largest = nsd_bodies_patch_residual(patch, level);
        double *seen = malloc((size_t)count * sizeof *seen), worst = 0.0;
        memcpy(seen, c.all.miss, (size_t)count * sizeof *seen);
        const double all = nsd_bodies_rows_residual(&c.all); /* of every row */
        for (int k = 0; k < count; k++) {
            worst = fmax(worst, fabs(seen[k] - c.all.miss[k]));
        }
        free(seen);
        NSD_CHECK(worst <= 1e-12);
        NSD_CHECK(all <= level || fabs(all - largest) <= 1e-12);
    }
    NSD_CHECK(largest <= level);
    free_fixture(&c);
}

NSD_TEST(too_little_scratch_is_reported)
{
    patch_fixture    c = { 0 };
    char             few[16];
    nsd_scratch      scratch = { few, sizeof few, 0 };
    nsd_bodies_patch patch;
    if (!fixture_is_ready(&c, nsd_failures)) {
        return;
    }
    NSD_CHECK(!nsd_bodies_patch_init(&patch, &c.all, &c.one, &scratch));
    free_fixture(&c);
}

NSD_TEST_MAIN(a_patch_is_all_rows_of_the_bodies_above_the_goal_upwards,
              residuals_of_rows_of_moved_bodies_are_enough, too_little_scratch_is_reported)
