/* event_newmark_impact.c - impact law, forces and held contacts at an event. */
#include <math.h>
#include <string.h>

#include "event/newmark/event_newmark_parts.h"

/* Part of the largest gap velocity before an impact: smaller ones are zero. Smaller: contacts at
 * rest bounce by rounding; larger: slow rebounds are taken for rest. */
#define REST_SPEED_PART 1e-11

/* Part of a step: bounces that end sooner are cut short (NM.10). Larger: the contact is held too
 * early by as much; smaller: more impacts are located one after the other. */
#define CHATTER_STEPS 1e-4

/* Least 1 - e in the time until bounces end (NM.10), so that elastic bounces end as well. Smaller:
 * they end later, after more impacts; larger: bounces with e close to 1 end too early. */
#define LEAST_LOSS 1e-4

static double rest_speed(const nsd_event_newmark *s, const double *v, const double *U)
{
    const nsd_model *model = s->mechanics.model;
    return REST_SPEED_PART * nsd_dense_max_abs(model->m, U) +
           0.01 * REST_SPEED_PART * nsd_dense_max_abs(model->n, v);
}

static nsd_status apply_impact_law(nsd_event_newmark *s, nsd_state *state, double rest)
{
    const nsd_impact law = { s->touching, s->e, rest };
    return nsd_held_impact(&s->held, &law, state);
}

/* s->e <- 0 at contacts whose bounces to come would be over at once; 1 when there are any
 * (NM.10) */
static int end_chatter(nsd_event_newmark *s, const nsd_state *state)
{
    const nsd_model *model = s->mechanics.model;
    const double     noise = nsd_event_newmark_gap_noise(s, state->q);
    int              found = 0;

    for (int a = 0; a < model->m; a++) {
        const double *normal = s->mechanics.H + (size_t)a * (size_t)model->n;
        const double  U = state->U[a];
        if (!(state->P[a] > 0.0) || !(U > 0.0)) {
            continue;
        }
        const double pull = -nsd_dense_dot(model->n, normal, s->a0) - s->held.kappa[a];
        const double loss = fmax(1.0 - s->e[a], LEAST_LOSS);
        if (pull > 0.0 &&
            (2.0 * U <= CHATTER_STEPS * s->h * pull * loss || U * U <= 2.0 * noise * pull)) {
            s->e[a] = 0.0;
            found = 1;
        }
    }
    return found;
}

nsd_status nsd_event_newmark_impact(nsd_event_newmark *s, nsd_state *state)
{
    nsd_mechanics        *mechanics = &s->mechanics;
    const nsd_model      *model = mechanics->model;
    const nsd_event_point point = { state->t, state->q, state->v };

    nsd_status status = nsd_mechanics_factor_mass(mechanics, state->q);
    if (status == NSD_OK) {
        status = nsd_held_rates(&s->held, &point, state->U_before);
    }
    if (status == NSD_OK && model->p > 0) {
        status = nsd_model_joint_jac(model, state->t, state->q, mechanics->J, mechanics->g_t,
                                     mechanics->work);
    }
    if (status != NSD_OK) {
        return status;
    }
    const double rest = rest_speed(s, state->v, state->U_before);
    memcpy(s->v_try, state->v, (size_t)model->n * sizeof(double));
    memcpy(s->e, model->e, (size_t)model->m * sizeof(double));
    status = apply_impact_law(s, state, rest);
    if (status == NSD_OK) {
        status = nsd_event_newmark_accelerate(s, state, -1, -1);
    }
    if (status == NSD_OK && end_chatter(s, state)) {
        memcpy(state->v, s->v_try, (size_t)model->n * sizeof(double));
        status = nsd_mechanics_factor_mass(mechanics, state->q);
        status = status == NSD_OK ? apply_impact_law(s, state, rest) : status;
        status = status == NSD_OK ? nsd_event_newmark_accelerate(s, state, -1, -1) : status;
    }
    return status;
}

/* Active set <- contacts that touch and are at rest, without `freed` */
static void select_at_rest(nsd_event_newmark *s, const nsd_state *state, int freed)
{
    nsd_tally *set = &s->mechanics.tally;
    double     rest = rest_speed(s, state->v, state->U_before);

    set->count = 0;
    for (int a = 0; a < set->m; a++) {
        if (s->touching[a] && a != freed && state->U[a] <= rest) {
            set->active[set->count++] = a;
        }
    }
}

nsd_status nsd_event_newmark_accelerate(nsd_event_newmark *s, const nsd_state *state, int kept,
                                        int freed)
{
    nsd_mechanics        *mechanics = &s->mechanics;
    const nsd_model      *model = mechanics->model;
    const int             n = model->n;
    const nsd_event_point point = { state->t, state->q, state->v };

    nsd_held_select(&s->held, s->touching); /* kappa of every touching contact */
    nsd_status status = nsd_held_bias(&s->held, &point, s->h);
    select_at_rest(s, state, freed);
    nsd_mechanics_gather(mechanics);
    if (status == NSD_OK) {
        status = nsd_mechanics_force(mechanics, state->t, state->q, state->v, s->F0);
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_factor_mass(mechanics, state->q);
    }
    if (status != NSD_OK) {
        return status;
    }
    const int count = mechanics->tally.count;
    memcpy(s->a0, s->F0, (size_t)n * sizeof(double));
    nsd_mechanics_solve(mechanics, s->a0);
    status = nsd_held_forces(&s->held, s->a0);
    memset(s->lambda0, 0, (size_t)model->m * sizeof(double));
    memset(s->is_held, 0, (size_t)model->m * sizeof(int));
    s->held_count = 0;
    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        s->lambda0[a] = mechanics->contact.z[i];
        s->is_held[a] = mechanics->contact.z[i] > 0.0 || a == kept;
        s->held_count += s->is_held[a];
    }
    memcpy(s->mu0, mechanics->contact.z + count, (size_t)model->p * sizeof(double));
    s->last.h = 0.0;
    s->rates_known = 0;
    return status;
}
