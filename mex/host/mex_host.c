/* mex_host.c - argument checks, scratch, zero arrays, printing. */
#include "host/mex_host.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Doubles that a call may ask for: a thousand times what machines have, and far from the range of
 * size_t, so that products of sizes do not overflow. */
#define MOST_DOUBLES ((size_t)1 << 47)

/* Bytes above which it is tried whether there is so much memory. Smaller: time for small calls. */
#define LARGE_BYTES ((size_t)1 << 28)

/* Doubles up to which an array is made without the interpreter: Octave copies so many in less time
 * than a call takes. Larger: time for copies. Smaller: a call for each array of a short run. */
#define SMALL_DOUBLES ((size_t)1 << 14)

const double *nsd_mex_matrix(const mxArray *a, const char *name, size_t rows, size_t cols)
{
    NSD_MEX_REFUSE(!mxIsDouble(a) || mxIsComplex(a) || mxIsSparse(a),
                   "%s must be a full real double array", name);
    NSD_MEX_REFUSE(mxGetM(a) != rows || mxGetN(a) != cols, "%s must be %d-by-%d, not %d-by-%d",
                   name, (int)rows, (int)cols, (int)mxGetM(a), (int)mxGetN(a));
    return mxGetPr(a);
}

typedef char index_width_check[sizeof(mwIndex) == sizeof(ptrdiff_t) ? 1 : -1];

nsd_columns nsd_mex_columns(const mxArray *a, const char *name, size_t rows, size_t cols)
{
    nsd_columns A;
    NSD_MEX_REFUSE(!mxIsSparse(a) || !mxIsDouble(a) || mxIsComplex(a),
                   "%s must be a sparse real matrix", name);
    NSD_MEX_REFUSE(mxGetM(a) != rows, "%s must have %d rows", name, (int)rows);
    NSD_MEX_REFUSE(cols > 0 && mxGetN(a) != cols, "%s must be %d-by-%d", name, (int)rows,
                   (int)cols);
    A.n = nsd_mex_count(rows, name);
    A.m = nsd_mex_count(mxGetN(a), name);
    A.start = (const ptrdiff_t *)mxGetJc(a);
    A.row = (const ptrdiff_t *)mxGetIr(a);
    A.values = mxGetPr(a);
    return A;
}

nsd_columns nsd_mex_with_diagonal(const nsd_columns *M, int exponent)
{
    const size_t n = (size_t)M->n, entries = (size_t)M->start[n] + n;
    ptrdiff_t   *start = nsd_mex_malloc((n + 1) * sizeof *start);
    ptrdiff_t   *row = nsd_mex_malloc((entries + 1) * sizeof *row), place = 0;
    double      *values = nsd_mex_malloc((entries + 1) * sizeof *values);

    for (int j = 0; j < M->n; j++) {
        const ptrdiff_t diagonal = place++;
        start[j] = row[diagonal] = diagonal;
        row[diagonal] = j;
        values[diagonal] = 0.0;
        for (ptrdiff_t k = M->start[j]; k < M->start[j + 1]; k++) {
            const ptrdiff_t to = M->row[k] == j ? diagonal : place++;
            row[to] = M->row[k];
            values[to] = ldexp(M->values[k], exponent);
        }
    }
    start[n] = place;
    return (nsd_columns){ M->n, M->n, start, row, values };
}

int nsd_mex_count(size_t n, const char *name)
{
    NSD_MEX_REFUSE(n > (size_t)INT_MAX, "%s is too large", name);
    return (int)n;
}

const mxArray *nsd_mex_member(const mxArray *s, const char *field)
{
    const int      one = mxIsStruct(s) && mxGetNumberOfElements(s) == 1;
    const mxArray *value = one ? mxGetField(s, 0, field) : NULL;
    NSD_MEX_REFUSE(!value, "field %s is missing", field);
    return value;
}

const double *nsd_mex_numbers(const mxArray *s, const char *field, size_t rows, size_t cols)
{
    return nsd_mex_matrix(nsd_mex_member(s, field), field, rows, cols);
}

