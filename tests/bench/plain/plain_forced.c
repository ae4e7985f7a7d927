/* plain_forced.c - the forced oscillator with a stop in a plain C loop: what a step costs at least.
 *
 * The scheme of 'moreau' with theta = 1/2 for M = 1, C = 0.1, K = 4, F = cos(2.3 t), a stop at
 * q = -0.25 with e = 0.8; cosine and sine are turned from step to step; no rows, events, energies.
 * Prints "extra small_plain VALUE", nanoseconds of CPU time per step, the smallest of three. */
#include <math.h>
#include <stdio.h>
#include <time.h>

static double run(double q, long steps, double h)
{
    const double A = 1.0 + 0.5 * h * 0.1 + 0.25 * h * h * 4.0, C = cos(2.3 * h), S = sin(2.3 * h);
    double       v = 0.0, U = 0.0, c = 1.0, s = 0.0;
    for (long k = 0; k < steps; k++) {
        const double next = c * C - s * S, F = 0.5 * (next + c);
        s = s * C + c * S;
        c = next;
        double w = v + h * (F - 0.1 * v - 4.0 * q - 2.0 * h * v) / A;
        if (q + 0.25 + 0.5 * h * U <= 0.0 && w + 0.8 * U < 0.0) {
            w = -0.8 * U;
        }
        q += 0.5 * h * (v + w);
        U = v = w;
    }
    return q;
}

int main(void)
{
    double best = INFINITY, sum = 0.0;
    for (int repeat = 0; repeat < 3; repeat++) {
        const clock_t start = clock();
        for (int k = 0; k < 100; k++) {
            sum += run(k / 99.0, 100000, 1e-3);
        }
        best = fmin(best, (double)(clock() - start) / CLOCKS_PER_SEC);
    }
    printf("extra small_plain %.4g\n", 1e9 * best / 1e7);
    return !isfinite(sum);
}
