/* test_geodesic.c - geodesics and nearest points of plane and sphere, which are known. */
#include <stdlib.h>
#include <string.h>

#include "scheme/nonlinear/geodesic.h"
#include "nsd_test.h"

typedef struct surface {
    int    sphere;  /* (latitude, longitude) on the unit sphere; else polar coordinates */
    double n[2][3]; /* admissible: n_a . p >= d_a for the point p of space               */
    double d[2];
    double e[2];
} surface;

static void point_of(const surface *s, const double *q, double *p)
{
    if (s->sphere) {
        p[0] = cos(q[0]) * cos(q[1]);
        p[1] = cos(q[0]) * sin(q[1]);
        p[2] = sin(q[0]);
    } else {
        p[0] = q[0] * cos(q[1]);
        p[1] = q[0] * sin(q[1]);
        p[2] = 0.0;
    }
}

static nsd_status mass(void *context, const double *q, double *M)
{
    const surface *s = context;
    M[0] = 1.0;
    M[1] = M[2] = 0.0;
    M[3] = s->sphere ? cos(q[0]) * cos(q[0]) : q[0] * q[0];
    return NSD_OK;
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    const surface *s = context;
    double         p[3];
    (void)t;
    point_of(s, q, p);
    y[0] = dot(s->n[0], p) - s->d[0];
    y[1] = dot(s->n[1], p) - s->d[1];
    return NSD_OK;
}

typedef struct bench {
    nsd_model     model;
    nsd_mechanics mechanics;
    nsd_geodesic  geodesic;
    void         *memory;
} bench;

static nsd_status set_up(bench *b, surface *s, int contacts)
{
    nsd_nonlinear_options options;
    memset(b, 0, sizeof *b);
    memset(&options, 0, sizeof options);
    options.step.lcp.max_iter = 1000;
    options.step.lcp.tolerance = 1e-12;
    options.step.lcp.relaxation = 1.0;
    b->model.n = 2;
    b->model.m = contacts;
    b->model.e = s->e;
    b->model.context = s;
    b->model.mass = mass;
    b->model.gap = gap;
    nsd_scratch scratch = { 0 };
    scratch.size = nsd_mechanics_scratch(&b->model, NULL) + nsd_geodesic_scratch(&b->model);
    scratch.base = b->memory = calloc(1, scratch.size);
    const nsd_status status = nsd_mechanics_init(&b->mechanics, &b->model, NULL, &options,
                                                 &scratch);
    return status == NSD_OK ? nsd_geodesic_init(&b->geodesic, &b->mechanics, &scratch) : status;
}

NSD_TEST(test_geodesics_of_the_plane_are_straight_lines)
{
    surface      s = { 0, { { 1, 0, 0 }, { 0, 1, 0 } }, { 1, 1 }, { 0, 0 } };
    bench        b;
    const double q[] = { 2.0, 0.3 }, u[] = { -0.05, 0.04 };
    double       end[2], from[3], to[3];
    NSD_CHECK(set_up(&b, &s, 2) == NSD_OK);
    NSD_CHECK(nsd_geodesic_shoot(&b.geodesic, q, u, end) == NSD_OK);
    point_of(&s, q, from);
    point_of(&s, end, to);
    /* Cartesian velocity r' e_r + r phi' e_phi; error of the Runge-Kutta rule, 0.02^5 */
    NSD_CHECK_NEAR(to[0] - from[0], u[0] * cos(q[1]) - q[0] * u[1] * sin(q[1]), 1e-9);
    NSD_CHECK_NEAR(to[1] - from[1], u[0] * sin(q[1]) + q[0] * u[1] * cos(q[1]), 1e-9);
    free(b.memory);
}

