/* friction_problem.c - storage of a friction problem, the list of solvers. */
#include <string.h>

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

nsd_friction_column nsd_friction_column_of(const nsd_friction *problem, int a)
{
    const int d = nsd_friction_local_size(&problem->layout), n = d * problem->contacts;

    if (!problem->start) {
        const nsd_friction_column dense = { problem->contacts, d, n, NULL,
                                            problem->W + (size_t)a * (size_t)d * (size_t)n };
        return dense;
    }
    const int                 first = problem->start[a];
    const nsd_friction_column sparse = { problem->start[a + 1] - first, d * d, d,
                                         problem->row + first,
                                         problem->blocks + (size_t)first * (size_t)(d * d) };
    return sparse;
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

/* y <- y + A x */
static void add_block(int d, const double *A, int ld, const double *x, double *y)
{
    for (int j = 0; j < d; j++) {
        for (int i = 0; i < d; i++) {
            y[i] += A[i + j * ld] * x[j];
        }
    }
}

/* add_block for d = 2, without padding */
static void add_block_2d(const double *A, const double *x, double *y)
{
    const double a = x[0], b = x[1];
    y[0] += A[0] * a + A[2] * b;
    y[1] += A[1] * a + A[3] * b;
}

/* add_block for d = 3, without padding */
static void add_block_3d(const double *A, const double *x, double *y)
{
    const double a = x[0], b = x[1], c = x[2];
    y[0] += A[0] * a + A[3] * b + A[6] * c;
    y[1] += A[1] * a + A[4] * b + A[7] * c;
    y[2] += A[2] * a + A[5] * b + A[8] * c;
}

/* u <- u + A x with the d columns of a contact, n numbers each */
static void add_dense_column(int n, int d, const double *A, const double *x, double *u)
{
    const double *b = A + n;
    if (d == 2) {
        for (int i = 0; i < n; i++) {
            u[i] += A[i] * x[0] + b[i] * x[1];
        }
        return;
    }
    if (d == 3) {
        const double *c = b + n;
        for (int i = 0; i < n; i++) {
            u[i] += A[i] * x[0] + b[i] * x[1] + c[i] * x[2];
        }
        return;
    }
    for (int j = 0; j < d; j++) {
        for (int i = 0; i < n; i++) {
            u[i] += A[i + (size_t)j * (size_t)n] * x[j];
        }
    }
}

void nsd_friction_add_column(const nsd_friction *problem, int a, const double *change, double *u)
{
    const int                 d = nsd_friction_local_size(&problem->layout);
    const nsd_friction_column column = nsd_friction_column_of(problem, a);

    if (!column.row) {
        add_dense_column(column.ld, d, column.blocks, change, u);
        return;
    }
    for (int k = 0; k < column.count; k++) {
        const double *block = column.blocks + (size_t)k * (size_t)column.step;
        double       *rows = u + (size_t)column.row[k] * (size_t)d;
        if (d == 3) {
            add_block_3d(block, change, rows);
        } else if (d == 2) {
            add_block_2d(block, change, rows);
        } else {
            add_block(d, block, d, change, rows);
        }
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
