/* test_relay.c - relay problems: closed forms, random boxes, memory between problems, scratch. */
#include <stdlib.h>
#include <string.h>

#include "solve/relay/relay.h"
#include "nsd_test.h"

#define MAX_N 12 /* unknowns of a problem */

typedef struct problem {
    int    n;
    double M[MAX_N * MAX_N], q[MAX_N], lower[MAX_N], upper[MAX_N], z[MAX_N];
} problem;

static double uniform(unsigned long long *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static nsd_relay as_relay(const problem *p)
{
    const nsd_relay relay = { p->n, p->M, p->q, p->lower, p->upper };
    return relay;
}

static const nsd_lcp_options standard = { 2000, 1e-10, 1.0, NULL, NSD_DATA_ROUNDING };

/* Solves p in scratch of exactly the size asked for; NaN when the solver keeps some of it. */
static nsd_status solve(problem *p, nsd_lcp_info *info)
{
    const nsd_relay  relay = as_relay(p);
    nsd_relay_memory memory;
    nsd_scratch scratch = { NULL, nsd_relay_memory_scratch(p->n) + nsd_relay_scratch(&relay), 0 };
    scratch.base = malloc(scratch.size + 1);
    nsd_status   status = nsd_relay_memory_init(&memory, p->n, &scratch);
    const size_t mark = scratch.used;
    info->residual = NAN;
    if (status == NSD_OK) {
        status = nsd_relay_solve(&relay, &standard, &memory, &scratch, p->z, info);
    }
    if (scratch.used != mark) {
        info->residual = NAN;
    }
    free(scratch.base);
    return status;
}

static double true_residual(const problem *p)
{
    double worst = 0.0, size = 1.0;
    for (int i = 0; i < p->n; i++) {
        double w = p->q[i];
        for (int j = 0; j < p->n; j++) {
            w += p->M[i + j * p->n] * p->z[j];
        }
        const double inside = fmin(fmax(p->z[i] - w, p->lower[i]), p->upper[i]);
        worst = fmax(worst, fabs(p->z[i] - inside));
        size = fmax(size, fabs(p->q[i]));
    }
    return worst / size;
}

NSD_TEST(test_one_relay_is_minus_the_sign)
{
    const double q[] = { 3.0, -2.0, 0.25, 0.0 }, z[] = { -1.0, 1.0, -0.25, 0.0 };
    for (int k = 0; k < 4; k++) {
        problem      p = { 1, { 1.0 }, { q[k] }, { -1.0 }, { 1.0 }, { 0.0 } };
        nsd_lcp_info info;
        NSD_CHECK(solve(&p, &info) == NSD_OK);
        NSD_CHECK_NEAR(p.z[0], z[k], 0.0);
    }
}

NSD_TEST(test_denormal_data_are_solved)
{
    problem p = { 2,    { 1e-2, -7e-3, -2e-3, 7e-3 }, { 4.9e-324, 9.9e-324 }, { -1, -1 }, { 1, 1 },
                  { 0 } };
    nsd_lcp_info info;
    NSD_CHECK(solve(&p, &info) == NSD_OK);
    NSD_CHECK(true_residual(&p) <= 1e-300);
}

NSD_TEST(test_infinite_bounds_are_complementarities_and_equalities)
{
    problem lcp = { 2, { 2, 1, 1, 2 }, { -5, 6 }, { 0, 0 }, { INFINITY, INFINITY }, { 0 } };
    problem mixed = {
        2, { 2, 1, 1, 2 }, { -1, -5 }, { -INFINITY, 0 }, { INFINITY, INFINITY }, { 0 }
    };
    nsd_lcp_info info;
    NSD_CHECK(solve(&lcp, &info) == NSD_OK);
    NSD_CHECK_NEAR(lcp.z[0], 2.5, 1e-15);
    NSD_CHECK_NEAR(lcp.z[1], 0.0, 0.0);
    NSD_CHECK(solve(&mixed, &info) == NSD_OK);
    NSD_CHECK_NEAR(mixed.z[0], -1.0, 1e-14);
    NSD_CHECK_NEAR(mixed.z[1], 3.0, 1e-14);
}

NSD_TEST(test_boxes_are_solved_whatever_the_matrix)
{
    unsigned long long state = 88172645463325252ull;
    for (int k = 0; k < 2000; k++) {
        problem      p;
        nsd_lcp_info info;
        p.n = 1 + k % MAX_N;
        for (int i = 0; i < p.n * p.n; i++) {
            p.M[i] = 2.0 * uniform(&state) - 1.0;
        }
        for (int i = 0; i < p.n; i++) {
            p.q[i] = 4.0 * uniform(&state) - 2.0;
            p.lower[i] = -uniform(&state);
            p.upper[i] = uniform(&state);
        }
        NSD_CHECK(solve(&p, &info) == NSD_OK);
        NSD_CHECK(true_residual(&p) <= 1e-10);
        NSD_CHECK_NEAR(info.residual, true_residual(&p), 1e-12);
    }
}

NSD_TEST(test_singular_matrices_and_half_lines_are_never_ok_by_mistake)
{
    unsigned long long state = 1234567891234567ull;
    int                solved = 0;
    for (int k = 0; k < 1000; k++) {
        problem      p;
        nsd_lcp_info info;
        p.n = 1 + k % 6;
        for (int i = 0; i < p.n * p.n; i++) {
            p.M[i] = (int)(uniform(&state) * 5.0) - 2;
        }
        for (int i = 0; i < p.n; i++) {
            p.q[i] = (int)(uniform(&state) * 7.0) - 3;
            p.lower[i] = uniform(&state) < 0.4 ? -INFINITY : -1.0;
            p.upper[i] = uniform(&state) < 0.4 ? INFINITY : 1.0;
        }
        const nsd_status status = solve(&p, &info);
        NSD_CHECK(status >= 0);
        if (status == NSD_OK) {
            NSD_CHECK(true_residual(&p) <= 1e-10);
            solved++;
        }
    }
    NSD_CHECK(solved > 500);
}

NSD_TEST(test_memory_saves_factorisations_and_changes_nothing)
{
    const double     M[] = { 2.0, 0.5, 0.0, 0.5, 2.0, 0.5, 0.0, 0.5, 2.0 };
    const double     lower[] = { 0.0, -1.0, -INFINITY }, upper[] = { INFINITY, 1.0, INFINITY };
    double           q[3], z[3];
    nsd_relay        relay = { 3, M, q, lower, upper };
    nsd_relay_memory memory;
    nsd_scratch      scratch = { NULL, nsd_relay_memory_scratch(3) + nsd_relay_scratch(&relay), 0 };
    scratch.base = malloc(scratch.size);
    NSD_CHECK(nsd_relay_memory_init(&memory, 3, &scratch) == NSD_OK);
    for (int k = 0; k < 500; k++) {
        problem      p = { 3, { 0 }, { 0 }, { 0 }, { 0 }, { 0 } };
        nsd_lcp_info info;
        q[0] = 3.0 * sin(0.05 * k);
        q[1] = 4.0 * cos(0.03 * k);
        q[2] = sin(0.01 * k);
        NSD_CHECK(nsd_relay_solve(&relay, &standard, &memory, &scratch, z, &info) == NSD_OK);
        NSD_CHECK(info.iterations <= 3);
        memcpy(p.M, M, sizeof M);
        memcpy(p.q, q, sizeof q);
        memcpy(p.lower, lower, sizeof lower);
        memcpy(p.upper, upper, sizeof upper);
        NSD_CHECK(solve(&p, &info) == NSD_OK);
        for (int i = 0; i < 3; i++) {
            NSD_CHECK_NEAR(z[i], p.z[i], 1e-13);
        }
    }
    free(scratch.base);
}

NSD_TEST(test_bad_numbers_are_refused)
{
    problem      nan = { 1, { NAN }, { 1.0 }, { -1.0 }, { 1.0 }, { 0.0 } };
    problem      empty = { 1, { 1.0 }, { 0.5 }, { 1.0 }, { -1.0 }, { 0.0 } };
    nsd_lcp_info info;
    NSD_CHECK(solve(&nan, &info) == NSD_ERR_NOT_FINITE);
    NSD_CHECK(solve(&empty, &info) == NSD_ERR_BAD_ARGUMENT);
}

NSD_TEST_MAIN(test_one_relay_is_minus_the_sign, test_denormal_data_are_solved,
              test_infinite_bounds_are_complementarities_and_equalities,
              test_boxes_are_solved_whatever_the_matrix,
              test_singular_matrices_and_half_lines_are_never_ok_by_mistake,
              test_memory_saves_factorisations_and_changes_nothing, test_bad_numbers_are_refused)
