/* nonlinear_paoli.c - Schatzman-Paoli for nonlinear systems, metric frozen at q_n.
 *
 *   w+ = w + h M(q)^-1 F(t, q, (w + w+)/2) + M(q)^-1 (H P + J mu),   w = (q_n+1 - q_n)/h   (SP.7)
 *   0 <= y((q_n+1 + e q_n-1)/(1+e))  _|_  P >= 0,   g(q_n+1) = 0                          (SP.8)
 *
 * which is the projection of the weighted mean on the admissible set in the metric M(q_n). */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_paoli.h"

/* Energies of the half step from q with velocity w: exact for quadratic potentials    (SP.10) */
static nsd_status half_step_energy(nsd_paoli *s, const double *q, const double *w)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;
    const double   h = mechanics->options.step.h;
    double         U_mid = 0.0, U_start = 0.0, U_end = 0.0;

    for (int i = 0; i < n; i++) {
        mechanics->q_mid[i] = q[i] + 0.5 * h * w[i];
        s->mean[i] = q[i] + h * w[i];
    }
    nsd_status status = nsd_mechanics_kinetic(mechanics, mechanics->q_mid, w, &s->kinetic);
    if (status == NSD_OK) {
        status = nsd_mechanics_potential(mechanics, mechanics->q_mid, &U_mid);
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_potential(mechanics, q, &U_start);
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_potential(mechanics, s->mean, &U_end);
    }
    s->potential = 2.0 * U_mid - 0.5 * (U_start + U_end);
    return status;
}

static nsd_status measure(nsd_stepper *stepper, const nsd_state *state)
{
    nsd_paoli *s = (nsd_paoli *)stepper;
    return half_step_energy(s, state->q, s->w);
}

static void book_works(nsd_paoli *s, nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;

    for (int a = 0; a < model->m; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        state->P[a] = s->z[a];
        if (s->z[a] > 0.0) {
            state->U_before[a] = nsd_dense_dot(n, normal, s->w) + mechanics->y_t[a];
            state->U[a] = nsd_dense_dot(n, normal, s->w1) + mechanics->y_t[a];
            s->impact_work += s->z[a] * nsd_dense_dot(n, normal, mechanics->v_mid);
            s->contact_work += 0.5 * s->z[a] * (state->U_before[a] + state->U[a]);
            s->pushes++;
        }
    }
    for (int j = 0; j < model->p; j++) {
        state->joint[j] = s->z[model->m + j];
        s->joint_work += state->joint[j] *
                         nsd_dense_dot(n, mechanics->J + (size_t)j * (size_t)n, mechanics->v_mid);
    }
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_paoli     *s = (nsd_paoli *)stepper;
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;
    const double   h = mechanics->options.step.h;

    for (int i = 0; i < n; i++) { /* guess: the acceleration of the step before */
        const double w = s->w[i];
        s->w1[i] = w + (w - s->w1[i]);
    }
    nsd_status status = nsd_nonlinear_paoli_solve(s, state, state->t + h);
    if (status != NSD_OK) {
        return status;
    }
    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = 0.5 * (s->w[i] + s->w1[i]);
    }
    status = nsd_mechanics_released_velocities(mechanics, state, s->z, s->w, s->w1);
    if (status != NSD_OK) {
        return status;
    }
    book_works(s, state);
    memcpy(state->q, s->q1, (size_t)n * sizeof(double));
    memcpy(state->v, mechanics->v_mid,
           (size_t)n * sizeof(double)); /*                       (SP.4) */
    for (int i = 0; i < n; i++) {
        const double before = s->w[i];
        s->q1[i] += h * s->w1[i];
        s->w[i] = s->w1[i];
        s->w1[i] = before;
    }
    mechanics->tally.problems = mechanics->contact.problems;
    mechanics->tally.iterations = mechanics->contact.iterations;
    mechanics->tally.worst = mechanics->contact.worst;
    state->k++;
    return NSD_OK;
}

/* In the metric frozen at q_n the impulses and the force do all the work; the force is given the
 * rest: also what the changing M does                                                    (EN.5) */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_paoli   *s = (nsd_paoli *)stepper;
    double      *value = ledger->value;
    const double gained = s->kinetic - value[NSD_KINETIC];
    const double stored = s->potential - value[NSD_POTENTIAL];

    (void)state;
    value[NSD_KINETIC] = s->kinetic;
    value[NSD_POTENTIAL] = s->potential;
    value[NSD_EXTERNAL] += gained + stored - s->impact_work - s->joint_work;
    value[NSD_IMPACT] += s->impact_work;
    value[NSD_JOINT] += s->joint_work;
    s->gain = s->pushes > 0 ? s->gain + s->contact_work : 0.0;
    ledger->inner = s->gain;
    s->impact_work = s->joint_work = s->contact_work = 0.0;
    s->pushes = 0;
}

