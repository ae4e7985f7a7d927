/* mechanism_parts.h - pieces of mechanisms; others need only bodies/mechanism/mechanism.h. */
#ifndef NSD_MECHANISM_PARTS_H
#define NSD_MECHANISM_PARTS_H

#include "base/vector3.h"
#include "bodies/mechanism/mechanism.h"

/* The loads at the middle of the step: impulses of all linked bodies                  (RB.18) */
nsd_status nsd_mechanism_load(nsd_mechanism *m, double t);

/* Angles of torsional springs at the beginning of the step, where they are known up to turns */
void nsd_mechanism_load_angles(nsd_mechanism *m);

/* Places the linked bodies where q says: at the beginning (0) or the end (1) of the step. */
void nsd_mechanism_place(nsd_mechanism *m, int end, const double *q);

/* p <- the point of a body, given in its frame, at the beginning (0) or the end (1) of the step */
NSD_INLINE void nsd_mechanism_point(const nsd_link *link, int end, const double *own, double *p)
{
    nsd_times3(link->R[end], own, p);
    nsd_add_scaled3(p, 1.0, link->x[end], p);
}

#endif
