/* mex_watch.h - rows of a run shown to the user's OutputFcn, which may end it. */
#ifndef NSD_MEX_WATCH_H
#define NSD_MEX_WATCH_H

#include "host/mex_call.h"
#include "run/sink.h"

typedef struct nsd_mex_watch {
    nsd_mex_caller caller;
    const mxArray *handle; /* stop = handle(t, y), or NULL: nobody looks               */
    const double  *select; /* which of (q, v) make y, counted from 1                   */
    int            n, selected;
    double        *y;
    nsd_status     ended; /* NSD_STOPPED or NSD_USER_ERROR once it has had its say     */
} nsd_mex_watch;

/* From fields outputFcn, outputSel and guard of the struct `run`; n coordinates. */
void nsd_mex_watch_read(nsd_mex_watch *watch, const mxArray *run, int n);

/* Shows the state; NSD_STOPPED when the answer is true, NSD_USER_ERROR when it raised. */
nsd_status nsd_mex_watch_call(nsd_mex_watch *watch, const nsd_state *state);

#endif
