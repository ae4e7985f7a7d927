/* held.c - equations of held contacts and joints: normals, bias, solution, drift. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact/held.h"

#define PROJECTIONS 5     /* Newton steps onto the surfaces at most                      */
#define SLIGHT      1e-12 /* of the velocities: drift that need not be removed exactly  */

static size_t rows_of(const nsd_model *model)
{
    return (size_t)model->m + (size_t)model->p;
}

size_t nsd_held_scratch(const nsd_model *model)
{
    return nsd_contact_varying_scratch(model->n, 0, model->m + model->p) +
           nsd_scratch_need(3 * rows_of(model), sizeof(double));
}

nsd_status nsd_held_init(nsd_held *held, nsd_mechanics *mechanics, nsd_scratch *scratch)
{
    const nsd_model *model = mechanics->model;
    const size_t     rows = rows_of(model);

    held->mechanics = mechanics;
    held->kappa = nsd_scratch_take(scratch, 3 * rows, sizeof(double));
    if (!held->kappa) {
        return NSD_ERR_WORKSPACE;
    }
    memset(held->kappa, 0, 3 * rows * sizeof(double));
    held->rates = held->kappa + rows;
    held->work = held->rates + rows;
    return nsd_contact_varying_init(&held->rows, model->n, 0, model->m + model->p,
                                    &mechanics->options.step.lcp, scratch);
}

void nsd_held_select(nsd_held *held, const int *members)
{
    nsd_tally *set = &held->mechanics->tally;
    set->count = 0;
    for (int a = 0; a < set->m; a++) {
        if (members[a]) {
            set->active[set->count++] = a;
        }
    }
}

nsd_status nsd_held_rates(nsd_held *held, const nsd_event_point *point, double *U)
{
    nsd_mechanics   *mechanics = held->mechanics;
    const nsd_model *model = mechanics->model;
    if (model->m == 0) {
        return NSD_OK;
    }
    nsd_status status = nsd_model_gap_jac(model, point->t, point->q, mechanics->H, mechanics->y_t,
                                          mechanics->work);
    const int  along = !model->gap_jac && held->short_time > 0.0;
    if (status == NSD_OK && along) {
        nsd_model_motion line = { point->t, point->q, point->v, NULL, held->short_time };
        status = nsd_model_gap_motion(model, &line, U, held->work, mechanics->H, mechanics->work);
    }
    for (int a = 0; a < model->m; a++) {
        const double normal = nsd_dense_dot(model->n, mechanics->H + (size_t)a * (size_t)model->n,
                                            point->v);
        if (along) {
            mechanics->y_t[a] = U[a] - normal; /* and U is better than their sum would be */
        } else {
            U[a] = normal + mechanics->y_t[a];
        }
    }
    return status;
}

static nsd_status joint_rates(nsd_held *held, const nsd_event_point *point, double *U)
{
    nsd_mechanics   *mechanics = held->mechanics;
    const nsd_model *model = mechanics->model;
    if (model->p == 0) {
        return NSD_OK;
    }
    const nsd_status status = nsd_model_joint_jac(model, point->t, point->q, mechanics->J,
                                                  mechanics->g_t, mechanics->work);
    for (int j = 0; j < model->p; j++) {
        const double *normal = mechanics->J + (size_t)j * (size_t)model->n;
        U[j] = nsd_dense_dot(model->n, normal, point->v) + mechanics->g_t[j];
    }
    return status;
}

/* Rates of the selected contacts' family and of the joints: m + p numbers */
static nsd_status all_rates(nsd_held *held, const nsd_event_point *point, double *U)
{
    nsd_status status = NSD_OK;
    if (held->mechanics->tally.count > 0) {
        status = nsd_held_rates(held, point, U);
    }
    return status == NSD_OK ? joint_rates(held, point, U + held->mechanics->model->m) : status;
}

nsd_status nsd_held_normals(nsd_held *held, const nsd_event_point *point)
{
    const nsd_status status = all_rates(held, point, held->rates);
    nsd_mechanics_gather(held->mechanics);
    return status;
}

