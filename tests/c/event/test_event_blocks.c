/* test_event_blocks.c - parts of a linear system that fly alone, and the queue of their events. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "event/event_blocks.h"
#include "event/event_queue.h"
#include "nsd_test.h"
#include "nsd_test_random.h"
#include "nsd_test_system.h"

/* --- queue ----------------------------------------------------------------------------------- */

enum { MEMBERS = 37 };

static int first_by_search(const double *time)
{
    int first = 0;
    for (int i = 1; i < MEMBERS; i++) {
        first = time[i] < time[first] ? i : first;
    }
    return first;
}

NSD_TEST(test_the_first_of_the_queue_is_the_least_after_any_change)
{
    static double      memory[4 * MEMBERS];
    nsd_scratch        scratch = { (char *)memory, sizeof memory, 0 };
    nsd_event_queue    queue;
    unsigned long long seed = 11;
    int                wrong = 0;

    nsd_event_queue_lay_out(&queue, MEMBERS, &scratch);
    NSD_CHECK(!nsd_scratch_is_full(&scratch));
    nsd_event_queue_init(&queue, MEMBERS);
    NSD_CHECK(nsd_event_queue_first(&queue) == 0);
    for (int k = 0; k < 5000; k++) {
        const int    member = (int)(MEMBERS * uniform(&seed));
        const double time = floor(10.0 * signed_uniform(&seed)); /* many times are equal */
        nsd_event_queue_set(&queue, member, time > 8.0 ? INFINITY : time);
        wrong += nsd_event_queue_first(&queue) != first_by_search(queue.time);
    }
    NSD_CHECK(wrong == 0);
}

/* --- blocks ---------------------------------------------------------------------------------- */

typedef struct fixture {
    test_system     *system;
    nsd_event_blocks blocks;
    void            *memory;
    int              found; /* blocks */
} fixture;

/* Blocks of a system that the caller has filled, in this storage */
static fixture blocks_of(test_system *system, nsd_storage storage)
{
    fixture           f = { .system = system };
    const nsd_linear *model = build_model(system, storage);
    nsd_scratch       counter = nsd_scratch_counter();

    nsd_event_blocks_lay_out(&f.blocks, model, &counter);
    nsd_scratch scratch = { NULL, nsd_scratch_counted(&counter), 0 };
    f.memory = scratch.base = malloc(scratch.size);
    nsd_event_blocks_lay_out(&f.blocks, model, &scratch);
    f.found = nsd_event_blocks_find(&f.blocks, model);
    return f;
}

static void free_blocks(fixture *f)
{
    free(f->memory);
    free(f->system);
}

static void couple(double *A, int n, int i, int j, double value)
{
    A[i + j * n] = A[j + i * n] = value;
}

/* n masses of one, springs 4, no force; contact a pushes ball a + 1 off ball a */
static test_system *row_of_balls(int n)
{
    test_system *system = new_system(n, n - 1, 0);
    for (int i = 0; i < n; i++) {
        system->M[i + i * n] = 1.0;
        system->K[i + i * n] = 4.0;
    }
    for (int a = 0; a < n - 1; a++) {
        system->H[a + a * n] = -1.0;
        system->H[a + 1 + a * n] = 1.0;
        system->b[a] = 1.0;
    }
    return system;
}

NSD_TEST(test_entries_of_M_C_and_K_join_coordinates_in_every_storage)
{
    static const nsd_storage storage[] = { NSD_DENSE, NSD_DIAGONALS, NSD_ROWS };
    const int                n = 12;
    for (int k = 0; k < 3; k++) {
        test_system *system = row_of_balls(n);
        couple(system->M, n, 0, 1, 0.1);
        couple(system->C, n, 2, 5, 0.1);
        couple(system->K, n, 5, 3, 0.1);
        fixture                 f = blocks_of(system, storage[k]);
        const nsd_event_blocks *b = &f.blocks;
        NSD_CHECK(f.found == 9);
        NSD_CHECK(b->of[0] == b->of[1] && b->of[2] == b->of[5] && b->of[3] == b->of[5]);
        NSD_CHECK(b->of[4] != b->of[3] && b->of[6] != b->of[5] && b->of[1] != b->of[2]);
        free_blocks(&f);
    }
}

