/* mex_bodies.h - rigid bodies between the host and the kernel. */
#ifndef NSD_MEX_BODIES_H
#define NSD_MEX_BODIES_H

#include "bodies/bodies.h"
#include "family/mex_family.h"
#include "family/mex_mechanism.h"

/* The recorded contacts, a struct with the fields of nsd_recorded_contact: a row per contact */
mxArray *nsd_mex_bodies_export_contacts(const nsd_bodies *bodies);

/* Bodies at a state, for gateways that make no steps */
typedef struct nsd_mex_bodies_at {
    nsd_mex_bodies host;
    nsd_bodies     bodies; /* .record as the gateway wants it */
    nsd_state      state;
    nsd_ledger     ledger;
    int            n;
} nsd_mex_bodies_at;

/* The bodies of nsd_body_arrays.m at q and v (NULL: at rest), moved onto their joints. */
void nsd_mex_bodies_begin(nsd_mex_bodies_at *at, const mxArray *arrays, const mxArray *q,
                          const mxArray *v);

#endif
