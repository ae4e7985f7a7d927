/* dense.c - thin wrappers around BLAS and LAPACK. */
#include "base/dense.h"

#include <math.h>
#include <string.h>

#include "base/dense_small.h"

#ifdef NSD_LAPACK_PLAIN_NAMES /* MATLAB on Windows: no trailing underscore */
#define LAPACK(name) name
#else
#define LAPACK(name) name##_
#endif

/* arguments that LAPACK reads: letters, integers, numbers */
typedef const char    *letter;
typedef const nsd_int *integer;
typedef const double  *numbers;

void LAPACK(dgemv)(letter, integer, integer, numbers, numbers, integer, numbers, integer, numbers,
                   double *, integer);
void LAPACK(dger)(integer, integer, numbers, numbers, integer, numbers, integer, double *, integer);
void LAPACK(dgemm)(letter, letter, integer, integer, integer, numbers, numbers, integer, numbers,
                   integer, numbers, double *, integer);
double LAPACK(ddot)(integer, numbers, integer, numbers, integer);
void   LAPACK(dpotrf)(letter, integer, double *, integer, nsd_int *);
void   LAPACK(dpotrs)(letter, integer, integer, numbers, integer, double *, integer, nsd_int *);
void   LAPACK(dtrsv)(letter, letter, letter, integer, numbers, integer, double *, integer);
void   LAPACK(dgetrf)(integer, integer, double *, integer, nsd_int *, nsd_int *);
void   LAPACK(dgetrs)(letter, integer, integer, numbers, integer, integer, double *, integer,
                    nsd_int *);
void   LAPACK(dgecon)(letter, integer, numbers, integer, numbers, double *, double *, nsd_int *,
                    nsd_int *);
void   LAPACK(dpbtrf)(letter, integer, integer, double *, integer, nsd_int *);
void   LAPACK(dpbtrs)(letter, integer, integer, integer, numbers, integer, double *, integer,
                    nsd_int *);
void   LAPACK(dgbtrf)(integer, integer, integer, integer, double *, integer, nsd_int *, nsd_int *);
void LAPACK(dgbtrs)(letter, integer, integer, integer, integer, numbers, integer, integer, double *,
                    integer, nsd_int *);
void LAPACK(dpttrf)(integer, double *, double *, nsd_int *);
void LAPACK(dpttrs)(integer, integer, numbers, numbers, double *, integer, nsd_int *);
void LAPACK(dsygv)(integer, letter, letter, integer, double *, integer, double *, integer, double *,
                   double *, integer, nsd_int *);
void LAPACK(dgelsy)(integer, integer, integer, double *, integer, double *, integer, nsd_int *,
                    numbers, nsd_int *, double *, integer, nsd_int *);

/* A weak function that no library has is null: so OpenBLAS is found. Only ELF has this, and
 * MATLAB has another BLAS. */
#if defined(__ELF__) && !defined(NSD_MATLAB)
#define FIND_OPENBLAS
#pragma weak openblas_get_num_threads
#pragma weak openblas_set_num_threads
int          openblas_get_num_threads(void);
void         openblas_set_num_threads(int);
#endif

/* Entries up to which nsd_dense_dot adds in a loop of its own. Larger: long sums lose the speed of
 * BLAS. Smaller: short sums pay a call that costs more than the sum. Either changes last bits. */
#define DOT_LOOP_ENTRIES 4

/* Triangular systems with many right-hand sides: BLAS multiplies matrices several times as fast as
 * it solves such systems with some dozens of unknowns. So a triangle is halved again and again, and
 * the smallest ones, with so many unknowns, are inverted. Larger: more work than by substitution,
 * and digits are lost; smaller: products too small to be fast. */
#define INVERTED_UNKNOWNS 16

/* Columns that are copied at a time. Only speed depends on this number. */
#define COPIED_COLUMNS 32

/* Unknowns and columns below which one solve of LAPACK is as fast */
#define LEAST_UNKNOWNS 12
#define LEAST_COLUMNS  12

