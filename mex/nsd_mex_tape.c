/* nsd_mex_tape.c - tapes from structs, checked: a tape that reads outside its arrays is refused. */
#include "nsd_mex_tape.h"

#include <string.h>

static void refuse(const char *what)
{
    mexErrMsgIdAndTxt("nsd:mex:badInput", "this is no tape: %s", what);
}

static const int *whole_numbers(const mxArray *from, const char *name, int *count)
{
    const mxArray *array = nsd_mex_member(from, name);
    if (!mxIsInt32(array)) {
        refuse(name);
    }
    *count = nsd_mex_count(mxGetNumberOfElements(array), name);
    return mxGetData(array);
}

static const double *numbers(const mxArray *from, const char *name, int *count)
{
    const mxArray *array = nsd_mex_member(from, name);
    if (!mxIsDouble(array) || mxIsComplex(array)) {
        refuse(name);
    }
    *count = nsd_mex_count(mxGetNumberOfElements(array), name);
    return mxGetPr(array);
}

static void require_below(const int *numbers, int count, int limit, const char *what)
{
    for (int i = 0; i < count; i++) {
        if (numbers[i] < 0 || numbers[i] >= limit) {
            refuse(what);
        }
    }
}

/* Operands come before the operation that uses them */
static void check_run(const nsd_tape *tape, int run, int begin, int terms)
{
    const int first = tape->inputs + tape->constants;
    const int end = tape->run_end[run];
    if (end <= begin || first + end > tape->length || tape->run_op[run] < 0 ||
        tape->run_op[run] >= NSD_TAPE_OPS) {
        refuse("runs");
    }
    for (int k = begin; k < end; k++) {
        if (tape->run_op[run] != NSD_TAPE_LINEAR) {
            require_below(tape->a + k, 1, first + k, "a");
            require_below(tape->b + k, 1, first + k, "b");
        } else if (tape->a[k] < 0 || tape->b[k] < tape->a[k] || tape->b[k] > terms) {
            refuse("terms");
        } else {
            require_below(tape->term + tape->a[k], tape->b[k] - tape->a[k], first + k, "term");
        }
    }
}

nsd_tape nsd_mex_tape_read(const mxArray *from)
{
    nsd_tape tape;
    int      operations, also, terms, factors, runs, places;

    memset(&tape, 0, sizeof tape);
    if (mxIsEmpty(from)) {
        return tape;
    }
    tape.inputs = (int)nsd_mex_field(from, "inputs");
    tape.size = (int)nsd_mex_field(from, "size");
    tape.constant = numbers(from, "constant", &tape.constants);
    tape.factor = numbers(from, "factor", &factors);
    tape.term = whole_numbers(from, "term", &terms);
    tape.run_op = whole_numbers(from, "runOp", &tape.runs);
    tape.run_end = whole_numbers(from, "runEnd", &runs);
    tape.a = whole_numbers(from, "a", &operations);
    tape.b = whole_numbers(from, "b", &also);
    tape.output = whole_numbers(from, "output", &tape.outputs);
    tape.place = whole_numbers(from, "place", &places);
    tape.length = tape.inputs + tape.constants + operations;
    if (also != operations || factors != terms || runs != tape.runs || places != tape.outputs ||
        tape.inputs < 0) {
        refuse("sizes");
    }
    int done = 0;
    for (int run = 0; run < tape.runs; run++) {
        check_run(&tape, run, done, terms);
        done = tape.run_end[run];
    }
    if (done != operations) {
        refuse("runs");
    }
    require_below(tape.output, tape.outputs, tape.length, "output");
    require_below(tape.place, tape.outputs, tape.size, "place");
    return tape;
}
