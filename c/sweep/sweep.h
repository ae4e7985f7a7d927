/* sweep.h - many runs of one kind on many threads; a few numbers are kept of each.
 *
 * Results are written by the number of the run and no run sees another, so the bits do not depend
 * on the number of threads or their order. A run that fails leaves its status and does not stop
 * the others. Without OpenMP the runs follow one another. */
#ifndef NSD_SWEEP_H
#define NSD_SWEEP_H

#include "run/family.h"
#include "sweep/reduce.h"

/* Arrays with one number for each run */
typedef struct nsd_sweep_plan {
    const double *t0, *h, *steps;
    const double *t1;     /* end; event methods only                            */
    const double *every;  /* steps between two rows that the reduction gets     */
    const double *after;  /* nsd_reduction.after                               */
    const double *period; /* nsd_reduction.period                              */
} nsd_sweep_plan;

typedef struct nsd_sweep_results { /* one column per run                                   */
    double          *last;         /* 1 + 2n: t, q, v at the end, or at the last good step */
    nsd_run_outcome *outcome;
    nsd_reduced      reduced; /* results of run 0; those of the other runs follow          */
    nsd_sink       **sinks;   /* for each run a sink for all rows and events; or NULL      */
} nsd_sweep_results;

/* Calls to the host, made by the first thread only while the other threads compute. They must
 * return: after an exception or a long jump the other threads would use freed memory. */
typedef struct nsd_sweep_host nsd_sweep_host;
struct nsd_sweep_host {
    /* done: finished part of the runs. Sets the number of steps until the next call; NSD_STOPPED
     * ends the sweep. idle: the first thread only waits for the others, and may sleep a moment. */
    nsd_status (*poll)(nsd_sweep_host *host, double done, int idle, long long *patience);
};

typedef struct nsd_sweep {
    size_t            runs;
    const double     *todo; /* numbers of the runs to make, 0-based, or NULL: all          */
    size_t            todo_count;
    const double     *q0, *v0; /* n x runs                                                 */
    nsd_sweep_plan    plan;
    const double     *times; /* rows at these times in every run instead, or NULL          */
    size_t            time_count;
    size_t            periods;   /* not 0: rows at t0 + j period instead, j < periods      */
    nsd_reduction     reduction; /* t0, h, after, period are those of the plan             */
    nsd_sweep_results results;
    const nsd_family *family;
    nsd_sweep_host   *host; /* or NULL                                                     */
    int               threads;
    char             *memory;       /* threads x thread_bytes                              */
    size_t            thread_bytes; /* at least nsd_sweep_thread_bytes                     */
} nsd_sweep;

/* Bytes of memory for each thread, for the reduction and the family of the sweep. */
size_t nsd_sweep_thread_bytes(const nsd_sweep *sweep);

/* Threads that nsd_sweep_run can use at once: 1 without OpenMP. */
int nsd_sweep_threads(void);

/* Makes the runs. NSD_OK, or NSD_STOPPED when the host stopped the sweep: finished runs keep their
 * results, the other runs have the status NSD_STOPPED. */
nsd_status nsd_sweep_run(const nsd_sweep *sweep);

#endif
