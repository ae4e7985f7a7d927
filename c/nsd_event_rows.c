/* nsd_event_rows.c - equations of held contacts and joints: normals, bias, solution, drift. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "nsd_event_parts.h"

#define PROJECTIONS 5 /* Newton steps onto the surfaces at most */

double nsd_event_gap_noise(const nsd_event_newmark *s, const double *q)
{
    return 4.0 * DBL_EPSILON * nsd_max_abs(s->common.model->n, q);
}

void nsd_event_select(nsd_event_newmark *s, const int *members)
{
    nsd_contact *set = &s->common.report;
    set->count = 0;
    for (int a = 0; a < set->m; a++) {
        if (members[a]) {
            set->active[set->count++] = a;
        }
    }
}

nsd_status nsd_event_rates(nsd_event_newmark *s, const nsd_event_point *point, double *U)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    if (model->m == 0) {
        return NSD_OK;
    }
    const nsd_status status = nsd_model_gap_jac(model, point->t, point->q, common->H, common->y_t,
                                                common->work);
    for (int a = 0; a < model->m; a++) {
        const double *normal = common->H + (size_t)a * (size_t)model->n;
        U[a] = nsd_dot(model->n, normal, point->v) + common->y_t[a];
    }
    return status;
}

static nsd_status joint_rates(nsd_event_newmark *s, const nsd_event_point *point, double *U)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    if (model->p == 0) {
        return NSD_OK;
    }
    const nsd_status status = nsd_model_joint_jac(model, point->t, point->q, common->J, common->g_t,
                                                  common->work);
    for (int j = 0; j < model->p; j++) {
        const double *normal = common->J + (size_t)j * (size_t)model->n;
        U[j] = nsd_dot(model->n, normal, point->v) + common->g_t[j];
    }
    return status;
}

/* Rates of the selected contacts' family and of the joints: m + p numbers */
static nsd_status all_rates(nsd_event_newmark *s, const nsd_event_point *point, double *U)
{
    nsd_status status = NSD_OK;
    if (s->common.report.count > 0) {
        status = nsd_event_rates(s, point, U);
    }
    return status == NSD_OK ? joint_rates(s, point, U + s->common.model->m) : status;
}

nsd_status nsd_event_bias(nsd_event_newmark *s, const nsd_event_point *point)
{
    const nsd_model *model = s->common.model;
    const int        n = model->n, rows = model->m + model->p;
    const int        exact = (s->common.report.count == 0 || model->gap_jac) &&
                      (model->p == 0 || model->joint_jac);
    const double    d = exact ? s->h / 64.0 : s->h; /* differenced normals are noisier */
    double         *after = s->rates, *before = s->rates + rows;
    nsd_event_point moved = { point->t + d, s->q_try, point->v };

    for (int i = 0; i < n; i++) {
        s->q_try[i] = point->q[i] + d * point->v[i];
    }
    nsd_status status = all_rates(s, &moved, after);
    for (int i = 0; i < n; i++) {
        s->q_try[i] = point->q[i] - d * point->v[i];
    }
    moved.t = point->t - d;
    if (status == NSD_OK) {
        status = all_rates(s, &moved, before);
    }
    for (int i = 0; i < rows; i++) {
        s->kappa[i] = (after[i] - before[i]) / (2.0 * d);
    }
    if (status == NSD_OK) {
        status = all_rates(s, point, after);
    }
    nsd_lagrangian_gather(&s->common);
    return status;
}

nsd_status nsd_event_equalities(nsd_event_newmark *s, const nsd_local_problem *problem, double *x)
{
    nsd_local *rows = &s->rows;
    const int  n = rows->n;

    if (problem->count + problem->p != 1) {
        return nsd_local_solve(rows, problem, x);
    }
    memcpy(rows->X, problem->G, (size_t)n * sizeof(double));
    problem->solve(problem->context, rows->X);
    rows->z[0] = -problem->u[0] / nsd_dot(n, problem->G, rows->X);
    for (int i = 0; i < n; i++) {
        x[i] += rows->X[i] * rows->z[0];
    }
    return isfinite(rows->z[0]) ? NSD_OK : NSD_RAY;
}

/* Largest distance of held contacts and joints from zero; their values in common->u */
static nsd_status distance(nsd_event_newmark *s, double t, const double *q, double *largest)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const int        count = common->report.count;
    nsd_status       status = NSD_OK;

    if (count > 0) {
        status = model->gap(model->context, t, q, common->y);
    }
    for (int i = 0; i < count; i++) {
        common->u[i] = common->y[common->report.active[i]];
    }
    if (model->p > 0 && status == NSD_OK) {
        status = model->joint(model->context, t, q, common->u + count);
    }
    *largest = nsd_max_abs(count + model->p, common->u);
    return status;
}

static nsd_status normals(nsd_event_newmark *s, const nsd_event_point *point)
{
    const nsd_status status = all_rates(s, point, s->rates);
    nsd_lagrangian_gather(&s->common);
    return status;
}

nsd_status nsd_event_onto(nsd_event_newmark *s, const nsd_event_point *point, double tolerance,
                          double *q)
{
    nsd_lagrangian         *common = &s->common;
    const int               rows = common->report.count + common->model->p;
    const nsd_local_problem problem = {
        0, rows, common->G, common->u, nsd_lagrangian_solve, common
    };
    double     miss = 0.0, previous = INFINITY;
    nsd_status status = NSD_OK;

    for (int k = 0; k < PROJECTIONS && status == NSD_OK; k++) {
        status = distance(s, point->t, q, &miss);
        if (status != NSD_OK || miss <= tolerance || !(miss < previous)) {
            break;
        }
        previous = miss;
        status = normals(s, point);
        if (status == NSD_OK) {
            status = nsd_lagrangian_factor_mass(common, q);
        }
        if (status == NSD_OK) {
            status = nsd_event_equalities(s, &problem, q);
        }
    }
    return status;
}

nsd_status nsd_event_along(nsd_event_newmark *s, const nsd_event_point *point, double *v)
{
    nsd_lagrangian         *common = &s->common;
    const nsd_model        *model = common->model;
    const int               count = common->report.count, rows = count + model->p;
    const nsd_local_problem problem = {
        0, rows, common->G, common->u, nsd_lagrangian_solve, common
    };
    double drift = 0.0;

    nsd_status status = normals(s, point);
    for (int i = 0; i < rows; i++) {
        common->u[i] = s->rates[i < count ? common->report.active[i] : model->m + i - count];
        drift = fmax(drift, fabs(common->u[i]));
    }
    if (status != NSD_OK || drift <= 4.0 * DBL_EPSILON * nsd_max_abs(model->n, v)) {
        return status;
    }
    status = nsd_lagrangian_factor_mass(common, point->q);
    return status == NSD_OK ? nsd_event_equalities(s, &problem, v) : status;
}
