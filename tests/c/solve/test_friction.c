/* test_friction.c - friction kernels: closed forms, ten thousand random problems, statuses
 * that agree with the answer. */
#include <stdlib.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "nsd_test.h"
#include "nsd_test_friction.h"
#include "nsd_test_friction_dense.h"

static const char *const names[] = { "auto",  "nsgs",     "anderson", "newton",
                                     "lemke", "interior", "proximal" };

static nsd_status solve(const char *name, const nsd_friction *problem, double *r,
                        nsd_friction_info *info)
{
    const nsd_friction_options options = { 160, 1e-10, NULL };
    nsd_scratch                scratch = { NULL, nsd_friction_solver_scratch(name, problem), 0 };
    scratch.base = malloc(scratch.size); /* of exactly this size: the sanitizer sees overruns */
    const nsd_status status = nsd_friction_find(name)(problem, &options, &scratch, r, info);
    if (scratch.used != 0) {
        info->residual = NAN; /* the solver kept scratch: fails every check */
    }
    free(scratch.base);
    return status;
}

NSD_TEST(local_problem_in_space_has_its_check_value)
{
    const double W[] = { 2, 0.3, -0.2, 0.3, 1.5, 0.1, -0.2, 0.1, 1 }, q[] = { -1, 0.8, -0.5 };
    const double mu = 0.4;
    for (int k = 0; k < 6; k++) {
        const nsd_friction p = dense(1, SPACE, W, q, &mu);
        double             r[3] = { 0 };
        nsd_friction_info  info;
        NSD_CHECK(solve(names[k], &p, r, &info) == NSD_OK);
        NSD_CHECK_NEAR(r[0], 0.538842740336, 1e-10);
        NSD_CHECK_NEAR(r[1], -0.176092408147, 1e-10);
        NSD_CHECK_NEAR(r[2], 0.124288791139, 1e-10);
    }
}

NSD_TEST(a_block_in_the_plane_opens_sticks_or_slides)
{
    const double W[] = { 1, 0, 0, 2 }, mu = 0.5;
    const double q[][2] = { { 1, 3 }, { -1, 0.5 }, { -1, 3 }, { -1, -3 } };
    const double r[][2] = { { 0, 0 }, { 1, -0.25 }, { 1, -0.5 }, { 1, 0.5 } };
    for (int k = 0; k < 4; k++) {
        const nsd_friction p = dense(1, PLANE, W, q[k], &mu);
        double             z[2] = { 0 };
        nsd_friction_info  info;
        NSD_CHECK(solve("auto", &p, z, &info) == NSD_OK);
        NSD_CHECK_NEAR(z[0], r[k][0], 1e-15);
        NSD_CHECK_NEAR(z[1], r[k][1], 1e-15);
    }
}

NSD_TEST(projection_is_the_nearest_point_of_the_cone)
{
    const nsd_friction_layout rolling = { 2, { 2, 2 } };
    const double              mu[] = { 0.5, 2.0 };
    double                    x[] = { 1, 3, 4, 0.3, 0.4 }; /* only sliding is outside */
    nsd_friction_project(&rolling, mu, x);
    NSD_CHECK_NEAR(x[0], 2.8, 1e-15);
    NSD_CHECK_NEAR(x[1], 0.84, 1e-15);
    NSD_CHECK_NEAR(x[3], 0.3, 1e-15);
    double y[] = { -10, 3, 4, 0.3, 0.4 }; /* in the polar cone */
    nsd_friction_project(&rolling, mu, y);
    NSD_CHECK(y[0] == 0.0 && y[1] == 0.0 && y[4] == 0.0);
    double z[] = { 0, 3, 4, 0,
                   6 }; /* sliding and rolling are outside: n = (0.5*5 + 2*6) / (1 + 0.25 + 4) */
    nsd_friction_project(&rolling, mu, z);
    NSD_CHECK_NEAR(z[0], 14.5 / 5.25, 1e-15);
    NSD_CHECK_NEAR(z[1], 0.3 * 14.5 / 5.25, 1e-15);
    NSD_CHECK_NEAR(z[4], 29.0 / 5.25, 1e-15);
    double w[] = { 0, 3, 4, 0,
                   2 }; /* projecting the sliding part raises n until rolling is inside */
    nsd_friction_project(&rolling, mu, w);
    NSD_CHECK_NEAR(w[0], 2.0, 1e-15);
    NSD_CHECK_NEAR(w[4], 2.0, 1e-15);
}

