/* sensitivity_parts.h - what the files of the state transition matrix share. */
#ifndef NSD_SENSITIVITY_PARTS_H
#define NSD_SENSITIVITY_PARTS_H

#include "event/sensitivity/sensitivity.h"

/* Rates of state and Phi together; an nsd_field_fn whose context is the nsd_sensitivity */
nsd_status nsd_sensitivity_field(void *context, double t, const double *z, double *rate);

/* near_by <- x - d direction, far_side <- x + d direction with the d that is returned, small
 * beside x; 0 for a direction of length zero */
double nsd_sensitivity_displace(nsd_sensitivity *s, const double *x, const double *direction);

/* What sticks, and the joints: positions and velocities of x onto their surfaces */
nsd_status nsd_sensitivity_onto(nsd_sensitivity *s, double t, double *x);

#endif
