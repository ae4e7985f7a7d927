/* mex_event.c - options, user's events and results of event-driven runs. */
#include <string.h>

#include "family/mex_event.h"

nsd_event_options nsd_mex_event_read_options(const mxArray *from, const nsd_mex_run *run)
{
    nsd_event_options options;
    options.t_end = nsd_mex_field(from, "tEnd");
    options.first_step = nsd_mex_field(from, "firstStep");
    options.largest_step = nsd_mex_field(from, "largestStep");
    options.rel_tol = nsd_mex_field(from, "relTol");
    options.abs_tol = nsd_mex_field(from, "absTol");
    options.chatter = (nsd_chatter)(int)nsd_mex_field(from, "chatter");
    options.chatter_speed = nsd_mex_field(from, "chatterSpeed");
    options.chatter_height = nsd_mex_field(from, "chatterHeight");
    options.attract = nsd_mex_field(from, "attract");
    options.integrator = (nsd_integrator)(int)nsd_mex_field(from, "integrator");
    options.refine = (int)nsd_mex_field(from, "refine");
    options.max_events = (long)nsd_mex_field(from, "maxEvents");
    options.max_steps = (long)nsd_mex_field(from, "maxSteps");
    options.lcp = run->options.lcp;
    options.user.count = 0;
    return options;
}

static nsd_status call_events(void *context, double t, const double *q, const double *v,
                              const nsd_event_user_values *values)
{
    nsd_mex_events *e = context;
    const size_t    count = (size_t)e->count;
    nsd_mex_call    c = { .function = "Events", .handle = e->handle };
    e->caller->t = t;
    nsd_mex_call_add_input(&c, mxCreateDoubleScalar(t));
    nsd_mex_call_add_input(&c, nsd_mex_vector(q, e->n));
    if (e->mechanical) {
        nsd_mex_call_add_input(&c, nsd_mex_vector(v, e->n));
    }
    nsd_mex_call_add_output(&c, count, 3, e->table);
    const nsd_status status = nsd_mex_call_invoke(e->caller, &c);
    if (status == NSD_OK) {
        memcpy(values->value, e->table, count * sizeof(double));
        memcpy(values->terminal, e->table + count, count * sizeof(double));
        memcpy(values->direction, e->table + 2 * count, count * sizeof(double));
    }
    return status;
}

nsd_event_user nsd_mex_event_read_user(const mxArray *run, nsd_mex_events *events)
{
    const nsd_event_user user = { (int)nsd_mex_field(run, "eventCount"), events, call_events };
    events->count = user.count;
    events->handle = nsd_mex_member(run, "events");
    events->table = mxCalloc(3 * (size_t)user.count + 1, sizeof(double));
    if (user.count > 0 && !events->caller->guard) { /* a compiled model has no guard of its own */
        events->caller->guard = nsd_mex_member(run, "guard");
    }
    return user;
}

static nsd_status run_events(nsd_mex_run *run)
{
    nsd_event_driven *solver = (nsd_event_driven *)run->stepper; /* its base comes first */
    return run->status != NSD_OK
               ? run->status
               : nsd_run_event_driven(&run->plan, solver, &run->state, &run->ledger,
                                      &run->sink.output.sink, &run->report);
}

static void set_number(mxArray *result, const char *name, double value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, mxCreateDoubleScalar(value));
}

mxArray *nsd_mex_event_run(nsd_mex_run *run, const mxArray *from, nsd_event_driven *solver,
                           nsd_mex_sensitivity *observer)
{
    run->stepper = &solver->base;
    solver->observer = observer ? &observer->base : NULL;
    nsd_mex_run_loop(run, from, run_events);
    if (observer && run->status == NSD_OK) {
        run->status = nsd_mex_sensitivity_finish(observer, run->state.t);
    }
    mxArray *result = nsd_mex_run_export(run);
    set_number(result, "evaluations", (double)solver->flow->evaluations);
    set_number(result, "refused", (double)solver->control.refused_steps);
    if (observer) {
        nsd_mex_sensitivity_export(observer, result);
    }
    return result;
}
