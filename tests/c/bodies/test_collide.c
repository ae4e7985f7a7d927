/* test_collide.c - shapes and their contacts: closed forms, all pairs against sampled directions,
 * degenerate places. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/collide/collide_parts.h"
#include "nsd_test.h"

static const double unit[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };

/* A tetrahedron with corners 0, e1, e2, e3, shifted so that its centre is the origin */
static const double corner[12] = { -0.25, -0.25, -0.25, 0.75,  -0.25, -0.25,
                                   -0.25, 0.75,  -0.25, -0.25, -0.25, 0.75 };
static const int    start[5] = { 0, 3, 6, 9, 12 };
static const int    loop[12] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };
#define THIRD 0.57735026918962576451
static const double   normal[12] = { 0, 0, -1, 0, -1, 0, -1, 0, 0, THIRD, THIRD, THIRD };
static const nsd_hull tetrahedron = { 4, 4, corner, start, loop, normal };

static nsd_solid solid_of(int shape, const double *x, const double *R, const double *size)
{
    nsd_solid solid = { shape, 0, x, R, size, nsd_collide_bound(shape, size), &tetrahedron, NULL };
    return solid;
}

static double uniform(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0 - 0.5;
}

static void random_turn(unsigned *seed, double *R)
{
    double p[4] = { uniform(seed), uniform(seed), uniform(seed), uniform(seed) };
    double one[4] = { 1.0, 0.0, 0.0, 0.0 };
    nsd_quaternion_product(one, p, p);
    nsd_quaternion_matrix(p, R);
}

/* The largest distance along sampled directions, less the radii: a lower bound of the gap */
static double sampled_gap(const nsd_solid *one, const nsd_solid *two, unsigned *seed)
{
    const double radii = nsd_collide_radius(one) + nsd_collide_radius(two);
    double       most = -INFINITY;
    for (int k = 0; k < 4000; k++) {
        double n[3] = { uniform(seed), uniform(seed), uniform(seed) };
        if (nsd_collide_unit(n) > 0.0) {
            most = fmax(most, nsd_collide_apart(one, two, n) - radii);
        }
    }
    return most;
}

/* Of any two convex shapes that overlap, the gap found is no worse than the best of many sampled
 * directions, and the normal gives that gap */
NSD_TEST(test_all_pairs_are_at_least_as_good_as_sampled_directions)
{
    static const int kind[6] = { NSD_SHAPE_BALL,     NSD_SHAPE_BOX,       NSD_SHAPE_CAPSULE,
                                 NSD_SHAPE_CYLINDER, NSD_SHAPE_ELLIPSOID, NSD_SHAPE_HULL };
    unsigned         seed = 7;

    for (int pair = 0; pair < 36; pair++) {
        for (int k = 0; k < 6; k++) {
            double       R[2][9], x[2][3], size[2][3];
            nsd_manifold m = { .count = 0 };
            nsd_solid    s[2];
            for (int i = 0; i < 2; i++) {
                const int shape = kind[i == 0 ? pair / 6 : pair % 6];
                random_turn(&seed, R[i]);
                for (int j = 0; j < 3; j++) {
                    x[i][j] = 0.7 * uniform(&seed);
                    size[i][j] = shape == NSD_SHAPE_HULL ? (j == 0 ? 0.83 : 0.1)
                                                         : 0.4 + 0.3 * uniform(&seed);
                }
                s[i] = solid_of(shape, x[i], R[i], size[i]);
            }
            nsd_collide_add_pair(s, s + 1, 0.0, &m);
            const double sampled = sampled_gap(s, s + 1, &seed);
            double       found = INFINITY;
            for (int c = 0; c < m.count; c++) {
                const nsd_touch *t = m.item + c;
                NSD_CHECK(isfinite(t->gap) && isfinite(t->point[0]));
                NSD_CHECK_NEAR(nsd_dot3(t->normal, t->normal), 1.0, 1e-9);
                found = fmin(found, t->gap);
            }
            NSD_CHECK(sampled <= 0.0 || m.count == 0);
            NSD_CHECK(m.count == 0 || found >= sampled - 2e-3);
        }
    }
}

NSD_TEST(test_ball_and_hull)
{
    const double origin[3] = { 0.0, 0.0, 0.0 }, x[3] = { 0.0, 0.0, -0.54 };
    const double hull_size[3] = { 0.83, 0.1, 0.0 }, ball_size[3] = { 0.3, 0.0, 0.0 };
    nsd_solid    hull = solid_of(NSD_SHAPE_HULL, origin, unit, hull_size);
    nsd_solid    ball = solid_of(NSD_SHAPE_BALL, x, unit, ball_size);
    nsd_manifold m = { .count = 0 };
    nsd_collide_add_pair(&ball, &hull, 0.0, &m);
    NSD_CHECK(m.count == 1);
    NSD_CHECK_NEAR(m.item[0].gap, 0.54 - 0.25 - 0.3, 1e-13);
    NSD_CHECK_NEAR(m.item[0].normal[2], -1.0, 1e-12);
}