/* Columns of one block of the QR factorisation in LAPACK's dgelsy, as work space is given for it.
 * Smaller: LAPACK factors column by column, slower. Larger: only more memory. */
#define QR_BLOCK_COLUMNS 64

static const nsd_int one = 1;

int nsd_dense_blas_threads(int count)
{
    int before = 0;
#ifdef FIND_OPENBLAS
    if (openblas_get_num_threads && openblas_set_num_threads) {
        before = openblas_get_num_threads();
        if (count > 0 && count != before) {
            openblas_set_num_threads(count);
        }
    }
#endif
    (void)count;
    return before;
}

void nsd_dense_gemv(nsd_transpose op, int rows, int cols, double alpha, const double *A, int ld,
                    const double *x, double beta, double *y)
{
    const char    trans = (char)op;
    const nsd_int r = rows, c = cols, lda = ld;
    LAPACK(dgemv)(&trans, &r, &c, &alpha, A, &lda, x, &one, &beta, y, &one);
}

void nsd_dense_ger(int rows, int cols, double alpha, const double *x, const double *y, double *A,
                   int ld)
{
    const nsd_int r = rows, c = cols, lda = ld;
    LAPACK(dger)(&r, &c, &alpha, x, &one, y, &one, A, &lda);
}

void nsd_dense_gemm(nsd_transpose op, int rows, int cols, int inner, double alpha, const double *A,
                    int lda, const double *B, int ldb, double beta, double *C, int ldc)
{
    const char    trans = (char)op, plain = 'N';
    const nsd_int m = rows, n = cols, k = inner, a = lda, b = ldb, c = ldc;
    LAPACK(dgemm)(&trans, &plain, &m, &n, &k, &alpha, A, &a, B, &b, &beta, C, &c);
}

double nsd_dense_dot(int n, const double *x, const double *y)
{
    if (n <= DOT_LOOP_ENTRIES) {
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }
    const nsd_int count = n;
    return LAPACK(ddot)(&count, x, &one, y, &one);
}

double nsd_dense_max_abs(int n, const double *x)
{
    double largest = 0.0;
    for (int i = 0; i < n; i++) {
        const double size = fabs(x[i]);
        if (!(size <= largest)) {
            largest = size; /* a NaN comes here, too: NaN <= x is false */
            if (isnan(size)) {
                return size;
            }
        }
    }
    return largest;
}

double nsd_dense_largest_many(size_t n, const double *x)
{
    double largest[4] = { 0.0, 0.0, 0.0, 0.0 }; /* four at a time: none waits for the one before */
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        for (size_t k = 0; k < 4; k++) {
            largest[k] = fabs(x[i + k]) > largest[k] ? fabs(x[i + k]) : largest[k];
        }
    }
    for (; i < n; i++) {
        largest[0] = fabs(x[i]) > largest[0] ? fabs(x[i]) : largest[0];
    }
    return nsd_dense_largest(4, largest);
}

int nsd_dense_all_finite_many(size_t n, const double *x)
{
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0; /* 0 x is NaN for NaN and Inf, else 0 */
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        a += 0.0 * x[i];
        b += 0.0 * x[i + 1];
        c += 0.0 * x[i + 2];
        d += 0.0 * x[i + 3];
    }
    for (; i < n; i++) {
        a += 0.0 * x[i];
    }
    return a + b + c + d == 0.0;
}

nsd_status nsd_dense_cholesky(int n, double *A, int ld)
{
    const nsd_int size = n, lda = ld;
    nsd_int       info = 0;
    if (n <= NSD_DENSE_SMALL_UNKNOWNS) {
        return nsd_dense_cholesky_small(n, A, ld);
    }
    LAPACK(dpotrf)("L", &size, A, &lda, &info);
    return info == 0 ? NSD_OK : NSD_ERR_NOT_DEFINITE;
}

void nsd_dense_cholesky_solve(int n, int columns, const double *L, int ld, double *B, int ldb)
{
    const nsd_int size = n, nrhs = columns, lda = ld, b = ldb;
    nsd_int       info = 0;
    LAPACK(dpotrs)("L", &size, &nrhs, L, &lda, B, &b, &info);
}

