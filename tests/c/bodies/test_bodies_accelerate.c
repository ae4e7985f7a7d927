/* test_bodies_accelerate.c - least energy along the last directions: faster than sweeps, never
 * worse. */
#include <math.h>
#include <string.h>

#include "bodies/bodies_accelerate.h"
#include "nsd_test.h"

#define N      30 /* impulses in a chain of N / 3 bodies, three between two neighbours */
#define BODIES (N / 3)

static char room[32768];

/* v <- free velocities plus the effect of the impulses r: r_i pushes body i and pulls body i - 1 */
static void velocities(const double *r, double *v)
{
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < 3; k++) {
            const double pull = i + 1 < BODIES ? r[3 * (i + 1) + k] : 0.0;
            v[6 * i + k] = (k == 2 ? -1.0 : 0.0) + (r[3 * i + k] - pull) / (1.0 + i % 2);
            v[6 * i + 3 + k] = 0.0;
        }
    }
}

/* slope_i = v_i - v_{i-1}, zero in the solution; returns the largest slope */
static double slopes(const double *v, double *slope)
{
    double largest = 0.0;
    for (int i = 0; i < BODIES; i++) {
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
    for (int i = 0; i < BODIES; i++) {
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
static double velocity_error(const double *r, const double *v)
{
    double again[2 * N], largest = 0.0;
    velocities(r, again);
    for (int i = 0; i < 2 * N; i++) {
        largest = fmax(largest, fabs(v[i] - again[i]));
    }
    return largest;
}

/* Number of sweeps until the slopes are below 1e-6; -1 when a step of the acceleration raises the
 * energy, or its v does not belong to r */
static int count_sweeps(nsd_bodies_accelerate *accelerate)
{
    double r[N] = { 0.0 }, v[2 * N], slope[N];
    int    sweeps = 0;

    for (velocities(r, v); slopes(v, slope) > 1e-6 && sweeps < 1000; sweeps++) {
        if (accelerate) {
            nsd_bodies_accelerate_begin(accelerate, r, v);
        }
        sweep(r);
        velocities(r, v);
        slopes(v, slope);
        if (accelerate) {
            const double before = energy(v);
            nsd_bodies_accelerate_step(accelerate, slope, r, v);
            if (!(energy(v) <= before + 1e-14 && velocity_error(r, v) < 1e-9)) {
                return -1;
            }
            nsd_bodies_accelerate_end(accelerate, r, v);
        }
    }
    return sweeps;
}

/* accelerate of the chain, in `room`; 0 when there is too little room */
static int init_chain(nsd_bodies_accelerate *accelerate)
{
    nsd_scratch scratch = { room, sizeof room, 0 };
    const int   taken = nsd_bodies_accelerate_init(accelerate, N, BODIES, &scratch);
    for (int i = 0; i < BODIES; i++) {
        double *mass = accelerate->mass + NSD_DESCENT_MASS * i;
        memset(mass, 0, NSD_DESCENT_MASS * sizeof *mass);
        mass[0] = 1.0 + i % 2;
        mass[1] = mass[5] = mass[9] = 1.0;
    }
    return taken;
}

NSD_TEST(test_acceleration_needs_far_fewer_sweeps)
{
    nsd_bodies_accelerate accelerate;
    NSD_CHECK(init_chain(&accelerate));
    const int plain = count_sweeps(NULL), fast = count_sweeps(&accelerate);

    NSD_CHECK(fast > 0 && 10 * fast < plain);
}

NSD_TEST(test_growth_begins_anew)
{
    nsd_bodies_accelerate accelerate;
    double                r[N] = { 0.0 }, v[2 * N], slope[N];

    NSD_CHECK(init_chain(&accelerate));
    for (int k = 0; k < 4; k++) {
        velocities(r, v);
        nsd_bodies_accelerate_begin(&accelerate, r, v);
        r[2] += pow(10.0, k); /* each change is ten times the last */
        velocities(r, v);
        slopes(v, slope);
        nsd_bodies_accelerate_step(&accelerate, slope, r, v);
        nsd_bodies_accelerate_end(&accelerate, r, v);
        NSD_CHECK(accelerate.have == 1);
    }
}

NSD_TEST(test_directions_of_zero_change_nothing)
{
    nsd_bodies_accelerate accelerate;
    double                r[N] = { 0.0 }, v[2 * N], slope[N];

    NSD_CHECK(init_chain(&accelerate));
    velocities(r, v);
    slopes(v, slope);
    nsd_bodies_accelerate_begin(&accelerate, r, v);
    NSD_CHECK(nsd_bodies_accelerate_step(&accelerate, slope, r, v) == 0); /* f = 0 */
    for (int i = 0; i < N; i++) {
        NSD_CHECK(r[i] == 0.0);
    }
}

NSD_TEST(test_too_little_scratch_is_reported)
{
    nsd_scratch           scratch = { room, nsd_bodies_accelerate_scratch(30, 6) / 2, 0 };
    nsd_bodies_accelerate accelerate;
    NSD_CHECK(!nsd_bodies_accelerate_init(&accelerate, 30, 6, &scratch));
}

NSD_TEST_MAIN(test_acceleration_needs_far_fewer_sweeps, test_growth_begins_anew,
              test_directions_of_zero_change_nothing, test_too_little_scratch_is_reported)
