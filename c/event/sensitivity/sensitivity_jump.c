/* sensitivity_jump.c - what impacts do to the state transition matrix: saltation matrices. */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "event/sensitivity/sensitivity_parts.h"

#define SAME 1e-6 /* two orders of impacts give the same matrix when they differ by less */

/* The impact law on the closed guards, x in place */
static nsd_status law(nsd_sensitivity *s, double t, double *x)
{
    const nsd_flow_jump jump = { t, s->closed, s->flow->e, 0.0, s->before, s->after, s->impulse };
    return s->flow->jump(s->flow, &jump, x);
}

/* slope <- derivative of the law at (t, x) along the direction (dt, dx), dt 0 or 1 */
static nsd_status slope_of_law(nsd_sensitivity *s, double t, double dt, const double *direction)
{
    const double d = nsd_sensitivity_displace(s, s->x, direction);
    memset(s->slope, 0, (size_t)s->n * sizeof(double));
    if (d == 0.0) {
        return NSD_OK;
    }
    nsd_status status = law(s, t - d * dt, s->near_by);
    if (status == NSD_OK) {
        status = law(s, t + d * dt, s->far_side);
    }
    for (int i = 0; i < s->n; i++) {
        s->slope[i] = (s->far_side[i] - s->near_by[i]) / (2.0 * d);
    }
    return status;
}

/* change <- derivative of a guard along a column of Phi */
static nsd_status slope_of_guard(nsd_sensitivity *s, double t, int guard, const double *column,
                                 double *change)
{
    nsd_flow    *flow = s->flow;
    const double d = nsd_sensitivity_displace(s, s->x, column);

    *change = 0.0;
    if (d == 0.0) {
        return NSD_OK;
    }
    nsd_status status = flow->values(flow, t, s->near_by, s->h_near);
    if (status == NSD_OK) {
        status = flow->values(flow, t, s->far_side, s->h_far);
    }
    *change = (s->h_far[guard] - s->h_near[guard]) / (2.0 * d);
    return status;
}

/* The field before the impact, and how deep it would have gone */
static nsd_status look_before(nsd_sensitivity *s, double t, int guard, double *U)
{
    nsd_flow  *flow = s->flow;
    nsd_status status = flow->field(flow, t, s->x, s->f_before);
    if (status != NSD_OK) {
        return status;
    }
    const nsd_flow_point here = { t, s->x, s->f_before };
    status = flow->motion(flow, &here, s->ends);
    *U = s->ends[guard].hd;
    if (s->ends[guard].hdd > 0.0) { /* without the obstacle it would have turned round */
        s->depth = fmin(s->depth, *U * *U / (2.0 * s->ends[guard].hdd));
    }
    return status == NSD_OK && !(*U < 0.0) ? NSD_STALLED : status;
}

/* One guard is hit; `sticks` afterwards. x and Phi change.                               (SA.3) */
static nsd_status salt(nsd_sensitivity *s, double t, int guard, const int *sticks)
{
    nsd_flow    *flow = s->flow;
    const size_t n = (size_t)s->n, bytes = n * sizeof(double);
    double       U = 0.0;
    double      *change = s->next + flow->size; /* of the guard along each column of Phi */

    memcpy(s->closed, flow->sticks, (size_t)flow->guards * sizeof(int));
    s->closed[guard] = 1;
    nsd_status status = look_before(s, t, guard, &U);
    if (status == NSD_OK) {
        status = slope_of_law(s, t, 1.0, s->f_before);
    }
    memcpy(s->f_before, s->slope, bytes); /* R_x f + R_t */
    for (size_t j = 0; j < n && status == NSD_OK; j++) {
        status = slope_of_guard(s, t, guard, s->Phi + j * n, &change[j]);
        if (status == NSD_OK) {
            status = slope_of_law(s, t, 0.0, s->Phi + j * n);
        }
        memcpy(s->Phi + j * n, s->slope, bytes);
    }
    if (status == NSD_OK) {
        status = law(s, t, s->x);
    }
    nsd_sensitivity_mode(s, sticks);
    if (status == NSD_OK) {
        status = flow->field(flow, t, s->x, s->f_after);
    }
    for (size_t j = 0; j < n && status == NSD_OK; j++) {
        for (size_t i = 0; i < n; i++) {
            s->Phi[i + j * n] += (s->f_after[i] - s->f_before[i]) * (change[j] / U);
        }
    }
    return status;
}

