/* [q, v, miss] = nsd_kernel('bodies_assemble', arrays, q, v)  - for nsd_prepare_start
 *
 * The start of the bodies of nsd_body_arrays.m moved onto their joints; v as the kernel has it.
 * miss: by how much q and v missed the equations of the joints, and what is left of that of q. */
#include "family/mex_bodies.h"

void nsd_gateway_bodies_assemble(mxArray *plhs[], const mxArray *prhs[])
{
    nsd_mex_bodies_at at = { .bodies = { .record = { .every = 0 } } };
    nsd_mex_bodies_begin(&at, prhs[0], prhs[1], prhs[2]);
    const nsd_mechanism *m = &at.bodies.mechanism;
    const double         miss[3] = { m->start[0], m->start[1], m->start_left };
    plhs[0] = nsd_mex_vector(at.state.q, at.n);
    plhs[1] = nsd_mex_vector(at.state.v, at.n);
    plhs[2] = nsd_mex_vector(miss, 3);
}
