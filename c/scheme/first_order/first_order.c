/* first_order.c - linear first-order systems: theta scheme or exact hold.
 *
 *   x_free = Phi x_k + S f_theta,   x_k+1 = x_free + S B lambda                        (FO.3)
 *   y = C (rho x_k+1 + (1 - rho) x_k) + D lambda + a_rho,  -y in N_[lower,upper](lambda) (FO.4)
 *
 * theta scheme: S = h (I - theta h A)^-1,  Phi = I + S A; exact hold: S = integral of exp(A s) over
 * the step, Phi = exp(A h)                                                          (FO.5) */
#include "scheme/first_order/first_order.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"

/* After the solver has failed, a right-hand side below this part of the sum of its terms counts as
 * zero: it is rounding. Larger: a small y is taken for zero; smaller: a y that rests at zero makes
 * steps fail by its last bit. */
#define RIGHT_SIDE_ROUNDING 1e-14

typedef struct linear {
    nsd_first_order_base   base; /* first: a stepper is a linear                        */
    const nsd_first_order *model;
    double                *Phi, *S;       /* n x n: x_free = Phi x + S f_theta   (FO.3) */
    double                *LU;            /* n x n: factors of I - theta h A            */
    nsd_int               *pivot;         /* n: pivots of LU                            */
    double                *SB, *M;        /* n x m, m x m: columns in units of z        */
    double                *unit;          /* m: lambda = unit z                         */
    double                *lower, *upper; /* m: bounds of z                             */
    double                *x;             /* n: the new x                               */
    double                *Sf, *f;        /* n: S f_theta; f at a time                  */
    double                *a, *a1;        /* m: a at t_rho, at the start of the step    */
    double                *q, *z;         /* m: right-hand side and unknown of the relay        */
} linear;

void nsd_first_order_add_product(int rows, int cols, double factor, const double *A,
                                 const double *x, double *y)
{
    for (int j = 0; j < cols; j++) {
        const double  xj = factor * x[j];
        const double *column = A + (size_t)j * (size_t)rows;
        nsd_dense_add(rows, xj, column, y);
    }
}

/* S and Phi of the theta scheme */
static nsd_status theta_matrices(linear *s)
{
    const int    n = s->model->n;
    const size_t size = (size_t)n * (size_t)n;
    const double h = s->base.options.h;

    memset(s->S, 0, size * sizeof *s->S);
    memset(s->Phi, 0, size * sizeof *s->Phi);
    nsd_dense_scale(size, -s->base.theta * h, s->model->A, s->LU);
    for (size_t i = 0; i < size; i += (size_t)n + 1) {
        s->LU[i] += 1.0;
        s->S[i] = h;
        s->Phi[i] = 1.0;
    }
    NSD_TRY(nsd_dense_lu(n, s->LU, n, s->pivot));
    nsd_dense_lu_solve(n, n, s->LU, n, s->pivot, s->S, n);
    nsd_dense_gemm(NSD_PLAIN, n, n, n, 1.0, s->S, n, s->model->A, n, 1.0, s->Phi, n);
    return nsd_dense_all_finite(size, s->Phi) ? NSD_OK : NSD_ERR_SINGULAR;
}

/* S, Phi, SB, M of steps with theta and rho; Phi = exp(A h) if the model has it, but not in a first
 * step that is implicit instead */
static nsd_status fill_step_matrices(linear *s)
{
    const nsd_first_order *model = s->model;
    const int              n = model->n, m = model->m;
    const size_t           size = (size_t)n * (size_t)n * sizeof(double);

    if (s->base.rho == s->base.options.rho && model->transition) {
        memcpy(s->Phi, model->transition, size);
        memcpy(s->S, model->integral, size);
    } else {
        NSD_TRY(theta_matrices(s));
    }
    memset(s->SB, 0, (size_t)n * (size_t)m * sizeof(double));
    memset(s->M, 0, (size_t)m * (size_t)m * sizeof(double));
    for (int j = 0; j < m; j++) {
        double *SB = s->SB + (size_t)j * (size_t)n, *M = s->M + (size_t)j * (size_t)m;
        nsd_first_order_add_product(n, n, s->unit[j], s->S, model->B + (size_t)j * (size_t)n, SB);
        nsd_first_order_add_product(m, n, s->base.rho, model->C, SB, M);
        for (int i = 0; i < m; i++) {
            M[i] += model->D[i + (size_t)j * (size_t)m] * s->unit[j];
        }
    }
    memset(s->Sf, 0, (size_t)n * sizeof(double));
    if (nsd_force_is_constant(&model->f)) {
        nsd_first_order_add_product(n, n, 1.0, s->S, model->f.constant, s->Sf);
    }
    nsd_relay_forget(&s->base.memory);
    return nsd_dense_all_finite((size_t)m * (size_t)m, s->M) ? NSD_OK : NSD_ERR_NOT_FINITE;
}

