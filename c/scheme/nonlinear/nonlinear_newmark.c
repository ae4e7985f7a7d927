/* nonlinear_newmark.c - nonsmooth Newmark, HHT and generalized-alpha for nonlinear systems:
 * steps, halved where Newton fails; memory, start. */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_newmark.h"

enum { MEMORY_VECTORS = 5 }; /* of n numbers, in base.memory */

/* Moves the state from t0 to t0 + h */
static nsd_status advance(nsd_nonlinear_base *base, nsd_state *state, double t0, double h)
{
    nsd_nonlinear_newmark *s = (nsd_nonlinear_newmark *)base;
    const size_t           bytes = (size_t)base->mechanics.model->n * sizeof(double);

    memcpy(s->start.q, state->q, bytes);
    memcpy(s->start.v, state->v, bytes);
    s->P_before = state->P;
    s->first = state->k == 0;
    s->h = h;
    nsd_newmark_weights_set_step(&s->weights, &s->given, h);
    const nsd_status status = nsd_nonlinear_newmark_solve(s, t0);
    if (status != NSD_OK) {
        s->start.known = 0;
        s->control.joint_guess_h = 0.0;
        return status;
    }
    nsd_nonlinear_newmark_add_works(s, state);
    memcpy(state->q, s->q1, bytes);
    memcpy(state->v, s->v1, bytes);
    return nsd_step_friction_advance_laws(&base->friction, t0 + h, s->q1, h);
}

static void forget(nsd_nonlinear_base *base)
{
    nsd_nonlinear_newmark *s = (nsd_nonlinear_newmark *)base;
    s->start.known = 0;
    s->control.joint_guess_h = 0.0;
}

/* a is the acceleration behind or before the end of a step, by a part of its length     (AD.8) */
static void rescale(nsd_nonlinear_base *base, double ratio)
{
    nsd_nonlinear_newmark *s = (nsd_nonlinear_newmark *)base;
    for (int i = 0; i < base->mechanics.model->n && ratio != 1.0; i++) {
        s->at.a[i] = s->at.vd[i] + ratio * (s->at.a[i] - s->at.vd[i]);
    }
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    const nsd_status status = nsd_nonlinear_base_step(stepper, state);
    if (status != NSD_OK) {
        ((nsd_nonlinear_newmark *)stepper)->start.known = 0;
    }
    return status;
}

static nsd_nonlinear_newmark *lay_out(const nsd_model *model, nsd_nonlinear_newmark *blank,
                                      nsd_scratch *scratch)
{
    nsd_nonlinear_newmark *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t           n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t           columns = m * (size_t)(1 + model->surface.d) + p; /* of G */
    double **const         memory[] = {
                &s->at.a, &s->at.vd, &s->at.Ff, &s->at.d, &s->at.pull, &s->at.extra
    };

    nsd_nonlinear_base_lay_out(&s->base, model, MEMORY_VECTORS * n + 1, scratch);
    for (size_t i = 0; i <= MEMORY_VECTORS && s->base.stepper.memory; i++) {
        *memory[i] = s->base.stepper.memory + i * n;
    }
    NSD_SCRATCH_ZEROS(scratch, n, &s->start.q, &s->start.v, &s->start.a, &s->start.F, &s->qs,
                      &s->vs, &s->q1, &s->v1, &s->vd1, &s->qf, &s->vf);
    const size_t entries = nsd_model_matrices_size(model->n, model->sparse);
    const size_t in_J = model->sparse ? (size_t)model->sparse->J.start[p] : n * p;

    NSD_SCRATCH_ZEROS(scratch, entries, &s->L, &s->start.M);
    NSD_SCRATCH_ZEROS(scratch, n * columns, &s->response.X, &s->response.YK, &s->response.YC);
    NSD_SCRATCH_ZEROS(scratch, n * p, &s->response.XJ, &s->start.X);
    NSD_SCRATCH_ZEROS(scratch, in_J, &s->start.J);
    NSD_SCRATCH_ZEROS(scratch, p, &s->u, &s->smooth.lambda, &s->smooth.kappa, &s->smooth.miss,
                      &s->smooth.more);
    NSD_SCRATCH_ZEROS(scratch, n, &s->smooth.pull);
    NSD_SCRATCH_ZEROS(scratch, n * p, &s->smooth.J, &s->smooth.Z);
    NSD_SCRATCH_ZEROS(scratch, p * p, &s->smooth.W);
    NSD_SCRATCH_ZEROS(scratch, p * columns, &s->smooth.LK, &s->smooth.LC);
    nsd_condense_lay_out(&s->smooth.joints, model->p, scratch);
    NSD_SCRATCH_ZEROS(scratch, columns, &s->nu, &s->La);
    NSD_SCRATCH_ZEROS(scratch, m, &s->U0, &s->y_t0);
    s->condition_work = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    return s;
}

