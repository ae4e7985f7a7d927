/* mex_tape.c - tapes from structs; a tape that would read outside its arrays raises an error. */
#include "host/mex_tape.h"

#include <string.h>

#include "host/mex_library.h"

/* Inputs, constants, operations or results of a tape at most: the sum of three such numbers is an
 * int. */
enum { MOST_PLACES = 500000000 };

/* Coordinates, gaps or joints at most: the square of the number of entries is an int. */
enum { MOST_ROWS = 16000 };

/* Bytes, two cache lines, before and after the work space of a thread. Smaller: threads of a sweep
 * share cache lines and slow each other down. Larger: only memory. */
#define PADDING_BYTES 128

static void raise_no_tape(const char *what)
{
    mexErrMsgIdAndTxt("nsd:mex:badInput", "this is no tape: %s", what);
}

static const int *whole_numbers(const mxArray *from, const char *name, int *count)
{
    const mxArray *array = nsd_mex_member(from, name);
    if (!mxIsInt32(array) || mxIsComplex(array)) {
        raise_no_tape(name);
    }
    *count = nsd_mex_count(mxGetNumberOfElements(array), name);
    return mxGetData(array);
}

static const double *numbers(const mxArray *from, const char *name, int *count)
{
    const mxArray *array = nsd_mex_member(from, name);
    if (!mxIsDouble(array) || mxIsComplex(array) || mxIsSparse(array)) {
        raise_no_tape(name);
    }
    *count = nsd_mex_count(mxGetNumberOfElements(array), name);
    return mxGetPr(array);
}

static void require_below(const int *numbers, int count, int limit, const char *what)
{
    for (int i = 0; i < count; i++) {
        if (numbers[i] < 0 || numbers[i] >= limit) {
            raise_no_tape(what);
        }
    }
}

/* Raises unless all operands of the run stand before the operations that use them. */
static void check_run(const nsd_tape *tape, int run, int begin)
{
    const int first = tape->inputs + tape->constants;
    const int end = tape->run_end[run];
    if (end <= begin || first + end > tape->length || tape->run_op[run] < 0 ||
        tape->run_op[run] >= NSD_TAPE_OPS) {
        raise_no_tape("runs");
    }
    for (int k = begin; k < end; k++) {
        if (tape->run_op[run] != NSD_TAPE_LINEAR) {
            require_below(tape->a + k, 1, first + k, "a");
            require_below(tape->b + k, 1, first + k, "b");
        } else if (tape->a[k] < 0 || tape->b[k] < tape->a[k] || tape->b[k] > tape->terms) {
            raise_no_tape("terms");
        } else {
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
    tape.constant = numbers(from, "constant", &tape.constants);
    tape.factor = numbers(from, "factor", &factors);
    tape.term = whole_numbers(from, "term", &tape.terms);
    tape.run_op = whole_numbers(from, "runOp", &tape.runs);
    tape.run_end = whole_numbers(from, "runEnd", &runs);
    tape.a = whole_numbers(from, "a", &operations);
    tape.b = whole_numbers(from, "b", &b_count);
    tape.output = whole_numbers(from, "output", &tape.outputs);
    tape.place = whole_numbers(from, "place", &places);
    if (tape.constants > MOST_PLACES || operations > MOST_PLACES) {
        raise_no_tape("sizes");
    }
    tape.length = tape.inputs + tape.constants + operations;
    if (b_count != operations || factors != tape.terms || runs != tape.runs ||
        places != tape.outputs) {
        raise_no_tape("sizes");
    }
    int done = 0;
    for (int run = 0; run < tape.runs; run++) {
        check_run(&tape, run, done);
        done = tape.run_end[run];
    }
    if (done != operations) {
        raise_no_tape("runs");
    }
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
        if (tape[i].length > 0 &&
            (tape[i].inputs != list->inputs || tape[i].size != list->sizes[i])) {
            raise_no_tape(name);
        }
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

static const int *restitution_parameters(const mxArray *from, const nsd_tape_set *set)
{
    const double *given = nsd_mex_integers(from, "eParameter", (size_t)set->m, 1, 0,
                                           set->parameters);
    int          *number = mxMalloc(((size_t)set->m + 1) * sizeof *number);
    for (int a = 0; a < set->m; a++) {
        number[a] = (int)given[a] - 1;
    }
    return number;
}

/* Names in the order of nsd_tape_function */
static const char *const functions[NSD_TAPE_FUNCTIONS] = {
    "mass",    "massJacobian", "force",         "forceJacobian", "gap",       "gapJacobian",
    "gapBias", "joint",        "jointJacobian", "jointBias",     "potential", "tangent"
};

void nsd_mex_tape_set_read(const mxArray *arrays, nsd_tape_set *set)
{
    const mxArray *M = nsd_mex_member(arrays, "M"), *layout = nsd_mex_member(arrays, "layout");

    memset(set, 0, sizeof *set);
    set->n = (int)nsd_mex_integer(arrays, "n", 1, MOST_ROWS);
    set->m = (int)nsd_mex_integer(nsd_mex_member(arrays, "gap"), "rows", 0, MOST_ROWS);
    set->p = (int)nsd_mex_integer(nsd_mex_member(arrays, "joint"), "rows", 0, MOST_ROWS);
    set->parameters = nsd_mex_parameter_count(arrays);
    const int     n = set->n, m = set->m, p = set->p;
    const size_t  groups = mxGetNumberOfElements(layout);
    const double *group = groups == 0 ? NULL : nsd_mex_integers(layout, "layout", 1, groups, 1, 2);
    for (size_t g = 0; g < groups && g < NSD_FRICTION_GROUPS; g++) {
        set->tangents += m * (int)group[g];
    }
    set->M = mxIsEmpty(M) ? NULL : nsd_mex_matrix(M, "M", (size_t)n, (size_t)n);
    set->e = nsd_mex_matrix(nsd_mex_member(arrays, "e"), "e", (size_t)m, 1);
    set->e_parameter = restitution_parameters(nsd_mex_member(arrays, "eParameter"), set);
    const int T = n * set->tangents;
    const int sizes[NSD_TAPE_FUNCTIONS] = { n * n, n * n, n,           2 * n * n, m, (n + 1) * m,
                                            m,     p,     (n + 1) * p, p,         1, T };
    const nsd_mex_tape_list list = { functions, sizes, NSD_TAPE_FUNCTIONS,
                                     1 + 2 * n + set->parameters };
    nsd_mex_tapes_read(arrays, &list, set->tape);
}
