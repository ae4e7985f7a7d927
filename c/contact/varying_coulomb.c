/* varying_coulomb.c - friction of the nonlinear schemes: tangents of a step, impulses,
 * velocities and works. */
#include "contact/varying_coulomb.h"

#include <math.h>
#include <string.h>

size_t nsd_varying_coulomb_scratch(const nsd_model *model)
{
    const size_t tangents = (size_t)(model->surface.d * model->m);
    if (model->surface.d == 0) {
        return 0;
    }
    return nsd_coulomb_scratch(&model->surface, model->m) +
           nsd_scratch_need(2 * tangents + (size_t)model->m, sizeof(double));
}

/* T_k'v - w_k */
static double slide_rate(const nsd_mechanics *mechanics, int k, const double *v)
{
    const nsd_model *model = mechanics->model;
    const double    *T = mechanics->T + (size_t)k * (size_t)model->n;
    return nsd_dense_dot(model->n, T, v) - model->surface.w[k];
}

nsd_status nsd_varying_coulomb_init(nsd_varying_coulomb *friction, nsd_mechanics *mechanics,
                                    nsd_scratch *scratch, nsd_state *state)
{
    const nsd_model *model = mechanics->model;
    const size_t     tangents = (size_t)(model->surface.d * model->m);
    if (model->surface.d == 0) {
        return NSD_OK;
    }
    if (!state->tangential || !model->tangent) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    const size_t size = 2 * tangents + (size_t)model->m;
    friction->T = nsd_scratch_take(scratch, size, sizeof(double));
    if (!friction->T) {
        return NSD_ERR_WORKSPACE;
    }
    friction->V0 = friction->T + tangents;
    friction->cohesion = model->surface.law ? friction->V0 + tangents : NULL;
    memset(friction->T, 0, size * sizeof(double));
    memset(state->tangential->T, 0, tangents * sizeof(double));
    memset(state->tangential->mode, 0, (size_t)model->m * sizeof(int));
    nsd_status status = nsd_mechanics_tangents(mechanics, state->t, state->q);
    for (size_t k = 0; k < tangents && status == NSD_OK; k++) {
        state->tangential->V[k] = state->tangential->V_before[k] = slide_rate(mechanics, (int)k,
                                                                              state->v);
    }
    if (status != NSD_OK) {
        return status;
    }
    status = nsd_coulomb_init(&friction->coulomb, &model->surface, model->m,
                              &mechanics->options.step.lcp, scratch);
    if (status == NSD_OK) { /* contacts that are open at the start have damaged cohesion */
        status = nsd_varying_coulomb_advance_laws(friction, mechanics, state->t, state->q,
                                                  mechanics->options.step.h);
        nsd_coulomb_laws_to_state(&friction->coulomb, state->tangential);
    }
    return status;
}

/* *cohesive <- number of contacts with cohesion; their gaps are in mechanics->y if there are any */
static nsd_status cohesive_gaps(nsd_mechanics *mechanics, double t, const double *q, int *cohesive)
{
    const nsd_model *model = mechanics->model;
    const nsd_law   *law = model->surface.law;
    nsd_status       status = NSD_OK;

    *cohesive = 0;
    for (int a = 0; a < model->m && law; a++) {
        *cohesive += law[a].strength > 0.0;
    }
    if (*cohesive > 0) {
        status = model->gap(model->context, t, q, mechanics->y);
        if (status == NSD_OK && !nsd_dense_all_finite((size_t)model->m, mechanics->y)) {
            status = NSD_NOT_FINITE;
        }
    }
    return status;
}

nsd_status nsd_varying_coulomb_find_cohesion(nsd_varying_coulomb *friction,
                                             nsd_mechanics *mechanics, double t, const double *q,
                                             double h)
{
    const nsd_model *model = mechanics->model;
    int              cohesive = 0;
    const nsd_status status = cohesive_gaps(mechanics, t, q, &cohesive);

    friction->cohesive_contacts = 0;
    for (int a = 0; a < model->m && cohesive > 0 && status == NSD_OK; a++) {
        const double beta = friction->coulomb.beta[a];
        friction->cohesion[a] = -h * nsd_law_pull(&model->surface.law[a], mechanics->y[a], beta);
        friction->cohesive_contacts += friction->cohesion[a] != 0.0;
    }
    return status;
}

void nsd_varying_coulomb_add_cohesion(const nsd_varying_coulomb *friction,
                                      const nsd_mechanics *mechanics, double scale, double *x)
{
    const int n = mechanics->model->n;
    for (int a = 0; a < mechanics->model->m && friction->cohesive_contacts > 0; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        for (int i = 0; i < n; i++) {
            x[i] += scale * normal[i] * friction->cohesion[a];
        }
    }
}

