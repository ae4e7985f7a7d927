/* tape_caller.h - the tapes of one system with the work arrays of one thread.
 *
 * Every tape of a system takes the same inputs: t, x (n numbers), z (k numbers), parameters. For
 * mechanical systems x and z are q and v, for hybrid systems x and a direction of x, for
 * first-order systems x and lambda, for Filippov systems x and the sides. The tapes are read-only
 * and shared by threads; each thread has its own nsd_tape_caller. */
#ifndef NSD_TAPE_CALLER_H
#define NSD_TAPE_CALLER_H

#include "base/scratch.h"
#include "model/tape/tape.h"

/* Tapes of a system at most; a mechanical system has most, nsd_tape_function. Larger: memory. */
enum { NSD_TAPE_CALLER_MOST = 12 };

typedef struct nsd_tape_shape {
    int n, k, parameters; /* inputs: 1 + n + k + parameters */
    int count;            /* tapes                          */
} nsd_tape_shape;

/* The recorded functions of a first-order, hybrid or Filippov system, shared by threads */
typedef struct nsd_tape_functions {
    nsd_tape_shape shape;
    int            m; /* relations, guards or surfaces */
    nsd_tape       tape[NSD_TAPE_CALLER_MOST];
} nsd_tape_functions;

typedef struct nsd_tape_caller {
    const nsd_tape *tape; /* shape.count tapes, borrowed; length 0: no such function */
    nsd_tape_shape  shape;
    double         *work[NSD_TAPE_CALLER_MOST];
    double         *result;    /* work space: the largest result, or n or k numbers          */
    double         *last_time; /* t of the last call is written here; or NULL                 */
} nsd_tape_caller;

/* Takes the memory of a caller; nsd_tape_caller_start fills it. */
void nsd_tape_caller_lay_out(nsd_tape_caller *caller, const nsd_tape *tape, nsd_tape_shape shape,
                             nsd_scratch *scratch);
void nsd_tape_caller_start(nsd_tape_caller *caller, const double *parameters);

/* Both for the tapes of a set, and the bytes of scratch that this takes. */
size_t     nsd_tape_caller_scratch(const nsd_tape_functions *set);
nsd_status nsd_tape_caller_init(nsd_tape_caller *caller, const nsd_tape_functions *set,
                                const double *parameters, nsd_scratch *scratch);

/* Sets the parameters of all tapes. */
void nsd_tape_caller_parameters(nsd_tape_caller *caller, const double *parameters);

static inline int nsd_tape_caller_has(const nsd_tape_caller *caller, int which)
{
    return caller->tape[which].length > 0;
}

/* result <- value of a tape; t, x or z NULL: not written, for functions without this argument */
void nsd_tape_caller_eval(nsd_tape_caller *caller, int which, const double *t, const double *x,
                          const double *z, double *result);

/* The same into caller->result. NSD_NOT_FINITE when the tape is a derived derivative and not
 * finite, as at the root of a norm: differences must replace it. */
nsd_status nsd_tape_caller_derivative(nsd_tape_caller *caller, int which, const double *t,
                                      const double *x, const double *z);

#endif
