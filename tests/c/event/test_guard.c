/* test_guard.c - first roots of polynomials in Bernstein form. */
#include "base/bracket.h"
#include "event/flow/guard.h"
#include "nsd_test.h"

/* a + b x + ... at x and its derivatives */
static nsd_guard_end end_of(const double *a, double x)
{
    nsd_guard_end end = { 0.0, 0.0, 0.0 };
    for (int j = 5; j >= 0; j--) {
        end.hdd = end.hdd * x + 2.0 * end.hd;
        end.hd = end.hd * x + end.h;
        end.h = end.h * x + a[j];
    }
    return end;
}

static nsd_guard_curve curve_of(const double *a, double H)
{
    const nsd_guard_end start = end_of(a, 0.0), end = end_of(a, H);
    return nsd_guard_hermite(&start, &end, H);
}

NSD_TEST(test_quintic_is_the_polynomial_itself)
{
    const double          a[6] = { 0.3, -1.0, 2.0, 0.5, -0.7, 0.1 };
    const nsd_guard_curve curve = curve_of(a, 2.0);
    for (int k = 0; k <= 8; k++) {
        const double theta = 0.125 * k;
        NSD_CHECK_NEAR(nsd_guard_value(&curve, theta), end_of(a, 2.0 * theta).h, 1e-14);
    }
}

NSD_TEST(test_quartic_goes_through_its_values)
{
    const double          value[5] = { 1.0, -2.0, 0.5, 3.0, -1.0 };
    const nsd_guard_curve curve = nsd_guard_quartic(value);
    for (int k = 0; k < 5; k++) {
        NSD_CHECK_NEAR(nsd_guard_value(&curve, 0.25 * k), value[k], 1e-13);
    }
}

NSD_TEST(test_first_of_several_roots)
{
    const double    a[6] = { 0.03, -0.35, 1.0, -1.0, 0.0, 0.0 }; /* turns negative once or thrice */
    nsd_guard_curve curve = curve_of(a, 1.0);
    double          theta = -1.0, past = -1.0, first = 0.0;
    while (end_of(a, first + 1e-5).h >= 0.0) { /* the first root, by small steps */
        first += 1e-5;
    }
    NSD_CHECK(nsd_guard_first_root(&curve, &theta, &past) == 1);
    NSD_CHECK_NEAR(theta, first, 2e-5);
    NSD_CHECK(past >= theta && nsd_guard_value(&curve, past) <= 0.0);
}

NSD_TEST(test_dips_are_found_down_to_round_off)
{
    for (int k = 2; k < 14; k++) { /* (x - 0.37)^2 - depth */
        const double    depth = pow(10.0, -k);
        const double    a[6] = { 0.37 * 0.37 - depth, -0.74, 1.0, 0.0, 0.0, 0.0 };
        nsd_guard_curve curve = curve_of(a, 1.0);
        double          theta = 0.0, past = 0.0;
        NSD_CHECK(nsd_guard_first_root(&curve, &theta, &past) == 1);
        NSD_CHECK_NEAR(theta, 0.37 - sqrt(depth), 1e-15 / sqrt(depth) + 1e-12);
    }
    const double    above[6] = { 0.37 * 0.37 + 1e-12, -0.74, 1.0, 0.0, 0.0, 0.0 };
    nsd_guard_curve curve = curve_of(above, 1.0);
    double          theta = 0.0, past = 0.0;
    NSD_CHECK(nsd_guard_first_root(&curve, &theta, &past) == 0);
}

/* h - v x - 4.9 x^2 over steps up to a billion times longer than the fall. Chords from a height of
 * 1e-12 to one of -2000 crept: after sixty values the bracket was still wide, its middle came out
 * as the root, up to 1e8 times too late, and a guard that closes later was taken for the first. */
