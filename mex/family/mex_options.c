/* mex_options.c - options by their public names. */
#include "family/mex_options.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "host/mex_run.h"

/* Halvings of a step at most: shorter steps are rounding. */
enum { MOST_HALVINGS = 1000 };

/* Rows of one event-driven step at most. Larger numbers are typing errors or fill the memory. */
enum { MOST_ROWS = 1000000 };

static nsd_lcp_options lcp_options(const mxArray *options)
{
    const double          tolerance = nsd_mex_number(options, "LcpTol", 0.0, DBL_MAX);
    const nsd_lcp_options lcp = { .max_iter = (int)nsd_mex_integer(options, "MaxIter", 1, INT_MAX),
                                  .tolerance = tolerance,
                                  .rounding = tolerance, /* M and q are computed */
                                  .relaxation = 1.0,
                                  .poll = nsd_mex_interrupt_poll() };
    return lcp;
}

nsd_step_options nsd_mex_options_step(const mxArray *options)
{
    static const char *const  forces[] = { "none", "velocity", "acceleration", NULL };
    const nsd_newmark_options newmark = {
        .gamma = nsd_mex_number(options, "Gamma", -DBL_MAX, DBL_MAX),
        .beta = nsd_mex_number(options, "Beta", -DBL_MAX, DBL_MAX),
        .alpha_m = nsd_mex_number(options, "AlphaM", -DBL_MAX, DBL_MAX),
        .alpha_f = nsd_mex_number(options, "AlphaF", -DBL_MAX, DBL_MAX),
        .ggl = nsd_mex_field_is(options, "GGL", "on"),
        .joint_force = (nsd_joint_force)nsd_mex_field_word(options, "JointForce", forces),
        .by_position = nsd_mex_field_is(options, "Constraint", "position"),
    };
    const nsd_step_options step = { .h = 1.0,
                                    .theta = nsd_mex_number(options, "Theta", -DBL_MAX, DBL_MAX),
                                    .activation = nsd_mex_number(options, "Activation", -INFINITY,
                                                                 INFINITY),
                                    .lcp = lcp_options(options),
                                    .s = nsd_mex_number(options, "Weight", -DBL_MAX, DBL_MAX),
                                    .newmark = newmark };
    return step;
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

static nsd_project_choice project_choice(const mxArray *options)
{
    static const char *const words[] = { "off", "on", "auto", NULL };
    return (nsd_project_choice)nsd_mex_field_word(options, "Project", words);
}

static nsd_metric metric_choice(const mxArray *options)
{
    static const char *const words[] = { "frozen", "geodesic", "end", NULL };
    return (nsd_metric)nsd_mex_field_word(options, "Metric", words);
}

nsd_nonlinear_options nsd_mex_options_nonlinear(const mxArray *options)
{
    const nsd_nonlinear_options nonlinear = {
        .step = nsd_mex_options_step(options),
        .newton_tolerance = nsd_mex_number(options, "NewtonTol", -DBL_MAX, DBL_MAX),
        .newton_max_iter = (int)nsd_mex_integer(options, "NewtonMaxIter", 1, INT_MAX),
        .halvings = (int)nsd_mex_integer(options, "StepHalving", 0, MOST_HALVINGS),
        .project = project_choice(options),
        .metric = metric_choice(options),
        .adaptive = adaptive_options(options),
    };
    return nonlinear;
}

nsd_event_options nsd_mex_options_event_newmark(const mxArray *options)
{
    const nsd_nonlinear_options newmark = nsd_mex_options_nonlinear(options);
    return nsd_event_driven_newmark(&newmark, nsd_mex_field_is(options, "ImpactRoot", "exact"));
}

nsd_first_order_newton_options nsd_mex_options_first_order(const mxArray *options)
{
    static const char *const words[] = { "explicit", "midpoint", "implicit", NULL };
    const double             theta = nsd_mex_number(options, "Theta", -DBL_MAX, DBL_MAX);
    const double             rho[] = { 0.0, theta, 1.0 };
    const nsd_first_order_newton_options first_order = {
        .step = { .h = 1.0,
                  .theta = theta,
                  .rho = rho[nsd_mex_field_word(options, "Relation", words)],
                  .lcp = lcp_options(options) },
        .newton_tolerance = nsd_mex_number(options, "NewtonTol", -DBL_MAX, DBL_MAX),
        .newton_max_iter = (int)nsd_mex_integer(options, "NewtonMaxIter", 1, INT_MAX),
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
                                        .project = project_choice(options),
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
    static const char *const chatter[] = { "map", "threshold", "off", NULL };
    static const char *const integrator[] = { "auto", "dp54", "rosenbrock", NULL };
    static const char *const locate[] = { "secant", "bisection", "illinois", NULL };
    const int                attracts = nsd_mex_field_is(options, "Stabilize", "attract");
    const int                refine = refine_of(options);
    const nsd_event_options  event = {
         .first_step = nsd_mex_field_or(options, "Step", 0.0),
         .largest_step = nsd_mex_field_or(options, "MaxStep", 0.0),
         .rel_tol = nsd_mex_number(options, "RelTol", 0.0, DBL_MAX),
         .abs_tol = nsd_mex_number(options, "AbsTol", 0.0, DBL_MAX),
         .chatter = (nsd_chatter)nsd_mex_field_word(options, "Chatter", chatter),
         .chatter_speed = nsd_mex_number(options, "ChatterSpeed", -INFINITY, INFINITY),
         .chatter_height = nsd_mex_number(options, "ChatterHeight", -INFINITY, INFINITY),
         .attract = attracts ? nsd_mex_number(options, "Attraction", -DBL_MAX, DBL_MAX) : 0.0,
         .integrator = (nsd_integrator)nsd_mex_field_word(options, "Integrator", integrator),
         .locate = (nsd_locate)nsd_mex_field_word(options, "Locate", locate),
         .refine = abs(refine),
         .smooth = refine < 0,
         .max_events = nsd_mex_integer(options, "MaxEvents", 0, NSD_MEX_MOST_STEPS),
         .max_steps = nsd_mex_integer(options, "MaxSteps", 0, NSD_MEX_MOST_STEPS),
         .lcp = lcp_options(options),
    };
    return event;
}
