/* linear_naive.c - contact forces put straight into a smooth scheme, which fails.
 *
 *   M vd+ = F+ - K q+ - C v+ + G lambda+,   P = h lambda+                              (NMK.15)
 *
 * with (NMK.2), (NMK.3), U = W = 0, and contacts either by velocity with the impact law or by
 * position without one (NMK.16). Kept for teaching: the lecture shows how
 * the scheme fails. */
#include <string.h>

#include "scheme/linear/linear_newmark.h"

/* Active contacts; u and uJ by velocity: free velocities and restitution; by position: free gaps
 * and joints over h                                                                   (NMK.16) */
static int find_active(nsd_linear_newmark *s, const nsd_state *state)
{
    const nsd_linear *model = s->base.model;
    const int         by_position = s->given.by_position;
    const double     *x = by_position ? s->qf : s->vf;
    const double      scale = by_position ? 1.0 / s->base.h : 1.0;
    int               count = 0;

    for (int a = 0; a < model->m; a++) {
        const double gap = nsd_columns_dot(&model->H, a, s->qf) + model->b[a];
        s->base.contact.u[a] = by_position ? gap * scale
                                           : nsd_columns_dot(&model->H, a, s->vf) +
                                                 model->e[a] * state->U[a];
        if (by_position || gap <= 0.0) {
            s->base.contact.tally.active[count++] = a;
        }
    }
    for (int j = 0; j < model->p; j++) {
        s->base.contact.uJ[j] = scale * (nsd_columns_dot(&model->J, j, x) +
                                         (by_position ? model->bJ[j] : 0.0));
    }
    return count;
}

/* With y = S^-1 G z, z = weight P: vd+ += y/(h weight), and q+, v+ follow             (NMK.15) */
static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_linear_newmark *s = (nsd_linear_newmark *)stepper;
    const nsd_linear   *model = s->base.model;
    const double        h = s->base.h;
    const double weight = s->given.by_position ? s->weights.to_q / (h * h) : s->weights.to_v / h;

    nsd_linear_newmark_free_motion(s, state);
    s->base.contact.tally.count = find_active(s, state);
    NSD_TRY(nsd_contact_fixed_solve(&s->base.contact, s->base.contact.u, s->base.contact.uJ,
                                    state->P, state->joint));
    memset(s->work, 0, (size_t)model->n * sizeof(double));
    nsd_contact_fixed_apply(&s->base.contact, state->P, state->joint, s->work);
    for (int i = 0; i < model->n; i++) {
        const double change = s->work[i] / (h * weight);
        s->vdf[i] += change;
        s->qf[i] += s->weights.to_q * change;
        s->vf[i] += s->weights.to_v * change;
    }
    for (int a = 0; a < model->m; a++) {
        state->P[a] /= weight;
        nsd_columns_add(&model->H, a, state->P[a] / h, s->at.F);
    }
    for (int j = 0; j < model->p; j++) {
        state->joint[j] /= weight;
        nsd_columns_add(&model->J, j, state->joint[j] / h, s->at.F);
    }
    nsd_linear_newmark_to_state(s, state);
    return NSD_OK;
}

static nsd_status init(const nsd_linear *model, const nsd_step_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    nsd_linear_newmark *s = NULL;
    nsd_factor_sum      sum;

    if (!(options->newmark.beta > 0.0) || !(options->newmark.gamma > 0.0)) {
        return NSD_ERR_BAD_ARGUMENT; /* the contact force would not reach the position */
    }
    NSD_TRY(nsd_linear_newmark_init(&s, model, options, &sum, scratch));
    NSD_TRY(nsd_linear_base_contact(&s->base, &options->lcp, &sum, NULL, scratch));
    s->naive = 1;
    s->base.constant_force = 0; /* step adds the contact forces to F */
    s->given.ggl = 0;
    s->base.stepper.step = step;
    nsd_linear_newmark_start(s, state, ledger);
    *stepper = &s->base.stepper;
    return NSD_OK;
}

const nsd_linear_scheme nsd_linear_scheme_naive = {
    "naive", nsd_linear_newmark_scratch, init, NSD_ALWAYS, NSD_UNLESS_AVERAGE, NSD_ALWAYS, 0
};
