/* test_nsd.c - the page nsd.h: runs of each kind of system by each method, and what is refused. */
#include "nsd.h"
#include "nsd_test.h"

#include "rows.h"

#define GRAVITY 9.81
#define STEP    1e-3

static const double one = 1.0, zero = 0.0, weight = -GRAVITY, e = 0.8;

static nsd_linear linear_ball(ptrdiff_t *index)
{
    const nsd_linear ball = { .n = 1,
                              .m = 1,
                              .M = nsd_matrix_dense(1, &one),
                              .C = nsd_matrix_dense(1, NULL),
                              .K = nsd_matrix_dense(1, NULL),
                              .symmetric = 1,
                              .H = nsd_columns_dense(1, 1, &one, index),
                              .b = &zero,
                              .e = &e,
                              .F = { .n = 1, .constant = &weight } };
    return ball;
}

static nsd_status mass(void *context, const double *q, double *M)
{
    (void)context, (void)q;
    M[0] = 1.0;
    return NSD_OK;
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    (void)context, (void)t, (void)q, (void)v;
    F[0] = weight;
    return NSD_OK;
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    (void)context, (void)t;
    y[0] = q[0];
    return NSD_OK;
}

static const nsd_model model_ball = {
    .n = 1, .m = 1, .e = &e, .constant_mass = 1, .mass = mass, .force = force, .gap = gap
};

/* From q = 1 at rest to t = 0.8, after one impact; rows gets rows and events. */
static nsd_simulation ball_run(const nsd_linear *linear, const nsd_model *model, const char *method)
{
    nsd_simulation run = { .linear = linear,
                           .model = model,
                           .q0 = &one,
                           .v0 = &zero,
                           .t1 = 0.8,
                           .options = nsd_default_options(method) };
    run.options.h = STEP;
    return run;
}

static nsd_status go(const nsd_simulation *run, nsd_rows *rows, nsd_run_outcome *outcome)
{
    const size_t     bytes = nsd_run_memory(run);
    void            *memory = malloc(bytes);
    const nsd_status status = nsd_run(run, memory, bytes, &rows->sink, outcome);
    free(memory);
    return status;
}

/* The end of the ball within `tolerance` of the closed form */
static void check_ball(int *nsd_failures, const nsd_simulation *run, double tolerance)
{
    nsd_rows        rows = nsd_rows_make(1);
    nsd_run_outcome outcome;
    const double    speed = sqrt(2.0 * GRAVITY), rest = 0.8 - speed / GRAVITY;

    NSD_CHECK(go(run, &rows, &outcome) == NSD_OK);
    NSD_CHECK(outcome.status == NSD_OK && rows.count > 1 && rows.event_count >= 1);
    if (rows.count > 1 && rows.event_count >= 1) {
        const double *last = rows.row + 3 * (rows.count - 1);
        NSD_CHECK_NEAR(rows.row[1], 1.0, 0.0);
        NSD_CHECK_NEAR(last[0], 0.8, 1e-12);
        NSD_CHECK_NEAR(last[1], e * speed * rest - 0.5 * GRAVITY * rest * rest, tolerance);
        NSD_CHECK_NEAR(rows.event[0].t, speed / GRAVITY, tolerance);
    }
    nsd_rows_free(&rows);
}

/* Time stepping may take the impact a step early or late, at a speed of 4 and more. Not 'naive',
 * which gains energy in an impact. */
NSD_TEST(test_every_method_bounces_a_ball)
{
    static const char *const linear[] = {
        "moreau", "moreau-dissipative", "kern", "paoli", "newmark", "hht", "genalpha", "rattle"
    };
    static const char *const nonlinear[] = { "moreau", "paoli",    "newmark",
                                             "hht",    "genalpha", "rattle" };
    ptrdiff_t                index[3];
    const nsd_linear         ball = linear_ball(index);

    for (size_t k = 0; k < sizeof linear / sizeof *linear; k++) {
        const nsd_simulation run = ball_run(&ball, NULL, linear[k]);
        check_ball(nsd_failures, &run, 10.0 * STEP);
    }
    for (size_t k = 0; k < sizeof nonlinear / sizeof *nonlinear; k++) {
        const nsd_simulation run = ball_run(NULL, &model_ball, nonlinear[k]);
        check_ball(nsd_failures, &run, 10.0 * STEP);
    }
    const nsd_simulation newmark = ball_run(NULL, &model_ball, "event-newmark");
    check_ball(nsd_failures, &newmark, 1e-9);
}

/* Located impacts are exact to the tolerance 1e-8 of the options, exact flights to round-off. */
NSD_TEST(test_event_driven_balls_are_exact)
{
    ptrdiff_t            index[3];
    const nsd_linear     ball = linear_ball(index);
    const nsd_simulation linear = ball_run(&ball, NULL, "event");
    nsd_simulation       model = ball_run(NULL, &model_ball, "event");
    check_ball(nsd_failures, &linear, 1e-12);
    check_ball(nsd_failures, &model, 1e-8);
    model.options.h = 0.0;
    check_ball(nsd_failures, &model, 1e-8);
}

NSD_TEST(test_rows_are_at_the_times_that_are_asked_for)
{
    static const double times[] = { 0.1, 0.25, 0.8 };
    ptrdiff_t           index[3];
    const nsd_linear    ball = linear_ball(index);
    nsd_simulation      run = ball_run(&ball, NULL, "moreau");
    nsd_rows            rows = nsd_rows_make(1);
    nsd_run_outcome     outcome;

    run.options.times = times;
    run.options.time_count = 3;
    NSD_CHECK(go(&run, &rows, &outcome) == NSD_OK);
    NSD_CHECK(rows.count == 3);
    for (size_t k = 0; k < 2 && rows.count == 3; k++) { /* before the impact: exact */
        NSD_CHECK_NEAR(rows.row[3 * k], times[k], 1e-12);
        NSD_CHECK_NEAR(rows.row[3 * k + 1], 1.0 - 0.5 * GRAVITY * times[k] * times[k], 1e-9);
    }
    nsd_rows_free(&rows);
}

