/* test_adaptive.c - steps whose length follows their error: a ball that bounces, in closed form. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nsd_test.h"
#include "scheme/nonlinear/nonlinear_base.h"
#include "scheme/scheme.h"

static nsd_status mass(void *context, const double *q, double *M)
{
    (void)context;
    (void)q;
    M[0] = 1.0;
    return NSD_OK;
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    (void)context;
    (void)t;
    (void)q;
    (void)v;
    F[0] = -9.81;
    return NSD_OK;
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    (void)context;
    (void)t;
    y[0] = q[0];
    return NSD_OK;
}

/* A model whose steps cannot be solved for */
static nsd_status no_force(void *context, double t, const double *q, const double *v, double *F)
{
    force(context, t, q, v, F);
    F[0] = t > 0.25 ? NAN : F[0];
    return NSD_OK;
}

typedef struct run {
    nsd_model             model;
    double                q[1], v[1], P[1], mu[1], U[1], U_before[1], e[1];
    nsd_state             state;
    nsd_ledger            ledger;
    nsd_stepper          *stepper;
    nsd_nonlinear_options options;
    void                 *memory;
} run;

static nsd_status start_run(run *r, const char *method, double tolerance, double t_end)
{
    const nsd_nonlinear_scheme *scheme = nsd_scheme_find_nonlinear(method);
    nsd_scratch                 scratch = { 0 };

    r->model = (nsd_model){ .n = 1, .m = 1, .e = r->e, .constant_mass = 1 };
    r->model.mass = mass;
    r->model.force = force;
    r->model.gap = gap;
    r->e[0] = 0.9;
    r->q[0] = 1.0;
    r->state = (nsd_state){
        .q = r->q, .v = r->v, .P = r->P, .joint = r->mu, .U = r->U, .U_before = r->U_before
    };
    memset(&r->options, 0, sizeof r->options);
    r->options.step.h = 1e-3;
    r->options.step.theta = r->options.step.activation = r->options.step.newmark.gamma = 0.5;
    r->options.step.newmark.beta = 0.25;
    r->options.step.lcp = (nsd_lcp_options){ 1000, 1e-10, 1.0, NULL, 1e-10 };
    r->options.newton_tolerance = 1e-13;
    r->options.newton_max_iter = 50;
    r->options.adaptive = (nsd_adaptive_options){ tolerance, tolerance / 100, 0.0, t_end, 100000 };
    scratch.size = scheme->scratch(&r->model);
    scratch.base = r->memory = calloc(1, scratch.size);
    return scheme->init(&r->model, &r->options, &scratch, &r->state, &r->ledger, &r->stepper);
}

static nsd_status run_to(run *r, double until)
{
    nsd_own_steps *own = r->stepper->own;
    nsd_status     status = NSD_OK;
    own->until = until;
    while (status == NSD_OK && r->state.t < until) {
        status = r->stepper->step(r->stepper, &r->state);
        r->state.t = status == NSD_OK ? own->reached : r->state.t;
    }
    return status;
}

NSD_TEST(test_ball_is_as_exact_as_the_tolerance)
{
    const char *const methods[] = { "moreau", "newmark", "hht", "genalpha", "rattle" };
    for (int i = 0; i < 5; i++) {
        for (double tolerance = 1e-4; tolerance > 1e-8; tolerance *= 0.01) {
            run r = { .q = { 1.0 } };
            NSD_CHECK(start_run(&r, methods[i], tolerance, 2.0) == NSD_OK);
            NSD_CHECK(run_to(&r, 2.0) == NSD_OK);
            NSD_CHECK(r.state.t == 2.0);
            NSD_CHECK_NEAR(r.q[0], 0.0136843622851, 10.0 * tolerance);
            NSD_CHECK(r.stepper->own->solves < 1500);
            free(r.memory);
        }
    }
}

NSD_TEST(test_steps_end_where_they_must)
{
    run r = { .q = { 1.0 } };
    NSD_CHECK(start_run(&r, "moreau", 1e-6, 1.0) == NSD_OK);
    NSD_CHECK(run_to(&r, 0.3) == NSD_OK);
    NSD_CHECK(r.state.t == 0.3);
    NSD_CHECK_NEAR(r.q[0], 1.0 - 0.5 * 9.81 * 0.09, 1e-12); /* a parabola is exact */
    NSD_CHECK(r.stepper->own->rejected == 0);
    free(r.memory);
}

NSD_TEST(test_a_force_that_is_not_finite_ends_the_run)
{
    run r = { .q = { 1.0 } };
    NSD_CHECK(start_run(&r, "moreau", 1e-6, 1.0) == NSD_OK);
    r.model.force = no_force;
    NSD_CHECK(run_to(&r, 1.0) == NSD_NOT_FINITE);
    NSD_CHECK_NEAR(r.state.t, 0.25, 1e-6); /* the state is that of the last good step */
    NSD_CHECK_NEAR(r.q[0], 1.0 - 0.5 * 9.81 * r.state.t * r.state.t, 1e-9);
    free(r.memory);
}

NSD_TEST_MAIN(test_ball_is_as_exact_as_the_tolerance, test_steps_end_where_they_must,
              test_a_force_that_is_not_finite_ends_the_run)
