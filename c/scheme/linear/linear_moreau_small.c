/* linear_moreau_small.c - the theta schemes for up to NSD_INVERSE_SIZE coordinates without joints:
 * a step and its energies. Steps without contacts: linear_moreau_flight.c. */
#include "scheme/linear/linear_moreau_small.h"

#include <math.h>
#include <string.h>

/* F_theta of the step from `state`                                                     (MJ.1) */
NSD_INLINE void update_force(nsd_linear_moreau *s, const nsd_state *state, int n)
{
    const double h = s->base.h;
    if (s->base.model->F.table) {
        nsd_linear_moreau_fill_force(s, state);
        return;
    }
    double next[NSD_INVERSE_SIZE];
    nsd_force_waves_fill(&s->base.waves, state->k + 1, state->t + h, h, next, (size_t)n);
    for (int i = 0; i < n; i++) {
        s->F[i] = s->theta * next[i] + (1.0 - s->theta) * s->F1[i];
        s->F1[i] = next[i];
    }
}

/* The largest change of a gap velocity in a step without contacts, from the state to vf */
NSD_INLINE double largest_change(const double *H, const nsd_state *state, const double *vf, int n,
                                 int m)
{
    double largest = 0.0;
    for (int a = 0; a < m; a++) {
        largest = fmax(largest, fabs(nsd_moreau_dot(H + a * n, vf, n) - state->U[a]));
    }
    return largest;
}

/* Active contacts and their right-hand sides                                  (MJ.3), (MJ.5) */
NSD_INLINE int find_active(nsd_linear_moreau *s, const nsd_state *state, const double *q,
                           const double *vf, int n, int m)
{
    const nsd_linear *model = s->base.model;
    const double     *H = nsd_moreau_normals(s, n);
    const double      reach = s->activation * s->base.h;
    const int         first = state->k == 0; /* no step before                       (FC.14) */
    const double before = first ? largest_change(H, state, vf, n, m) : s->base.contact.tally.rest;
    const double slack = NSD_REST_SLACK * s->base.h * before;
    double       rest = 0.0;
    int          count = 0;
    for (int a = 0; a < m; a++) {
        const double gap = nsd_moreau_dot(H + a * n, q, n) + model->b[a] + reach * state->U[a];
        if (gap <= 0.0 || (gap <= slack && (first || state->P[a] > 0.0))) {
            s->base.contact.tally.active[count++] = a;
            s->base.contact.u[a] = nsd_moreau_dot(H + a * n, vf, n) + model->e[a] * state->U[a];
            rest = fmax(rest, fabs(s->base.contact.u[a]));
        }
    }
    s->base.contact.tally.rest = rest;
    return count;
}

/* vf <- the free velocity, with the force of the step                                  (MJ.2) */
NSD_INLINE void free_velocity(nsd_linear_moreau *s, const nsd_state *state, const double *q,
                              const double *v, double *vf, int n)
{
    double *c = nsd_moreau_free(s, n);
    if (!s->base.constant_force) {
        update_force(s, state, n);
        nsd_moreau_fill_free(s, s->F, c, n);
    }
    nsd_moreau_velocity(s, c, q, v, vf, n);
}

/* From q, v to the end of the step with the velocity v+                        (MJ.1), (MJ.8) */
NSD_INLINE void end_step(nsd_linear_moreau *s, nsd_state *state, double *q, double *v,
                         const double *v_plus, int n, int m)
{
    const double *H = nsd_moreau_normals(s, n);

    for (int i = 0; i < n; i++) { /* q+ = q + h v_w */
        s->q0[i] = q[i];
        s->v0[i] = v[i];
        state->q[i] = q[i] = q[i] + s->base.h * (v[i] + s->weight * (v_plus[i] - v[i]));
        state->v[i] = v[i] = v_plus[i];
    }
    for (int a = 0; a < m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = nsd_moreau_dot(H + a * n, v_plus, n);
    }
    state->k++;
}

NSD_INLINE nsd_status step_body(nsd_linear_moreau *s, nsd_state *state, int n, int m)
{
    double q[NSD_INVERSE_SIZE], v[NSD_INVERSE_SIZE], vf[NSD_INVERSE_SIZE];

    for (int i = 0; i < n; i++) {
        q[i] = state->q[i];
        v[i] = state->v[i];
    }
    free_velocity(s, state, q, v, vf, n);
    s->base.contact.tally.count = find_active(s, state, q, vf, n, m);
    if (s->base.contact.tally.count >
        0) { /*                                                (MJ.5) */
        NSD_TRY(nsd_contact_fixed_solve(&s->base.contact, s->base.contact.u, s->base.contact.uJ,
                                        state->P, state->joint));
        for (int a = 0; a < m; a++) { /* v+                                             (MJ.6) */
            for (int i = 0; i < n; i++) {
                vf[i] += s->base.contact.columns[i + a * n] * state->P[a];
            }
        }
    } else {
        for (int a = 0; a < m; a++) {
            state->P[a] = 0.0;
        }
    }
    end_step(s, state, q, v, vf, n, m);
    return NSD_OK;
}

