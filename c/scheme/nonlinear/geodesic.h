/* geodesic.h - projection on the admissible set in the geodesic distance of M(q).
 *
 * c = P_K(x): the geodesic that leaves c with velocity -M(c)^-1 H(c) lambda reaches x after unit
 * time, 0 <= y(c) _|_ lambda >= 0. Straight lines instead of geodesics give (PR.1).     (PR.3) */
#ifndef NSD_GEODESIC_H
#define NSD_GEODESIC_H

#include "contact/mechanics.h"

typedef struct nsd_geodesic {
    nsd_mechanics *mechanics; /* evaluations, factor and contact problem; all overwritten   */
    double        *M_plus, *M_minus;       /* n x n: M to both sides, then a factor      */
    double        *q, *u, *a, *du, *force; /* n: a point, its velocity, ..               */
    double        *bend;                   /* n: straight line minus geodesic            */
    double        *projection, *target;    /* n: the projection under way, x + bend      */
    double        *rates;                  /* 8 x n: stages of the Runge-Kutta rule      */
} nsd_geodesic;

size_t     nsd_geodesic_scratch(const nsd_model *model);
nsd_status nsd_geodesic_init(nsd_geodesic *geodesic, nsd_mechanics *mechanics,
                             nsd_scratch *scratch);

/* end <- the point that the geodesic from q with velocity u reaches after unit time     (PR.4) */
nsd_status nsd_geodesic_shoot(nsd_geodesic *geodesic, const double *q, const double *u,
                              double *end);

/* x <- P_K(x) at time t, lambda (m) its multipliers. common's factor of M is lost. */
nsd_status nsd_geodesic_project(nsd_geodesic *geodesic, double t, double *x, double *lambda);

#endif
