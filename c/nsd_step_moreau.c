/* nsd_step_moreau.c - Moreau-Jean for linear systems, and its always-dissipating variant.
 *
 *   M (v+ - v) + h C v_w + h K q_theta = h F_theta + H P + J mu,   q+ = q + h v_w        (MJ.1)
 *
 * with x_theta = theta x+ + (1-theta) x. The weight w of the velocity is theta in Moreau-Jean
 * (MJ.2) and 1/2 in the variant that dissipates for every theta >= 1/2 (MJ.9).
 *
 * Systems with up to NSD_SMALL coordinates run the same text with n known to the compiler. */
#include <string.h>

#include "nsd_step.h"

typedef struct moreau {
    nsd_stepper       base; /* first: a stepper is a moreau */
    const nsd_linear *model;
    nsd_factor        factor; /* of M + h w C + h^2 theta w K                             (MJ.2) */
    nsd_contact       contact;
    double            h, theta, weight, activation;
    int               constant_force;
    double           *F0, *F1, *F; /* at t_k, at t_k+1, F_theta                                */
    double           *Mv, *Cv, *Kq, *Kv;
    double           *Mv0, *Cv0, *Kq0; /* the same at the start of the step, for the ledger      */
    double           *q0, *v0, *vf;    /* start of the step, free velocity                       */
    double           *u, *uJ;          /* free velocities of contacts and joints                 */
} moreau;

static inline void times(const nsd_matrix *A, const double *x, double *y, int n, int small)
{
    if (!small) {
        nsd_matrix_times(A, x, y);
        return;
    }
    for (int i = 0; i < n; i++) { /* small systems are dense */
        double sum = 0.0;
        for (int j = 0; j < n; j++) {
            sum += A->values[i + j * n] * x[j];
        }
        y[i] = sum;
    }
}

static inline void solve(const nsd_factor *factor, double *x, int n, int small)
{
    if (!small) {
        nsd_factor_solve(factor, x);
        return;
    }
    double y[NSD_SMALL];
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            y[i] += factor->values[i + j * n] * x[j];
        }
    }
    for (int i = 0; i < n; i++) {
        x[i] = y[i];
    }
}

static inline void products(moreau *s, const nsd_state *state, int n, int small)
{
    const nsd_linear *model = s->model;
    if (small || model->C.storage != NSD_ZERO) { /* a zero matrix leaves its zeros alone */
        times(&model->C, state->v, s->Cv, n, small);
    }
    if (small || model->K.storage != NSD_ZERO) {
        times(&model->K, state->q, s->Kq, n, small);
        times(&model->K, state->v, s->Kv, n, small);
    }
}

/* F_theta of the step from t_k to t_k+1                                               (MJ.1) */
static void next_force(moreau *s, const nsd_state *state)
{
    double *older = s->F0;
    s->F0 = s->F1;
    s->F1 = older;
    nsd_force_at(&s->model->F, state->k + 1, state->t + s->h, s->F1);
    for (int i = 0; i < s->model->n; i++) {
        s->F[i] = s->theta * s->F1[i] + (1.0 - s->theta) * s->F0[i];
    }
}