NSD_INLINE void energy_body(const nsd_linear_moreau *s, const nsd_state *state, nsd_ledger *ledger,
                            int n, int m)
{
    const nsd_moreau_ends step = { s->q0, s->v0, state->q, state->v, s->F };
    const double          impacts = nsd_linear_base_impulse_work(state, m, s->weight);

    ledger->value[NSD_IMPACT] += impacts;
    ledger->inner = impacts + nsd_moreau_works(s, &step, ledger->value, n);
}

/* One step and one energy function for every n up to NSD_INVERSE_SIZE; and the ball,
 * n = m = 1. */
#define INSTANCE(name, n, m)                                                               \
    static nsd_status step_##name(nsd_stepper *stepper, nsd_state *state)                  \
    {                                                                                      \
        nsd_linear_moreau *s = (nsd_linear_moreau *)stepper;                               \
        return step_body(s, state, n, m);                                                  \
    }                                                                                      \
    static void energy_##name(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *l) \
    {                                                                                      \
        const nsd_linear_moreau *s = (const nsd_linear_moreau *)stepper;                   \
        energy_body(s, state, l, n, m);                                                    \
    }

INSTANCE(ball, 1, 1)
INSTANCE(1, 1, s->base.model->m)
INSTANCE(2, 2, s->base.model->m)
INSTANCE(3, 3, s->base.model->m)
INSTANCE(4, 4, s->base.model->m)

static int is_small(const nsd_linear *model)
{
    return model->n <= NSD_INVERSE_SIZE && model->p == 0 && model->surface.d == 0 &&
           !model->surface.compliance;
}

size_t nsd_linear_moreau_small_size(const nsd_linear *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m;
    return is_small(model) ? NSD_MOREAU_SQUARES * n * n + n + n * m : 0;
}

/* Bv = I - A^-1 (h C + h^2 theta K),  Bq = -A^-1 h K                                   (MJ.2) */
static void fill_propagators(nsd_linear_moreau *s, int n)
{
    const nsd_linear *model = s->base.model;
    double           *Bv = s->small, *Bq = s->small + n * n;
    const double      h = s->base.h;

    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            const double K = model->K.values[i + j * n];
            Bq[i + j * n] = -h * K;
            Bv[i + j * n] = -h * model->C.values[i + j * n] - h * h * s->theta * K;
        }
        nsd_factor_solve(&s->base.factor, Bq + j * n);
        nsd_factor_solve(&s->base.factor, Bv + j * n);
        Bv[j + j * n] += 1.0;
    }
}

void nsd_linear_moreau_small_begin(nsd_linear_moreau *s)
{
    if (is_small(s->base.model)) {
        nsd_moreau_fill_free(s, s->F, nsd_moreau_free(s, s->base.model->n), s->base.model->n);
    }
}

void nsd_linear_moreau_small_init(nsd_linear_moreau *s)
{
    /* clang-format off */
    nsd_status (*const steps[])(nsd_stepper *, nsd_state *) =
        { step_ball, step_1, step_2, step_3, step_4 };
    void (*const energies[])(nsd_stepper *, const nsd_state *, nsd_ledger *) =
        { energy_ball, energy_1, energy_2, energy_3, energy_4 };
    /* clang-format on */
    const nsd_linear *model = s->base.model;
    const int         n = model->n;

    if (!is_small(model)) {
        return;
    }
    s->damped = nsd_dense_max_abs(n * n, model->C.values) > 0.0;
    s->sprung = nsd_dense_max_abs(n * n, model->K.values) > 0.0;
    s->inexact = s->weight != 0.5 || (s->theta != 0.5 && s->sprung);
    fill_propagators(s, n);
    nsd_linear_moreau_small_begin(s);
    memset(nsd_moreau_normals(s, n), 0, (size_t)(n * model->m) * sizeof(double));
    for (int a = 0; a < model->m; a++) {
        nsd_columns_add(&model->H, a, 1.0, nsd_moreau_normals(s, n) + a * n);
    }
    const int which = n == 1 && model->m == 1 ? 0 : n;
    s->base.stepper.step = steps[which];
    s->base.stepper.energy = energies[which];
    /* works of the scheme are no gain */
    s->base.stepper.fly = s->inexact ? NULL : nsd_linear_moreau_flight(which);
}
