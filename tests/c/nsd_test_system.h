/* nsd_test_system.h - linear systems for the C tests: plain matrices in, a model in any storage
 * out. */
#ifndef NSD_TEST_SYSTEM_H
#define NSD_TEST_SYSTEM_H

#include "model/linear.h"
#include "nsd_test_matrix.h"

#define MAX_M 40 /* contacts of a test_system */
#define MAX_P 8  /* joints of a test_system   */

/* Plain matrices of a system and the model made of them. */
typedef struct test_system {
    int         n, m, p;
    double      M[MAX_N * MAX_N], C[MAX_N * MAX_N], K[MAX_N * MAX_N], K_skew[MAX_N * MAX_N];
    double      H[MAX_N * MAX_M], J[MAX_N * MAX_P];
    double      b[MAX_M], e[MAX_M], F[MAX_N], bJ[MAX_P];
    matrix_room M_room, C_room, K_room, skew_room, H_room, J_room;
    factor_room sparse, mass;
    nsd_linear  model;
} test_system;

/* A new system of zeros; the caller frees it. */
static inline test_system *new_system(int n, int m, int p)
{
    test_system *system = calloc(1, sizeof *system);
    system->n = n;
    system->m = m;
    system->p = p;
    return system;
}

static inline int is_zero(const double *A, int n)
{
    return nsd_dense_max_abs(n * n, A) == 0.0;
}

static inline nsd_matrix matrix_in_storage(const double *A, int n, nsd_storage storage,
                                           int bandwidth, matrix_room *room)
{
    if (n > NSD_INVERSE_SIZE && is_zero(A, n)) {
        return zero_matrix(n);
    }
    switch (storage) {
    case NSD_DIAGONALS:
        return diagonals_of(A, n, bandwidth, room);
    case NSD_ROWS:
        return rows_of(A, n, room);
    default:
        return dense_matrix(A, n);
    }
}

/* Largest |i - j| of contacts that share a coordinate */
static inline int coupling_of(const test_system *system)
{
    int coupling = 0;
    for (int a = 0; a < system->m; a++) {
        for (int c = 0; c < a; c++) {
            for (int i = 0; i < system->n; i++) {
                const double *row = system->H + i;
                if (row[a * system->n] != 0.0 && row[c * system->n] != 0.0 && a - c > coupling) {
                    coupling = a - c;
                }
            }
        }
    }
    return coupling;
}

static inline int bandwidth_of(const double *A, int n)
{
    int bandwidth = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            bandwidth = A[i + j * n] != 0.0 && abs(i - j) > bandwidth ? abs(i - j) : bandwidth;
        }
    }
    return bandwidth;
}

/* Builds the model in the given storage; computes K_skew and `symmetric` from C and K. */
static inline const nsd_linear *build_model(test_system *system, nsd_storage storage)
{
    const int   n = system->n;
    nsd_linear *model = &system->model;

    model->symmetric = 1;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            system->K_skew[i + j * n] = 0.5 * (system->K[i + j * n] - system->K[j + i * n]);
            model->symmetric &= system->K[i + j * n] == system->K[j + i * n] &&
                                system->C[i + j * n] == system->C[j + i * n];
        }
    }
    model->n = n;
    model->m = system->m;
    model->p = system->p;
    model->M = matrix_in_storage(system->M, n, storage, bandwidth_of(system->M, n),
                                 &system->M_room);
    model->C = matrix_in_storage(system->C, n, storage, bandwidth_of(system->C, n),
                                 &system->C_room);
    model->K = matrix_in_storage(system->K, n, storage, bandwidth_of(system->K, n),
                                 &system->K_room);
    model->K_skew = is_zero(system->K_skew, n)
                        ? zero_matrix(n)
                        : matrix_in_storage(system->K_skew, n, storage,
                                            bandwidth_of(system->K_skew, n), &system->skew_room);
    model->H = columns_of(system->H, n, system->m, &system->H_room);
    model->J = columns_of(system->J, n, system->p, &system->J_room);
    model->coupling = coupling_of(system);
    model->b = system->b;
    model->bJ = system->bJ;
    model->e = system->e;
    model->F.n = n;
    model->F.constant = system->F;
    return model;
}

/* Gives a model stored by rows the factors of M + alpha C + beta K. */
static inline void add_sparse_factor(test_system *system, double alpha, double beta)
{
    const int n = system->n;
    double   *A = malloc((size_t)(n * n) * sizeof *A);
    for (int i = 0; i < n * n; i++) {
        A[i] = system->M[i] + alpha * system->C[i] + beta * system->K[i];
    }
    system->model.sparse = sparse_factor_of(A, n, system->model.symmetric, &system->sparse);
    system->model.sparse_mass = sparse_factor_of(system->M, n, 1, &system->mass);
    free(A);
}

/* Unit mass over the ground y >= 0. */
static inline test_system *new_ball(double gravity, double e)
{
    test_system *system = new_system(1, 1, 0);
    system->M[0] = system->H[0] = 1.0;
    system->F[0] = -gravity;
    system->e[0] = e;
    return system;
}

/* Random masses, springs, dampers, joints, and contacts near enough to close */
static inline test_system *random_system(int n, int m, int p, unsigned *seed)
{
    test_system *system = new_system(n, m, p);
    random_symmetric(system->M, n, n - 1, 2.0, seed);
    random_symmetric(system->C, n, n - 1, 0.3, seed);
    random_symmetric(system->K, n, n - 1, 4.0, seed);
    random_fill(system->H, n * m, seed);
    random_fill(system->J, n * p, seed);
    random_fill(system->F, n, seed);
    for (int a = 0; a < m; a++) {
        system->b[a] = 0.1 * random_number(seed);
        system->e[a] = 0.4 + 0.4 * random_number(seed);
    }
    return system;
}

#endif
