/* mex_options.h - the options of the kernels from the struct of nsd_options: the one place where
 * options are read, by the names that users write. The step h and t_end are those of each run. */
#ifndef NSD_MEX_OPTIONS_H
#define NSD_MEX_OPTIONS_H

#include "bodies/bodies.h"
#include "event/event_driven.h"
#include "host/mex_host.h"
#include "scheme/first_order/first_order_newton.h"

/* Time stepping. Gamma, Beta, AlphaM and AlphaF are those that nsd_newmark_parameters.m found. */
nsd_step_options nsd_mex_options_step(const mxArray *options);

nsd_nonlinear_options          nsd_mex_options_nonlinear(const mxArray *options);
nsd_event_options              nsd_mex_options_event_newmark(const mxArray *options);
nsd_first_order_newton_options nsd_mex_options_first_order(const mxArray *options);
nsd_bodies_options             nsd_mex_options_bodies(const mxArray *options);

/* first_step and largest_step 0: automatic. */
nsd_event_options nsd_mex_options_event(const mxArray *options);

#endif