NSD_TEST(test_projection_in_polar_coordinates_is_that_of_the_plane)
{
    surface s = { 0, { { 1, 0, 0 }, { 0, 1, 0 } }, { 1, 1 }, { 0, 0 } };
    for (int k = 0; k < 20; k++) {
        const double x = 0.9 + 0.01 * k, y = 0.88 + 0.013 * (k % 7) + 0.05 * (k % 2);
        const double wanted[] = { fmax(x, 1.0), fmax(y, 1.0) };
        double       q[] = { hypot(x, y), atan2(y, x) }, lambda[2], p[3];
        bench        b;
        NSD_CHECK(set_up(&b, &s, 2) == NSD_OK);
        NSD_CHECK(nsd_geodesic_project(&b.geodesic, 0.0, q, lambda) == NSD_OK);
        point_of(&s, q, p);
        NSD_CHECK_NEAR(p[0], wanted[0], 1e-8); /* differences of M err by 1e-10 */
        NSD_CHECK_NEAR(p[1], wanted[1], 1e-8);
        NSD_CHECK_NEAR(lambda[0], wanted[0] - x, 1e-8); /* unit mass, unit normals */
        NSD_CHECK_NEAR(lambda[1], wanted[1] - y, 1e-8);
        free(b.memory);
    }
}

NSD_TEST(test_projection_on_the_sphere_follows_great_circles)
{
    surface      s = { 1, { { 0.36, 0.48, 0.8 }, { 0, 0, 1 } }, { 0, -2 }, { 0, 0 } };
    const double q0[] = { -0.75, 0.6 };
    double       q[2] = { q0[0], q0[1] }, lambda[2], p[3], foot[3], found[3], along[3];
    bench        b;
    point_of(&s, q0, p);
    NSD_CHECK(dot(s.n[0], p) < 0.0);
    for (int i = 0; i < 3; i++) {
        foot[i] = p[i] - dot(s.n[0], p) * s.n[0][i];
    }
    const double length = sqrt(dot(foot, foot));
    NSD_CHECK(set_up(&b, &s, 1) == NSD_OK);
    NSD_CHECK(nsd_geodesic_project(&b.geodesic, 0.0, q, lambda) == NSD_OK);
    point_of(&s, q, found);
    for (int i = 0; i < 3; i++) {
        NSD_CHECK_NEAR(found[i], foot[i] / length, 1e-7);
    }
    NSD_CHECK_NEAR(lambda[0], asin(-dot(s.n[0], p)), 1e-7); /* the distance */

    /* no neighbour on the boundary is nearer */
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        along[i] = s.n[0][j] * foot[k] - s.n[0][k] * foot[j];
    }
    for (int k = -5; k <= 5; k++) {
        double other[3];
        for (int i = 0; i < 3; i++) {
            other[i] = (cos(0.01 * k) * foot[i] + sin(0.01 * k) * along[i]) / length;
        }
        NSD_CHECK(dot(other, p) <= dot(found, p) + 1e-12);
    }
    free(b.memory);
}

NSD_TEST(test_admissible_point_stays)
{
    surface s = { 0, { { 1, 0, 0 }, { 0, 1, 0 } }, { 1, 1 }, { 0, 0 } };
    double  q[] = { 3.0, 0.7 }, lambda[2];
    bench   b;
    NSD_CHECK(set_up(&b, &s, 2) == NSD_OK);
    NSD_CHECK(nsd_geodesic_project(&b.geodesic, 0.0, q, lambda) == NSD_OK);
    NSD_CHECK(q[0] == 3.0 && q[1] == 0.7 && lambda[0] == 0.0 && lambda[1] == 0.0);
    free(b.memory);
}

NSD_TEST(test_pole_is_reported)
{
    surface s = { 0, { { 1, 0, 0 }, { 0, 1, 0 } }, { 1, 1 }, { 0, 0 } };
    double  q[] = { 0.0, 0.0 }, lambda[2];
    bench   b;
    NSD_CHECK(set_up(&b, &s, 2) == NSD_OK);
    NSD_CHECK(nsd_geodesic_project(&b.geodesic, 0.0, q, lambda) == NSD_LOST_DEFINITE);
    free(b.memory);
}

NSD_TEST_MAIN(test_geodesics_of_the_plane_are_straight_lines,
              test_projection_in_polar_coordinates_is_that_of_the_plane,
              test_projection_on_the_sphere_follows_great_circles, test_admissible_point_stays,
              test_pole_is_reported)
