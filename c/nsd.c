/* nsd.c - runs for C programs: defaults of the options, the family of a system, a run. */
#include "nsd.h"

#include <math.h>
#include <string.h>

#include "simulate/family_bodies.h"
#include "simulate/family_events.h"
#include "simulate/family_schemes.h"

/* Steps of a run where the options say h = 0, as in nsd_plan_run.m. Larger: slower, more exact */
#define DEFAULT_STEPS 1000

/* Steps at most, so that a long counts them and t0 + k h has digits for them. Larger: overflow */
#define MOST_STEPS 1e15

/* Sets an option of the lists in step_options.h and event_options.h in the struct `to` */
#define SET(name, field, value, ...) to.field = (value);

/* The parameters of nsd_newmark_parameters.m for the default options                  (NMK.3) */
static nsd_newmark_options newmark_options(const char *method)
{
    const double        rho = 0.8; /* spectral radius of genalpha */
    nsd_newmark_options to = { 0 };

    NSD_LIST_NEWMARK_OPTIONS(SET, SET)
    if (strcmp(method, "hht") == 0) {
        to.alpha_f = 0.05;
        to.gamma = 0.5 + to.alpha_f;
    } else if (strcmp(method, "genalpha") == 0) {
        to.alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
        to.alpha_f = rho / (rho + 1.0);
        to.gamma = 0.5 + to.alpha_f - to.alpha_m;
    }
    to.beta = (to.gamma + 0.5) * (to.gamma + 0.5) / 4.0;
    return to;
}

static nsd_lcp_options solver_options(void)
{
    nsd_lcp_options to = { .relaxation = 1.0 };
    NSD_LIST_SOLVER_OPTIONS(SET, SET)
    to.rounding = to.tolerance; /* M and q are computed */
    return to;
}

static nsd_step_options step_options(const char *method)
{
    nsd_step_options to = { .lcp = solver_options(), .newmark = newmark_options(method) };
    NSD_LIST_STEP_OPTIONS(SET)
    return to;
}

static nsd_nonlinear_options stepping_options(const char *method)
{
    nsd_nonlinear_options to = { .step = step_options(method) };
    NSD_LIST_NONLINEAR_OPTIONS(SET, SET, SET)
    return to;
}

static nsd_event_options event_options(void)
{
    nsd_event_options to = { .refine = 1, .lcp = solver_options() };
    NSD_LIST_EVENT_OPTIONS(SET, SET, SET)
    return to;
}

nsd_options nsd_default_options(const char *method)
{
    const nsd_options options = {
        .method = method, .every = 1, .stepping = stepping_options(method), .event = event_options()
    };
    return options;
}

typedef struct prepared { /* the family of a simulation, and what the family borrows */
    const void          *model;
    nsd_family           family;
    nsd_family_linear    linear;
    nsd_family_nonlinear nonlinear;
    nsd_family_event     event;
    nsd_family_bodies    bodies;
} prepared;

static void set_options(prepared *p, const nsd_simulation *s)
{
    const nsd_nonlinear_options *stepping = &s->options.stepping;

    p->linear.scheme = nsd_scheme_find_linear(s->options.method);
    p->linear.options = stepping->step;
    p->nonlinear.scheme = nsd_scheme_find_nonlinear(s->options.method);
    p->nonlinear.options = *stepping;
    p->event.options = strcmp(s->options.method, "event-newmark") == 0
                           ? nsd_event_driven_newmark(stepping, s->options.exact_impacts)
                           : s->options.event;
    p->event.options.first_step = s->options.h;
    p->bodies.options.activation = stepping->step.activation;
    p->bodies.options.tolerance = stepping->step.lcp.tolerance;
    p->bodies.options.max_iter = stepping->step.lcp.max_iter;
    p->bodies.options.project = stepping->project;
    p->bodies.options.order = 1; /* 2 needs bodies that are linked, as the toolbox makes them */
    p->bodies.resize = s->resize;
    p->bodies.release = s->release;
}

