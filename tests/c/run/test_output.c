/* test_output.c - rows and events into arrays: tiles, narrow rows, columns that are not kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/output.h"
#include "nsd_test.h"

/* Arrays, state and ledger of one output; the numbers of a row follow from its index. */
typedef struct fixture {
    nsd_output   output;
    nsd_sizes    sizes;
    nsd_channels channels;
    nsd_state    state;
    nsd_ledger   ledger;
    void        *memory; /* of the state */
} fixture;

enum { CHANNEL_Q, CHANNEL_V, CHANNEL_P, CHANNEL_JOINT, CHANNEL_R }; /* in the order of the list */

static double value(char what, size_t row, int column)
{
    return (double)(what * 1000000) + 1000.0 * (double)row + column;
}

static double *filled(size_t count)
{
    double *array = malloc((count > 0 ? count : 1) * sizeof *array);
    for (size_t i = 0; i < count; i++) {
        array[i] = -1.0;
    }
    return array;
}

static fixture *new_fixture_of(const nsd_sizes *sizes, size_t capacity)
{
    fixture    *f = calloc(1, sizeof *f);
    nsd_output *output = &f->output;
    nsd_scratch scratch = { malloc(nsd_state_scratch(sizes)), nsd_state_scratch(sizes), 0 };

    f->sizes = *sizes;
    f->channels = nsd_state_channels(sizes);
    f->memory = scratch.base;
    nsd_state_init(&f->state, NULL, sizes, 0.0, &scratch);
    const size_t tile = nsd_output_tile(&f->channels);
    output->n = sizes->n;
    output->channels = &f->channels;
    output->capacity = capacity;
    output->t = filled(capacity);
    for (int i = 0; i < f->channels.count; i++) {
        output->array[i] = filled(capacity * (size_t)f->channels.list[i].width);
    }
    output->energy[NSD_IMPACT] = filled(capacity);
    output->tile = tile > 0 ? filled(tile) : NULL;
    nsd_output_init(output);
    return f;
}

static fixture *new_fixture(int n, int m, int p, size_t capacity)
{
    const nsd_sizes sizes = { .n = n, .m = m, .p = p };
    return new_fixture_of(&sizes, capacity);
}

static void free_fixture(fixture *f)
{
    double *arrays[] = { f->output.t, f->output.tile, f->output.log.values, f->output.log.q,
                         f->output.log.v };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    for (int i = 0; i < f->channels.count; i++) {
        free(f->output.array[i]);
    }
    for (int i = 0; i < NSD_ENERGIES; i++) {
        free(f->output.energy[i]);
    }
    free(f->memory);
    free(f);
}

static void set_row(fixture *f, size_t row)
{
    f->state.t = value('t', row, 0);
    f->ledger.value[NSD_IMPACT] = value('I', row, 0);
    for (int i = 0; i < f->output.n; i++) {
        f->state.q[i] = value('q', row, i);
        f->state.v[i] = value('v', row, i);
    }
    for (int a = 0; a < f->sizes.m; a++) {
        f->state.P[a] = f->state.R[a] = value('P', row, a);
    }
    for (int j = 0; j < f->sizes.p; j++) {
        f->state.joint[j] = value('m', row, j);
    }
}

static nsd_status write_rows(fixture *f, size_t rows)
{
    nsd_status status = NSD_OK;
    for (size_t row = 0; row < rows && status == NSD_OK; row++) {
        set_row(f, row);
        status = f->output.sink.row(&f->output.sink, &f->state, &f->ledger);
    }
    nsd_output_flush(&f->output);
    return status;
}

/* Entries of an array that are not what direct writing gives; rows after the last stay -1. */
static int wrong(const fixture *f, const double *array, char what, int columns)
{
    int count = 0;
    for (int j = 0; j < columns; j++) {
        for (size_t row = 0; row < f->output.capacity; row++) {
            const double expected = row < f->output.rows ? value(what, row, j) : -1.0;
            count += array[row + (size_t)j * f->output.capacity] != expected;
        }
    }
    return count;
}

