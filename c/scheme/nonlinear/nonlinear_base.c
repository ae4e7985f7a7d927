/* nonlinear_base.c - common part of nonlinear schemes: memory, a step with halving, energies. */
#include "scheme/nonlinear/nonlinear_base.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"

void nsd_nonlinear_base_lay_out(nsd_nonlinear_base *base, const nsd_model *model,
                                size_t memory_size, nsd_scratch *scratch)
{
    const size_t surfaces = model->surface.compliance ? 3 * (size_t)model->m : 0; /* of moreau */

    base->stepper.memory_size = memory_size;
    base->stepper.memory = nsd_scratch_zeros(scratch, memory_size);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->m, &base->P);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->p, &base->mu);
    NSD_SCRATCH_ZEROS(scratch, 3 * (size_t)model->n + memory_size + surfaces, &base->saved);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->n, &base->unprojected, &base->mean);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->m, &base->below);
    nsd_nonlinear_adaptive_lay_out(&base->adaptive, model, memory_size, scratch);
}

size_t nsd_nonlinear_base_scratch(const nsd_model *model, const nsd_model_sparse *sparse)
{
    return nsd_mechanics_scratch(model, sparse) +
           nsd_step_friction_scratch(&model->surface, model->m) +
           nsd_step_compliance_scratch(&model->surface, model->m);
}

/* stepper->measure: energies of the state, before a row is written */
static nsd_status measure(nsd_stepper *stepper, const nsd_state *state)
{
    nsd_nonlinear_base *base = (nsd_nonlinear_base *)stepper;
    NSD_TRY(nsd_mechanics_kinetic(&base->mechanics, state->q, state->v, &base->kinetic));
    NSD_TRY(nsd_mechanics_potential(&base->mechanics, state->q, &base->potential));
    base->potential += base->compliance.energy;
    return NSD_OK;
}

nsd_status nsd_nonlinear_base_init(nsd_nonlinear_base *base, const nsd_model *model,
                                   const nsd_model_sparse      *sparse,
                                   const nsd_nonlinear_options *options, nsd_scratch *scratch)
{
    const nsd_newmark_options *given = &options->step.newmark;

    NSD_TRY(nsd_mechanics_init(&base->mechanics, model, sparse, options, scratch));
    base->stepper.step = nsd_nonlinear_base_step;
    base->stepper.measure = measure;
    base->stepper.tally = &base->mechanics.tally;
    return given->memory && base->stepper.memory_size > 0 &&
                   given->memory_size != base->stepper.memory_size
               ? NSD_ERR_BAD_ARGUMENT
               : NSD_OK;
}

nsd_status nsd_nonlinear_base_advance(nsd_nonlinear_base *base, nsd_state *state, double t0,
                                      double h)
{
    const nsd_model *model = base->mechanics.model;
    double           power = 0.0;

    if (!model->damping) {
        return base->advance(base, state, t0, h);
    }
    nsd_dense_copy((size_t)model->n, state->v, base->mean);
    NSD_TRY(base->advance(base, state, t0, h));
    for (int i = 0; i < model->n; i++) {
        base->mean[i] = 0.5 * (base->mean[i] + state->v[i]);
    }
    NSD_TRY(model->damping(model->context, base->mean, &power));
    base->works.damping += h * power;
    return NSD_OK;
}

/* From t0 to t0 + h; halves the step where it cannot be solved */
static nsd_status advance(nsd_nonlinear_base *base, nsd_state *state, double t0, double h,
                          int depth)
{
    const nsd_status status = nsd_nonlinear_base_advance(base, state, t0, h);
    const int        diverged = status == NSD_SINGULAR_STEP || status == NSD_NOT_FINITE;

    if (depth == base->mechanics.options.halvings ||
        !(status == NSD_NEWTON || (base->halve_diverged && diverged))) {
        return status;
    }
    NSD_TRY(advance(base, state, t0, 0.5 * h, depth + 1));
    return advance(base, state, t0 + 0.5 * h, 0.5 * h, depth + 1);
}

/* energy <- kinetic and potential energy of the state */
static nsd_status find_energy(nsd_nonlinear_base *base, const nsd_state *state, double *energy)
{
    double potential = 0.0;
    NSD_TRY(nsd_mechanics_kinetic(&base->mechanics, state->q, state->v, energy));
    NSD_TRY(nsd_mechanics_potential(&base->mechanics, state->q, &potential));
    *energy += potential;
    return NSD_OK;
}

/* Brings joints back to zero at time t: contacts keep the depth they have, and are not pressed
 * deeper. Joints that contradict each other leave the position as it is. */
static nsd_status project_joints(nsd_nonlinear_base *base, nsd_state *state, double t)
{
    nsd_mechanics *mechanics = &base->mechanics;
    const size_t   bytes = (size_t)mechanics->model->n * sizeof(double);
    const int      count = mechanics->tally.count;

    if (base->compliance.law) { /* their depth is a matter of forces */
        mechanics->tally.count = 0;
    }
    if (mechanics->tally.count > 0) {
        NSD_TRY(nsd_mechanics_gaps(mechanics, t, state->q, mechanics->y));
        for (int i = 0; i < count; i++) {
            const int a = mechanics->tally.active[i];
            base->below[a] = fmax(0.0, -mechanics->y[a]);
        }
    }
    memcpy(base->unprojected, state->q, bytes);
    nsd_status status = nsd_mechanics_project(mechanics, t, base->below, state->q);
    mechanics->tally.count = count;
    if (status == NSD_NEWTON || status == NSD_RAY || status == NSD_MAX_ITER) {
        memcpy(state->q, base->unprojected, bytes);
        status = NSD_OK;
    }
    return status;
}

