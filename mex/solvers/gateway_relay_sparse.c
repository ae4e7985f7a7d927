/* [z, status, iterations, residual, solver] =
 *     nsd_kernel('relay_sparse', M, q, lower, upper, z0, options)
 * - for nsd_lcp.m, nsd_mlcp.m and nsd_relay.m with sparse matrices that are not symmetric. Where no
 * way leads to an answer, or a row of M is very full, the status is 'stalled', and the caller may
 * try others. */
#include <math.h>
#include <string.h>

#include "host/mex_solver.h"
#include "solve/relay/relay_sparse.h"

static nsd_status solve(nsd_relay_sparse *relay, const nsd_columns *M,
                        const nsd_lcp_options *options, double *z, nsd_solver_info *info)
{
    int         *count = mxMalloc(((size_t)M->n + 1) * sizeof *count);
    const double pairs = nsd_lu_plan_pairs(M, count);
    nsd_lu_plan  plan;

    mxFree(count);
    if (!nsd_lu_plan_fits(M, pairs)) {
        return NSD_STALLED;
    }
    nsd_scratch room = nsd_mex_scratch(nsd_lu_plan_scratch(M, pairs));
    NSD_TRY(nsd_lu_plan_init(&plan, M, pairs, &room));
    nsd_scratch            factors = nsd_mex_scratch(nsd_relay_sparse_scratch(&plan));
    const nsd_relay_sparse given = *relay;
    NSD_TRY(nsd_relay_sparse_init(relay, M, &plan, &factors));
    relay->q = given.q;
    relay->lower = given.lower;
    relay->upper = given.upper;
    relay->size = given.size;
    nsd_relay_sparse_guess(relay, z);
    const nsd_status status = nsd_relay_sparse_solve(relay, options, z, info);
    mxFree(factors.base);
    mxFree(room.base);
    return status;
}

void nsd_gateway_relay_sparse(mxArray *plhs[], const mxArray *prhs[])
{
    const size_t          n = mxGetNumberOfElements(prhs[1]);
    const nsd_columns     given = nsd_mex_columns(prhs[0], "M", n, n);
    const double         *q = nsd_mex_finite(prhs[1], "q", n, 1);
    const int             unit = nsd_mex_unit_of(given.values, (size_t)given.start[n], q, n);
    const nsd_lcp_options options = nsd_mex_solver_options(prhs[5]);
    nsd_mex_solver        solver = nsd_mex_solver_begin(0);
    nsd_relay_sparse      relay = { 0 };

    relay.q = nsd_mex_scaled(q, n, unit);
    relay.lower = nsd_mex_matrix(prhs[2], "lower", n, 1);
    relay.upper = nsd_mex_matrix(prhs[3], "upper", n, 1);
    double *z = nsd_mex_solver_start(prhs[4], "z0", n, &plhs[0]);
    for (size_t i = 0; i < n; i++) {
        relay.size = fmax(relay.size, fabs(relay.q[i]));
        NSD_MEX_REFUSE(!(relay.lower[i] <= relay.upper[i] && relay.lower[i] < INFINITY &&
                         relay.upper[i] > -INFINITY),
                       "lower and upper must enclose numbers");
        NSD_MEX_REFUSE(!isfinite(z[i]), "z0 must be finite");
    }
    relay.size = fmax(relay.size, 1e-318); /* q = 0: only rounding passes */
    const nsd_columns M = nsd_mex_with_diagonal(&given, unit);
    solver.info = (nsd_solver_info){ 0, NAN, "sparse" };
    const nsd_status status = n > 0 ? solve(&relay, &M, &options, z, &solver.info) : NSD_OK;
    nsd_mex_solver_end(&solver, status, "relay", plhs + 1);
}
