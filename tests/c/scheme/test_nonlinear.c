/* test_nonlinear.c - nonlinear schemes on C models: check values, joints, functions that fail. */
#include "scheme/scheme.h"
#include "contact/mechanics.h"

#include <stdlib.h>
#include <string.h>

#include "nsd_test.h"

typedef struct
    test_model { /* one mass over y >= -b with spring k, or a pendulum with a rod as joint */
    double k, b, e;
    int    pendulum;
    int    fail_after; /* calls of force until NSD_USER_ERROR, -1: never */
    int    calls;
    double limit; /* the force is NaN beyond this q */
} test_model;

static nsd_status mass(void *context, const double *q, double *M)
{
    const test_model *p = context;
    const int         n = p->pendulum ? 2 : 1;
    (void)q;
    memset(M, 0, (size_t)(n * n) * sizeof(double));
    for (int i = 0; i < n; i++) {
        M[i + i * n] = 1.0;
    }
    return NSD_OK;
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    test_model *p = context;
    (void)t;
    (void)v;
    if (p->fail_after >= 0 && p->calls++ >= p->fail_after) {
        return NSD_USER_ERROR;
    }
    F[0] = q[0] > p->limit ? NAN : -p->k * q[0];
    if (p->pendulum) {
        F[1] = -9.81;
    }
    return NSD_OK;
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    const test_model *p = context;
    (void)t;
    y[0] = q[0] + p->b;
    return NSD_OK;
}

static nsd_status joint(void *context, double t, const double *q, double *g)
{
    (void)context;
    (void)t;
    g[0] = q[0] * q[0] + q[1] * q[1] - 1.0;
    return NSD_OK;
}

typedef struct run {
    nsd_model    model;
    double       q[2], v[2], P[1], mu[1], U[1], U_before[1];
    nsd_state    state;
    nsd_ledger   ledger;
    nsd_stepper *stepper;
    void        *memory;
} run;

static nsd_nonlinear_options options_of(double h)
{
    nsd_nonlinear_options options;
    memset(&options, 0, sizeof options);
    options.step.h = h;
    options.step.theta = options.step.activation = 0.5;
    options.step.lcp.max_iter = 1000;
    options.step.lcp.tolerance = 1e-10;
    options.step.lcp.relaxation = 1.0;
    options.step.newmark.gamma = 0.5;
    options.step.newmark.beta = 0.25;
    options.newton_tolerance = 1e-13;
    options.newton_max_iter = 50;
    return options;
}

static nsd_status start_run(run *r, test_model *p, const char *method,
                            const nsd_nonlinear_options *options)
{
    r->model.n = p->pendulum ? 2 : 1;
    r->model.m = 1;
    r->model.p = p->pendulum;
    r->model.e = &p->e;
    r->model.constant_mass = 1;
    r->model.context = p;
    r->model.mass = mass;
    r->model.force = force;
    r->model.gap = gap;
    r->model.joint = joint;
    nsd_state state = {
        .q = r->q, .v = r->v, .P = r->P, .joint = r->mu, .U = r->U, .U_before = r->U_before
    };
    r->state = state;
    const nsd_nonlinear_scheme *scheme = nsd_scheme_find_nonlinear(method);
    nsd_scratch                 scratch = { 0 };
    scratch.size = scheme->scratch(&r->model);
    scratch.base = r->memory = calloc(1, scratch.size);
    return scheme->init(&r->model, options, &scratch, &r->state, &r->ledger, &r->stepper);
}

static nsd_status take_steps(run *r, double h, long long steps, double *impulses)
{
    nsd_status status = NSD_OK;
    for (long long k = 0; k < steps && status == NSD_OK; k++) {
        status = r->stepper->step(r->stepper, &r->state);
        r->state.t = (double)r->state.k * h;
        *impulses += status == NSD_OK ? r->P[0] : 0.0;
    }
    return status;
}