/* The corrections of option Project after a step that ends at t, and their work        (NL.5) */
static nsd_status project(nsd_nonlinear_base *base, nsd_state *state, double t)
{
    double before = 0.0, after = 0.0;

    NSD_TRY(find_energy(base, state, &before));
    NSD_TRY(base->project == NSD_PROJECT_ON
                ? nsd_mechanics_project(&base->mechanics, t, NULL, state->q)
                : project_joints(base, state, t));
    NSD_TRY(find_energy(base, state, &after));
    base->works.projection += after - before;
    return NSD_OK;
}

/* The step, and the velocities of the contacts that it released; v0: velocity at its start */
static nsd_status whole_step(nsd_nonlinear_base *base, nsd_state *state, const double *v0)
{
    double end = state->t + base->mechanics.options.step.h;
    if (base->stepper.own) {
        NSD_TRY(nsd_nonlinear_adaptive_advance(base, state));
        end = base->stepper.own->reached;
    } else {
        NSD_TRY(advance(base, state, state->t, base->mechanics.options.step.h, 0));
    }
    if (base->project != NSD_PROJECT_OFF) {
        NSD_TRY(project(base, state, end));
    }
    return nsd_mechanics_released_velocities(&base->mechanics, state, base->P, v0, state->v);
}

/* saved <- part, or back */
NSD_INLINE void save_part(size_t n, double *part, double *saved, int back)
{
    nsd_dense_copy(n, back ? saved : part, back ? part : saved);
}

/* base->saved <- state and memory, or back */
NSD_INLINE void save(nsd_nonlinear_base *base, const nsd_state *state, int back)
{
    const size_t n = (size_t)base->mechanics.model->n;
    double      *saved = base->saved;

    save_part(n, state->q, saved, back);
    save_part(n, state->v, saved + n, back);
    if (base->kept) {
        save_part(n, base->kept, saved + 2 * n, back);
    }
    if (base->stepper.memory_size > 0) {
        save_part(base->stepper.memory_size, base->stepper.memory, saved + 3 * n, back);
    }
}

nsd_status nsd_nonlinear_base_step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_nonlinear_base       *base = (nsd_nonlinear_base *)stepper;
    const nsd_tally          *tally = stepper->tally;
    const nsd_nonlinear_works before = base->works;

    save(base, state, 0);
    nsd_step_compliance_save(&base->compliance, 0);
    memset(base->P, 0, (size_t)tally->m * sizeof(double));
    memset(base->mu, 0, (size_t)tally->p * sizeof(double));
    nsd_step_friction_begin_step(&base->friction);
    const nsd_status status = whole_step(base, state, base->saved + tally->n);
    if (status != NSD_OK) { /* the state of t_k again */
        save(base, state, 1);
        nsd_step_compliance_save(&base->compliance, 1);
        base->works = before;
        return status;
    }
    nsd_dense_copy((size_t)tally->m, base->P, state->P);
    nsd_dense_copy((size_t)tally->p, base->mu, state->joint);
    nsd_step_friction_end_step(&base->friction, state);
    base->works.friction += base->friction.works.friction;
    base->works.contact += base->friction.works.contact;
    nsd_contact_solver_report(&base->mechanics.contact.solver, stepper->tally);
    state->k++;
    return NSD_OK;
}

nsd_status nsd_nonlinear_base_factor(nsd_mechanics *mechanics)
{
    mechanics->holds = NSD_HOLDS_LU;
    return nsd_model_matrices_factor_newton(&mechanics->matrices, mechanics->A) == NSD_OK
               ? NSD_OK
               : NSD_NEWTON;
}

nsd_status nsd_nonlinear_base_factor_damping(nsd_mechanics *mechanics, double h)
{
    nsd_dense_sum(mechanics->matrices.size, mechanics->M, -0.5 * h, mechanics->Fv, mechanics->A);
    return nsd_nonlinear_base_factor(mechanics);
}

void nsd_nonlinear_base_take_momentum(const nsd_mechanics *mechanics, const double *end,
                                      const double *start, double *r)
{
    const int n = mechanics->model->n;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            r[i] -= mechanics->M[i + (size_t)j * (size_t)n] * (end[j] - start[j]);
        }
    }
}

double nsd_nonlinear_base_to_ledger(const nsd_nonlinear_base *base, nsd_ledger *ledger,
                                    double *stored)
{
    double      *value = ledger->value;
    const double gained = base->kinetic - value[NSD_KINETIC];

    *stored = base->potential - value[NSD_POTENTIAL];
    value[NSD_KINETIC] = base->kinetic;
    value[NSD_POTENTIAL] = base->potential;
    value[NSD_IMPACT] += base->works.impact;
    value[base->mechanics.model->moving ? NSD_DRIVEN : NSD_IMPACT] += base->works.driven;
    value[NSD_DAMPING] += base->works.pressed + base->works.damping;
    value[NSD_FRICTION] += base->works.friction;
    value[NSD_JOINT] += base->works.joint;
    return gained;
}

void nsd_nonlinear_base_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_nonlinear_base  *base = (nsd_nonlinear_base *)stepper;
    nsd_nonlinear_works *works = &base->works;
    const double         contacts = nsd_nonlinear_base_contact_work(works) + works->friction;
    double               stored = 0.0;
    const double         gained = nsd_nonlinear_base_to_ledger(base, ledger, &stored);
    const double         numerical = works->scheme + works->projection;

    (void)state;
    ledger->value[NSD_EXTERNAL] += gained + stored - contacts - works->joint - numerical -
                                   works->damping;
    ledger->value[NSD_NUMERICAL] += numerical;
    ledger->inner = works->pushes > 0 ? works->contact + works->scheme : 0.0;
    memset(works, 0, sizeof *works);
}
