/* linear_moreau.c - Moreau-Jean for linear systems, and its always-dissipating variant.
 *
 *   M (v+ - v) + h C v_w + h K q_theta = h F_theta + H P + J mu,   q+ = q + h v_w        (MJ.1)
 *
 * with x_theta = theta x+ + (1-theta) x. The weight w of the velocity is theta in Moreau-Jean
 * (MJ.2) and 1/2 in the variant that dissipates for every theta >= 1/2 (MJ.9). */
#include <string.h>

#include "base/inline.h"
#include "scheme/linear/linear_moreau.h"

/* C v, K q and K v of the state */
static void fill_products(nsd_linear_moreau *s, const nsd_state *state)
{
    const nsd_linear *model = s->base.model;
    if (model->C.storage != NSD_ZERO) { /* Cv of a zero matrix stays zero */
        nsd_matrix_times(&model->C, state->v, s->Cv);
    }
    if (model->K.storage != NSD_ZERO) {
        nsd_matrix_times(&model->K, state->q, s->Kq);
        nsd_matrix_times(&model->K, state->v, s->Kv);
    }
}

void nsd_linear_moreau_fill_force(nsd_linear_moreau *s, const nsd_state *state)
{
    double *older = s->F0;
    s->F0 = s->F1;
    s->F1 = older;
    nsd_linear_base_force(&s->base, state, s->F1);
    for (int i = 0; i < s->base.model->n; i++) {
        s->F[i] = s->theta * s->F1[i] + (1.0 - s->theta) * s->F0[i]; /*               (MJ.1) */
    }
}

/* Impulses of the step; vf <- v+                      (MJ.3), (MJ.4), (MJ.5), (MJ.6), (FC.2) */
static nsd_status solve_contacts(nsd_linear_moreau *s, nsd_state *state)
{
    double *r = s->base.friction.d > 0 ? s->base.contact.r : state->P;

    if (nsd_linear_base_cohesion(&s->base, state) > 0) {
        memset(state->joint, 0, (size_t)s->base.model->p * sizeof(double));
        nsd_contact_fixed_apply(&s->base.contact, s->base.contact.u, state->joint, s->vf);
    }
    if (s->base.compliance.law) {
        return nsd_linear_base_solve_compliant(&s->base, r, state, s->activation * s->base.h,
                                               s->weight, s->vf, s->spare);
    }
    nsd_linear_base_find_active(&s->base, state, state->q, s->activation * s->base.h, s->vf);
    if (s->base.contact.tally.count + s->base.model->p == 0) {
        memset(r, 0, (size_t)s->base.contact.G->m * sizeof *r);
        return NSD_OK;
    }
    return nsd_linear_base_solve(&s->base, r, state, s->vf);
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_linear_moreau   *s = (nsd_linear_moreau *)stepper;
    const nsd_linear    *model = s->base.model;
    const int            n = model->n;
    const double         h = s->base.h, h_theta = s->base.h * s->theta;
    double *NSD_RESTRICT q = state->q, *NSD_RESTRICT v = state->v, *NSD_RESTRICT vf = s->vf;

    if (!s->base.constant_force) {
        nsd_linear_moreau_fill_force(s, state);
    }
    if (!s->falls) {
        for (int i = 0; i < n; i++) { /* free velocity                                  (MJ.2) */
            s->fall[i] = h * (s->F[i] - s->Cv[i] - s->Kq[i] - h_theta * s->Kv[i]);
        }
        nsd_factor_solve(&s->base.factor, s->fall);
    }
    nsd_dense_sum(n, s->fall, 1.0, v, vf);

    NSD_TRY(solve_contacts(s, state));

    for (int i = 0; i < n; i++) { /* q+ = q + h v_w                             (MJ.1), (MJ.8) */
        s->q0[i] = q[i];
        s->v0[i] = v[i];
        q[i] += h * (v[i] + s->weight * (vf[i] - v[i]));
        v[i] = vf[i];
        s->Cv0[i] = s->Cv[i];
        s->Kq0[i] = s->Kq[i];
    }
    fill_products(s, state);
    nsd_linear_base_end_step(&s->base, state, v, s->weight);
    return NSD_OK;
}

