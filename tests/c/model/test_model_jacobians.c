/* test_model_jacobians.c - normals of functions without Jacobian.                       (NL.7) */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "nsd_test.h"

#define ROWS 2

typedef struct example {
    void (*value)(double t, double q, double *y);
    void (*slope)(double t, double q, double *y);
    double t, q, tolerance; /* relative to max(1, slope) */
} example;

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    const example *e = context;
    e->value(t, q[0], y);
    return isfinite(y[0]) ? NSD_OK : NSD_USER_ERROR;
}

static nsd_model model_of(example *e)
{
    nsd_model model;
    memset(&model, 0, sizeof model);
    model.n = 1;
    model.m = ROWS;
    model.gap = gap;
    model.context = e;
    return model;
}

static void swing(double t, double q, double *y)
{
    y[0] = sin(q) + 0.1 * cos(5.0 * t);
    y[1] = exp(-q * q) + q;
}

static void swing_slope(double t, double q, double *y)
{
    (void)t;
    y[0] = cos(q);
    y[1] = -2.0 * q * exp(-q * q) + 1.0;
}

static void tooth(double t, double q, double *y) /* a geometry of millimetres, in metres */
{
    (void)t;
    y[0] = 1e-3 * sin(q / 1e-3);
    y[1] = q;
}

static void tooth_slope(double t, double q, double *y)
{
    (void)t;
    y[0] = cos(q / 1e-3);
    y[1] = 1.0;
}

static void corner(double t, double q, double *y)
{
    (void)t;
    y[0] = fabs(q - 1.0) + 3.0 * q;
    y[1] = q > 1.0 ? q * q : 2.0 * q - 1.0;
}

static void corner_slope(double t, double q, double *y)
{
    (void)t;
    y[0] = q > 1.0 ? 4.0 : 2.0;
    y[1] = q > 1.0 ? 2.0 * q : 2.0;
}

static void ends(double t, double q, double *y) /* not defined beyond q = 1 */
{
    (void)t;
    y[0] = q <= 1.0 ? 2.0 * q - 1.0 : NAN;
    y[1] = q <= 1.0 ? sin(q) : NAN;
}

static void ends_slope(double t, double q, double *y)
{
    (void)t;
    y[0] = 2.0;
    y[1] = cos(q);
}

static void far(double t, double q, double *y) /* a large constant takes away digits */
{
    (void)t;
    y[0] = 1e6 + q;
    y[1] = 1e6 + sin(q);
}

static void far_slope(double t, double q, double *y)
{
    (void)t;
    y[0] = 1.0;
    y[1] = cos(q);
}

/* at q = -2 the fifth derivative of the bell nearly vanishes, and the estimated error is too
 * small */
NSD_TEST(test_normals_are_as_good_as_rounding_allows)
{
    const example list[] = {
        { swing, swing_slope, 0.0, 0.7, 3e-13 },     { swing, swing_slope, 0.0, -2.0, 2e-11 },
        { tooth, tooth_slope, 0.0, 0.3e-3, 1e-11 },  { corner, corner_slope, 0.0, 1.2, 1e-13 },
        { corner, corner_slope, 0.0, 1.003, 1e-11 }, { corner, corner_slope, 0.0, 0.99999, 1e-8 },
        { ends, ends_slope, 0.0, 0.999, 1e-11 },     { far, far_slope, 0.0, 0.4, 1e-7 },
    };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        example   e = list[k];
        nsd_model model = model_of(&e);
        double    H[ROWS], rate[ROWS], wanted[ROWS], work[64];
        NSD_CHECK(nsd_model_work(&model) <= 64);
        NSD_CHECK(nsd_model_gap_jac(&model, e.t, &e.q, H, rate, work) == NSD_OK);
        e.slope(e.t, e.q, wanted);
        for (int i = 0; i < ROWS; i++) {
            NSD_CHECK_NEAR(H[i], wanted[i], e.tolerance * fmax(1.0, fabs(wanted[i])));
        }
    }
}

NSD_TEST(test_rates_do_not_depend_on_the_size_of_t)
{
    example   e = { swing, swing_slope, 0.0, 0.3, 0.0 };
    nsd_model model = model_of(&e);
    model.moving = 1;
    for (int power = 0; power < 5; power++) {
        const double t = 0.3 * pow(10.0, power);
        double       H[ROWS], rate[ROWS], work[64];
        NSD_CHECK(nsd_model_gap_jac(&model, t, &e.q, H, rate, work) == NSD_OK);
        NSD_CHECK_NEAR(rate[0], -0.5 * sin(5.0 * t), 1e-12 * fmax(1.0, t));
        NSD_CHECK_NEAR(rate[1], 0.0, 1e-12);
    }
}

NSD_TEST(test_an_error_everywhere_is_an_error)
{
    example   e = { ends, ends_slope, 0.0, 2.0, 0.0 };
    nsd_model model = model_of(&e);
    double    H[ROWS], rate[ROWS], work[64];
    NSD_CHECK(nsd_model_gap_jac(&model, 0.0, &e.q, H, rate, work) == NSD_USER_ERROR);
}

NSD_TEST_MAIN(test_normals_are_as_good_as_rounding_allows,
              test_rates_do_not_depend_on_the_size_of_t, test_an_error_everywhere_is_an_error)
