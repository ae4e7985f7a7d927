/* mex_run.h - what all gateways of runs need: the struct `run`, states, the result.
 *
 * run: method, q0, v0, t0, h, steps, every, times, theta, activation, weight, maxIter, tolerance,
 * keepEnergy, progress, outputFcn, outputSel, guard (toolbox/internal/run/nsd_run_fields.m). */
#ifndef NSD_MEX_RUN_H
#define NSD_MEX_RUN_H

#include "run/step_options.h"
#include "host/mex_host.h"
#include "host/mex_sink.h"
#include "model/surface.h"
#include "run/run.h"

typedef struct nsd_mex_run {
    nsd_sizes        sizes;
    nsd_channels     channels; /* of a row */
    nsd_step_options options;
    nsd_run_plan     plan;
    nsd_state        state, before; /* plan.before points here when times are given */
    nsd_tangential   tangential[2]; /* tangential parts of state and before         */
    nsd_ledger       ledger;
    nsd_run_report   report;
    nsd_mex_sink     sink;
    nsd_stepper     *stepper;
    int              event_driven;    /* 1: rows at jumps, whose number is not known before    */
    int              accelerations;   /* 1: accelerations are recorded                         */
    int              no_event_states; /* 1: events are logged without q and v                  */
    nsd_status       status;
    int              blas_threads; /* threads of BLAS before the run */
    double           seconds;      /* time of the run                */
} nsd_mex_run;

/* Reads options and plan of `from`. */
void nsd_mex_run_read(nsd_mex_run *run, const mxArray *from);

/* Makes the states, q0 and v0 of `from` in the first; the struct must not move afterwards. */
void nsd_mex_run_make_states(nsd_mex_run *run, const mxArray *from, const nsd_sizes *sizes,
                             const nsd_channels *channels);

/* The same for a mechanical system; forces are recorded too if event_driven is set before. */
void nsd_mex_run_make_mechanical(nsd_mex_run *run, const mxArray *from, nsd_sizes sizes);

/* The same for a first-order system with m pairs (lambda, y). */
void nsd_mex_run_make_first_order(nsd_mex_run *run, const mxArray *from, int n, int m);

/* Sizes of a mechanical system */
nsd_sizes nsd_mex_run_sizes(int n, int m, int p, const nsd_surface *surface);

/* Options of nonlinear systems: fields newtonTol, newtonMaxIter, halvings, project and
 * geodesic of `from`, and those of the run. */
nsd_nonlinear_options nsd_mex_run_nonlinear_options(const nsd_mex_run *run, const mxArray *from);

/* Options of the Newmark family: fields gamma, beta, alphaM, alphaF, ggl, byPosition, memory. */
nsd_newmark_options nsd_mex_run_newmark_options(const mxArray *from);

/* Sizes of the output arrays for the plan of the run. */
nsd_mex_sink_size nsd_mex_run_sink_size(const nsd_mex_run *run, const mxArray *from);

/* Runs run->stepper into new output arrays, with one thread of BLAS. */
void nsd_mex_run_time_stepping(nsd_mex_run *run, const mxArray *from);

/* Runs another loop than that of time stepping into new output arrays, with one thread of BLAS. */
typedef nsd_status nsd_mex_run_loop_fn(nsd_mex_run *run);
void nsd_mex_run_loop(nsd_mex_run *run, const mxArray *from, nsd_mex_run_loop_fn *loop);

/* The result struct: fields of nsd_mex_sink_export, status, tEnd, active, counts. */
mxArray *nsd_mex_run_export(nsd_mex_run *run);

/* Adds the field memory: numbers beside q and v that the scheme needs to go on. */
void nsd_mex_run_export_memory(const nsd_mex_run *run, mxArray *result);

#endif
