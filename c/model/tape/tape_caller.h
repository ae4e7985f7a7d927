/* tape_caller.h - the functions of one system, most of them tapes, with the work arrays of one
 * thread.
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

typedef struct nsd_tape_place { /* where a function is evaluated            */
    const double *t, *x, *z;    /* NULL: not an argument of the function    */
    int           n, k, i;      /* numbers of x and z; nsd_tape_caller.i    */
} nsd_tape_place;

/* The functions of a system, shared by threads */
typedef struct nsd_tape_functions {
    nsd_tape_shape shape;
    int            m;                          /* relations, guards, surfaces or contacts    */
    nsd_tape       tape[NSD_TAPE_CALLER_MOST]; /* length 0: the function is not recorded     */
    /* Evaluates functions that are not recorded; for one thread only. NULL: there are none. */
    nsd_status (*call)(void *context, int which, const nsd_tape_place *at, double *result);
    void *context;
    int   callable[NSD_TAPE_CALLER_MOST]; /* 1: by `call`                                    */
    int   size[NSD_TAPE_CALLER_MOST];     /* numbers in the result of `call`                 */
} nsd_tape_functions;

typedef struct nsd_tape_caller {
    const nsd_tape_functions *set; /* borrowed */
    double                   *work[NSD_TAPE_CALLER_MOST];
    double                   *result;    /* work space: the largest result, or n or k numbers    */
    double                   *last_time; /* t of the last call is written here; or NULL       */
    int                       i; /* number of the guard whose reset is asked for              */
} nsd_tape_caller;

/* Takes the memory of a caller; nsd_tape_caller_start fills it. Returns the bytes. */
size_t nsd_tape_caller_lay_out(nsd_tape_caller *caller, const nsd_tape_functions *set,
                               nsd_scratch *scratch);
void   nsd_tape_caller_start(nsd_tape_caller *caller, const double *parameters);

/* Both for the tapes of a set, and the bytes of scratch that this takes. */
size_t     nsd_tape_caller_scratch(const nsd_tape_functions *set);
nsd_status nsd_tape_caller_init(nsd_tape_caller *caller, const nsd_tape_functions *set,
                                const double *parameters, nsd_scratch *scratch);

/* Sets the parameters of all tapes. */
void nsd_tape_caller_parameters(nsd_tape_caller *caller, const double *parameters);

static inline int nsd_tape_caller_records(const nsd_tape_caller *caller, int which)
{
    return caller->set->tape[which].length > 0;
}

/* 1 when the function is recorded or called */
static inline int nsd_tape_caller_has(const nsd_tape_caller *caller, int which)
{
    return nsd_tape_caller_records(caller, which) || caller->set->callable[which];
}

/* result <- value of a function; t, x or z NULL: not written, for functions without this argument.
 * Only functions that are not recorded may return another status than NSD_OK. */
nsd_status nsd_tape_caller_eval(nsd_tape_caller *caller, int which, const double *t,
                                const double *x, const double *z, double *result);

/* Writes t, x and z, where they are not NULL, before the operations of a tape; returns its work
 * array for nsd_tape_eval. */
double *nsd_tape_caller_inputs(nsd_tape_caller *caller, int which, const double *t, const double *x,
                               const double *z);

/* A, B <- the first `first` numbers of a derivative at (t, x, z), and those after them, which need
 * no copy where B follows A in memory; B may be NULL when there are none. NSD_NOT_FINITE when the
 * tape is a derived derivative and not finite, as at the root of a norm: differences must replace
 * it. */
nsd_status nsd_tape_caller_derivative(nsd_tape_caller *caller, int which, const double *const at[3],
                                      size_t first, double *A, double *B);

/* Functions of a model, each the value of one function of the caller: f(x), f(t, x), f(t, x, z).
 * The context is a struct that begins with its nsd_tape_caller. */
#define NSD_TAPE_CALLER_X(name, which)                                      \
    static nsd_status name(void *context, const double *x, double *result)  \
    {                                                                       \
        return nsd_tape_caller_eval(context, which, NULL, x, NULL, result); \
    }
#define NSD_TAPE_CALLER_TX(name, which)                                              \
    static nsd_status name(void *context, double t, const double *x, double *result) \
    {                                                                                \
        return nsd_tape_caller_eval(context, which, &t, x, NULL, result);            \
    }
#define NSD_TAPE_CALLER_TXZ(name, which)                                              \
    static nsd_status name(void *context, double t, const double *x, const double *z, \
                           double *result)                                            \
    {                                                                                 \
        return nsd_tape_caller_eval(context, which, &t, x, z, result);                \
    }

#endif
