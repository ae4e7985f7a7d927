/* mex_functions.h - systems given by functions: each is a handle, which host/mex_call.h calls, or
 * a tape, if the user's function could be recorded.
 *
 * arrays  struct of internal/model/nsd_function_arrays.m, or nsd_model_arrays.m (mex_model.c):
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
 * may then run, each with a host of its own that was read from the same arrays. */
#ifndef NSD_MEX_FUNCTIONS_H
#define NSD_MEX_FUNCTIONS_H

#include "host/mex_call.h"
#include "model/tape/tape_filippov.h"
#include "model/tape/tape_first_order.h"
#include "model/tape/tape_hybrid.h"
#include "model/tape/tape_model.h"

typedef struct nsd_mex_functions {  /* must not move once it is read */
    union {                         /* each begins with its nsd_tape_caller */
        nsd_tape_caller      tapes; /* .set is NULL: a compiled model */
        nsd_tape_first_order first_order;
        nsd_tape_hybrid      hybrid;
        nsd_tape_filippov    filippov;
        nsd_tape_model       mechanical;
    } by;
    nsd_tape_set     set; /* but for mechanical systems only set.functions      */
    nsd_mex_caller   caller;
    nsd_mex_function function[NSD_TAPE_CALLER_MOST];
    int              calls_back; /* 1: a function is called by its handle      */
} nsd_mex_functions;

typedef struct nsd_mex_function_row { /* a function that a kind of system may have            */
    const char    *tape;              /* its name in arrays.tapes                             */
    int            rows, columns;     /* of its result                                        */
    const char    *field, *name;      /* of the handle, in `from` and in messages             */
    const char    *arguments;         /* as in nsd_mex_function; NULL: there is no handle     */
    int            needed;            /* 1: the handle must be given                          */
    int            second;            /* 1: a second output, as in nsd_mex_function           */
    const mxArray *from;              /* NULL: arrays                                         */
    int            constant;          /* 1: the reader of the system has numbers instead      */
} nsd_mex_function_row;

/* Reads the functions of a table in the order of their tapes; shape.n, shape.k and m are set.
 * Returns the values of the parameters. */
const double *nsd_mex_functions_read(const mxArray *arrays, nsd_mex_functions *host,
                                     const nsd_mex_function_row *row, int count);

/* After the init of the tapes, with its status: their caller tells the time. */
void nsd_mex_functions_start(nsd_mex_functions *host, nsd_status status);

/* nsd_tape_functions.call of the context nsd_mex_functions */
nsd_status nsd_mex_functions_call(void *context, int which, const nsd_tape_place *at,
                                  double *result);

/* Sets the parameters of a run. */
void nsd_mex_functions_parameters(nsd_mex_functions *host, const double *values);

#endif
