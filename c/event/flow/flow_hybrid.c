/* flow_hybrid.c - field, guards, resets and sticking of a hybrid system. */
#include "event/flow/flow_hybrid.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Relative noise of the sticking field, whose forces come from differences; sets the displacement
 * of Jacobians in integrate_rosenbrock.c. Smaller: noise in Jacobians; larger: truncation. */
#define STICKING_FIELD_NOISE 1e-10

/* Sweeps over the guards whose velocities are brought to zero one after the other. Fewer: coupled
 * guards keep a velocity. */
#define MOST_VELOCITY_SWEEPS 30

/* Part of the speed of the last hit: how hard a sticking guard is hit to measure D (ED.21).
 * Smaller: differences drown the change of h'; larger: D of a state that is too far away. */
#define PROBE_SPEED_PART 1e-2

/* Part of the fastest hit so far: a last hit that was slower is taken as this fast for
 * PROBE_SPEED_PART. Smaller: slow hits drown in the differences. */
#define LEAST_HIT_PART 1e-3

/* Resets at one instant while a closed guard approaches, then NSD_STALLED. Fewer: ends runs with
 * many coupled guards. */
#define MOST_RESETS 20

/* Value of a guard, in its own unit, up to which it is still closed after the reset of another
 * guard. Larger: guards are reset that the first reset has opened; smaller: coupled resets are
 * lost. */
#define STILL_CLOSED_VALUE 1e-9

/* f <- x' without sticking: M^-1 times the rate of the model */
static nsd_status free_rate(nsd_flow_hybrid *s, double t, const double *x, double *f)
{
    const nsd_hybrid_model *model = s->model;

    NSD_TRY(model->rate(model->context, t, x, f));
    if (model->mass) {
        NSD_TRY(model->mass(model->context, x, s->M));
        if (nsd_dense_lu(model->n, s->M, model->n, s->pivot) != NSD_OK) {
            return NSD_LOST_DEFINITE;
        }
        nsd_dense_lu_solve(model->n, 1, s->M, model->n, s->pivot, f, model->n);
    }
    return nsd_dense_all_finite((size_t)model->n, f) ? NSD_OK : NSD_NOT_FINITE;
}

/* hd <- h' along the free field at x; f: room for the field */
static nsd_status guard_speeds(nsd_flow_hybrid *s, double t, const double *x, double *f, double *hd)
{
    NSD_TRY(free_rate(s, t, x, f));
    nsd_model_motion line = { t, x, f, NULL, s->first.base.difference_time };
    return nsd_model_gap_motion(&s->first.guards, &line, hd, s->first.hdd, s->first.H,
                                s->first.work);
}

static nsd_status speeds(nsd_flow *flow, double t, const double *x, double *hd)
{
    nsd_flow_hybrid *s = (nsd_flow_hybrid *)flow;
    return guard_speeds(s, t, x, s->f_near, hd);
}

static nsd_status free_field(void *flow, double t, const double *x, double *f)
{
    return free_rate(flow, t, x, f);
}

/* s->first.hd, s->first.hdd <- derivatives of the guards along the free field f at x */
static nsd_status free_motion(nsd_flow_hybrid *s, double t, const double *x, const double *f)
{
    const nsd_flow_point at = { t, x, f };
    NSD_TRY(nsd_flow_first_order_bend(&s->first, free_field, &at, s->bend, s->displaced));
    nsd_model_motion motion = { t, x, f, s->bend, s->first.base.difference_time };
    return nsd_model_gap_motion(&s->first.guards, &motion, s->first.hd, s->first.hdd, s->first.H,
                                s->first.work);
}

/* First guess of D_i before any reset: along the gradient of h'_i */
static nsd_status guess_direction(nsd_flow_hybrid *s, double t, const double *x, int i)
{
    const int n = s->model->n;
    double   *D = s->D + (size_t)i * (size_t)n;

    memcpy(s->near, x, (size_t)n * sizeof(double));
    NSD_TRY(nsd_flow_first_order_gradient(&s->first, speeds, t, i, s->near, D));
    const double square = nsd_dense_dot(n, D, D);
    for (int j = 0; j < n; j++) {
        D[j] /= square;
    }
    return NSD_OK;
}

