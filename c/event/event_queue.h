/* event_queue.h - the least of many times that change one by one: a heap.              (ED.29) */
#ifndef NSD_EVENT_QUEUE_H
#define NSD_EVENT_QUEUE_H

#include "base/scratch.h"

typedef struct nsd_event_queue {
    int     count;
    double *time;  /* count: of each member; INFINITY: never                              */
    int    *heap;  /* count: members; the one at k comes no later than those at 2k+1, 2k+2 */
    int    *place; /* count: where a member stands in the heap                            */
} nsd_event_queue;

void nsd_event_queue_lay_out(nsd_event_queue *queue, int count, nsd_scratch *scratch);

/* All times INFINITY */
void nsd_event_queue_init(nsd_event_queue *queue, int count);

/* The time of a member changes. */
void nsd_event_queue_set(nsd_event_queue *queue, int member, double time);

/* The member with the least time, of several the first one; the queue is not empty. */
static inline int nsd_event_queue_first(const nsd_event_queue *queue)
{
    return queue->heap[0];
}

#endif
