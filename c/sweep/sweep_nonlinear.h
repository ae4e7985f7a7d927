/* sweep_nonlinear.h - sweeps of nonlinear systems: time stepping, Newmark between impacts. */
#ifndef NSD_SWEEP_NONLINEAR_H
#define NSD_SWEEP_NONLINEAR_H

#include "event/newmark/event_newmark.h"
#include "scheme/scheme.h"
#include "sweep/sweep.h"

/* Functions that give the model of a run. */
typedef struct nsd_sweep_source {
    const void *context;
    /* Bytes that `make` takes from the scratch of the worker; NULL: none. */
    size_t (*scratch)(const void *context);
    /* *model <- the model of worker->run. */
    nsd_status (*make)(const void *context, nsd_sweep_worker *worker, const nsd_model **model);
} nsd_sweep_source;

/* Models made before the sweep. */
typedef struct nsd_sweep_models {
    const nsd_model *models;
    int              by_run; /* 1: one for each run, 0: one for each thread */
} nsd_sweep_models;

/* A source of models made before the sweep. */
nsd_sweep_source nsd_sweep_models_source(const nsd_sweep_models *context);

typedef struct nsd_sweep_nonlinear {
    nsd_sweep_source            source;
    const nsd_model            *sizes;   /* any of the models: all of one size     */
    const nsd_nonlinear_scheme *scheme;  /* NULL: Newmark between located impacts  */
    nsd_event_newmark_options   options; /* h is that of the run                  */
} nsd_sweep_nonlinear;

/* The family of nonlinear systems: time stepping, or Newmark between impacts. */
nsd_sweep_family nsd_sweep_nonlinear_family(const nsd_sweep_nonlinear *context);

#endif
