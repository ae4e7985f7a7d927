/* mex_options.c - options by their public names. */
#include "family/mex_options.h"

nsd_lcp_options nsd_mex_options_lcp(const mxArray *options)
{
    const nsd_lcp_options lcp = { .max_iter = (int)nsd_mex_field(options, "MaxIter"),
                                  .tolerance = nsd_mex_field(options, "LcpTol"),
                                  .relaxation = 1.0 };
    return lcp;
}

nsd_step_options nsd_mex_options_step(const mxArray *options)
{
    const nsd_newmark_options newmark = {
        .gamma = nsd_mex_field(options, "Gamma"),
        .beta = nsd_mex_field(options, "Beta"),
        .alpha_m = nsd_mex_field(options, "AlphaM"),
        .alpha_f = nsd_mex_field(options, "AlphaF"),
        .ggl = nsd_mex_field_is(options, "GGL", "on"),
        .by_position = nsd_mex_field_is(options, "Constraint", "position"),
    };
    const nsd_step_options step = { .h = 1.0,
                                    .theta = nsd_mex_field(options, "Theta"),
                                    .activation = nsd_mex_field(options, "Activation"),
                                    .lcp = nsd_mex_options_lcp(options),
                                    .s = nsd_mex_field(options, "Weight"),
                                    .newmark = newmark };
    return step;
}

nsd_nonlinear_options nsd_mex_options_nonlinear(const mxArray *options)
{
    const nsd_nonlinear_options nonlinear = {
        .step = nsd_mex_options_step(options),
        .newton_tolerance = nsd_mex_field(options, "NewtonTol"),
        .newton_max_iter = (int)nsd_mex_field(options, "NewtonMaxIter"),
        .halvings = (int)nsd_mex_field(options, "StepHalving"),
        .project = nsd_mex_field_is(options, "Project", "on"),
        .geodesic = nsd_mex_field_is(options, "Metric", "geodesic"),
    };
    return nonlinear;
}

nsd_event_newmark_options nsd_mex_options_event_newmark(const mxArray *options)
{
    const nsd_event_newmark_options newmark = {
        .nonlinear = nsd_mex_options_nonlinear(options),
        .exact = nsd_mex_field_is(options, "ImpactRoot", "exact"),
    };
    return newmark;
}

nsd_first_order_newton_options nsd_mex_options_first_order(const mxArray *options)
{
    static const char *const             words[] = { "explicit", "midpoint", "implicit", NULL };
    const double                         theta = nsd_mex_field(options, "Theta");
    const double                         rho[] = { 0.0, theta, 1.0 };
    const nsd_first_order_newton_options first_order = {
        .step = { .h = 1.0,
                  .theta = theta,
                  .rho = rho[nsd_mex_field_word(options, "Relation", words)],
                  .lcp = nsd_mex_options_lcp(options) },
        .newton_tolerance = nsd_mex_field(options, "NewtonTol"),
        .newton_max_iter = (int)nsd_mex_field(options, "NewtonMaxIter"),
    };
    return first_order;
}

nsd_bodies_options nsd_mex_options_bodies(const mxArray *options)
{
    const nsd_lcp_options    lcp = nsd_mex_options_lcp(options);
    const nsd_bodies_options bodies = { .h = 1.0,
                                        .activation = nsd_mex_field(options, "Activation"),
                                        .tolerance = lcp.tolerance,
                                        .max_iter = lcp.max_iter,
                                        .project = nsd_mex_field_is(options, "Project", "on") };
    return bodies;
}

nsd_event_options nsd_mex_options_event(const mxArray *options)
{
    static const char *const chatter[] = { "map", "threshold", "off", NULL };
    static const char *const integrator[] = { "auto", "dp54", "rosenbrock", NULL };
    const int                attracts = nsd_mex_field_is(options, "Stabilize", "attract");
    const nsd_event_options  event = {
         .first_step = nsd_mex_field_or(options, "Step", 0.0),
         .largest_step = nsd_mex_field_or(options, "MaxStep", 0.0),
         .rel_tol = nsd_mex_field(options, "RelTol"),
         .abs_tol = nsd_mex_field(options, "AbsTol"),
         .chatter = (nsd_chatter)nsd_mex_field_word(options, "Chatter", chatter),
         .chatter_speed = nsd_mex_field(options, "ChatterSpeed"),
         .chatter_height = nsd_mex_field(options, "ChatterHeight"),
         .attract = attracts ? nsd_mex_field(options, "Attraction") : 0.0,
         .integrator = (nsd_integrator)nsd_mex_field_word(options, "Integrator", integrator),
         .refine = (int)nsd_mex_field_or(options, "Refine", 1.0),
         .max_events = (long)nsd_mex_field(options, "MaxEvents"),
         .max_steps = (long)nsd_mex_field(options, "MaxSteps"),
         .lcp = nsd_mex_options_lcp(options),
    };
    return event;
}
