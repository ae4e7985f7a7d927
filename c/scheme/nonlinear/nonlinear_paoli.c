/* nonlinear_paoli.c - Schatzman-Paoli for nonlinear systems: steps, energies, start. With the
 * metric frozen at q_n
 *
 *   w+ = w + h M(q)^-1 F(t, q, (w + w+)/2) + M(q)^-1 (H P + J mu),   w = (q_n+1 - q_n)/h   (SP.7)
 *   0 <= y((q_n+1 + e q_n-1)/(1+e))  _|_  P >= 0,   g(q_n+1) = 0                          (SP.8)
 *
 * which is the projection of the weighted mean on the admissible set in the metric M(q_n). */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_paoli.h"

/* Energies of the half step from q with velocity w: exact for quadratic potentials    (SP.10) */
static nsd_status half_step_energy(nsd_nonlinear_paoli *s, const double *q, const double *w)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;
    const double   h = mechanics->options.step.h;
    double         U_mid = 0.0, U_start = 0.0, U_end = 0.0;

    for (int i = 0; i < n; i++) {
        mechanics->q_mid[i] = q[i] + 0.5 * h * w[i];
        s->mean[i] = q[i] + h * w[i];
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, mechanics->q_mid, w, &s->base.kinetic));
    NSD_TRY(nsd_mechanics_potential(mechanics, mechanics->q_mid, &U_mid));
    NSD_TRY(nsd_mechanics_potential(mechanics, q, &U_start));
    NSD_TRY(nsd_mechanics_potential(mechanics, s->mean, &U_end));
    s->base.potential = 2.0 * U_mid - 0.5 * (U_start + U_end);
    return NSD_OK;
}

static nsd_status measure(nsd_stepper *stepper, const nsd_state *state)
{
    nsd_nonlinear_paoli *s = (nsd_nonlinear_paoli *)stepper;
    return half_step_energy(s, state->q, s->w);
}

/* Impulses of the step into the state, and their works */
static void add_works(nsd_nonlinear_paoli *s, nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;

    for (int a = 0; a < model->m; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        state->P[a] = s->z[a];
        if (s->z[a] > 0.0) {
            state->U_before[a] = nsd_mechanics_gap_rate(mechanics, a, s->w);
            state->U[a] = nsd_mechanics_gap_rate(mechanics, a, s->w1);
            s->base.works.driven -= s->z[a] * mechanics->y_t[a]; /*                      (EN.6) */
            s->base.works.impact += s->z[a] * (nsd_dense_dot(n, normal, mechanics->v_mid) +
                                               mechanics->y_t[a]);
            s->base.works.contact += 0.5 * s->z[a] * (state->U_before[a] + state->U[a]);
            s->base.works.pushes++;
        }
    }
    for (int j = 0; j < model->p; j++) {
        state->joint[j] = s->z[model->m + j];
        s->base.works.joint += state->joint[j] * nsd_dense_dot(n,
                                                               mechanics->J + (size_t)j * (size_t)n,
                                                               mechanics->v_mid);
    }
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_nonlinear_paoli *s = (nsd_nonlinear_paoli *)stepper;
    nsd_mechanics       *mechanics = &s->base.mechanics;
    const int            n = mechanics->model->n;
    const double         h = mechanics->options.step.h;

    for (int i = 0; i < n; i++) { /* guess: the acceleration of the step before */
        const double w = s->w[i];
        s->w1[i] = w + (w - s->w1[i]);
    }
    NSD_TRY(mechanics->options.metric == NSD_METRIC_END
                ? nsd_nonlinear_paoli_solve_end(s, state, state->t + h)
                : nsd_nonlinear_paoli_solve(s, state, state->t + h));
    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = 0.5 * (s->w[i] + s->w1[i]);
    }
    NSD_TRY(nsd_mechanics_released_velocities(mechanics, state, s->z, s->w, s->w1));
    add_works(s, state);
    memcpy(state->q, s->q1, (size_t)n * sizeof(double));
    memcpy(state->v, mechanics->v_mid, (size_t)n * sizeof(double)); /*                (SP.4) */
    for (int i = 0; i < n; i++) {
        const double before = s->w[i];
        s->q1[i] += h * s->w1[i];
        s->w[i] = s->w1[i];
        s->w1[i] = before;
    }
    nsd_contact_solver_report(&mechanics->contact.solver, &mechanics->tally);
    state->k++;
    return NSD_OK;
}

/* In the metric frozen at q_n impulses and force do all the work. The work of the force is the
 * rest, and includes the work of a changing M                                            (EN.5) */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_nonlinear_paoli *s = (nsd_nonlinear_paoli *)stepper;
    double               stored = 0.0;
    const double         gained = nsd_nonlinear_base_to_ledger(&s->base, ledger, &stored);

    (void)state;
    ledger->value[NSD_EXTERNAL] += gained + stored -
                                   nsd_nonlinear_base_contact_work(&s->base.works) -
                                   s->base.works.joint - s->base.works.damping;
    s->impact_gain = s->base.works.pushes > 0 ? s->impact_gain + s->base.works.contact : 0.0;
    ledger->inner = s->impact_gain;
    memset(&s->base.works, 0, sizeof s->base.works);
}

