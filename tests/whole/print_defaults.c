/* print_defaults.c - for test_c_library.m: defaults of the C library, as METHOD OPTION VALUE. */
#include <stdio.h>

#include <nsd/nsd.h>

/* An option of the lists in step_options.h and event_options.h, of the struct `from` */
#define PRINT_NUMBER(name, field, value, least) printf("%s " #name " %.17g\n", method, from->field);
#define PRINT_COUNT(name, field, value, least, most) \
    printf("%s " #name " %d\n", method, from->field);
#define PRINT_LONG(name, field, value, least) printf("%s " #name " %lld\n", method, from->field);
#define PRINT_WORD(name, field, value, ...)                              \
    {                                                                    \
        static const char *const words[] = { __VA_ARGS__ };              \
        printf("%s " #name " %s\n", method, words[(size_t)from->field]); \
    }

static void print_newmark(const char *method)
{
    const nsd_options          options = nsd_default_options(method);
    const nsd_newmark_options *from = &options.stepping.step.newmark;
    NSD_LIST_NEWMARK_OPTIONS(PRINT_NUMBER, PRINT_WORD)
}

static void print_solver(const char *method, const nsd_lcp_options *from)
{
    NSD_LIST_SOLVER_OPTIONS(PRINT_NUMBER, PRINT_COUNT)
}

static void print_step(const char *method, const nsd_step_options *from)
{
    NSD_LIST_STEP_OPTIONS(PRINT_NUMBER)
    print_solver(method, &from->lcp);
}

static void print_nonlinear(const char *method, const nsd_nonlinear_options *from)
{
    NSD_LIST_NONLINEAR_OPTIONS(PRINT_NUMBER, PRINT_COUNT, PRINT_WORD)
    print_step(method, &from->step);
}

static void print_event(const char *method, const nsd_event_options *from)
{
    NSD_LIST_EVENT_OPTIONS(PRINT_NUMBER, PRINT_LONG, PRINT_WORD)
    printf("%s Stabilize %s\n", method, from->attract > 0.0 ? "attract" : "projection");
    print_solver(method, &from->lcp);
}

int main(void)
{
    const nsd_options moreau = nsd_default_options("moreau"), event = nsd_default_options("event");
    print_newmark("newmark");
    print_newmark("hht");
    print_newmark("genalpha");
    print_newmark("naive");
    print_nonlinear("moreau", &moreau.stepping);
    print_event("event", &event.event);
    printf("moreau OutputEvery %lld\n", moreau.every);
    printf("event-newmark ImpactRoot %s\n", moreau.exact_impacts ? "exact" : "quadratic");
    return 0;
}
