/* siconos_friction.c - friction problems solved by Siconos (numerics component, C).
 *
 *   siconos_friction FILE...      *.dat of Siconos in their own storage, or *.fc.csv
 *
 * For each file and each solver one line "siconos friction NAME SOLVER RESIDUAL MILLISECONDS
 * ITERATIONS CONTACTS". The residual is computed here, from the reactions alone, because the status
 * a solver returns is not proof; the time is the CPU time of the fastest of the solves repeated for
 * 0.2 s, each started from zero. `sweeps` is its nonsmooth Gauss-Seidel, stopped after 1000. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>

#include "friction_data.h"

#define SECONDS_PER_SOLVER 0.2

typedef struct solver {
    int         dimension, id, max_iter;
    const char *name;
} solver;

static const solver SOLVERS[] = {
    { 2, SICONOS_FRICTION_2D_NSGS, 1000, "sweeps" },
    { 2, SICONOS_FRICTION_2D_NSGS, 20000, "NSGS" },
    { 2, SICONOS_FRICTION_2D_LEMKE, 10000, "LEMKE" },
    { 3, SICONOS_FRICTION_3D_NSGS, 1000, "sweeps" },
    { 3, SICONOS_FRICTION_3D_NSGS, 20000, "NSGS" },
    { 3, SICONOS_FRICTION_3D_NSN_AC, 200, "NSN_AC" },
    { 3, SICONOS_FRICTION_3D_NSN_FB, 200, "NSN_FB" },
    { 3, SICONOS_FRICTION_3D_ADMM, 20000, "ADMM" },
};

static FrictionContactProblem *load(const char *path, const friction_data *data)
{
    const char *dot = strrchr(path, '.');
    if (dot && !strcmp(dot, ".dat")) return frictionContact_new_from_filename(path);
    const size_t n = (size_t)data->n;
    double      *W = malloc(sizeof(double) * n * n), *q = malloc(sizeof(double) * n);
    double      *mu = malloc(sizeof(double) * (size_t)data->contacts);
    memcpy(W, data->W, sizeof(double) * n * n);
    memcpy(q, data->q, sizeof(double) * n);
    memcpy(mu, data->mu, sizeof(double) * (size_t)data->contacts);
    return frictionContactProblem_new_with_data(
        data->dimension, data->contacts, NM_create_from_data(NM_DENSE, data->n, data->n, W), q, mu);
}

static void time_solver(const char *path, const friction_data *data, const solver *choice)
{
    const size_t    n = (size_t)data->n;
    double         *r = calloc(n, sizeof(double)), *u = calloc(n, sizeof(double)), spent = 0.0;
    friction_result result = { choice->name, 0.0, INFINITY, 0 };

    while (spent < SECONDS_PER_SOLVER) { /* fresh data: some solvers overwrite it */
        FrictionContactProblem *problem = load(path, data);
        SolverOptions          *options = solver_options_create(choice->id);
        options->iparam[SICONOS_IPARAM_MAX_ITER] = choice->max_iter;
        options->dparam[SICONOS_DPARAM_TOL] = 1e-9;
        memset(r, 0, sizeof(double) * n);
        memset(u, 0, sizeof(double) * n);
        const double start = friction_cpu_seconds();
        if (data->dimension == 2) {
            fc2d_driver(problem, r, u, options);
        } else {
            fc3d_driver(problem, r, u, options);
        }
        const double seconds = friction_cpu_seconds() - start;
        result.seconds = fmin(result.seconds, seconds);
        result.iterations = options->iparam[SICONOS_IPARAM_ITER_DONE];
        spent += seconds;
        solver_options_delete(options);
        frictionContactProblem_free(problem);
    }
    result.residual = friction_data_residual(data, r);
    friction_data_print("siconos", path, data, &result);
    free(r);
    free(u);
}

int main(int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        friction_data data;
        if (friction_data_read(argv[a], &data)) {
            for (size_t s = 0; s < sizeof SOLVERS / sizeof *SOLVERS; s++) {
                if (SOLVERS[s].dimension == data.dimension) {
                    time_solver(argv[a], &data, &SOLVERS[s]);
                }
            }
        } else {
            fprintf(stderr, "cannot read %s\n", argv[a]);
        }
        friction_data_free(&data);
    }
    return 0;
}