/* S f_theta and a_rho of the step from t_k */
static void inputs_of_step(linear *s, const nsd_state *state)
{
    const nsd_first_order *model = s->model;
    const double           h = s->base.options.h, theta = s->base.theta;

    if (!nsd_force_is_constant(&model->f)) {
        memset(s->Sf, 0, (size_t)model->n * sizeof(double));
        nsd_force_at(&model->f, state->k, state->t, s->f);
        nsd_first_order_add_product(model->n, model->n, 1.0 - theta, s->S, s->f, s->Sf);
        nsd_force_at(&model->f, state->k + 1, state->t + h, s->f);
        nsd_first_order_add_product(model->n, model->n, theta, s->S, s->f, s->Sf);
    }
    if (!nsd_force_is_constant(&model->a)) {
        nsd_force_at(&model->a, state->k + 1, state->t + h, s->a);
        if (s->base.rho < 1.0) {
            nsd_force_at(&model->a, state->k, state->t, s->a1);
            for (int i = 0; i < model->m; i++) {
                s->a[i] = s->base.rho * s->a[i] + (1.0 - s->base.rho) * s->a1[i];
            }
        }
    }
}

size_t nsd_first_order_base_scratch(const nsd_relay *relay)
{
    return nsd_relay_memory_scratch(relay->n) + nsd_relay_scratch(relay);
}

nsd_status nsd_first_order_base_init(nsd_first_order_base *base, int n, const nsd_relay *relay,
                                     const nsd_first_order_options *options, nsd_scratch *scratch)
{
    base->stepper.energy = nsd_stepper_no_energy;
    base->stepper.tally = &base->tally;
    base->tally.n = n;
    base->options = *options;
    NSD_TRY(nsd_relay_memory_init(&base->memory, relay->n, scratch));
    base->scratch = nsd_scratch_part(scratch, nsd_relay_scratch(relay));
    return nsd_scratch_is_full(scratch) ? NSD_ERR_WORKSPACE : NSD_OK;
}

void nsd_first_order_base_start(nsd_first_order_base *base, const nsd_relay *relay, double *lambda)
{
    const double rho = base->options.rho;
    const int    implicit_first = base->inconsistent_start && rho > 0.0 && rho < 1.0;

    base->theta = implicit_first ? 1.0 : base->options.theta;
    base->rho = implicit_first ? 1.0 : rho;
    for (int i = 0; i < relay->n && base->inconsistent_start; i++) {
        lambda[i] = fmin(fmax(0.0, relay->lower[i]), relay->upper[i]);
    }
}

int nsd_first_order_base_end(nsd_first_order_base *base, int m, const double *unit, const double *z,
                             const double *w, nsd_state *state)
{
    const int changes = base->rho != base->options.rho;

    for (int i = 0; i < m; i++) {
        state->extra[i] = unit[i] * z[i];
        state->extra[m + i] = w[i];
        state->extra[2 * m + i] = base->options.h * state->extra[i];
    }
    state->k++;
    if (changes) {
        base->theta = base->options.theta;
        base->rho = base->options.rho;
    }
    return changes;
}

nsd_status nsd_first_order_base_solve(nsd_first_order_base *base, const nsd_relay *relay, double *z)
{
    nsd_tally   *tally = &base->tally;
    nsd_lcp_info info = { 0, 0.0, "" };
    if (relay->n == 0) {
        return NSD_OK;
    }
    const nsd_status status = nsd_relay_solve(relay, &base->options.lcp, &base->memory,
                                              &base->scratch, z, &info);
    tally->problems++;
    tally->iterations += info.iterations;
    tally->worst = status == NSD_OK ? fmax(tally->worst, info.residual) : tally->worst;
    return status;
}

static nsd_status solve_relation(linear *s)
{
    const nsd_relay relay = { s->model->m, s->M, s->q, s->lower, s->upper };
    return nsd_first_order_base_solve(&s->base, &relay, s->z);
}

/* Sets right-hand sides that are rounding of their terms to zero; returns 0 when there are none.
 * Only for problems that the solver failed on. */
NSD_RARE int drop_rounding(linear *s, const nsd_state *state)
{
    const nsd_first_order *model = s->model;
    int                    dropped = 0;
    for (int i = 0; i < model->m; i++) {
        double size = fabs(s->a[i]);
        for (int j = 0; j < model->n; j++) {
            size += fabs(model->C[i + (size_t)j * (size_t)model->m]) *
                    fmax(fabs(s->x[j]), fabs(state->q[j]));
        }
        if (s->q[i] != 0.0 && fabs(s->q[i]) <= RIGHT_SIDE_ROUNDING * size) {
            s->q[i] = 0.0;
            dropped = 1;
        }
    }
    return dropped;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    linear                *s = (linear *)stepper;
    const nsd_first_order *model = s->model;
    const int              n = model->n, m = model->m;
    double                 finite = 0.0;

    inputs_of_step(s, state);
    memcpy(s->x, s->Sf, (size_t)n * sizeof(double));
    nsd_first_order_add_product(n, n, 1.0, s->Phi, state->q,
                                s->x); /*                                 (FO.3) */
    memcpy(s->q, s->a, (size_t)m * sizeof(double));
    nsd_first_order_add_product(m, n, s->base.rho, model->C, s->x,
                                s->q); /*                                (FO.4) */
    if (s->base.rho != 1.0) {
        nsd_first_order_add_product(m, n, 1.0 - s->base.rho, model->C, state->q, s->q);
    }
    for (int i = 0; i < m; i++) {
        finite += s->q[i] * 0.0;
    }
    if (finite != 0.0) {
        return NSD_DIVERGED;
    }
    nsd_status status = solve_relation(s);
    if (status > NSD_OK && drop_rounding(s, state)) {
        status = solve_relation(s);
    }
    if (status != NSD_OK) {
        return status;
    }
    nsd_first_order_add_product(n, m, 1.0, s->SB, s->z, s->x);
    for (int i = 0; i < n; i++) {
        finite += s->x[i] * 0.0;
    }
    if (finite != 0.0) {
        return NSD_DIVERGED;
    }
    memcpy(state->q, s->x, (size_t)n * sizeof(double));
    return nsd_first_order_base_end(&s->base, m, s->unit, s->z, s->base.memory.w, state)
               ? fill_step_matrices(s)
               : NSD_OK;
}

