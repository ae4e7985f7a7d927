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
    const nsd_linear *model = s->model;
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
    nsd_force_at(&s->model->F, state->k + 1, state->t + s->h, s->F1);
    for (int i = 0; i < s->model->n; i++) {
        s->F[i] = s->theta * s->F1[i] + (1.0 - s->theta) * s->F0[i]; /*               (MJ.1) */
    }
}

/* Impulses of the step; vf <- v+                      (MJ.3), (MJ.4), (MJ.5), (MJ.6), (FC.2) */
static nsd_status solve_contacts(nsd_linear_moreau *s, nsd_state *state)
{
    const nsd_prediction closed = { state->q, state->U, s->activation * s->h, state->P,
                                    s->h,     s->vf,    s->contact.u,         s->contact.uJ };
    double              *r = s->friction.d > 0 ? s->contact.r : state->P;

    if (nsd_prediction_cohesion(&s->friction, state, s->h, s->contact.u) > 0) {
        memset(state->joint, 0, (size_t)s->model->p * sizeof(double));
        nsd_contact_fixed_apply(&s->contact, s->contact.u, state->joint, s->vf);
    }
    nsd_prediction_find_active(s->model, &closed, &s->friction, &s->contact.tally);
    if (s->contact.tally.count + s->model->p == 0) {
        memset(r, 0, (size_t)s->contact.G->m * sizeof *r);
        return NSD_OK;
    }
    const nsd_status status = nsd_contact_fixed_solve(&s->contact, s->contact.u, s->contact.uJ, r,
                                                      state->joint);
    if (status == NSD_OK) {
        nsd_contact_fixed_apply(&s->contact, r, state->joint, s->vf);
    }
    return status;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_linear_moreau   *s = (nsd_linear_moreau *)stepper;
    const nsd_linear    *model = s->model;
    const int            n = model->n;
    const double         h = s->h, h_theta = s->h * s->theta;
    double *NSD_RESTRICT q = state->q, *NSD_RESTRICT v = state->v, *NSD_RESTRICT vf = s->vf;

    if (!s->constant_force) {
        nsd_linear_moreau_fill_force(s, state);
    }
    for (int i = 0; i < n; i++) { /* free velocity                                      (MJ.2) */
        vf[i] = h * (s->F[i] - s->Cv[i] - s->Kq[i] - h_theta * s->Kv[i]);
    }
    nsd_factor_solve(&s->factor, vf);
    for (int i = 0; i < n; i++) {
        vf[i] += v[i];
    }

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
    for (int a = 0; a < model->m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = nsd_columns_dot(&model->H, a, v);
    }
    nsd_prediction_end_step(&s->friction, s->contact.r, s->weight, h, state);
    state->k++;
    return NSD_OK;
}

/* Work of the skew part of K, which is no spring: -dq'K_skew q_theta                  (EN.4) */
static double circulatory_work(nsd_linear_moreau *s, const nsd_state *state)
{
    const int n = s->model->n;
    double   *q_theta = s->vf, *force = s->spare; /* no step needs vf and spare now */
    double    work = 0.0;

    for (int i = 0; i < n; i++) {
        q_theta[i] = s->q0[i] + s->theta * (state->q[i] - s->q0[i]);
    }
    nsd_matrix_times(&s->model->K_skew, q_theta, force);
    for (int i = 0; i < n; i++) {
        work -= (state->q[i] - s->q0[i]) * force[i];
    }
    return work;
}

static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_linear_moreau         *s = (nsd_linear_moreau *)stepper;
    const int                  n = s->model->n;
    const double               w = s->weight;
    const double *NSD_RESTRICT q = state->q, *NSD_RESTRICT v = state->v;
    double *NSD_RESTRICT Mv0 = s->Mv0;
    double kinetic = 0.0, potential = 0.0, force = 0.0, damping = 0.0, of_v = 0.0, of_q = 0.0;

    for (int i = 0; i < n; i++) {
        Mv0[i] = s->Mv[i];
    }
    nsd_matrix_times(&s->model->M, v, s->Mv);
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
    ledger->value[NSD_POTENTIAL] = 0.5 * potential;
    ledger->value[NSD_EXTERNAL] += s->h * force;
    ledger->value[NSD_DAMPING] -= s->h * damping;
    const double numerical = (0.5 - w) * of_v + (0.5 - s->theta) * of_q; /*            (EN.2) */
    const double impact = nsd_scheme_impulse_work(state, s->model->m, w);
    ledger->value[NSD_NUMERICAL] += numerical;
    ledger->value[NSD_IMPACT] += impact;
    ledger->value[NSD_FRICTION] += s->friction.works.friction;
    ledger->inner = impact + numerical + s->friction.works.contact;
    if (s->model->p > 0) {
        ledger->value[NSD_JOINT] += nsd_scheme_joint_work(s->model, state, s->v0, w);
    }
    if (s->model->K_skew.storage != NSD_ZERO) {
        ledger->value[NSD_EXTERNAL] += circulatory_work(s, state);
    }
}

