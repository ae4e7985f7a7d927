/* mex_host.h - portability and argument checks shared by every gateway; the only header that
 * sees mex.h. Compiles against Octave's and MATLAB's API. */
#ifndef NSD_MEX_HOST_H
#define NSD_MEX_HOST_H

#include "mex.h"

#include "base/scratch.h"
#include "base/status.h"

/* Each check names the argument in its message and raises nsd:mex:badInput. */
const double  *nsd_mex_matrix(const mxArray *a, const char *name, size_t rows, size_t cols);
int            nsd_mex_count(size_t n, const char *name);
const mxArray *nsd_mex_member(const mxArray *s, const char *field); /* any type, must exist */
double         nsd_mex_field(const mxArray *s, const char *field);  /* real scalar          */
void           nsd_mex_word(const mxArray *a, const char *name, char *word, size_t size);
void           nsd_mex_require(nsd_status status, const char *where); /* raises when < 0 */

/* Scratch memory that the host reclaims, whatever happens. */
nsd_scratch nsd_mex_scratch(size_t bytes);

/* A rows x cols array of zeros made by the interpreter. Octave copies arrays that a gateway
 * creates itself when it returns them; these it takes as they are. */
mxArray *nsd_mex_zeros(size_t rows, size_t cols);

double nsd_mex_seconds(void); /* a wall clock */
void   nsd_mex_sleep(void);   /* sleeps a few milliseconds */
void   nsd_mex_flush(void);   /* shows what was printed     */

/* Shows a text at once. nsd_mex_print goes through the interpreter, which may raise a Ctrl-C there
 * and leave the gateway: never inside a parallel region, whose other threads would go on in memory
 * that is gone. nsd_mex_print_stdout goes to stdout, past evalc and diary, and always returns. */
typedef void     nsd_mex_print_fn(const char *text);
nsd_mex_print_fn nsd_mex_print, nsd_mex_print_stdout;

/* Ctrl-C: 1 when pending. nsd_mex_interrupt_clear lets the results through to the user. */
int  nsd_mex_interrupted(void);
void nsd_mex_interrupt_clear(void);

#endif
