/* test_lcp.c - the LCP kernels: closed forms, packed bands, thousands of random problems. */
#include <stdlib.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"
#include "nsd_test.h"

#define MAX_N 40 /* unknowns of a problem */

static const char *const names[] = { "auto", "active", "lemke", "newton", "pgs" };

typedef struct problem {
    int    n, symmetric, solvable; /* solvable: by construction */
    double M[MAX_N * MAX_N], q[MAX_N];
} problem;

static nsd_lcp as_lcp(const problem *p)
{
    const nsd_lcp lcp = { p->n, p->n, p->n > 0 ? p->n - 1 : 0, p->symmetric, p->M, p->q };
    return lcp;
}

/* Residuals of data: rows in their own sizes */
static const nsd_lcp_options usual = { 100, 1e-10, 1.0, NULL, NSD_DATA_ROUNDING };

static nsd_status solve(const char *name, const nsd_lcp *lcp, double *z, nsd_lcp_info *info)
{
    const nsd_lcp_options options = { strcmp(name, "pgs") == 0 ? 2000 : 50 * lcp->n + 100, 1e-10,
                                      1.0, NULL, NSD_DATA_ROUNDING };
    nsd_scratch           scratch = { NULL, nsd_lcp_scratch(lcp->n), 0 };
    scratch.base = malloc(scratch.size); /* of exactly this size: the sanitizer sees overruns */
    const nsd_status status = nsd_lcp_find(name)(lcp, &options, &scratch, z, info);
    if (scratch.used != 0) {
        info->residual = NAN; /* the solver kept scratch: fails every check */
    }
    free(scratch.base);
    return status;
}

