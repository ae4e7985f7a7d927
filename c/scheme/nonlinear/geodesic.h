/* geodesic.h - projection on the admissible set in the geodesic distance of M(q).
 *
 * c = P_K(x): the geodesic that leaves c with velocity -M(c)^-1 H(c) lambda reaches x after unit
 * time, 0 <= y(c) _|_ lambda >= 0. Straight lines instead of geodesics give (PR.1).     (PR.3) */
#ifndef NSD_GEODESIC_H
#define NSD_GEODESIC_H

#include "contact/mechanics.h"

typedef struct nsd_geodesic {
    nsd_mechanics *mechanics; /* evaluations, factor, contact problem: all overwritten       */
    double *M_plus, *M_minus; /* n x n: M at q + d e_k and q - d e_k; M_plus also a factor   */
    double *q, *u;            /* n: point and velocity along the geodesic                    */
    double *a, *du, *force;   /* n: temporaries                                              */
    double *bend;             /* n: end of the straight line minus end of the geodesic       */
    double *projection;       /* n: the projection of the iteration under way                */
    double *target;           /* n: x + bend                                                 */
    double *rates;            /* 8 x n: stages of the Runge-Kutta rule                       */
} nsd_geodesic;

size_t     nsd_geodesic_scratch(const nsd_model *model);
nsd_status nsd_geodesic_init(nsd_geodesic *geodesic, nsd_mechanics *mechanics,
                             nsd_scratch *scratch);

/* end <- the point that the geodesic from q with velocity u reaches after unit time     (PR.4) */
nsd_status nsd_geodesic_shoot(nsd_geodesic *geodesic, const double *q, const double *u,
                              double *end);

/* x <- P_K(x) at time t, lambda (m) its multipliers. The factor of M in `mechanics` is lost. */
nsd_status nsd_geodesic_project(nsd_geodesic *geodesic, double t, double *x, double *lambda);

#endif