/* The guards that were hit one after the other, upwards or downwards */
static nsd_status salt_all(nsd_sensitivity *s, const nsd_sensitivity_impact *impact, int hits,
                           int upwards)
{
    const int  guards = s->flow->guards;
    nsd_status status = NSD_OK;
    for (int k = 0; k < guards && status == NSD_OK; k++) {
        const int a = upwards ? k : guards - 1 - k;
        if (impact->hit[a]) {
            hits--;
            status = salt(s, impact->t, a, hits > 0 ? s->flow->sticks : impact->sticks);
        }
    }
    return status;
}

/* 1 when state and Phi are those of another order of impacts, and the state is that of the run */
static int same(const nsd_sensitivity *s, const double *Phi, const double *after)
{
    const size_t count = (size_t)s->n * (size_t)s->n;
    double       apart = 0.0;
    for (size_t i = 0; i < count; i++) {
        apart = fmax(apart, fabs(s->Phi[i] - Phi[i]));
    }
    double missed = 0.0;
    for (int i = 0; i < s->n; i++) {
        missed = fmax(missed, fabs(s->x[i] - after[i]));
    }
    return apart <= SAME * fmax(1.0, nsd_dense_max_abs((int)count, Phi)) &&
           missed <= SAME * fmax(1.0, nsd_dense_max_abs(s->n, after));
}

/* Several at once: S exists where their order does not matter                            (SA.4) */
static nsd_status jump_together(nsd_sensitivity *s, const nsd_sensitivity_impact *impact, int hits)
{
    const size_t bytes = (size_t)s->pair.n * sizeof(double);
    int         *modes = s->sticks_before;

    memcpy(modes, s->flow->sticks, (size_t)s->flow->guards * sizeof(int));
    memcpy(s->copy, s->x, bytes);
    nsd_status status = salt_all(s, impact, hits, 1);
    if (status != NSD_OK) {
        return status;
    }
    memcpy(s->A, s->Phi, (size_t)s->n * (size_t)s->n * sizeof(double));
    memcpy(s->x, s->copy, bytes);
    nsd_sensitivity_mode(s, modes);
    status = salt_all(s, impact, hits, 0);
    return status == NSD_OK && !same(s, s->A, impact->after) ? NSD_STALLED : status;
}

nsd_status nsd_sensitivity_jump(nsd_sensitivity *s, const nsd_sensitivity_impact *impact)
{
    int hits = 0;
    for (int a = 0; a < s->flow->guards; a++) {
        hits += impact->hit[a] != 0;
    }
    const nsd_status status = hits > 1 ? jump_together(s, impact, hits)
                                       : salt_all(s, impact, hits, 1);
    nsd_sensitivity_mode(s, impact->sticks);
    memcpy(s->x, impact->after, (size_t)s->flow->size * sizeof(double));
    return status;
}

nsd_status nsd_sensitivity_rest(nsd_sensitivity *s, double t, const int *sticks,
                                const double *after)
{
    nsd_flow    *flow = s->flow;
    const size_t n = (size_t)s->n;
    nsd_status   status = NSD_OK;

    memcpy(s->x, after, (size_t)flow->size * sizeof(double));
    nsd_sensitivity_mode(s, sticks);
    for (size_t j = 0; j < n && status == NSD_OK; j++) {
        double      *column = s->Phi + j * n;
        const double d = nsd_sensitivity_displace(s, s->x, column);
        status = nsd_sensitivity_onto(s, t, s->near_by);
        if (status == NSD_OK) {
            status = nsd_sensitivity_onto(s, t, s->far_side);
        }
        for (size_t i = 0; i < n && d > 0.0; i++) {
            column[i] = (s->far_side[i] - s->near_by[i]) / (2.0 * d);
        }
    }
    return status;
}
