/* mex_call.h - calls of the user's functions from C.
 *
 * Every call goes through one .m function with try/catch (internal/run/nsd_guarded_call.m), which
 * keeps the user's message and identifier. An error ends the run with NSD_USER_ERROR and is kept in
 * nsd_mex_caller.error. */
#ifndef NSD_MEX_CALL_H
#define NSD_MEX_CALL_H

#include "host/mex_host.h"
#include "model/tape/tape_caller.h"

/* Recorded functions that can be called through one nsd_mex_caller; a first-order system has six.
 * Smaller than that: the error "too many recorded functions". Larger: only memory. */
enum { NSD_MEX_CALL_TAPES = 8 };

typedef struct nsd_mex_call_tape { /* a recorded function that is called instead of a handle */
    const mxArray *from;           /* the struct of the tape, by which it is found again     */
    nsd_tape       tape;
    double        *work, *result; /* tape.length and tape.size numbers                      */
} nsd_mex_call_tape;

typedef struct nsd_mex_caller {
    double            t;                         /* time of the call under way                 */
    mxArray          *error;                     /* struct message, identifier, stack, or NULL */
    const char       *error_function;            /* name of the function that raised `error`   */
    nsd_mex_call_tape tapes[NSD_MEX_CALL_TAPES]; /* recorded functions called so far           */
    int               tape_count;
} nsd_mex_caller;

typedef struct nsd_mex_call {
    const char    *function; /* name in messages: mass, force, gap, ...            */
    const mxArray *handle;   /* function handle, or struct of a tape               */
    mxArray       *inputs[3];
    int            input_count;
    size_t         rows[2], columns[2]; /* sizes of the outputs                    */
    double        *out[2];              /* where the outputs go                    */
    int            output_count;
} nsd_mex_call;

/* The function handle or the struct of a tape in a field, or NULL where it is an empty matrix. */
const mxArray *nsd_mex_handle(const mxArray *arrays, const char *name);

/* A column of n numbers */
mxArray *nsd_mex_vector(const double *values, int n);

/* The next input of the call, which nsd_mex_call_invoke destroys */
void nsd_mex_call_add_input(nsd_mex_call *c, mxArray *input);

/* The next output of the call: an array of this size, which is copied to `out` */
void nsd_mex_call_add_output(nsd_mex_call *c, size_t rows, size_t columns, double *out);

/* [err, out1, out2] = nsd_guarded_call(handle, inputs...). The handle may be the struct of a tape
 * instead (nsd_tape_of.m). The first input of a tape is a number without use; then come the inputs
 * of the call. */
nsd_status nsd_mex_call_invoke(nsd_mex_caller *caller, nsd_mex_call *c);

typedef struct nsd_mex_function { /* a function of the user                                   */
    const char    *name;          /* in messages                                              */
    const char    *arguments;     /* letters in their order: t, x, z, and i, counted from 1   */
    const mxArray *handle;        /* function handle or tape; NULL: not given                 */
    int            rows, columns; /* of its output                                            */
    int            second;        /* 1: a second output of these rows, and k columns          */
} nsd_mex_function;

/* The function in a field, which may be an empty matrix */
nsd_mex_function nsd_mex_function_read(const mxArray *arrays, const char *field, const char *name,
                                       const char *arguments);
/* The same of a field that must not be empty */
nsd_mex_function nsd_mex_function_needed(const mxArray *arrays, const char *field, const char *name,
                                         const char *arguments);

/* value <- the function at a place, rows x columns, and behind it the second output */
nsd_status nsd_mex_function_call(nsd_mex_caller *caller, const nsd_mex_function *f,
                                 const nsd_tape_place *at, double *value);

/* Adds fields userError, userWhere and userTime to the result of a run after an error, unless it
 * has them. */
void nsd_mex_caller_export(const nsd_mex_caller *caller, mxArray *result);

#endif
