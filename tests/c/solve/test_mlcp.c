/* test_mlcp.c - mixed problems: planted answers of every shape, contradictions, scratch size. */
#include <stdlib.h>
#include <string.h>

#include "solve/mlcp/mlcp_parts.h"
#include "nsd_test.h"

#define MAX_N 24 /* rows of a problem */

typedef struct problem {
    int           rows, cols;
    double        M[MAX_N * MAX_N], q[MAX_N], v[MAX_N];
    unsigned char equality[MAX_N], free_unknown[MAX_N];
} problem;

static const nsd_lcp_options usual = { 10, 1e-10, 1.0, NULL, NSD_DATA_ROUNDING };

static double uniform(unsigned long long *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static nsd_mlcp as_mlcp(const problem *p)
{
    const nsd_mlcp mlcp = { p->rows, p->cols, p->M, p->q, p->equality, p->free_unknown };
    return mlcp;
}

static nsd_status solve(const nsd_mlcp *mlcp, double *v, nsd_lcp_info *info)
{
    const nsd_lcp_options options = { 2000, 1e-10, 1.0, NULL, NSD_DATA_ROUNDING };
    nsd_scratch           scratch = { NULL, nsd_mlcp_scratch(mlcp), 0 };
    scratch.base = malloc(scratch.size + 1); /* exactly the size asked for, and never empty */
    const nsd_status status = nsd_mlcp_solve(mlcp, &options, &scratch, v, info);
    if (scratch.used != 0) {
        info->residual = NAN;
    }
    free(scratch.base);
    return status;
}

/* p equalities, f free unknowns, m complementarities in mixed order, with a planted answer.
 * Entries are small integers, so singular blocks are frequent. */
static void plant_solution(problem *t, int p, int f, int m, unsigned long long *state)
{
    double w[MAX_N] = { 0 };
    memset(t, 0, sizeof *t);
    t->rows = p + m;
    t->cols = f + m;
    for (int i = 0; i < t->rows; i++) {
        t->equality[i] = i < p;
    }
    for (int j = 0; j < t->cols; j++) {
        t->free_unknown[j] = j >= m; /* not the order of the rows */
    }
    for (int i = 0; i < t->rows * t->cols; i++) {
        t->M[i] = (int)(uniform(state) * 5.0) - 2;
    }
    for (int j = 0; j < t->cols; j++) {
        t->v[j] = j < m ? (uniform(state) < 0.5) * (int)(1.0 + 3.0 * uniform(state))
                        : (int)(5.0 * uniform(state)) - 2;
    }
    for (int k = 0; k < m; k++) {
        w[p + k] = t->v[k] > 0.0 ? 0.0 : (int)(3.0 * uniform(state));
    }
    for (int i = 0; i < t->rows; i++) {
        t->q[i] = w[i];
        for (int j = 0; j < t->cols; j++) {
            t->q[i] -= t->M[i + j * t->rows] * t->v[j];
        }
    }
}

NSD_TEST(planted_problems_of_every_shape_are_solved)
{
    unsigned long long state = 88172645463325252ULL;
    int                missed = 0, lies = 0;
    problem            t;

    for (int trial = 0; trial < 3000; trial++) {
        const int p = (int)(uniform(&state) * 5.0), m = (int)(uniform(&state) * 7.0);
        const int f = trial % 3 == 0 ? (int)(uniform(&state) * 5.0) : p;
        plant_solution(&t, p, f, m, &state);
        const nsd_mlcp   mlcp = as_mlcp(&t);
        double           v[MAX_N] = { 0 }, work[MAX_N];
        nsd_lcp_info     info;
        int              accepted = 0;
        const nsd_status status = solve(&mlcp, v, &info);
        const double     residual = nsd_mlcp_residual(&mlcp, v, &usual, work, &accepted);
        missed += status != NSD_OK;
        lies += (status == NSD_OK) != accepted || residual != info.residual;
    }
    NSD_CHECK(missed == 0);
    NSD_CHECK(lies == 0);
}

NSD_TEST(random_problems_are_never_misreported)
{
    unsigned long long state = 362436069ULL;
    int                lies = 0, solved = 0;
    problem            t;

    for (int trial = 0; trial < 2000; trial++) {
        const int m = (int)(uniform(&state) * 6.0);
        plant_solution(&t, (int)(uniform(&state) * 4.0), (int)(uniform(&state) * 4.0), m, &state);
        for (int i = 0; i < t.rows; i++) {
            t.q[i] = 2.0 * uniform(&state) - 1.0;
        }
        const nsd_mlcp   mlcp = as_mlcp(&t);
        double           v[MAX_N] = { 0 }, work[MAX_N];
        nsd_lcp_info     info;
        int              accepted = 0;
        const nsd_status status = solve(&mlcp, v, &info);
        nsd_mlcp_residual(&mlcp, v, &usual, work, &accepted);
        lies += (status == NSD_OK) != accepted;
        solved += status == NSD_OK;
    }
    NSD_CHECK(lies == 0);
    NSD_CHECK(solved > 200);
}

NSD_TEST(redundant_joints_share_their_load)
{
    const double        M[] = { 2, 2, 1, 2, 2, 1, 1, 1, 2 };
    const double        agree[] = { -1, -1, -5 }, contradict[] = { -1, -2, -5 };
    const unsigned char equality[] = { 1, 1, 0 };
    nsd_mlcp            mlcp = { 3, 3, M, agree, equality, equality };
    double              v[3] = { 0, 0, 0 };
    nsd_lcp_info        info;

    NSD_CHECK(solve(&mlcp, v, &info) == NSD_OK);
    NSD_CHECK_NEAR(v[0], -0.5, 1e-13);
    NSD_CHECK_NEAR(v[1], -0.5, 1e-13);
    NSD_CHECK_NEAR(v[2], 3.0, 1e-13);
    mlcp.q = contradict;
    NSD_CHECK(solve(&mlcp, v, &info) == NSD_RAY);
}

/* The identity and q = -1, the first unknowns being joints */
static void identity_problem(problem *t, int n, int joints)
{
    memset(t, 0, sizeof *t);
    t->rows = t->cols = n;
    for (int i = 0; i < n; i++) {
        t->equality[i] = t->free_unknown[i] = i < joints;
        t->M[i + i * n] = 1.0;
        t->q[i] = -1.0;
    }
}

/* Twenty contacts and two copies of a joint: contradicting contacts are a ray of the reduced LCP,
 * and too many for enumeration. */
NSD_TEST(a_ray_of_the_reduced_problem_counts_when_the_reduction_is_exact)
{
    problem      t;
    double       v[MAX_N] = { 0 };
    nsd_lcp_info info;
    identity_problem(&t, 22, 2);
    t.M[1] = t.M[22] = 1.0;                       /* the joint twice                    */
    t.M[20 + 21 * 22] = t.M[21 + 20 * 22] = -1.0; /* contacts 20 and 21 contradict      */
    const nsd_mlcp mlcp = as_mlcp(&t);
    NSD_CHECK(solve(&mlcp, v, &info) == NSD_RAY);
    t.q[20] = 1.0; /* no contradiction any more: w_20 = z_20 - z_21 + 1 with z_21 = 1 + z_20 */
    memset(v, 0, sizeof v);
    NSD_CHECK(solve(&mlcp, v, &info) == NSD_OK);
    NSD_CHECK_NEAR(v[0], 0.5, 1e-12);
}

/* 0 x + z_1 = 1, w_1 = -x - 1: the LCP without x has no solution, the mixed problem has one. */
NSD_TEST(a_ray_of_an_inexact_reduction_is_not_believed)
{
    problem      t;
    double       v[MAX_N] = { 0 };
    nsd_lcp_info info;
    identity_problem(&t, 21, 1);
    t.M[0] = t.M[22] = 0.0;
    t.M[0 + 1 * 21] = 1.0;
    t.M[1 + 0 * 21] = -1.0;
    const nsd_mlcp mlcp = as_mlcp(&t);
    NSD_CHECK(solve(&mlcp, v, &info) == NSD_OK);
    NSD_CHECK_NEAR(v[0], -1.0, 1e-9);
    NSD_CHECK_NEAR(v[1], 1.0, 1e-9);
}

/* Free unknowns without any row: x = 0 is the shortest. The enumeration once returned an x that was
 * never set, here the NaN that fills the scratch. */
NSD_TEST(free_unknowns_without_rows_are_zero)
{
    const unsigned char   free_unknown[] = { 1, 1 };
    const double          none = 0.0;
    const nsd_mlcp        mlcp = { 0, 2, &none, &none, NULL, free_unknown };
    int                   free_col[] = { 0, 1 };
    const nsd_mlcp_blocks blocks = { .mlcp = &mlcp, .f = 2, .free_col = free_col };
    const nsd_lcp_options options = { 10, 1e-10, 1.0, NULL, NSD_DATA_ROUNDING };
    nsd_scratch           scratch = { NULL, nsd_mlcp_enumerate_scratch(0, 2, 0), 0 };
    double                v[] = { 1.0, 1.0 };
    nsd_lcp_info          info;

    scratch.base = malloc(scratch.size);
    memset(scratch.base, 0xff, scratch.size); /* NaN */
    NSD_CHECK(nsd_mlcp_enumerate(&blocks, &options, &scratch, v, &info) == NSD_OK);
    NSD_CHECK(v[0] == 0.0 && v[1] == 0.0);
    free(scratch.base);
}

/* One free unknown without an equality. Enumeration once kept a column of nonnegative least squares
 * that was only rounding, lost the answer by that, and "proved" that there is none: NSD_RAY. There
 * are several solutions, and which one is found depends on the rounding of LAPACK. */
NSD_TEST(a_solution_on_a_singular_support_is_found)
{
    const double        M[] = { 2,  2, -2, 2,  -2, -2, 1,  -1, -2, 1,  -2, -2, -2, -2, -1,
                                -1, 1, 2,  -2, 1,  -2, -1, 1,  2,  -2, 1,  -2, 1,  -2, -2 };
    const double        q[] = { -0.829, -0.982, 0.988, -0.302, 0.158 };
    const unsigned char none[5] = { 0 }, last[] = { 0, 0, 0, 0, 0, 1 };
    const nsd_mlcp      mlcp = { 5, 6, M, q, none, last };
    double              v[6] = { 0 };
    nsd_lcp_info        info;

    NSD_CHECK(solve(&mlcp, v, &info) == NSD_OK);
    for (int i = 0; i < 5; i++) {
        double w = q[i];
        for (int j = 0; j < 6; j++) {
            w += M[i + 5 * j] * v[j];
        }
        NSD_CHECK(v[i] >= 0.0 && w > -1e-10);
        NSD_CHECK_NEAR(fmin(v[i], w), 0.0, 1e-10); /* condition number about 1e3 */
    }
}

NSD_TEST(misuse_is_refused)
{
    const double          M[] = { 1, 0, 0, 1 }, q[] = { -1, NAN }, fine[] = { -1, -1 };
    const unsigned char   rows[] = { 1, 0 }, none[] = { 0, 0 };
    const nsd_mlcp        bad = { 2, 2, M, q, rows, rows }, pairs = { 2, 2, M, fine, rows, none };
    const nsd_mlcp        good = { 2, 2, M, fine, rows, rows };
    const nsd_lcp_options options = { 10, 1e-10, 1.0, NULL, NSD_DATA_ROUNDING };
    nsd_scratch           empty = { NULL, 0, 0 };
    double                v[2] = { 0, 0 };
    nsd_lcp_info          info;

    NSD_CHECK(solve(&bad, v, &info) == NSD_ERR_NOT_FINITE);
    NSD_CHECK(solve(&pairs, v, &info) == NSD_ERR_BAD_ARGUMENT);
    NSD_CHECK(nsd_mlcp_solve(&good, &options, &empty, v, &info) == NSD_ERR_WORKSPACE);
}

NSD_TEST_MAIN(planted_problems_of_every_shape_are_solved, random_problems_are_never_misreported,
              redundant_joints_share_their_load,
              a_ray_of_the_reduced_problem_counts_when_the_reduction_is_exact,
              a_ray_of_an_inexact_reduction_is_not_believed, free_unknowns_without_rows_are_zero,
              a_solution_on_a_singular_support_is_found, misuse_is_refused)