static nsd_factor_sum iteration_matrix(const nsd_linear *model, const nsd_step_options *options,
                                       double weight)
{
    const double   h = options->h, alpha = h * weight, beta = h * h * options->theta * weight;
    nsd_factor_sum sum = { &model->M, &model->C,        &model->K,    alpha,
                           beta,      model->symmetric, model->sparse };
    return sum;
}

static nsd_linear_moreau *lay_out(const nsd_linear *model, nsd_linear_moreau *blank,
                                  nsd_scratch *scratch)
{
    nsd_linear_moreau *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t       n = (size_t)model->n;
    double           **vectors[] = { &s->F0,  &s->F1,  &s->F,   &s->Mv, &s->Cv, &s->Kq, &s->Kv,
                                     &s->Mv0, &s->Cv0, &s->Kq0, &s->q0, &s->v0, &s->vf, &s->spare };
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        *vectors[i] = nsd_scratch_zeros(scratch, n);
    }
    s->small = nsd_scratch_doubles(scratch, nsd_linear_moreau_small_size(model));
    return s;
}

static size_t scratch_size(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_factor_sum          sum = iteration_matrix(model, options, 0.5);
    const nsd_contact_fixed_setup setup = { model, &sum, &options->lcp, NULL };
    nsd_linear_moreau             blank;
    nsd_scratch                   counter = nsd_scratch_counter();

    lay_out(model, &blank, &counter);
    return nsd_scratch_counted(&counter) + nsd_scheme_contact_scratch(&setup) +
           nsd_step_friction_scratch(&model->surface, model->m);
}

static void start(nsd_linear_moreau *s, nsd_state *state, nsd_ledger *ledger)
{
    nsd_scheme_start(s->model, state, ledger, s->Mv, s->Kq);
    fill_products(s, state);
    nsd_force_at(&s->model->F, state->k, state->t, s->F1);
    memcpy(s->F, s->F1, (size_t)s->model->n * sizeof(double));
    s->base.step = step;
    s->base.energy = energy;
    s->base.tally = &s->contact.tally;
    nsd_linear_moreau_small_init(s);
}

typedef struct setting { /* Moreau-Jean or its dissipating variant: weight w of the velocity */
    const nsd_step_options *options;
    double                  weight;
} setting;

static nsd_status init(const nsd_linear *model, const setting *setting, nsd_scratch *scratch,
                       nsd_state *state, nsd_ledger *ledger, nsd_stepper **stepper)
{
    const nsd_step_options       *options = setting->options;
    const nsd_factor_sum          sum = iteration_matrix(model, options, setting->weight);
    const nsd_contact_fixed_setup setup = { model, &sum, &options->lcp, NULL };
    nsd_linear_moreau             blank, *s = lay_out(model, &blank, scratch);
    nsd_status                    status = nsd_scheme_check(model, scratch);

    if (status != NSD_OK) {
        return status;
    }
    s->model = model;
    s->h = options->h;
    s->theta = options->theta;
    s->weight = setting->weight;
    s->activation = options->activation;
    s->constant_force = nsd_force_is_constant(&model->F);
    *stepper = &s->base;
    status = nsd_scheme_init_contact(&s->factor, &s->contact, &setup, scratch);
    if (status == NSD_OK) {
        start(s, state, ledger);
        status = nsd_prediction_friction_init(&s->friction, model, options, state, scratch);
        s->contact.solver.friction = s->friction.d > 0 ? &s->friction.coulomb : NULL;
    }
    return status;
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

const nsd_linear_scheme nsd_linear_scheme_moreau = { "moreau", scratch_size, init_moreau };
const nsd_linear_scheme nsd_linear_scheme_moreau_dissipative = { "moreau-dissipative", scratch_size,
                                                                 init_dissipative };
