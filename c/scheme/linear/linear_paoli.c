/* linear_paoli.c - Schatzman-Paoli for linear systems.
 *
 *   M (q+ - 2q + q-) + (h/2) C (q+ - q-) + h^2 K (s q+ + (1-2s) q + s q-) = h^2 F(t_k) + h H P
 *   0 <= y(q+) + e y(q-)  _|_  P >= 0                                              (SP.1), (SP.2)
 *
 * The code uses half-step velocities w = (q+ - q)/h:
 *   A (w+ - w) = h (F - C w - K q) + H P,   A = M + (h/2) C + h^2 s K                  (SP.3)
 * The scheme is one step ahead of its output: the row of t_k holds v_k = (q_k+1 - q_k-1)/2h. */
#include <string.h>

#include "scheme/linear/linear_base.h"

typedef struct paoli {
    nsd_linear_base base; /* first: a stepper is a paoli; its iteration matrix is A */
    double          s;
    double         *q1, *w; /* stepper.memory: q_k+1 and w_k+1/2, one step ahead of the state     */
    double         *w0;     /* w_k-1/2; during a step the free w+                              */
    double         *F, *Kq, *Cw, *Mw, *Kw, *work;
    double          impact_gain; /* work of the impact under way; an impact takes a few steps */
    nsd_ledger      half_step;   /* works from t_0 to t_1/2, for the ledger of the first step  */
} paoli;

/* w+ without contact: the force of t_k+1 acts on the position q1                      (SP.3) */
static void free_motion(paoli *s, const nsd_state *state)
{
    const nsd_linear *model = s->base.model;

    nsd_linear_base_force(&s->base, state, s->F);
    nsd_matrix_times(&model->K, s->q1, s->Kq);
    nsd_matrix_times(&model->C, s->w, s->Cw);
    for (int i = 0; i < model->n; i++) {
        s->w0[i] = s->base.h * (s->F[i] - s->Cw[i] - s->Kq[i]);
    }
    nsd_factor_solve(&s->base.factor, s->w0);
    nsd_dense_add(model->n, 1.0, s->w, s->w0);
}

/* Right-hand sides of (SP.2) divided by h; returns the number of contacts that the free motion
 * closes. */
static int find_active(paoli *s, const nsd_state *state)
{
    const nsd_linear *model = s->base.model;
    int               closing = 0;

    for (int a = 0; a < model->m; a++) {
        const double next = nsd_columns_dot(&model->H, a, s->q1) + model->b[a];
        const double last = nsd_columns_dot(&model->H, a, state->q) + model->b[a];
        s->base.contact.u[a] = (next + model->e[a] * last) / s->base.h +
                               nsd_columns_dot(&model->H, a, s->w0);
        s->base.contact.tally.active[a] = a;
        closing += s->base.contact.u[a] < 0.0;
    }
    for (int j = 0; j < model->p; j++) {
        const double next = nsd_columns_dot(&model->J, j, s->q1) + model->bJ[j];
        s->base.contact.uJ[j] = next / s->base.h + nsd_columns_dot(&model->J, j, s->w0);
    }
    return closing;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    paoli            *s = (paoli *)stepper;
    const nsd_linear *model = s->base.model;

    free_motion(s, state); /* w0 holds the free w+ until the impulses are applied */
    const int closing = find_active(s, state);
    s->base.contact.tally.count = closing > 0 || model->p > 0 ? model->m : 0;
    NSD_TRY(nsd_linear_base_solve(&s->base, state->P, state, s->w0));
    for (int i = 0; i < model->n; i++) {
        const double after = s->w0[i];
        s->w0[i] = s->w[i];
        s->w[i] = after;
        state->q[i] = s->q1[i];
        state->v[i] = 0.5 * (s->w0[i] + s->w[i]); /*                                    (SP.4) */
        s->q1[i] += s->base.h * s->w[i];
    }
    nsd_linear_base_end_step(&s->base, state, s->w, 0.5);
    return NSD_OK;
}

/* E_k+1/2 = |w|_M^2/2 + q_k+1'K q_k/2 + s h^2 |w|_K^2/2 with the symmetric part of K   (SP.5) */
static void half_step_energy(paoli *s, const nsd_state *state, nsd_ledger *ledger)
{
    const nsd_linear *model = s->base.model;
    const double      stiff = s->s * s->base.h * s->base.h;
    double            kinetic = 0.0, potential = 0.0;

    nsd_matrix_times(&model->M, s->w, s->Mw);
    nsd_matrix_times(&model->K, s->w, s->Kw);
    nsd_matrix_times(&model->K, state->q, s->Kq);
    nsd_matrix_times(&model->K_skew, state->q, s->work);
    for (int i = 0; i < model->n; i++) {
        kinetic += s->w[i] * s->Mw[i];
        potential += s->q1[i] * (s->Kq[i] - s->work[i]) + stiff * s->w[i] * s->Kw[i];
    }
    ledger->value[NSD_KINETIC] = 0.5 * kinetic;
    ledger->value[NSD_POTENTIAL] = 0.5 * potential;
}

