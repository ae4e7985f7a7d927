/* mex_call.h - calls of the user's functions from C.
 *
 * Every call goes through one .m function with try/catch (internal/run/nsd_guarded_call.m), which
 * keeps the user's message and identifier; an error ends the run with NSD_USER_ERROR and waits
 * in `error`. */
#ifndef NSD_MEX_CALL_H
#define NSD_MEX_CALL_H

#include "host/mex_host.h"
#include "model/tape/tape.h"

enum { NSD_MEX_CALL_TAPES = 8 };

typedef struct nsd_mex_call_tape { /* a tape that stands for a handle */
    const mxArray *from;
    nsd_tape       tape;
    double        *work, *result;
} nsd_mex_call_tape;

typedef struct nsd_mex_caller {
    const mxArray    *guard;                     /* handle of nsd_guarded_call                  */
    double            t;                         /* of the call under way                       */
    mxArray          *error;                     /* struct message, identifier, stack, or NULL  */
    const char       *error_function;            /* function that raised it                     */
    nsd_mex_call_tape tapes[NSD_MEX_CALL_TAPES]; /* those called so far */
    int               tape_count;
} nsd_mex_caller;

typedef struct nsd_mex_call {
    const char    *function; /* name in messages: mass, force, gap, ... */
    const mxArray *handle;
    mxArray       *inputs[3];
    int            input_count;
    size_t         rows[2], columns[2]; /* of the outputs */
    double        *out[2];
    int            output_count;
} nsd_mex_call;

/* A caller that nothing was called with yet: its guard is a field of `arrays`. */
nsd_mex_caller nsd_mex_caller_read(const mxArray *arrays);

/* The handle in a field, or NULL where the field is an empty matrix. */
const mxArray *nsd_mex_handle(const mxArray *arrays, const char *name);

mxArray *nsd_mex_vector(const double *values, int n);
void     nsd_mex_call_add_input(nsd_mex_call *c,
                                mxArray      *input); /* which nsd_mex_call_invoke destroys */
void     nsd_mex_call_add_output(nsd_mex_call *c, size_t rows, size_t columns, double *out);

/* [err, out1, out2] = guard(handle, inputs...). The handle may be the struct of a tape instead
 * (nsd_tape_of.m), whose inputs are a number that it ignores and then those of the call. */
nsd_status nsd_mex_call_invoke(nsd_mex_caller *caller, nsd_mex_call *c);

/* Adds fields userError, userWhere and userTime to the result of a run. */
void nsd_mex_caller_export(const nsd_mex_caller *caller, mxArray *result);

#endif
