/* test_force.c - constant, harmonic and tabulated forces. */
#include "base/force.h"
#include "nsd_test.h"

static const double CONSTANT[] = { 1.0, -2.0 };

NSD_TEST(test_a_constant_force_is_the_same_at_all_times)
{
    const nsd_force force = { 2, 0, CONSTANT, NULL, NULL, NULL, NULL };
    double          F[2] = { NAN, NAN };
    nsd_force_at(&force, 17, 3.5, F);
    NSD_CHECK(nsd_force_is_constant(&force));
    NSD_CHECK(F[0] == 1.0 && F[1] == -2.0);
}

NSD_TEST(test_harmonics_are_added_to_the_constant)
{
    const double    cosine[] = { 1.0, 0.0, 0.5, 0.25 }, sine[] = { 0.0, 2.0, -1.0, 0.0 };
    const double    omega[] = { 2.0, 3.0 };
    const nsd_force force = { 2, 2, CONSTANT, cosine, sine, omega, NULL };
    NSD_CHECK(!nsd_force_is_constant(&force));
    for (int k = 0; k < 20; k++) {
        const double t = 0.37 * k;
        double       F[2];
        nsd_force_at(&force, k, t, F);
        /* three terms of order one: a few units in the last place */
        NSD_CHECK_NEAR(F[0], 1.0 + cos(2 * t) + 0.5 * cos(3 * t) - sin(3 * t), 1e-15);
        NSD_CHECK_NEAR(F[1], -2.0 + 2.0 * sin(2 * t) + 0.25 * cos(3 * t), 1e-15);
    }
}

NSD_TEST(test_a_table_is_read_by_step_and_stands_for_the_whole_force)
{
    const double    table[] = { 10, 20, 11, 21, 12, 22 };
    const nsd_force force = { 2, 0, CONSTANT, NULL, NULL, NULL, table };
    NSD_CHECK(!nsd_force_is_constant(&force));
    for (int k = 0; k < 3; k++) {
        double F[2];
        nsd_force_at(&force, k, -99.0, F);
        NSD_CHECK(F[0] == 10.0 + k && F[1] == 20.0 + k);
    }
}

NSD_TEST_MAIN(test_a_constant_force_is_the_same_at_all_times,
              test_harmonics_are_added_to_the_constant,
              test_a_table_is_read_by_step_and_stands_for_the_whole_force)
