/* [q, v, miss] = nsd_kernel('bodies_assemble', arrays, q, v)  - for nsd_prepare_start
 *
 * The start of the bodies of nsd_body_arrays.m moved onto their joints; v as the kernel has it.
 * miss: by how much q and v missed the equations of the joints, and what is left of that of q. */
#include "family/mex_bodies.h"

#include <string.h>

void nsd_gateway_bodies_assemble(mxArray *plhs[], const mxArray *prhs[])
{
    nsd_mex_bodies host;
    nsd_bodies     bodies = { .resize = mxRealloc };
    nsd_mex_bodies_read(prhs[0], &host);
    const nsd_sizes sizes = nsd_bodies_sizes(&host.set);
    const size_t    n = (size_t)sizes.n;
    nsd_scratch     memory = nsd_mex_scratch(nsd_state_scratch(&sizes));
    nsd_state       state;
    nsd_ledger      ledger;
    nsd_mex_require(nsd_state_init(&state, NULL, &sizes, 0.0, &memory), "bodies");
    memcpy(state.q, nsd_mex_matrix(prhs[1], "q", n, 1), n * sizeof(double));
    memcpy(state.v, nsd_mex_matrix(prhs[2], "v", n, 1), n * sizeof(double));

    const nsd_bodies_options options = { 1.0, 0.0, 1.0, 1, 0, NULL };
    nsd_scratch              scratch = nsd_mex_scratch(nsd_bodies_scratch(&host.set));
    nsd_mex_require(nsd_bodies_init(&bodies, &host.set, &options, &scratch, &state, &ledger),
                    "bodies");
    const nsd_mechanism *m = &bodies.mechanism;
    const double         miss[3] = { m->start[0], m->start[1], m->start_left };
    plhs[0] = nsd_mex_vector(state.q, sizes.n);
    plhs[1] = nsd_mex_vector(state.v, sizes.n);
    plhs[2] = nsd_mex_vector(miss, 3);
}
