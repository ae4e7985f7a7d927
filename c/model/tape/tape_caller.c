/* tape_caller.c - evaluation of the tapes of a system with work arrays of one thread. */
#include <string.h>

#include "base/dense.h"
#include "model/tape/tape_caller.h"

static size_t largest_result(const nsd_tape *tape, nsd_tape_shape shape)
{
    int largest = shape.n > shape.k ? shape.n : shape.k;
    for (int i = 0; i < shape.count; i++) {
        largest = tape[i].size > largest ? tape[i].size : largest;
    }
    return (size_t)largest;
}

size_t nsd_tape_caller_lay_out(nsd_tape_caller *caller, const nsd_tape *tape, nsd_tape_shape shape,
                               nsd_scratch *scratch)
{
    caller->tape = tape;
    caller->shape = shape;
    caller->last_time = NULL;
    caller->result = nsd_scratch_doubles(scratch, largest_result(tape, shape));
    for (int i = 0; i < shape.count; i++) {
        caller->work[i] = nsd_scratch_doubles(scratch, (size_t)tape[i].length);
    }
    return nsd_scratch_counted(scratch);
}

void nsd_tape_caller_start(nsd_tape_caller *caller, const double *parameters)
{
    for (int i = 0; i < caller->shape.count; i++) {
        if (caller->tape[i].length > 0) {
            nsd_tape_start(&caller->tape[i], caller->work[i]);
        }
    }
    nsd_tape_caller_parameters(caller, parameters);
}

size_t nsd_tape_caller_scratch(const nsd_tape_functions *set)
{
    return nsd_tape_caller_lay_out(&(nsd_tape_caller){ 0 }, set->tape, set->shape,
                                   NSD_SCRATCH_COUNTER);
}

nsd_status nsd_tape_caller_init(nsd_tape_caller *caller, const nsd_tape_functions *set,
                                const double *parameters, nsd_scratch *scratch)
{
    nsd_tape_caller_lay_out(caller, set->tape, set->shape, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_tape_caller_start(caller, parameters);
    return NSD_OK;
}

void nsd_tape_caller_parameters(nsd_tape_caller *caller, const double *parameters)
{
    const nsd_tape_shape *shape = &caller->shape;
    const int             first = 1 + shape->n + shape->k;

    for (int i = 0; i < shape->count && shape->parameters > 0; i++) {
        if (caller->tape[i].length > 0) {
            memcpy(caller->work[i] + first, parameters,
                   (size_t)shape->parameters * sizeof *parameters);
        }
    }
}

void nsd_tape_caller_eval(nsd_tape_caller *caller, int which, const double *t, const double *x,
                          const double *z, double *result)
{
    const size_t n = (size_t)caller->shape.n, k = (size_t)caller->shape.k;
    double      *work = caller->work[which];

    if (t) {
        work[0] = *t;
    }
    if (t && caller->last_time) {
        *caller->last_time = *t;
    }
    if (x) {
        memcpy(work + 1, x, n * sizeof *x);
    }
    if (z) {
        memcpy(work + 1 + n, z, k * sizeof *z);
    }
    nsd_tape_eval(&caller->tape[which], work, result);
}

nsd_status nsd_tape_caller_derivative(nsd_tape_caller *caller, int which, const double *const at[3],
                                      size_t first, double *A, double *B)
{
    const nsd_tape *tape = &caller->tape[which];

    nsd_tape_caller_eval(caller, which, at[0], at[1], at[2], caller->result);
    memcpy(A, caller->result, first * sizeof *A);
    if (B) {
        memcpy(B, caller->result + first, ((size_t)tape->size - first) * sizeof *B);
    }
    return tape->given || nsd_dense_all_finite((size_t)tape->size, caller->result) ? NSD_OK
                                                                                   : NSD_NOT_FINITE;
}
