/* test_secant.c - acceleration of fixed point iterations: linear ones end, others begin anew. */
#include <math.h>

#include "nsd_secant.h"
#include "nsd_test.h"

static const double weight[1] = { 2.0 };
static char         room[4096];

/* g <- A x + b with three slow eigenvalues; the fixed point is (1, 2, 3) */
static void iterate(const double *x, double *g)
{
    const double A[3] = { 0.99, 0.9, -0.8 }, fixed[3] = { 1.0, 2.0, 3.0 };
    for (int i = 0; i < 3; i++) {
        g[i] = fixed[i] + A[i] * (x[i] - fixed[i]);
    }
}

NSD_TEST(test_linear_iteration_ends_after_its_unknowns)
{
    nsd_scratch scratch = { room, sizeof room, 0 };
    nsd_secant  secant;
    double      x[3] = { 0.0, 0.0, 0.0 }, e[2] = { 0.0, 0.0 };

    NSD_CHECK(nsd_secant_init(&secant, 3, 2, &scratch));
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < 3; i++) {
            secant.x[i] = x[i];
        }
        iterate(secant.x, x);
        e[0] = x[0] + x[1]; /* what depends on x comes along */
        e[1] = -2.0 * x[2];
        NSD_CHECK(nsd_secant_step(&secant, weight, x, e) == (k > 0) || k > 3);
        NSD_CHECK_NEAR(e[0], x[0] + x[1], 1e-12);
        NSD_CHECK_NEAR(e[1], -2.0 * x[2], 1e-12);
    }
    NSD_CHECK_NEAR(x[0], 1.0, 1e-7); /* 0.99^6 alone would leave 0.94 of the way */
    NSD_CHECK_NEAR(x[1], 2.0, 1e-7);
    NSD_CHECK_NEAR(x[2], 3.0, 1e-7);
}

NSD_TEST(test_growth_begins_anew)
{
    nsd_scratch scratch = { room, sizeof room, 0 };
    nsd_secant  secant;
    double      g[3] = { 1.0, 0.0, 0.0 }, none[1];

    NSD_CHECK(nsd_secant_init(&secant, 3, 0, &scratch));
    for (int k = 0; k < 4; k++) {
        const double before = g[0];
        secant.x[0] = g[0];
        secant.x[1] = secant.x[2] = 0.0;
        g[0] = 3.0 * g[0];
        NSD_CHECK(nsd_secant_step(&secant, weight, g, none) == 0);
        NSD_CHECK(g[0] == 3.0 * before);
        NSD_CHECK(secant.have == 0);
    }
}

NSD_TEST(test_too_little_scratch_is_told)
{
    nsd_scratch scratch = { room, nsd_secant_scratch(30, 6) / 2, 0 };
    nsd_secant  secant;
    NSD_CHECK(!nsd_secant_init(&secant, 30, 6, &scratch));
}

NSD_TEST_MAIN(test_linear_iteration_ends_after_its_unknowns, test_growth_begins_anew,
              test_too_little_scratch_is_told)
