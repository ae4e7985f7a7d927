/* dense_lcp.c - LCPs of NSD_DATA/lcp and a clock, for the benchmark programs. */
#define _POSIX_C_SOURCE 200809L
#include "dense_lcp.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int allocate(dense_lcp *lcp, int n)
{
    lcp->n = n;
    lcp->M = malloc(sizeof(double) * (size_t)n * (size_t)n);
    lcp->q = malloc(sizeof(double) * (size_t)n);
    return n > 0 && lcp->M && lcp->q;
}

static int read_binary(FILE *file, dense_lcp *lcp)
{
    int64_t n = 0;
    if (fread(&n, sizeof n, 1, file) != 1 || !allocate(lcp, (int)n)) return 0;
    const size_t entries = (size_t)n * (size_t)n;
    return fread(lcp->M, sizeof(double), entries, file) == entries &&
           fread(lcp->q, sizeof(double), (size_t)n, file) == (size_t)n;
}

static int read_text(FILE *file, dense_lcp *lcp)
{
    int n = 0;
    if (fscanf(file, "%d", &n) != 1 || !allocate(lcp, n)) return 0;
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j < n; j++) {
            double *entry = i < n ? &lcp->M[i + (size_t)j * (size_t)n] : &lcp->q[j];
            if (fscanf(file, " %lf%*[,]", entry) != 1) return 0;
        }
    }
    return 1;
}

int dense_lcp_read(const char *path, dense_lcp *lcp)
{
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    const char *dot = strrchr(path, '.');
    const int   done = dot && !strcmp(dot, ".bin") ? read_binary(file, lcp) : read_text(file, lcp);
    fclose(file);
    return done;
}

double dense_lcp_residual(const dense_lcp *lcp, const double *z)
{
    double residual = 0.0, scale = 1.0;
    for (int i = 0; i < lcp->n; i++) {
        double w = lcp->q[i];
        for (int j = 0; j < lcp->n; j++)
            w += lcp->M[i + (size_t)j * (size_t)lcp->n] * z[j];
        const double miss = fabs(fmin(z[i], w));
        if (!(miss <= residual)) residual = isnan(miss) ? INFINITY : miss;
        scale = fmax(scale, fabs(lcp->q[i]));
    }
    return residual / scale;
}

void dense_lcp_free(dense_lcp *lcp)
{
    free(lcp->M);
    free(lcp->q);
}

void dense_lcp_print(const char *side, const char *path, const char *solver, double residual,
                     double seconds)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    printf("%s lcp %.*s %s %.3g %.6g\n", side, (int)strcspn(name, "."), name, solver, residual,
           1e3 * seconds);
    fflush(stdout);
}