void nsd_dense_cholesky_solve_one(int n, const double *L, int ld, double *x)
{
    const nsd_int size = n, lda = ld;
    if (n <= NSD_DENSE_SMALL_UNKNOWNS) {
        nsd_dense_cholesky_solve_small(n, L, ld, x);
        return;
    }
    LAPACK(dtrsv)("L", "N", "N", &size, L, &lda, x, &one);
    LAPACK(dtrsv)("L", "T", "N", &size, L, &lda, x, &one);
}

nsd_status nsd_dense_lu(int n, double *A, int ld, nsd_int *pivot)
{
    if (n <= NSD_DENSE_SMALL_UNKNOWNS) {
        return nsd_dense_lu_small(n, A, ld, pivot);
    }
    const nsd_int size = n, lda = ld;
    nsd_int       info = 0;
    LAPACK(dgetrf)(&size, &size, A, &lda, pivot, &info);
    return info == 0 ? NSD_OK : NSD_ERR_SINGULAR;
}

void nsd_dense_lu_solve(int n, int columns, const double *LU, int ld, const nsd_int *pivot,
                        double *B, int ldb)
{
    if (n <= NSD_DENSE_SMALL_UNKNOWNS && columns == 1) {
        nsd_dense_lu_solve_small(n, LU, ld, pivot, B);
        return;
    }
    const nsd_int size = n, nrhs = columns, lda = ld, b = ldb;
    nsd_int       info = 0;
    LAPACK(dgetrs)("N", &size, &nrhs, LU, &lda, pivot, B, &b, &info);
}

/* inverse <- that of the unit lower triangle of LU, or (upper is 1) of its upper triangle; leading
 * dimension n */
static void invert_triangle(int n, int upper, const double *LU, int ld, double *inverse)
{
    memset(inverse, 0, (size_t)(n * n) * sizeof *inverse);
    for (int j = 0; j < n; j++) {
        double *x = inverse + j * n;
        x[j] = 1.0;
        for (int k = j; k >= 0 && upper; k--) {
            const double *column = LU + (size_t)k * (size_t)ld;
            const double  part = x[k] / column[k];
            x[k] = part;
            nsd_dense_add(k, -part, column, x);
        }
        for (int k = j; k < n && !upper; k++) {
            const double *column = LU + (size_t)k * (size_t)ld;
            nsd_dense_add(n - k - 1, -x[k], column + k + 1, x + k + 1);
        }
    }
}

/* B <- triangle^-1 B by the inverse */
static void solve_inverted(int n, int columns, int upper, const double *LU, int ld, double *B,
                           int ldb)
{
    double inverse[INVERTED_UNKNOWNS * INVERTED_UNKNOWNS], kept[INVERTED_UNKNOWNS * COPIED_COLUMNS];

    invert_triangle(n, upper, LU, ld, inverse);
    for (int first = 0; first < columns; first += COPIED_COLUMNS) {
        const int count = columns - first < COPIED_COLUMNS ? columns - first : COPIED_COLUMNS;
        double   *to = B + (size_t)first * (size_t)ldb;
        for (int j = 0; j < count; j++) {
            memcpy(kept + j * n, to + (size_t)j * (size_t)ldb, (size_t)n * sizeof *kept);
        }
        nsd_dense_gemm(NSD_PLAIN, n, count, n, 1.0, inverse, n, kept, n, 0.0, to, ldb);
    }
}

