/* test_bar.c - the impacting bar: derivatives of its Lagrangian, and check values. */
#include "nsd_test.h"
#include "nsd_test_bar.h"

/* ---- the Lagrangian from its definition, in long double ---- */

typedef long double real;

static real half_length(const nsd_bar *bar, const real *q, int i)
{
    return (bar->given.model == 1 ? 0.0L : bar->L) + q[2 + bar->n + i];
}

static real full_length(const nsd_bar *bar, const real *q, int j)
{
    const real *s = q + 2 + bar->n;
    return bar->given.model == 1 ? 2 * s[j] : 2 * (real)bar->L + s[j] + s[j + 1];
}

static void centre(const nsd_bar *bar, const real *q, int i, real r[2])
{
    r[0] = q[0] + half_length(bar, q, i) * cosl(q[2 + i]);
    r[1] = q[1] + half_length(bar, q, i) * sinl(q[2 + i]);
    for (int j = 0; j < i; j++) {
        r[0] += full_length(bar, q, j) * cosl(q[2 + j]);
        r[1] += full_length(bar, q, j) * sinl(q[2 + j]);
    }
}

/* velocity of a centre by a difference along the motion: error 1e-13 of 1 */
static void centre_velocity(const nsd_bar *bar, const real *q, const real *v, int i, real out[2])
{
    const real h = 1e-5L;
    real       ahead[MOST_COORDINATES] = { 0 }, behind[MOST_COORDINATES] = { 0 }, a[2], b[2], a2[2],
         b2[2];
    for (int k = 0; k < bar->size; k++) {
        ahead[k] = q[k] + h * v[k];
        behind[k] = q[k] - h * v[k];
    }
    centre(bar, ahead, i, a);
    centre(bar, behind, i, b);
    for (int k = 0; k < bar->size; k++) {
        ahead[k] = q[k] + 2 * h * v[k];
        behind[k] = q[k] - 2 * h * v[k];
    }
    centre(bar, ahead, i, a2);
    centre(bar, behind, i, b2);
    for (int k = 0; k < 2; k++) {
        out[k] = (8 * (a[k] - b[k]) - (a2[k] - b2[k])) / (12 * h);
    }
}

static real kinetic(const nsd_bar *bar, const real *q, const real *v)
{
    const real reach = 3 * (real)bar->given.radius / 8;
    const real Gx = v[0] + reach * sinl(q[2]) * v[2], Gy = v[1] - reach * cosl(q[2]) * v[2];
    real       T = bar->mu / 2 * (Gx * Gx + Gy * Gy) + bar->J / 2 * v[2] * v[2];
    for (int i = 0; i < bar->n; i++) {
        real r[2];
        centre_velocity(bar, q, v, i, r);
        T += bar->m / 2 * (r[0] * r[0] + r[1] * r[1]) + bar->I / 2 * v[2 + i] * v[2 + i];
    }
    return T;
}

static real potential(const nsd_bar *bar, const real *q)
{
    const int   n = bar->n;
    const real  g = bar->given.gravity, k = bar->k, aa = (real)bar->a * bar->a / 4;
    const real *s = q + 2 + n, *theta = q + 2;
    real        U = bar->mu * g * (q[1] - 3 * (real)bar->given.radius / 8 * sinl(q[2]));
    for (int i = 0; i < n; i++) {
        real r[2];
        centre(bar, q, i, r);
        U += bar->m * g * r[1];
        if (bar->given.model == 1) {
            U += (i < n - 1 ? k : k / 2) * (s[i] - bar->L) * (s[i] - bar->L);
            U += i > 0 ? bar->Gamma / 2 * (theta[i] - theta[i - 1]) * (theta[i] - theta[i - 1]) : 0;
        } else if (i == 0) {
            U += k / 2 * s[0] * s[0];
        } else {
            U += 2 * k * (aa + s[i] * s[i] + cosl(theta[i] - theta[i - 1]) * (s[i] * s[i] - aa));
        }
    }
    return U;
}

/* dT/dv_k: exact up to rounding, T being quadratic in v */
static real momentum(const nsd_bar *bar, const real *q, const real *v, int k)
{
    real plus[MOST_COORDINATES], minus[MOST_COORDINATES];
    memcpy(plus, v, sizeof plus);
    memcpy(minus, v, sizeof minus);
    plus[k] += 1;
    minus[k] -= 1;
    return (kinetic(bar, q, plus) - kinetic(bar, q, minus)) / 2;
}

