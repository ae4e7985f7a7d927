/* rows.h - a sink that keeps the rows and events of a run in memory from malloc.
 *
 * Row k is t, q, v: 1 + 2n numbers at rows.row + k (1 + 2n). A program that wants impulses or
 * energies copies this file and takes them from the state and the ledger in nsd_rows_add. */
#ifndef NSD_ROWS_H
#define NSD_ROWS_H

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "nsd.h"

typedef struct nsd_rows {
    nsd_sink   sink; /* first: rows are a sink */
    int        n;    /* numbers of q and of v  */
    double    *row;
    size_t     count, capacity;
    nsd_event *event;
    size_t     event_count, event_capacity;
} nsd_rows;

/* Room for one item more in a list that doubles; 0 when there is no memory. */
static inline int nsd_rows_grow(void **list, size_t *capacity, size_t count, size_t item_size)
{
    if (count == *capacity) {
        void *larger = realloc(*list, (2 * count + 64) * item_size);
        if (!larger) {
            return 0;
        }
        *list = larger;
        *capacity = 2 * count + 64;
    }
    return 1;
}

static inline nsd_status nsd_rows_add(nsd_sink *sink, const nsd_state *state,
                                      const nsd_ledger *ledger)
{
    nsd_rows    *rows = (nsd_rows *)sink;
    const size_t n = (size_t)rows->n, width = 1 + 2 * n;
    void        *list = rows->row;

    (void)ledger;
    if (!nsd_rows_grow(&list, &rows->capacity, rows->count, width * sizeof(double))) {
        return NSD_ERR_WORKSPACE;
    }
    rows->row = (double *)list;
    double *row = rows->row + width * rows->count++;
    row[0] = state->t;
    memcpy(row + 1, state->q, n * sizeof(double));
    memcpy(row + 1 + n, state->v, n * sizeof(double));
    return NSD_OK;
}

static inline nsd_status nsd_rows_add_event(nsd_sink *sink, const nsd_event *event,
                                            const nsd_state *state)
{
    nsd_rows *rows = (nsd_rows *)sink;
    void     *list = rows->event;

    (void)state;
    if (!nsd_rows_grow(&list, &rows->event_capacity, rows->event_count, sizeof *event)) {
        return NSD_ERR_WORKSPACE;
    }
    rows->event = (nsd_event *)list;
    rows->event[rows->event_count++] = *event;
    return NSD_OK;
}

/* Never stops the run; a program with a progress bar or a stop button has its own function. */
static inline nsd_status nsd_rows_poll(nsd_sink *sink, double done)
{
    (void)sink;
    (void)done;
    return NSD_OK;
}

/* An empty list of rows with n numbers in q and in v. */
static inline nsd_rows nsd_rows_make(int n)
{
    nsd_rows rows;
    memset(&rows, 0, sizeof rows);
    rows.sink.row = nsd_rows_add;
    rows.sink.event = nsd_rows_add_event;
    rows.sink.poll = nsd_rows_poll;
    rows.sink.patience = LLONG_MAX;
    rows.n = n;
    return rows;
}

static inline void nsd_rows_free(nsd_rows *rows)
{
    free(rows->row);
    free(rows->event);
}

#endif
