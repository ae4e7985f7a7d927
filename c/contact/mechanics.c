/* mechanics.c - work space, evaluations and factors of the nonlinear schemes. */
#include "contact/mechanics.h"

#include <math.h>
#include <string.h>

/* Of all contacts: normals, and tangents where there is friction */
static size_t directions(const nsd_model *model)
{
    return (size_t)model->m * (size_t)(1 + model->surface.d);
}

/* Differences of the model, or a condition number, which takes 4 n */
static size_t work_size(const nsd_model *model)
{
    const size_t differences = nsd_model_work(model), condition = 4 * (size_t)model->n;
    return differences > condition ? differences : condition;
}

/* Sizes of the double arrays of nsd_mechanics, in the order of take_arrays. */
static size_t doubles(const nsd_model *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t c = directions(model);
    return 4 * n * n + n * m + n * p + n * (c + p) + m + m + p + c + p + 4 * n + n * (c - m) +
           work_size(model);
}

size_t nsd_mechanics_scratch(const nsd_model *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m;
    return nsd_scratch_need(doubles(model), sizeof(double)) + nsd_scratch_need(n, sizeof(nsd_int)) +
           nsd_scratch_need(m, sizeof(int)) +
           nsd_contact_varying_scratch(model->n, (int)directions(model), model->p);
}

static void take_arrays(nsd_mechanics *common, double *room)
{
    const nsd_model *model = common->model;
    const size_t     n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t     c = directions(model);
    const size_t     all = n * (c + p), tangents = n * (c - m);
    const size_t     sizes[] = { n * n, n * n, n * n, n * n, n * m, n * p, all, m,
                                 m,     p,     c + p, n,     n,     n,     n,   tangents };
    double **const   arrays[] = { &common->M,     &common->A,     &common->Fq, &common->Fv,
                                  &common->H,     &common->J,     &common->G,  &common->y,
                                  &common->y_t,   &common->g_t,   &common->u,  &common->F,
                                  &common->q_mid, &common->v_mid, &common->r,  &common->T };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        *arrays[i] = room;
        room += sizes[i];
    }
    common->work = room;
}

nsd_status nsd_mechanics_init(nsd_mechanics *common, const nsd_model *model,
                              const nsd_nonlinear_options *options, nsd_scratch *scratch)
{
    memset(common, 0, sizeof *common);
    common->model = model;
    common->options = *options;
    double *room = nsd_scratch_take(scratch, doubles(model), sizeof(double));
    common->pivot = nsd_scratch_take(scratch, (size_t)model->n, sizeof(nsd_int));
    common->tally.active = nsd_scratch_take(scratch, (size_t)model->m, sizeof(int));
    if (!room || !common->pivot || !common->tally.active) {
        return NSD_ERR_WORKSPACE;
    }
    memset(room, 0, doubles(model) * sizeof *room);
    take_arrays(common, room);
    common->tally.n = model->n;
    common->tally.m = model->m;
    common->tally.p = model->p;
    return nsd_contact_varying_init(&common->contact, model->n, (int)directions(model), model->p,
                                    &options->step.lcp, scratch);
}

nsd_status nsd_mechanics_mass(nsd_mechanics *common, const double *q)
{
    const size_t     n = (size_t)common->model->n;
    const nsd_status status = common->model->mass(common->model->context, q, common->M);
    if (status != NSD_OK) {
        return status;
    }
    return nsd_all_finite(n * n, common->M) ? NSD_OK : NSD_NOT_FINITE;
}

nsd_status nsd_mechanics_factor_mass(nsd_mechanics *common, const double *q)
{
    const nsd_model *model = common->model;
    const size_t     n = (size_t)model->n;

    common->newton_h = 0.0;
    if (model->mass_factor) {
        common->holds = NSD_HOLDS_MODEL;
        return model->mass_factor(model->context, q);
    }
    nsd_status status = nsd_mechanics_mass(common, q);
    if (status != NSD_OK) {
        return status;
    }
    memcpy(common->A, common->M, n * n * sizeof(double));
    common->holds = NSD_HOLDS_CHOLESKY;
    status = nsd_cholesky(model->n, common->A, model->n);
    return status == NSD_OK ? NSD_OK : NSD_LOST_DEFINITE;
}

