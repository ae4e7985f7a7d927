/* bodies_accelerate.h - steps of least energy along the last directions of an iteration     (RB.11)
 *
 * Impulses r change velocities v linearly. An iteration takes r to some r + f; the next one is to
 * begin where the energy is least along f and the steps before it: conjugate gradients of which
 * the iteration is the preconditioner (Knyazev 2001), for iterations of any kind. */
#ifndef NSD_BODIES_ACCELERATE_H
#define NSD_BODIES_ACCELERATE_H

#include "base/scratch.h"

#define NSD_DESCENT_SLOTS 3  /* directions: f and two steps before */
#define NSD_DESCENT_MASS  10 /* numbers of a body: mass and inertia */

typedef struct nsd_bodies_accelerate {
    int     n, bodies;
    int     have, now;  /* directions that are known, slot of the newest           */
    double  old;        /* energy of the last f                                    */
    double *mass;       /* NSD_DESCENT_MASS x bodies, the caller's to fill          */
    double *x, *y;      /* where the iteration began: n, 6 x bodies                */
    double *P, *V, *MV; /* directions: impulses, velocities, momenta               */
    double  gram[NSD_DESCENT_SLOTS * NSD_DESCENT_SLOTS]; /* V'MV                     */
} nsd_bodies_accelerate;

size_t nsd_bodies_accelerate_scratch(int n, int bodies);

/* 0 when scratch does not suffice. */
int nsd_bodies_accelerate_init(nsd_bodies_accelerate *descent, int n, int bodies,
                               nsd_scratch *scratch);

/* An iteration begins at impulses r and velocities v. */
void nsd_bodies_accelerate_begin(nsd_bodies_accelerate *descent, const double *r, const double *v);

/* r, v as the iteration left them, and the slope of the energy there; both go to where it is
 * least. Returns 0 and changes nothing when the directions say nothing. */
int nsd_bodies_accelerate_step(nsd_bodies_accelerate *descent, const double *slope, double *r,
                               double *v);

/* What became of it, after the caller's changes, is the newest direction. */
void nsd_bodies_accelerate_end(nsd_bodies_accelerate *descent, const double *r, const double *v);

#endif
