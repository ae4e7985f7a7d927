/* mex_call.c - the one file that calls the interpreter for values. */
#include "host/mex_call.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host/mex_tape.h"

const mxArray *nsd_mex_handle(const mxArray *arrays, const char *name)
{
    const mxArray *handle = nsd_mex_member(arrays, name);
    if (mxIsDouble(handle) && mxIsEmpty(handle)) {
        return NULL;
    }
    NSD_MEX_REFUSE(!mxIsClass(handle, "function_handle") &&
                       !(mxIsStruct(handle) && mxGetNumberOfElements(handle) == 1),
                   "%s must be a function, a recorded one, or []", name);
    return handle;
}

mxArray *nsd_mex_vector(const double *values, int n)
{
    mxArray *array = mxCreateDoubleMatrix((mwSize)n, 1, mxREAL);
    if (n > 0) { /* no values: they may be a null pointer */
        memcpy(mxGetPr(array), values, (size_t)n * sizeof(double));
    }
    return array;
}

void nsd_mex_call_add_input(nsd_mex_call *c, mxArray *input)
{
    c->inputs[c->input_count++] = input;
}

void nsd_mex_call_add_output(nsd_mex_call *c, size_t rows, size_t columns, double *out)
{
    c->rows[c->output_count] = rows;
    c->columns[c->output_count] = columns;
    c->out[c->output_count++] = out;
}

static void raise_own(nsd_mex_caller *caller, const nsd_mex_call *c, const char *id,
                      const char *text)
{
    caller->error = mxCreateStructMatrix(1, 1, 0, NULL);
    nsd_mex_set(caller->error, "message", mxCreateString(text));
    nsd_mex_set(caller->error, "identifier", mxCreateString(id));
    caller->error_function = c->function;
}

static void raise_size(nsd_mex_caller *caller, const nsd_mex_call *c, int k)
{
    char text[200], id[64];
    snprintf(id, sizeof id, "nsd:simulate:%sSize", c->function);
    snprintf(text, sizeof text, "%s must return a real %d-by-%d array", c->function,
             (int)c->rows[k], (int)c->columns[k]);
    raise_own(caller, c, id, text);
}

/* Copies an output, full or sparse, if it has the right size; a row counts as a column. A complex
 * output is copied as NaN, which is also what a recorded function gives. */
static int copy_output(const mxArray *from, size_t rows, size_t columns, double *to)
{
    const size_t m = mxGetM(from), n = mxGetN(from);
    const int    fits = (m == rows && n == columns) || (columns == 1 && m * n == rows && m == 1);
    if (!fits || !mxIsDouble(from)) {
        return 0;
    }
    for (size_t i = 0; i < rows * columns && mxIsComplex(from); i++) {
        to[i] = NAN;
    }
    if (mxIsComplex(from)) {
        return 1;
    }
    if (!mxIsSparse(from)) {
        memcpy(to, mxGetPr(from), rows * columns * sizeof(double));
        return 1;
    }
    memset(to, 0, rows * columns * sizeof(double));
    const mwIndex *start = mxGetJc(from), *index = mxGetIr(from);
    for (size_t j = 0; j < columns; j++) {
        for (mwIndex k = start[j]; k < start[j + 1]; k++) {
            to[(size_t)index[k] + j * rows] = mxGetPr(from)[k];
        }
    }
    return 1;
}

/* The tape of the struct `from`, read and started at its first call */
static nsd_mex_call_tape *find_tape(nsd_mex_caller *caller, const mxArray *from)
{
    for (int i = 0; i < caller->tape_count; i++) {
        if (caller->tapes[i].from == from) {
            return &caller->tapes[i];
        }
    }
    NSD_MEX_REFUSE(caller->tape_count == NSD_MEX_CALL_TAPES, "too many recorded functions");
    nsd_mex_call_tape *recorded = &caller->tapes[caller->tape_count++];
    recorded->from = from;
    recorded->tape = nsd_mex_tape_read(from);
    recorded->work = mxMalloc(((size_t)recorded->tape.length + 1) * sizeof(double));
    recorded->result = mxMalloc(((size_t)recorded->tape.size + 1) * sizeof(double));
    nsd_tape_start(&recorded->tape, recorded->work);
    return recorded;
}

static nsd_status invoke_tape(nsd_mex_caller *caller, nsd_mex_call *c)
{
    nsd_mex_call_tape *recorded = find_tape(caller, c->handle);
    size_t             at = 1, from = 0;

    for (int i = 0; i < c->input_count; i++) {
        const size_t count = mxGetNumberOfElements(c->inputs[i]);
        NSD_MEX_REFUSE(at + count > (size_t)recorded->tape.inputs,
                       "%s: the record has other inputs", c->function);
        memcpy(recorded->work + at, mxGetPr(c->inputs[i]), count * sizeof(double));
        at += count;
        mxDestroyArray(c->inputs[i]);
    }
    nsd_tape_eval(&recorded->tape, recorded->work, recorded->result);
    for (int k = 0; k < c->output_count; k++) {
        const size_t size = c->rows[k] * c->columns[k];
        if (from + size > (size_t)recorded->tape.size) {
            raise_size(caller, c, k);
            return NSD_USER_ERROR;
        }
        memcpy(c->out[k], recorded->result + from, size * sizeof(double));
        from += size;
    }
    return NSD_OK;
}

