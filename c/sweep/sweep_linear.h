/* sweep_linear.h - sweeps of linear systems. */
#ifndef NSD_SWEEP_LINEAR_H
#define NSD_SWEEP_LINEAR_H

#include "scheme/scheme.h"
#include "sweep/sweep.h"

typedef struct nsd_sweep_linear {
    const nsd_linear        *models; /* one for all runs, or one for each     */
    size_t                   count;  /* number of models                      */
    const nsd_linear_scheme *scheme;
    nsd_step_options         options; /* h is that of the run                  */
} nsd_sweep_linear;

/* The family of linear systems with a time-stepping scheme. */
nsd_sweep_family nsd_sweep_linear_family(const nsd_sweep_linear *context);

#endif
