/* event_driven.c - work space and start of the event-driven solver. */
#include "event/event_driven.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

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
    nsd_scratch flow_scratch, friction_scratch, integrate_scratch;
} memory;

typedef struct sizes { /* of the flow of a model */
    int    states, guards, user_events, with_friction;
    size_t flow_bytes, friction_bytes, exact_bytes;
} sizes;

static void lay_out_arrays(nsd_event_driven *s, const sizes *z, nsd_scratch *scratch)
{
    const size_t size = (size_t)z->states, m = (size_t)z->guards;

    double **const   vectors[] = { &s->x, &s->x1, &s->x_try, &s->f_try, &s->x_row, &s->a_row };
    double **const   numbers[] = { &s->h,
                                   &s->jump.before,
                                   &s->jump.after,
                                   &s->jump.impulse,
                                   &s->jump.rebound,
                                   &s->scale.largest_h };
    nsd_event_flags *of = &s->flags;
    int **const      flags[] = {
             &of->deflation,  &of->resting,      &of->leaves,      &of->closed,
             &of->candidates, &of->stuck_before, &of->accumulates, &of->stuck_at_jump
    };
    for (int i = 0; i < 6; i++) {
        *vectors[i] = nsd_scratch_doubles(scratch, size);
        *numbers[i] = nsd_scratch_doubles(scratch, m);
    }
    for (int i = 0; i < 8; i++) {
        *flags[i] = nsd_scratch_ints(scratch, m);
    }
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
    memory       blank, *taken = nsd_scratch_take(scratch, 1, sizeof *taken);
    memory      *m = taken ? taken : &blank;
    const size_t stepped = nsd_scratch_larger(nsd_integrate_dp54_scratch(z->states),
                                              nsd_integrate_rosenbrock_scratch(z->states));

    memset(m, 0, sizeof *m);
    lay_out_arrays(&m->solver, z, scratch);
    m->flow_scratch = nsd_scratch_part(scratch, z->flow_bytes);
    m->friction_scratch = nsd_scratch_part(scratch, z->friction_bytes);
    m->integrate_scratch = nsd_scratch_part(scratch, nsd_scratch_larger(stepped, z->exact_bytes));
    return taken;
}

static size_t counted(const sizes *z)
{
    nsd_scratch counter = nsd_scratch_counter();
    lay_out(z, &counter);
    return nsd_scratch_counted(&counter);
}

/* A solver with its options and arrays of zeros; NULL: too little memory */
/* A solver with its memory; NULL when the scratch is too small. The state gets a place for its
 * accelerations, NaN until they are known: a start that fails is a row, too. */
static memory *new_solver(const sizes *z, const nsd_event_options *options, nsd_state *state,
                          nsd_scratch *scratch)
{
    memory *m = lay_out(z, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NULL;
    }
    double *first =
        m->solver.x; /* the arrays of the solver end where the scratch of the flow begins */
    memset(first, 0, (size_t)(m->flow_scratch.base - (char *)first));
    state->A = m->solver.a_row;
    for (int i = 0; i < z->states; i++) {
        state->A[i] = NAN;
    }
    m->solver.options = *options;
    m->solver.accumulation_time = INFINITY;
    m->solver.control.log_error_before = NSD_EVENT_LEAST_LOG_ERROR;
    return m;
}

