/* friction_system.h - the linear systems of the friction solvers: dense, or a band when the
 * problem has an order of its contacts with all blocks near the diagonal             (FR.21) */
#ifndef NSD_FRICTION_SYSTEM_H
#define NSD_FRICTION_SYSTEM_H

#include "base/dense.h"
#include "solve/friction/friction.h"

/* The width of the band, -1 when the matrices of this problem are dense. */
int nsd_friction_band_width(const nsd_friction *problem);

/* Doubles of A for a system of all contacts. */
size_t nsd_friction_system_entries(const nsd_friction *problem, int symmetric);

/* Takes the arrays for the systems of a problem. */
void nsd_friction_system_init(nsd_dense_system *system, const nsd_friction *problem,
                              nsd_scratch *scratch);

/* A <- 0, size x size; symmetric: positive definite, and only the lower triangle is stored. */
void nsd_friction_system_clear(nsd_dense_system *system, const nsd_friction *problem, int size,
                               int symmetric);

/* A <- A + W, or A + (W + W')/2 when A is symmetric; all contacts, in the order of the problem */
void nsd_friction_system_add(nsd_dense_system *system, const nsd_friction *problem);

/* Position of contact a in the order of the problem */
static inline int nsd_friction_position(const nsd_friction *problem, int a)
{
    return problem->position ? problem->position[a] : a;
}

#endif
