/* dense.h - the only door to BLAS and LAPACK; the width of LAPACK's integers is fixed here.
 *
 * Matrices are column-major with leading dimension ld. Factorisations work in place. */
#ifndef NSD_DENSE_H
#define NSD_DENSE_H

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/status.h"

#ifdef NSD_LAPACK_64 /* MATLAB's BLAS and LAPACK take 64-bit integers */
typedef ptrdiff_t nsd_int;
#else
typedef int nsd_int;
#endif

/* Lets OpenBLAS use `count` threads and returns the number of threads it used before; returns 0,
 * and changes nothing, when another BLAS is linked, and outside Linux. Threads split sums and so
 * change last bits, and below a few hundred unknowns threads only cost time: a gateway asks for one
 * thread before a kernel runs, and for the earlier number after it. */
int nsd_dense_blas_threads(int count);

typedef enum nsd_transpose { NSD_PLAIN = 'N', NSD_TRANSPOSED = 'T' } nsd_transpose;

/* y <- alpha op(A) x + beta y,  A rows x cols */
void nsd_dense_gemv(nsd_transpose op, int rows, int cols, double alpha, const double *A, int ld,
                    const double *x, double beta, double *y);
/* A <- A + alpha x y' */
void nsd_dense_ger(int rows, int cols, double alpha, const double *x, const double *y, double *A,
                   int ld);
/* C <- alpha op(A) B + beta C,  C rows x cols, inner dimension `inner` */
void nsd_dense_gemm(nsd_transpose op, int rows, int cols, int inner, double alpha, const double *A,
                    int lda, const double *B, int ldb, double beta, double *C, int ldc);

/* y <- y + s x */
static inline void nsd_dense_add(ptrdiff_t n, double s, const double *x, double *y)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] += s * x[i];
    }
}
/* z <- x + s y; z may be x or y */
static inline void nsd_dense_sum(ptrdiff_t n, const double *x, double s, const double *y, double *z)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        z[i] = x[i] + s * y[i];
    }
}
/* y <- s x; y may be x */
static inline void nsd_dense_scale(ptrdiff_t n, double s, const double *x, double *y)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = s * x[i];
    }
}
/* z <- x + s (y - x); z may be x or y */
static inline void nsd_dense_between(ptrdiff_t n, double s, const double *x, const double *y,
                                     double *z)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        z[i] = x[i] + s * (y[i] - x[i]);
    }
}

double nsd_dense_dot(int n, const double *x, const double *y); /* x'y */
double nsd_dense_max_abs(int n, const double *x);              /* NaN if any entry is NaN */
int    nsd_dense_all_finite_many(size_t n, const double *x);   /* for nsd_dense_all_finite */
double nsd_dense_largest_many(size_t n, const double *x);      /* for nsd_dense_largest    */

/* Entries up to which these three are inline; only speed depends on this number. */
#define NSD_DENSE_INLINE_ENTRIES 4

/* to <- from, which do not overlap; a call of memcpy costs as much as some twenty entries */
static inline void nsd_dense_copy(size_t n, const double *from, double *to)
{
    if (n > NSD_DENSE_INLINE_ENTRIES) {
        memcpy(to, from, n * sizeof *to);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        to[i] = from[i];
    }
}

/* 1 when no entry of x is NaN or infinite */
static inline int nsd_dense_all_finite(size_t n, const double *x)
{
    if (n > NSD_DENSE_INLINE_ENTRIES) {
        return nsd_dense_all_finite_many(n, x);
    }
    double sum = 0.0; /* 0 x is NaN for NaN and Inf, else 0 */
    for (size_t i = 0; i < n; i++) {
        sum += 0.0 * x[i];
    }
    return sum == 0.0;
}

/* The largest |x_i| of the entries that are numbers; without fmax, which is a library call */
static inline double nsd_dense_largest(size_t n, const double *x)
{
    if (n > NSD_DENSE_INLINE_ENTRIES) {
        return nsd_dense_largest_many(n, x);
    }
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
    }
    return largest;
}

/* Cholesky A = L L' in the lower triangle: NSD_OK or NSD_ERR_NOT_DEFINITE. */
nsd_status nsd_dense_cholesky(int n, double *A, int ld);
/* B <- A^-1 B with the factor L, B n x columns */
void nsd_dense_cholesky_solve(int n, int columns, const double *L, int ld, double *B, int ldb);
/* x <- A^-1 x with the factor L: cheaper for one right-hand side than nsd_dense_cholesky_solve */
void nsd_dense_cholesky_solve_one(int n, const double *L, int ld, double *x);

