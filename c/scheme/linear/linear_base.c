/* linear_base.c - the common part of linear schemes: memory, contacts, start and end of a step. */
#include "scheme/linear/linear_base.h"

#include <string.h>

nsd_factor_sum nsd_linear_base_matrix(const nsd_linear *model, double alpha, double beta)
{
    const nsd_factor_sum sum = { &model->M, &model->C,        &model->K,    alpha,
                                 beta,      model->symmetric, model->sparse };
    return sum;
}

size_t nsd_linear_base_scratch(const nsd_linear *model, const nsd_factor_sum *sum,
                               const nsd_lcp_options *options)
{
    const nsd_contact_fixed_setup setup = { model, sum, options, NULL };
    return nsd_factor_scratch(sum) + nsd_contact_fixed_scratch(&setup) +
           nsd_step_friction_scratch(&model->surface, model->m);
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
    return nsd_factor_init(&base->factor, sum, scratch);
}

nsd_status nsd_linear_base_contact(nsd_linear_base *base, const nsd_lcp_options *options,
                                   const nsd_factor_sum *sum, const nsd_response *response,
                                   nsd_scratch *scratch)
{
    const nsd_contact_fixed_setup setup = { base->model, sum, options, response };
    return nsd_contact_fixed_init(&base->contact, &setup, &base->factor, scratch);
}

nsd_status nsd_linear_base_friction(nsd_linear_base *base, const nsd_step_options *options,
                                    nsd_state *state, nsd_scratch *scratch)
{
    NSD_TRY(nsd_prediction_friction_init(&base->friction, base->model, options, state, scratch));
    base->contact.solver.friction = base->friction.d > 0 ? &base->friction.coulomb : NULL;
    return NSD_OK;
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

void nsd_linear_base_end_step(const nsd_linear_base *base, nsd_state *state, const double *v)
{
    for (int a = 0; a < base->model->m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = nsd_columns_dot(&base->model->H, a, v);
    }
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
