/* mex_model.h - a mechanical system of user functions or a compiled model. */
#ifndef NSD_MEX_MODEL_H
#define NSD_MEX_MODEL_H

#include "family/mex_family.h"
#include "family/mex_functions.h"
#include "model/tape/tape_sparse.h"

typedef struct nsd_mex_relation { /* gaps or joints: linear, or functions of (q) or (q, t) */
    const mxArray   *from;
    const char      *arguments;
    int              rows;
    const double    *H, *b; /* linear: H n x rows, b rows; else NULL */
    nsd_mex_function rate;
} nsd_mex_relation;

typedef struct nsd_mex_model {
    nsd_mex_functions functions; /* first field: its context is this struct */
    const double     *T;         /* constant tangents, or NULL */
    nsd_mex_relation  gap, joint;
    nsd_tape_sparse   sparse; /* for functions.set.sparse */
    nsd_saddle_plan   saddle; /* for sparse.model.saddle  */
} nsd_mex_model;

#endif
