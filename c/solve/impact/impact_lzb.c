/* impact_lzb.c - multiple impacts by Liu, Zhao and Brogliato: impulses share the process by the
 * potential energies of the contacts.                                                    (IM.7)
 *
 * The distributing law dP_i/dP_j = lambda_i/lambda_j with lambda ~ K^(1/(1+n)) E^(n/(1+n)) is that
 * of forces K delta^n whose depth delta stores E. With ds = dP_i/lambda_i as the common variable of
 * all contacts the process is regular where energies are zero:
 *     dU/ds = W lambda,   d delta/ds = -U in compression, -U/e^2 in expansion */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solve/impact/impact.h"

/* Error of a step, relative to the largest velocities and depths. Larger: velocities behind the
 * impact have about ten times this error; smaller: more steps. */
#define STEP_TOLERANCE 1e-11

/* Steps of an impact. Fewer: chains of hundreds of balls do not end. */
#define MOST_STEPS 2000000

/* Part of the largest velocity up to which a contact that pushes no more is at rest */
#define REST_PART 1e-13

/* Restitution below this is this: a contact gives back all its energy on the way e^2 */
#define LEAST_RESTITUTION 1e-3

enum { STAGES = 7 };

typedef struct process { /* state: U and depth of all contacts */
    const nsd_impact_problem *b;
    int                       count;
    double                   *lambda; /* count                              */
    double                   *k;      /* STAGES x 2 count: stages           */
    double                   *x, *x1; /* 2 count: state, and at a stage     */
    double                   *P, *p1; /* count: impulses, and of the step   */
} process;

/* Dormand and Prince's pair: nodes are not needed, the process does not depend on s */
static const double a[STAGES][STAGES - 1] = {
    { 0.0 },
    { 1.0 / 5.0 },
    { 3.0 / 40.0, 9.0 / 40.0 },
    { 44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0 },
    { 19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0 },
    { 9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0 },
    { 35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0 },
};
static const double error_weight[STAGES] = { 71.0 / 57600.0,      0.0,
                                             -71.0 / 16695.0,     71.0 / 1920.0,
                                             -17253.0 / 339200.0, 22.0 / 525.0,
                                             -1.0 / 40.0 };

static double force(const process *s, int i, double depth)
{
    const int c = s->b->contact[i];
    return depth > 0.0 ? s->b->law->stiffness[c] * pow(depth, s->b->law->exponent[c]) : 0.0;
}

/* d <- derivatives of (U, depth), and of impulses, the forces                             (IM.7) */
static void field(const process *s, const double *x, double *d)
{
    const int n = s->count;
    for (int i = 0; i < n; i++) {
        const double e = fmax(LEAST_RESTITUTION, s->b->e[i]), U = x[i];
        s->lambda[i] = force(s, i, x[n + i]);
        d[n + i] = U < 0.0 ? -U : x[n + i] > 0.0 ? -U / (e * e) : 0.0;
    }
    nsd_dense_gemv(NSD_PLAIN, n, n, 1.0, s->b->W, n, s->lambda, 0.0, d);
}

/* x1, p1 <- a step of length h; returns its error relative to the tolerance */
static double step(const process *s, double h, double speed, double depth)
{
    const int n = s->count, size = 2 * n;
    double    error = 0.0;

    memset(s->p1, 0, (size_t)n * sizeof(double));
    for (int k = 0; k < STAGES; k++) {
        for (int i = 0; i < size; i++) {
            double sum = 0.0;
            for (int j = 0; j < k; j++) {
                sum += a[k][j] * s->k[j * size + i];
            }
            s->x1[i] = s->x[i] + h * sum;
        }
        field(s, s->x1, s->k + k * size);
        for (int i = 0; i < n && k < STAGES - 1; i++) {
            s->p1[i] += h * a[STAGES - 1][k] * s->lambda[i];
        }
    }
    for (int i = 0; i < size; i++) {
        double sum = 0.0;
        for (int k = 0; k < STAGES; k++) {
            sum += error_weight[k] * s->k[k * size + i];
        }
        error = fmax(error, fabs(h * sum) / (STEP_TOLERANCE * (i < n ? speed : depth)));
    }
    return error;
}

/* 1 when no contact pushes or approaches */
static int has_ended(const process *s, double speed)
{
    int ended = 1;
    for (int i = 0; i < s->count; i++) {
        ended &= !(s->x[s->count + i] > 0.0) && s->x[i] >= -REST_PART * speed;
    }
    return ended;
}

/* Accepts the step: contacts that have given back their energy are open */
static void accept(process *s)
{
    for (int i = 0; i < s->count; i++) {
        s->P[i] += s->p1[i];
        const double depth = s->x1[s->count + i];
        s->x[i] = s->x1[i];
        s->x[s->count + i] = depth > 0.0 ? depth : 0.0;
    }
}

/* Depth to which the fastest contact alone would be pressed, and the time this takes */
static double depth_scale(const process *s, double speed, double *time)
{
    double deepest = 0.0;
    *time = INFINITY;
    for (int i = 0; i < s->count; i++) {
        const int    c = s->b->contact[i];
        const double n = s->b->law->exponent[c], k = s->b->law->stiffness[c];
        const double W = s->b->W[i + (size_t)i * (size_t)s->count];
        const double depth = W > 0.0
                                 ? pow(0.5 * (n + 1.0) * speed * speed / (k * W), 1.0 / (n + 1.0))
                                 : 0.0;
        deepest = fmax(deepest, depth);
        *time = depth > 0.0 ? fmin(*time, depth / speed) : *time;
    }
    return deepest;
}

nsd_status nsd_impact_lzb(const nsd_impact_problem *b, double *P)
{
    const size_t n = (size_t)b->count;
    process      s = { b, b->count, NULL, NULL, NULL, NULL, P, NULL };
    double      *room = b->room, time = 0.0;

    s.x = room;
    s.x1 = s.x + 2 * n;
    s.lambda = s.x1 + 2 * n;
    s.p1 = s.lambda + n;
    s.k = s.p1 + n;
    memset(P, 0, n * sizeof *P);
    memset(s.x, 0, 2 * n * sizeof *s.x);
    memcpy(s.x, b->U, n * sizeof *s.x);
    const double speed = nsd_dense_max_abs(b->count, b->U), depth = depth_scale(&s, speed, &time);
    double       h = 1e-3 * time;
    for (int k = 0; k < MOST_STEPS; k++) {
        if (has_ended(&s, speed)) {
            return NSD_OK;
        }
        const double error = step(&s, h, speed, depth);
        if (!isfinite(error)) {
            return NSD_STALLED;
        }
        if (error <= 1.0) {
            accept(&s);
        }
        h *= fmin(4.0, fmax(0.2, 0.9 * pow(fmax(error, 1e-10), -0.2)));
        h = fmin(h, 0.2 * time);
    }
    return NSD_MAX_ITER;
}