/* A ball of radius 1/2 falls from 1 onto a plane and rests there. */
NSD_TEST(test_bodies_run_with_memory_of_realloc)
{
    const int       shape = NSD_SHAPE_BALL;
    const double    size[3] = { 0.5, 0.0, 0.0 }, inertia[3] = { 0.1, 0.1, 0.1 };
    const double    q0[7] = { 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0 }, v0[7] = { 0.0 };
    const double    plane[4] = { 0.0, 0.0, 1.0, 0.0 };
    const double    unnamed[NSD_SURFACE] = { NAN, NAN, NAN, NAN, NAN };
    nsd_body_set    set = { .dimension = 3,
                            .count = 1,
                            .planes = 1,
                            .shape = &shape,
                            .size = size,
                            .mass = &one,
                            .inertia = inertia,
                            .surface = unnamed,
                            .plane = plane,
                            .plane_surface = unnamed };
    nsd_rows        rows = nsd_rows_make(7);
    nsd_run_outcome outcome;
    nsd_simulation  run = { .bodies = &set,
                            .q0 = q0,
                            .v0 = v0,
                            .t1 = 1.0,
                            .options = nsd_default_options("moreau"),
                            .resize = realloc,
                            .release = free };

    set.gravity[2] = -GRAVITY;
    run.options.h = STEP;
    NSD_CHECK(go(&run, &rows, &outcome) == NSD_OK);
    NSD_CHECK(rows.count == 1001);
    if (rows.count == 1001) {
        NSD_CHECK_NEAR(rows.row[15 * 1000 + 3], 0.5, 10.0 * STEP);
        NSD_CHECK_NEAR(rows.row[15 * 1000 + 10], 0.0, 1e-9);
    }
    nsd_rows_free(&rows);
    run.options.method = "newmark";
    NSD_CHECK(nsd_run_memory(&run) == 0);
}

static nsd_status refused(const nsd_simulation *run)
{
    nsd_rows         rows = nsd_rows_make(1);
    nsd_run_outcome  outcome;
    const nsd_status status = go(run, &rows, &outcome);
    nsd_rows_free(&rows);
    return outcome.status == status && rows.count == 0 ? status : NSD_OK;
}

NSD_TEST(test_what_cannot_be_run_is_refused_before_the_first_row)
{
    ptrdiff_t            index[3];
    const nsd_linear     ball = linear_ball(index);
    const nsd_simulation good = ball_run(&ball, NULL, "moreau");
    nsd_simulation       run = good;
    nsd_rows             rows = nsd_rows_make(1);
    nsd_run_outcome      outcome;

    run.options.method = "murray";
    NSD_CHECK(nsd_run_memory(&run) == 0 && refused(&run) == NSD_ERR_BAD_ARGUMENT);
    run = good;
    run.model = &model_ball; /* two systems */
    NSD_CHECK(refused(&run) == NSD_ERR_BAD_ARGUMENT);
    run = good;
    run.linear = NULL;
    NSD_CHECK(refused(&run) == NSD_ERR_BAD_ARGUMENT);
    run = good;
    run.t1 = run.t0;
    NSD_CHECK(refused(&run) == NSD_ERR_BAD_ARGUMENT);
    run.t1 = NAN;
    NSD_CHECK(refused(&run) == NSD_ERR_BAD_ARGUMENT);
    run = good;
    run.options.h = 10.0;
    NSD_CHECK(refused(&run) == NSD_ERR_BAD_ARGUMENT);
    run = good;
    run.options.every = 0;
    NSD_CHECK(refused(&run) == NSD_ERR_BAD_ARGUMENT);
    NSD_CHECK(nsd_run(&good, NULL, 1000000, &rows.sink, &outcome) == NSD_ERR_WORKSPACE);
    char few[64];
    NSD_CHECK(nsd_run(&good, few, sizeof few, &rows.sink, &outcome) == NSD_ERR_WORKSPACE);
    NSD_CHECK(rows.count == 0);
}

NSD_TEST(test_dense_matrices_are_those_of_the_caller)
{
    const double      A[25] = { 1.0 }, H[6] = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 };
    ptrdiff_t         index[3 + 6];
    const nsd_columns columns = nsd_columns_dense(3, 2, H, index);
    const double      v[3] = { 1.0, 10.0, 100.0 };

    NSD_CHECK(nsd_columns_dot(&columns, 0, v) == 321.0);
    NSD_CHECK(nsd_columns_dot(&columns, 1, v) == 654.0);
    NSD_CHECK(nsd_matrix_dense(5, A).storage == NSD_DENSE && nsd_matrix_dense(5, A).values == A);
    NSD_CHECK(nsd_matrix_dense(5, NULL).storage == NSD_ZERO);
    NSD_CHECK(nsd_matrix_dense(2, NULL).storage == NSD_DENSE); /* as small systems need it */
    NSD_CHECK(nsd_matrix_dense(2, NULL).values[3] == 0.0);
}

NSD_TEST_MAIN(test_every_method_bounces_a_ball, test_event_driven_balls_are_exact,
              test_rows_are_at_the_times_that_are_asked_for, test_bodies_run_with_memory_of_realloc,
              test_what_cannot_be_run_is_refused_before_the_first_row,
              test_dense_matrices_are_those_of_the_caller)
