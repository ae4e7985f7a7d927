/* linear_newmark_levels.c - both levels of the Newmark family on sparse factors.
 *
 * Without dampers a position impulse moves q by S^-1 H nu, and velocity impulses do not move q: the
 * levels are solved one after the other                                                (NMK.22)
 *   0 <= y(q_f) + H'S^-1 H nu  _|_  nu >= 0
 *   where the gap is closed then:  0 <= H'v_nu + e U + H'M^-1 H La  _|_  La >= 0 */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "scheme/linear/linear_newmark.h"

void nsd_linear_newmark_levels_lay_out(nsd_linear_newmark *s, const nsd_linear *model,
                                       nsd_scratch *scratch)
{
    nsd_linear_newmark_levels *levels = &s->levels;

    levels->on_mass = nsd_linear_with_second(model);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->m, &levels->u, &levels->nu, &levels->zero);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->n, &levels->dv);
    nsd_contact_bounded_lay_out(&levels->velocities, &levels->on_mass, scratch);
}

nsd_status nsd_linear_newmark_levels_init(nsd_linear_newmark *s)
{
    return nsd_contact_bounded_init(&s->levels.velocities, &s->levels.on_mass);
}

/* u <- gaps over h; all contacts into the tally. Returns how many the free motion closes. */
static int fill_gaps(nsd_linear_newmark *s)
{
    const nsd_linear *model = s->base.model;
    nsd_tally        *tally = &s->base.contact.tally;
    int               closing = 0;

    for (int a = 0; a < model->m; a++) {
        s->levels.u[a] = (nsd_columns_dot(&model->H, a, s->qf) + model->b[a]) / s->base.h;
        closing += s->levels.u[a] <= 0.0;
        tally->active[a] = a;
    }
    tally->count = closing > 0 ? model->m : 0;
    return closing;
}

/* The closed contacts into the tally: those with a position impulse, or with a gap of zero without
 * one                                                                                   (NMK.8) */
static void find_closed(nsd_linear_newmark *s)
{
    const nsd_linear *model = s->base.model;
    nsd_tally        *tally = &s->base.contact.tally;
    const double      touching = NSD_GGL_TOUCHING_GAP * nsd_dense_max_abs(model->m, s->levels.u);

    tally->count = 0;
    for (int a = 0; a < model->m; a++) {
        const double change = nsd_columns_dot(&model->H, a, s->base.contact.work);
        if (s->levels.nu[a] > 0.0 || s->levels.u[a] + change <= touching) {
            tally->active[tally->count++] = a;
        }
    }
}

/* La of the closed contacts; vf <- vf + M^-1 H La */
static nsd_status solve_velocities(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear          *model = s->base.model;
    nsd_linear_newmark_levels *levels = &s->levels;
    nsd_contact_solver        *solver = &s->base.contact.solver;
    nsd_tally                 *tally = &s->base.contact.tally;

    for (int k = 0; k < tally->count; k++) {
        const int a = tally->active[k];
        levels->u[a] = nsd_columns_dot(&model->H, a, s->vf) + model->e[a] * state->U[a];
    }
    NSD_TRY(nsd_contact_bounded_solve(&levels->velocities, &solver->options, tally, levels->u,
                                      state->P, levels->dv));
    nsd_dense_add(model->n, 1.0, levels->dv, s->vf);
    solver->iterations += levels->velocities.info.iterations;
    solver->worst = fmax(solver->worst, levels->velocities.info.residual);
    nsd_contact_solver_report(solver, tally);
    return NSD_OK;
}

nsd_status nsd_linear_newmark_levels_solve(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear                 *model = s->base.model;
    nsd_linear_newmark_levels        *levels = &s->levels;
    const nsd_linear_newmark_impulses positions = { s->nu, levels->zero, NULL, NULL };
    const size_t                      bytes = (size_t)model->m * sizeof(double);

    if (fill_gaps(s) == 0) {
        memset(levels->nu, 0, bytes);
        memset(s->nu, 0, bytes);
        memset(state->P, 0, bytes);
        return NSD_OK;
    }
    NSD_TRY(nsd_contact_fixed_solve_many(&s->base.contact, levels->u, NULL, levels->nu, NULL));
    find_closed(s);
    for (int a = 0; a < model->m; a++) {
        s->nu[a] = s->base.h * levels->nu[a];
    }
    nsd_linear_newmark_apply_impulses(s, &positions);
    return solve_velocities(s, state);
}