/* derivative along direction d of T - U (k < 0) or of the momentum k, fourth order */
static real directional_derivative(const nsd_bar *bar, const real *q, const real *v, const real *d,
                                   int k)
{
    const real h = 1e-4L, weight[] = { 1, -8, 8, -1 };
    const int  step[] = { -2, -1, 1, 2 };
    real       sum = 0;
    for (int j = 0; j < 4; j++) {
        real x[MOST_COORDINATES] = { 0 };
        for (int i = 0; i < bar->size; i++) {
            x[i] = q[i] + step[j] * h * d[i];
        }
        sum += weight[j] *
               (k < 0 ? kinetic(bar, x, v) - potential(bar, x) : momentum(bar, x, v, k));
    }
    return sum / (12 * h);
}

/* ---- derivatives ---- */

static void check_lagrangian(int model, int *nsd_failures)
{
    bar_fixture *f = new_bar(model, 4);
    nsd_bar     *bar = &f->bar;
    double q[MOST_COORDINATES], v[MOST_COORDINATES], F[MOST_COORDINATES], M[MOST_COORDINATES * 10],
        T, U;
    real Q[MOST_COORDINATES] = { 0 }, V[MOST_COORDINATES] = { 0 };
    bent_state(bar, q, v);
    for (int i = 0; i < bar->size; i++) {
        Q[i] = q[i];
        V[i] = v[i];
    }
    NSD_CHECK(f->status == NSD_OK);
    nsd_bar_kinetic(bar, q, v, &T);
    nsd_bar_potential(bar, q, &U);
    /* differences of velocities err by 1e-13, all else is exact */
    NSD_CHECK_NEAR(T / (double)kinetic(bar, Q, V), 1.0, 1e-12);
    NSD_CHECK_NEAR(U / (double)potential(bar, Q), 1.0, 1e-13);

    nsd_bar_force(bar, 0.0, q, v, F);
    nsd_bar_mass(bar, q, M);
    const double scale = nsd_dense_max_abs(bar->size, F);
    for (int k = 0; k < bar->size; k++) {
        real unit[MOST_COORDINATES] = { 0 };
        unit[k] = 1;
        const double expected = (double)(directional_derivative(bar, Q, V, unit, -1) -
                                         directional_derivative(bar, Q, V, V, k)); /* (BAR.8) */
        /* difference steps of 1e-4: truncation is 1e-12 of the largest fourth derivative */
        NSD_CHECK_NEAR(F[k] / scale, expected / scale, 1e-10);
        const double p = nsd_dense_dot(bar->size, M + k * bar->size, v);
        NSD_CHECK_NEAR(p, (double)momentum(bar, Q, V, k), 1e-11);
    }
    free_bar(f);
}

NSD_TEST(test_forces_and_momenta_are_derivatives_of_the_lagrangian)
{
    check_lagrangian(1, nsd_failures);
    check_lagrangian(2, nsd_failures);
}

NSD_TEST(test_jacobians_agree_with_differences)
{
    for (int model = 1; model <= 2; model++) {
        bar_fixture *f = new_bar(model, 5);
        nsd_bar     *bar = &f->bar;
        double       q[MOST_COORDINATES], v[MOST_COORDINATES], Fq[12 * 12], Fv[12 * 12],
            plus[MOST_COORDINATES], minus[MOST_COORDINATES];
        bent_state(bar, q, v);
        for (int i = 0; i < 12; i++) {
            v[i] *= 50.0; /* makes the quadratic terms as large as the spring forces */
        }
        nsd_bar_force_jac(bar, 0.0, q, v, Fq, Fv);
        for (int l = 0; l < 12; l++) {
            for (int what = 0; what < 2; what++) {
                double      *x = what == 0 ? q : v, *J = what == 0 ? Fq : Fv;
                const double kept = x[l], h = what == 0 ? 1e-5 : 1e-2;
                x[l] = kept + h;
                nsd_bar_force(bar, 0.0, q, v, plus);
                x[l] = kept - h;
                nsd_bar_force(bar, 0.0, q, v, minus);
                x[l] = kept;
                const double largest = nsd_dense_max_abs(12, J + 12 * l);
                for (int k = 0; k < 12; k++) {
                    /* forces of 1e6 over 2e-5 round at 1e-5 N; F is quadratic in v: exact */
                    const double difference = (plus[k] - minus[k]) / (2.0 * h);
                    const double allowed = what == 0 ? 1e-8 * largest + 1e-4
                                                     : 1e-11 * largest + 1e-7;
                    NSD_CHECK_NEAR(J[k + 12 * l], difference, allowed);
                }
            }
        }
        free_bar(f);
    }
}