/* B <- triangle^-1 B: halves, with a product between them */
static void solve_triangle(int n, int columns, int upper, const double *LU, int ld, double *B,
                           int ldb)
{
    if (n <= INVERTED_UNKNOWNS) {
        solve_inverted(n, columns, upper, LU, ld, B, ldb);
        return;
    }
    const int     blocks = (n + INVERTED_UNKNOWNS - 1) / INVERTED_UNKNOWNS;
    const int     top = (blocks + 1) / 2 * INVERTED_UNKNOWNS, rest = n - top;
    const double *right = LU + (size_t)top * (size_t)ld;

    if (upper) {
        solve_triangle(rest, columns, 1, right + top, ld, B + top, ldb);
        nsd_dense_gemm(NSD_PLAIN, top, columns, rest, -1.0, right, ld, B + top, ldb, 1.0, B, ldb);
        solve_triangle(top, columns, 1, LU, ld, B, ldb);
    } else {
        solve_triangle(top, columns, 0, LU, ld, B, ldb);
        nsd_dense_gemm(NSD_PLAIN, rest, columns, top, -1.0, LU + top, ld, B, ldb, 1.0, B + top,
                       ldb);
        solve_triangle(rest, columns, 0, right + top, ld, B + top, ldb);
    }
}

void nsd_dense_lu_solve_many(int n, int columns, const double *LU, int ld, const nsd_int *pivot,
                             double *B, int ldb)
{
    if (n < LEAST_UNKNOWNS || columns < LEAST_COLUMNS) {
        nsd_dense_lu_solve(n, columns, LU, ld, pivot, B, ldb);
        return;
    }
    for (int j = 0; j < columns; j++) {
        double *b = B + (size_t)j * (size_t)ldb;
        for (int i = 0; i < n; i++) {
            const nsd_int other = pivot[i] - 1;
            const double  kept = b[i];
            b[i] = b[other];
            b[other] = kept;
        }
    }
    solve_triangle(n, columns, 0, LU, ld, B, ldb);
    solve_triangle(n, columns, 1, LU, ld, B, ldb);
}

void nsd_dense_identity(int n, double *A)
{
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            A[(size_t)i + (size_t)j * (size_t)n] = i == j;
        }
    }
}

nsd_status nsd_dense_invert(int n, double *A, nsd_int *pivot, double *inverse)
{
    NSD_TRY(nsd_dense_lu(n, A, n, pivot));
    nsd_dense_identity(n, inverse);
    nsd_dense_lu_solve(n, n, A, n, pivot, inverse, n);
    return NSD_OK;
}

nsd_status nsd_dense_lu_regular(int n, double *A, double least_rcond, nsd_int *pivot, double *work,
                                nsd_int *iwork)
{
    const nsd_int size = n;
    nsd_int       info = 0;
    double        norm = 0.0, rcond = 0.0;
    for (int j = 0; j < n; j++) {
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            sum += fabs(A[(size_t)i + (size_t)j * (size_t)n]);
        }
        norm = fmax(norm, sum);
    }
    NSD_TRY(nsd_dense_lu(n, A, n, pivot));
    LAPACK(dgecon)("1", &size, A, &size, &norm, &rcond, work, iwork, &info);
    return rcond > least_rcond ? NSD_OK : NSD_ERR_SINGULAR;
}

void nsd_dense_system_set(nsd_dense_system *system, nsd_system_kind kind, int n, int width)
{
    const int    dense = kind == NSD_SYSTEM_LU || kind == NSD_SYSTEM_CHOLESKY;
    const size_t w = (size_t)width;

    system->kind = kind;
    system->n = n;
    system->width = dense ? n - 1 : width;
    system->offset = kind == NSD_SYSTEM_BAND_LU ? 2 * w : 0;
    system->stride = dense                              ? (size_t)n
                     : kind == NSD_SYSTEM_BAND_LU       ? 3 * w
                     : kind == NSD_SYSTEM_BAND_CHOLESKY ? w
                                                        : 0;
}

