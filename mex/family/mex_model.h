/* mex_model.h - an nsd_model whose functions are the user's handles, tapes of them, or a
 * compiled model; each function by itself.
 * Calls and their errors: host/mex_call.h. */
#ifndef NSD_MEX_MODEL_H
#define NSD_MEX_MODEL_H

#include "host/mex_call.h"
#include "host/mex_tape.h"
#include "model/model.h"

typedef struct nsd_mex_relation { /* gaps or joints: linear, or a handle */
    const char    *name;          /* "gap" or "joint", for messages      */
    int            rows, with_time;
    const double  *H, *b;                   /* linear: H n x rows, b rows; else NULL */
    const mxArray *value, *jacobian, *rate; /* handles or NULL             */
} nsd_mex_relation;

typedef struct nsd_mex_model {
    nsd_tape_model   tapes; /* first: its functions take this struct as context, too */
    nsd_tape_set     set;
    nsd_model        model;  /* context points to this struct */
    nsd_mex_caller   caller; /* and the error that ended the run */
    const mxArray   *mass, *force, *force_jac, *potential;
    const double    *M; /* constant mass matrix or NULL */
    nsd_mex_relation gap, joint;
    const double    *T;       /* constant tangents, or NULL: */
    const mxArray   *tangent; /* a handle of (q) or (q, t)   */
    int              tangent_with_time;
} nsd_mex_model;

/* Fills the model from the struct of internal/model/nsd_model_arrays.m. */
void nsd_mex_model_read(const mxArray *arrays, nsd_mex_model *host);

/* Adds fields userError, userWhere and userTime to the result of a run. */
void nsd_mex_model_export_error(const nsd_mex_model *host, mxArray *result);

#endif