/* z <- how far beneath its surface each contact may end the first step                 (SP.11) */
static nsd_status first_depths(nsd_paoli *s, const nsd_state *state)
{
    const nsd_model *model = s->mechanics.model;
    const double     h = s->mechanics.options.step.h;
    nsd_status       status = NSD_OK;

    if (model->m > 0) {
        status = model->gap(model->context, state->t, state->q, s->z);
    }
    for (int a = 0; a < model->m; a++) {
        s->z[a] = model->e[a] * fmax(s->z[a] - h * state->U[a], 0.0);
    }
    return status;
}

/* w_1/2 = v_0 + (h/2) M^-1 F_0, corrected until the law of impacts and g(q_1) = 0 hold  (SP.6) */
static nsd_status first_step(nsd_paoli *s, const nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;
    const double     h = mechanics->options.step.h;

    nsd_status status = nsd_mechanics_factor_mass(mechanics, state->q);
    if (status == NSD_OK) {
        status = nsd_mechanics_force(mechanics, state->t, state->q, state->v, mechanics->F);
    }
    if (status != NSD_OK) {
        return status;
    }
    memcpy(s->w, mechanics->F, (size_t)n * sizeof(double));
    nsd_mechanics_solve(mechanics, s->w);
    for (int i = 0; i < n; i++) {
        s->w[i] = state->v[i] + 0.5 * h * s->w[i];
        s->q1[i] = state->q[i] + h * s->w[i];
    }
    mechanics->tally.count = model->m;
    for (int a = 0; a < model->m; a++) {
        mechanics->tally.active[a] = a;
    }
    status = first_depths(s, state);
    if (status == NSD_OK) {
        status = nsd_mechanics_project(mechanics, state->t + h, s->z, s->q1);
    }
    for (int i = 0; i < n; i++) {
        s->w[i] = (s->q1[i] - state->q[i]) / h;
        s->w1[i] = s->w[i];
    }
    return status;
}

static size_t scratch_size(const nsd_model *model)
{
    const size_t n = (size_t)model->n, c = (size_t)model->m + (size_t)model->p;
    return nsd_scratch_need(1, sizeof(nsd_paoli)) + nsd_mechanics_scratch(model) +
           nsd_scratch_need(5 * n + c, sizeof(double)) + nsd_geodesic_scratch(model);
}

static nsd_status init(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    const size_t  n = (size_t)model->n, c = (size_t)model->m + (size_t)model->p;
    const double *memory = options->step.newmark.memory;
    nsd_paoli    *s = nsd_scratch_take(scratch, 1, sizeof *s);
    double       *room = nsd_scratch_take(scratch, 5 * n + c, sizeof *room);
    if (!s || !room) {
        return NSD_ERR_WORKSPACE;
    }
    memset(s, 0, sizeof *s);
    s->q1 = room;
    s->w = room + n;
    s->w1 = room + 2 * n;
    s->wf = room + 3 * n;
    s->mean = room + 4 * n;
    s->z = room + 5 * n;
    s->one_e = 1;
    for (int a = 1; a < model->m; a++) {
        s->one_e = s->one_e && model->e[a] == model->e[0];
    }
    s->base.step = step;
    s->base.energy = energy;
    s->base.measure = measure;
    s->base.tally = &s->mechanics.tally;
    s->base.memory = room; /* q1, w, w1 */
    s->base.memory_size = 3 * n;
    *stepper = &s->base;
    nsd_status status = nsd_mechanics_init(&s->mechanics, model, options, scratch);
    if (status == NSD_OK) {
        status = nsd_geodesic_init(&s->geodesic, &s->mechanics, scratch);
    }
    if (status == NSD_OK && ((options->geodesic && (!s->one_e || model->p > 0)) ||
                             (memory && options->step.newmark.memory_size != 3 * n))) {
        status = NSD_ERR_BAD_ARGUMENT;
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_start(&s->mechanics, state, ledger);
    }
    if (status == NSD_OK && memory) {
        memcpy(room, memory, 3 * n * sizeof *room);
    } else if (status == NSD_OK) {
        status = first_step(s, state);
    }
    if (status == NSD_OK) { /* energies of the first half step */
        status = half_step_energy(s, state->q, s->w);
        ledger->value[NSD_KINETIC] = s->kinetic;
        ledger->value[NSD_POTENTIAL] = s->potential;
    }
    return status;
}

const nsd_nonlinear_scheme nsd_nonlinear_scheme_paoli = { "paoli", scratch_size, init };
