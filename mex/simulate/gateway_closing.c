/* h = nsd_kernel('closing', closing, q0, v0)  - for nsd_choose_step.m
 *
 * closing  gaps and their accelerations: the fields of nsd_mex_trajectory_step (mex_trajectory.h)
 * h        the step that is short against the time until a gap closes, Inf where none does */
#include "family/mex_trajectory.h"

void nsd_gateway_closing(mxArray *plhs[], const mxArray *prhs[])
{
    plhs[0] = mxCreateDoubleScalar(nsd_mex_trajectory_step(prhs[0], prhs[1], prhs[2]));
}