/* Every third problem has coefficients up to 1e12: there r = 0 must not pass for a contact that
 * approaches slowly while it slides, and sticking must not fail because mu multiplies a slip of
 * 1e-16 */
NSD_TEST(ten_thousand_random_problems_are_solved_and_never_misreported)
{
    unsigned long long state = 88172645463325252ULL;
    int                wrongly_ok = 0, missed = 0, missed_wide = 0, unsolved = 0;
    static problem     p;

    for (int trial = 0; trial < 10000; trial++) {
        double            r[MAX_N] = { 0.0 };
        const int         wide = trial % 3 == 2;
        nsd_friction_info info;
        random_problem(&p, trial % KINDS, &state);
        if (wide) {
            widen_cones(&p, &state);
        }
        const nsd_friction f = dense(p.m, p.d == 2 ? PLANE : SPACE, p.W, p.q, p.mu);
        const nsd_status   status = solve("auto", &f, r, &info);
        const double       residual = residual_of(&p, f.lambda, r);
        wrongly_ok += status == NSD_OK && !(residual <= 1e-10 * (1.0 + (wide ? 0.1 : 1e-6)));
        missed += !wide && p.solvable && status != NSD_OK;
        missed_wide += wide && p.solvable && status != NSD_OK;
        unsolved += status != NSD_OK;
        if (p.d == 2 && p.m <= 5 && p.solvable) {
            NSD_CHECK(status != NSD_RAY); /* NSD_RAY would claim that there is no solution */
        }
    }
    NSD_CHECK(wrongly_ok == 0);
    NSD_CHECK(missed == 0);
    NSD_CHECK(missed_wide <= 20); /* of 2667, all reported: mu = 1e12 amplifies rounding */
    NSD_CHECK(unsolved > 100);    /* some problems have no solution */
}

NSD_TEST(a_slow_approach_with_large_friction_is_not_solved_by_zero)
{
    const double W[] = { 1, 0.3, 0.3, 1 }, q[] = { -1e-3, 1 };
    for (int power = 2; power <= 12; power++) {
        const double       mu = pow(10.0, power);
        const nsd_friction p = dense(1, PLANE, W, q, &mu);
        double             r[2] = { 0.0, 0.0 }, u[2];
        nsd_friction_info  info;
        nsd_friction_velocity(&p, r, u);
        NSD_CHECK(nsd_friction_residual(&p, r, u) >= 0.7e-3);
        NSD_CHECK(solve("auto", &p, r, &info) == NSD_OK);
        NSD_CHECK(r[0] > 0.0);
    }
}

/* A slip within rounding counts as zero for mu above a thousand only: two contacts that press
 * against each other must not pass at 1e-10 while mu |u_T| is above 1e-8 */
NSD_TEST(a_slip_within_rounding_counts_unless_the_cone_is_wide)
{
    const double W[] = { 1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1 };
    const double q[] = { -1, 5e-11, 1, 0 }, r[] = { 1e5, 0, 1e5 - 1, 0 };
    for (int wide = 0; wide < 2; wide++) {
        const double mu[] = { wide ? 3e3 : 300.0, wide ? 3e3 : 300.0 };
        nsd_friction p = dense(2, PLANE, W, q, mu);
        double       u[4];
        nsd_friction_velocity(&p, r, u);
        const double residual = nsd_friction_residual(&p, r, u);
        NSD_CHECK(wide ? residual < 1e-9 : residual > 1e-8);
    }
}

