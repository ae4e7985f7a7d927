/* channels.c - a list of the numbers of a row: its end, its copy, its sums. */
#include "run/channels.h"

#include <string.h>

void nsd_channels_add(nsd_channels *channels, const char *name, int width, size_t source,
                      int tangential, int first)
{
    if (channels->count < NSD_CHANNELS) {
        channels->list[channels->count++] = (nsd_channel){
            .name = name, .width = width, .source = source, .tangential = tangential, .first = first
        };
        channels->width += width;
    }
}

void nsd_channels_add_impulses(nsd_channels *channels, const char *name, int width, size_t source,
                               int tangential, int first)
{
    nsd_channels_add(channels, name, width, source, tangential, first);
    channels->list[channels->count - 1].summed = 1;
}

void nsd_channels_copy(const nsd_channels *channels, const nsd_state *from, nsd_state *to)
{
    for (int i = 0; i < channels->count; i++) {
        const nsd_channel *channel = &channels->list[i];
        if (!channel->summed) {
            memcpy(nsd_channel_numbers(channel, to), nsd_channel_numbers(channel, from),
                   (size_t)channel->width * sizeof(double));
        }
    }
}

nsd_channels_sums nsd_channels_start_sums(const nsd_channels *channels, const nsd_state *step,
                                          nsd_state *row)
{
    nsd_channels_sums sums = { .count = 0 };

    for (int i = 0; i < channels->count; i++) {
        const nsd_channel *channel = &channels->list[i];
        if (channel->summed && channel->width > 0) {
            sums.list[sums.count].width = channel->width;
            sums.list[sums.count].from = nsd_channel_numbers(channel, step);
            sums.list[sums.count].to = nsd_channel_numbers(channel, row);
            sums.count++;
        }
    }
    nsd_channels_clear_sums(&sums);
    return sums;
}

void nsd_channels_clear_sums(const nsd_channels_sums *sums)
{
    for (int k = 0; k < sums->count; k++) {
        memset(sums->list[k].to, 0, (size_t)sums->list[k].width * sizeof(double));
    }
}
