/* nsd_flow_mechanical.h - an nsd_model as a flow: x = (q, v, works).
 *
 * The works follow the state: of the force (and of the changing mass matrix), of the damping in it,
 * of the contacts that stick, of the joints.                                            (ED.15) */
#ifndef NSD_FLOW_MECHANICAL_H
#define NSD_FLOW_MECHANICAL_H

#include "nsd_flow.h"
#include "nsd_hold.h"

enum { NSD_WORK_FORCE, NSD_WORK_DAMPING, NSD_WORK_CONTACT, NSD_WORK_JOINT, NSD_WORKS };

typedef struct nsd_flow_mechanical {
    nsd_flow       base; /* first: it is a flow */
    nsd_lagrangian common;
    nsd_hold       hold;
    double         attract; /* of surfaces that stick, 0: they are projected on           (ED.13) */
    double        *room;    /* n                                                                 */
    double         inverse[NSD_SMALL * NSD_SMALL]; /* of a small constant M                       */
    int            inverted;
} nsd_flow_mechanical;

/* How many of the works a model needs: the first so many stand in x. */
int nsd_flow_works(const nsd_model *model);

size_t     nsd_flow_mechanical_scratch(const nsd_model *model);
nsd_status nsd_flow_mechanical_init(nsd_flow_mechanical *flow, const nsd_model *model,
                                    const nsd_lcp_options *lcp, nsd_scratch *scratch);

#endif
