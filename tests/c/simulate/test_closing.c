/* test_closing.c - steps by the time until gaps close: closed forms, gaps that never close. */
#include "simulate/closing.h"
#include "nsd_test.h"

enum { N = 2, M = 3 };

/* Gaps q_1, q_2, q_1 + q_2 of two coordinates */
static const ptrdiff_t start[] = { 0, 1, 2, 4 };
static const ptrdiff_t row[] = { 0, 1, 0, 1 };
static const double    values[] = { 1.0, 1.0, 1.0, 1.0 };
static const double    none[M] = { 0.0, 0.0, 0.0 };

/* The step where the first `m` gaps have the accelerations a */
static double step(int m, const double *a, const double *q, const double *v)
{
    const nsd_closing gaps = { .H = { N, m, start, row, values },
                               .b = none,
                               .rate = none,
                               .a = a,
                               .longest = INFINITY,
                               .mesh = INFINITY };
    double            t[M];
    return nsd_closing_step(&gaps, q, v, t);
}

NSD_TEST(test_a_fall_takes_five_hundred_steps)
{
    const double a[] = { -9.81, -9.81, 0.0 };
    NSD_CHECK_NEAR(step(1, a, (double[]){ 2.0, 0.0 }, none), sqrt(4.0 / 9.81) / 500.0, 1e-17);
    /* thrown up with 3 m/s from 2 m: t = (3 + sqrt(9 + 4 g))/g */
    NSD_CHECK_NEAR(step(1, a, (double[]){ 2.0, 0.0 }, (double[]){ 3.0, 0.0 }),
                   (3.0 + sqrt(9.0 + 4.0 * 9.81)) / 9.81 / 500.0, 1e-17);
    /* of two gaps the one that closes first */
    NSD_CHECK_NEAR(step(2, a, (double[]){ 2.0, 1.0 }, none), sqrt(2.0 / 9.81) / 500.0, 1e-17);
}

NSD_TEST(test_a_closed_gap_rebounds)
{
    const double a[] = { -9.81 };
    NSD_CHECK_NEAR(step(1, a, (double[]){ 0.0, 0.0 }, (double[]){ -3.0, 0.0 }), 6.0 / 9.81 / 500.0,
                   1e-17);
    NSD_CHECK(step(1, a, (double[]){ 0.0, 0.0 }, none) == INFINITY); /* it rests */
}

NSD_TEST(test_gaps_that_open_or_turn_before_they_close_do_not_count)
{
    const double away[] = { 0.0, 0.0, 0.0 }, turns[] = { 10.0 };
    NSD_CHECK(step(M, away, (double[]){ 1.0, 1.0 }, (double[]){ 1.0, 2.0 }) == INFINITY);
    NSD_CHECK(step(1, turns, (double[]){ 1.0, 0.0 }, (double[]){ -1.0, 0.0 }) == INFINITY);
    NSD_CHECK(step(1, away, (double[]){ NAN, 0.0 }, (double[]){ NAN, 0.0 }) == INFINITY);
}

NSD_TEST(test_gaps_that_almost_touch_are_left_out)
{
    const double a[] = { -9.81, -9.81 };
    NSD_CHECK_NEAR(step(2, a, (double[]){ 2.0, 1e-9 }, none), sqrt(4.0 / 9.81) / 500.0, 1e-17);
}

/* Gaps of a spring and a damper in q_1: y'' = -4 q_1 - 2 v_1; one that moves by itself */
NSD_TEST(test_accelerations_and_rates_follow_the_start)
{
    const double Aq[] = { 4.0, 0.0 }, Av[] = { 2.0, 0.0 }, rate[] = { -1.5 };
    nsd_closing  gaps = { .H = { N, 1, start, row, values },
                          .b = none,
                          .rate = none,
                          .a = none,
                          .Aq = Aq,
                          .Av = Av,
                          .longest = INFINITY,
                          .mesh = INFINITY };
    double       t[1];
    const double q[] = { 0.5, 7.0 }, v[] = { -1.0, 7.0 }; /* y'' = -2 + 2 = 0 */
    NSD_CHECK_NEAR(nsd_closing_step(&gaps, q, v, t), 0.5 / 500.0, 1e-17);
    gaps.Aq = gaps.Av = NULL;
    gaps.rate = rate;
    NSD_CHECK_NEAR(nsd_closing_step(&gaps, q, v, t), 0.2 / 500.0, 1e-17);
}

NSD_TEST(test_a_mesh_takes_sixty_steps_of_its_fastest_vibration)
{
    const double a[] = { -9.81 }, q[] = { 2.0, 0.0 }, fall = sqrt(4.0 / 9.81);
    nsd_closing  gaps = { .H = { N, 1, start, row, values },
                          .b = none,
                          .rate = none,
                          .a = a,
                          .longest = INFINITY,
                          .mesh = 0.5 * fall };
    double       t[1];
    NSD_CHECK_NEAR(nsd_closing_step(&gaps, q, none, t), fall / 120.0, 1e-16);
    gaps.mesh = 2.0 * fall; /* slower than the fall */
    NSD_CHECK_NEAR(nsd_closing_step(&gaps, q, none, t), fall / 500.0, 1e-17);
    gaps.longest = 1e-5;
    NSD_CHECK(nsd_closing_step(&gaps, q, none, t) == 1e-5);
}

NSD_TEST_MAIN(test_a_fall_takes_five_hundred_steps, test_a_closed_gap_rebounds,
              test_gaps_that_open_or_turn_before_they_close_do_not_count,
              test_gaps_that_almost_touch_are_left_out,
              test_accelerations_and_rates_follow_the_start,
              test_a_mesh_takes_sixty_steps_of_its_fastest_vibration)