/* Speed with which guard i is hit to measure what its reset does */
static double probe_speed(const nsd_flow_hybrid *s, int i)
{
    return s->speed[i] > 0.0 ? PROBE_SPEED_PART * fmax(s->speed[i], LEAST_HIT_PART * s->fastest[i])
                             : PROBE_SPEED_PART;
}

/* D_i at x: the guard is hit with a small speed, and the change of the state by the reset is
 * divided by the change of h'. What the reset does at rest, such as putting the position onto the
 * surface, is no part of it. D_i stays if the reset does not change h'.                  (ED.21) */
static nsd_status measure_direction(nsd_flow_hybrid *s, double t, const double *x, int i)
{
    const int    n = s->model->n;
    double      *D = s->D + (size_t)i * (size_t)n;
    const double hit = probe_speed(s, i);

    if (!(nsd_dense_max_abs(n, D) > 0.0)) {
        NSD_TRY(guess_direction(s, t, x, i));
    }
    for (int j = 0; j < n; j++) {
        s->near[j] = x[j] - (hit + s->first.hd[i]) * D[j];
    }
    NSD_TRY(guard_speeds(s, t, s->near, s->f_near, s->hd_near));
    const double before = s->hd_near[i];
    NSD_TRY(s->model->reset(s->model->context, t, s->near, i, s->far));
    NSD_TRY(guard_speeds(s, t, s->far, s->f_far, s->hd_near));
    const double change = s->hd_near[i] - before;
    if (!(change > 0.5 * hit)) {
        return NSD_OK;
    }
    for (int j = 0; j < n; j++) {
        s->near[j] = (s->far[j] - s->near[j]) / change;
    }
    double *rest = s->displaced;
    nsd_dense_sum(n, x, -s->first.hd[i], D, rest);
    NSD_TRY(s->model->reset(s->model->context, t, rest, i, s->far));
    for (int j = 0; j < n; j++) {
        D[j] = s->near[j] - (s->far[j] - rest[j]) / change;
    }
    return NSD_OK;
}

/* G <- h'_i along D_j on s->set */
static nsd_status fill_coupling(nsd_flow_hybrid *s, double t, const double *x, int count)
{
    const int n = s->model->n;

    for (int b = 0; b < count; b++) {
        const double *D = s->D + (size_t)s->set[b] * (size_t)n;
        const double  d = probe_speed(s, s->set[b]);
        for (int side = 0; side < 2 && count > 1; side++) {
            for (int j = 0; j < n; j++) {
                s->near[j] = x[j] + (side ? -d : d) * D[j];
            }
            NSD_TRY(guard_speeds(s, t, s->near, s->f_near, side ? s->hd_near : s->first.u));
        }
        for (int a = 0; a < count; a++) {
            const int i = s->set[a];
            s->G[a + b * count] = a == b ? 1.0 : (s->first.u[i] - s->hd_near[i]) / (2.0 * d);
        }
    }
    return NSD_OK;
}

/* D and G of the members, s->set and `count` of them, and h'' of all guards; f: free field at x */
static nsd_status directions_and_coupling(nsd_flow_hybrid *s, double t, const double *x,
                                          const double *f, const int *members, int *count)
{
    const size_t bytes = (size_t)s->model->m * sizeof(double);

    *count = 0;
    NSD_TRY(free_motion(s, t, x, f));
    memcpy(s->z, s->first.hdd, bytes);
    for (int i = 0; i < s->model->m; i++) {
        if (members[i]) {
            s->set[(*count)++] = i;
            NSD_TRY(measure_direction(s, t, x, i));
        }
    }
    NSD_TRY(fill_coupling(s, t, x, *count));
    memcpy(s->first.hdd, s->z, bytes);
    return NSD_OK;
}

/* f <- f + D z on s->set; lambda of the flow <- z */
static void add_forces(nsd_flow_hybrid *s, int count, const double *z, double *f)
{
    const int n = s->model->n;
    memset(s->first.base.lambda, 0, (size_t)s->model->m * sizeof(double));
    for (int a = 0; a < count; a++) {
        const double *D = s->D + (size_t)s->set[a] * (size_t)n;
        s->first.base.lambda[s->set[a]] = z[a];
        for (int j = 0; j < n; j++) {
            f[j] += D[j] * z[a];
        }
    }
}

