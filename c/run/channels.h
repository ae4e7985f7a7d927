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

/* The channels of a mechanical system; in state.c, beside the memory of the numbers. */
nsd_channels nsd_state_channels(const nsd_sizes *sizes);

/* The channels of a first-order system; state->extra holds (lambda, y), as many numbers each. */
nsd_channels nsd_state_first_order_channels(const nsd_sizes *sizes);

/* The numbers of a channel in a state */
static inline double *nsd_channel_numbers(const nsd_channel *channel, const nsd_state *state)
{
    const char *base = channel->tangential ? (const char *)state->tangential : (const char *)state;
    return *(double *const *)(const void *)(base + channel->source) + channel->first;
}

/* Copies the numbers of all channels. */
void nsd_channels_copy(const nsd_channels *channels, const nsd_state *from, nsd_state *to);

#endif