static linear *lay_out(const nsd_first_order *model, linear *blank, nsd_scratch *scratch)
{
    linear      *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t n = (size_t)model->n, m = (size_t)model->m;

    NSD_SCRATCH_ZEROS(scratch, n * n, &s->Phi, &s->S, &s->LU);
    NSD_SCRATCH_ZEROS(scratch, n, &s->x, &s->Sf, &s->f);
    NSD_SCRATCH_ZEROS(scratch, m, &s->unit, &s->lower, &s->upper, &s->a, &s->a1, &s->q, &s->z);
    NSD_SCRATCH_ZEROS(scratch, n * m, &s->SB);
    NSD_SCRATCH_ZEROS(scratch, m * m, &s->M);
    s->pivot = nsd_scratch_take(scratch, n, sizeof *s->pivot);
    return s;
}

size_t nsd_first_order_scratch(const nsd_first_order *model)
{
    const nsd_relay relay = { model->m, NULL, NULL, model->lower, model->upper };
    nsd_scratch    *counter = NSD_SCRATCH_COUNTER;
    if (model->sparse) {
        return nsd_first_order_sparse_scratch(model);
    }
    lay_out(model, &(linear){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_first_order_base_scratch(&relay);
}

/* z = h lambda where lambda acts on x alone and may be an impulse, z = lambda elsewhere  (FO.6) */
static void choose_units(linear *s)
{
    const nsd_first_order *model = s->model;
    const int              m = model->m;
    for (int j = 0; j < m; j++) {
        double through = 0.0;
        for (int i = 0; i < m; i++) {
            through += fabs(model->D[i + (size_t)j * (size_t)m]) +
                       fabs(model->D[j + (size_t)i * (size_t)m]);
        }
        const int bounded = isfinite(model->lower[j]) && isfinite(model->upper[j]);
        s->unit[j] = through == 0.0 && !bounded ? 1.0 / s->base.options.h : 1.0;
        s->lower[j] = model->lower[j] / s->unit[j];
        s->upper[j] = model->upper[j] / s->unit[j];
    }
}

/* lambda and y of the first row: the relation at t_0 with x fixed, whose matrix is D     (FO.6) */
static nsd_status first_row(linear *s, nsd_state *state)
{
    const nsd_first_order *model = s->model;
    const int              m = model->m;
    const nsd_relay        relay = { m, model->D, s->q, model->lower, model->upper };
    nsd_lcp_info           info = { 0, 0.0, "" };

    nsd_force_at(&model->a, 0, state->t, s->a);
    memcpy(s->q, s->a, (size_t)m * sizeof(double));
    nsd_first_order_add_product(m, model->n, 1.0, model->C, state->q, s->q);
    if (m > 0) {
        nsd_relay_guess(&relay, s->z, &s->base.memory);
        nsd_relay_forget(&s->base.memory);
        const nsd_status status = nsd_relay_solve(&relay, &s->base.options.lcp, &s->base.memory,
                                                  &s->base.scratch, s->z, &info);
        if (status < NSD_OK) {
            return status;
        }
        s->base.inconsistent_start = status != NSD_OK;
    }
    nsd_first_order_base_start(&s->base, &relay, s->z);
    memcpy(state->extra, s->z, (size_t)m * sizeof(double));
    memcpy(state->extra + m, s->q, (size_t)m * sizeof(double));
    nsd_first_order_add_product(m, m, 1.0, model->D, s->z, state->extra + m);
    return NSD_OK;
}

nsd_status nsd_first_order_init(const nsd_first_order         *model,
                                const nsd_first_order_options *options, nsd_scratch *scratch,
                                nsd_state *state, nsd_first_order_base **stepper)
{
    const nsd_relay relay = { model->m, NULL, NULL, model->lower, model->upper };
    if (model->sparse) {
        return nsd_first_order_sparse_init(model, options, scratch, state, stepper);
    }
    linear blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_first_order_base_init(&s->base, model->n, &relay, options, scratch));
    s->base.stepper.step = step;
    s->model = model;
    *stepper = &s->base;
    choose_units(s);
    NSD_TRY(first_row(s, state));
    return fill_step_matrices(s);
}
