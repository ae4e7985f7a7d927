/* mex_library.h - shared libraries made by nsd_compile. */
#ifndef NSD_MEX_LIBRARY_H
#define NSD_MEX_LIBRARY_H

#include "host/mex_host.h"
#include "model/tape/tape.h"

/* Opens the library of this file name; NULL for an empty name. Raises nsd:compile:notLoaded. The
 * library stays loaded: opening it again costs nothing, and a changed library has another name. */
void *nsd_mex_library_open(const mxArray *file);

/* The function or variable called `name` in the library, or NULL. */
void *nsd_mex_library_find(void *library, const char *name);

/* The compiled code of the tape called `function`; NULL when there is no library. */
nsd_tape_code *nsd_mex_library_code(void *library, const char *function);

#endif
