/* test_bodies.c - rigid bodies: grid against all pairs, free fall, a resting box, energy. */
#include "nsd_test.h"
#include "nsd_test_world.h"

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
        NSD_CHECK_NEAR(w->extra[0], 0.1, 1e-8); /* m g h */
    }
    NSD_CHECK(w->bodies.misses.unsolved == 0);
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
    const int         count = w->bodies.contacts.count;
    nsd_body_contact *grid = malloc((size_t)count * sizeof *grid);
    memcpy(grid, w->bodies.contacts.item, (size_t)count * sizeof *grid);
    w->set.cell = 0.0;
    NSD_CHECK(nsd_bodies_find(&w->bodies) == NSD_OK);
    NSD_CHECK(count > 20);
    NSD_CHECK(w->bodies.contacts.count == count);
    for (int c = 0; c < count && w->bodies.contacts.count == count; c++) {
        const nsd_body_contact *one = grid + c, *two = w->bodies.contacts.item + c;
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
    NSD_CHECK(w->bodies.grid.large_count == 0); /* else the search would try all pairs */
    NSD_CHECK(w->bodies.contacts_before.count == MOST - 1);
    end(w);
}

static void check_heap(int *nsd_failures, double rolling)
{
    world   *w = new_world();
    unsigned seed = 5;
    w->set.default_surface[NSD_SURFACE_ROLLING] = w->set.default_surface[NSD_SURFACE_SPINNING] =
        rolling;
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
    const nsd_bodies_options options = { 0.01, 0.5, 1e-8, 100, NSD_PROJECT_OFF, 1, NULL };
    const double             x[3] = { 0.0, 0.0, 1.0 };
    char                     few[64];
    nsd_scratch              scratch = { few, sizeof few, 0 };
    add(w, 0.0, 0.5, x);
    NSD_CHECK(nsd_bodies_init(&w->bodies, &w->set, &options, &scratch, &w->state, &w->ledger) ==
              NSD_ERR_WORKSPACE);
    end(w);
}

static int always(void *context)
{
    (void)context;
    return 1;
}

/* Two balls in one another on the plane, with a goal that sweeps do not reach */
NSD_TEST(test_a_poll_ends_a_step_and_leaves_the_state)
{
    const nsd_poll poll = { always, NULL };
    const double   low[3] = { 0.0, 0.0, 0.4 }, high[3] = { 0.3, 0.0, 0.9 };
    world         *w = new_world();
    add(w, 0.0, 0.5, low);
    add(w, 0.0, 0.5, high);
    NSD_CHECK(begin(w, 0.01) == NSD_OK);
    w->bodies.poll = &poll;
    w->bodies.tolerance = 1e-300;
    NSD_CHECK(w->bodies.base.step(&w->bodies.base, &w->state) == NSD_STOPPED);
    NSD_CHECK(w->state.k == 0 && w->q[2] == 0.4 && w->v[2] == 0.0);
    w->bodies.poll = NULL;
    NSD_CHECK(w->bodies.base.step(&w->bodies.base, &w->state) == NSD_OK);
    NSD_CHECK(w->state.k == 1);
    end(w);
}

static int requests_left;

static void *resize_a_few_times(void *memory, size_t bytes)
{
    return requests_left-- > 0 ? realloc(memory, bytes) : NULL;
}

/* A row of balls on the plane, recorded: lists, record and sweeps ask for memory one by one. */
NSD_TEST(test_memory_that_is_refused_is_told)
{
    int refused = 0;
    for (int given = 0; refused == given; given++) {
        world     *w = new_world();
        nsd_status status = NSD_OK;
        for (int i = 0; i < MOST; i++) {
            const double x[3] = { i, 0.0, 0.5 };
            add(w, 0.0, 0.5, x);
        }
        NSD_CHECK(begin(w, 0.01) == NSD_OK);
        w->bodies.resize = resize_a_few_times;
        w->bodies.record.every = 1;
        requests_left = given;
        for (int k = 0; k < 3 && status == NSD_OK; k++) {
            status = w->bodies.base.step(&w->bodies.base, &w->state);
        }
        NSD_CHECK(status == NSD_OK || status == NSD_ERR_WORKSPACE);
        refused += status == NSD_ERR_WORKSPACE;
        end(w);
    }
    NSD_CHECK(refused >= 4); /* two lists, the record, the sweeps */
}

