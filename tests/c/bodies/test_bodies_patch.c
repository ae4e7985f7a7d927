/* test_bodies_patch.c - contacts that are swept again: which, in what order, what is looked at
 * after */
#include "bodies/bodies_patch.h"
#include "nsd_test.h"
#include "nsd_test_world.h"

#define EDGE 4

/* Balls that have fallen onto each other, in a state where many touch */
static world *heap(void)
{
    world *w = new_world();
    for (int i = 0; i < EDGE * EDGE * EDGE; i++) {
        const int    column = i % EDGE, row = i / EDGE % EDGE, layer = i / EDGE / EDGE;
        const double x[3] = { 0.98 * column + 0.02 * sin(7.0 * i), 0.98 * row,
                              0.55 + 1.02 * layer };
        add(w, 0.0, 0.5, x);
    }
    if (begin(w, 0.005) != NSD_OK) {
        end(w);
        return NULL;
    }
    for (int k = 0; k < 60; k++) {
        w->bodies.base.step(&w->bodies.base, &w->state);
    }
    return w;
}

typedef struct case_of {
    world             *w;
    nsd_bodies_sweeper all;
    nsd_bodies_island  one;
    nsd_bodies_patch   patch;
    nsd_scratch        scratch;
} case_of;

static void lay_out(case_of *c, int **order, int **start, nsd_scratch *scratch)
{
    const size_t contacts = (size_t)c->all.count + 1;
    nsd_bodies_island_lay_out(&c->one, &c->all, scratch);
    nsd_bodies_rows_lay_out(&c->all, scratch);
    nsd_bodies_patch_lay_out(&c->patch, &c->all, scratch);
    *order = nsd_scratch_ints(scratch, contacts);
    *start = nsd_scratch_ints(scratch, contacts);
}

/* The contacts of the last step with the impulses that solved it */
static int open_case(case_of *c)
{
    c->w = heap();
    if (!c->w) {
        return 0;
    }
    nsd_bodies *bodies = &c->w->bodies;
    /* a step ends by exchanging the lists */
    const nsd_body_contacts last = bodies->contacts_before;
    bodies->contacts_before = bodies->contacts;
    bodies->contacts = last;
    const int count = bodies->contacts.count, n = bodies->set->count;
    c->all = (nsd_bodies_sweeper){ .bodies = bodies, .count = count, .lambda = 30.0 };
    int        *order, *start;
    nsd_scratch counter = nsd_scratch_counter();
    lay_out(c, &order, &start, &counter);
    c->scratch.size = nsd_scratch_counted(&counter) + nsd_bodies_accelerate_scratch(3 * count, n);
    c->scratch.base = malloc(c->scratch.size);
    lay_out(c, &order, &start, &c->scratch);
    nsd_bodies_island_init(&c->one);
    nsd_bodies_rows_fill(&c->all, order, start);
    nsd_bodies_rows_velocities(&c->all);
    nsd_bodies_patch_init(&c->patch, &c->all, &c->one);
    return !nsd_scratch_is_full(&c->scratch);
}

static void close_case(case_of *c)
{
    free(c->scratch.base);
    if (c->w) {
        end(c->w);
    }
}

/* open_case as a check: 0 when that failed, and nothing is left to close */
static int is_open(case_of *c, int *nsd_failures)
{
    const int opened = open_case(c);
    NSD_CHECK(opened);
    if (!opened) {
        close_case(c);
    }
    return opened;
}

static int touches(const nsd_bodies_row *row, int body)
{
    return row->a == body || row->b == body;
}

NSD_TEST(a_patch_is_all_rows_of_the_bodies_above_the_goal_upwards)
{
    case_of c = { 0 };
    if (!is_open(&c, nsd_failures)) {
        return;
    }
    nsd_bodies_patch     *patch = &c.patch;
    const int             count = c.all.count, n = c.w->set.count;
    const nsd_bodies_row *one = c.all.rows + count / 2;
    int                   expected = 0, in_order = 1;

    NSD_CHECK(count > n);
    memset(c.all.residual, 0, (size_t)count * sizeof(double));
    nsd_bodies_patch_find(patch, 1.0);
    NSD_CHECK(nsd_bodies_patch_fill(patch) == 0);
    c.all.residual[count / 2] = 2.0;
    nsd_bodies_patch_find(patch, 1.0);
    NSD_CHECK(patch->above_count == 1);
    const int chosen = nsd_bodies_patch_fill(patch);
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
    close_case(&c);
}

/* room was taken before it was known that there are lanes: boxes took five times as long */
NSD_TEST(steps_with_many_contacts_have_room_for_sweeps_in_lanes)
{
    world *w = heap();
    NSD_CHECK(w != NULL);
    if (!w) {
        return;
    }
    nsd_lanes   lanes;
    nsd_bodies *bodies = &w->bodies;
    free(bodies->rows.base);
    bodies->rows = (nsd_scratch){ 0 };
    bodies->tolerance = 1e-4;
    NSD_CHECK(bodies->base.step(&bodies->base, &w->state) == NSD_OK);
    const int count = bodies->contacts_before.count;
    NSD_CHECK(count > NSD_LANES_CONTACTS && bodies->lanes.record);
    NSD_CHECK(bodies->rows.size >
              nsd_lanes_lay_out(&lanes, count, bodies->set->count, NSD_SCRATCH_COUNTER));
    end(w);
}

NSD_TEST(only_rows_of_moved_bodies_are_looked_at_and_that_is_enough)
{
    case_of c = { 0 };
    if (!is_open(&c, nsd_failures)) {
        return;
    }
    nsd_bodies_patch *patch = &c.patch;
    const int         count = c.all.count;
    const double      solved = nsd_bodies_rows_residual(&c.all);
    double           *r = c.all.r + 3 * (count / 2), largest = 0.0;

    NSD_CHECK(solved < 1e-6);
    r[0] += 0.3;
    nsd_bodies_rows_velocities(&c.all);
    NSD_CHECK(nsd_bodies_rows_residual(&c.all) > 1e-3);
    double level = 1e-4;
    for (int round = 0; round < 200; round++) {
        nsd_bodies_patch_find(patch, level);
        if (nsd_bodies_patch_fill(patch) == 0) {
            break;
        }
        nsd_bodies_patch_sweep(patch, level, 20, c.scratch);
        largest = nsd_bodies_patch_residual(patch, level);
        double *seen = malloc((size_t)count * sizeof *seen), worst = 0.0;
        memcpy(seen, c.all.residual, (size_t)count * sizeof *seen);
        const double all = nsd_bodies_rows_residual(&c.all); /* of every row, afresh */
        for (int k = 0; k < count; k++) {
            worst = fmax(worst, fabs(seen[k] - c.all.residual[k]));
        }
        free(seen);
        NSD_CHECK(worst <= 1e-12);
        NSD_CHECK(all <= level || fabs(all - largest) <= 1e-12);
    }
    NSD_CHECK(largest <= level);
    close_case(&c);
}

NSD_TEST_MAIN(a_patch_is_all_rows_of_the_bodies_above_the_goal_upwards,
              steps_with_many_contacts_have_room_for_sweeps_in_lanes,
              only_rows_of_moved_bodies_are_looked_at_and_that_is_enough)
