/* geodesic.c - geodesics of the kinetic metric by differences of M, and the nearest admissible
 * point. */
#include "scheme/nonlinear/geodesic.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Runge-Kutta steps along a geodesic, which is as short as a step of the scheme. Smaller: the
 * projection loses digits; larger: the mass matrix is evaluated more often. */
#define RUNGE_KUTTA_STEPS 4

/* Iterations of the projection before the step fails. Smaller: projections that converge slowly
 * fail; larger: a projection that does not converge fails later. */
#define PROJECTION_ITERATIONS 60

/* The projection has converged when it moves by at most this part of max(1, max|x|): some
 * roundings. Larger: a less accurate projection; smaller: rounding never passes. */
#define PROJECTION_CHANGE 1e-14

/* A projection that no longer improves is accepted when it moves by at most this part of
 * max(1, max|x|): the noise of differenced mass matrices. Smaller: noise makes steps fail; larger:
 * a diverging iteration is accepted. */
#define PROJECTION_NOISE 1e-10

static size_t lay_out(nsd_geodesic *g, const nsd_model *model, nsd_scratch *scratch)
{
    const size_t n = (size_t)model->n;

    NSD_SCRATCH_ZEROS(scratch, n * n, &g->M_plus, &g->M_minus);
    NSD_SCRATCH_ZEROS(scratch, n, &g->q, &g->u, &g->a, &g->du, &g->force, &g->bend, &g->projection,
                      &g->target);
    NSD_SCRATCH_ZEROS(scratch, 8 * n, &g->rates);
    return nsd_scratch_counted(scratch);
}

