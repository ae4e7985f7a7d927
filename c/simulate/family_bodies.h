/* family_bodies.h - the family of rigid bodies. */
#ifndef NSD_FAMILY_BODIES_H
#define NSD_FAMILY_BODIES_H

#include "bodies/bodies.h"
#include "run/family.h"

typedef struct nsd_family_bodies {
    nsd_bodies_options options; /* h is that of each run                                         */
    int                record;  /* 1: contacts are recorded at the rows                          */
    void *(*resize)(void *memory, size_t bytes); /* nsd_bodies.resize; threads call it at once   */
    void (*release)(void *memory); /* what free does, at the end of each run; NULL: the caller
                                      releases the memory of nsd_bodies                          */
} nsd_family_bodies;

/* Numbers of the outcome: steps whose contacts missed the tolerance, with which a run goes on to
 * its end and ends as NSD_MAX_ITER; jammed ones; the largest move in parts of a size */
enum { NSD_BODIES_MISSED, NSD_BODIES_JAMMED, NSD_BODIES_FASTEST };

/* Models: nsd_body_set; context: nsd_family_bodies. The stepper of a run is an nsd_bodies. */
extern const nsd_family_kind nsd_family_bodies_kind;

#endif
