/* test_pendulum.c - the forced pendulum with a stop: derivatives, refusals. */
#include "model/builtin/pendulum.h"

#include "nsd_test.h"

static const double restitution = 0.7;

static nsd_model model_of(nsd_pendulum *pendulum)
{
    nsd_model model;
    nsd_pendulum_model(pendulum, &restitution, &model);
    return model;
}

NSD_TEST(test_force_at_a_known_point)
{
    nsd_pendulum    p = { 0.1, 0.05, 0.5, -0.1 };
    const nsd_model model = model_of(&p);
    const double    q = 0.3, v = -0.7;
    double          F = 0.0, y = 0.0, U = 0.0, M = 0.0;
    NSD_CHECK(model.force(model.context, 0.4, &q, &v, &F) == NSD_OK);
    NSD_CHECK_NEAR(F, 0.14 - sin(0.3) + 0.1 * cos(0.3) * sin(0.4), 1e-16);
    NSD_CHECK(model.gap(model.context, 0.4, &q, &y) == NSD_OK);
    NSD_CHECK_NEAR(y, 0.4, 1e-16);
    NSD_CHECK(model.potential(model.context, &q, &U) == NSD_OK);
    NSD_CHECK_NEAR(U, 1.0 - cos(0.3), 1e-16);
    NSD_CHECK(model.mass(model.context, &q, &M) == NSD_OK);
    NSD_CHECK(M == 1.0);
}

NSD_TEST(test_derivatives_are_those_of_differences)
{
    nsd_pendulum    p = { 0.31, 0.08, 0.6, -0.2 };
    const nsd_model model = model_of(&p);
    const double    t = 1.3, d = 1e-5, q = 0.8, v = -0.4, far[] = { q - d, q + d };
    const double    quick[] = { v - d, v + d };
    double          F[4], y[2], U[2], Fq = 0.0, Fv = 0.0, H = 0.0, y_t = 1.0, kappa = 1.0;
    for (int i = 0; i < 2; i++) {
        model.force(model.context, t, &far[i], &v, &F[i]);
        model.force(model.context, t, &q, &quick[i], &F[2 + i]);
        model.gap(model.context, t, &far[i], &y[i]);
        model.potential(model.context, &far[i], &U[i]);
    }
    NSD_CHECK(model.force_jac(model.context, t, &q, &v, &Fq, &Fv) == NSD_OK);
    NSD_CHECK(model.gap_jac(model.context, t, &q, &H, &y_t) == NSD_OK);
    /* central differences: d^2/6 of a third derivative below 2, and round-off eps/d */
    NSD_CHECK_NEAR(Fq, (F[1] - F[0]) / (2.0 * d), 1e-10);
    NSD_CHECK_NEAR(Fv, (F[3] - F[2]) / (2.0 * d), 1e-10);
    NSD_CHECK_NEAR(H, (y[1] - y[0]) / (2.0 * d), 1e-10);
    NSD_CHECK(y_t == 0.0);
    NSD_CHECK(model.gap_bias(model.context, t, &q, &v, &kappa) == NSD_OK && kappa == 0.0);
    NSD_CHECK_NEAR((U[1] - U[0]) / (2.0 * d), sin(q) / (4.0 * 0.6 * 0.6), 1e-10);
}

NSD_TEST(test_bad_parameters_are_refused)
{
    nsd_model    model;
    nsd_pendulum bad[] = { { NAN, 0.05, 0.5, 0.0 },
                           { 0.1, INFINITY, 0.5, 0.0 },
                           { 0.1, 0.05, 0.0, 0.0 },
                           { 0.1, 0.05, 1e-200, 0.0 },
                           { 0.1, 0.05, 0.5, NAN } };
    for (int i = 0; i < 5; i++) {
        NSD_CHECK(nsd_pendulum_model(&bad[i], &restitution, &model) == NSD_ERR_BAD_ARGUMENT);
    }
}

NSD_TEST_MAIN(test_force_at_a_known_point, test_derivatives_are_those_of_differences,
              test_bad_parameters_are_refused)
