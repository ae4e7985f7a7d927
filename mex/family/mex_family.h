/* mex_family.h - the systems of a sweep, from a cell of structs to an nsd_sweep_family. */
#ifndef NSD_MEX_FAMILY_H
#define NSD_MEX_FAMILY_H

#include "family/mex_model.h"
#include "host/mex_run.h"
#include "sweep/sweep_event.h"

typedef struct nsd_mex_family {
    int                 is_linear;
    nsd_sweep_linear    linear;
    nsd_sweep_models    models;
    nsd_mex_model      *hosts;      /* of recorded functions, one for each thread      */
    const double       *parameters; /* theirs, one column per run, or NULL             */
    size_t              parameter_count;
    nsd_sweep_source    source; /* of models, where the method takes them */
    nsd_model           sizes;
    nsd_sweep_nonlinear nonlinear;
    nsd_sweep_event     event;
    const nsd_surface  *surface;
} nsd_mex_family;

/* Reads the systems (one for all runs, or one for each) and sets the sizes of the sweep.
 * from.parameters: of the one nonlinear system, a column for each run, or empty; from.changes:
 * numbers of the one linear system that differ from run to run, a struct of arrays with a
 * column for each run, or empty. */
void nsd_mex_family_read(nsd_mex_family *family, const mxArray *systems, const mxArray *from,
                         nsd_sweep *sweep);

/* Sets sweep->family for the method, with the options of a single run. */
void nsd_mex_family_choose_method(nsd_mex_family *family, nsd_mex_run *run, const mxArray *from,
                                  nsd_sweep *sweep);

#endif
