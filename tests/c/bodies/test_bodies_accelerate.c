/* test_bodies_accelerate.c - least energy along the last directions: faster than sweeps, never
 * worse. */
#include <math.h>

#include <string.h>

#include "bodies/bodies_accelerate.h"
#include "nsd_test.h"

#define N 30 /* impulses along a chain of N / 3 bodies, which push at their two neighbours */
#define B (N / 3)

static char room[32768];

/* v <- free velocities and what impulses r make of them: r_i pushes body i and pulls body i - 1 */
static void velocities(const double *r, double *v)
{
    for (int i = 0; i < B; i++) {
        for (int k = 0; k < 3; k++) {
            const double pull = i + 1 < B ? r[3 * (i + 1) + k] : 0.0;
            v[6 * i + k] = (k == 2 ? -1.0 : 0.0) + (r[3 * i + k] - pull) / (1.0 + i % 2);
            v[6 * i + 3 + k] = 0.0;
        }
    }
}

/* slope_i = v_i - v_{i-1}, which is to become zero; returns the largest */
static double slopes(const double *v, double *slope)
{
    double largest = 0.0;
    for (int i = 0; i < B; i++) {
        for (int k = 0; k < 3; k++) {
            slope[3 * i + k] = v[6 * i + k] - (i > 0 ? v[6 * (i - 1) + k] : 0.0);
            largest = fmax(largest, fabs(slope[3 * i + k]));
        }
    }
    return largest;
}

/* One sweep of Gauss-Seidel */
static void sweep(double *r)
{
    double v[2 * N], slope[N];
    for (int i = 0; i < B; i++) {
        velocities(r, v);
        slopes(v, slope);
        const double W = 1.0 / (1.0 + i % 2) + (i > 0 ? 1.0 / (1.0 + (i - 1) % 2) : 0.0);
        for (int k = 0; k < 3; k++) {
            r[3 * i + k] -= slope[3 * i + k] / W;
        }
    }
}

static double energy(const double *v)
{
    double sum = 0.0;
    for (int i = 0; i < 2 * N; i++) {
        sum += 0.5 * (1.0 + i / 6 % 2) * v[i] * v[i];
    }
    return sum;
}

/* The largest difference between v and the velocities of r */
static double apart(const double *r, const double *v)
{
    double again[2 * N], largest = 0.0;
    velocities(r, again);
    for (int i = 0; i < 2 * N; i++) {
        largest = fmax(largest, fabs(v[i] - again[i]));
    }
    return largest;
}

/* Sweeps until the slopes are below 1e-6; -1: a step raised the energy or left velocities */
static int run(nsd_bodies_accelerate *descent)
{
    double r[N] = { 0.0 }, v[2 * N], slope[N];
    int    sweeps = 0;

    for (velocities(r, v); slopes(v, slope) > 1e-6 && sweeps < 1000; sweeps++) {
        if (descent) {
            nsd_bodies_accelerate_begin(descent, r, v);
        }
        sweep(r);
        velocities(r, v);
        slopes(v, slope);
        if (descent) {
            const double before = energy(v);
            nsd_bodies_accelerate_step(descent, slope, r, v);
            if (!(energy(v) <= before + 1e-14 && apart(r, v) < 1e-9)) {
                return -1;
            }
            nsd_bodies_accelerate_end(descent, r, v);
        }
    }
    return sweeps;
}

static int start(nsd_bodies_accelerate *descent)
{
    nsd_scratch scratch = { room, sizeof room, 0 };
    const int   taken = nsd_bodies_accelerate_init(descent, N, B, &scratch);
    for (int i = 0; i < B; i++) {
        double *mass = descent->mass + NSD_ACCELERATE_MASS_NUMBERS * i;
        memset(mass, 0, NSD_ACCELERATE_MASS_NUMBERS * sizeof *mass);
        mass[0] = 1.0 + i % 2;
        mass[1] = mass[5] = mass[9] = 1.0;
    }
    return taken;
}

NSD_TEST(test_descent_needs_far_fewer_sweeps)
{
    nsd_bodies_accelerate descent;
    NSD_CHECK(start(&descent));
    const int plain = run(NULL), fast = run(&descent);

    NSD_CHECK(fast > 0 && 10 * fast < plain);
}

NSD_TEST(test_growth_begins_anew)
{
    nsd_bodies_accelerate descent;
    double                r[N] = { 0.0 }, v[2 * N], slope[N];

    NSD_CHECK(start(&descent));
    for (int k = 0; k < 4; k++) {
        velocities(r, v);
        nsd_bodies_accelerate_begin(&descent, r, v);
        r[2] += pow(10.0, k); /* ten times as far each time */
        velocities(r, v);
        slopes(v, slope);
        nsd_bodies_accelerate_step(&descent, slope, r, v);
        nsd_bodies_accelerate_end(&descent, r, v);
        NSD_CHECK(descent.known == 1);
    }
}

NSD_TEST(test_directions_that_say_nothing_change_nothing)
{
    nsd_bodies_accelerate descent;
    double                r[N] = { 0.0 }, v[2 * N], slope[N];

    NSD_CHECK(start(&descent));
    velocities(r, v);
    slopes(v, slope);
    nsd_bodies_accelerate_begin(&descent, r, v);
    NSD_CHECK(nsd_bodies_accelerate_step(&descent, slope, r, v) == 0); /* f = 0 */
    for (int i = 0; i < N; i++) {
        NSD_CHECK(r[i] == 0.0);
    }
}

NSD_TEST(test_too_little_scratch_is_told)
{
    nsd_scratch           scratch = { room, nsd_bodies_accelerate_scratch(30, 6) / 2, 0 };
    nsd_bodies_accelerate descent;
    NSD_CHECK(!nsd_bodies_accelerate_init(&descent, 30, 6, &scratch));
}

NSD_TEST_MAIN(test_descent_needs_far_fewer_sweeps, test_growth_begins_anew,
              test_directions_that_say_nothing_change_nothing, test_too_little_scratch_is_told)
