/* test_bar_solve.c - the impacting bar: fast solve, free flight, refusals. */
#include "nsd_test.h"
#include "nsd_test_bar.h"

/* ---- fast solve ---- */

NSD_TEST(test_fast_solve_agrees_with_cholesky)
{
    for (int model = 1; model <= 2; model++) {
        double *M = malloc(sizeof(double) * MOST_COORDINATES * MOST_COORDINATES);
        for (int n = 2; n <= MOST_SEGMENTS; n++) {
            bar_fixture *f = new_bar(model, n);
            double       q[MOST_COORDINATES], v[MOST_COORDINATES], x[MOST_COORDINATES],
                y[MOST_COORDINATES];
            bent_state(&f->bar, q, v);
            const int size = f->bar.size;
            for (int what = 0; what < 2; what++) {
                memset(x, 0, sizeof x);
                x[1] = 1.0;
                if (what == 1) {
                    nsd_bar_force(&f->bar, 0.0, q, v, x);
                }
                memcpy(y, x, sizeof y);
                nsd_bar_mass(&f->bar, q, M);
                NSD_CHECK(nsd_dense_cholesky(size, M, size) == NSD_OK);
                nsd_dense_cholesky_solve(size, 1, M, size, x, size);
                NSD_CHECK(nsd_bar_mass_factor(&f->bar, q) == NSD_OK);
                nsd_bar_mass_solve(&f->bar, y);
                const double largest = nsd_dense_max_abs(size, x);
                for (int i = 0; i < size; i++) {
                    NSD_CHECK_NEAR(y[i] / largest, x[i] / largest, 1e-11);
                }
            }
            free_bar(f);
        }
        free(M);
    }
}

NSD_TEST(test_forces_elsewhere_do_not_disturb_the_factors)
{
    for (int model = 1; model <= 2; model++) {
        bar_fixture *f = new_bar(model, 6);
        double q[14], v[14], F[14], Fq[14 * 14], Fv[14 * 14], x[14] = { 0, 1 }, y[14] = { 0, 1 };
        bent_state(&f->bar, q, v);
        NSD_CHECK(nsd_bar_mass_factor(&f->bar, q) == NSD_OK);
        nsd_bar_mass_solve(&f->bar, x);
        for (int i = 2; i < 14; i++) {
            q[i] *= 1.1;
        }
        nsd_bar_force(&f->bar, 0.0, q, v, F);
        nsd_bar_force_jac(&f->bar, 0.0, q, v, Fq, Fv);
        nsd_bar_mass(&f->bar, q, Fq);
        nsd_bar_mass_solve(&f->bar, y);
        for (int i = 0; i < 14; i++) {
            NSD_CHECK(x[i] == y[i]);
        }
        free_bar(f);
    }
}

NSD_TEST(test_block_and_scalar_chains_agree_with_lapack)
{
    enum { COUNT = 7 };
    nsd_block       D[COUNT], E[COUNT - 1];
    nsd_full_block  W[COUNT - 1];
    nsd_block_chain chain = { COUNT, D, E, W };
    double          d[COUNT], e[COUNT - 1], w[COUNT - 1], z[COUNT];
    nsd_chain       scalar = { COUNT, d, e, w };
    double    A[4 * COUNT * COUNT] = { 0 }, B[COUNT * COUNT] = { 0 }, x[2 * COUNT], y[2 * COUNT];
    double    t[COUNT];
    const int size = 2 * COUNT;
    for (int i = 0; i < COUNT; i++) {
        D[i] = (nsd_block){ 4.0 + noise(i), noise(i + 10), 4.0 + noise(i + 20) };
        d[i] = 2.5 + noise(i);
        B[i + i * COUNT] = d[i];
        A[2 * i + 2 * i * size] = D[i].xx;
        A[2 * i + 1 + 2 * i * size] = D[i].xy;
        A[2 * i + 1 + (2 * i + 1) * size] = D[i].yy;
        t[i] = z[i] = noise(i + 90);
        x[2 * i] = y[2 * i] = noise(i + 30);
        x[2 * i + 1] = y[2 * i + 1] = noise(i + 40);
    }
    for (int i = 0; i < COUNT - 1; i++) {
        E[i] = (nsd_block){ noise(i + 50), noise(i + 60), noise(i + 70) };
        e[i] = noise(i + 80);
        B[i + 1 + i * COUNT] = e[i];
        A[2 * i + 2 + 2 * i * size] = E[i].xx;
        A[2 * i + 3 + 2 * i * size] = A[2 * i + 2 + (2 * i + 1) * size] = E[i].xy;
        A[2 * i + 3 + (2 * i + 1) * size] = E[i].yy;
    }
    NSD_CHECK(nsd_dense_cholesky(size, A, size) == NSD_OK);
    nsd_dense_cholesky_solve(size, 1, A, size, x, size);
    NSD_CHECK(nsd_tridiagonal_block_factor(&chain) == NSD_OK);
    nsd_tridiagonal_block_solve(&chain, y);
    NSD_CHECK(nsd_dense_cholesky(COUNT, B, COUNT) == NSD_OK);
    nsd_dense_cholesky_solve(COUNT, 1, B, COUNT, t, COUNT);
    NSD_CHECK(nsd_tridiagonal_factor(&scalar) == NSD_OK);
    nsd_tridiagonal_solve(&scalar, z);
    for (int i = 0; i < size; i++) {
        NSD_CHECK_NEAR(y[i], x[i], 1e-14); /* condition below ten */
    }
    for (int i = 0; i < COUNT; i++) {
        NSD_CHECK_NEAR(z[i], t[i], 1e-14);
    }
}

