/* filippov.h - piecewise smooth systems, event-driven.
 *
 *   x' = f(t, x, side),   side_i = sign of s_i(x)                                       (FI.1)
 *
 * and on a surface s_i = 0 that both sides lead to, Filippov's mixture of the two that stays on it
 * (FI.2). Dormand and Prince's pair between events; events are located by shortening the step.
 * One surface at a time can be slid on. */
#ifndef NSD_FILIPPOV_H
#define NSD_FILIPPOV_H

#include "event/integrate/dp54.h"
#include "run/run.h"

typedef struct nsd_filippov_model { /* every function returns an nsd_status */
    int   n, p;                     /* states, surfaces */
    int   moving;                   /* surfaces depend on t */
    void *context;
    nsd_status (*rate)(void *context, double t, const double *x, const double *side, double *f);
    nsd_status (*surface)(void *context, double t, const double *x, double *s);
    /* p x n, or NULL: differences */
    nsd_status (*surface_jac)(void *context, double t, const double *x, double *S);
} nsd_filippov_model;

typedef struct nsd_filippov_options {
    double t_end, first_step, largest_step;
    double rel_tol, abs_tol;
} nsd_filippov_options;

typedef struct nsd_filippov {
    nsd_stepper               base;  /* first; for counts only */
    nsd_tally                 tally; /* problems: function values; iterations: steps refused */
    const nsd_filippov_model *model;
    nsd_filippov_options      options;
    nsd_dp54                  pair;
    double *x, *minus, *plus;       /* n: end of the step; fields of the sides          */
    double *side, *s, *shifted, *g; /* p; p; p; p + 2: conditions, positive inside      */
    double *g0;                     /* p + 2: at the start of the step                 */
    double *S;                      /* p x n gradient                                  */
    double *S_t;                    /* p: ds/dt at rest                                */
    int     slide;                  /* surface slid on, -1: none                       */
    double  weight;                 /* of the plus side there                          */
    double  rate_minus, rate_plus;  /* of s on both sides there                        */
} nsd_filippov;

size_t     nsd_filippov_scratch(const nsd_filippov_model *model);
nsd_status nsd_filippov_init(nsd_filippov *solver, const nsd_filippov_model *model,
                             const nsd_filippov_options *options, nsd_scratch *scratch,
                             nsd_state *state);

/* mu of the state holds lambda (the sides, -1 to 1 where it slides) and s. NSD_STALLED when the
 * steps become too short, or two surfaces would have to be slid on. */
nsd_status nsd_filippov_run(const nsd_run_plan *plan, nsd_filippov *solver, nsd_state *state,
                            nsd_sink *sink, nsd_run_report *report);

#endif
