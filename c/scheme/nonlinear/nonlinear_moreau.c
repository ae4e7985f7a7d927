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

/* The contacts whose gap is closed at the predicted position q + gamma h v      (MJ.3), (FC.3) */
static nsd_status find_active(nsd_nonlinear_moreau *s, const nsd_nonlinear_moreau_times *t,
                              const double *P)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const double     reach = mechanics->options.step.activation * t->h;
    const double     rest = NSD_REST_SLACK * t->h * mechanics->tally.rest;
    double           slack = 0.0;
    int              count = 0;

    if (mechanics->options.project) {
        slack = PROJECTED_GAP * fmax(1.0, nsd_dense_max_abs(model->n, s->q0));
    }
    slack = fmax(slack, NSD_REST_SLACK * reach * s->friction.coulomb.scale);
    mechanics->tally.count = 0;
    if (model->m == 0) {
        return NSD_OK;
    }
    for (int i = 0; i < model->n; i++) {
        mechanics->q_mid[i] = s->q0[i] + reach * s->v0[i];
    }
    NSD_TRY(model->gap(model->context, t->start + reach, mechanics->q_mid, mechanics->y));
    if (!nsd_dense_all_finite((size_t)model->m, mechanics->y)) {
        return NSD_NOT_FINITE;
    }
    for (int a = 0; a < model->m; a++) {
        if (mechanics->y[a] <= (P[a] > 0.0 ? fmax(slack, rest) : slack) ||
            nsd_mechanics_touches(mechanics, t->start, s->q0, a)) {
            mechanics->tally.active[count++] = a;
        }
    }
    mechanics->tally.count = count;
    return NSD_OK;
}

/* (1/2-theta)|dv|^2 in the metric of the middle of the step                             (EN.2) */
static double scheme_work(const nsd_nonlinear_moreau *s)
{
    const int    n = s->mechanics.model->n;
    const double share = 0.5 - s->mechanics.options.step.theta;
    double       work = 0.0;
    for (int j = 0; j < n && share != 0.0; j++) {
        work += s->dv[j] * nsd_dense_dot(n, s->mechanics.M + (size_t)j * (size_t)n, s->dv);
    }
    return share * work;
}

/* Adds the impulses of the (sub)step to P and mu, and their works with v_theta to works */
static void add_impulses(nsd_nonlinear_moreau *s, nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n, count = mechanics->tally.count, block = 1 + model->surface.d;
    int              pushing = 0;
    const nsd_step_friction_velocities end = { mechanics->v_mid, s->v1,
                                               mechanics->options.step.theta };
    const nsd_gap_velocities           ends = { s->v0, mechanics->v_mid, s->v1, s->y_t0, s->y_t1 };

    s->record.works.scheme += scheme_work(s);
    s->record.works.impact += nsd_mechanics_cohesion_to_state(mechanics, &s->friction, &ends,
                                                              s->record.P, state);
    for (int i = 0; i < count; i++) {
        const int     a = mechanics->tally.active[i];
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        const double  P = mechanics->contact.z[i * block];
        const double  after = nsd_dense_dot(n, normal, s->v1) + s->y_t1[a];
        s->record.P[a] += P;
        pushing += P > 0.0;
        s->record.works.impact += P * nsd_dense_dot(n, normal, mechanics->v_mid);
        s->record.works.contact += P *
                                   (nsd_dense_dot(n, normal, mechanics->v_mid) + mechanics->y_t[a]);
        state->U_before[a] = s->U0[a];
        state->U[a] = after;
        nsd_step_friction_add_impulses(&s->friction, a, mechanics->contact.z + i * block, &end,
                                       state);
    }
    for (int j = 0; j < model->p; j++) {
        const double mu = mechanics->contact.z[count * block + j];
        s->record.mu[j] += mu;
        s->record.works.joint += mu * nsd_dense_dot(n, mechanics->J + (size_t)j * (size_t)n,
                                                    mechanics->v_mid);
    }
    s->pushing_contacts[1] = s->pushing_contacts[0];
    s->pushing_contacts[0] = pushing;
    s->record.works.pushes += pushing;
}

/* Guess of v+: v changes as in the (sub)step before, if all active contacts pushed in the last two
 * (sub)steps */
static void guess_velocity(nsd_nonlinear_moreau *s, double h)
{
    const int n = s->mechanics.model->n;
    const int smooth = s->dv_h == h && s->pushing_contacts[0] == s->pushing_contacts[1] &&
                       s->pushing_contacts[0] == s->mechanics.tally.count;
    for (int i = 0; i < n; i++) {
        s->v1[i] = s->v0[i] + (smooth ? s->dv[i] : 0.0);
    }
    s->dv_h = h;
}

