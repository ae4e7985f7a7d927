/* test_bodies_threads.c - rigid bodies on several threads: the same bits (RB.28), and no races, which
 * `make test-c-threads` looks for. */
#include "nsd_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "bodies/bodies.h"

enum { SIDE = 15, LAYERS = 8, COUNT = SIDE * SIDE * LAYERS, STEPS = 3 };

typedef struct crowd { /* balls that press on each other, in more than two slabs' contacts */
    nsd_body_set set;
    int          shape[COUNT];
    double       size[3 * COUNT], mass[COUNT], inertia[3 * COUNT], surface[NSD_SURFACE * COUNT];
    double       plane[4], plane_surface[NSD_SURFACE];
    double       q[7 * COUNT], v[7 * COUNT], extra[COUNT + NSD_BODIES_COLUMNS];
    nsd_state    state;
    nsd_ledger   ledger;
    nsd_bodies   bodies;
} crowd;

static void fill(crowd *c)
{
    memset(c, 0, sizeof *c);
    c->set = (nsd_body_set){ .dimension = 3,
                             .count = COUNT,
                             .planes = 1,
                             .mass = c->mass,
                             .inertia = c->inertia,
                             .shape = c->shape,
                             .size = c->size,
                             .surface = c->surface,
                             .plane = c->plane,
                             .plane_surface = c->plane_surface,
                             .gravity = { 0.0, 0.0, -10.0 },
                             .cell = 1.0 + 1e-6 };
    c->set.default_surface[NSD_SURFACE_FRICTION] = 0.3;
    c->plane[2] = 1.0;
    for (int k = 0; k < NSD_SURFACE; k++) {
        c->plane_surface[k] = NAN;
    }
    for (int k = 0; k < NSD_SURFACE * COUNT; k++) {
        c->surface[k] = NAN;
    }
    for (int n = 0; n < COUNT; n++) {
        double *q = c->q + 7 * n;
        q[0] = n % SIDE + 0.002 * sin(7.0 * n);
        q[1] = n / SIDE % SIDE + 0.002 * cos(5.0 * n);
        q[2] = 0.499 + 0.998 * (n / (SIDE * SIDE));
        q[3] = 1.0;
        c->v[7 * n] = sin(3.0 * n);
        c->shape[n] = NSD_SHAPE_BALL;
        c->size[3 * n] = 0.5;
        c->mass[n] = 1.0;
        c->inertia[3 * n] = c->inertia[3 * n + 1] = c->inertia[3 * n + 2] = 0.1;
    }
    c->state.q = c->q;
    c->state.v = c->v;
    c->state.extra = c->extra;
}

/* Steps on so many threads; returns the contacts of the last one, -1 after a failure. */
static int run(crowd *c, int threads)
{
    const nsd_bodies_options options = { .h = 0.005,
                                         .activation = 0.5,
                                         .tolerance = 1e-4,
                                         .max_iter = 200,
                                         .project = NSD_PROJECT_AUTO,
                                         .order = 1,
                                         .threads = threads };
    fill(c);
    const size_t bytes = nsd_bodies_scratch(&c->set);
    nsd_scratch  scratch = { malloc(bytes), bytes, 0 };
    c->bodies.resize = realloc;
    nsd_status status = nsd_bodies_init(&c->bodies, &c->set, &options, &scratch, &c->state,
                                        &c->ledger);
    for (int k = 0; k < STEPS && status == NSD_OK; k++) {
        status = c->bodies.base.step(&c->bodies.base, &c->state);
    }
    const int contacts = status == NSD_OK ? c->bodies.contacts_before.count : -1;
    nsd_bodies_release(&c->bodies, free);
    free(scratch.base);
    return contacts;
}

NSD_TEST(test_steps_have_the_same_bits_on_any_number_of_threads)
{
    crowd *one = malloc(sizeof *one), *other = malloc(sizeof *other);
    NSD_CHECK(run(one, 1) > 4096); /* fewer contacts are not cut into slabs */
    for (int threads = 2; threads <= 4; threads++) {
        NSD_CHECK(run(other, threads) > 4096);
        NSD_CHECK(memcmp(one->q, other->q, sizeof one->q) == 0);
        NSD_CHECK(memcmp(one->v, other->v, sizeof one->v) == 0);
        NSD_CHECK(memcmp(one->extra, other->extra, sizeof one->extra) == 0);
    }
    free(one);
    free(other);
}

static void count_up(void *work, int part)
{
    int *calls = work;
    calls[part]++;
}

NSD_TEST(test_each_part_is_made_once)
{
    int calls[100] = { 0 };
    nsd_threads_each(4, 100, count_up, calls);
    nsd_threads_each(1, 100, count_up, calls);
    nsd_threads_each(4, 0, count_up, calls);
    for (int k = 0; k < 100; k++) {
        NSD_CHECK(calls[k] == 2);
    }
    NSD_CHECK(nsd_threads_most() >= 1);
}

NSD_TEST_MAIN(test_steps_have_the_same_bits_on_any_number_of_threads, test_each_part_is_made_once)
