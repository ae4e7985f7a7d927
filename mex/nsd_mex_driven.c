/* nsd_mex_driven.c - options of event-driven runs. */
#include "nsd_mex_driven.h"

nsd_driven_options nsd_mex_driven_options(const mxArray *from, const nsd_mex_run *run)
{
    nsd_driven_options options;
    options.t_end = nsd_mex_field(from, "tEnd");
    options.first_step = nsd_mex_field(from, "firstStep");
    options.largest_step = nsd_mex_field(from, "largestStep");
    options.rel_tol = nsd_mex_field(from, "relTol");
    options.abs_tol = nsd_mex_field(from, "absTol");
    options.chatter = (nsd_chatter)(int)nsd_mex_field(from, "chatter");
    options.chatter_speed = nsd_mex_field(from, "chatterSpeed");
    options.chatter_height = nsd_mex_field(from, "chatterHeight");
    options.attract = nsd_mex_field(from, "attract");
    options.integrator = (nsd_integrator)(int)nsd_mex_field(from, "integrator");
    options.refine = (int)nsd_mex_field(from, "refine");
    options.max_events = (long)nsd_mex_field(from, "maxEvents");
    options.lcp = run->options.lcp;
    options.user.count = 0;
    return options;
}