NSD_TEST(test_indefinite_chains_are_refused)
{
    nsd_block       D[] = { { 1, 0, 1 }, { 1, 0, 1 } }, E[] = { { 2, 0, 2 } };
    nsd_full_block  W[1];
    nsd_block_chain chain = { 2, D, E, W };
    double          d[] = { 1, NAN }, e[] = { 0.5 }, w[1];
    nsd_chain       scalar = { 2, d, e, w };
    NSD_CHECK(nsd_tridiagonal_block_factor(&chain) == NSD_ERR_NOT_DEFINITE);
    NSD_CHECK(nsd_tridiagonal_factor(&scalar) == NSD_ERR_NOT_DEFINITE);
}

/* ---- motion ---- */

NSD_TEST(test_directions_are_those_of_the_library)
{
    bar_fixture *f = new_bar(1, 2);
    double       q[6] = { 0 }, F[6], v[6] = { 0 };
    q[4] = q[5] = f->bar.L;
    for (int i = -4000; i <= 4000; i++) {
        q[2] = 0.01 * i + 1e-4 * noise(i);
        q[3] = 1e3 * q[2];
        if (i % 7 == 0) {
            q[3] = 1e6 * q[2];
        }
        nsd_bar_force(&f->bar, 0.0, q, v, F);
        NSD_CHECK_NEAR(f->bar.c[0], cos(q[2]), 2.3e-16); /* a unit in the last place of 1 */
        NSD_CHECK_NEAR(f->bar.s[0], sin(q[2]), 2.3e-16);
        NSD_CHECK_NEAR(f->bar.c[1], cos(q[3]), 2.3e-16);
        NSD_CHECK_NEAR(f->bar.s[1], sin(q[3]), 2.3e-16);
    }
    q[2] = 0.5 * acos(-1.0); /* the upright bar: cos is the rounding of pi/2 */
    q[3] = NAN;
    nsd_bar_force(&f->bar, 0.0, q, v, F);
    NSD_CHECK_NEAR(f->bar.c[0] / 6.123233995736766e-17, 1.0, 1e-8); /* MinGW's cos has 5 digits */
    NSD_CHECK(isnan(f->bar.c[1]) && isnan(F[3]));
    free_bar(f);
}