/* LU with row exchanges: NSD_OK or NSD_ERR_SINGULAR (exact zero pivot). */
nsd_status nsd_dense_lu(int n, double *A, int ld, nsd_int *pivot);
/* B <- A^-1 B with the factors LU, B n x columns */
void nsd_dense_lu_solve(int n, int columns, const double *LU, int ld, const nsd_int *pivot,
                        double *B, int ldb);
/* The same for many columns, in half of the time or less: triangles of some unknowns are inverted,
 * which may cost digits where they are singular but for rounding. */
void nsd_dense_lu_solve_many(int n, int columns, const double *LU, int ld, const nsd_int *pivot,
                             double *B, int ldb);

/* A <- the identity, n x n */
void nsd_dense_identity(int n, double *A);
/* inverse <- A^-1, A <- its LU factors; leading dimensions n */
nsd_status nsd_dense_invert(int n, double *A, nsd_int *pivot, double *inverse);

/* LU of an n x n matrix, leading dimension n; also NSD_ERR_SINGULAR when the reciprocal condition
 * number is not above least_rcond. work 4n, iwork n. */
nsd_status nsd_dense_lu_regular(int n, double *A, double least_rcond, nsd_int *pivot, double *work,
                                nsd_int *iwork);

/* A linear system in LAPACK's storage, and then its factors in the place of the matrix. Cholesky's
 * factors need the lower triangle of a positive definite matrix only. */
typedef enum nsd_system_kind {
    NSD_SYSTEM_LU, /* dense */
    NSD_SYSTEM_CHOLESKY,
    NSD_SYSTEM_BAND_LU,       /* numbers: n (3 width + 1) */
    NSD_SYSTEM_BAND_CHOLESKY, /* n (width + 1) */
    NSD_SYSTEM_TRIDIAGONAL    /* L D L' of a positive definite matrix; A: its diagonal */
} nsd_system_kind;

typedef struct nsd_dense_system {
    nsd_system_kind kind;
    int             n, width;       /* unknowns, width of the band to either side of the diagonal */
    size_t          offset, stride; /* entry (i,j) is A[offset + i + j stride]           */
    double         *A;
    double         *next;  /* tridiagonal: n - 1 entries beside the diagonal */
    nsd_int        *pivot; /* LU: n */
} nsd_dense_system;

/* The kind and the sizes; width is not used for dense and tridiagonal systems. */
void nsd_dense_system_set(nsd_dense_system *system, nsd_system_kind kind, int n, int width);

/* Address of entry (i,j), which must be stored; (i+1,j) follows. */
static inline double *nsd_dense_system_at(const nsd_dense_system *system, int i, int j)
{
    return system->A + system->offset + (size_t)i + (size_t)j * system->stride;
}

/* A <- its factors: NSD_OK, or NSD_ERR_SINGULAR (LU), NSD_ERR_NOT_DEFINITE (others) */
nsd_status nsd_dense_system_factor(const nsd_dense_system *system);
/* x <- A^-1 x, with the factors */
void nsd_dense_system_solve(const nsd_dense_system *system, double *x);

/* Eigenvalues (ascending) of A x = lambda B x, B positive definite, with vectors x'B x = 1 in A; B
 * is destroyed. Both leading dimensions are n; work 3n. */
nsd_status nsd_dense_eigen_pair(int n, double *A, double *B, double *lambda, double *work);

/* Doubles of work space for the functions below with one right-hand side */
int nsd_dense_least_squares_work(int rows, int cols);

typedef struct nsd_least_squares_space {
    double   rcond; /* pivots below this part of the largest count as zero         */
    nsd_int *pivot; /* cols                                                        */
    double  *work;  /* nsd_dense_least_squares_work, and 2 columns if there are several */
    int      rank;  /* result                                                      */
} nsd_least_squares_space;

/* Minimum-norm least squares min |A X - B| by a rank-revealing QR: A rows x cols and destroyed, B
 * max(rows, cols) x columns returns the solutions. Leading dimensions are the numbers of rows. */
nsd_status nsd_dense_least_squares(int rows, int cols, int columns, double *A, double *B,
                                   nsd_least_squares_space *space);

/* inverse <- pseudo-inverse of the n x n matrix A (destroyed) */
nsd_status nsd_dense_pseudo_inverse(int n, double *A, double rcond, nsd_int *pivot, double *work,
                                    double *inverse);

#endif
