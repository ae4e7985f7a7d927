/* gaps.c - gaps at a position, and their range over the rows of a run. */
#include "simulate/gaps.h"

#include <math.h>

#include "simulate/family_events.h"
#include "simulate/family_schemes.h"

nsd_gaps nsd_gaps_of(const nsd_family *family, const nsd_trajectory *run)
{
    const nsd_family_kind *kind = family->kind;
    nsd_gaps               gaps = { 0 };

    if (kind == &nsd_family_linear_kind || kind == &nsd_family_linear_adaptive_kind ||
        kind == &nsd_family_linear_event_kind) {
        const nsd_linear *linear = nsd_family_find_model(family, run);
        gaps.H = linear->H;
        gaps.b = linear->b;
    } else if (kind == &nsd_family_nonlinear_kind || kind == &nsd_family_event_kind) {
        gaps.model = nsd_family_find_model(family, run);
    }
    gaps.m = gaps.b || gaps.model ? family->sizes.m : 0;
    return gaps;
}

nsd_status nsd_gaps_find(const nsd_gaps *gaps, double t, const double *q, double *y)
{
    for (int j = 0; j < gaps->m && gaps->b; j++) {
        y[j] = gaps->b[j] + nsd_columns_dot(&gaps->H, j, q);
    }
    return gaps->model ? gaps->model->gap(gaps->model->context, t, q, y) : NSD_OK;
}

/* Rows whose gaps are computed together, column by column of H. Smaller: more loops; larger: they
 * leave the cache. */
#define BLOCK_ROWS 256

/* y <- gap j of a linear system in `count` rows from `first` on */
static void find_block(const nsd_gaps *gaps, const nsd_gaps_rows *rows, int j, size_t first,
                       size_t count, double *y)
{
    for (size_t i = 0; i < count; i++) {
        y[i] = gaps->b[j];
    }
    for (ptrdiff_t k = gaps->H.start[j]; k < gaps->H.start[j + 1]; k++) {
        const double *q = rows->q + (size_t)gaps->H.row[k] * rows->count + first;
        const double  h = gaps->H.values[k];
        for (size_t i = 0; i < count; i++) {
            y[i] += h * q[i];
        }
    }
}

/* Widens the range of gap j of m by the numbers y. */
static void widen(double *range, int m, int j, size_t count, const double *y)
{
    double least = range[j + NSD_GAPS_LEAST * m], largest = range[j + NSD_GAPS_LARGEST * m];
    for (size_t i = 0; i < count; i++) {
        least = y[i] < least ? y[i] : least;
        largest = y[i] > largest ? y[i] : largest;
    }
    range[j + NSD_GAPS_LEAST * m] = least;
    range[j + NSD_GAPS_LARGEST * m] = largest;
}

static void find_linear_range(const nsd_gaps *gaps, const nsd_gaps_rows *rows, double *range)
{
    double y[BLOCK_ROWS];
    for (int j = 0; j < gaps->m; j++) {
        for (size_t first = 0; first < rows->count; first += BLOCK_ROWS) {
            const size_t left = rows->count - first;
            const size_t count = left < BLOCK_ROWS ? left : BLOCK_ROWS;
            find_block(gaps, rows, j, first, count, y);
            widen(range, gaps->m, j, count, y);
            if (first == 0) {
                range[j + NSD_GAPS_FIRST * gaps->m] = y[0];
            }
        }
    }
}

nsd_status nsd_gaps_find_range(const nsd_gaps *gaps, const nsd_gaps_rows *rows, double *work,
                               double *range)
{
    const int m = gaps->m;
    double   *y = work, *q = work + m;

    for (int j = 0; j < m; j++) {
        range[j + NSD_GAPS_LEAST * m] = INFINITY;
        range[j + NSD_GAPS_LARGEST * m] = -INFINITY;
    }
    if (gaps->b) {
        find_linear_range(gaps, rows, range);
        return NSD_OK;
    }
    for (size_t i = 0; i < rows->count; i++) {
        for (int k = 0; k < rows->n; k++) {
            q[k] = rows->q[i + (size_t)k * rows->count];
        }
        NSD_TRY(nsd_gaps_find(gaps, rows->t ? rows->t[i] : rows->t0 + (double)i * rows->h, q, y));
        for (int j = 0; j < m; j++) {
            widen(range, m, j, 1, y + j);
            range[j + NSD_GAPS_FIRST * m] = i == 0 ? y[j] : range[j + NSD_GAPS_FIRST * m];
        }
    }
    return NSD_OK;
}