static size_t scratch_size(const nsd_model *model)
{
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    lay_out(model, &(nsd_nonlinear_newmark){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_nonlinear_base_scratch(model, model->sparse) +
           nsd_ggl_scratch(model->m, 1 + model->surface.d, model->p);
}

/* a_0 = vd_0 = M^-1 F_0; the average of F starts with F_0                               (NMK.3) */
static nsd_status first_acceleration(nsd_nonlinear_newmark *s, const nsd_state *state)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;
    const size_t   bytes = (size_t)n * sizeof(double);

    NSD_TRY(nsd_mechanics_force(mechanics, state->t, state->q, state->v, s->start.F));
    NSD_TRY(nsd_mechanics_cholesky(mechanics, s->L));
    if (s->given.memory) {
        memcpy(s->base.stepper.memory, s->given.memory,
               s->base.stepper.memory_size * sizeof(double));
        nsd_dense_add(n, 1.0, s->at.pull, s->start.F);
    } else {
        memcpy(s->at.a, s->start.F, bytes);
        nsd_model_matrices_solve_mass(&mechanics->matrices, s->L, 1, s->at.a);
        if (nsd_nonlinear_newmark_pulls(s)) {
            NSD_TRY(nsd_nonlinear_newmark_smooth_start(s, state));
        }
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
    nsd_mechanics             *mechanics = &s->base.mechanics;

    NSD_TRY(nsd_nonlinear_base_init(&s->base, model, model->sparse, options, scratch));
    if (given->alpha_m >= 1.0) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    s->base.advance = advance;
    s->base.halve_diverged = 1;
    s->base.kept = s->start.F;
    s->base.stepper.step = step;
    s->base.stepper.energy = nsd_nonlinear_newmark_energy;
    s->block = 1 + model->surface.d;
    s->directions = model->m * s->block;
    s->given = *given;
    s->weights = nsd_newmark_weights_of(given);
    s->control.refresh_ratio = NSD_NONLINEAR_NEWMARK_REFRESH_RATIO;
    *stepper = &s->base.stepper;
    NSD_TRY(nsd_ggl_init(&s->ggl, model->m, s->block, model->p, scratch));
    NSD_TRY(nsd_mechanics_start(mechanics, state, ledger));
    /* for the row of a start that fails behind this line */
    ledger->value[NSD_ALGORITHMIC] = ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL];
    NSD_TRY(first_acceleration(s, state));
    ledger->value[NSD_ALGORITHMIC] += given->plain_works ? 0.0 : *s->at.extra;
    s->base.forget = forget;
    s->base.rescale = rescale;
    if (fabs(given->gamma - 0.5 - given->alpha_f + given->alpha_m) <=
        1e-12) { /* rounding (NMK.4) */
        s->base.adaptive.second_order = NSD_FLAT_SECOND;
    }
    NSD_TRY(nsd_mechanics_friction_init(mechanics, &s->base.friction, state, scratch));
    return options->adaptive.rel_tol > 0.0 ? nsd_nonlinear_adaptive_init(&s->base, state) : NSD_OK;
}

static nsd_status init_genalpha(const nsd_model *model, const nsd_nonlinear_options *options,
                                nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                nsd_stepper **stepper)
{
    nsd_nonlinear_options own = *options;
    own.step.newmark.plain_works = 1;
    return init(model, &own, scratch, state, ledger, stepper);
}

const nsd_nonlinear_scheme nsd_nonlinear_scheme_newmark = { "newmark", scratch_size, init, 1 };
const nsd_nonlinear_scheme nsd_nonlinear_scheme_hht = { "hht", scratch_size, init, 1 };
const nsd_nonlinear_scheme nsd_nonlinear_scheme_genalpha = { "genalpha", scratch_size,
                                                             init_genalpha, 0 };
