/* fixed_coulomb.c - the contact problem with friction of a step of a linear system. */
#include "contact/fixed_coulomb.h"

#include <math.h>
#include <string.h>

nsd_contact_fixed_setup nsd_fixed_coulomb_setup(const nsd_linear *model, const nsd_factor_sum *sum,
                                                const nsd_lcp_options *options)
{
    const nsd_contact_fixed_setup setup = { &model->G, &model->J, sum, options, model->G.m };
    return setup;
}

size_t nsd_fixed_coulomb_scratch(const nsd_linear *model, const nsd_contact_fixed_setup *setup)
{
    if (model->surface.d == 0) {
        return 0;
    }
    return nsd_scratch_need(1, sizeof(nsd_fixed_coulomb)) + nsd_contact_fixed_scratch(setup) +
           nsd_coulomb_scratch(&model->surface, model->m) +
           nsd_scratch_need((size_t)model->m, sizeof(int)) +
           nsd_scratch_need(3 * (size_t)model->G.m + (size_t)model->m, sizeof(double));
}

nsd_status nsd_fixed_coulomb_init(nsd_fixed_coulomb **friction, const nsd_linear *model,
                                  const nsd_contact_fixed_setup *setup, const nsd_factor *A,
                                  const nsd_response *response, nsd_scratch *scratch)
{
    *friction = NULL;
    if (model->surface.d == 0) {
        return NSD_OK;
    }
    const size_t       size = 3 * (size_t)model->G.m + (size_t)model->m;
    nsd_fixed_coulomb *s = nsd_scratch_take(scratch, 1, sizeof *s);
    int               *active = nsd_scratch_take(scratch, (size_t)model->m, sizeof *active);
    double            *room = nsd_scratch_take(scratch, size, sizeof *room);
    if (!s || !active || !room) {
        return NSD_ERR_WORKSPACE;
    }
    memset(s, 0, sizeof *s);
    memset(room, 0, size * sizeof *room);
    s->model = model;
    s->u = room;
    s->r = s->u + model->G.m;
    s->cohesion_r = s->r + model->G.m;
    s->cohesion = s->cohesion_r + model->G.m;
    s->tally.n = model->n;
    s->tally.m = model->m;
    s->tally.p = model->p;
    s->tally.active = active;
    nsd_status status = A ? nsd_contact_fixed_init(&s->contact, setup, A, scratch)
                          : nsd_contact_fixed_init_response(&s->contact, setup, response, scratch);
    if (status == NSD_OK) {
        status = nsd_coulomb_init(&s->coulomb, &model->surface, model->m, setup->options, scratch);
    }
    *friction = s;
    return status;
}

double nsd_fixed_coulomb_free_velocities(nsd_fixed_coulomb *s, const nsd_prediction *prediction,
                                         const nsd_tangential *tangential, int a)
{
    const nsd_linear  *model = s->model;
    const nsd_surface *surface = &model->surface;
    const int          block = s->coulomb.block;
    const double      *V = tangential->V + a * surface->d;

    s->u[a * block] = nsd_columns_dot(&model->G, a * block, prediction->vf) +
                      model->e[a] * prediction->U[a];
    for (int i = 0; i < surface->d; i++) {
        const int    direction = a * block + 1 + i;
        const double e = i < surface->layout.size[0] ? surface->e[a] : 0.0;
        s->u[direction] = nsd_columns_dot(&model->G, direction, prediction->vf) -
                          surface->w[a * surface->d + i] + e * V[i];
    }
    return tangential->sliding == 1 ? fabs(V[0]) : hypot(V[0], V[1]);
}

/* Finds the closed contacts; u = G'vf + (e U_N, e_T U_T) of their directions     (FC.2), (FC.3) */
static void find_active(nsd_fixed_coulomb *s, const nsd_prediction *prediction,
                        const nsd_tangential *tangential)
{
    const nsd_linear *model = s->model;
    const int         block = s->coulomb.block;
    const double      slack = NSD_REST_SLACK * prediction->h * s->coulomb.scale;
    int               count = 0;

    for (int a = 0; a < model->m; a++) {
        const double gap = nsd_columns_dot(&model->H, a, prediction->q) + model->b[a] +
                           prediction->reach * prediction->U[a];
        if (!(gap <= slack) && !nsd_prediction_touches(model, prediction, a, gap)) {
            continue;
        }
        for (int i = 0; i < block; i++) {
            s->contact.tally.active[count * block + i] = a * block + i;
        }
        s->coulomb.speed[count] = nsd_fixed_coulomb_free_velocities(s, prediction, tangential, a);
        s->coulomb.id[count++] = a;
    }
    s->contact.tally.count = count * block;
}

/* W, q and the guess r of the closed contacts */
static void gather_problem(nsd_fixed_coulomb *s)
{
    const nsd_contact_fixed *contact = &s->contact;
    nsd_coulomb             *f = &s->coulomb;
    const int                size = contact->tally.count;

    for (int j = 0; j < size; j++) {
        const int     column = contact->tally.active[j];
        const double *W = contact->W + (ptrdiff_t)column * contact->ld;
        for (int i = 0; i < size; i++) {
            f->W[i + (ptrdiff_t)j * size] = W[contact->tally.active[i]];
        }
        f->q[j] = s->u[column];
        f->r[j] = s->r[column];
    }
}

