/* mex_packed.h - a run as two arrays of numbers: the host takes longer for the fields of a
 * short run than the kernel for its steps.
 *
 * The block has the rows: channels, q and v first, t, works, as nsd_mex_packed_layout lists them.
 * The column is a head (enum below), the numbers of the outcome (mex_run.h), those of the family,
 * the table of events, a column for each of NSD_EVENT_FIELDS, states of events, q and then v, and
 * what the caller adds.
 * internal/rows/nsd_packed_result.m takes it apart. Rows are written into memory that stays from
 * run to run. */
#ifndef NSD_MEX_PACKED_H
#define NSD_MEX_PACKED_H

#include "host/mex_monitor.h"
#include "host/mex_sink.h"

/* The head of a column, whose names nsd_mex_packed_layout gives to the host; the status is 0, or 1
 * for 'stopped' */
#define NSD_LIST_PACKED(NUMBER) \
    NUMBER(TICKET, ticket)      \
    NUMBER(PLACE, place)        \
    NUMBER(STEP, step)          \
    NUMBER(QUIET, quiet)        \
    NUMBER(STATUS, status)      \
    NUMBER(ROWS, rows)          \
    NUMBER(EVENTS, events)      \
    NUMBER(STATES, states)

#define NSD_PACKED_NUMBER(X, x) NSD_PACKED_##X,
enum { NSD_LIST_PACKED(NSD_PACKED_NUMBER) NSD_PACKED_HEAD };
#undef NSD_PACKED_NUMBER

typedef struct nsd_mex_packed {
    nsd_output      output; /* first: a sink                                     */
    nsd_mex_monitor monitor;
    nsd_mex_rows    rows;
    int             columns; /* of the rows                                      */
    int             numbers; /* of the family                                    */
    int             has_t;
    double         *block; /* capacity x columns, stays between runs             */
} nsd_mex_packed;

/* 1 where rows of this family can be packed: they are narrow and begin with q and v, and no
 * function asks for them */
int nsd_mex_packed_fits(const nsd_family *family, const mxArray *options);

/* A sink for runs of the family, whose memory stays until nsd_mex_packed_free; must not move */
void nsd_mex_packed_init(nsd_mex_packed *packed, const nsd_family *family, const nsd_mex_rows *rows,
                         const nsd_run_plan *plan, const mxArray *options);
void nsd_mex_packed_free(nsd_mex_packed *packed);

/* A struct: names of the head, names and widths of the columns, names of works among them, names of
 * the numbers of the family */
mxArray *nsd_mex_packed_layout(const nsd_mex_packed *packed, const nsd_family *family);

/* Begins a run; 0 where its rows would take too much memory. */
int nsd_mex_packed_start(nsd_mex_packed *packed, const nsd_run_plan *plan);

typedef struct nsd_mex_parcel { /* a run that is packed                            */
    mxArray      *column, *block;
    double       *head; /* of the column: zeros but for the sizes and the status */
    double       *end;  /* of the column: what was added, zeros                  */
    const double *q;    /* rows x n                                              */
} nsd_mex_parcel;

/* The run, with `added` zeros at the end of its column */
nsd_mex_parcel nsd_mex_packed_export(nsd_mex_packed *packed, const nsd_run_outcome *outcome,
                                     double seconds, size_t added);

#endif