nsd_status nsd_held_bias(nsd_held *held, const nsd_event_point *point, double d)
{
    const nsd_model *model = held->mechanics->model;
    nsd_model_motion line = { point->t, point->q, point->v, NULL, d };
    nsd_status       status = NSD_OK;

    if (held->mechanics->tally.count > 0) {
        status = nsd_model_gap_bias(model, &line, held->kappa, held->mechanics->work);
    }
    if (status == NSD_OK && model->p > 0) {
        status = nsd_model_joint_bias(model, &line, held->kappa + model->m, held->mechanics->work);
    }
    return status == NSD_OK ? nsd_held_normals(held, point) : status;
}

nsd_status nsd_held_equalities(nsd_held *held, const nsd_contact_varying_problem *problem,
                               double *x)
{
    nsd_contact_varying *rows = &held->rows;
    const int            n = rows->n;

    if (problem->count + problem->p != 1) {
        return nsd_contact_varying_solve(rows, problem, x);
    }
    memcpy(rows->X, problem->G, (size_t)n * sizeof(double));
    problem->solve(problem->context, rows->X);
    rows->z[0] = -problem->u[0] / nsd_dense_dot(n, problem->G, rows->X);
    for (int i = 0; i < n; i++) {
        x[i] += rows->X[i] * rows->z[0];
    }
    return isfinite(rows->z[0]) ? NSD_OK : NSD_RAY;
}

/* Largest distance of held contacts and joints from zero; their values in mechanics->u */
static nsd_status distance(nsd_held *held, double t, const double *q, double *largest)
{
    nsd_mechanics   *mechanics = held->mechanics;
    const nsd_model *model = mechanics->model;
    const int        count = mechanics->tally.count;
    nsd_status       status = NSD_OK;

    if (count > 0) {
        status = model->gap(model->context, t, q, mechanics->y);
    }
    for (int i = 0; i < count; i++) {
        mechanics->u[i] = mechanics->y[mechanics->tally.active[i]];
    }
    if (model->p > 0 && status == NSD_OK) {
        status = model->joint(model->context, t, q, mechanics->u + count);
    }
    *largest = nsd_dense_max_abs(count + model->p, mechanics->u);
    return status;
}

nsd_status nsd_held_project_positions(nsd_held *held, const nsd_event_point *point,
                                      double tolerance, double *q)
{
    nsd_mechanics                    *mechanics = held->mechanics;
    const int                         rows = mechanics->tally.count + mechanics->model->p;
    const nsd_contact_varying_problem problem = {
        0, rows, mechanics->G, mechanics->u, nsd_mechanics_solve, mechanics
    };
    double     miss = 0.0, previous = INFINITY;
    nsd_status status = NSD_OK;

    for (int k = 0; k < PROJECTIONS && status == NSD_OK; k++) {
        status = distance(held, point->t, q, &miss);
        if (status != NSD_OK || miss <= tolerance || !(miss < previous)) {
            break;
        }
        previous = miss;
        status = nsd_held_normals(held, point);
        if (status == NSD_OK) {
            status = nsd_mechanics_factor_mass(mechanics, q);
        }
        if (status == NSD_OK) {
            status = nsd_held_equalities(held, &problem, q);
        }
    }
    /* contacts that cannot all be closed, as two walls that face each other, stay as they are */
    return status == NSD_RAY && mechanics->tally.count > 0 ? NSD_OK : status;
}

nsd_status nsd_held_project_velocities(nsd_held *held, const nsd_event_point *point, double *v)
{
    nsd_mechanics                    *mechanics = held->mechanics;
    const nsd_model                  *model = mechanics->model;
    const int                         count = mechanics->tally.count, rows = count + model->p;
    const nsd_contact_varying_problem problem = {
        0, rows, mechanics->G, mechanics->u, nsd_mechanics_solve, mechanics
    };
    double drift = 0.0;

    nsd_status status = nsd_held_normals(held, point);
    for (int i = 0; i < rows; i++) {
        mechanics->u[i] =
            held->rates[i < count ? mechanics->tally.active[i] : model->m + i - count];
        drift = fmax(drift, fabs(mechanics->u[i]));
    }
    if (status != NSD_OK || drift <= 4.0 * DBL_EPSILON * nsd_dense_max_abs(model->n, v)) {
        return status;
    }
    status = nsd_mechanics_factor_mass(mechanics, point->q);
    if (status == NSD_OK) {
        status = nsd_held_equalities(held, &problem, v);
    }
    return status == NSD_RAY && drift <= SLIGHT * nsd_dense_max_abs(model->n, v) ? NSD_OK : status;
}