static int wrong_anywhere(const fixture *f)
{
    const nsd_output *output = &f->output;
    return wrong(f, output->t, 't', 1) + wrong(f, output->energy[NSD_IMPACT], 'I', 1) +
           wrong(f, output->array[CHANNEL_Q], 'q', f->sizes.n) +
           wrong(f, output->array[CHANNEL_V], 'v', f->sizes.n) +
           wrong(f, output->array[CHANNEL_P], 'P', f->sizes.m) +
           wrong(f, output->array[CHANNEL_JOINT], 'm', f->sizes.p);
}

NSD_TEST(test_rows_land_where_they_belong_narrow_and_wide)
{
    static const int sizes[][3] = { { 1, 1, 0 },  { 4, 0, 0 },  { 15, 1, 0 }, { 16, 0, 0 },
                                    { 10, 9, 3 }, { 40, 7, 2 }, { 33, 0, 5 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        /* no row, one, a tile less one, a tile, a tile and one, some tiles and a part of one */
        static const size_t rows[] = { 0, 1, 15, 16, 17, 53 };
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
            fixture *f = new_fixture(sizes[i][0], sizes[i][1], sizes[i][2], rows[k] + 3);
            NSD_CHECK(write_rows(f, rows[k]) == NSD_OK);
            NSD_CHECK(f->output.rows == rows[k]);
            NSD_CHECK(wrong_anywhere(f) == 0);
            free_fixture(f);
        }
    }
}