size_t nsd_geodesic_scratch(const nsd_model *model)
{
    return lay_out(&(nsd_geodesic){ 0 }, model, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_geodesic_init(nsd_geodesic *geodesic, nsd_mechanics *mechanics, nsd_scratch *scratch)
{
    geodesic->mechanics = mechanics;
    lay_out(geodesic, mechanics->model, scratch);
    return nsd_scratch_is_full(scratch) ? NSD_ERR_WORKSPACE : NSD_OK;
}

static nsd_status mass_at(const nsd_geodesic *g, const double *q, double *M)
{
    const nsd_model *model = g->mechanics->model;
    const size_t     size = (size_t)model->n * (size_t)model->n;
    const nsd_status status = model->mass(model->context, q, M);
    return status == NSD_OK && !nsd_dense_all_finite(size, M) ? NSD_NOT_FINITE : status;
}

/* du <- M^-1 ( grad(u'M u)/2 - (dM/dt) u ), the acceleration of free motion with M(q)   (PR.4) */
static nsd_status acceleration(nsd_geodesic *g, double *q, const double *u, double *du)
{
    const int n = g->mechanics->model->n;

    memset(du, 0, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++) {
        const double saved = q[k], d = cbrt(DBL_EPSILON) * fmax(1.0, fabs(saved));
        q[k] = saved + d;
        NSD_TRY(mass_at(g, q, g->M_plus));
        q[k] = saved - d;
        NSD_TRY(mass_at(g, q, g->M_minus));
        q[k] = saved;
        double twice = 0.0; /* u'(dM/dq_k) u */
        for (int j = 0; j < n; j++) {
            const size_t column = (size_t)j * (size_t)n;
            g->force[j] = (nsd_dense_dot(n, g->M_plus + column, u) -
                           nsd_dense_dot(n, g->M_minus + column, u)) /
                          (2.0 * d);
            twice += u[j] * g->force[j];
        }
        for (int j = 0; j < n; j++) {
            du[j] -= u[k] * g->force[j];
        }
        du[k] += 0.5 * twice;
    }
    NSD_TRY(mass_at(g, q, g->M_plus));
    if (nsd_dense_cholesky(n, g->M_plus, n) != NSD_OK) {
        return NSD_LOST_DEFINITE;
    }
    nsd_dense_cholesky_solve(n, 1, g->M_plus, n, du, n);
    return NSD_OK;
}

/* One step of the classical Runge-Kutta rule for (q, u) */
static nsd_status runge_kutta_step(nsd_geodesic *g, double *q, double *u, double d)
{
    static const double reach[] = { 0.0, 0.5, 0.5, 1.0 }, weight[] = { 1.0, 2.0, 2.0, 1.0 };
    const size_t        n = (size_t)g->mechanics->model->n;

    for (size_t stage = 0; stage < 4; stage++) {
        double *dq = g->rates + 2 * stage * n, *du = dq + n;
        for (size_t i = 0; i < n; i++) {
            const double *last = g->rates + 2 * (stage - (stage > 0)) * n;
            const double  s = reach[stage] * d;
            g->a[i] = q[i] + (stage > 0 ? s * last[i] : 0.0);
            dq[i] = u[i] + (stage > 0 ? s * last[n + i] : 0.0);
        }
        NSD_TRY(acceleration(g, g->a, dq, du));
    }
    for (size_t stage = 0; stage < 4; stage++) {
        for (size_t i = 0; i < n; i++) {
            q[i] += d / 6.0 * weight[stage] * g->rates[2 * stage * n + i];
            u[i] += d / 6.0 * weight[stage] * g->rates[2 * stage * n + n + i];
        }
    }
    return NSD_OK;
}

nsd_status nsd_geodesic_shoot(nsd_geodesic *g, const double *q, const double *u, double *end)
{
    const int    n = g->mechanics->model->n, straight = g->mechanics->model->constant_mass;
    const size_t bytes = (size_t)n * sizeof(double);

    memcpy(g->q, q, bytes);
    memcpy(g->u, u, bytes);
    for (int k = 0; k < RUNGE_KUTTA_STEPS && !straight; k++) {
        NSD_TRY(runge_kutta_step(g, g->q, g->u, 1.0 / RUNGE_KUTTA_STEPS));
    }
    for (int i = 0; i < n; i++) {
        end[i] = g->q[i] + (straight ? u[i] : 0.0);
    }
    return NSD_OK;
}

/* g->a <- the point nearest to `target` for the gaps linearised at `projection`, in the metric of
 * `projection`. */
static nsd_status project_straight(nsd_geodesic *g, double t, const double *lambda)
{
    nsd_mechanics   *mechanics = g->mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;

    NSD_TRY(model->gap(model->context, t, g->projection, mechanics->y));
    NSD_TRY(nsd_mechanics_contact_normals(mechanics, t, g->projection));
    NSD_TRY(nsd_mechanics_factor_mass(mechanics, g->projection));
    for (int a = 0; a < model->m; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        mechanics->u[a] = mechanics->y[a];
        for (int i = 0; i < n; i++) {
            mechanics->u[a] += normal[i] * (g->target[i] - g->projection[i]);
        }
    }
    memcpy(g->a, g->target, (size_t)n * sizeof(double));
    memcpy(mechanics->contact.z, lambda, (size_t)model->m * sizeof(double));
    const nsd_contact_varying_problem problem = {
        model->m, 0, mechanics->H, mechanics->u, nsd_mechanics_solve, mechanics, NULL
    };
    return nsd_contact_varying_solve(&mechanics->contact, &problem, g->a);
}

/* bend <- end of the straight line from `projection` minus end of the geodesic */
static nsd_status fill_bend(nsd_geodesic *g, const double *lambda)
{
    nsd_mechanics *mechanics = g->mechanics;
    const int      n = mechanics->model->n, m = mechanics->model->m;

    memset(g->du, 0, (size_t)n * sizeof(double)); /* velocity -M^-1 H lambda */
    for (int a = 0; a < m; a++) {
        for (int i = 0; i < n; i++) {
            g->du[i] -= mechanics->H[i + (size_t)a * (size_t)n] * lambda[a];
        }
    }
    nsd_mechanics_solve(mechanics, g->du);
    NSD_TRY(nsd_geodesic_shoot(g, g->projection, g->du, g->bend));
    for (int i = 0; i < n; i++) {
        g->bend[i] = g->projection[i] + g->du[i] - g->bend[i];
    }
    return NSD_OK;
}

/* lambda <- the new multipliers; returns how far their change moves the end of the line at most */
static double multipliers_move(nsd_geodesic *g, double *lambda)
{
    const nsd_contact_varying *contact = &g->mechanics->contact;
    const int                  n = g->mechanics->model->n, m = g->mechanics->model->m;
    double                     largest = 0.0;

    for (int a = 0; a < m; a++) {
        const double step = fabs(contact->z[a] - lambda[a]);
        largest = fmax(largest, step * nsd_dense_max_abs(n, contact->X + (size_t)a * (size_t)n));
        lambda[a] = contact->z[a];
    }
    return largest;
}

nsd_status nsd_geodesic_project(nsd_geodesic *g, double t, double *x, double *lambda)
{
    const nsd_model *model = g->mechanics->model;
    const size_t     bytes = (size_t)model->n * sizeof(double);
    double           previous = INFINITY;

    memcpy(g->projection, x, bytes);
    memset(g->bend, 0, bytes);
    memset(lambda, 0, (size_t)model->m * sizeof(double));
    for (int round = 0; round < PROJECTION_ITERATIONS; round++) {
        double change = 0.0;
        nsd_dense_sum(model->n, x, 1.0, g->bend, g->target);
        NSD_TRY(project_straight(g, t, lambda));
        for (int i = 0; i < model->n; i++) {
            change = fmax(change, fabs(g->a[i] - g->projection[i]));
        }
        change = fmax(change,
                      multipliers_move(g, lambda)); /* at a corner only the multipliers change */
        memcpy(g->projection, g->a, bytes);
        const double size = fmax(1.0, nsd_dense_max_abs(model->n, x));
        if (change <= PROJECTION_CHANGE * size ||
            (change <= PROJECTION_NOISE * size && !(change < previous))) {
            memcpy(x, g->projection, bytes);
            return NSD_OK;
        }
        previous = change;
        NSD_TRY(fill_bend(g, lambda));
    }
    return NSD_NEWTON;
}
