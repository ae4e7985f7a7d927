/* nsd_frictional.h - the one door through which steps solve contact problems with friction.
 *
 *   u = W r + q,   C* > u + (sum_g mu_g |u_Tg|) n _|_ r in C   for count contacts        (FC.2) */
#ifndef NSD_FRICTIONAL_H
#define NSD_FRICTIONAL_H

#include "nsd_lcp.h"
#include "nsd_surface.h"

/* A contact at rest is solved to a tolerance, and its gap is zero but for what that leaves: it
 * still counts as closed below this part of a step at the velocities of the last problem (FC.3) */
#define NSD_REST_SLACK 1e-8

typedef struct nsd_frictional {
    const nsd_surface   *surface;
    int                  block;     /* 1 + d: directions of a contact                       */
    double              *W, *q, *r; /* the problem: size x size, size, size = count * block */
    double              *mu[NSD_FRICTION_GROUPS]; /* count each                                */
    double              *u;                       /* W r + q of the answer                     */
    nsd_friction_options options;
    nsd_scratch          scratch;
    nsd_friction_info    info;
    long                 problems, iterations;
    double               worst, scale; /* largest residual so far; max|q| of the problem     */
} nsd_frictional;

size_t     nsd_frictional_scratch(const nsd_surface *surface, int contacts);
nsd_status nsd_frictional_init(nsd_frictional *frictional, const nsd_surface *surface, int contacts,
                               const nsd_lcp_options *options, nsd_scratch *scratch);

/* Solves W r + q with the guess and the answer in r. Directions in which nothing moves (zero
 * diagonal: no tangent was given, or joints hold them) carry nothing.                    (FC.3) */
nsd_status nsd_frictional_solve(nsd_frictional *frictional, int count);

/* Whether contact i of the problem just solved sticks or slides, by its sliding velocity
 * U_T+ + e_T U_T-.                                                                       (FC.6) */
nsd_mode nsd_frictional_mode(const nsd_frictional *frictional, int i);

#endif
