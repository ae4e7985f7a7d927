/* flow.h - a smooth flow with guards h >= 0, which the event-driven loop integrates.
 *
 *   x' = f(t,x) + E lambda,   lambda on the guards that stick keeps them at zero   (ED.1), (ED.2)
 *
 * A flow is a table of functions over a struct that starts with it. flow_mechanical.c makes one of
 * an nsd_model, flow_hybrid.c one of x' = f with resets, flow_filippov.c one of x' = f(t,x,side),
 * whose guards are crossed. */
#ifndef NSD_FLOW_H
#define NSD_FLOW_H

#include "event/flow/guard.h"
#include "base/scratch.h"
#include "base/status.h"

/* Longest differences in time per span of a run. Fewer: truncation where the motion is fast; more:
 * rounding where it is slow. */
#define NSD_FLOW_DIFFERENCES_PER_SPAN 64.0

/* Least time over which differences are taken: its square is divided by, and is a normal number.
 * Smaller: second derivatives of runs shorter than 1e-150 are NaN. */
#define NSD_FLOW_LEAST_DIFFERENCE_TIME 1e-150

/* Part of the longest difference time with which a run begins. Larger: the first differences are
 * repeated until they are accurate (ED.17); smaller: they begin with rounding. */
#define NSD_FLOW_FIRST_DIFFERENCE_PART 1e-3

/* Largest factor on difference_time from one use to the next, while differences are accurate
 * (ED.17). Larger: the time grows too far and is cut back; below 1: it shrinks to rounding. */
#define NSD_FLOW_DIFFERENCE_TIME_GROWTH 1.2

typedef struct nsd_flow_point { /* an instant, and the field there */
    double        t;
    const double *x, *f;
} nsd_flow_point;

typedef struct nsd_flow_jump { /* closed guards at an instant */
    double        t;
    const int    *closed;                   /* guards: 1 where closed                    */
    const double *e;                        /* guards: restitution                       */
    double        rest;                     /* guard velocities below this count as zero */
    double       *before, *after, *impulse; /* guards: results                           */
} nsd_flow_jump;

typedef struct nsd_flow nsd_flow;
struct nsd_flow {
    int           size;         /* numbers in x                                                 */
    int           controlled;   /* first numbers of x that count in the error of a step         */
    int           order;        /* 2: x starts with (q, v), q' = v; 1: any                      */
    int           guard_states; /* first numbers of x on which the guards depend                */
    double        field_noise;  /* relative noise of the field while guards stick; 0: round-off */
    int           guards;
    int           joints;          /* equations that hold all the time                        */
    const double *e;               /* guards: restitution                                     */
    double        difference_time; /* over which differences are taken; adapts itself (ED.17) */
    double        longest_difference_time; /* bound of difference_time                        */
    int          *sticks;  /* guards: 1 where held at zero                                     */
    int          *crossed; /* guards: 1 where the last choice of sticking went through the guard;
                              NULL: guards are walls                                          */
    int           stick_count;
    int           endless;     /* 1: infinitely many impacts at once in the last jump           */
    double        largest_hdd; /* largest |h''| of the free flow at the last choice of sticking */
    double       *lambda, *joint; /* guards, joints: forces of the last field                   */
    const double
        *release; /* guards: functions whose zero releases a sticking guard; NULL: lambda */
    const double *release_slope; /* guards: change of `release` per change of the guard, or NULL */
    const int    *roots; /* guards: roots of `release` at the last instant, or NULL            */
    long long     evaluations; /* of the field                                               */

    /* f <- the field in this mode; an nsd_field_fn: the context is the flow */
    nsd_status (*field)(void *flow, double t, const double *x, double *f);
    /* h <- values of the guards */
    nsd_status (*values)(nsd_flow *flow, double t, const double *x, double *h);
    /* ends <- values of the guards and two derivatives along the field */
    nsd_status (*motion)(nsd_flow *flow, const nsd_flow_point *at, nsd_guard_end *ends);
    /* x <- the nearest state where members, sticking guards and joints are zero          (ED.12) */
    nsd_status (*project_positions)(nsd_flow *flow, double t, const int *members, double *x);
    /* x <- without the velocities of members, sticking guards and joints, changed along the impulse
     * directions; NULL: multipliers have taken these velocities                          (ED.12) */
    nsd_status (*project_velocities)(nsd_flow *flow, double t, const int *members, double *x);
    /* x <- the state behind the impact law; NULL: the state does not jump                 (ED.7) */
    nsd_status (*jump)(nsd_flow *flow, const nsd_flow_jump *jump, double *x);
    /* sticks, lambda <- which of the candidates stick; f <- the field in that mode        (ED.8) */
    nsd_status (*choose_sticking)(nsd_flow *flow, double t, const double *x, const int *candidates,
                                  double *f);
    /* After modes were chosen at an instant (t, x), or NULL: what the flow keeps of this instant */
    nsd_status (*settle)(nsd_flow *flow, double t, const double *x);
    /* z <- 2 x guards numbers of a row: multipliers, then guards, of a flow of order one */
    nsd_status (*multipliers)(nsd_flow *flow, double t, const double *x, double *z);
};

/* The functions whose zeros release sticking guards */
static inline const double *nsd_flow_release(const nsd_flow *flow)
{
    return flow->release ? flow->release : flow->lambda;
}

/* Positions and velocities of sticking guards and joints onto their surfaces             (ED.12) */
static inline nsd_status nsd_flow_project_held(nsd_flow *flow, double t, double *x)
{
    NSD_TRY(flow->project_positions(flow, t, flow->sticks, x));
    return flow->project_velocities ? flow->project_velocities(flow, t, flow->sticks, x) : NSD_OK;
}

/* The mode of the flow: guards with sticks[i] not 0 stick. `sticks` may be those of the flow. */
static inline void nsd_flow_set_mode(nsd_flow *flow, const int *sticks)
{
    flow->stick_count = 0;
    for (int i = 0; i < flow->guards; i++) {
        flow->sticks[i] = sticks[i];
        flow->stick_count += sticks[i] != 0;
    }
}

/* Bound of difference_time in a run of this length */
static inline double nsd_flow_longest_difference(double span)
{
    const double time = span / NSD_FLOW_DIFFERENCES_PER_SPAN;
    return time > NSD_FLOW_LEAST_DIFFERENCE_TIME ? time : NSD_FLOW_LEAST_DIFFERENCE_TIME;
}

/* After differences over a time that nsd_model_gap_motion may have shortened to d       (ED.17) */
static inline void nsd_flow_adapt_difference_time(nsd_flow *flow, double d)
{
    const double longer = NSD_FLOW_DIFFERENCE_TIME_GROWTH * d;
    flow->difference_time = d < flow->difference_time ? d
                            : longer < flow->longest_difference_time
                                ? longer
                                : flow->longest_difference_time;
}

#endif
