/* event_driven.c - work space and start of the event-driven solver. */
#include "event/event_driven.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "event/event_local.h"

/* Tolerances of runs by Newmark's scheme: gaps up to this, in their unit and relative to the
 * largest one, count as closed. Smaller: impacts at one time are solved one after the other;
 * larger: impacts that follow each other are solved as one. */
#define NEWMARK_CLOSED_TOLERANCE 1e-12

/* A solver with its flow and its integrator, and the scratch of both */
typedef struct memory {
    nsd_event_driven solver;
    union {
        nsd_flow_mechanical mechanical;
        nsd_flow_hybrid     hybrid;
        nsd_flow_filippov   filippov;
    } flow;
    nsd_flow_friction friction;
    union {
        nsd_integrate_dp54       dp54;
        nsd_integrate_exact      exact;
        nsd_integrate_rosenbrock rosenbrock;
        nsd_integrate_newmark    newmark;
    } integrate;
    nsd_scratch flow_scratch, friction_scratch, integrate_scratch, local_scratch;
} memory;

typedef struct sizes { /* of the flow of a system */
    int    states, guards, user_events, with_friction;
    size_t flow_bytes, friction_bytes, integrate_bytes, local_bytes;
} sizes;

static sizes sizes_of(const nsd_event_system *system, int user_events)
{
    const nsd_model          *model = system->mechanical;
    const nsd_hybrid_model   *hybrid = system->hybrid;
    const nsd_filippov_model *filippov = system->filippov;
    sizes                     z = { .user_events = user_events };

    if (model) {
        z.states = 2 * model->n + nsd_flow_mechanical_work_count(model);
        z.guards = model->m;
        z.with_friction = model->surface.d > 0;
        z.flow_bytes = nsd_flow_mechanical_scratch(model);
        z.friction_bytes = nsd_flow_friction_scratch(model);
        z.local_bytes = nsd_event_local_scratch(model);
        z.integrate_bytes = nsd_scratch_larger(nsd_integrate_newmark_scratch(model),
                                               nsd_integrate_exact_scratch(model));
    } else {
        z.states = hybrid ? hybrid->n : filippov->n;
        z.guards = hybrid ? hybrid->m : filippov->p;
        z.flow_bytes = hybrid ? nsd_flow_hybrid_scratch(hybrid)
                              : nsd_flow_filippov_scratch(filippov);
    }
    const size_t free = nsd_scratch_larger(nsd_dp54_scratch(z.states),
                                           nsd_integrate_rosenbrock_scratch(z.states));
    z.integrate_bytes = nsd_scratch_larger(z.integrate_bytes, free);
    return z;
}

static void lay_out_arrays(nsd_event_driven *s, const sizes *z, nsd_scratch *scratch)
{
    const size_t     m = (size_t)z->guards;
    nsd_event_flags *of = &s->flags;

    NSD_SCRATCH_EACH(scratch, (size_t)z->states, &s->x, &s->x1, &s->x_try, &s->f_try, &s->x_row,
                     &s->a_row, &s->smooth.low, &s->smooth.high);
    s->smooth.inside = nsd_scratch_doubles(scratch, 3 * (size_t)z->states);
    NSD_SCRATCH_EACH(scratch, m, &s->h, &s->jump.before, &s->jump.after, &s->jump.impulse,
                     &s->jump.rebound, &s->scale.largest_h);
    NSD_SCRATCH_EACH_INT(scratch, m, &of->deflation, &of->resting, &of->leaves, &of->closed,
                         &of->candidates, &of->stuck_before, &of->accumulates, &of->stuck_at_jump);
    s->sample = nsd_scratch_doubles(scratch, NSD_EVENT_PLACES * m);
    s->g0 = nsd_scratch_take(scratch, m, sizeof *s->g0);
    s->g1 = nsd_scratch_take(scratch, m, sizeof *s->g1);
    s->curve = nsd_scratch_take(scratch, m, sizeof *s->curve);
    nsd_event_user_lay_out(&s->watch, z->user_events, scratch);
    if (z->with_friction) {
        nsd_event_friction_lay_out(&s->tangential, z->guards, scratch);
    }
}