NSD_TEST(every_solver_reports_a_status_that_agrees_with_its_answer)
{
    unsigned long long state = 362436069ULL;
    int                wrongly_ok = 0, solved[6] = { 0 };
    static problem     p;

    for (int trial = 0; trial < 500; trial++) {
        random_problem(&p, trial % KINDS, &state);
        const nsd_friction f = dense(p.m, p.d == 2 ? PLANE : SPACE, p.W, p.q, p.mu);
        for (int k = 1; k < 6; k++) {
            double            r[MAX_N] = { 0.0 }, u[MAX_N];
            nsd_friction_info info;
            const nsd_status  status = solve(names[k], &f, r, &info);
            nsd_friction_velocity(&f, r, u);
            wrongly_ok += status >= 0 && info.residual != nsd_friction_residual(&f, r, u);
            wrongly_ok += status == NSD_OK &&
                          !(residual_of(&p, f.lambda, r) <= 1e-10 * (1.0 + 1e-6));
            solved[k] += status == NSD_OK && p.solvable;
        }
    }
    NSD_CHECK(wrongly_ok == 0);
    for (int k = 1; k < 6; k++) {
        NSD_CHECK(solved[k] > 300); /* of 400 */
    }
}

NSD_TEST(enumeration_agrees_with_auto)
{
    unsigned long long         state = 521288629ULL;
    const nsd_friction_options options = { 100, 1e-10, NULL };
    int                        disagree = 0, wrong = 0;
    static problem             p;

    for (int trial = 0; trial < 400; trial++) {
        random_problem(&p, trial % KINDS, &state);
        if (p.d == 3 || p.m > 4) {
            continue;
        }
        const nsd_friction f = dense(p.m, PLANE, p.W, p.q, p.mu);
        double             R[8 * 256], r[8] = { 0.0 };
        int                found = 0;
        nsd_friction_info  info;
        nsd_scratch        scratch = { NULL, nsd_friction_enumerate_scratch(p.m), 0 };
        scratch.base = malloc(scratch.size);
        const nsd_status all = nsd_friction_enumerate(&f, &options, &scratch, 256, R, &found);
        free(scratch.base);
        disagree += all != solve("auto", &f, r, &info);
        for (int k = 0; k < found; k++) {
            wrong += !(residual_of(&p, f.lambda, R + k * p.n) <= 1e-10 * (1.0 + 1e-6));
        }
    }
    NSD_CHECK(disagree == 0);
    NSD_CHECK(wrong == 0);
}

/* Squares of impulses and velocities once overflowed or vanished where W is below 1e-155 or q
 * beyond 1e155: lengths became 0 or infinite, and wrong impulses passed. In every unit of W and q
 * the right answer must pass and a wrong one fail. */
NSD_TEST(extreme_units_neither_hide_nor_invent_errors)
{
    static const int  exponents[] = { -1000, -520, -100, 0, 100, 520, 1000 };
    const double      W[] = { 2, 0.3, -0.2, 0.3, 1.5, 0.1, -0.2, 0.1, 1 }, q[] = { -1, 0.8, -0.5 };
    const double      mu = 0.4;
    double            r[3] = { 0.0 }, Ws[9], qs[3], rs[3], u[3];
    nsd_friction_info info;

    const nsd_friction one = dense(1, SPACE, W, q, &mu);
    NSD_CHECK(solve("auto", &one, r, &info) == NSD_OK);
    for (int k = 0; k < 49; k++) {
        const int a = exponents[k / 7], b = exponents[k % 7];
        if (abs(b - a) > 1000) {
            continue; /* the impulses are beyond the range of numbers */
        }
        for (int i = 0; i < 9; i++) {
            Ws[i] = ldexp(W[i], a);
            qs[i % 3] = ldexp(q[i % 3], b);
            rs[i % 3] = ldexp(r[i % 3], b - a);
        }
        const nsd_friction scaled = dense(1, SPACE, Ws, qs, &mu);
        nsd_friction_velocity(&scaled, rs, u);
        NSD_CHECK(nsd_friction_check(&scaled, 1e-10, rs, u, &info) == NSD_OK);
        rs[1] *= 0.5;
        nsd_friction_velocity(&scaled, rs, u);
        NSD_CHECK(nsd_friction_check(&scaled, 1e-10, rs, u, &info) != NSD_OK);
    }
}

