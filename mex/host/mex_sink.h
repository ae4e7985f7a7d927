/* mex_sink.h - output arrays of a run, its event log, progress line and Ctrl-C. */
#ifndef NSD_MEX_SINK_H
#define NSD_MEX_SINK_H

#include "host/mex_monitor.h"
#include "host/mex_watch.h"
#include "run/output.h"

typedef struct nsd_mex_sink {
    nsd_output      output; /* first: a gateway's sink is an output */
    nsd_mex_monitor monitor;
    mxArray        *t;
    mxArray        *array[NSD_CHANNELS];
    mxArray        *energy[NSD_ENERGIES];
    nsd_mex_watch   watch; /* OutputFcn */
    /* the function `row` of the output, when `watch` has taken its place */
    nsd_status (*write_row)(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger);
} nsd_mex_sink;

typedef struct nsd_mex_sink_size {
    int                 n;        /* coordinates, for the states of events                   */
    const nsd_channels *channels; /* of a row; the list must stay where it is                */
    size_t              rows;
    int                 keep_t;      /* 1: store t row by row                                */
    int                 keep_states; /* 1: events carry their own q and v                    */
    int                 grows;       /* 1: the number of rows is a guess                     */
    int                 keep_energy[NSD_ENERGIES];
} nsd_mex_sink_size;

/* Makes the arrays; the sink must not move afterwards. */
void nsd_mex_sink_init(nsd_mex_sink *sink, const nsd_mex_sink_size *size,
                       nsd_mex_progress progress);

/* Shows every row to the OutputFcn of the struct `run`, if it has one. To be called after init. */
void nsd_mex_sink_watch(nsd_mex_sink *sink, const mxArray *run);

/* Ends the progress line, writes rows that wait in tiles, cuts rows that were not reached. */
void nsd_mex_sink_finish(nsd_mex_sink *sink);

/* The arrays of the channels under their names, t, energy, and the event log log, logQ, logV as
 * fields of a struct. */
void nsd_mex_sink_export(nsd_mex_sink *sink, mxArray *result);

#endif
