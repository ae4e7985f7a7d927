/* mex_event.c - families with located events; the user's events and sensitivities. */
#include "family/mex_family.h"

#include <string.h>

#include "family/mex_linear.h"
#include "family/mex_options.h"
#include "family/mex_sensitivity.h"
#include "simulate/family_events.h"

/* Functions of the option Events at most. Larger numbers are typing errors. */
enum { MOST_USER_EVENTS = 1000000 };

typedef struct event_host {
    nsd_family_event     context;
    nsd_mex_family      *family;   /* with the caller of the user's functions             */
    nsd_mex_function     events;   /* calls the user's Events, nsd_event_values.m         */
    double              *table;    /* count x 3: values, terminal, direction              */
    nsd_mex_sensitivity *observer; /* with the option Sensitivity, else NULL              */
} event_host;

static nsd_status call_events(void *context, double t, const double *q, const double *v,
                              const nsd_event_user_values *values)
{
    event_host          *e = context;
    const int            n = e->family->family.sizes.n;
    const size_t         count = (size_t)e->events.rows;
    const nsd_tape_place at = { &t, q, v, n, n, 0 };
    const nsd_status status = nsd_mex_function_call(e->family->caller, &e->events, &at, e->table);
    if (status == NSD_OK) {
        memcpy(values->value, e->table, count * sizeof(double));
        memcpy(values->terminal, e->table + count, count * sizeof(double));
        memcpy(values->direction, e->table + 2 * count, count * sizeof(double));
    }
    return status;
}

static void add_sensitivity(nsd_mex_family *family, nsd_trajectory *run, mxArray *result)
{
    event_host *event = family->host;
    if (!event->observer) {
        return;
    }
    if (run->outcome.status == NSD_OK) {
        run->outcome.status = nsd_mex_sensitivity_finish(event->observer, run->state.t);
    }
    nsd_mex_sensitivity_export(event->observer, result);
}

/* An event family with the user's events, fields events and eventCount of in->run: functions of
 * (t,q,v), or of (t,x) where the system is not mechanical */
static event_host *read_event(nsd_mex_family *family, const nsd_mex_systems *in, int mechanical)
{
    event_host        *event = nsd_mex_calloc(1, sizeof *event);
    nsd_event_options *options = &event->context.options;

    event->family = family;
    *options = nsd_mex_options_event(in->options);
    options->t_end = in->plan->t_end;
    family->rows.jumps = 1;
    family->host = event;
    family->add_results = add_sensitivity;
    if (in->run) {
        event->context.accelerations = !in->plan->times;
        event->events = nsd_mex_function_read(in->run, "events", "Events",
                                              mechanical ? "txz" : "tx");
        options->user.count = (int)nsd_mex_integer(in->run, "eventCount", 0,
                                                   event->events.handle ? MOST_USER_EVENTS : 0);
        event->events.rows = options->user.count;
        event->events.columns = 3;
        options->user.context = event;
        options->user.evaluate = call_events;
        event->table = nsd_mex_calloc(3 * (size_t)options->user.count + 1, sizeof(double));
    }
    return event;
}

/* 1 when the run asks for sensitivities */
static int is_observed(const nsd_mex_systems *in)
{
    return in->run && nsd_mex_field_is(in->options, "Sensitivity", "on");
}

static void observe(event_host *event, nsd_mex_sensitivity *observer)
{
    event->observer = observer;
    event->context.observer = &observer->base;
}

void *nsd_mex_event_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    event_host      *event = read_event(family, in, 1);
    const nsd_model *model = family->family.models.model[0];
    if (is_observed(in)) {
        observe(event, nsd_mex_sensitivity_mechanical(model, &event->context.options));
    }
    family->rows.energies = NSD_MEX_MECHANICAL |
                            nsd_mex_family_obstacles(model->moving,
                                                     model->surface.compliance != NULL);
    return &event->context;
}

/* An observer for sensitivities with a flow of its own */
static nsd_mex_sensitivity *observe_hybrid(const nsd_hybrid_model  *model,
                                           const nsd_event_options *options)
{
    nsd_flow_hybrid *flow = nsd_mex_malloc(sizeof *flow);
    nsd_scratch      scratch = nsd_mex_scratch(nsd_flow_hybrid_scratch(model));
    nsd_mex_require(nsd_flow_hybrid_init(flow, model, &options->lcp, &scratch), "simulate");
    return nsd_mex_sensitivity_new(&flow->first.base, options);
}

void *nsd_mex_hybrid_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    event_host *event = read_event(family, in, 0);
    if (is_observed(in)) {
        observe(event, observe_hybrid(family->family.models.model[0], &event->context.options));
    }
    return &event->context;
}

void *nsd_mex_filippov_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    return &read_event(family, in, 0)->context;
}

/* An observer for a linear system, as a model of its own */
static nsd_mex_sensitivity *observe_linear(const nsd_linear_model  *functions,
                                           const nsd_linear        *model,
                                           const nsd_event_options *options)
{
    nsd_linear_model *linear = nsd_mex_malloc(sizeof *linear);
    nsd_model        *as_model = nsd_mex_malloc(sizeof *as_model);
    nsd_scratch       scratch = nsd_mex_scratch(nsd_linear_model_scratch(model));

    *linear = *functions;
    nsd_mex_require(nsd_linear_model_init(linear, model, &scratch, as_model), "simulate");
    return nsd_mex_sensitivity_mechanical(as_model, options);
}

void *nsd_mex_linear_event_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    event_host       *event = read_event(family, in, 1);
    const nsd_linear *model = nsd_mex_linear_changes(family, in);

    nsd_mex_linear_force_function(family, in, model->n, &event->context.linear);
    if (is_observed(in)) {
        observe(event, observe_linear(&event->context.linear, model, &event->context.options));
    }
    /* kinetic and potential energies follow from the rows, but for what compliant contacts store */
    family->rows.energies = NSD_MEX_KEEP(NSD_EXTERNAL) | NSD_MEX_KEEP(NSD_NUMERICAL) |
                            (model->surface.compliance ? NSD_MEX_KEEP(NSD_POTENTIAL) : 0) |
                            nsd_mex_linear_damping(model);
    return &event->context;
}
