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
        for (int i = 0; i < lcp->n; i++) {
            w[i] += a[i] * za;
        }
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

typedef struct natural_residuals {
    double plain;  /* max |min(z_i, w_i)|, NaN if any z_i or w_i is not finite */
    double scaled; /* max |min(d_i z_i, w_i)|, d_i of nsd_lcp_unit             */
    double q;      /* max |q_i|                                                */
} natural_residuals;

/* The three numbers in one pass, and without fmax, which is a library call: every time step calls
 * this function. */
static natural_residuals residuals_of(const nsd_lcp *lcp, const double *z, const double *w)
{
    natural_residuals found = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < lcp->n; i++) {
        const double diagonal = fabs(nsd_lcp_entry(lcp, i, i)), q = fabs(lcp->q[i]);
        double       dz = diagonal * z[i];
        if (z[i] != 0.0 && dz < w[i]) { /* rare: only here does d_i decide */
            dz = nsd_lcp_unit(lcp, i) * z[i];
        }
        const double plain = fabs(z[i] < w[i] ? z[i] : w[i]);
        const double scaled = fabs(dz < w[i] ? dz : w[i]);
        if (!(fabs(z[i]) <= DBL_MAX && fabs(w[i]) <= DBL_MAX)) {
            found.plain = found.scaled = NAN;
            return found;
        }
        found.plain = plain > found.plain ? plain : found.plain;
        found.scaled = scaled > found.scaled ? scaled : found.scaled;
        found.q = q > found.q ? q : found.q;
    }
    return found;
}

double nsd_lcp_residual(const nsd_lcp *lcp, const double *z, const double *w)
{
    const natural_residuals found = residuals_of(lcp, z, w);
    return found.plain / (found.q > 1.0 ? found.q : 1.0);
}

nsd_status nsd_lcp_residual_status(const nsd_lcp *lcp, double tolerance, const double *z,
                                   const double *w, nsd_lcp_info *info)
{
    const natural_residuals found = residuals_of(lcp, z, w);
    const double            unit = found.q > 1.0 ? found.q : 1.0;
    info->residual = found.plain / unit;
    return found.scaled <= tolerance * found.q && found.plain <= tolerance * unit
               ? NSD_OK
               : NSD_STALLED; /* (LCP.3), (LCP.4) */
}

int nsd_lcp_residual_passes(const nsd_lcp *lcp, const double *z, const double *w, double tolerance)
{
    return nsd_lcp_residual_status(lcp, tolerance, z, w, &(nsd_lcp_info){ 0 }) == NSD_OK;
}

nsd_status nsd_lcp_finish(const nsd_lcp *lcp, const nsd_lcp_options *options, const double *z,
                          double *w, nsd_lcp_info *info)
{
    nsd_lcp_slack(lcp, z, w);
    return nsd_lcp_residual_status(lcp, options->tolerance, z, w, info);
}
