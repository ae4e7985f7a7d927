/* flow_hybrid_reset.c - resets of a hybrid system, and the directions that they tell. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "event/flow/flow_hybrid.h"

#define NUDGE  6e-6 /* of a state, for gradients                                      */
#define PROBE  1e-2 /* of the last speed: how hard a sticking guard is hit to learn D */
#define SLOW   1e-3 /* of the fastest: slower hits drown in the differences            */
#define ROUNDS 20   /* of resets, while a closed guard approaches                     */

/* A first D_i, where no reset has told: along the gradient of h'_i */
static nsd_status guess_direction(nsd_flow_hybrid *s, double t, const double *x, int i)
{
    const int  n = s->model->n;
    double    *D = s->D + (size_t)i * (size_t)n, square = 0.0;
    nsd_status status = NSD_OK;

    memcpy(s->near, x, (size_t)n * sizeof(double));
    for (int j = 0; j < n && status == NSD_OK; j++) {
        const double d = NUDGE * fmax(1.0, fabs(x[j]));
        s->near[j] = x[j] + d;
        status = nsd_flow_hybrid_speeds(s, t, s->near, s->f_near, s->hd_near);
        const double up = s->hd_near[i];
        s->near[j] = x[j] - d;
        status = status == NSD_OK ? nsd_flow_hybrid_speeds(s, t, s->near, s->f_near, s->hd_near)
                                  : status;
        s->near[j] = x[j];
        D[j] = (up - s->hd_near[i]) / (2.0 * d);
        square += D[j] * D[j];
    }
    for (int j = 0; j < n; j++) {
        D[j] /= square;
    }
    return status;
}

/* How hard guard i is hit to learn what its reset does */
static double probe(const nsd_flow_hybrid *s, int i)
{
    return s->speed[i] > 0.0 ? PROBE * fmax(s->speed[i], SLOW * s->fastest[i]) : PROBE;
}

/* D_i at x: the guard is hit with a small speed, and what the reset does is divided by the change
 * of h'. Left as it is when the reset does not change h'.                                (ED.21) */
nsd_status nsd_flow_hybrid_direction(nsd_flow_hybrid *s, double t, const double *x, int i)
{
    const int    n = s->model->n;
    double      *D = s->D + (size_t)i * (size_t)n;
    const double hit = probe(s, i);
    nsd_status   status = nsd_dense_max_abs(n, D) > 0.0 ? NSD_OK : guess_direction(s, t, x, i);

    for (int j = 0; j < n; j++) {
        s->near[j] = x[j] - (hit + s->hd[i]) * D[j];
    }
    if (status == NSD_OK) {
        status = nsd_flow_hybrid_speeds(s, t, s->near, s->f_near, s->hd_near);
    }
    const double before = s->hd_near[i];
    if (status == NSD_OK) {
        status = s->model->reset(s->model->context, t, s->near, i, s->far);
    }
    if (status == NSD_OK) {
        status = nsd_flow_hybrid_speeds(s, t, s->far, s->f_far, s->hd_near);
    }
    const double change = s->hd_near[i] - before;
    for (int j = 0; j < n && status == NSD_OK && change > 0.5 * hit; j++) {
        D[j] = (s->far[j] - s->near[j]) / change;
    }
    return status;
}

/* G <- h'_i along D_j on s->set */
nsd_status nsd_flow_hybrid_couple(nsd_flow_hybrid *s, double t, const double *x, int count)
{
    const int  n = s->model->n;
    nsd_status status = NSD_OK;

    for (int b = 0; b < count && status == NSD_OK; b++) {
        const double *D = s->D + (size_t)s->set[b] * (size_t)n;
        const double  d = probe(s, s->set[b]);
        for (int side = 0; side < 2 && status == NSD_OK && count > 1; side++) {
            for (int j = 0; j < n; j++) {
                s->near[j] = x[j] + (side ? -d : d) * D[j];
            }
            status = nsd_flow_hybrid_speeds(s, t, s->near, s->f_near, side ? s->hd_near : s->u);
        }
        for (int a = 0; a < count; a++) {
            const int i = s->set[a];
            s->G[a + b * count] = a == b ? 1.0 : (s->u[i] - s->hd_near[i]) / (2.0 * d);
        }
    }
    return status;
}

/* One reset of guard i: x, after, and what it says about e and D */
static nsd_status reset_one(nsd_flow_hybrid *s, const nsd_flow_jump *jump, int i, double *x)
{
    const int    n = s->model->n;
    const double before = jump->after[i];
    nsd_status   status = s->model->reset(s->model->context, jump->t, x, i, s->far);

    if (status == NSD_OK && !nsd_dense_all_finite((size_t)n, s->far)) {
        return NSD_NOT_FINITE;
    }
    if (status == NSD_OK) {
        status = nsd_flow_hybrid_speeds(s, jump->t, s->far, s->f_near, jump->after);
    }
    const double change = jump->after[i] - before;
    jump->impulse[i] += fmax(change, DBL_MIN);
    s->speed[i] = -before;
    s->fastest[i] = fmax(s->fastest[i], -before);
    s->e[i] = fmin(fmax(jump->after[i] / -before, 0.0), 1.0);
    for (int j = 0; j < n && status == NSD_OK; j++) {
        s->D[j + (size_t)i * (size_t)n] = change > 0.0 ? (s->far[j] - x[j]) / change : 0.0;
        x[j] = s->far[j];
    }
    return status;
}

nsd_status nsd_flow_hybrid_jump(nsd_flow *base, const nsd_flow_jump *jump, double *x)
{
    nsd_flow_hybrid *s = (nsd_flow_hybrid *)base;
    const int        m = s->model->m;
    nsd_status       status = nsd_flow_hybrid_speeds(s, jump->t, x, s->f_near, jump->before);

    memcpy(jump->after, jump->before, (size_t)m * sizeof(double));
    for (int k = 0; k < ROUNDS && status == NSD_OK; k++) {
        int worst = -1;
        status = base->values(base, jump->t, x, s->u);
        for (int i = 0; i < m; i++) { /* a reset may have carried the state away from a guard */
            const int there = jump->closed[i] && (k == 0 || fabs(s->u[i]) <= 1e-9);
            if (there && jump->after[i] < -jump->rest &&
                (worst < 0 || jump->after[i] < jump->after[worst])) {
                worst = i;
            }
        }
        if (worst < 0 || status != NSD_OK) {
            return status;
        }
        status = reset_one(s, jump, worst, x);
    }
    return status == NSD_OK ? NSD_STALLED : status;
}
