/* channels.c - a list of the numbers of a row: its end, its copy. */
#include "run/channels.h"

#include <string.h>

void nsd_channels_add(nsd_channels *channels, const char *name, int width, size_t source,
                      int tangential, int first)
{
    if (channels->count < NSD_CHANNELS) {
        channels->list[channels->count++] = (nsd_channel){ name, width, source, tangential, first };
        channels->width += width;
    }
}

void nsd_channels_copy(const nsd_channels *channels, const nsd_state *from, nsd_state *to)
{
    for (int i = 0; i < channels->count; i++) {
        const nsd_channel *channel = &channels->list[i];
        memcpy(nsd_channel_numbers(channel, to), nsd_channel_numbers(channel, from),
               (size_t)channel->width * sizeof(double));
    }
}
