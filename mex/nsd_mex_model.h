/* nsd_mex_model.h - an nsd_model whose functions are the user's handles, or a compiled model.
 *
 * Every call goes through one .m function with try/catch (private/nsd_guarded_call.m), which
 * keeps the user's message and identifier; an error ends the run with NSD_USER_ERROR and waits
 * in `error`. */
#ifndef NSD_MEX_MODEL_H
#define NSD_MEX_MODEL_H

#include "nsd_bar.h"
#include "nsd_mex.h"
#include "nsd_model.h"

typedef struct nsd_mex_relation { /* gaps or joints: linear, or a handle */
    const char    *name;          /* "gap" or "joint", for messages      */
    int            rows, with_time;
    const double  *H, *b;                   /* linear: H n x rows, b rows; else NULL */
    const mxArray *value, *jacobian, *rate; /* handles or NULL             */
} nsd_mex_relation;

typedef struct nsd_mex_model {
    nsd_model        model; /* context points to this struct */
    const mxArray   *guard; /* handle of nsd_guarded_call    */
    const mxArray   *mass, *force, *force_jac, *potential;
    const double    *M; /* constant mass matrix or NULL */
    nsd_mex_relation gap, joint;
    double           t;     /* of the call under way                       */
    mxArray         *error; /* struct message, identifier, stack, or NULL  */
    const char      *where; /* function that raised it                     */
    nsd_bar          bar;   /* context of the model when it is a compiled bar */
} nsd_mex_model;

/* Fills the model from the struct of private/nsd_model_arrays.m. */
void nsd_mex_model_read(const mxArray *arrays, nsd_mex_model *host);

/* Parameters of a bar from the struct of private/nsd_bar_parameters.m. */
void nsd_mex_bar_parameters(const mxArray *from, nsd_bar_parameters *p);

/* Adds fields userError, userWhere and userTime to the result of a run. */
void nsd_mex_model_export_error(const nsd_mex_model *host, mxArray *result);

#endif
