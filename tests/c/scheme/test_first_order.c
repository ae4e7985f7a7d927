/* test_first_order.c - the diode bridge, a relay, Newton against the linear scheme, scratch. */
#include "scheme/first_order/first_order.h"

#include <stdlib.h>
#include <string.h>

#include "scheme/first_order/first_order_newton.h"
#include "run/run.h"
#include "nsd_test.h"

enum { N = 2, M = 4 };

static const double zeros[M] = { 0.0 };
static const double A[N * N] = { 0.0, 100.0, -1e6, 0.0 }; /* L = 1e-2, C = 1e-6, R = 1e3 */
static const double B[N * M] = { 0.0, 0.0, 0.0, 0.0, -1e6, 0.0, 1e6, 0.0 };
static const double C[M * N] = { 0.0, 0.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0 };
static const double D[M * M] = { 1e-3, 1e-3, 1.0, 0.0, 1e-3, 1e-3, 0.0, 1.0,
                                 -1.0, 0.0,  0.0, 0.0, 0.0,  -1.0, 0.0, 0.0 };
static const double upper[M] = { INFINITY, INFINITY, INFINITY, INFINITY };

typedef struct first_order_run {
    double    x[N], v[N], extra[3 * M];
    nsd_state state;
} first_order_run;

static void start_run(first_order_run *t, const double *x0, int n)
{
    memset(t, 0, sizeof *t);
    memcpy(t->x, x0, (size_t)n * sizeof(double));
    t->state.q = t->x;
    t->state.v = t->v;
    t->state.extra = t->extra;
}

static nsd_first_order bridge(void)
{
    const nsd_force       f = { .n = N, .constant = zeros };
    const nsd_force       a = { .n = M, .constant = zeros };
    const nsd_first_order model = { N, M, A, B, C, D, zeros, upper, f, a, NULL, NULL, NULL };
    return model;
}

static nsd_first_order_options options_of(double h, double theta, double rho)
{
    const nsd_first_order_options options = { h, theta, rho, { 1000, 1e-10, 1.0, NULL, 1e-10 } };
    return options;
}

static nsd_status take_steps(nsd_stepper *stepper, nsd_state *state, double h, int steps)
{
    nsd_status status = NSD_OK;
    for (int k = 0; k < steps && status == NSD_OK; k++) {
        status = stepper->step(stepper, state);
        state->t = h * (double)state->k;
    }
    return status;
}

/* `steps` steps of the linear scheme, in scratch of exactly the size that it asks for */
static nsd_status run_linear(const nsd_first_order *model, const nsd_first_order_options *options,
                             int steps, first_order_run *t)
{
    nsd_first_order_base *base = NULL;
    nsd_scratch           scratch = { NULL, nsd_first_order_scratch(model), 0 };
    scratch.base = malloc(scratch.size + 1);
    nsd_status status = nsd_first_order_init(model, options, &scratch, &t->state, &base);
    if (status == NSD_OK) {
        status = take_steps(&base->stepper, &t->state, options->h, steps);
    }
    free(scratch.base);
    return status;
}

NSD_TEST(test_bridge_has_its_check_values)
{
    const double                  x0[N] = { 10.0, 0.0 };
    const nsd_first_order         model = bridge();
    const nsd_first_order_options implicit = options_of(1e-6, 0.5, 1.0);
    const nsd_first_order_options midpoint = options_of(1e-6, 0.5, 0.5);
    first_order_run               t;

    start_run(&t, x0, N);
    NSD_CHECK(run_linear(&model, &implicit, 4999, &t) == NSD_OK);
    NSD_CHECK_NEAR(t.x[0], 0.786383910728, 1e-11);
    start_run(&t, x0, N);
    NSD_CHECK(run_linear(&model, &midpoint, 5000, &t) == NSD_OK);
    NSD_CHECK_NEAR(t.x[0], 0.7902790556, 1e-10);
    NSD_CHECK_NEAR(t.x[1], -0.002651220498, 1e-12);
}

NSD_TEST(test_first_row_is_the_relation_at_the_start)
{
    const double                  x0[N] = { 10.0, 0.0 };
    const nsd_first_order         model = bridge();
    const nsd_first_order_options options = options_of(1e-6, 0.5, 1.0);
    first_order_run               t;

    start_run(&t, x0, N);
    NSD_CHECK(run_linear(&model, &options, 0, &t) == NSD_OK);
    NSD_CHECK_NEAR(t.extra[0], 10.0, 1e-12);
    NSD_CHECK_NEAR(t.extra[2], 0.01, 1e-14);
    NSD_CHECK_NEAR(t.extra[M + 3], 10.0, 1e-12);
}

NSD_TEST(test_relay_stops_an_integrator)
{
    const double                  one = 1.0, minus = -1.0, nothing = 0.0;
    const nsd_force               none = { .n = 1, .constant = &nothing };
    const nsd_first_order         model = { 1,    1,    &nothing, &one, &one, &nothing, &minus,
                                            &one, none, none,     NULL, NULL, NULL };
    const nsd_first_order_options options = options_of(0.01, 0.5, 1.0);
    first_order_run               t;

    start_run(&t, &one, 1);
    NSD_CHECK(run_linear(&model, &options, 50, &t) == NSD_OK);
    NSD_CHECK_NEAR(t.x[0], 0.5, 1e-14);
    NSD_CHECK_NEAR(t.extra[0], -1.0, 0.0);
    start_run(&t, &one, 1);
    NSD_CHECK(run_linear(&model, &options, 150, &t) == NSD_OK);
    NSD_CHECK_NEAR(t.x[0], 0.0, 1e-14);
    NSD_CHECK_NEAR(t.extra[0], 0.0, 1e-12);
}

