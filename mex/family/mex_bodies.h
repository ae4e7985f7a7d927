/* mex_bodies.h - a set of rigid bodies read from the struct of internal/model/nsd_body_arrays.m. */
#ifndef NSD_MEX_BODIES_H
#define NSD_MEX_BODIES_H

#include "bodies/bodies.h"
#include "family/mex_family.h"

/* arrays: dimension, shapeNames, shape, size, mass, inertia, surface, plane, planeSurface, usual,
 * gravity, cell; an nsd_body_set borrows these arrays, but for the numbers of the shapes. */
void nsd_mex_bodies_read(const mxArray *arrays, void *set);

/* The recorded contacts, NSD_BODY_CONTACT_FIELDS x count. */
mxArray *nsd_mex_bodies_export_contacts(const nsd_bodies *bodies);

#endif