NSD_TEST(test_early_roots_of_long_steps_are_found_to_many_digits)
{
    for (int i = 0; i < 1000; i++) {
        const double    h = pow(10.0, -3.0 - i % 10), v = pow(10.0, -0.8 * (i / 10 % 10));
        const double    H = pow(10.0, 1.0 - 0.6 * (i / 100)), A = 9.8;
        const double    root = 2.0 * h / (v + sqrt(v * v + 2.0 * A * h));
        const double    a[6] = { h, -v, -0.5 * A, 0.0, 0.0, 0.0 };
        nsd_guard_curve curve = curve_of(a, H);
        double          theta = 0.0, past = 0.0;
        if (root < 0.5 * H) {
            NSD_CHECK(nsd_guard_first_root(&curve, &theta, &past) == 1);
            NSD_CHECK_NEAR(theta * H / root, 1.0, 1e-12 + 4e-16 * A * H * H / h);
        }
    }
}

NSD_TEST(test_roots_at_the_start_are_divided_out)
{
    for (int times = 1; times <= 3; times++) { /* x^times (0.6 - x) */
        double a[6] = { 0.0 };
        a[times] = 0.6;
        a[times + 1] = -1.0;
        nsd_guard_curve curve = curve_of(a, 1.0);
        double          theta = 0.0, past = 0.0;
        nsd_guard_deflate(&curve, times);
        NSD_CHECK(curve.degree == 5 - times);
        NSD_CHECK(nsd_guard_first_root(&curve, &theta, &past) == 1);
        NSD_CHECK_NEAR(theta, 0.6, 1e-12);
    }
}

NSD_TEST(test_nothing_below_zero_is_no_root_and_a_negative_start_is_one)
{
    const double    touch[6] = { 0.0, 0.0, 1.0, 0.0, 0.0, 0.0 };
    nsd_guard_curve curve = curve_of(touch, 1.0);
    double          theta = 1.0, past = 1.0;
    NSD_CHECK(nsd_guard_first_root(&curve, &theta, &past) == 0);
    NSD_CHECK(nsd_guard_least_coefficient(&curve) == 0.0);
    curve.b[0] = -1e-300;
    NSD_CHECK(nsd_guard_first_root(&curve, &theta, &past) == 1);
    NSD_CHECK(theta == 0.0);
}

/* 2 - x^2 between 0 and 2 */
NSD_TEST(test_chords_come_to_the_root_from_both_sides_and_soon)
{
    nsd_bracket b = { 0.0, 2.0, 2.0, -2.0, 0 };
    for (int k = 0; k < 9; k++) { /* three chords triple the digits */
        const double x = nsd_bracket_chord(&b);
        nsd_bracket_add(&b, x, 2.0 - x * x);
    }
    NSD_CHECK_NEAR(b.low, sqrt(2.0), 1e-14);
    NSD_CHECK_NEAR(b.high, sqrt(2.0), 1e-14);
}

NSD_TEST(test_an_end_without_a_known_value_is_left_by_halving)
{
    nsd_bracket b = { 0.0, 1.0, 0.0, -1.0, 0 };
    NSD_CHECK(nsd_bracket_chord(&b) == 0.5);
    nsd_bracket_add(&b, 0.5, -0.25);
    NSD_CHECK(b.high == 0.5);
    NSD_CHECK(nsd_bracket_chord(&b) == 0.25);
    nsd_bracket_add(&b, 0.25, 0.25);
    NSD_CHECK(b.low == 0.25);
    NSD_CHECK(nsd_bracket_chord(&b) == 0.375);
}

NSD_TEST_MAIN(test_quintic_is_the_polynomial_itself, test_quartic_goes_through_its_values,
              test_first_of_several_roots, test_dips_are_found_down_to_round_off,
              test_early_roots_of_long_steps_are_found_to_many_digits,
              test_roots_at_the_start_are_divided_out,
              test_nothing_below_zero_is_no_root_and_a_negative_start_is_one,
              test_chords_come_to_the_root_from_both_sides_and_soon,
              test_an_end_without_a_known_value_is_left_by_halving)