void nsd_mechanics_solve(void *context, double *x)
{
    const nsd_mechanics *common = context;
    const int            n = common->model->n;
    switch (common->holds) {
    case NSD_HOLDS_MODEL:
        common->model->mass_solve(common->model->context, x);
        break;
    case NSD_HOLDS_CHOLESKY:
        nsd_cholesky_solve_one(n, common->A, n, x);
        break;
    case NSD_HOLDS_LU:
        nsd_lu_solve(n, 1, common->A, n, common->pivot, x, n);
        break;
    }
}

nsd_status nsd_mechanics_force(nsd_mechanics *common, double t, const double *q, const double *v,
                               double *F)
{
    const nsd_status status = common->model->force(common->model->context, t, q, v, F);
    if (status != NSD_OK) {
        return status;
    }
    return nsd_all_finite((size_t)common->model->n, F) ? NSD_OK : NSD_NOT_FINITE;
}

nsd_status nsd_mechanics_kinetic(nsd_mechanics *common, const double *q, const double *v,
                                 double *kinetic)
{
    const nsd_model *model = common->model;
    if (model->kinetic) {
        return model->kinetic(model->context, q, v, kinetic);
    }
    const nsd_status status = model->constant_mass ? NSD_OK : nsd_mechanics_mass(common, q);
    *kinetic = 0.0;
    for (int j = 0; j < model->n; j++) {
        *kinetic += 0.5 * v[j] * nsd_dot(model->n, common->M + (size_t)j * (size_t)model->n, v);
    }
    return status;
}

nsd_status nsd_mechanics_potential(nsd_mechanics *common, const double *q, double *potential)
{
    *potential = 0.0;
    return common->model->potential ? common->model->potential(common->model->context, q, potential)
                                    : NSD_OK;
}

nsd_status nsd_mechanics_start(nsd_mechanics *common, nsd_state *state, nsd_ledger *ledger)
{
    const nsd_model *model = common->model;
    const int        n = model->n;

    memset(ledger, 0, sizeof *ledger);
    memset(state->P, 0, (size_t)model->m * sizeof(double));
    memset(state->mu, 0, (size_t)model->p * sizeof(double));
    nsd_status status = nsd_mechanics_mass(common, state->q); /* kept when it is constant */
    if (status == NSD_OK) {
        status = nsd_mechanics_factor_mass(common, state->q);
    }
    if (status == NSD_OK && model->m > 0) {
        status = nsd_model_gap_jac(model, state->t, state->q, common->H, common->y_t, common->work);
    }
    for (int a = 0; a < model->m && status == NSD_OK; a++) {
        const double *normal = common->H + (size_t)a * (size_t)n;
        state->U[a] = state->U_before[a] = nsd_dot(n, normal, state->v) + common->y_t[a];
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_kinetic(common, state->q, state->v, &ledger->value[NSD_KINETIC]);
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_potential(common, state->q, &ledger->value[NSD_POTENTIAL]);
    }
    return status;
}

void nsd_mechanics_gather(nsd_mechanics *common)
{
    const size_t n = (size_t)common->model->n, count = (size_t)common->tally.count;
    for (size_t i = 0; i < count; i++) {
        const size_t a = (size_t)common->tally.active[i];
        memcpy(common->G + i * n, common->H + a * n, n * sizeof(double));
    }
    memcpy(common->G + count * n, common->J, n * (size_t)common->model->p * sizeof(double));
}

void nsd_mechanics_gather_blocks(nsd_mechanics *common)
{
    const size_t n = (size_t)common->model->n, count = (size_t)common->tally.count;
    const size_t d = (size_t)common->model->surface.d;
    double      *column = common->G;
    for (size_t i = 0; i < count; i++) {
        const size_t a = (size_t)common->tally.active[i];
        memcpy(column, common->H + a * n, n * sizeof(double));
        memcpy(column + n, common->T + a * d * n, d * n * sizeof(double));
        column += (1 + d) * n;
    }
    memcpy(column, common->J, n * (size_t)common->model->p * sizeof(double));
}

