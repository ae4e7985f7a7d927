/* held_impact.c - impact law on closed contacts, and forces on those at rest. */
#include <string.h>

#include "contact/held.h"

#define ROUNDS 20 /* of the impact law, while a closed contact still approaches */

/* Contacts that take part: touching, and not separating */
static int choose(nsd_tally *set, const nsd_impact *law, const double *U)
{
    int approaching = 0;

    set->count = 0;
    for (int a = 0; a < set->m; a++) {
        if (law->touching[a] && U[a] <= law->rest) {
            set->active[set->count++] = a;
            approaching |= U[a] < -law->rest;
        }
    }
    return approaching;
}

static nsd_status solve(nsd_mechanics *common, double *x)
{
    const nsd_contact_varying_problem problem = { common->tally.count, common->model->p,
                                                  common->G,           common->u,
                                                  nsd_mechanics_solve, common };
    memset(common->contact.z, 0, (size_t)common->contact.capacity * sizeof(double));
    return problem.count + problem.p > 0 ? nsd_contact_varying_solve(&common->contact, &problem, x)
                                         : NSD_OK;
}

/* The contacts of common->report hit: U+ = -e U, or U+ = 0 where `dead`, as a complementarity */
static nsd_status hit(nsd_mechanics *common, const nsd_impact *law, nsd_state *state, int dead)
{
    const nsd_model *model = common->model;
    const int        n = model->n, count = common->tally.count;

    nsd_mechanics_gather(common);
    for (int i = 0; i < count; i++) {
        const int a = common->tally.active[i];
        common->u[i] = (dead ? 1.0 : 1.0 + law->e[a]) * state->U[a];
    }
    for (int j = 0; j < model->p; j++) {
        const double *normal = common->J + (size_t)j * (size_t)n;
        common->u[count + j] = nsd_dot(n, normal, state->v) + common->g_t[j];
    }
    const nsd_status status = solve(common, state->v);
    for (int i = 0; i < count && status == NSD_OK; i++) {
        state->P[common->tally.active[i]] += common->contact.z[i];
    }
    for (int a = 0; a < model->m; a++) {
        const double *normal = common->H + (size_t)a * (size_t)n;
        state->U[a] = nsd_dot(n, normal, state->v) + common->y_t[a];
    }
    return status;
}

nsd_status nsd_hold_impact(nsd_hold *hold, const nsd_impact *law, nsd_state *state)
{
    nsd_mechanics *common = hold->common;
    const int      m = common->model->m;
    nsd_status     status = NSD_OK;

    memset(state->P, 0, (size_t)m * sizeof(double));
    memcpy(state->U, state->U_before, (size_t)m * sizeof(double));
    int approaching = choose(&common->tally, law, state->U);
    for (int k = 0; k < ROUNDS && status == NSD_OK && approaching; k++) {
        status = hit(common, law, state, 0);
        approaching = choose(&common->tally, law, state->U);
    }
    hold->endless = approaching;
    if (status == NSD_OK && approaching) { /* contacts that throw into each other: the limit */
        common->tally.count = 0;
        for (int a = 0; a < m; a++) {
            if (law->touching[a]) {
                common->tally.active[common->tally.count++] = a;
            }
        }
        status = hit(common, law, state, 1);
    }
    return status;
}

nsd_status nsd_hold_settle(nsd_hold *hold, double *a)
{
    nsd_mechanics   *common = hold->common;
    const nsd_model *model = common->model;
    const int        n = model->n, count = common->tally.count;

    for (int i = 0; i < count + model->p; i++) {
        common->u[i] = nsd_dot(n, common->G + (size_t)i * (size_t)n, a) +
                       hold->kappa[i < count ? common->tally.active[i] : model->m + i - count];
    }
    return solve(common, a);
}