nsd_status nsd_dense_system_factor(const nsd_dense_system *system)
{
    const nsd_int n = system->n, w = system->width, ld = (nsd_int)system->stride + 1;
    nsd_int       info = 0;
    switch (system->kind) {
    case NSD_SYSTEM_LU:
        return nsd_dense_lu(system->n, system->A, system->n, system->pivot);
    case NSD_SYSTEM_CHOLESKY:
        return nsd_dense_cholesky(system->n, system->A, system->n);
    case NSD_SYSTEM_BAND_LU:
        LAPACK(dgbtrf)(&n, &n, &w, &w, system->A, &ld, system->pivot, &info);
        return info == 0 ? NSD_OK : NSD_ERR_SINGULAR;
    case NSD_SYSTEM_BAND_CHOLESKY:
        LAPACK(dpbtrf)("L", &n, &w, system->A, &ld, &info);
        break;
    case NSD_SYSTEM_TRIDIAGONAL:
        LAPACK(dpttrf)(&n, system->A, system->next, &info);
        break;
    }
    return info == 0 ? NSD_OK : NSD_ERR_NOT_DEFINITE;
}

void nsd_dense_system_solve(const nsd_dense_system *system, double *x)
{
    const nsd_int n = system->n, w = system->width, ld = (nsd_int)system->stride + 1;
    nsd_int       info = 0;
    switch (system->kind) {
    case NSD_SYSTEM_LU:
        nsd_dense_lu_solve(system->n, 1, system->A, system->n, system->pivot, x, system->n);
        break;
    case NSD_SYSTEM_CHOLESKY:
        nsd_dense_cholesky_solve_one(system->n, system->A, system->n, x);
        break;
    case NSD_SYSTEM_BAND_LU:
        LAPACK(dgbtrs)("N", &n, &w, &w, &one, system->A, &ld, system->pivot, x, &n, &info);
        break;
    case NSD_SYSTEM_BAND_CHOLESKY:
        LAPACK(dpbtrs)("L", &n, &w, &one, system->A, &ld, x, &n, &info);
        break;
    case NSD_SYSTEM_TRIDIAGONAL:
        LAPACK(dpttrs)(&n, &one, system->A, system->next, x, &n, &info);
        break;
    }
}

nsd_status nsd_dense_eigen_pair(int n, double *A, double *B, double *lambda, double *work)
{
    const nsd_int size = n, ld = n > 0 ? n : 1, lwork = n > 0 ? 3 * n : 1;
    nsd_int       info = 0;
    LAPACK(dsygv)(&one, "V", "L", &size, A, &ld, B, &ld, lambda, work, &lwork, &info);
    return info == 0 ? NSD_OK : info > size ? NSD_ERR_NOT_DEFINITE : NSD_STALLED;
}

int nsd_dense_least_squares_work(int rows, int cols)
{
    const int small = rows < cols ? rows : cols;
    return small + 3 * cols + 1 + 2 * small + 1 + QR_BLOCK_COLUMNS * (cols + 1);
}

static nsd_status least_squares(int rows, int cols, int columns, double *A, double *B, int lwork,
                                nsd_least_squares_space *space)
{
    const nsd_int m = rows, n = cols, nrhs = columns, ld = rows > 0 ? rows : 1,
                  ldb = rows > cols ? rows : cols, size = lwork;
    nsd_int info = 0, found = 0;

    for (int j = 0; j < cols; j++) {
        space->pivot[j] = 0;
    }
    LAPACK(dgelsy)
    (&m, &n, &nrhs, A, &ld, B, &ldb, space->pivot, &space->rcond, &found, space->work, &size,
     &info);
    space->rank = (int)found;
    return info == 0 ? NSD_OK : NSD_STALLED;
}

nsd_status nsd_dense_least_squares(int rows, int cols, int columns, double *A, double *B,
                                   nsd_least_squares_space *space)
{
    const int more = columns > 1 ? 2 * columns : 0;
    return least_squares(rows, cols, columns, A, B, nsd_dense_least_squares_work(rows, cols) + more,
                         space);
}

nsd_status nsd_dense_pseudo_inverse(int n, double *A, double rcond, nsd_int *pivot, double *work,
                                    double *inverse)
{
    nsd_least_squares_space space = { .rcond = rcond };
    space.pivot = pivot;
    space.work = work;
    nsd_dense_identity(n, inverse);
    return least_squares(n, n, n, A, inverse, nsd_dense_least_squares_work(n, n), &space);
}
