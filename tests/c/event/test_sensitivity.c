/* test_sensitivity.c - state transition matrices: closed forms, differences of runs, refusals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "event/flow/flow_mechanical.h"
#include "model/builtin/pendulum.h"
#include "event/sensitivity/sensitivity.h"
#include "nsd_test.h"

static const nsd_lcp_options         LCP = { 1000, 1e-12, 1.0, NULL, 1e-12 };
static const nsd_sensitivity_options TIGHT = { 1e-11, 1e-13 };

typedef struct bench { /* a model with its flow and solver */
    nsd_flow_mechanical flow;
    nsd_sensitivity     s;
    void               *memory;
    double              x[16]; /* state at the start */
} bench;

static void set_up(bench *b, const nsd_model *model)
{
    const size_t bytes = nsd_flow_mechanical_scratch(model) + 20000;
    b->memory = malloc(bytes);
    nsd_scratch scratch = { b->memory, bytes, 0 };
    nsd_flow_mechanical_init(&b->flow, model, &LCP, &scratch);
    nsd_sensitivity_init(&b->s, &b->flow.base, &TIGHT, &scratch);
    b->s.jacobian = nsd_sensitivity_mechanical;
    memset(b->x, 0, sizeof b->x);
}

static nsd_model pendulum(nsd_pendulum *p, const double *e)
{
    nsd_model model;
    nsd_pendulum_model(p, e, &model);
    return model;
}

/* The state after a flight from (q, v), by the flow of the solver */
static void fly(bench *b, double q, double v, double t, double end, double *x)
{
    double start[8] = { q, v };
    nsd_sensitivity_start(&b->s, start, 10.0);
    nsd_sensitivity_arc(&b->s, t, end);
    memcpy(x, b->s.x, 2 * sizeof *x);
}

NSD_TEST(test_flight_of_the_pendulum_against_differences)
{
    const double    e = 0.7, d = 1e-5;
    nsd_pendulum    p = { 0.3, 0.05, 0.5, -2.0 };
    const nsd_model model = pendulum(&p, &e);
    bench           b;
    double          low[2], high[2], Phi[4];
    set_up(&b, &model);
    for (int with = 0; with < 2; with++) { /* differences of the field, then its Jacobian */
        b.s.jacobian = with ? nsd_sensitivity_mechanical : NULL;
        fly(&b, 0.4, -0.3, 0.5, 5.5, low);
        memcpy(Phi, b.s.Phi, sizeof Phi);
        for (int j = 0; j < 2; j++) {
            fly(&b, 0.4 - (j == 0) * d, -0.3 - (j == 1) * d, 0.5, 5.5, low);
            fly(&b, 0.4 + (j == 0) * d, -0.3 + (j == 1) * d, 0.5, 5.5, high);
            for (int i = 0; i < 2; i++) { /* d^2 of the differences, 1e-11 / d of the runs */
                NSD_CHECK_NEAR(Phi[i + 2 * j], (high[i] - low[i]) / (2.0 * d), 1e-6);
            }
        }
        /* Liouville: det = exp(-0.2 * 5); differenced fields are integrated to 1e-7 */
        NSD_CHECK_NEAR(Phi[0] * Phi[3] - Phi[1] * Phi[2], exp(-1.0), with ? 1e-9 : 1e-6);
    }
    free(b.memory);
}

NSD_TEST(test_saltation_of_the_pendulum_is_its_formula)
{
    const double    r = 0.6, t = 1.1, q = -0.1, v = -0.35;
    nsd_pendulum    p = { 0.3, 0.05, 0.5, q };
    const nsd_model model = pendulum(&p, &r);
    const int       hit = 1, sticks = 0;
    double          minus = 0.0, plus = 0.0;
    const double    back = -r * v;
    bench           b;
    set_up(&b, &model);
    b.x[0] = q;
    b.x[1] = v;
    nsd_sensitivity_start(&b.s, b.x, 10.0);
    b.x[1] = back;
    const nsd_sensitivity_impact impact = { t, &hit, &sticks, b.x };
    NSD_CHECK(nsd_sensitivity_jump(&b.s, &impact) == NSD_OK);
    nsd_pendulum_force(&p, t, &q, &v, &minus);
    nsd_pendulum_force(&p, t, &q, &back, &plus);
    /* [-r 0; (a+ + r a-)/v- -r], determinant r^2 */
    NSD_CHECK_NEAR(b.s.Phi[0], -r, 1e-10);
    NSD_CHECK_NEAR(b.s.Phi[1], (plus + r * minus) / v, 1e-9);
    NSD_CHECK_NEAR(b.s.Phi[2], 0.0, 1e-10);
    NSD_CHECK_NEAR(b.s.Phi[3], -r, 1e-10);
    NSD_CHECK_NEAR(b.s.depth, v * v / (2.0 * fabs(minus)), 1e-10);
    NSD_CHECK(b.s.x[1] == back);
    free(b.memory);
}

