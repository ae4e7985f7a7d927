/* test_lent_rows.c - rows that a stepper writes into the arrays of the sink have the bits of rows
 * that go through the sink one by one. */
#include "nsd_test.h"

#include <stdlib.h>
#include <string.h>

#include "nsd.h"
#include "run/output.h"

enum { N = 2, ROWS = 4000 };

typedef struct arrays { /* of an output */
    nsd_output output;
    double     channel[NSD_CHANNELS][ROWS * N], energy[NSD_ENERGIES][ROWS], t[ROWS];
    double     events[ROWS * NSD_EVENT_FIELDS], q[ROWS * N], v[ROWS * N];
} arrays;

static nsd_status refuse(nsd_output *output)
{
    (void)output;
    return NSD_ERR_WORKSPACE;
}

static nsd_status two_more_rows(nsd_output *output)
{
    output->capacity += 2;
    return output->capacity > ROWS ? NSD_ERR_WORKSPACE : NSD_OK;
}

static nsd_status go_on(nsd_sink *sink, double done)
{
    (void)done;
    sink->patience = 50;
    return NSD_OK;
}

/* The run with rows that are lent (1), or written one by one (0); `tight`: room grows by two
 * rows */
static arrays *run(const nsd_simulation *simulation, const nsd_channels *channels, int lent,
                   int tight)
{
    arrays         *a = calloc(1, sizeof *a);
    const size_t    bytes = nsd_run_memory(simulation);
    void           *memory = malloc(bytes);
    nsd_run_outcome outcome;
    nsd_output     *output = &a->output;

    output->n = simulation->linear->n;
    output->channels = channels;
    output->capacity = tight ? 1 : ROWS;
    output->t = a->t;
    for (int i = 0; i < NSD_CHANNELS; i++) {
        output->array[i] = a->channel[i];
    }
    for (int i = 0; i < NSD_ENERGIES; i++) {
        output->energy[i] = a->energy[i];
    }
    output->log = (nsd_event_log){
        .capacity = ROWS, .columns = ROWS, .values = a->events, .q = a->q, .v = a->v
    };
    output->grow_log = refuse;
    output->grow_rows = tight ? two_more_rows : NULL;
    nsd_output_init(output);
    output->sink.poll = go_on;
    output->sink.patience = 1;
    if (!lent) {
        output->sink.lend = NULL;
        output->sink.lent = NULL;
    }
    const nsd_status status = nsd_run(simulation, memory, bytes, &output->sink, &outcome);
    if (status != NSD_OK) {
        output->rows = 0;
    }
    free(memory);
    return a;
}

/* 1 when both runs have the same rows and events; a single coordinate has its columns in a row */
static int same(const arrays *a, const arrays *b)
{
    return a->output.rows > 100 && a->output.rows == b->output.rows &&
           a->output.log.count == b->output.log.count && a->output.log.count > 0 &&
           memcmp(a->channel, b->channel, sizeof a->channel) == 0 &&
           memcmp(a->energy, b->energy, sizeof a->energy) == 0 &&
           memcmp(a->t, b->t, sizeof a->t) == 0 &&
           memcmp(a->events, b->events, sizeof a->events) == 0;
}

static int lent_rows_agree(const nsd_simulation *simulation, const nsd_sizes *sizes, int tight)
{
    const nsd_channels channels = nsd_state_channels(sizes);
    arrays            *lent = run(simulation, &channels, 1, tight);
    arrays            *single = run(simulation, &channels, 0, tight);
    const int          agree = same(lent, single);
    free(lent);
    free(single);
    return agree;
}

static const double mass[] = { 1.0, 0.0, 0.0, 2.0 }, damping[] = { 0.3, -0.1, -0.1, 0.2 },
                    springs[] = { 50.0, -20.0, -20.0, 30.0 }, normal[] = { 1.0, 0.5 },
                    push[] = { -3.0, -9.0 }, cosine[] = { 4.0, 1.0, 0.0, 2.0 },
                    sine[] = { 0.0, -1.0, 0.5, 0.0 }, omega[] = { 2.3, 11.0 }, gap = 0.2, e = 0.8;

/* n coordinates with one stop */
static nsd_linear model_of(int n, ptrdiff_t *index)
{
    return (nsd_linear){ .n = n,
                         .m = 1,
                         .M = nsd_matrix_dense(n, mass),
                         .C = nsd_matrix_dense(n, damping),
                         .K = nsd_matrix_dense(n, springs),
                         .symmetric = 1,
                         .H = nsd_columns_dense(n, 1, normal, index),
                         .b = &gap,
                         .e = &e,
                         .F = { .n = n, .constant = push } };
}

static nsd_simulation simulation_of(const nsd_linear *model, const char *method)
{
    static const double q0[] = { 0.4, 0.3 }, v0[] = { 0.0, 1.0 };
    nsd_simulation      s = {
             .linear = model, .q0 = q0, .v0 = v0, .t1 = 3.0, .options = nsd_default_options(method)
    };
    s.options.h = 1e-3;
    return s;
}

NSD_TEST(test_steps_of_small_systems)
{
    for (int n = 1; n <= N; n++) {
        for (int forced = 0; forced < 2; forced++) {
            ptrdiff_t      index[4];
            nsd_linear     model = model_of(n, index);
            nsd_simulation s = simulation_of(&model, "moreau");
            model.F.harmonics = forced ? 2 : 0;
            model.F.cosine = cosine;
            model.F.sine = sine;
            model.F.omega = omega;
            NSD_CHECK(lent_rows_agree(&s, &(nsd_sizes){ .n = n, .m = 1 }, 0));
            NSD_CHECK(lent_rows_agree(&s, &(nsd_sizes){ .n = n, .m = 1 }, 1));
        }
    }
}

NSD_TEST(test_steps_under_a_table_of_forces)
{
    static double  table[ROWS];
    ptrdiff_t      index[4];
    nsd_linear     model = model_of(1, index);
    nsd_simulation s = simulation_of(&model, "moreau");
    for (int k = 0; k < ROWS; k++) {
        table[k] = sin(0.01 * k) - 5.0;
    }
    model.F.table = table;
    NSD_CHECK(lent_rows_agree(&s, &(nsd_sizes){ .n = 1, .m = 1 }, 0));
}

NSD_TEST(test_rows_of_free_flights)
{
    for (int n = 1; n <= N; n++) {
        ptrdiff_t       index[4];
        nsd_linear      model = model_of(n, index);
        nsd_simulation  s = simulation_of(&model, "event");
        const nsd_sizes sizes = { .n = n, .m = 1, .forces = 1, .accelerations = 1 };
        s.options.h = 0.0;
        s.options.event.refine = 40;
        NSD_CHECK(lent_rows_agree(&s, &sizes, 0));
        NSD_CHECK(lent_rows_agree(&s, &sizes, 1));
    }
}

NSD_TEST_MAIN(test_steps_of_small_systems, test_steps_under_a_table_of_forces,
              test_rows_of_free_flights)
