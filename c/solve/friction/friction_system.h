/* friction_system.h - the linear systems of the friction solvers: dense, or a band when the
 * problem has an order of its contacts in which its blocks lie near the diagonal     (FR.21) */
#ifndef NSD_FRICTION_SYSTEM_H
#define NSD_FRICTION_SYSTEM_H

#include "base/dense.h"
#include "solve/friction/friction.h"

typedef struct nsd_friction_system {
    int      width;     /* of the band to either side of the diagonal; -1: dense      */
    int      size;      /* unknowns                                                   */
    int      symmetric; /* the lower triangle alone is stored, and definite           */
    size_t   offset, stride;
    double  *A;
    nsd_int *pivot;
} nsd_friction_system;

/* The width of the band, -1 when the matrix is to be dense. */
int nsd_friction_band_width(const nsd_friction *problem);

/* Doubles of A for a system of all contacts. */
size_t nsd_friction_system_entries(const nsd_friction *problem, int symmetric);

size_t nsd_friction_system_scratch(const nsd_friction *problem);
void   nsd_friction_system_init(nsd_friction_system *system, const nsd_friction *problem,
                                nsd_scratch *scratch);

/* A <- 0, size x size */
void nsd_friction_system_clear(nsd_friction_system *system, int size, int symmetric);

/* Where entry (i,j) is; (i+1,j) follows. It must be stored: lower triangle, inside the band. */
static inline double *nsd_friction_system_at(const nsd_friction_system *system, int i, int j)
{
    return system->A + system->offset + (size_t)i + (size_t)j * system->stride;
}

/* NSD_OK, or what the factorisation says; then x <- A^-1 x. */
nsd_status nsd_friction_system_factor(nsd_friction_system *system);
void       nsd_friction_system_solve(const nsd_friction_system *system, double *x);

/* A <- A + W, or + (W + W')/2 when it is symmetric; all contacts, in the order of the problem */
void nsd_friction_system_add(nsd_friction_system *system, const nsd_friction *problem);

/* Contact a comes at this place of its order. */
static inline int nsd_friction_position(const nsd_friction *problem, int a)
{
    return problem->position ? problem->position[a] : a;
}

#endif
