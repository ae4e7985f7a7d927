/* kernel_friction.c - friction problems solved by the kernels, called from C.
 *
 *   kernel_friction FILE...   prints "kernel friction NAME SOLVER RESIDUAL MILLISECONDS ITERATIONS
 *                             CONTACTS": `auto` to 1e-8, and `sweeps`, 1000 of nonsmooth
 *                             Gauss-Seidel or as many as it takes. The time of `auto` contains that
 *                             of the order in which W is a band, as in nsd_friction */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "friction_data.h"
#include "solve/friction/friction.h"

#define SECONDS_PER_SOLVER 0.2

/* problem->position <- an order of the contacts in which W is a band; returns the CPU time */
static double find_order(nsd_friction *problem, int *position)
{
    const size_t room = nsd_friction_order_scratch(problem);
    nsd_scratch  scratch = { malloc(room), room, 0 };
    const double start = friction_cpu_seconds();

    problem->reach = nsd_friction_order(problem, &scratch, position);
    problem->position = position;
    free(scratch.base);
    return friction_cpu_seconds() - start;
}

static void time_solver(const char *path, const friction_data *data, nsd_friction *problem,
                        const char *name)
{
    const int                  sweeps = strcmp(name, "nsgs") == 0;
    const nsd_friction_options options = { sweeps ? 1000 : 10000, 1e-8, NULL };
    int                       *position = malloc(sizeof(int) * (size_t)data->contacts);
    const double               ordered = sweeps ? 0.0 : find_order(problem, position);
    const size_t               room = nsd_friction_solver_scratch(name, problem);
    nsd_scratch                scratch = { malloc(room), room, 0 };
    double                    *r = malloc(sizeof(double) * (size_t)data->n), spent = 0.0;
    nsd_friction_info          info = { 0, 0.0, "" };
    friction_result            result = { "", 0.0, INFINITY, 0 };

    while (scratch.base && r && spent < SECONDS_PER_SOLVER) {
        memset(r, 0, sizeof(double) * (size_t)data->n);
        scratch.used = 0;
        const double start = friction_cpu_seconds();
        nsd_friction_find(name)(problem, &options, &scratch, r, &info);
        const double seconds = friction_cpu_seconds() - start;
        result.seconds = fmin(result.seconds, seconds);
        spent += seconds;
    }
    result.seconds += ordered;
    problem->position = NULL;
    free(position);
    result.solver = sweeps ? "sweeps" : info.solver;
    result.residual = data->dimension < 5 ? friction_data_residual(data, r) : info.residual;
    result.iterations = info.iterations;
    friction_data_print("kernel", path, data, &result);
    free(r);
    free(scratch.base);
}

static void time_problem(const char *path, const friction_data *data)
{
    const nsd_friction_layout plane = { 1, { 1 } }, space = { 1, { 2 } }, rolling = { 2, { 2, 2 } };
    nsd_friction              problem = { data->contacts,
                                          space,
                                          { data->mu, data->mu_rolling, NULL },
                                          data->q,
                                          NULL,
                                          data->start,
                                          data->row,
                                          data->blocks,
                                          0.0,
                                          NULL,
                                          0 };
    if (data->dimension != 3) problem.layout = data->dimension == 2 ? plane : rolling;
    problem.lambda = nsd_friction_lambda_bound(&problem);
    time_solver(path, data, &problem, "auto");
    if (data->dimension < 5) time_solver(path, data, &problem, "nsgs");
}

int main(int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        friction_data data;
        if (friction_data_read(argv[a], &data)) {
            time_problem(argv[a], &data);
        } else {
            fprintf(stderr, "cannot read %s\n", argv[a]);
        }
        friction_data_free(&data);
    }
    return 0;
}
