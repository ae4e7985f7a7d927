/* mex_tape.c - tapes from structs; a tape that would read outside its arrays raises an error. */
#include "host/mex_tape.h"

#include <string.h>

#include "host/mex_library.h"

static void raise_no_tape(const char *what)
{
    mexErrMsgIdAndTxt("nsd:mex:badInput", "this is no tape: %s", what);
}

static const int *whole_numbers(const mxArray *from, const char *name, int *count)
{
    const mxArray *array = nsd_mex_member(from, name);
    if (!mxIsInt32(array)) {
        raise_no_tape(name);
    }
    *count = nsd_mex_count(mxGetNumberOfElements(array), name);
    return mxGetData(array);
}

static const double *numbers(const mxArray *from, const char *name, int *count)
{
    const mxArray *array = nsd_mex_member(from, name);
    if (!mxIsDouble(array) || mxIsComplex(array)) {
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
    tape.inputs = (int)nsd_mex_field(from, "inputs");
    tape.size = (int)nsd_mex_field(from, "size");
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
    tape.length = tape.inputs + tape.constants + operations;
    if (b_count != operations || factors != tape.terms || runs != tape.runs ||
        places != tape.outputs || tape.inputs < 0) {
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

static const struct {
    const char       *field;
    nsd_tape_function which;
} functions[] = { { "mass", NSD_TAPE_MASS },
                  { "massJacobian", NSD_TAPE_MASS_JAC },
                  { "force", NSD_TAPE_FORCE },
                  { "forceJacobian", NSD_TAPE_FORCE_JAC },
                  { "gap", NSD_TAPE_GAP },
                  { "gapJacobian", NSD_TAPE_GAP_JAC },
                  { "gapBias", NSD_TAPE_GAP_BIAS },
                  { "joint", NSD_TAPE_JOINT },
                  { "jointJacobian", NSD_TAPE_JOINT_JAC },
                  { "jointBias", NSD_TAPE_JOINT_BIAS },
                  { "potential", NSD_TAPE_POTENTIAL },
                  { "tangent", NSD_TAPE_TANGENT } };

/* Numbers in the result of a function of the system */
static int expected_size(const nsd_tape_set *set, nsd_tape_function which)
{
    const int n = set->n, m = set->m, p = set->p;
    switch (which) {
    case NSD_TAPE_MASS:
    case NSD_TAPE_MASS_JAC:
        return n * n;
    case NSD_TAPE_FORCE:
        return n;
    case NSD_TAPE_FORCE_JAC:
        return 2 * n * n;
    case NSD_TAPE_GAP:
    case NSD_TAPE_GAP_BIAS:
        return m;
    case NSD_TAPE_GAP_JAC:
        return (n + 1) * m;
    case NSD_TAPE_JOINT:
    case NSD_TAPE_JOINT_BIAS:
        return p;
    case NSD_TAPE_JOINT_JAC:
        return (n + 1) * p;
    case NSD_TAPE_TANGENT:
        return n * set->tangents;
    default:
        return 1;
    }
}

static const int *restitution_parameters(const mxArray *from, const nsd_tape_set *set)
{
    const double *given = nsd_mex_matrix(from, "eParameter", (size_t)set->m, 1);
    int          *number = mxMalloc(((size_t)set->m + 1) * sizeof *number);
    for (int a = 0; a < set->m; a++) {
        if (!(given[a] >= 0 && given[a] <= set->parameters)) {
            raise_no_tape("eParameter");
        }
        number[a] = (int)given[a] - 1;
    }
    return number;
}

void nsd_mex_tape_set_read(const mxArray *arrays, nsd_tape_set *set)
{
    const mxArray *M = nsd_mex_member(arrays, "M"), *tapes = nsd_mex_member(arrays, "tapes");

    memset(set, 0, sizeof *set);
    set->n = (int)nsd_mex_field(arrays, "n");
    set->m = (int)nsd_mex_field(nsd_mex_member(arrays, "gap"), "rows");
    set->p = (int)nsd_mex_field(nsd_mex_member(arrays, "joint"), "rows");
    set->parameters = nsd_mex_count(mxGetNumberOfElements(nsd_mex_member(arrays, "parameters")),
                                    "parameters");
    const mxArray *layout = nsd_mex_member(arrays, "layout");
    for (size_t g = 0; g < mxGetNumberOfElements(layout); g++) {
        set->tangents += set->m * (int)mxGetPr(layout)[g];
    }
    const size_t n = (size_t)set->n;
    set->M = mxIsEmpty(M) ? NULL : nsd_mex_matrix(M, "M", n, n);
    set->e = nsd_mex_matrix(nsd_mex_member(arrays, "e"), "e", (size_t)set->m, 1);
    void *library = nsd_mex_library_open(nsd_mex_member(arrays, "library"));
    set->e_parameter = restitution_parameters(nsd_mex_member(arrays, "eParameter"), set);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        nsd_tape tape = nsd_mex_tape_read(nsd_mex_member(tapes, functions[i].field));
        if (tape.length > 0 && (tape.inputs != 1 + 2 * set->n + set->parameters ||
                                tape.size != expected_size(set, functions[i].which))) {
            raise_no_tape(functions[i].field);
        }
        if (tape.length > 0) {
            tape.code = nsd_mex_library_code(library, functions[i].field);
        }
        set->tape[functions[i].which] = tape;
    }
}
