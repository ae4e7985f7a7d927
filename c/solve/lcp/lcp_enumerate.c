/* lcp_enumerate.c - every solution of a small LCP, one per support               (LCP.6)
 *
 * The supports are those of A = s M s, b = s q, z = s y (nsd_lcp_scaling). */
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Part of the terms of row i within which d_i z_i counts as zero and two solutions count as the
 * same. Larger: different solutions are merged. Smaller: one solution is found again on a larger
 * support. */
#define SAME_SOLUTION 1e-9

typedef struct enumeration {
    nsd_lcp_supports supports;
    const nsd_lcp   *lcp;     /* as given: its residual decides */
    nsd_lcp_options  options; /* on the residual                */
    double          *w;       /* slack of a candidate           */
} enumeration;

static size_t lay_out(enumeration *t, int n, nsd_scratch *scratch)
{
    t->w = nsd_scratch_doubles(scratch, (size_t)n);
    nsd_lcp_supports_init(&t->supports, 0, 0, n, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_lcp_enumerate_scratch(int n)
{
    return lay_out(&(enumeration){ 0 }, n, NSD_SCRATCH_COUNTER);
}

static int passes(void *context, const double *z)
{
    enumeration *t = context;
    nsd_lcp_slack(t->lcp, z, t->w);
    return nsd_lcp_residual_passes(t->lcp, z, t->w, &t->options);
}

/* 0 when z is among the solutions in Z: one with z_i = 0 for some i of its support has perhaps been
 * found on a smaller support. Zero and equal mean: beside the terms of row i           (LCP.4) */
static int is_new(enumeration *t, const double *Z, int found)
{
    const nsd_lcp *lcp = t->lcp;
    const unsigned mask = t->supports.tried - 1;
    const double  *z = t->supports.v;
    double        *same = t->w; /* z_i within this part of each other are equal */
    int            full = 1;

    for (int i = 0; i < lcp->n; i++) {
        same[i] = SAME_SOLUTION * nsd_lcp_terms(lcp, i, z) / nsd_lcp_unit(lcp, i);
        full &= !(mask >> i & 1u) || z[i] > same[i];
    }
    for (int k = 0; k < found && !full; k++) {
        int differs = 0;
        for (int i = 0; i < lcp->n && !differs; i++) {
            differs = fabs(Z[i + (size_t)k * (size_t)lcp->n] - z[i]) > same[i];
        }
        if (!differs) {
            return 0;
        }
    }
    return 1;
}

static void scale_problem(nsd_lcp_supports *supports, const nsd_lcp *lcp)
{
    nsd_lcp_scaled(lcp, supports->unit, supports->A);
    for (int i = 0; i < lcp->n; i++) {
        supports->b[i] = supports->unit[i] * lcp->q[i];
    }
    nsd_lcp_supports_begin(supports);
}

/* Columns of Z <- the solutions on all supports, with the accuracy of t->options */
static nsd_status try_supports(enumeration *t, int capacity, double *Z, int *found)
{
    nsd_lcp_supports *supports = &t->supports;
    const size_t      n = (size_t)t->lcp->n;

    *found = 0;
    scale_problem(supports, t->lcp);
    nsd_status status = nsd_lcp_supports_next(supports);
    for (; status == NSD_OK; status = nsd_lcp_supports_next(supports)) {
        if (!is_new(t, Z, *found)) {
            continue;
        }
        if (*found == capacity) {
            return NSD_ERR_TOO_LARGE;
        }
        memcpy(Z + (size_t)(*found)++ * n, supports->v, n * sizeof *Z);
    }
    return status == NSD_RAY && *found > 0 ? NSD_OK : status;
}

nsd_status nsd_lcp_enumerate(const nsd_lcp *lcp, const nsd_lcp_options *options,
                             nsd_scratch *scratch, int capacity, double *Z, int *found)
{
    nsd_scratch space = *scratch;
    enumeration t = { .lcp = lcp, .options = *options };

    *found = 0;
    if (lcp->n > NSD_LCP_ENUMERATE_MAX) {
        return NSD_ERR_TOO_LARGE;
    }
    if (!nsd_lcp_finite(lcp)) {
        return NSD_ERR_NOT_FINITE;
    }
    lay_out(&t, lcp->n, &space);
    NSD_TRY(nsd_scratch_status(&space));
    t.supports.passes = passes;
    t.supports.context = &t;
    t.supports.poll = options->poll;
    t.options.rounding = options->rounding < options->tolerance ? 0.0 : options->rounding;
    nsd_status status = try_supports(&t, capacity, Z, found);
    if (status == NSD_RAY && t.options.rounding < options->rounding) {
        t.options.rounding = options->rounding; /* rounding of data may leave no solution */
        status = try_supports(&t, capacity, Z, found);
    }
    return status;
}
