/* test_dense.c - the BLAS and LAPACK wrappers against closed forms. */
#include <string.h>

#include "base/dense_small.h"
#include "nsd_test.h"
#include "nsd_test_random.h"

/* entries are of order one and sizes at most 5: a few units in the last place */
static const double tiny = 1e-14;

NSD_TEST(test_gemv_plain_and_transposed_with_leading_dimension)
{
    /* A = [1 3 5; 2 4 6] stored with ld = 3 */
    const double A[] = { 1, 2, -99, 3, 4, -99, 5, 6, -99 };
    const double x[] = { 1, 1, 1 }, u[] = { 1, -1 };
    double       y[] = { 1, 1 }, z[] = { 7, 7, 7 };
    nsd_dense_gemv(NSD_PLAIN, 2, 3, 2.0, A, 3, x, -1.0, y);
    NSD_CHECK_NEAR(y[0], 17.0, tiny);
    NSD_CHECK_NEAR(y[1], 23.0, tiny);
    nsd_dense_gemv(NSD_TRANSPOSED, 2, 3, 1.0, A, 3, u, 0.0, z);
    for (int j = 0; j < 3; j++) {
        NSD_CHECK_NEAR(z[j], -1.0, tiny);
    }
}

NSD_TEST(test_ger_adds_an_outer_product)
{
    double       A[] = { 1, 0, 0, 1, 0, 0 };
    const double x[] = { 1, 2 }, y[] = { 3, 4, 5 };
    nsd_dense_ger(2, 3, -1.0, x, y, A, 2);
    const double expected[] = { -2, -6, -4, -7, -5, -10 };
    for (int i = 0; i < 6; i++) {
        NSD_CHECK_NEAR(A[i], expected[i], tiny);
    }
}

NSD_TEST(test_gemm_plain_and_transposed)
{
    const double A[] = { 1, 2, 3, 4 }; /* [1 3; 2 4] */
    const double B[] = { 1, 1, 0, 2 }; /* [1 0; 1 2] */
    double       C[] = { 1, 1, 1, 1 };
    nsd_dense_gemm(NSD_PLAIN, 2, 2, 2, 1.0, A, 2, B, 2, 1.0, C, 2);
    const double plain[] = { 5, 7, 7, 9 };
    for (int i = 0; i < 4; i++) {
        NSD_CHECK_NEAR(C[i], plain[i], tiny);
    }
    nsd_dense_gemm(NSD_TRANSPOSED, 2, 2, 2, 1.0, A, 2, B, 2, 0.0, C, 2);
    const double transposed[] = { 3, 7, 4, 8 };
    for (int i = 0; i < 4; i++) {
        NSD_CHECK_NEAR(C[i], transposed[i], tiny);
    }
}

NSD_TEST(test_dot_max_abs_and_finite)
{
    const double x[] = { 1, -4, 2 }, with_nan[] = { 1, NAN, 9 }, with_inf[] = { 1, -INFINITY };
    NSD_CHECK_NEAR(nsd_dense_dot(3, x, x), 21.0, tiny);
    NSD_CHECK(nsd_dense_dot(0, x, x) == 0.0);
    NSD_CHECK(nsd_dense_max_abs(3, x) == 4.0);
    NSD_CHECK(nsd_dense_max_abs(0, x) == 0.0);
    NSD_CHECK(isnan(nsd_dense_max_abs(3, with_nan)));
    NSD_CHECK(nsd_dense_max_abs(2, with_inf) == INFINITY);
    NSD_CHECK(nsd_dense_all_finite(3, x));
    NSD_CHECK(!nsd_dense_all_finite(3, with_nan));
    NSD_CHECK(!nsd_dense_all_finite(2, with_inf));
}

