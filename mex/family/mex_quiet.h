/* mex_quiet.h - what can be seen of a start and of a run without nsd_simulate.m: gaps that
 * are open, how deep contacts were passed, and a run of which nsd_report.m would say nothing. */
#ifndef NSD_MEX_QUIET_H
#define NSD_MEX_QUIET_H

#include "family/mex_family.h"

/* 1 where all gaps are open at the start, the state of the run; 0 also where a function fails */
int nsd_mex_quiet_start(const nsd_family *family, const nsd_trajectory *run);

/* result.gaps <- least, largest and first gap of each contact over the rows of the result, m x 3;
 * nothing where there are no contacts or no rows, or a function fails */
void nsd_mex_quiet_add_gaps(const nsd_family *family, const nsd_trajectory *run, mxArray *result);

/* 1 where nsd_report.m would say nothing: the run has reached its end, energy was not gained, the
 * motion was the only one, and contacts are rigid and not passed deep; and there is no sensitivity,
 * of which nsd_simulate.m may warn. arguments: family, arrays,
 * run, options, and the limits of nsd_report_limits.m, a struct with deep, gain and drift */
int nsd_mex_quiet_run(const mxArray *const *arguments, const nsd_family *family,
                      const nsd_trajectory *run, const mxArray *result);

#endif
