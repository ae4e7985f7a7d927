/* nonlinear_newmark.c - nonsmooth Newmark, HHT and generalized-alpha for nonlinear systems:
 * steps, halved where Newton fails; memory, start. */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_newmark.h"

enum { MEMORY_VECTORS = 4 }; /* of n numbers, in base.memory */

static size_t memory_size(const nsd_model *model)
{
    return MEMORY_VECTORS * (size_t)model->n + 1;
}

/* Moves the state from t0 to t0 + h; halves the step where it cannot be solved */
static nsd_status advance(nsd_nonlinear_newmark *s, nsd_state *state, double t0, double h,
                          int depth)
{
    const size_t bytes = (size_t)s->mechanics.model->n * sizeof(double);

    memcpy(s->start.q, state->q, bytes);
    memcpy(s->start.v, state->v, bytes);
    s->h = h;
    nsd_newmark_weights_set_step(&s->weights, &s->given, h);
    nsd_status status = nsd_nonlinear_newmark_solve(s, t0);
    if (status == NSD_OK) {
        nsd_nonlinear_newmark_add_works(s, state);
        memcpy(state->q, s->q1, bytes);
        memcpy(state->v, s->v1, bytes);
        return nsd_step_friction_advance_laws(&s->friction, t0 + h, s->q1, h);
    }
    s->start.known = 0;
    s->control.joint_guess_h = 0.0;
    const int too_long = status == NSD_NEWTON || status == NSD_SINGULAR_STEP ||
                         status == NSD_NOT_FINITE; /* not finite: an iterate has diverged */
    if (too_long && depth < s->mechanics.options.halvings) {
        NSD_TRY(advance(s, state, t0, 0.5 * h, depth + 1));
        return advance(s, state, t0 + 0.5 * h, 0.5 * h, depth + 1);
    }
    return status;
}

static void restore_start(nsd_nonlinear_newmark *s, nsd_state *state)
{
    const size_t n = (size_t)s->mechanics.model->n;
    memcpy(state->q, s->saved, n * sizeof(double));
    memcpy(state->v, s->saved + n, n * sizeof(double));
    memcpy(s->start.F, s->saved + 2 * n, n * sizeof(double));
    memcpy(s->base.memory, s->saved + 3 * n, s->base.memory_size * sizeof(double));
    s->start.known = 0;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_nonlinear_newmark    *s = (nsd_nonlinear_newmark *)stepper;
    nsd_mechanics            *mechanics = &s->mechanics;
    const size_t              n = (size_t)mechanics->model->n;
    const nsd_nonlinear_works before = s->record.works;

    memcpy(s->saved, state->q, n * sizeof(double));
    memcpy(s->saved + n, state->v, n * sizeof(double));
    memcpy(s->saved + 2 * n, s->start.F, n * sizeof(double));
    memcpy(s->saved + 3 * n, s->base.memory, s->base.memory_size * sizeof(double));
    s->P_before = state->P;
    nsd_nonlinear_record_begin(&s->record, mechanics->model, &s->friction);
    nsd_status status = advance(s, state, state->t, mechanics->options.step.h, 0);
    if (status == NSD_OK) {
        status = nsd_mechanics_released_velocities(mechanics, state, s->record.P, s->saved + n,
                                                   state->v);
    }
    if (status == NSD_OK) {
        nsd_nonlinear_record_end(&s->record, mechanics, &s->friction, state);
    } else { /* the state of t_k again */
        restore_start(s, state);
        s->record.works = before;
    }
    return status;
}

/* Columns of G for all contacts and joints */
static size_t column_count(const nsd_model *model)
{
    return (size_t)model->m * (size_t)(1 + model->surface.d) + (size_t)model->p;
}

static nsd_nonlinear_newmark *lay_out(const nsd_model *model, nsd_nonlinear_newmark *blank,
                                      nsd_scratch *scratch)
{
    nsd_nonlinear_newmark *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t           n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t           c = column_count(model);
    double               **memory[] = { &s->at.a, &s->at.vd, &s->at.Ff, &s->at.d };
    double **vectors[] = { &s->start.q, &s->start.v, &s->start.a, &s->start.F, &s->qs, &s->vs,
                           &s->q1,      &s->v1,      &s->vd1,     &s->qf,      &s->vf };
    double **columns[] = { &s->response.X, &s->response.YK, &s->response.YC };
    double **of_joints[] = { &s->response.XJ, &s->start.X, &s->start.J };

    s->base.memory_size = memory_size(model);
    s->base.memory = nsd_scratch_zeros(scratch, s->base.memory_size);
    for (size_t i = 0; i < MEMORY_VECTORS && s->base.memory; i++) {
        *memory[i] = s->base.memory + i * n;
    }
    s->at.extra = s->base.memory ? s->base.memory + MEMORY_VECTORS * n : NULL;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        *vectors[i] = nsd_scratch_zeros(scratch, n);
    }
    s->L = nsd_scratch_zeros(scratch, n * n);
    s->start.M = nsd_scratch_zeros(scratch, n * n);
    for (size_t i = 0; i < 3; i++) {
        *columns[i] = nsd_scratch_zeros(scratch, n * c);
        *of_joints[i] = nsd_scratch_zeros(scratch, n * p);
    }
    s->u = nsd_scratch_zeros(scratch, p);
    s->nu = nsd_scratch_zeros(scratch, c);
    s->La = nsd_scratch_zeros(scratch, c);
    s->U0 = nsd_scratch_zeros(scratch, m);
    nsd_nonlinear_record_lay_out(&s->record, model, scratch);
    s->saved = nsd_scratch_zeros(scratch, 3 * n + memory_size(model));
    s->condition_work = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    return s;
}

