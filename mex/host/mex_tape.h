/* mex_tape.h - tapes from the structs of gateway 'tape'. */
#ifndef NSD_MEX_TAPE_H
#define NSD_MEX_TAPE_H

#include "host/mex_host.h"
#include "model/tape/tape_model.h"

/* Borrows the arrays of the struct; an empty array gives a tape of length 0. Raises
 * nsd:mex:badInput when the numbers do not fit together. */
nsd_tape nsd_mex_tape_read(const mxArray *from);

/* Fields n, M, e, eParameter (0 = none), parameters, tapes and library of
 * internal/model/nsd_model_arrays.m. The set borrows the arrays. */
void nsd_mex_tape_set_read(const mxArray *arrays, nsd_tape_set *set);

#endif
