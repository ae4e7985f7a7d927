/* linear_base.c - the common part of linear schemes: memory, contacts, start and end of a step. */
#include "scheme/linear/linear_base.h"

#include <math.h>
#include <string.h>

/* Impulses of compliant contacts meet their laws to this part of the largest of them. Smaller: more
 * iterations for rounding; larger: energy drifts by this part. */
#define COMPLIANCE_TOLERANCE 1e-13

/* The same, where the miss no longer halves: rounding of the gaps. Smaller: stiff contacts far from
 * the origin use up all iterations; larger: slow convergence is taken for rounding. */
#define COMPLIANCE_NOISE 1e-7

/* Problems of a step with compliant contacts. Fewer: steps in which many contacts open or close end
 * the run; Newton's iteration takes about five. */
#define MOST_COMPLIANCE_ITERATIONS 60

nsd_factor_sum nsd_linear_base_matrix(const nsd_linear *model, double alpha, double beta)
{
    const nsd_factor_sum sum = { &model->M, &model->C,        &model->K,    alpha,
                                 beta,      model->symmetric, model->sparse };
    return sum;
}

static size_t waves_scratch(const nsd_linear *model)
{
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    nsd_scratch_doubles(counter, nsd_force_waves_doubles(&model->F));
    return nsd_scratch_counted(counter);
}

size_t nsd_linear_base_scratch(const nsd_linear *model, const nsd_factor_sum *sum,
                               const nsd_lcp_options *options)
{
    const nsd_contact_fixed_setup setup = { model, sum, options, NULL };
    return nsd_factor_scratch(sum) + nsd_contact_fixed_scratch(&setup) +
           nsd_step_friction_scratch(&model->surface, model->m) +
           nsd_step_compliance_scratch(&model->surface, model->m) + waves_scratch(model);
}

nsd_status nsd_linear_base_init(nsd_linear_base *base, const nsd_linear *model,
                                const nsd_step_options *options, const nsd_factor_sum *sum,
                                nsd_scratch *scratch)
{
    const size_t size = base->stepper.memory_size;

    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    if (!nsd_linear_is_valid(model) ||
        (size > 0 && options->newmark.memory && options->newmark.memory_size != size)) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    base->stepper.tally = &base->contact.tally;
    base->model = model;
    base->h = options->h;
    base->constant_force = nsd_force_is_constant(&model->F);
    nsd_force_waves_init(&base->waves, &model->F,
                         nsd_scratch_doubles(scratch, nsd_force_waves_doubles(&model->F)));
    NSD_TRY(nsd_scratch_status(scratch));
    return nsd_factor_init(&base->factor, sum, scratch);
}

nsd_status nsd_linear_base_contact(nsd_linear_base *base, const nsd_lcp_options *options,
                                   const nsd_factor_sum *sum, const nsd_response *response,
                                   nsd_scratch *scratch)
{
    const nsd_contact_fixed_setup setup = { base->model, sum, options, response };
    return nsd_contact_fixed_init(&base->contact, &setup, &base->factor, scratch);
}

/* V <- T_a'v */
static void rates(const void *context, int a, const double *v, double *V)
{
    const nsd_linear *model = context;
    const int         d = model->surface.d;
    for (int k = 0; k < d; k++) {
        V[k] = nsd_columns_dot(&model->G, a * (d + 1) + 1 + k, v);
    }
}

static nsd_status gaps(const void *context, double t, const double *q, double *y)
{
    const nsd_linear *model = context;
    (void)t;
    for (int a = 0; a < model->m; a++) {
        y[a] = nsd_columns_dot(&model->H, a, q) + model->b[a];
    }
    return NSD_OK;
}

nsd_status nsd_linear_base_friction(nsd_linear_base *base, const nsd_step_options *options,
                                    nsd_state *state, nsd_scratch *scratch)
{
    const nsd_linear             *model = base->model;
    const nsd_step_friction_setup setup = { &model->surface, model->m, &options->lcp,
                                            rates,           gaps,     model };
    NSD_TRY(nsd_step_friction_init(&base->friction, &setup, options->h, state, scratch));
    base->contact.solver.friction = base->friction.d > 0 ? &base->friction.coulomb : NULL;
    return NSD_OK;
}

int nsd_linear_base_cohesion(nsd_linear_base *base, const nsd_state *state)
{
    nsd_step_friction *friction = &base->friction;
    const int          m = friction->setup.m, d = friction->d;

    if (d == 0) {
        return 0;
    }
    nsd_step_friction_begin_step(friction);
    nsd_step_friction_begin_substep(friction, state->t, state->q, base->h);
    memcpy(friction->V0, state->tangential->V, (size_t)(d * m) * sizeof(double));
    memset(base->contact.u, 0, (size_t)((1 + d) * m) * sizeof(double));
    for (int a = 0; a < m; a++) {
        base->contact.u[a * (1 + d)] = friction->cohesion[a];
    }
    return friction->cohesive_contacts;
}

/* 1 when the bodies of contact a touch: the gap predicted at q is zero to rounding and stays so for
 * the whole step                                                                        (MJ.3) */