NSD_TEST(test_mass_is_symmetric_positive_definite_and_gives_the_kinetic_energy)
{
    for (int model = 1; model <= 2; model++) {
        for (int n = 2; n <= MOST_SEGMENTS; n += 19) {
            bar_fixture *f = new_bar(model, n);
            double      *M = malloc(sizeof(double) * MOST_COORDINATES * MOST_COORDINATES),
                   q[MOST_COORDINATES], v[MOST_COORDINATES], p[MOST_COORDINATES], T;
            bent_state(&f->bar, q, v);
            const int size = f->bar.size;
            nsd_bar_mass(&f->bar, q, M);
            int different = 0;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < i; j++) {
                    different += M[i + j * size] != M[j + i * size];
                }
            }
            NSD_CHECK(different == 0);
            nsd_dense_gemv(NSD_PLAIN, size, size, 1.0, M, size, v, 0.0, p);
            nsd_bar_kinetic(&f->bar, q, v, &T);
            NSD_CHECK_NEAR(0.5 * nsd_dense_dot(size, v, p) / T, 1.0, 1e-13);
            NSD_CHECK(nsd_dense_cholesky(size, M, size) == NSD_OK);
            free(M);
            free_bar(f);
        }
    }
}

/* ---- check values of an independent prototype ---- */

NSD_TEST(test_derived_parameters_of_the_steel_bar)
{
    bar_fixture *one = new_bar(1, 9), *two = new_bar(2, 9);
    NSD_CHECK_NEAR(one->bar.k / 2116550734.6, 1.0, 1e-8);
    NSD_CHECK_NEAR(two->bar.k / 529137683.66, 1.0, 1e-8);
    NSD_CHECK_NEAR(one->bar.Gamma / 10199.15066, 1.0, 1e-8);
    NSD_CHECK_NEAR(two->bar.a / 6.2088713e-3, 1.0, 1e-8);
    NSD_CHECK_NEAR(one->bar.m / 0.02146934651, 1.0, 1e-8);
    NSD_CHECK_NEAR(one->bar.mu / 0.00422402325, 1.0, 1e-8);
    free_bar(one);
    free_bar(two);
}

NSD_TEST(test_three_segments_in_motion)
{
    bar_fixture *f = new_bar(1, 3);
    nsd_bar     *bar = &f->bar;
    const double L = bar->L;
    const double q[] = { 0, 0.01, 0.5, 0.6, 0.8, L + 1e-3, L - 5e-4, L + 2e-3 };
    const double v[] = { 0.1, -1, 2, -3, 4, 0.05, -0.02, 0.03 };
    double       T, M[64], F[8], x[8] = { 0, 1 };
    nsd_bar_kinetic(bar, q, v, &T);
    nsd_bar_mass(bar, q, M);
    NSD_CHECK_NEAR(T / 0.0848620550613, 1.0, 1e-7);
    NSD_CHECK_NEAR(M[1 + 2 * 8] / 9.395248947e-3, 1.0, 1e-7);
    NSD_CHECK_NEAR(M[2 + 2 * 8] / 6.649335356e-4, 1.0, 1e-7);
    NSD_CHECK(nsd_bar_mass_factor(bar, q) == NSD_OK);
    nsd_bar_mass_solve(bar, x);
    NSD_CHECK_NEAR(x[1] / 87.95309659, 1.0, 1e-7);
    bar->k = bar->Gamma = 0.0;
    nsd_bar_force(bar, 0.0, q, v, F);
    NSD_CHECK_NEAR(F[2] / -9.748148394e-2, 1.0, 1e-7);
    free_bar(f);
}

NSD_TEST(test_jump_of_velocity_at_the_first_impact)
{
    bar_fixture *f = new_bar(1, 9);
    double       q[20], x[20] = { 0, 1 };
    const int    where[] = { 0, 2, 3, 11, 12 };
    const double jump[] = { 0.344850343, -10.905216570, 1.877348325, -1.038450575, 1.038450575 };
    straight_state(&f->bar, acos(-1.0) / 3.0, q);
    NSD_CHECK(nsd_bar_mass_factor(&f->bar, q) == NSD_OK);
    nsd_bar_mass_solve(&f->bar, x);
    for (int i = 0; i < 5; i++) {
        NSD_CHECK_NEAR(x[where[i]] / x[1], jump[i], 1e-7);
    }
    free_bar(f);
}

