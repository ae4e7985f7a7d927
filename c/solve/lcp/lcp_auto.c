/* lcp_auto.c - active sets first, then slower solvers until one answer passes    (LCP.10) */
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Unknowns up to which every support is tried when no solver finds a solution. Larger: 2^n
 * factorisations for each problem without a solution. Smaller: NSD_RAY is proved for fewer. */
#define MOST_ENUMERATED_UNKNOWNS 10

/* Part of its size by which the diagonal of M + M' is enlarged before the test for
 * semidefiniteness. Larger: indefinite matrices pass, and a ray of Lemke's path is believed too
 * early. Smaller: rounding in semidefinite matrices fails the test, and every solver is tried in
 * vain. */
#define SEMIDEFINITE_ROUNDING 1e-10

typedef struct attempts {
    double     *trial;  /* n: answer of the solver that runs, later a slack */
    nsd_scratch solver; /* for the solver that runs                         */
} attempts;

static size_t lay_out(attempts *t, int n, nsd_scratch *scratch)
{
    const size_t small = n <= MOST_ENUMERATED_UNKNOWNS ? nsd_lcp_enumerate_scratch(n) : 0;
    const size_t newton = nsd_scratch_larger(nsd_lcp_newton_scratch(n), nsd_lcp_lemke_scratch(n));
    t->trial = nsd_scratch_doubles(scratch, (size_t)n);
    t->solver = nsd_scratch_part(
        scratch, nsd_scratch_larger(nsd_scratch_larger(newton, nsd_lcp_active_scratch(n)), small));
    return nsd_scratch_counted(scratch);
}

size_t nsd_lcp_scratch(int n)
{
    return lay_out(&(attempts){ 0 }, n, NSD_SCRATCH_COUNTER);
}

/* Tries every support of a small problem: NSD_OK with z, NSD_RAY when there is no solution. */
static nsd_status try_every_support(const nsd_lcp *lcp, const nsd_lcp_options *options, attempts *t,
                                    double *z, nsd_lcp_info *info)
{
    int              found = 0;
    const nsd_status status = nsd_lcp_enumerate(lcp, options, &t->solver, 1, z, &found);
    if (found == 0) {
        return status;
    }
    info->solver = "enum";
    return nsd_lcp_finish(lcp, options, z, t->trial, info);
}

/* 1 when M + M' is positive semidefinite up to rounding: then a ray of Lemke's path proves that
 * there is no solution, and no other solver need be tried. */
static int is_semidefinite(const nsd_lcp *lcp, nsd_scratch scratch)
{
    const size_t n = (size_t)lcp->n;
    double      *A = nsd_scratch_doubles(&scratch, n * n);

    if (!A) {
        return 0;
    }
    for (int j = 0; j < lcp->n; j++) {
        for (int i = j; i < lcp->n; i++) {
            A[(size_t)i + (size_t)j * n] = i - j <= lcp->bandwidth
                                               ? nsd_lcp_entry(lcp, i, j) + nsd_lcp_entry(lcp, j, i)
                                               : 0.0;
        }
        A[(size_t)j * (n + 1)] *= 1.0 + SEMIDEFINITE_ROUNDING;
    }
    return nsd_dense_cholesky(lcp->n, A, lcp->n) == NSD_OK;
}

/* Lemke, Newton, projected Gauss-Seidel in turn; the answer with the least residual stays in
 * z. Unless M is semidefinite, a ray of Lemke is believed only after Newton and Gauss-Seidel
 * failed. */
static nsd_status try_other_solvers(const nsd_lcp *lcp, const nsd_lcp_options *options,
                                    nsd_scratch *scratch, double *z, nsd_lcp_info *info)
{
    nsd_lcp_solve_fn *const solvers[] = { nsd_lcp_lemke, nsd_lcp_newton, nsd_lcp_pgs };
    const size_t            bytes = (size_t)lcp->n * sizeof *z;
    nsd_status              verdict = NSD_STALLED;
    nsd_scratch             space = *scratch;
    attempts                t;

    lay_out(&t, lcp->n, &space);
    NSD_TRY(nsd_scratch_status(&space));
    for (int k = 0; k < 3; k++) {
        nsd_lcp_info attempt = { 0, 0.0, "" };
        memset(t.trial, 0, bytes); /* not z: active sets failed there */
        const nsd_status status = solvers[k](lcp, options, &t.solver, t.trial, &attempt);
        if (status == NSD_OK || (status > 0 && !(attempt.residual >= info->residual))) {
            memcpy(z, t.trial, bytes);
            info->residual = attempt.residual;
            info->solver = attempt.solver;
        }
        info->iterations += attempt.iterations;
        verdict = status == NSD_OK || status == NSD_RAY ? status : verdict;
        if (status == NSD_OK || status == NSD_STOPPED ||
            (status == NSD_RAY && is_semidefinite(lcp, t.solver))) {
            return status;
        }
    }
    return lcp->n <= MOST_ENUMERATED_UNKNOWNS ? try_every_support(lcp, options, &t, z, info)
                                              : verdict;
}

nsd_status nsd_lcp_auto(const nsd_lcp *lcp, const nsd_lcp_options *options, nsd_scratch *scratch,
                        double *z, nsd_lcp_info *info)
{
    const nsd_status status = nsd_lcp_active(lcp, options, scratch, z, info);
    if (status <= NSD_OK || status == NSD_STOPPED || lcp->n == 1) {
        return status;
    }
    if (!nsd_lcp_finite(lcp)) {
        return NSD_ERR_NOT_FINITE;
    }
    return try_other_solvers(lcp, options, scratch, z, info);
}