/* Work of compliant contacts in the step, without what they store                       (CC.4) */
static double pressed_work(const nsd_linear_moreau *s, const nsd_state *state)
{
    const nsd_step_compliance *compliance = &s->base.compliance;
    double                     work = 0.0;

    for (int a = 0; a < s->base.model->m && compliance->law; a++) {
        const double U_w = state->U_before[a] + s->weight * (state->U[a] - state->U_before[a]);
        work += nsd_step_compliance_has(compliance, a) ? state->P[a] * U_w : 0.0;
    }
    return work + compliance->gain;
}

static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_linear_moreau         *s = (nsd_linear_moreau *)stepper;
    const int                  n = s->base.model->n;
    const double               w = s->weight;
    const double *NSD_RESTRICT q = state->q, *NSD_RESTRICT v = state->v;
    double *NSD_RESTRICT Mv0 = s->Mv0;
    double kinetic = 0.0, potential = 0.0, force = 0.0, damping = 0.0, of_v = 0.0, of_q = 0.0;

    for (int i = 0; i < n; i++) {
        Mv0[i] = s->Mv[i];
    }
    nsd_matrix_times(&s->base.model->M, v, s->Mv);
    for (int i = 0; i < n; i++) {
        const double dv = v[i] - s->v0[i], dq = q[i] - s->q0[i];
        const double v_w = s->v0[i] + w * dv;
        kinetic += v[i] * s->Mv[i];
        potential += q[i] * s->Kq[i];
        force += v_w * s->F[i];
        damping += v_w * (s->Cv0[i] + w * (s->Cv[i] - s->Cv0[i]));
        of_v += dv * (s->Mv[i] - Mv0[i]);
        of_q += dq * (s->Kq[i] - s->Kq0[i]);
    }
    ledger->value[NSD_KINETIC] = 0.5 * kinetic;
    ledger->value[NSD_POTENTIAL] = 0.5 * potential + s->base.compliance.energy;
    ledger->value[NSD_EXTERNAL] += s->base.h * force;
    ledger->value[NSD_DAMPING] -= s->base.h * damping;
    const double numerical = (0.5 - w) * of_v + (0.5 - s->theta) * of_q; /*            (EN.2) */
    const double contacts = nsd_linear_base_impulse_work(state, s->base.model->m, w) +
                            s->base.compliance.gain;
    const double pressed = pressed_work(s, state); /*                                    (CC.4) */
    ledger->value[NSD_NUMERICAL] += numerical;
    ledger->value[NSD_IMPACT] += contacts - pressed;
    ledger->value[NSD_DAMPING] += pressed;
    ledger->value[NSD_FRICTION] += s->base.friction.works.friction;
    ledger->inner = contacts + numerical + s->base.friction.works.contact;
    if (s->base.model->p > 0) {
        ledger->value[NSD_JOINT] += nsd_linear_base_joint_work(&s->base, state, s->v0, w);
    }
    if (s->base.model->K_skew.storage != NSD_ZERO) { /* no step needs vf and spare now */
        double *const room[] = { s->vf, s->spare };
        ledger->value[NSD_EXTERNAL] += nsd_linear_base_circulatory_work(&s->base, state, s->q0,
                                                                        s->theta, room);
    }
}

static nsd_factor_sum iteration_matrix(const nsd_linear *model, const nsd_step_options *options,
                                       double weight)
{
    const double h = options->h;
    return nsd_linear_base_matrix(model, h * weight, h * h * options->theta * weight);
}

static nsd_linear_moreau *lay_out(const nsd_linear *model, nsd_linear_moreau *blank,
                                  nsd_scratch *scratch)
{
    nsd_linear_moreau *s = nsd_scratch_struct(scratch, blank, sizeof *s);

    NSD_SCRATCH_ZEROS(scratch, (size_t)model->n, &s->F0, &s->F1, &s->F, &s->Mv, &s->Cv, &s->Kq,
                      &s->Kv, &s->Mv0, &s->Cv0, &s->Kq0, &s->q0, &s->v0, &s->vf, &s->spare,
                      &s->fall);
    NSD_SCRATCH_ZEROS(scratch, nsd_linear_moreau_small_size(model), &s->small);
    return s;
}