NSD_TEST(test_first_bending_frequency_and_step_limits)
{
    static const struct {
        int    model, segments;
        double limit, digits; /* largest stable explicit step, half a unit of its last digit */
    } known[] = { { 1, 5, 1.04e-6, 5e-9 },
                  { 1, 9, 3.63e-7, 5e-10 },
                  { 1, 20, 7.6e-8, 5e-10 },
                  { 2, 9, 4.56e-6, 5e-9 },
                  { 2, 20, 1.95e-6, 5e-9 } };
    for (int i = 0; i < 5; i++) {
        bar_fixture *f = new_bar(known[i].model, known[i].segments);
        double       shape[MOST_COORDINATES];
        nsd_bar_mode mode = { 0.0, 0.0, shape };
        NSD_CHECK(nsd_bar_first_mode(&f->bar, 0.7, &f->scratch, &mode) == NSD_OK);
        NSD_CHECK_NEAR(2.0 / mode.highest, known[i].limit, known[i].digits);
        if (known[i].segments == 9) {
            NSD_CHECK_NEAR(mode.bending, 8413.76, 0.05);
        }
        NSD_CHECK(shape[2] > 0.0);
        NSD_CHECK(f->bar.given.gravity == 9.81);
        free_bar(f);
    }
}

/* x'A x */
static double quadratic_form(int n, const double *A, const double *x)
{
    double y[MOST_COORDINATES];
    nsd_dense_gemv(NSD_PLAIN, n, n, 1.0, A, n, x, 0.0, y);
    return nsd_dense_dot(n, x, y);
}

NSD_TEST(test_the_bending_mode_has_unit_mass_and_the_stiffness_of_its_frequency)
{
    for (int model = 1; model <= 2; model++) {
        bar_fixture *f = new_bar(model, 9);
        double       shape[20], q[20], v[20] = { 0 }, M[400], Fq[400], Fv[400];
        nsd_bar_mode mode = { 0.0, 0.0, shape };
        straight_state(&f->bar, 0.3, q);
        NSD_CHECK(nsd_bar_first_mode(&f->bar, 0.3, &f->scratch, &mode) == NSD_OK);
        nsd_bar_mass(&f->bar, q, M);
        nsd_bar_force_jac(&f->bar, 0.0, q, v, Fq, Fv);
        NSD_CHECK_NEAR(quadratic_form(20, M, shape), 1.0, 1e-12);
        /* the rotation has no stiffness; gravity adds 1e-7 of the bending stiffness */
        NSD_CHECK_NEAR(-quadratic_form(20, Fq, shape) / (mode.bending * mode.bending), 1.0, 1e-5);
        free_bar(f);
    }
}

NSD_TEST(test_a_perturbed_start_has_the_given_energy)
{
    for (int model = 1; model <= 2; model++) {
        bar_fixture        *f = new_bar(model, 9);
        const nsd_bar_start fall = { 1.0, 0.01, 1.0, 0.0, 0.0 };
        double              q[20], v[20], T0, U0, T, U;
        NSD_CHECK(nsd_bar_perturb(&f->bar, &fall, &f->scratch, q, v) == NSD_OK);
        NSD_CHECK(q[1] == 0.01 && v[1] == -1.0 && q[2] == 1.0 && v[2] == 0.0);
        f->bar.given.gravity = 0.0; /* U is the elastic energy alone */
        nsd_bar_kinetic(&f->bar, q, v, &T0);
        nsd_bar_potential(&f->bar, q, &U0);
        NSD_CHECK_NEAR(T0, 0.5 * (9 * f->bar.m + f->bar.mu), 1e-15);
        for (int i = 0; i < 10; i++) {
            const nsd_bar_start start = { 1.0, 0.01, 1.0, 5e-3, i * acos(-1.0) / 9.0 };
            NSD_CHECK(nsd_bar_perturb(&f->bar, &start, &f->scratch, q, v) == NSD_OK);
            nsd_bar_kinetic(&f->bar, q, v, &T);
            nsd_bar_potential(&f->bar, q, &U);
            /* in the bent bar the vibration has some momentum downwards, of second order */
            NSD_CHECK_NEAR((T + U - T0 - U0) / T0, 5e-3, 6e-5);
            const double phase = cos(start.phase) * cos(start.phase);
            NSD_CHECK_NEAR((U - U0) / T0, 5e-3 * phase, 1e-5);
        }
        free_bar(f);
    }
}

NSD_TEST_MAIN(test_forces_and_momenta_are_derivatives_of_the_lagrangian,
              test_jacobians_agree_with_differences,
              test_mass_is_symmetric_positive_definite_and_gives_the_kinetic_energy,
              test_derived_parameters_of_the_steel_bar, test_three_segments_in_motion,
              test_jump_of_velocity_at_the_first_impact,
              test_first_bending_frequency_and_step_limits,
              test_the_bending_mode_has_unit_mass_and_the_stiffness_of_its_frequency,
              test_a_perturbed_start_has_the_given_energy)
