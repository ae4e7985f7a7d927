/* nsd_lagrangian_friction.c - friction of nonlinear Moreau-Jean: tangents at the middle of a step,
 * impulses, velocities and works. */
#include <math.h>
#include <string.h>

#include "nsd_lagrangian_moreau.h"

size_t nsd_lagrangian_friction_scratch(const nsd_model *model)
{
    const size_t tangents = (size_t)(model->surface.d * model->m);
    if (model->surface.d == 0) {
        return 0;
    }
    return nsd_frictional_scratch(&model->surface, model->m) +
           nsd_scratch_need(2 * tangents, sizeof(double));
}

/* T_k'v - w_k */
static double slide_rate(const nsd_moreau *s, int k, const double *v)
{
    const nsd_model *model = s->common.model;
    const double    *T = s->common.T + (size_t)k * (size_t)model->n;
    return nsd_dot(model->n, T, v) - model->surface.w[k];
}

nsd_status nsd_lagrangian_friction_init(nsd_moreau *s, nsd_scratch *scratch, nsd_state *state)
{
    const nsd_model *model = s->common.model;
    const size_t     tangents = (size_t)(model->surface.d * model->m);
    if (model->surface.d == 0) {
        return NSD_OK;
    }
    if (!state->slide || !model->tangent) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    s->T = nsd_scratch_take(scratch, 2 * tangents, sizeof(double));
    if (!s->T) {
        return NSD_ERR_WORKSPACE;
    }
    s->V0 = s->T + tangents;
    memset(s->T, 0, 2 * tangents * sizeof(double));
    memset(state->slide->T, 0, tangents * sizeof(double));
    memset(state->slide->mode, 0, (size_t)model->m * sizeof(int));
    nsd_status status = nsd_lagrangian_tangents(&s->common, state->t, state->q);
    for (size_t k = 0; k < tangents && status == NSD_OK; k++) {
        state->slide->V[k] = state->slide->V_before[k] = slide_rate(s, (int)k, state->v);
    }
    if (status != NSD_OK) {
        return status;
    }
    status = nsd_frictional_init(&s->frictional, &model->surface, model->m,
                                 &s->common.options.step.lcp, scratch);
    if (status == NSD_OK) {
        nsd_frictional_show(&s->frictional, state->slide);
    }
    return status;
}

void nsd_lagrangian_friction_begin(nsd_moreau *s)
{
    const nsd_model *model = s->common.model;
    if (model->surface.d > 0) {
        memset(s->T, 0, (size_t)(model->surface.d * model->m) * sizeof(double));
    }
}

void nsd_lagrangian_friction_rates(nsd_moreau *s, int i, const double *v_free, double *u)
{
    const nsd_surface *surface = &s->common.model->surface;
    const int          a = s->common.report.active[i], d = surface->d;

    for (int k = 0; k < d; k++) {
        const double e = k < surface->layout.size[0] ? surface->e[a] : 0.0;
        s->V0[a * d + k] = slide_rate(s, a * d + k, s->v0);
        u[k] = slide_rate(s, a * d + k, v_free) + e * s->V0[a * d + k];
    }
    const double *V0 = s->V0 + a * d;
    s->frictional.id[i] = a;
    s->frictional.speed[i] = surface->layout.size[0] == 1 ? fabs(V0[0]) : hypot(V0[0], V0[1]);
}

void nsd_lagrangian_friction_add(nsd_moreau *s, int i, nsd_state *state)
{
    const nsd_surface *surface = &s->common.model->surface;
    const int          a = s->common.report.active[i], d = surface->d;
    const double      *impulse = s->common.local.z + i * (1 + d) + 1;

    s->works.contact -= NSD_REST_SLACK * s->frictional.scale * impulse[-1];
    for (int j = 0; j < d; j++) {
        const int    k = a * d + j;
        const double middle = slide_rate(s, k, s->common.v_mid);
        s->T[k] += impulse[j];
        s->works.friction += impulse[j] * (middle + surface->w[k]);
        s->works.contact += impulse[j] * middle;
        state->slide->V_before[k] = s->V0[k];
        state->slide->V[k] = slide_rate(s, k, s->v1);
    }
}

void nsd_lagrangian_friction_end(nsd_moreau *s, nsd_state *state)
{
    const nsd_model *model = s->common.model;
    if (model->surface.d == 0) {
        return;
    }
    memcpy(state->slide->T, s->T, (size_t)(model->surface.d * model->m) * sizeof(double));
    memset(state->slide->mode, 0, (size_t)model->m * sizeof(int));
    nsd_frictional_show(&s->frictional, state->slide);
    for (int i = 0; i < s->common.report.count; i++) {
        state->slide->mode[s->common.report.active[i]] = nsd_frictional_mode(&s->frictional, i);
    }
}
