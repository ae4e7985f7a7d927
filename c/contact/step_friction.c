/* step_friction.c - friction of a time step: tangential velocities, impulses, cohesion, works. */
#include "contact/step_friction.h"

#include <math.h>
#include <string.h>

static size_t lay_out(nsd_step_friction *friction, const nsd_surface *surface, int m,
                      nsd_scratch *scratch)
{
    NSD_SCRATCH_ZEROS(scratch, (size_t)surface->d * (size_t)m, &friction->T, &friction->V0);
    NSD_SCRATCH_ZEROS(scratch, (size_t)m, &friction->cohesion, &friction->y);
    return nsd_scratch_counted(scratch);
}

size_t nsd_step_friction_scratch(const nsd_surface *surface, int m)
{
    return surface->d == 0
               ? 0
               : lay_out(&(nsd_step_friction){ .d = 0 }, surface, m, NSD_SCRATCH_COUNTER) +
                     nsd_coulomb_scratch(surface, m);
}

/* V <- T'v - w of contact a */
static void slide_rates(const nsd_step_friction *friction, int a, const double *v, double *V)
{
    const nsd_step_friction_setup *setup = &friction->setup;
    const double                  *w = setup->surface->w + a * setup->surface->d;

    setup->rates(setup->context, a, v, V);
    nsd_dense_add(setup->surface->d, -1.0, w, V);
}

nsd_status nsd_step_friction_init(nsd_step_friction *friction, const nsd_step_friction_setup *setup,
                                  double h, nsd_state *state, nsd_scratch *scratch)
{
    const nsd_surface *surface = setup->surface;
    const int          m = setup->m;

    memset(friction, 0, sizeof *friction);
    if (surface->d == 0) {
        return NSD_OK;
    }
    if (!state->tangential) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    lay_out(friction, surface, m, scratch);
    NSD_TRY(nsd_coulomb_init(&friction->coulomb, surface, m, setup->options, scratch));
    friction->coulomb.continuous = 1;
    friction->setup = *setup;
    friction->d = surface->d;
    for (int a = 0; a < m && surface->law; a++) {
        friction->has_cohesion |= surface->law[a].strength > 0.0;
    }
    for (int a = 0; a < m; a++) {
        slide_rates(friction, a, state->v, state->tangential->V + a * surface->d);
    }
    memcpy(state->tangential->V_before, state->tangential->V,
           (size_t)(surface->d * m) * sizeof(double));
    /* contacts that are open at the start have damaged cohesion */
    const nsd_status status = nsd_step_friction_advance_laws(friction, state->t, state->q, h);
    nsd_step_friction_end_step(friction, state);
    return status;
}

void nsd_step_friction_begin_step(nsd_step_friction *friction)
{
    const nsd_step_friction_works none = { 0.0, 0.0 };
    friction->works = none;
    if (friction->d > 0) {
        memset(friction->T, 0, (size_t)(friction->d * friction->setup.m) * sizeof(double));
    }
}

nsd_status nsd_step_friction_begin_substep(nsd_step_friction *friction, double t, const double *q,
                                           double h)
{
    const nsd_law *law = friction->d > 0 ? friction->setup.surface->law : NULL;
    nsd_status     status = NSD_OK;

    friction->coulomb.count = 0;
    friction->cohesive_contacts = 0;
    if (friction->has_cohesion) {
        status = friction->setup.gaps(friction->setup.context, t, q, friction->y);
    }
    for (int a = 0; a < friction->setup.m && friction->has_cohesion && status == NSD_OK; a++) {
        friction->cohesion[a] = -h *
                                nsd_law_pull(&law[a], friction->y[a], friction->coulomb.beta[a]);
        friction->cohesive_contacts += friction->cohesion[a] != 0.0;
    }
    return status;
}

nsd_status nsd_step_friction_advance_laws(nsd_step_friction *friction, double t, const double *q,
                                          double h)
{
    nsd_status status = NSD_OK;

    if (friction->d == 0) {
        return NSD_OK;
    }
    if (friction->has_cohesion) {
        status = friction->setup.gaps(friction->setup.context, t, q, friction->y);
    }
    nsd_coulomb_advance_laws(&friction->coulomb, h);
    for (int a = 0; a < friction->setup.m && friction->has_cohesion && status == NSD_OK; a++) {
        double *beta = friction->coulomb.beta + a;
        *beta = nsd_law_damage(&friction->setup.surface->law[a], friction->y[a], *beta, h);
    }
    return status;
}

void nsd_step_friction_velocities_before(nsd_step_friction *friction, int a, const double *v0)
{
    if (friction->d > 0) {
        slide_rates(friction, a, v0, friction->V0 + a * friction->d);
    }
}

void nsd_step_friction_free_velocities(nsd_step_friction *friction, int i, int a,
                                       const double *v_free, double *u)
{
    const nsd_surface *surface = friction->setup.surface;
    const int          d = friction->d;
    const double      *V0 = friction->V0 + a * d;

    if (d == 0) {
        return;
    }
    slide_rates(friction, a, v_free, u);
    nsd_dense_add(surface->layout.size[0], surface->e[a], V0, u);
    friction->coulomb.id[i] = a;
    if (surface->law) {
        friction->coulomb.speed[i] = surface->layout.size[0] == 1 ? fabs(V0[0])
                                                                  : hypot(V0[0], V0[1]);
    }
}

void nsd_step_friction_add_impulses(nsd_step_friction *friction, int a, const double *impulse,
                                    const nsd_step_friction_velocities *end, nsd_state *state)
{
    const int d = friction->d;
    double    mid[NSD_FRICTION_LOCAL];

    if (d == 0) {
        return;
    }
    const double *before = friction->V0 + a * d, *w = friction->setup.surface->w + a * d;
    double       *after = state->tangential->V + a * d;
    slide_rates(friction, a, end->v1, after);
    if (end->v_mid) {
        slide_rates(friction, a, end->v_mid, mid);
    }
    for (int k = 0; k < d; k++) {
        const double P = impulse[1 + k], V_w = before[k] + end->weight * (after[k] - before[k]);
        friction->T[a * d + k] += P;
        friction->works.friction += P * ((end->v_mid && P != 0.0 ? mid[k] : V_w) + w[k]);
        friction->works.contact += P * V_w;
        state->tangential->V_before[a * d + k] = before[k];
    }
    friction->works.contact -= NSD_REST_SLACK * friction->coulomb.scale * impulse[0];
}

void nsd_step_friction_end_step(nsd_step_friction *friction, nsd_state *state)
{
    const nsd_coulomb *f = &friction->coulomb;
    const size_t       m = (size_t)friction->setup.m;

    if (friction->d == 0) {
        return;
    }
    memcpy(state->tangential->T, friction->T, (size_t)friction->d * m * sizeof(double));
    memset(state->tangential->mode, 0, m * sizeof(int));
    nsd_coulomb_laws_to_state(f, state->tangential);
    for (int i = 0; i < f->count; i++) {
        state->tangential->mode[f->id[i]] = nsd_coulomb_mode(f, i);
    }
}
