/* nsd_test_system.h - linear systems for the C tests: plain matrices in, any storage out. */
#ifndef NSD_TEST_SYSTEM_H
#define NSD_TEST_SYSTEM_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/linear.h"
#include "scheme/scheme.h"

#define MAX_N 40 /* coordinates */
#define MAX_M 40 /* contacts    */
#define MAX_P 8  /* joints      */

/* Uniform in [-1, 1); the same numbers on every machine. */
static inline double random_number(unsigned *seed)
{
    *seed = (*seed * 1664525u + 1013904223u) & 0xffffffffu;
    return (double)(*seed >> 8) / 8388608.0 - 1.0;
}

static inline void random_fill(double *x, int count, unsigned *seed)
{
    for (int i = 0; i < count; i++) {
        x[i] = random_number(seed);
    }
}

/* Random and symmetric inside the band, plus shift I: definite when shift is 2 or more */
static inline void random_symmetric(double *A, int n, int bandwidth, double shift, unsigned *seed)
{
    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++) {
            const double value = i - j <= bandwidth ? random_number(seed) / (1 + bandwidth) : 0.0;
            A[i + j * n] = A[j + i * n] = value;
        }
        A[j + j * n] += shift;
    }
}

/* The sum that nsd_matrix_times has to give, by two plain loops. */
static inline void plain_times(const double *A, int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            y[i] += A[i + j * n] * x[j];
        }
    }
}

static inline double plain_form(const double *x, const double *A, const double *y, int n)
{
    double sum = 0.0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            sum += x[i] * A[i + j * n] * y[j];
        }
    }
    return sum;
}

/* x <- A^-1 x by LAPACK's LU; 0 when A is singular. */
static inline int plain_solve(const double *A, int n, double *x)
{
    double  *LU = malloc((size_t)(n * n) * sizeof *LU);
    nsd_int *pivot = malloc((size_t)n * sizeof *pivot);
    memcpy(LU, A, (size_t)(n * n) * sizeof *LU);
    const int ok = nsd_dense_lu(n, LU, n, pivot) == NSD_OK;
    if (ok) {
        nsd_dense_lu_solve(n, 1, LU, n, pivot, x, n);
    }
    free(LU);
    free(pivot);
    return ok;
}

/* Room for one matrix in every storage. */
typedef struct matrix_room {
    double    values[2 * MAX_N * MAX_N];
    ptrdiff_t start[MAX_N + 1], index[MAX_N * MAX_N];
} matrix_room;

static inline nsd_matrix dense_matrix(const double *A, int n)
{
    const nsd_matrix matrix = { NSD_DENSE, n, 0, A, NULL, NULL };
    return matrix;
}

static inline nsd_matrix zero_matrix(int n)
{
    const nsd_matrix matrix = { NSD_ZERO, n, 0, NULL, NULL, NULL };
    return matrix;
}

static inline nsd_matrix diagonals_of(const double *A, int n, int bandwidth, matrix_room *room)
{
    const nsd_matrix matrix = { NSD_DIAGONALS, n, bandwidth, room->values, NULL, NULL };
    for (int k = -bandwidth; k <= bandwidth; k++) {
        for (int i = 0; i < n; i++) {
            const int inside = i + k >= 0 && i + k < n;
            room->values[(k + bandwidth) * n + i] = inside ? A[i + (i + k) * n] : 0.0;
        }
    }
    return matrix;
}

static inline nsd_matrix rows_of(const double *A, int n, matrix_room *room)
{
    const nsd_matrix matrix = { NSD_ROWS, n, 0, room->values, room->start, room->index };
    ptrdiff_t        count = 0;
    for (int i = 0; i < n; i++) {
        room->start[i] = count;
        for (int j = 0; j < n; j++) {
            if (A[i + j * n] != 0.0) {
                room->values[count] = A[i + j * n];
                room->index[count++] = j;
            }
        }
    }
    room->start[n] = count;
    return matrix;
}

static inline nsd_columns columns_of(const double *A, int n, int m, matrix_room *room)
{
    const nsd_columns columns = { n, m, room->start, room->index, room->values };
    ptrdiff_t         count = 0;
    for (int j = 0; j < m; j++) {
        room->start[j] = count;
        for (int i = 0; i < n; i++) {
            if (A[i + j * n] != 0.0) {
                room->values[count] = A[i + j * n];
                room->index[count++] = i;
            }
        }
    }
    room->start[m] = count;
    return columns;
}

/* Factors of P A P' with the order of the coordinates reversed, as the host would give them. */
typedef struct factor_room {
    matrix_room       L, U;
    ptrdiff_t         order[MAX_N];
    nsd_sparse_factor factor;
} factor_room;

