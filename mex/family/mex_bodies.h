/* mex_bodies.h - rigid bodies between the host and the kernel. */
#ifndef NSD_MEX_BODIES_H
#define NSD_MEX_BODIES_H

#include "bodies/bodies.h"
#include "family/mex_family.h"
#include "family/mex_mechanism.h"

/* The recorded contacts, NSD_BODY_CONTACT_FIELDS x count. */
mxArray *nsd_mex_bodies_export_contacts(const nsd_bodies *bodies);

#endif