/* The force of K_skew at q + lead (w+ - w) on the velocity v, with work: w+ - w before the call */
static double skew_power(paoli *s, const double *q, double lead, const double *v)
{
    const nsd_linear *model = s->base.model;
    double            power = 0.0;

    if (model->K_skew.storage == NSD_ZERO) {
        return 0.0;
    }
    for (int i = 0; i < model->n; i++) {
        s->Kw[i] = q[i] + lead * s->work[i];
    }
    nsd_matrix_times(&model->K_skew, s->Kw, s->work);
    for (int i = 0; i < model->n; i++) {
        power -= v[i] * s->work[i];
    }
    return power;
}

/* dE = h v_k'F_k - h |v_k|_C^2 + P'(U_k-1/2 + U_k+1/2)/2                               (SP.5) */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    paoli            *s = (paoli *)stepper;
    const nsd_linear *model = s->base.model;
    double            force = 0.0, damping = 0.0;

    half_step_energy(s, state, ledger);
    nsd_matrix_times(&model->C, state->v, s->Cw);
    for (int i = 0; i < model->n; i++) {
        force += state->v[i] * s->F[i];
        damping += state->v[i] * s->Cw[i];
    }
    for (int i = 0; i < model->n; i++) {
        s->work[i] = s->w[i] - s->w0[i];
    }
    force += skew_power(s, state->q, s->s * s->base.h, state->v);
    const double impact = nsd_linear_base_impulse_work(state, model->m, 0.5);
    int          pushes = 0;
    for (int a = 0; a < model->m; a++) {
        pushes += state->P[a] > 0.0;
    }
    s->impact_gain = pushes > 0 ? s->impact_gain + impact : 0.0;
    ledger->inner = s->impact_gain;
    ledger->value[NSD_EXTERNAL] += s->base.h * force;
    ledger->value[NSD_DAMPING] -= s->base.h * damping;
    ledger->value[NSD_IMPACT] += impact;
    for (int j = 0; j < model->p; j++) {
        ledger->value[NSD_JOINT] += state->joint[j] * nsd_columns_dot(&model->J, j, state->v);
    }
    for (int k = 0; k < NSD_ENERGIES;
         k++) { /* once: the row of t_0 has the energy of q_0 and v_0 */
        ledger->value[k] += s->half_step.value[k];
        s->half_step.value[k] = 0.0;
    }
}

static nsd_factor_sum iteration_matrix(const nsd_linear *model, const nsd_step_options *options)
{
    return nsd_linear_base_matrix(model, 0.5 * options->h, options->h * options->h * options->s);
}

/* Matrix of the first step: (SP.3) with q_-1 = q_1 - 2 h v_0 gives M + s h^2 K           (SP.6) */
static nsd_factor_sum first_matrix(const nsd_linear *model, const nsd_step_options *options)
{
    nsd_factor_sum sum = nsd_linear_base_matrix(model, 0.0, options->h * options->h * options->s);
    sum.symmetric |= sum.beta == 0.0;
    sum.sparse = model->sparse_mass;
    return sum;
}

static paoli *lay_out(const nsd_linear *model, paoli *blank, nsd_scratch *scratch)
{
    paoli       *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t n = (size_t)model->n;

    s->base.stepper.memory_size = 2 * n;
    s->base.stepper.memory = nsd_scratch_zeros(scratch, 2 * n);
    s->q1 = s->base.stepper.memory;
    s->w = s->q1 ? s->q1 + n : NULL;
    NSD_SCRATCH_ZEROS(scratch, n, &s->w0, &s->F, &s->Kq, &s->Cw, &s->Mw, &s->Kw, &s->work);
    return s;
}

