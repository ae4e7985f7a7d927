/* closing.c - how long a step may be, by the time until gaps close. */
#include "simulate/closing.h"

#include <math.h>

/* Steps until a gap closes. Fewer: impacts are passed deeper. More: time. */
#define STEPS_TO_CLOSE 500.0

/* Steps of the fastest vibration of a mesh where gaps close more slowly */
#define STEPS_OF_MESH 60.0

/* Part of the longest time below which a gap counts as touching, not as closing */
#define TOUCHING 1e-3

/* (A x)_j of an m x n matrix, zero for NULL */
static double row_times(const double *A, int m, int n, int j, const double *x)
{
    double sum = 0.0;
    for (int i = 0; A && i < n; i++) {
        sum += A[j + (ptrdiff_t)i * m] * x[i];
    }
    return sum;
}

/* The first t > 0 with y + U t + a t^2/2 = 0, without cancellation; infinite where there is none */
static double time_to_close(double y, double U, double a)
{
    const double root = sqrt(U * U - 2.0 * a * y); /* NaN where the gap turns before it closes */
    const double t = U > 0.0 ? -(U + root) / a : 2.0 * y / (root - U);
    return t > 0.0 ? t : INFINITY;
}

double nsd_closing_step(const nsd_closing *closing, const double *q, const double *v, double *t)
{
    const nsd_columns *H = &closing->H;
    double             longest = 0.0, h = closing->longest;
    for (int j = 0; j < H->m; j++) {
        const double y = fmax(closing->b[j] + nsd_columns_dot(H, j, q), 0.0);
        const double U = closing->rate[j] + nsd_columns_dot(H, j, v);
        const double a = closing->a[j] - row_times(closing->Aq, H->m, H->n, j, q) -
                         row_times(closing->Av, H->m, H->n, j, v);
        t[j] = time_to_close(y, y == 0.0 ? fabs(U) : U, a);
        longest = isfinite(t[j]) ? fmax(longest, t[j]) : longest;
    }
    for (int j = 0; j < H->m; j++) {
        double step = t[j] / STEPS_TO_CLOSE;
        if (t[j] >= closing->mesh) {
            step = fmax(step, closing->mesh / STEPS_OF_MESH);
        }
        h = t[j] > TOUCHING * longest ? fmin(h, step) : h;
    }
    return h;
}
