/* reduce.h - a sink that keeps a few numbers of a run instead of its rows: the last state,
 * extrema, impacts, and samples of t, q, v. */
#ifndef NSD_REDUCE_H
#define NSD_REDUCE_H

#include <stddef.h>

#include "run/sink.h"

typedef enum nsd_sampling { /* which states become samples */
                            NSD_SAMPLE_NONE,
                            NSD_SAMPLE_ROWS,   /* every `stride` rows                          */
                            NSD_SAMPLE_PERIOD, /* at t0 + j period, between rows as sol.at has */
                            NSD_SAMPLE_IMPACT, /* after every impact of `contact`              */
                            NSD_SAMPLE_SECTION /* where entry `column` of (q, v) passes `level` */
} nsd_sampling;

/* For each contact: number of impacts, times of the first and the last, largest approach speed. */
enum { NSD_IMPACT_COUNT, NSD_IMPACT_FIRST, NSD_IMPACT_LAST, NSD_IMPACT_SPEED, NSD_IMPACT_FIELDS };

typedef struct nsd_reduction { /* what is wanted; no defaults in C */
    int          n, m;
    nsd_sampling sampling;
    int          contact;   /* 0-based, -1: any                               */
    int          column;    /* 0-based, in (q, v)                             */
    double       level;     /* of the section                                 */
    int          direction; /* 1 rising, -1 falling, 0 both                   */
    int          latest;    /* 1: the last samples are kept, 0: the first     */
    size_t       capacity;  /* samples that are kept                          */
    const int   *entries;   /* what is kept of each beside t: 0-based in (q, v) */
    int          entry_count;
    double       after; /* extrema, impacts and samples count from this t */
    double       t0, h, period;
    long         stride;
} nsd_reduction;

typedef struct nsd_reduced { /* where the results of a run go; NULL: not kept */
    double *low, *high;      /* 2n each: extrema of (q, v) over the rows      */
    double *impacts;         /* NSD_IMPACT_FIELDS x m                         */
    double *samples;         /* (1 + entry_count) x capacity: t, entries of (q, v) */
    double *count;           /* of samples, also those that were not kept     */
} nsd_reduced;

typedef struct nsd_reducer {
    nsd_sink      sink; /* first: a reducer is a sink; poll and patience are the caller's */
    nsd_reduction wanted;
    nsd_reduced   out;
    double       *before; /* 1 + 2n: t, q, v of the row before */
    double       *now;    /* 1 + 2n                            */
    double       *low;    /* 2n: extrema so far; runs that stand side by side in the results are */
    double       *high;   /* made by other threads, so that writing there every step would wait  */
    long          rows;
    size_t        taken, next; /* samples so far; number of the next period */
    nsd_sink     *also;        /* sees the rows and events, too, or NULL    */
} nsd_reducer;

/* Doubles of room for `before`, `now`, `low` and `high` together. */
size_t nsd_reducer_room(int n);

/* Sets row and event of the sink and clears the results; room as above. */
void nsd_reducer_init(nsd_reducer *reducer, const nsd_reduction *wanted, const nsd_reduced *out,
                      double *room);

/* Samples into the order of time, NaN where there are none; call once after the run. */
void nsd_reducer_finish(nsd_reducer *reducer);

#endif