/* Chooses the family. NSD_ERR_BAD_ARGUMENT: there is not one system, or it has no such method. */
static nsd_status prepare(prepared *p, const nsd_simulation *s)
{
    const nsd_family_models models = { .model = &p->model, .count = 1 };
    const char             *method = s->options.method;

    memset(p, 0, sizeof *p);
    if ((s->linear != NULL) + (s->model != NULL) + (s->bodies != NULL) != 1 || !method ||
        (s->linear && !nsd_linear_is_valid(s->linear))) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    set_options(p, s);
    p->model = s->bodies ? (const void *)s->bodies : s->linear ? (const void *)s->linear : s->model;
    const int newmark = strcmp(method, "event-newmark") == 0;
    const int event = strcmp(method, "event") == 0;
    if (s->bodies && strcmp(method, "moreau") == 0 && s->resize && s->release) {
        p->family = nsd_family_make(&nsd_family_bodies_kind, &p->bodies, &models);
    } else if (s->linear && event) {
        p->family = nsd_family_make(&nsd_family_linear_event_kind, &p->event, &models);
    } else if (s->linear && p->linear.scheme) {
        p->family = nsd_family_make(&nsd_family_linear_kind, &p->linear, &models);
    } else if (s->linear && p->nonlinear.scheme) {
        p->family = nsd_family_make(&nsd_family_linear_adaptive_kind, &p->nonlinear, &models);
    } else if (s->model && (event || newmark)) {
        p->family = nsd_family_make(&nsd_family_event_kind, &p->event, &models);
    } else if (s->model && p->nonlinear.scheme) {
        p->family = nsd_family_make(&nsd_family_nonlinear_kind, &p->nonlinear, &models);
    }
    return p->family.kind ? NSD_OK : NSD_ERR_BAD_ARGUMENT;
}

static nsd_status make_plan(const nsd_simulation *s, nsd_run_plan *plan)
{
    const nsd_options *options = &s->options;
    const double       span = s->t1 - s->t0;
    const double       h = options->h > 0.0 ? options->h : span / DEFAULT_STEPS;
    const double       steps = round(span / h);

    if (!(span > 0.0 && span < INFINITY && steps >= 1.0 && steps <= MOST_STEPS) ||
        options->every < 1) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    plan->t0 = s->t0;
    plan->t_end = s->t1;
    plan->h = h;
    plan->steps = (long long)steps;
    plan->every = options->every;
    plan->times = options->times;
    plan->time_count = options->time_count;
    return NSD_OK;
}

size_t nsd_run_memory(const nsd_simulation *simulation)
{
    prepared p;
    return prepare(&p, simulation) == NSD_OK ? nsd_family_scratch(&p.family) : 0;
}

nsd_status nsd_run(const nsd_simulation *simulation, void *memory, size_t bytes, nsd_sink *sink,
                   nsd_run_outcome *outcome)
{
    prepared       p;
    nsd_trajectory run;
    nsd_status     status = prepare(&p, simulation);

    memset(&run, 0, sizeof run);
    run.sink = sink;
    run.scratch.base = memory;
    run.scratch.size = memory ? bytes : 0;
    if (status == NSD_OK) {
        status = make_plan(simulation, &run.plan);
    }
    if (status == NSD_OK) {
        status = nsd_family_init(&p.family, &run);
    }
    if (status == NSD_OK) {
        const size_t n = (size_t)p.family.sizes.n;
        const int    threads = nsd_dense_blas_threads(1);
        memcpy(run.state.q, simulation->q0, n * sizeof(double));
        memcpy(run.state.v, simulation->v0, n * sizeof(double));
        nsd_family_start(&p.family, &run);
        status = nsd_family_run(&p.family, &run);
        nsd_dense_blas_threads(threads);
    }
    *outcome = run.outcome;
    outcome->status = status;
    return status;
}

nsd_matrix nsd_matrix_dense(int n, const double *A)
{
    static const double zeros[NSD_INVERSE_SIZE * NSD_INVERSE_SIZE] = { 0.0 };
    const nsd_matrix    matrix = { .storage = A || n <= NSD_INVERSE_SIZE ? NSD_DENSE : NSD_ZERO,
                                   .n = n,
                                   .values = A ? A : zeros };
    return matrix;
}

nsd_columns nsd_columns_dense(int n, int m, const double *H, ptrdiff_t *index)
{
    const nsd_columns columns = { n, m, index, index + m + 1, H };
    for (int j = 0; j <= m; j++) {
        index[j] = (ptrdiff_t)j * n;
    }
    for (ptrdiff_t k = 0; k < (ptrdiff_t)n * m; k++) {
        index[m + 1 + k] = k % n;
    }
    return columns;
}
