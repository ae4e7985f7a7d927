/* nonlinear_newmark.c - nonsmooth Newmark, HHT and generalized-alpha for nonlinear systems:
 * steps, halved where Newton fails; memory, start. */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_newmark.h"

enum { MEMORY_VECTORS = 4, VECTORS = 11 }; /* of n numbers: in base.memory, and the others */

static size_t memory_size(const nsd_model *model)
{
    return MEMORY_VECTORS * (size_t)model->n + 1;
}

static void set_step(nsd_nonlinear_newmark *s, double h)
{
    s->h = h;
    s->to_q = h * h * s->given.beta * s->w_vd1;
    s->to_v = h * s->given.gamma * s->w_vd1;
}

/* Moves the state from t0 to t0 + h; halves the step where it cannot be solved */
static nsd_status advance(nsd_nonlinear_newmark *s, nsd_state *state, double t0, double h,
                          int depth)
{
    const size_t bytes = (size_t)s->mechanics.model->n * sizeof(double);

    memcpy(s->q0, state->q, bytes);
    memcpy(s->v0, state->v, bytes);
    set_step(s, h);
    nsd_status status = nsd_nonlinear_newmark_solve(s, t0);
    if (status == NSD_OK) {
        nsd_nonlinear_newmark_add_works(s, state);
        memcpy(state->q, s->q1, bytes);
        memcpy(state->v, s->v1, bytes);
        return s->block > 1
                   ? nsd_varying_coulomb_advance_laws(&s->friction, &s->mechanics, t0 + h, s->q1, h)
                   : NSD_OK;
    }
    s->have_start = 0;
    s->joint_guess_h = 0.0;
    const int too_long = status == NSD_NEWTON || status == NSD_SINGULAR_STEP ||
                         status == NSD_NOT_FINITE; /* not finite: an iterate has diverged */
    if (too_long && depth < s->mechanics.options.halvings) {
        status = advance(s, state, t0, 0.5 * h, depth + 1);
        return status == NSD_OK ? advance(s, state, t0 + 0.5 * h, 0.5 * h, depth + 1) : status;
    }
    return status;
}

static void restore_start(nsd_nonlinear_newmark *s, nsd_state *state)
{
    const size_t n = (size_t)s->mechanics.model->n;
    memcpy(state->q, s->saved, n * sizeof(double));
    memcpy(state->v, s->saved + n, n * sizeof(double));
    memcpy(s->F0, s->saved + 2 * n, n * sizeof(double));
    memcpy(s->base.memory, s->saved + 3 * n, s->base.memory_size * sizeof(double));
    s->have_start = 0;
}

static void counts_to_tally(nsd_nonlinear_newmark *s)
{
    nsd_mechanics *mechanics = &s->mechanics;
    mechanics->tally.problems = mechanics->contact.problems;
    mechanics->tally.iterations = mechanics->contact.iterations + s->level_solver.tally.iterations;
    mechanics->tally.worst = fmax(mechanics->contact.worst, s->level_solver.tally.worst);
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_nonlinear_newmark *s = (nsd_nonlinear_newmark *)stepper;
    nsd_mechanics         *mechanics = &s->mechanics;
    const size_t           n = (size_t)mechanics->model->n, m = (size_t)mechanics->model->m;
    const size_t           p = (size_t)mechanics->model->p;
    const nsd_nonlinear_newmark_works before = s->works;

    memcpy(s->saved, state->q, n * sizeof(double));
    memcpy(s->saved + n, state->v, n * sizeof(double));
    memcpy(s->saved + 2 * n, s->F0, n * sizeof(double));
    memcpy(s->saved + 3 * n, s->base.memory, s->base.memory_size * sizeof(double));
    memset(s->P, 0, m * sizeof(double));
    s->P_before = state->P;
    memset(s->mu, 0, p * sizeof(double));
    nsd_varying_coulomb_begin_step(&s->friction, mechanics->model);
    nsd_status status = advance(s, state, state->t, mechanics->options.step.h, 0);
    if (status == NSD_OK) {
        status = nsd_mechanics_released_velocities(mechanics, state, s->P, s->saved + n, state->v);
    }
    if (status != NSD_OK) { /* the state of t_k again */
        restore_start(s, state);
        s->works = before;
        return status;
    }
    memcpy(state->P, s->P, m * sizeof(double));
    memcpy(state->joint, s->mu, p * sizeof(double));
    nsd_varying_coulomb_end_step(&s->friction, mechanics, state);
    counts_to_tally(s);
    state->k++;
    return NSD_OK;
}

/* Columns of G for all contacts and joints */
static size_t column_count(const nsd_model *model)
{
    return (size_t)model->m * (size_t)(1 + model->surface.d) + (size_t)model->p;
}

static size_t room_size(const nsd_model *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t c = column_count(model);
    return memory_size(model) + VECTORS * n + 2 * n * n + 3 * n * c + 3 * n * p + p + 2 * c +
           2 * m + p + 3 * n + memory_size(model);
}

static size_t scratch_size(const nsd_model *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m;
    return nsd_scratch_need(1, sizeof(nsd_nonlinear_newmark)) + nsd_mechanics_scratch(model) +
           nsd_scratch_need(room_size(model), sizeof(double)) +
           nsd_scratch_need(n, sizeof(nsd_int)) + nsd_scratch_need(m, sizeof(int)) +
           nsd_varying_coulomb_scratch(model) +
           nsd_ggl_scratch(model->m, 1 + model->surface.d, model->p) +
           nsd_scratch_need(nsd_lcp_scratch(model->m), 1);
}