/* Two contacts that do not touch each other, of masses 1 and 1/ratio. The residual had one lambda
 * for all: from a ratio of 1e7 on the rounding of the light contact, 4 eps lambda max|r|, counted
 * at the heavy one too, and the exact answer was refused. And an answer that leaves out a contact
 * with small numbers of its own passed. */
NSD_TEST(contacts_that_do_not_touch_each_other_are_judged_by_their_own_numbers)
{
    const double      B[] = { 1, 0.2, 0.1, 0.2, 1, 0, 0.1, 0, 2 }, mu[] = { 0.5, 0.5 };
    const int         start[] = { 0, 1, 2 }, row[] = { 0, 1 };
    nsd_friction_info info;

    for (int k = -40; k <= 40; k += 5) {
        const double q[] = { -0.01, 3, 0, -0.01, 3, 0 };
        double       W[36] = { 0 }, blocks[18], own[6], u[6], alone[3] = { 0 }, r[6] = { 0 };
        for (int i = 0; i < 9; i++) {
            W[i % 3 + 6 * (i / 3)] = blocks[i] = B[i];
            W[21 + i % 3 + 6 * (i / 3)] = blocks[9 + i] = ldexp(B[i], k);
        }
        const nsd_friction one = dense(1, SPACE, B, q, mu), full = dense(2, SPACE, W, q, mu);
        nsd_friction       sparse = full;
        sparse.W = NULL;
        sparse.start = start;
        sparse.row = row;
        sparse.blocks = blocks;
        NSD_CHECK(solve("auto", &one, alone, &info) == NSD_OK);
        NSD_CHECK(solve("auto", &full, r, &info) == NSD_OK);
        for (int i = 0; i < 3; i++) {
            NSD_CHECK_NEAR(r[i], alone[i], 1e-14);
            NSD_CHECK_NEAR(ldexp(r[3 + i], k), alone[i], 1e-14);
            own[i] = r[i];
            own[3 + i] = 0.5 * r[3 + i]; /* wrong */
        }
        nsd_friction_velocity(&full, r, u);
        NSD_CHECK(nsd_friction_residual(&full, r, u) == nsd_friction_residual(&sparse, r, u));
        nsd_friction_velocity(&full, own, u);
        NSD_CHECK(nsd_friction_check(&full, 1e-10, own, u, &info) != NSD_OK);
    }
}

/* diag(1, r), q = (-1, -r): r = (1, 0) passed for r = 1e-10, as 1e-10 is small against 1, and the
 * enumeration had two solutions of a problem with a unique one. */
NSD_TEST(enumeration_finds_one_solution_of_contacts_with_unlike_masses)
{
    const double mu[] = { 0.5, 0.5 };
    for (int k = -50; k <= 50; k += 10) {
        const double       small = ldexp(1.0, k), q[] = { -1, 0.1, -small, 0.1 * small };
        const double       W[] = { 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, small, 0, 0, 0, 0, 2 * small };
        const nsd_friction p = dense(2, PLANE, W, q, mu);
        const nsd_friction_options options = { 100, 1e-10, NULL };
        nsd_scratch                scratch = { NULL, nsd_friction_enumerate_scratch(2), 0 };
        double                     R[16] = { 0 };
        int                        found = 0;
        scratch.base = malloc(scratch.size);
        NSD_CHECK(nsd_friction_enumerate(&p, &options, &scratch, 4, R, &found) == NSD_OK);
        free(scratch.base);
        NSD_CHECK(found == 1);
        for (int i = 0; i < 4; i++) {
            NSD_CHECK_NEAR(R[i], i % 2 == 0 ? 1.0 : -0.05, 1e-14);
        }
    }
}

