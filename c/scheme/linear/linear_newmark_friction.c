/* linear_newmark_friction.c - friction in the linear Newmark family: cohesion, two levels. */
#include <string.h>

#include "scheme/linear/linear_newmark.h"

/* Right-hand sides of (NMK.8) for every direction; how many contacts the free motion closes */
static int fill_sides(nsd_linear_newmark *s, const nsd_state *state)
{
    const nsd_linear    *model = s->model;
    const nsd_prediction prediction = { s->qf, state->U, 0.0, state->P, s->h, s->vf, NULL, s->uJ };
    const int            m = model->m, p = model->p;
    nsd_ggl             *ggl = &s->ggl;
    int                  closing = 0;

    for (int a = 0; a < m; a++) {
        ggl->r[a] = (nsd_columns_dot(&model->H, a, s->qf) + model->b[a]) / s->h;
        ggl->speed[a] = nsd_fixed_coulomb_free_velocities(s->friction, &prediction,
                                                          state->tangential, a);
        ggl->id[a] = a;
        closing += ggl->r[a] <= 0.0;
    }
    memcpy(ggl->r + m, s->friction->u, (size_t)model->G.m * sizeof(double));
    for (int j = 0; j < p; j++) {
        ggl->rJ[j] = (nsd_columns_dot(&model->J, j, s->qf) + model->bJ[j]) / s->h;
        ggl->rJ[p + j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    return closing;
}

/* nu = h nu' along the normals, (h/2) La along the tangents */
static void take_impulses(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear *model = s->model;
    const nsd_ggl    *ggl = &s->ggl;

    nsd_fixed_coulomb_impulses_to_state(s->friction, state);
    for (int k = 0; k < model->G.m; k++) {
        const int normal = k % ggl->block == 0;
        s->nu[k] = normal ? s->h * ggl->z[k / ggl->block] : 0.5 * s->h * s->friction->r[k];
    }
    for (int j = 0; j < model->p; j++) {
        s->nuJ[j] = s->h * ggl->zJ[j];
        state->joint[j] = ggl->zJ[model->p + j];
    }
}

void nsd_linear_newmark_pull(nsd_linear_newmark *s, const nsd_state *state)
{
    const double *push = s->friction->cohesion_r;
    const int     m = s->model->G.m;

    if (nsd_fixed_coulomb_find_cohesion(s->friction, state->q) > 0) {
        for (int k = 0; k < m; k++) {
            s->nu[k] = 0.5 * s->h * push[k];
        }
        memset(s->nuJ, 0, (size_t)s->model->p * sizeof(double));
        const nsd_linear_newmark_impulses impulses = { s->nu, push, s->nuJ, s->nuJ };
        nsd_linear_newmark_push(s, &impulses);
    }
}

nsd_status nsd_linear_newmark_two_levels_friction(nsd_linear_newmark *s, nsd_state *state)
{
    nsd_fixed_coulomb *friction = s->friction;
    nsd_contact_fixed *solver = &friction->contact;
    const int          closing = fill_sides(s, state);

    memset(s->ggl.z, 0, (size_t)s->model->m * sizeof(double));
    memcpy(s->ggl.z + s->model->m, friction->r,
           (size_t)s->model->G.m * sizeof(double)); /* a guess */
    friction->coulomb.count = 0;
    if (closing + s->model->p > 0) {
        const nsd_status status = nsd_ggl_friction_solve(&s->ggl, &friction->coulomb, solver);
        friction->tally.problems = solver->tally.problems;
        friction->tally.iterations = solver->tally.iterations;
        friction->tally.worst = solver->tally.worst;
        if (status != NSD_OK) {
            return status;
        }
    } else {
        memset(s->ggl.z, 0, (size_t)nsd_ggl_size(&s->ggl) * sizeof(double));
    }
    take_impulses(s, state);
    if (closing + s->model->p > 0) {
        const nsd_linear_newmark_impulses impulses = { s->nu, friction->r, s->nuJ, state->joint };
        nsd_linear_newmark_push(s, &impulses);
    }
    return NSD_OK;
}
