/* test_contact_varying.c - the contact problem of one Newton iteration: closed forms, optimality,
 * joints. */
#include <stdlib.h>
#include <string.h>

#include "contact/contact_varying.h"
#include "nsd_test.h"

#define N 5

static unsigned seed = 7;

static double number(void)
{
    seed = seed * 1103515245u + 12345u;
    return (double)((seed >> 8) & 0xffff) / 32768.0 - 1.0;
}

typedef struct metric { /* A^-1 = B, symmetric positive definite */
    double B[N * N];
} metric;

static void apply(void *context, double *x)
{
    const metric *A = context;
    double        y[N] = { 0 };
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++) {
            y[i] += A->B[i + j * N] * x[j];
        }
    }
    memcpy(x, y, sizeof y);
}

static void random_metric(metric *A)
{
    double G[N * N];
    for (int i = 0; i < N * N; i++) {
        G[i] = number();
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            A->B[i + j * N] = i == j ? 0.5 : 0.0;
            for (int k = 0; k < N; k++) {
                A->B[i + j * N] += G[i + k * N] * G[j + k * N];
            }
        }
    }
}

static const nsd_lcp_options OPTIONS = { .max_iter = 1000, .tolerance = 1e-12, .relaxation = 1.0 };

static nsd_status solve(metric *A, int count, int p, const double *G, const double *u, double *v,
                        double *z)
{
    nsd_contact_varying contact;
    nsd_scratch         scratch = { 0 };
    scratch.size = nsd_contact_varying_scratch(N, count, p);
    scratch.base = calloc(1, scratch.size);
    nsd_status status = nsd_contact_varying_init(&contact, N, count, p, &OPTIONS, &scratch);
    const nsd_contact_varying_problem problem = { count, p, G, u, apply, A, NULL };
    if (status == NSD_OK) {
        status = nsd_contact_varying_solve(&contact, &problem, v);
    }
    memcpy(z, contact.z, (size_t)(count + p) * sizeof(double));
    free(scratch.base);
    return status;
}

NSD_TEST(test_random_problems_are_complementary_and_joints_hold)
{
    int closed = 0;
    for (int trial = 0; trial < 200; trial++) {
        const int count = trial % 4, p = trial / 4 % 3, size = count + p;
        metric    A;
        double    G[N * 6], v[N], before[N], u[6], z[6];
        random_metric(&A);
        for (int i = 0; i < N * size; i++) {
            G[i] = number();
        }
        for (int i = 0; i < N; i++) {
            before[i] = v[i] = 3.0 * number();
        }
        for (int j = 0; j < size; j++) {
            u[j] = 0.0;
            for (int i = 0; i < N; i++) {
                u[j] += G[i + j * N] * v[i];
            }
        }
        if (size == 0) {
            continue;
        }
        NSD_CHECK(solve(&A, count, p, G, u, v, z) == NSD_OK);
        double push[N] = { 0 };
        for (int j = 0; j < size; j++) {
            double after = 0.0;
            for (int i = 0; i < N; i++) {
                after += G[i + j * N] * v[i];
                push[i] += G[i + j * N] * z[j];
            }
            NSD_CHECK_NEAR(j < count ? fmin(after, z[j]) : after, 0.0, 1e-9);
            closed += j < count && z[j] > 0.0;
        }
        apply(&A, push);
        for (int i = 0; i < N; i++) {
            NSD_CHECK_NEAR(v[i], before[i] + push[i], 1e-10);
        }
    }
    NSD_CHECK(closed > 50);
}

NSD_TEST(test_redundant_joints_move_nothing_more)
{
    metric A;
    double G[N * 2], v[N], w[N], u[2], z[2], one;
    random_metric(&A);
    for (int i = 0; i < N; i++) {
        G[i] = number();
        G[i + N] = -2.0 * G[i];
        v[i] = w[i] = number();
    }
    u[0] = 0.7;
    u[1] = -1.4;
    NSD_CHECK(solve(&A, 0, 2, G, u, v, z) == NSD_OK);
    NSD_CHECK(solve(&A, 0, 1, G, u, w, &one) == NSD_OK);
    NSD_CHECK_NEAR(z[0] - 2.0 * z[1], one, 1e-9);
    for (int i = 0; i < N; i++) {
        NSD_CHECK_NEAR(v[i], w[i], 1e-9);
    }
}

NSD_TEST(test_contradictory_joints_are_a_ray)
{
    metric A;
    double G[N * 2] = { 0 }, v[N] = { 0 }, u[2] = { 1.0, 0.5 }, z[2];
    random_metric(&A);
    G[0] = G[N] = 1.0; /* two joints along the same direction, with -1 and -1/2 */
    NSD_CHECK(solve(&A, 0, 2, G, u, v, z) == NSD_RAY);
}

NSD_TEST(test_a_contact_without_a_normal_is_named)
{
    metric A;
    double G[N] = { 0 }, v[N] = { 0 }, u[1] = { -1.0 }, z[1];
    random_metric(&A);
    NSD_CHECK(solve(&A, 1, 0, G, u, v, z) == NSD_NO_NORMAL);
    u[0] = 1.0;
    NSD_CHECK(solve(&A, 1, 0, G, u, v, z) == NSD_OK);
    NSD_CHECK(z[0] == 0.0);
}

NSD_TEST_MAIN(test_random_problems_are_complementary_and_joints_hold,
              test_redundant_joints_move_nothing_more, test_contradictory_joints_are_a_ray,
              test_a_contact_without_a_normal_is_named)
