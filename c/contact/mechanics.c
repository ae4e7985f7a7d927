/* mechanics.c - arrays, evaluations and factors of a nonlinear model; projection of positions. */
#include "contact/mechanics.h"

#include <math.h>
#include <string.h>

/* Most Newton steps of a projection. Smaller: joints and contacts of curved surfaces keep some
 * drift; larger: no effect but time, as the projection ends when gaps no longer become smaller. */
#define PROJECTION_STEPS 10

/* Largest penetration or joint error of a projected position, as a part of max(1, max|q|). Larger:
 * drift stays in the positions; smaller than rounding: every projection takes one more step. */
#define PROJECTION_GAP 1e-13

/* Largest penetration or joint error that is accepted when steps no longer lower it, as a part of
 * max(1, max|q|). Larger: constraints that contradict each other go unnoticed; smaller: rounding in
 * the user's gaps ends a run with NSD_NEWTON. */
#define PROJECTION_ROUNDING 1e-8

/* Columns of all contacts: normals, and tangents where there is friction */
static size_t directions(const nsd_model *model)
{
    return (size_t)model->m * (size_t)(1 + model->surface.d);
}

static size_t lay_out(nsd_mechanics *mechanics, const nsd_model *model, nsd_scratch *scratch)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t c = directions(model);

    NSD_SCRATCH_ZEROS(scratch, n * n, &mechanics->M, &mechanics->A, &mechanics->Fq, &mechanics->Fv);
    NSD_SCRATCH_ZEROS(scratch, n * m, &mechanics->H);
    NSD_SCRATCH_ZEROS(scratch, n * p, &mechanics->J);
    NSD_SCRATCH_ZEROS(scratch, n * (c + p), &mechanics->G);
    NSD_SCRATCH_ZEROS(scratch, n * (c - m), &mechanics->T);
    NSD_SCRATCH_ZEROS(scratch, m, &mechanics->y, &mechanics->y_t);
    NSD_SCRATCH_ZEROS(scratch, p, &mechanics->g_t);
    NSD_SCRATCH_ZEROS(scratch, c + p, &mechanics->u);
    NSD_SCRATCH_ZEROS(scratch, n, &mechanics->F, &mechanics->q_mid, &mechanics->v_mid,
                      &mechanics->r);
    mechanics->work = nsd_scratch_zeros(scratch, nsd_scratch_larger(nsd_model_work(model), 4 * n));
    mechanics->pivot = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    mechanics->tally.active = nsd_scratch_ints(scratch, m);
    return nsd_scratch_counted(scratch);
}

size_t nsd_mechanics_scratch(const nsd_model *model)
{
    return lay_out(&(nsd_mechanics){ 0 }, model, NSD_SCRATCH_COUNTER) +
           nsd_contact_varying_scratch(model->n, (int)directions(model), model->p);
}

nsd_status nsd_mechanics_init(nsd_mechanics *mechanics, const nsd_model *model,
                              const nsd_nonlinear_options *options, nsd_scratch *scratch)
{
    memset(mechanics, 0, sizeof *mechanics);
    mechanics->model = model;
    mechanics->options = *options;
    lay_out(mechanics, model, scratch);
    mechanics->tally.n = model->n;
    mechanics->tally.m = model->m;
    mechanics->tally.p = model->p;
    return nsd_contact_varying_init(&mechanics->contact, model->n, (int)directions(model), model->p,
                                    &options->step.lcp, scratch);
}

static nsd_status check_finite(size_t size, const double *x)
{
    return nsd_dense_all_finite(size, x) ? NSD_OK : NSD_NOT_FINITE;
}

nsd_status nsd_mechanics_mass(nsd_mechanics *mechanics, const double *q)
{
    const nsd_model *model = mechanics->model;
    NSD_TRY(model->mass(model->context, q, mechanics->M));
    return check_finite((size_t)model->n * (size_t)model->n, mechanics->M);
}

nsd_status nsd_mechanics_force(nsd_mechanics *mechanics, double t, const double *q, const double *v,
                               double *F)
{
    NSD_TRY(mechanics->model->force(mechanics->model->context, t, q, v, F));
    return check_finite((size_t)mechanics->model->n, F);
}

