/* linear_kern.c - Kern's explicit variant of Moreau's scheme.
 *
 *   q+ = q + h v                                                                     (KE.1)
 *   M (v+ - v) = h (F(t_k+1) - K q+ - C v) + H P + J mu                              (KE.2)
 *   active where H'q+ + b <= 0:  0 <= U+ + e U  _|_  P >= 0                          (KE.3)
 *
 * A system of one coordinate with one contact runs Kern's published listing operation by
 * operation. */
#include <string.h>

#include "scheme/linear/linear_base.h"

typedef struct kern {
    nsd_linear_base base; /* first: a stepper is a kern. The iteration matrix is M; no friction */
    double         *F, *Mv, *Cv, *Kq;
    double         *v0, *vf; /* velocity at the start of the step, free velocity */
    double         *q1;      /* position at the end of the step                  */
} kern;

/* q1 of (KE.1); vf <- h (F(t_k+1) - K q1 - C v), the right-hand side of (KE.2) without impulses */
static void free_motion(kern *s, const nsd_state *state)
{
    const nsd_linear *model = s->base.model;
    const int         n = model->n;

    if (!s->base.constant_force) {
        nsd_linear_base_force(&s->base, state, s->F);
    }
    for (int i = 0; i < n; i++) {
        s->q1[i] = state->q[i] + state->v[i] * s->base.h; /*                               (KE.1) */
    }
    if (model->K.storage != NSD_ZERO) {
        nsd_matrix_times(&model->K, s->q1, s->Kq);
    }
    if (model->C.storage != NSD_ZERO) {
        nsd_matrix_times(&model->C, state->v, s->Cv);
    }
    for (int i = 0; i < n; i++) {
        s->vf[i] = s->base.h * (s->F[i] - s->Kq[i] - s->Cv[i]);
    }
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    kern             *s = (kern *)stepper;
    const nsd_linear *model = s->base.model;
    const size_t      bytes = (size_t)model->n * sizeof(double);

    free_motion(s, state);
    nsd_factor_solve(&s->base.factor, s->vf);
    nsd_dense_add(model->n, 1.0, state->v, s->vf);
    nsd_linear_base_find_active(&s->base, state, s->q1, 0.0, s->vf);  /*                 (KE.3) */
    NSD_TRY(nsd_linear_base_solve(&s->base, state->P, state, s->vf)); /*                (MJ.6) */
    memcpy(s->v0, state->v, bytes);
    memcpy(state->q, s->q1, bytes);
    memcpy(state->v, s->vf, bytes);
    nsd_linear_base_end_step(&s->base, state, state->v, 0.5);
    return NSD_OK;
}

/* Kern's listing for a gap y >= 0: the same operations in the same order, so the same bits. Here
 * y = H q + b; the listing has H = 1 and b = 0. */
static nsd_status step_scalar(nsd_stepper *stepper, nsd_state *state)
{
    kern             *s = (kern *)stepper;
    const nsd_linear *model = s->base.model;
    const double      m = model->M.values[0], C = model->C.values[0], K = model->K.values[0];
    const double      H = model->H.values[0], rc = model->e[0];
    const double h = s->base.h, v = state->v[0], q = state->q[0] + v * h; /*            (KE.1) */

    if (!s->base.constant_force) {
        nsd_linear_base_force(&s->base, state, s->F);
    }
    if (K != 0.0) { /* Kq stays zero otherwise, and F / m can be computed before q and v */
        s->Kq[0] = K * q;
    }
    if (C != 0.0) {
        s->Cv[0] = C * v;
    }
    const double F = h * (s->F[0] - s->Kq[0] - s->Cv[0]);
    double       v_after = v + F / m, P = 0.0; /*                                       (KE.2) */
    s->base.contact.tally.count = H * q + model->b[0] <= 0.0;
    if (s->base.contact.tally
            .count) { /*                                                   (KE.3) */
        s->base.contact.tally.active[0] = 0;
        const double dv = -(1.0 + rc) * v;
        const double R = m * dv - F;
        if (H > 0.0 ? m * dv > F : m * dv < F) { /* the ground can push, not pull */
            v_after = v + dv;
            P = R / H;
        }
    }
    s->v0[0] = v;
    state->q[0] = q;
    state->v[0] = v_after;
    state->P[0] = P;
    state->U_before[0] = state->U[0];
    state->U[0] = H * v_after;
    state->k++;
    return NSD_OK;
}

