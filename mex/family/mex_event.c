/* mex_event.c - mechanical systems with located events; the user's events and sensitivities. */
#include "family/mex_event.h"

#include <string.h>

#include "family/mex_linear.h"
#include "family/mex_model.h"
#include "family/mex_options.h"

/* Functions of the option Events at most. Larger numbers are typing errors. */
enum { MOST_USER_EVENTS = 1000000 };

static nsd_status call_events(void *context, double t, const double *q, const double *v,
                              const nsd_event_user_values *values)
{
    nsd_mex_event      *e = context;
    const int           rows = e->context.options.user.count;
    const size_t        count = (size_t)rows;
    const nsd_mex_place at = { t, q, v, e->n, e->n, 0 };
    const nsd_status status = nsd_mex_function_call(e->caller, &e->events, &at, rows, 3, e->table);
    if (status == NSD_OK) {
        memcpy(values->value, e->table, count * sizeof(double));
        memcpy(values->terminal, e->table + count, count * sizeof(double));
        memcpy(values->direction, e->table + 2 * count, count * sizeof(double));
    }
    return status;
}

static void add_sensitivity(nsd_mex_family *family, nsd_trajectory *run, mxArray *result)
{
    nsd_mex_event *event = family->host;
    if (!event->observer) {
        return;
    }
    if (run->outcome.status == NSD_OK) {
        run->outcome.status = nsd_mex_sensitivity_finish(event->observer, run->state.t);
    }
    nsd_mex_sensitivity_export(event->observer, result);
}

void nsd_mex_event_read(nsd_mex_event *event, nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_event_options *options = &event->context.options;

    *options = nsd_mex_options_event(in->options);
    options->t_end = in->plan->t_end;
    family->rows.jumps = 1;
    family->caller = event->caller;
    family->host = event;
    family->add_results = add_sensitivity;
    if (in->run) {
        event->context.accelerations = !in->plan->times;
        event->events = nsd_mex_function_read(in->run, "events", "Events",
                                              event->mechanical ? "txz" : "tx");
        options->user.count = (int)nsd_mex_integer(in->run, "eventCount", 0,
                                                   event->events.handle ? MOST_USER_EVENTS : 0);
        options->user.context = event;
        options->user.evaluate = call_events;
        event->table = mxCalloc(3 * (size_t)options->user.count + 1, sizeof(double));
    }
}

int nsd_mex_event_is_observed(const nsd_mex_systems *in)
{
    return in->run && nsd_mex_field_is(in->options, "Sensitivity", "on");
}

void nsd_mex_event_observe(nsd_mex_event *event, nsd_mex_sensitivity *observer)
{
    event->observer = observer;
    event->context.observer = &observer->base;
}

/* Energies of mechanical systems with these sizes; kinetic and potential energies of linear systems
 * follow from the rows */
static unsigned energies_of(const nsd_sizes *sizes, unsigned others)
{
    return others | NSD_MEX_KEEP(NSD_EXTERNAL) | NSD_MEX_KEEP(NSD_NUMERICAL) |
           nsd_mex_linear_relations(sizes);
}

void nsd_mex_event_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_mex_event          *event = mxCalloc(1, sizeof *event);
    nsd_mex_model          *host = NULL;
    const nsd_family_models models = nsd_mex_model_all(in, &host);

    event->caller = &host->caller;
    event->n = host->model.n;
    event->mechanical = 1;
    nsd_mex_event_read(event, family, in);
    if (nsd_mex_event_is_observed(in)) {
        nsd_mex_event_observe(
            event, nsd_mex_sensitivity_mechanical(&host->model, &event->context.options));
    }
    family->family = nsd_family_make(&nsd_family_event_kind, &event->context, &models);
    family->rows.energies = energies_of(&family->family.sizes,
                                        NSD_MEX_KEEP(NSD_KINETIC) | NSD_MEX_KEEP(NSD_POTENTIAL));
}

typedef struct linear_force { /* F(t) of a linear system as a function of the user */
    nsd_mex_event    event;
    nsd_mex_caller   caller;
    nsd_mex_function function;
    int              n;
} linear_force;

static nsd_status call_force(void *context, double t, double *F)
{
    linear_force       *force = context;
    const nsd_mex_place at = { .t = t };
    return nsd_mex_function_call(&force->caller, &force->function, &at, force->n, 1, F);
}

/* An observer for a linear system, as a model of its own */
static nsd_mex_sensitivity *observe_linear(const nsd_linear_model  *functions,
                                           const nsd_linear        *model,
                                           const nsd_event_options *options)
{
    nsd_linear_model *linear = mxMalloc(sizeof *linear);
    nsd_model        *as_model = mxMalloc(sizeof *as_model);
    nsd_scratch       scratch = nsd_mex_scratch(nsd_linear_model_scratch(model));

    *linear = *functions;
    nsd_mex_require(nsd_linear_model_init(linear, model, &scratch, as_model), "simulate");
    return nsd_mex_sensitivity_mechanical(as_model, options);
}

void nsd_mex_linear_event_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    linear_force           *force = mxCalloc(1, sizeof *force);
    nsd_mex_event          *event = &force->event;
    const nsd_family_models models = nsd_mex_linear_all(in);
    const nsd_linear       *model = models.model[0];

    event->caller = &force->caller;
    event->n = force->n = model->n;
    event->mechanical = 1;
    nsd_mex_event_read(event, family, in);
    force->function = nsd_mex_function_read(in->system[0], "handle", "force", "t");
    if (force->function.handle && !in->run) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "a sweep takes no force by a function");
    }
    event->context.linear.force = force->function.handle ? call_force : NULL;
    event->context.linear.caller = force;
    if (nsd_mex_event_is_observed(in)) {
        nsd_mex_event_observe(
            event, observe_linear(&event->context.linear, model, &event->context.options));
    }
    family->family = nsd_family_make(&nsd_family_linear_event_kind, &event->context, &models);
    family->rows.energies = energies_of(&family->family.sizes, nsd_mex_linear_damping(model));
}
