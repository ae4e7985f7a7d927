/* [result, quiet] = nsd_kernel('run', family, arrays, run, options)
 *
 * family   a name in the list of family/mex_family.c
 * arrays   the system, as the reader of the family takes it
 * run      q0, v0, and the plan t0, h, tEnd, steps, every, times (internal/run/nsd_plan_run.m);
 *          events and eventCount of event methods; memory of a run that goes on
 * options  of nsd_options by their public names, without empty values that the family needs
 * result   the channels of a row, t, works and table (mex_sink.h); the outcome (mex_run.h); active,
 *          unless the run ended well; what the family adds: memory, sensitivity, contacts;
 *          userError, userWhere and userTime when a function raised
 * quiet    1 for runs of rigid bodies of which nsd_report.m would say nothing, else 0 */
#include "family/mex_trajectory.h"

void nsd_gateway_run(mxArray *plhs[], const mxArray *prhs[])
{
    const nsd_mex_beginning start = { .q0 = nsd_mex_member(prhs[2], "q0"),
                                      .v0 = nsd_mex_member(prhs[2], "v0") };
    double                  quiet = 0.0;
    plhs[0] = nsd_mex_trajectory_run(prhs, &start, &quiet);
    plhs[1] = mxCreateDoubleScalar(quiet);
}