static int touches(const nsd_linear_base *base, const double *q, int a, double gap, double U)
{
    const nsd_linear *model = base->model;
    double            size = fabs(model->b[a]);
    for (ptrdiff_t k = model->H.start[a]; k < model->H.start[a + 1]; k++) {
        size += fabs(model->H.values[k] * q[model->H.row[k]]);
    }
    return fmax(gap, base->h * fabs(U)) <= NSD_GAP_ROUNDING * size;
}

/* 1 when contact a is closed, or pushed in the step before, and does not separate at the start of a
 * step whose motion without contacts opens it: friction of another contact may hold it
 *                                                                                       (FC.7) */
static int rests(const nsd_linear_base *base, const nsd_state *state, int a, double slack)
{
    const nsd_linear *model = base->model;
    return base->friction.d > 0 && base->h * state->U[a] <= slack &&
           (state->P[a] > 0.0 || nsd_columns_dot(&model->H, a, state->q) + model->b[a] <= slack);
}

/* The largest change of a gap velocity in a step without contacts, from the state to vf */
static double largest_change(const nsd_linear_base *base, const nsd_state *state, const double *vf)
{
    double largest = 0.0;
    for (int a = 0; a < base->model->m; a++) {
        largest = fmax(largest, fabs(nsd_columns_dot(&base->model->H, a, vf) - state->U[a]));
    }
    return largest;
}

void nsd_linear_base_find_active(nsd_linear_base *base, const nsd_state *state, const double *q,
                                 double reach, const double *vf)
{
    const nsd_linear *model = base->model;
    nsd_tally        *tally = &base->contact.tally;
    const int         d = base->friction.d;
    const int         first = state->k == 0; /* no step before                       (FC.14) */
    const double      slack = NSD_REST_SLACK * base->h *
                         (first   ? largest_change(base, state, vf)
                          : d > 0 ? base->friction.coulomb.scale
                                  : tally->rest);

    tally->rest = 0.0;
    tally->count = 0;
    for (int a = 0; a < model->m; a++) {
        const double U = state->U[a];
        const double gap = nsd_columns_dot(&model->H, a, q) + model->b[a] + reach * U;
        const int    compliant = nsd_step_compliance_has(&base->compliance, a);
        if (compliant || gap <= (first || d > 0 || state->P[a] > 0.0 ? slack : 0.0) ||
            touches(base, q, a, gap, U) || (q != state->q && rests(base, state, a, slack))) {
            double *u = base->contact.u + a * (1 + d);
            u[0] = nsd_columns_dot(&model->H, a, vf) +
                   (compliant ? nsd_step_compliance_fill(&base->compliance, a) : model->e[a] * U);
            tally->rest = fmax(tally->rest, compliant ? 0.0 : fabs(u[0]));
            nsd_step_friction_free_velocities(&base->friction, tally->count, a, vf, u + 1);
            tally->active[tally->count++] = a;
        }
    }
    for (int j = 0; j < model->p; j++) {
        base->contact.uJ[j] = nsd_columns_dot(&model->J, j, vf);
    }
}

void nsd_linear_base_start(const nsd_linear_base *base, nsd_state *state, nsd_ledger *ledger,
                           double *Mv, double *Kq)
{
    const nsd_linear *model = base->model;

    nsd_matrix_times(&model->M, state->v, Mv);
    nsd_matrix_times(&model->K, state->q, Kq);
    memset(ledger, 0, sizeof *ledger);
    for (int i = 0; i < model->n; i++) {
        ledger->value[NSD_KINETIC] += 0.5 * state->v[i] * Mv[i];
        ledger->value[NSD_POTENTIAL] += 0.5 * state->q[i] * Kq[i];
    }
    for (int a = 0; a < model->m; a++) {
        state->P[a] = 0.0;
        state->U[a] = state->U_before[a] = nsd_columns_dot(&model->H, a, state->v);
    }
    for (int j = 0; j < model->p; j++) {
        state->joint[j] = 0.0;
    }
}

nsd_status nsd_linear_base_solve(nsd_linear_base *base, double *r, nsd_state *state, double *v)
{
    nsd_contact_fixed *contact = &base->contact;
    NSD_TRY(nsd_contact_fixed_solve(contact, contact->u, contact->uJ, r, state->joint));
    nsd_contact_fixed_apply(contact, r, state->joint, v);
    return NSD_OK;
}

nsd_status nsd_linear_base_compliance(nsd_linear_base *base, const nsd_state *state,
                                      const nsd_newmark_options *kept, nsd_ledger *ledger,
                                      nsd_scratch *scratch)
{
    const nsd_linear    *model = base->model;
    nsd_step_compliance *compliance = &base->compliance;

    if (!model->surface.compliance) {
        return NSD_OK;
    }
    gaps(model, state->t, state->q, base->contact.u);
    NSD_TRY(
        nsd_step_compliance_init(compliance, &model->surface, model->m, base->contact.u, scratch));
    NSD_TRY(nsd_step_compliance_continue(compliance, kept->memory, kept->memory_size));
    base->stepper.memory = compliance->memory;
    base->stepper.memory_size = 3 * (size_t)model->m;
    base->contact.added = compliance->added;
    for (int a = 0; a < model->m; a++) {
        const ptrdiff_t row = (ptrdiff_t)a * base->contact.block;
        compliance->inverse_mass[a] = base->contact.W[row + row * base->contact.ld];
    }
    ledger->value[NSD_POTENTIAL] += compliance->energy;
    return NSD_OK;
}