double nsd_mex_field(const mxArray *s, const char *field)
{
    const mxArray *value = nsd_mex_member(s, field);
    NSD_MEX_REFUSE(!(mxIsDouble(value) || mxIsLogical(value)) || mxIsComplex(value) ||
                       mxGetNumberOfElements(value) != 1,
                   "%s must be a real scalar", field);
    if (mxIsSparse(value)) { /* a sparse zero has no number to read */
        return mxIsDouble(value) && mxGetJc(value)[1] > 0 ? mxGetPr(value)[0] : 0.0;
    }
    return mxGetScalar(value);
}

double nsd_mex_number(const mxArray *s, const char *field, double least, double most)
{
    const double value = nsd_mex_field(s, field);
    NSD_MEX_REFUSE(!(value >= least && value <= most), "%s must be a number from %g to %g", field,
                   least, most);
    return value;
}

long long nsd_mex_integer(const mxArray *s, const char *field, long long least, long long most)
{
    const double value = nsd_mex_number(s, field, (double)least, (double)most);
    NSD_MEX_REFUSE(value != floor(value), "%s must be a whole number", field);
    return (long long)value;
}

const double *nsd_mex_integers(const mxArray *a, const char *name, size_t rows, size_t cols,
                               double least, double most)
{
    const double *values = nsd_mex_matrix(a, name, rows, cols);
    for (size_t i = 0; i < rows * cols; i++) {
        NSD_MEX_REFUSE(!(values[i] >= least && values[i] <= most) || values[i] != floor(values[i]),
                       "%s must hold whole numbers from %g to %g", name, least, most);
    }
    return values;
}

const double *nsd_mex_finite(const mxArray *a, const char *name, size_t rows, size_t cols)
{
    const double *values = nsd_mex_matrix(a, name, rows, cols);
    for (size_t i = 0; i < rows * cols; i++) {
        NSD_MEX_REFUSE(!isfinite(values[i]), "%s must not contain NaN or Inf", name);
    }
    return values;
}

const mxArray *nsd_mex_cell(const mxArray *a, const char *name, size_t k)
{
    const mxArray *entry = mxIsCell(a) && k < mxGetNumberOfElements(a) ? mxGetCell(a, (mwIndex)k)
                                                                       : NULL;
    NSD_MEX_REFUSE(!entry, "%s must be a cell of more than %d entries", name, (int)k);
    return entry;
}

double nsd_mex_field_or(const mxArray *s, const char *field, double otherwise)
{
    return mxIsEmpty(nsd_mex_member(s, field)) ? otherwise : nsd_mex_field(s, field);
}

int nsd_mex_field_word(const mxArray *s, const char *field, const char *const *words)
{
    char word[32];
    nsd_mex_word(nsd_mex_member(s, field), field, word, sizeof word);
    for (int k = 0; words[k]; k++) {
        if (strcmp(word, words[k]) == 0) {
            return k;
        }
    }
    mexErrMsgIdAndTxt("nsd:mex:badInput", "%s must not be '%s'", field, word);
    return -1;
}

int nsd_mex_field_is(const mxArray *s, const char *field, const char *word)
{
    char given[32];
    nsd_mex_word(nsd_mex_member(s, field), field, given, sizeof given);
    return strcmp(given, word) == 0;
}

void nsd_mex_word(const mxArray *a, const char *name, char *word, size_t size)
{
    NSD_MEX_REFUSE(!mxIsChar(a) || mxGetString(a, word, (mwSize)size) != 0,
                   "%s must be a short character vector", name);
}

mxArray *nsd_mex_unset(size_t rows, size_t columns)
{
    return mxCreateUninitNumericMatrix((mwSize)rows, (mwSize)columns, mxDOUBLE_CLASS, mxREAL);
}

mxArray *nsd_mex_words(const char *const *list, size_t count)
{
    mxArray *cell = mxCreateCellMatrix(1, (mwSize)count);
    for (size_t k = 0; k < count; k++) {
        mxSetCell(cell, (mwIndex)k, mxCreateString(list[k]));
    }
    return cell;
}

void nsd_mex_set(mxArray *s, const char *field, mxArray *value)
{
    mxAddField(s, field);
    mxSetField(s, 0, field, value);
}

void nsd_mex_set_number(mxArray *s, const char *field, double value)
{
    nsd_mex_set(s, field, mxCreateDoubleScalar(value));
}