NSD_TEST(test_unsolvable_step_leaves_the_state)
{
    const double                  one = 1.0, minus = -1.0, nothing = 0.0, infinity = INFINITY;
    const nsd_force               input = { .n = 1, .constant = &one };
    const nsd_first_order         model = { 1,        1,        &nothing,  &nothing, &minus,
                                            &nothing, &nothing, &infinity, input,    input,
                                            NULL,     NULL,     NULL };
    const nsd_first_order_options options = options_of(0.25, 0.5, 1.0);
    first_order_run               t;

    start_run(&t, &nothing, 1); /* x' = 1, y = 1 - x >= 0 */
    NSD_CHECK(run_linear(&model, &options, 10, &t) == NSD_RAY);
    NSD_CHECK_NEAR(t.x[0], 1.0, 0.0);
    NSD_CHECK(t.state.k == 4);
}

NSD_TEST(test_singular_iteration_matrix_is_refused)
{
    const double                  two = 2.0, one = 1.0, nothing = 0.0, infinity = INFINITY;
    const nsd_force               none = { .n = 1, .constant = &nothing };
    const nsd_first_order         model = { 1,         1,    &two, &one, &one, &one, &nothing,
                                            &infinity, none, none, NULL, NULL, NULL };
    const nsd_first_order_options options = options_of(1.0, 0.5, 1.0);
    first_order_run               t;

    start_run(&t, &one, 1);
    NSD_CHECK(run_linear(&model, &options, 1, &t) == NSD_ERR_SINGULAR);
}

static void multiply(int rows, int cols, const double *matrix, const double *x, double *y)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
            y[i] += matrix[i + j * rows] * x[j];
        }
    }
}

static nsd_status rate(void *context, double t, const double *x, double *f)
{
    (void)context;
    (void)t;
    memset(f, 0, N * sizeof(double));
    multiply(N, N, A, x, f);
    return NSD_OK;
}

static nsd_status output(void *context, double t, const double *x, const double *lambda, double *y)
{
    (void)context;
    (void)t;
    memset(y, 0, M * sizeof(double));
    multiply(M, N, C, x, y);
    multiply(M, M, D, lambda, y);
    return NSD_OK;
}

static nsd_status action(void *context, double t, const double *x, const double *lambda, double *r)
{
    (void)context;
    (void)t;
    (void)x;
    memset(r, 0, N * sizeof(double));
    multiply(N, M, B, lambda, r);
    return NSD_OK;
}

NSD_TEST(test_newton_agrees_with_the_linear_scheme)
{
    const double                x0[N] = { 10.0, 0.0 };
    const nsd_first_order       linear = bridge();
    const nsd_first_order_model model = { N,      M,      zeros, upper, NULL, rate,
                                          output, action, NULL,  NULL,  NULL };
    for (int k = 0; k < 2; k++) {
        const nsd_first_order_newton_options options = { options_of(5e-6, 0.5, k == 0 ? 1.0 : 0.5),
                                                         1e-13, 50 };
        nsd_first_order_base                *newton = NULL;
        first_order_run                      a, b;
        nsd_scratch scratch = { NULL, nsd_first_order_newton_scratch(&model), 0 };
        scratch.base = malloc(scratch.size);
        start_run(&a, x0, N);
        start_run(&b, x0, N);
        NSD_CHECK(run_linear(&linear, &options.step, 200, &a) == NSD_OK);
        NSD_CHECK(nsd_first_order_newton_init(&model, &options, &scratch, &b.state, &newton) ==
                  NSD_OK);
        NSD_CHECK(take_steps(&newton->stepper, &b.state, 5e-6, 200) == NSD_OK);
        NSD_CHECK_NEAR(b.x[0], a.x[0], 1e-9); /* LcpTol times the size of x */
        NSD_CHECK_NEAR(b.x[1], a.x[1], 1e-11);
        free(scratch.base);
    }
}

/* The bridge without charge and current: every residual is 0 before the first Newton step, and the
 * ratio test 0 <= 0.1 * 0 must not skip the first evaluation of the derivatives. */
NSD_TEST(test_newton_evaluates_derivatives_where_the_residual_is_zero)
{
    const double                         x0[N] = { 0.0, 0.0 };
    const nsd_first_order_newton_options options = { options_of(5e-6, 0.5, 0.5), 1e-13, 50 };
    const nsd_first_order_model          model = { N,      M,      zeros, upper, NULL, rate,
                                                   output, action, NULL,  NULL,  NULL };
    nsd_first_order_base                *newton = NULL;
    first_order_run                      t;
    nsd_scratch scratch = { NULL, nsd_first_order_newton_scratch(&model), 0 };

    scratch.base = malloc(scratch.size);
    memset(scratch.base, 0x7f, scratch.size); /* pivots that were not written are far outside */
    start_run(&t, x0, N);
    NSD_CHECK(nsd_first_order_newton_init(&model, &options, &scratch, &t.state, &newton) == NSD_OK);
    NSD_CHECK(take_steps(&newton->stepper, &t.state, 5e-6, 3) == NSD_OK);
    for (int i = 0; i < N; i++) {
        NSD_CHECK(t.x[i] == 0.0);
    }
    for (int i = 0; i < 2 * M; i++) {
        NSD_CHECK(t.extra[i] == 0.0);
    }
    free(scratch.base);
}

NSD_TEST_MAIN(test_bridge_has_its_check_values, test_first_row_is_the_relation_at_the_start,
              test_relay_stops_an_integrator, test_unsolvable_step_leaves_the_state,
              test_singular_iteration_matrix_is_refused, test_newton_agrees_with_the_linear_scheme,
              test_newton_evaluates_derivatives_where_the_residual_is_zero)