NSD_TEST(block_columns_give_the_answer_of_the_dense_matrix)
{
    unsigned long long state = 7ULL;
    static problem     p;

    for (int trial = 0; trial < 40; trial++) {
        random_problem(&p, STACK, &state);
        int    start[13] = { 0 }, row[144], count = 0;
        double blocks[144 * 9];
        for (int a = 0; a < p.m; a++) {
            for (int b = 0; b < p.m; b++) {
                double size = 0.0;
                for (int k = 0; k < p.d * p.d; k++) {
                    const int i = b * p.d + k % p.d, j = a * p.d + k / p.d;
                    blocks[count * p.d * p.d + k] = p.W[i + j * p.n];
                    size += fabs(p.W[i + j * p.n]);
                }
                if (size > 0.0 || a == b) {
                    row[count++] = b;
                }
            }
            start[a + 1] = count;
        }
        nsd_friction full = dense(p.m, p.d == 2 ? PLANE : SPACE, p.W, p.q, p.mu), sparse = full;
        sparse.W = NULL;
        sparse.start = start;
        sparse.row = row;
        sparse.blocks = blocks;
        for (int k = 0; k < 6; k++) {
            double            r[MAX_N] = { 0.0 };
            nsd_friction_info info;
            NSD_CHECK_NEAR(nsd_friction_lambda_bound(&sparse), full.lambda, 1e-15 * full.lambda);
            if (solve(names[k], &sparse, r, &info) == NSD_OK) {
                NSD_CHECK(residual_of(&p, full.lambda, r) <= 1.1e-10);
            } else {
                NSD_CHECK(k > 0);
            }
        }
    }
}

NSD_TEST(contradictions_end_on_a_ray_and_huge_impulses_do_not_pass)
{
    const double       W[] = { 1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1 };
    const double       q[] = { 0, 0, -0.1, 0 }, mu[] = { 0, 0 };
    const nsd_friction p = dense(2, PLANE, W, q, mu);
    double             r[4] = { 0 }, u[4];
    nsd_friction_info  info;
    NSD_CHECK(solve("auto", &p, r, &info) == NSD_RAY);
    NSD_CHECK(solve("lemke", &p, r, &info) == NSD_RAY);
    r[0] = r[2] = 1e17; /* u is q in exact arithmetic, and -0.1 is lost in rounding */
    nsd_friction_velocity(&p, r, u);
    NSD_CHECK(nsd_friction_residual(&p, r, u) > 1e-3);
}

NSD_TEST(heavy_on_light_is_solved_as_far_as_rounding_allows)
{
    unsigned long long state = 12345ULL;
    static problem     p = { .ratio = 1e3 };

    for (int trial = 0; trial < 40; trial++) {
        const nsd_friction_options options = { 2000, 1e-8, NULL };
        double                     r[MAX_N] = { 0.0 };
        nsd_friction_info          info;
        random_problem(&p, STACK, &state);
        const nsd_friction f = dense(p.m, p.d == 2 ? PLANE : SPACE, p.W, p.q, p.mu);
        nsd_scratch        scratch = { NULL, nsd_friction_scratch(&f), 0 };
        scratch.base = malloc(scratch.size);
        NSD_CHECK(nsd_friction_auto(&f, &options, &scratch, r, &info) == NSD_OK);
        NSD_CHECK(info.residual <= 1e-8);
        free(scratch.base);
    }
}

NSD_TEST(rolling_and_spinning_problems_are_solved_whatever_the_rank)
{
    const nsd_friction_layout layouts[] = { { 2, { 2, 2 } }, { 3, { 2, 2, 1 } }, { 2, { 1, 1 } } };
    unsigned long long        state = 2463534242ULL;
    static problem            p;

    for (int trial = 0; trial < 300; trial++) {
        const nsd_friction_layout *layout = layouts + trial % 3;
        double                     v[MAX_N], mu[3 * MAX_N], r[MAX_N] = { 0.0 }, u[MAX_N];
        nsd_friction_info          info;
        p.m = 1 + (int)(4 * uniform(&state));
        p.n = p.m * nsd_friction_local_size(layout);
        const int dof = 1 + (int)((p.n - 1) * uniform(&state));
        for (int k = 0; k < dof * p.n; k++) {
            p.H[k] = signed_uniform(&state);
        }
        for (int k = 0; k < MAX_N; k++) {
            v[k] = signed_uniform(&state);
        }
        for (int k = 0; k < 3 * MAX_N; k++) {
            mu[k] = uniform(&state) < 0.1 ? 0.0 : 2.0 * uniform(&state);
        }
        gram(&p, dof, v);
        nsd_friction f = dense(p.m, *layout, p.W, p.q, mu);
        f.mu[1] = mu + MAX_N;
        f.mu[2] = mu + 2 * MAX_N;
        NSD_CHECK(solve("auto", &f, r, &info) == NSD_OK);
        nsd_friction_velocity(&f, r, u);
        NSD_CHECK(nsd_friction_residual(&f, r, u) <= 1e-10);
    }
}

