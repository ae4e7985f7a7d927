/* mex_sink.h - output arrays of a run, its event log, progress line and Ctrl-C. */
#ifndef NSD_MEX_SINK_H
#define NSD_MEX_SINK_H

#include "host/mex_monitor.h"
#include "host/mex_call.h"
#include "run/family.h"
#include "run/output.h"

/* Calls of the user's OutputFcn with the rows of a run, which it may stop */
typedef struct nsd_mex_watch {
    nsd_mex_caller caller;
    const mxArray *handle;      /* stop = handle(t, y), or NULL without OutputFcn           */
    const double  *select;      /* the entries of (q, v) that y has, counted from 1         */
    int            n, selected; /* entries of q, entries of y                               */
    double        *y;
    nsd_status     ended; /* NSD_STOPPED or NSD_USER_ERROR after OutputFcn ended the run    */
} nsd_mex_watch;

typedef struct nsd_mex_sink {
    nsd_output        output; /* first: a gateway's sink is an output */
    nsd_mex_monitor   monitor;
    mxArray          *t;
    mxArray          *array[NSD_CHANNELS];
    mxArray          *energy[NSD_ENERGIES];
    nsd_output_lines *kept; /* lines whose arrays are made after the run, `kept_count` of them */
    size_t            kept_count, kept_capacity;
    double           *store_end; /* end of the memory in which output.tile lies                  */
    nsd_mex_watch     watch;     /* OutputFcn */
    /* the function `row` of the output, when `watch` has taken its place */
    nsd_status (*write_row)(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger);
} nsd_mex_sink;

/* What a family keeps of its runs beside the channels */
typedef struct nsd_mex_rows {
    int      jumps;     /* 1: rows at jumps too, whose number is not known before           */
    int      no_states; /* 1: events are logged without q and v                             */
    unsigned energies;  /* bits NSD_MEX_KEEP(NSD_KINETIC), ...: the energies that are stored */
} nsd_mex_rows;
#define NSD_MEX_KEEP(energy) (1u << (energy))

/* Makes the arrays for the plan of a run; the sink must not move afterwards. */
void nsd_mex_sink_init(nsd_mex_sink *sink, const nsd_family *family, const nsd_mex_rows *rows,
                       const nsd_run_plan *plan);

/* Shows every row to the option OutputFcn, if there is one. To be called after init. */
void nsd_mex_sink_watch(nsd_mex_sink *sink, const mxArray *options);

/* Wide rows whose number is not known before are kept line by line, and the arrays are made after
 * the run: arrays that grow are copied again and again. To be called after init, where a run may
 * ask the host for memory. */
void nsd_mex_sink_keep_lines(nsd_mex_sink *sink);

/* Writes rows that wait in tiles, cuts rows that were not reached. */
void nsd_mex_sink_finish(nsd_mex_sink *sink);

/* The arrays of the channels under their names, rows (the names), t, works (a struct of energies),
 * and the event log table, logQ, logV as fields of a struct; t, energies and states of events only
 * where the run has kept them. */
void nsd_mex_sink_export(nsd_mex_sink *sink, mxArray *result);

#endif