void nsd_mex_require(nsd_status status, const char *area)
{
    if (status < 0) {
        char id[64];
        snprintf(id, sizeof id, "nsd:%s:%s", area, nsd_status_id(status));
        mexErrMsgIdAndTxt(id, "%s: %s", area, nsd_status_message(status));
    }
}

/* Raises when there is no memory for so many doubles: the host's own error has no identifier. The
 * memory is asked for and given back, not written: zeros of 19 GB take a minute. */
static void require_memory(size_t count)
{
    const size_t bytes = count * sizeof(double);
    void        *probe = NULL;
    if (count <= MOST_DOUBLES && bytes <= LARGE_BYTES) {
        return;
    }
    if (count <= MOST_DOUBLES) {
        probe = malloc(bytes);
    }
    if (!probe) {
        mexErrMsgIdAndTxt("nsd:mex:tooLarge", "there is no memory for %.3g GB",
                          8e-9 * (double)count);
    }
    free(probe);
}

typedef struct nsd_mex_block nsd_mex_block;
struct nsd_mex_block {
    nsd_mex_block *before;
    double         align; /* the memory of the block follows at a multiple of 16 bytes */
};

/* State of this file: where memory goes that outlives the call, or NULL */
static nsd_mex_memory *keeper;

void nsd_mex_memory_begin(nsd_mex_memory *memory)
{
    keeper = memory;
}

void nsd_mex_memory_end(void)
{
    keeper = NULL;
}

void nsd_mex_memory_free(nsd_mex_memory *memory)
{
    while (memory->last) {
        nsd_mex_block *block = memory->last;
        memory->last = block->before;
        mxFree(block);
    }
}

void *nsd_mex_malloc(size_t bytes)
{
    if (!keeper) {
        return mxMalloc(bytes > 0 ? bytes : 1);
    }
    nsd_mex_block *block = mxMalloc(sizeof *block + bytes);
    mexMakeMemoryPersistent(block);
    block->before = keeper->last;
    keeper->last = block;
    return block + 1;
}

void *nsd_mex_calloc(size_t count, size_t size)
{
    if (!keeper) {
        return mxCalloc(count > 0 ? count : 1, size);
    }
    NSD_MEX_REFUSE(size > 0 && count > SIZE_MAX / size, "the arrays are too large");
    void *memory = nsd_mex_malloc(count * size);
    memset(memory, 0, count * size);
    return memory;
}

nsd_scratch nsd_mex_scratch(size_t bytes)
{
    require_memory(bytes / sizeof(double));
    nsd_scratch scratch = { NULL, bytes, 0 };
    scratch.base = nsd_mex_malloc(bytes);
    return scratch;
}

mxArray *nsd_mex_zeros(size_t rows, size_t cols)
{
    const size_t count = cols > 0 && rows > MOST_DOUBLES / cols ? MOST_DOUBLES + 1 : rows * cols;
    require_memory(count);
    if (count <= SMALL_DOUBLES) {
        return mxCreateDoubleMatrix((mwSize)rows, (mwSize)cols, mxREAL);
    }
    mxArray  *size[2] = { mxCreateDoubleScalar((double)rows), mxCreateDoubleScalar((double)cols) };
    mxArray  *zeros = NULL;
    const int taken = nsd_mex_interrupt_hold();
    mxArray  *failed = mexCallMATLABWithTrap(1, &zeros, 2, size, "zeros");
    nsd_mex_interrupt_release(taken);
    if (failed || !zeros) {
        mexErrMsgIdAndTxt("nsd:mex:noMemory", "there is no memory for %.0f rows of %.0f numbers",
                          (double)rows, (double)cols);
    }
    mxDestroyArray(size[0]);
    mxDestroyArray(size[1]);
    return zeros;
}

void nsd_mex_print(const char *text)
{
    const int taken = nsd_mex_interrupt_hold();
    mexPrintf("%s", text);
    nsd_mex_flush();
    nsd_mex_interrupt_release(taken);
}

void nsd_mex_print_stdout(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

void nsd_mex_flush(void)
{
#ifdef NSD_MATLAB
    mexEvalString("drawnow");
#else
    mexEvalString("fflush(stdout);");
#endif
}
