/* mex_family.h - the systems of a sweep, from a cell of structs to an nsd_sweep_family. */
#ifndef NSD_MEX_FAMILY_H
#define NSD_MEX_FAMILY_H

#include "family/mex_model.h"
#include "host/mex_run.h"
#include "sweep/sweep_event.h"

typedef struct nsd_mex_family {
    int                 is_linear;
    nsd_sweep_linear    linear;     /* linear systems                                      */
    nsd_sweep_models    models;     /* nonlinear systems                                   */
    nsd_mex_model      *hosts;      /* nonlinear models: one for each thread or run     */
    const double       *parameters; /* of recorded functions, one column per run, or NULL */
    size_t              parameter_count;
    nsd_sweep_source    source;    /* gives each run its nonlinear model                */
    nsd_model           sizes;     /* a model with the sizes that all systems have      */
    nsd_sweep_nonlinear nonlinear; /* for nonlinear schemes                             */
    nsd_sweep_event     event;     /* for event-driven runs                             */
} nsd_mex_family;

/* Reads the systems (one for all runs, or one for each run) and sets the sizes of the sweep.
 * from.parameters: parameters of a single nonlinear system, a column for each run, or empty.
 * from.changes: numbers of a single linear system that differ between runs, a struct of arrays with
 * a column for each run, or empty. */
void nsd_mex_family_read(nsd_mex_family *family, const mxArray *systems, const mxArray *from,
                         nsd_sweep *sweep);

/* Sets sweep->family for the method, with the options of a single run. */
void nsd_mex_family_choose_method(nsd_mex_family *family, nsd_mex_run *run, const mxArray *from,
                                  nsd_sweep *sweep);

#endif