static void begin_compliance(nsd_linear_base *base, const nsd_state *state, double weight,
                             const double *v)
{
    const nsd_linear *model = base->model;
    const double      h = base->compliance.h = base->h;

    for (int a = 0; a < model->m; a++) {
        const double y = nsd_columns_dot(&model->H, a, state->q) + model->b[a], U = state->U[a];
        const nsd_compliance_start start = { y, U, y + h * (1.0 - weight) * U, h * weight,
                                             nsd_columns_dot(&model->H, a, v) };
        if (nsd_step_compliance_has(&base->compliance, a)) {
            nsd_step_compliance_begin(&base->compliance, a, &start);
        }
    }
}

/* Largest miss of the laws for the impulses r and the velocity v, relative to the impulses */
static double compliance_miss(nsd_linear_base *base, const double *r, const double *v)
{
    double miss = 0.0, largest = 0.0;
    for (int a = 0; a < base->model->m; a++) {
        if (nsd_step_compliance_has(&base->compliance, a)) {
            const double P = r[a * base->contact.block];
            const double U = nsd_columns_dot(&base->model->H, a, v);
            miss = fmax(miss, nsd_step_compliance_miss(&base->compliance, a, P, U));
        }
        largest = fmax(largest, r[a * base->contact.block]);
    }
    return miss > 0.0 ? miss / fmax(largest, miss) : 0.0;
}

nsd_status nsd_linear_base_solve_compliant(nsd_linear_base *base, double *r, nsd_state *state,
                                           double reach, double weight, double *v, double *room)
{
    const size_t n = (size_t)base->model->n;
    const double rest = base->contact.tally.rest;
    double       before = INFINITY;

    begin_compliance(base, state, weight, v);
    for (int k = 0; k < MOST_COMPLIANCE_ITERATIONS; k++) {
        memcpy(room, v, n * sizeof(double));
        base->contact.tally.rest = rest;
        nsd_linear_base_find_active(base, state, state->q, reach, room);
        NSD_TRY(nsd_linear_base_solve(base, r, state, room));
        const double miss = compliance_miss(base, r, room);
        if (!base->compliance.curved || miss <= COMPLIANCE_TOLERANCE ||
            (miss <= COMPLIANCE_NOISE && miss >= 0.5 * before)) {
            memcpy(v, room, n * sizeof(double));
            return NSD_OK;
        }
        before = miss;
    }
    return NSD_NEWTON;
}

/* P, T, V of the state and the works, from the impulses r of all directions and cohesion  (FC.5) */
static void end_friction(nsd_linear_base *base, nsd_state *state, double weight)
{
    nsd_step_friction                 *friction = &base->friction;
    const nsd_step_friction_velocities end = { NULL, state->v, weight };

    for (int a = 0; a < friction->setup.m; a++) {
        const double  U_w = state->U_before[a] + weight * (state->U[a] - state->U_before[a]);
        const double *impulse = base->contact.r + a * (1 + friction->d);
        nsd_step_friction_add_impulses(friction, a, impulse, &end, state);
        state->P[a] = friction->cohesion[a] + impulse[0];
        friction->works.contact -= friction->cohesion[a] * U_w; /* stored energy is no gain */
    }
    nsd_step_friction_advance_laws(friction, state->t + base->h, state->q, base->h);
    nsd_step_friction_end_step(friction, state);
}

void nsd_linear_base_end_step(nsd_linear_base *base, nsd_state *state, const double *v,
                              double weight)
{
    for (int a = 0; a < base->model->m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = nsd_columns_dot(&base->model->H, a, v);
    }
    if (base->friction.d > 0) {
        end_friction(base, state, weight);
    }
    nsd_step_compliance_end(&base->compliance);
    state->k++;
}

double nsd_linear_base_circulatory_work(const nsd_linear_base *base, const nsd_state *state,
                                        const double *q0, double weight, double *const room[2])
{
    const int n = base->model->n;
    double    work = 0.0;

    for (int i = 0; i < n; i++) {
        room[0][i] = q0[i] + weight * (state->q[i] - q0[i]);
    }
    nsd_matrix_times(&base->model->K_skew, room[0], room[1]);
    for (int i = 0; i < n; i++) {
        work -= (state->q[i] - q0[i]) * room[1][i];
    }
    return work;
}

double nsd_linear_base_joint_work(const nsd_linear_base *base, const nsd_state *state,
                                  const double *v0, double weight)
{
    double work = 0.0;
    for (int j = 0; j < base->model->p; j++) {
        const double before = nsd_columns_dot(&base->model->J, j, v0);
        const double after = nsd_columns_dot(&base->model->J, j, state->v);
        work += state->joint[j] * (before + weight * (after - before));
    }
    return work;
}
