/* nonlinear_rattle.c - RATTLE with contacts, impacts and friction: arrays, step, works. */
#include "scheme/nonlinear/nonlinear_rattle.h"

#include <math.h>
#include <string.h>

nsd_status nsd_nonlinear_rattle_factor(nsd_nonlinear_rattle *s, const double *q)
{
    nsd_mechanics *mechanics = &s->base.mechanics;

    if (s->have_factors && mechanics->model->constant_mass) {
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_factor_mass(mechanics, q));
    s->have_factors = 1;
    return NSD_OK;
}

double nsd_nonlinear_rattle_speed(const nsd_nonlinear_rattle *s, const double *V, int a)
{
    const double *along = V + a * (s->block - 1);
    return s->base.mechanics.model->surface.layout.size[0] == 1 ? fabs(along[0])
                                                                : hypot(along[0], along[1]);
}

void nsd_nonlinear_rattle_add_works(nsd_nonlinear_rattle *s, nsd_state *state,
                                    const double *impulse, const double *from, const double *to)
{
    nsd_mechanics                     *mechanics = &s->base.mechanics;
    nsd_nonlinear_works               *works = &s->base.works;
    const int                          n = mechanics->model->n, count = mechanics->tally.count;
    double                            *mid = mechanics->v_mid;
    const nsd_step_friction_velocities end = { mid, to, 0.5 };

    for (int i = 0; i < n; i++) {
        mid[i] = 0.5 * (from[i] + to[i]);
    }
    for (int i = 0; i < count; i++) {
        const int     a = mechanics->tally.active[i];
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        const double  P = impulse[i * s->block];
        works->driven -= P * mechanics->y_t[a]; /*                                       (EN.6) */
        works->impact += P * (nsd_dense_dot(n, normal, mid) + mechanics->y_t[a]);
        works->contact += s->shock ? P * nsd_mechanics_gap_rate(mechanics, a, mid) : 0.0;
        if (s->block > 1) {
            nsd_step_friction_velocities_before(&s->base.friction, a, from);
            nsd_step_friction_add_impulses(&s->base.friction, a, impulse + i * s->block, &end,
                                           state);
        }
    }
    for (int j = 0; j < mechanics->model->p; j++) {
        const double mu = impulse[count * s->block + j];
        s->base.mu[j] += mu;
        works->joint += mu * nsd_dense_dot(n, mechanics->J + (size_t)j * (size_t)n, mid);
    }
}

/* Impulses and works of cohesion, half of it on either side of the step */
static void add_cohesion(nsd_nonlinear_rattle *s, nsd_state *state)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;

    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = 0.25 * (s->v0[i] + state->v[i]) + 0.5 * s->w[i];
    }
    const nsd_gap_velocities ends = { s->v0, mechanics->v_mid, state->v, mechanics->y_t,
                                      mechanics->y_t };
    s->base.works.impact += nsd_mechanics_cohesion_to_state(
        mechanics, &s->base.friction, &ends, s->base.P, state, &s->base.works.driven);
}

/* What the forces of both halves do beyond (h/2) w'(F + F+): numerical work in a smooth step; in a
 * step with an impact a part of the work of contacts, which stop and push in between     (RT.9) */
static void add_numerical_work(nsd_nonlinear_rattle *s, const nsd_state *state)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    nsd_nonlinear_works *works = &s->base.works;
    double               work = 0.0;

    for (int i = 0; i < mechanics->model->n; i++) {
        work += 0.25 * s->h * s->F0[i] * (s->v0[i] - s->w[i]) +
                0.25 * s->h * mechanics->F[i] * (state->v[i] - s->w[i]);
    }
    works->scheme += s->shock ? 0.0 : work;
    works->impact += s->shock ? work : 0.0;
    works->contact += s->shock ? work : 0.0;
}

/* saved <- impulses of joints and friction so far, or back */
static void save(nsd_nonlinear_rattle *s, int back)
{
    const size_t joints = (size_t)s->base.mechanics.model->p * sizeof(double);
    const size_t tangents = (size_t)(s->base.mechanics.model->m * (s->block - 1)) * sizeof(double);
    double      *T = s->saved + s->base.mechanics.model->p;

    if (joints > 0) {
        memcpy(back ? s->base.mu : s->saved, back ? s->saved : s->base.mu, joints);
    }
    if (tangents > 0) {
        memcpy(back ? s->base.friction.T : T, back ? T : s->base.friction.T, tangents);
    }
}

