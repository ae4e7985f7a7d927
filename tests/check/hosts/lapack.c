/* lapack.c - what c/base/dense.c asks of BLAS and LAPACK, column by column and without any care for
 * speed, so that check_wine can link the C tests for Windows, where no Debian package has LAPACK.
 * Names and integers are those of MATLAB on Windows; only the variants that dense.c asks for are
 * here: lower triangles, steps of 1. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef ptrdiff_t in;
#define AT(A, ld, i, j) (A)[(i) + (j) * (ld)]

/* prototypes: the compiler warns of exported functions without */
void   dgemv(const char *, const in *, const in *, const double *, const double *, const in *,
             const double *, const in *, const double *, double *, const in *);
void   dger(const in *, const in *, const double *, const double *, const in *, const double *,
            const in *, double *, const in *);
void   dgemm(const char *, const char *, const in *, const in *, const in *, const double *,
             const double *, const in *, const double *, const in *, const double *, double *,
             const in *);
double ddot(const in *, const double *, const in *, const double *, const in *);
void   dtrsv(const char *, const char *, const char *, const in *, const double *, const in *,
             double *, const in *);
void   dpotrf(const char *, const in *, double *, const in *, in *);
void dpotrs(const char *, const in *, const in *, const double *, const in *, double *, const in *,
            in *);
void dgetrf(const in *, const in *, double *, const in *, in *, in *);
void dgetrs(const char *, const in *, const in *, const double *, const in *, const in *, double *,
            const in *, in *);
void dgecon(const char *, const in *, const double *, const in *, const double *, double *,
            double *, in *, in *);
void dpbtrf(const char *, const in *, const in *, double *, const in *, in *);
void dpbtrs(const char *, const in *, const in *, const in *, const double *, const in *, double *,
            const in *, in *);
void dgbtrf(const in *, const in *, const in *, const in *, double *, const in *, in *, in *);
void dgbtrs(const char *, const in *, const in *, const in *, const in *, const double *,
            const in *, const in *, double *, const in *, in *);
void dpttrf(const in *, double *, double *, in *);
void dpttrs(const in *, const in *, const double *, const double *, double *, const in *, in *);
void dsygv(const in *, const char *, const char *, const in *, double *, const in *, double *,
           const in *, double *, double *, const in *, in *);
void dgelsy(const in *, const in *, const in *, double *, const in *, double *, const in *, in *,
            const double *, in *, double *, const in *, in *);

static const in one = 1;

void dgemv(const char *op, const in *m, const in *n, const double *alpha, const double *A,
           const in *lda, const double *x, const in *incx, const double *beta, double *y,
           const in *incy)
{
    const int plain = *op == 'N';
    (void)incx, (void)incy;
    for (in i = 0; i < (plain ? *m : *n); i++) {
        double sum = 0.0;
        for (in j = 0; j < (plain ? *n : *m); j++) {
            sum += x[j] * (plain ? AT(A, *lda, i, j) : AT(A, *lda, j, i));
        }
        y[i] = *alpha * sum + (*beta == 0.0 ? 0.0 : *beta * y[i]);
    }
}

void dger(const in *m, const in *n, const double *alpha, const double *x, const in *incx,
          const double *y, const in *incy, double *A, const in *lda)
{
    (void)incx, (void)incy;
    for (in j = 0; j < *n; j++) {
        for (in i = 0; i < *m; i++) {
            AT(A, *lda, i, j) += *alpha * x[i] * y[j];
        }
    }
}

void dgemm(const char *op, const char *second, const in *m, const in *n, const in *k,
           const double *alpha, const double *A, const in *lda, const double *B, const in *ldb,
           const double *beta, double *C, const in *ldc)
{
    const int plain = *op == 'N';
    (void)second;
    for (in j = 0; j < *n; j++) {
        dgemv(op, plain ? m : k, plain ? k : m, alpha, A, lda, B + j * *ldb, &one, beta,
              C + j * *ldc, &one);
    }
}