NSD_TEST(test_oscillator_has_its_check_values)
{
    static const struct {
        const char *method;
        double      q, v, P;
    } values[] = { { "moreau", 0.505586256402, -0.459988003015, 8.489331115413 },
                   { "paoli", 0.526190064851, -0.376437443317, 8.432996405223 },
                   { "newmark", 0.505586256402, -0.459988003015, 8.489331115413 },
                   { "hht", 0.505560023644, -0.459951174287, 8.489245550231 } };
    for (int i = 0; i < 4; i++) {
        test_model            p = { 4.0, 0.25, 0.8, 0, -1, 0, INFINITY };
        run                   r = { .q = { 1.0 } };
        double                sum = 0.0;
        nsd_nonlinear_options options = options_of(0.01);
        if (i == 3) {
            options.step.newmark.alpha_f = 0.1;
            options.step.newmark.gamma = 0.6;
            options.step.newmark.beta = 0.3025;
        }
        NSD_CHECK(start_run(&r, &p, values[i].method, &options) == NSD_OK);
        NSD_CHECK(take_steps(&r, 0.01, 600, &sum) == NSD_OK);
        NSD_CHECK_NEAR(r.q[0], values[i].q, 1e-9);
        NSD_CHECK_NEAR(r.v[0], values[i].v, 1e-9);
        NSD_CHECK_NEAR(sum, values[i].P, 1e-9);
        free(r.memory);
    }
}

NSD_TEST(test_rod_keeps_its_length)
{
    const char *const methods[] = { "moreau", "paoli", "newmark", "genalpha", "rattle" };
    for (int i = 0; i < 5; i++) {
        test_model            p = { 0.0, 0.3, 0.6, 1, -1, 0, INFINITY };
        run                   r = { .q = { 0.8, -0.6 } };
        double                sum = 0.0, g = 1.0;
        nsd_nonlinear_options options = options_of(0.005);
        options.project = 1;
        options.step.newmark.ggl = 1;
        NSD_CHECK(start_run(&r, &p, methods[i], &options) == NSD_OK);
        NSD_CHECK(take_steps(&r, 0.005, 400, &sum) == NSD_OK);
        joint(NULL, 0.0, r.q, &g);
        NSD_CHECK_NEAR(g, 0.0, 1e-10);
        NSD_CHECK(sum > 0.5); /* the wall was hit */
        NSD_CHECK(r.q[0] > -0.3 - 0.05);
        free(r.memory);
    }
}

NSD_TEST(test_failing_step_leaves_the_state_and_passes_the_status_on)
{
    const char *const methods[] = { "moreau", "paoli", "newmark", "rattle" };
    for (int i = 0; i < 8; i++) {
        const char *method = methods[i % 4];
        test_model  p = { 0.0, 9.0, 0.0, 0, i < 4 ? 40 : -1, 0, i < 4 ? INFINITY : 0.1 };
        run         r = { .v = { 1.0 } };
        double      sum = 0.0, q = 0.0;
        nsd_status  status = NSD_OK;
        const nsd_nonlinear_options options = options_of(0.01);
        NSD_CHECK(start_run(&r, &p, method, &options) == NSD_OK);
        while (status == NSD_OK) {
            q = r.q[0];
            status = take_steps(&r, 0.01, 1, &sum);
        }
        NSD_CHECK(status == (i < 4 ? NSD_USER_ERROR : NSD_NOT_FINITE));
        NSD_CHECK(r.q[0] == q && r.state.k > 3);
        free(r.memory);
    }
}

NSD_TEST(test_unknown_scheme_is_null)
{
    NSD_CHECK(nsd_scheme_find_nonlinear("euler") == NULL);
    NSD_CHECK(nsd_scheme_find_nonlinear("paoli") == &nsd_nonlinear_scheme_paoli);
}

NSD_TEST(test_too_little_scratch_is_refused)
{
    test_model                  p = { 4.0, 0.25, 0.8, 1, -1, 0, INFINITY };
    const nsd_nonlinear_options options = options_of(0.01);
    const char *const           methods[] = { "moreau", "paoli", "hht" };
    for (int i = 0; i < 3; i++) {
        const char *method = methods[i];
        run         r = { .q = { 0.8, -0.6 } };
        NSD_CHECK(start_run(&r, &p, method, &options) == NSD_OK);
        nsd_scratch scratch = { 0 };
        scratch.size = 256;
        scratch.base = r.memory;
        nsd_stepper *stepper = NULL;
        NSD_CHECK(nsd_scheme_find_nonlinear(method)->init(&r.model, &options, &scratch, &r.state,
                                                          &r.ledger,
                                                          &stepper) == NSD_ERR_WORKSPACE);
        free(r.memory);
    }
}

NSD_TEST_MAIN(test_oscillator_has_its_check_values, test_rod_keeps_its_length,
              test_failing_step_leaves_the_state_and_passes_the_status_on,
              test_unknown_scheme_is_null, test_too_little_scratch_is_refused)
