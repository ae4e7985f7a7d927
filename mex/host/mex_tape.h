/* mex_tape.h - tapes from the structs of gateway 'tape'. */
#ifndef NSD_MEX_TAPE_H
#define NSD_MEX_TAPE_H

#include "host/mex_host.h"
#include "model/tape/tape.h"

/* Borrows the arrays of the struct; an empty array gives a tape of length 0. Raises
 * nsd:mex:badInput when the numbers do not fit together. */
nsd_tape nsd_mex_tape_read(const mxArray *from);

typedef struct nsd_mex_tape_list { /* the tapes that a kind of system may have */
    const char *const *names;      /* fields of arrays.tapes, [] where there is no tape */
    const int         *sizes;      /* numbers in each result                            */
    int                count;
    int                inputs; /* of every tape, parameters included */
} nsd_mex_tape_list;

/* tape[i] <- the tapes of a list from the fields tapes and library of `arrays`: structs of gateway
 * 'tape' that borrow the arrays. Raises nsd:mex:badInput when a size is another. */
void nsd_mex_tapes_read(const mxArray *arrays, const nsd_mex_tape_list *list, nsd_tape *tape);

/* Rows of the field parameters */
int nsd_mex_parameter_count(const mxArray *arrays);

/* Scratch memory for one thread, on cache lines of its own */
nsd_scratch nsd_mex_thread_scratch(size_t bytes);

#endif