NSD_TEST(test_a_block_that_is_too_large_is_refused)
{
    const int    n = NSD_EVENT_LARGEST_BLOCK + 8;
    test_system *system = row_of_balls(n);
    for (int i = 0; i < NSD_EVENT_LARGEST_BLOCK; i++) {
        couple(system->K, n, i, i + 1, -0.1);
    }
    fixture f = blocks_of(system, NSD_DIAGONALS);
    NSD_CHECK(f.found == 0);
    free_blocks(&f);
}

/* Starts all blocks at t = 0 with q = 1, v = 0 */
static void start_at_rest(nsd_event_blocks *b)
{
    double q[MAX_N], v[MAX_N] = { 0.0 };
    for (int i = 0; i < b->linear->n; i++) {
        q[i] = 1.0;
    }
    for (int k = 0; k < b->count; k++) {
        nsd_event_blocks_start(b, k, 0.0, q, v);
    }
}

NSD_TEST(test_flights_are_cosines_far_beyond_one_series)
{
    const int n = 13; /* a group of eight coordinates and a part of one */
    double    q[MAX_N], v[MAX_N], a[MAX_N];
    fixture   f = blocks_of(row_of_balls(n), NSD_DIAGONALS);
    const int open[MAX_M] = { 0 };

    NSD_CHECK(nsd_event_blocks_join(&f.blocks, open));
    start_at_rest(&f.blocks);
    for (int k = 0; k <= 40; k++) {
        const double t = 0.3 * k;
        nsd_event_blocks_fly(&f.blocks, t, q, v, a);
        for (int i = 0; i < n; i++) { /* 23 series of 1e-16 each */
            NSD_CHECK_NEAR(q[i], cos(2.0 * t), 1e-14);
            NSD_CHECK_NEAR(v[i], -2.0 * sin(2.0 * t), 2e-14);
            NSD_CHECK_NEAR(a[i], -4.0 * cos(2.0 * t), 4e-14);
        }
    }
    free_blocks(&f);
}

NSD_TEST(test_the_work_of_damping_is_the_energy_that_is_gone)
{
    const int    n = 9;
    test_system *system = row_of_balls(n);
    double       q[MAX_N], v[MAX_N], a[MAX_N], energy = 0.0;
    const int    open[MAX_M] = { 0 };

    for (int i = 0; i < n; i++) {
        system->C[i + i * n] = 0.2;
    }
    fixture f = blocks_of(system, NSD_DIAGONALS);
    NSD_CHECK(nsd_event_blocks_join(&f.blocks, open));
    start_at_rest(&f.blocks);
    const double work = nsd_event_blocks_fly(&f.blocks, 5.0, q, v, a);
    for (int i = 0; i < n; i++) {
        energy += 0.5 * v[i] * v[i] + 2.0 * q[i] * q[i];
    }
    NSD_CHECK_NEAR(work, energy - 2.0 * n, 1e-13);
    NSD_CHECK(work < -5.0);
    free_blocks(&f);
}

NSD_TEST(test_held_contacts_make_one_block_with_their_forces)
{
    /* balls 2 and 3 of masses 1 and 3 are pushed together by 1 and -5: both move with -4/4, and the
     * contact pushes with 2 */
    const int    n = 9;
    test_system *system = row_of_balls(n);
    double       q[MAX_N] = { 0.0 }, v[MAX_N] = { 0.0 }, a[MAX_N];
    int          held[MAX_M] = { 0 };

    memset(system->K, 0, sizeof system->K);
    system->M[3 + 3 * n] = 3.0;
    system->F[2] = 1.0;
    system->F[3] = -5.0;
    held[2] = 1;
    fixture f = blocks_of(system, NSD_DIAGONALS);
    NSD_CHECK(f.found == n);
    NSD_CHECK(nsd_event_blocks_join(&f.blocks, held));
    NSD_CHECK(f.blocks.count == n - 1 && f.blocks.of[2] == f.blocks.of[3]);
    for (int k = 0; k < f.blocks.count; k++) {
        nsd_event_blocks_start(&f.blocks, k, 1.0, q, v);
    }
    nsd_event_blocks_fly(&f.blocks, 3.0, q, v, a);
    NSD_CHECK_NEAR(a[2], -1.0, 1e-15);
    NSD_CHECK_NEAR(a[3], -1.0, 1e-15);
    NSD_CHECK_NEAR(q[3], -2.0, 1e-15);
    NSD_CHECK_NEAR(nsd_event_blocks_force(&f.blocks, 2, 3.0), 2.0, 1e-15);
    NSD_CHECK_NEAR(nsd_event_blocks_gap(&f.blocks, 3, 3.0).hd, 2.0, 1e-15);
    free_blocks(&f);
}