static memory *lay_out(const sizes *z, nsd_scratch *scratch)
{
    memory  blank, *taken = nsd_scratch_take(scratch, 1, sizeof *taken);
    memory *m = taken ? taken : &blank;

    memset(m, 0, sizeof *m);
    lay_out_arrays(&m->solver, z, scratch);
    m->flow_scratch = nsd_scratch_part(scratch, z->flow_bytes);
    m->friction_scratch = nsd_scratch_part(scratch, z->friction_bytes);
    m->integrate_scratch = nsd_scratch_part(scratch, z->integrate_bytes);
    m->local_scratch = nsd_scratch_part(scratch, z->local_bytes);
    return taken;
}

size_t nsd_event_driven_scratch(const nsd_event_system *system, int user_events)
{
    const sizes  z = sizes_of(system, user_events);
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    lay_out(&z, counter);
    return nsd_scratch_counted(counter);
}

nsd_event_options nsd_event_driven_newmark(const nsd_nonlinear_options *newmark, int exact_root)
{
    const nsd_event_options options = { .rel_tol = NEWMARK_CLOSED_TOLERANCE,
                                        .abs_tol = NEWMARK_CLOSED_TOLERANCE,
                                        .chatter = NSD_CHATTER_MAP,
                                        .integrator = NSD_INTEGRATOR_NEWMARK,
                                        .refine = 1,
                                        .max_events = LLONG_MAX,
                                        .max_steps = LLONG_MAX,
                                        .lcp = newmark->step.lcp,
                                        .newmark = *newmark,
                                        .exact_root = exact_root };
    return options;
}

/* 1 when the force of a compliant contact is not linear in depth and rate */
static int is_curved(const nsd_model *model)
{
    const nsd_compliance *law = model->surface.compliance;
    int                   curved = 0;
    for (int a = 0; a < model->m && law; a++) {
        curved |= law[a].k > 0.0 && (law[a].n != 1.0 || law[a].d > 0.0 || law[a].e > 0.0);
    }
    return curved;
}

static nsd_status init_rosenbrock(memory *m)
{
    nsd_event_driven        *s = &m->solver;
    const nsd_event_options *o = &s->options;
    s->integrate = &m->integrate.rosenbrock.base;
    return nsd_integrate_rosenbrock_init(&m->integrate.rosenbrock, s->flow, o->rel_tol, o->abs_tol,
                                         &m->integrate_scratch);
}

nsd_status nsd_event_take_rosenbrock(nsd_event_driven *s, double t)
{
    memory *m = (memory *)s; /* its first part */
    m->integrate_scratch.used = 0;
    NSD_TRY(init_rosenbrock(m));
    return s->flow->field(s->flow, t, s->x, s->integrate->f0);
}

/* 1 when contacts or joints may hold the motions that dampers end: then the run itself tells
 * whether exact flight is slow                                                          (ED.26) */
static int may_hold(const nsd_model *model)
{
    return model->surface.d > 0 || model->surface.compliance || model->p > 0;
}

/* The integrator of the options. Left to choose: exact flight of linear systems, Rosenbrock's
 * method where dampers make it slow, else Dormand and Prince's pair */
static nsd_status init_integrator(memory *m, const nsd_model *model, double span)
{
    nsd_event_driven       *s = &m->solver;
    nsd_event_options      *o = &s->options;
    const int               chooses = o->integrator == NSD_INTEGRATOR_AUTO;
    const nsd_linear_model *linear = chooses && model && !model->surface.law && !is_curved(model) &&
                                             model->surface.d < 2 &&
                                             !(model->surface.d > 0 && model->surface.compliance)
                                         ? nsd_linear_model_of(model)
                                         : NULL;

    if (linear) {
        const size_t used = m->integrate_scratch.used;
        s->integrate = &m->integrate.exact.base;
        NSD_TRY(nsd_integrate_exact_init(&m->integrate.exact, s->mechanical, linear,
                                         &m->integrate_scratch));
        if (may_hold(model) || !nsd_integrate_exact_is_slow(&m->integrate.exact, span)) {
            s->local = s->control.knots ? NULL : nsd_event_local_init(model, &m->local_scratch);
            return NSD_OK;
        }
        m->integrate_scratch.used = used;
        o->integrator = NSD_INTEGRATOR_ROSENBROCK;
    }
    switch (o->integrator) {
    case NSD_INTEGRATOR_NEWMARK:
        o->newmark.step.h = o->largest_step;
        s->integrate = &m->integrate.newmark.base;
        return nsd_integrate_newmark_init(&m->integrate.newmark, s->mechanical, &o->newmark,
                                          o->exact_root, &m->integrate_scratch);
    case NSD_INTEGRATOR_ROSENBROCK:
        return init_rosenbrock(m);
    default:
        s->integrate = &m->integrate.dp54.base;
        return nsd_integrate_dp54_init(&m->integrate.dp54, s->flow, o->rel_tol, o->abs_tol,
                                       &m->integrate_scratch);
    }
}