/* velocity at half steps, as in the time-stepping scheme; energy at whole steps */
static double drift_of_energy(int model, double h, double time)
{
    bar_fixture *f = new_bar(model, 9);
    nsd_bar     *bar = &f->bar;
    double       q[20], v[20], a[20], middle[20], T, U;
    const int    steps = (int)(time / h + 0.5);
    bent_state(bar, q, v);
    for (int i = 0; i < 20; i++) {
        v[i] *= 10.0;
    }
    straight_state(bar, 0.8, q);
    nsd_bar_kinetic(bar, q, v, &T);
    nsd_bar_potential(bar, q, &U);
    const double start = T + U;
    double       largest = 0.0;
    for (int step = 0; step < steps; step++) {
        /* explicit midpoint rule of second order */
        nsd_bar_force(bar, 0.0, q, v, a);
        nsd_bar_mass_factor(bar, q);
        nsd_bar_mass_solve(bar, a);
        for (int i = 0; i < 20; i++) {
            middle[i] = q[i] + 0.5 * h * v[i];
            a[i] = v[i] + 0.5 * h * a[i];
        }
        memcpy(q, middle, sizeof q);
        double half[20];
        memcpy(half, a, sizeof half);
        nsd_bar_force(bar, 0.0, middle, half, a);
        nsd_bar_mass_factor(bar, middle);
        nsd_bar_mass_solve(bar, a);
        for (int i = 0; i < 20; i++) {
            q[i] += h * half[i] - 0.5 * h * v[i];
            v[i] += h * a[i];
        }
        nsd_bar_kinetic(bar, q, v, &T);
        nsd_bar_potential(bar, q, &U);
        largest = fmax(largest, fabs(T + U - start) / start);
    }
    free_bar(f);
    return largest;
}

NSD_TEST(test_energy_is_conserved_in_free_flight)
{
    for (int model = 1; model <= 2; model++) {
        /* error of energy: (omega h)^3 per step, 8 times less when h is halved */
        const double coarse = drift_of_energy(model, 1e-8, 1e-4);
        const double fine = drift_of_energy(model, 5e-9, 1e-4);
        NSD_CHECK(fine < 1e-6);
        NSD_CHECK(coarse / fine > 6.0 && coarse / fine < 10.0);
    }
}

NSD_TEST(test_gap_and_function_table)
{
    bar_fixture *f = new_bar(2, 3);
    const double e[] = { 0.5 }, q[8] = { 0, 0.01 };
    double       y, H[8], y_t;
    nsd_model    model = nsd_bar_model(&f->bar, e);
    NSD_CHECK(model.n == 8 && model.m == 1 && model.p == 0 && model.e == e);
    NSD_CHECK(!model.constant_mass && !model.joint && !model.joint_jac);
    model.gap(model.context, 0.0, q, &y);
    NSD_CHECK(y == 0.01 - 0.00635);
    model.gap_jac(model.context, 0.0, q, H, &y_t);
    for (int i = 0; i < 8; i++) {
        NSD_CHECK(H[i] == (i == 1));
    }
    NSD_CHECK(y_t == 0.0);
    free_bar(f);
}

NSD_TEST(test_bad_parameters_and_small_scratch_are_refused)
{
    double             room[600];
    nsd_bar            bar;
    nsd_scratch        scratch = { (char *)room, sizeof room, 0 };
    nsd_bar_parameters given = steel_bar;
    given.model = 3;
    NSD_CHECK(nsd_bar_init(&bar, &given, &scratch) == NSD_ERR_BAD_ARGUMENT);
    given = steel_bar;
    given.segments = 1; /* one segment: the springs would have no stiffness */
    NSD_CHECK(nsd_bar_init(&bar, &given, &scratch) == NSD_ERR_BAD_ARGUMENT);
    given = steel_bar;
    given.radius = 0.2;
    NSD_CHECK(nsd_bar_init(&bar, &given, &scratch) == NSD_ERR_BAD_ARGUMENT);
    given = steel_bar;
    given.young = NAN;
    NSD_CHECK(nsd_bar_init(&bar, &given, &scratch) == NSD_ERR_BAD_ARGUMENT);
    scratch.size = 100;
    NSD_CHECK(nsd_bar_init(&bar, &steel_bar, &scratch) == NSD_ERR_WORKSPACE);
    bar_fixture *f = new_bar(1, 9);
    const double folded[20] = { 0, 0.01 }; /* no length at all */
    NSD_CHECK(nsd_bar_mass_factor(&f->bar, folded) == NSD_ERR_NOT_DEFINITE);
    free_bar(f);
}

NSD_TEST_MAIN(test_fast_solve_agrees_with_cholesky,
              test_forces_elsewhere_do_not_disturb_the_factors,
              test_block_and_scalar_chains_agree_with_lapack, test_indefinite_chains_are_refused,
              test_directions_are_those_of_the_library, test_energy_is_conserved_in_free_flight,
              test_gap_and_function_table, test_bad_parameters_and_small_scratch_are_refused)
