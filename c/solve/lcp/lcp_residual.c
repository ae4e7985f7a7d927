/* lcp_residual.c - slack, residuals and acceptance of an LCP                (LCP.3), (LCP.4) */
#include "solve/lcp/lcp.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solve/lcp/lcp_parts.h"

/* w <- w + M(:,columns) z(columns) for a full matrix. Four columns share one pass over w. Not a
 * call of BLAS, whose bits depend on the number of threads. */
static void add_columns(const nsd_lcp *lcp, const int *columns, int count, const double *z,
                        double *w)
{
    const size_t  ld = (size_t)lcp->ld;
    const double *a = lcp->M + (size_t)columns[0] * ld;
    const double  za = z[columns[0]];

    if (count < 4) {
        nsd_dense_add(lcp->n, za, a, w);
        if (count > 1) {
            add_columns(lcp, columns + 1, count - 1, z, w);
        }
        return;
    }
    const double *b = lcp->M + (size_t)columns[1] * ld, *c = lcp->M + (size_t)columns[2] * ld;
    const double *d = lcp->M + (size_t)columns[3] * ld;
    const double  zb = z[columns[1]], zc = z[columns[2]], zd = z[columns[3]];
    for (int i = 0; i < lcp->n; i++) {
        w[i] += (a[i] * za + b[i] * zb) + (c[i] * zc + d[i] * zd);
    }
}

/* w <- w + M z for a band matrix, column by column */
static void band_slack(const nsd_lcp *lcp, const double *z, double *w)
{
    for (int j = 0; j < lcp->n; j++) {
        if (z[j] == 0.0) {
            continue;
        }
        const double      *column = lcp->M + (size_t)j * (size_t)lcp->ld;
        const nsd_lcp_rows rows = nsd_lcp_rows_of(lcp, j);
        for (int i = rows.first; i <= rows.last; i++) {
            w[i] += column[i] * z[j];
        }
    }
}

/* Bandwidth 1 row by row: the loops over three entries in band_slack cost more than the
 * products. */
static void tridiagonal_slack(const nsd_lcp *lcp, const double *z, double *w)
{
    const int     n = lcp->n;
    const size_t  ld = (size_t)lcp->ld;
    const double *column = lcp->M;

    w[0] = lcp->q[0] + (column[0] * z[0] + column[ld] * z[1]);
    for (int i = 1; i < n - 1; i++, column += ld) {
        const double *next = column + i + ld;
        w[i] = lcp->q[i] + (column[i] * z[i - 1] + next[0] * z[i] + next[ld] * z[i + 1]);
    }
    w[n - 1] = lcp->q[n - 1] + (column[n - 1] * z[n - 2] + column[n - 1 + ld] * z[n - 1]);
}

void nsd_lcp_slack(const nsd_lcp *lcp, const double *z, double *w)
{
    int columns[4], count = 0;

    if (lcp->bandwidth == 1 && lcp->n > 2) {
        tridiagonal_slack(lcp, z, w);
        return;
    }
    memcpy(w, lcp->q, (size_t)lcp->n * sizeof *w);
    if (lcp->bandwidth < lcp->n - 1) {
        band_slack(lcp, z, w);
        return;
    }
    for (int j = 0; j < lcp->n; j++) {
        if (z[j] != 0.0) { /* also true for NaN, which must reach w */
            columns[count++] = j;
        }
        if (count == 4 || (count > 0 && j == lcp->n - 1)) {
            add_columns(lcp, columns, count, z, w);
            count = 0;
        }
    }
}

double nsd_lcp_terms(const nsd_lcp *lcp, int i, const double *z)
{
    const nsd_lcp_rows columns = nsd_lcp_rows_of(lcp, i); /* the band is symmetric */
    double             sum = fabs(lcp->q[i]);

    for (int j = columns.first; j <= columns.last; j++) {
        sum += z[j] != 0.0 ? fabs(nsd_lcp_entry(lcp, i, j) * z[j]) : 0.0;
    }
    return sum <= DBL_MAX ? sum : 0.0;
}

/* The largest |q_j| sqrt(d_i / d_j) in units of row i, over the rows that row i is coupled with */
static double largest_coupled(const nsd_lcp *lcp, int i)
{
    const nsd_lcp_rows band = nsd_lcp_rows_of(lcp, i);
    const double       d = fabs(nsd_lcp_entry(lcp, i, i));
    double             largest = fabs(lcp->q[i]);

    for (int j = band.first; j <= band.last; j++) {
        const double other = fabs(nsd_lcp_entry(lcp, j, j)), q = fabs(lcp->q[j]);
        const double here = d > 0.0 && other > 0.0 ? q * sqrt(d / other) : q;
        if (here > largest && nsd_lcp_entry(lcp, i, j) != 0.0) {
            largest = here;
        }
    }
    return largest;
}

