/* print_defaults.c - for test_c_library.m: defaults of the C library, as METHOD OPTION VALUE. */
#include <stdio.h>

#include <nsd/nsd.h>

static void print_newmark(const char *method)
{
    static const char *const   forces[] = { "none", "velocity", "acceleration" };
    const nsd_options          options = nsd_default_options(method);
    const nsd_newmark_options *newmark = &options.stepping.step.newmark;
    printf("%s Gamma %.17g\n", method, newmark->gamma);
    printf("%s Beta %.17g\n", method, newmark->beta);
    printf("%s AlphaM %.17g\n", method, newmark->alpha_m);
    printf("%s AlphaF %.17g\n", method, newmark->alpha_f);
    printf("%s GGL %s\n", method, newmark->ggl ? "on" : "off");
    printf("%s JointForce %s\n", method, forces[newmark->joint_force]);
    printf("%s Constraint %s\n", method, newmark->by_position ? "position" : "velocity");
}

static void print_stepping(const nsd_nonlinear_options *stepping)
{
    static const char *const project[] = { "off", "on", "auto" };
    static const char *const metric[] = { "frozen", "geodesic", "end" };
    printf("moreau Theta %.17g\n", stepping->step.theta);
    printf("moreau Activation %.17g\n", stepping->step.activation);
    printf("moreau Weight %.17g\n", stepping->step.s);
    printf("moreau LcpTol %.17g\n", stepping->step.lcp.tolerance);
    printf("moreau MaxIter %d\n", stepping->step.lcp.max_iter);
    printf("moreau NewtonTol %.17g\n", stepping->newton_tolerance);
    printf("moreau NewtonMaxIter %d\n", stepping->newton_max_iter);
    printf("moreau StepHalving %d\n", stepping->halvings);
    printf("moreau Project %s\n", project[stepping->project]);
    printf("moreau Metric %s\n", metric[stepping->metric]);
}

static void print_event(const nsd_event_options *event)
{
    static const char *const chatter[] = { "map", "threshold", "off" };
    static const char *const integrator[] = { "auto", "dp54", "rosenbrock" };
    static const char *const locate[] = { "secant", "bisection", "illinois" };
    printf("event RelTol %.17g\n", event->rel_tol);
    printf("event AbsTol %.17g\n", event->abs_tol);
    printf("event Chatter %s\n", chatter[event->chatter]);
    printf("event ChatterSpeed %.17g\n", event->chatter_speed);
    printf("event ChatterHeight %.17g\n", event->chatter_height);
    printf("event Stabilize %s\n", event->attract > 0.0 ? "attract" : "projection");
    printf("event Integrator %s\n", integrator[event->integrator]);
    printf("event Locate %s\n", locate[event->locate]);
    printf("event MaxEvents %lld\n", event->max_events);
    printf("event MaxSteps %lld\n", event->max_steps);
    printf("event LcpTol %.17g\n", event->lcp.tolerance);
    printf("event MaxIter %d\n", event->lcp.max_iter);
}

int main(void)
{
    const nsd_options moreau = nsd_default_options("moreau"), event = nsd_default_options("event");
    print_newmark("newmark");
    print_newmark("hht");
    print_newmark("genalpha");
    print_newmark("naive");
    print_stepping(&moreau.stepping);
    print_event(&event.event);
    printf("moreau OutputEvery %lld\n", moreau.every);
    printf("event-newmark ImpactRoot %s\n", moreau.exact_impacts ? "exact" : "quadratic");
    return 0;
}
