/* gaps.h - gaps of a mechanical system at a position, and their range over the rows of a run: how
 * deep contacts were passed. */
#ifndef NSD_GAPS_H
#define NSD_GAPS_H

#include "base/matrix.h"
#include "model/model.h"
#include "run/family.h"

typedef struct nsd_gaps { /* y = H'q + b, or y(t, q) of a model       */
    int              m;
    const double    *b; /* m; NULL: by the model                     */
    nsd_columns      H; /* n x m                                     */
    const nsd_model *model;
} nsd_gaps;

typedef struct nsd_gaps_rows { /* of a run */
    size_t        count;
    int           n;
    const double *q;     /* count x n, column-major                           */
    const double *t;     /* count, or NULL: t0, t0 + h, ...                   */
    double        t0, h; /* h: time from row to row                           */
} nsd_gaps_rows;

/* Columns of a range, m x NSD_GAPS_NUMBERS: over all rows, and in the first */
enum { NSD_GAPS_LEAST, NSD_GAPS_LARGEST, NSD_GAPS_FIRST, NSD_GAPS_NUMBERS };

/* The gaps of the run; none (m = 0) where the system is not mechanical */
nsd_gaps nsd_gaps_of(const nsd_family *family, const nsd_trajectory *run);

/* y <- all gaps */
nsd_status nsd_gaps_find(const nsd_gaps *gaps, double t, const double *q, double *y);

/* range <- least, largest and first value of each gap over the rows, of which there is one at
 * least; NaN is passed over. `work`: room for m + n numbers. */
nsd_status nsd_gaps_find_range(const nsd_gaps *gaps, const nsd_gaps_rows *rows, double *work,
                               double *range);

#endif
