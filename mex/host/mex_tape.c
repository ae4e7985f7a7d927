/* mex_tape.c - tapes from structs; a tape that would read outside its arrays raises an error. */
#include "host/mex_tape.h"

#include <string.h>

#include "host/mex_library.h"

/* Inputs, constants, operations or results of a tape at most: the sum of three such numbers is an
 * int. */
enum { MOST_PLACES = 500000000 };

/* Bytes, two cache lines, before and after the work space of a thread. Smaller: threads of a sweep
 * share cache lines and slow each other down. Larger: only memory. */
#define PADDING_BYTES 128

static void refuse(int bad, const char *what)
{
    NSD_MEX_REFUSE(bad, "this is no tape: %s", what);
}

static const void *field(const mxArray *from, const char *name, mxClassID kind, int *count)
{
    const mxArray *array = nsd_mex_member(from, name);
    refuse(mxGetClassID(array) != kind || mxIsComplex(array) || mxIsSparse(array), name);
    *count = nsd_mex_count(mxGetNumberOfElements(array), name);
    return mxGetData(array);
}

static void require_below(const int *numbers, int count, int limit, const char *what)
{
    for (int i = 0; i < count; i++) {
        refuse(numbers[i] < 0 || numbers[i] >= limit, what);
    }
}

/* Raises unless all operands of the run stand before the operations that use them. */
static void check_run(const nsd_tape *tape, int run, int begin)
{
    const int first = tape->inputs + tape->constants;
    const int end = tape->run_end[run];
    refuse(end <= begin || end > tape->length - first || tape->run_op[run] < 0 ||
               tape->run_op[run] >= NSD_TAPE_OPS,
           "runs");
    for (int k = begin; k < end; k++) {
        if (tape->run_op[run] != NSD_TAPE_LINEAR) {
            require_below(tape->a + k, 1, first + k, "a");
            require_below(tape->b + k, 1, first + k, "b");
        } else {
            refuse(tape->a[k] < 0 || tape->b[k] < tape->a[k] || tape->b[k] > tape->terms, "terms");
            require_below(tape->term + tape->a[k], tape->b[k] - tape->a[k], first + k, "term");
        }
    }
}

nsd_tape nsd_mex_tape_read(const mxArray *from)
{
    nsd_tape tape;
    int      operations, b_count, factors, runs, places; /* lengths of arrays */

    memset(&tape, 0, sizeof tape);
    if (mxIsEmpty(from)) {
        return tape;
    }
    tape.inputs = (int)nsd_mex_integer(from, "inputs", 0, MOST_PLACES);
    tape.size = (int)nsd_mex_integer(from, "size", 0, MOST_PLACES);
    tape.given = nsd_mex_field(from, "given") != 0;
    tape.constant = field(from, "constant", mxDOUBLE_CLASS, &tape.constants);
    tape.factor = field(from, "factor", mxDOUBLE_CLASS, &factors);
    tape.term = field(from, "term", mxINT32_CLASS, &tape.terms);
    tape.run_op = field(from, "runOp", mxINT32_CLASS, &tape.runs);
    tape.run_end = field(from, "runEnd", mxINT32_CLASS, &runs);
    tape.a = field(from, "a", mxINT32_CLASS, &operations);
    tape.b = field(from, "b", mxINT32_CLASS, &b_count);
    tape.output = field(from, "output", mxINT32_CLASS, &tape.outputs);
    tape.place = field(from, "place", mxINT32_CLASS, &places);
    refuse(tape.constants > MOST_PLACES || operations > MOST_PLACES, "sizes");
    tape.length = tape.inputs + tape.constants + operations;
    refuse(b_count != operations || factors != tape.terms || runs != tape.runs ||
               places != tape.outputs,
           "sizes");
    int done = 0;
    for (int run = 0; run < tape.runs; run++) {
        check_run(&tape, run, done);
        done = tape.run_end[run];
    }
    refuse(done != operations, "runs");
    require_below(tape.output, tape.outputs, tape.length, "output");
    require_below(tape.place, tape.outputs, tape.size, "place");
    return tape;
}

void nsd_mex_tapes_read(const mxArray *arrays, const nsd_mex_tape_list *list, nsd_tape *tape)
{
    const mxArray *tapes = nsd_mex_member(arrays, "tapes");
    void          *library = nsd_mex_library_open(nsd_mex_member(arrays, "library"));

    for (int i = 0; i < list->count; i++) {
        const char *name = list->names[i];
        tape[i] = nsd_mex_tape_read(nsd_mex_member(tapes, name));
        refuse(tape[i].length > 0 &&
                   (tape[i].inputs != list->inputs || tape[i].size != list->sizes[i]),
               name);
        if (tape[i].length > 0) {
            tape[i].code = nsd_mex_library_code(library, name);
        }
    }
}

int nsd_mex_parameter_count(const mxArray *arrays)
{
    return nsd_mex_count(mxGetNumberOfElements(nsd_mex_member(arrays, "parameters")), "parameters");
}

nsd_scratch nsd_mex_thread_scratch(size_t bytes)
{
    nsd_scratch scratch = nsd_mex_scratch(bytes + 2 * PADDING_BYTES);
    nsd_scratch_take(&scratch, PADDING_BYTES, 1);
    return scratch;
}
