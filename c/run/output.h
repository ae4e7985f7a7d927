/* output.h - a sink that writes into column-major arrays: one row per output time.
 *
 * Arrays that are NULL are not kept. Wide rows are collected in a tile and written a few at a
 * time, because a row of a column-major array touches one page per column. */
#ifndef NSD_OUTPUT_H
#define NSD_OUTPUT_H

#include <stddef.h>

#include "run/sink.h"

#define NSD_TILE_ROWS 16 /* rows written at a time            */
#define NSD_TILE_WIDE 32 /* columns from which tiles are used */

typedef struct nsd_event_log {
    size_t  count, capacity;
    double *values; /* NSD_EVENT_FIELDS x capacity, one column per event                      */
    double *q, *v;  /* n x capacity, or NULL: the state stands in row `row` of the output     */
    size_t  states; /* columns of q and v in use: events of one instant share one, their `row` */
} nsd_event_log;

/* Rows of nsd_event_log.values; contact and row are 1-based. */
enum {
    NSD_EVENT_T,
    NSD_EVENT_CONTACT,
    NSD_EVENT_KIND,
    NSD_EVENT_BEFORE,
    NSD_EVENT_AFTER,
    NSD_EVENT_IMPULSE,
    NSD_EVENT_LOSS,
    NSD_EVENT_ROW,
    NSD_EVENT_DIRECTION,
    NSD_EVENT_FIELDS
};

typedef struct nsd_lane { /* one column of a narrow row */
    const double *from;
    double       *column;
} nsd_lane;

typedef struct nsd_output {
    nsd_sink         sink; /* first: an output is a sink */
    int              n, m, p;
    size_t           rows, capacity;
    double          *t, *q, *v, *P, *joint; /* capacity x 1, n, n, m, p                  */
    double          *R;                     /* capacity x m, event methods               */
    const double    *a;                     /* n: accelerations of the row, or NULL      */
    double          *A;                     /* capacity x n: where they go, or NULL      */
    int              tangents;              /* tangential directions of all contacts     */
    double          *T;                     /* capacity x tangents                       */
    double          *energy[NSD_ENERGIES];  /* capacity x 1 each                         */
    const nsd_state *bound;                 /* the state that the lanes read             */
    nsd_lane         lane[2 * NSD_TILE_WIDE + NSD_ENERGIES + 1];
    int              lanes;
    double          *tile;  /* nsd_output_tile doubles, NULL when narrow */
    size_t           tiled; /* rows waiting in the tile                  */
    nsd_event_log    log;
    nsd_status (*grow_log)(struct nsd_output *output);  /* more room for events           */
    nsd_status (*grow_rows)(struct nsd_output *output); /* more capacity; NULL: it is all */
} nsd_output;

/* Doubles of the tile for these sizes (m counts every column of R and T too); 0 when rows are
 * written at once. */
size_t nsd_output_tile(int n, int m, int p);

/* Sets row and event of the sink; arrays and grow functions are the caller's and come first. */
void nsd_output_init(nsd_output *output);

/* Writes what waits in the tile; call once after the run. */
void nsd_output_flush(nsd_output *output);

#endif