/* z <- depth below its surface at which each contact may end the first step            (SP.11) */
static nsd_status first_depths(nsd_nonlinear_paoli *s, const nsd_state *state)
{
    const nsd_model *model = s->base.mechanics.model;
    const double     h = s->base.mechanics.options.step.h;

    if (model->m > 0) {
        NSD_TRY(model->gap(model->context, state->t, state->q, s->z));
    }
    for (int a = 0; a < model->m; a++) {
        s->z[a] = model->e[a] * fmax(s->z[a] - h * state->U[a], 0.0);
    }
    return NSD_OK;
}

/* Work of the impulses M (w - w1) of the first half step, with w1 the velocity without them, on the
 * mean of v_0 and w: a product in the metric of M as half a difference of two squares    (SP.12) */
static nsd_status first_works(nsd_nonlinear_paoli *s, const nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    double           sum = 0.0, difference = 0.0;

    for (int i = 0; i < model->n; i++) {
        s->mean[i] = (s->w[i] - s->w1[i]) + 0.5 * (state->v[i] + s->w[i]);
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, state->q, s->mean, &sum));
    for (int i = 0; i < model->n; i++) {
        s->mean[i] = (s->w[i] - s->w1[i]) - 0.5 * (state->v[i] + s->w[i]);
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, state->q, s->mean, &difference));
    *(model->m > 0 ? &s->base.works.impact : &s->base.works.joint) = 0.5 * (sum - difference);
    return NSD_OK;
}

/* w_1/2 = v_0 + (h/2) M^-1 F_0, then q_1 projected: impact law and g(q_1) = 0           (SP.6) */
static nsd_status first_step(nsd_nonlinear_paoli *s, const nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;
    const double     h = mechanics->options.step.h;

    NSD_TRY(nsd_mechanics_factor_mass(mechanics, state->q));
    NSD_TRY(nsd_mechanics_force(mechanics, state->t, state->q, state->v, mechanics->F));
    memcpy(s->w, mechanics->F, (size_t)n * sizeof(double));
    nsd_mechanics_solve(mechanics, s->w);
    for (int i = 0; i < n; i++) {
        s->w[i] = state->v[i] + 0.5 * h * s->w[i];
        s->q1[i] = state->q[i] + h * s->w[i];
        s->w1[i] = s->w[i];
    }
    nsd_nonlinear_paoli_select_all(&mechanics->tally);
    NSD_TRY(first_depths(s, state));
    const nsd_status status = nsd_mechanics_project(mechanics, state->t + h, s->z, s->q1);
    for (int i = 0; i < n; i++) {
        s->w[i] = (s->q1[i] - state->q[i]) / h;
    }
    NSD_TRY(first_works(s, state));
    memcpy(s->w1, s->w, (size_t)n * sizeof(double));
    return status;
}

static nsd_nonlinear_paoli *lay_out(const nsd_model *model, nsd_nonlinear_paoli *blank,
                                    nsd_scratch *scratch)
{
    nsd_nonlinear_paoli *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t         n = (size_t)model->n;
    double **const       memory[] = { &s->q1, &s->w, &s->w1 };

    nsd_nonlinear_base_lay_out(&s->base, model, 3 * n, scratch);
    for (size_t i = 0; i < 3 && s->base.stepper.memory; i++) {
        *memory[i] = s->base.stepper.memory + i * n;
    }
    NSD_SCRATCH_ZEROS(scratch, n, &s->wf, &s->mean);
    NSD_SCRATCH_ZEROS(scratch, n * (size_t)model->m, &s->normals);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->m + (size_t)model->p, &s->z);
    return s;
}

static size_t scratch_size(const nsd_model *model)
{
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    lay_out(model, &(nsd_nonlinear_paoli){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_nonlinear_base_scratch(model, NULL) +
           nsd_geodesic_scratch(model);
}

/* Position one step ahead and energies of the first half step */
static nsd_status start(nsd_nonlinear_paoli *s, const double *memory, nsd_state *state,
                        nsd_ledger *ledger)
{
    NSD_TRY(nsd_mechanics_start(&s->base.mechanics, state, ledger));
    if (!memory) { /* the row of t_0 has the energy of q_0 and v_0 */
        return first_step(s, state);
    }
    memcpy(s->base.stepper.memory, memory, s->base.stepper.memory_size * sizeof *memory);
    NSD_TRY(half_step_energy(s, state->q, s->w));
    ledger->value[NSD_KINETIC] = s->base.kinetic;
    ledger->value[NSD_POTENTIAL] = s->base.potential;
    return NSD_OK;
}

static nsd_status init(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    nsd_nonlinear_paoli blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_nonlinear_base_init(&s->base, model, NULL, options, scratch));
    NSD_TRY(nsd_geodesic_init(&s->geodesic, &s->base.mechanics, scratch));
    s->same_restitution = 1;
    for (int a = 1; a < model->m; a++) {
        s->same_restitution = s->same_restitution && model->e[a] == model->e[0];
    }
    s->base.stepper.step = step;
    s->base.stepper.energy = energy;
    s->base.stepper.measure = measure;
    *stepper = &s->base.stepper;
    if (options->metric == NSD_METRIC_GEODESIC && (!s->same_restitution || model->p > 0)) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    return start(s, options->step.newmark.memory, state, ledger);
}

const nsd_nonlinear_scheme nsd_nonlinear_scheme_paoli = { "paoli", scratch_size, init, 0 };
