/* mex_monitor.h - progress line and Ctrl-C of a long call. */
#ifndef NSD_MEX_MONITOR_H
#define NSD_MEX_MONITOR_H

#include "host/mex_host.h"

typedef enum nsd_mex_progress { /* in the order of the words in mex_monitor.c */
                                NSD_PROGRESS_OFF,
                                NSD_PROGRESS_AUTO,
                                NSD_PROGRESS_ON,
                                NSD_PROGRESS_AUTO_LINES, /* in a batch job, into a file */
                                NSD_PROGRESS_ON_LINES
} nsd_mex_progress;

typedef struct nsd_mex_monitor {
    nsd_mex_progress  progress;
    nsd_mex_print_fn *print;                    /* shows the line */
    double            started, polled, printed; /* seconds on a wall clock */
    double            begun;                    /* done at the first poll; -1: not polled */
} nsd_mex_monitor;

/* Reads the option Progress. print: nsd_mex_print_stdout for a gateway that polls inside a parallel
 * region, else nsd_mex_print */
void nsd_mex_monitor_start(nsd_mex_monitor *monitor, const mxArray *options,
                           nsd_mex_print_fn *print);

/* Another run with the same options begins. */
void nsd_mex_monitor_restart(nsd_mex_monitor *monitor);

/* Shows progress, `done` in [0,1]; NSD_STOPPED after Ctrl-C. `patience` becomes the number of steps
 * until the next poll. Calls the interpreter only through `print`. */
nsd_status nsd_mex_monitor_poll(nsd_mex_monitor *monitor, double done, long long *patience);

/* Overwrites the progress line with blanks; lines of their own stay. */
void nsd_mex_monitor_finish(const nsd_mex_monitor *monitor);

#endif