double ddot(const in *n, const double *x, const in *incx, const double *y, const in *incy)
{
    double sum = 0.0;
    (void)incx, (void)incy;
    for (in i = 0; i < *n; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

void dtrsv(const char *uplo, const char *op, const char *diag, const in *n, const double *L,
           const in *ld, double *x, const in *inc)
{
    (void)uplo, (void)diag, (void)inc;
    if (*op == 'N') {
        for (in i = 0; i < *n; i++) {
            for (in j = 0; j < i; j++) {
                x[i] -= AT(L, *ld, i, j) * x[j];
            }
            x[i] /= AT(L, *ld, i, i);
        }
    } else {
        for (in i = *n - 1; i >= 0; i--) {
            for (in j = i + 1; j < *n; j++) {
                x[i] -= AT(L, *ld, j, i) * x[j];
            }
            x[i] /= AT(L, *ld, i, i);
        }
    }
}

void dpotrf(const char *uplo, const in *n, double *A, const in *ld, in *info)
{
    (void)uplo;
    *info = 0;
    for (in j = 0; j < *n; j++) {
        for (in i = j; i < *n; i++) {
            double sum = AT(A, *ld, i, j);
            for (in k = 0; k < j; k++) {
                sum -= AT(A, *ld, i, k) * AT(A, *ld, j, k);
            }
            if (i == j && !(sum > 0.0)) {
                *info = j + 1;
                return;
            }
            AT(A, *ld, i, j) = i == j ? sqrt(sum) : sum / AT(A, *ld, j, j);
        }
    }
}

void dpotrs(const char *uplo, const in *n, const in *count, const double *L, const in *ld,
            double *B, const in *ldb, in *info)
{
    *info = 0;
    for (in j = 0; j < *count; j++) {
        dtrsv(uplo, "N", "N", n, L, ld, B + j * *ldb, &one);
        dtrsv(uplo, "T", "N", n, L, ld, B + j * *ldb, &one);
    }
}

static void swap(double *a, double *b)
{
    const double c = *a;
    *a = *b;
    *b = c;
}

void dgetrf(const in *m, const in *n, double *A, const in *ld, in *pivot, in *info)
{
    (void)m;
    *info = 0;
    for (in k = 0; k < *n; k++) {
        in best = k;
        for (in i = k + 1; i < *n; i++) {
            best = fabs(AT(A, *ld, i, k)) > fabs(AT(A, *ld, best, k)) ? i : best;
        }
        pivot[k] = best + 1;
        if (AT(A, *ld, best, k) == 0.0) {
            *info = *info == 0 ? k + 1 : *info;
            continue;
        }
        for (in j = 0; best != k && j < *n; j++) {
            swap(&AT(A, *ld, k, j), &AT(A, *ld, best, j));
        }
        for (in i = k + 1; i < *n; i++) {
            const double f = AT(A, *ld, i, k) /= AT(A, *ld, k, k);
            for (in j = k + 1; j < *n; j++) {
                AT(A, *ld, i, j) -= f * AT(A, *ld, k, j);
            }
        }
    }
}

/* x <- U^-1 L^-1 x */
static void lower_upper(in n, const double *LU, in ld, double *x)
{
    for (in i = 0; i < n; i++) {
        for (in j = 0; j < i; j++) {
            x[i] -= AT(LU, ld, i, j) * x[j];
        }
    }
    for (in i = n - 1; i >= 0; i--) {
        for (in j = i + 1; j < n; j++) {
            x[i] -= AT(LU, ld, i, j) * x[j];
        }
        x[i] /= AT(LU, ld, i, i);
    }
}

void dgetrs(const char *op, const in *n, const in *count, const double *LU, const in *ld,
            const in *pivot, double *B, const in *ldb, in *info)
{
    (void)op;
    *info = 0;
    for (in c = 0; c < *count; c++) {
        double *x = B + c * *ldb;
        for (in k = 0; k < *n; k++) {
            swap(&x[k], &x[pivot[k] - 1]);
        }
        lower_upper(*n, LU, *ld, x);
    }
}

void dgecon(const char *norm, const in *n, const double *LU, const in *ld, const double *size,
            double *rcond, double *work, in *iwork, in *info)
{
    double largest = 0.0; /* 1-norm of the inverse: exchanges of rows do not change it */
    (void)norm, (void)iwork;
    *info = 0;
    for (in j = 0; j < *n; j++) {
        double sum = 0.0;
        memset(work, 0, (size_t)*n * sizeof *work);
        work[j] = 1.0;
        lower_upper(*n, LU, *ld, work);
        for (in i = 0; i < *n; i++) {
            sum += fabs(work[i]);
        }
        largest = sum > largest ? sum : largest;
    }
    *rcond = *n == 0 ? 1.0 : largest > 0.0 && *size > 0.0 ? 1.0 / (largest * *size) : 0.0;
}

void dpbtrf(const char *uplo, const in *n, const in *kd, double *ab, const in *ld, in *info)
{
    (void)uplo;
    *info = 0;
    for (in j = 0; j < *n; j++) {
        for (in i = j; i < *n && i <= j + *kd; i++) {
            double sum = AT(ab, *ld, i - j, j);
            for (in k = i > *kd ? i - *kd : 0; k < j; k++) {
                sum -= AT(ab, *ld, i - k, k) * AT(ab, *ld, j - k, k);
            }
            if (i == j && !(sum > 0.0)) {
                *info = j + 1;
                return;
            }
            AT(ab, *ld, i - j, j) = i == j ? sqrt(sum) : sum / AT(ab, *ld, 0, j);
        }
    }
}

void dpbtrs(const char *uplo, const in *n, const in *kd, const in *count, const double *ab,
            const in *ld, double *x, const in *ldb, in *info)
{
    (void)uplo, (void)count, (void)ldb;
    *info = 0;
    for (in i = 0; i < *n; i++) {
        for (in j = i > *kd ? i - *kd : 0; j < i; j++) {
            x[i] -= AT(ab, *ld, i - j, j) * x[j];
        }
        x[i] /= AT(ab, *ld, 0, i);
    }
    for (in i = *n - 1; i >= 0; i--) {
        for (in j = i + 1; j < *n && j <= i + *kd; j++) {
            x[i] -= AT(ab, *ld, j - i, i) * x[j];
        }
        x[i] /= AT(ab, *ld, 0, i);
    }
}

void dgbtrf(const in *m, const in *n, const in *kl, const in *ku, double *ab, const in *ld,
            in *pivot, in *info)
{
    const in wide = *kl + *ku; /* AT(ab, ld, wide + i - j, j) is A(i, j) */
    (void)m;
    *info = 0;
    for (in j = 0; j < *n; j++) { /* rows come up by exchanges: room for them */
        memset(ab + j * *ld, 0, (size_t)*kl * sizeof *ab);
    }
    for (in k = 0; k < *n; k++) {
        in best = k;
        for (in i = k + 1; i < *n && i <= k + *kl; i++) {
            best = fabs(AT(ab, *ld, wide + i - k, k)) > fabs(AT(ab, *ld, wide + best - k, k))
                       ? i
                       : best;
        }
        pivot[k] = best + 1;
        if (AT(ab, *ld, wide + best - k, k) == 0.0) {
            *info = *info == 0 ? k + 1 : *info;
            continue;
        }
        for (in j = k; best != k && j < *n && j <= k + wide; j++) {
            swap(&AT(ab, *ld, wide + k - j, j), &AT(ab, *ld, wide + best - j, j));
        }
        for (in i = k + 1; i < *n && i <= k + *kl; i++) {
            const double f = AT(ab, *ld, wide + i - k, k) /= AT(ab, *ld, wide, k);
            for (in j = k + 1; j < *n && j <= k + wide; j++) {
                AT(ab, *ld, wide + i - j, j) -= f * AT(ab, *ld, wide + k - j, j);
            }
        }
    }
}

void dgbtrs(const char *op, const in *n, const in *kl, const in *ku, const in *count,
            const double *ab, const in *ld, const in *pivot, double *x, const in *ldb, in *info)
{
    const in wide = *kl + *ku;
    (void)op, (void)count, (void)ldb;
    *info = 0;
    for (in k = 0; k < *n; k++) {
        swap(&x[k], &x[pivot[k] - 1]);
        for (in i = k + 1; i < *n && i <= k + *kl; i++) {
            x[i] -= AT(ab, *ld, wide + i - k, k) * x[k];
        }
    }
    for (in i = *n - 1; i >= 0; i--) {
        for (in j = i + 1; j < *n && j <= i + wide; j++) {
            x[i] -= AT(ab, *ld, wide + i - j, j) * x[j];
        }
        x[i] /= AT(ab, *ld, wide, i);
    }
}

void dpttrf(const in *n, double *d, double *e, in *info)
{
    *info = 0;
    for (in i = 0; i < *n; i++) {
        if (!(d[i] > 0.0)) {
            *info = i + 1;
            return;
        }
        if (i + 1 < *n) {
            const double f = e[i] / d[i];
            d[i + 1] -= f * e[i];
            e[i] = f;
        }
    }
}

void dpttrs(const in *n, const in *count, const double *d, const double *e, double *x,
            const in *ldb, in *info)
{
    (void)count, (void)ldb;
    *info = 0;
    for (in i = 1; i < *n; i++) {
        x[i] -= e[i - 1] * x[i - 1];
    }
    for (in i = *n - 1; i >= 0; i--) {
        x[i] = x[i] / d[i] - (i + 1 < *n ? e[i] * x[i + 1] : 0.0);
    }
}

/* one rotation of Jacobi's method in the plane p, q of the symmetric matrix C and the vectors V */
static void rotate(in n, double *C, double *V, in p, in q)
{
    const double theta = (AT(C, n, q, q) - AT(C, n, p, p)) / (2.0 * AT(C, n, p, q));
    const double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + hypot(theta, 1.0));
    const double c = 1.0 / hypot(t, 1.0), s = t * c;
    for (in k = 0; k < n; k++) {
        const double a = AT(C, n, k, p), b = AT(C, n, k, q);
        AT(C, n, k, p) = c * a - s * b;
        AT(C, n, k, q) = s * a + c * b;
    }
    for (in k = 0; k < n; k++) {
        const double a = AT(C, n, p, k), b = AT(C, n, q, k);
        AT(C, n, p, k) = c * a - s * b;
        AT(C, n, q, k) = s * a + c * b;
    }
    for (in k = 0; k < n; k++) {
        const double a = AT(V, n, k, p), b = AT(V, n, k, q);
        AT(V, n, k, p) = c * a - s * b;
        AT(V, n, k, q) = s * a + c * b;
    }
}

void dsygv(const in *type, const char *job, const char *uplo, const in *size, double *A,
           const in *lda, double *B, const in *ldb, double *lambda, double *work, const in *lwork,
           in *info)
{
    const in n = *size;
    double  *C = calloc((size_t)(2 * n * n) + 1, sizeof *C), *V = C + n * n;
    (void)type, (void)job, (void)lda, (void)work, (void)lwork;
    dpotrf(uplo, size, B, ldb, info);
    *info += *info > 0 ? n : 0;
    for (in j = 0; j < n && *info == 0; j++) { /* C = L^-1 A L^-T, columns, then rows */
        for (in i = 0; i < n; i++) {
            AT(C, n, i, j) = i >= j ? AT(A, n, i, j) : AT(A, n, j, i);
        }
        dtrsv(uplo, "N", "N", size, B, ldb, C + j * n, &one);
        AT(V, n, j, j) = 1.0;
    }
    for (in j = 0; j < n && *info == 0; j++) {
        for (in i = 0; i < n; i++) {
            A[i] = AT(C, n, j, i);
        }
        dtrsv(uplo, "N", "N", size, B, ldb, A, &one);
        for (in i = 0; i < n; i++) {
            AT(C, n, j, i) = A[i];
        }
    }
    for (int sweep = 0; sweep < 60 && *info == 0; sweep++) {
        for (in p = 0; p < n; p++) {
            for (in q = p + 1; q < n; q++) {
                if (AT(C, n, p, q) != 0.0) {
                    rotate(n, C, V, p, q);
                }
            }
        }
    }
    for (in j = 0; j < n && *info == 0; j++) { /* the smallest that is left comes next */
        in best = 0;
        for (in k = 1; k < n; k++) {
            best = AT(C, n, k, k) < AT(C, n, best, best) ? k : best;
        }
        lambda[j] = AT(C, n, best, best);
        AT(C, n, best, best) = HUGE_VAL;
        memcpy(A + j * n, V + best * n, (size_t)n * sizeof *A);
        dtrsv(uplo, "T", "N", size, B, ldb, A + j * n, &one);
    }
    free(C);
}

/* Householder: x <- (I - 2 v v' / v'v) x; v begins at `first` */
static void reflect(in rows, in first, const double *v, double *x)
{
    double vv = 0.0, vx = 0.0;
    for (in i = first; i < rows; i++) {
        vv += v[i] * v[i];
        vx += v[i] * x[i];
    }
    for (in i = first; i < rows && vv > 0.0; i++) {
        x[i] -= 2.0 * vx / vv * v[i];
    }
}

static double length_of(in rows, in first, const double *x)
{
    double sum = 0.0;
    for (in i = first; i < rows; i++) {
        sum += x[i] * x[i];
    }
    return sqrt(sum);
}

/* QR of A (rows x cols, no gaps): the vectors of Householder go to V, R stays in A; with `order`
 * columns are exchanged, longest first */
static void factor_qr(in rows, in cols, double *A, double *V, in *order)
{
    for (in k = 0; k < cols && k < rows; k++) {
        for (in j = k + 1; order && j < cols; j++) {
            if (length_of(rows, k, A + j * rows) > length_of(rows, k, A + k * rows)) {
                const in keep = order[k];
                order[k] = order[j];
                order[j] = keep;
                for (in i = 0; i < rows; i++) {
                    swap(&AT(A, rows, i, k), &AT(A, rows, i, j));
                }
            }
        }
        double *v = V + k * rows;
        memset(v, 0, (size_t)rows * sizeof *v);
        memcpy(v + k, A + k * rows + k, (size_t)(rows - k) * sizeof *v);
        v[k] += (v[k] < 0.0 ? -1.0 : 1.0) * length_of(rows, k, v);
        for (in j = k; j < cols; j++) {
            reflect(rows, k, v, A + j * rows);
        }
    }
}

/* x <- the shortest solution of R x = c, R the first `rank` rows of A (rows x n), x = c on entry */
static void shortest(in rows, in n, in rank, const double *A, double *x, double *room)
{
    double *T = room, *V = T + n * n;
    for (in i = 0; i < rank; i++) { /* R' */
        for (in j = 0; j < n; j++) {
            AT(T, n, j, i) = j >= i ? AT(A, rows, i, j) : 0.0;
        }
    }
    factor_qr(n, rank, T, V, NULL);
    for (in i = 0; i < rank; i++) { /* T' z = c */
        for (in j = 0; j < i; j++) {
            x[i] -= AT(T, n, j, i) * x[j];
        }
        x[i] /= AT(T, n, i, i);
    }
    memset(x + rank, 0, (size_t)(n - rank) * sizeof *x);
    for (in k = rank - 1; k >= 0; k--) {
        reflect(n, k, V + k * n, x);
    }
}

void dgelsy(const in *rows, const in *cols, const in *count, double *A, const in *lda, double *B,
            const in *ldb, in *pivot, const double *rcond, in *rank, double *work, const in *lwork,
            in *info)
{
    const in m = *rows, n = *cols, least = m < n ? m : n;
    double  *R = calloc((size_t)(2 * m * n + 2 * n * n + n) + 1, sizeof *R), *V = R + m * n;
    double  *room = V + m * n, *x = room + 2 * n * n;
    (void)work, (void)lwork;
    *info = *rank = 0;
    for (in j = 0; j < n; j++) {
        pivot[j] = j + 1;
        memcpy(R + j * m, A + j * *lda, (size_t)m * sizeof *R);
    }
    factor_qr(m, n, R, V, pivot);
    while (*rank < least && fabs(AT(R, m, *rank, *rank)) > *rcond * fabs(R[0])) {
        ++*rank;
    }
    for (in c = 0; c < *count; c++) {
        double *b = B + c * *ldb;
        for (in k = 0; k < least; k++) {
            reflect(m, k, V + k * m, b);
        }
        memcpy(x, b, (size_t)*rank * sizeof *x);
        shortest(m, n, *rank, R, x, room);
        for (in j = 0; j < n; j++) {
            b[pivot[j] - 1] = x[j];
        }
    }
    free(R);
}
