/* mex_mechanism.h - loads and joints of rigid bodies from the host.
 *
 * arrays  struct of internal/bodies/nsd_mechanism_arrays.m, or []:
 *   load       cell of structs: fields of world.Loads, bodies from 0 (the ground is the last one),
 *              source and place of F, F the constant
 *   joint      cell of structs: fields of world.Links likewise, source and place of the target
 *   tables     cell of structs: times 1-by-N, values 3-by-N
 *   functions  [] or a struct: n, outputs (numbers in the argument and in the result), body (whose
 *              states make the argument, from 0), handle @(t, x), tapes.value, parameters,
 *              library */
#ifndef NSD_MEX_MECHANISM_H
#define NSD_MEX_MECHANISM_H

#include "bodies/bodies.h"
#include "family/mex_functions.h"

typedef struct nsd_mex_bodies {  /* a world of bodies; must not move once it is read */
    nsd_mex_functions functions; /* first: functions of the user in forces and motors            */
    nsd_body_set      set;
    nsd_mechanism_set mechanism; /* what set.mechanism points to, unless that is NULL            */
} nsd_mex_bodies;

/* Reads the field mechanism of the arrays of a world, whose count is known. */
void nsd_mex_mechanism_read(const mxArray *arrays, nsd_mex_bodies *host);

#endif