static void arrays_from_room(nsd_nonlinear_newmark *s, double *room)
{
    const nsd_model *model = s->mechanics.model;
    const size_t     n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t     c = column_count(model);
    double **const   vectors[MEMORY_VECTORS] = { &s->a, &s->vd, &s->Ff, &s->d };
    double **const   arrays[] = { &s->q0, &s->v0,  &s->a0, &s->F0, &s->qs,   &s->vs, &s->q1,
                                  &s->v1, &s->vd1, &s->qf, &s->vf, &s->L,    &s->M0, &s->X,
                                  &s->YK, &s->YC,  &s->XJ, &s->X0, &s->J0,   &s->u,  &s->nu,
                                  &s->La, &s->U0,  &s->P,  &s->mu, &s->saved };
    const size_t sizes[] = { n,     n,     n,     n,     n,     n,     n, n, n, n, n, n * n, n * n,
                             n * c, n * c, n * c, n * p, n * p, n * p, p, c, c, m, m, p,     0 };

    s->base.memory = room;
    s->base.memory_size = memory_size(model);
    for (size_t i = 0; i < MEMORY_VECTORS; i++) {
        *vectors[i] = room + i * n;
    }
    s->extra = room + MEMORY_VECTORS * n;
    room += s->base.memory_size;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        *arrays[i] = room;
        room += sizes[i];
    }
}

static void set_parameters(nsd_nonlinear_newmark *s, const nsd_newmark_options *given)
{
    const double lag = given->alpha_f - given->alpha_m;

    s->given = *given;
    s->w_vd1 = (1.0 - given->alpha_f) / (1.0 - given->alpha_m);
    s->w_vd = given->alpha_f / (1.0 - given->alpha_m);
    s->w_a = given->alpha_m / (1.0 - given->alpha_m);
    s->lag = lag / (1.0 - given->alpha_m);
    s->refresh_ratio = NSD_NONLINEAR_NEWMARK_REFRESH_RATIO;
    s->store_a = 0.25 * (2.0 * given->beta - given->gamma);
    s->store_d = lag > 0.0 ? 0.5 * (1.0 - given->gamma - given->alpha_m) / lag : 0.0;
}

/* a_0 = vd_0 = M^-1 F_0; the average of F starts with F_0                               (NMK.3) */
static nsd_status first_acceleration(nsd_nonlinear_newmark *s, const nsd_state *state)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;
    const size_t   bytes = (size_t)n * sizeof(double);

    nsd_status status = nsd_mechanics_force(mechanics, state->t, state->q, state->v, s->F0);
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
        memcpy(s->a, s->F0, bytes);
        nsd_dense_cholesky_solve_one(n, s->L, n, s->a);
        memcpy(s->vd, s->a, bytes);
        memcpy(s->Ff, s->F0, bytes);
        *s->extra = s->store_a * mechanics->options.step.h * mechanics->options.step.h *
                    nsd_dense_dot(n, s->a, s->F0);
    }
    s->row_extra = *s->extra;
    return NSD_OK;
}

/* Options and scratch of the solver of ggl */
static nsd_status init_level_solver(nsd_nonlinear_newmark *s, nsd_scratch *scratch)
{
    const nsd_model *model = s->mechanics.model;

    s->level_solver.options = s->mechanics.options.step.lcp;
    s->level_solver.tally.active = nsd_scratch_take(scratch, (size_t)model->m, sizeof(int));
    s->level_solver.lcp_scratch.size = nsd_lcp_scratch(model->m);
    s->level_solver.lcp_scratch.base = nsd_scratch_take(scratch, s->level_solver.lcp_scratch.size,
                                                        1);
    if (!s->level_solver.tally.active || !s->level_solver.lcp_scratch.base) {
        return NSD_ERR_WORKSPACE;
    }
    return nsd_ggl_init(&s->ggl, model->m, s->block, model->p, scratch);
}

static nsd_status init(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    const nsd_newmark_options *given = &options->step.newmark;
    nsd_nonlinear_newmark     *s = nsd_scratch_take(scratch, 1, sizeof *s);
    double                    *room = nsd_scratch_take(scratch, room_size(model), sizeof *room);
    if (!s || !room) {
        return NSD_ERR_WORKSPACE;
    }
    memset(s, 0, sizeof *s);
    memset(room, 0, room_size(model) * sizeof *room);
    s->base.step = step;
    s->base.energy = nsd_nonlinear_newmark_energy;
    s->base.measure = nsd_nonlinear_newmark_measure;
    s->base.tally = &s->mechanics.tally;
    *stepper = &s->base;
    nsd_status status = nsd_mechanics_init(&s->mechanics, model, options, scratch);
    s->condition_work = nsd_scratch_take(scratch, (size_t)model->n, sizeof(nsd_int));
    if (status == NSD_OK && (!s->condition_work || given->alpha_m >= 1.0 ||
                             (given->memory && given->memory_size != memory_size(model)))) {
        status = s->condition_work ? NSD_ERR_BAD_ARGUMENT : NSD_ERR_WORKSPACE;
    }
    if (status == NSD_OK) {
        s->block = 1 + model->surface.d;
        s->directions = model->m * s->block;
        arrays_from_room(s, room);
        set_parameters(s, given);
        status = init_level_solver(s, scratch);
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_start(&s->mechanics, state, ledger);
    }
    if (status == NSD_OK) {
        status = first_acceleration(s, state);
    }
    if (status == NSD_OK) {
        status = nsd_varying_coulomb_init(&s->friction, &s->mechanics, scratch, state);
        ledger->value[NSD_ALGORITHMIC] = ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL] +
                                         (given->plain_works ? 0.0 : *s->extra);
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