NSD_TEST(largest_eigenvalue_is_found)
{
    const double       W[] = { 2, 1, 1, 2 }, q[] = { 0, 0 }, mu = 0.1;
    const nsd_friction p = dense(1, PLANE, W, q, &mu);
    double             work[64];
    NSD_CHECK_NEAR(nsd_friction_lambda(&p, NULL, work), 3.0, 1e-5); /* power method to 1e-6 */
    NSD_CHECK(nsd_friction_semidefinite_scratch(&p) <= sizeof work);
    NSD_CHECK(nsd_friction_semidefinite(&p, &(nsd_scratch){ (char *)work, sizeof work, 0 }) == 1);
    const double       V[] = { 1, 2, 2, 1 };
    const nsd_friction bad = dense(1, PLANE, V, q, &mu);
    NSD_CHECK(nsd_friction_semidefinite(&bad, &(nsd_scratch){ (char *)work, sizeof work, 0 }) == 0);
}

NSD_TEST(bad_input_and_small_scratch_are_refused)
{
    const double I[] = { 1, 0, 0, 1 }, bad[] = { NAN, 0, 0, 1 }, q[] = { -1, -1 };
    const double mu = 0.3, negative = -0.3;
    for (int k = 0; k < 6; k++) {
        const nsd_friction_options options = { 10, 1e-10, NULL };
        nsd_scratch                empty = { NULL, 0, 0 };
        const nsd_friction         good = dense(1, PLANE, I, q, &mu);
        const nsd_friction         below = dense(1, PLANE, I, q, &negative);
        const nsd_friction         nan_W = dense(1, PLANE, bad, q, &mu);
        const nsd_friction         nan_q = dense(1, PLANE, I, bad, &mu);
        double                     r[2] = { 0.0, 0.0 };
        nsd_friction_info          info;
        NSD_CHECK(solve(names[k], &below, r, &info) == NSD_ERR_BAD_ARGUMENT);
        NSD_CHECK(solve(names[k], &nan_W, r, &info) == NSD_ERR_NOT_FINITE);
        NSD_CHECK(solve(names[k], &nan_q, r, &info) == NSD_ERR_NOT_FINITE);
        NSD_CHECK(nsd_friction_find(names[k])(&good, &options, &empty, r, &info) ==
                  NSD_ERR_WORKSPACE);
        r[0] = NAN; /* a useless guess is no misuse */
        NSD_CHECK(solve(names[k], &good, r, &info) == NSD_OK);
    }
    NSD_CHECK(nsd_friction_find("simplex") == NULL);
}

NSD_TEST_MAIN(local_problem_in_space_has_its_check_value,
              a_block_in_the_plane_opens_sticks_or_slides,
              projection_is_the_nearest_point_of_the_cone,
              ten_thousand_random_problems_are_solved_and_never_misreported,
              a_slow_approach_with_large_friction_is_not_solved_by_zero,
              a_slip_within_rounding_counts_unless_the_cone_is_wide,
              every_solver_reports_a_status_that_agrees_with_its_answer,
              enumeration_agrees_with_auto, block_columns_give_the_answer_of_the_dense_matrix,
              contradictions_end_on_a_ray_and_huge_impulses_do_not_pass,
              heavy_on_light_is_solved_as_far_as_rounding_allows,
              rolling_and_spinning_problems_are_solved_whatever_the_rank,
              contacts_that_do_not_touch_each_other_are_judged_by_their_own_numbers,
              enumeration_finds_one_solution_of_contacts_with_unlike_masses,
              largest_eigenvalue_is_found, extreme_units_neither_hide_nor_invent_errors,
              bad_input_and_small_scratch_are_refused)
