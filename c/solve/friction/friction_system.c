/* friction_system.c - linear systems of the friction solvers: dense, bands (FR.21), or sparse
 *                                                                                     (FR.27) */
#include "solve/friction/friction_system.h"

#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

/* A band is stored when its reach is below the number of contacts over this. Larger: bands that
 * would be faster are dense; smaller: wide bands, slower than dense matrices, are stored. */
#define BAND_DIVISOR 4

/* Width of a band, in unknowns, below which its factors are no faster. Larger: the work of narrow
 * bands is overestimated, and their solvers get fewer steps; smaller: it is underestimated. */
#define NARROWEST_BAND 30

int nsd_friction_band_width(const nsd_friction *problem)
{
    const int d = nsd_friction_local_size(&problem->layout);

    if (!problem->position || problem->reach >= problem->contacts / BAND_DIVISOR) {
        return -1;
    }
    return d * (problem->reach + 1) - 1;
}

/* Entries of the factors of fronts of contacts with d entries */
static double front_entries(const nsd_friction *problem, int d)
{
    const nsd_fronts_plan *plan = problem->plan;
    return (plan->factor + plan->stack + (double)plan->largest * plan->largest) * d * d;
}

size_t nsd_friction_system_entries(const nsd_friction *problem, int symmetric)
{
    const size_t n = nsd_friction_unknowns(problem);
    const int    width = nsd_friction_band_width(problem);

    if (problem->plan) {
        return (size_t)front_entries(problem, nsd_friction_local_size(&problem->layout));
    }
    return width < 0 ? n * n : n * (size_t)((symmetric ? 1 : 3) * width + 1);
}

double nsd_friction_system_work(const nsd_friction *problem)
{
    const double n = (double)nsd_friction_unknowns(problem);
    const int    width = nsd_friction_band_width(problem);
    const double d = nsd_friction_local_size(&problem->layout);
    const double band = width < 0 ? n : fmin(n, fmax(NARROWEST_BAND, width));

    return problem->plan ? problem->plan->work * d * d * d : n * band * band;
}

void nsd_friction_system_lay_out(nsd_friction_system *system, const nsd_friction *problem,
                                 nsd_scratch *scratch)
{
    const int    d = nsd_friction_local_size(&problem->layout);
    const size_t n = nsd_friction_unknowns(problem), size = (size_t)d;

    if (problem->plan) {
        system->blocks = nsd_scratch_doubles(scratch, (size_t)problem->start[problem->contacts] *
                                                          size * size);
        nsd_fronts_lay_out(&system->fronts, problem->plan, d, scratch);
        return;
    }
    system->dense.A = nsd_scratch_doubles(scratch, nsd_friction_system_entries(problem, 0));
    system->dense.pivot = nsd_scratch_take(scratch, n, sizeof *system->dense.pivot);
}

void nsd_friction_system_clear(nsd_friction_system *system, const nsd_friction *problem, int size,
                               int symmetric)
{
    const int    width = nsd_friction_band_width(problem);
    const size_t n = (size_t)size;

    system->sparse = problem->plan != NULL;
    system->d = nsd_friction_local_size(&problem->layout);
    system->n = size;
    if (system->sparse) {
        const size_t entries = (size_t)(system->d * system->d);
        nsd_fronts_begin(&system->fronts, problem->plan, system->d, system->blocks);
        system->fronts.definite = symmetric;
        memset(system->blocks, 0,
               (size_t)problem->start[problem->contacts] * entries * sizeof *system->blocks);
        return;
    }
    if (width < 0) {
        nsd_dense_system_set(&system->dense, symmetric ? NSD_SYSTEM_CHOLESKY : NSD_SYSTEM_LU, size,
                             0);
    } else {
        nsd_dense_system_set(
            &system->dense, symmetric ? NSD_SYSTEM_BAND_CHOLESKY : NSD_SYSTEM_BAND_LU, size, width);
    }
    memset(system->dense.A, 0, n * (system->dense.stride + (width >= 0)) * sizeof(double));
}