NSD_TEST(test_cholesky_of_a_known_product)
{
    /* [4 2; 2 5] = L L' with L = [2 0; 1 2]; solution of A x = [8; 9] is [1.375; 1.25] */
    double A[] = { 4, 2, 2, 5 }, b[] = { 8, 9 };
    NSD_CHECK(nsd_dense_cholesky(2, A, 2) == NSD_OK);
    NSD_CHECK_NEAR(A[0], 2.0, tiny);
    NSD_CHECK_NEAR(A[1], 1.0, tiny);
    NSD_CHECK_NEAR(A[3], 2.0, tiny);
    nsd_dense_cholesky_solve(2, 1, A, 2, b, 2);
    NSD_CHECK_NEAR(b[0], 1.375, tiny);
    NSD_CHECK_NEAR(b[1], 1.25, tiny);
}

NSD_TEST(test_an_indefinite_matrix_is_refused)
{
    double A[] = { 1, 2, 2, 1 };
    double ab[] = { 1, 2, 1, 0 }; /* the same matrix as a band */
    double d[] = { 1, 1 }, e[] = { 2 };
    NSD_CHECK(nsd_dense_cholesky(2, A, 2) == NSD_ERR_NOT_DEFINITE);
    nsd_dense_system band = { .A = ab }, chain = { .A = d, .next = e };
    nsd_dense_system_set(&band, NSD_SYSTEM_BAND_CHOLESKY, 2, 1);
    nsd_dense_system_set(&chain, NSD_SYSTEM_TRIDIAGONAL, 2, 1);
    NSD_CHECK(nsd_dense_system_factor(&band) == NSD_ERR_NOT_DEFINITE);
    NSD_CHECK(nsd_dense_system_factor(&chain) == NSD_ERR_NOT_DEFINITE);
}

/* The n x n matrix padded with ones on the diagonal to N x N, which LAPACK factors */
static void pad(const double *A, int n, double *padded, int N)
{
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++) {
            padded[i + j * N] = i < n && j < n ? A[i + j * n] : (i == j ? 1.0 : 0.0);
        }
    }
}

NSD_TEST(test_few_unknowns_are_factored_and_solved_as_lapack_does)
{
    enum { N = 7 };
    unsigned seed = 7;
    for (int n = 1; n <= NSD_DENSE_SMALL_UNKNOWNS; n++) {
        double  A[16], S[16], big[N * N], one[N], b[N];
        nsd_int pivot[N], big_pivot[N];
        for (int i = 0; i < n * n; i++) {
            seed = seed * 1664525u + 1013904223u;
            A[i] = (double)(seed >> 16) / 65536.0 - 0.5;
        }
        for (int j = 0; j < n * n; j++) {
            S[j] = (A[j] + A[j / n + j % n * n]) / 2.0 + (j / n == j % n ? n : 0);
        }
        pad(A, n, big, N);
        for (int i = 0; i < N; i++) {
            one[i] = b[i] = i < n ? 1.0 + i : 0.0;
        }
        NSD_CHECK(nsd_dense_lu(n, A, n, pivot) == NSD_OK &&
                  nsd_dense_lu(N, big, N, big_pivot) == NSD_OK);
        nsd_dense_lu_solve(n, 1, A, n, pivot, one, n);
        nsd_dense_lu_solve(N, 1, big, N, big_pivot, b, N);
        for (int i = 0; i < n; i++) {
            NSD_CHECK(pivot[i] == big_pivot[i]);
            NSD_CHECK_NEAR(one[i], b[i], 1e-11 * (1.0 + fabs(b[i])));
            one[i] = b[i] = 1.0 + i;
        }
        pad(S, n, big, N);
        NSD_CHECK(nsd_dense_cholesky(n, S, n) == NSD_OK && nsd_dense_cholesky(N, big, N) == NSD_OK);
        nsd_dense_cholesky_solve_one(n, S, n, one);
        nsd_dense_cholesky_solve(N, 1, big, N, b, N);
        for (int i = 0; i < n; i++) {
            NSD_CHECK_NEAR(one[i], b[i], tiny);
        }
    }
}

