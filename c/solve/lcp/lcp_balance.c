/* lcp_balance.c - powers of two that bring rows and columns of M to order one         (LCP.13) */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solve/lcp/lcp_parts.h"

/* Passes over M; each halves the distance of the exponents from their limits. Fewer: units of very
 * different sizes are left apart. More: nothing, as exponents are rounded to whole numbers. */
#define BALANCING_PASSES 12

/* Difference of the exponents of two rows or columns after the first pass up to which M stays as
 * given: solvers take units that differ by a million as they are, and answers keep their last
 * bits. Larger: pivots of rows in small units count as lost. */
#define BALANCED_EXPONENTS 10

/* Below the exponent of every number, scaled or not: a row or column of zeros */
#define NO_EXPONENT (-100000)

/* Exponent of |x| 2^shift */
static int exponent_of(double x, int shift)
{
    int exponent = NO_EXPONENT - shift;
    if (x != 0.0) {
        frexp(x, &exponent);
    }
    return exponent + shift;
}

/* The least and the largest of n exponents are further apart than BALANCED_EXPONENTS. */
static int is_wide(int n, const int *exponent)
{
    int least = exponent[0], largest = exponent[0];
    for (int i = 1; i < n; i++) {
        least = exponent[i] < least ? exponent[i] : least;
        largest = exponent[i] > largest ? exponent[i] : largest;
    }
    return largest - least > BALANCED_EXPONENTS;
}

static int half_of(double exponent)
{
    return exponent == NO_EXPONENT ? 0 : (int)exponent / 2;
}

/* Half of the largest exponent in each row and each column is taken off both at once: where M is
 * symmetric, rows and columns stay equal.                                            (LCP.13) */
static void balance_once(const nsd_lcp *lcp, int *row, int *column, double *of_row)
{
    const int n = lcp->n;
    double   *of_column = of_row + n;

    for (int i = 0; i < n; i++) {
        of_row[i] = of_column[i] = NO_EXPONENT;
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            const int e = exponent_of(nsd_lcp_entry(lcp, i, j), row[i] + column[j]);
            of_row[i] = e > of_row[i] ? e : of_row[i];
            of_column[j] = e > of_column[j] ? e : of_column[j];
        }
    }
    for (int i = 0; i < n; i++) {
        row[i] -= half_of(of_row[i]);
        column[i] -= half_of(of_column[i]);
    }
}

/* The largest of n sizes is at most 2^BALANCED_EXPONENTS times the least. */
static int are_alike(int n, const double *size)
{
    double least = size[0], largest = size[0];
    for (int i = 1; i < n; i++) {
        least = size[i] < least ? size[i] : least;
        largest = size[i] > largest ? size[i] : largest;
    }
    return largest <= ldexp(least, BALANCED_EXPONENTS);
}

/* 1 when the rows and the columns of M are alike in size: the usual case, decided without
 * exponents of all entries. size: 2n, of columns, then of rows */
static int is_balanced(const nsd_lcp *lcp, double *size)
{
    const int    n = lcp->n;
    const size_t ld = (size_t)lcp->ld;
    double      *of_row = size + n;

    for (int j = 0; j < n; j++) {
        size[j] = nsd_dense_largest((size_t)n, lcp->M + (size_t)j * ld);
    }
    if (lcp->symmetric || !are_alike(n, size)) {
        return are_alike(n, size);
    }
    memset(of_row, 0, (size_t)n * sizeof *of_row);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            const double entry = fabs(lcp->M[(size_t)i + (size_t)j * ld]);
            of_row[i] = entry > of_row[i] ? entry : of_row[i];
        }
    }
    return are_alike(n, of_row);
}

int nsd_lcp_balance(const nsd_lcp *lcp, int *exponents, double *work)
{
    const int n = lcp->n;
    int      *row = exponents, *column = exponents + n;

    memset(exponents, 0, 2 * (size_t)n * sizeof *exponents);
    if (n < 2 || is_balanced(lcp, work)) {
        return 0;
    }
    for (int pass = 0; pass < BALANCING_PASSES; pass++) {
        balance_once(lcp, row, column, work);
        if (pass == 0 && !is_wide(n, row) && !is_wide(n, column)) {
            return 0;
        }
    }
    return 1;
}