double *nsd_friction_system_at(const nsd_friction_system *system, int i, int j)
{
    if (!system->sparse) {
        return nsd_dense_system_at(&system->dense, i, j);
    }
    const int d = system->d;
    const int k = nsd_fronts_graph_find(&system->fronts.plan->graph, j / d, i / d);
    return system->blocks + (size_t)k * (size_t)(d * d) + i % d + (j % d) * d;
}

/* Adds the block W that couples the contacts at positions `first` (row) and `second` (column) */
static void add_block(nsd_dense_system *s, int d, int first, int second,
                      const nsd_friction_column *column, const double *W)
{
    const int symmetric = s->kind == NSD_SYSTEM_CHOLESKY || s->kind == NSD_SYSTEM_BAND_CHOLESKY;
    for (int k = 0; k < d * d; k++) {
        const int    i = first * d + k % d, j = second * d + k / d;
        const double w = W[k % d + k / d * column->ld];
        if (!symmetric || i == j) {
            *nsd_dense_system_at(s, i, j) += w;
        } else {
            *nsd_dense_system_at(s, i > j ? i : j, i > j ? j : i) += 0.5 * w;
        }
    }
}

void nsd_friction_system_add(nsd_friction_system *system, const nsd_friction *problem)
{
    const int    d = system->d;
    const size_t size = (size_t)(d * d);

    for (int k = 0; system->sparse && k < problem->start[problem->contacts]; k++) {
        const int     across = system->fronts.definite ? system->fronts.mirror[k] : k;
        const double *W = problem->blocks + (size_t)k * size;
        for (int i = 0; i < d * d; i++) {
            const int     j = across == k && !system->fronts.definite ? i : i / d + i % d * d;
            const double *other = problem->blocks + (size_t)across * size;
            system->blocks[(size_t)k * size + (size_t)i] += 0.5 * (W[i] + other[j]);
        }
    }
    for (int a = 0; !system->sparse && a < problem->contacts; a++) {
        const nsd_friction_column column = nsd_friction_column_of(problem, a);
        for (int k = 0; k < column.count; k++) {
            const int b = column.row ? column.row[k] : k;
            add_block(&system->dense, d, nsd_friction_position(problem, b),
                      nsd_friction_position(problem, a), &column,
                      column.blocks + (size_t)k * (size_t)column.step);
        }
    }
}

static void identity_of_blocks(nsd_friction_system *system, int i)
{
    const nsd_fronts_graph *graph = &system->fronts.plan->graph;
    const int               d = system->d, a = i / d;

    for (int k = graph->start[a]; k < graph->start[a + 1]; k++) {
        for (int r = 0; r < d; r++) {
            *nsd_friction_system_at(system, graph->row[k] * d + r, i) = 0.0;
            *nsd_friction_system_at(system, i, graph->row[k] * d + r) = 0.0;
        }
    }
    *nsd_friction_system_at(system, i, i) = 1.0;
}

void nsd_friction_system_identity(nsd_friction_system *system, int i)
{
    const nsd_system_kind kind = system->dense.kind;
    const int symmetric = kind == NSD_SYSTEM_CHOLESKY || kind == NSD_SYSTEM_BAND_CHOLESKY;
    const int n = system->n, w = system->dense.width;
    const int first = i > w ? i - w : 0, last = i + w < n ? i + w + 1 : n;

    if (system->sparse) {
        identity_of_blocks(system, i);
        return;
    }
    for (int j = first; j < last; j++) {
        if (!symmetric || j <= i) {
            *nsd_dense_system_at(&system->dense, i, j) = j == i;
        }
        if (!symmetric || j >= i) {
            *nsd_dense_system_at(&system->dense, j, i) = j == i;
        }
    }
}

nsd_status nsd_friction_system_factor(nsd_friction_system *system, const nsd_poll *poll)
{
    system->fronts.poll = poll;
    return system->sparse ? nsd_fronts_factor(&system->fronts)
                          : nsd_dense_system_factor(&system->dense);
}

void nsd_friction_system_solve(nsd_friction_system *system, double *x)
{
    if (system->sparse) {
        nsd_fronts_solve(&system->fronts, x);
    } else {
        nsd_dense_system_solve(&system->dense, x);
    }
}
