/* nsd_test_friction.h - random friction problems, and their residual from the definition. */
#ifndef NSD_TEST_FRICTION_H
#define NSD_TEST_FRICTION_H

#include <math.h>
#include <string.h>

#include "nsd_test_random.h"

#define MAX_N 36 /* unknowns of a problem: 12 contacts in space */

typedef struct problem {
    int    m, d, n, solvable; /* solvable: q lies in the range of W */
    double ratio;             /* stacks: mass of a box over the mass of the box below it */
    double W[MAX_N * MAX_N], q[MAX_N], mu[MAX_N], H[MAX_N * MAX_N];
} problem;

/* W = H'H for H dof x n, q = H'v */
static void gram(problem *p, int dof, const double *v)
{
    for (int j = 0; j < p->n; j++) {
        p->q[j] = 0.0;
        for (int k = 0; k < dof; k++) {
            p->q[j] += p->H[k + j * dof] * v[k];
        }
        for (int i = 0; i < p->n; i++) {
            double sum = 0.0;
            for (int k = 0; k < dof; k++) {
                sum += p->H[k + (i < j ? i : j) * dof] * p->H[k + (i < j ? j : i) * dof];
            }
            p->W[i + j * p->n] = sum;
        }
    }
}

/* Levels of boxes, two (plane) or four corners each; columns of H in mass-scaled velocities */
static void stack(problem *p, unsigned long long *state)
{
    const int    levels = 1 + (int)(3 * uniform(state)), corners = p->d == 2 ? 2 : 4;
    const int    body = p->d == 2 ? 3 : 6, dof = levels * body;
    const double width = 0.5 + uniform(state), height = 0.2 + uniform(state);
    const double inertia = sqrt((width * width + height * height) / 3.0);
    double       v[MAX_N];

    p->m = levels * corners;
    p->n = p->d * p->m;
    const double ratio = p->ratio > 0.0 ? p->ratio : 1.0;
    memset(p->H, 0, sizeof p->H);
    for (int c = 0; c < 2 * p->m; c++) { /* columns of the upper box, of the box below it */
        const int    a = c / 2, upper = c % 2 == 0, box = a / corners - !upper;
        const double x = a % 2 ? width : -width, y = upper ? -height : height;
        const double z = a % 4 < 2 ? width : -width;
        const double sign = (upper ? 1.0 : -1.0) / sqrt(pow(ratio, box));
        double      *N = p->H + a * p->d * dof + box * body, *T = N + dof, *B = T + dof;
        if (box < 0) {
            continue;
        }
        N[1] += sign;
        T[0] += sign;
        N[p->d == 2 ? 2 : 5] += sign * x / inertia;
        T[p->d == 2 ? 2 : 5] -= sign * y / inertia;
        if (p->d == 3) {
            B[2] += sign;
            N[3] -= sign * z / inertia;
            T[4] += sign * z / inertia;
            B[3] += sign * y / inertia;
            B[4] -= sign * x / inertia;
        }
    }
    const double tilt = signed_uniform(state);
    for (int k = 0; k < dof; k++) {
        v[k] = (k % body == 1   ? -0.1
                : k % body == 0 ? 0.1 * tilt
                                : 0.0) +
               (tilt > 0.0 ? 0.01 * signed_uniform(state) : 0.0);
        const int number = k / body;
        v[k] *= sqrt(pow(ratio, number));
    }
    gram(p, dof, v);
}

enum { DEFINITE, LOW_RANK, REPEATED, ANY_Q, STACK, KINDS };

static void random_problem(problem *p, int kind, unsigned long long *state)
{
    double v[MAX_N];

    p->d = uniform(state) < 0.5 ? 2 : 3;
    p->m = 1 + (int)(uniform(state) * 6);
    p->n = p->d * p->m;
    p->solvable = kind != ANY_Q;
    const int low = kind == LOW_RANK || kind == ANY_Q;
    const int dof = low ? 1 + (int)(0.6 * p->n * uniform(state)) : p->n;
    for (int k = 0; k < MAX_N; k++) {
        v[k] = signed_uniform(state);
    }
    for (int k = 0; k < dof * p->n; k++) {
        p->H[k] = signed_uniform(state);
    }
    for (int a = p->m / 2; kind == REPEATED && p->m > 1 && a < p->m; a++) {
        memcpy(p->H + a * p->d * dof, p->H + (a - p->m / 2) * p->d * dof,
               (size_t)(p->d * dof) * sizeof *p->H);
    }
    if (kind == STACK) {
        stack(p, state);
    } else {
        gram(p, dof, v);
    }
    for (int i = 0; kind == ANY_Q && i < p->n; i++) {
        p->q[i] = signed_uniform(state);
    }
    const double most = uniform(state) < 0.5 ? 1.0 : 10.0, none = uniform(state);
    for (int a = 0; a < p->m; a++) {
        p->mu[a] = none < 0.1 || uniform(state) < 0.1 ? 0.0 : most * uniform(state);
    }
}

/* Coefficients up to 1e12 instead, their powers of ten equally likely */
static inline void widen_cones(problem *p, unsigned long long *state)
{
    for (int a = 0; a < p->m; a++) {
        p->mu[a] = p->mu[a] > 0.0 ? pow(10.0, 15.0 * uniform(state) - 3.0) : 0.0;
    }
}

/* (FR.4) from its definition: distance to the nearest point of the cone to (N, s) in the plane
 * through the axis. A slip up to the rounding `blur` counts as zero */
static double natural_residual(int d, double mu, double rho, double blur, const double *r,
                               const double *u)
{
    const double speed = d == 2 ? fabs(u[1]) : hypot(u[1], u[2]);
    const double slip = speed > blur ? speed - blur : 0.0;
    const double N = r[0] - rho * (u[0] + mu * slip), a = r[1] - rho * u[1];
    const double b = d == 3 ? r[2] - rho * u[2] : 0.0, s = hypot(a, b);
    const double along = (N + mu * s) / (1.0 + mu * mu);
    const int    inside = N >= 0.0 && s <= mu * N;
    const double n = inside ? N : along > 0.0 ? along : 0.0;
    const double scale = inside || s == 0.0 ? 1.0 : mu * n / s;
    const double normal = 0.7 * fabs(r[0] < rho * u[0] ? r[0] : rho * u[0]);
    return fmax(normal, hypot(r[0] - n, hypot(r[1] - scale * a, d == 3 ? r[2] - scale * b : 0.0)));
}

static inline double residual_of(const problem *p, double lambda, const double *r)
{
    double worst = 0.0, scale = 0.0, largest = 0.0, u[MAX_N] = { 0.0 };
    for (int i = 0; i < p->n; i++) {
        long double sum = p->q[i]; /* long: mu multiplies the rounding of a slip */
        scale = fmax(scale, fabs(p->q[i]));
        largest = fmax(largest, fabs(r[i]));
        for (int j = 0; j < p->n; j++) {
            sum += (long double)p->W[i + j * p->n] * r[j];
        }
        u[i] = (double)sum;
    }
    for (int a = 0; a < p->m; a++) {
        const int    at = a * p->d;
        const double blur = (p->mu[a] > 1e3 ? 4e-15 : 0.0) * lambda * largest;
        worst = fmax(worst, natural_residual(p->d, p->mu[a], 1.0 / lambda, blur, r + at, u + at));
    }
    return worst * lambda / scale;
}

#endif
