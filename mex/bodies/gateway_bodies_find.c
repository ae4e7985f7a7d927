/* contacts = nsd_kernel('bodies_find', arrays, q)  - for NsdBodies.contacts
 *
 * The contacts of the bodies of nsd_body_arrays.m at q, as gateway 'run' records them,
 * without impulses. */
#include "family/mex_bodies.h"

#include <string.h>

void nsd_gateway_bodies_find(mxArray *plhs[], const mxArray *prhs[])
{
    nsd_mex_bodies host;
    nsd_bodies     bodies = { .resize = mxRealloc, .record = { .every = 1 } };
    nsd_mex_bodies_read(prhs[0], &host);
    const nsd_sizes sizes = nsd_bodies_sizes(&host.set);
    const size_t    n = (size_t)sizes.n;
    nsd_scratch     memory = nsd_mex_scratch(nsd_state_scratch(&sizes));
    nsd_state       state;
    nsd_ledger      ledger;
    nsd_mex_require(nsd_state_init(&state, NULL, &sizes, 0.0, &memory), "bodies");
    memcpy(state.q, nsd_mex_matrix(prhs[1], "q", n, 1), n * sizeof(double));

    const nsd_bodies_options options = { 1.0, 0.0, 1.0, 1, 0, NULL };
    nsd_scratch              scratch = nsd_mex_scratch(nsd_bodies_scratch(&host.set));
    nsd_mex_require(nsd_bodies_init(&bodies, &host.set, &options, &scratch, &state, &ledger),
                    "bodies");
    nsd_mex_require(nsd_bodies_find(&bodies), "bodies");
    nsd_mex_require(nsd_bodies_record(&bodies, &state), "bodies");
    plhs[0] = nsd_mex_bodies_export_contacts(&bodies);
}