NSD_TEST(test_lu_needs_and_makes_row_exchanges)
{
    double  A[] = { 0, 1, 2, 0 }; /* [0 2; 1 0] */
    double  B[] = { 4, 3, 2, 1 };
    nsd_int pivot[2];
    NSD_CHECK(nsd_dense_lu(2, A, 2, pivot) == NSD_OK);
    nsd_dense_lu_solve(2, 2, A, 2, pivot, B, 2);
    const double expected[] = { 3, 2, 1, 1 };
    for (int i = 0; i < 4; i++) {
        NSD_CHECK_NEAR(B[i], expected[i], tiny);
    }
    double singular[] = { 1, 2, 2, 4 };
    NSD_CHECK(nsd_dense_lu(2, singular, 2, pivot) == NSD_ERR_SINGULAR);
}

NSD_TEST(test_many_right_hand_sides_are_solved_as_one_by_one)
{
    enum { MOST = 70, LD = MOST + 3, COLUMNS = 40 };
    static double A[MOST * LD], B[COLUMNS * LD], one[MOST];
    nsd_int       pivot[MOST];

    unsigned long long state = 9;
    for (int n = 11; n <= MOST; n += n < 20 ? 1 : 25) { /* one triangle, then halves */
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                A[i + j * LD] = signed_uniform(&state); /* needs row exchanges */
            }
        }
        for (int j = 0; j < COLUMNS; j++) {
            for (int i = 0; i < LD; i++) {
                B[i + j * LD] = i < n ? cos(3.0 * i + j) : -99.0;
            }
        }
        NSD_CHECK(nsd_dense_lu(n, A, LD, pivot) == NSD_OK);
        memcpy(one, B + 35 * LD, sizeof one);
        nsd_dense_lu_solve(n, 1, A, LD, pivot, one, n);
        nsd_dense_lu_solve_many(n, COLUMNS, A, LD, pivot, B, LD);
        for (int i = 0; i < n; i++) { /* condition numbers are some thousands */
            NSD_CHECK_NEAR(B[i + 35 * LD], one[i], 1e-11);
        }
        NSD_CHECK(B[n + 35 * LD] == -99.0);
    }
}

NSD_TEST(test_rcond_of_a_diagonal_matrix_is_the_ratio_of_its_entries)
{
    double  A[] = { 100, 0, 0, 1 }, again[] = { 100, 0, 0, 1 }, work[8];
    nsd_int pivot[2], iwork[2];
    NSD_CHECK(nsd_dense_lu_regular(2, A, 0.01 - tiny, pivot, work, iwork) == NSD_OK);
    NSD_CHECK(nsd_dense_lu_regular(2, again, 0.01 + tiny, pivot, work, iwork) == NSD_ERR_SINGULAR);
}

/* A = tridiag(-1, 2, -1), b = A [1 2 3 4 5]' = [0 0 0 0 6]' */
enum { CHAIN = 5 };

static void check_chain(const double *x, int *nsd_failures)
{
    for (int i = 0; i < CHAIN; i++) {
        NSD_CHECK_NEAR(x[i], i + 1.0, 10 * tiny); /* condition number 14 */
    }
}

NSD_TEST(test_band_lu_solves_a_chain)
{
    double  ab[4 * CHAIN] = { 0 }, x[CHAIN] = { 0, 0, 0, 0, 6 };
    nsd_int pivot[CHAIN];
    for (int j = 0; j < CHAIN; j++) { /* ab[2 + i-j + 4j] */
        ab[1 + 4 * j] = -1.0;
        ab[2 + 4 * j] = 2.0;
        ab[3 + 4 * j] = -1.0;
    }
    nsd_dense_system system = { .A = ab, .pivot = pivot };
    nsd_dense_system_set(&system, NSD_SYSTEM_BAND_LU, CHAIN, 1);
    NSD_CHECK(nsd_dense_system_at(&system, 1, 0) == ab + 3);
    NSD_CHECK(nsd_dense_system_factor(&system) == NSD_OK);
    nsd_dense_system_solve(&system, x);
    check_chain(x, nsd_failures);
}