static nsd_status field(void *flow, double t, const double *x, double *f)
{
    nsd_flow_hybrid *s = flow;
    int              count = 0;

    s->first.base.evaluations++;
    NSD_TRY(free_rate(s, t, x, f));
    if (s->first.base.stick_count == 0) {
        return NSD_OK;
    }
    NSD_TRY(directions_and_coupling(s, t, x, f, s->first.base.sticks, &count));
    for (int a = 0; a < count; a++) {
        s->first.u[a] = -s->first.hdd[s->set[a]];
    }
    if (nsd_dense_lu(count, s->G, count, s->pivot) != NSD_OK) {
        return NSD_RAY;
    }
    nsd_dense_lu_solve(count, 1, s->G, count, s->pivot, s->first.u, count);
    add_forces(s, count, s->first.u, f);
    return NSD_OK;
}

static nsd_status project_velocities(nsd_flow *base, double t, const int *members, double *x)
{
    nsd_flow_hybrid *s = (nsd_flow_hybrid *)base;
    const int        n = s->model->n;
    double           largest = INFINITY;

    for (int k = 0; k < MOST_VELOCITY_SWEEPS && largest > 1e-14; k++) {
        largest = 0.0;
        for (int i = 0; i < s->model->m; i++) {
            if (!members[i] && !base->sticks[i]) {
                continue;
            }
            NSD_TRY(guard_speeds(s, t, x, s->f_near, s->first.hd));
            NSD_TRY(k == 0 ? measure_direction(s, t, x, i) : NSD_OK);
            largest = fmax(largest, fabs(s->first.hd[i]) / fmax(s->speed[i], DBL_MIN));
            for (int j = 0; j < n; j++) {
                x[j] -= s->D[j + (size_t)i * (size_t)n] * s->first.hd[i];
            }
        }
    }
    return NSD_OK;
}

/* One reset of guard i: x and jump->after change; e, D, and speeds of guard i are measured */
static nsd_status reset_one(nsd_flow_hybrid *s, const nsd_flow_jump *jump, int i, double *x)
{
    const int    n = s->model->n;
    const double before = jump->after[i];

    NSD_TRY(s->model->reset(s->model->context, jump->t, x, i, s->far));
    if (!nsd_dense_all_finite((size_t)n, s->far)) {
        return NSD_NOT_FINITE;
    }
    NSD_TRY(guard_speeds(s, jump->t, s->far, s->f_near, jump->after));
    const double change = jump->after[i] - before;
    jump->impulse[i] += fmax(change, DBL_MIN);
    s->speed[i] = -before;
    s->fastest[i] = fmax(s->fastest[i], -before);
    s->e[i] = fmin(fmax(jump->after[i] / -before, 0.0), 1.0);
    for (int j = 0; j < n; j++) {
        s->D[j + (size_t)i * (size_t)n] = change > 0.0 ? (s->far[j] - x[j]) / change : 0.0;
        x[j] = s->far[j];
    }
    return NSD_OK;
}

/* Resets of closed guards that approach, the fastest first */
static nsd_status jump(nsd_flow *base, const nsd_flow_jump *j, double *x)
{
    nsd_flow_hybrid *s = (nsd_flow_hybrid *)base;
    const int        m = s->model->m;

    NSD_TRY(guard_speeds(s, j->t, x, s->f_near, j->before));
    memcpy(j->after, j->before, (size_t)m * sizeof(double));
    for (int k = 0; k < MOST_RESETS; k++) {
        int worst = -1;
        NSD_TRY(base->values(base, j->t, x, s->first.u));
        for (int i = 0; i < m; i++) { /* a reset may carry the state away from a guard */
            const int there = j->closed[i] && (k == 0 || fabs(s->first.u[i]) <= STILL_CLOSED_VALUE);
            if (there && j->after[i] < -j->rest && (worst < 0 || j->after[i] < j->after[worst])) {
                worst = i;
            }
        }
        if (worst < 0) {
            return NSD_OK;
        }
        NSD_TRY(reset_one(s, j, worst, x));
    }
    return NSD_STALLED;
}