/* Moves the state from t0 to t0 + h, or leaves it, its impulses and works as they were */
static nsd_status advance(nsd_nonlinear_base *base, nsd_state *state, double t0, double h)
{
    nsd_nonlinear_rattle *s = (nsd_nonlinear_rattle *)base;
    const size_t          bytes = (size_t)base->mechanics.model->n * sizeof(double);

    const nsd_nonlinear_works     works = base->works;
    const nsd_step_friction_works friction = base->friction.works;

    s->h = h;
    save(s, 0);
    memcpy(s->q0, state->q, bytes);
    memcpy(s->v0, state->v, bytes);
    NSD_TRY(nsd_step_friction_begin_substep(&base->friction, t0, s->q0, h));
    nsd_status status = nsd_nonlinear_rattle_first(s, state, t0);
    if (status == NSD_OK) {
        status = nsd_nonlinear_rattle_second(s, state, t0 + h);
    }
    if (status != NSD_OK) {
        memcpy(state->q, s->q0, bytes);
        memcpy(state->v, s->v0, bytes);
        base->works = works;
        base->friction.works = friction;
        save(s, 1);
        return status;
    }
    add_numerical_work(s, state);
    if (base->friction.cohesive_contacts > 0) {
        add_cohesion(s, state);
    }
    return nsd_step_friction_advance_laws(&base->friction, t0 + h, state->q, h);
}

/* As moreau; numerical work is of third order and of either sign, and no gain to warn of */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    const nsd_nonlinear_works *works = &((nsd_nonlinear_base *)stepper)->works;
    const double               contacts = works->pushes > 0 ? works->contact : 0.0;

    nsd_nonlinear_base_energy(stepper, state, ledger);
    ledger->inner = contacts;
}

static nsd_nonlinear_rattle *lay_out(const nsd_model *model, nsd_nonlinear_rattle *blank,
                                     nsd_scratch *scratch)
{
    nsd_nonlinear_rattle *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t          m = (size_t)model->m, d = (size_t)model->surface.d;

    NSD_SCRATCH_ZEROS(scratch, (size_t)model->n, &s->q0, &s->v0, &s->w, &s->wf, &s->kick, &s->last,
                      &s->F0);
    NSD_SCRATCH_ZEROS(scratch, (1 + d) * m, &s->P1);
    NSD_SCRATCH_ZEROS(scratch, m, &s->y0, &s->U0, &s->lift, &s->speed);
    NSD_SCRATCH_ZEROS(scratch, d * m, &s->V0, &s->slide, &s->turn);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->n * d * m, &s->T1);
    NSD_SCRATCH_ZEROS(scratch, d * m + (size_t)model->p, &s->saved);
    s->closed = nsd_scratch_take(scratch, m, 1);
    s->frozen = nsd_scratch_take(scratch, m, 1);
    nsd_nonlinear_rattle_law_lay_out(s, model, scratch);
    nsd_nonlinear_base_lay_out(&s->base, model, 0, scratch);
    return s;
}

static size_t scratch_size(const nsd_model *model)
{
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    lay_out(model, &(nsd_nonlinear_rattle){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_nonlinear_base_scratch(model, NULL);
}

/* 1: of second order between events. States of laws, cohesion, rolling and spinning friction are of
 * first order                                                                           (RT.6) */
static int is_second_order(const nsd_surface *surface, int m)
{
    int first = surface->d > 0 && surface->layout.groups > 1;
    for (int a = 0; a < m && surface->law; a++) {
        first = first || surface->law[a].kind == NSD_LAW_RATE_STATE ||
                surface->law[a].strength > 0.0;
    }
    return !first;
}

static nsd_status init(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    nsd_nonlinear_rattle blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_nonlinear_base_init(&s->base, model, NULL, options, scratch));
    s->block = 1 + model->surface.d;
    s->base.advance = advance;
    s->base.stepper.energy = energy;
    *stepper = &s->base.stepper;
    NSD_TRY(nsd_mechanics_start(&s->base.mechanics, state, ledger));
    s->base.adaptive.by_position = 1;
    if (is_second_order(&model->surface, model->m)) {
        s->base.adaptive.second_order = NSD_ALWAYS_SECOND;
    }
    NSD_TRY(nsd_mechanics_friction_init(&s->base.mechanics, &s->base.friction, state, scratch));
    return options->adaptive.rel_tol > 0.0 ? nsd_nonlinear_adaptive_init(&s->base, state) : NSD_OK;
}

const nsd_nonlinear_scheme nsd_nonlinear_scheme_rattle = { "rattle", scratch_size, init, 0 };