static size_t scratch_size(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_factor_sum sum = iteration_matrix(model, options, 0.5);
    nsd_scratch         *counter = NSD_SCRATCH_COUNTER;

    lay_out(model, &(nsd_linear_moreau){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_linear_base_scratch(model, &sum, &options->lcp);
}

typedef struct setting { /* Moreau-Jean or its dissipating variant: weight w of the velocity */
    const nsd_step_options *options;
    double                  weight;
} setting;

/* The part of a start that depends on the state */
static void begin(nsd_linear_moreau *s, nsd_state *state, nsd_ledger *ledger)
{
    const nsd_linear *model = s->base.model;

    nsd_linear_base_start(&s->base, state, ledger, s->Mv, s->Kq);
    fill_products(s, state);
    nsd_force_at(&model->F, state->k, state->t, s->F1);
    memcpy(s->F, s->F1, (size_t)model->n * sizeof(double));
}

/* A stepper without friction, compliance and warm sets of contacts has no memory of its run but
 * counts, and the times at which waves are known. */
static void restart(nsd_stepper *stepper, nsd_state *state, nsd_ledger *ledger)
{
    nsd_linear_moreau *s = (nsd_linear_moreau *)stepper;

    nsd_contact_fixed_reset(&s->base.contact);
    nsd_force_waves_reset(&s->base.waves);
    begin(s, state, ledger);
    nsd_linear_moreau_small_begin(s);
}

static int can_restart(const nsd_linear_moreau *s)
{
    return s->base.model->surface.d == 0 && !s->base.model->surface.compliance &&
           !s->base.contact.uses_bounded && !s->base.contact.uses_sparse;
}

static nsd_status init(const nsd_linear *model, const setting *setting, nsd_scratch *scratch,
                       nsd_state *state, nsd_ledger *ledger, nsd_stepper **stepper)
{
    const nsd_step_options *options = setting->options;
    const nsd_factor_sum    sum = iteration_matrix(model, options, setting->weight);
    nsd_linear_moreau       blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_linear_base_init(&s->base, model, options, &sum, scratch));
    NSD_TRY(nsd_linear_base_contact(&s->base, &options->lcp, &sum, NULL, scratch));
    s->theta = options->theta;
    s->weight = setting->weight;
    s->activation = options->activation;
    s->base.stepper.step = step;
    s->base.stepper.energy = energy;
    *stepper = &s->base.stepper;
    s->base.stepper.restart = can_restart(s) ? restart : NULL;
    begin(s, state, ledger);
    NSD_TRY(nsd_linear_base_compliance(&s->base, state, &options->newmark, ledger, scratch));
    s->falls = s->base.constant_force && model->C.storage == NSD_ZERO &&
               model->K.storage == NSD_ZERO;
    for (int i = 0; i < model->n && s->falls; i++) {
        s->fall[i] = options->h * s->F[i];
    }
    if (s->falls) {
        nsd_factor_solve(&s->base.factor, s->fall);
    }
    nsd_linear_moreau_small_init(s);
    return nsd_linear_base_friction(&s->base, options, state, scratch);
}

static nsd_status init_moreau(const nsd_linear *model, const nsd_step_options *options,
                              nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                              nsd_stepper **stepper)
{
    const setting setting = { options, options->theta };
    return init(model, &setting, scratch, state, ledger, stepper);
}

static nsd_status init_dissipative(const nsd_linear *model, const nsd_step_options *options,
                                   nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                   nsd_stepper **stepper)
{
    const setting setting = { options, 0.5 };
    return init(model, &setting, scratch, state, ledger, stepper);
}

const nsd_linear_scheme nsd_linear_scheme_moreau = {
    "moreau", scratch_size, init_moreau, NSD_OFF_MIDDLE, 0, 0, 0
};
const nsd_linear_scheme nsd_linear_scheme_moreau_dissipative = {
    "moreau-dissipative", scratch_size, init_dissipative, NSD_OFF_MIDDLE + NSD_WITH_SPRINGS, 0, 0, 0
};
