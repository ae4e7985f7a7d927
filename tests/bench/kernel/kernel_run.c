/* kernel_run.c - the one-coordinate cases run by the time-stepping kernel, called from C.
 *
 *   kernel_run ball|kern|oscillator STEP STEPS
 *
 * Every step is stored, with the columns of the energy ledger that nsd_simulate keeps, in arrays
 * that have been written before. Prints "kernel CASE KEY VALUE"; the time is the CPU time of the
 * fastest of 5 runs, in microseconds per step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scheme/scheme.h"
#include "dense_lcp.h"
#include "run/output.h"
#include "run/run.h"

typedef struct point_case {
    const char *name, *method;
    double      k, force, b, e; /* unit mass, start at 1 at rest */
} point_case;

static const point_case CASES[] = {
    { "ball", "moreau", 0.0, -9.81, 0.0, 0.9 },
    { "kern", "kern", 0.0, -9.81, 0.0, 0.9 },
    { "oscillator", "moreau", 4.0, 0.0, 0.25, 0.8 },
};

static const double    ONE = 1.0, ZERO = 0.0;
static const ptrdiff_t START[] = { 0, 1 }, ROW[] = { 0 }, NO_COLUMNS[] = { 0 };

static nsd_matrix matrix_of(const double *value)
{
    const nsd_matrix A = { NSD_DENSE, 1, 0, value, NULL, NULL };
    return A;
}

static nsd_linear model_of(const point_case *c)
{
    nsd_linear model;
    memset(&model, 0, sizeof model);
    model.n = model.m = 1;
    model.M = matrix_of(&ONE);
    model.C = matrix_of(&ZERO);
    model.K = matrix_of(&c->k);
    model.K_skew.storage = NSD_ZERO;
    model.K_skew.n = 1;
    model.symmetric = 1;
    model.H = (nsd_columns){ 1, 1, START, ROW, &ONE };
    model.J = (nsd_columns){ 1, 0, NO_COLUMNS, ROW, &ONE };
    model.b = &c->b;
    model.e = &c->e;
    model.F.n = 1;
    model.F.constant = &c->force;
    return model;
}

static nsd_status never_stop(nsd_sink *sink, double done)
{
    (void)done;
    sink->patience = 1LL << 20;
    return NSD_OK;
}

static nsd_status more_events(nsd_output *output)
{
    nsd_event_log *log = &output->log;
    log->capacity = log->capacity > 0 ? 2 * log->capacity : 64;
    log->values = realloc(log->values, log->capacity * NSD_EVENT_FIELDS * sizeof(double));
    return log->values ? NSD_OK : NSD_ERR_WORKSPACE;
}

static double *touched(size_t rows)
{
    double *array = malloc(rows * sizeof *array);
    for (size_t i = 0; array && i < rows; i++) {
        array[i] = 1.0;
    }
    return array;
}

static void make_output(nsd_output *output, const nsd_channels *channels, size_t rows)
{
    memset(output, 0, sizeof *output);
    output->n = 1;
    output->channels = channels;
    output->capacity = rows;
    for (int i = 0; i < channels->count; i++) {
        output->array[i] = touched(rows * (size_t)channels->list[i].width);
    }
    output->energy[NSD_EXTERNAL] = touched(rows);
    output->energy[NSD_IMPACT] = touched(rows);
    output->grow_log = more_events;
    nsd_output_init(output);
    output->sink.poll = never_stop;
}

/* One run; the seconds of the loop alone, or a negative number when it failed. */
static double run_once(const point_case *c, double h, long long steps, nsd_output *output)
{
    const nsd_linear         model = model_of(c);
    const nsd_linear_scheme *scheme = nsd_scheme_find_linear(c->method);
    const nsd_step_options   options = {
          .h = h, .theta = 0.5, .activation = 0.5, .lcp = { 10000, 1e-10, 1.0, NULL }
    };
    const size_t room = scheme->scratch(&model, &options);
    nsd_scratch  scratch = { malloc(room), room, 0 };
    double       q = 1.0, v = 0.0, P = 0.0, mu = 0.0, U = 0.0, U_before = 0.0;
    nsd_state state = { .q = &q, .v = &v, .P = &P, .joint = &mu, .U = &U, .U_before = &U_before };
    int       streak = 0;
    const nsd_run_plan plan = { .h = h, .steps = steps, .every = 1, .streak = &streak };
    nsd_ledger         ledger;
    nsd_stepper       *stepper = NULL;
    nsd_run_report     report;
    double             seconds = -1.0;

    output->rows = 0;
    output->log.count = 0;
    output->sink.patience = 1;
    if (scheme->init(&model, &options, &scratch, &state, &ledger, &stepper) == NSD_OK) {
        const double     start = bench_cpu_seconds();
        const nsd_status status = nsd_run_time_stepping(&plan, stepper, &state, &ledger,
                                                        &output->sink, &report);
        nsd_output_flush(output);
        seconds = status == NSD_OK ? bench_cpu_seconds() - start : -1.0;
    }
    free(scratch.base);
    return seconds;
}

int main(int argc, char **argv)
{
    const point_case *c = NULL;
    for (size_t i = 0; argc == 4 && i < sizeof CASES / sizeof *CASES; i++) {
        c = strcmp(argv[1], CASES[i].name) == 0 ? &CASES[i] : c;
    }
    if (!c) {
        fprintf(stderr, "usage: kernel_run ball|kern|oscillator STEP STEPS\n");
        return 2;
    }
    const double    h = atof(argv[2]);
    const long long steps = atol(argv[3]);
    nsd_output      output;
    double          best = INFINITY;

    const nsd_sizes    sizes = { .n = 1, .m = 1 };
    const nsd_channels channels = nsd_state_channels(&sizes);
    make_output(&output, &channels, (size_t)steps + 1);
    for (int repeat = 0; repeat < 5; repeat++) {
        const double seconds = run_once(c, h, steps, &output);
        if (seconds < 0.0) {
            fprintf(stderr, "error: the run failed\n");
            return 1;
        }
        best = fmin(best, seconds);
    }
    printf("kernel %s us %.6g\n", c->name, 1e6 * best / (double)steps);
    printf("kernel %s steps %lld\n", c->name, steps);
    printf("kernel %s q %.17g\n", c->name, output.array[0][steps]);
    return 0;
}
