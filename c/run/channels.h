/* channels.h - the numbers of a row by name: what a run records at an output time.
 *
 * A family of systems lists its channels once; the run loop, the output and the gateway go over the
 * list. A new recorded quantity is a pointer in nsd_state, and in state.c its memory and a line of
 * the list. */
#ifndef NSD_CHANNELS_H
#define NSD_CHANNELS_H

#include <stddef.h>

#include "run/state.h"

#define NSD_CHANNELS 16 /* channels of a row at most; the longest list has 11 */

typedef struct nsd_channel {
    const char *name;       /* field of the result that the host sees                   */
    int         width;      /* numbers in a row                                         */
    size_t      source;     /* offset of the pointer to the numbers, in the state ..    */
    int         tangential; /* .. or, when 1, in the tangential part of the state       */
    int         first;      /* index of the first number                                */
    int         summed;     /* 1: impulses; a row has their sum since the row before    */
} nsd_channel;

typedef struct nsd_channels {
    int         count, width; /* channels; numbers of all of them */
    nsd_channel list[NSD_CHANNELS];
} nsd_channels;

/* Adds a channel: numbers that a pointer of the state points to, say NSD_SOURCE(q). */
#define NSD_SOURCE(field)            offsetof(nsd_state, field), 0
#define NSD_SOURCE_TANGENTIAL(field) offsetof(nsd_tangential, field), 1
void nsd_channels_add(nsd_channels *channels, const char *name, int width, size_t source,
                      int tangential, int first);

/* The same for impulses of a step, of which a row has the sum since the row before. */
void nsd_channels_add_impulses(nsd_channels *channels, const char *name, int width, size_t source,
                               int tangential, int first);

/* The channels of a mechanical system; in state.c, beside the memory of the numbers. */
nsd_channels nsd_state_channels(const nsd_sizes *sizes);

/* The channels of a first-order system; state->extra holds (lambda, y), as many numbers each, and
 * in time stepping, the second function, (lambda, y, h lambda). */
nsd_channels nsd_state_first_order_channels(const nsd_sizes *sizes);
nsd_channels nsd_state_first_order_step_channels(const nsd_sizes *sizes);

/* The numbers of a channel in a state */
static inline double *nsd_channel_numbers(const nsd_channel *channel, const nsd_state *state)
{
    const char *base = channel->tangential ? (const char *)state->tangential : (const char *)state;
    return *(double *const *)(const void *)(base + channel->source) + channel->first;
}

/* Copies the numbers of all channels but impulses. */
void nsd_channels_copy(const nsd_channels *channels, const nsd_state *from, nsd_state *to);

/* Sums of impulses since the last row, in the state that becomes the next row */
typedef struct nsd_channels_sums {
    int count;
    struct {
        int           width;
        const double *from; /* of the last step */
        double       *to;   /* sum              */
    } list[NSD_CHANNELS];
} nsd_channels_sums;

/* Sums, now zero, of the impulses of `step` in the state `row` */
nsd_channels_sums nsd_channels_start_sums(const nsd_channels *channels, const nsd_state *step,
                                          nsd_state *row);
void              nsd_channels_clear_sums(const nsd_channels_sums *sums);

/* Adds the impulses of the last step. */
static inline void nsd_channels_add_step(const nsd_channels_sums *sums)
{
    for (int k = 0; k < sums->count; k++) {
        const int     width = sums->list[k].width;
        const double *from = sums->list[k].from;
        double       *to = sums->list[k].to;
        for (int i = 0; i < width; i++) {
            to[i] += from[i];
        }
    }
}

#endif
