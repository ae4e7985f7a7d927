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

void nsd_tape_caller_lay_out(nsd_tape_caller *caller, const nsd_tape *tape, nsd_tape_shape shape,
                             nsd_scratch *scratch)
{
    caller->tape = tape;
    caller->shape = shape;
    caller->last_time = NULL;
    caller->result = nsd_scratch_doubles(scratch, largest_result(tape, shape));
    for (int i = 0; i < shape.count; i++) {
        caller->work[i] = nsd_scratch_doubles(scratch, (size_t)tape[i].length);
    }
}

void nsd_tape_caller_start(nsd_tape_caller *caller, const double *parameters)
{
    for (int i = 0; i < caller->shape.count; i++) {
        if (nsd_tape_caller_has(caller, i)) {
            nsd_tape_start(&caller->tape[i], caller->work[i]);
        }
    }
    nsd_tape_caller_parameters(caller, parameters);
}

void nsd_tape_caller_parameters(nsd_tape_caller *caller, const double *parameters)
{
    const nsd_tape_shape *shape = &caller->shape;
    const int             first = 1 + shape->n + shape->k;

    for (int i = 0; i < shape->count && shape->parameters > 0; i++) {
        if (nsd_tape_caller_has(caller, i)) {
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

nsd_status nsd_tape_caller_derivative(nsd_tape_caller *caller, int which, const double *t,
                                      const double *x, const double *z)
{
    const nsd_tape *tape = &caller->tape[which];

    nsd_tape_caller_eval(caller, which, t, x, z, caller->result);
    return tape->given || nsd_dense_all_finite((size_t)tape->size, caller->result) ? NSD_OK
                                                                                   : NSD_NOT_FINITE;
}

int nsd_tape_caller_reads(const nsd_tape_caller *caller, int which, int first, int last)
{
    const nsd_tape *tape = &caller->tape[which];
    const int       operations = tape->length - tape->inputs - tape->constants;
    int             found = tape->code && operations == 0 && tape->outputs == 0, begin = 0;

    for (int run = 0; run < tape->runs && !found; run++) {
        const int linear = tape->run_op[run] == NSD_TAPE_LINEAR;
        const int end = tape->run_end[run];
        for (int k = begin; k < end && !linear; k++) {
            found = found || (tape->a[k] >= first && tape->a[k] < last) ||
                    (tape->b[k] >= first && tape->b[k] < last);
        }
        begin = end;
    }
    const int terms = operations > 0 ? tape->terms : 0;
    for (int k = 0; k < terms && !found; k++) {
        found = tape->term[k] >= first && tape->term[k] < last;
    }
    for (int k = 0; k < tape->outputs && !found; k++) {
        found = tape->output[k] >= first && tape->output[k] < last;
    }
    return found;
}
