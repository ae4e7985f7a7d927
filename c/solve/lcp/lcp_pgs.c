/* lcp_pgs.c - projected Gauss-Seidel with over-relaxation                        (LCP.7) */
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Sweeps after which w = M z + q is computed afresh, as the updates of w add up rounding. Larger: a
 * sweep may work on a wrong w for longer. Smaller: more products with M. */
#define FRESH_SLACK_SWEEPS 32

/* One sweep over all unknowns; w = M z + q is updated by columns of M, which are contiguous. */
static void sweep(const nsd_lcp *lcp, double relaxation, double *z, double *w)
{
    for (int i = 0; i < lcp->n; i++) {
        const double *column = lcp->M + (size_t)i * (size_t)lcp->ld;
        const double  next = fmax(0.0, z[i] - relaxation * w[i] / column[i]); /* (LCP.7) */
        const double  change = next - z[i];
        if (change == 0.0) {
            continue;
        }
        const nsd_lcp_rows rows = nsd_lcp_rows_of(lcp, i);
        for (int j = rows.first; j <= rows.last; j++) {
            w[j] += column[j] * change;
        }
        z[i] = next;
    }
}

nsd_status nsd_lcp_pgs(const nsd_lcp *lcp, const nsd_lcp_options *options, nsd_scratch *scratch,
                       double *z, nsd_lcp_info *info)
{
    nsd_scratch space = *scratch;

    *info = (nsd_lcp_info){ 0, NAN, "pgs" };
    for (int i = 0; i < lcp->n; i++) {
        if (!(nsd_lcp_entry(lcp, i, i) > 0.0)) {
            return NSD_ERR_ZERO_PIVOT;
        }
        z[i] = z[i] > 0.0 && isfinite(z[i]) ? z[i] : 0.0;
    }
    double *w = nsd_scratch_doubles(&space, (size_t)lcp->n);
    NSD_TRY(nsd_scratch_status(&space));
    nsd_status status = nsd_lcp_finish(lcp, options, z, w, info);
    while (status != NSD_OK && info->iterations < options->max_iter && isfinite(info->residual) &&
           !nsd_poll_stopped(options->poll)) {
        sweep(lcp, options->relaxation, z, w);
        info->iterations++;
        if (nsd_lcp_residual_passes(lcp, z, w, options) ||
            info->iterations % FRESH_SLACK_SWEEPS == 0) {
            status = nsd_lcp_finish(lcp, options, z, w, info); /* w computed afresh */
        }
    }
    if (!isfinite(info->residual)) { /* z has overflowed: return zeros */
        memset(z, 0, (size_t)lcp->n * sizeof *z);
    }
    status = nsd_lcp_finish(lcp, options, z, w, info);
    return nsd_solver_end(options->poll, options->max_iter, status, info);
}
