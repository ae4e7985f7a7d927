/* linear_moreau_small.c - the theta schemes for up to NSD_INVERSE_SIZE coordinates without joints.
 *
 * The free velocity of (MJ.2) is affine in the state, vf = c + Bv v + Bq q, with matrices Bv
 * and Bq that are computed once. The compiler knows n, so a step of a ball stays in registers. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "scheme/linear/linear_moreau.h"

/* nsd_linear_moreau.small holds Bv, Bq (n x n each), c (n) and H (n x m). */
enum { BV, BQ, SQUARES };

static const double *square_matrix(const nsd_linear_moreau *s, int which, int n)
{
    return s->small + which * n * n;
}

/* c = (M + h w C + h^2 theta w K)^-1 h F_theta */
static double *free_constant(const nsd_linear_moreau *s, int n)
{
    return s->small + SQUARES * n * n;
}

/* H as a full n x m matrix */
static double *normals(const nsd_linear_moreau *s, int n)
{
    return free_constant(s, n) + n;
}

NSD_INLINE double dot(const double *x, const double *y, int n)
{
    double sum = x[0] * y[0];
    for (int i = 1; i < n; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

/* x'A y */
NSD_INLINE double bilinear_form(const double *x, const double *A, const double *y, int n)
{
    double sum = dot(x, A, n) * y[0];
    for (int j = 1; j < n; j++) {
        sum += dot(x, A + j * n, n) * y[j];
    }
    return sum;
}

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

/* c for the present F_theta, by the inverse, which is the factor of so small a matrix */
NSD_INLINE void update_free_constant(nsd_linear_moreau *s, int n)
{
    const double *inverse = s->base.factor.values;
    double       *c = free_constant(s, n), hF[NSD_INVERSE_SIZE];
    for (int i = 0; i < n; i++) {
        hF[i] = s->base.h * s->F[i];
    }
    for (int i = 0; i < n; i++) {
        c[i] = 0.0;
        for (int j = 0; j < n; j++) {
            c[i] += inverse[i + j * n] * hF[j];
        }
    }
}

/* Active contacts and their right-hand sides                                  (MJ.3), (MJ.5) */
NSD_INLINE int find_active(nsd_linear_moreau *s, const nsd_state *state, const double *q,
                           const double *vf, int n, int m)
{
    const nsd_linear *model = s->base.model;
    const double     *H = normals(s, n);
    const double      reach = s->activation * s->base.h;
    const double      slack = NSD_REST_SLACK * s->base.h * s->base.contact.tally.rest;
    double            rest = 0.0;
    int               count = 0;
    for (int a = 0; a < m; a++) {
        const double gap = dot(H + a * n, q, n) + model->b[a] + reach * state->U[a];
        if (gap <= 0.0 || (gap <= slack && state->P[a] > 0.0)) {
            s->base.contact.tally.active[count++] = a;
            s->base.contact.u[a] = dot(H + a * n, vf, n) + model->e[a] * state->U[a];
            rest = fmax(rest, fabs(s->base.contact.u[a]));
        }
    }
    s->base.contact.tally.rest = rest;
    return count;
}

/* vf <- c + Bv v + Bq q                                                                (MJ.2) */
NSD_INLINE void free_velocity(nsd_linear_moreau *s, const nsd_state *state, const double *q,
                              const double *v, double *vf, int n)
{
    const double *Bv = square_matrix(s, BV, n), *Bq = square_matrix(s, BQ, n);

    if (!s->base.constant_force) {
        update_force(s, state, n);
        update_free_constant(s, n);
    }
    for (int i = 0; i < n; i++) {
        vf[i] = free_constant(s, n)[i];
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            vf[i] += Bv[i + j * n] * v[j] + Bq[i + j * n] * q[j];
        }
    }
}

/* From q, v to the end of the step with the velocity v+                        (MJ.1), (MJ.8) */
NSD_INLINE void end_step(nsd_linear_moreau *s, nsd_state *state, double *q, double *v,
                         const double *v_plus, int n, int m)
{
    const double *H = normals(s, n);

    for (int i = 0; i < n; i++) { /* q+ = q + h v_w */
        s->q0[i] = q[i];
        s->v0[i] = v[i];
        state->q[i] = q[i] = q[i] + s->base.h * (v[i] + s->weight * (v_plus[i] - v[i]));
        state->v[i] = v[i] = v_plus[i];
    }
    for (int a = 0; a < m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = dot(H + a * n, v_plus, n);
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

/* (1/2-w) |dv|_M^2 + (1/2-theta) |dq|_K^2                                            (EN.2) */
NSD_INLINE double numerical_work(const nsd_linear_moreau *s, const double *dq, const double *dv,
                                 int n)
{
    return (0.5 - s->weight) * bilinear_form(dv, s->base.model->M.values, dv, n) +
           (0.5 - s->theta) * bilinear_form(dq, s->base.model->K.values, dq, n);
}

/* -dq'K_skew q_theta                                                                  (EN.4) */
NSD_INLINE double circulatory_work(const nsd_linear_moreau *s, const double *dq, int n)
{
    double q_theta[NSD_INVERSE_SIZE] = { 0.0 };
    for (int i = 0; i < n; i++) {
        q_theta[i] = s->q0[i] + s->theta * dq[i];
    }
    return -bilinear_form(dq, s->base.model->K_skew.values, q_theta, n);
}

NSD_INLINE void energy_body(const nsd_linear_moreau *s, const nsd_state *state, nsd_ledger *ledger,
                            int n, int m)
{
    const nsd_linear *model = s->base.model;
    const double      w = s->weight;
    double           *value = ledger->value;
    double            dq[NSD_INVERSE_SIZE], dv[NSD_INVERSE_SIZE], v_w[NSD_INVERSE_SIZE];

    for (int i = 0; i < n; i++) {
        dq[i] = state->q[i] - s->q0[i];
        dv[i] = state->v[i] - s->v0[i];
        v_w[i] = s->v0[i] + w * dv[i];
    }
    ledger->inner = nsd_linear_base_impulse_work(state, m, w);
    value[NSD_IMPACT] += ledger->inner;
    value[NSD_KINETIC] = 0.5 * bilinear_form(state->v, model->M.values, state->v, n);
    value[NSD_EXTERNAL] += s->base.h * dot(v_w, s->F, n);
    if (s->damped) {
        value[NSD_DAMPING] -= s->base.h * bilinear_form(v_w, model->C.values, v_w, n);
    }
    if (s->sprung) {
        value[NSD_POTENTIAL] = 0.5 * bilinear_form(state->q, model->K.values, state->q, n);
    }
    if (s->inexact) {
        const double numerical = numerical_work(s, dq, dv, n);
        value[NSD_NUMERICAL] += numerical;
        ledger->inner += numerical;
    }
    if (model->K_skew.storage != NSD_ZERO) {
        value[NSD_EXTERNAL] += circulatory_work(s, dq, n);
    }
}

/* The gap that find_active looks at: 1 when it is closed for some contact              (MJ.3) */
NSD_INLINE int touches(const nsd_linear_moreau *s, const nsd_state *state, const double *q, int n,
                       int m)
{
    const double *H = normals(s, n);
    const double  reach = s->activation * s->base.h;
    int           closed = 0;
    for (int a = 0; a < m; a++) {
        closed |= dot(H + a * n, q, n) + s->base.model->b[a] + reach * state->U[a] <= 0.0;
    }
    return closed;
}

/* Steps without contact in one loop, in which q and v stay in registers */
NSD_INLINE long long fly_body(nsd_linear_moreau *s, nsd_state *state, nsd_ledger *ledger,
                              nsd_flight *flight, int n, int m)
{
    double    q[NSD_INVERSE_SIZE], v[NSD_INVERSE_SIZE], vf[NSD_INVERSE_SIZE];
    double    largest = flight->largest;
    long long taken = 0;

    for (int i = 0; i < n; i++) {
        q[i] = state->q[i];
        v[i] = state->v[i];
    }
    for (; taken < flight->most && !touches(s, state, q, n, m); taken++) {
        free_velocity(s, state, q, v, vf, n);
        end_step(s, state, q, v, vf, n, m);
        state->t = flight->t0 + (double)state->k * flight->h;
        energy_body(s, state, ledger, n, m);
        const double total = fabs(ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL]);
        largest = total > largest ? total : largest;
        if (!(total <= DBL_MAX)) {
            flight->status = NSD_DIVERGED;
            break;
        }
    }
    if (taken > 0) { /* as find_active leaves them */
        s->base.contact.tally.count = 0;
        s->base.contact.tally.rest = 0.0;
    }
    flight->largest = largest;
    return taken;
}

/* One step, one flight and one energy function for every n up to NSD_INVERSE_SIZE; and the ball,
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
    }                                                                                      \
    static long long fly_##name(nsd_stepper *stepper, nsd_state *state, nsd_ledger *l,     \
                                nsd_flight *flight)                                        \
    {                                                                                      \
        nsd_linear_moreau *s = (nsd_linear_moreau *)stepper;                               \
        return fly_body(s, state, l, flight, n, m);                                        \
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
    return is_small(model) ? SQUARES * n * n + n + n * m : 0;
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
        update_free_constant(s, s->base.model->n);
    }
}

void nsd_linear_moreau_small_init(nsd_linear_moreau *s)
{
    /* clang-format off */
    nsd_status (*const steps[])(nsd_stepper *, nsd_state *) =
        { step_ball, step_1, step_2, step_3, step_4 };
    void (*const energies[])(nsd_stepper *, const nsd_state *, nsd_ledger *) =
        { energy_ball, energy_1, energy_2, energy_3, energy_4 };
    long long (*const flights[])(nsd_stepper *, nsd_state *, nsd_ledger *, nsd_flight *) =
        { fly_ball, fly_1, fly_2, fly_3, fly_4 };
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
    memset(normals(s, n), 0, (size_t)(n * model->m) * sizeof(double));
    for (int a = 0; a < model->m; a++) {
        nsd_columns_add(&model->H, a, 1.0, normals(s, n) + a * n);
    }
    const int which = n == 1 && model->m == 1 ? 0 : n;
    s->base.stepper.step = steps[which];
    s->base.stepper.energy = energies[which];
    s->base.stepper.fly = s->inexact ? NULL : flights[which]; /* works of the scheme are no gain */
}