NSD_TEST(test_a_contact_at_rest_has_zero_sensitivity_in_one_coordinate)
{
    const double    r = 0.5;
    nsd_pendulum    p = { 0.2, 0.05, 0.5, 0.1 };
    const nsd_model model = pendulum(&p, &r);
    const int       sticks = 1;
    bench           b;
    set_up(&b, &model);
    b.x[0] = 0.1;
    nsd_sensitivity_start(&b.s, b.x, 10.0);
    NSD_CHECK(nsd_sensitivity_rest(&b.s, 5.2, &sticks, b.x) == NSD_OK);
    NSD_CHECK(nsd_sensitivity_arc(&b.s, 5.2, 6.0) == NSD_OK);
    for (int i = 0; i < 4; i++) {
        NSD_CHECK_NEAR(b.s.Phi[i], 0.0, 1e-10);
    }
    free(b.memory);
}

/* two particles in the plane x, y on the floor y >= 0, one contact each; gravity; drag couples */
typedef struct pair_of_drops {
    double drag;
} pair_of_drops;

static nsd_status unit_mass(void *context, const double *q, double *M)
{
    (void)context;
    (void)q;
    M[0] = M[3] = 1.0;
    M[1] = M[2] = 0.0;
    return NSD_OK;
}

static nsd_status falls(void *context, double t, const double *q, const double *v, double *F)
{
    const double c = ((const pair_of_drops *)context)->drag;
    (void)t;
    (void)q;
    F[0] = -10.0 - c * (v[0] - v[1]);
    F[1] = -10.0 - c * (v[1] - v[0]);
    return NSD_OK;
}

static nsd_status heights(void *context, double t, const double *q, double *y)
{
    (void)context;
    (void)t;
    y[0] = q[0];
    y[1] = q[1];
    return NSD_OK;
}

static nsd_model drops(pair_of_drops *context, const double *e)
{
    nsd_model model;
    memset(&model, 0, sizeof model);
    model.n = model.m = 2;
    model.e = e;
    model.constant_mass = 1;
    model.context = context;
    model.mass = unit_mass;
    model.force = falls;
    model.gap = heights;
    return model;
}

NSD_TEST(test_two_impacts_at_once)
{
    const double    e[] = { 0.5, 0.8 };
    const int       hit[] = { 1, 1 }, sticks[] = { 0, 0 };
    pair_of_drops   apart = { 0.0 }, coupled = { 3.0 };
    const nsd_model free_model = drops(&apart, e), dragged = drops(&coupled, e);
    bench           b;
    set_up(&b, &free_model);
    b.x[2] = -1.0;
    b.x[3] = -2.0;
    nsd_sensitivity_start(&b.s, b.x, 10.0);
    b.x[2] = 0.5;
    b.x[3] = 1.6;
    const nsd_sensitivity_impact impact = { 0.0, hit, sticks, b.x };
    NSD_CHECK(nsd_sensitivity_jump(&b.s, &impact) == NSD_OK);
    NSD_CHECK_NEAR(b.s.Phi[0], -0.5, 1e-9); /* as for one impact alone */
    NSD_CHECK_NEAR(b.s.Phi[5], -0.8, 1e-9);
    NSD_CHECK_NEAR(b.s.Phi[2], -10.0 * 1.5 / -1.0, 1e-8);
    NSD_CHECK_NEAR(b.s.Phi[7], -10.0 * 1.8 / -2.0, 1e-8);
    NSD_CHECK_NEAR(b.s.Phi[6], 0.0, 1e-9);
    free(b.memory);
    set_up(&b, &dragged);
    b.x[2] = -1.0;
    b.x[3] = -2.0;
    nsd_sensitivity_start(&b.s, b.x, 10.0);
    b.x[2] = 0.5;
    b.x[3] = 1.6;
    const nsd_sensitivity_impact other = { 0.0, hit, sticks, b.x };
    NSD_CHECK(nsd_sensitivity_jump(&b.s, &other) == NSD_STALLED); /* the order of impacts matters */
    free(b.memory);
}

NSD_TEST_MAIN(test_flight_of_the_pendulum_against_differences,
              test_saltation_of_the_pendulum_is_its_formula,
              test_a_contact_at_rest_has_zero_sensitivity_in_one_coordinate,
              test_two_impacts_at_once)