/* A fixed sequence, the same everywhere: xorshift */
static double uniform(unsigned long long *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static double signed_uniform(unsigned long long *state)
{
    return 2.0 * uniform(state) - 1.0;
}

/* M = G'G of the given rank */
static void gram(problem *p, int rank, unsigned long long *state)
{
    double G[MAX_N * MAX_N];
    for (int i = 0; i < rank * p->n; i++) {
        G[i] = signed_uniform(state);
    }
    for (int j = 0; j < p->n; j++) {
        for (int i = 0; i < p->n; i++) {
            double sum = 0.0;
            for (int k = 0; k < rank; k++) {
                sum += G[k + (i < j ? i : j) * rank] * G[k + (i < j ? j : i) * rank];
            }
            p->M[i + j * p->n] = sum;
        }
    }
    p->symmetric = 1;
}

/* q for which a random z with many zeros is a solution, some zeros of w where z is zero, too */
static void plant_solution(problem *p, unsigned long long *state)
{
    double z[MAX_N];
    for (int i = 0; i < p->n; i++) {
        const double kind = uniform(state);
        z[i] = kind < 0.4 ? uniform(state) : 0.0;
        p->q[i] = kind > 0.7 ? uniform(state) : 0.0;
    }
    for (int j = 0; j < p->n; j++) {
        for (int i = 0; i < p->n; i++) {
            p->q[i] -= p->M[i + j * p->n] * z[j];
        }
    }
    p->solvable = 1;
}

enum { DEFINITE, P_MATRIX, LOW_RANK, REPEATED, MONOTONE, ANYTHING, KINDS };

static void random_problem(problem *p, int kind, unsigned long long *state)
{
    p->n = 1 + (int)(uniform(state) * (uniform(state) < 0.05 ? MAX_N : 12));
    const int n = p->n, low = kind == LOW_RANK || kind == MONOTONE || kind == REPEATED;
    gram(p, low ? 1 + n / 3 : n, state);
    p->solvable = 1;
    for (int i = 0; i < n; i++) {
        p->q[i] = signed_uniform(state);
        p->M[i + i * n] += kind == DEFINITE || kind == P_MATRIX ? 0.1 : 0.0;
    }
    for (int j = 0; (kind == P_MATRIX || kind == MONOTONE) && j < n; j++) {
        p->symmetric = 0;
        for (int i = 0; i < j; i++) {
            const double skew = signed_uniform(state);
            p->M[i + j * n] += skew;
            p->M[j + i * n] -= skew;
        }
    }
    for (int j = n / 2; kind == REPEATED && j < n && n > 1; j++) { /* contact j repeats j - n/2 */
        const int from = j - n / 2;
        memcpy(p->M + j * n, p->M + from * n, (size_t)n * sizeof *p->M);
        for (int k = 0; k < n; k++) {
            p->M[j + k * n] = p->M[from + k * n];
        }
    }
    if (kind == LOW_RANK || kind == MONOTONE || kind == REPEATED) {
        plant_solution(p, state);
    }
    for (int i = 0; kind == ANYTHING && i < n * n; i++) {
        p->M[i] = signed_uniform(state);
        p->symmetric = 0;
        p->solvable = 0;
    }
}

/* 1 when a status agrees with the z that came with it */
static int status_agrees(const nsd_lcp *lcp, nsd_status status, const double *z,
                         const nsd_lcp_info *info)
{
    double w[MAX_N];
    nsd_lcp_slack(lcp, z, w);
    const double residual = nsd_lcp_residual(lcp, z, w);
    return residual == info->residual && (status != NSD_OK || residual <= 1e-10);
}

NSD_TEST(random_problems_are_solved_and_never_misreported)
{
    unsigned long long state = 88172645463325252ULL;
    int                lies = 0, missed = 0;
    problem            p;

    for (int trial = 0; trial < 4200; trial++) {
        random_problem(&p, trial % KINDS, &state);
        const nsd_lcp lcp = as_lcp(&p);
        for (int k = 0; k < 5; k++) {
            double           z[MAX_N] = { 0.0 };
            nsd_lcp_info     info;
            const nsd_status status = solve(names[k], &lcp, z, &info);
            lies += status >= 0 && !status_agrees(&lcp, status, z, &info);
            missed += k == 0 && p.solvable && status != NSD_OK;
        }
    }
    NSD_CHECK(lies == 0);
    NSD_CHECK(missed == 0);
}

NSD_TEST(enumeration_agrees_with_auto)
{
    unsigned long long    state = 362436069ULL;
    const nsd_lcp_options options = { 100, 1e-10, 1.0, NULL, NSD_DATA_ROUNDING };
    int                   disagree = 0, wrong = 0;
    problem               p;

    for (int trial = 0; trial < 600; trial++) {
        random_problem(&p, trial % KINDS, &state);
        if (p.n > 7) {
            continue;
        }
        const nsd_lcp lcp = as_lcp(&p);
        double        Z[7 * 128], w[7], z[7] = { 0.0 };
        int           found = 0;
        nsd_lcp_info  info;
        nsd_scratch   scratch = { NULL, nsd_lcp_enumerate_scratch(p.n), 0 };
        scratch.base = malloc(scratch.size);
        const nsd_status all = nsd_lcp_enumerate(&lcp, &options, &scratch, 128, Z, &found);
        free(scratch.base);
        disagree += all != solve("auto", &lcp, z, &info);
        for (int k = 0; k < found; k++) {
            nsd_lcp_slack(&lcp, Z + k * p.n, w);
            wrong += !nsd_lcp_residual_passes(&lcp, Z + k * p.n, w, &usual);
        }
    }
    NSD_CHECK(disagree == 0);
    NSD_CHECK(wrong == 0);
}

/* M has a zero diagonal and is large, so that z is tiny: a z that is wrong by its whole size once
 * passed, because z_i itself, and not its effect on w, was compared with q. */
NSD_TEST(a_wrong_answer_in_tiny_units_does_not_pass)
{
    const double  size = 1e54, M[] = { 0, 2 * size, size, 0 }, q[] = { -1, -3 };
    const double  right[] = { 1.5 / size, 1.0 / size }, wrong[] = { 1.5 / size, 2.0 / size };
    const nsd_lcp lcp = { 2, 2, 1, 0, M, q };
    double        w[2];

    nsd_lcp_slack(&lcp, right, w);
    NSD_CHECK(nsd_lcp_residual_passes(&lcp, right, w, &usual));
    nsd_lcp_slack(&lcp, wrong, w); /* z_1 > 0 and w_1 = 1 > 0 */
    NSD_CHECK(!nsd_lcp_residual_passes(&lcp, wrong, w, &usual));
}

NSD_TEST(one_unknown_is_closed_form)
{
    const double cases[][3] = { { 2, -1, 0.5 }, { 2, 1, 0 }, { 0, 1, 0 }, { -1, 1, 0 } };
    nsd_lcp_info info;
    for (int k = 0; k < 4; k++) {
        const nsd_lcp lcp = { 1, 1, 0, 1, &cases[k][0], &cases[k][1] };
        double        z = 7.0;
        NSD_CHECK(solve("auto", &lcp, &z, &info) == NSD_OK);
        NSD_CHECK(z == cases[k][2]);
    }
    const double none[] = { 0, -1 }, bad[] = { 1, NAN };
    double       z = 0.0;
    NSD_CHECK(solve("auto", &(nsd_lcp){ 1, 1, 0, 1, none, none + 1 }, &z, &info) == NSD_RAY);
    NSD_CHECK(solve("auto", &(nsd_lcp){ 1, 1, 0, 1, bad, bad + 1 }, &z, &info) ==
              NSD_ERR_NOT_FINITE);
}

NSD_TEST(contacts_that_contradict_end_on_a_ray)
{
    const double M[] = { 1, -1, -1, 1 }, q[] = { 0, -0.1 };
    for (int k = 0; k < 3; k += 2) { /* auto and lemke */
        const nsd_lcp lcp = { 2, 2, 1, 1, M, q };
        double        z[2] = { 0, 0 };
        nsd_lcp_info  info;
        NSD_CHECK(solve(names[k], &lcp, z, &info) == NSD_RAY);
        NSD_CHECK(info.residual > 1e-3);
    }
}

/* Packed bands: M(i,j) at M[i + j*2b] from the first diagonal entry on */
NSD_TEST(packed_bands_give_the_bits_of_full_matrices)
{
    unsigned long long state = 521288629ULL;
    const int          n = 30;
    int                different = 0, unsolved = 0;

    for (int trial = 0; trial < 60; trial++) {
        const int b = trial % 6, symmetric = trial / 6 % 2, rows = 2 * b + 1;
        double    full[30 * 30] = { 0 }, band[11 * 30] = { 0 }, q[30];
        for (int j = 0; j < n; j++) {
            q[j] = signed_uniform(&state);
            for (int i = j; i < n && i <= j + b; i++) {
                full[i + j * n] = i == j ? 3.0 : 0.4 * signed_uniform(&state);
                full[j + i * n] = symmetric || i == j ? full[i + j * n] : -full[i + j * n];
            }
        }
        for (int j = 0; j < n; j++) {
            for (int i = j > b ? j - b : 0; i < n && i <= j + b; i++) {
                band[b + i - j + j * rows] = full[i + j * n];
            }
        }
        const nsd_lcp wide = { n, n, b, symmetric, full, q };
        const nsd_lcp packed = { n, 2 * b, b, symmetric, band + b, q };
        for (int k = 0; k < 5; k++) {
            double       z[30] = { 0 }, y[30] = { 0 };
            nsd_lcp_info info;
            unsolved += solve(names[k], &wide, z, &info) != NSD_OK;
            unsolved += solve(names[k], &packed, y, &info) != NSD_OK;
            for (int i = 0; i < n; i++) {
                different += z[i] != y[i];
            }
        }
    }
    NSD_CHECK(different == 0);
    NSD_CHECK(unsolved == 0);
}

NSD_TEST(detect_sees_band_and_symmetry)
{
    const double M[] = { 2, 1, 0, 1, 2, 1, 0, 1, 2 }, N[] = { 2, 0, 0, 0, 2, 0, 5, 0, 2 };
    nsd_lcp      lcp = { 3, 3, 0, 0, M, M };
    nsd_lcp_detect(&lcp);
    NSD_CHECK(lcp.bandwidth == 1 && lcp.symmetric == 1);
    lcp.M = N;
    nsd_lcp_detect(&lcp);
    NSD_CHECK(lcp.bandwidth == 2 && lcp.symmetric == 0);
}

NSD_TEST(a_right_guess_costs_one_iteration)
{
    unsigned long long state = 7ULL;
    problem            p;
    nsd_lcp_info       info;
    double             z[MAX_N] = { 0.0 };
    p.n = MAX_N;
    gram(&p, MAX_N, &state);
    for (int i = 0; i < p.n; i++) {
        p.q[i] = signed_uniform(&state);
        p.M[i * (p.n + 1)] += 0.1;
    }
    const nsd_lcp lcp = as_lcp(&p);
    NSD_CHECK(solve("active", &lcp, z, &info) == NSD_OK);
    NSD_CHECK(info.iterations > 1);
    NSD_CHECK(solve("active", &lcp, z, &info) == NSD_OK);
    NSD_CHECK(info.iterations == 1);
}

NSD_TEST(bad_input_and_small_scratch_are_refused)
{
    const double          M[] = { 1, 0, 0, NAN }, I[] = { 1, 0, 0, 1 }, q[] = { -1, -1 };
    const nsd_lcp         bad = { 2, 2, 1, 1, M, q }, good = { 2, 2, 1, 1, I, q };
    const nsd_lcp_options options = { 10, 1e-10, 1.0, NULL, NSD_DATA_ROUNDING };
    double                z[2];
    nsd_lcp_info          info;
    for (int k = 0; k < 4; k++) {
        nsd_scratch empty = { NULL, 0, 0 };
        z[0] = z[1] = 0.0;
        NSD_CHECK(solve(names[k], &bad, z, &info) == NSD_ERR_NOT_FINITE || k == 1);
        NSD_CHECK(nsd_lcp_find(names[k])(&good, &options, &empty, z, &info) == NSD_ERR_WORKSPACE);
    }
    NSD_CHECK(solve("active", &bad, z, &info) != NSD_OK);
    NSD_CHECK(nsd_lcp_find("simplex") == NULL);
}

NSD_TEST(acceptance_does_not_depend_on_units)
{
    /* w = q = -1e-12 at z = 0: a small residual, but no solution in the units of q */
    const double  M[] = { 1e-12, 0, 0, 1e-12 }, q[] = { -1e-12, -1e-12 }, z[] = { 0, 0 };
    const nsd_lcp lcp = { 2, 2, 1, 1, M, q };
    double        w[2], y[2] = { 0, 0 };
    nsd_lcp_info  info;
    nsd_lcp_slack(&lcp, z, w);
    NSD_CHECK(nsd_lcp_residual(&lcp, z, w) <= 1e-10);
    NSD_CHECK(!nsd_lcp_residual_passes(&lcp, z, w, &usual));
    for (int k = 0; k < 5; k++) {
        NSD_CHECK(solve(names[k], &lcp, y, &info) == NSD_OK);
        NSD_CHECK_NEAR(y[0], 1.0, 1e-9);
        y[0] = y[1] = 0.0;
    }
}

/* diag(1, r) with q = -(1, r) has the answer (1, 1) in all units of its second row. Residuals
 * beside the largest q took (1, 0) for an answer as soon as r was below the tolerance, and
 * enumeration found both. */
NSD_TEST(rows_in_small_units_are_solved_as_well)
{
    for (double r = 1e-8; r > 1e-40; r *= 1e-4) {
        const double  M[] = { 1, 0, 0, r }, q[] = { -1, -r }, wrong[] = { 1, 0 };
        const nsd_lcp lcp = { 2, 2, 0, 1, M, q };
        double        w[2], Z[2 * 4];
        int           found = 0;
        nsd_lcp_info  info;
        nsd_scratch scratch = { malloc(nsd_lcp_enumerate_scratch(2)), nsd_lcp_enumerate_scratch(2),
                                0 };

        nsd_lcp_slack(&lcp, wrong, w);
        NSD_CHECK(!nsd_lcp_residual_passes(&lcp, wrong, w, &usual));
        for (int k = 0; k < 5; k++) {
            double           z[2] = { 0, 0 };
            const nsd_status status = solve(names[k], &lcp, z, &info);
            NSD_CHECK(status == NSD_OK || (strcmp(names[k], "lemke") == 0 && r < 1e-22));
            NSD_CHECK(status != NSD_OK || (z[0] == 1.0 && z[1] == 1.0));
        }
        NSD_CHECK(nsd_lcp_enumerate(&lcp, &usual, &scratch, 4, Z, &found) == NSD_OK);
        NSD_CHECK(found == 1);
        NSD_CHECK_NEAR(Z[1], 1.0, 1e-15);
        free(scratch.base);
    }
}

/* Rounding in q of coupled rows is no reason to refuse an answer: two contacts press on one body
 * from both sides, beside a third one with a load, in a frame that is turned. */
NSD_TEST(rounding_in_q_of_data_is_allowed_for)
{
    const double  M[] = { 1, -1, 1e-17, -1, 1, -1e-17, 1e-17, -1e-17, 1 };
    const double  q[] = { 1e-17, -1.2e-17, -1 };
    const nsd_lcp lcp = { 3, 3, 2, 1, M, q };
    double        z[3] = { 0, 0, 0 };
    nsd_lcp_info  info;

    NSD_CHECK(solve("auto", &lcp, z, &info) == NSD_OK);
    NSD_CHECK_NEAR(z[2], 1.0, 1e-12);
}

NSD_TEST(balanced_units_are_powers_of_two_and_symmetric)
{
    const double even[] = { 2, 1, 1, 2 }, odd[] = { 2, 1e-20, 1e-20, 2e-40 }, q[] = { -1, -1e-20 };
    nsd_lcp      lcp = { 2, 2, 1, 1, even, q };
    int          e[4];
    double       work[4];

    NSD_CHECK(nsd_lcp_balance(&lcp, e, work) == 0);
    lcp.M = odd;
    NSD_CHECK(nsd_lcp_balance(&lcp, e, work) == 1);
    NSD_CHECK(e[0] == e[2] && e[1] == e[3]); /* rows and columns alike: M stays symmetric */
    for (int k = 0; k < 4; k++) {
        const double entry = ldexp(odd[k], e[k % 2] + e[2 + k / 2]);
        NSD_CHECK(entry > 0.1 && entry < 10.0);
    }
}

NSD_TEST_MAIN(random_problems_are_solved_and_never_misreported, enumeration_agrees_with_auto,
              one_unknown_is_closed_form, contacts_that_contradict_end_on_a_ray,
              packed_bands_give_the_bits_of_full_matrices, detect_sees_band_and_symmetry,
              a_right_guess_costs_one_iteration, bad_input_and_small_scratch_are_refused,
              acceptance_does_not_depend_on_units, a_wrong_answer_in_tiny_units_does_not_pass,
              rows_in_small_units_are_solved_as_well, rounding_in_q_of_data_is_allowed_for,
              balanced_units_are_powers_of_two_and_symmetric)