void nsd_fixed_coulomb_impulses_to_state(nsd_fixed_coulomb *s, nsd_state *state)
{
    const nsd_coulomb *f = &s->coulomb;
    nsd_tangential    *tangential = state->tangential;
    const int          d = tangential->d, block = f->block;

    memset(s->r, 0, (size_t)s->model->G.m * sizeof(double));
    memcpy(state->P, s->cohesion, (size_t)s->model->m * sizeof(double));
    memset(tangential->T, 0, (size_t)(d * s->model->m) * sizeof(double));
    memset(tangential->mode, 0, (size_t)s->model->m * sizeof(int));
    s->tally.count = f->count;
    for (int i = 0; i < f->count; i++) {
        const int a = f->id[i];
        s->tally.active[i] = a;
        memcpy(s->r + a * block, f->r + i * block, (size_t)block * sizeof(double));
        state->P[a] += f->r[i * block];
        memcpy(tangential->T + a * d, f->r + i * block + 1, (size_t)d * sizeof(double));
        tangential->mode[a] = nsd_coulomb_mode(f, i);
    }
    nsd_coulomb_advance_laws(&s->coulomb, s->h);
}

int nsd_fixed_coulomb_find_cohesion(nsd_fixed_coulomb *s, const double *q)
{
    const nsd_linear *model = s->model;
    int               cohesive = 0;

    if (!model->surface.law) {
        return 0;
    }
    memset(s->cohesion_r, 0, (size_t)model->G.m * sizeof(double));
    for (int a = 0; a < model->m; a++) {
        const double gap = nsd_columns_dot(&model->H, a, q) + model->b[a];
        s->cohesion[a] = -s->h * nsd_law_pull(&model->surface.law[a], gap, s->coulomb.beta[a]);
        s->cohesion_r[a * s->coulomb.block] = s->cohesion[a];
        cohesive += s->cohesion[a] != 0.0;
    }
    return cohesive;
}

nsd_status nsd_fixed_coulomb_solve(nsd_fixed_coulomb *s, const nsd_prediction *prediction,
                                   nsd_state *state)
{
    nsd_contact_fixed *contact = &s->contact;
    nsd_status         status = NSD_OK;

    s->coulomb.count = 0;
    if (contact->A &&
        nsd_fixed_coulomb_find_cohesion(s, prediction->q) > 0) { /* without A the scheme did this */
        memset(state->joint, 0, (size_t)s->model->p * sizeof(double));
        nsd_contact_fixed_apply(contact, s->cohesion_r, state->joint, prediction->vf);
    }
    find_active(s, prediction, state->tangential);
    for (int j = 0; j < s->model->p; j++) {
        prediction->uJ[j] = nsd_columns_dot(&s->model->J, j, prediction->vf);
    }
    if (s->model->p > 0) {
        nsd_contact_fixed_joints_without_contacts(contact, prediction->uJ, s->u, state->joint);
    }
    if (contact->tally.count > 0) {
        gather_problem(s);
        status = nsd_coulomb_solve(&s->coulomb, contact->tally.count / s->coulomb.block);
        s->tally.problems = s->coulomb.problems;
        s->tally.iterations = s->coulomb.iterations;
        s->tally.worst = s->coulomb.worst;
    }
    if (status == NSD_OK) {
        nsd_fixed_coulomb_impulses_to_state(s, state);
    }
    if (status == NSD_OK && s->model->p > 0) {
        nsd_contact_fixed_joints_with_contacts(contact, s->r, state->joint);
    }
    return status;
}

void nsd_fixed_coulomb_sliding_velocities(nsd_fixed_coulomb *s, nsd_state *state)
{
    const nsd_surface *surface = &s->model->surface;
    nsd_tangential    *tangential = state->tangential;
    const int          d = surface->d;

    for (int a = 0; a < s->model->m && surface->law; a++) {
        const double gap = nsd_columns_dot(&s->model->H, a, state->q) + s->model->b[a];
        double      *beta = s->coulomb.beta + a;
        *beta = nsd_law_damage(&surface->law[a], gap, *beta, s->h);
    }
    nsd_coulomb_laws_to_state(&s->coulomb, tangential);
    for (int k = 0; k < d * s->model->m; k++) {
        const int direction = k / d * (d + 1) + 1 + k % d;
        tangential->V_before[k] = tangential->V[k];
        tangential->V[k] = nsd_columns_dot(&s->model->G, direction, state->v) - surface->w[k];
    }
}

void nsd_fixed_coulomb_start(nsd_fixed_coulomb *s, nsd_state *state)
{
    nsd_tangential *tangential = state->tangential;
    const size_t    tangents = (size_t)(s->model->surface.d * s->model->m);

    memset(tangential->T, 0, tangents * sizeof(double));
    memset(tangential->mode, 0, (size_t)s->model->m * sizeof(int));
    nsd_fixed_coulomb_sliding_velocities(s, state);
    memcpy(tangential->V_before, tangential->V, tangents * sizeof(double));
}

nsd_fixed_coulomb_work nsd_fixed_coulomb_works(const nsd_fixed_coulomb *s, const nsd_state *state,
                                               double weight)
{
    const nsd_tangential  *tangential = state->tangential;
    nsd_fixed_coulomb_work work = { 0.0, 0.0, 0.0 };

    for (int k = 0; k < tangential->d * s->model->m; k++) {
        const double V_w = tangential->V_before[k] +
                           weight * (tangential->V[k] - tangential->V_before[k]);
        work.contact += tangential->T[k] * V_w;
        work.system += tangential->T[k] * (V_w + s->model->surface.w[k]);
    }
    for (int a = 0; a < s->model->m; a++) {
        const double U_w = state->U_before[a] + weight * (state->U[a] - state->U_before[a]);
        work.slack += NSD_REST_SLACK * s->coulomb.scale * fabs(state->P[a]);
        work.slack += s->cohesion[a] * U_w; /* energy stored by cohesion is no gain */
    }
    return work;
}
