/* mex_mechanism.h - loads and joints of rigid bodies from the host.
 *
 * arrays  struct of internal/model/nsd_mechanism_arrays.m, or []:
 *   load       a column for each load, its rows as mex_mechanism.c names them
 *   joint      a column for each joint, likewise
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
