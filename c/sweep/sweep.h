/* sweep.h - many runs of one kind, spread over threads; each leaves a few numbers.
 *
 * Results are written by the number of the run and no run sees another, so the bits do not depend
 * on the number of threads or their order. A run that fails leaves its status and does not stop
 * the others. Without OpenMP the runs follow one another. */
#ifndef NSD_SWEEP_H
#define NSD_SWEEP_H

#include "sweep/reduce.h"
#include "base/scratch.h"
#include "run/run.h"

typedef struct nsd_sweep        nsd_sweep;
typedef struct nsd_sweep_worker nsd_sweep_worker;

/* How a run is made; the context is shared by all threads and only read. */
typedef struct nsd_sweep_family {
    const void *context;
    /* Bytes that start may take for any of the runs. */
    size_t (*scratch)(const void *context);
    /* Builds what steps in worker->scratch for the state at t_0; sets worker->stepper. */
    nsd_status (*start)(const void *context, nsd_sweep_worker *worker);
    /* The trajectory. */
    nsd_status (*go)(nsd_sweep_worker *worker);
} nsd_sweep_family;

/* One number per run each. */
typedef struct nsd_sweep_plan {
    const double *t0, *h, *steps;
    const double *t1;     /* end, of event methods                             */
    const double *every;  /* rows that the reduction sees: every so many steps */
    const double *after;  /* nsd_reduction.after                               */
    const double *period; /* nsd_reduction.period                              */
} nsd_sweep_plan;

typedef struct nsd_sweep_results { /* one column per run; NULL: not kept                  */
    double     *last;              /* 1 + 2n: t, q, v at the end, or at the last good step */
    double     *steps;             /* taken                                               */
    double     *gain;              /* nsd_run_report.gain, its time, the largest energy: 3 */
    nsd_status *status;            /* NSD_STOPPED: not run, or not to its end              */
    nsd_reduced reduced;           /* of run 0; the others follow                          */
    nsd_sink  **also;              /* for each run a sink that sees everything, or NULL    */
    double     *solver;            /* contact problems, iterations, worst residual, Newton: 4 */
} nsd_sweep_results;

/* The host's side, called by the first thread only, while the others are at work: it must return.
 * An exception or a jump out of it leaves them behind in memory that is no longer theirs. */
typedef struct nsd_sweep_host nsd_sweep_host;
struct nsd_sweep_host {
    /* done in [0,1]; sets the patience in steps; NSD_STOPPED ends the sweep. idle: nothing is left
     * to do for this thread, which may sleep a moment. */
    nsd_status (*poll)(nsd_sweep_host *host, double done, int idle, long *patience);
};

struct nsd_sweep {
    size_t            runs;
    const double     *todo; /* numbers of the runs to make, 0-based, or NULL: all          */
    size_t            todo_count;
    int               n, m, p;
    int               d, sliding, columns; /* nsd_tangential, 0 without friction               */
    const double     *q0, *v0; /* n x runs                                                 */
    nsd_sweep_plan    plan;
    const double     *times; /* rows at these times of every run instead, or NULL          */
    size_t            time_count;
    size_t            periods;   /* or, not 0: rows at t0 + j period, at most so many         */
    nsd_reduction     reduction; /* t0, h, after, period are set for each run              */
    nsd_sweep_results results;
    nsd_sweep_family  family;
    nsd_sweep_host   *host; /* or NULL                                                     */
    int               threads;
    char             *memory; /* threads x share bytes                                      */
    size_t            share;  /* at least nsd_sweep_share                                   */
};

struct nsd_sweep_worker {
    const nsd_sweep *sweep;
    size_t           run;
    int              thread;
    nsd_scratch      scratch;
    nsd_run_plan     plan;
    nsd_state        state, before;
    nsd_tangential   tangential[2]; /* of state and before */
    nsd_ledger       ledger;
    nsd_run_report   report;
    nsd_stepper     *stepper;
    nsd_reducer      reducer; /* its sink takes the rows */
};

/* Bytes of memory for each thread, for the sizes, the reduction and the family of the sweep. */
size_t nsd_sweep_share(const nsd_sweep *sweep);

/* Threads that nsd_sweep_go can use at once: 1 without OpenMP. */
int nsd_sweep_threads(void);

/* Makes the runs. NSD_OK, or NSD_STOPPED when the host said so: finished runs keep their results,
 * the others have the status NSD_STOPPED. */
nsd_status nsd_sweep_go(const nsd_sweep *sweep);

/* The loop of the time-stepping schemes, for nsd_sweep_family.go. */
nsd_status nsd_sweep_step_through(nsd_sweep_worker *worker);

#endif
