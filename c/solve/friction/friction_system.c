/* friction_system.c - linear systems of the friction solvers, dense or banded     (FR.21) */
#include "solve/friction/friction_system.h"

#include <string.h>

#include "solve/friction/friction_parts.h"

/* A band is stored when its reach is below the number of contacts over this. Larger: bands that
 * would be faster are dense; smaller: wide bands, slower than dense matrices, are stored. */
#define BAND_DIVISOR 4

int nsd_friction_band_width(const nsd_friction *problem)
{
    const int d = nsd_friction_local_size(&problem->layout);

    if (!problem->position || problem->reach >= problem->contacts / BAND_DIVISOR) {
        return -1;
    }
    return d * (problem->reach + 1) - 1;
}

size_t nsd_friction_system_entries(const nsd_friction *problem, int symmetric)
{
    const size_t n = nsd_friction_unknowns(problem);
    const int    width = nsd_friction_band_width(problem);

    return width < 0 ? n * n : n * (size_t)((symmetric ? 1 : 3) * width + 1);
}

void nsd_friction_system_init(nsd_dense_system *system, const nsd_friction *problem,
                              nsd_scratch *scratch)
{
    system->A = nsd_scratch_doubles(scratch, nsd_friction_system_entries(problem, 0));
    system->pivot = nsd_scratch_take(scratch, nsd_friction_unknowns(problem),
                                     sizeof *system->pivot);
}

void nsd_friction_system_clear(nsd_dense_system *system, const nsd_friction *problem, int size,
                               int symmetric)
{
    const int    width = nsd_friction_band_width(problem);
    const size_t n = (size_t)size;

    if (width < 0) {
        nsd_dense_system_set(system, symmetric ? NSD_SYSTEM_CHOLESKY : NSD_SYSTEM_LU, size, 0);
    } else {
        nsd_dense_system_set(system, symmetric ? NSD_SYSTEM_BAND_CHOLESKY : NSD_SYSTEM_BAND_LU,
                             size, width);
    }
    memset(system->A, 0, n * (system->stride + (width >= 0)) * sizeof *system->A);
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

void nsd_friction_system_add(nsd_dense_system *system, const nsd_friction *problem)
{
    const int d = nsd_friction_local_size(&problem->layout);

    for (int a = 0; a < problem->contacts; a++) {
        const nsd_friction_column column = nsd_friction_column_of(problem, a);
        for (int k = 0; k < column.count; k++) {
            const int b = column.row ? column.row[k] : k;
            add_block(system, d, nsd_friction_position(problem, b),
                      nsd_friction_position(problem, a), &column,
                      column.blocks + (size_t)k * (size_t)column.step);
        }
    }
}
