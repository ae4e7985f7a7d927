/* linear_moreau.c - Moreau-Jean for linear systems, and its always-dissipating variant.
 *
 *   M (v+ - v) + h C v_w + h K q_theta = h F_theta + H P + J mu,   q+ = q + h v_w        (MJ.1)
 *
 * with x_theta = theta x+ + (1-theta) x. The weight w of the velocity is theta in Moreau-Jean
 * (MJ.2) and 1/2 in the variant that dissipates for every theta >= 1/2 (MJ.9). */
#include <string.h>

#include "scheme/linear/linear_moreau.h"

enum { VECTORS = 14 }; /* vectors of n numbers, listed in vectors_from_room */

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

/* Impulses of the step; vf <- v+                              (MJ.3), (MJ.4), (MJ.5), (MJ.6) */
static nsd_status solve_contacts(nsd_linear_moreau *s, nsd_state *state)
{
    const nsd_linear    *model = s->model;
    const nsd_prediction closed = { state->q, state->U, s->activation * s->h, state->P, s->h, s->vf,
                                    s->u,     s->uJ };

    nsd_prediction_find_active(model, &closed, &s->contact.tally);
    if (s->contact.tally.count + model->p > 0) {
        const nsd_status status = nsd_contact_fixed_solve(&s->contact, s->u, s->uJ, state->P,
                                                          state->joint);
        if (status != NSD_OK) {
            return status;
        }
        nsd_contact_fixed_apply(&s->contact, state->P, state->joint, s->vf);
    } else {
        for (int a = 0; a < model->m; a++) {
            state->P[a] = 0.0;
        }
    }
    return NSD_OK;
}

/* Impulses of the step with friction; vf <- v+                                (FC.2), (MJ.6) */
static nsd_status solve_contacts_with_friction(nsd_linear_moreau *s, nsd_state *state)
{
    const double         reach = s->activation * s->h;
    const nsd_prediction closed = { state->q, state->U, reach, state->P, s->h, s->vf, NULL, s->uJ };
    const nsd_status     status = nsd_fixed_coulomb_solve(s->friction, &closed, state);

    if (status == NSD_OK) {
        nsd_contact_fixed_apply(&s->friction->contact, s->friction->r, state->joint, s->vf);
    }
    return status;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_linear_moreau *s = (nsd_linear_moreau *)stepper;
    const nsd_linear  *model = s->model;
    const int          n = model->n;
    const double       h = s->h, h_theta = s->h * s->theta;
    double *restrict q = state->q, *restrict v = state->v, *restrict vf = s->vf;

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

    const nsd_status status = s->friction ? solve_contacts_with_friction(s, state)
                                          : solve_contacts(s, state);
    if (status != NSD_OK) {
        return status;
    }

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
    if (s->friction) {
        nsd_fixed_coulomb_sliding_velocities(s->friction, state);
    }
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
    nsd_linear_moreau *s = (nsd_linear_moreau *)stepper;
    const int          n = s->model->n;
    const double       w = s->weight;
    const double *restrict q = state->q, *restrict v = state->v;
    double *restrict Mv0 = s->Mv0;
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
    ledger->inner = impact + numerical;
    if (s->friction) {
        const nsd_fixed_coulomb_work work = nsd_fixed_coulomb_works(s->friction, state, w);
        ledger->value[NSD_FRICTION] += work.system;
        ledger->inner += work.contact - work.slack;
    }
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

static nsd_contact_fixed_setup contact_setup(const nsd_linear *model, const nsd_factor_sum *sum,
                                             const nsd_lcp_options *options)
{
    const nsd_contact_fixed_setup smooth = { &model->H, &model->J, sum, options, model->coupling };
    return model->surface.d > 0 ? nsd_fixed_coulomb_setup(model, sum, options) : smooth;
}

static size_t scratch_size(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_factor_sum          sum = iteration_matrix(model, options, 0.5);
    const nsd_contact_fixed_setup setup = contact_setup(model, &sum, &options->lcp);
    const size_t                  n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t contacts = model->surface.d > 0 ? nsd_fixed_coulomb_scratch(model, &setup)
                                                 : nsd_contact_fixed_scratch(&setup);

    return nsd_scratch_need(1, sizeof(nsd_linear_moreau)) + nsd_factor_scratch(&sum) + contacts +
           nsd_scratch_need(VECTORS * n + m + p, sizeof(double)) +
           nsd_linear_moreau_small_scratch(model);
}

static void vectors_from_room(nsd_linear_moreau *s, double *room)
{
    const int n = s->model->n;
    double  **vectors[VECTORS] = { &s->F0,  &s->F1,  &s->F,   &s->Mv, &s->Cv, &s->Kq, &s->Kv,
                                   &s->Mv0, &s->Cv0, &s->Kq0, &s->q0, &s->v0, &s->vf, &s->spare };
    for (size_t i = 0; i < VECTORS; i++) {
        *vectors[i] = room + i * (size_t)n;
    }
    s->u = room + VECTORS * (size_t)n;
    s->uJ = s->u + s->model->m;
}

static void start(nsd_linear_moreau *s, nsd_state *state, nsd_ledger *ledger)
{
    nsd_scheme_start(s->model, state, ledger, s->Mv, s->Kq);
    fill_products(s, state);
    nsd_force_at(&s->model->F, state->k, state->t, s->F1);
    memcpy(s->F, s->F1, (size_t)s->model->n * sizeof(double));
    s->base.step = step;
    s->base.energy = energy;
    s->base.tally = s->friction ? &s->friction->tally : &s->contact.tally;
    if (s->friction) {
        s->friction->h = s->h;
        nsd_fixed_coulomb_start(s->friction, state);
    }
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
    const nsd_contact_fixed_setup setup = contact_setup(model, &sum, &options->lcp);
    const size_t                  n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t                  room_size = VECTORS * n + m + p;
    nsd_linear_moreau            *s = nsd_scratch_take(scratch, 1, sizeof *s);
    double                       *room = nsd_scratch_take(scratch, room_size, sizeof *room);
    if (!s || !room) {
        return NSD_ERR_WORKSPACE;
    }
    if (!nsd_linear_is_valid(model) || (model->surface.d > 0 && !state->tangential)) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    memset(s, 0, sizeof *s);
    memset(room, 0, room_size * sizeof *room);
    s->model = model;
    s->h = options->h;
    s->theta = options->theta;
    s->weight = setting->weight;
    s->activation = options->activation;
    s->constant_force = nsd_force_is_constant(&model->F);
    vectors_from_room(s, room);

    nsd_status status = nsd_factor_init(&s->factor, &sum, scratch);
    if (status == NSD_OK) {
        status = model->surface.d > 0
                     ? nsd_fixed_coulomb_init(&s->friction, model, &setup, &s->factor, NULL,
                                              scratch)
                     : nsd_contact_fixed_init(&s->contact, &setup, &s->factor, scratch);
    }
    if (status == NSD_OK) {
        start(s, state, ledger);
        *stepper = &s->base;
        status = nsd_linear_moreau_small_init(s, scratch);
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
