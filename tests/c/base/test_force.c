/* test_force.c - constant, harmonic and tabulated forces. */
#include <float.h>

#include "base/force.h"
#include "nsd_test.h"

static const double CONSTANT[] = { 1.0, -2.0 };

NSD_TEST(test_a_constant_force_is_the_same_at_all_times)
{
    const nsd_force force = { .n = 2, .constant = CONSTANT };
    double          F[2] = { NAN, NAN };
    nsd_force_at(&force, 17, 3.5, F);
    NSD_CHECK(nsd_force_is_constant(&force));
    NSD_CHECK(F[0] == 1.0 && F[1] == -2.0);
}

NSD_TEST(test_harmonics_are_added_to_the_constant)
{
    const double    cosine[] = { 1.0, 0.0, 0.5, 0.25 }, sine[] = { 0.0, 2.0, -1.0, 0.0 };
    const double    omega[] = { 2.0, 3.0 };
    const nsd_force force = {
        .n = 2, .harmonics = 2, .constant = CONSTANT, .cosine = cosine, .sine = sine, .omega = omega
    };
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
    const nsd_force force = { .n = 2, .constant = CONSTANT, .table = table };
    NSD_CHECK(!nsd_force_is_constant(&force));
    for (int k = 0; k < 3; k++) {
        double F[2];
        nsd_force_at(&force, k, -99.0, F);
        NSD_CHECK(F[0] == 10.0 + k && F[1] == 20.0 + k);
    }
}

/* (MJ.13): rounding of one turn, however many steps there are. Times and angles are binary
 * fractions, so that they have no rounding of their own. */
NSD_TEST(test_turned_waves_are_those_of_cos_and_sin_after_a_million_steps)
{
    const double    cosine[] = { 1.0, 0.0, 0.5, 0.25 }, sine[] = { 0.0, 2.0, -1.0, 0.0 };
    const double    omega[] = { 2.0, 4.0 }, h = 1.0 / 1024;
    const nsd_force force = {
        .n = 2, .harmonics = 2, .constant = CONSTANT, .cosine = cosine, .sine = sine, .omega = omega
    };
    double          room[2 * (NSD_FORCE_BLOCK + 1) * 2], worst = 0.0;
    nsd_force_waves waves;
    nsd_force_waves_init(&waves, &force, room);
    NSD_CHECK(nsd_force_waves_doubles(&force) == sizeof room / sizeof *room);
    for (long long k = 0; k <= 1000000; k++) {
        const double t = 0.25 + h * (double)k;
        double       F[2], G[2];
        nsd_force_waves_at(&waves, k, t, h, F);
        nsd_force_at(&force, k, t, G);
        worst = fmax(worst, fmax(fabs(F[0] - G[0]), fabs(F[1] - G[1])));
    }
    NSD_CHECK(worst <= 8.0 * DBL_EPSILON); /* sums of a few numbers of order one */
}

NSD_TEST(test_waves_at_other_times_and_steps_are_computed_afresh)
{
    const double    cosine[] = { 1.0 }, sine[] = { 0.5 }, omega[] = { 7.0 }, zero[] = { 0.0 };
    const nsd_force force = {
        .n = 1, .harmonics = 1, .constant = zero, .cosine = cosine, .sine = sine, .omega = omega
    };
    const double    table[] = { 3.0, 4.0 };
    const nsd_force by_steps = { .n = 1, .constant = zero, .table = table };
    double          room[2 * (NSD_FORCE_BLOCK + 1)], F = 0.0, G = 0.0;
    nsd_force_waves waves;
    nsd_force_waves_init(&waves, &force, room);
    const struct {
        long long k;
        double    t, h;
    } at[] = {
        { 5, 0.5, 0.1 }, { 6, 0.6, 0.1 },  { 7, 0.65, 0.1 }, { 8, 0.7, 0.05 }, { 9, 0.75, 0.05 },
        { 3, 0.3, 0.1 }, { 60, 6.0, 0.1 }, { 61, 6.1, 0.1 }, { 61, 6.1, 0.1 },
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        nsd_force_waves_at(&waves, at[i].k, at[i].t, at[i].h, &F);
        nsd_force_at(&force, at[i].k, at[i].t, &G);
        NSD_CHECK_NEAR(F, G, 1e-14); /* 20 units of an angle of 43 */
    }
    nsd_force_waves_init(&waves, &by_steps, room);
    NSD_CHECK(nsd_force_waves_doubles(&by_steps) == 0);
    nsd_force_waves_at(&waves, 1, -9.0, 0.1, &F);
    NSD_CHECK(F == 4.0);
}

NSD_TEST(test_a_table_with_times_is_straight_between_them_and_names_the_next)
{
    const double    times[] = { 0.0, 1.0, 1.5, 4.0 }, table[] = { 0, 0, 2, 1, 0, 1, 5, 1 };
    const nsd_force force = { .n = 2, .table = table, .knots = 4, .times = times };
    double          F[2], slope[2];

    nsd_force_at(&force, 99, 1.25, F);
    NSD_CHECK_NEAR(F[0], 1.0, 1e-15);
    NSD_CHECK_NEAR(F[1], 1.0, 1e-15);
    nsd_force_at(&force, 0, 9.0, F); /* behind the table: the last value */
    NSD_CHECK(F[0] == 5.0 && F[1] == 1.0);
    nsd_force_slope(&force, 1.0 - 1e-16, slope); /* a sum of steps may end just before */
    NSD_CHECK_NEAR(slope[0], -4.0, 1e-15);
    NSD_CHECK(nsd_force_next_knot(&force, 0.0) == 1.0);
    NSD_CHECK(nsd_force_next_knot(&force, 0.9) == 1.0);
    NSD_CHECK(nsd_force_next_knot(&force, 1.0 - 1e-16) == 1.5);
    NSD_CHECK(nsd_force_next_knot(&force, 1.5) == INFINITY); /* no other slope follows */
    NSD_CHECK(nsd_force_next_knot(&(nsd_force){ .n = 2 }, 1.0) == INFINITY);
}

NSD_TEST_MAIN(test_a_constant_force_is_the_same_at_all_times,
              test_harmonics_are_added_to_the_constant,
              test_a_table_is_read_by_step_and_stands_for_the_whole_force,
              test_a_table_with_times_is_straight_between_them_and_names_the_next,
              test_turned_waves_are_those_of_cos_and_sin_after_a_million_steps,
              test_waves_at_other_times_and_steps_are_computed_afresh)
