/* contacts = nsd_kernel('bodies_find', arrays, q)  - for NsdBodies.contacts
 *
 * The contacts of the bodies of nsd_body_arrays.m at q, as gateway 'run' records them,
 * without impulses. */
#include "family/mex_bodies.h"

void nsd_gateway_bodies_find(mxArray *plhs[], const mxArray *prhs[])
{
    nsd_mex_bodies_at at = { .bodies = { .record = { .every = 1 } } };
    nsd_mex_bodies_begin(&at, prhs[0], prhs[1], NULL);
    nsd_mex_require(nsd_bodies_find(&at.bodies), "bodies");
    nsd_mex_require(nsd_bodies_record(&at.bodies, &at.state), "bodies");
    plhs[0] = nsd_mex_bodies_export_contacts(&at.bodies);
}
