/* lcp_problem.c - band, symmetry and units of an LCP before it is solved; the LCP with one unknown;
 * the list of solvers. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Part of the largest entry in its row and column that a diagonal entry must have to set the unit
 * of its unknown. Larger: units follow couplings, and Lemke and Newton take more steps. Smaller: a
 * diagonal entry that is only rounding makes the scaled row huge. */
#define UNIT_DIAGONAL 1e-8

void nsd_lcp_detect(nsd_lcp *lcp)
{
    const int n = lcp->n;

    lcp->symmetric = 1;
    lcp->bandwidth = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < j; i++) {
            const double upper = nsd_lcp_entry(lcp, i, j), lower = nsd_lcp_entry(lcp, j, i);
            lcp->symmetric &= upper == lower;
            if ((upper != 0.0 || lower != 0.0) && j - i > lcp->bandwidth) {
                lcp->bandwidth = j - i;
            }
        }
    }
}

int nsd_lcp_finite(const nsd_lcp *lcp)
{
    for (int j = 0; j < lcp->n; j++) {
        const nsd_lcp_rows rows = nsd_lcp_rows_of(lcp, j);
        if (!nsd_dense_all_finite((size_t)(rows.last - rows.first + 1),
                                  lcp->M + (size_t)j * (size_t)lcp->ld + rows.first)) {
            return 0;
        }
    }
    return nsd_dense_all_finite((size_t)lcp->n, lcp->q);
}

double nsd_lcp_unit(const nsd_lcp *lcp, int j)
{
    const double       diagonal = fabs(nsd_lcp_entry(lcp, j, j));
    const nsd_lcp_rows rows = nsd_lcp_rows_of(lcp, j);
    double             largest = 0.0;

    for (int i = rows.first; i <= rows.last; i++) {
        largest = fmax(largest, fabs(nsd_lcp_entry(lcp, i, j)));
    }
    return diagonal > UNIT_DIAGONAL * largest ? diagonal : largest > 0.0 ? largest : 1.0;
}

void nsd_lcp_scaling(const nsd_lcp *lcp, double *s)
{
    const int n = lcp->n;

    memset(s, 0, (size_t)n * sizeof *s);
    for (int j = 0; j < n; j++) {
        const nsd_lcp_rows rows = nsd_lcp_rows_of(lcp, j);
        for (int i = rows.first; i <= rows.last; i++) {
            const double size = fabs(nsd_lcp_entry(lcp, i, j));
            s[i] = fmax(s[i], size);
            s[j] = fmax(s[j], size);
        }
    }
    for (int i = 0; i < n; i++) {
        const double diagonal = fabs(nsd_lcp_entry(lcp, i, i));
        const double size = diagonal > UNIT_DIAGONAL * s[i] ? diagonal : s[i];
        s[i] = size > 0.0 ? 1.0 / sqrt(size) : 1.0;
    }
}

void nsd_lcp_scaled(const nsd_lcp *lcp, double *s, double *A)
{
    const int n = lcp->n;

    nsd_lcp_scaling(lcp, s);
    memset(A, 0, (size_t)n * (size_t)n * sizeof *A);
    for (int j = 0; j < n; j++) {
        const nsd_lcp_rows rows = nsd_lcp_rows_of(lcp, j);
        for (int i = rows.first; i <= rows.last; i++) {
            A[(size_t)i + (size_t)j * (size_t)n] = s[i] * nsd_lcp_entry(lcp, i, j) * s[j];
        }
    }
}

nsd_status nsd_lcp_scalar(const nsd_lcp *lcp, double *z, nsd_lcp_info *info)
{
    const double M = lcp->M[0], q = lcp->q[0];

    info->iterations = 1;
    info->residual = 0.0;
    info->solver = "active";
    z[0] = 0.0;
    if (q >= 0.0 && q <= DBL_MAX) {
        return NSD_OK;
    }
    if (M > 0.0 && -q / M <= DBL_MAX) {
        z[0] = -q / M;
        const double w = M * z[0] + q; /* w is rounding, below any tolerance */
        info->residual = (w < 0.0 ? -w : w < z[0] ? w : z[0]) / (q < -1.0 ? -q : 1.0);
        return NSD_OK;
    }
    info->residual = q < -1.0 ? 1.0 : -q;
    return isfinite(q) && isfinite(M) ? NSD_RAY : NSD_ERR_NOT_FINITE;
}

nsd_lcp_solve_fn *nsd_lcp_find(const char *name)
{
    static const struct {
        const char       *name;
        nsd_lcp_solve_fn *solve;
    } solvers[] = { { "auto", nsd_lcp_auto },
                    { "active", nsd_lcp_active },
                    { "lemke", nsd_lcp_lemke },
                    { "newton", nsd_lcp_newton },
                    { "pgs", nsd_lcp_pgs } };
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        if (strcmp(name, solvers[i].name) == 0) {
            return solvers[i].solve;
        }
    }
    return NULL;
}
