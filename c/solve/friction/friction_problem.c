/* friction_problem.c - storage of a friction problem, the list of solvers. */
#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "solve/friction/friction_parts.h"

int nsd_friction_local_size(const nsd_friction_layout *layout)
{
    int d = 1;
    for (int g = 0; g < layout->groups; g++) {
        d += layout->size[g];
    }
    return d;
}

void nsd_friction_coefficients(const nsd_friction *problem, int a, double *mu)
{
    for (int g = 0; g < problem->layout.groups; g++) {
        mu[g] = problem->mu[g][a];
    }
}

double nsd_friction_slip(const nsd_friction *problem, int a, const double *u)
{
    const double *part = u + 1;
    double        slip = 0.0;
    for (int g = 0; g < problem->layout.groups; part += problem->layout.size[g], g++) {
        slip += problem->mu[g][a] *
                (problem->layout.size[g] == 1 ? fabs(part[0]) : hypot(part[0], part[1]));
    }
    return slip;
}

nsd_friction_column nsd_friction_column_of(const nsd_friction *problem, int a)
{
    const int d = nsd_friction_local_size(&problem->layout), n = d * problem->contacts;

    if (!problem->start) {
        return (nsd_friction_column){ problem->contacts, d, n, NULL,
                                      problem->W + (size_t)a * (size_t)d * (size_t)n };
    }
    const int first = problem->start[a];
    return (nsd_friction_column){ problem->start[a + 1] - first, d * d, d, problem->row + first,
                                  problem->blocks + (size_t)first * (size_t)(d * d) };
}

const double *nsd_friction_diagonal(const nsd_friction *problem, int a, int *ld)
{
    const nsd_friction_column column = nsd_friction_column_of(problem, a);

    *ld = column.ld;
    if (!column.row) {
        return column.blocks + (size_t)a * (size_t)column.step;
    }
    int low = 0, high = column.count; /* rows ascend: bisection */
    while (low < high) {
        const int middle = (low + high) / 2;
        if (column.row[middle] < a) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const int stored = low < column.count && column.row[low] == a;
    return stored ? column.blocks + (size_t)low * (size_t)column.step : NULL;
}

/* y <- y + A x with d columns of A. `rows` and d are constants where speed matters, so that the
 * compiler unrolls the loops. */
NSD_INLINE void add_product(int rows, int d, const double *A, int ld, const double *x, double *y)
{
    for (int i = 0; i < rows; i++) {
        double sum = A[i] * x[0];
        for (int j = 1; j < d; j++) {
            sum += A[i + (size_t)j * (size_t)ld] * x[j];
        }
        y[i] += sum;
    }
}

/* u <- u + W(:,a) change, with d entries of a contact */
NSD_INLINE void add_blocks(const nsd_friction_column *column, int d, const double *change,
                           double *u)
{
    if (!column->row) {
        add_product(column->ld, d, column->blocks, column->ld, change, u);
        return;
    }
    for (int k = 0; k < column->count; k++) {
        add_product(d, d, column->blocks + (size_t)k * (size_t)(d * d), d, change,
                    u + (size_t)column->row[k] * (size_t)d);
    }
}

void nsd_friction_add_column(const nsd_friction *problem, int a, const double *change, double *u)
{
    const int                 d = nsd_friction_local_size(&problem->layout);
    const nsd_friction_column column = nsd_friction_column_of(problem, a);

    switch (d) {
    case 2:
        add_blocks(&column, 2, change, u);
        break;
    case 3:
        add_blocks(&column, 3, change, u);
        break;
    case 5: /* rolling */
        add_blocks(&column, 5, change, u);
        break;
    default:
        add_blocks(&column, d, change, u);
    }
}

typedef struct solver_entry {
    const char            *name;
    nsd_friction_solve_fn *solve;
    size_t (*scratch)(const nsd_friction *problem);
} solver_entry;

static const solver_entry *find_entry(const char *name)
{
    static const solver_entry solvers[] = {
        { "auto", nsd_friction_auto, nsd_friction_scratch },
        { "nsgs", nsd_friction_nsgs, nsd_friction_nsgs_scratch },
        { "anderson", nsd_friction_anderson, nsd_friction_anderson_scratch },
        { "newton", nsd_friction_newton, nsd_friction_newton_scratch },
        { "interior", nsd_friction_interior, nsd_friction_interior_scratch },
        { "proximal", nsd_friction_proximal, nsd_friction_proximal_scratch },
        { "lemke", nsd_friction_lemke, nsd_friction_lemke_scratch },
    };
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        if (strcmp(name, solvers[i].name) == 0) {
            return solvers + i;
        }
    }
    return NULL;
}

nsd_friction_solve_fn *nsd_friction_find(const char *name)
{
    const solver_entry *solver = find_entry(name);
    return solver ? solver->solve : NULL;
}

size_t nsd_friction_solver_scratch(const char *name, const nsd_friction *problem)
{
    const solver_entry *solver = find_entry(name);
    return solver ? solver->scratch(problem) : 0;
}