NSD_TEST(test_only_wide_rows_use_a_tile)
{
    static const struct {
        nsd_sizes sizes;
        size_t    columns; /* of the tile */
    } cases[] = { { { .n = 1, .m = 1 }, 0 },
                  { { .n = 15, .m = 1 }, 0 },
                  { { .n = 16 }, 32 },
                  { { .n = 10, .m = 9, .p = 3 }, 32 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const nsd_channels channels = nsd_state_channels(&cases[i].sizes);
        const size_t       room = nsd_output_tile(&channels); /* for the numbers and their tables */
        NSD_CHECK((room > 0) == (cases[i].columns > 0));
        NSD_CHECK(room >= cases[i].columns * NSD_OUTPUT_TILE_ROWS);
    }
}

NSD_TEST(test_the_widest_narrow_row_keeps_every_energy)
{
    fixture *f = new_fixture(14, 2, 1, 5);
    for (int i = 0; i < NSD_ENERGIES; i++) {
        if (!f->output.energy[i]) {
            f->output.energy[i] = filled(5);
        }
        f->ledger.value[i] = i;
    }
    NSD_CHECK(write_rows(f, 2) == NSD_OK);
    NSD_CHECK(wrong_anywhere(f) == 0);
    NSD_CHECK(f->output.binding[0].count == 1 + NSD_ENERGIES + 31);
    NSD_CHECK(f->output.energy[NSD_ALGORITHMIC][1] == (double)NSD_ALGORITHMIC);
    free_fixture(f);
}

NSD_TEST(test_columns_that_are_not_kept_are_left_out)
{
    fixture *f = new_fixture(2, 1, 0, 4);
    free(f->output.t);
    free(f->output.energy[NSD_IMPACT]);
    f->output.t = f->output.energy[NSD_IMPACT] = NULL;
    NSD_CHECK(write_rows(f, 3) == NSD_OK);
    NSD_CHECK(wrong(f, f->output.array[CHANNEL_Q], 'q', 2) +
                  wrong(f, f->output.array[CHANNEL_P], 'P', 1) ==
              0);
    NSD_CHECK(f->output.binding[0].count == 5);
    free_fixture(f);
}

NSD_TEST(test_a_full_output_says_so)
{
    static const int sizes[] = { 1, 20 };
    for (int i = 0; i < 2; i++) {
        fixture *f = new_fixture(sizes[i], 1, 0, 18);
        NSD_CHECK(write_rows(f, 19) == NSD_ERR_WORKSPACE);
        NSD_CHECK(f->output.rows == 18);
        NSD_CHECK(wrong_anywhere(f) == 0);
        free_fixture(f);
    }
}

/* Rows from two states in turn, as a run with given times may do. */
NSD_TEST(test_another_state_is_noticed)
{
    fixture  *f = new_fixture(1, 1, 0, 4);
    double    q = value('q', 1, 0), v = value('v', 1, 0), P = value('P', 1, 0);
    nsd_state other = { .t = value('t', 1, 0), .q = &q, .v = &v, .P = &P };
    set_row(f, 0);
    NSD_CHECK(f->output.sink.row(&f->output.sink, &f->state, &f->ledger) == NSD_OK);
    f->ledger.value[NSD_IMPACT] = value('I', 1, 0);
    NSD_CHECK(f->output.sink.row(&f->output.sink, &other, &f->ledger) == NSD_OK);
    set_row(f, 2);
    NSD_CHECK(f->output.sink.row(&f->output.sink, &f->state, &f->ledger) == NSD_OK);
    NSD_CHECK(wrong_anywhere(f) == 0);
    free_fixture(f);
}

static double *taller(double *array, size_t rows, size_t capacity, size_t columns)
{
    double *grown = filled(capacity * columns);
    for (size_t j = 0; j < columns; j++) {
        memcpy(grown + j * capacity, array + j * rows, rows * sizeof *array);
    }
    free(array);
    return grown;
}

static nsd_status grow_rows(nsd_output *output)
{
    const size_t rows = output->capacity, capacity = 2 * rows + 1;
    output->t = taller(output->t, rows, capacity, 1);
    for (int i = 0; i < output->channels->count; i++) {
        output->array[i] = taller(output->array[i], rows, capacity,
                                  (size_t)output->channels->list[i].width);
    }
    output->energy[NSD_IMPACT] = taller(output->energy[NSD_IMPACT], rows, capacity, 1);
    output->capacity = capacity;
    return NSD_OK;
}

NSD_TEST(test_rows_grow_and_carry_contact_forces)
{
    static const int sizes[] = { 1, 40 };
    for (int i = 0; i < 2; i++) {
        const nsd_sizes of = { .n = sizes[i], .m = 3, .p = 1, .forces = 1 };
        fixture        *f = new_fixture_of(&of, 5);
        f->output.grow_rows = grow_rows;
        NSD_CHECK(write_rows(f, 61) == NSD_OK);
        NSD_CHECK(f->output.rows == 61 && f->output.capacity == 95);
        NSD_CHECK(wrong_anywhere(f) == 0);
        NSD_CHECK(wrong(f, f->output.array[CHANNEL_R], 'P', 3) == 0);
        free_fixture(f);
    }
}

enum { KEPT = 8, KEPT_ROWS = 53 };

typedef struct keeper { /* lines that are kept until the run is over */
    nsd_output_lines lines[KEPT];
    double          *tile[KEPT];
    int              count;
} keeper;

static keeper kept;

static nsd_status keep_lines(nsd_output *output)
{
    kept.lines[kept.count] = output->lines;
    kept.tile[kept.count++] = output->tile;
    output->lines.rows = 0;
    output->tile = output->free = filled(nsd_output_tile(output->channels));
    return NSD_OK;
}

/* Rows whose impulses are zero but in every third row; -0 is a number like others */
static nsd_status write_sparse_rows(fixture *f)
{
    nsd_status status = NSD_OK;
    for (size_t row = 0; row < KEPT_ROWS && status == NSD_OK; row++) {
        set_row(f, row);
        for (int a = 0; a < f->sizes.m && row % 3 > 0; a++) {
            f->state.P[a] = row % 3 == 1 ? 0.0 : -0.0;
        }
        status = f->output.sink.row(&f->output.sink, &f->state, &f->ledger);
    }
    return status;
}

static int wrong_impulses(const fixture *f)
{
    int count = 0;
    for (int a = 0; a < f->sizes.m; a++) {
        for (size_t row = 0; row < KEPT_ROWS; row++) {
            const double is = f->output.array[CHANNEL_P][row + (size_t)a * f->output.capacity];
            const double zero = row % 3 == 1 ? 0.0 : -0.0;
            count += row % 3 == 0 ? is != value('P', row, a)
                                  : is != 0.0 || (signbit(is) != 0) != (signbit(zero) != 0);
        }
    }
    return count;
}

NSD_TEST(test_kept_lines_and_full_tiles_give_the_same_arrays_with_zeros_left_out)
{
    for (int keeps = 0; keeps < 2; keeps++) {
        fixture *f = new_fixture(40, 7, 2, KEPT_ROWS);
        kept.count = 0;
        f->output.keep_lines = keeps ? keep_lines : NULL;
        NSD_CHECK(write_sparse_rows(f) == NSD_OK);
        nsd_output_flush(&f->output);
        if (keeps) {
            NSD_CHECK(f->output.array[CHANNEL_Q][0] == -1.0); /* not written yet */
            keep_lines(&f->output);
            memset(f->output.array[CHANNEL_P], 0, 7 * KEPT_ROWS * sizeof(double));
        }
        for (int k = 0; k < kept.count; k++) {
            nsd_output_write_lines(&f->output, &kept.lines[k], (size_t)k * NSD_OUTPUT_TILE_ROWS);
            free(kept.tile[k]);
        }
        NSD_CHECK(wrong(f, f->output.array[CHANNEL_Q], 'q', 40) == 0);
        NSD_CHECK(wrong(f, f->output.array[CHANNEL_JOINT], 'm', 2) == 0);
        NSD_CHECK(wrong_impulses(f) == 0);
        free_fixture(f);
    }
}

/* --- events --------------------------------------------------------------------------- */

static nsd_status grow(nsd_output *output)
{
    nsd_event_log *log = &output->log;
    const size_t   n = (size_t)output->n;
    if (log->count == log->capacity) {
        log->capacity = 2 * log->capacity + 2;
        log->values = realloc(log->values, log->capacity * NSD_EVENT_FIELDS * sizeof(double));
    }
    if (log->q && log->states == log->columns) {
        log->columns += 1;
        log->q = realloc(log->q, log->columns * n * sizeof(double));
        log->v = realloc(log->v, log->columns * n * sizeof(double));
    }
    return NSD_OK;
}

static nsd_status refuse(nsd_output *output)
{
    (void)output;
    return NSD_ERR_WORKSPACE;
}

/* A fixture whose log of events keeps states and grows */
static fixture *logging_fixture(void)
{
    fixture *f = new_fixture(2, 3, 0, 9);
    f->output.grow_log = grow;
    f->output.log.q = filled(1);
    f->output.log.v = filled(1);
    return f;
}

NSD_TEST(test_events_carry_their_fields_and_the_coming_row)
{
    fixture        *f = logging_fixture();
    const nsd_event event = { 0.25, 2, NSD_EVENT_DETACH, -1.5, 0.75, 3.5, 0.125, 0.0, 0 };
    for (size_t row = 0; row < 7; row++) {
        set_row(f, row);
        NSD_CHECK(f->output.sink.event(&f->output.sink, &event, &f->state) == NSD_OK);
        NSD_CHECK(f->output.sink.row(&f->output.sink, &f->state, &f->ledger) == NSD_OK);
    }
    NSD_CHECK(f->output.log.count == 7);
    for (size_t k = 0; k < 7; k++) {
        const double *field = f->output.log.values + k * NSD_EVENT_FIELDS;
        NSD_CHECK(field[NSD_EVENT_T] == 0.25 && field[NSD_EVENT_CONTACT] == 3.0);
        NSD_CHECK(field[NSD_EVENT_KIND] == 2.0 && field[NSD_EVENT_LOSS] == 0.125);
        NSD_CHECK(field[NSD_EVENT_BEFORE] == -1.5 && field[NSD_EVENT_AFTER] == 0.75);
        NSD_CHECK(field[NSD_EVENT_IMPULSE] == 3.5);
        NSD_CHECK(field[NSD_EVENT_ROW] == (double)(k + 1));
        NSD_CHECK(f->output.log.q[2 * k + 1] == value('q', k, 1));
        NSD_CHECK(f->output.log.v[2 * k] == value('v', k, 0));
    }
    free_fixture(f);
}

NSD_TEST(test_events_of_one_instant_share_their_state)
{
    fixture        *f = logging_fixture();
    const nsd_event event = { 0.25, 2, NSD_EVENT_IMPACT, -1.5, 0.75, 3.5, 0.125, 0.0, 0 };
    for (size_t k = 0; k < 6; k++) {
        set_row(f, k / 3);
        NSD_CHECK(f->output.sink.event(&f->output.sink, &event, &f->state) == NSD_OK);
    }
    NSD_CHECK(f->output.log.count == 6 && f->output.log.states == 2 && f->output.log.columns <= 3);
    for (size_t k = 0; k < 6; k++) {
        const double *field = f->output.log.values + k * NSD_EVENT_FIELDS;
        const size_t  instant = k / 3;
        NSD_CHECK(field[NSD_EVENT_ROW] == (double)instant + 1.0);
        NSD_CHECK(f->output.log.q[2 * instant] == value('q', instant, 0));
    }
    free_fixture(f);
}

NSD_TEST(test_events_that_share_the_state_before_do_not_look_at_it)
{
    fixture  *f = logging_fixture();
    nsd_event event = { 0.25, 2, NSD_EVENT_IMPACT, -1.5, 0.75, 3.5, 0.125, 0.0, 0 };
    set_row(f, 0);
    NSD_CHECK(f->output.sink.event(&f->output.sink, &event, &f->state) == NSD_OK);
    set_row(f,
            1); /* told to be the same state: a mesh of n nodes would compare n numbers n times */
    event.again = 1;
    NSD_CHECK(f->output.sink.event(&f->output.sink, &event, &f->state) == NSD_OK);
    NSD_CHECK(f->output.log.states == 1 && f->output.log.q[0] == value('q', 0, 0));
    free_fixture(f);
}

NSD_TEST(test_a_log_that_cannot_grow_says_so)
{
    fixture        *f = new_fixture(1, 1, 0, 4);
    const nsd_event event = { 0.0, 0, NSD_EVENT_IMPACT, 0.0, 0.0, 0.0, 0.0, 0.0, 0 };
    f->output.grow_log = refuse;
    NSD_CHECK(f->output.sink.event(&f->output.sink, &event, &f->state) == NSD_ERR_WORKSPACE);
    NSD_CHECK(f->output.log.count == 0);
    free_fixture(f);
}

NSD_TEST_MAIN(test_rows_land_where_they_belong_narrow_and_wide, test_only_wide_rows_use_a_tile,
              test_the_widest_narrow_row_keeps_every_energy,
              test_columns_that_are_not_kept_are_left_out, test_a_full_output_says_so,
              test_another_state_is_noticed, test_rows_grow_and_carry_contact_forces,
              test_kept_lines_and_full_tiles_give_the_same_arrays_with_zeros_left_out,
              test_events_carry_their_fields_and_the_coming_row,
              test_events_of_one_instant_share_their_state,
              test_events_that_share_the_state_before_do_not_look_at_it,
              test_a_log_that_cannot_grow_says_so)