nsd_status nsd_mex_call_invoke(nsd_mex_caller *caller, nsd_mex_call *c)
{
    if (mxIsStruct(c->handle)) {
        return invoke_tape(caller, c);
    }

    mxArray   *rhs[4], *lhs[3] = { NULL, NULL, NULL };
    nsd_status status = NSD_OK;

    rhs[0] = (mxArray *)c->handle;
    for (int i = 0; i < c->input_count; i++) {
        rhs[1 + i] = c->inputs[i];
    }
    const int taken = nsd_mex_interrupt_hold();
    mxArray  *failed = mexCallMATLABWithTrap(1 + c->output_count, lhs, 1 + c->input_count, rhs,
                                             "nsd_guarded_call");
    if (failed || !lhs[0]) { /* not even the guard could be called: recursion without end */
        nsd_mex_interrupt_release(taken);
        raise_own(caller, c, "nsd:simulate:notCalled", "the function could not be called");
        return NSD_USER_ERROR;
    }
    if (!mxIsEmpty(lhs[0])) {
        caller->error = mxDuplicateArray(lhs[0]);
        caller->error_function = c->function;
        status = NSD_USER_ERROR;
    }
    for (int k = 0; k < c->output_count && status == NSD_OK; k++) {
        if (!mxIsDouble(lhs[1 + k]) && (mxIsNumeric(lhs[1 + k]) || mxIsLogical(lhs[1 + k]))) {
            mxArray *other = lhs[1 + k];
            mexCallMATLAB(1, &lhs[1 + k], 1, &other, "double");
            mxDestroyArray(other);
        }
        if (!copy_output(lhs[1 + k], c->rows[k], c->columns[k], c->out[k])) {
            raise_size(caller, c, k);
            status = NSD_USER_ERROR;
        }
    }
    nsd_mex_interrupt_release(taken);
    for (int k = 0; k < 1 + c->output_count; k++) {
        mxDestroyArray(lhs[k]);
    }
    for (int i = 0; i < c->input_count; i++) {
        mxDestroyArray(c->inputs[i]);
    }
    return status;
}

nsd_mex_function nsd_mex_function_read(const mxArray *arrays, const char *field, const char *name,
                                       const char *arguments)
{
    const nsd_mex_function f = { .name = name,
                                 .arguments = arguments,
                                 .handle = nsd_mex_handle(arrays, field) };
    return f;
}

nsd_mex_function nsd_mex_function_needed(const mxArray *arrays, const char *field, const char *name,
                                         const char *arguments)
{
    const nsd_mex_function f = nsd_mex_function_read(arrays, field, name, arguments);
    NSD_MEX_REFUSE(!f.handle, "%s must be a function", field);
    return f;
}

static mxArray *input(char letter, const nsd_tape_place *at)
{
    switch (letter) {
    case 'x':
        return nsd_mex_vector(at->x, at->n);
    case 'z':
        return nsd_mex_vector(at->z, at->k);
    default:
        return mxCreateDoubleScalar(letter == 't' && at->t ? *at->t : at->i + 1);
    }
}

nsd_status nsd_mex_function_call(nsd_mex_caller *caller, const nsd_mex_function *f,
                                 const nsd_tape_place *at, double *value)
{
    const size_t rows = (size_t)f->rows, columns = (size_t)f->columns;
    nsd_mex_call c = { .function = f->name, .handle = f->handle };

    caller->t = at->t ? *at->t : caller->t;
    for (const char *letter = f->arguments; *letter != '\0'; letter++) {
        nsd_mex_call_add_input(&c, input(*letter, at));
    }
    nsd_mex_call_add_output(&c, rows, columns, value);
    if (f->second) {
        nsd_mex_call_add_output(&c, rows, (size_t)at->k, value + rows * columns);
    }
    return nsd_mex_call_invoke(caller, &c);
}

void nsd_mex_caller_export(const nsd_mex_caller *caller, mxArray *result)
{
    if (!caller->error || mxGetFieldNumber(result, "userError") >= 0) {
        return; /* the error that ended the run is already exported */
    }
    nsd_mex_set(result, "userError", caller->error);
    nsd_mex_set(result, "userWhere", mxCreateString(caller->error_function));
    nsd_mex_set_number(result, "userTime", caller->t);
}