static nsd_status choose_sticking(nsd_flow *base, double t, const double *x, const int *candidates,
                                  double *f)
{
    nsd_flow_hybrid *s = (nsd_flow_hybrid *)base;
    const int        m = s->model->m;
    int              count = 0, any = 0;

    base->evaluations++;
    base->largest_hdd = 0.0;
    base->stick_count = 0;
    memset(base->sticks, 0, (size_t)m * sizeof(int));
    memset(base->lambda, 0, (size_t)m * sizeof(double));
    for (int i = 0; i < m; i++) {
        any |= candidates[i];
    }
    NSD_TRY(free_rate(s, t, x, f));
    if (!any) {
        return NSD_OK;
    }
    NSD_TRY(directions_and_coupling(s, t, x, f, candidates, &count));
    for (int a = 0; a < count; a++) {
        s->first.u[a] = s->first.hdd[s->set[a]];
        s->z[a] = 0.0;
        base->largest_hdd = fmax(base->largest_hdd, fabs(s->first.u[a]));
    }
    const nsd_lcp lcp = { count, count, count - 1, 0, s->G, s->first.u };
    nsd_lcp_info  info;
    nsd_scratch   room = s->scratch;
    NSD_TRY(nsd_lcp_auto(&lcp, &s->lcp, &room, s->z, &info));
    add_forces(s, count, s->z, f);
    for (int i = 0; i < m; i++) {
        base->sticks[i] = base->lambda[i] > 0.0;
        base->stick_count += base->sticks[i];
    }
    return NSD_OK;
}

/* z <- (lambda, h) */
static nsd_status multipliers(nsd_flow *base, double t, const double *x, double *z)
{
    memcpy(z, base->lambda, (size_t)base->guards * sizeof(double));
    return base->values(base, t, x, z + base->guards);
}

static size_t lay_out(nsd_flow_hybrid *s, const nsd_hybrid_model *model, nsd_scratch *scratch)
{
    const size_t    n = (size_t)model->n, m = (size_t)model->m;
    const nsd_model guards = { .n = model->n,
                               .m = model->m,
                               .moving = 1,
                               .context = model->context,
                               .gap = model->guard,
                               .gap_jac = model->guard_jac,
                               .gap_bias = model->guard_bias };

    nsd_flow_first_order_init(&s->first, &guards, scratch);
    NSD_SCRATCH_EACH(scratch, m, &s->e, &s->speed, &s->fastest, &s->hd_near, &s->z);
    NSD_SCRATCH_EACH(scratch, n, &s->near, &s->far, &s->f_near, &s->f_far, &s->bend);
    s->D = nsd_scratch_doubles(scratch, n * m);
    s->G = nsd_scratch_doubles(scratch, m * m);
    s->M = nsd_scratch_doubles(scratch, n * n);
    s->displaced = nsd_scratch_doubles(scratch, 3 * n);
    s->pivot = nsd_scratch_take(scratch, n + m, sizeof(nsd_int));
    s->set = nsd_scratch_ints(scratch, m);
    s->scratch = nsd_scratch_part(scratch, nsd_lcp_scratch(model->m));
    return nsd_scratch_counted(scratch);
}

size_t nsd_flow_hybrid_scratch(const nsd_hybrid_model *model)
{
    return lay_out(&(nsd_flow_hybrid){ 0 }, model, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_flow_hybrid_init(nsd_flow_hybrid *s, const nsd_hybrid_model *model,
                                const nsd_lcp_options *lcp, nsd_scratch *scratch)
{
    const size_t from = scratch->used;

    memset(s, 0, sizeof *s);
    lay_out(s, model, scratch);
    NSD_TRY(nsd_scratch_clear(scratch, from));
    s->model = model;
    s->lcp = *lcp;
    s->first.base.e = s->e;
    s->first.base.field_noise = STICKING_FIELD_NOISE;
    s->first.base.field = field;
    s->first.base.project_velocities = project_velocities;
    s->first.base.jump = jump;
    s->first.base.choose_sticking = choose_sticking;
    s->first.base.multipliers = multipliers;
    return NSD_OK;
}