static nsd_status init_mechanical(memory *m, const nsd_model *model)
{
    nsd_event_driven      *s = &m->solver;
    const nsd_lcp_options *lcp = &s->options.lcp;
    nsd_flow_mechanical   *flow = s->mechanical = &m->flow.mechanical;

    s->flow = &flow->base;
    s->base.tally = &flow->mechanics.tally;
    NSD_TRY(nsd_flow_mechanical_init(flow, model, lcp, &m->flow_scratch));
    flow->attract = s->options.attract;
    if (model->surface.d > 0) {
        s->friction = &m->friction;
        NSD_TRY(nsd_flow_friction_init(s->friction, flow, lcp, &m->friction_scratch));
    }
    return NSD_OK;
}

/* What the result of a run reads of its solver is set first: a function of the user may fail */
static nsd_status init_first_order(memory *m, const nsd_event_system *system,
                                   const nsd_state *state)
{
    nsd_event_driven      *s = &m->solver;
    const nsd_lcp_options *lcp = &s->options.lcp;

    s->base.tally = &s->tally;
    if (system->hybrid) {
        s->flow = &m->flow.hybrid.first.base;
        NSD_TRY(nsd_flow_hybrid_init(&m->flow.hybrid, system->hybrid, lcp, &m->flow_scratch));
    } else {
        s->flow = &m->flow.filippov.first.base;
        NSD_TRY(nsd_flow_filippov_init(&m->flow.filippov, system->filippov, lcp, &m->flow_scratch));
        NSD_TRY(nsd_flow_filippov_start(&m->flow.filippov, state->t, state->q));
    }
    s->tally.n = s->flow->size;
    s->tally.p = 2 * s->flow->guards;
    return NSD_OK;
}

nsd_status nsd_event_driven_init(const nsd_event_system *system, const nsd_event_options *options,
                                 nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                 nsd_event_driven **solver)
{
    const sizes z = sizes_of(system, options->user.count);
    memory     *m = lay_out(&z, scratch);

    NSD_TRY(m ? nsd_scratch_status(scratch) : NSD_ERR_WORKSPACE);
    nsd_event_driven *s = *solver = &m->solver;
    memset(s->x, 0, (size_t)(m->flow_scratch.base - (char *)s->x)); /* all arrays of the solver */
    state->A = s->a_row;
    for (int i = 0; i < z.states; i++) {
        state->A[i] = NAN; /* until accelerations are known: a start that fails is a row, too */
    }
    s->options = *options;
    s->accumulation_time = INFINITY;
    s->control.log_error_before = NSD_EVENT_LEAST_LOG_ERROR;
    NSD_TRY(system->mechanical ? init_mechanical(m, system->mechanical)
                               : init_first_order(m, system, state));
    const nsd_linear_model *linear = system->mechanical ? nsd_linear_model_of(system->mechanical)
                                                        : NULL;
    s->control.knots = linear && linear->linear->F.times ? &linear->linear->F : NULL;
    NSD_TRY(init_integrator(m, system->mechanical, s->options.t_end - state->t));
    const int n = s->flow->controlled / s->flow->order;
    memcpy(s->x, state->q, (size_t)n * sizeof(double));
    if (!s->mechanical) {
        nsd_event_smooth_start(s);
        return NSD_OK;
    }
    memcpy(s->x + n, state->v, (size_t)n * sizeof(double));
    nsd_event_smooth_start(s);
    return nsd_mechanics_start(&s->mechanical->mechanics, state, ledger);
}
