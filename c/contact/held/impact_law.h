/* impact_law.h - impacts of closed contacts at an instant by the laws of model->surface.impact,
 * with friction and without.                                                (IM.1)-(IM.10) */
#ifndef NSD_IMPACT_LAW_H
#define NSD_IMPACT_LAW_H

#include "contact/mechanics.h"

typedef struct nsd_impact { /* the impact law at an instant */
    const int    *touching; /* m: 1 for closed contacts                */
    const double *e;        /* m: restitution                          */
    double        rest;     /* gap velocities below this count as zero */
} nsd_impact;

typedef struct nsd_impact_law_work {
    double      *room;    /* nsd_impact_law_room                                              */
    nsd_coulomb *coulomb; /* solver of friction problems; NULL without friction               */
    double      *T;       /* d m: tangential impulses, to which those of an impact are added  */
} nsd_impact_law_work;

/* Numbers of work space for m contacts with d tangents */
size_t nsd_impact_law_room(int m, int d);

/* Most impacts at one instant before their limit, without restitution, is taken */
int nsd_impact_law_rounds(const nsd_impact_law *law);

/* mechanics->tally <- the contacts of the next impact, of one law; 0 when no closed contact
 * approaches. U: m gap velocities */
int nsd_impact_law_select(nsd_mechanics *mechanics, const nsd_impact *at, const double *U);

/* One impact of the selected contacts; v, P and U of the state change. Before the call M is
 * factored, and H, y_t, J, g_t, and with friction T, belong to the state. */
nsd_status nsd_impact_law_apply(nsd_mechanics *mechanics, const nsd_impact *at,
                                const nsd_impact_law_work *work, nsd_state *state);

#endif