/* dE = h v_1/2'F - h v_1/2'C v + U_1/2'P + joints - (h/2) (h |v|_K^2 + dv'K q+)        (KE.4) */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    kern             *s = (kern *)stepper;
    const nsd_linear *model = s->base.model;
    const double      h = s->base.h;
    double            kinetic = 0.0, potential = 0.0, force = 0.0, damping = 0.0, spring = 0.0;

    nsd_matrix_times(&model->M, state->v, s->Mv);
    if (model->K.storage != NSD_ZERO) { /* vf holds K v_k: no step needs vf now */
        nsd_matrix_times(&model->K, s->v0, s->vf);
    } else {
        memset(s->vf, 0, (size_t)model->n * sizeof(double));
    }
    for (int i = 0; i < model->n; i++) {
        const double dv = state->v[i] - s->v0[i], half = s->v0[i] + 0.5 * dv;
        kinetic += state->v[i] * s->Mv[i];
        potential += state->q[i] * s->Kq[i];
        force += half * s->F[i];
        damping += half * s->Cv[i];
        spring += h * s->v0[i] * s->vf[i] + dv * s->Kq[i];
    }
    ledger->value[NSD_KINETIC] = 0.5 * kinetic;
    ledger->value[NSD_POTENTIAL] = 0.5 * potential;
    ledger->value[NSD_EXTERNAL] += h * force;
    ledger->value[NSD_DAMPING] -= h * damping;
    const double impact = nsd_linear_base_impulse_work(state, model->m, 0.5);
    ledger->value[NSD_NUMERICAL] -= 0.5 * h * spring;
    ledger->value[NSD_IMPACT] += impact;
    ledger->inner = impact - 0.5 * h * spring;
    ledger->value[NSD_JOINT] += nsd_linear_base_joint_work(&s->base, state, s->v0, 0.5);
    if (model->K_skew.storage !=
        NSD_ZERO) { /* the skew part of K is no spring: its work is external */
        nsd_matrix_times(&model->K_skew, state->q, s->vf);
        for (int i = 0; i < model->n; i++) {
            ledger->value[NSD_EXTERNAL] -= h * s->v0[i] * s->vf[i];
        }
    }
}

/* (KE.4) for one coordinate with one contact */
static void energy_scalar(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    const kern       *s = (const kern *)stepper;
    const nsd_linear *model = s->base.model;
    const double h = s->base.h, v0 = s->v0[0], v = state->v[0], dv = v - v0, half = v0 + 0.5 * dv;
    const double spring = h * v0 * (model->K.values[0] * v0) + dv * s->Kq[0];
    const double impact = nsd_linear_base_impulse_work(state, 1, 0.5);

    ledger->value[NSD_KINETIC] = 0.5 * (v * (model->M.values[0] * v));
    ledger->value[NSD_POTENTIAL] = 0.5 * (state->q[0] * s->Kq[0]);
    ledger->value[NSD_EXTERNAL] += h * (half * s->F[0]);
    ledger->value[NSD_DAMPING] -= h * (half * s->Cv[0]);
    ledger->value[NSD_NUMERICAL] -= 0.5 * h * spring;
    ledger->value[NSD_IMPACT] += impact;
    ledger->inner = impact - 0.5 * h * spring;
}

static nsd_factor_sum mass_matrix(const nsd_linear *model)
{
    nsd_factor_sum sum = nsd_linear_base_matrix(model, 0.0, 0.0);
    sum.symmetric = 1;
    return sum;
}

static kern *lay_out(const nsd_linear *model, kern *blank, nsd_scratch *scratch)
{
    kern *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->n, &s->F, &s->Mv, &s->Cv, &s->Kq, &s->v0, &s->vf,
                      &s->q1);
    return s;
}

static size_t scratch_size(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_factor_sum sum = mass_matrix(model);
    nsd_scratch         *counter = NSD_SCRATCH_COUNTER;

    lay_out(model, &(kern){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_linear_base_scratch(model, &sum, &options->lcp);
}

static nsd_status init(const nsd_linear *model, const nsd_step_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    const nsd_factor_sum sum = mass_matrix(model);
    kern                 blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_linear_base_init(&s->base, model, options, &sum, scratch));
    NSD_TRY(nsd_linear_base_contact(&s->base, &options->lcp, &sum, NULL, scratch));
    const int scalar = model->n == 1 && model->m == 1 && model->p == 0 && model->H.start[1] == 1;
    s->base.stepper.step = scalar ? step_scalar : step;
    s->base.stepper.energy = scalar ? energy_scalar : energy;
    nsd_linear_base_start(&s->base, state, ledger, s->Mv, s->Kq);
    nsd_force_at(&model->F, state->k, state->t, s->F);
    *stepper = &s->base.stepper;
    return NSD_OK;
}

const nsd_linear_scheme nsd_linear_scheme_kern = { "kern", scratch_size, init, NSD_WITH_SPRINGS,
                                                   0,      NSD_ALWAYS,   0 };
