/* friction_system.h - the linear systems of the friction solvers: dense, or a band when the
 * problem has an order of its contacts with all blocks near the diagonal             (FR.21) */
#ifndef NSD_FRICTION_SYSTEM_H
#define NSD_FRICTION_SYSTEM_H

#include "base/dense.h"
#include "solve/friction/friction.h"

typedef struct nsd_friction_system {
    int      width;          /* of the band to either side of the diagonal; -1: dense       */
    int      size;           /* unknowns                                                    */
    int      symmetric;      /* 1: positive definite, and only the lower triangle is stored */
    size_t   offset, stride; /* entry (i,j) is A[offset + i + j * stride]                   */
    double  *A;
    nsd_int *pivot; /* of the LU factors */
} nsd_friction_system;

/* The width of the band, -1 when the matrices of this problem are dense. */
int nsd_friction_band_width(const nsd_friction *problem);

/* Doubles of A for a system of all contacts. */
size_t nsd_friction_system_entries(const nsd_friction *problem, int symmetric);

/* Takes the arrays, and sets the width of the band */
void nsd_friction_system_init(nsd_friction_system *system, const nsd_friction *problem,
                              nsd_scratch *scratch);

/* A <- 0, size x size */
void nsd_friction_system_clear(nsd_friction_system *system, int size, int symmetric);

/* Address of entry (i,j); (i+1,j) follows. The entry must be stored: inside the band, and in the
 * lower triangle of a symmetric matrix. */
static inline double *nsd_friction_system_at(const nsd_friction_system *system, int i, int j)
{
    return system->A + system->offset + (size_t)i + (size_t)j * system->stride;
}

/* A <- its factors; the status of the factorisation */
nsd_status nsd_friction_system_factor(nsd_friction_system *system);
/* x <- A^-1 x, with the factors */
void nsd_friction_system_solve(const nsd_friction_system *system, double *x);

/* A <- A + W, or A + (W + W')/2 when A is symmetric; all contacts, in the order of the problem */
void nsd_friction_system_add(nsd_friction_system *system, const nsd_friction *problem);

/* Position of contact a in the order of the problem */
static inline int nsd_friction_position(const nsd_friction *problem, int a)
{
    return problem->position ? problem->position[a] : a;
}

#endif