NSD_TEST(test_cylinder_across_cylinder_is_one_point)
{
    const double size[3] = { 0.5, 2.0, 0.0 }, origin[3] = { 0.0, 0.0, 0.0 };
    const double over[3] = { 0.99, 0.0, 0.0 }, lying[9] = { 1, 0, 0, 0, 0, 1, 0, -1, 0 };
    nsd_solid    one = solid_of(NSD_SHAPE_CYLINDER, origin, unit, size);
    nsd_solid    two = solid_of(NSD_SHAPE_CYLINDER, over, lying, size);
    nsd_manifold m = { .count = 0 };
    nsd_collide_add_pair(&two, &one, 0.0, &m);
    NSD_CHECK(m.count == 1);
    NSD_CHECK_NEAR(m.item[0].gap, -0.01, 1e-9);
    NSD_CHECK_NEAR(m.item[0].normal[0], 1.0, 1e-9);
    NSD_CHECK_NEAR(m.item[0].point[0], 0.495, 1e-6);
}

NSD_TEST(test_parallel_cylinders_touch_at_two_points)
{
    const double size[3] = { 0.5, 2.0, 0.0 }, origin[3] = { 0.0, 0.0, 0.0 };
    const double over[3] = { 0.99, 0.0, 1.0 };
    nsd_solid    one = solid_of(NSD_SHAPE_CYLINDER, origin, unit, size);
    nsd_solid    two = solid_of(NSD_SHAPE_CYLINDER, over, unit, size);
    nsd_manifold m = { .count = 0 };
    nsd_collide_add_pair(&two, &one, 0.0, &m);
    NSD_CHECK(m.count == 2);
    NSD_CHECK_NEAR(fabs(m.item[0].point[2] - m.item[1].point[2]), 3.0, 1e-6);
}

NSD_TEST(test_sweep_finds_the_time_of_touch)
{
    const double wall_size[3] = { 0.01, 1.0, 1.0 }, wall_at[3] = { 1.0, 0.0, 0.0 };
    const double ball_size[3] = { 0.05, 0.0, 0.0 }, ball_at[3] = { 0.0, 0.0, 0.0 };
    const double move[3] = { 4.0, 0.0, 0.0 }, beside[3] = { 0.0, 4.0, 0.0 };
    nsd_solid    wall = solid_of(NSD_SHAPE_BOX, wall_at, unit, wall_size);
    nsd_solid    ball = solid_of(NSD_SHAPE_BALL, ball_at, unit, ball_size);
    NSD_CHECK_NEAR(nsd_collide_sweep(&ball, &wall, move, 0.06), 0.94 / 4.0, 1e-10);
    NSD_CHECK(nsd_collide_sweep(&ball, &wall, beside, 0.06) == 2.0);
}

NSD_TEST(test_flat_and_coinciding_shapes_give_numbers)
{
    const double     size[3] = { 0.5, 0.5, 0.5 }, thin[3] = { 1e-9, 1.0, 1.0 };
    const double     x[3] = { 0.0, 0.0, 0.0 };
    nsd_solid        one = solid_of(NSD_SHAPE_ELLIPSOID, x, unit, size);
    nsd_solid        two = solid_of(NSD_SHAPE_CYLINDER, x, unit, size);
    nsd_solid        leaf = solid_of(NSD_SHAPE_ELLIPSOID, x, unit, thin);
    const nsd_solid *pairs[3][2] = { { &one, &one }, { &one, &two }, { &leaf, &two } };
    for (int k = 0; k < 3; k++) {
        nsd_manifold m = { .count = 0 };
        nsd_collide_add_pair(pairs[k][0], pairs[k][1], 0.0, &m);
        NSD_CHECK(m.count > 0);
        for (int c = 0; c < m.count; c++) {
            NSD_CHECK(isfinite(m.item[c].gap) && m.item[c].gap < 0.0);
        }
    }
}

NSD_TEST_MAIN(test_all_pairs_are_at_least_as_good_as_sampled_directions, test_ball_and_hull,
              test_cylinder_across_cylinder_is_one_point,
              test_parallel_cylinders_touch_at_two_points, test_sweep_finds_the_time_of_touch,
              test_flat_and_coinciding_shapes_give_numbers)
