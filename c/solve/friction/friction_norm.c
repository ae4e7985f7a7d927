/* friction_norm.c - the largest eigenvalue of W, or a cheap bound above it          (FR.5) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/friction/friction_system.h"

/* Most steps of the power method. Smaller: where two eigenvalues are close, the estimate is too
 * large and the residual test too strict; larger: time. */
#define POWER_STEPS 300

/* |W x - lambda x| / lambda at which the power method ends; lambda is then right to its square.
 * Larger: a less exact lambda; smaller: more steps. */
#define EIGENVECTOR_MISS 1e-3

/* Part of the largest diagonal entry that is added to the diagonal before the test for negative
 * eigenvalues: matrices from files have six figures. Larger: slightly indefinite matrices pass;
 * smaller: semidefinite matrices with rounding fail. */
#define SEMIDEFINITE_SHIFT 1e-6

double nsd_friction_lambda_bound(const nsd_friction *problem)
{
    const int d = nsd_friction_local_size(&problem->layout);
    double    largest = 0.0;

    /* by columns, as W is stored; sums of rows would bound the eigenvalues as well */
    for (int a = 0; a < problem->contacts; a++) {
        const nsd_friction_column column = nsd_friction_column_of(problem, a);
        for (int j = 0; j < d; j++) {
            double sum = 0.0;
            for (int k = 0; k < column.count; k++) {
                const double *x = column.blocks + (size_t)k * (size_t)column.step +
                                  (size_t)j * (size_t)column.ld;
                for (int i = 0; i < d; i++) {
                    sum += fabs(x[i]);
                }
            }
            largest = sum > largest || isnan(sum) ? sum : largest;
        }
    }
    return largest;
}

/* y <- W x */
static void multiply(const nsd_friction *problem, const double *x, double *y)
{
    const size_t d = (size_t)nsd_friction_local_size(&problem->layout);

    memset(y, 0, d * (size_t)problem->contacts * sizeof *y);
    for (int a = 0; a < problem->contacts; a++) {
        nsd_friction_add_column(problem, a, x + (size_t)a * d, y);
    }
}

static double norm(int n, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += x[i] * x[i];
    }
    return sqrt(sum);
}

double nsd_friction_lambda(const nsd_friction *problem, const nsd_poll *poll, double *work)
{
    const int    n = nsd_friction_local_size(&problem->layout) * problem->contacts;
    const double bound = nsd_friction_lambda_bound(problem);
    double      *x = work, *y = work + n, lambda = 0.0;

    for (int i = 0; i < n; i++) { /* no pattern that an eigenvector could be orthogonal to */
        x[i] = 1.0 + sin(1.0 + 1.7 * i);
    }
    for (int k = 0; k < POWER_STEPS && isfinite(bound); k++) {
        const double size = norm(n, x);
        double       inner = 0.0, miss = 0.0;
        if (nsd_poll_stopped(poll)) {
            return bound;
        }
        for (int i = 0; i < n; i++) {
            x[i] /= size;
        }
        multiply(problem, x, y);
        for (int i = 0; i < n; i++) {
            inner += x[i] * y[i];
        }
        for (int i = 0; i < n; i++) {
            miss += (y[i] - inner * x[i]) * (y[i] - inner * x[i]);
        }
        miss = sqrt(
            miss); /* a symmetric W has an eigenvalue between inner - miss and inner + miss */
        lambda = inner + miss;
        if (!(miss > EIGENVECTOR_MISS * inner)) {
            lambda = inner * (1.0 + EIGENVECTOR_MISS * EIGENVECTOR_MISS);
            break;
        }
        memcpy(x, y, (size_t)n * sizeof *x);
    }
    return lambda > 0.0 && lambda < bound ? lambda : bound;
}

/* The system of the test, in memory of its own */
static size_t lay_out(nsd_friction_system *system, const nsd_friction *problem,
                      nsd_scratch *scratch)
{
    nsd_friction_system_lay_out(system, problem, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_semidefinite_scratch(const nsd_friction *problem)
{
    return lay_out(&(nsd_friction_system){ 0 }, problem, NSD_SCRATCH_COUNTER);
}

int nsd_friction_semidefinite(const nsd_friction *problem, nsd_scratch *scratch)
{
    const int           n = nsd_friction_local_size(&problem->layout) * problem->contacts;
    nsd_friction_system system = { 0 };
    double              largest = 0.0;

    lay_out(&system, problem, scratch);
    nsd_friction_system_clear(&system, problem, n, 1);
    nsd_friction_system_add(&system, problem);
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(*nsd_friction_system_at(&system, i, i)));
    }
    for (int i = 0; i < n; i++) {
        *nsd_friction_system_at(&system, i, i) += SEMIDEFINITE_SHIFT * largest;
    }
    return largest > 0.0 ? nsd_friction_system_factor(&system, NULL) == NSD_OK
                         : problem->lambda == 0.0;
}