static size_t scratch_size(const nsd_model *model)
{
    nsd_nonlinear_newmark blank;
    nsd_scratch           counter = nsd_scratch_counter();
    lay_out(model, &blank, &counter);
    return nsd_scratch_counted(&counter) + nsd_mechanics_scratch(model) +
           nsd_step_friction_scratch(&model->surface, model->m) +
           nsd_ggl_scratch(model->m, 1 + model->surface.d, model->p);
}

/* a_0 = vd_0 = M^-1 F_0; the average of F starts with F_0                               (NMK.3) */
static nsd_status first_acceleration(nsd_nonlinear_newmark *s, const nsd_state *state)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;
    const size_t   bytes = (size_t)n * sizeof(double);

    nsd_status status = nsd_mechanics_force(mechanics, state->t, state->q, state->v, s->start.F);
    memcpy(s->L, mechanics->M, (size_t)n * bytes);
    if (status == NSD_OK && nsd_dense_cholesky(n, s->L, n) != NSD_OK) {
        status = NSD_LOST_DEFINITE;
    }
    if (status != NSD_OK) {
        return status;
    }
    if (s->given.memory) {
        memcpy(s->base.memory, s->given.memory, s->base.memory_size * sizeof(double));
    } else {
        memcpy(s->at.a, s->start.F, bytes);
        nsd_dense_cholesky_solve_one(n, s->L, n, s->at.a);
        memcpy(s->at.vd, s->at.a, bytes);
        memcpy(s->at.Ff, s->start.F, bytes);
        *s->at.extra = s->weights.store_a * mechanics->options.step.h * mechanics->options.step.h *
                       nsd_dense_dot(n, s->at.a, s->start.F);
    }
    s->row_extra = *s->at.extra;
    return NSD_OK;
}

static nsd_status init(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    const nsd_newmark_options *given = &options->step.newmark;
    nsd_nonlinear_newmark      blank, *s = lay_out(model, &blank, scratch);
    nsd_status                 status = nsd_mechanics_init(&s->mechanics, model, options, scratch);

    if (status == NSD_OK &&
        (given->alpha_m >= 1.0 || (given->memory && given->memory_size != s->base.memory_size))) {
        status = NSD_ERR_BAD_ARGUMENT;
    }
    if (status != NSD_OK) {
        return status;
    }
    s->base.step = step;
    s->base.energy = nsd_nonlinear_newmark_energy;
    s->base.measure = nsd_nonlinear_newmark_measure;
    s->base.tally = &s->mechanics.tally;
    s->block = 1 + model->surface.d;
    s->directions = model->m * s->block;
    s->given = *given;
    s->weights = nsd_newmark_weights_of(given);
    s->control.refresh_ratio = NSD_NONLINEAR_NEWMARK_REFRESH_RATIO;
    *stepper = &s->base;
    status = nsd_ggl_init(&s->ggl, model->m, s->block, model->p, scratch);
    if (status == NSD_OK) {
        status = nsd_mechanics_start(&s->mechanics, state, ledger);
    }
    if (status == NSD_OK) {
        status = first_acceleration(s, state);
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_friction_init(&s->mechanics, &s->friction, state, scratch);
        ledger->value[NSD_ALGORITHMIC] = ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL] +
                                         (given->plain_works ? 0.0 : *s->at.extra);
    }
    return status;
}

static nsd_status init_genalpha(const nsd_model *model, const nsd_nonlinear_options *options,
                                nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                nsd_stepper **stepper)
{
    nsd_nonlinear_options own = *options;
    own.step.newmark.plain_works = 1;
    return init(model, &own, scratch, state, ledger, stepper);
}

const nsd_nonlinear_scheme nsd_nonlinear_scheme_newmark = { "newmark", scratch_size, init };
const nsd_nonlinear_scheme nsd_nonlinear_scheme_hht = { "hht", scratch_size, init };
const nsd_nonlinear_scheme nsd_nonlinear_scheme_genalpha = { "genalpha", scratch_size,
                                                             init_genalpha };
