/* filippov.h - piecewise smooth systems, event-driven.
 *
 *   x' = f(t, x, side),   side_i = sign of s_i(x)                                       (FI.1)
 *
 * On a surface s_i = 0 to which the fields of both sides lead, Filippov's mixture of the two fields
 * slides along the surface (FI.2). Dormand and Prince's pair integrates between events; events are
 * located by shortening the step. The solution can slide on one surface at a time. */
#ifndef NSD_FILIPPOV_H
#define NSD_FILIPPOV_H

#include "event/integrate/dp54.h"
#include "model/filippov_model.h"
#include "run/run.h"

typedef struct nsd_filippov_options {
    double t_end, first_step, largest_step;
    double rel_tol, abs_tol;
} nsd_filippov_options;

typedef struct nsd_filippov {
    nsd_stepper               base;  /* first; only its counts are used                      */
    nsd_tally                 tally; /* problems: function values; iterations: steps refused */
    const nsd_filippov_model *model;
    nsd_filippov_options      options;
    nsd_dp54                  pair;
    double                   *x;   /* n: end of the step                                       */
    double *minus, *plus;          /* n: fields of the two sides of the surface slid on        */
    double *side;                  /* p: -1 or 1                                               */
    double *s, *shifted;           /* p: surfaces, and at a displaced state for differences    */
    double *g, *g0;                /* p + 2: conditions (FI.3), >= 0 in the mode; at the start */
    double *S;                     /* p x n: gradients of the surfaces                         */
    double *S_t;                   /* p: partial derivatives of the surfaces by t              */
    int     slide;                 /* surface slid on, -1: none                                */
    double  weight;                /* of the plus side while sliding: alpha of (FI.2)          */
    double  rate_minus, rate_plus; /* of s along both fields while sliding: a- and a+          */
} nsd_filippov;

size_t     nsd_filippov_scratch(const nsd_filippov_model *model);
nsd_status nsd_filippov_init(nsd_filippov *solver, const nsd_filippov_model *model,
                             const nsd_filippov_options *options, nsd_scratch *scratch,
                             nsd_state *state);

/* The whole trajectory. state->extra holds lambda (sides -1 or 1, between while sliding) and s.
 * NSD_STALLED when steps become too short, or the solution would have to slide on two surfaces. */
nsd_status nsd_filippov_run(const nsd_run_plan *plan, nsd_filippov *solver, nsd_state *state,
                            nsd_sink *sink, nsd_run_report *report);

#endif
