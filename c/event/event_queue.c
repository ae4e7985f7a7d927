/* event_queue.c - a binary heap whose members know their places. */
#include "event/event_queue.h"

#include <math.h>

void nsd_event_queue_lay_out(nsd_event_queue *queue, int count, nsd_scratch *scratch)
{
    queue->time = nsd_scratch_doubles(scratch, (size_t)count);
    NSD_SCRATCH_EACH_INT(scratch, (size_t)count, &queue->heap, &queue->place);
}

void nsd_event_queue_init(nsd_event_queue *queue, int count)
{
    queue->count = count;
    for (int i = 0; i < count; i++) {
        queue->time[i] = INFINITY;
        queue->heap[i] = queue->place[i] = i;
    }
}

/* 1 when member a comes before b; of equal times the smaller number comes first */
static int comes_before(const nsd_event_queue *queue, int a, int b)
{
    return queue->time[a] < queue->time[b] || (queue->time[a] == queue->time[b] && a < b);
}

static void put(nsd_event_queue *queue, int k, int member)
{
    queue->heap[k] = member;
    queue->place[member] = k;
}

void nsd_event_queue_set(nsd_event_queue *queue, int member, double time)
{
    int k = queue->place[member];

    queue->time[member] = time;
    while (k > 0 && comes_before(queue, member, queue->heap[(k - 1) / 2])) {
        put(queue, k, queue->heap[(k - 1) / 2]);
        k = (k - 1) / 2;
    }
    for (int child = 2 * k + 1; child < queue->count; child = 2 * k + 1) {
        const int right = child + 1;
        child = right < queue->count && comes_before(queue, queue->heap[right], queue->heap[child])
                    ? right
                    : child;
        if (!comes_before(queue, queue->heap[child], member)) {
            break;
        }
        put(queue, k, queue->heap[child]);
        k = child;
    }
    put(queue, k, member);
}
