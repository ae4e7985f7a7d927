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

/* Takes the memory of a caller; nsd_tape_caller_start fills it. Returns the bytes. */
size_t nsd_tape_caller_lay_out(nsd_tape_caller *caller, const nsd_tape *tape, nsd_tape_shape shape,
                               nsd_scratch *scratch);
void   nsd_tape_caller_start(nsd_tape_caller *caller, const double *parameters);

/* Both for the tapes of a set, and the bytes of scratch that this takes. */
size_t     nsd_tape_caller_scratch(const nsd_tape_functions *set);
nsd_status nsd_tape_caller_init(nsd_tape_caller *caller, const nsd_tape_functions *set,
                                const double *parameters, nsd_scratch *scratch);

/* Sets the parameters of all tapes. */
void nsd_tape_caller_parameters(nsd_tape_caller *caller, const double *parameters);

/* result <- value of a tape; t, x or z NULL: not written, for functions without this argument */
void nsd_tape_caller_eval(nsd_tape_caller *caller, int which, const double *t, const double *x,
                          const double *z, double *result);

/* A, B <- the first `first` numbers of a derivative at (t, x, z), and those after them; B may be
 * NULL when there are none. NSD_NOT_FINITE when the tape is a derived derivative and not finite, as
 * at the root of a norm: differences must replace it. */
nsd_status nsd_tape_caller_derivative(nsd_tape_caller *caller, int which, const double *const at[3],
                                      size_t first, double *A, double *B);

/* Functions of a model, each the value of one tape: f(x), f(t, x), f(t, x, z). The context is a
 * struct that begins with its nsd_tape_caller. */
#define NSD_TAPE_CALLER_X(name, which)                                     \
    static nsd_status name(void *context, const double *x, double *result) \
    {                                                                      \
        nsd_tape_caller_eval(context, which, NULL, x, NULL, result);       \
        return NSD_OK;                                                     \
    }
#define NSD_TAPE_CALLER_TX(name, which)                                              \
    static nsd_status name(void *context, double t, const double *x, double *result) \
    {                                                                                \
        nsd_tape_caller_eval(context, which, &t, x, NULL, result);                   \
        return NSD_OK;                                                               \
    }
#define NSD_TAPE_CALLER_TXZ(name, which)                                              \
    static nsd_status name(void *context, double t, const double *x, const double *z, \
                           double *result)                                            \
    {                                                                                 \
        nsd_tape_caller_eval(context, which, &t, x, z, result);                       \
        return NSD_OK;                                                                \
    }

#endif
