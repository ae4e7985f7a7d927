/* nsd_lcp_residual.c - slack, residuals and acceptance of an LCP; the list of solvers. */
#include "nsd_lcp.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "nsd_dense.h"
#include "nsd_lcp_parts.h"

/* w <- w + M(:,columns) z(columns) for a full matrix. Four columns share one pass over w. This
 * loop is not a BLAS call because the bits must not depend on the number of threads. */
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

static void band_slack(const nsd_lcp *lcp, const double *z, double *w)
{
    const int n = lcp->n, b = lcp->bandwidth;
    for (int j = 0; j < n; j++) {
        if (z[j] == 0.0) {
            continue;
        }
        const double *column = lcp->M + (size_t)j * (size_t)lcp->ld;
        const int     first = j > b ? j - b : 0, last = j + b < n ? j + b : n - 1;
        for (int i = first; i <= last; i++) {
            w[i] += column[i] * z[j];
        }
    }
}

void nsd_lcp_slack(const nsd_lcp *lcp, const double *z, double *w)
{
    int columns[4], count = 0;

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

/* Largest |min(d_i z_i, w_i)|, d = 1 or |M(i,i)|; NaN if any z_i or w_i is not finite. */
static double natural_map(const nsd_lcp *lcp, const double *z, const double *w, int scaled)
{
    double largest = 0.0;
    for (int i = 0; i < lcp->n; i++) {
        const double diagonal = scaled ? fabs(nsd_lcp_entry(lcp, i, i)) : 1.0;
        const double u = diagonal > 0.0 ? diagonal * z[i] : z[i];
        if (!(fabs(u) <= DBL_MAX && fabs(w[i]) <= DBL_MAX)) {
            return NAN;
        }
        const double term = u < w[i] ? fabs(u) : fabs(w[i]);
        largest = term > largest ? term : largest;
    }
    return largest;
}

double nsd_lcp_residual(const nsd_lcp *lcp, const double *z, const double *w)
{
    return natural_map(lcp, z, w, 0) / fmax(1.0, nsd_max_abs(lcp->n, lcp->q));
}

int nsd_lcp_accept(const nsd_lcp *lcp, const double *z, const double *w, double tolerance)
{
    const double scale = nsd_max_abs(lcp->n, lcp->q);
    return natural_map(lcp, z, w, 1) <= tolerance * scale &&                      /* (LCP.4) */
           natural_map(lcp, z, w, 0) <= tolerance * fmax(1.0, scale);             /* (LCP.3) */
}

nsd_status nsd_lcp_finish(const nsd_lcp *lcp, const nsd_lcp_options *options, double *z, double *w,
                          nsd_lcp_info *info)
{
    nsd_lcp_slack(lcp, z, w);
    info->residual = nsd_lcp_residual(lcp, z, w);
    return nsd_lcp_accept(lcp, z, w, options->tolerance) ? NSD_OK : NSD_STALLED;
}

int nsd_lcp_finite(const nsd_lcp *lcp)
{
    for (int j = 0; j < lcp->n; j++) {
        const int first = j > lcp->bandwidth ? j - lcp->bandwidth : 0;
        const int last = lcp->n - 1 - j > lcp->bandwidth ? j + lcp->bandwidth : lcp->n - 1;
        if (!nsd_all_finite((size_t)(last - first + 1),
                            lcp->M + (size_t)j * (size_t)lcp->ld + first)) {
            return 0;
        }
    }
    return nsd_all_finite((size_t)lcp->n, lcp->q);
}

void nsd_lcp_scaling(const nsd_lcp *lcp, double *s)
{
    const int n = lcp->n, b = lcp->bandwidth;

    memset(s, 0, (size_t)n * sizeof *s);
    for (int j = 0; j < n; j++) {
        const int first = j > b ? j - b : 0, last = n - 1 - j > b ? j + b : n - 1;
        for (int i = first; i <= last; i++) {
            const double size = fabs(nsd_lcp_entry(lcp, i, j));
            s[i] = fmax(s[i], size);
            s[j] = fmax(s[j], size);
        }
    }
    for (int i = 0; i < n; i++) {
        const double diagonal = fabs(nsd_lcp_entry(lcp, i, i));
        const double size = diagonal > 1e-8 * s[i] ? diagonal : s[i];
        s[i] = size > 0.0 ? 1.0 / sqrt(size) : 1.0;
    }
}

nsd_status nsd_lcp_scalar(const nsd_lcp *lcp, double *z, nsd_lcp_info *info)
{
    const double M = lcp->M[0], q = lcp->q[0];

    info->iterations = 1;
    info->residual = 0.0;
    z[0] = 0.0;
    if (q >= 0.0) {
        return NSD_OK;
    }
    if (M > 0.0 && isfinite(q / M)) {
        z[0] = -q / M;
        info->residual = fabs(fmin(z[0], M * z[0] + q)) / fmax(1.0, -q);
        return NSD_OK; /* the error of one division and one product is below any tolerance */
    }
    info->residual = fabs(q) / fmax(1.0, fabs(q));
    return isfinite(q) && isfinite(M) ? NSD_RAY : NSD_ERR_NOT_FINITE;
}

nsd_lcp_solve_fn *nsd_lcp_find(const char *name)
{
    static const struct {
        const char       *name;
        nsd_lcp_solve_fn *solve;
    } solvers[] = { { "auto", nsd_lcp_auto },     { "active", nsd_lcp_active },
                    { "lemke", nsd_lcp_lemke },   { "newton", nsd_lcp_newton },
                    { "pgs", nsd_lcp_pgs } };
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        if (strcmp(name, solvers[i].name) == 0) {
            return solvers[i].solve;
        }
    }
    return NULL;
}
