/* mex_model.h - an nsd_model of user functions or a compiled model. Each function is a handle,
 * which host/mex_call.h calls, or a tape, if the user's function could be recorded. */
#ifndef NSD_MEX_MODEL_H
#define NSD_MEX_MODEL_H

#include "family/mex_family.h"
#include "host/mex_tape.h"
#include "model/model.h"

typedef struct nsd_mex_relation { /* gaps or joints: linear, or functions of (q) or (q, t) */
    int              rows, with_time;
    const double    *H, *b; /* linear: H n x rows, b rows; else NULL */
    nsd_mex_function value, jacobian, rate;
} nsd_mex_relation;

typedef struct nsd_mex_model {
    nsd_tape_model   tapes;  /* first field: functions of tapes take this struct as context */
    nsd_tape_set     set;    /* the recorded functions                                      */
    nsd_model        model;  /* its context points to this struct                           */
    nsd_mex_caller   caller; /* calls handles, keeps the error that ended the run           */
    nsd_mex_function mass, force, force_jac, potential, tangent;
    const double    *M; /* constant mass matrix, or NULL */
    const double    *T; /* constant tangents, or NULL    */
    nsd_mex_relation gap, joint;
} nsd_mex_model;

/* Fills an nsd_mex_model from the struct of internal/model/nsd_model_arrays.m. */
void nsd_mex_model_read(const mxArray *arrays, void *host);

/* The systems of all runs, nsd_model, with the parameters of in->parameters; *first_host <- host of
 * the first model */
nsd_family_models nsd_mex_model_all(const nsd_mex_systems *in, nsd_mex_model **first_host);

#endif