/* The same over all rows, from sizes that are found once for a problem */
static double largest_of_all(const nsd_lcp *lcp, int i, nsd_lcp_sizes *sizes)
{
    const double d = fabs(nsd_lcp_entry(lcp, i, i));

    if (!(d > 0.0)) {
        return sizes->largest;
    }
    if (sizes->in_units < 0.0) {
        sizes->in_units = sizes->plain = 0.0;
        for (int j = 0; j < lcp->n; j++) {
            const double other = fabs(nsd_lcp_entry(lcp, j, j)), q = fabs(lcp->q[j]);
            double      *size = other > 0.0 ? &sizes->in_units : &sizes->plain;
            *size = fmax(*size, other > 0.0 ? q / sqrt(other) : q);
        }
    }
    return fmax(fmax(fabs(lcp->q[i]), sizes->plain), sqrt(d) * sizes->in_units);
}

double nsd_lcp_allowed(const nsd_lcp *lcp, const nsd_lcp_options *options, int i, double own,
                       nsd_lcp_sizes *sizes)
{
    const double of_row = nsd_row_allowed(options->tolerance, 0.0, own, sizes->largest);
    if (!(options->rounding > 0.0)) {
        return of_row;
    }
    const double size = options->rounding < options->tolerance ? largest_coupled(lcp, i)
                                                               : largest_of_all(lcp, i, sizes);
    return fmax(of_row, options->rounding * (size < sizes->largest ? size : sizes->largest));
}

/* The natural residuals of row i */
typedef struct row_residual {
    double plain;  /* |min(z_i, w_i)|                                      */
    double scaled; /* |min(d_i z_i, w_i)| with d_i of nsd_lcp_unit         */
} row_residual;

static inline row_residual residual_of_row(const nsd_lcp *lcp, int i, const double *z,
                                           const double *w)
{
    double dz = fabs(nsd_lcp_entry(lcp, i, i)) * z[i];
    if (z[i] != 0.0 && dz < w[i]) { /* rare: only here does d_i decide */
        dz = nsd_lcp_unit(lcp, i) * z[i];
    }
    return (row_residual){ fabs(z[i] < w[i] ? z[i] : w[i]), fabs(dz < w[i] ? dz : w[i]) };
}

static int is_finite(const nsd_lcp *lcp, const double *z, const double *w)
{
    int finite = 1;
    for (int i = 0; i < lcp->n; i++) {
        finite &= fabs(z[i]) <= DBL_MAX && fabs(w[i]) <= DBL_MAX;
    }
    return finite;
}

double nsd_lcp_residual(const nsd_lcp *lcp, const double *z, const double *w)
{
    nsd_lcp_info info = { 0 };
    nsd_lcp_residual_status(lcp, &(nsd_lcp_options){ 0 }, z, w, &info);
    return info.residual;
}

/* 1 when row i passes in its own size. The sum of its terms is formed only where |q_i| alone is not
 * enough, which is rare.                                                               (LCP.4) */
static int row_passes(const nsd_lcp *lcp, const nsd_lcp_options *options, int i,
                      nsd_lcp_sizes *sizes, row_residual row, const double *z)
{
    const double tolerance = options->tolerance;
    const double whole = sizes->largest > 1.0 ? sizes->largest : 1.0;
    if (row.scaled <= tolerance * fabs(lcp->q[i]) && row.plain <= tolerance * whole) {
        return 1;
    }
    const double own = nsd_lcp_terms(lcp, i, z), rounding = NSD_ROW_ROUNDING * own;
    return row.plain <= tolerance * whole &&
           (row.scaled <= rounding ||
            row.scaled <= nsd_lcp_allowed(lcp, options, i, own, sizes) + rounding);
}

nsd_status nsd_lcp_residual_status(const nsd_lcp *lcp, const nsd_lcp_options *options,
                                   const double *z, const double *w, nsd_lcp_info *info)
{
    nsd_lcp_sizes sizes = { nsd_dense_largest((size_t)lcp->n, lcp->q), -1.0, 0.0 };
    const double  unit = sizes.largest > 1.0 ? sizes.largest : 1.0;
    double        plain = 0.0;
    int           passes = 1;

    for (int i = 0; i < lcp->n; i++) {
        const row_residual row = residual_of_row(lcp, i, z, w);
        plain = row.plain > plain ? row.plain : plain;
        passes = passes && row_passes(lcp, options, i, &sizes, row, z);
    }
    info->residual = is_finite(lcp, z, w) ? plain / unit : NAN;    /*                     (LCP.3) */
    return passes && info->residual >= 0.0 ? NSD_OK : NSD_STALLED; /* NaN stalls        (LCP.4) */
}

int nsd_lcp_residual_passes(const nsd_lcp *lcp, const double *z, const double *w,
                            const nsd_lcp_options *options)
{
    return nsd_lcp_residual_status(lcp, options, z, w, &(nsd_lcp_info){ 0 }) == NSD_OK;
}

nsd_status nsd_lcp_finish(const nsd_lcp *lcp, const nsd_lcp_options *options, const double *z,
                          double *w, nsd_lcp_info *info)
{
    nsd_lcp_slack(lcp, z, w);
    return nsd_lcp_residual_status(lcp, options, z, w, info);
}
