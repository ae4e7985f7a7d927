/* test_hausdorff.c - Hausdorff distance of graphs: closed forms, brute force, degenerate graphs. */
#include "base/hausdorff.h"
#include "nsd_test.h"

#include <stdlib.h>

#define POINTS          12
#define SEGMENT_SAMPLES 400 /* samples per segment of the brute force */

static double distance(const nsd_hausdorff_graph *A, const nsd_hausdorff_graph *B)
{
    double d = -1.0;
    return nsd_hausdorff(A, B, 1e-12, &d) == NSD_OK ? d : -1.0;
}

static double uniform(unsigned long long *seed)
{
    *seed = (*seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (double)*seed / 2147483648.0;
}

/* the distance of a filled step and a ramp of half width d is d/(1 + 2d) */
NSD_TEST(test_step_against_ramp)
{
    for (int k = 0; k < 7; k++) {
        const double              d = 0.4 * pow(7.0, -k);
        const double              t1[] = { 0.0, 0.5, 0.5, 1.0 }, x[] = { 0.0, 0.0, 1.0, 1.0 };
        const double              t2[] = { 0.0, 0.5 - d, 0.5 + d, 1.0 };
        const nsd_hausdorff_graph step = { 4, t1, x }, ramp = { 4, t2, x };
        NSD_CHECK_NEAR(distance(&step, &ramp), d / (1.0 + 2.0 * d), 1e-15);
        NSD_CHECK_NEAR(distance(&ramp, &step), d / (1.0 + 2.0 * d), 1e-15);
    }
}

NSD_TEST(test_jumps_that_come_late_are_as_far_as_they_are_late)
{
    const double              t1[] = { 0.0, 0.5, 0.5, 1.0 }, x[] = { 0.0, 0.0, 1.0, 1.0 };
    const double              t2[] = { 0.0, 0.625, 0.625, 1.0 };
    const nsd_hausdorff_graph early = { 4, t1, x }, late = { 4, t2, x };
    NSD_CHECK_NEAR(distance(&early, &late), 0.125, 1e-15);
    NSD_CHECK(distance(&early, &early) == 0.0);
}

NSD_TEST(test_points_and_repeated_points_are_graphs)
{
    const double              t[] = { 1.0, 1.0, 1.0 }, x[] = { 2.0, 2.0, 2.0 }, s = 4.0, y = 1.0;
    const nsd_hausdorff_graph thrice = { 3, t, x }, point = { 1, &s, &y };
    NSD_CHECK(distance(&thrice, &point) == 3.0);
    NSD_CHECK(distance(&point, &thrice) == 3.0);
    NSD_CHECK(distance(&point, &point) == 0.0);
}

NSD_TEST(test_numbers_that_are_not_finite_are_refused)
{
    const double              t[] = { 0.0, 1.0 }, x[] = { 0.0, NAN }, y[] = { 0.0, 1.0 };
    const nsd_hausdorff_graph bad = { 2, t, x }, good = { 2, t, y };
    double                    d;
    NSD_CHECK(nsd_hausdorff(&bad, &good, 1e-9, &d) == NSD_ERR_NOT_FINITE);
    NSD_CHECK(nsd_hausdorff(&good, &bad, 1e-9, &d) == NSD_ERR_NOT_FINITE);
}

/* sup over samples of A of the smallest distance to samples of B */
static double sampled(const nsd_hausdorff_graph *A, const nsd_hausdorff_graph *B)
{
    double sup = 0.0;
    for (size_t i = 0; i < (A->count - 1) * SEGMENT_SAMPLES; i++) {
        const size_t j = i / SEGMENT_SAMPLES;
        const double s = (double)(i % SEGMENT_SAMPLES) / SEGMENT_SAMPLES;
        const double t = A->t[j] + s * (A->t[j + 1] - A->t[j]);
        const double x = A->x[j] + s * (A->x[j + 1] - A->x[j]);
        double       nearest = HUGE_VAL;
        for (size_t k = 0; k < (B->count - 1) * SEGMENT_SAMPLES; k++) {
            const size_t l = k / SEGMENT_SAMPLES;
            const double r = (double)(k % SEGMENT_SAMPLES) / SEGMENT_SAMPLES;
            const double u = B->t[l] + r * (B->t[l + 1] - B->t[l]);
            const double y = B->x[l] + r * (B->x[l + 1] - B->x[l]);
            nearest = fmin(nearest, fmax(fabs(t - u), fabs(x - y)));
        }
        sup = fmax(sup, nearest);
    }
    return sup;
}

/* brute force: samples at most 1/SEGMENT_SAMPLES apart, also on jumps and plateaus */
NSD_TEST(test_random_graphs_as_by_brute_force)
{
    unsigned long long seed = 7;
    for (int trial = 0; trial < 8; trial++) {
        double              t[2][POINTS], x[2][POINTS];
        nsd_hausdorff_graph graph[2];
        for (int g = 0; g < 2; g++) {
            t[g][0] = 0.0;
            for (int k = 0; k < POINTS; k++) {
                const double step = uniform(&seed) < 0.3 ? 0.0 : uniform(&seed);
                t[g][k] = k == 0 ? 0.0 : t[g][k - 1] + step;
                x[g][k] = k > 0 && uniform(&seed) < 0.3 ? x[g][k - 1] : uniform(&seed);
            }
            graph[g] = (nsd_hausdorff_graph){ POINTS, t[g], x[g] };
        }
        const double brute = fmax(sampled(&graph[0], &graph[1]), sampled(&graph[1], &graph[0]));
        NSD_CHECK_NEAR(distance(&graph[0], &graph[1]), brute, 2.0 / SEGMENT_SAMPLES);
        NSD_CHECK_NEAR(distance(&graph[1], &graph[0]), distance(&graph[0], &graph[1]), 1e-11);
    }
}

NSD_TEST_MAIN(test_step_against_ramp, test_jumps_that_come_late_are_as_far_as_they_are_late,
              test_points_and_repeated_points_are_graphs,
              test_numbers_that_are_not_finite_are_refused, test_random_graphs_as_by_brute_force)
