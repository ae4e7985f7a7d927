/* event_driven.c - work space and start of the event-driven solver. */
#include "event/event_driven.h"

#include <math.h>
#include <string.h>

#include "event/event_parts.h"

/* Arrays of flow->size; doubles per guard (six numbers, and samples); flags per guard */
enum { VECTORS = 6, OF_GUARDS = 6 + NSD_EVENT_PLACES, FLAGS = 8 };

static size_t own_scratch(int size, int guards)
{
    const size_t m = (size_t)guards;
    return nsd_scratch_need((size_t)size * VECTORS + m * OF_GUARDS, sizeof(double)) +
           2 * nsd_scratch_need(m, sizeof(nsd_guard_end)) +
           nsd_scratch_need(m, sizeof(nsd_guard_curve)) + nsd_scratch_need(m * FLAGS, sizeof(int));
}

size_t nsd_event_driven_scratch(const nsd_model *model, int user_events)
{
    const int size = 2 * model->n + nsd_flow_mechanical_work_count(model);
    return nsd_scratch_need(1, sizeof(nsd_event_memory)) + nsd_flow_mechanical_scratch(model) +
           nsd_integrate_dp54_scratch(size) + nsd_integrate_exact_scratch(model) +
           nsd_integrate_rosenbrock_scratch(size) + own_scratch(size, model->m) +
           nsd_event_user_scratch(user_events) + nsd_flow_friction_scratch(model) +
           nsd_event_friction_scratch(model);
}

static nsd_status take_arrays(nsd_event_driven *s, nsd_scratch *scratch)
{
    const size_t   size = (size_t)s->flow->size, m = (size_t)s->flow->guards;
    const size_t   count = size * VECTORS + m * OF_GUARDS;
    double        *room = nsd_scratch_take(scratch, count, sizeof(double));
    int           *flags = nsd_scratch_take(scratch, m * FLAGS, sizeof(int));
    double **const vectors[VECTORS] = { &s->x, &s->x1, &s->x_try, &s->x_row, &s->f_try, &s->a_row };
    double **const numbers[] = { &s->h,       &s->before,    &s->after, &s->impulse,
                                 &s->rebound, &s->largest_h, &s->sample };
    int **const    sets[FLAGS] = { &s->deflation,    &s->resting,     &s->closed, &s->candidates,
                                   &s->stuck_before, &s->accumulates, &s->mode,   &s->leaves };

    s->g0 = nsd_scratch_take(scratch, m, sizeof *s->g0);
    s->g1 = nsd_scratch_take(scratch, m, sizeof *s->g1);
    s->curve = nsd_scratch_take(scratch, m, sizeof *s->curve);
    if (!room || !flags || !s->g0 || !s->g1 || !s->curve) {
        return NSD_ERR_WORKSPACE;
    }
    memset(room, 0, count * sizeof *room);
    memset(flags, 0, m * FLAGS * sizeof *flags);
    for (int i = 0; i < VECTORS; i++) {
        *vectors[i] = room;
        room += size;
    }
    for (int i = 0; i < 7; i++) {
        *numbers[i] = room;
        room += m;
    }
    for (int i = 0; i < FLAGS; i++) {
        *sets[i] = flags;
        flags += m;
    }
    return NSD_OK;
}

static void set_options(nsd_event_driven *s, const nsd_event_options *options)
{
    s->options = *options;
    s->accumulation_time = INFINITY;
    s->log_error_before = NSD_EVENT_LEAST_LOG_ERROR;
}

/* Dormand and Prince's pair, or Rodas where the options ask for it */
static nsd_status init_integrator(nsd_event_driven *s, nsd_integrate_dp54 *dp54,
                                  nsd_integrate_rosenbrock *rosenbrock, nsd_scratch *scratch)
{
    const nsd_event_options *o = &s->options;
    if (o->integrator == NSD_INTEGRATOR_ROSENBROCK) {
        s->integrate = &rosenbrock->base;
        return nsd_integrate_rosenbrock_init(rosenbrock, s->flow, o->rel_tol, o->abs_tol, scratch);
    }
    s->integrate = &dp54->base;
    return nsd_integrate_dp54_init(dp54, s->flow, o->rel_tol, o->abs_tol, scratch);
}

