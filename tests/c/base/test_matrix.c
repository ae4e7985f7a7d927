/* test_matrix.c - products in every storage against plain loops. */
#include "nsd_test.h"
#include "nsd_test_matrix.h"

/* entries of order one, at most 40 terms per sum: 40 rounding errors here, 40 in the plain loops */
static const double tiny = 2e-14;

static double difference(const nsd_matrix *matrix, const double *A, const double *x)
{
    double y[MAX_N], expected[MAX_N], worst = 0.0;
    for (int i = 0; i < matrix->n; i++) {
        y[i] = NAN; /* a product that reads y gives NaN */
    }
    nsd_matrix_times(matrix, x, y);
    plain_times(A, matrix->n, x, expected);
    for (int i = 0; i < matrix->n; i++) {
        const double error = fabs(y[i] - expected[i]);
        worst = !(error <= worst) ? error : worst;
    }
    return worst;
}

NSD_TEST(test_dense_products_of_all_sizes)
{
    unsigned seed = 1;
    double   A[MAX_N * MAX_N], x[MAX_N];
    for (int n = 1; n <= MAX_N; n++) {
        random_fill(A, n * n, &seed);
        random_fill(x, n, &seed);
        const nsd_matrix matrix = dense_matrix(A, n);
        NSD_CHECK_NEAR(difference(&matrix, A, x), 0.0, tiny);
    }
}

NSD_TEST(test_diagonals_of_all_sizes_and_bandwidths)
{
    unsigned           seed = 2;
    double             A[MAX_N * MAX_N], x[MAX_N];
    static matrix_room room;
    for (int n = 1; n <= MAX_N; n++) {
        for (int bandwidth = 0; bandwidth < n && bandwidth < 6; bandwidth++) {
            random_fill(A, n * n, &seed);
            random_fill(x, n, &seed);
            for (int k = 0; k < n * n; k++) {
                A[k] = abs(k % n - k / n) <= bandwidth ? A[k] : 0.0;
            }
            const nsd_matrix matrix = diagonals_of(A, n, bandwidth, &room);
            NSD_CHECK_NEAR(difference(&matrix, A, x), 0.0, tiny);
        }
    }
}

NSD_TEST(test_rows_of_all_sizes_with_empty_rows)
{
    unsigned           seed = 3;
    double             A[MAX_N * MAX_N], x[MAX_N];
    static matrix_room room;
    for (int n = 1; n <= MAX_N; n++) {
        random_fill(A, n * n, &seed);
        random_fill(x, n, &seed);
        for (int k = 0; k < n * n; k++) {
            A[k] = k % n != n / 2 && fabs(A[k]) < 0.3 ? A[k] : 0.0;
        }
        const nsd_matrix matrix = rows_of(A, n, &room);
        NSD_CHECK_NEAR(difference(&matrix, A, x), 0.0, tiny);
    }
}

NSD_TEST(test_a_zero_matrix_gives_zeros)
{
    const double     A[MAX_N * MAX_N] = { 0.0 };
    double           x[MAX_N];
    unsigned         seed = 4;
    const nsd_matrix matrix = zero_matrix(MAX_N);
    random_fill(x, MAX_N, &seed);
    NSD_CHECK(difference(&matrix, A, x) == 0.0);
}

NSD_TEST(test_columns_dot_and_add)
{
    /* H = [1 0 2; 0 0 3] with an empty second column */
    const double       H[] = { 1, 0, 0, 0, 2, 3 };
    static matrix_room room;
    const nsd_columns  columns = columns_of(H, 2, 3, &room);
    const double       v[] = { 5, 7 };
    double             sum[] = { 1, 1 };
    NSD_CHECK(nsd_columns_dot(&columns, 0, v) == 5.0);
    NSD_CHECK(nsd_columns_dot(&columns, 1, v) == 0.0);
    NSD_CHECK(nsd_columns_dot(&columns, 2, v) == 31.0);
    nsd_columns_add(&columns, 2, -2.0, sum);
    nsd_columns_add(&columns, 1, 9.0, sum);
    NSD_CHECK(sum[0] == -3.0 && sum[1] == -5.0);
}

NSD_TEST_MAIN(test_dense_products_of_all_sizes, test_diagonals_of_all_sizes_and_bandwidths,
              test_rows_of_all_sizes_with_empty_rows, test_a_zero_matrix_gives_zeros,
              test_columns_dot_and_add)
