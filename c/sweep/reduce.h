/* reduce.h - a sink that keeps a few numbers of a run instead of its rows: the last state,
 * extrema, impacts, and samples of t, q, v. */
#ifndef NSD_REDUCE_H
#define NSD_REDUCE_H

#include <stddef.h>

#include "run/sink.h"

typedef enum nsd_sampling { /* states that become samples */
                            NSD_SAMPLE_NONE,
                            NSD_SAMPLE_ROWS,   /* every `stride` rows                          */
                            NSD_SAMPLE_PERIOD, /* at t0 + j period; between rows as sol.at      */
                            NSD_SAMPLE_IMPACT, /* after every impact of `contact`              */
                            NSD_SAMPLE_SECTION /* where entry `column` of (q, v) passes `level` */
} nsd_sampling;

/* For each contact: number of impacts, times of the first and the last, largest approach speed. */
enum { NSD_IMPACT_COUNT, NSD_IMPACT_FIRST, NSD_IMPACT_LAST, NSD_IMPACT_SPEED, NSD_IMPACT_FIELDS };

typedef struct nsd_reduction { /* what a reducer keeps; no defaults in C */
    int          n, m;
    int          stops; /* contacts behind the m, whose impacts do not count      */
    nsd_sampling sampling;
    int          contact;   /* 0-based, -1: any                               */
    int          column;    /* 0-based, in (q, v)                             */
    double       level;     /* of the section                                 */
    int          direction; /* 1 rising, -1 falling, 0 both                   */
    int          latest;    /* 1: keep the last samples, 0: keep the first    */
    size_t       capacity;  /* most samples to keep                           */
    const int   *entries;   /* kept of each sample beside t: 0-based in (q, v) */
    int          entry_count;
    double       after; /* time from which extrema, impacts, samples count */
    double       t0, h, period;
    long long    stride;
} nsd_reduction;

typedef struct nsd_reduced { /* where the results of a run go; NULL: not kept */
    double *low, *high;      /* 2n each: extrema of (q, v) over the rows      */
    double *impacts;         /* NSD_IMPACT_FIELDS x m                         */
    double *samples;         /* (1 + entry_count) x capacity: t, entries of (q, v) */
    double *count;           /* number of samples, also of those not kept     */
} nsd_reduced;

typedef struct nsd_reducer {
    nsd_sink      sink; /* first: a reducer is a sink; poll and patience are the caller's */
    nsd_reduction wanted;
    nsd_reduced   out;
    double       *before; /* 1 + 2n: t, q, v of the row before */
    double       *now;    /* 1 + 2n                            */
    /* 2n each: extrema so far. In memory of the thread: results of neighbouring runs share cache
     * lines, so that threads that wrote there in every step would wait for each other. */
    double   *low, *high;
    long long rows;
    size_t    sample_count; /* so far                                          */
    size_t    next_period;  /* j of the next time t0 + j period                */
    nsd_sink *copy_sink;    /* gets all rows and events as well, or NULL       */
} nsd_reducer;

/* Numbers that `before`, `now`, `low` and `high` hold together. */
size_t nsd_reducer_doubles(int n);

/* Sets row and event of the sink and clears the results; room: nsd_reducer_doubles numbers. */
void nsd_reducer_init(nsd_reducer *reducer, const nsd_reduction *wanted, const nsd_reduced *out,
                      double *room);

/* to (1 + 2n) <- t, and q and v of the state */
void nsd_reducer_copy_state(size_t n, double t, const nsd_state *state, double *to);

/* Writes the extrema, puts samples into the order of time, fills up with NaN; call once after the
 * run. */
void nsd_reducer_finish(nsd_reducer *reducer);

#endif
