/* bodies_accelerate.h - impulses of least energy along the last directions of an iteration (RB.11)
 *
 * Impulses r change velocities v linearly. An iteration takes r to r + f; the next one begins at
 * the impulses of least energy along f and the steps before: conjugate gradients with the
 * iteration as preconditioner (Knyazev 2001), for iterations of any kind. */
#ifndef NSD_BODIES_ACCELERATE_H
#define NSD_BODIES_ACCELERATE_H

#include "base/scratch.h"

/* Directions that are kept: f and the two steps before. More: memory and time for hardly fewer
 * sweeps; fewer: more sweeps for heaps and walls. */
#define NSD_ACCELERATE_DIRECTIONS 3

/* Numbers of a body in `mass`: its mass, then its 3 x 3 inertia. */
#define NSD_ACCELERATE_MASS_NUMBERS 10

typedef struct nsd_bodies_accelerate {
    int     n, bodies;         /* impulses, bodies                                       */
    int     known, newest;     /* number of known directions, number of the newest one   */
    double  last_energy;       /* V'MV of the last f                                     */
    double *mass;              /* NSD_ACCELERATE_MASS_NUMBERS x bodies, filled by caller */
    double *start_r, *start_v; /* where the iteration began: n, 6 x bodies               */
    double *P, *V, *MV;        /* directions: impulses, velocities, momenta              */
    double  gram[NSD_ACCELERATE_DIRECTIONS * NSD_ACCELERATE_DIRECTIONS]; /* V'MV         */
} nsd_bodies_accelerate;

/* Bytes of scratch for nsd_bodies_accelerate_init. */
size_t nsd_bodies_accelerate_scratch(int n, int bodies);

/* Takes the arrays; 0 when scratch does not suffice. */
int nsd_bodies_accelerate_init(nsd_bodies_accelerate *descent, int n, int bodies,
                               nsd_scratch *scratch);

/* An iteration begins at impulses r and velocities v. */
void nsd_bodies_accelerate_begin(nsd_bodies_accelerate *descent, const double *r, const double *v);

/* r, v: where the iteration ended, then the place of least energy; slope: of the energy where the
 * iteration ended. Returns 0 and leaves r, v when the directions are linearly dependent. */
int nsd_bodies_accelerate_step(nsd_bodies_accelerate *descent, const double *slope, double *r,
                               double *v);

/* r, v: where the next iteration will begin. The newest direction becomes the step to there. */
void nsd_bodies_accelerate_end(nsd_bodies_accelerate *descent, const double *r, const double *v);

#endif
