/* mex_watch.h - calls of the user's OutputFcn with the rows of a run, which it may stop. */
#ifndef NSD_MEX_WATCH_H
#define NSD_MEX_WATCH_H

#include "host/mex_call.h"
#include "run/sink.h"

typedef struct nsd_mex_watch {
    nsd_mex_caller caller;
    const mxArray *handle;      /* stop = handle(t, y), or NULL without OutputFcn           */
    const double  *select;      /* the entries of (q, v) that y has, counted from 1         */
    int            n, selected; /* entries of q, entries of y                               */
    double        *y;
    nsd_status     ended; /* NSD_STOPPED or NSD_USER_ERROR after OutputFcn ended the run    */
} nsd_mex_watch;

/* Reads the options OutputFcn and OutputSel for a system with n coordinates. */
void nsd_mex_watch_read(nsd_mex_watch *watch, const mxArray *options, int n);

/* Calls OutputFcn: NSD_STOPPED when its result is true, NSD_USER_ERROR when it raised an error. */
nsd_status nsd_mex_watch_call(nsd_mex_watch *watch, const nsd_state *state);

#endif
