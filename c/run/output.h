/* output.h - a sink that writes into column-major arrays: one row per output time.
 *
 * Arrays that are NULL are not kept. Wide rows are collected in a tile and written a few at a
 * time, because a row of a column-major array touches one page per column. Parts of a wide row
 * that are all zero, as the impulses between impacts, or equal those of the row before, as the
 * velocities of free flight, take no room in the tile. */
#ifndef NSD_OUTPUT_H
#define NSD_OUTPUT_H

#include <stddef.h>

#include "run/channels.h"
#include "run/sink.h"

/* Rows of a tile, which are written together. Larger: memory; smaller: each row touches every page
 * of the arrays. */
#define NSD_OUTPUT_TILE_ROWS 16

/* Columns of a row from which on rows wait in a tile. Larger: wide rows are written slowly, and
 * nsd_output.column grows; smaller: narrow rows are copied twice. */
#define NSD_OUTPUT_TILED_COLUMNS 32

typedef struct nsd_event_log {
    size_t  count, capacity;
    double *values; /* NSD_EVENT_FIELDS x capacity, one column per event                      */
    double *q, *v;  /* n x columns: states of events; NULL: the state is a row of the output  */
    size_t  columns;
    size_t  states; /* columns of q and v in use; events of one instant share a column        */
} nsd_event_log;

/* Rows of nsd_event_log.values; contact and row are 1-based. NSD_EVENT_ROW is the row of the
 * output, or the column of q and v of the log, that holds the state. The host's names of the rows
 * are in toolbox/internal/rows/nsd_run_result.m. */
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

typedef struct nsd_output_binding { /* the numbers of a row */
    const nsd_state *state;         /* that they are read from; NULL: none */
    nsd_sink_column  column[NSD_OUTPUT_TILED_COLUMNS + NSD_ENERGIES + 1];
    int              count;
} nsd_output_binding;

/* Parts of a channel of a wide row, which rows share where their numbers are equal. Larger: longer
 * tables of parts; smaller: one number that changes takes more of its neighbours along. */
enum { NSD_OUTPUT_PARTS = 8 };

typedef struct nsd_output_lines { /* wide rows that are written together                       */
    size_t rows;
    /* of each row a table, channels x parts: numbers of a part, NULL where all are zero        */
    const double *const *table[NSD_OUTPUT_TILE_ROWS];
} nsd_output_lines;

typedef struct nsd_output {
    nsd_sink            sink; /* first: an output is a sink */
    int                 n;    /* numbers of q and v in an event log */
    const nsd_channels *channels;
    size_t              rows, capacity;
    double             *t;                    /* capacity x 1                        */
    double             *array[NSD_CHANNELS];  /* capacity x width of the channel     */
    double             *energy[NSD_ENERGIES]; /* capacity x 1 each                   */
    nsd_output_binding  binding[2]; /* the states of the last rows: event methods have two   */
    double             *tile;       /* nsd_output_tile doubles, NULL when narrow */
    double             *free;       /* the first place of the tile that is free  */
    nsd_output_lines    lines;      /* rows waiting in the tile                  */
    const double *last[NSD_CHANNELS * NSD_OUTPUT_PARTS]; /* numbers of the last row, as its table */
    nsd_event_log log;
    nsd_status (*grow_log)(struct nsd_output *output); /* more capacity, more columns; required   */
    nsd_status (*grow_rows)(struct nsd_output *output); /* more capacity for rows; NULL: an error */
    /* keeps `lines` and gives room for another tile, where the arrays of the channels are made
     * after the run; NULL: rows of a full tile are written */
    nsd_status (*keep_lines)(struct nsd_output *output);
} nsd_output;

/* Doubles of the tile for these channels; 0 for narrow rows, which need no tile. */
size_t nsd_output_tile(const nsd_channels *channels);

/* Sets row and event of the sink. The caller has set arrays and grow functions before. */
void nsd_output_init(nsd_output *output);

/* The arrays have moved, or the next rows are read from other states. */
void nsd_output_unbind(nsd_output *output);

/* Writes the rows that wait in the tile; call once after the run. */
void nsd_output_flush(nsd_output *output);

/* Writes kept lines from row `first` on into the arrays of the channels, which are zero. */
void nsd_output_write_lines(const nsd_output *output, const nsd_output_lines *lines, size_t first);

#endif
