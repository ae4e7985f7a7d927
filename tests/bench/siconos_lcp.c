/* siconos_lcp.c - dense LCPs solved by Siconos (numerics component, C).
 *
 *   siconos_lcp FILE...        *.lcp.csv (n, rows of M, q) or *.lcp.bin (int64 n, M, q)
 *
 * For each file and each solver one line "siconos lcp NAME SOLVER RESIDUAL MILLISECONDS". The
 * residual max|min(z, Mz+q)| / max(1, max|q|) is computed here, from z alone, because the status
 * a solver returns is not proof; the time is the CPU time of the fastest of the solves repeated
 * for 0.2 s, each started from z = 0. Solvers that lost everywhere when tried are left out. */

#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#define SECONDS_PER_SOLVER 0.2

typedef struct solver {
    int         id;
    const char *name;
} solver;

static const solver SOLVERS[] = {
    { SICONOS_LCP_LEMKE, "LEMKE" },
    { SICONOS_LCP_NEWTON_MIN_FBLSA, "NEWTON_MIN_FBLSA" },
    { SICONOS_LCP_NEWTON_FB_FBLSA, "NEWTON_FB_FBLSA" },
    { SICONOS_LCP_MURTY, "MURTY" },
    { SICONOS_LCP_PGS, "PGS" },
};

typedef struct dense_lcp {
    int     n;
    double *M; /* n x n, column-major */
    double *q;
} dense_lcp;

static double cpu_seconds(void)
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

static int read_lcp(const char *path, dense_lcp *lcp)
{
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    const char *dot = strrchr(path, '.');
    const int   done = dot && !strcmp(dot, ".bin") ? read_binary(file, lcp) : read_text(file, lcp);
    fclose(file);
    return done;
}

static double natural_residual(const dense_lcp *lcp, const double *z)
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

/* Repeats one solver on fresh copies of the data, because some solvers overwrite them. */
static void time_solver(const char *path, const dense_lcp *lcp, const solver *choice)
{
    const size_t n = (size_t)lcp->n;
    double      *M = malloc(sizeof(double) * n * n), *q = malloc(sizeof(double) * n);
    double      *z = malloc(sizeof(double) * n), *w = malloc(sizeof(double) * n);
    double       best = INFINITY, spent = 0.0, residual = 0.0;
    while (spent < SECONDS_PER_SOLVER) {
        memcpy(M, lcp->M, sizeof(double) * n * n);
        memcpy(q, lcp->q, sizeof(double) * n);
        memset(z, 0, sizeof(double) * n);
        memset(w, 0, sizeof(double) * n);
        NumericsMatrix              *matrix = NM_create_from_data(NM_DENSE, lcp->n, lcp->n, M);
        LinearComplementarityProblem problem = { lcp->n, matrix, q };
        SolverOptions               *options = solver_options_create(choice->id);
        options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
        if (options->iparam[SICONOS_IPARAM_MAX_ITER] < 10000) {
            options->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
        }
        const double start = cpu_seconds();
        linearComplementarity_driver(&problem, z, w, options);
        const double seconds = cpu_seconds() - start;
        residual = fmax(residual, natural_residual(lcp, z));
        best = fmin(best, seconds);
        spent += seconds;
        solver_options_delete(options);
        matrix->matrix0 = NULL; /* M is ours */
        NM_clear(matrix);
        free(matrix);
    }
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    printf("siconos lcp %.*s %s %.3g %.6g\n", (int)strcspn(name, "."), name, choice->name, residual,
           1e3 * best);
    fflush(stdout);
    free(M);
    free(q);
    free(z);
    free(w);
}

int main(int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        dense_lcp lcp = { 0, NULL, NULL };
        if (read_lcp(argv[a], &lcp)) {
            for (size_t s = 0; s < sizeof SOLVERS / sizeof *SOLVERS; s++) {
                time_solver(argv[a], &lcp, &SOLVERS[s]);
            }
        } else {
            fprintf(stderr, "cannot read %s\n", argv[a]);
        }
        free(lcp.M);
        free(lcp.q);
    }
    return 0;
}
