/* kernel_lcp.c - dense LCPs solved by the kernel nsd_lcp_auto, called from C.
 *
 *   kernel_lcp FILE...      prints "kernel lcp NAME SOLVER RESIDUAL MILLISECONDS" */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dense_lcp.h"
#include "solve/lcp/lcp.h"

#define SECONDS_PER_PROBLEM 0.2

static void time_problem(const char *path, const dense_lcp *data)
{
    nsd_lcp               lcp = { data->n, data->n, data->n - 1, 0, data->M, data->q };
    const nsd_lcp_options options = { 100 + 50 * data->n, 1e-10, 1.0, NULL, 1e-10 };
    const size_t          room = nsd_lcp_scratch(data->n);
    nsd_scratch           scratch = { malloc(room), room, 0 };
    double               *z = malloc(sizeof(double) * (size_t)data->n);
    nsd_lcp_info          info = { 0, 0.0, "" };
    double                best = INFINITY, spent = 0.0, residual = 0.0;

    while (scratch.base && z && spent < SECONDS_PER_PROBLEM) {
        memset(z, 0, sizeof(double) * (size_t)data->n);
        scratch.used = 0;
        const double start = bench_cpu_seconds();
        nsd_lcp_detect(&lcp);
        nsd_lcp_auto(&lcp, &options, &scratch, z, &info);
        const double seconds = bench_cpu_seconds() - start;
        residual = fmax(residual, dense_lcp_residual(data, z));
        best = fmin(best, seconds);
        spent += seconds;
    }
    dense_lcp_print("kernel", path, info.solver, residual, best);
    free(z);
    free(scratch.base);
}

int main(int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        dense_lcp lcp = { 0, NULL, NULL };
        if (dense_lcp_read(argv[a], &lcp)) {
            time_problem(argv[a], &lcp);
        } else {
            fprintf(stderr, "cannot read %s\n", argv[a]);
        }
        dense_lcp_free(&lcp);
    }
    return 0;
}
