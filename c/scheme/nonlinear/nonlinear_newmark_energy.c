/* nonlinear_newmark_energy.c - works and energies of the nonlinear Newmark family. */
#include <string.h>

#include "scheme/nonlinear/nonlinear_newmark.h"

/* Work of the changing mass matrix: mean of v'(M+ - M)v/2 over both velocities         (NMK.21) */
static double mass_work(const nsd_nonlinear_newmark *s)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    if (mechanics->model->constant_mass) {
        return 0.0;
    }
    const nsd_model_matrices *matrices = &mechanics->matrices;
    return 0.25 * (nsd_model_matrices_form(matrices, mechanics->M, s->v1) -
                   nsd_model_matrices_form(matrices, s->start.M, s->v1) +
                   nsd_model_matrices_form(matrices, mechanics->M, s->start.v) -
                   nsd_model_matrices_form(matrices, s->start.M, s->start.v));
}

/* -(nu - (h/2) La) H'a_ga: work of a position impulse that changes no velocity         (NMK.11) */
static double correction_work(const nsd_nonlinear_newmark *s, int contact)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    const int            k = contact * s->block;
    const double         ga = s->given.gamma, shift = s->nu[k] - 0.5 * s->h * s->La[k];
    return -shift * (ga * nsd_mechanics_normal(mechanics, contact, s->at.a) +
                     (1.0 - ga) * nsd_mechanics_normal(mechanics, contact, s->start.a));
}

/* Adds the impulses of the (sub)step to P, mu and the state, and their works */
static void add_impulses(nsd_nonlinear_newmark *s, nsd_state *state, const double *v_mid)
{
    nsd_mechanics                     *mechanics = &s->base.mechanics;
    const nsd_model                   *model = mechanics->model;
    const nsd_step_friction_velocities end = { v_mid, s->v1, 0.5 };

    for (int i = 0; i < mechanics->tally.count; i++) {
        const int     a = mechanics->tally.active[i];
        const double *La = s->La + a * s->block;
        state->U_before[a] = s->U0[a];
        state->U[a] = nsd_mechanics_gap_rate(mechanics, a, s->v1);
        s->base.P[a] += La[0];
        const double driven = -0.5 * La[0] * (s->y_t0[a] + mechanics->y_t[a]); /*        (EN.6) */
        s->base.works.driven += driven;
        s->base.works.impact += La[0] * nsd_mechanics_normal(mechanics, a, v_mid) - driven;
        s->base.works.contact += 0.5 * La[0] * (state->U_before[a] + state->U[a]) +
                                 correction_work(s, a);
        s->base.works.pushes += La[0] > 0.0;
        nsd_step_friction_add_impulses(&s->base.friction, a, La, &end, state);
    }
    for (int j = 0; j < model->p; j++) {
        const nsd_columns *J = &mechanics->columns.J;
        const double       La = s->La[s->directions + j];
        s->base.mu[j] += La + s->h * s->smooth.lambda[j]; /*                            (NMK.26) */
        s->base.works.joint += 0.5 * La *
                               (nsd_mechanics_joint(mechanics, j, v_mid) +
                                nsd_mechanics_dot(mechanics, J, s->start.J, j, v_mid));
    }
}

void nsd_nonlinear_newmark_add_works(nsd_nonlinear_newmark *s, nsd_state *state)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;
    double        *F = mechanics->F, *v_mid = mechanics->v_mid;
    double         dFd = 0.0;

    if (nsd_nonlinear_newmark_pulls(s)) {
        nsd_nonlinear_newmark_smooth_pull(s);
    }
    nsd_model_matrices_times(&mechanics->matrices, 1.0, mechanics->M, s->vd1, 0.0, F);
    for (int i = 0; i < n; i++) {
        const double dq = s->q1[i] - s->start.q[i];
        v_mid[i] = 0.5 * (s->start.v[i] + s->v1[i]);
        s->start.a[i] = s->at.a[i];
        s->at.a[i] = nsd_newmark_weights_average(&s->weights, s->vd1[i], s->at.vd[i], s->at.a[i]);
        s->at.vd[i] = s->vd1[i];
        s->at.Ff[i] = nsd_newmark_weights_average(&s->weights, F[i], s->start.F[i], s->at.Ff[i]);
        s->at.d[i] = s->weights.lag * dq - s->weights.w_a * s->at.d[i];
        const double pull = s->at.pull[i] + s->smooth.pull[i];
        s->base.works.force += 0.5 * dq * (s->start.F[i] + F[i] - pull);
        s->base.works.joint += 0.5 * dq * pull;
        s->at.pull[i] = s->smooth.pull[i];
        dFd += s->at.d[i] * (s->at.Ff[i] - F[i]);
        s->start.F[i] = F[i];
    }
    s->base.works.mass += mass_work(s);
    const nsd_gap_velocities ends = { s->start.v, v_mid, s->v1, mechanics->y_t, mechanics->y_t };
    s->base.works.impact += nsd_mechanics_cohesion_to_state(
        mechanics, &s->base.friction, &ends, s->base.P, state, &s->base.works.driven);
    add_impulses(s, state, v_mid);
    *s->at.extra = s->weights.store_a * s->h * s->h *
                       nsd_model_matrices_form(&mechanics->matrices, mechanics->M, s->at.a) +
                   s->weights.store_d * dFd;
}

/* The work of the force uses its mean over the step: a force with a potential then does the work
 * of the potential up to third order in h, exactly for a quadratic one. The rest of the energy
 * change is the numerical work `own`                                                   (NMK.21) */
void nsd_nonlinear_newmark_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_nonlinear_newmark *s = (nsd_nonlinear_newmark *)stepper;
    nsd_nonlinear_works   *works = &s->base.works;
    double                *value = ledger->value, stored = 0.0;
    const double           gained = nsd_nonlinear_base_to_ledger(&s->base, ledger, &stored);
    const double           force = works->force + works->mass;
    const double           contacts = nsd_nonlinear_base_contact_work(works) + works->friction;
    const double           own = gained - force - contacts - works->joint;

    (void)state;
    value[NSD_EXTERNAL] += force + stored - works->damping;
    value[NSD_NUMERICAL] += own;
    value[NSD_ALGORITHMIC] = s->base.kinetic + s->base.potential +
                             (s->given.plain_works ? 0.0 : *s->at.extra);
    /* `own` includes errors of truncation, of either sign: it counts as a gain only where the
     * parameters of the scheme are known to add energy */
    ledger->inner = works->pushes > 0 ? works->contact : 0.0;
    if (s->given.gamma < 0.5 || 2.0 * s->given.beta < s->given.gamma) {
        ledger->inner = works->contact + own + (*s->at.extra - s->row_extra);
    }
    s->row_extra = *s->at.extra;
    memset(works, 0, sizeof *works);
}
