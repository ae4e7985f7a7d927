/* friction_system.h - the linear systems of the friction solvers: dense, a band when the problem
 * has an order of its contacts with all blocks near the diagonal (FR.21), or sparse when it has a
 * plan of fronts (FR.27) */
#ifndef NSD_FRICTION_SYSTEM_H
#define NSD_FRICTION_SYSTEM_H

#include "base/dense.h"
#include "solve/friction/friction.h"

typedef struct nsd_friction_system {
    nsd_dense_system dense; /* unless the problem has a plan                       */
    nsd_fronts       fronts;
    double          *blocks; /* sparse: A, in the places of the blocks of W         */
    int              sparse; /* 1: the problem has a plan                           */
    int              d;      /* entries of a contact                                */
    int              n;      /* unknowns                                            */
} nsd_friction_system;

/* The width of the band, -1 when the matrices of this problem are dense. */
int nsd_friction_band_width(const nsd_friction *problem);

/* Doubles of A for a system of all contacts; with a plan those of its factors. */
size_t nsd_friction_system_entries(const nsd_friction *problem, int symmetric);

/* Multiply-adds of the factors of a system of all contacts */
double nsd_friction_system_work(const nsd_friction *problem);

/* Takes the arrays for the systems of a problem. */
void nsd_friction_system_lay_out(nsd_friction_system *system, const nsd_friction *problem,
                                 nsd_scratch *scratch);

/* A <- 0, size x size; symmetric: positive definite, and only the lower triangle is stored, unless
 * the system is sparse, which stores both triangles, and all contacts whatever the size is. */
void nsd_friction_system_clear(nsd_friction_system *system, const nsd_friction *problem, int size,
                               int symmetric);

/* Address of entry (i,j), which must be stored; (i+1,j) follows inside of a contact. */
double *nsd_friction_system_at(const nsd_friction_system *system, int i, int j);

/* A <- A + W, or A + (W + W')/2 when A is symmetric; all contacts, in the order of the problem */
void nsd_friction_system_add(nsd_friction_system *system, const nsd_friction *problem);

/* Row and column i of A become those of the identity. */
void nsd_friction_system_identity(nsd_friction_system *system, int i);

/* A <- its factors: NSD_OK, or a negative status when there are none, or NSD_STOPPED */
nsd_status nsd_friction_system_factor(nsd_friction_system *system, const nsd_poll *poll);
/* x <- A^-1 x, with the factors */
void nsd_friction_system_solve(nsd_friction_system *system, double *x);

/* Position of contact a in the order of the problem */
static inline int nsd_friction_position(const nsd_friction *problem, int a)
{
    return problem->position && !problem->plan ? problem->position[a] : a;
}

#endif