NSD_TEST(test_tridiagonal_solves_a_chain)
{
    double           d[] = { 2, 2, 2, 2, 2 }, e[] = { -1, -1, -1, -1 }, x[] = { 0, 0, 0, 0, 6 };
    nsd_dense_system system = { .A = d, .next = e };
    nsd_dense_system_set(&system, NSD_SYSTEM_TRIDIAGONAL, CHAIN, 1);
    NSD_CHECK(nsd_dense_system_factor(&system) == NSD_OK);
    nsd_dense_system_solve(&system, x);
    check_chain(x, nsd_failures);
}

NSD_TEST(test_band_cholesky_of_a_chain_has_the_known_diagonal)
{
    /* L_jj^2 = (j+2)/(j+1), j from 0 */
    double ab[2 * CHAIN];
    for (int j = 0; j < CHAIN; j++) {
        ab[2 * j] = 2.0;
        ab[2 * j + 1] = -1.0;
    }
    nsd_dense_system system = { .A = ab };
    nsd_dense_system_set(&system, NSD_SYSTEM_BAND_CHOLESKY, CHAIN, 1);
    NSD_CHECK(nsd_dense_system_factor(&system) == NSD_OK);
    for (int j = 0; j < CHAIN; j++) {
        NSD_CHECK_NEAR(ab[2 * j] * ab[2 * j], (j + 2.0) / (j + 1.0), tiny);
    }
}

NSD_TEST(test_least_squares_of_full_rank_fits_a_line)
{
    /* fit c0 + c1 t to (0,1), (1,3), (2,5), (3,9): c = [0.6; 2.6] */
    double                  A[] = { 1, 1, 1, 1, 0, 1, 2, 3 }, b[] = { 1, 3, 5, 9 }, work[512];
    nsd_int                 pivot[2];
    nsd_least_squares_space space = { 1e-12, pivot, work, -1 };
    NSD_CHECK(nsd_dense_least_squares_work(4, 2) <= 512);
    NSD_CHECK(nsd_dense_least_squares(4, 2, 1, A, b, &space) == NSD_OK);
    NSD_CHECK(space.rank == 2);
    NSD_CHECK_NEAR(b[0], 0.6, 10 * tiny);
    NSD_CHECK_NEAR(b[1], 2.6, 10 * tiny);
}

NSD_TEST(test_least_squares_of_low_rank_gives_the_shortest_answer)
{
    /* [1 1; 1 1] x = [2; 2]: shortest x = [1; 1] */
    double                  A[] = { 1, 1, 1, 1 }, b[] = { 2, 2 }, work[512];
    nsd_int                 pivot[2];
    nsd_least_squares_space space = { 1e-12, pivot, work, -1 };
    NSD_CHECK(nsd_dense_least_squares(2, 2, 1, A, b, &space) == NSD_OK);
    NSD_CHECK(space.rank == 1);
    NSD_CHECK_NEAR(b[0], 1.0, 10 * tiny);
    NSD_CHECK_NEAR(b[1], 1.0, 10 * tiny);
}

NSD_TEST_MAIN(test_gemv_plain_and_transposed_with_leading_dimension, test_ger_adds_an_outer_product,
              test_gemm_plain_and_transposed, test_dot_max_abs_and_finite,
              test_cholesky_of_a_known_product, test_an_indefinite_matrix_is_refused,
              test_lu_needs_and_makes_row_exchanges,
              test_many_right_hand_sides_are_solved_as_one_by_one,
              test_rcond_of_a_diagonal_matrix_is_the_ratio_of_its_entries,
              test_few_unknowns_are_factored_and_solved_as_lapack_does, test_band_lu_solves_a_chain,
              test_tridiagonal_solves_a_chain, test_band_cholesky_of_a_chain_has_the_known_diagonal,
              test_least_squares_of_full_rank_fits_a_line,
              test_least_squares_of_low_rank_gives_the_shortest_answer)
