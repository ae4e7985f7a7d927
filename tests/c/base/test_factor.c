/* test_factor.c - every kind of factor of M + alpha C + beta K against LAPACK's LU. */
#include "base/factor.h"
#include "nsd_test.h"
#include "nsd_test_system.h"

/* diagonally dominant matrices of condition below 1e3, entries of order one */
static const double tolerance = 1e-12;

static const double ALPHA = 0.1, BETA = 0.01;

typedef struct trial {
    nsd_factor_kind kind; /* kind of factor that was used */
    nsd_status      status;
    double          error; /* of one solve, against LU     */
} trial;

static trial try_factor(test_system *system, nsd_storage storage)
{
    const int         n = system->n;
    const nsd_linear *model = build_model(system, storage);
    if (storage == NSD_ROWS) {
        add_sparse_factor(system, ALPHA, BETA);
    }
    const nsd_factor_sum sum = { &model->M, &model->C,        &model->K,    ALPHA,
                                 BETA,      model->symmetric, model->sparse };
    const size_t         bytes = nsd_factor_scratch(&sum);
    nsd_scratch          scratch = { malloc(bytes), bytes, 0 };
    nsd_factor           factor;
    trial                trial = { NSD_FACTOR_DENSE_LU, NSD_OK, 0.0 };
    double               A[MAX_N * MAX_N], x[MAX_N], expected[MAX_N];

    for (int i = 0; i < n * n; i++) {
        A[i] = system->M[i] + ALPHA * system->C[i] + BETA * system->K[i];
    }
    for (int i = 0; i < n; i++) {
        x[i] = expected[i] = cos(1.0 + i);
    }
    trial.status = nsd_factor_init(&factor, &sum, &scratch);
    if (trial.status == NSD_OK) {
        trial.kind = factor.kind;
        plain_solve(A, n, expected);
        nsd_factor_solve(&factor, x);
        for (int i = 0; i < n; i++) {
            trial.error = fmax(trial.error, fabs(x[i] - expected[i]));
        }
    }
    free(scratch.base);
    return trial;
}

/* symmetric: 1, or 0 for a skew part in C and K */
static test_system *matrix_system(int n, int bandwidth, int symmetric, unsigned *seed)
{
    test_system *system = new_system(n, 0, 0);
    random_symmetric(system->M, n, bandwidth, 2.0, seed);
    random_symmetric(system->C, n, bandwidth, 1.0, seed);
    random_symmetric(system->K, n, bandwidth, 3.0, seed);
    for (int j = 0; j + 1 < n && !symmetric; j++) {
        system->C[j + 1 + j * n] += 0.5;
        system->C[j + (j + 1) * n] -= 0.5;
    }
    return system;
}

typedef struct expectation {
    int             smallest, bandwidth, symmetric;
    nsd_storage     storage;
    nsd_factor_kind kind;
} expectation;

static const expectation EXPECTED[] = {
    { 5, 39, 1, NSD_DENSE, NSD_FACTOR_DENSE },
    { 5, 39, 0, NSD_DENSE, NSD_FACTOR_DENSE_LU },
    { 2, 0, 1, NSD_DIAGONALS, NSD_FACTOR_DIAGONAL },
    { 2, 1, 1, NSD_DIAGONALS, NSD_FACTOR_TRIDIAGONAL },
    { 3, 2, 1, NSD_DIAGONALS, NSD_FACTOR_BAND },
    { 5, 4, 1, NSD_DIAGONALS, NSD_FACTOR_BAND },
    { 2, 1, 0, NSD_DIAGONALS, NSD_FACTOR_BAND_LU },
    { 4, 3, 0, NSD_DIAGONALS, NSD_FACTOR_BAND_LU },
    { 1, 39, 1, NSD_ROWS, NSD_FACTOR_SPARSE },
    { 2, 39, 0, NSD_ROWS, NSD_FACTOR_SPARSE_LU },
};

NSD_TEST(test_every_kind_solves_as_lapack_does)
{
    unsigned seed = 1;
    for (size_t i = 0; i < sizeof EXPECTED / sizeof EXPECTED[0]; i++) {
        const expectation *expected = &EXPECTED[i];
        for (int n = expected->smallest; n <= MAX_N; n++) {
            test_system *system = matrix_system(n, expected->bandwidth, expected->symmetric, &seed);
            const trial  trial = try_factor(system, expected->storage);
            NSD_CHECK(trial.status == NSD_OK);
            NSD_CHECK(trial.kind == expected->kind);
            NSD_CHECK_NEAR(trial.error, 0.0, tolerance);
            free(system);
        }
    }
}

