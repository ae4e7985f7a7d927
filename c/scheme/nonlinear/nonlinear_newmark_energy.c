/* nonlinear_newmark_energy.c - works and energies of the nonlinear Newmark family. */
#include <string.h>

#include "scheme/nonlinear/nonlinear_newmark.h"

/* x'M x */
static double quadratic_form(int n, const double *M, const double *x)
{
    double sum = 0.0;
    for (int j = 0; j < n; j++) {
        sum += x[j] * nsd_dense_dot(n, M + (size_t)j * (size_t)n, x);
    }
    return sum;
}

/* Work of the changing mass matrix: mean of v'(M+ - M)v/2 over both velocities         (NMK.21) */
static double mass_work(const nsd_nonlinear_newmark *s)
{
    const nsd_mechanics *mechanics = &s->mechanics;
    const int            n = mechanics->model->n;
    if (mechanics->model->constant_mass) {
        return 0.0;
    }
    return 0.25 * (quadratic_form(n, mechanics->M, s->v1) - quadratic_form(n, s->M0, s->v1) +
                   quadratic_form(n, mechanics->M, s->v0) - quadratic_form(n, s->M0, s->v0));
}

/* -(nu - (h/2) La) H'a_ga: work of a position impulse that changes no velocity         (NMK.11) */
static double correction_work(const nsd_nonlinear_newmark *s, int contact, const double *normal)
{
    const int    n = s->mechanics.model->n, k = contact * s->block;
    const double ga = s->given.gamma, shift = s->nu[k] - 0.5 * s->h * s->La[k];
    return -shift *
           (ga * nsd_dense_dot(n, normal, s->a) + (1.0 - ga) * nsd_dense_dot(n, normal, s->a0));
}

/* Adds the impulses of the (sub)step to P, mu and the state, and their works */
static void add_impulses(nsd_nonlinear_newmark *s, nsd_state *state, const double *v_mid)
{
    nsd_mechanics                     *mechanics = &s->mechanics;
    const nsd_model                   *model = mechanics->model;
    const int                          n = model->n;
    const nsd_step_friction_velocities end = { v_mid, s->v1, 0.5 };

    for (int i = 0; i < mechanics->tally.count; i++) {
        const int     a = mechanics->tally.active[i];
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        const double *La = s->La + a * s->block;
        state->U_before[a] = s->U0[a];
        state->U[a] = nsd_dense_dot(n, normal, s->v1) + mechanics->y_t[a];
        s->P[a] += La[0];
        s->works.impact += La[0] * nsd_dense_dot(n, normal, v_mid);
        s->works.contact += 0.5 * La[0] * (state->U_before[a] + state->U[a]) +
                            correction_work(s, a, normal);
        s->works.pushes += La[0] > 0.0;
        nsd_step_friction_add_impulses(&s->friction, a, La, &end, state);
    }
    for (int j = 0; j < model->p; j++) {
        const size_t first = (size_t)j * (size_t)n;
        const double La = s->La[s->directions + j];
        s->mu[j] += La;
        s->works.joint += 0.5 * La *
                          (nsd_dense_dot(n, mechanics->J + first, v_mid) +
                           nsd_dense_dot(n, s->J0 + first, v_mid));
    }
}

void nsd_nonlinear_newmark_add_works(nsd_nonlinear_newmark *s, nsd_state *state)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;
    double        *F = mechanics->F, *v_mid = mechanics->v_mid;
    double         dFd = 0.0;

    nsd_dense_gemv(NSD_PLAIN, n, n, 1.0, mechanics->M, n, s->vd1, 0.0, F);
    for (int i = 0; i < n; i++) {
        const double dq = s->q1[i] - s->q0[i];
        v_mid[i] = 0.5 * (s->v0[i] + s->v1[i]);
        s->a0[i] = s->a[i];
        s->a[i] = s->w_vd1 * s->vd1[i] + s->w_vd * s->vd[i] - s->w_a * s->a[i]; /*     (NMK.3) */
        s->vd[i] = s->vd1[i];
        s->Ff[i] = s->w_vd1 * F[i] + s->w_vd * s->F0[i] - s->w_a * s->Ff[i];
        s->d[i] = s->lag * dq - s->w_a * s->d[i];
        s->works.force += 0.5 * dq * (s->F0[i] + F[i]);
        dFd += s->d[i] * (s->Ff[i] - F[i]);
        s->F0[i] = F[i];
    }
    s->works.mass += mass_work(s);
    const nsd_gap_velocities ends = { s->v0, v_mid, s->v1, mechanics->y_t, mechanics->y_t };
    s->works.impact += nsd_mechanics_cohesion_to_state(mechanics, &s->friction, &ends, s->P, state);
    add_impulses(s, state, v_mid);
    *s->extra = s->store_a * s->h * s->h * quadratic_form(n, mechanics->M, s->a) + s->store_d * dFd;
}

nsd_status nsd_nonlinear_newmark_measure(nsd_stepper *stepper, const nsd_state *state)
{
    nsd_nonlinear_newmark *s = (nsd_nonlinear_newmark *)stepper;
    nsd_status status = nsd_mechanics_kinetic(&s->mechanics, state->q, state->v, &s->kinetic);
    return status == NSD_OK ? nsd_mechanics_potential(&s->mechanics, state->q, &s->potential)
                            : status;
}

/* The work of the force uses its mean over the step: a force with a potential then does the work
 * of the potential up to third order in h, exactly for a quadratic one. The rest of the energy
 * change is the numerical work `own`                                                   (NMK.21) */
void nsd_nonlinear_newmark_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_nonlinear_newmark *s = (nsd_nonlinear_newmark *)stepper;
    double                *value = ledger->value;
    const double           gained = s->kinetic - value[NSD_KINETIC];
    const double           stored = s->potential - value[NSD_POTENTIAL];
    const double           force = s->works.force + s->works.mass;
    const double           contacts = s->works.impact + s->works.friction;
    const double           own = gained - force - contacts - s->works.joint;

    (void)state;
    value[NSD_KINETIC] = s->kinetic;
    value[NSD_POTENTIAL] = s->potential;
    value[NSD_EXTERNAL] += force + stored;
    value[NSD_IMPACT] += s->works.impact;
    value[NSD_FRICTION] += s->works.friction;
    value[NSD_JOINT] += s->works.joint;
    value[NSD_NUMERICAL] += own;
    value[NSD_ALGORITHMIC] = s->kinetic + s->potential + (s->given.plain_works ? 0.0 : *s->extra);
    /* `own` includes errors of truncation, of either sign: it counts as a gain only where the
     * parameters of the scheme are known to add energy */
    ledger->inner = s->works.pushes > 0 ? s->works.contact : 0.0;
    if (s->given.gamma < 0.5 || 2.0 * s->given.beta < s->given.gamma) {
        ledger->inner = s->works.contact + own + (*s->extra - s->row_extra);
    }
    s->row_extra = *s->extra;
    memset(&s->works, 0, sizeof s->works);
}
