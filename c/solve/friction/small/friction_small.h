/* friction_small.h - up to four contacts with Coulomb friction, in the plane or in space, whose
 * matrix W stays the same in many problems: the first round of nsd_friction_auto, unrolled.
 *
 * The answer has the bits of nsd_friction_auto: the same sweeps in the same order. What depends on
 * W alone is computed once, sums over rows and entries have lengths that the compiler knows, and no
 * memory is taken. Problems that the first round leaves unsolved are for nsd_friction_auto. */
#ifndef NSD_FRICTION_SMALL_H
#define NSD_FRICTION_SMALL_H

#include "solve/friction/friction.h"
#include "solve/friction/friction_local.h"

/* Most contacts. Larger: columns of W are longer for all problems, and NSD_FRICTION_FIRST_SWEEPS no
 * longer is the first round of nsd_friction_auto from 7 contacts on; smaller: boxes are not solved
 * here. */
#define NSD_FRICTION_SMALL_CONTACTS 4
#define NSD_FRICTION_SMALL_UNKNOWNS (3 * NSD_FRICTION_SMALL_CONTACTS)

typedef struct nsd_friction_small {
    int    contacts, d; /* 0 contacts: problems with this W are not solved here */
    double lambda;      /* of the problem */
    double W[NSD_FRICTION_SMALL_UNKNOWNS * NSD_FRICTION_SMALL_UNKNOWNS]; /* n columns of
                            NSD_FRICTION_SMALL_UNKNOWNS rows, those of absent contacts are zero */
    nsd_friction_reduced contact[NSD_FRICTION_SMALL_CONTACTS];           /* in space */
} nsd_friction_small;

/* Reads layout, W and lambda of the problem, dense; small->contacts = 0 when the problem does not
 * fit. */
void nsd_friction_small_init(nsd_friction_small *small, const nsd_friction *problem);

typedef struct nsd_friction_small_outcome {
    int               continuous; /* set by the caller: nsd_friction_small_solve          */
    nsd_friction_info info;
    int               shock; /* 1: the impulses are a shock                      (FC.10) */
} nsd_friction_small_outcome;

/* A problem with the W of `small`. r holds the guess on entry; with outcome->continuous zero
 * takes the place of a guess that is a shock (FC.10). NSD_OK: r is the answer of nsd_friction_auto,
 * info as there, and u = W r + q. Else the problem is left to nsd_friction_auto: r, u and the
 * outcome are of no use.                                                         (FR.9), (FR.20) */
nsd_status nsd_friction_small_solve(const nsd_friction_small *small, const nsd_friction *problem,
                                    const nsd_friction_options *options, double *r, double *u,
                                    nsd_friction_small_outcome *outcome);

#endif
