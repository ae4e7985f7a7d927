/* test_gaps.c - range of gaps over the rows of a run: linear gaps, gaps of a model, NaN. */
#include "simulate/gaps.h"
#include "nsd_test.h"

enum { N = 2, M = 2, ROWS = 600 };

/* Gaps q_1 - 1 and q_1 - q_2 */
static const ptrdiff_t start[] = { 0, 1, 3 };
static const ptrdiff_t row[] = { 0, 0, 1 };
static const double    values[] = { 1.0, 1.0, -1.0 };
static const double    b[] = { -1.0, 0.0 };
static const nsd_gaps  linear = { .m = M, .b = b, .H = { N, M, start, row, values } };

/* The same gaps by a function, with a floor that rises by 1 in a second */
static nsd_status gap(void *context, double t, const double *q, double *y)
{
    (void)context;
    y[0] = q[0] - 1.0 - t;
    y[1] = q[0] - q[1];
    return NSD_OK;
}

/* q_1 = 2 + i/100, q_2 = 3 in row i */
static void fill(double *q)
{
    for (int i = 0; i < ROWS; i++) {
        q[i] = 2.0 + 0.01 * i;
        q[i + ROWS] = 3.0;
    }
}

NSD_TEST(test_linear_gaps_have_their_range_and_their_first_values)
{
    double              q[N * ROWS], work[M + N], range[M * NSD_GAPS_NUMBERS];
    const nsd_gaps_rows rows = { .count = ROWS, .n = N, .q = q };
    fill(q);
    q[300] = 0.5;  /* in the second block of rows: deepest in both */
    q[301] = NAN;  /* passed over */
    q[599] = 20.0; /* the last row */
    NSD_CHECK(nsd_gaps_find_range(&linear, &rows, work, range) == NSD_OK);
    const double expected[] = { -0.5, -2.5, 19.0, 17.0, 1.0, -1.0 };
    for (int k = 0; k < M * NSD_GAPS_NUMBERS; k++) {
        NSD_CHECK_NEAR(range[k], expected[k], 1e-15);
    }
}

NSD_TEST(test_gaps_of_a_model_take_the_time_of_their_row)
{
    double              q[N * ROWS], t[ROWS], work[M + N], range[M * NSD_GAPS_NUMBERS];
    const nsd_model     model = { .n = N, .m = M, .gap = gap };
    const nsd_gaps      gaps = { .m = M, .model = &model };
    const nsd_gaps_rows by_step = { .count = ROWS, .n = N, .q = q, .t0 = 1.0, .h = 0.02 };
    const nsd_gaps_rows by_time = { .count = ROWS, .n = N, .q = q, .t = t };
    fill(q);
    /* y_1 = 1 + i/100 - (1 + i/50) falls from 0 to -5.99 */
    NSD_CHECK(nsd_gaps_find_range(&gaps, &by_step, work, range) == NSD_OK);
    NSD_CHECK_NEAR(range[0 + NSD_GAPS_LEAST * M], -5.99, 1e-13);
    NSD_CHECK_NEAR(range[0 + NSD_GAPS_LARGEST * M], 0.0, 1e-15);
    NSD_CHECK_NEAR(range[1 + NSD_GAPS_FIRST * M], -1.0, 1e-15);
    for (int i = 0; i < ROWS; i++) {
        t[i] = 0.0;
    }
    NSD_CHECK(nsd_gaps_find_range(&gaps, &by_time, work, range) == NSD_OK);
    NSD_CHECK_NEAR(range[0 + NSD_GAPS_LEAST * M], 1.0, 1e-15);
}

NSD_TEST_MAIN(test_linear_gaps_have_their_range_and_their_first_values,
              test_gaps_of_a_model_take_the_time_of_their_row)
