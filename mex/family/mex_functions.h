/* mex_functions.h - first-order, hybrid and Filippov systems given by functions.
 *
 * arrays  struct of internal/model/nsd_function_arrays.m:
 *   n, m        states; relations (first order), guards (hybrid), surfaces (Filippov)
 *   functions   handles as below, [] where a derivative or the mass is not given
 *   tapes       struct of recorded functions with the fields of this kind, [] where there is none;
 *               a tape replaces the handle. Inputs of every tape: t, x (n), z, parameters
 *   parameters  column with the values of the parameters, in the order of their names
 *   library     '', or a file of nsd_compile
 *
 *   kind          handles                              tapes                                 z
 *   first order   rate(t,x), output, action(x,z,t)     rate, rateJacobian, output,           lambda
 *                 and their Jacobians                  outputJacobian, action, actionJacobian
 *   hybrid        rate(t,x), guards(x[,t]),            rate, guard, guardJacobian,       direction
 *                 reset(x,i,t), mass(x)                guardBias, reset (n x m), mass
 *   Filippov      rate(t,x,z), surface(x[,t]),         rate, surface, surfaceJacobian        sides
 *                 surfaceJacobian(x[,t])
 *
 * When arrays.recorded is 1, all functions have tapes and no call goes to the interpreter: threads
 * may then run, each with a host of its own that was read from the same arrays. Before each run
 * nsd_tape_caller_parameters(&host->tapes.caller, column) sets the parameters. */
#ifndef NSD_MEX_FUNCTIONS_H
#define NSD_MEX_FUNCTIONS_H

#include "host/mex_call.h"
#include "model/tape/tape_filippov.h"
#include "model/tape/tape_first_order.h"
#include "model/tape/tape_hybrid.h"

typedef struct nsd_mex_first_order {
    nsd_tape_first_order  tapes; /* first field: functions of tapes take this struct as context */
    nsd_first_order_model model;
    nsd_tape_functions    set;
    nsd_mex_caller        caller;
    int                   calls_back; /* 1: a function is called by its handle */
    nsd_mex_function      rate, output, action, rate_jac, output_jac, action_jac;
} nsd_mex_first_order;

typedef struct nsd_mex_hybrid {
    nsd_tape_hybrid    tapes; /* first field, as above */
    nsd_hybrid_model   model;
    nsd_tape_functions set;
    nsd_mex_caller     caller;
    int                calls_back; /* 1: a function is called by its handle */
    nsd_mex_function   rate, guards, reset, mass;
} nsd_mex_hybrid;

typedef struct nsd_mex_filippov {
    nsd_tape_filippov  tapes; /* first field, as above */
    nsd_filippov_model model;
    nsd_tape_functions set;
    nsd_mex_caller     caller;
    int                calls_back; /* 1: a function is called by its handle */
    nsd_mex_function   rate, surface, surface_jac;
} nsd_mex_filippov;

/* Fill an nsd_mex_first_order, nsd_mex_hybrid or nsd_mex_filippov, which must not move
 * afterwards. */
void nsd_mex_first_order_read(const mxArray *arrays, void *host);
void nsd_mex_hybrid_read(const mxArray *arrays, void *host);
void nsd_mex_filippov_read(const mxArray *arrays, void *host);

#endif