NSD_TEST(test_shapes_have_names_and_unknown_ones_are_told)
{
    world       *w = new_world();
    const double x[3] = { 0.0, 0.0, 1.0 };
    NSD_CHECK(nsd_collide_find("ball") == NSD_SHAPE_BALL);
    NSD_CHECK(nsd_collide_find("box") == NSD_SHAPE_BOX);
    NSD_CHECK(nsd_collide_find("cone") == -1);
    add(w, 2.0, 0.0, x);
    add(w, 0.0, 0.5, x);
    NSD_CHECK_NEAR(nsd_bodies_shape_bound(&w->set, 0), sqrt(3.0), 1e-15);
    NSD_CHECK(nsd_bodies_shape_bound(&w->set, 1) == 0.5);
    w->shape[1] = NSD_SHAPES;
    NSD_CHECK(begin(w, 0.01) == NSD_ERR_BAD_ARGUMENT);
    end(w);
}

/* A ball on a box: the normal points from the body with the larger number to the other one. */
NSD_TEST(test_a_pair_of_shapes_is_the_same_in_either_order)
{
    const double low[3] = { 0.0, 0.0, 2.0 }, high[3] = { 0.1, 0.0, 3.0 };
    for (int first = 0; first < 2; first++) { /* number of the ball */
        world *w = new_world();
        add(w, first == 0 ? 0.0 : 1.0, 0.5, first == 0 ? high : low);
        add(w, first == 0 ? 1.0 : 0.0, 0.5, first == 0 ? low : high);
        NSD_CHECK(begin(w, 0.01) == NSD_OK);
        NSD_CHECK(nsd_bodies_find(&w->bodies) == NSD_OK);
        NSD_CHECK(w->bodies.contacts.count == 1);
        const nsd_body_contact *contact = w->bodies.contacts.item;
        NSD_CHECK(contact->a == 0 && contact->b == 1);
        NSD_CHECK_NEAR(contact->gap, 0.0, 1e-15);
        NSD_CHECK_NEAR(contact->frame.D[2], first == 0 ? 1.0 : -1.0, 1e-15);
        NSD_CHECK_NEAR(contact->point[0], 0.1, 1e-15);
        NSD_CHECK_NEAR(contact->point[2], 2.5, 1e-15);
        end(w);
    }
}

/* Contacts are sorted by their heights, gravity times distance. Where these overflow, or differ by
 * less than the smallest normal number, their scale is not finite, and what was taken for the
 * number of a bin was none: a crash. */
NSD_TEST(test_heights_beyond_the_numbers_end_a_run_or_do_no_harm)
{
    const double gravity[] = { -1.7e308, -1e-310 };
    for (int g = 0; g < 2; g++) {
        world     *w = new_world();
        nsd_status status = NSD_OK;
        for (int i = 0; i < 4; i++) { /* four balls that overlap, on or in the plane */
            const double x[3] = { 0.5 * i, 0.0, 0.5 + 0.5 * i };
            add(w, 0.0, 1.0, x);
        }
        w->set.gravity[2] = gravity[g];
        NSD_CHECK(begin(w, 0.01) == NSD_OK);
        for (int k = 0; k < 10 && status == NSD_OK; k++) {
            status = w->bodies.base.step(&w->bodies.base, &w->state);
        }
        NSD_CHECK(status == (g == 0 ? NSD_DIVERGED : NSD_OK));
        for (int i = 0; i < 7 * w->set.count; i++) {
            NSD_CHECK(isfinite(w->q[i]) && isfinite(w->v[i]));
        }
        end(w);
    }
}

NSD_TEST_MAIN(test_free_fall_is_exact, test_box_rests_with_its_weight,
              test_grid_finds_what_all_pairs_find, test_bodies_as_wide_as_a_cell_are_in_the_grid,
              test_ledger_of_a_heap_closes, test_too_little_scratch_is_told,
              test_a_poll_ends_a_step_and_leaves_the_state, test_memory_that_is_refused_is_told,
              test_shapes_have_names_and_unknown_ones_are_told,
              test_a_pair_of_shapes_is_the_same_in_either_order,
              test_heights_beyond_the_numbers_end_a_run_or_do_no_harm)
