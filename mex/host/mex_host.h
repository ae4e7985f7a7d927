/* mex_host.h - portability and argument checks shared by every gateway; the only header that
 * includes mex.h. Compiles against the API of Octave and of MATLAB. */
#ifndef NSD_MEX_HOST_H
#define NSD_MEX_HOST_H

#include "mex.h"

#include "base/matrix.h"
#include "base/scratch.h"
#include "base/solver.h"
#include "base/status.h"

/* Raises nsd:mex:badInput with a message, as printf writes it, when `bad` is not 0. */
#define NSD_MEX_REFUSE(bad, ...) \
    ((bad) ? mexErrMsgIdAndTxt("nsd:mex:badInput", __VA_ARGS__) : (void)0)

/* Each check raises nsd:mex:badInput with the name of the argument in its message. */

/* The numbers of a full real matrix of this size */
const double *nsd_mex_matrix(const mxArray *a, const char *name, size_t rows, size_t cols);
/* The same of a field */
const double *nsd_mex_numbers(const mxArray *s, const char *field, size_t rows, size_t cols);
/* A sparse real matrix with this number of rows, and as many columns unless cols is 0 */
nsd_columns nsd_mex_columns(const mxArray *a, const char *name, size_t rows, size_t cols);
/* A copy of a square matrix with its diagonal stored, 2^exponent times its values */
nsd_columns nsd_mex_with_diagonal(const nsd_columns *M, int exponent);
/* n as an int */
int nsd_mex_count(size_t n, const char *name);
/* A field of any type, which must exist */
const mxArray *nsd_mex_member(const mxArray *s, const char *field);
/* A field that is a real scalar, NaN and Inf included */
double nsd_mex_field(const mxArray *s, const char *field);
/* A field that is a number from `least` to `most` */
double nsd_mex_number(const mxArray *s, const char *field, double least, double most);
/* A field that is a whole number from `least` to `most` */
long long nsd_mex_integer(const mxArray *s, const char *field, long long least, long long most);
/* A field that is a real scalar, or `otherwise` where it is empty */
double nsd_mex_field_or(const mxArray *s, const char *field, double otherwise);
/* 1 when the field is this word */
int nsd_mex_field_is(const mxArray *s, const char *field, const char *word);
/* Place of the word of the field among `words`, which end with NULL */
int nsd_mex_field_word(const mxArray *s, const char *field, const char *const *words);
/* The numbers of a matrix as nsd_mex_matrix, all of them whole and from `least` to `most` */
const double *nsd_mex_integers(const mxArray *a, const char *name, size_t rows, size_t cols,
                               double least, double most);
/* The numbers of a matrix as nsd_mex_matrix, none of them NaN or infinite */
const double *nsd_mex_finite(const mxArray *a, const char *name, size_t rows, size_t cols);
/* The k-th entry of a cell */
const mxArray *nsd_mex_cell(const mxArray *a, const char *name, size_t k);
/* A character vector of less than `size` letters */
void nsd_mex_word(const mxArray *a, const char *name, char *word, size_t size);

/* A matrix of doubles whose numbers are not set */
mxArray *nsd_mex_unset(size_t rows, size_t columns);

/* A cell of `count` words */
mxArray *nsd_mex_words(const char *const *list, size_t count);

/* Adds a field to a struct. */
void nsd_mex_set(mxArray *s, const char *field, mxArray *value);
void nsd_mex_set_number(mxArray *s, const char *field, double value);

/* Raises nsd:<area>:<id of the status> when the status is negative. */
void nsd_mex_require(nsd_status status, const char *area);

/* Memory that the host reclaims at the end of the call, also after an error. Between begin and end
 * it goes into `memory` instead, which stays until it is freed: what is read in between can be used
 * in later calls. nsd_kernel ends this at each call, as an error leaves it open. */
typedef struct nsd_mex_memory {
    struct nsd_mex_block *last; /* the block that was taken last, NULL: none */
} nsd_mex_memory;
void *nsd_mex_malloc(size_t bytes);
void *nsd_mex_calloc(size_t count, size_t size);
void  nsd_mex_memory_begin(nsd_mex_memory *memory);
void  nsd_mex_memory_end(void);
void  nsd_mex_memory_free(nsd_mex_memory *memory);

/* Scratch memory, by nsd_mex_malloc */
nsd_scratch nsd_mex_scratch(size_t bytes);

/* A rows x cols array of zeros, a large one made by the interpreter: Octave returns such an array
 * without a copy; an array made by mxCreateDoubleMatrix is copied. */
mxArray *nsd_mex_zeros(size_t rows, size_t cols);

double nsd_mex_seconds(void); /* a wall clock               */
double nsd_mex_cpu(void);     /* CPU seconds of this thread */
void   nsd_mex_sleep(void);   /* for two milliseconds       */
void   nsd_mex_flush(void);   /* shows all text printed yet */

/* Shows a text at once. */
typedef void nsd_mex_print_fn(const char *text);

/* Prints through the interpreter: not to be called inside a parallel region, which an error of the
 * interpreter would leave while the other threads use memory that the host has freed. */
nsd_mex_print_fn nsd_mex_print;

/* Prints to stdout, past evalc and diary, and always returns. */
nsd_mex_print_fn nsd_mex_print_stdout;

/* Ctrl-C (mex_interrupt.c). The interpreter raises it wherever it is called, through the gateway,
 * and all results are lost. So a Ctrl-C is held around each call: the gateway sees it at its next
 * poll, ends with what it has, and forgets it. A second Ctrl-C while the first is held goes to the
 * interpreter, so that a user's function that never ends can be left. */
const nsd_poll *nsd_mex_interrupt_poll(void); /* for solvers: it only reads, raises nothing    */
void nsd_mex_interrupt_threads(int count);    /* how many threads ask from now on            */
int  nsd_mex_interrupted(void);               /* 1 when the user has pressed Ctrl-C          */
void nsd_mex_interrupt_clear(void);           /* forgets it                                  */
int  nsd_mex_interrupt_hold(void);            /* 1 when it was not held yet: to be released  */
void nsd_mex_interrupt_release(int taken);    /* with the value that hold returned           */
void nsd_mex_interrupt_return(
    void); /* at the end of a gateway: one that nothing has answered goes to
                                        the interpreter, so that loops of short runs end */

#endif
