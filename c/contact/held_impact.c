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

static nsd_status solve(nsd_mechanics *mechanics, double *x)
{
    const nsd_contact_varying_problem problem = { mechanics->tally.count, mechanics->model->p,
                                                  mechanics->G,           mechanics->u,
                                                  nsd_mechanics_solve,    mechanics };
    memset(mechanics->contact.z, 0, (size_t)mechanics->contact.capacity * sizeof(double));
    return problem.count + problem.p > 0
               ? nsd_contact_varying_solve(&mechanics->contact, &problem, x)
               : NSD_OK;
}

/* The contacts of mechanics->report hit: U+ = -e U, or U+ = 0 where `dead`, as a complementarity */
static nsd_status hit(nsd_mechanics *mechanics, const nsd_impact *law, nsd_state *state, int dead)
{
    const nsd_model *model = mechanics->model;
    const int        n = model->n, count = mechanics->tally.count;

    nsd_mechanics_gather(mechanics);
    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        mechanics->u[i] = (dead ? 1.0 : 1.0 + law->e[a]) * state->U[a];
    }
    for (int j = 0; j < model->p; j++) {
        const double *normal = mechanics->J + (size_t)j * (size_t)n;
        mechanics->u[count + j] = nsd_dense_dot(n, normal, state->v) + mechanics->g_t[j];
    }
    const nsd_status status = solve(mechanics, state->v);
    for (int i = 0; i < count && status == NSD_OK; i++) {
        state->P[mechanics->tally.active[i]] += mechanics->contact.z[i];
    }
    for (int a = 0; a < model->m; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        state->U[a] = nsd_dense_dot(n, normal, state->v) + mechanics->y_t[a];
    }
    return status;
}

nsd_status nsd_held_impact(nsd_held *held, const nsd_impact *law, nsd_state *state)
{
    nsd_mechanics *mechanics = held->mechanics;
    const int      m = mechanics->model->m;
    nsd_status     status = NSD_OK;

    memset(state->P, 0, (size_t)m * sizeof(double));
    memcpy(state->U, state->U_before, (size_t)m * sizeof(double));
    int approaching = choose(&mechanics->tally, law, state->U);
    for (int k = 0; k < ROUNDS && status == NSD_OK && approaching; k++) {
        status = hit(mechanics, law, state, 0);
        approaching = choose(&mechanics->tally, law, state->U);
    }
    held->endless = approaching;
    if (status == NSD_OK && approaching) { /* contacts that throw into each other: the limit */
        mechanics->tally.count = 0;
        for (int a = 0; a < m; a++) {
            if (law->touching[a]) {
                mechanics->tally.active[mechanics->tally.count++] = a;
            }
        }
        status = hit(mechanics, law, state, 1);
    }
    return status;
}

nsd_status nsd_held_forces(nsd_held *held, double *a)
{
    nsd_mechanics   *mechanics = held->mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n, count = mechanics->tally.count;

    for (int i = 0; i < count + model->p; i++) {
        mechanics->u[i] =
            nsd_dense_dot(n, mechanics->G + (size_t)i * (size_t)n, a) +
            held->kappa[i < count ? mechanics->tally.active[i] : model->m + i - count];
    }
    return solve(mechanics, a);
}