nsd_status nsd_event_driven_init(const nsd_model *model, const nsd_event_options *options,
                                 nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                 nsd_event_driven **solver)
{
    nsd_event_memory *memory = nsd_scratch_take(scratch, 1, sizeof *memory);
    if (!memory) {
        return NSD_ERR_WORKSPACE;
    }
    memset(memory, 0, sizeof *memory);
    nsd_event_driven *s = &memory->solver;
    *solver = s;
    s->flow = &memory->flow.base;
    s->mechanical = &memory->flow;
    const nsd_linear_model *linear = options->integrator == NSD_INTEGRATOR_AUTO &&
                                             !model->surface.law
                                         ? nsd_linear_model_of(model)
                                         : NULL;
    s->integrate = &memory->exact.base;
    s->base.tally = &memory->flow.mechanics.tally;
    set_options(s, options);
    nsd_status status = nsd_flow_mechanical_init(&memory->flow, model, &options->lcp, scratch);
    memory->flow.attract = options->attract;
    if (status == NSD_OK && model->surface.d > 0) {
        s->friction = &memory->friction;
        status = nsd_flow_friction_init(s->friction, &memory->flow, &options->lcp, scratch);
    }
    if (status == NSD_OK && linear) {
        status = nsd_integrate_exact_init(&memory->exact, &memory->flow, linear, scratch);
    } else if (status == NSD_OK) {
        status = init_integrator(s, &memory->dp54, &memory->rosenbrock, scratch);
    }
    if (status == NSD_OK) {
        status = take_arrays(s, scratch);
    }
    if (status == NSD_OK) {
        status = nsd_event_user_init(s, scratch);
    }
    if (status == NSD_OK && s->friction) {
        status = nsd_event_friction_init(s, scratch);
    }
    if (status == NSD_OK) {
        memcpy(s->x, state->q, (size_t)model->n * sizeof(double));
        memcpy(s->x + model->n, state->v, (size_t)model->n * sizeof(double));
        status = nsd_mechanics_start(&memory->flow.mechanics, state, ledger);
    }
    return status;
}

typedef struct hybrid_memory {
    nsd_flow_hybrid          flow;
    nsd_integrate_dp54       dp54;
    nsd_integrate_rosenbrock rosenbrock;
    nsd_event_driven         solver;
} hybrid_memory;

size_t nsd_event_driven_hybrid_scratch(const nsd_hybrid_model *model, int user_events)
{
    return nsd_scratch_need(1, sizeof(hybrid_memory)) + nsd_flow_hybrid_scratch(model) +
           nsd_integrate_dp54_scratch(model->n) + nsd_integrate_rosenbrock_scratch(model->n) +
           own_scratch(model->n, model->m) + nsd_event_user_scratch(user_events);
}

nsd_status nsd_event_driven_hybrid_init(const nsd_hybrid_model  *model,
                                        const nsd_event_options *options, nsd_scratch *scratch,
                                        nsd_state *state, nsd_event_driven **solver)
{
    hybrid_memory *memory = nsd_scratch_take(scratch, 1, sizeof *memory);
    if (!memory) {
        return NSD_ERR_WORKSPACE;
    }
    memset(memory, 0, sizeof *memory);
    nsd_event_driven *s = &memory->solver;
    *solver = s;
    set_options(s, options);
    s->flow = &memory->flow.base;
    s->base.tally = &s->tally;
    s->tally.n = model->n;
    s->tally.p = 2 * model->m;
    nsd_status status = nsd_flow_hybrid_init(&memory->flow, model, &options->lcp, scratch);
    if (status == NSD_OK) {
        status = init_integrator(s, &memory->dp54, &memory->rosenbrock, scratch);
    }
    if (status == NSD_OK) {
        status = take_arrays(s, scratch);
    }
    if (status == NSD_OK) {
        status = nsd_event_user_init(s, scratch);
    }
    if (status == NSD_OK) {
        memcpy(s->x, state->q, (size_t)model->n * sizeof(double));
    }
    return status;
}