static size_t scratch_size(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_linear     at_first = nsd_linear_with_second(model);
    const nsd_factor_sum sum = iteration_matrix(model, options);
    const nsd_factor_sum first = first_matrix(model, options);
    nsd_scratch         *counter = NSD_SCRATCH_COUNTER;

    lay_out(model, &(paoli){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_linear_base_scratch(model, &sum, &options->lcp) +
           nsd_linear_base_scratch(&at_first, &first, &options->lcp);
}

/* w_1/2 = v_0 + (h/2) (M + s h^2 K)^-1 (F_0 - C v_0 - K q_0)                            (SP.6)
 * with impulses by the impact law, whose earlier gap is the gap at q_0 - h v_0         (SP.11) */
static nsd_status first_step(paoli *s, const nsd_step_options *options, nsd_scratch *scratch,
                             nsd_state *state)
{
    const nsd_linear     at_first = nsd_linear_with_second(s->base.model), *model = &at_first;
    const nsd_factor_sum sum = first_matrix(model, options);
    const double         h = s->base.h;
    nsd_linear_base      first = { .stepper.memory_size = 0 };

    NSD_TRY(nsd_linear_base_init(&first, model, options, &sum, scratch));
    NSD_TRY(nsd_linear_base_contact(&first, &options->lcp, &sum, NULL, scratch));
    nsd_force_at(&model->F, state->k, state->t, s->F);
    nsd_matrix_times(&model->C, state->v, s->Cw);
    for (int i = 0; i < model->n; i++) {
        s->w[i] = 0.5 * h * (s->F[i] - s->Cw[i] - s->Kq[i]);
    }
    nsd_factor_solve(&first.factor, s->w);
    nsd_dense_add(model->n, 1.0, state->v, s->w);
    for (int a = 0; a < model->m; a++) {
        const double gap = nsd_columns_dot(&model->H, a, state->q) + model->b[a];
        const double last = gap - h * state->U[a];
        first.contact.u[a] = (gap + model->e[a] * (last > 0.0 ? last : 0.0)) / h +
                             nsd_columns_dot(&model->H, a, s->w);
        first.contact.tally.active[a] = a;
    }
    for (int j = 0; j < model->p; j++) {
        const double miss = nsd_columns_dot(&model->J, j, state->q) + model->bJ[j];
        first.contact.uJ[j] = miss / h + nsd_columns_dot(&model->J, j, s->w);
    }
    first.contact.tally.count = model->m;
    const nsd_status status = nsd_linear_base_solve(&first, state->P, state, s->w);
    nsd_dense_sum(model->n, state->q, h, s->w, s->q1);
    return status;
}

/* half_step <- the works from the energy of q_0 and v_0 to E_1/2. Forces and impulses act on the
 * mean of v_0 and w_1/2; E_1/2 takes the spring at w_1/2: the numerical part.         (SP.12) */
static void first_works(paoli *s, const nsd_state *state)
{
    const nsd_linear *model = s->base.model;
    const double      h = s->base.h, stiff = 0.5 * s->s * h * h;
    double           *work = s->half_step.value, *mean = s->w0;

    nsd_matrix_times(&model->K_skew, state->q, s->work);
    nsd_matrix_times(&model->K, state->v, s->Kw);
    for (int i = 0; i < model->n; i++) {
        mean[i] = 0.5 * (state->v[i] + s->w[i]);
        work[NSD_EXTERNAL] += 0.5 * h * mean[i] * s->F[i];
        work[NSD_DAMPING] -= 0.5 * h * mean[i] * s->Cw[i];
        work[NSD_NUMERICAL] += 0.25 * h * (s->w[i] - state->v[i]) * (s->Kq[i] - s->work[i]) +
                               stiff * state->v[i] * s->Kw[i];
    }
    for (int i = 0; i < model->n; i++) {
        s->work[i] = s->w[i] - state->v[i];
    }
    work[NSD_EXTERNAL] += 0.5 * h * skew_power(s, state->q, 2.0 * s->s * h, mean);
    for (int a = 0; a < model->m; a++) {
        work[NSD_IMPACT] += state->P[a] * nsd_columns_dot(&model->H, a, mean);
    }
    for (int j = 0; j < model->p; j++) {
        work[NSD_JOINT] += state->joint[j] * nsd_columns_dot(&model->J, j, mean);
    }
}

/* Impulses and velocities of the first half step; its energy if the run goes on from a memory */
static void start_half_step(paoli *s, nsd_state *state, nsd_ledger *ledger)
{
    const nsd_linear *model = s->base.model;
    for (int a = 0; a < model->m; a++) {
        state->P[a] = 0.0;
        state->U[a] = state->U_before[a] = nsd_columns_dot(&model->H, a, s->w);
    }
    for (int j = 0; j < model->p; j++) {
        state->joint[j] = 0.0;
    }
    if (ledger) {
        half_step_energy(s, state, ledger);
    }
}

static nsd_status init(const nsd_linear *model, const nsd_step_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    const nsd_factor_sum sum = iteration_matrix(model, options);
    const double        *memory = options->newmark.memory;
    paoli                blank, *s = lay_out(model, &blank, scratch);
    nsd_status           status = NSD_OK;

    NSD_TRY(nsd_linear_base_init(&s->base, model, options, &sum, scratch));
    NSD_TRY(nsd_linear_base_contact(&s->base, &options->lcp, &sum, NULL, scratch));
    s->s = options->s;
    s->base.stepper.step = step;
    s->base.stepper.energy = energy;
    *stepper = &s->base.stepper;
    nsd_linear_base_start(&s->base, state, ledger, s->Mw, s->Kq);
    if (memory) {
        memcpy(s->base.stepper.memory, memory, s->base.stepper.memory_size * sizeof *memory);
    } else {
        status = first_step(s, options, scratch, state);
        first_works(s, state);
    }
    start_half_step(s, state, memory ? ledger : NULL);
    return status;
}

const nsd_linear_scheme nsd_linear_scheme_paoli = {
    "paoli", scratch_size, init, NSD_WITH_SPRINGS, 0, 0, 1
};
