/* nonlinear_moreau.c - Moreau-Jean for nonlinear systems: Newton with the contact problem
 * inside, active set frozen over the step.
 *
 *   M(q_th)(v+ - v) = h F(t_th, q_th, v_th) + H(q_th) P + J(q_th) mu,  q+ = q + h v_th   (NL.1) */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_moreau.h"

/* With option Project, a gap up to this part of max(1, max|q|) counts as closed: projection leaves
 * gaps of rounding, of either sign. Smaller: a contact at rest is missed in steps after rounding
 * left a positive gap; larger: bodies that separate slowly stick for a step. */
#define PROJECTED_GAP 1e-11

/* slack <- what counts as closed in the first step, which knows no step before: a part of the way
 * that the forces move a gap in the step without contacts; mechanics->F is overwritten (FC.14) */
static nsd_status find_first_slack(nsd_nonlinear_moreau *s, const nsd_nonlinear_moreau_times *t,
                                   double *slack)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    double         largest = 0.0;

    NSD_TRY(nsd_mechanics_factor_mass(mechanics, s->q0));
    NSD_TRY(nsd_mechanics_contact_normals(mechanics, t->start, s->q0));
    NSD_TRY(nsd_mechanics_force(mechanics, t->start, s->q0, s->v0, mechanics->F));
    nsd_mechanics_solve(mechanics, mechanics->F);
    for (int a = 0; a < mechanics->model->m; a++) {
        largest = fmax(largest, fabs(nsd_mechanics_normal(mechanics, a, mechanics->F)));
    }
    *slack = NSD_REST_SLACK * t->h * t->h * largest;
    return NSD_OK;
}

/* The contacts whose gap is closed at the predicted position q + gamma h v (MJ.3), (FC.3); with
 * steps of own length also those that pushed before                                     (AD.6) */
static nsd_status find_active(nsd_nonlinear_moreau *s, const nsd_nonlinear_moreau_times *t,
                              const nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     reach = mechanics->options.step.activation * t->h;
    const double     rest = NSD_REST_SLACK * t->h * mechanics->tally.rest, *P = state->P;
    double           slack = 0.0;
    int              count = 0;

    if (mechanics->options.project == NSD_PROJECT_ON) {
        slack = PROJECTED_GAP * fmax(1.0, nsd_dense_max_abs(model->n, s->q0));
    }
    slack = fmax(slack, NSD_REST_SLACK * reach * s->base.friction.coulomb.scale);
    mechanics->tally.count = 0;
    if (model->m == 0) {
        return NSD_OK;
    }
    if (state->k == 0) {
        double first = 0.0;
        NSD_TRY(find_first_slack(s, t, &first));
        slack = fmax(slack, first);
    }
    nsd_dense_sum(model->n, s->q0, reach, s->v0, mechanics->q_mid);
    NSD_TRY(nsd_mechanics_gaps(mechanics, t->start + reach, mechanics->q_mid, mechanics->y));
    nsd_gap_start touch = nsd_mechanics_gap_start(mechanics, t->start, s->q0);
    for (int a = 0; a < model->m; a++) {
        if ((P[a] > 0.0 && s->base.stepper.own) ||
            nsd_step_compliance_has(&s->base.compliance, a) ||
            mechanics->y[a] <= (P[a] > 0.0 ? fmax(slack, rest) : slack) ||
            nsd_mechanics_touches(mechanics, &touch, a)) {
            mechanics->tally.active[count++] = a;
        }
    }
    mechanics->tally.count = count;
    return NSD_OK;
}

/* (1/2-theta)|dv|^2 in the metric of the middle of the step                             (EN.2) */
static double scheme_work(const nsd_nonlinear_moreau *s)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    const double         share = 0.5 - mechanics->options.step.theta;
    return share == 0.0
               ? 0.0
               : share * nsd_model_matrices_form(&mechanics->matrices, mechanics->M, s->dv);
}