nsd_status nsd_varying_coulomb_advance_laws(nsd_varying_coulomb *friction, nsd_mechanics *mechanics,
                                            double t, const double *q, double h)
{
    const nsd_model *model = mechanics->model;
    int              cohesive = 0;
    const nsd_status status = cohesive_gaps(mechanics, t, q, &cohesive);

    nsd_coulomb_advance_laws(&friction->coulomb, h);
    for (int a = 0; a < model->m && cohesive > 0 && status == NSD_OK; a++) {
        double *beta = friction->coulomb.beta + a;
        *beta = nsd_law_damage(&model->surface.law[a], mechanics->y[a], *beta, h);
    }
    return status;
}

void nsd_varying_coulomb_begin_step(nsd_varying_coulomb *friction, const nsd_model *model)
{
    if (model->surface.d > 0) {
        memset(friction->T, 0, (size_t)(model->surface.d * model->m) * sizeof(double));
    }
}

void nsd_varying_coulomb_velocities_before(nsd_varying_coulomb *friction,
                                           const nsd_mechanics *mechanics, int a, const double *v0)
{
    const int d = mechanics->model->surface.d;
    for (int k = a * d; k < (a + 1) * d; k++) {
        friction->V0[k] = slide_rate(mechanics, k, v0);
    }
}

void nsd_varying_coulomb_free_velocities(nsd_varying_coulomb *friction,
                                         const nsd_mechanics *mechanics, int i,
                                         const double *v_free, double *u)
{
    const nsd_surface *surface = &mechanics->model->surface;
    const int          a = mechanics->tally.active[i], d = surface->d;
    const double      *V0 = friction->V0 + a * d;

    for (int k = 0; k < d; k++) {
        const double e = k < surface->layout.size[0] ? surface->e[a] : 0.0;
        u[k] = slide_rate(mechanics, a * d + k, v_free) + e * V0[k];
    }
    friction->coulomb.id[i] = a;
    friction->coulomb.speed[i] = surface->layout.size[0] == 1 ? fabs(V0[0]) : hypot(V0[0], V0[1]);
}

nsd_varying_coulomb_works nsd_varying_coulomb_add_impulses(
    nsd_varying_coulomb *friction, const nsd_mechanics *mechanics, int a, const double *impulse,
    const nsd_varying_coulomb_step_velocities *end, nsd_state *state)
{
    const nsd_surface        *surface = &mechanics->model->surface;
    nsd_varying_coulomb_works works = { 0.0,
                                        -NSD_REST_SLACK * friction->coulomb.scale * impulse[0] };

    for (int j = 0; j < surface->d; j++) {
        const int    k = a * surface->d + j;
        const double before = friction->V0[k], after = slide_rate(mechanics, k, end->v1);
        const double P = impulse[1 + j];
        friction->T[k] += P;
        works.friction += P * (slide_rate(mechanics, k, end->v_mid) + surface->w[k]);
        works.contact += P * (before + end->weight * (after - before));
        state->tangential->V_before[k] = before;
        state->tangential->V[k] = after;
    }
    return works;
}

void nsd_varying_coulomb_end_step(nsd_varying_coulomb *friction, const nsd_mechanics *mechanics,
                                  nsd_state *state)
{
    const nsd_model *model = mechanics->model;
    if (model->surface.d == 0) {
        return;
    }
    memcpy(state->tangential->T, friction->T,
           (size_t)(model->surface.d * model->m) * sizeof(double));
    memset(state->tangential->mode, 0, (size_t)model->m * sizeof(int));
    nsd_coulomb_laws_to_state(&friction->coulomb, state->tangential);
    for (int i = 0; i < friction->coulomb.count; i++) {
        state->tangential->mode[friction->coulomb.id[i]] = nsd_coulomb_mode(&friction->coulomb, i);
    }
}

double nsd_varying_coulomb_cohesion_to_state(const nsd_varying_coulomb                *friction,
                                             const nsd_mechanics                      *mechanics,
                                             const nsd_varying_coulomb_gap_velocities *ends,
                                             double *P, nsd_state *state)
{
    const int n = mechanics->model->n;
    double    work = 0.0;

    for (int a = 0; a < mechanics->model->m && friction->cohesive_contacts > 0; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        const double  cohesion = friction->cohesion[a];
        if (cohesion != 0.0) {
            P[a] += cohesion;
            work += cohesion * nsd_dense_dot(n, normal, ends->v_mid);
            state->U_before[a] = nsd_dense_dot(n, normal, ends->v0) + ends->y_t0[a];
            state->U[a] = nsd_dense_dot(n, normal, ends->v1) + ends->y_t1[a];
        }
    }
    return work;
}
