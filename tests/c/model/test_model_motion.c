/* test_model_motion.c - gaps along a motion: derivatives of the model and differences agree with
 * calculus. */
#include "model/model.h"
#include "nsd_test.h"

#include <string.h>

/* y = (q0^2 + t sin q1, q0 q1 - t^2) */
static nsd_status gap(void *context, double t, const double *q, double *y)
{
    (void)context;
    y[0] = q[0] * q[0] + t * sin(q[1]);
    y[1] = q[0] * q[1] - t * t;
    return NSD_OK;
}

static nsd_status gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    (void)context;
    H[0] = 2.0 * q[0];
    H[1] = t * cos(q[1]);
    H[2] = q[1];
    H[3] = q[0];
    y_t[0] = sin(q[1]);
    y_t[1] = -2.0 * t;
    return NSD_OK;
}

static nsd_status gap_bias(void *context, double t, const double *q, const double *v, double *kappa)
{
    (void)context;
    kappa[0] = 2.0 * v[0] * v[0] - t * sin(q[1]) * v[1] * v[1] + 2.0 * cos(q[1]) * v[1];
    kappa[1] = 2.0 * v[0] * v[1] - 2.0;
    return NSD_OK;
}

typedef struct gap_motion {
    double U[2], A[2], kappa[2], kappa_joint[2];
    int    status;
} gap_motion;

static gap_motion evaluate_gap_motion(int own_jacobian, int own_bias)
{
    nsd_model model;
    memset(&model, 0, sizeof model);
    model.n = model.m = model.p = 2;
    model.moving = 1;
    model.gap = model.joint = gap;
    model.gap_jac = model.joint_jac = own_jacobian ? gap_jac : NULL;
    model.gap_bias = model.joint_bias = own_bias ? gap_bias : NULL;
    const double     q[2] = { 0.7, -0.4 }, v[2] = { 1.3, 0.9 }, a[2] = { -2.0, 0.5 };
    nsd_model_motion at = { 1.2, q, v, a, 5e-3 };
    double           H[4], work[64];
    gap_motion       x;
    x.status = nsd_model_work(&model) > 64;
    x.status |= nsd_model_gap_motion(&model, &at, x.U, x.A, H, work);
    x.status |= nsd_model_gap_bias(&model, &at, x.kappa, work);
    x.status |= nsd_model_joint_bias(&model, &at, x.kappa_joint, work);
    return x;
}

NSD_TEST(test_rates_and_biases_are_those_of_calculus)
{
    const double q[2] = { 0.7, -0.4 }, v[2] = { 1.3, 0.9 }, a[2] = { -2.0, 0.5 };
    double       H[4], U[2], kappa[2];
    gap_jac(NULL, 1.2, q, H, U);
    gap_bias(NULL, 1.2, q, v, kappa);
    for (int kind = 0; kind < 3; kind++) { /* differences of values, of rates, none */
        const gap_motion x = evaluate_gap_motion(kind > 0, kind > 1);
        const double slack = kind > 1 ? 1e-14 : 1e-9; /* fourth and second order at 5 ms, 20 us */
        NSD_CHECK(x.status == 0);
        for (int i = 0; i < 2; i++) {
            const double normal_v = H[2 * i] * v[0] + H[2 * i + 1] * v[1];
            const double normal_a = H[2 * i] * a[0] + H[2 * i + 1] * a[1];
            NSD_CHECK_NEAR(x.U[i], U[i] + normal_v, slack);
            NSD_CHECK_NEAR(x.A[i], normal_a + kappa[i], slack);
            NSD_CHECK_NEAR(x.kappa[i], kappa[i], slack);
            NSD_CHECK_NEAR(x.kappa_joint[i], kappa[i], slack);
        }
    }
}

NSD_TEST_MAIN(test_rates_and_biases_are_those_of_calculus)
