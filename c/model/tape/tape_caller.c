/* tape_caller.c - evaluation of the tapes of a system with work arrays of one thread. */
#include <string.h>

#include "base/dense.h"
#include "base/inline.h"
#include "model/tape/tape_caller.h"

static size_t result_size(const nsd_tape_functions *set, int which)
{
    const nsd_tape *tape = &set->tape[which];
    return (size_t)(tape->length > 0 ? tape->size : set->size[which]);
}

static size_t largest_result(const nsd_tape_functions *set)
{
    size_t largest = (size_t)(set->shape.n > set->shape.k ? set->shape.n : set->shape.k);
    for (int i = 0; i < set->shape.count; i++) {
        largest = nsd_scratch_larger(largest, result_size(set, i));
    }
    return largest;
}

size_t nsd_tape_caller_lay_out(nsd_tape_caller *caller, const nsd_tape_functions *set,
                               nsd_scratch *scratch)
{
    caller->set = set;
    caller->last_time = NULL;
    caller->result = nsd_scratch_doubles(scratch, largest_result(set));
    for (int i = 0; i < set->shape.count; i++) {
        caller->work[i] = nsd_scratch_doubles(scratch, (size_t)set->tape[i].length);
    }
    return nsd_scratch_counted(scratch);
}

void nsd_tape_caller_start(nsd_tape_caller *caller, const double *parameters)
{
    for (int i = 0; i < caller->set->shape.count; i++) {
        if (nsd_tape_caller_records(caller, i)) {
            nsd_tape_start(&caller->set->tape[i], caller->work[i]);
        }
    }
    nsd_tape_caller_parameters(caller, parameters);
}

size_t nsd_tape_caller_scratch(const nsd_tape_functions *set)
{
    return nsd_tape_caller_lay_out(&(nsd_tape_caller){ 0 }, set, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_tape_caller_init(nsd_tape_caller *caller, const nsd_tape_functions *set,
                                const double *parameters, nsd_scratch *scratch)
{
    nsd_tape_caller_lay_out(caller, set, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    nsd_tape_caller_start(caller, parameters);
    return NSD_OK;
}

void nsd_tape_caller_parameters(nsd_tape_caller *caller, const double *parameters)
{
    const nsd_tape_shape *shape = &caller->set->shape;
    const int             first = 1 + shape->n + shape->k;

    for (int i = 0; i < shape->count && shape->parameters > 0; i++) {
        if (nsd_tape_caller_records(caller, i)) {
            memcpy(caller->work[i] + first, parameters,
                   (size_t)shape->parameters * sizeof *parameters);
        }
    }
}

NSD_INLINE double *fill_inputs(nsd_tape_caller *caller, int which, const double *t, const double *x,
                               const double *z)
{
    const size_t n = (size_t)caller->set->shape.n, k = (size_t)caller->set->shape.k;
    double      *work = caller->work[which];

    if (t && caller->last_time) {
        *caller->last_time = *t;
    }
    if (t) {
        work[0] = *t;
    }
    if (x) {
        nsd_dense_copy(n, x, work + 1);
    }
    if (z) {
        nsd_dense_copy(k, z, work + 1 + n);
    }
    return work;
}

double *nsd_tape_caller_inputs(nsd_tape_caller *caller, int which, const double *t, const double *x,
                               const double *z)
{
    return fill_inputs(caller, which, t, x, z);
}

/* The value of a function that is not recorded */
NSD_RARE nsd_status call_function(nsd_tape_caller *caller, int which, const double *t,
                                  const double *x, const double *z, double *result)
{
    const nsd_tape_functions *set = caller->set;
    const nsd_tape_place      at = { t, x, z, set->shape.n, set->shape.k, caller->i };

    if (t && caller->last_time) {
        *caller->last_time = *t;
    }
    return set->call(set->context, which, &at, result);
}

nsd_status nsd_tape_caller_eval(nsd_tape_caller *caller, int which, const double *t,
                                const double *x, const double *z, double *result)
{
    if (!nsd_tape_caller_records(caller, which)) {
        return call_function(caller, which, t, x, z, result);
    }
    nsd_tape_eval(&caller->set->tape[which], fill_inputs(caller, which, t, x, z), result);
    return NSD_OK;
}

nsd_status nsd_tape_caller_derivative(nsd_tape_caller *caller, int which, const double *const at[3],
                                      size_t first, double *A, double *B)
{
    const nsd_tape  *tape = &caller->set->tape[which];
    const size_t     size = result_size(caller->set, which);
    const int        whole = !B || B == A + first;
    double          *result = whole ? A : caller->result;
    const nsd_status status = nsd_tape_caller_eval(caller, which, at[0], at[1], at[2], result);
    if (!whole) {
        nsd_dense_copy(first, result, A);
        nsd_dense_copy(size - first, result + first, B);
    }
    return tape->length == 0 || tape->given || nsd_dense_all_finite(size, result) ? status
                                                                                  : NSD_NOT_FINITE;
}