/* Adds the impulses of the (sub)step to P and mu, and their works with v_theta to works */
static void add_impulses(nsd_nonlinear_moreau *s, nsd_state *state)
{
    nsd_mechanics                     *mechanics = &s->base.mechanics;
    const nsd_model                   *model = mechanics->model;
    const int                          count = mechanics->tally.count, block = 1 + model->surface.d;
    int                                pushing = 0;
    const nsd_step_friction_velocities end = { mechanics->v_mid, s->v1,
                                               mechanics->options.step.theta };
    const nsd_gap_velocities           ends = { s->v0, mechanics->v_mid, s->v1, s->y_t0, s->y_t1 };

    s->base.works.scheme += scheme_work(s);
    s->base.works.impact += nsd_mechanics_cohesion_to_state(
        mechanics, &s->base.friction, &ends, s->base.P, state, &s->base.works.driven);
    for (int i = 0; i < count; i++) {
        const int    a = mechanics->tally.active[i];
        const double P = mechanics->contact.z[i * block];
        s->base.P[a] += P;
        pushing += P > 0.0;
        const double y_t = s->y_t0[a] + end.weight * (s->y_t1[a] - s->y_t0[a]);
        *(nsd_step_compliance_has(&s->base.compliance, a) ? &s->base.works.pressed
                                                          : &s->base.works.impact) +=
            P * (nsd_mechanics_normal(mechanics, a, mechanics->v_mid) + y_t);
        s->base.works.driven -= P * y_t; /*                                              (EN.6) */
        s->base.works.contact += P * nsd_mechanics_gap_rate(mechanics, a, mechanics->v_mid);
        state->U_before[a] = s->U0[a];
        state->U[a] = nsd_mechanics_normal(mechanics, a, s->v1) + s->y_t1[a];
        nsd_step_friction_add_impulses(&s->base.friction, a, mechanics->contact.z + i * block, &end,
                                       state);
    }
    for (int j = 0; j < model->p; j++) {
        const double mu = mechanics->contact.z[count * block + j];
        s->base.mu[j] += mu;
        s->base.works.joint += mu * nsd_mechanics_joint(mechanics, j, mechanics->v_mid);
    }
    s->pushing_contacts[1] = s->pushing_contacts[0];
    s->pushing_contacts[0] = pushing;
    s->base.works.pushes += pushing;
}

/* Guess of v+: v changes as in the (sub)step before, if all active contacts pushed in the last two
 * (sub)steps */
static void guess_velocity(nsd_nonlinear_moreau *s, double h)
{
    const int n = s->base.mechanics.model->n;
    const int smooth = s->dv_h == h && s->pushing_contacts[0] == s->pushing_contacts[1] &&
                       s->pushing_contacts[0] == s->base.mechanics.tally.count;
    for (int i = 0; i < n; i++) {
        s->v1[i] = s->v0[i] + (smooth ? s->dv[i] : 0.0);
    }
    s->dv_h = h;
}

/* Depths of the compliant surfaces at the end of a (sub)step, and what they store */
static nsd_status end_compliance(nsd_nonlinear_moreau *s, const nsd_state *state, double t)
{
    nsd_step_compliance *compliance = &s->base.compliance;
    nsd_mechanics       *mechanics = &s->base.mechanics;
    if (!compliance->law) {
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_gaps(mechanics, t, state->q, mechanics->y));
    for (int a = 0; a < compliance->m; a++) {
        if (!nsd_step_compliance_has(compliance, a)) {
            continue;
        }
        if (!compliance->stiff[a]) { /* the gap itself, not its tangent */
            compliance->base[a] = mechanics->y[a] - compliance->s[a] * state->U[a];
        }
        nsd_step_compliance_miss(compliance, a, 0.0, state->U[a]);
    }
    nsd_step_compliance_end(compliance);
    s->base.works.pressed += compliance->gain;
    s->base.works.contact += compliance->gain;
    return NSD_OK;
}

/* Moves the state from t0 to t0 + h */
static nsd_status advance(nsd_nonlinear_base *base, nsd_state *state, double t0, double h)
{
    nsd_nonlinear_moreau            *s = (nsd_nonlinear_moreau *)base;
    nsd_mechanics                   *mechanics = &base->mechanics;
    const int                        n = mechanics->model->n;
    const double                     theta = mechanics->options.step.theta;
    const nsd_nonlinear_moreau_times t = { t0, t0 + theta * h, t0 + h, h };

    nsd_dense_copy((size_t)n, state->q, s->q0);
    nsd_dense_copy((size_t)n, state->v, s->v0);
    NSD_TRY(find_active(s, &t, state));
    guess_velocity(s, h);
    NSD_TRY(nsd_step_friction_begin_substep(&base->friction, t0, s->q0, h));
    NSD_TRY(nsd_nonlinear_moreau_newton(s, s->v1, &t));
    mechanics->tally.rest = s->base.compliance.law
                                ? 0.0
                                : nsd_dense_max_abs(mechanics->tally.count, mechanics->u);
    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = s->v0[i] + theta * (s->v1[i] - s->v0[i]);
        s->dv[i] = s->v1[i] - s->v0[i];
        state->q[i] = s->q0[i] + h * mechanics->v_mid[i];
        state->v[i] = s->v1[i];
    }
    add_impulses(s, state);
    NSD_TRY(end_compliance(s, state, t.end));
    return nsd_step_friction_advance_laws(&base->friction, t.end, state->q, h);
}