nsd_status nsd_mechanics_gaps(const nsd_mechanics *mechanics, double t, const double *q, double *y)
{
    NSD_TRY(mechanics->model->gap(mechanics->model->context, t, q, y));
    return check_finite((size_t)mechanics->model->m, y);
}

nsd_status nsd_mechanics_joints(const nsd_mechanics *mechanics, double t, const double *q,
                                double *g)
{
    NSD_TRY(mechanics->model->joint(mechanics->model->context, t, q, g));
    return check_finite((size_t)mechanics->model->p, g);
}

nsd_status nsd_mechanics_tangents(nsd_mechanics *mechanics, double t, const double *q)
{
    const nsd_model *model = mechanics->model;
    NSD_TRY(model->tangent(model->context, t, q, mechanics->T));
    return check_finite((size_t)model->n * (size_t)(model->surface.d * model->m), mechanics->T);
}

nsd_status nsd_mechanics_contact_normals(nsd_mechanics *mechanics, double t, const double *q)
{
    const nsd_model *model = mechanics->model;
    if (model->m == 0 || mechanics->have_normals) {
        return NSD_OK;
    }
    mechanics->have_normals = model->normals != NULL;
    return nsd_model_gap_jac(model, t, q, mechanics->H, mechanics->y_t, mechanics->work);
}

nsd_status nsd_mechanics_joint_normals(nsd_mechanics *mechanics, double t, const double *q)
{
    return mechanics->model->p > 0 ? nsd_model_joint_jac(mechanics->model, t, q, mechanics->J,
                                                         mechanics->g_t, mechanics->work)
                                   : NSD_OK;
}

nsd_status nsd_mechanics_cholesky(const nsd_mechanics *mechanics, double *L)
{
    const int n = mechanics->model->n;
    memcpy(L, mechanics->M, (size_t)n * (size_t)n * sizeof(double));
    return nsd_dense_cholesky(n, L, n) == NSD_OK ? NSD_OK : NSD_LOST_DEFINITE;
}

nsd_status nsd_mechanics_factor_mass(nsd_mechanics *mechanics, const double *q)
{
    const nsd_model *model = mechanics->model;

    mechanics->newton_h = 0.0;
    if (model->mass_factor) {
        mechanics->holds = NSD_HOLDS_MODEL;
        return model->mass_factor(model->context, q);
    }
    NSD_TRY(nsd_mechanics_mass(mechanics, q));
    mechanics->holds = NSD_HOLDS_CHOLESKY;
    return nsd_mechanics_cholesky(mechanics, mechanics->A);
}

void nsd_mechanics_solve(void *context, double *x)
{
    const nsd_mechanics *mechanics = context;
    const int            n = mechanics->model->n;
    switch (mechanics->holds) {
    case NSD_HOLDS_MODEL:
        mechanics->model->mass_solve(mechanics->model->context, x);
        break;
    case NSD_HOLDS_CHOLESKY:
        nsd_dense_cholesky_solve_one(n, mechanics->A, n, x);
        break;
    case NSD_HOLDS_LU:
        nsd_dense_lu_solve(n, 1, mechanics->A, n, mechanics->pivot, x, n);
        break;
    }
}

nsd_status nsd_mechanics_kinetic(nsd_mechanics *mechanics, const double *q, const double *v,
                                 double *kinetic)
{
    const nsd_model *model = mechanics->model;
    if (model->kinetic) {
        return model->kinetic(model->context, q, v, kinetic);
    }
    const nsd_status status = model->constant_mass ? NSD_OK : nsd_mechanics_mass(mechanics, q);
    *kinetic = 0.0;
    for (int j = 0; j < model->n; j++) {
        *kinetic += 0.5 * v[j] *
                    nsd_dense_dot(model->n, mechanics->M + (size_t)j * (size_t)model->n, v);
    }
    return status;
}

nsd_status nsd_mechanics_potential(nsd_mechanics *mechanics, const double *q, double *potential)
{
    *potential = 0.0;
    return mechanics->model->potential
               ? mechanics->model->potential(mechanics->model->context, q, potential)
               : NSD_OK;
}

