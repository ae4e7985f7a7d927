/* friction_map.h - the equations of Alart and Curnier for one contact, with derivatives. */
#ifndef NSD_FRICTION_MAP_H
#define NSD_FRICTION_MAP_H

#include "solve/friction/friction.h"

typedef struct nsd_friction_slopes {
    double K[NSD_FRICTION_LOCAL * NSD_FRICTION_LOCAL]; /* d x d: dF/du */
    double L[NSD_FRICTION_LOCAL * NSD_FRICTION_LOCAL]; /* d x d: dF/dr */
} nsd_friction_slopes;

/* F(r, u) of one contact, in the unit of u. Returns 0 when the contact opens (then F = r / rho), 1
 * otherwise                                                                           (FR.10) */
int nsd_friction_map(const nsd_friction_layout *layout, const double *mu, double rho,
                     const double *r, const double *u, double *F);
/* The derivatives of F: dF = K du + L dr                                              (FR.10) */
void nsd_friction_map_slopes(const nsd_friction_layout *layout, const double *mu, double rho,
                             const double *r, const double *u, nsd_friction_slopes *slopes);

#endif