static nsd_nonlinear_moreau *lay_out(const nsd_model *model, nsd_nonlinear_moreau *blank,
                                     nsd_scratch *scratch)
{
    nsd_nonlinear_moreau *s = nsd_scratch_struct(scratch, blank, sizeof *s);

    NSD_SCRATCH_ZEROS(scratch, (size_t)model->n, &s->q0, &s->v0, &s->q1, &s->v1, &s->q_normals,
                      &s->dv);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->m, &s->y_t0, &s->y_t1, &s->U0);
    if (model->surface.compliance) {
        NSD_SCRATCH_ZEROS(scratch, (size_t)model->m, &s->y_start);
        NSD_SCRATCH_ZEROS(scratch, (size_t)(model->m * (1 + model->surface.d)), &s->added);
    }
    nsd_nonlinear_base_lay_out(&s->base, model, 0, scratch);
    return s;
}

static size_t scratch_size(const nsd_model *model)
{
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    lay_out(model, &(nsd_nonlinear_moreau){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_nonlinear_base_scratch(model, model->sparse);
}

/* compliance.inverse_mass <- H'M^-1 H of each contact at the start */
static nsd_status fill_inverse_masses(nsd_nonlinear_moreau *s, const nsd_state *state)
{
    nsd_mechanics *mechanics = &s->base.mechanics;

    NSD_TRY(nsd_mechanics_contact_normals(mechanics, state->t, state->q));
    NSD_TRY(nsd_mechanics_factor_mass(mechanics, state->q));
    for (int a = 0; a < mechanics->model->m; a++) {
        memset(s->q1, 0, (size_t)mechanics->model->n * sizeof(double));
        nsd_mechanics_add_normal(mechanics, a, 1.0, s->q1);
        nsd_mechanics_solve(mechanics, s->q1);
        s->base.compliance.inverse_mass[a] = nsd_mechanics_normal(mechanics, a, s->q1);
    }
    return NSD_OK;
}

static nsd_status start_compliance(nsd_nonlinear_moreau *s, const nsd_state *state,
                                   nsd_ledger *ledger, nsd_scratch *scratch)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    if (model->m == 0) {
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_gaps(mechanics, state->t, state->q, mechanics->y));
    NSD_TRY(nsd_step_compliance_init(&s->base.compliance, &model->surface, model->m, mechanics->y,
                                     scratch));
    const nsd_newmark_options *kept = &mechanics->options.step.newmark;
    if (model->surface.compliance) {
        NSD_TRY(nsd_step_compliance_continue(&s->base.compliance, kept->memory, kept->memory_size));
        s->base.stepper.memory = s->base.compliance.memory;
        s->base.stepper.memory_size = 3 * (size_t)model->m;
    }
    ledger->value[NSD_POTENTIAL] += s->base.compliance.energy;
    return model->surface.compliance ? fill_inverse_masses(s, state) : NSD_OK;
}

static nsd_status init(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    nsd_nonlinear_moreau blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_nonlinear_base_init(&s->base, model, model->sparse, options, scratch));
    s->base.advance = advance;
    s->base.project = options->project;
    if (options->project == NSD_PROJECT_AUTO && model->p == 0) {
        s->base.project = NSD_PROJECT_OFF;
    }
    s->base.stepper.energy = nsd_nonlinear_base_energy;
    *stepper = &s->base.stepper;
    NSD_TRY(nsd_mechanics_start(&s->base.mechanics, state, ledger));
    NSD_TRY(start_compliance(s, state, ledger, scratch));
    s->base.adaptive.second_order = options->step.theta == 0.5 ? NSD_FLAT_SECOND : NSD_NEVER_SECOND;
    NSD_TRY(nsd_mechanics_friction_init(&s->base.mechanics, &s->base.friction, state, scratch));
    return options->adaptive.rel_tol > 0.0 ? nsd_nonlinear_adaptive_init(&s->base, state) : NSD_OK;
}

const nsd_nonlinear_scheme nsd_nonlinear_scheme_moreau = { "moreau", scratch_size, init, 0 };
