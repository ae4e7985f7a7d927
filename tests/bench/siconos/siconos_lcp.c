/* siconos_lcp.c - dense LCPs solved by Siconos (numerics component, C).
 *
 *   siconos_lcp FILE...        *.lcp.csv (n, rows of M, q) or *.lcp.bin (int64 n, M, q)
 *
 * For each file and each solver one line "siconos lcp NAME SOLVER RESIDUAL MILLISECONDS". The
 * residual max|min(z, Mz+q)| / max(1, max|q|) is computed here, from z alone, because the status
 * a solver returns is not proof; the time is the CPU time of the fastest of the solves repeated
 * for 0.2 s, each started from z = 0. Solvers that lost everywhere when tried are left out. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#include "dense_lcp.h"

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
        const double start = bench_cpu_seconds();
        linearComplementarity_driver(&problem, z, w, options);
        const double seconds = bench_cpu_seconds() - start;
        residual = fmax(residual, dense_lcp_residual(lcp, z));
        best = fmin(best, seconds);
        spent += seconds;
        solver_options_delete(options);
        matrix->matrix0 = NULL; /* M is ours */
        NM_clear(matrix);
        free(matrix);
    }
    dense_lcp_print("siconos", path, choice->name, residual, best);
    free(M);
    free(q);
    free(z);
    free(w);
}

int main(int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        dense_lcp lcp = { 0, NULL, NULL };
        if (dense_lcp_read(argv[a], &lcp)) {
            for (size_t s = 0; s < sizeof SOLVERS / sizeof *SOLVERS; s++) {
                time_solver(argv[a], &lcp, &SOLVERS[s]);
            }
        } else {
            fprintf(stderr, "cannot read %s\n", argv[a]);
        }
        dense_lcp_free(&lcp);
    }
    return 0;
}
