/* lanes_descent.h - steps of least energy along the last directions, in single precision (RB.11) */
#ifndef NSD_LANES_DESCENT_H
#define NSD_LANES_DESCENT_H

#include "base/scratch.h"

/* Directions that are kept, as NSD_ACCELERATE_DIRECTIONS */
#define NSD_LANES_DIRECTIONS 3

/* Numbers of a body: velocity, spin, and two zeros so that bodies begin at multiples of eight. They
 * are times the roots of mass and inertia: V'MV is a plain product. */
#define NSD_LANES_MOTION 8

typedef struct nsd_lanes_arithmetic { /* of arrays whose length is a multiple of eight          */
    double (*dot)(int n, const float *a, const float *b);
    void (*difference)(int n, const float *a, const float *b, float *to); /* a - b           */
    void (*add_scaled)(int n, float factor, const float *a, float *to);   /* to += factor a  */
} nsd_lanes_arithmetic;

typedef struct nsd_lanes_descent {
    int    n, m;          /* impulses; velocities: NSD_LANES_MOTION for each body           */
    int    known, newest; /* number of known directions, number of the newest one           */
    double last_energy;   /* V'MV of the last f                                             */
    float *y, *start;     /* n + m: impulses and velocities, and where the iteration began  */
    float *slope;         /* n: residuals where the iteration ended, in place of its slope   */
    float *P;             /* directions (n + m each)                                        */
    double gram[NSD_LANES_DIRECTIONS * NSD_LANES_DIRECTIONS]; /* V'MV                        */
} nsd_lanes_descent;

/* Takes, or counts, the arrays for n impulses and `bodies` bodies. */
size_t nsd_lanes_descent_lay_out(nsd_lanes_descent *d, int n, int bodies, nsd_scratch *scratch);

/* An iteration begins at d->y. */
void nsd_lanes_descent_begin(nsd_lanes_descent *d);

/* d->y, where an iteration ended <- the place of least energy; 0: it stays */
int nsd_lanes_descent_step(nsd_lanes_descent *d, const nsd_lanes_arithmetic *by);

/* The next iteration begins at d->y: the newest direction becomes the step to there. */
void nsd_lanes_descent_end(nsd_lanes_descent *d, const nsd_lanes_arithmetic *by);

#endif