/* The contacts whose predicted gap is closed, with their free velocities           (MJ.3) */
static inline int find_active(moreau *s, const nsd_state *state)
{
    const nsd_linear *model = s->model;
    const double      reach = s->activation * s->h;
    int               count = 0;
    for (int a = 0; a < model->m; a++) {
        const double gap = nsd_columns_dot(&model->H, a, state->q) + model->b[a];
        if (gap + reach * state->U[a] <= 0.0) {
            s->contact.active[count++] = a;
            s->u[a] = nsd_columns_dot(&model->H, a, s->vf) + model->e[a] * state->U[a];
        }
    }
    for (int j = 0; j < model->p; j++) {
        s->uJ[j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    return count;
}

static inline nsd_status step_body(moreau *s, nsd_state *state, int n, int small)
{
    const nsd_linear *model = s->model;
    const double      h = s->h, h_theta = s->h * s->theta;
    double *restrict  q = state->q, *restrict v = state->v, *restrict vf = s->vf;

    if (!s->constant_force) {
        next_force(s, state);
    }
    for (int i = 0; i < n; i++) { /* free velocity                                      (MJ.2) */
        vf[i] = h * (s->F[i] - s->Cv[i] - s->Kq[i] - h_theta * s->Kv[i]);
    }
    solve(&s->factor, vf, n, small);
    for (int i = 0; i < n; i++) {
        vf[i] += v[i];
    }

    s->contact.count = find_active(s, state); /*                                        (MJ.3) */
    if (s->contact.count + model->p > 0) {
        const nsd_status status = nsd_contact_solve(&s->contact, s->u, s->uJ, state->P, state->mu);
        if (status != NSD_OK) {
            return status;
        }
        nsd_contact_apply(&s->contact, state->P, state->mu, vf);
    } else {
        for (int a = 0; a < model->m; a++) {
            state->P[a] = 0.0;
        }
    }

    for (int i = 0; i < n; i++) { /* q+ = q + h v_w                                     (MJ.1) */
        s->q0[i] = q[i];
        s->v0[i] = v[i];
        q[i] += h * (v[i] + s->weight * (vf[i] - v[i]));
        v[i] = vf[i];
        s->Cv0[i] = s->Cv[i];
        s->Kq0[i] = s->Kq[i];
    }
    products(s, state, n, small);
    for (int a = 0; a < model->m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = nsd_columns_dot(&model->H, a, v);
    }
    state->k++;
    return NSD_OK;
}

/* Work of the part of K that is no spring: -dq'K_skew q_theta                         (EN.4) */
static double circulatory_work(moreau *s, const nsd_state *state)
{
    const int n = s->model->n;
    double   *q_theta = s->vf, *force = s->contact.work; /* both are free between steps */
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

static inline void energy_body(moreau *s, const nsd_state *state, nsd_ledger *ledger, int n,
                               int small)
{
    const double           w = s->weight;
    const double *restrict q = state->q, *restrict v = state->v;
    double *restrict       Mv0 = s->Mv0;
    double kinetic = 0.0, potential = 0.0, force = 0.0, damping = 0.0, of_v = 0.0, of_q = 0.0;

    for (int i = 0; i < n; i++) {
        Mv0[i] = s->Mv[i];
    }
    times(&s->model->M, v, s->Mv, n, small);
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
    ledger->value[NSD_NUMERICAL] += (0.5 - w) * of_v + (0.5 - s->theta) * of_q; /*     (EN.2) */
    ledger->value[NSD_IMPACT] += nsd_step_impulse_work(state, s->model->m, w);
    if (s->model->p > 0) {
        ledger->value[NSD_JOINT] += nsd_step_joint_work(s->model, state, s->v0, w);
    }
    if (s->model->K_skew.storage != NSD_ZERO) {
        ledger->value[NSD_EXTERNAL] += circulatory_work(s, state);
    }
}

/* One step and one energy function per small size, and the general pair. */
#define INSTANCE(name, n, small)                                                          \
    static nsd_status step_##name(nsd_stepper *stepper, nsd_state *state)                 \
    {                                                                                     \
        moreau *s = (moreau *)stepper;                                                    \
        return step_body(s, state, n, small);                                             \
    }                                                                                     \
    static void energy_##name(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *l) \
    {                                                                                     \
        moreau *s = (moreau *)stepper;                                                    \
        energy_body(s, state, l, n, small);                                               \
    }

INSTANCE(1, 1, 1)
INSTANCE(2, 2, 1)
INSTANCE(3, 3, 1)
INSTANCE(4, 4, 1)
INSTANCE(any, s->model->n, 0)

static nsd_factor_sum iteration_matrix(const nsd_linear *model, const nsd_step_options *options,
                                       double weight)
{
    const double   h = options->h;
    nsd_factor_sum sum = { &model->M, &model->C, &model->K, h * weight,
                           h * h * options->theta * weight, model->symmetric, model->sparse };
    return sum;
}

static size_t scratch_size(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_factor_sum    sum = iteration_matrix(model, options, 0.5);
    const nsd_contact_setup setup = { &model->H, &model->J, &sum, &options->lcp, model->coupling };
    const size_t            n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;

    return nsd_scratch_need(1, sizeof(moreau)) + nsd_factor_scratch(&sum) +
           nsd_contact_scratch(&setup) + nsd_scratch_need(13 * n + m + p, sizeof(double));
}

static void take_vectors(moreau *s, double *room)
{
    const int n = s->model->n;
    double  **vectors[] = { &s->F0,  &s->F1,  &s->F,   &s->Mv, &s->Cv, &s->Kq, &s->Kv,
                            &s->Mv0, &s->Cv0, &s->Kq0, &s->q0, &s->v0, &s->vf };
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        *vectors[i] = room + i * (size_t)n;
    }
    s->u = room + 13 * (size_t)n;
    s->uJ = s->u + s->model->m;
}

static void start(moreau *s, nsd_state *state, nsd_ledger *ledger)
{
    nsd_step_start(s->model, state, ledger, s->Mv, s->Kq);
    products(s, state, s->model->n, s->model->n <= NSD_SMALL);
    nsd_force_at(&s->model->F, state->k, state->t, s->F1);
    memcpy(s->F, s->F1, (size_t)s->model->n * sizeof(double));
}

static void choose_instance(moreau *s)
{
    nsd_status (*const steps[])(nsd_stepper *, nsd_state *) = { step_1, step_2, step_3, step_4,
                                                                step_any };
    void (*const energies[])(nsd_stepper *, const nsd_state *, nsd_ledger *) = {
        energy_1, energy_2, energy_3, energy_4, energy_any
    };
    const int which = s->model->n <= NSD_SMALL ? s->model->n - 1 : NSD_SMALL;
    s->base.step = steps[which];
    s->base.energy = energies[which];
}

typedef struct setting {
    const nsd_step_options *options;
    double                  weight;
} setting;

static nsd_status init(const nsd_linear *model, const setting *setting, nsd_scratch *scratch,
                       nsd_state *state, nsd_ledger *ledger, nsd_stepper **stepper)
{
    const nsd_step_options *options = setting->options;
    const nsd_factor_sum    sum = iteration_matrix(model, options, setting->weight);
    const nsd_contact_setup setup = { &model->H, &model->J, &sum, &options->lcp, model->coupling };
    const size_t room_size = 13 * (size_t)model->n + (size_t)model->m + (size_t)model->p;
    moreau      *s = nsd_scratch_take(scratch, 1, sizeof *s);
    double      *room = nsd_scratch_take(scratch, room_size, sizeof *room);
    if (!s || !room) {
        return NSD_ERR_WORKSPACE;
    }
    if (!nsd_linear_is_valid(model)) {
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
    take_vectors(s, room);

    nsd_status status = nsd_factor_init(&s->factor, &sum, scratch);
    if (status == NSD_OK) {
        status = nsd_contact_init(&s->contact, &setup, &s->factor, scratch);
    }
    if (status == NSD_OK) {
        start(s, state, ledger);
        choose_instance(s);
        s->base.contact = &s->contact;
        *stepper = &s->base;
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

const nsd_scheme nsd_scheme_moreau = { "moreau", scratch_size, init_moreau };
const nsd_scheme nsd_scheme_moreau_dissipative = { "moreau-dissipative", scratch_size,
                                                   init_dissipative };
