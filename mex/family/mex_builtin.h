/* mex_builtin.h - the compiled models by name (NsdSystem.compiled). */
#ifndef NSD_MEX_BUILTIN_H
#define NSD_MEX_BUILTIN_H

#include "model/builtin/bar.h"
#include "host/mex_host.h"
#include "model/model.h"

/* The compiled model called `builtin` with the fields `parameters` and `e` of `arrays`; raises an
 * error when there is no such model. Its context lives as long as the call of the gateway. */
nsd_model nsd_mex_builtin_read(const mxArray *arrays);

/* Parameters of a bar from the struct of system/private/nsd_bar_parameters.m. */
void nsd_mex_builtin_read_bar(const mxArray *from, nsd_bar_parameters *p);

#endif