/* Moves the state from t0 to t0 + h; halves the step where Newton's iteration fails */
static nsd_status advance(nsd_nonlinear_moreau *s, nsd_state *state, double t0, double h, int depth)
{
    nsd_mechanics                   *mechanics = &s->mechanics;
    const int                        n = mechanics->model->n;
    const double                     theta = mechanics->options.step.theta;
    const nsd_nonlinear_moreau_times t = { t0, t0 + theta * h, t0 + h, h };

    memcpy(s->q0, state->q, (size_t)n * sizeof(double));
    memcpy(s->v0, state->v, (size_t)n * sizeof(double));
    nsd_status status = find_active(s, &t, state->P);
    guess_velocity(s, h);
    if (status == NSD_OK) {
        status = nsd_step_friction_begin_substep(&s->friction, t0, s->q0, h);
    }
    if (status == NSD_OK) {
        status = nsd_nonlinear_moreau_newton(s, s->v1, &t);
    }
    if (status == NSD_NEWTON && depth < mechanics->options.halvings) {
        NSD_TRY(advance(s, state, t0, 0.5 * h, depth + 1));
        return advance(s, state, t0 + 0.5 * h, 0.5 * h, depth + 1);
    }
    if (status != NSD_OK) {
        return status;
    }
    mechanics->tally.rest = nsd_dense_max_abs(mechanics->tally.count, mechanics->u);
    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = s->v0[i] + theta * (s->v1[i] - s->v0[i]);
        s->dv[i] = s->v1[i] - s->v0[i];
        state->q[i] = s->q0[i] + h * mechanics->v_mid[i];
        state->v[i] = s->v1[i];
    }
    add_impulses(s, state);
    return nsd_step_friction_advance_laws(&s->friction, t.end, state->q, h);
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_nonlinear_moreau     *s = (nsd_nonlinear_moreau *)stepper;
    nsd_mechanics            *mechanics = &s->mechanics;
    const size_t              bytes = (size_t)mechanics->model->n * sizeof(double);
    const double              h = mechanics->options.step.h;
    const nsd_nonlinear_works before = s->record.works;

    memcpy(s->q_saved, state->q, bytes);
    memcpy(s->v_saved, state->v, bytes);
    nsd_nonlinear_record_begin(&s->record, mechanics->model, &s->friction);
    nsd_status status = advance(s, state, state->t, h, 0);
    if (status == NSD_OK && mechanics->options.project) {
        status = nsd_mechanics_project(mechanics, state->t + h, NULL, state->q);
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_released_velocities(mechanics, state, s->record.P, s->v_saved,
                                                   state->v);
    }
    if (status == NSD_OK) {
        nsd_nonlinear_record_end(&s->record, mechanics, &s->friction, state);
    } else { /* the state of t_k again */
        memcpy(state->q, s->q_saved, bytes);
        memcpy(state->v, s->v_saved, bytes);
        s->record.works = before;
    }
    return status;
}

static nsd_status measure(nsd_stepper *stepper, const nsd_state *state)
{
    nsd_nonlinear_moreau *s = (nsd_nonlinear_moreau *)stepper;
    return nsd_nonlinear_record_measure(&s->record, &s->mechanics, state);
}

/* The scheme balances energies in the metric of the middle of the step, with the numerical work
 * (1/2-theta)|dv|^2. The rest counts as work of the force, and so does the work of a changing M
 * (EN.5) */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_nonlinear_works *works = &((nsd_nonlinear_moreau *)stepper)->record.works;
    const double         contacts = works->impact + works->friction;
    double               stored = 0.0;
    const double gained = nsd_nonlinear_record_to_ledger(&((nsd_nonlinear_moreau *)stepper)->record,
                                                         ledger, &stored);

    (void)state;
    ledger->value[NSD_EXTERNAL] += gained + stored - contacts - works->joint - works->scheme;
    ledger->value[NSD_NUMERICAL] += works->scheme;
    ledger->inner = works->pushes > 0 ? works->contact + works->scheme : 0.0;
    memset(works, 0, sizeof *works);
}

static nsd_nonlinear_moreau *lay_out(const nsd_model *model, nsd_nonlinear_moreau *blank,
                                     nsd_scratch *scratch)
{
    nsd_nonlinear_moreau *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t          m = (size_t)model->m;
    double              **vectors[] = {
                     &s->q0, &s->v0, &s->v1, &s->q_saved, &s->v_saved, &s->q_normals, &s->dv
    };

    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        *vectors[i] = nsd_scratch_zeros(scratch, (size_t)model->n);
    }
    s->y_t0 = nsd_scratch_zeros(scratch, m);
    s->y_t1 = nsd_scratch_zeros(scratch, m);
    s->U0 = nsd_scratch_zeros(scratch, m);
    nsd_nonlinear_record_lay_out(&s->record, model, scratch);
    return s;
}

static size_t scratch_size(const nsd_model *model)
{
    nsd_nonlinear_moreau blank;
    nsd_scratch          counter = nsd_scratch_counter();
    lay_out(model, &blank, &counter);
    return nsd_scratch_counted(&counter) + nsd_mechanics_scratch(model) +
           nsd_step_friction_scratch(&model->surface, model->m);
}

static nsd_status init(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    nsd_nonlinear_moreau blank, *s = lay_out(model, &blank, scratch);
    nsd_status           status = nsd_mechanics_init(&s->mechanics, model, options, scratch);

    if (status != NSD_OK) {
        return status;
    }
    s->base.step = step;
    s->base.energy = energy;
    s->base.measure = measure;
    s->base.tally = &s->mechanics.tally;
    *stepper = &s->base;
    status = nsd_mechanics_start(&s->mechanics, state, ledger);
    return status == NSD_OK
               ? nsd_mechanics_friction_init(&s->mechanics, &s->friction, state, scratch)
               : status;
}

const nsd_nonlinear_scheme nsd_nonlinear_scheme_moreau = { "moreau", scratch_size, init };