/* Dormand and Prince's pair, or Rodas where the options ask for it */
static nsd_status init_integrator(memory *m)
{
    nsd_event_driven        *s = &m->solver;
    const nsd_event_options *o = &s->options;
    if (o->integrator == NSD_INTEGRATOR_ROSENBROCK) {
        s->integrate = &m->integrate.rosenbrock.base;
        return nsd_integrate_rosenbrock_init(&m->integrate.rosenbrock, s->flow, o->rel_tol,
                                             o->abs_tol, &m->integrate_scratch);
    }
    s->integrate = &m->integrate.dp54.base;
    return nsd_integrate_dp54_init(&m->integrate.dp54, s->flow, o->rel_tol, o->abs_tol,
                                   &m->integrate_scratch);
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

static sizes sizes_of_mechanical(const nsd_model *model, int user_events)
{
    const sizes z = { .states = 2 * model->n + nsd_flow_mechanical_work_count(model),
                      .guards = model->m,
                      .user_events = user_events,
                      .with_friction = model->surface.d > 0,
                      .flow_bytes = nsd_flow_mechanical_scratch(model),
                      .friction_bytes = nsd_flow_friction_scratch(model),
                      .exact_bytes = nsd_scratch_larger(nsd_integrate_newmark_scratch(model),
                                                        nsd_integrate_exact_scratch(model)) };
    return z;
}

size_t nsd_event_driven_scratch(const nsd_model *model, int user_events)
{
    const sizes z = sizes_of_mechanical(model, user_events);
    return counted(&z);
}

/* Exact flight of linear systems where the options leave the choice, else init_integrator */
static nsd_status init_mechanical_integrator(memory *m, const nsd_model *model)
{
    const nsd_linear_model *linear = m->solver.options.integrator == NSD_INTEGRATOR_AUTO &&
                                             !model->surface.law
                                         ? nsd_linear_model_of(model)
                                         : NULL;
    if (m->solver.options.integrator == NSD_INTEGRATOR_NEWMARK) {
        nsd_event_options *o = &m->solver.options;
        o->newmark.step.h = o->largest_step;
        m->solver.integrate = &m->integrate.newmark.base;
        return nsd_integrate_newmark_init(&m->integrate.newmark, &m->flow.mechanical, &o->newmark,
                                          o->exact_root, &m->integrate_scratch);
    }
    if (!linear) {
        return init_integrator(m);
    }
    m->solver.integrate = &m->integrate.exact.base;
    return nsd_integrate_exact_init(&m->integrate.exact, &m->flow.mechanical, linear,
                                    &m->integrate_scratch);
}

nsd_status nsd_event_driven_init(const nsd_model *model, const nsd_event_options *options,
                                 nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                 nsd_event_driven **solver)
{
    const sizes  z = sizes_of_mechanical(model, options->user.count);
    const size_t bytes = (size_t)model->n * sizeof(double);
    memory      *m = new_solver(&z, options, state, scratch);
    if (!m) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_event_driven    *s = *solver = &m->solver;
    nsd_flow_mechanical *flow = s->mechanical = &m->flow.mechanical;
    s->flow = &flow->base;
    s->base.tally = &flow->mechanics.tally;
    nsd_status status = nsd_flow_mechanical_init(flow, model, &options->lcp, &m->flow_scratch);
    flow->attract = options->attract;
    if (status == NSD_OK && z.with_friction) {
        s->friction = &m->friction;
        status = nsd_flow_friction_init(s->friction, flow, &options->lcp, &m->friction_scratch);
    }
    status = status == NSD_OK ? init_mechanical_integrator(m, model) : status;
    if (status == NSD_OK) {
        memcpy(s->x, state->q, bytes);
        memcpy(s->x + model->n, state->v, bytes);
        status = nsd_mechanics_start(&flow->mechanics, state, ledger);
    }
    return status;
}

/* What the result of a run reads of its solver, also when a function of the user fails at t_0 */
static nsd_event_driven *solver_of(memory *m, nsd_flow_first_order *flow)
{
    m->solver.flow = &flow->base;
    m->solver.base.tally = &m->solver.tally;
    return &m->solver;
}

/* The solver of a flow of order one, which has been made, for a state at t_0 */
static nsd_status start_first_order(memory *m, nsd_flow_first_order *flow, const nsd_state *state)
{
    nsd_event_driven *s = &m->solver;
    s->tally.n = flow->base.size;
    s->tally.p = 2 * flow->base.guards;
    memcpy(s->x, state->q, (size_t)flow->base.size * sizeof(double));
    return init_integrator(m);
}

static sizes sizes_of_hybrid(const nsd_hybrid_model *model, int user_events)
{
    const sizes z = { .states = model->n,
                      .guards = model->m,
                      .user_events = user_events,
                      .flow_bytes = nsd_flow_hybrid_scratch(model) };
    return z;
}

size_t nsd_event_driven_hybrid_scratch(const nsd_hybrid_model *model, int user_events)
{
    const sizes z = sizes_of_hybrid(model, user_events);
    return counted(&z);
}

nsd_status nsd_event_driven_hybrid_init(const nsd_hybrid_model  *model,
                                        const nsd_event_options *options, nsd_scratch *scratch,
                                        nsd_state *state, nsd_event_driven **solver)
{
    const sizes z = sizes_of_hybrid(model, options->user.count);
    memory     *m = new_solver(&z, options, state, scratch);
    if (!m) {
        return NSD_ERR_WORKSPACE;
    }
    *solver = solver_of(m, &m->flow.hybrid.first);
    const nsd_status status = nsd_flow_hybrid_init(&m->flow.hybrid, model, &options->lcp,
                                                   &m->flow_scratch);
    return status == NSD_OK ? start_first_order(m, &m->flow.hybrid.first, state) : status;
}

static sizes sizes_of_filippov(const nsd_filippov_model *model, int user_events)
{
    const sizes z = { .states = model->n,
                      .guards = model->p,
                      .user_events = user_events,
                      .flow_bytes = nsd_flow_filippov_scratch(model) };
    return z;
}

size_t nsd_event_driven_filippov_scratch(const nsd_filippov_model *model, int user_events)
{
    const sizes z = sizes_of_filippov(model, user_events);
    return counted(&z);
}

nsd_status nsd_event_driven_filippov_init(const nsd_filippov_model *model,
                                          const nsd_event_options *options, nsd_scratch *scratch,
                                          nsd_state *state, nsd_event_driven **solver)
{
    const sizes z = sizes_of_filippov(model, options->user.count);
    memory     *m = new_solver(&z, options, state, scratch);
    if (!m) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_flow_filippov *flow = &m->flow.filippov;
    *solver = solver_of(m, &flow->first);
    nsd_status status = nsd_flow_filippov_init(flow, model, &options->lcp, &m->flow_scratch);
    if (status == NSD_OK) {
        status = nsd_flow_filippov_start(flow, state->t, state->q);
    }
    return status == NSD_OK ? start_first_order(m, &flow->first, state) : status;
}
