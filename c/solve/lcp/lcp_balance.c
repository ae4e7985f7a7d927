/* lcp_balance.c - powers of two that bring rows and columns of M to order one         (LCP.13) */
#include <math.h>
#include <string.h>

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

static int half_of(int exponent)
{
    return exponent == NO_EXPONENT ? 0 : exponent / 2;
}

/* Half of the largest exponent in each row and each column is taken off both at once: where M is
 * symmetric, rows and columns stay equal.                                            (LCP.13) */
static void balance_once(const nsd_lcp *lcp, int *row, int *column, int *of_row)
{
    const int n = lcp->n;
    int      *of_column = of_row + n;

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

int nsd_lcp_balance(const nsd_lcp *lcp, int *exponents)
{
    const int n = lcp->n;
    int      *row = exponents, *column = exponents + n;

    memset(exponents, 0, 4 * (size_t)n * sizeof *exponents);
    for (int pass = 0; pass < BALANCING_PASSES && n > 1; pass++) {
        balance_once(lcp, row, column, column + n);
        if (pass == 0 && !is_wide(n, row) && !is_wide(n, column)) {
            return 0;
        }
    }
    return n > 1;
}
