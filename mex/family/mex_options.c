/* mex_options.c - options by their public names. */
#include "family/mex_options.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "host/mex_run.h"

/* Rows of one event-driven step at most. Larger numbers are typing errors or fill the memory. */
enum { MOST_ROWS = 1000000 };

/* Options of the lists in step_options.h and event_options.h, into the struct `to` */
#define READ_NUMBER(name, field, value, least) \
    to.field = nsd_mex_number(options, #name, least, DBL_MAX);
#define READ_COUNT(name, field, value, least, most) \
    to.field = (int)nsd_mex_integer(options, #name, least, most);
#define READ_LONG(name, field, value, least) \
    to.field = nsd_mex_integer(options, #name, least, NSD_MEX_MOST_STEPS);
#define READ_WORD(name, field, value, ...)                        \
    {                                                             \
        static const char *const words[] = { __VA_ARGS__, NULL }; \
        to.field = nsd_mex_field_word(options, #name, words);     \
    }

static nsd_lcp_options lcp_options(const mxArray *options)
{
    nsd_lcp_options to = { .relaxation = 1.0, .poll = nsd_mex_interrupt_poll() };
    NSD_LIST_SOLVER_OPTIONS(READ_NUMBER, READ_COUNT)
    to.rounding = to.tolerance; /* M and q are computed */
    return to;
}

static nsd_newmark_options newmark_options(const mxArray *options)
{
    nsd_newmark_options to = { 0 };
    NSD_LIST_NEWMARK_OPTIONS(READ_NUMBER, READ_WORD)
    return to;
}

nsd_step_options nsd_mex_options_step(const mxArray *options)
{
    nsd_step_options to = { .h = 1.0,
                            .lcp = lcp_options(options),
                            .newmark = newmark_options(options) };
    NSD_LIST_STEP_OPTIONS(READ_NUMBER)
    return to;
}

/* Steps of own length, where the options have tolerances */
static nsd_adaptive_options adaptive_options(const mxArray *options)
{
    const nsd_adaptive_options adaptive = {
        .rel_tol = nsd_mex_field_or(options, "RelTol", 0.0),
        .abs_tol = nsd_mex_field_or(options, "AbsTol", 0.0),
        .largest = nsd_mex_field_or(options, "MaxStep", 0.0),
        .max_steps = nsd_mex_integer(options, "MaxSteps", 0, NSD_MEX_MOST_STEPS),
    };
    return adaptive;
}

/* What nonlinear schemes have beside the options of a step */
static nsd_nonlinear_options newton_options(const mxArray *options)
{
    nsd_nonlinear_options to = { .step = { .h = 1.0 } };
    NSD_LIST_NONLINEAR_OPTIONS(READ_NUMBER, READ_COUNT, READ_WORD)
    return to;
}

nsd_nonlinear_options nsd_mex_options_nonlinear(const mxArray *options)
{
    nsd_nonlinear_options nonlinear = newton_options(options);
    nonlinear.step = nsd_mex_options_step(options);
    nonlinear.adaptive = adaptive_options(options);
    return nonlinear;
}

nsd_event_options nsd_mex_options_event_newmark(const mxArray *options)
{
    const nsd_nonlinear_options newmark = nsd_mex_options_nonlinear(options);
    return nsd_event_driven_newmark(&newmark, nsd_mex_field_is(options, "ImpactRoot", "exact"));
}

nsd_first_order_newton_options nsd_mex_options_first_order(const mxArray *options)
{
    static const char *const    words[] = { "explicit", "midpoint", "implicit", NULL };
    const double                theta = nsd_mex_number(options, "Theta", -DBL_MAX, DBL_MAX);
    const double                rho[] = { 0.0, theta, 1.0 };
    const nsd_nonlinear_options newton = newton_options(options);
    const nsd_first_order_newton_options first_order = {
        .step = { .h = 1.0,
                  .theta = theta,
                  .rho = rho[nsd_mex_field_word(options, "Relation", words)],
                  .lcp = lcp_options(options) },
        .newton_tolerance = newton.newton_tolerance,
        .newton_max_iter = newton.newton_max_iter,
    };
    return first_order;
}

nsd_bodies_options nsd_mex_options_bodies(const mxArray *options)
{
    const nsd_lcp_options    lcp = lcp_options(options);
    const nsd_bodies_options bodies = { .h = 1.0,
                                        .activation = nsd_mex_number(options, "Activation",
                                                                     -INFINITY, INFINITY),
                                        .tolerance = lcp.tolerance,
                                        .max_iter = lcp.max_iter,
                                        .poll = lcp.poll,
                                        .project = newton_options(options).project,
                                        .order = (int)nsd_mex_integer(options, "Order", 1, 2) };
    return bodies;
}

/* Rows per step; -k: the user left Refine alone, so many as smooth curves need, k at least */
static int refine_of(const mxArray *options)
{
    return mxIsEmpty(nsd_mex_member(options, "Refine"))
               ? -1
               : (int)nsd_mex_integer(options, "Refine", -MOST_ROWS, MOST_ROWS);
}

nsd_event_options nsd_mex_options_event(const mxArray *options)
{
    const int         attracts = nsd_mex_field_is(options, "Stabilize", "attract");
    const int         refine = refine_of(options);
    nsd_event_options to = {
        .first_step = nsd_mex_field_or(options, "Step", 0.0),
        .largest_step = nsd_mex_field_or(options, "MaxStep", 0.0),
        .attract = attracts ? nsd_mex_number(options, "Attraction", -DBL_MAX, DBL_MAX) : 0.0,
        .refine = abs(refine),
        .smooth = refine < 0,
        .lcp = lcp_options(options),
    };
    NSD_LIST_EVENT_OPTIONS(READ_NUMBER, READ_LONG, READ_WORD)
    return to;
}