NSD_TEST(test_forces_that_are_not_unique_are_refused)
{
    const int    n = 9;
    test_system *system = row_of_balls(n);
    int          held[MAX_M] = { 1, 1 };
    memcpy(system->H + n, system->H, (size_t)n * sizeof(double)); /* contact 1 is contact 0 again */
    fixture f = blocks_of(system, NSD_DIAGONALS);
    NSD_CHECK(!nsd_event_blocks_join(&f.blocks, held));
    held[1] = 0;
    NSD_CHECK(nsd_event_blocks_join(&f.blocks, held));
    free_blocks(&f);
}

NSD_TEST(test_an_impulse_pushes_the_blocks_of_its_contact_alone)
{
    const int    n = 9;
    test_system *system = row_of_balls(n);
    double       change[MAX_N], v[MAX_N] = { 0.0 };
    const int    open[MAX_M] = { 0 };

    couple(system->M, n, 0, 1, 0.5); /* contact 1 pushes ball 1, and ball 0 with it */
    fixture f = blocks_of(system, NSD_ROWS);
    NSD_CHECK(nsd_event_blocks_join(&f.blocks, open));
    const double W = nsd_event_blocks_push(&f.blocks, 1, change);
    nsd_event_blocks_add(&f.blocks, 1, 3.0, change, v);
    NSD_CHECK_NEAR(W, 1.0 / 0.75 + 1.0, 1e-15);
    NSD_CHECK_NEAR(v[0], 3.0 * 0.5 / 0.75, 1e-15);
    NSD_CHECK_NEAR(v[1], -3.0 / 0.75, 1e-15);
    NSD_CHECK_NEAR(v[2], 3.0, 1e-15);
    NSD_CHECK(v[3] == 0.0);
    free_blocks(&f);
}

NSD_TEST(test_vibrations_faster_than_time_can_go_on_are_said_and_end)
{
    /* A series of 1e-15 s from t = 1 on ends at t = 1, by rounding: it was expanded for ever */
    const int    n = 9;
    test_system *system = row_of_balls(n);
    double       q[MAX_N], v[MAX_N] = { 0.0 };
    const int    open[MAX_M] = { 0 };

    for (int i = 0; i < n; i++) {
        system->K[i + i * n] = 1e34;
        q[i] = 1.0;
    }
    fixture f = blocks_of(system, NSD_DIAGONALS);
    NSD_CHECK(nsd_event_blocks_join(&f.blocks, open));
    NSD_CHECK(!f.blocks.too_short);
    nsd_event_blocks_start(&f.blocks, 0, 1.0, q, v);
    NSD_CHECK(f.blocks.too_short);
    nsd_event_blocks_advance(&f.blocks, 0, 2.0);
    NSD_CHECK(f.blocks.t0[0] == 1.0);
    NSD_CHECK(nsd_event_blocks_join(&f.blocks, open));
    NSD_CHECK(!f.blocks.too_short);
    free_blocks(&f);
}

NSD_TEST_MAIN(test_the_first_of_the_queue_is_the_least_after_any_change,
              test_entries_of_M_C_and_K_join_coordinates_in_every_storage,
              test_a_block_that_is_too_large_is_refused,
              test_flights_are_cosines_far_beyond_one_series,
              test_the_work_of_damping_is_the_energy_that_is_gone,
              test_held_contacts_make_one_block_with_their_forces,
              test_forces_that_are_not_unique_are_refused,
              test_an_impulse_pushes_the_blocks_of_its_contact_alone,
              test_vibrations_faster_than_time_can_go_on_are_said_and_end)
