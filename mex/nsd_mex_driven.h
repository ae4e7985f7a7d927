/* nsd_mex_driven.h - options of event-driven runs. */
#ifndef NSD_MEX_DRIVEN_H
#define NSD_MEX_DRIVEN_H

#include "nsd_event_driven.h"
#include "nsd_mex_run.h"

/* Fields tEnd, firstStep, largestStep, relTol, absTol, chatter (0 map, 1 threshold, 2 off),
 * chatterSpeed, chatterHeight, attract, integrator (0 auto, 1 dp54, 2 rosenbrock), refine,
 * maxEvents of `from`, and the LCP options of the run. */
nsd_driven_options nsd_mex_driven_options(const mxArray *from, const nsd_mex_run *run);

#endif
