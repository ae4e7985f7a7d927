/* [z, status, iterations, residual, solver] = nsd_kernel('relay', M, q, lower, upper, z0, options)
 * - for nsd_relay.m */
#include "host/mex_solver.h"
#include "solve/relay/relay.h"

void nsd_gateway_relay(mxArray *plhs[], const mxArray *prhs[])
{
    const size_t n = mxGetNumberOfElements(prhs[1]);
    nsd_relay    relay;
    relay.n = nsd_mex_count(n, "q");
    relay.M = nsd_mex_matrix(prhs[0], "M", n, n);
    relay.q = nsd_mex_matrix(prhs[1], "q", n, 1);
    /* one factor for M and q: z and its bounds keep their units */
    const int unit = nsd_mex_unit_of(relay.M, n * n, relay.q, n);
    relay.M = nsd_mex_scaled(relay.M, n * n, unit);
    relay.q = nsd_mex_scaled(relay.q, n, unit);
    relay.lower = nsd_mex_matrix(prhs[2], "lower", n, 1);
    relay.upper = nsd_mex_matrix(prhs[3], "upper", n, 1);

    const nsd_lcp_options options = nsd_mex_solver_options(prhs[5]);
    double               *z = nsd_mex_solver_start(prhs[4], "z0", n, &plhs[0]);
    nsd_mex_solver        solver = nsd_mex_solver_begin(nsd_relay_memory_scratch(relay.n) +
                                                        nsd_relay_scratch(&relay));
    nsd_relay_memory      memory;
    nsd_status            status = nsd_relay_memory_init(&memory, relay.n, &solver.scratch);
    if (status == NSD_OK) {
        nsd_relay_guess(&relay, z, &memory);
        status = nsd_relay_solve(&relay, &options, &memory, &solver.scratch, z, &solver.info);
    }
    nsd_mex_solver_end(&solver, status, "relay", plhs + 1);
}