nsd_status nsd_mechanics_start(nsd_mechanics *mechanics, nsd_state *state, nsd_ledger *ledger)
{
    const nsd_model *model = mechanics->model;

    memset(ledger, 0, sizeof *ledger);
    memset(state->P, 0, (size_t)model->m * sizeof(double));
    memset(state->joint, 0, (size_t)model->p * sizeof(double));
    NSD_TRY(nsd_mechanics_mass(mechanics, state->q)); /* a constant mass stays in M */
    NSD_TRY(nsd_mechanics_factor_mass(mechanics, state->q));
    NSD_TRY(nsd_mechanics_contact_normals(mechanics, state->t, state->q));
    for (int a = 0; a < model->m; a++) {
        state->U[a] = state->U_before[a] = nsd_mechanics_gap_rate(mechanics, a, state->v);
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, state->q, state->v, &ledger->value[NSD_KINETIC]));
    return nsd_mechanics_potential(mechanics, state->q, &ledger->value[NSD_POTENTIAL]);
}

/* G <- normal and d tangents of each active contact, then normals of all joints */
static void gather(nsd_mechanics *mechanics, size_t d)
{
    const size_t n = (size_t)mechanics->model->n, count = (size_t)mechanics->tally.count;
    double      *column = mechanics->G;
    for (size_t i = 0; i < count; i++) {
        const size_t a = (size_t)mechanics->tally.active[i];
        memcpy(column, mechanics->H + a * n, n * sizeof(double));
        memcpy(column + n, mechanics->T + a * d * n, d * n * sizeof(double));
        column += (1 + d) * n;
    }
    memcpy(column, mechanics->J, n * (size_t)mechanics->model->p * sizeof(double));
}

void nsd_mechanics_gather(nsd_mechanics *mechanics)
{
    gather(mechanics, 0);
}

void nsd_mechanics_gather_blocks(nsd_mechanics *mechanics)
{
    gather(mechanics, (size_t)mechanics->model->surface.d);
}

nsd_status nsd_mechanics_solve_contacts(nsd_mechanics *mechanics, double *x)
{
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(
        mechanics, mechanics->tally.count, mechanics->model->p);
    memset(mechanics->contact.z, 0, (size_t)mechanics->contact.capacity * sizeof(double));
    return problem.count + problem.p > 0
               ? nsd_contact_varying_solve(&mechanics->contact, &problem, x)
               : NSD_OK;
}

nsd_status nsd_mechanics_released_velocities(nsd_mechanics *mechanics, nsd_state *state,
                                             const double *P, const double *v0, const double *v1)
{
    const nsd_model *model = mechanics->model;
    int              known = 0; /* 1: G and u, free after the step, hold H and y_t of its end */

    for (int a = 0; a < model->m; a++) {
        if (!(state->P[a] > 0.0) || P[a] > 0.0) {
            continue;
        }
        if (!known) {
            const double t = state->t + mechanics->options.step.h;
            NSD_TRY(
                nsd_model_gap_jac(model, t, state->q, mechanics->G, mechanics->u, mechanics->work));
            known = 1;
        }
        const double *normal = mechanics->G + (size_t)a * (size_t)model->n;
        state->U_before[a] = nsd_dense_dot(model->n, normal, v0) + mechanics->u[a];
        state->U[a] = nsd_dense_dot(model->n, normal, v1) + mechanics->u[a];
    }
    return NSD_OK;
}

/* T_k'v */
static double rate(const void *context, int k, const double *v)
{
    const nsd_mechanics *mechanics = context;
    const int            n = mechanics->model->n;
    return nsd_dense_dot(n, mechanics->T + (size_t)k * (size_t)n, v);
}

static nsd_status gaps(const void *context, double t, const double *q, double *y)
{
    return nsd_mechanics_gaps(context, t, q, y);
}

