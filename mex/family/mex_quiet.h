/* mex_quiet.h - what can be seen of a start and of a run without nsd_simulate.m: gaps that
 * are open, how deep contacts were passed, and a run of which nsd_report.m would say nothing. */
#ifndef NSD_MEX_QUIET_H
#define NSD_MEX_QUIET_H

#include "family/mex_family.h"
#include "simulate/gaps.h"

typedef struct nsd_mex_quiet { /* what nsd_report.m would warn of                               */
    int    loud;               /* 1: compliant contacts and sensitivities: nsd_simulate.m looks */
    int    bodies;
    int    linear;
    int    own_steps;        /* 1: 'event'                                                      */
    double gain_slack, gain; /* parts of the largest energy: of a step, of a run                */
    double deep;             /* part of the largest gap                                         */
    double drift;            /* energy of a run by 'event' that its works do not explain        */
} nsd_mex_quiet;

/* Reads the arguments of gateway 'keep': family, arrays, run, options, and a call with the limits
 * of nsd_report_limits.m, a struct with deep, gain and drift; NULL: only runs of rigid bodies,
 * which need none, can be quiet. */
nsd_mex_quiet nsd_mex_quiet_read(const mxArray *const *arguments);

/* 1 where no gap is negative at the start, the state of the run; 0 also where a function fails */
int nsd_mex_quiet_start(const nsd_family *family, const nsd_trajectory *run);

typedef struct nsd_mex_quiet_rows { /* the rows of a run                             */
    size_t        count;
    const double *q, *t;     /* count x n, column-major; t may be NULL: those of the plan */
    const double *numerical; /* work of the scheme, or NULL                          */
} nsd_mex_quiet_rows;

/* Numbers of `range` below, 0 where there are no contacts, where event methods pass none, and where
 * gaps would have to be called */
size_t nsd_mex_quiet_gaps(const nsd_mex_family *reader);
/* range <- least, largest and first gap of each contact over the rows, m x 3; 0 where there are no
 * rows, or a function fails */
int nsd_mex_quiet_find_gaps(const nsd_mex_family *reader, const nsd_trajectory *run,
                            const nsd_mex_quiet_rows *rows, double *range);

/* 1 where nsd_report.m would say nothing: the run has reached its end, energy was not gained, the
 * motion was the only one, and contacts are rigid and not passed deep; and there is no sensitivity,
 * of which nsd_simulate.m may warn. range: of m gaps, or NULL where it is not known */
int nsd_mex_quiet_run(const nsd_mex_quiet *quiet, const nsd_trajectory *run,
                      const nsd_mex_quiet_rows *rows, const double *range, int m);

#endif