static inline void reversed(const double *A, int n, double *B, ptrdiff_t *order)
{
    for (int j = 0; j < n; j++) {
        order[j] = n - 1 - j;
        for (int i = 0; i < n; i++) {
            B[i + j * n] = A[(n - 1 - i) + (n - 1 - j) * n];
        }
    }
}

/* Elimination without exchanges: B <- L (unit, below) and U, or Cholesky's L by scaling. */
static inline const nsd_sparse_factor *sparse_factor_of(const double *A, int n, int symmetric,
                                                        factor_room *room)
{
    double *B = calloc((size_t)(3 * n * n), sizeof *B), *L = B + n * n, *U = L + n * n;

    reversed(A, n, B, room->order);
    for (int k = 0; k < n; k++) {
        for (int i = k; i < n; i++) {
            L[i + k * n] = B[i + k * n] / B[k + k * n];
            U[k + i * n] = B[k + i * n];
        }
        for (int j = k + 1; j < n; j++) {
            for (int i = k + 1; i < n; i++) {
                B[i + j * n] -= L[i + k * n] * U[k + j * n];
            }
        }
    }
    for (int k = 0; k < n && symmetric; k++) {
        const double root = sqrt(U[k + k * n]);
        for (int i = k; i < n; i++) {
            L[i + k * n] *= root;
        }
    }
    room->factor.L = columns_of(L, n, n, &room->L);
    room->factor.U = columns_of(U, n, n, &room->U);
    room->factor.rows = room->factor.unknowns = room->order;
    free(B);
    return &room->factor;
}

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

static inline nsd_matrix stored(const double *A, int n, nsd_storage storage, int bandwidth,
                                matrix_room *room)
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

/* Makes the model in the storage asked for; K_skew and `symmetric` follow from C and K. */
static inline const nsd_linear *build(test_system *system, nsd_storage storage)
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
    model->M = stored(system->M, n, storage, bandwidth_of(system->M, n), &system->M_room);
    model->C = stored(system->C, n, storage, bandwidth_of(system->C, n), &system->C_room);
    model->K = stored(system->K, n, storage, bandwidth_of(system->K, n), &system->K_room);
    model->K_skew = is_zero(system->K_skew, n)
                        ? zero_matrix(n)
                        : stored(system->K_skew, n, storage, bandwidth_of(system->K_skew, n),
                                 &system->skew_room);
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

/* A scheme at work: state, ledger and stepper. */
typedef struct test_run {
    double       q[MAX_N], v[MAX_N], P[MAX_M], mu[MAX_P], U[MAX_M], U_before[MAX_M];
    nsd_state    state;
    nsd_ledger   ledger;
    nsd_stepper *stepper;
    void        *memory;
} test_run;

static inline nsd_state state_over(test_run *run)
{
    const nsd_state state = { 0,       0.0,    run->q,        run->v, run->P,
                              run->mu, run->U, run->U_before, NULL,   NULL };
    return state;
}

/* Starts at q, v of the run. The scratch is exactly as large as the scheme says. */
static inline nsd_status start_run(test_run *run, const char *method, const nsd_linear *model,
                                   const nsd_step_options *options)
{
    const nsd_linear_scheme *scheme = nsd_scheme_find_linear(method);
    const size_t             room = scheme->scratch(model, options);
    nsd_scratch              scratch = { malloc(room), room, 0 };

    run->memory = scratch.base;
    run->state = state_over(run);
    return scheme->init(model, options, &scratch, &run->state, &run->ledger, &run->stepper);
}

static inline nsd_status advance(test_run *run, double h)
{
    const nsd_status status = run->stepper->step(run->stepper, &run->state);
    if (status == NSD_OK) {
        run->state.t = (double)run->state.k * h;
        run->stepper->energy(run->stepper, &run->state, &run->ledger);
    }
    return status;
}

static inline nsd_step_options options_of(double h, double theta)
{
    nsd_step_options options;
    memset(&options, 0, sizeof options);
    options.h = h;
    options.theta = theta;
    options.activation = 0.5;
    options.lcp.max_iter = 10000;
    options.lcp.tolerance = 1e-10;
    options.lcp.relaxation = 1.0;
    return options;
}

/* Steps from the state of the run; the status of the first that fails. */
static inline nsd_status advance_many(test_run *run, double h, long steps)
{
    nsd_status status = NSD_OK;
    for (long k = 0; k < steps && status == NSD_OK; k++) {
        status = advance(run, h);
    }
    return status;
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

/* Random springs, dampers, contacts that the motion reaches */
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