nsd_status nsd_mechanics_friction_init(nsd_mechanics *mechanics, nsd_step_friction *friction,
                                       nsd_state *state, nsd_scratch *scratch)
{
    const nsd_model              *model = mechanics->model;
    const nsd_step_options       *options = &mechanics->options.step;
    const nsd_step_friction_setup setup = { &model->surface, model->m, &options->lcp, rate, gaps,
                                            mechanics };

    if (model->surface.d > 0) {
        NSD_TRY(model->tangent ? nsd_mechanics_tangents(mechanics, state->t, state->q)
                               : NSD_ERR_BAD_ARGUMENT);
    }
    return nsd_step_friction_init(friction, &setup, options->h, state, scratch);
}

void nsd_mechanics_add_cohesion(const nsd_mechanics *mechanics, const nsd_step_friction *friction,
                                double scale, double *x)
{
    const int n = mechanics->model->n;
    for (int a = 0; a < mechanics->model->m && friction->cohesive_contacts > 0; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        for (int i = 0; i < n; i++) {
            x[i] += scale * normal[i] * friction->cohesion[a];
        }
    }
}

double nsd_mechanics_cohesion_to_state(const nsd_mechanics      *mechanics,
                                       const nsd_step_friction  *friction,
                                       const nsd_gap_velocities *ends, double *P, nsd_state *state)
{
    const int n = mechanics->model->n;
    double    work = 0.0;

    for (int a = 0; a < mechanics->model->m && friction->cohesive_contacts > 0; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        const double  cohesion = friction->cohesion[a];
        if (cohesion != 0.0) {
            P[a] += cohesion;
            work += cohesion * nsd_dense_dot(n, normal, ends->v_mid);
            state->U_before[a] = nsd_dense_dot(n, normal, ends->v0) + ends->y_t0[a];
            state->U[a] = nsd_dense_dot(n, normal, ends->v1) + ends->y_t1[a];
        }
    }
    return work;
}

int nsd_mechanics_touches(nsd_mechanics *mechanics, double t, const double *q, int a)
{
    const nsd_model *model = mechanics->model;
    const double     rounding = NSD_GAP_ROUNDING * nsd_dense_max_abs(model->n, q);

    return mechanics->y[a] <= rounding &&
           model->gap(model->context, t, q, mechanics->u) == NSD_OK && mechanics->u[a] <= rounding;
}

/* Residuals of the projection: gaps of the active contacts, then joints */
static nsd_status projection_residuals(nsd_mechanics *mechanics, double t, const double *below,
                                       const double *q, double *largest)
{
    const nsd_model *model = mechanics->model;
    const int        count = mechanics->tally.count;

    *largest = 0.0;
    if (model->m > 0) {
        NSD_TRY(model->gap(model->context, t, q, mechanics->y));
    }
    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        mechanics->u[i] = mechanics->y[a] + (below ? below[a] : 0.0);
        *largest = fmax(*largest, -mechanics->u[i]);
    }
    if (model->p > 0) {
        NSD_TRY(model->joint(model->context, t, q, mechanics->u + count));
        *largest = fmax(*largest, nsd_dense_max_abs(model->p, mechanics->u + count));
    }
    return check_finite((size_t)(count + model->p), mechanics->u);
}

nsd_status nsd_mechanics_project(nsd_mechanics *mechanics, double t, const double *below, double *q)
{
    const nsd_model *model = mechanics->model;
    const double     tolerance = PROJECTION_GAP * fmax(1.0, nsd_dense_max_abs(model->n, q));
    double           miss = 0.0, previous = INFINITY;

    for (int i = 0; i < PROJECTION_STEPS; i++) {
        NSD_TRY(projection_residuals(mechanics, t, below, q, &miss));
        if (miss <= tolerance) {
            return NSD_OK;
        }
        if (!(miss < previous)) { /* rounding, or there is no such position */
            return miss <= PROJECTION_ROUNDING * fmax(1.0, nsd_dense_max_abs(model->n, q))
                       ? NSD_OK
                       : NSD_NEWTON;
        }
        previous = miss;
        NSD_TRY(nsd_mechanics_factor_mass(mechanics, q));
        NSD_TRY(nsd_mechanics_contact_normals(mechanics, t, q));
        NSD_TRY(nsd_mechanics_joint_normals(mechanics, t, q));
        nsd_mechanics_gather(mechanics);
        NSD_TRY(nsd_mechanics_solve_contacts(mechanics, q));
    }
    return NSD_OK;
}