NSD_TEST(test_up_to_four_coordinates_keep_the_inverse)
{
    unsigned seed = 2;
    for (int n = 1; n <= NSD_INVERSE_SIZE; n++) {
        for (int symmetric = 0; symmetric <= 1; symmetric++) {
            test_system *system = matrix_system(n, n - 1, symmetric, &seed);
            const trial  trial = try_factor(system, NSD_DENSE);
            NSD_CHECK(trial.status == NSD_OK);
            NSD_CHECK(trial.kind == NSD_FACTOR_INVERSE);
            NSD_CHECK_NEAR(trial.error, 0.0, tolerance);
            free(system);
        }
    }
}

NSD_TEST(test_terms_of_different_bandwidth_are_added)
{
    unsigned     seed = 3;
    test_system *system = matrix_system(12, 0, 1, &seed);
    random_symmetric(system->K, 12, 2, 3.0, &seed);
    memset(system->C, 0, sizeof system->C);
    const trial trial = try_factor(system, NSD_DIAGONALS);
    NSD_CHECK(trial.status == NSD_OK && trial.kind == NSD_FACTOR_BAND);
    NSD_CHECK_NEAR(trial.error, 0.0, tolerance);
    free(system);
}

NSD_TEST(test_symmetric_indefinite_matrices_are_factored_as_general_ones)
{
    /* springs that push apart: beta K outweighs M in one coordinate */
    static const nsd_storage     storages[] = { NSD_DENSE, NSD_DIAGONALS };
    static const nsd_factor_kind kinds[] = { NSD_FACTOR_DENSE_LU, NSD_FACTOR_BAND_LU };
    unsigned                     seed = 4;
    for (int i = 0; i < 2; i++) {
        for (int bandwidth = 1; bandwidth <= 3; bandwidth++) {
            test_system *system = matrix_system(9, bandwidth, 1, &seed);
            system->K[4 + 4 * 9] = -1000.0;
            const trial trial = try_factor(system, storages[i]);
            NSD_CHECK(trial.status == NSD_OK);
            NSD_CHECK(trial.kind == kinds[i]);
            NSD_CHECK_NEAR(trial.error, 0.0, tolerance);
            free(system);
        }
    }
}

NSD_TEST(test_singular_matrices_are_reported)
{
    static const nsd_storage storages[] = { NSD_DENSE, NSD_DIAGONALS, NSD_DIAGONALS, NSD_ROWS };
    static const int         bandwidths[] = { 5, 0, 2, 5 };
    unsigned                 seed = 5;
    for (int i = 0; i < 4; i++) {
        test_system *system = matrix_system(6, bandwidths[i], 1, &seed);
        for (int j = 0; j < 6; j++) { /* the first coordinate has no inertia and no spring */
            system->M[j] = system->M[6 * j] = 0.0;
            system->C[j] = system->C[6 * j] = 0.0;
            system->K[j] = system->K[6 * j] = 0.0;
        }
        const trial trial = try_factor(system, storages[i]);
        NSD_CHECK(trial.status == NSD_ERR_SINGULAR);
        free(system);
    }
    test_system *system = new_system(3, 0, 0);
    NSD_CHECK(try_factor(system, NSD_DENSE).status == NSD_ERR_SINGULAR);
    free(system);
}

NSD_TEST(test_little_scratch_is_reported)
{
    const double         one = 1.0;
    const nsd_matrix     M = dense_matrix(&one, 1), none = zero_matrix(1);
    const nsd_factor_sum sum = { &M, &none, &none, 0.0, 0.0, 1, NULL };
    double               room[2];
    nsd_scratch          scratch = { (char *)room, sizeof room, 0 };
    nsd_factor           factor;
    NSD_CHECK(nsd_factor_init(&factor, &sum, &scratch) == NSD_ERR_WORKSPACE);
}

NSD_TEST_MAIN(test_every_kind_solves_as_lapack_does, test_up_to_four_coordinates_keep_the_inverse,
              test_terms_of_different_bandwidth_are_added,
              test_symmetric_indefinite_matrices_are_factored_as_general_ones,
              test_singular_matrices_are_reported, test_little_scratch_is_reported)