nsd_status nsd_mechanics_released(nsd_mechanics *common, nsd_state *state, const double *P,
                                  const double *v0, const double *v1)
{
    const nsd_model *model = common->model;
    nsd_status       status = NSD_OK;
    int              known = 0; /* in G and u, which are free after the step */

    for (int a = 0; a < model->m && status == NSD_OK; a++) {
        if (!(state->P[a] > 0.0) || P[a] > 0.0) {
            continue;
        }
        if (!known) {
            const double t = state->t + common->options.step.h;
            status = nsd_model_gap_jac(model, t, state->q, common->G, common->u, common->work);
            known = 1;
        }
        const double *normal = common->G + (size_t)a * (size_t)model->n;
        state->U_before[a] = nsd_dot(model->n, normal, v0) + common->u[a];
        state->U[a] = nsd_dot(model->n, normal, v1) + common->u[a];
    }
    return status;
}

nsd_status nsd_mechanics_tangents(nsd_mechanics *common, double t, const double *q)
{
    const nsd_model *model = common->model;
    const size_t     size = (size_t)model->n * (size_t)(model->surface.d * model->m);
    const nsd_status status = model->tangent(model->context, t, q, common->T);
    if (status != NSD_OK) {
        return status;
    }
    return nsd_all_finite(size, common->T) ? NSD_OK : NSD_NOT_FINITE;
}

int nsd_mechanics_touches(nsd_mechanics *common, double t, const double *q, int a)
{
    const nsd_model *model = common->model;
    const double     rounding = NSD_GAP_ROUNDING * nsd_max_abs(model->n, q);

    return common->y[a] <= rounding && model->gap(model->context, t, q, common->u) == NSD_OK &&
           common->u[a] <= rounding;
}

/* Residuals of the projection: gaps of the active contacts, then joints */
static nsd_status misses(nsd_mechanics *common, double t, const double *below, const double *q,
                         double *largest)
{
    const nsd_model *model = common->model;
    const int        count = common->tally.count;
    nsd_status       status = model->m > 0 ? model->gap(model->context, t, q, common->y) : NSD_OK;

    *largest = 0.0;
    for (int i = 0; i < count; i++) {
        const int a = common->tally.active[i];
        common->u[i] = common->y[a] + (below ? below[a] : 0.0);
        *largest = fmax(*largest, -common->u[i]);
    }
    if (model->p > 0 && status == NSD_OK) {
        status = model->joint(model->context, t, q, common->u + count);
        *largest = fmax(*largest, nsd_max_abs(model->p, common->u + count));
    }
    if (status == NSD_OK && !nsd_all_finite((size_t)(count + model->p), common->u)) {
        status = NSD_NOT_FINITE;
    }
    return status;
}

nsd_status nsd_mechanics_project(nsd_mechanics *common, double t, const double *below, double *q)
{
    const nsd_model *model = common->model;
    const double     tolerance = 1e-13 * fmax(1.0, nsd_max_abs(model->n, q));
    double           miss = 0.0, previous = INFINITY;

    for (int i = 0; i < 10; i++) {
        nsd_status status = misses(common, t, below, q, &miss);
        if (status != NSD_OK || miss <= tolerance) {
            return status;
        }
        if (!(miss < previous)) { /* rounding, or there is no such position */
            return miss <= 1e-8 * fmax(1.0, nsd_max_abs(model->n, q)) ? NSD_OK : NSD_NEWTON;
        }
        previous = miss;
        status = nsd_mechanics_factor_mass(common, q);
        if (status == NSD_OK && model->m > 0) {
            status = nsd_model_gap_jac(model, t, q, common->H, common->y_t, common->work);
        }
        if (status == NSD_OK && model->p > 0) {
            status = nsd_model_joint_jac(model, t, q, common->J, common->g_t, common->work);
        }
        if (status != NSD_OK) {
            return status;
        }
        nsd_mechanics_gather(common);
        memset(common->contact.z, 0, (size_t)common->contact.capacity * sizeof(double));
        const nsd_contact_varying_problem problem = { common->tally.count, model->p,
                                                      common->G,           common->u,
                                                      nsd_mechanics_solve, common };
        status = nsd_contact_varying_solve(&common->contact, &problem, q);
        if (status != NSD_OK) {
            return status;
        }
    }
    return NSD_OK;
}
